"""cpmf_gamma_poisson: Sums of a Poisson number of Poisson draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 cd66f5f878aac3e8f8b0f2a1913900850c8321921830cbd096f4af5e9c1c3338
record:    sha256 843c21f4af61549875dc1da720e1d0686fcbf8596cd8a5bf239dd9a0a5223ce8
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 062e44dd5ca6d22073ff6e558f26831eab2e4e114a27a55fff31094e29092eea
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

SPEC = ModelSpec(name='cpmf_gamma_poisson',
          title='Sums of a Poisson number of Poisson draws, Gamma priors',
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
                      ConditionSpec(text='variance > mean + kappa*mean*exp(w)',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > mean + '
                                         'kappa*mean*exp(w)',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > mean + kappa*mean*exp(w)',
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
          observed_is_count=True,
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
    t0 = kappa*math.exp(w)
    t1 = a*t0
    t2 = K*c*t1
    t3 = b*d
    t4 = c*t0
    t5 = t0*t3 + t0 + t1 + t3 + t4
    t6 = 1.0 / t5
    mean_value = t2/(b*d)
    variance_value = t2*t5/((b * b)*(d * d))
    rho_row_value = t4*t6
    rho_col_value = t1*t6
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
    t0 = math.exp(w)
    t1 = kappa*t0
    t2 = a*t1
    t3 = 1.0 / b
    t4 = 1.0 / d
    t5 = t3*t4
    t6 = t2*t5
    t7 = c*t6
    t8 = c*t1
    t9 = K*t5
    t10 = 1.0 / ((b * b))
    t11 = K*t10
    t12 = c*t2
    t13 = t11*t12
    t14 = t13*t4
    t15 = 1.0 / ((d * d))
    t16 = t12*t15
    t17 = K*t16*t3
    t18 = c*t0
    t19 = a*t18
    t20 = b*d
    t21 = t1*t20
    t22 = t1 + t20 + t21 + t8
    t23 = t2 + t22
    t24 = t11*t15
    t25 = t1 + 1.0
    t26 = -2.0*t23*t5 + t25
    t27 = t1*(a + c + t20 + 1.0)
    t28 = t23 + t27
    t29 = 1.0 / ((t23 * t23))
    t30 = (kappa * kappa)*t29*math.exp(2.0*w)
    t31 = t25*t29
    t32 = t31*t8
    t33 = 1.0 / t23
    t34 = t33*t8
    t35 = t1*t33
    t36 = -t27*t33 + 1.0
    t37 = t33*t36
    t38 = t2*t31
    d0_0 = t7
    d0_1 = t8*t9
    d0_2 = -t14
    d0_3 = K*t6
    d0_4 = -t17
    d0_5 = K*t7
    d0_6 = t19*t9
    d1_0 = t10*t16*t23
    d1_1 = t24*t8*(2.0*t2 + t22)
    d1_2 = t14*t26
    d1_3 = t2*t24*(t1 + t2 + t20 + t21 + 2.0*t8)
    d1_4 = t17*t26
    d1_5 = t13*t15*t28
    d1_6 = t19*t24*t28
    d2_0 = 0.0
    d2_1 = -c*t30
    d2_2 = -d*t32
    d2_3 = t35*(1.0 - t34)
    d2_4 = -b*t32
    d2_5 = t34*t36
    d2_6 = t18*t37
    d3_0 = 0.0
    d3_1 = t35*(-t2*t33 + 1.0)
    d3_2 = -d*t38
    d3_3 = -a*t30
    d3_4 = -b*t38
    d3_5 = t2*t37
    d3_6 = a*t0*t37
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
    t0 = kappa*mean*math.exp(w) + mean - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -rho_col - rho_row + 1.0
    margin_5_value = -t0
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
            targets[5, n],
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -kappa*mean*math.exp(w) - mean + variance
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
    status = positive(-kappa*mean*math.exp(w) - mean + variance, 5, status)
    status = positive(-kappa*mean*math.exp(w) - mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = kappa*mean*math.exp(w)
    t_1 = -mean - t_0 + variance*(-rho_col - rho_row + 1.0)
    t_2 = 1.0 / t_1
    t_3 = t_2*variance
    K_value = (mean * mean)*t_1/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_3
    c_value = rho_row*t_3
    b_d_value = t_0*t_2
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
    status = positive(-kappa*mean*math.exp(w) - mean + variance, 5, status)
    status = positive(-kappa*mean*math.exp(w) - mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = 2.0*mean
    t_1 = kappa*math.exp(w)
    t_2 = t_1 + 1.0
    t_3 = mean*t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -t_4
    t_6 = (variance * variance)
    t_7 = 1.0 / rho_row
    t_8 = 1.0 / rho_col
    t_9 = t_7*t_8
    t_10 = t_9/t_6
    t_11 = (mean * mean)
    t_12 = 1.0 / variance
    t_13 = mean*t_1
    t_14 = -mean - t_13 + t_5*variance
    t_15 = t_12*t_14
    t_16 = t_11*t_12*t_9
    t_17 = 1.0 / ((t_14 * t_14))
    t_18 = t_17*variance
    t_19 = t_18*t_2
    t_20 = 1.0 / t_14
    t_21 = t_20*variance
    t_22 = t_20*(t_21*t_4 + 1.0)
    t_23 = t_17*t_6
    t_24 = t_13*t_18
    d0_0 = mean*t_10*(-t_0*t_1 - t_0 - t_3 + 2.0*t_5*variance)
    d0_1 = t_10*t_11*(-2.0*t_15 - t_4)
    d0_2 = -t_16*(t_15*t_7 + 1.0)
    d0_3 = -t_16*(t_15*t_8 + 1.0)
    d1_0 = rho_col*t_19
    d1_1 = rho_col*t_22
    d1_2 = rho_col*t_23
    d1_3 = t_21*(rho_col*t_21 + 1.0)
    d2_0 = rho_row*t_19
    d2_1 = rho_row*t_22
    d2_2 = t_21*(rho_row*t_21 + 1.0)
    d2_3 = rho_row*t_23
    d3_0 = t_1*t_20*(t_20*t_3 + 1.0)
    d3_1 = t_13*t_17*t_4
    d3_2 = t_24
    d3_3 = t_24
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
    status = positive(-kappa*mean*math.exp(w) - mean + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = kappa*mean*math.exp(w)
    t_3 = -mean - t_2 + variance
    t_4 = (mean * mean)
    t_5 = rho_col*rho_row
    t_6 = mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_3*t_5 + (rho_col * rho_col)*t_4 + (rho_row * rho_row)*t_4 + 2.0*t_4*t_5)
    t_7 = (0.5)*mean*t_6/t_3
    t_8 = 1.0 / rho_col
    a_value = t_1*t_7
    c_value = t_0*t_7*t_8
    b_d_value = (1.0 / 4.0)*t_1*t_2*(t_6 * t_6)*t_8/(t_3 * t_3)
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
