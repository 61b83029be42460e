"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 af9d64e9a087646855cd6910e2c1ebd00d82e955dc0703c3c2c86dbab48bde70
record:    sha256 e9687eaf4367ab916262f6be21cb2972828303e398a0311b657eea2184acc33d
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 09b10fb37bb8968f6b396ae0310772bf7ac91e898ade55378a2c01e3cce36a52
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

SPEC = ModelSpec(name='pmf_gamma_effects',
          title='Poisson factorization with additive row and column effects, Gamma priors',
          targets=('mean', 'cov_row', 'cov_col', 'cycle'),
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
                      ParameterSpec(name='a_row',
                                    meaning='shape of row_effect: standard deviation / mean = '
                                            '1/sqrt(a_row)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='b_row',
                                    meaning='rate of row_effect: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='a_col',
                                    meaning='shape of col_effect: standard deviation / mean = '
                                            '1/sqrt(a_col)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='b_col',
                                    meaning='rate of col_effect: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('a_row', 'b_row', 'a_col', 'b_col'),
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
          identified_at_k=('a', 'c', 'b*d'),
          held_at_k=('mean', 'cov_row', 'cov_col'),
          conditions=(ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='b_row**2*cov_row > a_row',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='b_col**2*cov_col > a_col',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='b_col*b_row*mean > a_col*b_row + a_row*b_col',
                                    kind='mean',
                                    targets=('mean',))),
          conditions_at_k=(ConditionSpec(text='b_row**2*cov_row > a_row',
                                         kind='correlation',
                                         targets=('cov_row',)),
                           ConditionSpec(text='b_col**2*cov_col > a_col',
                                         kind='correlation',
                                         targets=('cov_col',)),
                           ConditionSpec(text='b_col*b_row*mean > a_col*b_row + a_row*b_col',
                                         kind='mean',
                                         targets=('mean',))),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'b': 1, 'd': -1},
                                   prior_degrees={'theta': -1,
                                                  'beta': 1,
                                                  'row_effect': 0,
                                                  'col_effect': 0},
                                   anchor='b',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'b': {},
                    'c': {'c': 1.0},
                    'd': {'b*d': 1.0}},
          priors=('theta', 'beta', 'row_effect', 'col_effect'),
          priors_depend_on=('a', 'b', 'c', 'd', 'a_row', 'b_row', 'a_col', 'b_col'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, a_row, b_row, a_col, b_col):
    """Return the means of theta and beta and row_effect and col_effect."""
    theta_value = a/b
    beta_value = c/d
    row_effect_value = a_row/b_row
    col_effect_value = a_col/b_col
    return (theta_value, beta_value, row_effect_value, col_effect_value,)


@kernel
def moments(K, a, b, c, d, a_row, b_row, a_col, b_col):
    """Return mean, cov_row, cov_col, cycle."""
    t0 = b*d
    t1 = K*a
    t2 = (b_row * b_row)
    t3 = (b * b)
    t4 = (d * d)
    t5 = t3*t4
    t6 = (c * c)
    t7 = 1.0/(t3*t4)
    t8 = (b_col * b_col)
    t9 = K*(a * a)
    mean_value = (a_col*b_row*t0 + a_row*b_col*t0 + b_col*b_row*c*t1)/(b*b_col*b_row*d)
    cov_row_value = t7*(a_row*t5 + t1*t2*t6)/t2
    cov_col_value = t7*(a_col*t5 + c*t8*t9)/t8
    cycle_value = t6*t9/((b * b * b * b)*(d * d * d * d))
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
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
            parameters[7, n],
            parameters[8, n],
        )


@kernel
def moments_jacobian(K, a, b, c, d, a_row, b_row, a_col, b_col):
    """Return the derivatives of mean, cov_row, cov_col, cycle by K, a, b, c, d, a_row, b_row, a_col, b_col."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = K*c
    t4 = a_col*b_row
    t5 = a_row*b_col
    t6 = b*d
    t7 = K*a
    t8 = c*t7
    t9 = b_col*t8
    t10 = b_row*t9 + t4*t6 + t5*t6
    t11 = 1.0 / b_row
    t12 = 1.0 / b_col
    t13 = t11*t12
    t14 = t13*(-t10*t2 + t4 + t5)
    t15 = t13*t2
    t16 = (c * c)
    t17 = (b * b)
    t18 = (d * d)
    t19 = 1.0/(t17*t18)
    t20 = t16*t19
    t21 = 2.0*t0
    t22 = (b_row * b_row)
    t23 = 1.0 / t22
    t24 = t17*t18
    t25 = t16*t7
    t26 = a_row*t24 + t22*t25
    t27 = t23*(a_row - t19*t26)
    t28 = 2.0*t19
    t29 = t28*t8
    t30 = 2.0*t1
    t31 = (a * a)
    t32 = t19*t31
    t33 = (b_col * b_col)
    t34 = 1.0 / t33
    t35 = t3*t31
    t36 = a_col*t24 + t33*t35
    t37 = t34*(a_col - t19*t36)
    t38 = 1.0 / ((b * b * b * b))
    t39 = 1.0 / ((d * d * d * d))
    t40 = t38*t39
    t41 = t16*t31
    t42 = 2.0*t40
    t43 = 4.0*K*t41
    d0_0 = a*c*t2
    d0_1 = t2*t3
    d0_2 = t0*t14
    d0_3 = t2*t7
    d0_4 = t1*t14
    d0_5 = t11
    d0_6 = t15*(a_col*t6 - t10*t11 + t9)
    d0_7 = t12
    d0_8 = t15*(a_row*t6 + b_row*t8 - t10*t12)
    d1_0 = a*t20
    d1_1 = K*t20
    d1_2 = t21*t27
    d1_3 = t29
    d1_4 = t27*t30
    d1_5 = t23
    d1_6 = t11*t28*(-t23*t26 + t25)
    d1_7 = 0.0
    d1_8 = 0.0
    d2_0 = c*t32
    d2_1 = t29
    d2_2 = t21*t37
    d2_3 = K*t32
    d2_4 = t30*t37
    d2_5 = 0.0
    d2_6 = 0.0
    d2_7 = t34
    d2_8 = t12*t28*(-t34*t36 + t35)
    d3_0 = t40*t41
    d3_1 = t25*t42
    d3_2 = -t39*t43/b ** 5
    d3_3 = t35*t42
    d3_4 = -t38*t43/d ** 5
    d3_5 = 0.0
    d3_6 = 0.0
    d3_7 = 0.0
    d3_8 = 0.0
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6, d0_7, d0_8,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6, d1_7, d1_8,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6, d2_7, d2_8,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6, d3_7, d3_8,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n], out[0, 5, n], out[0, 6, n], out[0, 7, n], out[0, 8, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n], out[1, 5, n], out[1, 6, n], out[1, 7, n], out[1, 8, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n], out[2, 5, n], out[2, 6, n], out[2, 7, n], out[2, 8, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n], out[3, 5, n], out[3, 6, n], out[3, 7, n], out[3, 8, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
            parameters[6, n],
            parameters[7, n],
            parameters[8, n],
        )


@kernel
def conditions(mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = cycle
    margin_2_value = -a_row + (b_row * b_row)*cov_row
    margin_3_value = -a_col + (b_col * b_col)*cov_col
    margin_4_value = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
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
        ) = conditions(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
            targets[7, n],
        )


@kernel
def conditions_at_k(K, mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = -a_row + (b_row * b_row)*cov_row
    margin_2_value = -a_col + (b_col * b_col)*cov_col
    margin_3_value = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
    )


@batch_kernel
def conditions_at_k_batch(targets, out):
    """Apply conditions_at_k to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
        ) = conditions_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
            targets[7, n],
            targets[8, n],
        )


@kernel
def solve(mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return K, a, c, b*d and a status."""
    status = positive(cycle, 1, OK)
    status = positive(-a_row + (b_row * b_row)*cov_row, 2, status)
    status = positive(-a_col + (b_col * b_col)*cov_col, 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = (b_col * b_col)
    t_1 = -a_col + cov_col*t_0
    t_2 = (t_1 * t_1)
    t_3 = (b_row * b_row)
    t_4 = -a_row + cov_row*t_3
    t_5 = (t_4 * t_4)
    t_6 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_7 = 1.0 / cycle
    t_8 = t_7/(t_6 * t_6)
    K_value = cycle*(t_6 * t_6 * t_6 * t_6)/(t_2*t_5)
    a_value = t_2*t_4*t_8/t_0
    c_value = t_1*t_5*t_8/t_3
    b_d_value = t_1*t_4*t_7/(b_col*b_row*t_6)
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
            targets[5, n],
            targets[6, n],
            targets[7, n],
        )


@kernel
def solve_jacobian(mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return the derivatives of K, a, c, b*d by mean, cov_row, cov_col, cycle, and a status."""
    status = positive(cycle, 1, OK)
    status = positive(-a_row + (b_row * b_row)*cov_row, 2, status)
    status = positive(-a_col + (b_col * b_col)*cov_col, 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = (b_col * b_col)
    t_1 = -a_col + cov_col*t_0
    t_2 = (t_1 * t_1)
    t_3 = 1.0 / t_2
    t_4 = (b_row * b_row)
    t_5 = -a_row + cov_row*t_4
    t_6 = (t_5 * t_5)
    t_7 = 1.0 / t_6
    t_8 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_9 = (t_8 * t_8 * t_8)
    t_10 = (t_8 * t_8 * t_8 * t_8)
    t_11 = t_10*t_3
    t_12 = 2.0*cycle
    t_13 = 1.0 / b_col
    t_14 = b_row*t_13
    t_15 = 1.0 / cycle
    t_16 = 2.0*t_15/t_9
    t_17 = 1.0 / ((t_8 * t_8))
    t_18 = t_15*t_17
    t_19 = t_2/t_0
    t_20 = t_1*t_5
    t_21 = t_18*t_20
    t_22 = 2.0*t_21
    t_23 = 1.0 / ((cycle * cycle))
    t_24 = t_17*t_23
    t_25 = 1.0 / b_row
    t_26 = b_col*t_25
    t_27 = t_6/t_4
    t_28 = 1.0 / t_8
    t_29 = t_15*t_28
    d0_0 = 4.0*b_col*b_row*cycle*t_3*t_7*t_9
    d0_1 = -t_11*t_12*t_4/(t_5 * t_5 * t_5)
    d0_2 = -t_0*t_10*t_12*t_7/(t_1 * t_1 * t_1)
    d0_3 = t_11*t_7
    d1_0 = -t_14*t_16*t_2*t_5
    d1_1 = t_18*t_19*t_4
    d1_2 = t_22
    d1_3 = -t_19*t_24*t_5
    d2_0 = -t_1*t_16*t_26*t_6
    d2_1 = t_22
    d2_2 = t_0*t_18*t_27
    d2_3 = -t_1*t_24*t_27
    d3_0 = -t_21
    d3_1 = t_1*t_14*t_29
    d3_2 = t_26*t_29*t_5
    d3_3 = -t_13*t_20*t_23*t_25*t_28
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
            targets[5, n],
            targets[6, n],
            targets[7, n],
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return a, c, b*d and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(-a_row + (b_row * b_row)*cov_row, 1, OK)
    status = positive(-a_col + (b_col * b_col)*cov_col, 2, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 3, status)
    t_0 = (b_col * b_col)
    t_1 = (b_row * b_row)
    t_2 = 1.0 / (-a_row + cov_row*t_1)
    t_3 = 1.0 / K
    t_4 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_5 = t_3*(t_4 * t_4)
    t_6 = 1.0 / (-a_col + cov_col*t_0)
    a_value = t_2*t_5/t_0
    c_value = t_5*t_6/t_1
    b_d_value = t_2*t_3*(t_4 * t_4 * t_4)*t_6/(b_col*b_row)
    return (
        if_ok(a_value, status),
        if_ok(c_value, status),
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
            status[n],
        ) = solve_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
            targets[6, n],
            targets[7, n],
            targets[8, n],
        )
