"""gmf_prior_observation: any observations, any positive priors F(mean, variance).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1e18a2144509bc79899a494b77db69a158ea473b95ab62b5522e889890da8ba5
record:    sha256 d90ec32e4d308c5e242db33ba7eb78503aa4a04bad53a09e6a5736739cd7ee56
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 611a0dde2c6543e64e69dd7b6389c6c8aaa6a49ce913d89282c193f6e45c67ba
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
                      ParameterSpec(name='variance_Y',
                                    meaning='variance of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('variance_Y',),
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
                      ConditionSpec(text='variance > variance_Y',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > variance_Y',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > variance_Y',
                                         kind='other',
                                         targets=('variance',))),
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = (sigma_beta * sigma_beta)
    t3 = K*(mu_theta * mu_theta)*t2
    t4 = t0*t2 + t1 + t3 + variance_Y
    t5 = 1.0 / t4
    mean_value = K*mu_beta*mu_theta
    variance_value = t4
    rho_row_value = t1*t5
    rho_col_value = t3*t5
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
        )


@kernel
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y."""
    t0 = K*mu_beta
    t1 = K*mu_theta
    t2 = (mu_beta * mu_beta)
    t3 = (sigma_theta * sigma_theta)
    t4 = t2*t3
    t5 = (mu_theta * mu_theta)
    t6 = (sigma_beta * sigma_beta)
    t7 = t5*t6
    t8 = t3*t6
    t9 = t4 + t7 + t8
    t10 = 2.0*t6
    t11 = t1*t10
    t12 = 2.0*K
    t13 = t2 + t6
    t14 = sigma_theta*t13
    t15 = 2.0*t3
    t16 = t0*t15
    t17 = t3 + t5
    t18 = sigma_beta*t17
    t19 = K*t4
    t20 = K*t7
    t21 = K*t8 + t19 + t20 + variance_Y
    t22 = 1.0 / t21
    t23 = K*t22
    t24 = t22*(-t23*t9 + 1.0)
    t25 = 1.0 / ((t21 * t21))
    t26 = (K * K)*t25
    t27 = t26*t4
    t28 = 2.0*t23
    t29 = t26*t7
    d0_0 = mu_beta*mu_theta
    d0_1 = t0
    d0_2 = 0.0
    d0_3 = t1
    d0_4 = 0.0
    d0_5 = 0.0
    d1_0 = t9
    d1_1 = t11
    d1_2 = t12*t14
    d1_3 = t16
    d1_4 = t12*t18
    d1_5 = 1.0
    d2_0 = t24*t4
    d2_1 = -mu_theta*t10*t27
    d2_2 = sigma_theta*t2*t28*(-t13*t23*t3 + 1.0)
    d2_3 = t16*t22*(-t19*t22 + 1.0)
    d2_4 = -2.0*t18*t27
    d2_5 = -t19*t25
    d3_0 = t24*t7
    d3_1 = t11*t22*(-t20*t22 + 1.0)
    d3_2 = -2.0*t14*t29
    d3_3 = -mu_beta*t15*t29
    d3_4 = sigma_beta*t28*t5*(-t17*t23*t6 + 1.0)
    d3_5 = -t20*t25
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5,),
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
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
        )


@kernel
def conditions(mean, variance, rho_row, rho_col, variance_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = variance - variance_Y
    margin_5_value = -rho_col*variance - rho_row*variance + variance - variance_Y
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
        margin_5_value,
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
        ) = conditions(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col, variance_Y):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = variance - variance_Y
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
def solve(mean, variance, rho_row, rho_col, variance_Y):
    """Return K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(variance - variance_Y, 4, status)
    status = positive(variance*(-rho_col - rho_row + 1.0) - variance_Y, 5, status)
    t_0 = (variance * variance)
    t_1 = variance*(-rho_col - rho_row + 1.0) - variance_Y
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    sigma_theta_over_mu_theta_value = t_2/math.sqrt(rho_col)
    sigma_beta_over_mu_beta_value = t_2/math.sqrt(rho_row)
    mu_beta_mu_theta_value = rho_col*rho_row*t_0/(mean*t_1)
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
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, variance_Y):
    """Return the derivatives of K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(variance - variance_Y, 4, status)
    status = positive(variance*(-rho_col - rho_row + 1.0) - variance_Y, 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -t_4
    t_6 = t_5*variance - variance_Y
    t_7 = 1.0 / variance
    t_8 = t_6*t_7
    t_9 = (mean * mean)
    t_10 = t_0*t_1*t_9
    t_11 = t_10*t_7
    t_12 = (0.5)/math.sqrt(rho_col)
    t_13 = math.sqrt(variance)
    t_14 = 1.0 / t_13
    t_15 = math.sqrt(t_6)
    t_16 = 1.0 / t_15
    t_17 = t_14*(-t_15*t_7 + t_16*t_5)
    t_18 = t_13*t_16
    t_19 = t_14*t_15
    t_20 = (0.5)/math.sqrt(rho_row)
    t_21 = 1.0 / t_6
    t_22 = rho_col*t_2*t_21
    t_23 = 1.0 / mean
    t_24 = t_21*variance
    t_25 = rho_row*t_24
    d0_0 = 2.0*mean*t_0*t_1*t_3*t_6
    d0_1 = t_10*t_3*(-t_4 - 2.0*t_8)
    d0_2 = -t_11*(t_1*t_8 + 1.0)
    d0_3 = -t_11*(t_0*t_8 + 1.0)
    d1_0 = 0.0
    d1_1 = t_12*t_17
    d1_2 = -t_12*t_18
    d1_3 = -t_12*(t_0*t_19 + t_18)
    d2_0 = 0.0
    d2_1 = t_17*t_20
    d2_2 = -t_20*(t_1*t_19 + t_18)
    d2_3 = -t_18*t_20
    d3_0 = -rho_row*t_22/t_9
    d3_1 = rho_col*t_23*t_25*(t_24*t_4 + 2.0)
    d3_2 = t_22*t_23*(t_25 + 1.0)
    d3_3 = rho_row*t_2*t_21*t_23*(rho_col*t_24 + 1.0)
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
        )


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, variance_Y):
    """Return sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(variance - variance_Y, 4, status)
    t_0 = variance - variance_Y
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    sigma_theta_over_mu_theta_value = math.sqrt(rho_row)*t_3
    sigma_beta_over_mu_beta_value = math.sqrt(rho_col)*t_3
    mu_beta_mu_theta_value = mean/K
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
        )
