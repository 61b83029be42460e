"""pmf_halfnormal: Poisson factorization, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 43cc005f299a8e9106ddb7b40ad3eab30f27a2e4ef9732791cdb6af5cb08092d
record:    sha256 6dd5c70d29e4a15116cab5ff896c39565f48f78fd9a6257d2f450dcf701fa622
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 638f2b5b09c7c2041b495c3f1d55b07e8e34c77f4f26a13978f0a73ad1d76551
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

SPEC = ModelSpec(name='pmf_halfnormal',
          title='Poisson factorization, Half-Normal priors with a location',
          targets=('mean', 'cov_row', 'cov_col', 'cycle'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='location_theta',
                                    meaning='smallest value of theta: smallest value = '
                                            'location_theta',
                                    is_size=False,
                                    domain='nonnegative',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='scale_theta',
                                    meaning='scale of theta: standard deviation = 0.603 '
                                            'scale_theta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='location_beta',
                                    meaning='smallest value of beta: smallest value = '
                                            'location_beta',
                                    is_size=False,
                                    domain='nonnegative',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='scale_beta',
                                    meaning='scale of beta: standard deviation = 0.603 '
                                            'scale_beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
          requirements=('a half-normal variable with a nonnegative location has a standard '
                        'deviation of at most 0.756 times its mean',
                        'location_theta is positive',
                        'a half-normal variable with a nonnegative location has a standard '
                        'deviation of at most 0.756 times its mean',
                        'location_beta is positive',
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
    """Return location_theta, scale_theta, location_beta, scale_beta, and a status."""
    status = positive(-math.sqrt(2.0)*cv_theta*mean_theta/math.sqrt(-2.0 + math.pi) + mean_theta, 1, OK)
    status = positive(-math.sqrt(2.0)*cv_theta*mean_theta/math.sqrt(-2.0 + math.pi) + mean_theta, 2, status)
    status = positive(-math.sqrt(2.0)*cv_beta*mean_beta/math.sqrt(-2.0 + math.pi) + mean_beta, 3, status)
    status = positive(-math.sqrt(2.0)*cv_beta*mean_beta/math.sqrt(-2.0 + math.pi) + mean_beta, 4, status)
    t0 = math.pow(-2.0 + math.pi, -1.0 / 2.0)
    t1 = math.sqrt(2.0)*t0
    t2 = cv_theta*mean_theta
    t3 = math.sqrt(math.pi)*t0
    t4 = cv_beta*mean_beta
    location_theta_value = mean_theta - t1*t2
    scale_theta_value = t2*t3
    location_beta_value = mean_beta - t1*t4
    scale_beta_value = t3*t4
    status = nonnegative(location_theta_value, 5, status)
    status = positive(scale_theta_value, 5, status)
    status = nonnegative(location_beta_value, 5, status)
    status = positive(scale_beta_value, 5, status)
    return (
        if_ok(location_theta_value, status),
        if_ok(scale_theta_value, status),
        if_ok(location_beta_value, status),
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
def coordinates(location_theta, scale_theta, location_beta, scale_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = math.sqrt(2.0)/math.sqrt(math.pi)
    t1 = location_theta + scale_theta*t0
    t2 = math.sqrt(1.0 - 2.0/math.pi)
    t3 = location_beta + scale_beta*t0
    mean_theta_value = t1
    cv_theta_value = scale_theta*t2/t1
    mean_beta_value = t3
    cv_beta_value = scale_beta*t2/t3
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
def moments(K, location_theta, scale_theta, location_beta, scale_beta):
    """Return mean, cov_row, cov_col, cycle."""
    t0 = math.sqrt(2.0)
    t1 = math.sqrt(math.pi)
    t2 = location_beta*t1 + scale_beta*t0
    t3 = location_theta*t1 + scale_theta*t0
    t4 = -2.0 + math.pi
    t5 = K*t4/(math.pi * math.pi)
    mean_value = K*t2*t3/math.pi
    cov_row_value = (scale_theta * scale_theta)*(t2 * t2)*t5
    cov_col_value = (scale_beta * scale_beta)*(t3 * t3)*t5
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*(t4 * t4 * t4 * t4)/(math.pi * math.pi * math.pi * math.pi)
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
def moments_jacobian(K, location_theta, scale_theta, location_beta, scale_beta):
    """Return the derivatives of mean, cov_row, cov_col, cycle by K, location_theta, scale_theta, location_beta, scale_beta."""
    t0 = math.sqrt(2.0)
    t1 = math.sqrt(math.pi)
    t2 = location_theta*t1 + scale_theta*t0
    t3 = 1.0 / math.pi
    t4 = location_beta*t1 + scale_beta*t0
    t5 = t3*t4
    t6 = K/t1
    t7 = K*t0
    t8 = t2*t7
    t9 = (scale_theta * scale_theta)
    t10 = -2.0 + math.pi
    t11 = t10/(math.pi * math.pi)
    t12 = t11*(t4 * t4)
    t13 = 2.0*K
    t14 = t4*t9
    t15 = t10*t13/math.pow(math.pi, 3.0 / 2.0)
    t16 = 2.0*t11
    t17 = (scale_beta * scale_beta)
    t18 = t11*(t2 * t2)
    t19 = (scale_theta * scale_theta * scale_theta * scale_theta)
    t20 = 1.0 / ((math.pi * math.pi * math.pi * math.pi))
    t21 = (t10 * t10 * t10 * t10)
    t22 = (scale_beta * scale_beta * scale_beta * scale_beta)*t20*t21
    t23 = 4.0*K
    d0_0 = t2*t5
    d0_1 = t4*t6
    d0_2 = t5*t7
    d0_3 = t2*t6
    d0_4 = t3*t8
    d1_0 = t12*t9
    d1_1 = 0.0
    d1_2 = scale_theta*t12*t13
    d1_3 = t14*t15
    d1_4 = t14*t16*t7
    d2_0 = t17*t18
    d2_1 = t15*t17*t2
    d2_2 = t16*t17*t8
    d2_3 = 0.0
    d2_4 = scale_beta*t13*t18
    d3_0 = t19*t22
    d3_1 = 0.0
    d3_2 = (scale_theta * scale_theta * scale_theta)*t22*t23
    d3_3 = 0.0
    d3_4 = (scale_beta * scale_beta * scale_beta)*t19*t20*t21*t23
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
