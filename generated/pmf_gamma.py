"""pmf_gamma: Poisson factorization, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 651f0a61100ca9a3176a948acc19181054bd9f870782901a64ef2d70da43fe14
record:    sha256 ca3e543852722123ef70d6871fc4786debf034db4ba1c747845fe62291e152b4
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 a716389c5abd0520b309402cb9a33af3f2bba568b058dae852f454d58d09cc76
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

SPEC = ModelSpec(name='pmf_gamma',
          title='Poisson factorization, Gamma priors (shape and rate)',
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
                                    integer=False)),
          needs=(),
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
          exposures=())


@kernel
def prior_means(a, b, c, d):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a*c
    t1 = a + b*d + c + 1.0
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
        )


@kernel
def moments_jacobian(K, a, b, c, d):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = a*c
    t4 = K*t2
    t5 = 1.0 / ((b * b))
    t6 = K*t3
    t7 = t1*t5*t6
    t8 = 1.0 / ((d * d))
    t9 = t0*t6*t8
    t10 = b*d
    t11 = c + t10 + 1.0
    t12 = a + t11
    t13 = t5*t8
    t14 = K*t13
    t15 = -2.0*t12*t2 + 1.0
    t16 = 1.0 / ((t12 * t12))
    t17 = c*t16
    t18 = 1.0 / t12
    t19 = a*t16
    d0_0 = t2*t3
    d0_1 = c*t4
    d0_2 = -t7
    d0_3 = a*t4
    d0_4 = -t9
    d1_0 = t12*t13*t3
    d1_1 = c*t14*(2.0*a + t11)
    d1_2 = t15*t7
    d1_3 = a*t14*(a + 2.0*c + t10 + 1.0)
    d1_4 = t15*t9
    d2_0 = 0.0
    d2_1 = -t17
    d2_2 = -d*t17
    d2_3 = t18*(-c*t18 + 1.0)
    d2_4 = -b*t17
    d3_0 = 0.0
    d3_1 = t18*(-a*t18 + 1.0)
    d3_2 = -d*t19
    d3_3 = -t19
    d3_4 = -b*t19
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
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = -mean + variance*(-rho_col - rho_row + 1.0)
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
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
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
    t_12 = 1.0 / ((t_9 * t_9))
    t_13 = rho_col*t_12
    t_14 = 1.0 / t_9
    t_15 = t_14*variance
    t_16 = t_14*(t_0*t_15 + 1.0)
    t_17 = rho_row*t_12
    t_18 = mean*t_12
    t_19 = t_18*variance
    d0_0 = mean*t_6*(-3.0*mean + 2.0*t_1*variance)
    d0_1 = t_6*t_7*(-t_0 - 2.0*t_10)
    d0_2 = -t_11*(t_10*t_3 + 1.0)
    d0_3 = -t_11*(t_10*t_4 + 1.0)
    d1_0 = t_13*variance
    d1_1 = rho_col*t_16
    d1_2 = t_13*t_2
    d1_3 = t_15*(rho_col*t_15 + 1.0)
    d2_0 = t_17*variance
    d2_1 = rho_row*t_16
    d2_2 = t_15*(rho_row*t_15 + 1.0)
    d2_3 = t_17*t_2
    d3_0 = t_14*(mean*t_14 + 1.0)
    d3_1 = t_0*t_18
    d3_2 = t_19
    d3_3 = t_19
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
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = mean*t_0/rho_row
    t_2 = -mean + variance
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
        )
