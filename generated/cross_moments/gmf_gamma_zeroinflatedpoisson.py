"""gmf_gamma_zeroinflatedpoisson: zero-inflated Poisson observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 92c0b13156b90fff1f7d5914d326ebac53754f6e51223aebc55612fee73a9110
record:    sha256 ee1d61b8c5f4951e8c5f3842974ccd0ff606374cd863b90fc3dd2454a4311169
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 f86e6f96c23b86a19d55b1a30d6a7a8b42873ee287894776cb6b86419241f98d
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

SPEC = ModelSpec(name='gmf_gamma_zeroinflatedpoisson',
          title='zero-inflated Poisson observations, Gamma priors (shape and rate)',
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
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
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd', 'p'),
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
                      IdentifiedSpec(name='p',
                                     exponents={'p': 1},
                                     meaning='probability of the Poisson count of Y'),
                      IdentifiedSpec(name='b*d',
                                     exponents={'b': 1, 'd': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=('a', 'c', 'p', 'b*d'),
          held_at_k=('mean', 'cov_row', 'cov_col', 'variance'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='mean**2 + variance > mean',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='cov_col*cov_row*variance >= cov_col*cov_row*mean + '
                                         'cycle*mean**2 + cov_col*cov_row**2 + '
                                         'cov_col**2*cov_row',
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
                           ConditionSpec(text='mean**2 + variance > mean',
                                         kind='overdispersion',
                                         targets=('mean', 'variance')),
                           ConditionSpec(text='mean**2*variance >= mean**3 + cov_row*mean**2 + '
                                              'cov_col*mean**2 + K*cov_col*cov_row',
                                         kind='other',
                                         targets=('cov_col', 'cov_row', 'mean', 'variance'))),
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
                    'd': {'b*d': 1.0},
                    'p': {'p': 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = K*a
    t1 = c*t0
    t2 = p*t1
    t3 = (c * c)
    t4 = 1.0/((b * b)*(d * d))
    t5 = (p * p)*t4
    t6 = K*(a * a)
    mean_value = t2/(b*d)
    cov_row_value = t0*t3*t5
    cov_col_value = c*t5*t6
    cycle_value = (p * p * p * p)*t3*t6/((b * b * b * b)*(d * d * d * d))
    variance_value = t2*t4*(a + b*d + c + t1 - t2 + 1.0)
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
def moments_jacobian(K, a, b, c, d, p):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, a, b, c, d, p."""
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
    t14 = (c * c)
    t15 = (p * p)
    t16 = t12*t6
    t17 = t15*t16
    t18 = t14*t17
    t19 = 2.0*t14
    t20 = t10*t15*t19
    t21 = t12/(b * b * b)
    t22 = 2.0*t17*t7
    t23 = t6/(d * d * d)
    t24 = t11*t16
    t25 = (a * a)
    t26 = t17*t25
    t27 = 2.0*t25
    t28 = t27*t4
    t29 = t15*t28
    t30 = t16*t5
    t31 = 1.0 / ((b * b * b * b))
    t32 = 1.0 / ((d * d * d * d))
    t33 = (p * p * p * p)
    t34 = t14*t31*t32*t33
    t35 = t32*t33
    t36 = 4.0*K*t14*t25
    t37 = t31*t36
    t38 = a + b*d + c + t7 + 1.0
    t39 = t38 - t8
    t40 = -2.0*t2*t39 + 1.0
    d0_0 = t2*t3
    d0_1 = t2*t5
    d0_2 = -t9
    d0_3 = t11*t2
    d0_4 = -t13
    d0_5 = t2*t7
    d1_0 = a*t18
    d1_1 = K*t18
    d1_2 = -t20*t21
    d1_3 = t22
    d1_4 = -t20*t23
    d1_5 = t19*t24
    d2_0 = c*t26
    d2_1 = t22
    d2_2 = -t21*t29
    d2_3 = K*t26
    d2_4 = -t23*t29
    d2_5 = t27*t30
    d3_0 = t25*t34
    d3_1 = 2.0*t10*t34
    d3_2 = -t35*t36/b ** 5
    d3_3 = t28*t31*t35
    d3_4 = -t33*t37/d ** 5
    d3_5 = (p * p * p)*t32*t37
    d4_0 = t16*t3*(t39 + t7*(1.0 - p))
    d4_1 = t30*(a*(t4 - t5 + 1.0) + t39)
    d4_2 = t40*t9
    d4_3 = t24*(c*(t10 - t11 + 1.0) + t39)
    d4_4 = t13*t40
    d4_5 = t16*t7*(t38 - 2.0*t8)
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
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -mean + t0 + variance
    margin_6_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*t0
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
    margin_4_value = -mean + t0 + variance
    margin_5_value = -K*cov_col*cov_row - cov_col*t0 - cov_row*t0 - (mean * mean * mean) + t0*variance
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
        margin_5_value,
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
            out[4, n],
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
    """Return K, a, c, p, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive((mean * mean) - mean + variance, 5, status)
    status = nonnegative(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = 1.0 / cycle
    t_4 = (mean * mean)
    t_5 = t_3/t_4
    t_6 = cov_col*t_1
    t_7 = (cov_col*cov_row*t_4 + cycle*t_4 + t_2 + t_6)/(-mean + t_4 + variance)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_5
    c_value = t_5*t_6
    p_value = t_7/(cov_col*cov_row)
    b_d_value = t_3*t_7/mean
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(p_value, status),
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
    """Return the derivatives of K, a, c, p, b*d by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive((mean * mean) - mean + variance, 5, status)
    status = nonnegative(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle
    t_8 = t_6*t_7
    t_9 = cov_row*t_1
    t_10 = 1.0 / cycle
    t_11 = 2.0*t_10/t_0
    t_12 = (mean * mean)
    t_13 = 1.0 / t_12
    t_14 = t_10*t_13
    t_15 = cov_col*cov_row
    t_16 = 2.0*t_15
    t_17 = t_14*t_16
    t_18 = t_13/(cycle * cycle)
    t_19 = cov_col*t_3
    t_20 = 2.0*mean
    t_21 = -mean + t_12 + variance
    t_22 = 1.0 / t_21
    t_23 = cycle*t_12 + t_12*t_15 + t_19 + t_9
    t_24 = t_22*t_23*(1.0 - t_20)
    t_25 = 1.0 / cov_col
    t_26 = 1.0 / cov_row
    t_27 = t_25*t_26
    t_28 = t_22*t_27
    t_29 = t_23*t_27
    t_30 = -t_29
    t_31 = cov_col + 2.0*cov_row + t_12
    t_32 = 2.0*cov_col + cov_row + t_12
    t_33 = 1.0 / ((t_21 * t_21))
    t_34 = 1.0 / mean
    t_35 = t_10*t_22
    t_36 = t_34*t_35
    t_37 = t_10*t_23*t_34
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_8/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_8/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = -t_11*t_9
    d1_1 = t_1*t_14
    d1_2 = t_17
    d1_3 = -t_18*t_9
    d1_4 = 0.0
    d2_0 = -t_11*t_19
    d2_1 = t_17
    d2_2 = t_14*t_3
    d2_3 = -t_18*t_19
    d2_4 = 0.0
    d3_0 = t_28*(t_20*(cycle + t_15) + t_24)
    d3_1 = t_22*t_26*(t_30 + t_31)
    d3_2 = t_22*t_25*(t_30 + t_32)
    d3_3 = t_12*t_28
    d3_4 = -t_29*t_33
    d4_0 = t_35*(-t_13*t_23 + t_16 + t_24*t_34 + t_7)
    d4_1 = cov_col*t_31*t_36
    d4_2 = cov_row*t_32*t_36
    d4_3 = t_35*(mean - t_37)
    d4_4 = -t_33*t_37
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
    """Return a, c, p, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive((mean * mean) - mean + variance, 4, status)
    status = nonnegative(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - (mean * mean * mean) + (mean * mean)*variance, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (K*cov_col*cov_row + cov_col*t_1 + cov_row*t_1 + (mean * mean * mean * mean))/(-mean + t_1 + variance)
    a_value = t_0*t_3
    c_value = t_3*t_4
    p_value = t_5/t_1
    b_d_value = mean*t_0*t_2*t_4*t_5
    return (
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(p_value, status),
        if_ok(b_d_value, status),
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
