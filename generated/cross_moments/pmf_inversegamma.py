"""pmf_inversegamma: Poisson factorization, Inverse-Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a7e3527d59a04849b938e035e4ce40b38b04291bc4ca8c508b0005d605a551b1
record:    sha256 3e1474c99eb578ab41b82649dcafe4d6d3203d084c7e1c5df7132eb18f45a1ab
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 985bb073bc2faebbea02266564b4d7e5e704a4b8fc9351dbbc5f71832dc3ad0c
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
          targets=('mean', 'cov_row', 'cov_col', 'cycle'),
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
          held_at_k=('mean', 'cov_row', 'cov_col'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='cov_row > 0',
                                         kind='correlation',
                                         targets=('cov_row',)),
                           ConditionSpec(text='cov_col > 0',
                                         kind='correlation',
                                         targets=('cov_col',))),
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
    """Return mean, cov_row, cov_col, cycle."""
    t0 = shape_beta - 1.0
    t1 = shape_theta - 1.0
    t2 = shape_theta - 2.0
    t3 = K*(scale_beta * scale_beta)*(scale_theta * scale_theta)/((t0 * t0)*(t1 * t1))
    t4 = shape_beta - 2.0
    mean_value = K*scale_beta*scale_theta/(t0*t1)
    cov_row_value = t3/t2
    cov_col_value = t3/t4
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t2 * t2)*(t4 * t4))
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
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
    """Return the derivatives of mean, cov_row, cov_col, cycle by K, shape_theta, scale_theta, shape_beta, scale_beta."""
    t0 = shape_theta - 1.0
    t1 = 1.0 / t0
    t2 = shape_beta - 1.0
    t3 = 1.0 / t2
    t4 = scale_beta*t1*t3
    t5 = K*scale_theta
    t6 = t3*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = scale_beta*t7
    t9 = 1.0 / ((t2 * t2))
    t10 = t5*t9
    t11 = (scale_theta * scale_theta)
    t12 = t11*t9
    t13 = shape_theta - 2.0
    t14 = 1.0 / t13
    t15 = (scale_beta * scale_beta)
    t16 = t15*t7
    t17 = t14*t16
    t18 = t12*t17
    t19 = K*(2.0*t1 + t14)
    t20 = 2.0*t17
    t21 = 2.0*K
    t22 = t21*t8
    t23 = shape_beta - 2.0
    t24 = 1.0 / t23
    t25 = t12*t24
    t26 = t16*t25
    t27 = t24 + 2.0*t3
    t28 = (scale_theta * scale_theta * scale_theta * scale_theta)
    t29 = 1.0 / ((t2 * t2 * t2 * t2))
    t30 = 1.0 / ((t0 * t0 * t0 * t0))
    t31 = 1.0 / ((t23 * t23))
    t32 = 1.0 / ((t13 * t13))
    t33 = (scale_beta * scale_beta * scale_beta * scale_beta)*t29*t30*t31*t32
    t34 = t28*t33
    t35 = 4.0*K
    d0_0 = scale_theta*t4
    d0_1 = -t6*t8
    d0_2 = K*t4
    d0_3 = -scale_beta*t1*t10
    d0_4 = t1*t6
    d1_0 = t18
    d1_1 = -t18*t19
    d1_2 = t10*t20
    d1_3 = -K*t11*t20/(t2 * t2 * t2)
    d1_4 = t12*t14*t22
    d2_0 = t26
    d2_1 = -t15*t21*t25/(t0 * t0 * t0)
    d2_2 = 2.0*t10*t16*t24
    d2_3 = -K*t26*t27
    d2_4 = t22*t25
    d3_0 = t34
    d3_1 = -2.0*t19*t34
    d3_2 = (scale_theta * scale_theta * scale_theta)*t33*t35
    d3_3 = -t21*t27*t34
    d3_4 = (scale_beta * scale_beta * scale_beta)*t28*t29*t30*t31*t32*t35
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
def conditions(mean, cov_row, cov_col, cycle):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
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
        ) = conditions(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
        )


@kernel
def conditions_at_k(K, mean, cov_row, cov_col, cycle):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
    )


@batch_kernel
def conditions_at_k_batch(targets, out):
    """Apply conditions_at_k to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
        ) = conditions_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve(mean, cov_row, cov_col, cycle):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2/(cov_col*math.sqrt(cov_row))
    cv_beta_value = t_2/(math.sqrt(cov_col)*cov_row)
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
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
def solve_jacobian(mean, cov_row, cov_col, cycle):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle*t_6
    t_8 = 1.0 / cov_col
    t_9 = math.pow(cov_row, -1.0 / 2.0)
    t_10 = math.sqrt(cycle)
    t_11 = t_10*t_9
    t_12 = (0.5)*mean
    t_13 = t_12*t_8
    t_14 = 1.0 / t_10
    t_15 = 1.0 / cov_row
    t_16 = math.pow(cov_col, -1.0 / 2.0)
    t_17 = t_10*t_16
    t_18 = t_12*t_15
    t_19 = 1.0 / cycle
    t_20 = t_1*t_3
    t_21 = 1.0 / t_0
    t_22 = 2.0*t_19*t_21
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d1_0 = t_11*t_8
    d1_1 = -t_10*t_13/math.pow(cov_row, 3.0 / 2.0)
    d1_2 = -mean*t_11*t_2
    d1_3 = t_13*t_14*t_9
    d2_0 = t_15*t_17
    d2_1 = -mean*t_17*t_4
    d2_2 = -t_10*t_18/math.pow(cov_col, 3.0 / 2.0)
    d2_3 = t_14*t_16*t_18
    d3_0 = -3.0*t_19*t_20/t_6
    d3_1 = cov_row*t_1*t_22
    d3_2 = cov_col*t_22*t_3
    d3_3 = -t_20*t_21/(cycle * cycle)
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
def solve_at_k(K, mean, cov_row, cov_col, cycle):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    t_0 = math.sqrt(K)/mean
    cv_theta_value = math.sqrt(cov_row)*t_0
    cv_beta_value = math.sqrt(cov_col)*t_0
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
