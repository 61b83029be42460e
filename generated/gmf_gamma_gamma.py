"""gmf_gamma_gamma: Gamma observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01d30a21697433b0e4551a2c7d79c1fc697c6be006318896f58d604f55c56186
record:    sha256 5bcac93768cf62ba46999cef701a16e4d84bb4f89f27319e0f1e84b8ccabee5a
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 9dfa5afc4e15d7ab85a491eaef550fe09d3255a4521a643b185a45d5866417f8
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

SPEC = ModelSpec(name='gmf_gamma_gamma',
          title='Gamma observations, Gamma priors (shape and rate)',
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
                      ParameterSpec(name='shape_Y',
                                    meaning='shape of Y, in the rate of Y: standard deviation '
                                            '/ mean = 1/sqrt(shape_Y)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('shape_Y',),
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
                      ConditionSpec(text='shape_Y*variance > mean**2',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='shape_Y > rho_row + rho_row*shape_Y + rho_col + '
                                         'rho_col*shape_Y',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='variance*( - rho_row - rho_row*shape_Y - rho_col - '
                                         'rho_col*shape_Y + shape_Y) > mean**2',
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
          priors_depend_on=('a', 'b', 'c', 'd', 'shape_Y'),
          observed_is_count=False,
          observed_sign='positive',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, shape_Y):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, shape_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a*c
    t1 = a*shape_Y
    t2 = c*shape_Y
    t3 = a + c + shape_Y + t0 + t1 + t2 + 1.0
    t4 = 1.0 / t3
    mean_value = t0/(b*d)
    variance_value = t0*t3/((b * b)*(d * d)*shape_Y)
    rho_row_value = t2*t4
    rho_col_value = t1*t4
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
def moments_jacobian(K, a, b, c, d, shape_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, shape_Y."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = a*c
    t4 = K*c
    t5 = 1.0 / ((b * b))
    t6 = a*t4
    t7 = t5*t6
    t8 = K*a
    t9 = 1.0 / ((d * d))
    t10 = 2.0*t6
    t11 = a*shape_Y
    t12 = c*shape_Y
    t13 = shape_Y + 1.0
    t14 = a + c
    t15 = t11 + t12 + t13 + t14
    t16 = 1.0 / shape_Y
    t17 = t16*t9
    t18 = t17*t5
    t19 = t13 + t4
    t20 = a*t19
    t21 = t15 + t6
    t22 = t16*t21
    t23 = t10*t22
    t24 = t13 + t8
    t25 = c*t24
    t26 = t14 + 1.0
    t27 = 1.0 / ((t21 * t21))
    t28 = t11*t27
    t29 = t12*t27
    t30 = 1.0 / t21
    t31 = shape_Y*t30
    t32 = t30*(-t26*t31 + 1.0)
    d0_0 = t2*t3
    d0_1 = t2*t4
    d0_2 = -t1*t7
    d0_3 = t2*t8
    d0_4 = -t0*t6*t9
    d0_5 = 0.0
    d1_0 = t18*t3*(t10 + t15)
    d1_1 = t18*t4*(t20 + t21)
    d1_2 = -t23*t9/(b * b * b)
    d1_3 = t18*t8*(t21 + t25)
    d1_4 = -t23*t5/(d * d * d)
    d1_5 = t17*t7*(-t22 + t26)
    d2_0 = -(c * c)*t28
    d2_1 = -t19*t29
    d2_2 = 0.0
    d2_3 = t31*(-t25*t30 + 1.0)
    d2_4 = 0.0
    d2_5 = c*t32
    d3_0 = -(a * a)*t29
    d3_1 = t31*(-t20*t30 + 1.0)
    d3_2 = 0.0
    d3_3 = -t24*t28
    d3_4 = 0.0
    d3_5 = a*t32
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
def conditions(mean, variance, rho_row, rho_col, shape_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (mean * mean) - shape_Y*variance
    t1 = shape_Y*variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y
    margin_6_value = -rho_col*t1 - rho_col*variance - rho_row*t1 - rho_row*variance - t0
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
def solve(mean, variance, rho_row, rho_col, shape_Y):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(mean * mean) + shape_Y*variance, 4, status)
    status = positive(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y, 5, status)
    status = positive(-(mean * mean) + variance*(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y), 6, status)
    t_0 = (mean * mean)
    t_1 = shape_Y + 1.0
    t_2 = -t_0 + variance*(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y)
    t_3 = t_1/t_2
    t_4 = t_3*variance
    K_value = t_0*t_2/(rho_col*rho_row*t_1*(variance * variance))
    a_value = rho_col*t_4
    c_value = rho_row*t_4
    b_d_value = mean*t_3
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
def solve_jacobian(mean, variance, rho_row, rho_col, shape_Y):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(mean * mean) + shape_Y*variance, 4, status)
    status = positive(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y, 5, status)
    status = positive(-(mean * mean) + variance*(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y), 6, status)
    t_0 = (mean * mean)
    t_1 = 2.0*t_0
    t_2 = rho_col*shape_Y + rho_col + rho_row*shape_Y + rho_row - shape_Y
    t_3 = t_2*variance
    t_4 = 1.0 / rho_row
    t_5 = 1.0 / rho_col
    t_6 = t_4*t_5
    t_7 = shape_Y + 1.0
    t_8 = 1.0 / t_7
    t_9 = (variance * variance)
    t_10 = t_8/t_9
    t_11 = 1.0 / variance
    t_12 = -t_0 - t_3
    t_13 = t_11*t_12
    t_14 = t_0*t_6
    t_15 = t_13*t_8
    t_16 = t_11*t_14
    t_17 = 1.0 / ((t_12 * t_12))
    t_18 = mean*t_17*t_7
    t_19 = 2.0*t_18*variance
    t_20 = 1.0 / t_12
    t_21 = t_20*variance
    t_22 = t_20*t_7
    t_23 = t_22*(t_2*t_21 + 1.0)
    t_24 = t_17*(t_7 * t_7)
    t_25 = t_24*t_9
    t_26 = t_21*t_7
    t_27 = mean*t_24*variance
    d0_0 = 2.0*mean*t_10*t_6*(-t_1 - t_3)
    d0_1 = t_10*t_14*(-2.0*t_13 - t_2)
    d0_2 = -t_16*(t_15*t_4 + 1.0)
    d0_3 = -t_16*(t_15*t_5 + 1.0)
    d1_0 = rho_col*t_19
    d1_1 = rho_col*t_23
    d1_2 = rho_col*t_25
    d1_3 = t_26*(rho_col*t_26 + 1.0)
    d2_0 = rho_row*t_19
    d2_1 = rho_row*t_23
    d2_2 = t_26*(rho_row*t_26 + 1.0)
    d2_3 = rho_row*t_25
    d3_0 = t_22*(t_1*t_20 + 1.0)
    d3_1 = t_18*t_2
    d3_2 = t_27
    d3_3 = t_27
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
