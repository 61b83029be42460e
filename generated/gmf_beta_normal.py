"""gmf_beta_normal: Normal observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 65a352754eff647da4b42641161362a01f4f3057d822a1ea6a490ff3c6bc52eb
record:    sha256 27beb6cde9c51632c55da2c156ee3bf75a1285273241ba04284ab676fa90164a
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 7bd0a49ff4960bcd9d7b3d6750219a0ba53fd0f9727210e4d9b7a4f85f5b4c1b
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

SPEC = ModelSpec(name='gmf_beta_normal',
          title='Normal observations, Beta priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
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
                      ParameterSpec(name='sigma_Y',
                                    meaning='standard deviation of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('sigma_Y',),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
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
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('cv_theta', 'cv_beta', 'mean_beta*mean_theta'),
          held_at_k=('mean', 'variance', 'rho_row/rho_col'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='variance > sigma_Y**2',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > sigma_Y**2',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > sigma_Y**2',
                                         kind='other',
                                         targets=('variance',))),
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
                    'cv_beta': {'cv_beta': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'sigma_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y, and a status."""
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
    sigma_Y_value = sigma_Y
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    status = positive(sigma_Y_value, 7, status)
    return (
        if_ok(alpha_theta_value, status),
        if_ok(beta_theta_value, status),
        if_ok(alpha_beta_value, status),
        if_ok(beta_beta_value, status),
        if_ok(sigma_Y_value, status),
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
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    sigma_Y_value = sigma_Y
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
        sigma_Y_value,
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
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = beta_beta*t2
    t6 = alpha_theta*beta_theta
    t7 = (alpha_theta * alpha_theta)
    t8 = t5*t7
    t9 = (alpha_theta * alpha_theta * alpha_theta)
    t10 = (alpha_beta * alpha_beta)
    t11 = K*t6
    t12 = t10*t11
    t13 = (alpha_beta * alpha_beta * alpha_beta)
    t14 = (sigma_Y * sigma_Y)
    t15 = alpha_beta*beta_beta
    t16 = t14*t15
    t17 = t10*t14
    t18 = t17*t7
    t19 = t17*t9
    t20 = (beta_theta * beta_theta)
    t21 = t17*t20
    t22 = (beta_theta * beta_theta * beta_theta)
    t23 = t17*t22
    t24 = t13*t14
    t25 = t24*t7
    t26 = t20*t24
    t27 = (beta_beta * beta_beta)
    t28 = t14*t7
    t29 = t27*t28
    t30 = (beta_beta * beta_beta * beta_beta)
    t31 = t28*t30
    t32 = t14*t9
    t33 = t27*t32
    t34 = t14*t27
    t35 = t20*t34
    t36 = t22*t34
    t37 = t14*t30
    t38 = t20*t37
    t39 = 2.0*t15
    t40 = t14*t39
    t41 = 2.0*t6
    t42 = 6.0*t6
    t43 = 3.0*alpha_beta
    t44 = 3.0*alpha_theta
    t45 = 3.0*beta_beta
    t46 = 3.0*beta_theta
    t47 = 9.0*alpha_beta
    t48 = 9.0*beta_beta
    t49 = alpha_beta*t34*t42 + 6.0*alpha_theta*t16*t20 + alpha_theta*t21*t48 + alpha_theta*t35*t47 + beta_beta*t12 + beta_beta*t17*t42 + 6.0*beta_theta*t15*t28 + beta_theta*t18*t48 + beta_theta*t29*t47 + beta_theta*t8 + t11*t13 + t12 + 4.0*t16*t6 + t17*t41 + t18*t45 + t18*t46 + t18 + t19*t45 + t19 + t20*t40 + t21*t44 + t21*t45 + t21 + t22*t24 + t22*t37 + t22*t40 + t23*t45 + t23 + t24*t41 + t24*t9 + t25*t46 + t25 + t26*t44 + t26 + t28*t39 + t29*t43 + t29*t46 + t29 + t30*t32 + t31*t46 + t31 + t32*t39 + t33*t43 + t33 + t34*t41 + t35*t43 + t35*t44 + t35 + t36*t43 + t36 + t37*t41 + t38*t44 + t38 + t5*t6 + t5*t9 + t8
    t50 = 1.0 / t49
    mean_value = alpha_theta*t2/(t0*t1)
    variance_value = t49/((t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t12*t3*t50
    rho_col_value = t4*t50*t8
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
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y."""
    t0 = alpha_theta + beta_theta
    t1 = 1.0 / t0
    t2 = alpha_theta*t1
    t3 = alpha_beta + beta_beta
    t4 = 1.0 / t3
    t5 = alpha_beta*t4
    t6 = 1.0 / ((t0 * t0))
    t7 = K*alpha_theta
    t8 = 1.0 / ((t3 * t3))
    t9 = K*alpha_beta
    t10 = alpha_beta*beta_theta
    t11 = alpha_theta*beta_beta
    t12 = beta_beta*beta_theta
    t13 = beta_beta*t10
    t14 = beta_theta*t11
    t15 = (alpha_beta * alpha_beta)
    t16 = beta_theta*t15
    t17 = (alpha_theta * alpha_theta)
    t18 = beta_beta*t17
    t19 = t10 + t11 + t12 + t13 + t14 + t16 + t18
    t20 = alpha_beta*alpha_theta
    t21 = t0 + 1.0
    t22 = 1.0 / t21
    t23 = t3 + 1.0
    t24 = 1.0 / t23
    t25 = t22*t24*t6*t8
    t26 = t10*t11
    t27 = K*t26
    t28 = K*t18
    t29 = alpha_beta*t28
    t30 = (alpha_theta * alpha_theta * alpha_theta)
    t31 = K*t30
    t32 = beta_beta*t31
    t33 = K*t16
    t34 = alpha_theta*t33
    t35 = (alpha_beta * alpha_beta * alpha_beta)
    t36 = K*t35
    t37 = beta_theta*t36
    t38 = (sigma_Y * sigma_Y)
    t39 = 4.0*t38
    t40 = t15*t17
    t41 = t38*t40
    t42 = t15*t30
    t43 = t38*t42
    t44 = (beta_theta * beta_theta)
    t45 = t15*t44
    t46 = t38*t45
    t47 = (beta_theta * beta_theta * beta_theta)
    t48 = t15*t47
    t49 = t38*t48
    t50 = t17*t35
    t51 = t38*t50
    t52 = t30*t35
    t53 = t35*t44
    t54 = t38*t53
    t55 = t35*t47
    t56 = (beta_beta * beta_beta)
    t57 = t17*t56
    t58 = t38*t57
    t59 = (beta_beta * beta_beta * beta_beta)
    t60 = t17*t59
    t61 = t38*t60
    t62 = t30*t56
    t63 = t38*t62
    t64 = t30*t59
    t65 = t44*t56
    t66 = t38*t65
    t67 = t47*t56
    t68 = t38*t67
    t69 = t44*t59
    t70 = t38*t69
    t71 = t47*t59
    t72 = 2.0*t38
    t73 = alpha_beta*t72
    t74 = 2.0*beta_beta
    t75 = t38*t74
    t76 = t30*t75
    t77 = t44*t75
    t78 = t47*t75
    t79 = alpha_theta*t72
    t80 = 2.0*beta_theta
    t81 = t38*t80
    t82 = t35*t81
    t83 = t56*t81
    t84 = t59*t81
    t85 = alpha_beta*t11
    t86 = 6.0*t38
    t87 = t44*t86
    t88 = t56*t86
    t89 = t10*t88
    t90 = t10*t18
    t91 = t11*t16
    t92 = 3.0*alpha_beta
    t93 = 3.0*alpha_theta
    t94 = t15*t18
    t95 = 3.0*t94
    t96 = t16*t17
    t97 = 3.0*t96
    t98 = 3.0*t43
    t99 = 3.0*t46
    t100 = 3.0*t49
    t101 = 3.0*t51
    t102 = 3.0*t58
    t103 = 3.0*t61
    t104 = 9.0*t66
    t105 = 9.0*t58
    t106 = 9.0*t46
    t107 = 9.0*t12
    t108 = alpha_beta*t32 + alpha_beta*t76 + alpha_beta*t77 + alpha_beta*t78 + alpha_theta*t37 + alpha_theta*t82 + alpha_theta*t83 + alpha_theta*t84 + alpha_theta*t89 + beta_beta*t100 + beta_beta*t98 + beta_beta*t99 + beta_theta*t101 + beta_theta*t102 + beta_theta*t103 + t10*t105 + t10*t28 + t104*t20 + t106*t11 + t107*t41 + t11*t33 + t16*t79 + t18*t73 + t26*t39 + t27 + t29 + t34 + t38*t52 + t38*t55 + t38*t64 + t38*t71 + t38*t95 + t38*t97 + t41 + t43 + t46*t93 + t46 + t49 + t51 + t54*t93 + t54 + t58*t92 + t58 + t61 + t63*t92 + t63 + t66*t92 + t66*t93 + t66 + t68*t92 + t68 + t70*t93 + t70 + t85*t87 + t86*t90 + t86*t91
    t109 = 2.0*t108
    t110 = -t1*t109 - t108*t22
    t111 = K*t15
    t112 = t11*t9
    t113 = 2.0*t27
    t114 = alpha_theta*t15
    t115 = t15*t86
    t116 = alpha_theta*beta_theta
    t117 = t116*t86
    t118 = 9.0*alpha_beta
    t119 = 9.0*t38
    t120 = alpha_theta*t10
    t121 = t120*t56
    t122 = 18.0*t38
    t123 = alpha_beta*t18
    t124 = alpha_beta*beta_beta
    t125 = alpha_theta*t16
    t126 = t102 + t116*t88 + t123*t86 + t124*t87 + t125*t86 + 12.0*t26*t38 + 3.0*t41 + 3.0*t66 + t99
    t127 = beta_beta*t106 + t101 + t103 + t11*t115 + t114*t72 + t115*t12 + t117*t35 + t117*t59 + t118*t58 + t118*t66 + t119*t94 + t121*t122 + t122*t91 + t126 + t13*t39 + t16*t72 + t20*t88 + t35*t79 + t39*t85 + 3.0*t54 + t56*t79 + t59*t79 + 3.0*t70 + t82 + t83 + t84 + t89
    t128 = K*t13 + t111*t12 + 2.0*t112 + t113 + t127 + t28*t92 + t33 + t37
    t129 = K*t114
    t130 = alpha_theta*t36 + t11*t111 + t112 + t127 + t129 + t29
    t131 = -t108*t24 - t109*t4
    t132 = K*t17
    t133 = t10*t7
    t134 = t124*t86
    t135 = t17*t86
    t136 = t44*t85
    t137 = alpha_theta*t104 + alpha_theta*t106 + beta_theta*t105 + t10*t135 + t100 + t11*t87 + t119*t96 + t12*t135 + t120*t39 + t122*t136 + t122*t90 + t126 + t134*t30 + t134*t47 + t14*t39 + t17*t73 + t18*t72 + t20*t87 + t30*t73 + t44*t73 + t47*t73 + 3.0*t63 + 3.0*t68 + t76 + t77 + t78 + t98
    t138 = K*t14 + t113 + t12*t132 + 2.0*t133 + t137 + t28 + t32 + t33*t93
    t139 = t17*t9
    t140 = alpha_beta*t31 + t10*t132 + t133 + t137 + t139 + t34
    t141 = alpha_beta*t74
    t142 = alpha_theta*t80
    t143 = 3.0*beta_beta
    t144 = 3.0*beta_theta
    t145 = 2.0*sigma_Y*(9.0*t10*t57 + t107*t40 + 9.0*t11*t45 + 6.0*t121 + 2.0*t123 + 2.0*t125 + 6.0*t136 + t141*t30 + t141*t44 + t141*t47 + t142*t35 + t142*t56 + t142*t59 + t143*t42 + t143*t45 + t143*t48 + t144*t50 + t144*t57 + t144*t60 + 9.0*t20*t65 + 4.0*t26 + t40 + t42 + t45*t93 + t45 + t48 + t50 + t52 + t53*t93 + t53 + t55 + t57*t92 + t57 + t60 + t62*t92 + t62 + t64 + t65*t92 + t65*t93 + t65 + t67*t92 + t67 + t69*t93 + t69 + t71 + 6.0*t90 + 6.0*t91 + t95 + t97)
    t146 = 1.0 / t108
    t147 = alpha_theta*t146
    t148 = -t147*t19*t9 + 1.0
    t149 = t128*t147
    t150 = t146*t23
    t151 = t130*t146
    t152 = alpha_beta*t146
    t153 = t138*t152
    t154 = t140*t146
    t155 = t145/(t108 * t108)
    t156 = t146*t21
    d0_0 = t2*t5
    d0_1 = K*t1*t5*(1.0 - t2)
    d0_2 = -t5*t6*t7
    d0_3 = K*t2*t4*(1.0 - t5)
    d0_4 = -t2*t8*t9
    d0_5 = 0.0
    d1_0 = t19*t20*t25
    d1_1 = t25*(t110 + t128)
    d1_2 = t25*(t110 + t130)
    d1_3 = t25*(t131 + t138)
    d1_4 = t25*(t131 + t140)
    d1_5 = t145*t25
    d2_0 = t147*t148*t16*t23
    d2_1 = t150*t33*(1.0 - t149)
    d2_2 = t129*t150*(-beta_theta*t151 + 1.0)
    d2_3 = K*t10*t147*(-t153*t23 + t74 + t92 + 2.0)
    d2_4 = t147*t33*(-t154*t23 + 1.0)
    d2_5 = -t155*t23*t34
    d3_0 = t148*t152*t18*t21
    d3_1 = t112*t146*(-t149*t21 + t80 + t93 + 2.0)
    d3_2 = t152*t28*(-t151*t21 + 1.0)
    d3_3 = t156*t28*(1.0 - t153)
    d3_4 = t139*t156*(-beta_beta*t154 + 1.0)
    d3_5 = -t155*t21*t29
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
def conditions(mean, variance, rho_row, rho_col, sigma_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (sigma_Y * sigma_Y) - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col*variance - rho_row*variance - t0
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, sigma_Y):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -(sigma_Y * sigma_Y) + variance
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
def solve(mean, variance, rho_row, rho_col, sigma_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0)
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
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
            status[n],
        ) = solve(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, sigma_Y):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -t_4
    t_6 = -(sigma_Y * sigma_Y) + t_5*variance
    t_7 = 1.0 / variance
    t_8 = t_6*t_7
    t_9 = (mean * mean)
    t_10 = t_0*t_1*t_9
    t_11 = t_10*t_7
    t_12 = (0.5)/math.sqrt(rho_col)
    t_13 = math.sqrt(variance)
    t_14 = 1.0 / t_13
    t_15 = math.sqrt(t_6)
    t_16 = 1.0 / t_15
    t_17 = t_14*(-t_15*t_7 + t_16*t_5)
    t_18 = t_13*t_16
    t_19 = t_14*t_15
    t_20 = (0.5)/math.sqrt(rho_row)
    t_21 = 1.0 / t_6
    t_22 = rho_col*t_2*t_21
    t_23 = 1.0 / mean
    t_24 = t_21*variance
    t_25 = rho_row*t_24
    d0_0 = 2.0*mean*t_0*t_1*t_3*t_6
    d0_1 = t_10*t_3*(-t_4 - 2.0*t_8)
    d0_2 = -t_11*(t_1*t_8 + 1.0)
    d0_3 = -t_11*(t_0*t_8 + 1.0)
    d1_0 = 0.0
    d1_1 = t_12*t_17
    d1_2 = -t_12*t_18
    d1_3 = -t_12*(t_0*t_19 + t_18)
    d2_0 = 0.0
    d2_1 = t_17*t_20
    d2_2 = -t_20*(t_1*t_19 + t_18)
    d2_3 = -t_18*t_20
    d3_0 = -rho_row*t_22/t_9
    d3_1 = rho_col*t_23*t_25*(t_24*t_4 + 2.0)
    d3_2 = t_22*t_23*(t_25 + 1.0)
    d3_3 = rho_row*t_2*t_21*t_23*(rho_col*t_24 + 1.0)
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


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, sigma_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    t_0 = -(sigma_Y * sigma_Y) + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
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
            status[n],
        ) = solve_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
        )
