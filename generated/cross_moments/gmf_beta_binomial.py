"""gmf_beta_binomial: Binomial observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 8bbdf09bad17462583eeb2217e04477a7768fb4e2ff717c4ba57270e392b6fa9
record:    sha256 d9e059e2f595cd1677807efdd678ae21e5629523a7dab5fc05ba8fbb00085d81
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 70c381126ce876816ddc4f656cf6b1ce512802df3024e3415a71cdd3769489a3
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

SPEC = ModelSpec(name='gmf_beta_binomial',
          title='Binomial observations, Beta priors',
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
                      ParameterSpec(name='trials',
                                    meaning='in the mean of Y, number of trials of Y: largest '
                                            'value = trials',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=True)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'trials'),
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
                      IdentifiedSpec(name='trials',
                                     exponents={'trials': 1},
                                     meaning='in the mean of Y, number of trials of Y: largest '
                                             'value = trials'),
                      IdentifiedSpec(name='mean_beta*mean_theta',
                                     exponents={'mean_theta': 1, 'mean_beta': 1},
                                     meaning='mean of theta times mean of beta: all that data '
                                             'show')),
          identified_at_k=('cv_theta', 'cv_beta', 'trials', 'mean_beta*mean_theta'),
          held_at_k=('mean', 'cov_row', 'cov_col', 'variance'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='mean + cycle*mean**2/(cov_col*cov_row) + cov_row + '
                                         'cov_col > variance',
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
                           ConditionSpec(text='mean**3 + cov_row*mean**2 + cov_col*mean**2 + '
                                              'K*cov_col*cov_row > mean**2*variance',
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
                    'trials': {'trials': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta', 'trials'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='trials',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, trials):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, trials):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, trials, and a status."""
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
    trials_value = trials
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    status = positive(trials_value, 7, status)
    return (
        if_ok(alpha_theta_value, status),
        if_ok(beta_theta_value, status),
        if_ok(alpha_beta_value, status),
        if_ok(beta_beta_value, status),
        if_ok(trials_value, status),
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
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta, trials):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, trials."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    trials_value = trials
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
        trials_value,
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
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, trials):
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = alpha_beta*alpha_theta*trials
    t3 = t1 + 1.0
    t4 = 1.0 / t3
    t5 = (alpha_beta * alpha_beta)
    t6 = beta_theta*t5
    t7 = 1.0 / K
    t8 = 1.0 / ((t0 * t0))
    t9 = 1.0 / ((t1 * t1))
    t10 = t7*t8*t9*(trials * trials)
    t11 = t0 + 1.0
    t12 = 1.0 / t11
    t13 = (alpha_theta * alpha_theta)
    t14 = beta_beta*t13
    t15 = (beta_beta * beta_beta)
    t16 = (beta_theta * beta_theta)
    t17 = alpha_beta*beta_theta
    t18 = alpha_theta*beta_beta
    t19 = beta_beta*beta_theta
    t20 = K*t17
    t21 = K*t18
    t22 = t17*trials
    t23 = t18*trials
    t24 = K*t16
    t25 = alpha_beta*t24
    t26 = K*t6
    t27 = K*t15
    t28 = alpha_theta*t27
    t29 = K*t14
    t30 = 2.0*beta_beta
    t31 = 2.0*beta_theta
    mean_value = t2/(t0*t1)
    cov_row_value = alpha_theta*t10*t4*t6
    cov_col_value = alpha_beta*t10*t12*t14
    cycle_value = t13*t15*t16*t5*(trials * trials * trials * trials)/((K * K * K)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t3 * t3))
    variance_value = t12*t2*t4*t7*t8*t9*(K*t19 + alpha_beta*t21 + alpha_beta*t29 + alpha_theta*t20 + alpha_theta*t26 - beta_beta*t17 + beta_beta*t22 + beta_beta*t24 - beta_theta*t18 + beta_theta*t23 + beta_theta*t27 + t13*t27 + t14*trials - t14 + t15*t24 - t17 + 3.0*t18*t20 - t18 + t19*trials - t19 + t20*t30 + t20 + t21*t31 + t21 + t22 + t23 + t24*t5 + t25*t30 + t25 + t26 + t28*t31 + t28 + t29 + t6*trials - t6)
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
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta, trials):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, alpha_theta, beta_theta, alpha_beta, beta_beta, trials."""
    t0 = alpha_theta + beta_theta
    t1 = 1.0 / t0
    t2 = alpha_theta*t1
    t3 = 1.0 - t2
    t4 = alpha_beta + beta_beta
    t5 = 1.0 / t4
    t6 = alpha_beta*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = alpha_theta*trials
    t9 = 1.0 - t6
    t10 = 1.0 / ((t4 * t4))
    t11 = alpha_beta*trials
    t12 = 1.0 / ((K * K))
    t13 = (alpha_beta * alpha_beta)
    t14 = beta_theta*t13
    t15 = t0 + 1.0
    t16 = 1.0 / t15
    t17 = alpha_theta*t16
    t18 = (trials * trials)
    t19 = t10*t7
    t20 = t18*t19
    t21 = t17*t20
    t22 = 2.0*t2
    t23 = -t17 - t22 + 1.0
    t24 = beta_theta*t16
    t25 = 1.0 / K
    t26 = t13*t25
    t27 = 2.0*t1
    t28 = -beta_theta*t27 - t24 + 1.0
    t29 = alpha_beta*beta_theta
    t30 = 2.0*t29
    t31 = 2.0*t14
    t32 = t18*t25
    t33 = t14*trials
    t34 = t19*t25
    t35 = t17*t34
    t36 = (alpha_theta * alpha_theta)
    t37 = beta_beta*t36
    t38 = t4 + 1.0
    t39 = 1.0 / t38
    t40 = alpha_beta*t39
    t41 = t20*t40
    t42 = alpha_theta*beta_beta
    t43 = 2.0*t42
    t44 = 2.0*t40
    t45 = 2.0*t6
    t46 = -t40 - t45 + 1.0
    t47 = beta_beta*t39
    t48 = t25*t36
    t49 = 2.0*t5
    t50 = -beta_beta*t49 - t47 + 1.0
    t51 = t37*trials
    t52 = (trials * trials * trials * trials)
    t53 = 1.0 / ((t4 * t4 * t4 * t4))
    t54 = 1.0 / ((t0 * t0 * t0 * t0))
    t55 = 1.0 / ((t38 * t38))
    t56 = 1.0 / ((t15 * t15))
    t57 = (beta_theta * beta_theta)
    t58 = t13*t57
    t59 = (beta_beta * beta_beta)
    t60 = t36*t59
    t61 = t53*t54*t55*t56*t58*t60
    t62 = alpha_theta*t59
    t63 = 2.0*t62
    t64 = 1.0 / ((K * K * K))
    t65 = t52*t53*t54*t55*t56*t64
    t66 = t58*t65
    t67 = t60*t65
    t68 = alpha_beta*t57
    t69 = 2.0*t68
    t70 = beta_beta*t57
    t71 = beta_theta*t59
    t72 = t57*t59
    t73 = K*t68
    t74 = K*t62
    t75 = beta_beta*beta_theta
    t76 = K*t75
    t77 = K*t70
    t78 = K*t71
    t79 = beta_beta*t29
    t80 = beta_theta*t42
    t81 = K*alpha_beta
    t82 = t42*t81
    t83 = K*alpha_theta
    t84 = t29*t83
    t85 = beta_beta*trials
    t86 = beta_theta*trials
    t87 = K*beta_beta
    t88 = K*beta_theta
    t89 = K*t29
    t90 = K*t14
    t91 = t75*trials - t75
    t92 = t89 + t90 + t91
    t93 = K*t42
    t94 = K*t37
    t95 = t93 + t94
    t96 = t42*trials
    t97 = -t42 + t96
    t98 = t29*trials
    t99 = -t29 + t98
    t100 = K*t58 + K*t60 + K*t72 + t14*t83 - t14 + t29*t85 + t30*t87 + t33 + t37*t81 - t37 + t42*t86 + 3.0*t42*t89 + t43*t88 + t51 + t63*t88 + t69*t87 + t73 + t74 + t76 + t77 + t78 - t79 - t80 + t82 + t84 + t92 + t95 + t97 + t99
    t101 = 3.0*t29
    t102 = t14 + t29 + t37 + t42 + t75
    t103 = t34*trials
    t104 = t103*t40
    t105 = t104*t17
    t106 = alpha_beta*t87
    t107 = 2.0*t76
    t108 = t107 + 2.0*t93
    t109 = K*t59 - beta_beta + t108 + 2.0*t74 + 2.0*t78 + t85 + t87
    t110 = 2.0*t89
    t111 = K*t13
    t112 = alpha_theta*t81
    t113 = alpha_theta*t88
    t114 = t42*t88
    t115 = K*t57 - beta_theta + t110 + 2.0*t73 + 2.0*t77 + t86 + t88
    d0_0 = 0.0
    d0_1 = t1*t3*t6*trials
    d0_2 = -t6*t7*t8
    d0_3 = t2*t5*t9*trials
    d0_4 = -t10*t11*t2
    d0_5 = t2*t6
    d1_0 = -t12*t14*t21
    d1_1 = t20*t23*t24*t26
    d1_2 = t21*t26*t28
    d1_3 = t21*t25*t30*t9
    d1_4 = -t17*t31*t32*t7/(t4 * t4 * t4)
    d1_5 = 2.0*t33*t35
    d2_0 = -t12*t37*t41
    d2_1 = t25*t3*t41*t43
    d2_2 = -t10*t32*t37*t44/(t0 * t0 * t0)
    d2_3 = t20*t46*t47*t48
    d2_4 = t41*t48*t50
    d2_5 = t34*t44*t51
    d3_0 = -3.0*t52*t61/(K * K * K * K)
    d3_1 = t23*t63*t66
    d3_2 = t28*t31*t67
    d3_3 = t46*t67*t69
    d3_4 = 2.0*t37*t50*t66
    d3_5 = 4.0*t61*t64*(trials * trials * trials)
    d4_0 = t105*(alpha_beta*t37 + alpha_beta*t42 + alpha_theta*t14 + alpha_theta*t29 + beta_beta*t69 + beta_theta*t63 - t100*t25 + t101*t42 + t102 + t58 + t60 + t62 + t68 + t70 + t71 + t72 + 2.0*t79 + 2.0*t80)
    d4_1 = t104*t16*(alpha_theta*(t101*t87 + t106 + t109 + t43*t81 - t43 + t92 + 2.0*t96) - t100*t17 - t100*t22 + t100)
    d4_2 = t105*(-alpha_beta*beta_beta + alpha_beta*t85 - alpha_beta + alpha_theta*t111 - t100*t16 - t100*t27 + 2.0*t106 + t109 + t11 + t110 + t111 + t112 + t13*trials - t13 + 4.0*t29*t87 + t81 + 3.0*t82 + 2.0*t90 + t97)
    d4_3 = t103*t17*t39*(alpha_beta*(t107 + t113 + 3.0*t114 + t115 + t30*t83 - t30 + t91 + t95 + 2.0*t98) - t100*t40 - t100*t45 + t100)
    d4_4 = t105*(K*t36 - alpha_theta*beta_theta + alpha_theta*t86 - alpha_theta - t100*t39 - t100*t49 + t108 + t112 + 2.0*t113 + 4.0*t114 + t115 + t36*t81 + t36*trials - t36 + t8 + t83 + 3.0*t84 + 2.0*t94 + t99)
    d4_5 = t35*t40*(t100 + trials*(t102 + t79 + t80))
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
    t0 = cov_col*cov_row
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = (cov_col * cov_col)*cov_row + cov_col*(cov_row * cov_row) + cycle*(mean * mean) + mean*t0 - t0*variance
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
def conditions_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = (mean * mean)
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = K*cov_col*cov_row + cov_col*t0 + cov_row*t0 + (mean * mean * mean) - t0*variance
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
    """Return K, cv_theta, cv_beta, trials, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive((cov_col * cov_col)*cov_row + cov_col*(cov_row * cov_row) + cov_col*cov_row*mean - cov_col*cov_row*variance + cycle*(mean * mean), 5, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.sqrt(cycle)*mean
    t_3 = (mean * mean)
    t_4 = cov_col*cov_row
    t_5 = cov_col*t_1 + cov_row*t_0 + cycle*t_3
    t_6 = t_3*t_4 + t_5
    t_7 = mean*t_4 - t_4*variance + t_5
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2/(cov_col*math.sqrt(cov_row))
    cv_beta_value = t_2/(math.sqrt(cov_col)*cov_row)
    trials_value = t_6/t_7
    mean_beta_mean_theta_value = mean*t_7/t_6
    return (
        if_ok(K_value, status),
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(trials_value, status),
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
    """Return the derivatives of K, cv_theta, cv_beta, trials, mean_beta*mean_theta by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive((cov_col * cov_col)*cov_row + cov_col*(cov_row * cov_row) + cov_col*cov_row*mean - cov_col*cov_row*variance + cycle*(mean * mean), 5, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle*t_6
    t_8 = 1.0 / cov_col
    t_9 = math.pow(cov_row, -1.0 / 2.0)
    t_10 = math.sqrt(cycle)
    t_11 = t_10*t_9
    t_12 = (0.5)*mean
    t_13 = t_12*t_8
    t_14 = 1.0 / t_10
    t_15 = 1.0 / cov_row
    t_16 = math.pow(cov_col, -1.0 / 2.0)
    t_17 = t_10*t_16
    t_18 = t_12*t_15
    t_19 = cov_col*cov_row
    t_20 = mean*t_19
    t_21 = (mean * mean)
    t_22 = cov_col*t_3 + cov_row*t_1 + cycle*t_21
    t_23 = -t_19*variance + t_20 + t_22
    t_24 = 1.0 / t_23
    t_25 = cycle + t_19
    t_26 = 2.0*mean
    t_27 = cycle*t_26 + t_19
    t_28 = t_19*t_21 + t_22
    t_29 = t_24*t_28
    t_30 = cov_col + 2.0*cov_row
    t_31 = mean - variance
    t_32 = t_30 + t_31
    t_33 = t_21 + t_30
    t_34 = 2.0*cov_col + cov_row
    t_35 = t_31 + t_34
    t_36 = t_21 + t_34
    t_37 = 1.0 / t_28
    t_38 = t_23*t_37
    t_39 = mean*t_37
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = t_11*t_8
    d1_1 = -t_10*t_13/math.pow(cov_row, 3.0 / 2.0)
    d1_2 = -mean*t_11*t_2
    d1_3 = t_13*t_14*t_9
    d1_4 = 0.0
    d2_0 = t_15*t_17
    d2_1 = -mean*t_17*t_4
    d2_2 = -t_10*t_18/math.pow(cov_col, 3.0 / 2.0)
    d2_3 = t_14*t_16*t_18
    d2_4 = 0.0
    d3_0 = t_24*(t_25*t_26 - t_27*t_29)
    d3_1 = cov_col*t_24*(-t_29*t_32 + t_33)
    d3_2 = cov_row*t_24*(-t_29*t_35 + t_36)
    d3_3 = t_21*t_24*(1.0 - t_29)
    d3_4 = t_19*t_28/(t_23 * t_23)
    d4_0 = t_37*(mean*t_27 - 2.0*t_21*t_25*t_38 + t_23)
    d4_1 = cov_col*t_39*(t_32 - t_33*t_38)
    d4_2 = cov_row*t_39*(t_35 - t_36*t_38)
    d4_3 = t_0*t_37*(1.0 - t_38)
    d4_4 = -t_20*t_37
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
    """Return cv_theta, cv_beta, trials, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(K*cov_col*cov_row + cov_col*(mean * mean) + cov_row*(mean * mean) + (mean * mean * mean) - (mean * mean)*variance, 4, status)
    t_0 = math.sqrt(K)/mean
    t_1 = (mean * mean)
    t_2 = K*cov_col*cov_row + cov_col*t_1 + cov_row*t_1
    t_3 = (mean * mean * mean * mean) + t_2
    t_4 = (mean * mean * mean) - t_1*variance + t_2
    cv_theta_value = math.sqrt(cov_row)*t_0
    cv_beta_value = math.sqrt(cov_col)*t_0
    trials_value = t_3/t_4
    mean_beta_mean_theta_value = mean*t_4/t_3
    return (
        if_ok(cv_theta_value, status),
        if_ok(cv_beta_value, status),
        if_ok(trials_value, status),
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
