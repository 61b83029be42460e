"""gmf_beta_normal: Normal observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 65a352754eff647da4b42641161362a01f4f3057d822a1ea6a490ff3c6bc52eb
record:    sha256 27beb6cde9c51632c55da2c156ee3bf75a1285273241ba04284ab676fa90164a
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 1db1bebf2bdb6ab178a26098ad344c4a039c5dada0b378b847c1bdc9487d37a3
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
                      ParameterSpec(name='sigma_Y',
                                    meaning='standard deviation of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'sigma_Y'),
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
                      IdentifiedSpec(name='sigma_Y',
                                     exponents={'sigma_Y': 1},
                                     meaning='standard deviation of Y'),
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('cv_theta', 'cv_beta', 'sigma_Y', 'mean_beta*mean_theta'),
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
                    'sigma_Y': {'sigma_Y': 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = alpha_theta*beta_theta
    t4 = (alpha_beta * alpha_beta)
    t5 = K*t4
    t6 = t3*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = 1.0 / ((t1 * t1))
    t9 = t1 + 1.0
    t10 = t7*t8/t9
    t11 = t0 + 1.0
    t12 = 1.0 / t11
    t13 = (alpha_theta * alpha_theta)
    t14 = beta_beta*t2
    t15 = t13*t14
    t16 = (beta_theta * beta_theta)
    t17 = (beta_beta * beta_beta)
    t18 = (alpha_theta * alpha_theta * alpha_theta)
    t19 = (alpha_beta * alpha_beta * alpha_beta)
    t20 = (sigma_Y * sigma_Y)
    t21 = alpha_beta*beta_beta
    t22 = t20*t21
    t23 = t20*t4
    t24 = t13*t23
    t25 = t18*t23
    t26 = t16*t23
    t27 = (beta_theta * beta_theta * beta_theta)
    t28 = t23*t27
    t29 = t19*t20
    t30 = t13*t29
    t31 = t16*t29
    t32 = t13*t20
    t33 = t17*t32
    t34 = (beta_beta * beta_beta * beta_beta)
    t35 = t32*t34
    t36 = t18*t20
    t37 = t17*t36
    t38 = t17*t20
    t39 = t16*t38
    t40 = t27*t38
    t41 = t20*t34
    t42 = t16*t41
    t43 = 2.0*t21
    t44 = t20*t43
    t45 = 2.0*t3
    t46 = 6.0*t3
    t47 = 3.0*alpha_beta
    t48 = 3.0*alpha_theta
    t49 = 3.0*beta_beta
    t50 = 3.0*beta_theta
    t51 = 9.0*alpha_beta
    t52 = 9.0*beta_beta
    mean_value = alpha_theta*t2/(t0*t1)
    cov_row_value = t10*t6
    cov_col_value = t12*t15*t7*t8
    cycle_value = t13*t16*t17*t5/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t9 * t9))
    variance_value = t10*t12*(K*t19*t3 + alpha_beta*t38*t46 + 6.0*alpha_theta*t16*t22 + alpha_theta*t26*t52 + alpha_theta*t39*t51 + beta_beta*t23*t46 + beta_beta*t6 + beta_theta*t15 + 6.0*beta_theta*t21*t32 + beta_theta*t24*t52 + beta_theta*t33*t51 + t14*t18 + t14*t3 + t15 + t16*t44 + t18*t29 + 4.0*t22*t3 + t23*t45 + t24*t49 + t24*t50 + t24 + t25*t49 + t25 + t26*t48 + t26*t49 + t26 + t27*t29 + t27*t41 + t27*t44 + t28*t49 + t28 + t29*t45 + t30*t50 + t30 + t31*t48 + t31 + t32*t43 + t33*t47 + t33*t50 + t33 + t34*t36 + t35*t50 + t35 + t36*t43 + t37*t47 + t37 + t38*t45 + t39*t47 + t39*t48 + t39 + t40*t47 + t40 + t41*t45 + t42*t48 + t42 + t6)
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
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y."""
    t0 = alpha_theta + beta_theta
    t1 = 1.0 / t0
    t2 = alpha_theta*t1
    t3 = alpha_beta + beta_beta
    t4 = 1.0 / t3
    t5 = alpha_beta*t4
    t6 = K*(1.0 - t2)
    t7 = 1.0 / ((t0 * t0))
    t8 = K*alpha_theta
    t9 = K*(1.0 - t5)
    t10 = 1.0 / ((t3 * t3))
    t11 = K*alpha_beta
    t12 = (alpha_beta * alpha_beta)
    t13 = beta_theta*t12
    t14 = t0 + 1.0
    t15 = 1.0 / t14
    t16 = alpha_theta*t15
    t17 = t10*t7
    t18 = t16*t17
    t19 = -t16 - 2.0*t2 + 1.0
    t20 = beta_theta*t15
    t21 = K*t12
    t22 = 2.0*t1
    t23 = -beta_theta*t22 - t20 + 1.0
    t24 = alpha_beta*beta_theta
    t25 = K*t13
    t26 = 2.0*t25
    t27 = (alpha_theta * alpha_theta)
    t28 = beta_beta*t27
    t29 = t3 + 1.0
    t30 = 1.0 / t29
    t31 = alpha_beta*t30
    t32 = t17*t31
    t33 = alpha_theta*beta_beta
    t34 = K*t28
    t35 = 2.0*t34
    t36 = -t31 - 2.0*t5 + 1.0
    t37 = beta_beta*t30
    t38 = K*t27
    t39 = 2.0*t4
    t40 = -beta_beta*t39 - t37 + 1.0
    t41 = t12*t27
    t42 = (beta_beta * beta_beta)
    t43 = (beta_theta * beta_theta)
    t44 = t42*t43
    t45 = 1.0/((t0 * t0 * t0 * t0)*(t14 * t14)*(t29 * t29)*(t3 * t3 * t3 * t3))
    t46 = t12*t43
    t47 = 2.0*t45
    t48 = t27*t42
    t49 = beta_beta*beta_theta
    t50 = beta_beta*t24
    t51 = beta_theta*t33
    t52 = (alpha_beta * alpha_beta * alpha_beta)
    t53 = K*t52
    t54 = beta_theta*t53
    t55 = t11*t33
    t56 = alpha_beta*t34
    t57 = t24*t33
    t58 = K*t57
    t59 = 2.0*t58
    t60 = (alpha_theta * alpha_theta * alpha_theta)
    t61 = K*t60
    t62 = beta_beta*t61
    t63 = alpha_theta*t25
    t64 = (sigma_Y * sigma_Y)
    t65 = 4.0*t64
    t66 = t41*t64
    t67 = t12*t60
    t68 = t64*t67
    t69 = t46*t64
    t70 = (beta_theta * beta_theta * beta_theta)
    t71 = t12*t70
    t72 = t64*t71
    t73 = t27*t52
    t74 = t64*t73
    t75 = t52*t60
    t76 = t43*t52
    t77 = t64*t76
    t78 = t52*t70
    t79 = t48*t64
    t80 = (beta_beta * beta_beta * beta_beta)
    t81 = t27*t80
    t82 = t64*t81
    t83 = t42*t60
    t84 = t64*t83
    t85 = t60*t80
    t86 = t44*t64
    t87 = t42*t70
    t88 = t64*t87
    t89 = t43*t80
    t90 = t64*t89
    t91 = t70*t80
    t92 = 2.0*t64
    t93 = alpha_beta*t92
    t94 = t60*t93
    t95 = t43*t93
    t96 = t70*t93
    t97 = alpha_theta*t92
    t98 = t52*t97
    t99 = t42*t97
    t100 = t80*t97
    t101 = alpha_beta*t33
    t102 = 6.0*t64
    t103 = t102*t43
    t104 = t102*t42
    t105 = t104*t24
    t106 = t24*t28
    t107 = t13*t33
    t108 = 3.0*t79
    t109 = 3.0*t84
    t110 = 3.0*t86
    t111 = 3.0*t88
    t112 = 3.0*t69
    t113 = t12*t28
    t114 = 3.0*t113
    t115 = t13*t27
    t116 = 3.0*t115
    t117 = 3.0*t68
    t118 = 3.0*t72
    t119 = 3.0*t77
    t120 = 3.0*t74
    t121 = 3.0*t90
    t122 = 3.0*t82
    t123 = alpha_beta*alpha_theta
    t124 = 9.0*t86
    t125 = 9.0*t79
    t126 = 9.0*t69
    t127 = 9.0*t49
    t128 = alpha_beta*t108 + alpha_beta*t109 + alpha_beta*t110 + alpha_beta*t111 + alpha_beta*t62 + alpha_theta*t105 + alpha_theta*t110 + alpha_theta*t112 + alpha_theta*t119 + alpha_theta*t121 + alpha_theta*t54 + beta_beta*t112 + beta_beta*t117 + beta_beta*t118 + beta_beta*t94 + beta_beta*t95 + beta_beta*t96 + beta_theta*t100 + beta_theta*t108 + beta_theta*t120 + beta_theta*t122 + beta_theta*t98 + beta_theta*t99 + t101*t103 + t102*t106 + t102*t107 + t114*t64 + t116*t64 + t123*t124 + t125*t24 + t126*t33 + t127*t66 + t13*t97 + t24*t34 + t25*t33 + t28*t93 + t56 + t57*t65 + t58 + t63 + t64*t75 + t64*t78 + t64*t85 + t64*t91 + t66 + t68 + t69 + t72 + t74 + t77 + t79 + t82 + t84 + t86 + t88 + t90
    t129 = alpha_theta*t12
    t130 = beta_theta*t92
    t131 = t102*t12
    t132 = alpha_theta*t102
    t133 = beta_theta*t132
    t134 = 9.0*alpha_beta
    t135 = 9.0*t64
    t136 = alpha_theta*t24
    t137 = t136*t42
    t138 = 18.0*t64
    t139 = alpha_beta*t102
    t140 = beta_beta*t139
    t141 = alpha_theta*beta_theta*t104 + t108 + t110 + t112 + t13*t132 + t139*t28 + t140*t43 + 12.0*t57*t64 + 3.0*t66
    t142 = beta_beta*t126 + t100 + t101*t65 + t104*t123 + t105 + t107*t138 + t113*t135 + t119 + t120 + t121 + t122 - t128*t15 - t128*t22 + t129*t92 + t13*t92 + t130*t42 + t130*t52 + t130*t80 + t131*t33 + t131*t49 + t133*t52 + t133*t80 + t134*t79 + t134*t86 + t137*t138 + t141 + t50*t65 + t98 + t99
    t143 = t15*t17*t30
    t144 = t24*t8
    t145 = beta_beta*t92
    t146 = t102*t27
    t147 = t101*t43
    t148 = alpha_theta*t124 + alpha_theta*t126 + beta_theta*t125 + t103*t123 + t103*t33 + t106*t138 + t109 + t111 + t115*t135 + t117 + t118 - t128*t30 - t128*t39 + t136*t65 + t138*t147 + t140*t60 + t140*t70 + t141 + t145*t43 + t145*t60 + t145*t70 + t146*t24 + t146*t49 + t27*t93 + t28*t92 + t51*t65 + t94 + t95 + t96
    t149 = 2.0*alpha_beta
    t150 = beta_beta*t149
    t151 = 2.0*alpha_theta
    t152 = beta_theta*t151
    t153 = 3.0*alpha_beta
    t154 = 3.0*alpha_theta
    t155 = 3.0*beta_beta
    t156 = 3.0*beta_theta
    d0_0 = t2*t5
    d0_1 = t1*t5*t6
    d0_2 = -t5*t7*t8
    d0_3 = t2*t4*t9
    d0_4 = -t10*t11*t2
    d0_5 = 0.0
    d1_0 = t13*t18
    d1_1 = t17*t19*t20*t21
    d1_2 = t18*t21*t23
    d1_3 = 2.0*t18*t24*t9
    d1_4 = -t16*t26*t7/(t3 * t3 * t3)
    d1_5 = 0.0
    d2_0 = t28*t32
    d2_1 = 2.0*t32*t33*t6
    d2_2 = -t10*t31*t35/(t0 * t0 * t0)
    d2_3 = t17*t36*t37*t38
    d2_4 = t32*t38*t40
    d2_5 = 0.0
    d3_0 = t41*t44*t45
    d3_1 = t19*t42*t46*t47*t8
    d3_2 = t23*t26*t45*t48
    d3_3 = t11*t36*t43*t47*t48
    d3_4 = t35*t40*t45*t46
    d3_5 = 0.0
    d4_0 = t18*t31*(t13 + t24 + t28 + t33 + t49 + t50 + t51)
    d4_1 = t143*(K*t50 + t142 + t21*t49 + t25 + t54 + 2.0*t55 + 3.0*t56 + t59)
    d4_2 = t143*(K*t129 + alpha_theta*t53 + t142 + t21*t33 + t55 + t56)
    d4_3 = t143*(K*t51 + 2.0*t144 + t148 + t34 + t38*t49 + t59 + t62 + 3.0*t63)
    d4_4 = t143*(alpha_beta*t61 + t11*t27 + t144 + t148 + t24*t38 + t63)
    d4_5 = 2.0*sigma_Y*t143*(6.0*t106 + 6.0*t107 + t114 + t116 + 9.0*t123*t44 + t127*t41 + t13*t151 + 6.0*t137 + 6.0*t147 + t149*t28 + t150*t43 + t150*t60 + t150*t70 + t152*t42 + t152*t52 + t152*t80 + t153*t44 + t153*t48 + t153*t83 + t153*t87 + t154*t44 + t154*t46 + t154*t76 + t154*t89 + t155*t46 + t155*t67 + t155*t71 + t156*t48 + t156*t73 + t156*t81 + 9.0*t24*t48 + 9.0*t33*t46 + t41 + t44 + t46 + t48 + 4.0*t57 + t67 + t71 + t73 + t75 + t76 + t78 + t81 + t83 + t85 + t87 + t89 + t91)
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
    """Return K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status."""
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
    sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(sigma_Y_value, status),
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
    """Return the derivatives of K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
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
    t_20 = cov_col*t_3
    t_21 = cov_row*t_1
    t_22 = (mean * mean)
    t_23 = math.sqrt(cov_col*cov_row*variance - cycle*t_22 - t_20 - t_21)
    t_24 = 1.0 / t_23
    t_25 = t_17*t_24
    t_26 = -variance
    t_27 = t_16*t_24
    t_28 = (0.5)*t_11
    t_29 = 1.0 / cycle
    t_30 = t_1*t_3
    t_31 = 1.0 / t_0
    t_32 = 2.0*t_29*t_31
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
    d3_0 = -cycle*mean*t_11*t_25
    d3_1 = t_28*(-t_19*t_23 + t_27*(-cov_col - 2.0*cov_row - t_26))
    d3_2 = (0.5)*t_17*(t_10*t_24*(-2.0*cov_col - cov_row - t_26) - t_12*t_23)
    d3_3 = -t_22*t_25*t_28
    d3_4 = (0.5)*t_10*t_27
    d4_0 = -3.0*t_29*t_30/t_6
    d4_1 = t_21*t_32
    d4_2 = t_20*t_32
    d4_3 = -t_30*t_31/(cycle * cycle)
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
    """Return cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / mean
    t_1 = math.sqrt(K)*t_0
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    sigma_Y_value = t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)
    mean_beta_mean_theta_value = mean/K
    return (
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(sigma_Y_value, status),
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
