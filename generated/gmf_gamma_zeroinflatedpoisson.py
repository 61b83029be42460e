"""gmf_gamma_zeroinflatedpoisson: zero-inflated Poisson observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 92c0b13156b90fff1f7d5914d326ebac53754f6e51223aebc55612fee73a9110
record:    sha256 ee1d61b8c5f4951e8c5f3842974ccd0ff606374cd863b90fc3dd2454a4311169
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 1d95be852e487e550b85ad57062d6d161ba1f4047f60173e15d923da3fbdbbe1
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

SPEC = ModelSpec(name='gmf_gamma_zeroinflatedpoisson',
          title='zero-inflated Poisson observations, Gamma priors (shape and rate)',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='a',
                                    meaning='shape of theta: standard deviation / mean = '
                                            '1/sqrt(a)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='b',
                                    meaning='rate of theta: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='c',
                                    meaning='shape of beta: standard deviation / mean = '
                                            '1/sqrt(c)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='d',
                                    meaning='rate of beta: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='p',
                                    meaning='probability of the Poisson count of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=1,
                                    integer=False)),
          needs=('p',),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='a',
                                     exponents={'a': 1},
                                     meaning='shape of theta: standard deviation / mean = '
                                             '1/sqrt(a)'),
                      IdentifiedSpec(name='c',
                                     exponents={'c': 1},
                                     meaning='shape of beta: standard deviation / mean = '
                                             '1/sqrt(c)'),
                      IdentifiedSpec(name='b*d',
                                     exponents={'b': 1, 'd': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='mean**2*p + p*variance > mean**2 + mean*p',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='mean**2*p + variance*( - rho_row - rho_col + p) > '
                                         'mean**2 + mean*p',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'b': 1, 'd': -1},
                                   prior_degrees={'theta': -1, 'beta': 1},
                                   anchor='b',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'b': {},
                    'c': {'c': 1.0},
                    'd': {'b*d': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('a', 'b', 'c', 'd', 'p'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, p):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, p):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a*c
    t1 = p*t0
    t2 = a + b*d + c + t0 - t1 + 1.0
    t3 = -p/t2
    mean_value = t1/(b*d)
    variance_value = t1*t2/((b * b)*(d * d))
    rho_row_value = -c*t3
    rho_col_value = -a*t3
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
def moments_jacobian(K, a, b, c, d, p):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, p."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = a*c*p
    t4 = K*c
    t5 = p*t4
    t6 = 1.0 / ((b * b))
    t7 = a*t4
    t8 = p*t7
    t9 = t1*t6*t8
    t10 = K*a
    t11 = p*t10
    t12 = 1.0 / ((d * d))
    t13 = t0*t12*t8
    t14 = 1.0 - p
    t15 = a + b*d + c + t7 + 1.0
    t16 = t15 - t8
    t17 = t12*t6
    t18 = t4 - t5 + 1.0
    t19 = a*t18
    t20 = -2.0*t16*t2 + 1.0
    t21 = t10 - t11 + 1.0
    t22 = c*t21
    t23 = -t16
    t24 = p/(t23 * t23)
    t25 = a*t24
    t26 = c*t24
    t27 = 1.0 / t23
    t28 = p*t27
    t29 = t27*(t28*t7 - 1.0)
    d0_0 = t2*t3
    d0_1 = t2*t5
    d0_2 = -t9
    d0_3 = t11*t2
    d0_4 = -t13
    d0_5 = t2*t7
    d1_0 = t17*t3*(t14*t7 + t16)
    d1_1 = t17*t5*(t16 + t19)
    d1_2 = t20*t9
    d1_3 = t11*t17*(t16 + t22)
    d1_4 = t13*t20
    d1_5 = t17*t7*(t15 - 2.0*t8)
    d2_0 = -(c * c)*t14*t25
    d2_1 = -t18*t26
    d2_2 = -d*t26
    d2_3 = -t28*(t22*t27 + 1.0)
    d2_4 = -b*t26
    d2_5 = c*t29
    d3_0 = -(a * a)*t14*t26
    d3_1 = -t28*(t19*t27 + 1.0)
    d3_2 = -d*t25
    d3_3 = -t21*t25
    d3_4 = -b*t25
    d3_5 = a*t29
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
def conditions(mean, variance, rho_row, rho_col, p):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = mean*p
    t1 = (mean * mean)
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = p*t1 + p*variance - t0 - t1
    margin_5_value = p*t1 + p*variance - rho_col*variance - rho_row*variance - t0 - t1
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
def solve(mean, variance, rho_row, rho_col, p):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((mean * mean)*p - (mean * mean) - mean*p + p*variance, 4, status)
    status = positive((mean * mean)*p - (mean * mean) - mean*p + variance*(p - rho_col - rho_row), 5, status)
    t_0 = (mean * mean)
    t_1 = mean*p
    t_2 = p*t_0 - t_0 - t_1 + variance*(p - rho_col - rho_row)
    t_3 = 1.0 / t_2
    t_4 = t_3*variance
    K_value = t_0*t_2/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_4
    c_value = rho_row*t_4
    b_d_value = t_1*t_3
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(b_d_value, status),
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
def solve_jacobian(mean, variance, rho_row, rho_col, p):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((mean * mean)*p - (mean * mean) - mean*p + p*variance, 4, status)
    status = positive((mean * mean)*p - (mean * mean) - mean*p + variance*(p - rho_col - rho_row), 5, status)
    t_0 = 2.0*mean
    t_1 = -p*t_0
    t_2 = (mean * mean)
    t_3 = 2.0*t_2
    t_4 = -p + rho_col + rho_row
    t_5 = -t_4*variance
    t_6 = p + t_0 + t_1
    t_7 = (variance * variance)
    t_8 = 1.0 / rho_row
    t_9 = 1.0 / rho_col
    t_10 = t_8*t_9
    t_11 = t_10/t_7
    t_12 = 1.0 / variance
    t_13 = mean*p
    t_14 = p*t_2 - t_13 - t_2 + t_5
    t_15 = t_12*t_14
    t_16 = t_10*t_12*t_2
    t_17 = 1.0 / ((t_14 * t_14))
    t_18 = t_17*variance
    t_19 = t_18*t_6
    t_20 = 1.0 / t_14
    t_21 = t_20*variance
    t_22 = t_20*(t_21*t_4 + 1.0)
    t_23 = t_17*t_7
    t_24 = t_13*t_18
    d0_0 = mean*t_11*(-mean*t_6 + p*t_3 + t_1 - t_3 + 2.0*t_5)
    d0_1 = t_11*t_2*(-2.0*t_15 - t_4)
    d0_2 = -t_16*(t_15*t_8 + 1.0)
    d0_3 = -t_16*(t_15*t_9 + 1.0)
    d1_0 = rho_col*t_19
    d1_1 = rho_col*t_22
    d1_2 = rho_col*t_23
    d1_3 = t_21*(rho_col*t_21 + 1.0)
    d2_0 = rho_row*t_19
    d2_1 = rho_row*t_22
    d2_2 = t_21*(rho_row*t_21 + 1.0)
    d2_3 = rho_row*t_23
    d3_0 = p*t_20*(mean*t_20*t_6 + 1.0)
    d3_1 = t_13*t_17*t_4
    d3_2 = t_24
    d3_3 = t_24
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
