"""gmf_normal_normal: Normal observations, Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01c3fab9ece73057bdd032866271dec174e18100637ce67bc2d1d42a024b0435
ledger:    sha256 b62473006f39f032816373152b9ed92eaf7c42f564ced913412955287deeab78
generator: sha256 987c22ce2d799d8f2fa3febaa51b1d46a68cfa542c1347abd9726f04b3e372df
body:      sha256 c46f7986780e7d53d1900a39f8fe52c3ae14a721a754769c371b8f720f387ebe
"""

import math

from numba import prange

from symppm.codegen.runtime import OK, kernel, parallel_kernel
from symppm.codegen.special import sign
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
                                   anchor='mean_theta'),),
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
    if not 0.0 < (cv_theta*abs(mean_theta)) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 1,)
    if not 0.0 < (cv_beta*abs(mean_beta)) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 2,)
    mu_theta_value = mean_theta
    sigma_theta_value = cv_theta*abs(mean_theta)
    mu_beta_value = mean_beta
    sigma_beta_value = cv_beta*abs(mean_beta)
    sigma_Y_value = sigma_Y
    if not (-math.inf < mu_theta_value < math.inf and 0.0 < sigma_theta_value < math.inf and -math.inf < mu_beta_value < math.inf and 0.0 < sigma_beta_value < math.inf and 0.0 < sigma_Y_value < math.inf):
        return (0.0, 0.0, 0.0, 0.0, 0.0, 3,)
    return (mu_theta_value, sigma_theta_value, mu_beta_value, sigma_beta_value, sigma_Y_value, OK,)


@parallel_kernel
def hyperparameters_batch(points, out, status):
    """Apply hyperparameters to each column of points, into the columns of out."""
    for n in prange(points.shape[1]):
        mean_theta = points[0, n]
        cv_theta = points[1, n]
        mean_beta = points[2, n]
        cv_beta = points[3, n]
        sigma_Y = points[4, n]
        code = OK
        code = code if 0.0 < (cv_beta*abs(mean_beta)) < math.inf else 2
        code = code if 0.0 < (cv_theta*abs(mean_theta)) < math.inf else 1
        mu_theta_value = mean_theta
        sigma_theta_value = cv_theta*abs(mean_theta)
        mu_beta_value = mean_beta
        sigma_beta_value = cv_beta*abs(mean_beta)
        sigma_Y_value = sigma_Y
        code = code if (-math.inf < mu_theta_value < math.inf and 0.0 < sigma_theta_value < math.inf and -math.inf < mu_beta_value < math.inf and 0.0 < sigma_beta_value < math.inf and 0.0 < sigma_Y_value < math.inf) or code != OK else 3
        status[n] = code
        out[0, n] = mu_theta_value if code == OK else 0.0
        out[1, n] = sigma_theta_value if code == OK else 0.0
        out[2, n] = mu_beta_value if code == OK else 0.0
        out[3, n] = sigma_beta_value if code == OK else 0.0
        out[4, n] = sigma_Y_value if code == OK else 0.0


@kernel
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y."""
    mean_theta_value = mu_theta
    cv_theta_value = sigma_theta/abs(mu_theta)
    mean_beta_value = mu_beta
    cv_beta_value = sigma_beta/abs(mu_beta)
    sigma_Y_value = sigma_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, sigma_Y_value,)


@parallel_kernel
def coordinates_batch(parameters, out):
    """Apply coordinates to each column of parameters, into the columns of out."""
    for n in prange(parameters.shape[1]):
        mu_theta = parameters[0, n]
        sigma_theta = parameters[1, n]
        mu_beta = parameters[2, n]
        sigma_beta = parameters[3, n]
        sigma_Y = parameters[4, n]
        mean_theta_value = mu_theta
        cv_theta_value = sigma_theta/abs(mu_theta)
        mean_beta_value = mu_beta
        cv_beta_value = sigma_beta/abs(mu_beta)
        sigma_Y_value = sigma_Y
        out[0, n] = mean_theta_value
        out[1, n] = cv_theta_value
        out[2, n] = mean_beta_value
        out[3, n] = cv_beta_value
        out[4, n] = sigma_Y_value


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
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@parallel_kernel
def moments_batch(parameters, out):
    """Apply moments to each column of parameters, into the columns of out."""
    for n in prange(parameters.shape[1]):
        K = parameters[0, n]
        mu_theta = parameters[1, n]
        sigma_theta = parameters[2, n]
        mu_beta = parameters[3, n]
        sigma_beta = parameters[4, n]
        sigma_Y = parameters[5, n]
        t0 = K*(sigma_theta * sigma_theta)
        t1 = (mu_beta * mu_beta)*t0
        t2 = (sigma_beta * sigma_beta)
        t3 = K*(mu_theta * mu_theta)*t2
        mean_value = K*mu_beta*mu_theta
        cov_row_value = t1
        cov_col_value = t3
        cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
        variance_value = (sigma_Y * sigma_Y) + t0*t2 + t1 + t3
        out[0, n] = mean_value
        out[1, n] = cov_row_value
        out[2, n] = cov_col_value
        out[3, n] = cycle_value
        out[4, n] = variance_value


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
    return ((d0_0, d0_1, d0_2, d0_3, d0_4, d0_5,), (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5,), (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5,), (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5,), (d4_0, d4_1, d4_2, d4_3, d4_4, d4_5,),)


@parallel_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        K = parameters[0, n]
        mu_theta = parameters[1, n]
        sigma_theta = parameters[2, n]
        mu_beta = parameters[3, n]
        sigma_beta = parameters[4, n]
        sigma_Y = parameters[5, n]
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
        out[0, 0, n] = d0_0
        out[0, 1, n] = d0_1
        out[0, 2, n] = d0_2
        out[0, 3, n] = d0_3
        out[0, 4, n] = d0_4
        out[0, 5, n] = d0_5
        out[1, 0, n] = d1_0
        out[1, 1, n] = d1_1
        out[1, 2, n] = d1_2
        out[1, 3, n] = d1_3
        out[1, 4, n] = d1_4
        out[1, 5, n] = d1_5
        out[2, 0, n] = d2_0
        out[2, 1, n] = d2_1
        out[2, 2, n] = d2_2
        out[2, 3, n] = d2_3
        out[2, 4, n] = d2_4
        out[2, 5, n] = d2_5
        out[3, 0, n] = d3_0
        out[3, 1, n] = d3_1
        out[3, 2, n] = d3_2
        out[3, 3, n] = d3_3
        out[3, 4, n] = d3_4
        out[3, 5, n] = d3_5
        out[4, 0, n] = d4_0
        out[4, 1, n] = d4_1
        out[4, 2, n] = d4_2
        out[4, 3, n] = d4_3
        out[4, 4, n] = d4_4
        out[4, 5, n] = d4_5


@kernel
def conditions(mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (mean * mean)
    margin_1_value = cov_row
    margin_2_value = cov_col
    margin_3_value = cycle
    margin_4_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*t0
    margin_5_value = t0
    return (margin_1_value, margin_2_value, margin_3_value, margin_4_value, margin_5_value,)


@parallel_kernel
def conditions_batch(targets, out):
    """Apply conditions to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        mean = targets[0, n]
        cov_row = targets[1, n]
        cov_col = targets[2, n]
        cycle = targets[3, n]
        variance = targets[4, n]
        t0 = (mean * mean)
        margin_1_value = cov_row
        margin_2_value = cov_col
        margin_3_value = cycle
        margin_4_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*t0
        margin_5_value = t0
        out[0, n] = margin_1_value
        out[1, n] = margin_2_value
        out[2, n] = margin_3_value
        out[3, n] = margin_4_value
        out[4, n] = margin_5_value


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status."""
    if not 0.0 < (cov_row) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 1,)
    if not 0.0 < (cov_col) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 2,)
    if not 0.0 < (cycle) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 3,)
    if not 0.0 < (-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 4,)
    if not 0.0 < ((mean * mean)) < math.inf:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 5,)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = 1.0/math.sqrt(cov_row)
    t_3 = math.sqrt(cycle)*abs(mean)
    t_4 = 1.0/math.sqrt(cov_col)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (K_value, cv_theta_value, cv_beta_value, sigma_Y_value, mean_beta_mean_theta_value, OK,)


@parallel_kernel
def solve_batch(targets, out, status):
    """Apply solve to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        mean = targets[0, n]
        cov_row = targets[1, n]
        cov_col = targets[2, n]
        cycle = targets[3, n]
        variance = targets[4, n]
        code = OK
        code = code if 0.0 < ((mean * mean)) < math.inf else 5
        code = code if 0.0 < (-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)) < math.inf else 4
        code = code if 0.0 < (cycle) < math.inf else 3
        code = code if 0.0 < (cov_col) < math.inf else 2
        code = code if 0.0 < (cov_row) < math.inf else 1
        t_0 = (cov_col * cov_col)
        t_1 = (cov_row * cov_row)
        t_2 = 1.0/math.sqrt(cov_row)
        t_3 = math.sqrt(cycle)*abs(mean)
        t_4 = 1.0/math.sqrt(cov_col)
        K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
        cv_theta_value = t_2*t_3/cov_col
        cv_beta_value = t_3*t_4/cov_row
        sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
        mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
        status[n] = code
        out[0, n] = K_value if code == OK else 0.0
        out[1, n] = cv_theta_value if code == OK else 0.0
        out[2, n] = cv_beta_value if code == OK else 0.0
        out[3, n] = sigma_Y_value if code == OK else 0.0
        out[4, n] = mean_beta_mean_theta_value if code == OK else 0.0


@kernel
def solve_jacobian(mean, cov_row, cov_col, cycle, variance):
    """Return the derivatives of K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
    if not 0.0 < (cov_row) < math.inf:
        return ((0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), 1,)
    if not 0.0 < (cov_col) < math.inf:
        return ((0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), 2,)
    if not 0.0 < (cycle) < math.inf:
        return ((0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), 3,)
    if not 0.0 < (-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)) < math.inf:
        return ((0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), 4,)
    if not 0.0 < ((mean * mean)) < math.inf:
        return ((0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), (0.0, 0.0, 0.0, 0.0, 0.0,), 5,)
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
    d1_1 = -t_10*t_16/cov_row**(3.0 / 2.0)
    d1_2 = -t_15*t_2*t_9
    d1_3 = t_10*t_17*t_18
    d1_4 = 0.0
    d2_0 = t_13*t_22
    d2_1 = -t_15*t_20*t_4
    d2_2 = -t_16*t_21/cov_col**(3.0 / 2.0)
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
    return ((d0_0, d0_1, d0_2, d0_3, d0_4,), (d1_0, d1_1, d1_2, d1_3, d1_4,), (d2_0, d2_1, d2_2, d2_3, d2_4,), (d3_0, d3_1, d3_2, d3_3, d3_4,), (d4_0, d4_1, d4_2, d4_3, d4_4,), OK,)


@parallel_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        mean = targets[0, n]
        cov_row = targets[1, n]
        cov_col = targets[2, n]
        cycle = targets[3, n]
        variance = targets[4, n]
        code = OK
        code = code if 0.0 < ((mean * mean)) < math.inf else 5
        code = code if 0.0 < (-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)) < math.inf else 4
        code = code if 0.0 < (cycle) < math.inf else 3
        code = code if 0.0 < (cov_col) < math.inf else 2
        code = code if 0.0 < (cov_row) < math.inf else 1
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
        d1_1 = -t_10*t_16/cov_row**(3.0 / 2.0)
        d1_2 = -t_15*t_2*t_9
        d1_3 = t_10*t_17*t_18
        d1_4 = 0.0
        d2_0 = t_13*t_22
        d2_1 = -t_15*t_20*t_4
        d2_2 = -t_16*t_21/cov_col**(3.0 / 2.0)
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
        status[n] = code
        out[0, 0, n] = d0_0 if code == OK else 0.0
        out[0, 1, n] = d0_1 if code == OK else 0.0
        out[0, 2, n] = d0_2 if code == OK else 0.0
        out[0, 3, n] = d0_3 if code == OK else 0.0
        out[0, 4, n] = d0_4 if code == OK else 0.0
        out[1, 0, n] = d1_0 if code == OK else 0.0
        out[1, 1, n] = d1_1 if code == OK else 0.0
        out[1, 2, n] = d1_2 if code == OK else 0.0
        out[1, 3, n] = d1_3 if code == OK else 0.0
        out[1, 4, n] = d1_4 if code == OK else 0.0
        out[2, 0, n] = d2_0 if code == OK else 0.0
        out[2, 1, n] = d2_1 if code == OK else 0.0
        out[2, 2, n] = d2_2 if code == OK else 0.0
        out[2, 3, n] = d2_3 if code == OK else 0.0
        out[2, 4, n] = d2_4 if code == OK else 0.0
        out[3, 0, n] = d3_0 if code == OK else 0.0
        out[3, 1, n] = d3_1 if code == OK else 0.0
        out[3, 2, n] = d3_2 if code == OK else 0.0
        out[3, 3, n] = d3_3 if code == OK else 0.0
        out[3, 4, n] = d3_4 if code == OK else 0.0
        out[4, 0, n] = d4_0 if code == OK else 0.0
        out[4, 1, n] = d4_1 if code == OK else 0.0
        out[4, 2, n] = d4_2 if code == OK else 0.0
        out[4, 3, n] = d4_3 if code == OK else 0.0
        out[4, 4, n] = d4_4 if code == OK else 0.0
