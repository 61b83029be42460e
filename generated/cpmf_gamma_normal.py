"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 217b536dbcebcbec6787d222e8a904bd9a4830dc66bd26cb56aafc415cde1fbb
record:    sha256 6aa5bb09a355ee132ca69bbbf68ca398aff812882f4320844b82014295f8611e
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 f92269cd830217db8ec8f4baabde572e85ad76f53956c94069f89f735e7ead2b
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

SPEC = ModelSpec(name='cpmf_gamma_normal',
          title='Sums of a Poisson number of Normal draws, Gamma priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
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
                      ParameterSpec(name='b',
                                    meaning='rate of theta: mean = shape / rate',
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
                      ParameterSpec(name='d',
                                    meaning='rate of beta: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='w',
                                    meaning='natural parameter of Y',
                                    is_size=False,
                                    domain='real',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='kappa',
                                    meaning='in the dispersion weight of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('w', 'kappa'),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='a',
                                     exponents={'a': 1},
                                     meaning='shape of theta: standard deviation / mean = '
                                             '1/sqrt(a)'),
                      IdentifiedSpec(name='c',
                                     exponents={'c': 1},
                                     meaning='shape of beta: standard deviation / mean = '
                                             '1/sqrt(c)'),
                      IdentifiedSpec(name='b*d',
                                     exponents={'b': 1, 'd': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='mean*w > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='variance*( - rho_row*w**2 - rho_col*w**2 + w**2) > '
                                         'mean*w + kappa*mean*w**3',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'b': 1, 'd': -1},
                                   prior_degrees={'theta': -1, 'beta': 1},
                                   anchor='b',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'b': {},
                    'c': {'c': 1.0},
                    'd': {'b*d': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('a', 'b', 'c', 'd', 'w', 'kappa'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, w, kappa):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a*c*kappa
    t1 = b*d
    t2 = kappa*(w * w)
    t3 = a*t2
    t4 = c*t2
    t5 = t1*t2 + t1 + t2 + t3 + t4
    t6 = 1.0 / t5
    mean_value = t0*w/(b*d)
    variance_value = t0*t5/((b * b)*(d * d))
    rho_row_value = t4*t6
    rho_col_value = t3*t6
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
            parameters[6, n],
        )


@kernel
def moments_jacobian(K, a, b, c, d, w, kappa):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, w, kappa."""
    t0 = a*w
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = t1*t2
    t4 = c*kappa
    t5 = t3*t4
    t6 = K*t5
    t7 = K*t0
    t8 = 1.0 / ((b * b))
    t9 = t4*t8
    t10 = t2*t9
    t11 = K*kappa
    t12 = t0*t3
    t13 = t1*t4
    t14 = 1.0 / ((d * d))
    t15 = t14*t7
    t16 = K*c
    t17 = (w * w)
    t18 = kappa*t17
    t19 = a*t18
    t20 = b*d
    t21 = c*t18
    t22 = t18*t20
    t23 = t18 + t20 + t21 + t22
    t24 = t19 + t23
    t25 = t14*t9
    t26 = t18 + 1.0
    t27 = K*(-2.0*t24*t3 + t26)
    t28 = a*t14
    t29 = t28*t8
    t30 = a + c + t20 + 1.0
    t31 = (kappa * kappa)
    t32 = c*t31
    t33 = t18*t30
    t34 = 1.0 / ((t24 * t24))
    t35 = t34*(w * w * w * w)
    t36 = t26*t34
    t37 = t21*t36
    t38 = 1.0 / t24
    t39 = t18*t38
    t40 = t38*(-t33*t38 + 1.0)
    t41 = 2.0*t40
    t42 = t17*t40
    t43 = t19*t36
    d0_0 = t0*t5
    d0_1 = t6*w
    d0_2 = -t10*t7
    d0_3 = t11*t12
    d0_4 = -t13*t15
    d0_5 = a*t6
    d0_6 = t12*t16
    d1_0 = a*t24*t25
    d1_1 = K*t25*(2.0*t19 + t23)
    d1_2 = a*t10*t27
    d1_3 = t11*t29*(t18 + t19 + t20 + 2.0*t21 + t22)
    d1_4 = t13*t27*t28
    d1_5 = 2.0*t15*t30*t32*t8
    d1_6 = t16*t29*(t24 + t33)
    d2_0 = 0.0
    d2_1 = -t32*t35
    d2_2 = -d*t37
    d2_3 = t39*(-t21*t38 + 1.0)
    d2_4 = -b*t37
    d2_5 = t4*t41*w
    d2_6 = c*t42
    d3_0 = 0.0
    d3_1 = t39*(-t19*t38 + 1.0)
    d3_2 = -d*t43
    d3_3 = -a*t31*t35
    d3_4 = -b*t43
    d3_5 = kappa*t0*t41
    d3_6 = a*t42
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


@kernel
def conditions(mean, variance, rho_row, rho_col, w, kappa):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = mean*w
    t1 = (w * w)
    t2 = t1*variance
    margin_1_value = rho_row
    margin_2_value = rho_col
    margin_3_value = t0
    margin_4_value = -kappa*mean*(w * w * w) - rho_col*t2 - rho_row*t2 - t0 + t1*variance
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
            targets[5, n],
        )


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(mean*w, 3, status)
    status = positive(-kappa*mean*(w * w * w) - mean*w + variance*(-rho_col*(w * w) - rho_row*(w * w) + (w * w)), 4, status)
    t_0 = variance*w
    t_1 = rho_col*t_0
    t_2 = rho_row*t_0
    t_3 = kappa*mean*(w * w)
    t_4 = mean + t_1 + t_2 + t_3 - variance*w
    t_5 = 1.0 / t_4
    K_value = -(mean * mean)*t_4/(rho_col*rho_row*(variance * variance)*w)
    a_value = -t_1*t_5
    c_value = -t_2*t_5
    b_d_value = -t_3*t_5
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(b_d_value, status),
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
            targets[5, n],
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, w, kappa):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(mean*w, 3, status)
    status = positive(-kappa*mean*(w * w * w) - mean*w + variance*(-rho_col*(w * w) - rho_row*(w * w) + (w * w)), 4, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = 1.0 / w
    t_5 = 2.0*mean
    t_6 = variance*w
    t_7 = 2.0*t_6
    t_8 = (w * w)
    t_9 = kappa*t_8
    t_10 = t_9 + 1.0
    t_11 = mean*t_10
    t_12 = 1.0 / variance
    t_13 = rho_col*t_6
    t_14 = rho_row*t_6
    t_15 = mean*t_9 + mean + t_13 + t_14 - variance*w
    t_16 = -t_12*t_15*t_4
    t_17 = rho_col + rho_row - 1.0
    t_18 = (mean * mean)*t_0*t_1
    t_19 = t_12*t_18
    t_20 = 1.0 / ((t_15 * t_15))
    t_21 = t_10*t_20
    t_22 = 1.0 / t_15
    t_23 = -t_17
    t_24 = t_22*t_6
    t_25 = t_22*w*(t_23*t_24 + 1.0)
    t_26 = t_2*t_20*t_8
    t_27 = kappa*mean*t_20*(w * w * w)
    t_28 = t_27*variance
    d0_0 = mean*t_0*t_1*t_3*t_4*(-rho_col*t_7 - rho_row*t_7 - t_11 - t_5*t_9 - t_5 + 2.0*variance*w)
    d0_1 = t_18*t_3*(-2.0*t_16 - t_17)
    d0_2 = -t_19*(t_1*t_16 + 1.0)
    d0_3 = -t_19*(t_0*t_16 + 1.0)
    d1_0 = t_13*t_21
    d1_1 = -rho_col*t_25
    d1_2 = rho_col*t_26
    d1_3 = t_24*(t_13*t_22 - 1.0)
    d2_0 = t_14*t_21
    d2_1 = -rho_row*t_25
    d2_2 = t_24*(t_14*t_22 - 1.0)
    d2_3 = rho_row*t_26
    d3_0 = t_22*t_9*(t_11*t_22 - 1.0)
    d3_1 = -t_23*t_27
    d3_2 = t_28
    d3_3 = t_28
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
            targets[5, n],
        )
