"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 eab1bc2210b1adae4f75cb254c4466098670ad8a5f46aadfbbbb2e2b166131fa
record:    sha256 295b67ac2b4fd7476cb2d87d1253ecee32604a2dd842d292b97a188cacd295a8
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 3933af690477b53b4f684d8cab773a77cd3d55ba3da200d0996db198cfdc4fe5
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='hpf_gamma',
          title='Hierarchical Poisson factorization, Gamma priors on rates',
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
          route='numeric',
          branches=0,
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
          conditions=(),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'b_prime': 1, 'd_prime': -1},
                                   prior_degrees={'xi': 1, 'eta': -1},
                                   anchor='b_prime',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={},
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
    """Return mean, cov_row, cov_col, cycle."""
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = K*a
    t3 = a_prime*c
    t4 = (c * c)
    t5 = a_prime - 2.0
    t6 = (a_prime * a_prime)
    t7 = (c_prime * c_prime)
    t8 = t6*t7
    t9 = t8/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1))
    t10 = (a * a)
    t11 = c_prime - 2.0
    t12 = K*c
    t13 = 2.0*a
    t14 = 2.0*a_prime
    t15 = 2.0*c
    t16 = 2.0*c_prime
    t17 = a_prime*t13
    t18 = 4.0*c_prime
    t19 = a*t18
    t20 = 4.0*t3
    t21 = c_prime*t15
    t22 = K*t10
    t23 = K*t4
    t24 = c*t2
    t25 = t18*t3
    t26 = t13*t7
    t27 = t15*t6
    t28 = (K * K)
    t29 = t28*t4
    t30 = t10*t28
    mean_value = c_prime*t2*t3/(b_prime*d_prime*t0*t1)
    cov_row_value = t2*t4*t9*(t0 + t2)/t5
    cov_col_value = t10*t12*t9*(t1 + t12)/t11
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime * c_prime)*t22*t4*((K * K * K)*t10*t4 + a_prime*t18 - a_prime*t19 + a_prime*t26 + c_prime*t27 - t13*t29 - t13 - t14*t23 - t14*t7 - t14 - t15*t30 - t15 - t16*t22 - t16*t6 - t16 + t17*t29 + t17 - t18*t24 + t19 - t2*t20 + t2*t25 + t20 + t21*t30 + t21 + t22*t7 + t22 + t23*t6 + t23 + 4.0*t24 - t25 - t26 - t27 + t6 + t7 + t8 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime * d_prime)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t5 * t5))
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
        )


@kernel
def moments_jacobian(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return the derivatives of mean, cov_row, cov_col, cycle by K, a, a_prime, b_prime, c, c_prime, d_prime."""
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
    t24 = a_prime - 2.0
    t25 = 1.0 / t24
    t26 = 1.0 / ((t0 * t0))
    t27 = 1.0 / ((t5 * t5))
    t28 = t17*t26*t27
    t29 = t14*t28
    t30 = t25*t29
    t31 = t30*(t0 + t23)
    t32 = K*t19
    t33 = t18*t21
    t34 = t0 + t12
    t35 = a_prime*t25
    t36 = 2.0*t2
    t37 = a_prime*t21
    t38 = t12*t19
    t39 = t28/(b_prime * b_prime * b_prime)
    t40 = 2.0*t21
    t41 = t20*t34
    t42 = t12*t25*t40*t41
    t43 = 2.0*c
    t44 = t12*t43
    t45 = t33*t44
    t46 = 2.0*c_prime
    t47 = t12*t46
    t48 = t14*t26*t27/(d_prime * d_prime * d_prime)
    t49 = (a * a)
    t50 = t21*t49
    t51 = c*t18
    t52 = 2.0*t10
    t53 = c_prime - 2.0
    t54 = 1.0 / t53
    t55 = t29*t54
    t56 = t55*(t5 + t52)
    t57 = t10 + t5
    t58 = t55*t57
    t59 = 2.0*a_prime
    t60 = t10*t59
    t61 = 2.0*t18
    t62 = t10*t50*t54*t57*t61
    t63 = K*t49
    t64 = c_prime*t54
    t65 = 2.0*t7
    t66 = c_prime*t18
    t67 = t10*t49
    t68 = 4.0*a
    t69 = c*t68
    t70 = a_prime*t69
    t71 = 4.0*a_prime
    t72 = 4.0*c_prime
    t73 = (K * K)
    t74 = t19*t73
    t75 = 2.0*a
    t76 = a_prime*t75
    t77 = c_prime*t68
    t78 = c*t71
    t79 = c_prime*t43
    t80 = 4.0*c
    t81 = c_prime*t78
    t82 = c_prime*t80
    t83 = t49*t73
    t84 = (K * K * K)
    t85 = t19*t84
    t86 = t49*t85
    t87 = -a_prime*t77 + c_prime*t71 - t12*t78 + t12*t80 + t12*t81 - t12*t82 + t18*t32 - t18*t43 - t18*t46 + t18 - t21*t59 + t21*t63 - t21*t75 + t21 - t32*t59 + t32 + t33 + t37*t75 + t43*t66 - t43*t83 - t43 - t46*t63 - t46 - t59 + t63 - t74*t75 + t74*t76 - t75 + t76 + t77 + t78 + t79*t83 + t79 - t81 + t86 + 1.0
    t88 = (a_prime * a_prime * a_prime * a_prime)
    t89 = 1.0 / ((b_prime * b_prime * b_prime * b_prime))
    t90 = (c_prime * c_prime * c_prime * c_prime)
    t91 = 1.0 / ((d_prime * d_prime * d_prime * d_prime))
    t92 = 1.0 / ((t0 * t0 * t0 * t0))
    t93 = 1.0 / ((t5 * t5 * t5 * t5))
    t94 = 1.0 / ((t24 * t24))
    t95 = 1.0 / ((t53 * t53))
    t96 = t19*t89*t90*t91*t92*t93*t94*t95
    t97 = t88*t96
    t98 = a_prime*t74
    t99 = c_prime*t75
    t100 = c*t73
    t101 = c_prime*t59
    t102 = -t101
    t103 = t102 - t21 + t37 + t46
    t104 = -t100*t75 - t47 - t60
    t105 = c*t59
    t106 = -t105 - t44 - t99
    t107 = 2.0*t63
    t108 = 8.0*c_prime
    t109 = a*t108
    t110 = a_prime*c
    t111 = 8.0*t110
    t112 = t108*t110
    t113 = a_prime*t108 - a_prime*t109 + a_prime*t68 + t107 - t108*t13 + t109 - t111*t12 + t111 + t112*t12 - t112 + 8.0*t13 - t18*t72 - t18*t80 - t21*t68 + t32*t61 - t32*t71 + 2.0*t32 + 2.0*t33 + t37*t68 - 4.0*t37 + t40*t63 + t40 + t61 - t63*t72 + t66*t80 - t68*t74 + t68*t98 - t68 - t71 - t72 - t80*t83 - t80 + t82*t83 + t82 + 2.0*t86 + 2.0
    t114 = t88*t90*t91*t92*t93*t94*t95
    t115 = 4.0*t19*t63*t87
    t116 = t102 - t18 + t59 + t66
    t117 = t88*t89*t92*t93*t94*t95
    d0_0 = a*c*t9
    d0_1 = t10*t9
    d0_2 = t1*t11*t13*t8
    d0_3 = -t14*t15*t7
    d0_4 = t12*t9
    d0_5 = t15*t16*t3*t6
    d0_6 = -t13*t17*t2*t3*t7
    d1_0 = t20*t22*t31
    d1_1 = t31*t32*t33
    d1_2 = t30*t37*t38*(2.0*K*a + 3.0*a_prime - t34*t35 - t34*t36 - 2.0)
    d1_3 = -t39*t42
    d1_4 = t30*t34*t45
    d1_5 = t16*t30*t41*t47
    d1_6 = -t42*t48
    d2_0 = t50*t51*t56
    d2_1 = t45*t58
    d2_2 = t11*t50*t58*t60
    d2_3 = -t39*t62
    d2_4 = t33*t56*t63
    d2_5 = t55*t66*t67*(2.0*K*c + 3.0*c_prime - t57*t64 - t57*t65 - 2.0)
    d2_6 = -t48*t62
    d3_0 = t49*t97*(K*(-c_prime*t69 + c_prime*t70 - t19*t59 + t19 + t20 + t38*t71 - 4.0*t38 - t46*t49 + 3.0*t49*t74 + t49 + t50 + t67*t72 - 4.0*t67 + t69 - t70) + t87)
    d3_1 = t23*t97*(a*(a*t85 + t10*t101 - t10*t46 + t100*t99 + t103 + t104 + t12*t21 + t34 + t52 - t74 + t98) + t87)
    d3_2 = (a_prime * a_prime * a_prime)*t107*t96*(a_prime*(a*t74 + a + a_prime*t32 + c*t101 + t0 + t103 + t106 + t12*t79 + t22 - t32 + t43 - t79) + t113 - t35*t87 - t36*t87)
    d3_3 = -t114*t115/b_prime ** 5
    d3_4 = t114*t49*t52*t89*(c*(c*t49*t84 + c_prime*t83 + t10*t18 + t100*t76 + t101*t12 + t104 + t116 - t12*t59 + t23 + t57 - t83) + t87)
    d3_5 = (c_prime * c_prime * c_prime)*t107*t117*t19*t91*(c_prime*(c*t83 + c + c_prime*t63 + c_prime*t76 + t105*t12 + t106 + t116 + t5 + t51 - t63 + t75 - t76) + t113 - t64*t87 - t65*t87)
    d3_6 = -t115*t117*t90/d_prime ** 5
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
