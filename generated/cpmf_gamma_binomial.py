"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 c68c5fa284664ae8672bb8e8515c4344a7cca2ab18ee5df6677bb712c243728a
record:    sha256 52a14fa6a571909d0b2db1cda6f443c1ff1e05ecbad0373b6bab1501a28890f3
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 6a5ce2bdd59c66029fe91eb550bc4186070f3afc337c406d21f5029c13c512c2
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

SPEC = ModelSpec(name='cpmf_gamma_binomial',
          title='Sums of a Poisson number of Binomial draws, Gamma priors',
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
                                    meaning='in the number of trials of Y',
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
                      ConditionSpec(text='kappa*variance*exp(w)/(exp(w) + 1) > '
                                         'kappa*mean/(4*cosh(w/2)**2) + '
                                         'kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='variance*( - kappa*rho_row*exp(w)/(exp(w) + 1) - '
                                         'kappa*rho_col*exp(w)/(exp(w) + 1) + '
                                         'kappa*exp(w)/(exp(w) + 1)) > '
                                         'kappa*mean/(4*cosh(w/2)**2) + '
                                         'kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='kappa*variance*exp(w)/(exp(w) + 1) > '
                                              'kappa*mean/(4*cosh(w/2)**2) + '
                                              'kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + '
                                              '1)',
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
    t0 = math.exp(w)
    t1 = t0 + 1.0
    t2 = kappa*t0
    t3 = a*t2
    t4 = K*c*t3
    t5 = b*d
    t6 = c*t2
    t7 = t2*t5 + t2 + t3 + t5 + t6
    t8 = 1.0 / t7
    mean_value = t4/(b*d*t1)
    variance_value = t4*t7/((b * b)*(d * d)*(t1 * t1))
    rho_row_value = t6*t8
    rho_col_value = t3*t8
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
    t1 = t0 + 1.0
    t2 = t0/t1
    t3 = 1.0 / b
    t4 = 1.0 / d
    t5 = t3*t4
    t6 = c*kappa*t2*t5
    t7 = a*t6
    t8 = 1.0 / ((b * b))
    t9 = c*t8
    t10 = t4*t9
    t11 = K*a
    t12 = kappa*t11*t2
    t13 = t11*t2*t5
    t14 = 1.0 / ((d * d))
    t15 = c*t14*t3
    t16 = kappa*t0
    t17 = a*t16
    t18 = b*d
    t19 = c*t16
    t20 = t16*t18
    t21 = t16 + t18 + t19 + t20
    t22 = t17 + t21
    t23 = 1.0 / ((t1 * t1))
    t24 = t14*t23
    t25 = t17*t24
    t26 = t25*t9
    t27 = K*t8
    t28 = 2.0*t22
    t29 = t16 + 1.0
    t30 = K*t17*t23*(-t28*t5 + t29)
    t31 = t16*(a + c + t18 + 1.0)
    t32 = t22 + t31
    t33 = c*t0
    t34 = 1.0 / ((t22 * t22))
    t35 = (kappa * kappa)*t34*math.exp(2.0*w)
    t36 = t29*t34
    t37 = t19*t36
    t38 = 1.0 / t22
    t39 = t19*t38
    t40 = t16*t38
    t41 = -t31*t38 + 1.0
    t42 = t38*t41
    t43 = t17*t36
    d0_0 = t7
    d0_1 = K*t6
    d0_2 = -t10*t12
    d0_3 = kappa*t13
    d0_4 = -t12*t15
    d0_5 = K*t7*(1.0 - t2)
    d0_6 = c*t13
    d1_0 = t22*t26
    d1_1 = t19*t24*t27*(2.0*t17 + t21)
    d1_2 = t10*t30
    d1_3 = t25*t27*(t16 + t17 + t18 + 2.0*t19 + t20)
    d1_4 = t15*t30
    d1_5 = K*t26*(-t2*t28 + t32)
    d1_6 = t11*t24*t32*t33*t8
    d2_0 = 0.0
    d2_1 = -c*t35
    d2_2 = -d*t37
    d2_3 = t40*(1.0 - t39)
    d2_4 = -b*t37
    d2_5 = t39*t41
    d2_6 = t33*t42
    d3_0 = 0.0
    d3_1 = t40*(-t17*t38 + 1.0)
    d3_2 = -d*t43
    d3_3 = -a*t35
    d3_4 = -b*t43
    d3_5 = t17*t42
    d3_6 = a*t0*t42
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
    t0 = math.exp(w)
    t1 = t0 + 1.0
    t2 = 1.0 / t1
    t3 = (kappa * kappa)*mean*math.exp(2.0*w)/(t1 * t1) + (1.0 / 4.0)*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) - kappa*t0*t2*variance
    t4 = kappa*t0*t2*variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -rho_col - rho_row + 1.0
    margin_5_value = -t3
    margin_6_value = -rho_col*t4 - rho_row*t4 - t3
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
    t0 = math.exp(w)
    t1 = t0 + 1.0
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -(kappa * kappa)*mean*math.exp(2.0*w)/(t1 * t1) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + kappa*t0*variance/t1
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
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + kappa*variance*math.exp(w)/(math.exp(w) + 1.0), 5, status)
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + variance*(-kappa*rho_col*math.exp(w)/(math.exp(w) + 1.0) - kappa*rho_row*math.exp(w)/(math.exp(w) + 1.0) + kappa*math.exp(w)/(math.exp(w) + 1.0)), 6, status)
    t_0 = math.exp(w)
    t_1 = t_0 + 1.0
    t_2 = (kappa * kappa)*mean*math.exp(2.0*w)/(t_1 * t_1)
    t_3 = 1.0 / t_1
    t_4 = kappa*t_0*t_3
    t_5 = rho_col*t_4
    t_6 = rho_row*t_4
    t_7 = -1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) - t_2 + variance*(kappa*t_0*t_3 - t_5 - t_6)
    t_8 = 1.0 / t_7
    t_9 = t_8*variance
    K_value = (mean * mean)*t_1*t_7*math.exp(-w)/(kappa*rho_col*rho_row*(variance * variance))
    a_value = t_5*t_9
    c_value = t_6*t_9
    b_d_value = t_2*t_8
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
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + kappa*variance*math.exp(w)/(math.exp(w) + 1.0), 5, status)
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + variance*(-kappa*rho_col*math.exp(w)/(math.exp(w) + 1.0) - kappa*rho_row*math.exp(w)/(math.exp(w) + 1.0) + kappa*math.exp(w)/(math.exp(w) + 1.0)), 6, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = 1.0 / ((math.cosh((0.5)*w) * math.cosh((0.5)*w)))
    t_5 = mean*t_4
    t_6 = math.exp(w)
    t_7 = t_6 + 1.0
    t_8 = math.exp(2.0*w)/(t_7 * t_7)
    t_9 = kappa*t_8
    t_10 = mean*t_9
    t_11 = 1.0 / t_7
    t_12 = rho_col + rho_row - 1.0
    t_13 = -t_12
    t_14 = 4.0*t_9
    t_15 = mean*(t_14 + t_4)
    t_16 = t_7*math.exp(-w)
    t_17 = 1.0 / variance
    t_18 = -mean*t_14 + 4.0*t_11*t_13*t_6*variance - t_5
    t_19 = t_16*t_17*t_18
    t_20 = (mean * mean)*t_0*t_1
    t_21 = (1.0 / 4.0)*t_19
    t_22 = t_17*t_20
    t_23 = 1.0 / (((-t_10 + t_11*t_13*t_6*variance - 1.0 / 4.0*t_5) * (-t_10 + t_11*t_13*t_6*variance - 1.0 / 4.0*t_5)))
    t_24 = rho_col*t_23
    t_25 = t_11*t_6
    t_26 = t_25*variance
    t_27 = t_26*((1.0 / 4.0)*t_4 + t_9)
    t_28 = 1.0 / t_18
    t_29 = 4.0*t_28
    t_30 = t_26*t_29
    t_31 = t_25*t_29*(t_12*t_30 + 1.0)
    t_32 = t_2*t_8
    t_33 = rho_row*t_23
    t_34 = kappa*mean*t_23*math.exp(3.0*w)/(t_7 * t_7 * t_7)
    t_35 = t_34*variance
    d0_0 = mean*t_0*t_1*t_16*t_3*(-2.0*t_10 + 2.0*t_11*t_13*t_6*variance - 1.0 / 4.0*t_15 - 0.5*t_5)
    d0_1 = t_20*t_3*(-t_12 - 0.5*t_19)
    d0_2 = -t_22*(t_1*t_21 + 1.0)
    d0_3 = -t_22*(t_0*t_21 + 1.0)
    d1_0 = t_24*t_27
    d1_1 = rho_col*t_31
    d1_2 = t_24*t_32
    d1_3 = t_30*(rho_col*t_30 + 1.0)
    d2_0 = t_27*t_33
    d2_1 = rho_row*t_31
    d2_2 = t_30*(rho_row*t_30 + 1.0)
    d2_3 = t_32*t_33
    d3_0 = t_14*t_28*(t_15*t_28 + 1.0)
    d3_1 = t_12*t_34
    d3_2 = t_35
    d3_3 = t_35
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
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + kappa*variance*math.exp(w)/(math.exp(w) + 1.0), 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = (kappa * kappa)
    t_3 = math.exp(w)
    t_4 = t_3 + 1.0
    t_5 = (t_4 * t_4)
    t_6 = (1.0 / 4.0)*mean
    t_7 = kappa/(math.cosh((0.5)*w) * math.cosh((0.5)*w))
    t_8 = 1.0 / t_4
    t_9 = 2.0*w
    t_10 = mean*t_2*math.exp(t_9)/t_5
    t_11 = kappa*t_3*t_8*variance - t_10 - t_6*t_7
    t_12 = mean*rho_col
    t_13 = (kappa * kappa * kappa)
    t_14 = (t_4 * t_4 * t_4)
    t_15 = 3.0*w
    t_16 = t_13*math.exp(t_15)/t_14
    t_17 = K*rho_row
    t_18 = kappa*t_3*t_8
    t_19 = 4.0*rho_col*t_17
    t_20 = (mean * mean)*t_18
    t_21 = math.pow(kappa, 5.0 / 2.0)*math.sqrt((rho_col * rho_col)*t_20 + 2.0*rho_col*rho_row*t_20 + (rho_row * rho_row)*t_20 - t_10*t_19 - t_12*t_17*t_7 + t_18*t_19*variance)*math.exp((5.0 / 2.0)*w)/math.pow(t_4, 5.0 / 2.0) + mean*rho_row*t_16 + t_12*t_16
    t_22 = (0.5)*mean*t_21*t_5*math.exp(-t_9)/(t_11*t_2)
    t_23 = 1.0 / rho_col
    a_value = t_1*t_22
    c_value = t_0*t_22*t_23
    b_d_value = t_1*t_14*(t_21 * t_21)*t_23*t_6*math.exp(-t_15)/((t_11 * t_11)*t_13)
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
