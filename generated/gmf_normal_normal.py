"""gmf_normal_normal: Normal observations, Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01c3fab9ece73057bdd032866271dec174e18100637ce67bc2d1d42a024b0435
record:    sha256 016d706664a7e708483a016ac2ff36c5f2fb24f96b2f550bc2a3343c566df3cb
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 1660d446e8731c869df930ecd59a1d8c968c39d46666c732948f8b6a99796c91
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

SPEC = ModelSpec(name='gmf_normal_normal',
          title='Normal observations, Normal priors',
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
                                    domain='real',
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
                                    domain='real',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='sigma_beta',
                                    meaning='standard deviation of beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='sigma_Y',
                                    meaning='standard deviation of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('sigma_Y',),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
          requirements=('sigma_theta is positive',
                        'sigma_beta is positive',
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
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='variance > sigma_Y**2',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > sigma_Y**2',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance')),
                      ConditionSpec(text='mean is not 0', kind='mean', targets=('mean',))),
          conditions_at_k=(),
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
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'sigma_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y, and a status."""
    status = positive(cv_theta*abs(mean_theta), 1, OK)
    status = positive(cv_beta*abs(mean_beta), 2, status)
    mu_theta_value = mean_theta
    sigma_theta_value = cv_theta*abs(mean_theta)
    mu_beta_value = mean_beta
    sigma_beta_value = cv_beta*abs(mean_beta)
    sigma_Y_value = sigma_Y
    status = real(mu_theta_value, 3, status)
    status = positive(sigma_theta_value, 3, status)
    status = real(mu_beta_value, 3, status)
    status = positive(sigma_beta_value, 3, status)
    status = positive(sigma_Y_value, 3, status)
    return (
        if_ok(mu_theta_value, status),
        if_ok(sigma_theta_value, status),
        if_ok(mu_beta_value, status),
        if_ok(sigma_beta_value, status),
        if_ok(sigma_Y_value, status),
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
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y."""
    mean_theta_value = mu_theta
    cv_theta_value = sigma_theta/abs(mu_theta)
    mean_beta_value = mu_beta
    cv_beta_value = sigma_beta/abs(mu_beta)
    sigma_Y_value = sigma_Y
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
        sigma_Y_value,
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
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = (sigma_beta * sigma_beta)
    t3 = K*(mu_theta * mu_theta)*t2
    t4 = (sigma_Y * sigma_Y) + t0*t2 + t1 + t3
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
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y."""
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
    t19 = 2.0*sigma_Y
    t20 = K*t4
    t21 = K*t7
    t22 = K*t8 + (sigma_Y * sigma_Y) + t20 + t21
    t23 = 1.0 / t22
    t24 = K*t23
    t25 = t23*(-t24*t9 + 1.0)
    t26 = 1.0 / ((t22 * t22))
    t27 = (K * K)*t26
    t28 = t27*t4
    t29 = 2.0*t24
    t30 = t19*t26
    t31 = t27*t7
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
    d1_5 = t19
    d2_0 = t25*t4
    d2_1 = -mu_theta*t10*t28
    d2_2 = sigma_theta*t2*t29*(-t13*t24*t3 + 1.0)
    d2_3 = t16*t23*(-t20*t23 + 1.0)
    d2_4 = -2.0*t18*t28
    d2_5 = -t20*t30
    d3_0 = t25*t7
    d3_1 = t11*t23*(-t21*t23 + 1.0)
    d3_2 = -2.0*t14*t31
    d3_3 = -mu_beta*t15*t31
    d3_4 = sigma_beta*t29*t5*(-t17*t24*t6 + 1.0)
    d3_5 = -t21*t30
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
def conditions(mean, variance, rho_row, rho_col, sigma_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (sigma_Y * sigma_Y) - variance
    margin_1_value = rho_row
    margin_2_value = rho_col
    margin_3_value = -t0
    margin_4_value = -rho_col*variance - rho_row*variance - t0
    margin_5_value = (mean * mean)
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
def solve(mean, variance, rho_row, rho_col, sigma_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = (variance * variance)
    t_1 = -(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0)
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
def solve_jacobian(mean, variance, rho_row, rho_col, sigma_Y):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -t_4
    t_6 = -(sigma_Y * sigma_Y) + t_5*variance
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
