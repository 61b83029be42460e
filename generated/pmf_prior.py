"""pmf_prior: Poisson factorization, any positive priors F(mean, variance).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 ee4fdccc6e555aedb8cb0128e8f6d69398c1fb996f95557502e643f28beabc51
record:    sha256 9ee591efe86091d2df1764d3eac949ec77a34504cfeecc26369bb06ea382fb7f
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 224c97ce0851525735d19d57f9bd717287cc42d60b14b18f162ec3af96bf5304
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

SPEC = ModelSpec(name='pmf_prior',
          title='Poisson factorization, any positive priors F(mean, variance)',
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
                                    integer=False)),
          needs=(),
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
                      ConditionSpec(text='variance > mean',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > mean',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > mean',
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
          priors_depend_on=('mu_theta', 'sigma_theta', 'mu_beta', 'sigma_beta'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return the means of theta and beta."""
    theta_value = mu_theta
    beta_value = mu_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean, variance, rho_row, rho_col."""
    t0 = mu_beta*mu_theta
    t1 = (sigma_theta * sigma_theta)
    t2 = (mu_beta * mu_beta)*t1
    t3 = (sigma_beta * sigma_beta)
    t4 = (mu_theta * mu_theta)*t3
    t5 = t0 + t1*t3 + t2 + t4
    t6 = 1.0 / t5
    mean_value = K*t0
    variance_value = K*t5
    rho_row_value = t2*t6
    rho_col_value = t4*t6
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
        )


@kernel
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, mu_theta, sigma_theta, mu_beta, sigma_beta."""
    t0 = mu_beta*mu_theta
    t1 = (mu_beta * mu_beta)
    t2 = (sigma_theta * sigma_theta)
    t3 = t1*t2
    t4 = (mu_theta * mu_theta)
    t5 = (sigma_beta * sigma_beta)
    t6 = t4*t5
    t7 = t0 + t2*t5 + t3 + t6
    t8 = mu_theta*t5
    t9 = mu_beta + 2.0*t8
    t10 = 2.0*K
    t11 = t1 + t5
    t12 = sigma_theta*t11
    t13 = mu_beta*t2
    t14 = mu_theta + 2.0*t13
    t15 = t2 + t4
    t16 = sigma_beta*t15
    t17 = 1.0 / ((t7 * t7))
    t18 = t17*t3
    t19 = 1.0 / t7
    t20 = 2.0*t19
    t21 = t17*t6
    d0_0 = t0
    d0_1 = K*mu_beta
    d0_2 = 0.0
    d0_3 = K*mu_theta
    d0_4 = 0.0
    d1_0 = t7
    d1_1 = K*t9
    d1_2 = t10*t12
    d1_3 = K*t14
    d1_4 = t10*t16
    d2_0 = 0.0
    d2_1 = -t18*t9
    d2_2 = sigma_theta*t1*t20*(-t11*t19*t2 + 1.0)
    d2_3 = t13*t19*(-mu_beta*t14*t19 + 2.0)
    d2_4 = -2.0*t16*t18
    d3_0 = 0.0
    d3_1 = t19*t8*(-mu_theta*t19*t9 + 2.0)
    d3_2 = -2.0*t12*t21
    d3_3 = -t14*t21
    d3_4 = sigma_beta*t20*t4*(-t15*t19*t5 + 1.0)
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4,),
        (d1_0, d1_1, d1_2, d1_3, d1_4,),
        (d2_0, d2_1, d2_2, d2_3, d2_4,),
        (d3_0, d3_1, d3_2, d3_3, d3_4,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )


@kernel
def conditions(mean, variance, rho_row, rho_col):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = mean - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col - rho_row + 1.0
    margin_6_value = -rho_col*variance - rho_row*variance - t0
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
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -mean + variance
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
        )


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = (variance * variance)
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
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
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col):
    """Return the derivatives of K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = rho_col + rho_row - 1.0
    t_1 = -t_0
    t_2 = (variance * variance)
    t_3 = 1.0 / rho_row
    t_4 = 1.0 / rho_col
    t_5 = t_3*t_4
    t_6 = t_5/t_2
    t_7 = (mean * mean)
    t_8 = 1.0 / variance
    t_9 = -mean + t_1*variance
    t_10 = t_8*t_9
    t_11 = t_5*t_7*t_8
    t_12 = math.sqrt(t_9)
    t_13 = 1.0 / t_12
    t_14 = math.sqrt(variance)
    t_15 = 1.0 / t_14
    t_16 = (0.5)/math.sqrt(rho_col)
    t_17 = t_15*t_16
    t_18 = t_1*t_13 - t_12*t_8
    t_19 = t_13*t_14
    t_20 = t_12*t_15
    t_21 = (0.5)/math.sqrt(rho_row)
    t_22 = t_15*t_21
    t_23 = 1.0 / mean
    t_24 = 1.0 / t_9
    t_25 = rho_col*t_23
    t_26 = t_2*t_24
    t_27 = t_25*t_26
    t_28 = t_24*variance
    t_29 = rho_row*t_28
    d0_0 = mean*t_6*(-3.0*mean + 2.0*t_1*variance)
    d0_1 = t_6*t_7*(-t_0 - 2.0*t_10)
    d0_2 = -t_11*(t_10*t_3 + 1.0)
    d0_3 = -t_11*(t_10*t_4 + 1.0)
    d1_0 = -t_13*t_17
    d1_1 = t_17*t_18
    d1_2 = -t_16*t_19
    d1_3 = -t_16*(t_19 + t_20*t_4)
    d2_0 = -t_13*t_22
    d2_1 = t_18*t_22
    d2_2 = -t_21*(t_19 + t_20*t_3)
    d2_3 = -t_19*t_21
    d3_0 = rho_row*t_27*(-t_23 + t_24)
    d3_1 = t_25*t_29*(t_0*t_28 + 2.0)
    d3_2 = t_27*(t_29 + 1.0)
    d3_3 = rho_row*t_23*t_26*(rho_col*t_28 + 1.0)
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
        )


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
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
        )
