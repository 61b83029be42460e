"""pmf_beta: Poisson factorization, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 bf64d87ce5baf069f070f9c3672d8a54a5e61ef968bc5e35716c21456c411033
record:    sha256 b21d7d7ff90e854c6873d209857c466eb0e5122b2b9604ac4d911e9a9cf80465
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 c9e7fa1cf0842730607c23ef327bc4065195cc308999269f1082038ae2f37e87
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

SPEC = ModelSpec(name='pmf_beta',
          title='Poisson factorization, Beta priors',
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
                                    integer=False)),
          needs=(),
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
                      ConditionSpec(text='variance > mean',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > mean',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > mean',
                                         kind='overdispersion',
                                         targets=('mean', 'variance'))),
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
          priors_depend_on=('mean_theta', 'cv_theta', 'mean_beta', 'cv_beta'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, and a status."""
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
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    return (
        if_ok(alpha_theta_value, status),
        if_ok(beta_theta_value, status),
        if_ok(alpha_beta_value, status),
        if_ok(beta_beta_value, status),
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
            status[n],
        ) = hyperparameters(
            points[0, n],
            points[1, n],
            points[2, n],
            points[3, n],
        )


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    return (
        mean_theta_value,
        cv_theta_value,
        mean_beta_value,
        cv_beta_value,
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
        ) = coordinates(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
        )


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return mean, variance, rho_row, rho_col."""
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = alpha_beta*alpha_theta
    t3 = K*t2
    t4 = t0 + 1.0
    t5 = t1 + 1.0
    t6 = 2.0*beta_theta
    t7 = 2.0*beta_beta
    t8 = (alpha_theta * alpha_theta)
    t9 = alpha_beta*t8
    t10 = (beta_theta * beta_theta)
    t11 = alpha_beta*t10
    t12 = (alpha_beta * alpha_beta)
    t13 = alpha_theta*t12
    t14 = (beta_beta * beta_beta)
    t15 = alpha_theta*t14
    t16 = alpha_beta*beta_theta
    t17 = 3.0*beta_beta
    t18 = alpha_beta*t6 + alpha_theta*beta_theta*t17 + alpha_theta*t7 + 4.0*beta_beta*beta_theta*t2 + beta_beta*t10 + beta_beta*t6 + beta_theta*t14 + t10*t12 + t10*t14 + t11*t7 + t11 + t12*t6 + t12*t8 + t13*t6 + t13 + t14*t8 + t15*t6 + t15 + t16*t17 + t2*t6 + t2*t7 + t2 + t7*t8 + t7*t9 + t9
    t19 = 1.0 / t18
    mean_value = t3/(t0*t1)
    variance_value = t18*t3/((t0 * t0)*(t1 * t1)*t4*t5)
    rho_row_value = t16*t19*t4
    rho_col_value = alpha_theta*beta_beta*t19*t5
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
        )


@kernel
def moments_jacobian(K, alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, alpha_theta, beta_theta, alpha_beta, beta_beta."""
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
    t12 = t0 + 1.0
    t13 = 1.0 / t12
    t14 = 2.0*beta_beta
    t15 = beta_theta*t14
    t16 = alpha_beta*alpha_theta
    t17 = (alpha_theta * alpha_theta)
    t18 = alpha_beta*t17
    t19 = (beta_theta * beta_theta)
    t20 = alpha_beta*t19
    t21 = (alpha_beta * alpha_beta)
    t22 = alpha_theta*t21
    t23 = (beta_beta * beta_beta)
    t24 = alpha_theta*t23
    t25 = beta_beta*t19
    t26 = beta_theta*t23
    t27 = 2.0*beta_theta
    t28 = 3.0*beta_beta
    t29 = beta_theta*t28
    t30 = 4.0*beta_beta
    t31 = t16*t30
    t32 = 2.0*alpha_beta
    t33 = 2.0*t21
    t34 = beta_theta*t32 + beta_theta*t33
    t35 = alpha_theta*t14 + t14*t17
    t36 = alpha_beta*t29 + alpha_theta*t29 + beta_theta*t31 + t14*t16 + t14*t18 + t14*t20 + t15 + t16*t27 + t16 + t17*t21 + t17*t23 + t18 + t19*t21 + t19*t23 + t20 + t22*t27 + t22 + t24*t27 + t24 + t25 + t26 + t34 + t35
    t37 = t13*t36
    t38 = t3 + 1.0
    t39 = 1.0 / t38
    t40 = t39*t7
    t41 = t10*t16*t40
    t42 = alpha_theta*t30
    t43 = 2.0*t16
    t44 = t29 + t43
    t45 = alpha_beta*beta_theta
    t46 = t14 + 2.0*t22 + t23 + 2.0*t24 + 2.0*t26 + t30*t45 + t31 + t34
    t47 = alpha_beta*t14 + alpha_beta + t21 + t42 + t44 + t46
    t48 = alpha_theta*t47
    t49 = 2.0*t36
    t50 = K*t13
    t51 = t15 + t43
    t52 = alpha_beta*t28 + alpha_theta*t28 + t32 + t33 + t46 + t51
    t53 = t41*t50
    t54 = 4.0*beta_theta*t16 + beta_theta*t42 + 2.0*t18 + t19 + 2.0*t20 + 2.0*t25 + t27 + t35
    t55 = alpha_theta*t27 + alpha_theta + t17 + t44 + 4.0*t45 + t54
    t56 = alpha_beta*t55
    t57 = t36*t39
    t58 = 2.0*alpha_theta
    t59 = 3.0*alpha_theta*beta_theta + 2.0*t17 + 3.0*t45 + t51 + t54 + t58
    t60 = 1.0 / ((t36 * t36))
    t61 = 1.0 / t36
    t62 = beta_theta*t61
    t63 = t38*t61
    t64 = t59*t61
    t65 = t12*t61
    t66 = beta_beta*t61
    d0_0 = t2*t5
    d0_1 = t1*t6*(1.0 - t2)
    d0_2 = -t6*t8
    d0_3 = t4*t9*(1.0 - t5)
    d0_4 = -t11*t9
    d1_0 = t37*t41
    d1_1 = t11*t40*t50*(-alpha_theta*t37 - t2*t49 + t36 + t48)
    d1_2 = t53*(-t1*t49 - t37 + t52)
    d1_3 = t10*t39*t50*t8*(-alpha_beta*t57 + t36 - t49*t5 + t56)
    d1_4 = t53*(-t4*t49 - t57 + t59)
    d2_0 = 0.0
    d2_1 = -t38*t45*t47*t60
    d2_2 = alpha_beta*t63*(-t52*t62 + 1.0)
    d2_3 = t62*(beta_beta + t32 - t56*t63 + 1.0)
    d2_4 = t45*t61*(-t38*t64 + 1.0)
    d3_0 = 0.0
    d3_1 = t66*(beta_theta - t48*t65 + t58 + 1.0)
    d3_2 = alpha_theta*t66*(-t52*t65 + 1.0)
    d3_3 = -alpha_theta*beta_beta*t12*t55*t60
    d3_4 = alpha_theta*t65*(-beta_beta*t64 + 1.0)
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4,),
        (d1_0, d1_1, d1_2, d1_3, d1_4,),
        (d2_0, d2_1, d2_2, d2_3, d2_4,),
        (d3_0, d3_1, d3_2, d3_3, d3_4,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )


@kernel
def conditions(mean, variance, rho_row, rho_col):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = mean - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col - rho_row + 1.0
    margin_6_value = -rho_col*variance - rho_row*variance - t0
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
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -mean + variance
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
        )


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = (variance * variance)
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
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
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col):
    """Return the derivatives of K, cv_theta, cv_beta, mean_beta*mean_theta by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = rho_col + rho_row - 1.0
    t_1 = -t_0
    t_2 = (variance * variance)
    t_3 = 1.0 / rho_row
    t_4 = 1.0 / rho_col
    t_5 = t_3*t_4
    t_6 = t_5/t_2
    t_7 = (mean * mean)
    t_8 = 1.0 / variance
    t_9 = -mean + t_1*variance
    t_10 = t_8*t_9
    t_11 = t_5*t_7*t_8
    t_12 = math.sqrt(t_9)
    t_13 = 1.0 / t_12
    t_14 = math.sqrt(variance)
    t_15 = 1.0 / t_14
    t_16 = (0.5)/math.sqrt(rho_col)
    t_17 = t_15*t_16
    t_18 = t_1*t_13 - t_12*t_8
    t_19 = t_13*t_14
    t_20 = t_12*t_15
    t_21 = (0.5)/math.sqrt(rho_row)
    t_22 = t_15*t_21
    t_23 = 1.0 / mean
    t_24 = 1.0 / t_9
    t_25 = rho_col*t_23
    t_26 = t_2*t_24
    t_27 = t_25*t_26
    t_28 = t_24*variance
    t_29 = rho_row*t_28
    d0_0 = mean*t_6*(-3.0*mean + 2.0*t_1*variance)
    d0_1 = t_6*t_7*(-t_0 - 2.0*t_10)
    d0_2 = -t_11*(t_10*t_3 + 1.0)
    d0_3 = -t_11*(t_10*t_4 + 1.0)
    d1_0 = -t_13*t_17
    d1_1 = t_17*t_18
    d1_2 = -t_16*t_19
    d1_3 = -t_16*(t_19 + t_20*t_4)
    d2_0 = -t_13*t_22
    d2_1 = t_18*t_22
    d2_2 = -t_21*(t_19 + t_20*t_3)
    d2_3 = -t_19*t_21
    d3_0 = rho_row*t_27*(-t_23 + t_24)
    d3_1 = t_25*t_29*(t_0*t_28 + 2.0)
    d3_2 = t_27*(t_29 + 1.0)
    d3_3 = rho_row*t_23*t_26*(rho_col*t_28 + 1.0)
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
        )


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
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
        )
