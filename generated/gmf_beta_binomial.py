"""gmf_beta_binomial: Binomial observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 8bbdf09bad17462583eeb2217e04477a7768fb4e2ff717c4ba57270e392b6fa9
record:    sha256 d9e059e2f595cd1677807efdd678ae21e5629523a7dab5fc05ba8fbb00085d81
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 be75935e6bf4e62f0e7c3c32a24aece9ccc483fa8fdbecfb8ff3005a0d764021
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
                      ParameterSpec(name='trials',
                                    meaning='in the mean of Y, number of trials of Y: largest '
                                            'value = trials',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=True)),
          needs=('trials',),
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
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='mean*trials + mean**2*trials + variance*( - rho_row '
                                         '- rho_row*trials**2 + 2*rho_row*trials - rho_col - '
                                         'rho_col*trials**2 + 2*rho_col*trials + trials**2 - '
                                         'trials) > mean**2 + mean*trials**2',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(),
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = alpha_beta*alpha_theta*trials
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = alpha_beta*beta_theta
    t6 = alpha_theta*beta_beta
    t7 = beta_beta*beta_theta
    t8 = K*t5
    t9 = K*t6
    t10 = t5*trials
    t11 = t6*trials
    t12 = (alpha_beta * alpha_beta)
    t13 = beta_theta*t12
    t14 = (alpha_theta * alpha_theta)
    t15 = beta_beta*t14
    t16 = K*(beta_theta * beta_theta)
    t17 = alpha_beta*t16
    t18 = K*t13
    t19 = (beta_beta * beta_beta)
    t20 = K*t19
    t21 = alpha_theta*t20
    t22 = K*t15
    t23 = 2.0*beta_beta
    t24 = 2.0*beta_theta
    t25 = K*t7 + alpha_beta*t22 + alpha_beta*t9 + alpha_theta*t18 + alpha_theta*t8 + beta_beta*t10 + beta_beta*t16 - beta_beta*t5 + beta_theta*t11 + beta_theta*t20 - beta_theta*t6 + t10 + t11 + t12*t16 + t13*trials - t13 + t14*t20 + t15*trials - t15 + t16*t19 + t17*t23 + t17 + t18 + t21*t24 + t21 + t22 + t23*t8 + t24*t9 - t5 + 3.0*t6*t8 - t6 + t7*trials - t7 + t8 + t9
    t26 = 1.0 / t25
    mean_value = t2/(t0*t1)
    variance_value = t2*t25/(K*(t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t10*t26*t3
    rho_col_value = t11*t26*t4
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
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta, trials):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, alpha_theta, beta_theta, alpha_beta, beta_beta, trials."""
    t0 = alpha_theta + beta_theta
    t1 = 1.0 / t0
    t2 = alpha_theta*t1
    t3 = alpha_beta + beta_beta
    t4 = 1.0 / t3
    t5 = alpha_beta*t4
    t6 = 1.0 / ((t0 * t0))
    t7 = alpha_theta*trials
    t8 = t6*t7
    t9 = 1.0 / ((t3 * t3))
    t10 = alpha_beta*trials
    t11 = t10*t9
    t12 = 1.0 / K
    t13 = (alpha_theta * alpha_theta)
    t14 = beta_beta*t13
    t15 = (alpha_beta * alpha_beta)
    t16 = beta_theta*t15
    t17 = (beta_theta * beta_theta)
    t18 = alpha_beta*t17
    t19 = K*t18
    t20 = (beta_beta * beta_beta)
    t21 = alpha_theta*t20
    t22 = K*t21
    t23 = beta_beta*beta_theta
    t24 = K*t23
    t25 = beta_beta*t17
    t26 = K*t25
    t27 = beta_theta*t20
    t28 = K*t27
    t29 = t15*t17
    t30 = t13*t20
    t31 = t17*t20
    t32 = alpha_beta*beta_theta
    t33 = beta_beta*t32
    t34 = alpha_theta*beta_beta
    t35 = beta_theta*t34
    t36 = K*alpha_beta
    t37 = t34*t36
    t38 = K*alpha_theta
    t39 = t32*t38
    t40 = beta_beta*trials
    t41 = beta_theta*trials
    t42 = K*beta_beta
    t43 = 2.0*t32
    t44 = 2.0*t18
    t45 = K*beta_theta
    t46 = 2.0*t34
    t47 = 2.0*t21
    t48 = K*t32
    t49 = K*t16
    t50 = t23*trials - t23
    t51 = t48 + t49 + t50
    t52 = K*t34
    t53 = K*t14
    t54 = t52 + t53
    t55 = t34*trials
    t56 = -t34 + t55
    t57 = t32*trials
    t58 = -t32 + t57
    t59 = K*t29 + K*t30 + K*t31 + t14*t36 + t14*trials - t14 + t16*t38 + t16*trials - t16 + t19 + t22 + t24 + t26 + t28 + t32*t40 - t33 + t34*t41 + 3.0*t34*t48 - t35 + t37 + t39 + t42*t43 + t42*t44 + t45*t46 + t45*t47 + t51 + t54 + t56 + t58
    t60 = 3.0*t32
    t61 = t14 + t16 + t23 + t32 + t34
    t62 = alpha_beta*t14 + alpha_beta*t34 + alpha_theta*t16 + alpha_theta*t32 + beta_beta*t44 + beta_theta*t47 + t18 + t21 + t25 + t27 + t29 + t30 + t31 + 2.0*t33 + t34*t60 + 2.0*t35 + t61
    t63 = t0 + 1.0
    t64 = 1.0 / t63
    t65 = t3 + 1.0
    t66 = 1.0 / t65
    t67 = t12*t64*t66
    t68 = t6*t67
    t69 = t11*t68
    t70 = alpha_theta*t69
    t71 = 2.0*t24
    t72 = 2.0*t52 + t71
    t73 = K*t20 - beta_beta + 2.0*t22 + 2.0*t28 + t40 + t42 + t72
    t74 = alpha_beta*t42 + t36*t46 + t42*t60 - t46 + t51 + 2.0*t55 + t73
    t75 = t59*t64
    t76 = 2.0*t59
    t77 = 2.0*t48
    t78 = K*t15
    t79 = alpha_theta*t36
    t80 = 2.0*alpha_beta
    t81 = -alpha_beta*beta_beta + alpha_beta*t40 - alpha_beta + alpha_theta*t78 + t10 + t15*trials - t15 + 4.0*t32*t42 + t36 + 3.0*t37 + t42*t80 + 2.0*t49 + t56 + t73 + t77 + t78 + t79
    t82 = t34*t45
    t83 = K*t17 - beta_theta + 2.0*t19 + 2.0*t26 + t41 + t45 + t77
    t84 = alpha_theta*t45 + t38*t43 - t43 + t50 + t54 + 2.0*t57 + t71 + 3.0*t82 + t83
    t85 = t59*t66
    t86 = 2.0*alpha_theta
    t87 = K*t13 - alpha_theta*beta_theta + alpha_theta*t41 - alpha_theta + t13*t36 + t13*trials - t13 + t38 + 3.0*t39 + t45*t86 + 2.0*t53 + t58 + t7 + t72 + t79 + 4.0*t82 + t83
    t88 = trials*(t33 + t35 + t61)
    t89 = 1.0 / ((t59 * t59))
    t90 = t62*t89
    t91 = t57*t65
    t92 = -t74
    t93 = 1.0 / t59
    t94 = -t81*t93
    t95 = t65*t93
    t96 = -t84
    t97 = -t87*t93
    t98 = -t88*t93 + 1.0
    t99 = t55*t63
    t100 = t63*t93
    d0_0 = 0.0
    d0_1 = t1*t5*trials*(1.0 - t2)
    d0_2 = -t5*t8
    d0_3 = t2*t4*trials*(1.0 - t5)
    d0_4 = -t11*t2
    d0_5 = t2*t5
    d1_0 = t70*(-t12*t59 + t62)
    d1_1 = t69*(alpha_theta*t74 - alpha_theta*t75 - t2*t76 + t59)
    d1_2 = t70*(-t1*t76 - t75 + t81)
    d1_3 = t67*t8*t9*(alpha_beta*t84 - alpha_beta*t85 - t5*t76 + t59)
    d1_4 = t70*(-t4*t76 - t85 + t87)
    d1_5 = alpha_beta*alpha_theta*t68*t9*(t59 + t88)
    d2_0 = -t90*t91
    d2_1 = t89*t91*t92
    d2_2 = t10*t95*(beta_theta*t94 + 1.0)
    d2_3 = t41*t93*(alpha_beta*t95*t96 + beta_beta + t80 + 1.0)
    d2_4 = t57*t93*(t65*t97 + 1.0)
    d2_5 = t32*t95*t98
    d3_0 = -t90*t99
    d3_1 = t40*t93*(alpha_theta*t100*t92 + beta_theta + t86 + 1.0)
    d3_2 = t55*t93*(t63*t94 + 1.0)
    d3_3 = t89*t96*t99
    d3_4 = t100*t7*(beta_beta*t97 + 1.0)
    d3_5 = t100*t34*t98
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
def conditions(mean, variance, rho_row, rho_col, trials):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (mean * mean)
    t1 = (trials * trials)
    t2 = t1*variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -mean*t1 + mean*trials - rho_col*t2 + 2.0*rho_col*trials*variance - rho_col*variance - rho_row*t2 + 2.0*rho_row*trials*variance - rho_row*variance + t0*trials - t0 + t1*variance - trials*variance
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
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
        ) = conditions(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve(mean, variance, rho_row, rho_col, trials):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((mean * mean)*trials - (mean * mean) - mean*(trials * trials) + mean*trials + variance*(-rho_col*(trials * trials) + 2.0*rho_col*trials - rho_col - rho_row*(trials * trials) + 2.0*rho_row*trials - rho_row + (trials * trials) - trials), 4, status)
    t_0 = (mean * mean)
    t_1 = trials - 1.0
    t_2 = rho_col*variance
    t_3 = rho_row*variance
    t_4 = -mean*trials + t_0 - t_2*trials + t_2 - t_3*trials + t_3 + trials*variance
    t_5 = math.sqrt(t_4)/(math.sqrt(t_1)*math.sqrt(variance))
    K_value = t_0*t_4/(rho_col*rho_row*t_1*(variance * variance))
    cv_theta_value = t_5/math.sqrt(rho_col)
    cv_beta_value = t_5/math.sqrt(rho_row)
    mean_beta_mean_theta_value = mean/trials
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
def solve_jacobian(mean, variance, rho_row, rho_col, trials):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((mean * mean)*trials - (mean * mean) - mean*(trials * trials) + mean*trials + variance*(-rho_col*(trials * trials) + 2.0*rho_col*trials - rho_col - rho_row*(trials * trials) + 2.0*rho_row*trials - rho_row + (trials * trials) - trials), 4, status)
    t_0 = 2.0*mean
    t_1 = rho_col*variance
    t_2 = rho_row*variance
    t_3 = trials*variance
    t_4 = (mean * mean)
    t_5 = rho_col*trials
    t_6 = t_5*variance
    t_7 = rho_row*trials
    t_8 = t_7*variance
    t_9 = -trials
    t_10 = 1.0 / rho_row
    t_11 = 1.0 / rho_col
    t_12 = trials - 1.0
    t_13 = t_10*t_11/t_12
    t_14 = t_13/(variance * variance)
    t_15 = 1.0 / variance
    t_16 = -mean*trials + t_1 + t_2 + t_3 + t_4 - t_6 - t_8
    t_17 = t_15*t_16
    t_18 = t_13*t_15*t_4
    t_19 = math.pow(rho_col, -1.0 / 2.0)
    t_20 = math.sqrt(t_16)
    t_21 = 1.0 / t_20
    t_22 = math.sqrt(variance)
    t_23 = 1.0 / t_22
    t_24 = math.pow(t_12, -1.0 / 2.0)
    t_25 = t_21*t_23*t_24*(mean - 0.5*trials)
    t_26 = (0.5)*t_24
    t_27 = t_19*t_26
    t_28 = t_23*(-t_15*t_20 + t_21*(rho_col + rho_row - t_5 - t_7 + trials))
    t_29 = -t_12*t_21*t_22
    t_30 = t_20*t_23
    t_31 = math.pow(rho_row, -1.0 / 2.0)
    t_32 = t_26*t_31
    d0_0 = mean*t_14*(mean*(t_0 + t_9) - t_0*trials + 2.0*t_1 + 2.0*t_2 + 2.0*t_3 + 2.0*t_4 - 2.0*t_6 - 2.0*t_8)
    d0_1 = t_14*t_4*(rho_col + rho_row - 2.0*t_17 - t_5 - t_7 - t_9)
    d0_2 = t_18*(-t_10*t_17 - t_12)
    d0_3 = t_18*(-t_11*t_17 - t_12)
    d1_0 = t_19*t_25
    d1_1 = t_27*t_28
    d1_2 = t_27*t_29
    d1_3 = t_27*(-t_11*t_30 + t_29)
    d2_0 = t_25*t_31
    d2_1 = t_28*t_32
    d2_2 = t_32*(-t_10*t_30 + t_29)
    d2_3 = t_29*t_32
    d3_0 = 1.0 / trials
    d3_1 = 0.0
    d3_2 = 0.0
    d3_3 = 0.0
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
