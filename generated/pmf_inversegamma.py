"""pmf_inversegamma: Poisson factorization, Inverse-Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a7e3527d59a04849b938e035e4ce40b38b04291bc4ca8c508b0005d605a551b1
record:    sha256 3e1474c99eb578ab41b82649dcafe4d6d3203d084c7e1c5df7132eb18f45a1ab
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 0e40189e563b57acdd0862b2b2e09c7416566ceea0b79c7cf6363ecdbf8f117b
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

SPEC = ModelSpec(name='pmf_inversegamma',
          title='Poisson factorization, Inverse-Gamma priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='shape_theta',
                                    meaning='shape of theta: standard deviation / mean = '
                                            '1/sqrt(shape_theta - 2)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='scale_theta',
                                    meaning='scale of theta: mean = scale / (shape - 1)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='shape_beta',
                                    meaning='shape of beta: standard deviation / mean = '
                                            '1/sqrt(shape_beta - 2)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='scale_beta',
                                    meaning='scale of beta: mean = scale / (shape - 1)',
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
    """Return shape_theta, scale_theta, shape_beta, scale_beta, and a status."""
    t0 = 1.0 / ((cv_theta * cv_theta))
    t1 = 1.0 / ((cv_beta * cv_beta))
    shape_theta_value = t0 + 2.0
    scale_theta_value = mean_theta*t0 + mean_theta
    shape_beta_value = t1 + 2.0
    scale_beta_value = mean_beta*t1 + mean_beta
    status = positive(shape_theta_value, 1, OK)
    status = positive(scale_theta_value, 1, status)
    status = positive(shape_beta_value, 1, status)
    status = positive(scale_beta_value, 1, status)
    return (
        if_ok(shape_theta_value, status),
        if_ok(scale_theta_value, status),
        if_ok(shape_beta_value, status),
        if_ok(scale_beta_value, status),
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
def coordinates(shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = shape_theta - 1.0
    t1 = shape_beta - 1.0
    mean_theta_value = scale_theta/t0
    cv_theta_value = t0*math.sqrt(1.0/((t0 * t0)*(shape_theta - 2.0)))
    mean_beta_value = scale_beta/t1
    cv_beta_value = t1*math.sqrt(1.0/((t1 * t1)*(shape_beta - 2.0)))
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
def moments(K, shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean, variance, rho_row, rho_col."""
    t0 = shape_beta - 1.0
    t1 = shape_theta - 1.0
    t2 = scale_beta*scale_theta
    t3 = K*t2
    t4 = shape_beta - 2.0
    t5 = shape_theta - 2.0
    t6 = (shape_beta * shape_beta)
    t7 = (shape_theta * shape_theta)
    t8 = 9.0*shape_beta*shape_theta + shape_beta*t2 - 3.0*shape_beta*t7 - 6.0*shape_beta + shape_theta*t2 - 3.0*shape_theta*t6 - 6.0*shape_theta - 3.0*t2 + t6*t7 + 2.0*t6 + 2.0*t7 + 4.0
    t9 = t2/t8
    mean_value = t3/(t0*t1)
    variance_value = t3*t8/((t0 * t0)*(t1 * t1)*t4*t5)
    rho_row_value = t4*t9
    rho_col_value = t5*t9
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
def moments_jacobian(K, shape_theta, scale_theta, shape_beta, scale_beta):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, shape_theta, scale_theta, shape_beta, scale_beta."""
    t0 = scale_beta*scale_theta
    t1 = shape_theta - 1.0
    t2 = 1.0 / t1
    t3 = shape_beta - 1.0
    t4 = 1.0 / t3
    t5 = t2*t4
    t6 = 1.0 / ((t1 * t1))
    t7 = K*t0
    t8 = t6*t7
    t9 = K*t5
    t10 = 1.0 / ((t3 * t3))
    t11 = shape_theta - 2.0
    t12 = 1.0 / t11
    t13 = 6.0*shape_beta
    t14 = 9.0*shape_beta
    t15 = (shape_beta * shape_beta)
    t16 = 2.0*t15
    t17 = (shape_theta * shape_theta)
    t18 = 2.0*t17
    t19 = 3.0*t17
    t20 = 3.0*t15
    t21 = shape_beta*t0 - shape_beta*t19 + shape_theta*t0 + shape_theta*t14 - shape_theta*t20 - 6.0*shape_theta - 3.0*t0 - t13 + t15*t17 + t16 + t18 + 4.0
    t22 = t12*t21
    t23 = shape_beta - 2.0
    t24 = 1.0 / t23
    t25 = t10*t24
    t26 = t25*t6
    t27 = 4.0*shape_theta
    t28 = shape_theta*t16
    t29 = 2.0*t21
    t30 = shape_theta*t13
    t31 = -t0 + t30 + 6.0
    t32 = t12*t25*t8
    t33 = shape_beta + shape_theta - 3.0
    t34 = K*t12*t26*(t0*t33 + t21)
    t35 = 9.0*shape_theta
    t36 = 4.0*shape_beta
    t37 = shape_beta*t18
    t38 = t0 - t30 - 6.0
    t39 = -t14 + t20 - t27 - t28 - t38
    t40 = t0/(t21 * t21)
    t41 = 1.0 / t21
    t42 = t0*t41
    t43 = -t33*t42 + 1.0
    t44 = t23*t41
    t45 = t43*t44
    t46 = t19 - t35 - t36 - t37 - t38
    t47 = t11*t41
    t48 = t43*t47
    d0_0 = t0*t5
    d0_1 = -t4*t8
    d0_2 = scale_beta*t9
    d0_3 = -t10*t2*t7
    d0_4 = scale_theta*t9
    d1_0 = t0*t22*t26
    d1_1 = t32*(t14 - t2*t29 - t20 - t22 + t27 + t28 - t31)
    d1_2 = scale_beta*t34
    d1_3 = t32*(-t19 - t21*t24 - t29*t4 - t31 + t35 + t36 + t37)
    d1_4 = scale_theta*t34
    d2_0 = 0.0
    d2_1 = t23*t39*t40
    d2_2 = scale_beta*t45
    d2_3 = t42*(t44*t46 + 1.0)
    d2_4 = scale_theta*t45
    d3_0 = 0.0
    d3_1 = t42*(t39*t47 + 1.0)
    d3_2 = scale_beta*t48
    d3_3 = t11*t40*t46
    d3_4 = scale_theta*t48
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
