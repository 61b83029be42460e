"""pmf_lognormal: Poisson factorization, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 39308a5a7ad1132a499f59490f82a137412e471e76676b5bac261e6a072d3da6
record:    sha256 cd17545acd555b332651cdfbc8e0296edc6fc2ac4b6c9551d0baf94a8c200fd2
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 06886f0d563faab9c2cc248f7b46dbf57bc82092ebbef9a68f837aae7123b2b4
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='pmf_lognormal',
          title='Poisson factorization, Log-Normal priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='mu_theta',
                                    meaning='mean of the logarithm of theta: median = '
                                            'exp(mu_theta)',
                                    is_size=False,
                                    domain='real',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='sigma_theta',
                                    meaning='standard deviation of the logarithm of theta: '
                                            'standard deviation / mean = '
                                            'sqrt(exp(sigma_theta^2) - 1)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='mu_beta',
                                    meaning='mean of the logarithm of beta: median = '
                                            'exp(mu_beta)',
                                    is_size=False,
                                    domain='real',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='sigma_beta',
                                    meaning='standard deviation of the logarithm of beta: '
                                            'standard deviation / mean = '
                                            'sqrt(exp(sigma_beta^2) - 1)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
          requirements=('the numbers stay finite',),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='cv_theta',
                                     exponents={'cv_theta': 1},
                                     meaning='standard deviation / mean of theta'),
                      IdentifiedSpec(name='cv_beta',
                                     exponents={'cv_beta': 1},
                                     meaning='standard deviation / mean of beta'),
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('cv_theta', 'cv_beta', 'mean_beta*mean_theta'),
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
          symmetries=(SymmetrySpec(weights={'mean_theta': 1, 'mean_beta': -1},
                                   prior_degrees={'theta': 1, 'beta': -1},
                                   anchor='mean_theta',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'mean_theta': {},
                    'cv_theta': {'cv_theta': 1.0},
                    'mean_beta': {'mean_beta*mean_theta': 1.0},
                    'cv_beta': {'cv_beta': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return mu_theta, sigma_theta, mu_beta, sigma_beta, and a status."""
    t0 = math.log((cv_theta * cv_theta) + 1.0)
    t1 = math.log((cv_beta * cv_beta) + 1.0)
    mu_theta_value = -0.5*t0 + math.log(mean_theta)
    sigma_theta_value = math.sqrt(t0)
    mu_beta_value = -0.5*t1 + math.log(mean_beta)
    sigma_beta_value = math.sqrt(t1)
    status = real(mu_theta_value, 1, OK)
    status = positive(sigma_theta_value, 1, status)
    status = real(mu_beta_value, 1, status)
    status = positive(sigma_beta_value, 1, status)
    return (
        if_ok(mu_theta_value, status),
        if_ok(sigma_theta_value, status),
        if_ok(mu_beta_value, status),
        if_ok(sigma_beta_value, status),
        status,
    )


@batch_kernel
def hyperparameters_batch(points, out, status):
    """Apply hyperparameters to each column of points, into the columns of out."""
    for n in prange(points.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            status[n],
        ) = hyperparameters(
            points[0, n],
            points[1, n],
            points[2, n],
            points[3, n],
        )


@kernel
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = (sigma_theta * sigma_theta)
    t1 = mu_theta + (0.5)*t0
    t2 = math.exp(t1)
    t3 = (sigma_beta * sigma_beta)
    t4 = mu_beta + (0.5)*t3
    t5 = math.exp(t4)
    mean_theta_value = t2
    cv_theta_value = t2*math.sqrt(math.exp(t0) - 1.0)*math.exp(-t1)
    mean_beta_value = t5
    cv_beta_value = t5*math.sqrt(math.exp(t3) - 1.0)*math.exp(-t4)
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
    )


@batch_kernel
def coordinates_batch(parameters, out):
    """Apply coordinates to each column of parameters, into the columns of out."""
    for n in prange(parameters.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
        ) = coordinates(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
        )


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean, variance, rho_row, rho_col."""
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp((0.5)*t0)*math.exp((0.5)*t1)
    t3 = math.exp(mu_beta)*math.exp(mu_theta)
    t4 = K*t3
    t5 = math.exp(t0)
    t6 = math.exp(t1)
    t7 = t3*t5*t6
    t8 = t2 + t3*math.exp(2.0*t0)*math.exp(2.0*t1) - t7
    t9 = t7/t8
    mean_value = t2*t4
    variance_value = t4*t8
    rho_row_value = t9*(t6 - 1.0)
    rho_col_value = t9*(t5 - 1.0)
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
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp((0.5)*t0)*math.exp((0.5)*t1)
    t3 = math.exp(mu_beta)*math.exp(mu_theta)
    t4 = t2*t3
    t5 = K*t4
    t6 = math.exp(t0)
    t7 = math.exp(t1)
    t8 = t6*t7
    t9 = t3*t8
    t10 = t3*math.exp(2.0*t0)*math.exp(2.0*t1)
    t11 = t10 + t2 - t9
    t12 = t8 - 1.0
    t13 = K*t3
    t14 = t13*(t11 + t12*t9)
    t15 = 4.0*t10 + t2 - 2.0*t9
    t16 = t13*t15
    t17 = t7 - 1.0
    t18 = 1.0 / t11
    t19 = t18*t9
    t20 = t19*(-t12*t19 + 1.0)
    t21 = t17*t20
    t22 = -t15*t18
    t23 = sigma_theta*t19
    t24 = t22 + 2.0
    t25 = sigma_beta*t19
    t26 = t6 - 1.0
    t27 = t20*t26
    d0_0 = t4
    d0_1 = t5
    d0_2 = sigma_theta*t5
    d0_3 = t5
    d0_4 = sigma_beta*t5
    d1_0 = t11*t3
    d1_1 = t14
    d1_2 = sigma_theta*t16
    d1_3 = t14
    d1_4 = sigma_beta*t16
    d2_0 = 0.0
    d2_1 = t21
    d2_2 = t23*(t17*t22 + 4.0*t7 - 2.0)
    d2_3 = t21
    d2_4 = t17*t24*t25
    d3_0 = 0.0
    d3_1 = t27
    d3_2 = t23*t24*t26
    d3_3 = t27
    d3_4 = t25*(t22*t26 + 4.0*t6 - 2.0)
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
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
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
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(mean_beta_mean_theta_value, status),
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
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
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
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(mean_beta_mean_theta_value, status),
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
