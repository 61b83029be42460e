"""gmf_prior_observation: any observations, any positive priors F(mean, variance).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1e18a2144509bc79899a494b77db69a158ea473b95ab62b5522e889890da8ba5
record:    sha256 d90ec32e4d308c5e242db33ba7eb78503aa4a04bad53a09e6a5736739cd7ee56
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 ef66128962091a80da20afdd85515078d9ad5ce14f63d38acc3d7474c364dd57
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

SPEC = ModelSpec(name='gmf_prior_observation',
          title='any observations, any positive priors F(mean, variance)',
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
                      ParameterSpec(name='variance_Y',
                                    meaning='variance of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mu_theta', 'sigma_theta', 'mu_beta', 'sigma_beta', 'variance_Y'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='variance_Y',
                                     exponents={'variance_Y': 1},
                                     meaning='variance of Y'),
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
          identified_at_k=('variance_Y',
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
                      ConditionSpec(text='variance > cycle*mean**2/(cov_col*cov_row) + cov_row '
                                         '+ cov_col',
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
                           ConditionSpec(text='mean**2*variance > cov_row*mean**2 + '
                                              'cov_col*mean**2 + K*cov_col*cov_row',
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
                    'variance_Y': {'variance_Y': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mu_theta', 'sigma_theta', 'mu_beta', 'sigma_beta', 'variance_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y):
    """Return the means of theta and beta."""
    theta_value = mu_theta
    beta_value = mu_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y):
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = (sigma_beta * sigma_beta)
    t3 = K*(mu_theta * mu_theta)*t2
    mean_value = K*mu_beta*mu_theta
    cov_row_value = t1
    cov_col_value = t3
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = t0*t2 + t1 + t3 + variance_Y
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
        )


@kernel
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y."""
    t0 = K*mu_beta
    t1 = K*mu_theta
    t2 = (mu_beta * mu_beta)
    t3 = (sigma_theta * sigma_theta)
    t4 = t2*t3
    t5 = 2.0*K
    t6 = sigma_theta*t5
    t7 = 2.0*t0*t3
    t8 = (mu_theta * mu_theta)
    t9 = (sigma_beta * sigma_beta)
    t10 = t8*t9
    t11 = 2.0*t1*t9
    t12 = sigma_beta*t5
    t13 = (sigma_beta * sigma_beta * sigma_beta * sigma_beta)
    t14 = (sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    t15 = 4.0*K
    d0_0 = mu_beta*mu_theta
    d0_1 = t0
    d0_2 = 0.0
    d0_3 = t1
    d0_4 = 0.0
    d0_5 = 0.0
    d1_0 = t4
    d1_1 = 0.0
    d1_2 = t2*t6
    d1_3 = t7
    d1_4 = 0.0
    d1_5 = 0.0
    d2_0 = t10
    d2_1 = t11
    d2_2 = 0.0
    d2_3 = 0.0
    d2_4 = t12*t8
    d2_5 = 0.0
    d3_0 = t13*t14
    d3_1 = 0.0
    d3_2 = (sigma_theta * sigma_theta * sigma_theta)*t13*t15
    d3_3 = 0.0
    d3_4 = (sigma_beta * sigma_beta * sigma_beta)*t14*t15
    d3_5 = 0.0
    d4_0 = t10 + t3*t9 + t4
    d4_1 = t11
    d4_2 = t6*(t2 + t9)
    d4_3 = t7
    d4_4 = t12*(t3 + t8)
    d4_5 = 1.0
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5,),
        (d4_0, d4_1, d4_2, d4_3, d4_4, d4_5,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n], out[0, 5, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n], out[1, 5, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n], out[2, 5, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n], out[3, 5, n],),
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n], out[4, 5, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
        )


@kernel
def conditions(mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)
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
        )


@kernel
def conditions_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = (mean * mean)
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = -K*cov_col*cov_row - cov_col*t0 - cov_row*t0 + t0*variance
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
        )


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, variance_Y, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = 1.0 / cov_col
    t_3 = 1.0 / cov_row
    t_4 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    variance_Y_value = t_2*t_3*(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    sigma_theta_over_mu_theta_value = t_2*t_4/math.sqrt(cov_row)
    sigma_beta_over_mu_beta_value = t_3*t_4/math.sqrt(cov_col)
    mu_beta_mu_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (
        if_ok(K_value, status),
        if_ok(variance_Y_value, status),
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
        )


@kernel
def solve_jacobian(mean, cov_row, cov_col, cycle, variance):
    """Return the derivatives of K, variance_Y, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle
    t_8 = t_6*t_7
    t_9 = 1.0 / cov_row
    t_10 = 1.0 / cov_col
    t_11 = t_10*t_9
    t_12 = 2.0*cov_row
    t_13 = cov_col*t_3
    t_14 = (mean * mean)
    t_15 = t_11*(cov_col*cov_row*variance - cov_row*t_1 - cycle*t_14 - t_13) - variance
    t_16 = math.pow(cov_row, -1.0 / 2.0)
    t_17 = math.sqrt(cycle)
    t_18 = t_16*t_17
    t_19 = (0.5)*mean
    t_20 = t_10*t_19
    t_21 = 1.0 / t_17
    t_22 = math.pow(cov_col, -1.0 / 2.0)
    t_23 = t_17*t_22
    t_24 = t_19*t_9
    t_25 = 1.0 / cycle
    t_26 = t_1*t_3
    t_27 = 1.0 / t_0
    t_28 = t_25*t_27
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_8/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_8/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = -mean*t_11*t_7
    d1_1 = t_9*(-cov_col - t_12 - t_15)
    d1_2 = t_10*(-2.0*cov_col - cov_row - t_15)
    d1_3 = -t_11*t_14
    d1_4 = 1.0
    d2_0 = t_10*t_18
    d2_1 = -t_17*t_20/math.pow(cov_row, 3.0 / 2.0)
    d2_2 = -mean*t_18*t_2
    d2_3 = t_16*t_20*t_21
    d2_4 = 0.0
    d3_0 = t_23*t_9
    d3_1 = -mean*t_23*t_4
    d3_2 = -t_17*t_24/math.pow(cov_col, 3.0 / 2.0)
    d3_3 = t_21*t_22*t_24
    d3_4 = 0.0
    d4_0 = -3.0*t_25*t_26/t_6
    d4_1 = t_1*t_12*t_28
    d4_2 = 2.0*t_13*t_28
    d4_3 = -t_26*t_27/(cycle * cycle)
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
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return variance_Y, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = (mean * mean)
    t_1 = math.sqrt(K)/mean
    variance_Y_value = (-K*cov_col*cov_row - cov_col*t_0 - cov_row*t_0 + t_0*variance)/t_0
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_1
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_1
    mu_beta_mu_theta_value = mean/K
    return (
        if_ok(variance_Y_value, status),
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
        )
