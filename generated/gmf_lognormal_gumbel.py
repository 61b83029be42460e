"""gmf_lognormal_gumbel: Gumbel observations, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 4745976a55f3203d3b97c66ad5d85142161455e3a43bc50dcb6b1aa6d2b33d0e
record:    sha256 8e68a4bcca0ef435abb16b8a77533e2619eb97742856ea56565541c2c0654461
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 350919d6b12603add1a94a05ef0db8cd2f503d42363b89171215aa24843500d3
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

SPEC = ModelSpec(name='gmf_lognormal_gumbel',
          title='Gumbel observations, Log-Normal priors',
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
                                    integer=False),
                      ParameterSpec(name='scale_Y',
                                    meaning='scale of Y: standard deviation = 1.283 scale_Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('scale_Y',),
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
                      ConditionSpec(text='variance > pi**2*scale_Y**2/6',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > '
                                         'pi**2*scale_Y**2/6',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > pi**2*scale_Y**2/6',
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
    """Return mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y, and a status."""
    t0 = math.log((cv_theta * cv_theta) + 1.0)
    t1 = math.log((cv_beta * cv_beta) + 1.0)
    mu_theta_value = -0.5*t0 + math.log(mean_theta)
    sigma_theta_value = math.sqrt(t0)
    mu_beta_value = -0.5*t1 + math.log(mean_beta)
    sigma_beta_value = math.sqrt(t1)
    scale_Y_value = scale_Y
    status = real(mu_theta_value, 1, OK)
    status = positive(sigma_theta_value, 1, status)
    status = real(mu_beta_value, 1, status)
    status = positive(sigma_beta_value, 1, status)
    status = positive(scale_Y_value, 1, status)
    return (
        if_ok(mu_theta_value, status),
        if_ok(sigma_theta_value, status),
        if_ok(mu_beta_value, status),
        if_ok(sigma_beta_value, status),
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
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, scale_Y."""
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
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp(t0)
    t3 = math.exp(t1)
    t4 = 6.0*K*math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t5 = t2*t3*t4
    t6 = (math.pi * math.pi)*(scale_Y * scale_Y) + t4*math.exp(2.0*t0)*math.exp(2.0*t1) - t5
    t7 = t5/t6
    mean_value = K*math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*t0)*math.exp((0.5)*t1)
    variance_value = (1.0 / 6.0)*t6
    rho_row_value = t7*(t3 - 1.0)
    rho_col_value = t7*(t2 - 1.0)
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
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y."""
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*t0)*math.exp((0.5)*t1)
    t3 = K*t2
    t4 = math.exp(t0)
    t5 = math.exp(t1)
    t6 = t4*t5
    t7 = t6 - 1.0
    t8 = math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t9 = t6*t8
    t10 = 2.0*t6
    t11 = K*t10*t8
    t12 = t11*t7
    t13 = t10 - 1.0
    t14 = t11*t13
    t15 = (math.pi * math.pi)
    t16 = scale_Y*t15
    t17 = t5 - 1.0
    t18 = 6.0*K
    t19 = t18*t9
    t20 = (scale_Y * scale_Y)*t15 + t18*t8*math.exp(2.0*t0)*math.exp(2.0*t1) - t19
    t21 = 1.0 / t20
    t22 = t19*t21
    t23 = t21*t9
    t24 = t23*(-t22*t7 + 1.0)
    t25 = 6.0*t24
    t26 = 12.0*K
    t27 = t24*t26
    t28 = t17*t27
    t29 = -t13*t22
    t30 = t23*t26
    t31 = sigma_theta*t30
    t32 = t29 + 1.0
    t33 = sigma_beta*t30
    t34 = t16*t26*t9/(t20 * t20)
    t35 = t4 - 1.0
    t36 = t27*t35
    d0_0 = t2
    d0_1 = t3
    d0_2 = sigma_theta*t3
    d0_3 = t3
    d0_4 = sigma_beta*t3
    d0_5 = 0.0
    d1_0 = t7*t9
    d1_1 = t12
    d1_2 = sigma_theta*t14
    d1_3 = t12
    d1_4 = sigma_beta*t14
    d1_5 = (1.0 / 3.0)*t16
    d2_0 = t17*t25
    d2_1 = t28
    d2_2 = t31*(t17*t29 + 2.0*t5 - 1.0)
    d2_3 = t28
    d2_4 = t17*t32*t33
    d2_5 = -t17*t34
    d3_0 = t25*t35
    d3_1 = t36
    d3_2 = t31*t32*t35
    d3_3 = t36
    d3_4 = t33*(t29*t35 + 2.0*t4 - 1.0)
    d3_5 = -t34*t35
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
    t0 = (1.0 / 6.0)*(math.pi * math.pi)*(scale_Y * scale_Y) - variance
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
    margin_4_value = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t_5 = rho_col + rho_row - 1.0
    t_6 = -t_5
    t_7 = -1.0 / 6.0*t_4 + t_6*variance
    t_8 = 1.0 / variance
    t_9 = -t_4 + 6.0*t_6*variance
    t_10 = t_8*t_9
    t_11 = (mean * mean)
    t_12 = t_0*t_1*t_11
    t_13 = (1.0 / 6.0)*t_10
    t_14 = t_12*t_8
    t_15 = (0.5)/math.sqrt(rho_col)
    t_16 = math.sqrt(variance)
    t_17 = 1.0 / t_16
    t_18 = math.sqrt(t_7)
    t_19 = 1.0 / t_18
    t_20 = t_17*(-t_18*t_8 + t_19*t_6)
    t_21 = t_16*t_19
    t_22 = t_17*t_18
    t_23 = (0.5)/math.sqrt(rho_row)
    t_24 = rho_col*t_2
    t_25 = 1.0 / mean
    t_26 = 1.0 / t_9
    t_27 = t_26*variance
    t_28 = 6.0*t_27
    t_29 = 6.0*t_25*t_26
    d0_0 = 2.0*mean*t_0*t_1*t_3*t_7
    d0_1 = t_12*t_3*(-1.0 / 3.0*t_10 - t_5)
    d0_2 = -t_14*(t_1*t_13 + 1.0)
    d0_3 = -t_14*(t_0*t_13 + 1.0)
    d1_0 = 0.0
    d1_1 = t_15*t_20
    d1_2 = -t_15*t_21
    d1_3 = -t_15*(t_0*t_22 + t_21)
    d2_0 = 0.0
    d2_1 = t_20*t_23
    d2_2 = -t_23*(t_1*t_22 + t_21)
    d2_3 = -t_21*t_23
    d3_0 = -rho_row*t_24/(t_11*t_7)
    d3_1 = 12.0*rho_col*rho_row*t_25*t_27*(3.0*t_27*t_5 + 1.0)
    d3_2 = t_24*t_29*(rho_row*t_28 + 1.0)
    d3_3 = rho_row*t_2*t_29*(rho_col*t_28 + 1.0)
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
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
