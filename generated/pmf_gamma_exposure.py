"""pmf_gamma_exposure: Poisson factorization with known column exposures gamma, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 be2e0261164e544877fc2eda93a24c07d6465ac89424e27e22867b486fe20c5c
record:    sha256 a2d7429894cdc4a1e4e6a4c61bd81122bad3a627fd42672bedd6b9ce7e033cce
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 48b748991f220d55912e957f3a2741b03a978505e5648d77c5e51b4b8b1bcb3a
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import (
    ConditionSpec,
    ExposureSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='pmf_gamma_exposure',
          title='Poisson factorization with known column exposures gamma, Gamma priors',
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
                      ParameterSpec(name='mean_inverse_exposure',
                                    meaning='average of 1 / exposure over the observed '
                                            'entries; 1 without exposures',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('mean_inverse_exposure',),
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
                      ConditionSpec(text='variance > mean*mean_inverse_exposure',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > '
                                         'mean*mean_inverse_exposure',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > mean*mean_inverse_exposure',
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
          priors_depend_on=('a', 'b', 'c', 'd'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=(ExposureSpec(name='gamma', power=1, axes=('col',)),))


@kernel
def prior_means(a, b, c, d):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, mean_inverse_exposure):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a*c
    t1 = a + b*d*mean_inverse_exposure + c + 1.0
    t2 = 1.0 / t1
    mean_value = t0/(b*d)
    variance_value = t0*t1/((b * b)*(d * d))
    rho_row_value = c*t2
    rho_col_value = a*t2
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
def moments_jacobian(K, a, b, c, d, mean_inverse_exposure):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, mean_inverse_exposure."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = a*c
    t4 = t2*t3
    t5 = K*t2
    t6 = 1.0 / ((b * b))
    t7 = K*t3
    t8 = t1*t6*t7
    t9 = 1.0 / ((d * d))
    t10 = t0*t7*t9
    t11 = d*mean_inverse_exposure
    t12 = b*t11
    t13 = c + t12 + 1.0
    t14 = a + t13
    t15 = t6*t9
    t16 = K*t15
    t17 = mean_inverse_exposure - 2.0*t14*t2
    t18 = 1.0 / ((t14 * t14))
    t19 = c*t18
    t20 = 1.0 / t14
    t21 = b*t19
    t22 = a*t18
    t23 = b*t22
    d0_0 = t4
    d0_1 = c*t5
    d0_2 = -t8
    d0_3 = a*t5
    d0_4 = -t10
    d0_5 = 0.0
    d1_0 = t14*t15*t3
    d1_1 = c*t16*(2.0*a + t13)
    d1_2 = t17*t8
    d1_3 = a*t16*(a + 2.0*c + t12 + 1.0)
    d1_4 = t10*t17
    d1_5 = K*t4
    d2_0 = 0.0
    d2_1 = -t19
    d2_2 = -t11*t19
    d2_3 = t20*(-c*t20 + 1.0)
    d2_4 = -mean_inverse_exposure*t21
    d2_5 = -d*t21
    d3_0 = 0.0
    d3_1 = t20*(-a*t20 + 1.0)
    d3_2 = -t11*t22
    d3_3 = -t22
    d3_4 = -mean_inverse_exposure*t23
    d3_5 = -d*t23
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
def conditions(mean, variance, rho_row, rho_col, mean_inverse_exposure):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = mean*mean_inverse_exposure - variance
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
            targets[4, n],
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col, mean_inverse_exposure):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -mean*mean_inverse_exposure + variance
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
def solve(mean, variance, rho_row, rho_col, mean_inverse_exposure):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean*mean_inverse_exposure + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean*mean_inverse_exposure + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = -mean*mean_inverse_exposure + variance*(-rho_col - rho_row + 1.0)
    t_1 = 1.0 / t_0
    t_2 = t_1*variance
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_2
    c_value = rho_row*t_2
    b_d_value = mean*t_1
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
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, mean_inverse_exposure):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean*mean_inverse_exposure + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean*mean_inverse_exposure + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = mean*mean_inverse_exposure
    t_1 = rho_col + rho_row - 1.0
    t_2 = -t_1
    t_3 = (variance * variance)
    t_4 = 1.0 / rho_row
    t_5 = 1.0 / rho_col
    t_6 = t_4*t_5
    t_7 = t_6/t_3
    t_8 = (mean * mean)
    t_9 = 1.0 / variance
    t_10 = -t_0 + t_2*variance
    t_11 = t_10*t_9
    t_12 = t_6*t_8*t_9
    t_13 = 1.0 / ((t_10 * t_10))
    t_14 = mean_inverse_exposure*t_13*variance
    t_15 = 1.0 / t_10
    t_16 = t_15*variance
    t_17 = t_15*(t_1*t_16 + 1.0)
    t_18 = t_13*t_3
    t_19 = mean*t_13
    t_20 = t_19*variance
    d0_0 = mean*t_7*(-3.0*t_0 + 2.0*t_2*variance)
    d0_1 = t_7*t_8*(-t_1 - 2.0*t_11)
    d0_2 = -t_12*(t_11*t_4 + 1.0)
    d0_3 = -t_12*(t_11*t_5 + 1.0)
    d1_0 = rho_col*t_14
    d1_1 = rho_col*t_17
    d1_2 = rho_col*t_18
    d1_3 = t_16*(rho_col*t_16 + 1.0)
    d2_0 = rho_row*t_14
    d2_1 = rho_row*t_17
    d2_2 = t_16*(rho_row*t_16 + 1.0)
    d2_3 = rho_row*t_18
    d3_0 = t_15*(t_0*t_15 + 1.0)
    d3_1 = t_1*t_19
    d3_2 = t_20
    d3_3 = t_20
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
def solve_at_k(K, mean, variance, rho_row, rho_col, mean_inverse_exposure):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean*mean_inverse_exposure + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = mean*t_0/rho_row
    t_2 = -mean*mean_inverse_exposure + variance
    t_3 = (mean * mean)
    t_4 = rho_col*rho_row
    t_5 = mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_2*t_4 + (rho_col * rho_col)*t_3 + (rho_row * rho_row)*t_3 + 2.0*t_3*t_4)
    t_6 = (0.5)*t_5/t_2
    t_7 = 1.0 / rho_col
    a_value = t_1*t_6
    c_value = mean*t_0*t_6*t_7
    b_d_value = (1.0 / 4.0)*t_1*(t_5 * t_5)*t_7/(t_2 * t_2)
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
        )
