"""cpmf_prior_any: Compound Poisson with any exponential dispersion model, any positive priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 60257964a0821debb63dc91fa3aa6123715355a6627a2510705ed04fc92eb4bd
record:    sha256 054417800168347bb4f08aa466ff585412ecb7199b21009f6a15a703f25bcabd
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 d8689c92ab095f6d43464c2f0bdf6f62f279329378386b7b4cd08234257cdbc4
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
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
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
          needs=('kappa', 'psi_first', 'psi_second'),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mu_theta', 'sigma_theta', 'mu_beta', 'sigma_beta'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
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
          identified_at_k=('sigma_theta/mu_theta', 'sigma_beta/mu_beta', 'mu_beta*mu_theta'),
          held_at_k=('mean', 'variance', 'rho_row/rho_col'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='psi_first*variance > mean*psi_second + '
                                         'kappa*mean*psi_first**2',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='variance*( - psi_first*rho_row - psi_first*rho_col + '
                                         'psi_first) > mean*psi_second + '
                                         'kappa*mean*psi_first**2',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='psi_first*variance > mean*psi_second + '
                                              'kappa*mean*psi_first**2',
                                         kind='overdispersion',
                                         targets=('mean', 'variance'))),
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
                    'sigma_beta': {'sigma_beta/mu_beta': 1.0, 'mu_beta*mu_theta': 1.0}},
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = mu_beta*mu_theta
    t1 = K*kappa
    t2 = kappa*(psi_first * psi_first)
    t3 = (sigma_theta * sigma_theta)*t2
    t4 = (mu_beta * mu_beta)*t3
    t5 = (sigma_beta * sigma_beta)
    t6 = (mu_theta * mu_theta)*t2*t5
    t7 = psi_second*t0 + t0*t2 + t3*t5 + t4 + t6
    t8 = 1.0 / t7
    mean_value = psi_first*t0*t1
    variance_value = t1*t7
    rho_row_value = t4*t8
    rho_col_value = t6*t8
    return (
        mean_value,
        variance_value,
        rho_row_value,
        rho_col_value,
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
    """Return the derivatives of mean, variance, rho_row, rho_col by K, mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second."""
    t0 = mu_beta*mu_theta
    t1 = psi_first*t0
    t2 = K*kappa
    t3 = psi_first*t2
    t4 = t0*t2
    t5 = mu_beta*psi_second
    t6 = (psi_first * psi_first)
    t7 = kappa*t6
    t8 = (mu_beta * mu_beta)
    t9 = (sigma_theta * sigma_theta)
    t10 = t8*t9
    t11 = t10*t7
    t12 = (mu_theta * mu_theta)
    t13 = (sigma_beta * sigma_beta)
    t14 = t12*t13
    t15 = t14*t7
    t16 = t13*t9
    t17 = mu_theta*t5 + t0*t7 + t11 + t15 + t16*t7
    t18 = mu_beta*t7
    t19 = mu_theta*t7
    t20 = t13*t19
    t21 = t18 + 2.0*t20 + t5
    t22 = (kappa * kappa)
    t23 = K*t22
    t24 = t23*t6
    t25 = t13 + t8
    t26 = 2.0*sigma_theta
    t27 = t25*t26
    t28 = t18*t9
    t29 = mu_theta*psi_second + t19 + 2.0*t28
    t30 = t12 + t9
    t31 = 2.0*sigma_beta
    t32 = t30*t31
    t33 = t0 + t10 + t14 + t16
    t34 = t33*t7
    t35 = 2.0*psi_first
    t36 = 1.0 / ((t17 * t17))
    t37 = 1.0 / t17
    t38 = t37*t7
    t39 = (psi_first * psi_first * psi_first * psi_first)*t22*t36
    t40 = t37*(-t34*t37 + 1.0)
    t41 = t40*t6
    t42 = kappa*t35*t40
    d0_0 = kappa*t1
    d0_1 = mu_beta*t3
    d0_2 = 0.0
    d0_3 = mu_theta*t3
    d0_4 = 0.0
    d0_5 = K*t1
    d0_6 = t4
    d0_7 = 0.0
    d1_0 = kappa*t17
    d1_1 = t2*t21
    d1_2 = t24*t27
    d1_3 = t2*t29
    d1_4 = t24*t32
    d1_5 = K*(t17 + t34)
    d1_6 = t23*t33*t35
    d1_7 = t4
    d2_0 = 0.0
    d2_1 = -t11*t21*t36
    d2_2 = t26*t38*t8*(-t25*t38*t9 + 1.0)
    d2_3 = t28*t37*(-mu_beta*t29*t37 + 2.0)
    d2_4 = -t10*t32*t39
    d2_5 = t10*t41
    d2_6 = t10*t42
    d2_7 = -(mu_beta * mu_beta * mu_beta)*t19*t36*t9
    d3_0 = 0.0
    d3_1 = t20*t37*(-mu_theta*t21*t37 + 2.0)
    d3_2 = -t14*t27*t39
    d3_3 = -t15*t29*t36
    d3_4 = t12*t31*t38*(-t13*t30*t38 + 1.0)
    d3_5 = t14*t41
    d3_6 = t14*t42
    d3_7 = -(mu_theta * mu_theta * mu_theta)*t13*t18*t36
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6, d0_7,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6, d1_7,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6, d2_7,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6, d3_7,),
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
def conditions(mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = kappa*mean*(psi_first * psi_first) + mean*psi_second - psi_first*variance
    t1 = psi_first*variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -rho_col - rho_row + 1.0
    margin_5_value = -t0
    margin_6_value = -rho_col*t1 - rho_row*t1 - t0
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -kappa*mean*(psi_first * psi_first) - mean*psi_second + psi_first*variance
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
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
def solve(mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + psi_first*variance, 5, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + variance*(-psi_first*rho_col - psi_first*rho_row + psi_first), 6, status)
    t_0 = (variance * variance)
    t_1 = -kappa*mean*(psi_first * psi_first) - mean*psi_second + variance*(-psi_first*rho_col - psi_first*rho_row + psi_first)
    t_2 = math.sqrt(t_1)/(math.sqrt(psi_first)*math.sqrt(variance))
    K_value = (mean * mean)*t_1/(psi_first*rho_col*rho_row*t_0)
    sigma_theta_over_mu_theta_value = t_2/math.sqrt(rho_col)
    sigma_beta_over_mu_beta_value = t_2/math.sqrt(rho_row)
    mu_beta_mu_theta_value = rho_col*rho_row*t_0/(kappa*mean*t_1)
    return (
        if_ok(K_value, status),
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
def solve_jacobian(mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return the derivatives of K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + psi_first*variance, 5, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + variance*(-psi_first*rho_col - psi_first*rho_row + psi_first), 6, status)
    t_0 = 1.0 / psi_first
    t_1 = 1.0 / rho_col
    t_2 = 1.0 / rho_row
    t_3 = (variance * variance)
    t_4 = 1.0 / t_3
    t_5 = mean*psi_second
    t_6 = kappa*(psi_first * psi_first)
    t_7 = mean*t_6
    t_8 = psi_second + t_6
    t_9 = rho_col + rho_row - 1.0
    t_10 = -t_9
    t_11 = 1.0 / variance
    t_12 = psi_first*t_10*variance - t_5 - t_7
    t_13 = t_0*t_11*t_12
    t_14 = (mean * mean)*t_1*t_2
    t_15 = t_11*t_14
    t_16 = (0.5)/math.sqrt(rho_col)
    t_17 = math.sqrt(t_12)
    t_18 = 1.0 / t_17
    t_19 = math.sqrt(psi_first)
    t_20 = 1.0 / t_19
    t_21 = math.sqrt(variance)
    t_22 = 1.0 / t_21
    t_23 = t_18*t_20*t_22*t_8
    t_24 = t_17*t_20
    t_25 = t_18*t_19
    t_26 = t_22*(t_10*t_25 - t_11*t_24)
    t_27 = t_21*t_25
    t_28 = t_22*t_24
    t_29 = (0.5)/math.sqrt(rho_row)
    t_30 = 1.0 / mean
    t_31 = 1.0 / t_12
    t_32 = 1.0 / kappa
    t_33 = t_3*t_30*t_31*t_32
    t_34 = rho_col*t_33
    t_35 = psi_first*t_31*variance
    d0_0 = mean*t_0*t_1*t_2*t_4*(-mean*t_8 + 2.0*psi_first*t_10*variance - 2.0*t_5 - 2.0*t_7)
    d0_1 = t_14*t_4*(-2.0*t_13 - t_9)
    d0_2 = -t_15*(t_13*t_2 + 1.0)
    d0_3 = -t_15*(t_1*t_13 + 1.0)
    d1_0 = -t_16*t_23
    d1_1 = t_16*t_26
    d1_2 = -t_16*t_27
    d1_3 = -t_16*(t_1*t_28 + t_27)
    d2_0 = -t_23*t_29
    d2_1 = t_26*t_29
    d2_2 = -t_29*(t_2*t_28 + t_27)
    d2_3 = -t_27*t_29
    d3_0 = rho_row*t_34*(-t_30 + t_31*t_8)
    d3_1 = rho_col*rho_row*t_30*t_31*t_32*variance*(t_35*t_9 + 2.0)
    d3_2 = t_34*(rho_row*t_35 + 1.0)
    d3_3 = rho_row*t_33*(rho_col*t_35 + 1.0)
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status),),
        status,
    )


@batch_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n],),
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
def solve_at_k(K, mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + psi_first*variance, 4, status)
    t_0 = mean*psi_second
    t_1 = kappa*mean*(psi_first * psi_first)
    t_2 = mean*(psi_first * psi_first * psi_first)
    t_3 = rho_col*rho_row
    t_4 = 4.0*K*t_3
    t_5 = (mean * mean)*psi_first
    t_6 = math.sqrt(2.0)*math.sqrt(K)*psi_first*math.sqrt(psi_first*variance - t_0 - t_1)/(math.sqrt(mean)*math.sqrt(math.pow(psi_first, 5.0 / 2.0)*math.sqrt(psi_first*t_4*variance + (rho_col * rho_col)*t_5 + (rho_row * rho_row)*t_5 - t_0*t_4 - t_1*t_4 + 2.0*t_3*t_5) + rho_col*t_2 + rho_row*t_2))
    sigma_theta_over_mu_theta_value = math.sqrt(rho_row)*t_6
    sigma_beta_over_mu_beta_value = math.sqrt(rho_col)*t_6
    mu_beta_mu_theta_value = mean/(K*kappa*psi_first)
    return (
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
