"""cpmf_prior_any: Compound Poisson with any exponential dispersion model, any positive priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 60257964a0821debb63dc91fa3aa6123715355a6627a2510705ed04fc92eb4bd
record:    sha256 054417800168347bb4f08aa466ff585412ecb7199b21009f6a15a703f25bcabd
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 b750d95865bf992c32d7bcedeead50960d680c37b6a2c3b5f192068094fddbdd
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='cpmf_prior_any',
          title='Compound Poisson with any exponential dispersion model, any positive priors',
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='mu_theta',
                                    meaning='mean of theta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='sigma_theta',
                                    meaning='standard deviation of theta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='mu_beta',
                                    meaning='mean of beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='sigma_beta',
                                    meaning='standard deviation of beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='kappa',
                                    meaning='in the mean of Y, in the variance of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='psi_first',
                                    meaning='in the mean of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='psi_second',
                                    meaning='in the variance of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('kappa', 'psi_first'),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mu_theta', 'sigma_theta', 'mu_beta', 'sigma_beta', 'psi_second'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='psi_second',
                                     exponents={'psi_second': 1},
                                     meaning='in the variance of Y'),
                      IdentifiedSpec(name='sigma_theta/mu_theta',
                                     exponents={'mu_theta': -1, 'sigma_theta': 1},
                                     meaning='standard deviation of theta over mean of theta'),
                      IdentifiedSpec(name='sigma_beta/mu_beta',
                                     exponents={'mu_beta': -1, 'sigma_beta': 1},
                                     meaning='standard deviation of beta over mean of beta'),
                      IdentifiedSpec(name='mu_beta*mu_theta',
                                     exponents={'mu_theta': 1, 'mu_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('psi_second',
                           'sigma_theta/mu_theta',
                           'sigma_beta/mu_beta',
                           'mu_beta*mu_theta'),
          held_at_k=('mean', 'cov_row', 'cov_col', 'variance'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='variance > cov_row + cov_col',
                                    kind='other',
                                    targets=('cov_col', 'cov_row', 'variance')),
                      ConditionSpec(text='variance > cycle*mean**2/(cov_col*cov_row) + '
                                         'kappa*mean*psi_first + cov_row + cov_col',
                                    kind='cycle',
                                    targets=('cov_col',
                                             'cov_row',
                                             'cycle',
                                             'mean',
                                             'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='cov_row > 0',
                                         kind='correlation',
                                         targets=('cov_row',)),
                           ConditionSpec(text='cov_col > 0',
                                         kind='correlation',
                                         targets=('cov_col',)),
                           ConditionSpec(text='variance > kappa*mean*psi_first',
                                         kind='overdispersion',
                                         targets=('mean', 'variance')),
                           ConditionSpec(text='mean**2*variance > cov_row*mean**2 + '
                                              'cov_col*mean**2 + kappa*mean**3*psi_first + '
                                              'K*cov_col*cov_row',
                                         kind='other',
                                         targets=('cov_col', 'cov_row', 'mean', 'variance'))),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'mu_theta': 1,
                                            'sigma_theta': 1,
                                            'mu_beta': -1,
                                            'sigma_beta': -1},
                                   prior_degrees={'theta': 1, 'beta': -1},
                                   anchor='mu_theta',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'mu_theta': {},
                    'sigma_theta': {'sigma_theta/mu_theta': 1.0},
                    'mu_beta': {'mu_beta*mu_theta': 1.0},
                    'sigma_beta': {'sigma_beta/mu_beta': 1.0, 'mu_beta*mu_theta': 1.0},
                    'psi_second': {'psi_second': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mu_theta',
                            'sigma_theta',
                            'mu_beta',
                            'sigma_beta',
                            'kappa',
                            'psi_first',
                            'psi_second'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second):
    """Return the means of theta and beta."""
    theta_value = mu_theta
    beta_value = mu_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second):
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = mu_beta*mu_theta
    t1 = K*kappa
    t2 = (mu_beta * mu_beta)
    t3 = (sigma_theta * sigma_theta)
    t4 = (psi_first * psi_first)
    t5 = K*(kappa * kappa)*t4
    t6 = (sigma_beta * sigma_beta)
    t7 = (mu_theta * mu_theta)*t6
    t8 = kappa*t4
    t9 = t3*t8
    mean_value = psi_first*t0*t1
    cov_row_value = t2*t3*t5
    cov_col_value = t5*t7
    cycle_value = K*(kappa * kappa * kappa * kappa)*(psi_first * psi_first * psi_first * psi_first)*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = t1*(psi_second*t0 + t0*t8 + t2*t9 + t6*t9 + t7*t8)
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
        variance_value,
    )


@batch_kernel
def moments_batch(parameters, out):
    """Apply moments to each column of parameters, into the columns of out."""
    for n in prange(parameters.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
        ) = moments(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
            parameters[6, n],
            parameters[7, n],
        )


@kernel
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second."""
    t0 = mu_beta*mu_theta
    t1 = psi_first*t0
    t2 = K*kappa
    t3 = psi_first*t2
    t4 = t0*t2
    t5 = (mu_beta * mu_beta)
    t6 = (sigma_theta * sigma_theta)
    t7 = t5*t6
    t8 = (psi_first * psi_first)
    t9 = (kappa * kappa)
    t10 = t8*t9
    t11 = 2.0*K
    t12 = t10*t11
    t13 = sigma_theta*t12
    t14 = 2.0*t6
    t15 = K*t10
    t16 = kappa*t8
    t17 = t16*t7
    t18 = psi_first*t11*t9
    t19 = (mu_theta * mu_theta)
    t20 = (sigma_beta * sigma_beta)
    t21 = t19*t20
    t22 = 2.0*t20
    t23 = sigma_beta*t12
    t24 = t16*t21
    t25 = (sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    t26 = (kappa * kappa * kappa * kappa)
    t27 = (psi_first * psi_first * psi_first * psi_first)
    t28 = (sigma_beta * sigma_beta * sigma_beta * sigma_beta)
    t29 = t26*t27*t28
    t30 = 4.0*K
    t31 = t25*t27*t30
    t32 = mu_beta*psi_second
    t33 = t20*t6
    t34 = mu_theta*t32 + t0*t16 + t16*t33 + t17 + t24
    t35 = mu_beta*t16
    t36 = mu_theta*t16
    t37 = t0 + t21 + t33 + t7
    d0_0 = kappa*t1
    d0_1 = mu_beta*t3
    d0_2 = 0.0
    d0_3 = mu_theta*t3
    d0_4 = 0.0
    d0_5 = K*t1
    d0_6 = t4
    d0_7 = 0.0
    d1_0 = t10*t7
    d1_1 = 0.0
    d1_2 = t13*t5
    d1_3 = mu_beta*t14*t15
    d1_4 = 0.0
    d1_5 = t11*t17
    d1_6 = t18*t7
    d1_7 = 0.0
    d2_0 = t10*t21
    d2_1 = mu_theta*t15*t22
    d2_2 = 0.0
    d2_3 = 0.0
    d2_4 = t19*t23
    d2_5 = t11*t24
    d2_6 = t18*t21
    d2_7 = 0.0
    d3_0 = t25*t29
    d3_1 = 0.0
    d3_2 = (sigma_theta * sigma_theta * sigma_theta)*t29*t30
    d3_3 = 0.0
    d3_4 = (sigma_beta * sigma_beta * sigma_beta)*t26*t31
    d3_5 = (kappa * kappa * kappa)*t28*t31
    d3_6 = (psi_first * psi_first * psi_first)*t25*t26*t28*t30
    d3_7 = 0.0
    d4_0 = kappa*t34
    d4_1 = t2*(t22*t36 + t32 + t35)
    d4_2 = t13*(t20 + t5)
    d4_3 = t2*(mu_theta*psi_second + t14*t35 + t36)
    d4_4 = t23*(t19 + t6)
    d4_5 = K*(t16*t37 + t34)
    d4_6 = t18*t37
    d4_7 = t4
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6, d0_7,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6, d1_7,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6, d2_7,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6, d3_7,),
        (d4_0, d4_1, d4_2, d4_3, d4_4, d4_5, d4_6, d4_7,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n], out[0, 5, n], out[0, 6, n], out[0, 7, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n], out[1, 5, n], out[1, 6, n], out[1, 7, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n], out[2, 5, n], out[2, 6, n], out[2, 7, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n], out[3, 5, n], out[3, 6, n], out[3, 7, n],),
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n], out[4, 5, n], out[4, 6, n], out[4, 7, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
            parameters[6, n],
            parameters[7, n],
        )


@kernel
def conditions(mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cycle*(mean * mean)
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
        margin_5_value,
        margin_6_value,
    )


@batch_kernel
def conditions_batch(targets, out):
    """Apply conditions to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
            out[5, n],
        ) = conditions(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
        )


@kernel
def conditions_at_k(K, mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = kappa*psi_first
    t1 = (mean * mean)
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = -mean*t0 + variance
    margin_5_value = -K*cov_col*cov_row - cov_col*t1 - cov_row*t1 - (mean * mean * mean)*t0 + t1*variance
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
        margin_5_value,
    )


@batch_kernel
def conditions_at_k_batch(targets, out):
    """Apply conditions_at_k to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
        ) = conditions_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
            targets[7, n],
        )


@kernel
def solve(mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return K, psi_second, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = 1.0 / cov_col
    t_3 = 1.0 / cov_row
    t_4 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    psi_second_value = psi_first*t_2*t_3*(-cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))/mean
    sigma_theta_over_mu_theta_value = t_2*t_4/math.sqrt(cov_row)
    sigma_beta_over_mu_beta_value = t_3*t_4/math.sqrt(cov_col)
    mu_beta_mu_theta_value = t_0*t_1/(cycle*kappa*(mean * mean * mean)*psi_first)
    return (
        if_ok(K_value, status),
        if_ok(psi_second_value, status),
        if_ok(sigma_theta_over_mu_theta_value, status),
        if_ok(sigma_beta_over_mu_beta_value, status),
        if_ok(mu_beta_mu_theta_value, status),
        status,
    )


@batch_kernel
def solve_batch(targets, out, status):
    """Apply solve to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
            status[n],
        ) = solve(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
        )


@kernel
def solve_jacobian(mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return the derivatives of K, psi_second, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle
    t_8 = t_6*t_7
    t_9 = cov_col*cov_row
    t_10 = kappa*psi_first
    t_11 = 1.0 / mean
    t_12 = cov_col*t_3
    t_13 = cov_row*t_1
    t_14 = mean*t_10
    t_15 = cov_col*cov_row*variance - cycle*(mean * mean) - t_12 - t_13 - t_14*t_9
    t_16 = psi_first*t_11
    t_17 = 1.0 / cov_col
    t_18 = 1.0 / cov_row
    t_19 = t_17*t_18
    t_20 = t_14 + t_15*t_19 - variance
    t_21 = math.pow(cov_row, -1.0 / 2.0)
    t_22 = math.sqrt(cycle)
    t_23 = t_21*t_22
    t_24 = (0.5)*mean
    t_25 = t_17*t_24
    t_26 = 1.0 / t_22
    t_27 = math.pow(cov_col, -1.0 / 2.0)
    t_28 = t_22*t_27
    t_29 = t_18*t_24
    t_30 = 1.0 / kappa
    t_31 = 1.0 / psi_first
    t_32 = 1.0 / cycle
    t_33 = t_1*t_3
    t_34 = t_30*t_31/t_0
    t_35 = 2.0*t_32*t_34
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_8/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_8/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = -t_16*t_19*(mean*t_7 + t_10*t_9 + t_11*t_15)
    d1_1 = t_16*t_18*(-cov_col - 2.0*cov_row - t_20)
    d1_2 = t_16*t_17*(-2.0*cov_col - cov_row - t_20)
    d1_3 = -mean*psi_first*t_19
    d1_4 = t_16
    d2_0 = t_17*t_23
    d2_1 = -t_22*t_25/math.pow(cov_row, 3.0 / 2.0)
    d2_2 = -mean*t_2*t_23
    d2_3 = t_21*t_25*t_26
    d2_4 = 0.0
    d3_0 = t_18*t_28
    d3_1 = -mean*t_28*t_4
    d3_2 = -t_22*t_29/math.pow(cov_col, 3.0 / 2.0)
    d3_3 = t_26*t_27*t_29
    d3_4 = 0.0
    d4_0 = -3.0*t_30*t_31*t_32*t_33/t_6
    d4_1 = t_13*t_35
    d4_2 = t_12*t_35
    d4_3 = -t_33*t_34/(cycle * cycle)
    d4_4 = 0.0
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status), if_ok(d0_4, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status), if_ok(d1_4, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status), if_ok(d2_4, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status), if_ok(d3_4, status),),
        (if_ok(d4_0, status), if_ok(d4_1, status), if_ok(d4_2, status), if_ok(d4_3, status), if_ok(d4_4, status),),
        status,
    )


@batch_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n],),
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n],),
            status[n],
        ) = solve_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return psi_second, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-kappa*mean*psi_first + variance, 4, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - kappa*(mean * mean * mean)*psi_first + (mean * mean)*variance, 5, status)
    t_0 = (mean * mean * mean)
    t_1 = (mean * mean)
    t_2 = math.sqrt(K)/mean
    psi_second_value = psi_first*(-K*cov_col*cov_row - cov_col*t_1 - cov_row*t_1 - kappa*psi_first*t_0 + t_1*variance)/t_0
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_2
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_2
    mu_beta_mu_theta_value = mean/(K*kappa*psi_first)
    return (
        if_ok(psi_second_value, status),
        if_ok(sigma_theta_over_mu_theta_value, status),
        if_ok(sigma_beta_over_mu_beta_value, status),
        if_ok(mu_beta_mu_theta_value, status),
        status,
    )


@batch_kernel
def solve_at_k_batch(targets, out, status):
    """Apply solve_at_k to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            status[n],
        ) = solve_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
            targets[7, n],
        )
