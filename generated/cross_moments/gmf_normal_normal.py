"""gmf_normal_normal: Normal observations, Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01c3fab9ece73057bdd032866271dec174e18100637ce67bc2d1d42a024b0435
record:    sha256 016d706664a7e708483a016ac2ff36c5f2fb24f96b2f550bc2a3343c566df3cb
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 90f59bb9f5467ae90a055e675ee998308d10c793ac97cc9cd2750d8e0abaa1fa
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, positive, real, sign
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='gmf_normal_normal',
          title='Normal observations, Normal priors',
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
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
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'sigma_Y'),
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
                      IdentifiedSpec(name='sigma_Y',
                                     exponents={'sigma_Y': 1},
                                     meaning='standard deviation of Y'),
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='variance > cycle*mean**2/(cov_col*cov_row) + cov_row '
                                         '+ cov_col',
                                    kind='cycle',
                                    targets=('cov_col', 'cov_row', 'cycle', 'mean', 'variance')),
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
                    'cv_beta': {'cv_beta': 1.0},
                    'sigma_Y': {'sigma_Y': 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = (sigma_beta * sigma_beta)
    t3 = K*(mu_theta * mu_theta)*t2
    mean_value = K*mu_beta*mu_theta
    cov_row_value = t1
    cov_col_value = t3
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = (sigma_Y * sigma_Y) + t0*t2 + t1 + t3
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
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y."""
    t0 = K*mu_beta
    t1 = K*mu_theta
    t2 = (mu_beta * mu_beta)
    t3 = (sigma_theta * sigma_theta)
    t4 = t2*t3
    t5 = 2.0*K
    t6 = sigma_theta*t5
    t7 = 2.0*t0*t3
    t8 = (mu_theta * mu_theta)
    t9 = (sigma_beta * sigma_beta)
    t10 = t8*t9
    t11 = 2.0*t1*t9
    t12 = sigma_beta*t5
    t13 = (sigma_beta * sigma_beta * sigma_beta * sigma_beta)
    t14 = (sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    t15 = 4.0*K
    d0_0 = mu_beta*mu_theta
    d0_1 = t0
    d0_2 = 0.0
    d0_3 = t1
    d0_4 = 0.0
    d0_5 = 0.0
    d1_0 = t4
    d1_1 = 0.0
    d1_2 = t2*t6
    d1_3 = t7
    d1_4 = 0.0
    d1_5 = 0.0
    d2_0 = t10
    d2_1 = t11
    d2_2 = 0.0
    d2_3 = 0.0
    d2_4 = t12*t8
    d2_5 = 0.0
    d3_0 = t13*t14
    d3_1 = 0.0
    d3_2 = (sigma_theta * sigma_theta * sigma_theta)*t13*t15
    d3_3 = 0.0
    d3_4 = (sigma_beta * sigma_beta * sigma_beta)*t14*t15
    d3_5 = 0.0
    d4_0 = t10 + t3*t9 + t4
    d4_1 = t11
    d4_2 = t6*(t2 + t9)
    d4_3 = t7
    d4_4 = t12*(t3 + t8)
    d4_5 = 2.0*sigma_Y
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
    t0 = (mean * mean)
    margin_1_value = cov_row
    margin_2_value = cov_col
    margin_3_value = cycle
    margin_4_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*t0
    margin_5_value = t0
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
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status."""
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.pow(cov_row, -1.0 / 2.0)
    t_3 = math.sqrt(cycle)*abs(mean)
    t_4 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(sigma_Y_value, status),
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
    """Return the derivatives of K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle*t_6
    t_8 = math.sqrt(cov_row)
    t_9 = 1.0 / t_8
    t_10 = 1.0 / cov_col
    t_11 = t_10*t_9
    t_12 = math.sqrt(cycle)
    t_13 = t_12*sign(mean)
    t_14 = abs(mean)
    t_15 = t_12*t_14
    t_16 = (0.5)*t_15
    t_17 = (0.5)*t_9
    t_18 = t_14/t_12
    t_19 = math.sqrt(cov_col)
    t_20 = 1.0 / t_19
    t_21 = 1.0 / cov_row
    t_22 = t_20*t_21
    t_23 = cov_col*t_3
    t_24 = cov_row*t_1
    t_25 = (mean * mean)
    t_26 = math.sqrt(cov_col*cov_row*variance - cycle*t_25 - t_23 - t_24)
    t_27 = 1.0 / t_26
    t_28 = t_20*t_27
    t_29 = -variance
    t_30 = t_19*t_27
    t_31 = 1.0 / cycle
    t_32 = t_1*t_3
    t_33 = 1.0 / t_0
    t_34 = 2.0*t_31*t_33
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = t_11*t_13
    d1_1 = -t_10*t_16/math.pow(cov_row, 3.0 / 2.0)
    d1_2 = -t_15*t_2*t_9
    d1_3 = t_10*t_17*t_18
    d1_4 = 0.0
    d2_0 = t_13*t_22
    d2_1 = -t_15*t_20*t_4
    d2_2 = -t_16*t_21/math.pow(cov_col, 3.0 / 2.0)
    d2_3 = (0.5)*t_18*t_22
    d2_4 = 0.0
    d3_0 = -cycle*mean*t_28*t_9
    d3_1 = t_17*(-t_22*t_26 + t_30*(-cov_col - 2.0*cov_row - t_29))
    d3_2 = (0.5)*t_20*(-t_11*t_26 + t_27*t_8*(-2.0*cov_col - cov_row - t_29))
    d3_3 = -t_17*t_25*t_28
    d3_4 = (0.5)*t_30*t_8
    d4_0 = -3.0*t_31*t_32/t_6
    d4_1 = t_24*t_34
    d4_2 = t_23*t_34
    d4_3 = -t_32*t_33/(cycle * cycle)
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
