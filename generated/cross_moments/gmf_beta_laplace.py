"""gmf_beta_laplace: Laplace observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 f1aad255a94e4c2cabcd9719f3197233ad668e12c824943893b91a96ea648778
record:    sha256 0c4b6f69ce7fb95977b380f6d4955e8dcf600f99d27211dd7a1834fd1b3e1e3d
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 d6af8323df6b4c97a4a69bfab4a5f98c45fad498fa7f305dea5480c4323babf6
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

SPEC = ModelSpec(name='gmf_beta_laplace',
          title='Laplace observations, Beta priors',
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
                                    meaning='scale of Y: standard deviation = 1.414 scale_Y',
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
                                     meaning='scale of Y: standard deviation = 1.414 scale_Y'),
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
    t3 = (alpha_beta * alpha_beta)
    t4 = alpha_theta*beta_theta
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
    t18 = t13*t3
    t19 = (alpha_theta * alpha_theta * alpha_theta)
    t20 = (alpha_beta * alpha_beta * alpha_beta)
    t21 = (scale_Y * scale_Y)
    t22 = beta_beta*t21
    t23 = alpha_beta*t22
    t24 = alpha_beta*t13
    t25 = 4.0*t21
    t26 = beta_beta*t25
    t27 = alpha_beta*t26
    t28 = (beta_theta * beta_theta * beta_theta)
    t29 = t25*t4
    t30 = (beta_beta * beta_beta * beta_beta)
    t31 = 2.0*t21
    t32 = t3*t31
    t33 = t20*t31
    t34 = t13*t31
    t35 = t19*t31
    t36 = t17*t31
    t37 = t30*t31
    t38 = alpha_theta*t16
    t39 = 12.0*t4
    t40 = t17*t21
    t41 = alpha_beta*t40
    t42 = beta_theta*t24
    t43 = t22*t3
    t44 = 6.0*t21
    t45 = t17*t44
    t46 = alpha_beta*t45
    t47 = t3*t44
    t48 = t18*t44
    t49 = beta_beta*t47
    t50 = t38*t44
    t51 = beta_theta*t13
    t52 = t44*t51
    t53 = 18.0*t38
    mean_value = alpha_theta*t2/(t0*t1)
    cov_row_value = t10*t6
    cov_col_value = t12*t15*t7*t8
    cycle_value = K*t16*t17*t18/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t9 * t9))
    variance_value = t10*t12*(beta_beta*t48 + beta_beta*t6 + beta_theta*t15 + 18.0*beta_theta*t18*t22 + beta_theta*t48 + t13*t33 + t14*t19 + t14*t4 + t15 + t16*t27 + t16*t32 + t16*t33 + t16*t36 + t16*t37 + t16*t46 + t16*t49 + t17*t29 + t17*t34 + t17*t35 + t18*t31 + t19*t27 + t19*t32 + t19*t33 + t19*t46 + t19*t49 + t20*t29 + t20*t5 + t20*t50 + t20*t52 + 12.0*t22*t42 + 12.0*t23*t38 + 8.0*t23*t4 + t24*t26 + t24*t45 + t27*t28 + t28*t32 + t28*t33 + t28*t36 + t28*t37 + t28*t46 + t28*t49 + t29*t3 + t29*t30 + t30*t34 + t30*t35 + t30*t50 + t30*t52 + t38*t45 + t38*t47 + t39*t41 + t39*t43 + 18.0*t40*t42 + t41*t53 + t43*t53 + t45*t51 + t6)
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
    t64 = (scale_Y * scale_Y)
    t65 = 8.0*t64
    t66 = 4.0*t64
    t67 = alpha_beta*t66
    t68 = t60*t67
    t69 = t43*t67
    t70 = (beta_theta * beta_theta * beta_theta)
    t71 = t67*t70
    t72 = alpha_theta*t66
    t73 = t52*t72
    t74 = t42*t72
    t75 = (beta_beta * beta_beta * beta_beta)
    t76 = t72*t75
    t77 = 2.0*t64
    t78 = t12*t60
    t79 = t12*t70
    t80 = t27*t52
    t81 = t52*t60
    t82 = t43*t52
    t83 = t52*t70
    t84 = t27*t75
    t85 = t42*t60
    t86 = t60*t75
    t87 = t42*t70
    t88 = t43*t75
    t89 = t70*t75
    t90 = alpha_beta*t33
    t91 = 12.0*t64
    t92 = t43*t91
    t93 = alpha_theta*t42
    t94 = t24*t91
    t95 = t13*t33
    t96 = 6.0*t64
    t97 = t48*t96
    t98 = t85*t96
    t99 = t44*t96
    t100 = t87*t96
    t101 = t46*t96
    t102 = t12*t28
    t103 = t13*t27
    t104 = t78*t96
    t105 = t79*t96
    t106 = t82*t96
    t107 = t80*t96
    t108 = t88*t96
    t109 = t84*t96
    t110 = 18.0*t64
    t111 = alpha_beta*t110
    t112 = t111*t44
    t113 = t110*t48
    t114 = t110*t46
    t115 = t41*t49
    t116 = alpha_beta*t100 + alpha_beta*t62 + alpha_beta*t97 + alpha_beta*t98 + alpha_beta*t99 + alpha_theta*t101 + alpha_theta*t106 + alpha_theta*t108 + alpha_theta*t112 + alpha_theta*t54 + alpha_theta*t99 + beta_beta*t101 + beta_beta*t104 + beta_beta*t105 + beta_beta*t68 + beta_beta*t69 + beta_beta*t71 + beta_theta*t107 + beta_theta*t109 + beta_theta*t73 + beta_theta*t74 + beta_theta*t76 + beta_theta*t97 + t102*t96 + t103*t96 + t110*t115 + t113*t24 + t114*t33 + t13*t72 + t24*t34 + t25*t33 + t28*t67 + t28*t94 + t41*t77 + t44*t77 + t46*t77 + t48*t77 + t56 + t57*t65 + t58 + t63 + t77*t78 + t77*t79 + t77*t80 + t77*t81 + t77*t82 + t77*t83 + t77*t84 + t77*t85 + t77*t86 + t77*t87 + t77*t88 + t77*t89 + t90*t92 + t91*t95 + t93*t94
    t117 = alpha_theta*t12
    t118 = beta_theta*t66
    t119 = alpha_beta*t91
    t120 = t12*t91
    t121 = alpha_theta*t91
    t122 = beta_theta*t121
    t123 = 36.0*t64
    t124 = t123*t24
    t125 = t119*t43
    t126 = beta_beta*t125 + beta_theta*t91*t93 + t101 + t119*t28 + t121*t13 + t41*t96 + 24.0*t57*t64 + t97 + t99
    t127 = beta_beta*t114 + t102*t110 + t106 + t107 + t108 + t109 + t111*t48 + t112 - t116*t15 - t116*t22 + t117*t66 + t118*t42 + t118*t52 + t118*t75 + t119*t93 + t120*t33 + t120*t49 + t122*t52 + t122*t75 + t123*t95 + t124*t93 + t126 + t13*t66 + t42*t94 + t50*t65 + t65*t90 + t73 + t74 + t76
    t128 = t15*t17*t30
    t129 = t24*t8
    t130 = beta_beta*t66
    t131 = beta_beta*t119
    t132 = alpha_theta*t44
    t133 = t43*t90
    t134 = alpha_theta*t114 + alpha_theta*t125 + alpha_theta*t24*t65 + beta_theta*t113 + t100 + t103*t110 + t104 + t105 + t110*t132 - t116*t30 - t116*t39 + t123*t133 + t124*t28 + t126 + t130*t43 + t130*t60 + t130*t70 + t131*t60 + t131*t70 + t27*t49*t91 + t27*t67 + t27*t94 + t28*t66 + t33*t92 + t51*t65 + t68 + t69 + t71 + t98
    t135 = 2.0*alpha_beta
    t136 = beta_beta*t135
    t137 = 2.0*alpha_theta
    t138 = beta_theta*t137
    t139 = 6.0*t24
    t140 = 3.0*alpha_beta
    t141 = 3.0*alpha_theta
    t142 = 3.0*beta_beta
    t143 = 3.0*beta_theta
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
    d4_1 = t128*(K*t50 + t127 + t21*t49 + t25 + t54 + 2.0*t55 + 3.0*t56 + t59)
    d4_2 = t128*(K*t117 + alpha_theta*t53 + t127 + t21*t33 + t55 + t56)
    d4_3 = t128*(K*t51 + 2.0*t129 + t134 + t34 + t38*t49 + t59 + t62 + 3.0*t63)
    d4_4 = t128*(alpha_beta*t61 + t11*t27 + t129 + t134 + t24*t38 + t63)
    d4_5 = 4.0*scale_Y*t128*(9.0*alpha_beta*t132 + 3.0*t102 + 3.0*t103 + 9.0*t115 + t13*t137 + 6.0*t133 + t135*t28 + t136*t43 + t136*t60 + t136*t70 + t138*t42 + t138*t52 + t138*t75 + t139*t28 + t139*t93 + t140*t44 + t140*t48 + t140*t85 + t140*t87 + t141*t44 + t141*t46 + t141*t82 + t141*t88 + t142*t46 + t142*t78 + t142*t79 + t143*t48 + t143*t80 + t143*t84 + 9.0*t24*t48 + 9.0*t33*t46 + t41 + t44 + t46 + t48 + 4.0*t57 + t78 + t79 + t80 + t81 + t82 + t83 + t84 + t85 + t86 + t87 + t88 + t89 + 6.0*t95)
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
    scale_Y_value = (0.5)*math.sqrt(2.0)*t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
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
    t_15 = (0.5)*mean
    t_16 = t_15/t_8
    t_17 = math.sqrt(cov_col)
    t_18 = 1.0 / t_17
    t_19 = 1.0 / cov_row
    t_20 = t_18*t_19
    t_21 = math.sqrt(2.0)
    t_22 = cov_col*t_3
    t_23 = cov_row*t_1
    t_24 = (mean * mean)
    t_25 = math.sqrt(cov_col*cov_row*variance - cycle*t_24 - t_22 - t_23)
    t_26 = 1.0 / t_25
    t_27 = t_18*t_26
    t_28 = -variance
    t_29 = t_17*t_26
    t_30 = (1.0 / 4.0)*t_21
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
    d1_3 = t_12*t_16
    d1_4 = 0.0
    d2_0 = t_20*t_8
    d2_1 = -t_13*t_18*t_4
    d2_2 = -t_14*t_19/math.pow(cov_col, 3.0 / 2.0)
    d2_3 = t_16*t_20
    d2_4 = 0.0
    d3_0 = -cycle*t_11*t_15*t_21*t_27
    d3_1 = t_31*(-t_20*t_25 + t_29*(-cov_col - 2.0*cov_row - t_28))
    d3_2 = t_18*t_30*(t_10*t_26*(-2.0*cov_col - cov_row - t_28) - t_12*t_25)
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
    scale_Y_value = (0.5)*math.sqrt(2.0)*t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)
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
