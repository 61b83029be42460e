"""gmf_beta_gumbel: Gumbel observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1db09ca9e496968d354441f0455367eff443ae18edcb9887c14884ff0143e19a
record:    sha256 db6da7984ad5a2fe900b15525d1a1ad73129d86acac75a47fc10515df729555a
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 2abe58c6f9262638c8365a3ef72003452b66ca51bc6422d44afe59137be9a9ad
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

SPEC = ModelSpec(name='gmf_beta_gumbel',
          title='Gumbel observations, Beta priors',
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='alpha_theta',
                                    meaning='first shape of theta: mean = alpha / (alpha + '
                                            'beta)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='beta_theta',
                                    meaning='second shape of theta: mean = alpha / (alpha + '
                                            'beta)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='alpha_beta',
                                    meaning='first shape of beta: mean = alpha / (alpha + '
                                            'beta)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='beta_beta',
                                    meaning='second shape of beta: mean = alpha / (alpha + '
                                            'beta)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='scale_Y',
                                    meaning='scale of Y: standard deviation = 1.283 scale_Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'scale_Y'),
          requirements=('a Beta variable lies between 0 and 1, so its variance is less than '
                        'mean (1 - mean)',
                        'alpha_theta is positive',
                        'beta_theta is positive',
                        'a Beta variable lies between 0 and 1, so its variance is less than '
                        'mean (1 - mean)',
                        'alpha_beta is positive',
                        'beta_beta is positive',
                        'the numbers stay finite'),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='cv_theta',
                                     exponents={'cv_theta': 1},
                                     meaning='standard deviation / mean of theta'),
                      IdentifiedSpec(name='cv_beta',
                                     exponents={'cv_beta': 1},
                                     meaning='standard deviation / mean of beta'),
                      IdentifiedSpec(name='scale_Y',
                                     exponents={'scale_Y': 1},
                                     meaning='scale of Y: standard deviation = 1.283 scale_Y'),
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('cv_theta', 'cv_beta', 'scale_Y', 'mean_beta*mean_theta'),
          held_at_k=('mean', 'cov_row', 'cov_col', 'variance'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='variance > cov_row + cov_col',
                                    kind='other',
                                    targets=('cov_col', 'cov_row', 'variance')),
                      ConditionSpec(text='variance > cycle*mean**2/(cov_col*cov_row) + cov_row '
                                         '+ cov_col',
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
                           ConditionSpec(text='mean**2*variance > cov_row*mean**2 + '
                                              'cov_col*mean**2 + K*cov_col*cov_row',
                                         kind='other',
                                         targets=('cov_col', 'cov_row', 'mean', 'variance'))),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'mean_theta': 1, 'mean_beta': -1},
                                   prior_degrees={'theta': 1, 'beta': -1},
                                   anchor='mean_theta',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'mean_theta': {},
                    'cv_theta': {'cv_theta': 1.0},
                    'mean_beta': {'mean_beta*mean_theta': 1.0},
                    'cv_beta': {'cv_beta': 1.0},
                    'scale_Y': {'scale_Y': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'scale_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y, and a status."""
    status = positive(-(cv_theta * cv_theta)*(mean_theta * mean_theta) - (mean_theta * mean_theta) + mean_theta, 1, OK)
    status = positive(-mean_theta - mean_theta/(cv_theta * cv_theta) + 1.0 / ((cv_theta * cv_theta)), 2, status)
    status = positive(mean_theta - 1.0 + mean_theta/(cv_theta * cv_theta) - 2.0/(cv_theta * cv_theta) + 1.0/((cv_theta * cv_theta)*mean_theta), 3, status)
    status = positive(-(cv_beta * cv_beta)*(mean_beta * mean_beta) - (mean_beta * mean_beta) + mean_beta, 4, status)
    status = positive(-mean_beta - mean_beta/(cv_beta * cv_beta) + 1.0 / ((cv_beta * cv_beta)), 5, status)
    status = positive(mean_beta - 1.0 + mean_beta/(cv_beta * cv_beta) - 2.0/(cv_beta * cv_beta) + 1.0/((cv_beta * cv_beta)*mean_beta), 6, status)
    t0 = (cv_theta * cv_theta)
    t1 = 1.0 / t0
    t2 = mean_theta - 1.0
    t3 = mean_theta*t0 + t2
    t4 = (cv_beta * cv_beta)
    t5 = 1.0 / t4
    t6 = mean_beta - 1.0
    t7 = mean_beta*t4 + t6
    alpha_theta_value = -t1*t3
    beta_theta_value = t1*t2*t3/mean_theta
    alpha_beta_value = -t5*t7
    beta_beta_value = t5*t6*t7/mean_beta
    scale_Y_value = scale_Y
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    status = positive(scale_Y_value, 7, status)
    return (
        if_ok(alpha_theta_value, status),
        if_ok(beta_theta_value, status),
        if_ok(alpha_beta_value, status),
        if_ok(beta_beta_value, status),
        if_ok(scale_Y_value, status),
        status,
    )


@batch_kernel
def hyperparameters_batch(points, out, status):
    """Apply hyperparameters to each column of points, into the columns of out."""
    for n in prange(points.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
            status[n],
        ) = hyperparameters(
            points[0, n],
            points[1, n],
            points[2, n],
            points[3, n],
            points[4, n],
        )


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, scale_Y."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    scale_Y_value = scale_Y
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
        scale_Y_value,
    )


@batch_kernel
def coordinates_batch(parameters, out):
    """Apply coordinates to each column of parameters, into the columns of out."""
    for n in prange(parameters.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
        ) = coordinates(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y):
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = alpha_theta*t2
    t4 = alpha_theta*beta_theta
    t5 = (alpha_beta * alpha_beta)
    t6 = K*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = 1.0 / ((t1 * t1))
    t9 = t1 + 1.0
    t10 = t7*t8/t9
    t11 = (alpha_theta * alpha_theta)
    t12 = t0 + 1.0
    t13 = 1.0 / t12
    t14 = (beta_theta * beta_theta)
    t15 = (beta_beta * beta_beta)
    t16 = t11*t5
    t17 = 6.0*beta_beta
    t18 = beta_theta*t17
    t19 = t17*t2
    t20 = t11*t19
    t21 = (alpha_theta * alpha_theta * alpha_theta)
    t22 = 6.0*t4
    t23 = K*t22
    t24 = (alpha_beta * alpha_beta * alpha_beta)
    t25 = t17*t4
    t26 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t27 = alpha_beta*beta_beta
    t28 = t16*t26
    t29 = t26*t5
    t30 = t21*t29
    t31 = t14*t29
    t32 = (beta_theta * beta_theta * beta_theta)
    t33 = t29*t32
    t34 = t24*t26
    t35 = t11*t34
    t36 = t14*t34
    t37 = t11*t26
    t38 = t15*t37
    t39 = (beta_beta * beta_beta * beta_beta)
    t40 = t37*t39
    t41 = t21*t26
    t42 = t15*t41
    t43 = t15*t26
    t44 = t14*t43
    t45 = t32*t43
    t46 = t26*t39
    t47 = t14*t46
    t48 = 2.0*t27
    t49 = t26*t48
    t50 = 2.0*t4
    t51 = alpha_beta*alpha_theta
    t52 = 3.0*alpha_beta
    t53 = 3.0*alpha_theta
    t54 = 3.0*beta_beta
    t55 = 3.0*beta_theta
    t56 = 9.0*beta_theta
    mean_value = t3/(t0*t1)
    cov_row_value = t10*t4*t6
    cov_col_value = beta_beta*t11*t13*t2*t7*t8
    cycle_value = K*t14*t15*t16/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t12 * t12)*(t9 * t9))
    variance_value = (1.0 / 6.0)*t10*t13*(alpha_beta*t18*t37 + alpha_beta*t22*t43 + alpha_beta*t38*t56 + 9.0*alpha_theta*beta_beta*t31 + beta_beta*t28*t56 + beta_theta*t20 + t14*t17*t26*t51 + t14*t49 + t18*t3 + t19*t21 + t20 + t21*t34 + t23*t24 + t23*t5 + t25*t29 + t25*t6 + 4.0*t26*t27*t4 + t28*t54 + t28*t55 + t28 + t29*t50 + t30*t54 + t30 + t31*t53 + t31*t54 + t31 + t32*t34 + t32*t46 + t32*t49 + t33*t54 + t33 + t34*t50 + t35*t55 + t35 + t36*t53 + t36 + t37*t48 + t38*t52 + t38*t55 + t38 + t39*t41 + t40*t55 + t40 + t41*t48 + t42*t52 + t42 + t43*t50 + 9.0*t44*t51 + t44*t52 + t44*t53 + t44 + t45*t52 + t45 + t46*t50 + t47*t53 + t47)
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
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y."""
    t0 = alpha_theta + beta_theta
    t1 = 1.0 / t0
    t2 = alpha_theta*t1
    t3 = alpha_beta + beta_beta
    t4 = 1.0 / t3
    t5 = alpha_beta*t4
    t6 = 1.0 - t2
    t7 = K*t5
    t8 = 1.0 / ((t0 * t0))
    t9 = 1.0 - t5
    t10 = K*t2
    t11 = 1.0 / ((t3 * t3))
    t12 = (alpha_beta * alpha_beta)
    t13 = beta_theta*t12
    t14 = t0 + 1.0
    t15 = 1.0 / t14
    t16 = alpha_theta*t15
    t17 = t11*t8
    t18 = t16*t17
    t19 = -t16 - 2.0*t2 + 1.0
    t20 = beta_theta*t15
    t21 = K*t12
    t22 = 2.0*t1
    t23 = -beta_theta*t22 - t20 + 1.0
    t24 = alpha_beta*beta_theta
    t25 = 2.0*K
    t26 = t13*t25
    t27 = (alpha_theta * alpha_theta)
    t28 = beta_beta*t27
    t29 = t3 + 1.0
    t30 = 1.0 / t29
    t31 = alpha_beta*t30
    t32 = t17*t31
    t33 = alpha_theta*beta_beta
    t34 = t25*t28
    t35 = -t31 - 2.0*t5 + 1.0
    t36 = beta_beta*t30
    t37 = K*t27
    t38 = 2.0*t4
    t39 = -beta_beta*t38 - t36 + 1.0
    t40 = t12*t27
    t41 = (beta_beta * beta_beta)
    t42 = (beta_theta * beta_theta)
    t43 = t41*t42
    t44 = 1.0/((t0 * t0 * t0 * t0)*(t14 * t14)*(t29 * t29)*(t3 * t3 * t3 * t3))
    t45 = t12*t42
    t46 = 2.0*alpha_theta
    t47 = K*t44
    t48 = t27*t41
    t49 = 2.0*alpha_beta
    t50 = beta_beta*beta_theta
    t51 = beta_beta*t24
    t52 = beta_theta*t33
    t53 = 6.0*K
    t54 = t13*t53
    t55 = (alpha_beta * alpha_beta * alpha_beta)
    t56 = t53*t55
    t57 = beta_theta*t56
    t58 = t12*t53
    t59 = K*alpha_beta
    t60 = 12.0*t33
    t61 = 18.0*t28
    t62 = t24*t60
    t63 = K*t62
    t64 = t24*t33
    t65 = t28*t53
    t66 = alpha_beta*t65
    t67 = (alpha_theta * alpha_theta * alpha_theta)
    t68 = t53*t67
    t69 = beta_beta*t68
    t70 = alpha_theta*t54
    t71 = (math.pi * math.pi)
    t72 = (scale_Y * scale_Y)*t71
    t73 = 4.0*t64
    t74 = t40*t72
    t75 = t12*t67
    t76 = t72*t75
    t77 = t45*t72
    t78 = (beta_theta * beta_theta * beta_theta)
    t79 = t12*t78
    t80 = t72*t79
    t81 = t27*t55
    t82 = t72*t81
    t83 = t55*t67
    t84 = t42*t55
    t85 = t72*t84
    t86 = t55*t78
    t87 = t48*t72
    t88 = (beta_beta * beta_beta * beta_beta)
    t89 = t27*t88
    t90 = t72*t89
    t91 = t41*t67
    t92 = t72*t91
    t93 = t67*t88
    t94 = t43*t72
    t95 = t41*t78
    t96 = t72*t95
    t97 = t42*t88
    t98 = t72*t97
    t99 = t78*t88
    t100 = t28*t49
    t101 = beta_beta*t49
    t102 = t101*t67
    t103 = t101*t42
    t104 = t101*t78
    t105 = t13*t46
    t106 = beta_theta*t46
    t107 = t106*t55
    t108 = t106*t41
    t109 = t106*t88
    t110 = 6.0*t33
    t111 = alpha_beta*t42
    t112 = t110*t111
    t113 = alpha_theta*t24
    t114 = 6.0*t41
    t115 = t113*t114
    t116 = 6.0*t28
    t117 = t116*t24
    t118 = t110*t13
    t119 = 3.0*alpha_beta
    t120 = 3.0*alpha_theta
    t121 = t12*t28
    t122 = 3.0*t121
    t123 = t13*t27
    t124 = 3.0*t123
    t125 = 3.0*beta_beta
    t126 = 3.0*beta_theta
    t127 = alpha_beta*alpha_theta
    t128 = 9.0*t127
    t129 = 9.0*t24
    t130 = 9.0*t33
    t131 = 9.0*t50
    t132 = alpha_beta*t69 + alpha_theta*t57 + t100*t72 + t102*t72 + t103*t72 + t104*t72 + t105*t72 + t107*t72 + t108*t72 + t109*t72 + t112*t72 + t115*t72 + t117*t72 + t118*t72 + t119*t87 + t119*t92 + t119*t94 + t119*t96 + t120*t77 + t120*t85 + t120*t94 + t120*t98 + t122*t72 + t124*t72 + t125*t76 + t125*t77 + t125*t80 + t126*t82 + t126*t87 + t126*t90 + t128*t94 + t129*t87 + t130*t77 + t131*t74 + t24*t65 + t33*t54 + t53*t64 + t66 + t70 + t72*t73 + t72*t83 + t72*t86 + t72*t93 + t72*t99 + t74 + t76 + t77 + t80 + t82 + t85 + t87 + t90 + t92 + t94 + t96 + t98
    t133 = alpha_theta*t12
    t134 = 2.0*t72
    t135 = t46*t72
    t136 = beta_theta*t134
    t137 = 4.0*t72
    t138 = t114*t72
    t139 = t110*t72
    t140 = 6.0*t72
    t141 = alpha_theta*t140
    t142 = beta_theta*t141
    t143 = t140*t50
    t144 = 9.0*alpha_beta
    t145 = 9.0*t72
    t146 = 9.0*t77
    t147 = 18.0*t72
    t148 = 18.0*t13
    t149 = alpha_beta*t72
    t150 = t111*t140
    t151 = alpha_theta*beta_theta*t138 + beta_beta*t150 + t116*t149 + t13*t141 + t62*t72 + 3.0*t74 + 3.0*t77 + 3.0*t87 + 3.0*t94
    t152 = alpha_beta*t137*t33 + beta_beta*t146 + t113*t147*t41 + t12*t139 + t12*t143 + t121*t145 + t127*t138 + t13*t134 - t132*t15 - t132*t22 + t133*t134 + t135*t41 + t135*t55 + t135*t88 + t136*t41 + t136*t55 + t136*t88 + t137*t51 + t138*t24 + t142*t55 + t142*t88 + t144*t87 + t144*t94 + t148*t33*t72 + t151 + 3.0*t82 + 3.0*t85 + 3.0*t90 + 3.0*t98
    t153 = t15*t17*t30
    t154 = (1.0 / 6.0)*t153
    t155 = alpha_beta*t53
    t156 = t27*t53
    t157 = K*alpha_theta
    t158 = t49*t72
    t159 = beta_beta*t134
    t160 = 6.0*beta_beta*t149
    t161 = alpha_theta*t146 + alpha_theta*t150 + 9.0*alpha_theta*t94 + 9.0*beta_theta*t87 + t111*t147*t33 + t113*t137 + t123*t145 - t132*t30 - t132*t38 + t134*t28 + t137*t52 + t139*t42 + t140*t24*t27 + t143*t27 + t151 + t158*t27 + t158*t42 + t158*t67 + t158*t78 + t159*t42 + t159*t67 + t159*t78 + t160*t67 + t160*t78 + t24*t61*t72 + 3.0*t76 + 3.0*t80 + 3.0*t92 + 3.0*t96
    d0_0 = t2*t5
    d0_1 = t1*t6*t7
    d0_2 = -alpha_theta*t7*t8
    d0_3 = t10*t4*t9
    d0_4 = -alpha_beta*t10*t11
    d0_5 = 0.0
    d1_0 = t13*t18
    d1_1 = t17*t19*t20*t21
    d1_2 = t18*t21*t23
    d1_3 = t18*t24*t25*t9
    d1_4 = -t16*t26*t8/(t3 * t3 * t3)
    d1_5 = 0.0
    d2_0 = t28*t32
    d2_1 = t25*t32*t33*t6
    d2_2 = -t11*t31*t34/(t0 * t0 * t0)
    d2_3 = t17*t35*t36*t37
    d2_4 = t32*t37*t39
    d2_5 = 0.0
    d3_0 = t40*t43*t44
    d3_1 = t19*t41*t45*t46*t47
    d3_2 = t23*t26*t44*t48
    d3_3 = t35*t42*t47*t48*t49
    d3_4 = t34*t39*t44*t45
    d3_5 = 0.0
    d4_0 = t18*t31*(t13 + t24 + t28 + t33 + t50 + t51 + t52)
    d4_1 = t154*(t152 + t50*t58 + t51*t53 + t54 + t57 + t59*t60 + t59*t61 + t63)
    d4_2 = t154*(alpha_theta*t56 + t133*t53 + t152 + t155*t33 + t33*t58 + t66)
    d4_3 = t154*(t148*t157 + t156*t50 + 12.0*t157*t24 + t161 + t52*t53 + t63 + t65 + t69)
    d4_4 = t154*(alpha_beta*t68 + t113*t53 + t155*t27 + t156*t24 + t161 + t70)
    d4_5 = (1.0 / 3.0)*scale_Y*t153*t71*(t100 + t102 + t103 + t104 + t105 + t107 + t108 + t109 + t112 + t115 + t117 + t118 + t119*t43 + t119*t48 + t119*t91 + t119*t95 + t120*t43 + t120*t45 + t120*t84 + t120*t97 + t122 + t124 + t125*t45 + t125*t75 + t125*t79 + t126*t48 + t126*t81 + t126*t89 + t128*t43 + t129*t48 + t130*t45 + t131*t40 + t40 + t43 + t45 + t48 + t73 + t75 + t79 + t81 + t83 + t84 + t86 + t89 + t91 + t93 + t95 + t97 + t99)
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
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)
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
    margin_4_value = -K*cov_col*cov_row - cov_col*t0 - cov_row*t0 + t0*variance
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
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
    """Return K, cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.pow(cov_row, -1.0 / 2.0)
    t_3 = math.sqrt(cycle)*mean
    t_4 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    scale_Y_value = math.sqrt(6.0)*t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))/math.pi
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(scale_Y_value, status),
        if_ok(mean_beta_mean_theta_value, status),
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
    """Return the derivatives of K, cv_theta, cv_beta, scale_Y, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle*t_6
    t_8 = math.sqrt(cycle)
    t_9 = 1.0 / cov_col
    t_10 = math.sqrt(cov_row)
    t_11 = 1.0 / t_10
    t_12 = t_11*t_9
    t_13 = mean*t_8
    t_14 = (0.5)*t_13
    t_15 = (0.5)*mean/t_8
    t_16 = math.sqrt(cov_col)
    t_17 = 1.0 / t_16
    t_18 = 1.0 / cov_row
    t_19 = t_17*t_18
    t_20 = math.sqrt(6.0)
    t_21 = 1.0 / math.pi
    t_22 = cov_col*t_3
    t_23 = cov_row*t_1
    t_24 = (mean * mean)
    t_25 = math.sqrt(cov_col*cov_row*variance - cycle*t_24 - t_22 - t_23)
    t_26 = 1.0 / t_25
    t_27 = t_17*t_26
    t_28 = -variance
    t_29 = t_16*t_26
    t_30 = (0.5)*t_20*t_21
    t_31 = t_11*t_30
    t_32 = 1.0 / cycle
    t_33 = t_1*t_3
    t_34 = 1.0 / t_0
    t_35 = 2.0*t_32*t_34
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = t_12*t_8
    d1_1 = -t_14*t_9/math.pow(cov_row, 3.0 / 2.0)
    d1_2 = -t_11*t_13*t_2
    d1_3 = t_12*t_15
    d1_4 = 0.0
    d2_0 = t_19*t_8
    d2_1 = -t_13*t_17*t_4
    d2_2 = -t_14*t_18/math.pow(cov_col, 3.0 / 2.0)
    d2_3 = t_15*t_19
    d2_4 = 0.0
    d3_0 = -cycle*mean*t_11*t_20*t_21*t_27
    d3_1 = t_31*(-t_19*t_25 + t_29*(-cov_col - 2.0*cov_row - t_28))
    d3_2 = t_17*t_30*(t_10*t_26*(-2.0*cov_col - cov_row - t_28) - t_12*t_25)
    d3_3 = -t_24*t_27*t_31
    d3_4 = t_10*t_29*t_30
    d4_0 = -3.0*t_32*t_33/t_6
    d4_1 = t_23*t_35
    d4_2 = t_22*t_35
    d4_3 = -t_33*t_34/(cycle * cycle)
    d4_4 = 0.0
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
    """Return cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / mean
    t_1 = math.sqrt(K)*t_0
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    scale_Y_value = math.sqrt(6.0)*t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)/math.pi
    mean_beta_mean_theta_value = mean/K
    return (
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(scale_Y_value, status),
        if_ok(mean_beta_mean_theta_value, status),
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
