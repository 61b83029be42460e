"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 af9d64e9a087646855cd6910e2c1ebd00d82e955dc0703c3c2c86dbab48bde70
record:    sha256 e9687eaf4367ab916262f6be21cb2972828303e398a0311b657eea2184acc33d
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 29b4a4283408cb4797d148e24a8a4de49a6e61128807e7ce3eeffa3f67a11869
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
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='b_row**2*rho_row*variance > a_row',
                                    kind='other',
                                    targets=('rho_row', 'variance')),
                      ConditionSpec(text='b_col**2*rho_col*variance > a_col',
                                    kind='other',
                                    targets=('rho_col', 'variance')),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > mean',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance')),
                      ConditionSpec(text='b_col*b_row*mean > a_col*b_row + a_row*b_col',
                                    kind='mean',
                                    targets=('mean',))),
          conditions_at_k=(),
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = b*d
    t1 = K*a
    t2 = (b * b)
    t3 = (b_col * b_col)
    t4 = (b_row * b_row)
    t5 = (d * d)
    t6 = t1*t4
    t7 = c*t3
    t8 = t6*t7
    t9 = t2*t5
    t10 = a_col*t9
    t11 = t10*t4
    t12 = a_row*t9
    t13 = t12*t3
    t14 = (c * c)*t6
    t15 = K*(a * a)*t7
    t16 = b_col*t11 + b_row*t13 + t0*t8 + t11 + t13 + t14*t3 + t15*t4 + t8
    t17 = 1.0 / t16
    mean_value = (a_col*b_row*t0 + a_row*b_col*t0 + b_col*b_row*c*t1)/(b*b_col*b_row*d)
    variance_value = t16/(t2*t3*t4*t5)
    rho_row_value = t17*t3*(t12 + t14)
    rho_col_value = t17*t4*(t10 + t15)
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
            parameters[7, n],
            parameters[8, n],
        )


@kernel
def moments_jacobian(K, a, b, c, d, a_row, b_row, a_col, b_col):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, a_row, b_row, a_col, b_col."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = c*t2
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
    t15 = a_col*t6
    t16 = t13*t2
    t17 = a_row*t6
    t18 = c + t6 + 1.0
    t19 = a + t18
    t20 = (b * b)
    t21 = 1.0 / t20
    t22 = (d * d)
    t23 = 1.0 / t22
    t24 = t21*t23
    t25 = a*c
    t26 = 2.0*a
    t27 = t18 + t26
    t28 = K*c
    t29 = (b_col * b_col)
    t30 = (b_row * b_row)
    t31 = t29*t30
    t32 = t31*t8
    t33 = t20*t22
    t34 = a_col*t33
    t35 = t30*t34
    t36 = a_row*t33
    t37 = t29*t36
    t38 = (c * c)
    t39 = t30*t38
    t40 = t39*t7
    t41 = (a * a)
    t42 = t28*t29
    t43 = t41*t42
    t44 = b_col*t35 + b_row*t37 + t29*t40 + t30*t43 + t32*t6 + t32 + t35 + t37
    t45 = 2.0*t44
    t46 = 2.0*t15
    t47 = t30*t46
    t48 = 2.0*t17
    t49 = t29*t48
    t50 = b_col*t47 + b_row*t49 + t32 + t47 + t49
    t51 = 1.0 / t30
    t52 = 1.0 / t29
    t53 = t51*t52
    t54 = t53*(-t2*t45 + t50)
    t55 = 2.0*c
    t56 = a + t55 + t6 + 1.0
    t57 = b_row + 1.0
    t58 = b_row*t26
    t59 = t42*t58
    t60 = 2.0*t33
    t61 = t4*t60
    t62 = K*t38*t58
    t63 = t41*t55
    t64 = K*b_row*t29*t63 + b_col*t61 + t29*t62 + t37 + t59*t6 + t59 + t61
    t65 = t24*t53
    t66 = b_col + 1.0
    t67 = t28*t30
    t68 = b_col*t26*t67
    t69 = t5*t60
    t70 = K*b_col
    t71 = t63*t70
    t72 = b_row*t69 + t26*t39*t70 + t30*t71 + t35 + t6*t68 + t68 + t69
    t73 = -c
    t74 = 1.0 / t44
    t75 = t36 + t40
    t76 = t74*t75
    t77 = t29*t76
    t78 = t29*t74
    t79 = t30*t78
    t80 = t25*t79
    t81 = t67*t78
    t82 = t78*(t48 - t50*t76)
    t83 = t7*t79
    t84 = t31*t33/(t44 * t44)
    t85 = t72*t74
    t86 = t34 + t43
    t87 = t74*t86
    t88 = t30*t87
    t89 = t30*t74
    t90 = t89*(t46 - t50*t87)
    d0_0 = a*t3
    d0_1 = K*t3
    d0_2 = t0*t14
    d0_3 = t2*t7
    d0_4 = t1*t14
    d0_5 = t11
    d0_6 = t16*(-t10*t11 + t15 + t9)
    d0_7 = t12
    d0_8 = t16*(b_row*t8 - t10*t12 + t17)
    d1_0 = t19*t24*t25
    d1_1 = t24*t27*t28
    d1_2 = t1*t21*t54
    d1_3 = t24*t56*t7
    d1_4 = t0*t23*t54
    d1_5 = t51*t57
    d1_6 = t65*(-t11*t45 + t64)
    d1_7 = t52*t66
    d1_8 = t65*(-t12*t45 + t72)
    d2_0 = t80*(-t19*t77 - t73)
    d2_1 = t81*(-t27*t77 - t73)
    d2_2 = d*t82
    d2_3 = t83*(2.0*c - t56*t77)
    d2_4 = b*t82
    d2_5 = t33*t78*(-t57*t77 + 1.0)
    d2_6 = t78*(t62 - t64*t76)
    d2_7 = -t66*t75*t84
    d2_8 = b_col*t76*(-b_col*t85 + 2.0)
    d3_0 = t80*(a - t19*t88)
    d3_1 = t81*(t26 - t27*t88)
    d3_2 = d*t90
    d3_3 = t83*(a - t56*t88)
    d3_4 = b*t90
    d3_5 = -t57*t84*t86
    d3_6 = b_row*t87*(-b_row*t64*t74 + 2.0)
    d3_7 = t33*t89*(-t66*t88 + 1.0)
    d3_8 = t89*(t71 - t85*t86)
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
def conditions(mean, variance, rho_row, rho_col, a_row, b_row, a_col, b_col):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = -a_row + (b_row * b_row)*rho_row*variance
    margin_2_value = -a_col + (b_col * b_col)*rho_col*variance
    margin_3_value = -mean - rho_col*variance - rho_row*variance + variance
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
def solve(mean, variance, rho_row, rho_col, a_row, b_row, a_col, b_col):
    """Return K, a, c, b*d and a status."""
    status = positive(-a_row + (b_row * b_row)*rho_row*variance, 1, OK)
    status = positive(-a_col + (b_col * b_col)*rho_col*variance, 2, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = (b_col * b_col)
    t_1 = -a_col + rho_col*t_0*variance
    t_2 = (b_row * b_row)
    t_3 = -a_row + rho_row*t_2*variance
    t_4 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_5 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_6 = 1.0 / t_4
    K_value = t_4*(t_5 * t_5)/(t_1*t_3)
    a_value = t_1*t_6/t_0
    c_value = t_3*t_6/t_2
    b_d_value = t_5*t_6/(b_col*b_row)
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
def solve_jacobian(mean, variance, rho_row, rho_col, a_row, b_row, a_col, b_col):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(-a_row + (b_row * b_row)*rho_row*variance, 1, OK)
    status = positive(-a_col + (b_col * b_col)*rho_col*variance, 2, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = b_col*b_row
    t_1 = a_col*b_row + a_row*b_col - mean*t_0
    t_2 = -t_1
    t_3 = rho_col + rho_row - 1.0
    t_4 = -mean - t_3*variance
    t_5 = (b_row * b_row)
    t_6 = -a_row + rho_row*t_5*variance
    t_7 = 1.0 / t_6
    t_8 = (b_col * b_col)
    t_9 = -a_col + rho_col*t_8*variance
    t_10 = 1.0 / t_9
    t_11 = t_10*t_7
    t_12 = t_10*t_4
    t_13 = t_4*t_7
    t_14 = t_11*(t_2 * t_2)
    t_15 = t_14*variance
    t_16 = 1.0 / ((t_4 * t_4))
    t_17 = t_9/t_8
    t_18 = t_16*t_17
    t_19 = 1.0 / t_4
    t_20 = t_17*t_19
    t_21 = t_19*variance
    t_22 = t_6/t_5
    t_23 = t_16*t_22
    t_24 = t_19*t_22
    t_25 = t_2/(b_col*b_row)
    t_26 = t_16*t_25
    t_27 = t_26*variance
    d0_0 = t_11*t_2*(2.0*t_0*t_4 + t_1)
    d0_1 = t_14*(-rho_col*t_12*t_8 - rho_row*t_13*t_5 - t_3)
    d0_2 = -t_15*(t_13*t_5 + 1.0)
    d0_3 = -t_15*(t_12*t_8 + 1.0)
    d1_0 = t_18
    d1_1 = t_19*(rho_col + t_20*t_3)
    d1_2 = t_18*variance
    d1_3 = t_21*(t_20 + 1.0)
    d2_0 = t_23
    d2_1 = t_19*(rho_row + t_24*t_3)
    d2_2 = t_21*(t_24 + 1.0)
    d2_3 = t_23*variance
    d3_0 = t_19*(t_19*t_25 + 1.0)
    d3_1 = t_26*t_3
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
            targets[5, n],
            targets[6, n],
            targets[7, n],
        )
