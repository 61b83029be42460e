"""gmf_halfnormal_laplace: Laplace observations, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 136d5c9429c9f459a1f38c20958dd7c58fb68df1d05a1a8af72ccb1adf02ae98
record:    sha256 b5c56081746aaf588236c42f5e701c5b771f33f5cb4a36810eb3e95965551e8a
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 17db52303bab69c5ecc0f380d080660a1a5cc65f3ad5a3fb36758464ff3d3e53
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

SPEC = ModelSpec(name='gmf_halfnormal_laplace',
          title='Laplace observations, Half-Normal priors with a location',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
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
                                    meaning='scale of Y: standard deviation = 1.414 scale_Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('scale_Y',),
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
          held_at_k=('mean', 'variance', 'rho_row/rho_col'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='variance > 2*scale_Y**2',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > 2*scale_Y**2',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > 2*scale_Y**2',
                                         kind='other',
                                         targets=('variance',))),
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = math.sqrt(2.0)
    t1 = scale_beta*t0
    t2 = math.sqrt(math.pi)
    t3 = location_beta*t2
    t4 = t1 + t3
    t5 = scale_theta*t0
    t6 = location_theta*t2
    t7 = t5 + t6
    t8 = (math.pi * math.pi)
    t9 = (scale_beta * scale_beta)
    t10 = K*(scale_theta * scale_theta)
    t11 = t10*t9
    t12 = (location_beta * location_beta)*t10
    t13 = 2.0*math.pi
    t14 = K*t9
    t15 = (location_theta * location_theta)*t14
    t16 = t1*t10
    t17 = t14*t5
    t18 = 2.0*math.pow(math.pi, 3.0 / 2.0)
    t19 = location_beta*t16*t18 + location_theta*t17*t18 + 2.0*(scale_Y * scale_Y)*t8 + t11*t8 - 4.0*t11 - t12*t13 + t12*t8 - t13*t15 + t15*t8 - 4.0*t16*t3 - 4.0*t17*t6
    t20 = (-2.0 + math.pi)/t19
    mean_value = K*t4*t7/math.pi
    variance_value = t19/t8
    rho_row_value = t10*t20*(t4 * t4)
    rho_col_value = t14*t20*(t7 * t7)
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
def moments_jacobian(K, location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, location_theta, scale_theta, location_beta, scale_beta, scale_Y."""
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
    t12 = (math.pi * math.pi)
    t13 = 1.0 / t12
    t14 = (scale_beta * scale_beta)
    t15 = (scale_theta * scale_theta)
    t16 = t14*t15
    t17 = 4.0*t16
    t18 = (location_beta * location_beta)
    t19 = 2.0*math.pi
    t20 = t18*t19
    t21 = t15*t20
    t22 = (location_theta * location_theta)
    t23 = t14*t19*t22
    t24 = t15*t7
    t25 = 4.0*t6
    t26 = t24*t25
    t27 = 4.0*t14
    t28 = t1*t27*t3
    t29 = math.pow(math.pi, 3.0 / 2.0)
    t30 = -2.0*location_beta*scale_beta*t0*t15*t29 - 2.0*location_theta*scale_theta*t0*t14*t29 - t12*t14*t15 - t12*t14*t22 - t12*t15*t18 + t17 + t21 + t23 + t26 + t28
    t31 = 2.0*t2
    t32 = -location_theta*t12 + location_theta*t19 - scale_theta*t0*t29 + t1*t31
    t33 = 2.0*K
    t34 = t13*t33
    t35 = scale_theta*t25
    t36 = 2.0*t0
    t37 = -2.0*location_beta*scale_beta*scale_theta*t0*t29 - location_theta*t0*t14*t29 - scale_theta*t12*t14 - scale_theta*t12*t18 + scale_theta*t20 + scale_theta*t27 + t14*t3*t36 + t35*t7
    t38 = -location_beta*t12 + location_beta*t19 - scale_beta*t0*t29 + t31*t6
    t39 = -location_beta*t0*t15*t29 - 2.0*location_theta*scale_beta*scale_theta*t0*t29 - scale_beta*t12*t15 - scale_beta*t12*t22 + 4.0*scale_beta*t15 + scale_beta*t19*t22 + t24*t36 + t3*t35
    t40 = 4.0*scale_Y
    t41 = t12*t14
    t42 = K*t12*t15*t18 + K*t12*t16 - K*t17 - K*t21 + K*t22*t41 - K*t23 - K*t26 - K*t28 + location_beta*t15*t29*t33*t6 + location_theta*t1*t14*t29*t33 + 2.0*(scale_Y * scale_Y)*t12
    t43 = 1.0 / t42
    t44 = K*t43
    t45 = t43*(t30*t44 + 1.0)
    t46 = -2.0 + math.pi
    t47 = t46*(t8 * t8)
    t48 = t15*t47
    t49 = 1.0 / ((t42 * t42))
    t50 = (K * K)*t16*t49
    t51 = t37*t44
    t52 = 2.0*t44
    t53 = t15*t44*t8
    t54 = 2.0*t46
    t55 = t53*t54
    t56 = t39*t44
    t57 = K*t40*t49
    t58 = (t4 * t4)
    t59 = t14*t46
    t60 = t4*t44
    t61 = 2.0*t59*t60
    t62 = t46*t58
    d0_0 = t4*t9
    d0_1 = t10*t8
    d0_2 = t11*t9
    d0_3 = t10*t4
    d0_4 = t11*t4*t5
    d0_5 = 0.0
    d1_0 = -t13*t30
    d1_1 = -t14*t32*t34
    d1_2 = -t34*t37
    d1_3 = -t15*t34*t38
    d1_4 = -t34*t39
    d1_5 = t40
    d2_0 = t45*t48
    d2_1 = 2.0*t32*t47*t50
    d2_2 = scale_theta*t47*t52*(scale_theta*t51 + 1.0)
    d2_3 = t55*(t2 + t38*t53)
    d2_4 = t55*(t0 + t56*t8)
    d2_5 = -t12*t48*t57
    d3_0 = t45*t58*t59
    d3_1 = t61*(t14*t32*t60 + t2)
    d3_2 = t61*(t0 + t4*t51)
    d3_3 = t38*t50*t54*t58
    d3_4 = scale_beta*t52*t62*(scale_beta*t56 + 1.0)
    d3_5 = -t41*t57*t62
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
def conditions(mean, variance, rho_row, rho_col, scale_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = 2.0*(scale_Y * scale_Y) - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col*variance - rho_row*variance - t0
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -2.0*(scale_Y * scale_Y) + variance
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
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
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
            targets[4, n],
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, scale_Y):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -t_4
    t_6 = -2.0*(scale_Y * scale_Y) + t_5*variance
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
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance
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
            targets[5, n],
        )
