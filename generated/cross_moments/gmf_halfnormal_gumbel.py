"""gmf_halfnormal_gumbel: Gumbel observations, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 f04387d5ec554e61f275dfdd18c9a8161b0d0b887f3527a7990abfca4209fafc
record:    sha256 5d119cc3955e92431e900edbd727e5c961531d08731ae25db4a1899742736520
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 4ed22d0eb8cb5fa987cc566039aa9ab6a8cec0695026972731418be858523dc0
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

SPEC = ModelSpec(name='gmf_halfnormal_gumbel',
          title='Gumbel observations, Half-Normal priors with a location',
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
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
                                    integer=False),
                      ParameterSpec(name='scale_Y',
                                    meaning='scale of Y: standard deviation = 1.283 scale_Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'scale_Y'),
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
                      IdentifiedSpec(name='scale_Y',
                                     exponents={'scale_Y': 1},
                                     meaning='scale of Y: standard deviation = 1.283 scale_Y'),
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('cv_theta', 'cv_beta', 'scale_Y', 'mean_beta*mean_theta'),
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
          symmetries=(SymmetrySpec(weights={'mean_theta': 1, 'mean_beta': -1},
                                   prior_degrees={'theta': 1, 'beta': -1},
                                   anchor='mean_theta',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'mean_theta': {},
                    'cv_theta': {'cv_theta': 1.0},
                    'mean_beta': {'mean_beta*mean_theta': 1.0},
                    'cv_beta': {'cv_beta': 1.0},
                    'scale_Y': {'scale_Y': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'scale_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return location_theta, scale_theta, location_beta, scale_beta, scale_Y, and a status."""
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
    scale_Y_value = scale_Y
    status = nonnegative(location_theta_value, 5, status)
    status = positive(scale_theta_value, 5, status)
    status = nonnegative(location_beta_value, 5, status)
    status = positive(scale_beta_value, 5, status)
    status = positive(scale_Y_value, 5, status)
    return (
        if_ok(location_theta_value, status),
        if_ok(scale_theta_value, status),
        if_ok(location_beta_value, status),
        if_ok(scale_beta_value, status),
        if_ok(scale_Y_value, status),
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
            out[4, n],
            status[n],
        ) = hyperparameters(
            points[0, n],
            points[1, n],
            points[2, n],
            points[3, n],
            points[4, n],
        )


@kernel
def coordinates(location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, scale_Y."""
    t0 = math.sqrt(2.0)/math.sqrt(math.pi)
    t1 = location_theta + scale_theta*t0
    t2 = math.sqrt(1.0 - 2.0/math.pi)
    t3 = location_beta + scale_beta*t0
    mean_theta_value = t1
    cv_theta_value = scale_theta*t2/t1
    mean_beta_value = t3
    cv_beta_value = scale_beta*t2/t3
    scale_Y_value = scale_Y
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
        scale_Y_value,
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
            out[4, n],
        ) = coordinates(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )


@kernel
def moments(K, location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = math.sqrt(2.0)
    t1 = scale_beta*t0
    t2 = math.sqrt(math.pi)
    t3 = location_beta*t2
    t4 = t1 + t3
    t5 = scale_theta*t0
    t6 = location_theta*t2
    t7 = t5 + t6
    t8 = K*(scale_theta * scale_theta)
    t9 = (math.pi * math.pi)
    t10 = 1.0 / t9
    t11 = -2.0 + math.pi
    t12 = t10*t11
    t13 = (scale_beta * scale_beta)
    t14 = K*t13
    t15 = (math.pi * math.pi * math.pi * math.pi)
    t16 = t13*t8
    t17 = 12.0*math.pi
    t18 = (location_beta * location_beta)*t8
    t19 = (location_theta * location_theta)*t14
    t20 = 6.0*t9
    t21 = t1*t8
    t22 = t14*t5
    t23 = 12.0*math.pow(math.pi, 3.0 / 2.0)
    mean_value = K*t4*t7/math.pi
    cov_row_value = t12*(t4 * t4)*t8
    cov_col_value = t12*t14*(t7 * t7)
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*(t11 * t11 * t11 * t11)/t15
    variance_value = (1.0 / 6.0)*t10*(location_beta*t21*t23 + location_theta*t22*t23 + (scale_Y * scale_Y)*t15 + t16*t20 - 24.0*t16 - t17*t18 - t17*t19 + t18*t20 + t19*t20 - 24.0*t21*t3 - 24.0*t22*t6)
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
def moments_jacobian(K, location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, location_theta, scale_theta, location_beta, scale_beta, scale_Y."""
    t0 = math.sqrt(2.0)
    t1 = scale_theta*t0
    t2 = math.sqrt(math.pi)
    t3 = location_theta*t2
    t4 = t1 + t3
    t5 = 1.0 / math.pi
    t6 = scale_beta*t0
    t7 = location_beta*t2
    t8 = t6 + t7
    t9 = t5*t8
    t10 = K/t2
    t11 = K*t0
    t12 = t11*t4
    t13 = (scale_theta * scale_theta)
    t14 = (math.pi * math.pi)
    t15 = 1.0 / t14
    t16 = -2.0 + math.pi
    t17 = t15*t16
    t18 = t17*(t8 * t8)
    t19 = 2.0*K
    t20 = t13*t8
    t21 = math.pow(math.pi, 3.0 / 2.0)
    t22 = t16*t19/t21
    t23 = 2.0*t17
    t24 = (scale_beta * scale_beta)
    t25 = t17*(t4 * t4)
    t26 = (scale_theta * scale_theta * scale_theta * scale_theta)
    t27 = 1.0 / ((math.pi * math.pi * math.pi * math.pi))
    t28 = (t16 * t16 * t16 * t16)
    t29 = (scale_beta * scale_beta * scale_beta * scale_beta)*t27*t28
    t30 = 4.0*K
    t31 = (location_beta * location_beta)
    t32 = 2.0*math.pi
    t33 = t31*t32
    t34 = (location_theta * location_theta)
    t35 = t13*t7
    t36 = 4.0*t6
    t37 = 4.0*t24
    t38 = 2.0*t2
    t39 = t15*t19
    t40 = scale_theta*t36
    t41 = 2.0*t0
    d0_0 = t4*t9
    d0_1 = t10*t8
    d0_2 = t11*t9
    d0_3 = t10*t4
    d0_4 = t12*t5
    d0_5 = 0.0
    d1_0 = t13*t18
    d1_1 = 0.0
    d1_2 = scale_theta*t18*t19
    d1_3 = t20*t22
    d1_4 = t11*t20*t23
    d1_5 = 0.0
    d2_0 = t24*t25
    d2_1 = t22*t24*t4
    d2_2 = t12*t23*t24
    d2_3 = 0.0
    d2_4 = scale_beta*t19*t25
    d2_5 = 0.0
    d3_0 = t26*t29
    d3_1 = 0.0
    d3_2 = (scale_theta * scale_theta * scale_theta)*t29*t30
    d3_3 = 0.0
    d3_4 = (scale_beta * scale_beta * scale_beta)*t26*t27*t28*t30
    d3_5 = 0.0
    d4_0 = t15*(2.0*location_beta*scale_beta*t0*t13*t21 + 2.0*location_theta*scale_theta*t0*t21*t24 - t1*t3*t37 + t13*t14*t24 + t13*t14*t31 - 4.0*t13*t24 - t13*t33 + t14*t24*t34 - t24*t32*t34 - t35*t36)
    d4_1 = t24*t39*(location_theta*t14 - location_theta*t32 + scale_theta*t0*t21 - t1*t38)
    d4_2 = t39*(2.0*location_beta*scale_beta*scale_theta*t0*t21 + location_theta*t0*t21*t24 + scale_theta*t14*t24 + scale_theta*t14*t31 - scale_theta*t33 - scale_theta*t37 - t24*t3*t41 - t40*t7)
    d4_3 = t13*t39*(location_beta*t14 - location_beta*t32 + scale_beta*t0*t21 - t38*t6)
    d4_4 = t39*(location_beta*t0*t13*t21 + 2.0*location_theta*scale_beta*scale_theta*t0*t21 + scale_beta*t13*t14 - 4.0*scale_beta*t13 + scale_beta*t14*t34 - scale_beta*t32*t34 - t3*t40 - t35*t41)
    d4_5 = (1.0 / 3.0)*scale_Y*t14
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
    """Return K, cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.pow(cov_row, -1.0 / 2.0)
    t_3 = math.sqrt(cycle)*mean
    t_4 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    scale_Y_value = math.sqrt(6.0)*t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))/math.pi
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(scale_Y_value, status),
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
    """Return the derivatives of K, cv_theta, cv_beta, scale_Y, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
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
    t_7 = 2.0*cycle*t_6
    t_8 = math.sqrt(cycle)
    t_9 = 1.0 / cov_col
    t_10 = math.sqrt(cov_row)
    t_11 = 1.0 / t_10
    t_12 = t_11*t_9
    t_13 = mean*t_8
    t_14 = (0.5)*t_13
    t_15 = (0.5)*mean/t_8
    t_16 = math.sqrt(cov_col)
    t_17 = 1.0 / t_16
    t_18 = 1.0 / cov_row
    t_19 = t_17*t_18
    t_20 = math.sqrt(6.0)
    t_21 = 1.0 / math.pi
    t_22 = cov_col*t_3
    t_23 = cov_row*t_1
    t_24 = (mean * mean)
    t_25 = math.sqrt(cov_col*cov_row*variance - cycle*t_24 - t_22 - t_23)
    t_26 = 1.0 / t_25
    t_27 = t_17*t_26
    t_28 = -variance
    t_29 = t_16*t_26
    t_30 = (0.5)*t_20*t_21
    t_31 = t_11*t_30
    t_32 = 1.0 / cycle
    t_33 = t_1*t_3
    t_34 = 1.0 / t_0
    t_35 = 2.0*t_32*t_34
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = t_12*t_8
    d1_1 = -t_14*t_9/math.pow(cov_row, 3.0 / 2.0)
    d1_2 = -t_11*t_13*t_2
    d1_3 = t_12*t_15
    d1_4 = 0.0
    d2_0 = t_19*t_8
    d2_1 = -t_13*t_17*t_4
    d2_2 = -t_14*t_18/math.pow(cov_col, 3.0 / 2.0)
    d2_3 = t_15*t_19
    d2_4 = 0.0
    d3_0 = -cycle*mean*t_11*t_20*t_21*t_27
    d3_1 = t_31*(-t_19*t_25 + t_29*(-cov_col - 2.0*cov_row - t_28))
    d3_2 = t_17*t_30*(t_10*t_26*(-2.0*cov_col - cov_row - t_28) - t_12*t_25)
    d3_3 = -t_24*t_27*t_31
    d3_4 = t_10*t_29*t_30
    d4_0 = -3.0*t_32*t_33/t_6
    d4_1 = t_23*t_35
    d4_2 = t_22*t_35
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
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / mean
    t_1 = math.sqrt(K)*t_0
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    scale_Y_value = math.sqrt(6.0)*t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)/math.pi
    mean_beta_mean_theta_value = mean/K
    return (
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(scale_Y_value, status),
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
