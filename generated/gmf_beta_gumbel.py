"""gmf_beta_gumbel: Gumbel observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1db09ca9e496968d354441f0455367eff443ae18edcb9887c14884ff0143e19a
record:    sha256 db6da7984ad5a2fe900b15525d1a1ad73129d86acac75a47fc10515df729555a
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 a282ea9b449d0fba07093b6072d6f49a5ecadc211167537204f2df252716bd1b
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
                                    meaning='scale of Y: standard deviation = 1.283 scale_Y',
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
                      ConditionSpec(text='variance > pi**2*scale_Y**2/6',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > '
                                         'pi**2*scale_Y**2/6',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > pi**2*scale_Y**2/6',
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
    t3 = alpha_theta*t2
    t4 = t0 + 1.0
    t5 = t1 + 1.0
    t6 = 6.0*beta_beta
    t7 = beta_theta*t6
    t8 = (alpha_theta * alpha_theta)
    t9 = t2*t6
    t10 = t8*t9
    t11 = (alpha_theta * alpha_theta * alpha_theta)
    t12 = (alpha_beta * alpha_beta)
    t13 = alpha_theta*beta_theta
    t14 = 6.0*t13
    t15 = K*t14
    t16 = t12*t15
    t17 = (alpha_beta * alpha_beta * alpha_beta)
    t18 = t13*t6
    t19 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t20 = alpha_beta*beta_beta
    t21 = t12*t19
    t22 = t21*t8
    t23 = t11*t21
    t24 = (beta_theta * beta_theta)
    t25 = t21*t24
    t26 = (beta_theta * beta_theta * beta_theta)
    t27 = t21*t26
    t28 = t17*t19
    t29 = t28*t8
    t30 = t24*t28
    t31 = (beta_beta * beta_beta)
    t32 = t19*t8
    t33 = t31*t32
    t34 = (beta_beta * beta_beta * beta_beta)
    t35 = t32*t34
    t36 = t11*t19
    t37 = t31*t36
    t38 = t19*t31
    t39 = t24*t38
    t40 = t26*t38
    t41 = t19*t34
    t42 = t24*t41
    t43 = 2.0*t20
    t44 = t19*t43
    t45 = 2.0*t13
    t46 = alpha_beta*alpha_theta
    t47 = 3.0*alpha_beta
    t48 = 3.0*alpha_theta
    t49 = 3.0*beta_beta
    t50 = 3.0*beta_theta
    t51 = 9.0*beta_theta
    t52 = K*t12*t18 + alpha_beta*t14*t38 + alpha_beta*t32*t7 + alpha_beta*t33*t51 + 9.0*alpha_theta*beta_beta*t25 + beta_beta*t22*t51 + beta_theta*t10 + t10 + t11*t28 + t11*t9 + 4.0*t13*t19*t20 + t15*t17 + t16 + t18*t21 + t19*t24*t46*t6 + t21*t45 + t22*t49 + t22*t50 + t22 + t23*t49 + t23 + t24*t44 + t25*t48 + t25*t49 + t25 + t26*t28 + t26*t41 + t26*t44 + t27*t49 + t27 + t28*t45 + t29*t50 + t29 + t3*t7 + t30*t48 + t30 + t32*t43 + t33*t47 + t33*t50 + t33 + t34*t36 + t35*t50 + t35 + t36*t43 + t37*t47 + t37 + t38*t45 + 9.0*t39*t46 + t39*t47 + t39*t48 + t39 + t40*t47 + t40 + t41*t45 + t42*t48 + t42
    t53 = 1.0 / t52
    mean_value = t3/(t0*t1)
    variance_value = (1.0 / 6.0)*t52/((t0 * t0)*(t1 * t1)*t4*t5)
    rho_row_value = t16*t4*t53
    rho_col_value = t10*t5*t53
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
    t6 = K*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = alpha_theta*t7
    t9 = K*t2
    t10 = 1.0 / ((t3 * t3))
    t11 = alpha_beta*t10
    t12 = alpha_beta*beta_theta
    t13 = alpha_theta*beta_beta
    t14 = beta_beta*beta_theta
    t15 = beta_beta*t12
    t16 = beta_theta*t13
    t17 = (alpha_beta * alpha_beta)
    t18 = beta_theta*t17
    t19 = (alpha_theta * alpha_theta)
    t20 = beta_beta*t19
    t21 = t12 + t13 + t14 + t15 + t16 + t18 + t20
    t22 = t0 + 1.0
    t23 = 1.0 / t22
    t24 = t3 + 1.0
    t25 = 1.0 / t24
    t26 = t23*t25
    t27 = 6.0*K
    t28 = t12*t13
    t29 = t20*t27
    t30 = alpha_beta*t29
    t31 = (alpha_theta * alpha_theta * alpha_theta)
    t32 = t27*t31
    t33 = beta_beta*t32
    t34 = t18*t27
    t35 = alpha_theta*t34
    t36 = (alpha_beta * alpha_beta * alpha_beta)
    t37 = t27*t36
    t38 = beta_theta*t37
    t39 = (math.pi * math.pi)
    t40 = (scale_Y * scale_Y)*t39
    t41 = 4.0*t28
    t42 = t17*t19
    t43 = t40*t42
    t44 = t17*t31
    t45 = t40*t44
    t46 = (beta_theta * beta_theta)
    t47 = t17*t46
    t48 = t40*t47
    t49 = (beta_theta * beta_theta * beta_theta)
    t50 = t17*t49
    t51 = t40*t50
    t52 = t19*t36
    t53 = t40*t52
    t54 = t31*t36
    t55 = t36*t46
    t56 = t40*t55
    t57 = t36*t49
    t58 = (beta_beta * beta_beta)
    t59 = t19*t58
    t60 = t40*t59
    t61 = (beta_beta * beta_beta * beta_beta)
    t62 = t19*t61
    t63 = t40*t62
    t64 = t31*t58
    t65 = t40*t64
    t66 = t31*t61
    t67 = t46*t58
    t68 = t40*t67
    t69 = t49*t58
    t70 = t40*t69
    t71 = t46*t61
    t72 = t40*t71
    t73 = t49*t61
    t74 = alpha_beta*t20
    t75 = 2.0*t74
    t76 = 2.0*beta_beta
    t77 = alpha_beta*t76
    t78 = t31*t77
    t79 = t46*t77
    t80 = t49*t77
    t81 = 2.0*alpha_theta
    t82 = t18*t81
    t83 = 2.0*beta_theta
    t84 = alpha_theta*t83
    t85 = t36*t84
    t86 = t58*t84
    t87 = t61*t84
    t88 = alpha_beta*t13
    t89 = 6.0*t46
    t90 = t88*t89
    t91 = alpha_theta*t12
    t92 = 6.0*t58
    t93 = t91*t92
    t94 = 6.0*t12
    t95 = t20*t94
    t96 = 6.0*t13
    t97 = t18*t96
    t98 = 3.0*alpha_beta
    t99 = 3.0*alpha_theta
    t100 = t17*t20
    t101 = 3.0*t100
    t102 = t18*t19
    t103 = 3.0*t102
    t104 = 3.0*beta_beta
    t105 = 3.0*beta_theta
    t106 = alpha_beta*alpha_theta
    t107 = 9.0*t106
    t108 = 9.0*t12
    t109 = 9.0*t13
    t110 = 9.0*t14
    t111 = alpha_beta*t33 + alpha_theta*t38 + t101*t40 + t103*t40 + t104*t45 + t104*t48 + t104*t51 + t105*t53 + t105*t60 + t105*t63 + t107*t68 + t108*t60 + t109*t48 + t110*t43 + t12*t29 + t13*t34 + t27*t28 + t30 + t35 + t40*t41 + t40*t54 + t40*t57 + t40*t66 + t40*t73 + t40*t75 + t40*t78 + t40*t79 + t40*t80 + t40*t82 + t40*t85 + t40*t86 + t40*t87 + t40*t90 + t40*t93 + t40*t95 + t40*t97 + t43 + t45 + t48*t99 + t48 + t51 + t53 + t56*t99 + t56 + t60*t98 + t60 + t63 + t65*t98 + t65 + t68*t98 + t68*t99 + t68 + t70*t98 + t70 + t72*t99 + t72
    t112 = 2.0*t111
    t113 = -t1*t112 - t111*t23
    t114 = t17*t27
    t115 = 12.0*K
    t116 = 18.0*K
    t117 = t115*t28
    t118 = alpha_theta*t17
    t119 = 2.0*t40
    t120 = t40*t81
    t121 = t40*t83
    t122 = 4.0*t40
    t123 = t40*t92
    t124 = 6.0*t40
    t125 = alpha_theta*beta_theta
    t126 = t124*t125
    t127 = t124*t14
    t128 = 9.0*alpha_beta
    t129 = 9.0*t40
    t130 = 9.0*t48
    t131 = 18.0*t40
    t132 = t40*t89
    t133 = alpha_beta*beta_beta
    t134 = alpha_theta*t18
    t135 = t123*t125 + t124*t134 + t124*t74 + t132*t133 + 12.0*t28*t40 + 3.0*t43 + 3.0*t48 + 3.0*t60 + 3.0*t68
    t136 = beta_beta*t130 + t100*t129 + t106*t123 + t118*t119 + t119*t18 + t12*t123 + t120*t36 + t120*t58 + t120*t61 + t121*t36 + t121*t58 + t121*t61 + t122*t15 + t122*t88 + t126*t36 + t126*t61 + t127*t17 + t128*t60 + t128*t68 + t13*t131*t18 + t131*t58*t91 + t135 + t17*t40*t96 + 3.0*t53 + 3.0*t56 + 3.0*t63 + 3.0*t72
    t137 = t114*t14 + t115*t88 + t116*t74 + t117 + t136 + t15*t27 + t34 + t38
    t138 = t10*t26*t7
    t139 = (1.0 / 6.0)*t138
    t140 = alpha_beta*t27
    t141 = alpha_theta*t37 + t114*t13 + t118*t27 + t13*t140 + t136 + t30
    t142 = -t111*t25 - t112*t4
    t143 = t19*t27
    t144 = alpha_beta*t119
    t145 = t40*t76
    t146 = t124*t133
    t147 = alpha_theta*t130 + 9.0*alpha_theta*t68 + 9.0*beta_theta*t60 + t102*t129 + t106*t132 + t119*t20 + t12*t131*t20 + t122*t16 + t122*t91 + t127*t19 + t13*t132 + t131*t46*t88 + t135 + t144*t19 + t144*t31 + t144*t46 + t144*t49 + t145*t31 + t145*t46 + t145*t49 + t146*t31 + t146*t49 + t19*t40*t94 + 3.0*t45 + 3.0*t51 + 3.0*t65 + 3.0*t70
    t148 = t115*t91 + t116*t134 + t117 + t14*t143 + t147 + t16*t27 + t29 + t33
    t149 = alpha_beta*t32 + t12*t143 + t140*t19 + t147 + t27*t91 + t35
    t150 = scale_Y*t39*(t101 + t103 + t104*t44 + t104*t47 + t104*t50 + t105*t52 + t105*t59 + t105*t62 + t107*t67 + t108*t59 + t109*t47 + t110*t42 + t41 + t42 + t44 + t47*t99 + t47 + t50 + t52 + t54 + t55*t99 + t55 + t57 + t59*t98 + t59 + t62 + t64*t98 + t64 + t66 + t67*t98 + t67*t99 + t67 + t69*t98 + t69 + t71*t99 + t71 + t73 + t75 + t78 + t79 + t80 + t82 + t85 + t86 + t87 + t90 + t93 + t95 + t97)
    t151 = 1.0 / t111
    t152 = alpha_theta*t151
    t153 = t152*t24
    t154 = -6.0*t140*t152*t21 + 6.0
    t155 = t137*t152
    t156 = t141*t151
    t157 = alpha_beta*t151
    t158 = t148*t157
    t159 = t149*t151
    t160 = t115*t150/(t111 * t111)
    t161 = t157*t22
    d0_0 = t2*t5
    d0_1 = t1*t6*(1.0 - t2)
    d0_2 = -t6*t8
    d0_3 = t4*t9*(1.0 - t5)
    d0_4 = -t11*t9
    d0_5 = 0.0
    d1_0 = t11*t21*t26*t8
    d1_1 = t139*(t113 + t137)
    d1_2 = t139*(t113 + t141)
    d1_3 = t139*(t142 + t148)
    d1_4 = t139*(t142 + t149)
    d1_5 = (1.0 / 3.0)*t138*t150
    d2_0 = t153*t154*t18
    d2_1 = t151*t24*t34*(1.0 - t155)
    d2_2 = t114*t153*(-beta_theta*t156 + 1.0)
    d2_3 = t12*t152*t27*(-t158*t24 + t76 + t98 + 2.0)
    d2_4 = t152*t34*(-t159*t24 + 1.0)
    d2_5 = -t134*t160*t24
    d3_0 = t154*t161*t20
    d3_1 = t13*t157*t27*(-t155*t22 + t83 + t99 + 2.0)
    d3_2 = t157*t29*(-t156*t22 + 1.0)
    d3_3 = t151*t22*t29*(1.0 - t158)
    d3_4 = t143*t161*(-beta_beta*t159 + 1.0)
    d3_5 = -t160*t22*t74
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
    t0 = (1.0 / 6.0)*(math.pi * math.pi)*(scale_Y * scale_Y) - variance
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
    margin_4_value = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t_5 = rho_col + rho_row - 1.0
    t_6 = -t_5
    t_7 = -1.0 / 6.0*t_4 + t_6*variance
    t_8 = 1.0 / variance
    t_9 = -t_4 + 6.0*t_6*variance
    t_10 = t_8*t_9
    t_11 = (mean * mean)
    t_12 = t_0*t_1*t_11
    t_13 = (1.0 / 6.0)*t_10
    t_14 = t_12*t_8
    t_15 = (0.5)/math.sqrt(rho_col)
    t_16 = math.sqrt(variance)
    t_17 = 1.0 / t_16
    t_18 = math.sqrt(t_7)
    t_19 = 1.0 / t_18
    t_20 = t_17*(-t_18*t_8 + t_19*t_6)
    t_21 = t_16*t_19
    t_22 = t_17*t_18
    t_23 = (0.5)/math.sqrt(rho_row)
    t_24 = rho_col*t_2
    t_25 = 1.0 / mean
    t_26 = 1.0 / t_9
    t_27 = t_26*variance
    t_28 = 6.0*t_27
    t_29 = 6.0*t_25*t_26
    d0_0 = 2.0*mean*t_0*t_1*t_3*t_7
    d0_1 = t_12*t_3*(-1.0 / 3.0*t_10 - t_5)
    d0_2 = -t_14*(t_1*t_13 + 1.0)
    d0_3 = -t_14*(t_0*t_13 + 1.0)
    d1_0 = 0.0
    d1_1 = t_15*t_20
    d1_2 = -t_15*t_21
    d1_3 = -t_15*(t_0*t_22 + t_21)
    d2_0 = 0.0
    d2_1 = t_20*t_23
    d2_2 = -t_23*(t_1*t_22 + t_21)
    d2_3 = -t_21*t_23
    d3_0 = -rho_row*t_24/(t_11*t_7)
    d3_1 = 12.0*rho_col*rho_row*t_25*t_27*(3.0*t_27*t_5 + 1.0)
    d3_2 = t_24*t_29*(rho_row*t_28 + 1.0)
    d3_3 = rho_row*t_2*t_29*(rho_col*t_28 + 1.0)
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
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
