"""gmf_lognormal_gumbel: Gumbel observations, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 4745976a55f3203d3b97c66ad5d85142161455e3a43bc50dcb6b1aa6d2b33d0e
record:    sha256 8e68a4bcca0ef435abb16b8a77533e2619eb97742856ea56565541c2c0654461
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 04eeb1a67288ca405e77dcfba95a9222cd30ce6c0a123bc4ceac3ae6f02d76c5
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
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
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
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'scale_Y'),
          requirements=('the numbers stay finite',),
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp(t1)
    t3 = t2 - 1.0
    t4 = math.exp(t0)
    t5 = K*math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t6 = t2*t4*t5
    t7 = t4 - 1.0
    t8 = math.exp(2.0*t0)*math.exp(2.0*t1)
    mean_value = K*math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*t0)*math.exp((0.5)*t1)
    cov_row_value = t3*t6
    cov_col_value = t6*t7
    cycle_value = K*(t3 * t3)*(t7 * t7)*t8*math.exp(4.0*mu_beta)*math.exp(4.0*mu_theta)
    variance_value = (1.0 / 6.0)*(math.pi * math.pi)*(scale_Y * scale_Y) + t5*t8 - t6
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
def moments_jacobian(K, mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, mu_theta, sigma_theta, mu_beta, sigma_beta, scale_Y."""
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*t0)*math.exp((0.5)*t1)
    t3 = K*t2
    t4 = math.exp(t1)
    t5 = t4 - 1.0
    t6 = math.exp(t0)
    t7 = t4*t6
    t8 = math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t9 = t7*t8
    t10 = K*t5
    t11 = 2.0*t4
    t12 = t11*t6
    t13 = t12*t8
    t14 = t10*t13
    t15 = t11 - 1.0
    t16 = K*t13
    t17 = sigma_theta*t16
    t18 = t6 - 1.0
    t19 = t16*t18
    t20 = 2.0*t6 - 1.0
    t21 = sigma_beta*t16
    t22 = (t5 * t5)
    t23 = math.exp(2.0*t0)
    t24 = math.exp(2.0*t1)
    t25 = math.exp(4.0*mu_beta)
    t26 = math.exp(4.0*mu_theta)
    t27 = (t18 * t18)*t23*t24*t25*t26
    t28 = t22*t27
    t29 = 4.0*K
    t30 = t28*t29
    t31 = t7 - 1.0
    t32 = t16*t31
    t33 = t12 - 1.0
    d0_0 = t2
    d0_1 = t3
    d0_2 = sigma_theta*t3
    d0_3 = t3
    d0_4 = sigma_beta*t3
    d0_5 = 0.0
    d1_0 = t5*t9
    d1_1 = t14
    d1_2 = t15*t17
    d1_3 = t14
    d1_4 = sigma_beta*t14
    d1_5 = 0.0
    d2_0 = t18*t9
    d2_1 = t19
    d2_2 = sigma_theta*t19
    d2_3 = t19
    d2_4 = t20*t21
    d2_5 = 0.0
    d3_0 = t28
    d3_1 = t30
    d3_2 = 4.0*sigma_theta*t10*t15*t27
    d3_3 = t30
    d3_4 = sigma_beta*t18*t20*t22*t23*t24*t25*t26*t29
    d3_5 = 0.0
    d4_0 = t31*t9
    d4_1 = t32
    d4_2 = t17*t33
    d4_3 = t32
    d4_4 = t21*t33
    d4_5 = (1.0 / 3.0)*(math.pi * math.pi)*scale_Y
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
