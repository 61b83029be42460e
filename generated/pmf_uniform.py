"""pmf_uniform: Poisson factorization, Uniform priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 3bbe357524488b4a2147bffaa260dd661ca7d0eb9dbd40052eef26ce945a4755
record:    sha256 3bb9bc41f4e6d95d276f67b38523fa3237802c02191cb2fa5b2bdb50aa9b3c8f
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 9f61c14d91c2ceddb8ef1db313ab8ff8e1b03cbab5e2aec064a5630ee84ebf12
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='pmf_uniform',
          title='Poisson factorization, Uniform priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='low_theta',
                                    meaning='lower end of theta: smallest value = low_theta',
                                    is_size=False,
                                    domain='nonnegative',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='high_theta',
                                    meaning='upper end of theta: largest value = high_theta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='low_beta',
                                    meaning='lower end of beta: smallest value = low_beta',
                                    is_size=False,
                                    domain='nonnegative',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='high_beta',
                                    meaning='upper end of beta: largest value = high_beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
          requirements=('a positive uniform variable has a standard deviation of at most 0.577 '
                        'times its mean',
                        'low_theta is positive',
                        'a positive uniform variable has a standard deviation of at most 0.577 '
                        'times its mean',
                        'low_beta is positive',
                        'the numbers stay finite'),
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
    """Return low_theta, high_theta, low_beta, high_beta, and a status."""
    status = positive(-math.sqrt(3.0)*cv_theta*mean_theta + mean_theta, 1, OK)
    status = positive(-math.sqrt(3.0)*cv_theta*mean_theta + mean_theta, 2, status)
    status = positive(-math.sqrt(3.0)*cv_beta*mean_beta + mean_beta, 3, status)
    status = positive(-math.sqrt(3.0)*cv_beta*mean_beta + mean_beta, 4, status)
    t0 = math.sqrt(3.0)
    t1 = cv_theta*t0
    t2 = cv_beta*t0
    low_theta_value = mean_theta*(1.0 - t1)
    high_theta_value = mean_theta*(t1 + 1.0)
    low_beta_value = mean_beta*(1.0 - t2)
    high_beta_value = mean_beta*(t2 + 1.0)
    status = nonnegative(low_theta_value, 5, status)
    status = positive(high_theta_value, 5, status)
    status = nonnegative(low_beta_value, 5, status)
    status = positive(high_beta_value, 5, status)
    return (
        if_ok(low_theta_value, status),
        if_ok(high_theta_value, status),
        if_ok(low_beta_value, status),
        if_ok(high_beta_value, status),
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
def coordinates(low_theta, high_theta, low_beta, high_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = (0.5)*high_theta + (0.5)*low_theta
    t1 = (1.0 / 6.0)*math.sqrt(3.0)
    t2 = (0.5)*high_beta + (0.5)*low_beta
    mean_theta_value = t0
    cv_theta_value = t1*abs(high_theta - low_theta)/t0
    mean_beta_value = t2
    cv_beta_value = t1*abs(high_beta - low_beta)/t2
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
def moments(K, low_theta, high_theta, low_beta, high_beta):
    """Return mean, variance, rho_row, rho_col."""
    t0 = high_beta + low_beta
    t1 = high_theta + low_theta
    t2 = 36.0*high_beta
    t3 = 36.0*low_beta
    t4 = high_beta*low_beta
    t5 = high_theta*low_theta
    t6 = (high_theta * high_theta)
    t7 = 2.0*t4
    t8 = (low_theta * low_theta)
    t9 = (high_beta * high_beta)
    t10 = 2.0*t5
    t11 = (low_beta * low_beta)
    t12 = 7.0*t9
    t13 = 7.0*t11
    t14 = high_theta*t2 + high_theta*t3 + low_theta*t2 + low_theta*t3 - t10*t11 - t10*t9 + t12*t6 + t12*t8 + t13*t6 + t13*t8 - 20.0*t4*t5 - t6*t7 - t7*t8
    t15 = 3.0/t14
    mean_value = (1.0 / 4.0)*K*t0*t1
    variance_value = (1.0 / 144.0)*K*t14
    rho_row_value = (t0 * t0)*t15*((high_theta - low_theta) * (high_theta - low_theta))
    rho_col_value = (t1 * t1)*t15*((high_beta - low_beta) * (high_beta - low_beta))
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
def moments_jacobian(K, low_theta, high_theta, low_beta, high_beta):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, low_theta, high_theta, low_beta, high_beta."""
    t0 = high_theta + low_theta
    t1 = high_beta + low_beta
    t2 = (1.0 / 4.0)*t1
    t3 = K*t2
    t4 = (1.0 / 4.0)*K*t0
    t5 = 36.0*high_beta
    t6 = 36.0*low_beta
    t7 = high_beta*high_theta
    t8 = low_theta*t7
    t9 = (high_theta * high_theta)
    t10 = high_beta*t9
    t11 = 2.0*low_beta
    t12 = (low_theta * low_theta)
    t13 = high_beta*t12
    t14 = (high_beta * high_beta)
    t15 = high_theta*t14
    t16 = 2.0*low_theta
    t17 = (low_beta * low_beta)
    t18 = high_theta*t17
    t19 = 7.0*t14
    t20 = 7.0*t17
    t21 = high_theta*t5 + high_theta*t6 - 20.0*low_beta*t8 + low_theta*t5 + low_theta*t6 - t10*t11 - t11*t13 + t12*t19 + t12*t20 - t15*t16 - t16*t18 + t19*t9 + t20*t9
    t22 = 18.0*high_beta
    t23 = 18.0*low_beta
    t24 = 10.0*low_beta
    t25 = high_beta*low_theta
    t26 = -7.0*low_theta*t14 - 7.0*low_theta*t17 + t11*t25 + t15 + t18 - t22 - t23 + t24*t7
    t27 = (1.0 / 72.0)*K
    t28 = -low_theta*t14 - low_theta*t17 - t11*t7 + 7.0*t15 + 7.0*t18 + t22 + t23 - t24*t25
    t29 = 18.0*high_theta
    t30 = 18.0*low_theta
    t31 = high_theta*low_theta
    t32 = -7.0*low_beta*t12 - 7.0*low_beta*t9 + t10 + t11*t31 + t13 - t29 - t30 + 10.0*t8
    t33 = -low_beta*t12 - low_beta*t9 + 7.0*t10 + 7.0*t13 - t16*t7 - t24*t31 + t29 + t30
    t34 = high_theta - low_theta
    t35 = (t34 * t34)
    t36 = 1.0 / t21
    t37 = t26*t36
    t38 = 6.0*t36
    t39 = (t1 * t1)*t38
    t40 = -t28*t36
    t41 = t1*t36
    t42 = 6.0*t35*t41
    t43 = -t33
    t44 = high_beta - low_beta
    t45 = t36*(t44 * t44)
    t46 = 6.0*t0*t45
    t47 = (t0 * t0)
    t48 = t36*t44
    d0_0 = t0*t2
    d0_1 = t3
    d0_2 = t3
    d0_3 = t4
    d0_4 = t4
    d1_0 = (1.0 / 144.0)*t21
    d1_1 = -t26*t27
    d1_2 = t27*t28
    d1_3 = -t27*t32
    d1_4 = t27*t33
    d2_0 = 0.0
    d2_1 = t39*(-high_theta + low_theta + t35*t37)
    d2_2 = t34*t39*(t34*t40 + 1.0)
    d2_3 = t42*(t32*t41 + 1.0)
    d2_4 = t42*(t41*t43 + 1.0)
    d3_0 = 0.0
    d3_1 = t46*(t0*t37 + 1.0)
    d3_2 = t46*(t0*t40 + 1.0)
    d3_3 = t38*t47*(-high_beta + low_beta + t32*t45)
    d3_4 = 6.0*t47*t48*(t43*t48 + 1.0)
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
