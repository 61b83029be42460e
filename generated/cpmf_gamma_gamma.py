"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a01fd0f5b186da59ec5d7d4cdf5b634c1b62b718bcdc7b73ced12291a0f0e7da
record:    sha256 69fa822a6649c22c9b65c3b11c19ca437e7707da93837a2ee927ed9e355df01f
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 a67c3c353989b310328e67d3037d17c9f80bb19b414ce6c9db4de6dc972ae9c6
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

SPEC = ModelSpec(name='cpmf_gamma_gamma',
          title='Sums of a Poisson number of Gamma draws, Gamma priors',
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
                                    domain='negative',
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
          identified_at_k=('a', 'c', 'b*d'),
          held_at_k=('mean', 'variance', 'rho_row/rho_col'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='mean + kappa*mean + variance*w < 0',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='variance*(rho_row*w + rho_col*w - w) > mean + '
                                         'kappa*mean',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='mean + kappa*mean + variance*w < 0',
                                         kind='overdispersion',
                                         targets=('mean', 'variance'))),
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
          observed_sign='nonnegative',
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
    t0 = a*kappa
    t1 = K*c*t0
    t2 = b*d
    t3 = c*kappa
    t4 = kappa*t2 + kappa + t0 + t2 + t3
    t5 = 1.0 / t4
    mean_value = -t1/(b*d*w)
    variance_value = t1*t4/((b * b)*(d * d)*(w * w))
    rho_row_value = t3*t5
    rho_col_value = t0*t5
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
    t0 = 1.0 / w
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = t1*t2
    t4 = t0*t3
    t5 = a*kappa
    t6 = c*t5
    t7 = c*kappa
    t8 = K*t4
    t9 = K*t6
    t10 = t0*t9
    t11 = 1.0 / ((b * b))
    t12 = t11*t2
    t13 = 1.0 / ((d * d))
    t14 = t1*t13
    t15 = 1.0 / ((w * w))
    t16 = t15*t9
    t17 = a*c
    t18 = b*d
    t19 = kappa*t18
    t20 = kappa + t18 + t19 + t7
    t21 = t20 + t5
    t22 = t11*t13*t15
    t23 = 2.0*t5
    t24 = K*t22
    t25 = kappa + 1.0
    t26 = t16*(-2.0*t21*t3 + t25)
    t27 = kappa*(a + c + t18 + 1.0)
    t28 = 1.0 / ((t21 * t21))
    t29 = (kappa * kappa)*t28
    t30 = t25*t28
    t31 = t30*t7
    t32 = 1.0 / t21
    t33 = kappa*t32
    t34 = t32*(-t27*t32 + 1.0)
    t35 = t30*t5
    d0_0 = -t4*t6
    d0_1 = -t7*t8
    d0_2 = t10*t12
    d0_3 = -t5*t8
    d0_4 = t10*t14
    d0_5 = t16*t3
    d0_6 = -t17*t8
    d1_0 = t21*t22*t6
    d1_1 = t24*t7*(t20 + t23)
    d1_2 = t12*t26
    d1_3 = t24*t5*(kappa + t18 + t19 + t5 + 2.0*t7)
    d1_4 = t14*t26
    d1_5 = -K*c*t11*t13*t21*t23/(w * w * w)
    d1_6 = t17*t24*(t21 + t27)
    d2_0 = 0.0
    d2_1 = -c*t29
    d2_2 = -d*t31
    d2_3 = t33*(-t32*t7 + 1.0)
    d2_4 = -b*t31
    d2_5 = 0.0
    d2_6 = c*t34
    d3_0 = 0.0
    d3_1 = t33*(-t32*t5 + 1.0)
    d3_2 = -d*t35
    d3_3 = -a*t29
    d3_4 = -b*t35
    d3_5 = 0.0
    d3_6 = a*t34
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
    t0 = kappa*mean + mean + variance*w
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -rho_col - rho_row + 1.0
    margin_5_value = -t0
    margin_6_value = rho_col*variance*w + rho_row*variance*w - t0
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
            targets[5, n],
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -kappa*mean - mean - variance*w
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
            targets[6, n],
        )


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean - mean - variance*w, 5, status)
    status = positive(-kappa*mean - mean + variance*(rho_col*w + rho_row*w - w), 6, status)
    t_0 = kappa*mean
    t_1 = rho_col*w
    t_2 = rho_row*w
    t_3 = -mean - t_0 + variance*(t_1 + t_2 - w)
    t_4 = 1.0 / t_3
    t_5 = t_4*variance
    K_value = -(mean * mean)*t_3/(rho_col*rho_row*(variance * variance)*w)
    a_value = -t_1*t_5
    c_value = -t_2*t_5
    b_d_value = t_0*t_4
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
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean - mean - variance*w, 5, status)
    status = positive(-kappa*mean - mean + variance*(rho_col*w + rho_row*w - w), 6, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = 1.0 / w
    t_5 = 2.0*mean
    t_6 = kappa + 1.0
    t_7 = mean*t_6
    t_8 = rho_col + rho_row - 1.0
    t_9 = variance*w
    t_10 = 1.0 / variance
    t_11 = kappa*mean
    t_12 = -mean - t_11 + t_8*variance*w
    t_13 = (mean * mean)*t_0*t_1
    t_14 = t_10*t_13
    t_15 = 1.0 / ((t_12 * t_12))
    t_16 = rho_col*t_15
    t_17 = t_6*t_9
    t_18 = 1.0 / t_12
    t_19 = -t_8
    t_20 = t_18*t_9
    t_21 = t_18*w*(t_19*t_20 + 1.0)
    t_22 = t_2*(w * w)
    t_23 = rho_row*t_15
    t_24 = t_11*t_15
    t_25 = -t_24*t_9
    d0_0 = mean*t_0*t_1*t_3*t_4*(kappa*t_5 + t_5 + t_7 - 2.0*t_8*t_9)
    d0_1 = t_13*t_3*(2.0*t_10*t_12*t_4 - t_8)
    d0_2 = t_14*(t_1*t_10*t_12*t_4 - 1.0)
    d0_3 = t_14*(t_0*t_10*t_12*t_4 - 1.0)
    d1_0 = -t_16*t_17
    d1_1 = -rho_col*t_21
    d1_2 = t_16*t_22
    d1_3 = t_20*(rho_col*t_20 - 1.0)
    d2_0 = -t_17*t_23
    d2_1 = -rho_row*t_21
    d2_2 = t_20*(rho_row*t_20 - 1.0)
    d2_3 = t_22*t_23
    d3_0 = kappa*t_18*(t_18*t_7 + 1.0)
    d3_1 = t_19*t_24*w
    d3_2 = t_25
    d3_3 = t_25
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


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-kappa*mean - mean - variance*w, 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = kappa*mean
    t_3 = -mean - t_2 - variance*w
    t_4 = mean*(w * w)
    t_5 = (w * w * w)
    t_6 = rho_col*rho_row
    t_7 = 4.0*K*t_6
    t_8 = t_5*t_7
    t_9 = (w * w * w * w)
    t_10 = (mean * mean)*t_9
    t_11 = rho_col*t_4 + rho_row*t_4 + math.sqrt(mean*t_8 + (rho_col * rho_col)*t_10 + (rho_row * rho_row)*t_10 + 2.0*t_10*t_6 + t_2*t_8 + t_7*t_9*variance)
    t_12 = (0.5)*mean*t_11/(t_3*w)
    t_13 = 1.0 / rho_col
    a_value = -t_1*t_12
    c_value = -t_0*t_12*t_13
    b_d_value = -1.0 / 4.0*t_1*(t_11 * t_11)*t_13*t_2/((t_3 * t_3)*t_5)
    return (
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(b_d_value, status),
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
            targets[6, n],
        )
