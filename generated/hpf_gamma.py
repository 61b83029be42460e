"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 eab1bc2210b1adae4f75cb254c4466098670ad8a5f46aadfbbbb2e2b166131fa
record:    sha256 295b67ac2b4fd7476cb2d87d1253ecee32604a2dd842d292b97a188cacd295a8
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 e1f2b449ac9e68787aad87de2808a66d34b4dbbc666f2c272efb697210bf8b16
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='hpf_gamma',
          title='Hierarchical Poisson factorization, Gamma priors on rates',
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
                      ParameterSpec(name='a_prime',
                                    meaning='shape of xi, in the rate of xi: standard '
                                            'deviation / mean = 1/sqrt(a_prime)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='b_prime',
                                    meaning='in the rate of xi',
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
                      ParameterSpec(name='c_prime',
                                    meaning='shape of eta, in the rate of eta: standard '
                                            'deviation / mean = 1/sqrt(c_prime)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='d_prime',
                                    meaning='in the rate of eta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('a', 'c'),
          route='closed form',
          branches=2,
          constraints=(),
          coordinates=('a_prime', 'b_prime', 'c_prime', 'd_prime'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='a_prime',
                                     exponents={'a_prime': 1},
                                     meaning='shape of xi, in the rate of xi: standard '
                                             'deviation / mean = 1/sqrt(a_prime)'),
                      IdentifiedSpec(name='c_prime',
                                     exponents={'c_prime': 1},
                                     meaning='shape of eta, in the rate of eta: standard '
                                             'deviation / mean = 1/sqrt(c_prime)'),
                      IdentifiedSpec(name='b_prime*d_prime',
                                     exponents={'b_prime': 1, 'd_prime': 1},
                                     meaning='in the rate of xi times in the rate of eta: all '
                                             'that data show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='the quadratic equation for K has real roots',
                                    kind='other',
                                    targets=()),
                      ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='c_prime > 2', kind='other', targets=()),
                      ConditionSpec(text='a_prime > 2', kind='other', targets=()),
                      ConditionSpec(text='b_prime*d_prime > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'b_prime': 1, 'd_prime': -1},
                                   prior_degrees={'xi': 1, 'eta': -1},
                                   anchor='b_prime',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a_prime': {'a_prime': 1.0},
                    'b_prime': {},
                    'c_prime': {'c_prime': 1.0},
                    'd_prime': {'b_prime*d_prime': 1.0}},
          priors=('xi', 'eta'),
          priors_depend_on=('a', 'a_prime', 'b_prime', 'c', 'c_prime', 'd_prime'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, a_prime, b_prime, c, c_prime, d_prime):
    """Return the means of xi and eta."""
    xi_value = b_prime
    eta_value = d_prime
    return (xi_value, eta_value,)


@kernel
def moments(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return mean, variance, rho_row, rho_col."""
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = K*a
    t3 = a_prime*c_prime
    t4 = c*t3
    t5 = t2*t4
    t6 = a_prime - 2.0
    t7 = c_prime - 2.0
    t8 = b_prime*d_prime
    t9 = a*t3
    t10 = 6.0*t8
    t11 = (c_prime * c_prime)
    t12 = a_prime*t11
    t13 = (a_prime * a_prime)
    t14 = c_prime*t13
    t15 = t11*t13
    t16 = c*t12
    t17 = 2.0*t8
    t18 = c*t14
    t19 = 3.0*t8
    t20 = -a*t12 - a*t14 + a*t15 - a_prime*t10 + c*t15 - c_prime*t10 + t11*t17 - t12*t19 - t12 + t13*t17 - t14*t19 - t14 + t15*t8 + t15 + t16*t2 - t16 + t18*t2 - t18 + 9.0*t3*t8 + t3 + t4 - 3.0*t5 + 4.0*t8 + t9
    t21 = 1.0 / t20
    mean_value = t5/(b_prime*d_prime*t0*t1)
    variance_value = t20*t5/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1)*t6*t7)
    rho_row_value = t21*t4*t7*(t0 + t2)
    rho_col_value = t21*t6*t9*(K*c + t1)
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
def moments_jacobian(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, a_prime, b_prime, c, c_prime, d_prime."""
    t0 = a_prime - 1.0
    t1 = 1.0 / t0
    t2 = a_prime*t1
    t3 = c_prime - 1.0
    t4 = 1.0 / t3
    t5 = c_prime*t4
    t6 = 1.0 / b_prime
    t7 = 1.0 / d_prime
    t8 = t6*t7
    t9 = t2*t5*t8
    t10 = K*c
    t11 = K*a
    t12 = c*t11*t5
    t13 = t12*t2
    t14 = 1.0 / ((b_prime * b_prime))
    t15 = t14*t7
    t16 = 1.0 / ((d_prime * d_prime))
    t17 = t16*t6
    t18 = a_prime + c_prime - 3.0
    t19 = a_prime*c_prime
    t20 = c*t19
    t21 = t11*t20
    t22 = b_prime*d_prime
    t23 = 4.0*t22
    t24 = a*t19
    t25 = 6.0*a_prime
    t26 = 6.0*c_prime
    t27 = (c_prime * c_prime)
    t28 = a_prime*t27
    t29 = (a_prime * a_prime)
    t30 = c_prime*t29
    t31 = 9.0*t19
    t32 = t27*t29
    t33 = a*t28
    t34 = a*t30
    t35 = c*t28
    t36 = 2.0*t29
    t37 = c*t30
    t38 = 2.0*t27
    t39 = 3.0*t11
    t40 = 3.0*t28
    t41 = 3.0*t30
    t42 = a*t32 + c*t32 + t11*t35 + t11*t37 + t19 - t20*t39 + t20 - t22*t25 - t22*t26 + t22*t31 + t22*t32 + t22*t36 + t22*t38 - t22*t40 - t22*t41 + t23 + t24 - t28 - t30 + t32 - t33 - t34 - t35 - t37
    t43 = c*t24
    t44 = a_prime - 2.0
    t45 = 1.0 / t44
    t46 = c_prime - 2.0
    t47 = 1.0 / t46
    t48 = t45*t47/((t0 * t0)*(t3 * t3))
    t49 = t14*t16*t48
    t50 = 3.0*t10
    t51 = a_prime*c
    t52 = c*c_prime
    t53 = -a_prime - c_prime + t19 + 1.0
    t54 = K*t51 + K*t52 - t50 + t53
    t55 = t10*t49
    t56 = a*c_prime
    t57 = a*t27
    t58 = 2.0*t28
    t59 = 3.0*t22
    t60 = 9.0*t22
    t61 = 6.0*t22
    t62 = 2.0*t20
    t63 = t11*t62 - t19*t61 - 2.0*t19 - 2.0*t24 - t61 - t62
    t64 = a_prime*t23 - c*t27 + c_prime*t60 + c_prime + t10*t57 + t22*t58 - t27*t59 - t27 + 2.0*t33 + 2.0*t35 - t50*t56 + t52 + t56 - t57 + t58 + t63
    t65 = 2.0*t42
    t66 = -t25 - t26 + t31 + t32 + t36 + t38 - t40 - t41 + 4.0
    t67 = t21*t48*(-t65*t8 + t66)
    t68 = a*a_prime
    t69 = K*t56 + K*t68 - t39 + t53
    t70 = a*t29
    t71 = 2.0*t30
    t72 = a_prime*t60 + a_prime - c*t29 + c_prime*t23 + t10*t70 + t22*t71 - t29*t59 - t29 + 2.0*t34 + 2.0*t37 - t50*t68 + t51 + t63 + t68 - t70 + t71
    t73 = -t18
    t74 = 1.0 / t42
    t75 = t0 + t11
    t76 = t74*t75
    t77 = t46*t74
    t78 = -t54
    t79 = t19*t76
    t80 = 2.0*a_prime
    t81 = -a_prime*t64
    t82 = -t66/(t42 * t42)
    t83 = d_prime*t82
    t84 = t20*t46*t75
    t85 = -t69
    t86 = 2.0*c_prime
    t87 = -c_prime*t72
    t88 = b_prime*t82
    t89 = t10 + t3
    t90 = t74*t89
    t91 = t44*t74
    t92 = t24*t91
    t93 = t24*t44*t89
    d0_0 = a*c*t9
    d0_1 = t10*t9
    d0_2 = t1*t12*t8*(1.0 - t2)
    d0_3 = -t13*t15
    d0_4 = t11*t9
    d0_5 = c*t11*t2*t4*t8*(1.0 - t5)
    d0_6 = -t13*t17
    d1_0 = t43*t49*(t18*t21 + t42)
    d1_1 = t19*t55*(t24*t54 + t42)
    d1_2 = t55*t56*(-a_prime*t42*t45 + a_prime*t64 - t2*t65 + t42)
    d1_3 = t15*t67
    d1_4 = t11*t19*t49*(t20*t69 + t42)
    d1_5 = t55*t68*(-c_prime*t42*t47 + c_prime*t72 + t42 - t5*t65)
    d1_6 = t17*t67
    d2_0 = t43*t77*(t20*t73*t76 + 1.0)
    d2_1 = t20*t77*(K + t78*t79)
    d2_2 = t52*t77*(t11 + t76*t81 + t80 - 1.0)
    d2_3 = t83*t84
    d2_4 = t46*t79*(t20*t74*t85 + 1.0)
    d2_5 = t51*t76*(t77*t87 + t86 - 2.0)
    d2_6 = t84*t88
    d3_0 = c*t92*(t24*t73*t90 + 1.0)
    d3_1 = t19*t89*t91*(t24*t74*t78 + 1.0)
    d3_2 = t56*t90*(t80 + t81*t91 - 2.0)
    d3_3 = t83*t93
    d3_4 = t92*(K + t19*t85*t90)
    d3_5 = t68*t91*(t10 + t86 + t87*t90 - 1.0)
    d3_6 = t88*t93
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
def solve(mean, variance, rho_row, rho_col, a, c):
    """Return K, a_prime, c_prime, b_prime*d_prime and a status."""
    t0_0 = (mean * mean)*variance
    K_square = a*c*((mean * mean * mean) + rho_col*rho_row*(variance * variance) + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)*variance
    t1_2 = rho_col*t1_1
    t1_3 = rho_row*t1_1
    t1_4 = rho_col*rho_row*(variance * variance)
    K_linear = a*t1_0 - a*t1_1 + a*t1_2 + a*t1_3 + a*t1_4 + c*t1_0 - c*t1_1 + c*t1_2 + c*t1_3 + c*t1_4 + (mean * mean * mean * mean) + t1_2 + t1_3 + t1_4
    t2_0 = (mean * mean)
    K_constant = -t2_0*(-mean + t2_0 + variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    t7_0 = (mean * mean)
    t7_1 = -t7_0
    t7_2 = K*c
    t7_3 = rho_col*t7_2*variance
    c_prime = (t7_0*t7_2 + t7_1 + 2.0*t7_3)/(t7_1 + t7_3)
    status = positive(c_prime - 2.0, 3, status)
    t8_0 = (mean * mean)
    t8_1 = -t8_0
    t8_2 = K*a
    t8_3 = rho_row*t8_2*variance
    a_prime = (t8_0*t8_2 + t8_1 + 2.0*t8_3)/(t8_1 + t8_3)
    status = positive(a_prime - 2.0, 4, status)
    b_prime_d_prime = K*a*a_prime*c*c_prime/(mean*(a_prime - 1.0)*(c_prime - 1.0))
    status = positive(b_prime_d_prime, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (
        if_ok(K_value, status),
        if_ok(a_prime_value, status),
        if_ok(c_prime_value, status),
        if_ok(b_prime_d_prime_value, status),
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
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, a, c):
    """Return the derivatives of K, a_prime, c_prime, b_prime*d_prime by mean, variance, rho_row, rho_col, and a status."""
    t0_0 = (mean * mean)
    t0_1 = t0_0*variance
    t0_2 = (variance * variance)
    t0_3 = rho_col*t0_2
    t0_4 = a*c
    t0_5 = 2.0*variance
    t0_6 = mean*t0_5
    K_square = t0_4*((mean * mean * mean) + rho_col*t0_1 + rho_row*t0_1 + rho_row*t0_3 - t0_1)
    K_square_by_0 = t0_4*(rho_col*t0_6 + rho_row*t0_6 + 3.0*t0_0 - t0_6)
    K_square_by_1 = t0_4*(rho_col*rho_row*t0_5 + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    K_square_by_2 = t0_4*(t0_1 + t0_3)
    K_square_by_3 = t0_4*(rho_row*t0_2 + t0_1)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)
    t1_2 = rho_col*t1_1
    t1_3 = t1_2*variance
    t1_4 = rho_row*t1_1
    t1_5 = t1_4*variance
    t1_6 = (variance * variance)
    t1_7 = rho_col*t1_6
    t1_8 = rho_row*t1_7
    t1_9 = a*t1_1
    t1_10 = t1_9*variance
    t1_11 = c*t1_1
    t1_12 = t1_11*variance
    t1_13 = 2.0*variance
    t1_14 = mean*t1_13
    t1_15 = a*t1_14
    t1_16 = c*t1_14
    t1_17 = rho_col*rho_row*t1_13
    t1_18 = t1_1*variance + t1_10 + t1_12
    t1_19 = rho_row*t1_6
    K_linear = a*t1_0 + a*t1_3 + a*t1_5 + a*t1_8 + c*t1_0 + c*t1_3 + c*t1_5 + c*t1_8 + (mean * mean * mean * mean) - t1_10 - t1_12 + t1_3 + t1_5 + t1_8
    K_linear_by_0 = rho_col*t1_14 + rho_col*t1_15 + rho_col*t1_16 + rho_row*t1_14 + rho_row*t1_15 + rho_row*t1_16 + 4.0*t1_0 + 3.0*t1_11 - t1_15 - t1_16 + 3.0*t1_9
    K_linear_by_1 = a*t1_17 + a*t1_2 + a*t1_4 + c*t1_17 + c*t1_2 + c*t1_4 - t1_11 + t1_17 + t1_2 + t1_4 - t1_9
    K_linear_by_2 = a*t1_7 + c*t1_7 + t1_18 + t1_7
    K_linear_by_3 = a*t1_19 + c*t1_19 + t1_18 + t1_19
    t2_0 = (mean * mean)
    t2_1 = -mean + t2_0 + variance
    t2_2 = 2.0*mean
    K_constant = -t2_0*t2_1
    K_constant_by_0 = -t2_0*(t2_2 - 1.0) - t2_1*t2_2
    K_constant_by_1 = -t2_0
    K_constant_by_2 = 0.0
    K_constant_by_3 = 0.0
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    K_discriminant_by_2 = -K_constant_by_2*t3_1 + 2.0*K_linear*K_linear_by_2 - K_square_by_2*t3_0
    K_discriminant_by_3 = -K_constant_by_3*t3_1 + 2.0*K_linear*K_linear_by_3 - K_square_by_3*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    K_side_by_2 = 0.0
    K_side_by_3 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    K_half_by_2 = -K_discriminant_by_2*t5_2 - 0.5*K_linear_by_2 - K_side_by_2*t5_1
    K_half_by_3 = -K_discriminant_by_3*t5_2 - 0.5*K_linear_by_3 - K_side_by_3*t5_1
    t6_0 = 1.0 / K_half
    t6_1 = K_constant/(K_half * K_half)
    K = K_constant*t6_0
    K_by_0 = K_constant_by_0*t6_0 - K_half_by_0*t6_1
    K_by_1 = K_constant_by_1*t6_0 - K_half_by_1*t6_1
    K_by_2 = K_constant_by_2*t6_0 - K_half_by_2*t6_1
    K_by_3 = K_constant_by_3*t6_0 - K_half_by_3*t6_1
    status = positive(K, 2, status)
    t7_0 = (mean * mean)
    t7_1 = -t7_0
    t7_2 = K*c
    t7_3 = rho_col*variance
    t7_4 = t7_2*t7_3
    t7_5 = t7_1 + t7_4
    t7_6 = 1.0 / t7_5
    t7_7 = c*t7_0
    t7_8 = K*t7_7 + t7_1 + 2.0*t7_4
    t7_9 = 2.0*mean
    t7_10 = t7_8/(t7_5 * t7_5)
    t7_11 = c*t7_3
    t7_12 = -t7_10*t7_11 + t7_6*(2.0*t7_11 + t7_7)
    t7_13 = rho_col*t7_2
    t7_14 = 2.0*t7_6
    t7_15 = t7_2*variance
    c_prime = t7_6*t7_8
    c_prime_by_0 = K_by_0*t7_12 + t7_10*t7_9 + t7_6*(t7_2*t7_9 - t7_9)
    c_prime_by_1 = K_by_1*t7_12 - t7_10*t7_13 + t7_13*t7_14
    c_prime_by_2 = K_by_2*t7_12
    c_prime_by_3 = K_by_3*t7_12 - t7_10*t7_15 + t7_14*t7_15
    status = positive(c_prime - 2.0, 3, status)
    t8_0 = (mean * mean)
    t8_1 = -t8_0
    t8_2 = K*a
    t8_3 = rho_row*variance
    t8_4 = t8_2*t8_3
    t8_5 = t8_1 + t8_4
    t8_6 = 1.0 / t8_5
    t8_7 = a*t8_0
    t8_8 = K*t8_7 + t8_1 + 2.0*t8_4
    t8_9 = 2.0*mean
    t8_10 = t8_8/(t8_5 * t8_5)
    t8_11 = a*t8_3
    t8_12 = -t8_10*t8_11 + t8_6*(2.0*t8_11 + t8_7)
    t8_13 = rho_row*t8_2
    t8_14 = 2.0*t8_6
    t8_15 = t8_2*variance
    a_prime = t8_6*t8_8
    a_prime_by_0 = K_by_0*t8_12 + t8_10*t8_9 + t8_6*(t8_2*t8_9 - t8_9)
    a_prime_by_1 = K_by_1*t8_12 - t8_10*t8_13 + t8_13*t8_14
    a_prime_by_2 = K_by_2*t8_12 - t8_10*t8_15 + t8_14*t8_15
    a_prime_by_3 = K_by_3*t8_12
    status = positive(a_prime - 2.0, 4, status)
    t9_0 = 1.0 / mean
    t9_1 = a_prime - 1.0
    t9_2 = 1.0 / t9_1
    t9_3 = c_prime - 1.0
    t9_4 = 1.0 / t9_3
    t9_5 = a*a_prime*c*c_prime*t9_2*t9_4
    t9_6 = t9_0*t9_5
    t9_7 = K*a*a_prime*c*c_prime*t9_0
    t9_8 = K*a*c*c_prime*t9_0*t9_2*t9_4 - t9_4*t9_7/(t9_1 * t9_1)
    t9_9 = K*a*a_prime*c*t9_0*t9_2*t9_4 - t9_2*t9_7/(t9_3 * t9_3)
    b_prime_d_prime = K*a*a_prime*c*c_prime*t9_0*t9_2*t9_4
    b_prime_d_prime_by_0 = -K*t9_5/(mean * mean) + K_by_0*t9_6 + a_prime_by_0*t9_8 + c_prime_by_0*t9_9
    b_prime_d_prime_by_1 = K_by_1*t9_6 + a_prime_by_1*t9_8 + c_prime_by_1*t9_9
    b_prime_d_prime_by_2 = K_by_2*t9_6 + a_prime_by_2*t9_8 + c_prime_by_2*t9_9
    b_prime_d_prime_by_3 = K_by_3*t9_6 + a_prime_by_3*t9_8 + c_prime_by_3*t9_9
    status = positive(b_prime_d_prime, 5, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d1_0 = a_prime_by_0
    d1_1 = a_prime_by_1
    d1_2 = a_prime_by_2
    d1_3 = a_prime_by_3
    d2_0 = c_prime_by_0
    d2_1 = c_prime_by_1
    d2_2 = c_prime_by_2
    d2_3 = c_prime_by_3
    d3_0 = b_prime_d_prime_by_0
    d3_1 = b_prime_d_prime_by_1
    d3_2 = b_prime_d_prime_by_2
    d3_3 = b_prime_d_prime_by_3
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
        )


@kernel
def solve_2(mean, variance, rho_row, rho_col, a, c):
    """Return K, a_prime, c_prime, b_prime*d_prime and a status."""
    t0_0 = (mean * mean)*variance
    K_square = a*c*((mean * mean * mean) + rho_col*rho_row*(variance * variance) + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)*variance
    t1_2 = rho_col*t1_1
    t1_3 = rho_row*t1_1
    t1_4 = rho_col*rho_row*(variance * variance)
    K_linear = a*t1_0 - a*t1_1 + a*t1_2 + a*t1_3 + a*t1_4 + c*t1_0 - c*t1_1 + c*t1_2 + c*t1_3 + c*t1_4 + (mean * mean * mean * mean) + t1_2 + t1_3 + t1_4
    t2_0 = (mean * mean)
    K_constant = -t2_0*(-mean + t2_0 + variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    t7_0 = (mean * mean)
    t7_1 = -t7_0
    t7_2 = K*c
    t7_3 = rho_col*t7_2*variance
    c_prime = (t7_0*t7_2 + t7_1 + 2.0*t7_3)/(t7_1 + t7_3)
    status = positive(c_prime - 2.0, 3, status)
    t8_0 = (mean * mean)
    t8_1 = -t8_0
    t8_2 = K*a
    t8_3 = rho_row*t8_2*variance
    a_prime = (t8_0*t8_2 + t8_1 + 2.0*t8_3)/(t8_1 + t8_3)
    status = positive(a_prime - 2.0, 4, status)
    b_prime_d_prime = K*a*a_prime*c*c_prime/(mean*(a_prime - 1.0)*(c_prime - 1.0))
    status = positive(b_prime_d_prime, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (
        if_ok(K_value, status),
        if_ok(a_prime_value, status),
        if_ok(c_prime_value, status),
        if_ok(b_prime_d_prime_value, status),
        status,
    )


@batch_kernel
def solve_2_batch(targets, out, status):
    """Apply solve_2 to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            status[n],
        ) = solve_2(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
        )


@kernel
def solve_2_jacobian(mean, variance, rho_row, rho_col, a, c):
    """Return the derivatives of K, a_prime, c_prime, b_prime*d_prime by mean, variance, rho_row, rho_col, and a status."""
    t0_0 = (mean * mean)
    t0_1 = t0_0*variance
    t0_2 = (variance * variance)
    t0_3 = rho_col*t0_2
    t0_4 = a*c
    t0_5 = 2.0*variance
    t0_6 = mean*t0_5
    K_square = t0_4*((mean * mean * mean) + rho_col*t0_1 + rho_row*t0_1 + rho_row*t0_3 - t0_1)
    K_square_by_0 = t0_4*(rho_col*t0_6 + rho_row*t0_6 + 3.0*t0_0 - t0_6)
    K_square_by_1 = t0_4*(rho_col*rho_row*t0_5 + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    K_square_by_2 = t0_4*(t0_1 + t0_3)
    K_square_by_3 = t0_4*(rho_row*t0_2 + t0_1)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)
    t1_2 = rho_col*t1_1
    t1_3 = t1_2*variance
    t1_4 = rho_row*t1_1
    t1_5 = t1_4*variance
    t1_6 = (variance * variance)
    t1_7 = rho_col*t1_6
    t1_8 = rho_row*t1_7
    t1_9 = a*t1_1
    t1_10 = t1_9*variance
    t1_11 = c*t1_1
    t1_12 = t1_11*variance
    t1_13 = 2.0*variance
    t1_14 = mean*t1_13
    t1_15 = a*t1_14
    t1_16 = c*t1_14
    t1_17 = rho_col*rho_row*t1_13
    t1_18 = t1_1*variance + t1_10 + t1_12
    t1_19 = rho_row*t1_6
    K_linear = a*t1_0 + a*t1_3 + a*t1_5 + a*t1_8 + c*t1_0 + c*t1_3 + c*t1_5 + c*t1_8 + (mean * mean * mean * mean) - t1_10 - t1_12 + t1_3 + t1_5 + t1_8
    K_linear_by_0 = rho_col*t1_14 + rho_col*t1_15 + rho_col*t1_16 + rho_row*t1_14 + rho_row*t1_15 + rho_row*t1_16 + 4.0*t1_0 + 3.0*t1_11 - t1_15 - t1_16 + 3.0*t1_9
    K_linear_by_1 = a*t1_17 + a*t1_2 + a*t1_4 + c*t1_17 + c*t1_2 + c*t1_4 - t1_11 + t1_17 + t1_2 + t1_4 - t1_9
    K_linear_by_2 = a*t1_7 + c*t1_7 + t1_18 + t1_7
    K_linear_by_3 = a*t1_19 + c*t1_19 + t1_18 + t1_19
    t2_0 = (mean * mean)
    t2_1 = -mean + t2_0 + variance
    t2_2 = 2.0*mean
    K_constant = -t2_0*t2_1
    K_constant_by_0 = -t2_0*(t2_2 - 1.0) - t2_1*t2_2
    K_constant_by_1 = -t2_0
    K_constant_by_2 = 0.0
    K_constant_by_3 = 0.0
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    K_discriminant_by_2 = -K_constant_by_2*t3_1 + 2.0*K_linear*K_linear_by_2 - K_square_by_2*t3_0
    K_discriminant_by_3 = -K_constant_by_3*t3_1 + 2.0*K_linear*K_linear_by_3 - K_square_by_3*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    K_side_by_2 = 0.0
    K_side_by_3 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    K_half_by_2 = -K_discriminant_by_2*t5_2 - 0.5*K_linear_by_2 - K_side_by_2*t5_1
    K_half_by_3 = -K_discriminant_by_3*t5_2 - 0.5*K_linear_by_3 - K_side_by_3*t5_1
    t6_0 = 1.0 / K_square
    t6_1 = K_half/(K_square * K_square)
    K = K_half*t6_0
    K_by_0 = K_half_by_0*t6_0 - K_square_by_0*t6_1
    K_by_1 = K_half_by_1*t6_0 - K_square_by_1*t6_1
    K_by_2 = K_half_by_2*t6_0 - K_square_by_2*t6_1
    K_by_3 = K_half_by_3*t6_0 - K_square_by_3*t6_1
    status = positive(K, 2, status)
    t7_0 = (mean * mean)
    t7_1 = -t7_0
    t7_2 = K*c
    t7_3 = rho_col*variance
    t7_4 = t7_2*t7_3
    t7_5 = t7_1 + t7_4
    t7_6 = 1.0 / t7_5
    t7_7 = c*t7_0
    t7_8 = K*t7_7 + t7_1 + 2.0*t7_4
    t7_9 = 2.0*mean
    t7_10 = t7_8/(t7_5 * t7_5)
    t7_11 = c*t7_3
    t7_12 = -t7_10*t7_11 + t7_6*(2.0*t7_11 + t7_7)
    t7_13 = rho_col*t7_2
    t7_14 = 2.0*t7_6
    t7_15 = t7_2*variance
    c_prime = t7_6*t7_8
    c_prime_by_0 = K_by_0*t7_12 + t7_10*t7_9 + t7_6*(t7_2*t7_9 - t7_9)
    c_prime_by_1 = K_by_1*t7_12 - t7_10*t7_13 + t7_13*t7_14
    c_prime_by_2 = K_by_2*t7_12
    c_prime_by_3 = K_by_3*t7_12 - t7_10*t7_15 + t7_14*t7_15
    status = positive(c_prime - 2.0, 3, status)
    t8_0 = (mean * mean)
    t8_1 = -t8_0
    t8_2 = K*a
    t8_3 = rho_row*variance
    t8_4 = t8_2*t8_3
    t8_5 = t8_1 + t8_4
    t8_6 = 1.0 / t8_5
    t8_7 = a*t8_0
    t8_8 = K*t8_7 + t8_1 + 2.0*t8_4
    t8_9 = 2.0*mean
    t8_10 = t8_8/(t8_5 * t8_5)
    t8_11 = a*t8_3
    t8_12 = -t8_10*t8_11 + t8_6*(2.0*t8_11 + t8_7)
    t8_13 = rho_row*t8_2
    t8_14 = 2.0*t8_6
    t8_15 = t8_2*variance
    a_prime = t8_6*t8_8
    a_prime_by_0 = K_by_0*t8_12 + t8_10*t8_9 + t8_6*(t8_2*t8_9 - t8_9)
    a_prime_by_1 = K_by_1*t8_12 - t8_10*t8_13 + t8_13*t8_14
    a_prime_by_2 = K_by_2*t8_12 - t8_10*t8_15 + t8_14*t8_15
    a_prime_by_3 = K_by_3*t8_12
    status = positive(a_prime - 2.0, 4, status)
    t9_0 = 1.0 / mean
    t9_1 = a_prime - 1.0
    t9_2 = 1.0 / t9_1
    t9_3 = c_prime - 1.0
    t9_4 = 1.0 / t9_3
    t9_5 = a*a_prime*c*c_prime*t9_2*t9_4
    t9_6 = t9_0*t9_5
    t9_7 = K*a*a_prime*c*c_prime*t9_0
    t9_8 = K*a*c*c_prime*t9_0*t9_2*t9_4 - t9_4*t9_7/(t9_1 * t9_1)
    t9_9 = K*a*a_prime*c*t9_0*t9_2*t9_4 - t9_2*t9_7/(t9_3 * t9_3)
    b_prime_d_prime = K*a*a_prime*c*c_prime*t9_0*t9_2*t9_4
    b_prime_d_prime_by_0 = -K*t9_5/(mean * mean) + K_by_0*t9_6 + a_prime_by_0*t9_8 + c_prime_by_0*t9_9
    b_prime_d_prime_by_1 = K_by_1*t9_6 + a_prime_by_1*t9_8 + c_prime_by_1*t9_9
    b_prime_d_prime_by_2 = K_by_2*t9_6 + a_prime_by_2*t9_8 + c_prime_by_2*t9_9
    b_prime_d_prime_by_3 = K_by_3*t9_6 + a_prime_by_3*t9_8 + c_prime_by_3*t9_9
    status = positive(b_prime_d_prime, 5, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d1_0 = a_prime_by_0
    d1_1 = a_prime_by_1
    d1_2 = a_prime_by_2
    d1_3 = a_prime_by_3
    d2_0 = c_prime_by_0
    d2_1 = c_prime_by_1
    d2_2 = c_prime_by_2
    d2_3 = c_prime_by_3
    d3_0 = b_prime_d_prime_by_0
    d3_1 = b_prime_d_prime_by_1
    d3_2 = b_prime_d_prime_by_2
    d3_3 = b_prime_d_prime_by_3
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status),),
        status,
    )


@batch_kernel
def solve_2_jacobian_batch(targets, out, status):
    """Apply solve_2_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n],),
            status[n],
        ) = solve_2_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
        )
