"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 eab1bc2210b1adae4f75cb254c4466098670ad8a5f46aadfbbbb2e2b166131fa
record:    sha256 295b67ac2b4fd7476cb2d87d1253ecee32604a2dd842d292b97a188cacd295a8
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 0378ecb916e6014ecd9949abaf38174d4687c2776a1d8aa6becc1542357eeb29
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

SPEC = ModelSpec(name='hpf_gamma',
          title='Hierarchical Poisson factorization, Gamma priors on rates',
          targets=('mean',
                   'cov_row',
                   'cov_col',
                   'cycle',
                   'cumulant_ij_il_in',
                   'cumulant_ij_tj_sj'),
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
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'a_prime', 'b_prime', 'c', 'c_prime', 'd_prime'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='a',
                                     exponents={'a': 1},
                                     meaning='shape of theta: standard deviation / mean = '
                                             '1/sqrt(a)'),
                      IdentifiedSpec(name='a_prime',
                                     exponents={'a_prime': 1},
                                     meaning='shape of xi, in the rate of xi: standard '
                                             'deviation / mean = 1/sqrt(a_prime)'),
                      IdentifiedSpec(name='c',
                                     exponents={'c': 1},
                                     meaning='shape of beta: standard deviation / mean = '
                                             '1/sqrt(c)'),
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
          conditions=(ConditionSpec(text='c_prime > 3', kind='other', targets=()),
                      ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='a_prime > 3', kind='other', targets=()),
                      ConditionSpec(text='a > 0', kind='other', targets=()),
                      ConditionSpec(text='c > 0', kind='other', targets=()),
                      ConditionSpec(text='b_prime*d_prime > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'b_prime': 1, 'd_prime': -1},
                                   prior_degrees={'xi': 1, 'eta': -1},
                                   anchor='b_prime',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'a_prime': {'a_prime': 1.0},
                    'b_prime': {},
                    'c': {'c': 1.0},
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
    """Return mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj."""
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = K*a
    t3 = a_prime*c
    t4 = (c * c)
    t5 = a_prime - 2.0
    t6 = (t0 + t2)/t5
    t7 = (a_prime * a_prime)
    t8 = (c_prime * c_prime)
    t9 = t7*t8
    t10 = t9/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1))
    t11 = (a * a)
    t12 = K*c
    t13 = c_prime - 2.0
    t14 = (t1 + t12)/t13
    t15 = 2.0*a
    t16 = 2.0*a_prime
    t17 = 2.0*c
    t18 = 2.0*c_prime
    t19 = a_prime*t15
    t20 = 4.0*c_prime
    t21 = a*t20
    t22 = 4.0*t3
    t23 = c_prime*t17
    t24 = K*t11
    t25 = K*t4
    t26 = c*t2
    t27 = t20*t3
    t28 = t15*t8
    t29 = t17*t7
    t30 = (K * K)
    t31 = t30*t4
    t32 = t11*t30
    t33 = 2.0*t2
    t34 = (a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime)/((b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime)*(t0 * t0 * t0)*(t1 * t1 * t1))
    t35 = 2.0*t12
    mean_value = c_prime*t2*t3/(b_prime*d_prime*t0*t1)
    cov_row_value = t10*t2*t4*t6
    cov_col_value = t10*t11*t12*t14
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime * c_prime)*t24*t4*((K * K * K)*t11*t4 + a_prime*t20 - a_prime*t21 + a_prime*t28 + c_prime*t29 - t15*t31 - t15 - t16*t25 - t16*t8 - t16 - t17*t32 - t17 - t18*t24 - t18*t7 - t18 + t19*t31 + t19 - t2*t22 + t2*t27 - t20*t26 + t21 + t22 + t23*t32 + t23 + t24*t8 + t24 + t25*t7 + t25 + 4.0*t26 - t27 - t28 - t29 + t7 + t8 + t9 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime * d_prime)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t13 * t13)*(t5 * t5))
    cumulant_ij_il_in_value = (c * c * c)*t33*t34*t6*(t0 + t33)/(a_prime - 3.0)
    cumulant_ij_tj_sj_value = (a * a * a)*t14*t34*t35*(t1 + t35)/(c_prime - 3.0)
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
        cumulant_ij_il_in_value,
        cumulant_ij_tj_sj_value,
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
            out[5, n],
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
    """Return the derivatives of mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj by K, a, a_prime, b_prime, c, c_prime, d_prime."""
    t0 = a_prime - 1.0
    t1 = 1.0 / t0
    t2 = a_prime*t1
    t3 = 1.0 / b_prime
    t4 = 1.0 / d_prime
    t5 = c_prime - 1.0
    t6 = 1.0 / t5
    t7 = c_prime*t6
    t8 = t3*t4*t7
    t9 = t2*t8
    t10 = K*c
    t11 = 1.0 - t2
    t12 = K*a
    t13 = c*t12
    t14 = 1.0 / ((b_prime * b_prime))
    t15 = t13*t2*t4
    t16 = 1.0 - t7
    t17 = 1.0 / ((d_prime * d_prime))
    t18 = (a_prime * a_prime)
    t19 = (c * c)
    t20 = t18*t19
    t21 = (c_prime * c_prime)
    t22 = a*t21
    t23 = 2.0*t12
    t24 = t0 + t23
    t25 = a_prime - 2.0
    t26 = 1.0 / t25
    t27 = 1.0 / ((t0 * t0))
    t28 = 1.0 / ((t5 * t5))
    t29 = t17*t27*t28
    t30 = t14*t29
    t31 = t26*t30
    t32 = t24*t31
    t33 = K*t19
    t34 = t18*t21
    t35 = t0 + t12
    t36 = a_prime*t35
    t37 = 2.0*t2
    t38 = a_prime*t21
    t39 = t12*t19
    t40 = 1.0 / ((b_prime * b_prime * b_prime))
    t41 = t29*t40
    t42 = 2.0*t21
    t43 = t20*t35
    t44 = t12*t26
    t45 = t42*t43*t44
    t46 = 2.0*c
    t47 = t12*t46
    t48 = t34*t47
    t49 = 2.0*c_prime
    t50 = t12*t49
    t51 = 1.0 / ((d_prime * d_prime * d_prime))
    t52 = t14*t27*t28*t51
    t53 = (a * a)
    t54 = t21*t53
    t55 = c*t18
    t56 = 2.0*t10
    t57 = t5 + t56
    t58 = c_prime - 2.0
    t59 = 1.0 / t58
    t60 = t30*t59
    t61 = t57*t60
    t62 = t10 + t5
    t63 = t60*t62
    t64 = 2.0*a_prime
    t65 = t10*t64
    t66 = 2.0*t18
    t67 = t10*t59
    t68 = t54*t62*t66*t67
    t69 = K*t53
    t70 = c_prime*t62
    t71 = 2.0*t7
    t72 = c_prime*t18
    t73 = t10*t53
    t74 = 4.0*a
    t75 = c*t74
    t76 = a_prime*t75
    t77 = 4.0*a_prime
    t78 = 4.0*c_prime
    t79 = (K * K)
    t80 = t19*t79
    t81 = 2.0*a
    t82 = a_prime*t81
    t83 = c_prime*t74
    t84 = c*t77
    t85 = c_prime*t46
    t86 = 4.0*c
    t87 = c_prime*t84
    t88 = c_prime*t86
    t89 = t53*t79
    t90 = (K * K * K)
    t91 = t19*t90
    t92 = t53*t91
    t93 = -a_prime*t83 + c_prime*t77 - t12*t84 + t12*t86 + t12*t87 - t12*t88 + t18*t33 - t18*t46 - t18*t49 + t18 - t21*t64 + t21*t69 - t21*t81 + t21 - t33*t64 + t33 + t34 + t38*t81 + t46*t72 - t46*t89 - t46 - t49*t69 - t49 - t64 + t69 - t80*t81 + t80*t82 - t81 + t82 + t83 + t84 + t85*t89 + t85 - t87 + t92 + 1.0
    t94 = (a_prime * a_prime * a_prime * a_prime)
    t95 = 1.0 / ((b_prime * b_prime * b_prime * b_prime))
    t96 = (c_prime * c_prime * c_prime * c_prime)
    t97 = 1.0 / ((d_prime * d_prime * d_prime * d_prime))
    t98 = 1.0 / ((t0 * t0 * t0 * t0))
    t99 = 1.0 / ((t5 * t5 * t5 * t5))
    t100 = 1.0 / ((t25 * t25))
    t101 = 1.0 / ((t58 * t58))
    t102 = t100*t101*t19*t95*t96*t97*t98*t99
    t103 = t102*t94
    t104 = t12*t21
    t105 = a_prime*t80
    t106 = c_prime*t81
    t107 = c*t79
    t108 = c_prime*t64
    t109 = -t108
    t110 = t109 - t21 + t38 + t49
    t111 = -t107*t81 - t50 - t65
    t112 = (a_prime * a_prime * a_prime)
    t113 = c*t64
    t114 = -t106 - t113 - t47
    t115 = a_prime*t26
    t116 = 2.0*t69
    t117 = 8.0*c_prime
    t118 = a*t117
    t119 = a_prime*c
    t120 = 8.0*t119
    t121 = t117*t119
    t122 = a_prime*t117 - a_prime*t118 + a_prime*t74 + t105*t74 + t116 - t117*t13 + t118 - t12*t120 + t12*t121 + t120 - t121 + 8.0*t13 - t18*t78 - t18*t86 - t21*t74 + t33*t66 - t33*t77 + 2.0*t33 + 2.0*t34 + t38*t74 - 4.0*t38 + t42*t69 + t42 + t66 - t69*t78 + t72*t86 - t74*t80 - t74 - t77 - t78 - t86*t89 - t86 + t88*t89 + t88 + 2.0*t92 + 2.0
    t123 = t100*t101*t94*t96*t97*t98*t99
    t124 = 4.0*t19*t69*t93
    t125 = t10*t18
    t126 = t109 - t18 + t64 + t72
    t127 = c_prime*t59
    t128 = (c_prime * c_prime * c_prime)
    t129 = t128*t95
    t130 = t100*t101*t94*t98*t99
    t131 = t24*t35
    t132 = 1.0 / (a_prime - 3.0)
    t133 = (c * c * c)
    t134 = t132*t133
    t135 = 1.0 / ((t0 * t0 * t0))
    t136 = 1.0 / ((t5 * t5 * t5))
    t137 = t112*t135*t136*t40*t51
    t138 = t128*t137
    t139 = t138*t26
    t140 = t134*t139*(t12*t24 + t131 + t23*t35)
    t141 = 2.0*K
    t142 = 3.0*t131
    t143 = t131*t132
    t144 = t135*t136*t51
    t145 = t144*t44
    t146 = t128*t40
    t147 = t112*t129
    t148 = 6.0*t143
    t149 = t133*t148
    t150 = t112*t135*t136*t146*t97
    t151 = t57*t62
    t152 = 1.0 / (c_prime - 3.0)
    t153 = (a * a * a)
    t154 = t152*t153
    t155 = t138*t59
    t156 = t154*t155*(t10*t57 + t151 + t56*t62)
    t157 = t151*t152
    t158 = 6.0*t157
    t159 = t153*t158*t67
    t160 = 3.0*t151
    d0_0 = a*c*t9
    d0_1 = t10*t9
    d0_2 = t1*t11*t13*t8
    d0_3 = -t14*t15*t7
    d0_4 = t12*t9
    d0_5 = t15*t16*t3*t6
    d0_6 = -t13*t17*t2*t3*t7
    d1_0 = t20*t22*t32
    d1_1 = t32*t33*t34
    d1_2 = t31*t38*t39*(2.0*K*a + 3.0*a_prime - t26*t36 - t35*t37 - 2.0)
    d1_3 = -t41*t45
    d1_4 = t31*t35*t48
    d1_5 = t16*t31*t43*t50
    d1_6 = -t45*t52
    d2_0 = t54*t55*t61
    d2_1 = t48*t63
    d2_2 = t11*t54*t63*t65
    d2_3 = -t41*t68
    d2_4 = t34*t61*t69
    d2_5 = t60*t72*t73*(2.0*K*c + 3.0*c_prime - t59*t70 - t62*t71 - 2.0)
    d2_6 = -t52*t68
    d3_0 = t103*t53*(K*(-c_prime*t75 + c_prime*t76 - t19*t64 + t19 + t20 + t39*t77 - 4.0*t39 - t49*t53 + 3.0*t53*t80 + t53 + t54 + t73*t78 - 4.0*t73 + t75 - t76) + t93)
    d3_1 = t103*t23*(a*(a*t91 + t10*t108 - t10*t49 + t104 + t105 + t106*t107 + t110 + t111 + t35 + t56 - t80) + t93)
    d3_2 = t102*t112*t116*(a_prime*(a*t80 + a + a_prime*t33 + c*t108 + t0 + t110 + t114 + t12*t85 + t22 - t33 + t46 - t85) - t115*t93 + t122 - t37*t93)
    d3_3 = -t123*t124/b_prime ** 5
    d3_4 = t123*t53*t56*t95*(c*(c*t53*t90 + c_prime*t89 + t107*t82 + t108*t12 + t111 - t12*t64 + t125 + t126 + t23 + t62 - t89) + t93)
    d3_5 = t116*t129*t130*t19*t97*(c_prime*(c*t89 + c + c_prime*t69 + c_prime*t82 + t113*t12 + t114 + t126 + t5 + t55 - t69 + t81 - t82) + t122 - t127*t93 - t71*t93)
    d3_6 = -t124*t130*t95*t96/d_prime ** 5
    d4_0 = t140*t81
    d4_1 = t140*t141
    d4_2 = t134*t145*t146*t66*(-a_prime*t143 + a_prime*t24 - t115*t131 - t142*t2 + t142 + t36)
    d4_3 = -t145*t147*t149
    d4_4 = t139*t148*t39
    d4_5 = t104*t137*t149*t16*t26
    d4_6 = -t149*t150*t44
    d5_0 = t156*t46
    d5_1 = t155*t158*t73
    d5_2 = t11*t125*t144*t146*t153*t158*t59
    d5_3 = -t144*t147*t159
    d5_4 = t141*t156
    d5_5 = t137*t154*t42*t67*(-c_prime*t157 + c_prime*t57 - t127*t151 - t160*t7 + t160 + t70)
    d5_6 = -t150*t159
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6,),
        (d4_0, d4_1, d4_2, d4_3, d4_4, d4_5, d4_6,),
        (d5_0, d5_1, d5_2, d5_3, d5_4, d5_5, d5_6,),
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
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n], out[4, 5, n], out[4, 6, n],),
            (out[5, 0, n], out[5, 1, n], out[5, 2, n], out[5, 3, n], out[5, 4, n], out[5, 5, n], out[5, 6, n],),
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
def solve(mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj):
    """Return K, a, a_prime, c, c_prime, b_prime*d_prime and a status."""
    t0_0 = cumulant_ij_tj_sj*mean
    t0_1 = (cov_col * cov_col)
    c_prime = (-2.0*cov_col*(mean * mean) - 3.0*t0_0 + 4.0*t0_1)/(-t0_0 + 2.0*t0_1)
    status = positive(c_prime - 3.0, 1, OK)
    t1_0 = (cov_row * cov_row)
    t1_1 = (mean * mean)
    K_a = -2.0*mean*(-cov_row*t1_1 - cumulant_ij_il_in*mean + t1_0)/(cov_row*cumulant_ij_il_in - cumulant_ij_il_in*t1_1 + 4.0*mean*t1_0)
    t2_0 = (mean * mean)
    t2_1 = mean ** 6
    t2_2 = 4.0*cov_col
    t2_3 = 2.0*cov_row
    t2_4 = (mean * mean * mean * mean)
    t2_5 = 4.0*t2_4
    t2_6 = cycle*t2_5
    t2_7 = (cov_row * cov_row)
    t2_8 = 8.0*K_a
    t2_9 = 8.0*cov_row
    t2_10 = (cov_col * cov_col)
    t2_11 = (c_prime * c_prime)
    t2_12 = t2_11*t2_4
    t2_13 = cycle*t2_12
    t2_14 = (K_a * K_a)
    t2_15 = t2_0*t2_10
    t2_16 = t2_10*t2_7
    K = -(8.0*K_a*c_prime*cycle*t2_4 + 2.0*K_a*t2_10*t2_11*t2_7 + 8.0*K_a*t2_10*t2_7 - 2.0*K_a*t2_13 + 4.0*c_prime*cov_col*cov_row*t2_4 + 2.0*c_prime*cov_col*t2_0*t2_7 + 2.0*c_prime*cov_col*t2_1 + 8.0*c_prime*cov_row*t2_0*t2_10 + 4.0*c_prime*cycle*t2_14*t2_4 + 4.0*c_prime*cycle*t2_4 + 4.0*c_prime*t2_10*t2_4 - 4.0*c_prime*t2_14*t2_16 - c_prime*t2_16*t2_8 - cov_col*t2_4*t2_9 - cycle*t2_4*t2_8 - mean ** 8 - t2_0*t2_2*t2_7 - t2_1*t2_2 - t2_1*t2_3 + t2_10*t2_11*t2_14*t2_7 - t2_10*t2_12 + 4.0*t2_10*t2_14*t2_7 - t2_10*t2_5 - t2_11*t2_15*t2_3 - t2_13*t2_14 - t2_13 - t2_14*t2_6 - t2_15*t2_9 - t2_4*t2_7 - t2_6)/(((cov_row + t2_0) * (cov_row + t2_0))*((c_prime*cov_col - 2.0*cov_col - t2_0) * (c_prime*cov_col - 2.0*cov_col - t2_0)))
    status = positive(K, 2, status)
    t3_0 = (mean * mean)
    K_d_prime = c_prime*mean*(2.0*K_a*cov_row + K_a*t3_0 - t3_0)/((cov_row + t3_0)*(c_prime*cov_col - 2.0*cov_col - t3_0))
    t4_0 = (mean * mean)
    K_c = t4_0*(c_prime - 1.0)/(c_prime*cov_col - 2.0*cov_col - t4_0)
    t5_0 = K_a*cov_row
    t5_1 = (mean * mean)
    t5_2 = -t5_1
    a_prime = (K_a*t5_1 + 2.0*t5_0 + t5_2)/(t5_0 + t5_2)
    status = positive(a_prime - 3.0, 3, status)
    a = K_a/K
    status = positive(a, 4, status)
    c = K_c/K
    status = positive(c, 5, status)
    b_prime_d_prime = K_d_prime/K
    status = positive(b_prime_d_prime, 6, status)
    K_value = K
    a_value = a
    a_prime_value = a_prime
    c_value = c
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(a_prime_value, status),
        if_ok(c_value, status),
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
            out[4, n],
            out[5, n],
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
def solve_jacobian(mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj):
    """Return the derivatives of K, a, a_prime, c, c_prime, b_prime*d_prime by mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj, and a status."""
    t0_0 = cumulant_ij_tj_sj*mean
    t0_1 = (cov_col * cov_col)
    t0_2 = -t0_0 + 2.0*t0_1
    t0_3 = 1.0 / t0_2
    t0_4 = 2.0*(mean * mean)
    t0_5 = -cov_col*t0_4 - 3.0*t0_0 + 4.0*t0_1
    t0_6 = 4.0*cov_col
    t0_7 = 1.0 / ((t0_2 * t0_2))
    t0_8 = t0_5*t0_7
    c_prime = t0_3*t0_5
    c_prime_by_0 = cumulant_ij_tj_sj*t0_8 + t0_3*(-3.0*cumulant_ij_tj_sj - mean*t0_6)
    c_prime_by_1 = 0.0
    c_prime_by_2 = t0_3*(8.0*cov_col - t0_4) - t0_6*t0_8
    c_prime_by_3 = 0.0
    c_prime_by_4 = 0.0
    c_prime_by_5 = -3.0*mean*t0_3 + mean*t0_5*t0_7
    status = positive(c_prime - 3.0, 1, OK)
    t1_0 = (cov_row * cov_row)
    t1_1 = (mean * mean)
    t1_2 = -cov_row*t1_1 - cumulant_ij_il_in*mean + t1_0
    t1_3 = 4.0*t1_0
    t1_4 = cov_row*cumulant_ij_il_in - cumulant_ij_il_in*t1_1 + mean*t1_3
    t1_5 = 2.0/t1_4
    t1_6 = t1_2*t1_5
    t1_7 = 2.0*cov_row
    t1_8 = mean*t1_5
    t1_9 = 2.0*mean*t1_2/(t1_4 * t1_4)
    t1_10 = -t1_1
    K_a = -mean*t1_6
    K_a_by_0 = -t1_6 - t1_8*(-cumulant_ij_il_in - mean*t1_7) - t1_9*(2.0*cumulant_ij_il_in*mean - t1_3)
    K_a_by_1 = -t1_8*(t1_10 + t1_7) - t1_9*(-8.0*cov_row*mean - cumulant_ij_il_in)
    K_a_by_2 = 0.0
    K_a_by_3 = 0.0
    K_a_by_4 = t1_1*t1_5 - t1_9*(-cov_row - t1_10)
    K_a_by_5 = 0.0
    t2_0 = (cov_row * cov_row)
    t2_1 = (mean * mean * mean * mean)
    t2_2 = mean ** 6
    t2_3 = 2.0*t2_2
    t2_4 = 4.0*t2_2
    t2_5 = (c_prime * c_prime)
    t2_6 = t2_1*t2_5
    t2_7 = cycle*t2_6
    t2_8 = (cov_col * cov_col)
    t2_9 = (mean * mean)
    t2_10 = 4.0*t2_0
    t2_11 = t2_10*t2_9
    t2_12 = 8.0*t2_1
    t2_13 = cov_col*t2_12
    t2_14 = (K_a * K_a)
    t2_15 = 2.0*cov_row
    t2_16 = t2_5*t2_9
    t2_17 = 2.0*t2_7
    t2_18 = K_a*t2_17
    t2_19 = t2_14*t2_8
    t2_20 = t2_10*t2_19
    t2_21 = 8.0*t2_8
    t2_22 = t2_0*t2_21
    t2_23 = K_a*t2_22
    t2_24 = c_prime*t2_23
    t2_25 = 4.0*t2_1
    t2_26 = cycle*t2_25
    t2_27 = t2_21*t2_9
    t2_28 = cycle*t2_12
    t2_29 = K_a*t2_28
    t2_30 = cov_row*t2_27 + t2_14*t2_26 - t2_20 - t2_23 + t2_25*t2_8 + t2_26 + t2_29
    t2_31 = 8.0*K_a*c_prime*cycle*t2_1 + 2.0*K_a*t2_0*t2_5*t2_8 + 4.0*c_prime*cov_col*cov_row*t2_1 + 2.0*c_prime*cov_col*t2_0*t2_9 + 2.0*c_prime*cov_col*t2_2 + 8.0*c_prime*cov_row*t2_8*t2_9 + 4.0*c_prime*cycle*t2_1*t2_14 + 4.0*c_prime*cycle*t2_1 + 4.0*c_prime*t2_1*t2_8 - c_prime*t2_20 - cov_col*t2_11 - cov_col*t2_4 - cov_row*t2_13 - cov_row*t2_3 - mean ** 8 - t2_0*t2_1 + t2_0*t2_14*t2_5*t2_8 - t2_14*t2_7 - t2_15*t2_16*t2_8 - t2_18 - t2_24 - t2_30 - t2_6*t2_8 - t2_7
    t2_32 = cov_row + t2_9
    t2_33 = 1.0 / ((t2_32 * t2_32))
    t2_34 = 2.0*cov_col
    t2_35 = c_prime*cov_col - t2_34 - t2_9
    t2_36 = 1.0 / ((t2_35 * t2_35))
    t2_37 = t2_33*t2_36
    t2_38 = t2_0*t2_5
    t2_39 = 2.0*t2_8
    t2_40 = t2_38*t2_39
    t2_41 = t2_37*(K_a*t2_40 - c_prime*t2_22 + c_prime*t2_28 + c_prime*t2_29 - t2_17 - t2_18 + t2_22 + t2_23 - t2_24 - t2_28 - t2_29 + t2_40)
    t2_42 = mean ** 5
    t2_43 = (mean * mean * mean)
    t2_44 = 16.0*t2_43
    t2_45 = cycle*t2_44
    t2_46 = 32.0*t2_43
    t2_47 = K_a*cycle
    t2_48 = cov_col*cov_row
    t2_49 = cov_col*t2_0
    t2_50 = 8.0*t2_49
    t2_51 = cov_row*t2_8
    t2_52 = 16.0*t2_51
    t2_53 = t2_43*t2_5
    t2_54 = 4.0*t2_53
    t2_55 = cycle*t2_54
    t2_56 = 4.0*t2_51
    t2_57 = 1.0 / ((t2_32 * t2_32 * t2_32))
    t2_58 = t2_31*t2_33/(t2_35 * t2_35 * t2_35)
    t2_59 = 2.0*c_prime
    t2_60 = t2_1*t2_59
    t2_61 = cycle*t2_60
    t2_62 = t2_0*t2_9
    t2_63 = K_a*t2_10
    t2_64 = t2_34*t2_58 - t2_37*(-K_a*c_prime*t2_26 - c_prime*t2_56*t2_9 + c_prime*t2_63*t2_8 + t2_0*t2_19*t2_59 - t2_14*t2_61 + t2_2*t2_34 + t2_25*t2_48 + t2_30 + t2_34*t2_62 - t2_60*t2_8 - t2_61)
    t2_65 = t2_48*t2_9
    t2_66 = 16.0*K_a
    t2_67 = c_prime*cov_col
    t2_68 = t2_0*t2_67
    K = -t2_31*t2_37
    K_by_0 = -K_a_by_0*t2_41 + c_prime_by_0*t2_64 + 4.0*mean*t2_31*t2_36*t2_57 - 4.0*mean*t2_58 - t2_37*(32.0*K_a*c_prime*cycle*t2_43 + 16.0*c_prime*cov_col*cov_row*t2_43 + 4.0*c_prime*cov_col*mean*t2_0 + 12.0*c_prime*cov_col*t2_42 + 16.0*c_prime*cov_row*mean*t2_8 + 16.0*c_prime*cycle*t2_14*t2_43 + 16.0*c_prime*cycle*t2_43 + 16.0*c_prime*t2_43*t2_8 - 24.0*cov_col*t2_42 - 12.0*cov_row*t2_42 - 8.0*mean ** 7 - mean*t2_5*t2_56 - mean*t2_50 - mean*t2_52 - t2_10*t2_43 - t2_14*t2_45 - t2_14*t2_55 - t2_44*t2_8 - t2_45 - t2_46*t2_47 - t2_46*t2_48 - 8.0*t2_47*t2_53 - t2_54*t2_8 - t2_55)
    K_by_1 = -K_a_by_1*t2_41 + c_prime_by_1*t2_64 + 2.0*t2_31*t2_36*t2_57 - t2_37*(-K_a*c_prime*t2_52 + 4.0*K_a*cov_row*t2_5*t2_8 + 16.0*K_a*cov_row*t2_8 + 4.0*c_prime*cov_col*cov_row*t2_9 + 4.0*c_prime*cov_col*t2_1 - c_prime*cov_row*t2_14*t2_21 + 8.0*c_prime*t2_8*t2_9 + 2.0*cov_row*t2_14*t2_5*t2_8 + 8.0*cov_row*t2_14*t2_8 - t2_1*t2_15 - t2_13 - t2_16*t2_39 - t2_27 - t2_3 - 8.0*t2_65)
    K_by_2 = -K_a_by_2*t2_41 + c_prime_by_2*t2_64 - t2_37*(c_prime*cov_row*t2_25 + c_prime*t2_3 + cov_col*t2_5*t2_63 - cov_row*t2_12 + 16.0*cov_row*t2_67*t2_9 - t2_11 + t2_12*t2_67 - t2_13 + t2_14*t2_34*t2_38 + t2_14*t2_50 - 8.0*t2_14*t2_68 - t2_34*t2_6 - t2_4 + t2_49*t2_66 - 4.0*t2_5*t2_65 + t2_59*t2_62 - 16.0*t2_65 - t2_66*t2_68) - t2_58*(4.0 - t2_59)
    K_by_3 = -K_a_by_3*t2_41 + c_prime_by_3*t2_64 - t2_37*(8.0*K_a*c_prime*t2_1 - K_a*t2_12 - 2.0*K_a*t2_6 + 4.0*c_prime*t2_1*t2_14 + 4.0*c_prime*t2_1 - t2_14*t2_25 - t2_14*t2_6 - t2_25 - t2_6)
    K_by_4 = -K_a_by_4*t2_41 + c_prime_by_4*t2_64
    K_by_5 = -K_a_by_5*t2_41 + c_prime_by_5*t2_64
    status = positive(K, 2, status)
    t3_0 = (mean * mean)
    t3_1 = cov_row + t3_0
    t3_2 = 1.0 / t3_1
    t3_3 = c_prime*cov_col - 2.0*cov_col - t3_0
    t3_4 = 1.0 / t3_3
    t3_5 = 2.0*cov_row
    t3_6 = K_a*t3_0 + K_a*t3_5 - t3_0
    t3_7 = t3_4*t3_6
    t3_8 = t3_2*t3_7
    t3_9 = 2.0*mean
    t3_10 = K_a*t3_9
    t3_11 = c_prime*mean
    t3_12 = t3_2*t3_4
    t3_13 = t3_11*t3_12
    t3_14 = t3_13*(t3_0 + t3_5)
    t3_15 = t3_7/(t3_1 * t3_1)
    t3_16 = 2.0*c_prime*t3_0
    t3_17 = t3_2*t3_6/(t3_3 * t3_3)
    t3_18 = -c_prime*cov_col*mean*t3_17 + mean*t3_2*t3_4*t3_6
    K_d_prime = c_prime*mean*t3_8
    K_d_prime_by_0 = K_a_by_0*t3_14 + c_prime*t3_8 + c_prime_by_0*t3_18 + t3_13*(t3_10 - t3_9) - t3_15*t3_16 + t3_16*t3_17
    K_d_prime_by_1 = K_a_by_1*t3_14 + c_prime*t3_10*t3_12 + c_prime_by_1*t3_18 - t3_11*t3_15
    K_d_prime_by_2 = K_a_by_2*t3_14 + c_prime_by_2*t3_18 + t3_11*t3_17*(2.0 - c_prime)
    K_d_prime_by_3 = K_a_by_3*t3_14 + c_prime_by_3*t3_18
    K_d_prime_by_4 = K_a_by_4*t3_14 + c_prime_by_4*t3_18
    K_d_prime_by_5 = K_a_by_5*t3_14 + c_prime_by_5*t3_18
    t4_0 = c_prime - 1.0
    t4_1 = (mean * mean)
    t4_2 = c_prime*cov_col - 2.0*cov_col - t4_1
    t4_3 = 1.0 / t4_2
    t4_4 = t4_0/(t4_2 * t4_2)
    t4_5 = t4_1*t4_4
    t4_6 = -cov_col*t4_5 + t4_1*t4_3
    K_c = t4_0*t4_1*t4_3
    K_c_by_0 = c_prime_by_0*t4_6 + 2.0*(mean * mean * mean)*t4_4 + 2.0*mean*t4_0*t4_3
    K_c_by_1 = c_prime_by_1*t4_6
    K_c_by_2 = c_prime_by_2*t4_6 + t4_5*(2.0 - c_prime)
    K_c_by_3 = c_prime_by_3*t4_6
    K_c_by_4 = c_prime_by_4*t4_6
    K_c_by_5 = c_prime_by_5*t4_6
    t5_0 = K_a*cov_row
    t5_1 = (mean * mean)
    t5_2 = -t5_1
    t5_3 = t5_0 + t5_2
    t5_4 = 1.0 / t5_3
    t5_5 = K_a*t5_1 + 2.0*t5_0 + t5_2
    t5_6 = 2.0*mean
    t5_7 = t5_5/(t5_3 * t5_3)
    t5_8 = -cov_row*t5_7 + t5_4*(2.0*cov_row + t5_1)
    a_prime = t5_4*t5_5
    a_prime_by_0 = K_a_by_0*t5_8 + t5_4*(K_a*t5_6 - t5_6) + t5_6*t5_7
    a_prime_by_1 = 2.0*K_a*t5_4 - K_a*t5_7 + K_a_by_1*t5_8
    a_prime_by_2 = K_a_by_2*t5_8
    a_prime_by_3 = K_a_by_3*t5_8
    a_prime_by_4 = K_a_by_4*t5_8
    a_prime_by_5 = K_a_by_5*t5_8
    status = positive(a_prime - 3.0, 3, status)
    t6_0 = 1.0 / K
    t6_1 = K_a/(K * K)
    a = K_a*t6_0
    a_by_0 = K_a_by_0*t6_0 - K_by_0*t6_1
    a_by_1 = K_a_by_1*t6_0 - K_by_1*t6_1
    a_by_2 = K_a_by_2*t6_0 - K_by_2*t6_1
    a_by_3 = K_a_by_3*t6_0 - K_by_3*t6_1
    a_by_4 = K_a_by_4*t6_0 - K_by_4*t6_1
    a_by_5 = K_a_by_5*t6_0 - K_by_5*t6_1
    status = positive(a, 4, status)
    t7_0 = 1.0 / K
    t7_1 = K_c/(K * K)
    c = K_c*t7_0
    c_by_0 = -K_by_0*t7_1 + K_c_by_0*t7_0
    c_by_1 = -K_by_1*t7_1 + K_c_by_1*t7_0
    c_by_2 = -K_by_2*t7_1 + K_c_by_2*t7_0
    c_by_3 = -K_by_3*t7_1 + K_c_by_3*t7_0
    c_by_4 = -K_by_4*t7_1 + K_c_by_4*t7_0
    c_by_5 = -K_by_5*t7_1 + K_c_by_5*t7_0
    status = positive(c, 5, status)
    t8_0 = 1.0 / K
    t8_1 = K_d_prime/(K * K)
    b_prime_d_prime = K_d_prime*t8_0
    b_prime_d_prime_by_0 = -K_by_0*t8_1 + K_d_prime_by_0*t8_0
    b_prime_d_prime_by_1 = -K_by_1*t8_1 + K_d_prime_by_1*t8_0
    b_prime_d_prime_by_2 = -K_by_2*t8_1 + K_d_prime_by_2*t8_0
    b_prime_d_prime_by_3 = -K_by_3*t8_1 + K_d_prime_by_3*t8_0
    b_prime_d_prime_by_4 = -K_by_4*t8_1 + K_d_prime_by_4*t8_0
    b_prime_d_prime_by_5 = -K_by_5*t8_1 + K_d_prime_by_5*t8_0
    status = positive(b_prime_d_prime, 6, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d0_4 = K_by_4
    d0_5 = K_by_5
    d1_0 = a_by_0
    d1_1 = a_by_1
    d1_2 = a_by_2
    d1_3 = a_by_3
    d1_4 = a_by_4
    d1_5 = a_by_5
    d2_0 = a_prime_by_0
    d2_1 = a_prime_by_1
    d2_2 = a_prime_by_2
    d2_3 = a_prime_by_3
    d2_4 = a_prime_by_4
    d2_5 = a_prime_by_5
    d3_0 = c_by_0
    d3_1 = c_by_1
    d3_2 = c_by_2
    d3_3 = c_by_3
    d3_4 = c_by_4
    d3_5 = c_by_5
    d4_0 = c_prime_by_0
    d4_1 = c_prime_by_1
    d4_2 = c_prime_by_2
    d4_3 = c_prime_by_3
    d4_4 = c_prime_by_4
    d4_5 = c_prime_by_5
    d5_0 = b_prime_d_prime_by_0
    d5_1 = b_prime_d_prime_by_1
    d5_2 = b_prime_d_prime_by_2
    d5_3 = b_prime_d_prime_by_3
    d5_4 = b_prime_d_prime_by_4
    d5_5 = b_prime_d_prime_by_5
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status), if_ok(d0_4, status), if_ok(d0_5, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status), if_ok(d1_4, status), if_ok(d1_5, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status), if_ok(d2_4, status), if_ok(d2_5, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status), if_ok(d3_4, status), if_ok(d3_5, status),),
        (if_ok(d4_0, status), if_ok(d4_1, status), if_ok(d4_2, status), if_ok(d4_3, status), if_ok(d4_4, status), if_ok(d4_5, status),),
        (if_ok(d5_0, status), if_ok(d5_1, status), if_ok(d5_2, status), if_ok(d5_3, status), if_ok(d5_4, status), if_ok(d5_5, status),),
        status,
    )


@batch_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n], out[0, 5, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n], out[1, 5, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n], out[2, 5, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n], out[3, 5, n],),
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n], out[4, 5, n],),
            (out[5, 0, n], out[5, 1, n], out[5, 2, n], out[5, 3, n], out[5, 4, n], out[5, 5, n],),
            status[n],
        ) = solve_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
        )
