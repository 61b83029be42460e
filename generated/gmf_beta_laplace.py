"""gmf_beta_laplace: Laplace observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 f1aad255a94e4c2cabcd9719f3197233ad668e12c824943893b91a96ea648778
record:    sha256 0c4b6f69ce7fb95977b380f6d4955e8dcf600f99d27211dd7a1834fd1b3e1e3d
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 9924a6a0896615763393007565d98e58d69f48d381b73b3bf5497058a8229a14
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
                      ParameterSpec(name='scale_Y',
                                    meaning='scale of Y: standard deviation = 1.414 scale_Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('scale_Y',),
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
                      ConditionSpec(text='variance > 2*scale_Y**2',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > 2*scale_Y**2',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > 2*scale_Y**2',
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = alpha_theta*beta_theta
    t6 = beta_beta*t5
    t7 = (alpha_theta * alpha_theta)
    t8 = beta_beta*t7
    t9 = t2*t8
    t10 = (alpha_theta * alpha_theta * alpha_theta)
    t11 = beta_beta*t10
    t12 = (alpha_beta * alpha_beta)
    t13 = K*t5
    t14 = t12*t13
    t15 = (alpha_beta * alpha_beta * alpha_beta)
    t16 = (scale_Y * scale_Y)
    t17 = alpha_beta*t16
    t18 = 4.0*t16
    t19 = alpha_beta*t18
    t20 = (beta_theta * beta_theta)
    t21 = beta_beta*t19
    t22 = (beta_theta * beta_theta * beta_theta)
    t23 = t18*t5
    t24 = (beta_beta * beta_beta)
    t25 = (beta_beta * beta_beta * beta_beta)
    t26 = 2.0*t16
    t27 = t12*t26
    t28 = t15*t26
    t29 = t26*t7
    t30 = t10*t26
    t31 = t24*t26
    t32 = t25*t26
    t33 = 12.0*t17
    t34 = alpha_theta*t20
    t35 = beta_beta*t34
    t36 = beta_theta*t8
    t37 = t12*t16
    t38 = 6.0*t16
    t39 = t24*t38
    t40 = alpha_beta*t39
    t41 = t12*t38
    t42 = beta_theta*t7
    t43 = beta_beta*t41
    t44 = t34*t38
    t45 = t38*t42
    t46 = 18.0*t17*t24
    t47 = 18.0*t37
    t48 = beta_beta*t14 + beta_theta*t9 + t10*t27 + t10*t28 + t10*t40 + t11*t19 + t11*t2 + t11*t41 + t12*t23 + t13*t15 + t14 + t15*t23 + t15*t44 + t15*t45 + 8.0*t17*t6 + t19*t8 + t2*t6 + t20*t21 + t20*t27 + t20*t28 + t20*t31 + t20*t32 + t20*t40 + t20*t43 + t21*t22 + t22*t27 + t22*t28 + t22*t31 + t22*t32 + t22*t40 + t22*t43 + t23*t24 + t23*t25 + t24*t29 + t24*t30 + t24*t33*t5 + t25*t29 + t25*t30 + t25*t44 + t25*t45 + t27*t7 + t28*t7 + t33*t35 + t33*t36 + t34*t39 + t34*t41 + t34*t46 + t35*t47 + t36*t47 + 12.0*t37*t6 + t39*t42 + t40*t7 + t41*t42 + t41*t8 + t42*t46 + t9
    t49 = 1.0 / t48
    mean_value = alpha_theta*t2/(t0*t1)
    variance_value = t48/((t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t14*t3*t49
    rho_col_value = t4*t49*t9
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
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y."""
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
    t20 = t0 + 1.0
    t21 = 1.0 / t20
    t22 = t3 + 1.0
    t23 = 1.0 / t22
    t24 = t21*t23*t6*t8
    t25 = t10*t11
    t26 = K*t25
    t27 = K*t18
    t28 = alpha_beta*t27
    t29 = (alpha_theta * alpha_theta * alpha_theta)
    t30 = K*t29
    t31 = beta_beta*t30
    t32 = K*t16
    t33 = alpha_theta*t32
    t34 = (alpha_beta * alpha_beta * alpha_beta)
    t35 = K*t34
    t36 = beta_theta*t35
    t37 = (scale_Y * scale_Y)
    t38 = 8.0*t37
    t39 = 4.0*t37
    t40 = alpha_beta*t39
    t41 = t29*t40
    t42 = (beta_theta * beta_theta)
    t43 = t40*t42
    t44 = (beta_theta * beta_theta * beta_theta)
    t45 = t40*t44
    t46 = alpha_theta*t39
    t47 = t34*t46
    t48 = (beta_beta * beta_beta)
    t49 = t46*t48
    t50 = (beta_beta * beta_beta * beta_beta)
    t51 = t46*t50
    t52 = t15*t17
    t53 = 2.0*t37
    t54 = t15*t29
    t55 = t15*t42
    t56 = t15*t44
    t57 = t17*t34
    t58 = t29*t34
    t59 = t34*t42
    t60 = t34*t44
    t61 = t17*t48
    t62 = t17*t50
    t63 = t29*t48
    t64 = t29*t50
    t65 = t42*t48
    t66 = t44*t48
    t67 = t42*t50
    t68 = t44*t50
    t69 = alpha_beta*t11
    t70 = 12.0*t37
    t71 = t42*t70
    t72 = alpha_theta*t48
    t73 = t10*t70
    t74 = t11*t16
    t75 = 6.0*t37
    t76 = t61*t75
    t77 = t63*t75
    t78 = t65*t75
    t79 = t66*t75
    t80 = t55*t75
    t81 = t15*t18
    t82 = t16*t17
    t83 = t54*t75
    t84 = t56*t75
    t85 = t59*t75
    t86 = t57*t75
    t87 = t67*t75
    t88 = t62*t75
    t89 = 18.0*t37
    t90 = alpha_beta*t89
    t91 = t65*t90
    t92 = t61*t89
    t93 = t55*t89
    t94 = t12*t52
    t95 = alpha_beta*t31 + alpha_beta*t76 + alpha_beta*t77 + alpha_beta*t78 + alpha_beta*t79 + alpha_theta*t36 + alpha_theta*t78 + alpha_theta*t80 + alpha_theta*t85 + alpha_theta*t87 + alpha_theta*t91 + beta_beta*t41 + beta_beta*t43 + beta_beta*t45 + beta_beta*t80 + beta_beta*t83 + beta_beta*t84 + beta_theta*t47 + beta_theta*t49 + beta_theta*t51 + beta_theta*t76 + beta_theta*t86 + beta_theta*t88 + t10*t27 + t10*t92 + t11*t32 + t11*t93 + t16*t46 + t18*t40 + t18*t73 + t25*t38 + t26 + t28 + t33 + t52*t53 + t53*t54 + t53*t55 + t53*t56 + t53*t57 + t53*t58 + t53*t59 + t53*t60 + t53*t61 + t53*t62 + t53*t63 + t53*t64 + t53*t65 + t53*t66 + t53*t67 + t53*t68 + t69*t71 + t70*t74 + t72*t73 + t75*t81 + t75*t82 + t89*t94
    t96 = 2.0*t95
    t97 = -t1*t96 - t21*t95
    t98 = K*t15
    t99 = t11*t9
    t100 = 3.0*alpha_beta
    t101 = 2.0*t26
    t102 = alpha_theta*t15
    t103 = beta_theta*t39
    t104 = alpha_beta*t70
    t105 = t15*t70
    t106 = beta_theta*t70
    t107 = alpha_theta*t106
    t108 = 36.0*t37
    t109 = t10*t108
    t110 = alpha_beta*t18
    t111 = t104*t42
    t112 = alpha_theta*t16
    t113 = beta_beta*t111 + t106*t72 + t110*t70 + t112*t70 + 24.0*t25*t37 + t52*t75 + t76 + t78 + t80
    t114 = beta_beta*t93 + t102*t39 + t103*t34 + t103*t48 + t103*t50 + t104*t72 + t105*t11 + t105*t12 + t107*t34 + t107*t50 + t108*t74 + t109*t72 + t113 + t13*t38 + t16*t39 + t38*t69 + t47 + t48*t73 + t49 + t51 + t61*t90 + t81*t89 + t85 + t86 + t87 + t88 + t91
    t115 = K*t13 + t100*t27 + t101 + t114 + t12*t98 + t32 + t36 + 2.0*t99
    t116 = K*t102
    t117 = alpha_theta*t35 + t11*t98 + t114 + t116 + t28 + t99
    t118 = -t23*t95 - t4*t96
    t119 = K*t17
    t120 = t10*t7
    t121 = 3.0*alpha_theta
    t122 = beta_beta*t39
    t123 = beta_beta*t104
    t124 = alpha_theta*t65
    t125 = t42*t69
    t126 = alpha_theta*t10*t38 + alpha_theta*t111 + alpha_theta*t93 + beta_theta*t92 + t108*t125 + t109*t18 + t11*t71 + t113 + t12*t17*t70 + t122*t29 + t122*t42 + t122*t44 + t123*t29 + t123*t44 + t124*t89 + t14*t38 + t17*t40 + t17*t73 + t18*t39 + t41 + t43 + t45 + t77 + t79 + t82*t89 + t83 + t84
    t127 = K*t14 + t101 + t119*t12 + 2.0*t120 + t121*t32 + t126 + t27 + t31
    t128 = t17*t9
    t129 = alpha_beta*t30 + t10*t119 + t120 + t126 + t128 + t33
    t130 = 2.0*beta_beta
    t131 = alpha_beta*t130
    t132 = 2.0*beta_theta
    t133 = alpha_theta*t132
    t134 = 6.0*t10
    t135 = 3.0*beta_beta
    t136 = 3.0*beta_theta
    t137 = 4.0*scale_Y*(9.0*alpha_beta*t124 + 9.0*t10*t61 + t100*t61 + t100*t63 + t100*t65 + t100*t66 + 9.0*t11*t55 + 2.0*t110 + 2.0*t112 + t121*t55 + t121*t59 + t121*t65 + t121*t67 + 6.0*t125 + t131*t29 + t131*t42 + t131*t44 + t133*t34 + t133*t48 + t133*t50 + t134*t18 + t134*t72 + t135*t54 + t135*t55 + t135*t56 + t136*t57 + t136*t61 + t136*t62 + 4.0*t25 + t52 + t54 + t55 + t56 + t57 + t58 + t59 + t60 + t61 + t62 + t63 + t64 + t65 + t66 + t67 + t68 + 6.0*t74 + 3.0*t81 + 3.0*t82 + 9.0*t94)
    t138 = 1.0 / t95
    t139 = alpha_theta*t138
    t140 = -t139*t19*t9 + 1.0
    t141 = t115*t139
    t142 = t138*t22
    t143 = t117*t138
    t144 = alpha_beta*t138
    t145 = t127*t144
    t146 = t129*t138
    t147 = t137/(t95 * t95)
    t148 = t138*t20
    d0_0 = t2*t5
    d0_1 = K*t1*t5*(1.0 - t2)
    d0_2 = -t5*t6*t7
    d0_3 = K*t2*t4*(1.0 - t5)
    d0_4 = -t2*t8*t9
    d0_5 = 0.0
    d1_0 = alpha_beta*alpha_theta*t19*t24
    d1_1 = t24*(t115 + t97)
    d1_2 = t24*(t117 + t97)
    d1_3 = t24*(t118 + t127)
    d1_4 = t24*(t118 + t129)
    d1_5 = t137*t24
    d2_0 = t139*t140*t16*t22
    d2_1 = t142*t32*(1.0 - t141)
    d2_2 = t116*t142*(-beta_theta*t143 + 1.0)
    d2_3 = K*t10*t139*(t100 + t130 - t145*t22 + 2.0)
    d2_4 = t139*t32*(-t146*t22 + 1.0)
    d2_5 = -t147*t22*t33
    d3_0 = t140*t144*t18*t20
    d3_1 = t138*t99*(t121 + t132 - t141*t20 + 2.0)
    d3_2 = t144*t27*(-t143*t20 + 1.0)
    d3_3 = t148*t27*(1.0 - t145)
    d3_4 = t128*t148*(-beta_beta*t146 + 1.0)
    d3_5 = -t147*t20*t28
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
def conditions(mean, variance, rho_row, rho_col, scale_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = 2.0*(scale_Y * scale_Y) - variance
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -2.0*(scale_Y * scale_Y) + variance
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
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
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
def solve_jacobian(mean, variance, rho_row, rho_col, scale_Y):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -t_4
    t_6 = -2.0*(scale_Y * scale_Y) + t_5*variance
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
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance
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
