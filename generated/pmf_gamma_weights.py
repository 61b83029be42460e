"""pmf_gamma_weights: Poisson factorization with random factor weights.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 4c80f520cd774a9e85551fcbb97895de5be6cf3a9f3585b1bce3be7348e42acc
record:    sha256 4a5ea1abb6d68b310905ffeafcfc3ad37534f07468ae0ede7ecce1392e0897e0
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 a11569ccc6d14c0aa83f6d1a0b2bbf5fc721ffed10e0545c9d743a0a3d381153
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

SPEC = ModelSpec(name='pmf_gamma_weights',
          title='Poisson factorization with random factor weights',
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
                      ParameterSpec(name='e',
                                    meaning='shape of weight: standard deviation / mean = '
                                            '1/sqrt(e)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='f',
                                    meaning='rate of weight: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('e',),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd', 'f'),
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
                      IdentifiedSpec(name='b*d*f',
                                     exponents={'b': 1, 'd': 1, 'f': 1},
                                     meaning='rate of theta times rate of beta times rate of '
                                             'weight: all that data show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='variance > mean',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > mean',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'b': 1, 'd': -1},
                                   prior_degrees={'theta': -1, 'beta': 1, 'weight': 0},
                                   anchor='b',
                                   shifts={},
                                   prior_shifts={}),
                      SymmetrySpec(weights={'b': 1, 'f': -1},
                                   prior_degrees={'theta': -1, 'beta': 0, 'weight': 1},
                                   anchor='d',
                                   shifts={},
                                   prior_shifts={})),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'b': {},
                    'c': {'c': 1.0},
                    'd': {},
                    'f': {'b*d*f': 1.0}},
          priors=('theta', 'beta', 'weight'),
          priors_depend_on=('a', 'b', 'c', 'd', 'e', 'f'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, e, f):
    """Return the means of theta and beta and weight."""
    theta_value = a/b
    beta_value = c/d
    weight_value = e/f
    return (theta_value, beta_value, weight_value,)


@kernel
def moments(K, a, b, c, d, e, f):
    """Return mean, variance, rho_row, rho_col."""
    t0 = a*e
    t1 = K*c*t0
    t2 = e + 1.0
    t3 = a + b*d*f + c*e + c + t0 + t2
    t4 = t2/t3
    mean_value = t1/(b*d*f)
    variance_value = t1*t3/((b * b)*(d * d)*(f * f))
    rho_row_value = c*t4
    rho_col_value = a*t4
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
            parameters[6, n],
        )


@kernel
def moments_jacobian(K, a, b, c, d, e, f):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, e, f."""
    t0 = a*e
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = 1.0 / f
    t4 = t2*t3
    t5 = t1*t4
    t6 = t0*t5
    t7 = c*e
    t8 = K*t5
    t9 = 1.0 / ((b * b))
    t10 = K*t9
    t11 = c*t0
    t12 = t10*t11*t4
    t13 = 1.0 / ((d * d))
    t14 = t11*t13
    t15 = K*t1
    t16 = t14*t15*t3
    t17 = a*c
    t18 = 1.0 / ((f * f))
    t19 = t11*t15*t18*t2
    t20 = d*f
    t21 = e + 1.0
    t22 = a + c
    t23 = b*t20 + t0 + t21 + t22 + t7
    t24 = a*t21
    t25 = t10*t13*t18
    t26 = -2.0*t23*t5 + 1.0
    t27 = c*t21
    t28 = t22 + 1.0
    t29 = 1.0 / ((t23 * t23))
    t30 = (t21 * t21)*t29
    t31 = t27*t29
    t32 = 1.0 / t23
    t33 = t21*t32
    t34 = b*t31
    t35 = t32*(-t28*t33 + 1.0)
    t36 = t24*t29
    t37 = b*t36
    d0_0 = c*t6
    d0_1 = t7*t8
    d0_2 = -t12
    d0_3 = K*t6
    d0_4 = -t16
    d0_5 = t17*t8
    d0_6 = -t19
    d1_0 = t14*t18*t23*t9
    d1_1 = t25*t7*(t23 + t24)
    d1_2 = t12*t26
    d1_3 = t0*t25*(t23 + t27)
    d1_4 = t16*t26
    d1_5 = t17*t25*(e*t28 + t23)
    d1_6 = t19*t26
    d2_0 = 0.0
    d2_1 = -c*t30
    d2_2 = -t20*t31
    d2_3 = t33*(-t27*t32 + 1.0)
    d2_4 = -f*t34
    d2_5 = c*t35
    d2_6 = -d*t34
    d3_0 = 0.0
    d3_1 = t33*(-t24*t32 + 1.0)
    d3_2 = -t20*t36
    d3_3 = -a*t30
    d3_4 = -f*t37
    d3_5 = a*t35
    d3_6 = -d*t37
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n], out[0, 5, n], out[0, 6, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n], out[1, 5, n], out[1, 6, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n], out[2, 5, n], out[2, 6, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n], out[3, 5, n], out[3, 6, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
            parameters[6, n],
        )


@kernel
def conditions(mean, variance, rho_row, rho_col, e):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = mean - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col - rho_row + 1.0
    margin_6_value = -rho_col*variance - rho_row*variance - t0
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
def solve(mean, variance, rho_row, rho_col, e):
    """Return K, a, c, b*d*f and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = e + 1.0
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_2 = 1.0 / t_1
    t_3 = t_2*variance
    K_value = (mean * mean)*t_0*t_1/(e*rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_3
    c_value = rho_row*t_3
    b_d_f_value = mean*t_0*t_2
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(b_d_f_value, status),
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
def solve_jacobian(mean, variance, rho_row, rho_col, e):
    """Return the derivatives of K, a, c, b*d*f by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = rho_col + rho_row - 1.0
    t_1 = -t_0
    t_2 = e + 1.0
    t_3 = mean*t_2
    t_4 = (variance * variance)
    t_5 = 1.0 / rho_row
    t_6 = 1.0 / rho_col
    t_7 = t_5*t_6/e
    t_8 = t_7/t_4
    t_9 = 1.0 / variance
    t_10 = -mean + t_1*variance
    t_11 = t_10*t_9
    t_12 = (mean * mean)*t_2
    t_13 = t_12*t_7*t_9
    t_14 = 1.0 / ((t_10 * t_10))
    t_15 = rho_col*t_14
    t_16 = 1.0 / t_10
    t_17 = t_16*variance
    t_18 = t_16*(t_0*t_17 + 1.0)
    t_19 = rho_row*t_14
    t_20 = t_14*t_3
    t_21 = t_20*variance
    d0_0 = t_3*t_8*(-3.0*mean + 2.0*t_1*variance)
    d0_1 = t_12*t_8*(-t_0 - 2.0*t_11)
    d0_2 = -t_13*(t_11*t_5 + 1.0)
    d0_3 = -t_13*(t_11*t_6 + 1.0)
    d1_0 = t_15*variance
    d1_1 = rho_col*t_18
    d1_2 = t_15*t_4
    d1_3 = t_17*(rho_col*t_17 + 1.0)
    d2_0 = t_19*variance
    d2_1 = rho_row*t_18
    d2_2 = t_17*(rho_row*t_17 + 1.0)
    d2_3 = t_19*t_4
    d3_0 = t_16*t_2*(mean*t_16 + 1.0)
    d3_1 = t_0*t_20
    d3_2 = t_21
    d3_3 = t_21
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
