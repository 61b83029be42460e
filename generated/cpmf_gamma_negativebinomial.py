"""cpmf_gamma_negativebinomial: Sums of a Poisson number of Negative Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 4fdf47d97d6e2c115b0d3217efafad4c6704e90ba8065aed68f28bc6ebe0c515
record:    sha256 4f6c36fd936c38d2e01df68185c79b298de8356e89229b6501ac5bf75f9830b0
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 219bf75d2f1aeda19e7ef26033c6b4b12873fe0259cd0d4866a5d048364c9f38
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

SPEC = ModelSpec(name='cpmf_gamma_negativebinomial',
          title='Sums of a Poisson number of Negative Binomial draws, Gamma priors',
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
          conditions=(ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='kappa*mean/(1 - exp(-w)) < 0',
                                    kind='mean',
                                    targets=('mean',)),
                      ConditionSpec(text='kappa**2*mean/(4*sinh(w/2)**2 - '
                                         '4*exp(-w)*sinh(w/2)**2) + kappa**3*mean/(1 - '
                                         '3*exp(-w) + 3*exp(-2*w) - exp(-3*w)) + variance*( - '
                                         'kappa**2*rho_row/(1 - 2*exp(-w) + exp(-2*w)) - '
                                         'kappa**2*rho_col/(1 - 2*exp(-w) + exp(-2*w)) + '
                                         'kappa**2/(1 - 2*exp(-w) + exp(-2*w))) > 0',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='kappa*mean/(1 - exp(-w)) < 0',
                                         kind='mean',
                                         targets=('mean',)),
                           ConditionSpec(text='kappa**2*mean/(4*sinh(w/2)**2 - '
                                              '4*exp(-w)*sinh(w/2)**2) + kappa**3*mean/(1 - '
                                              '3*exp(-w) + 3*exp(-2*w) - exp(-3*w)) + '
                                              'kappa**2*variance/(1 - 2*exp(-w) + exp(-2*w)) > '
                                              '0',
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
    t1 = t0 - 1.0
    t2 = kappa*t0
    t3 = a*t2
    t4 = K*c*t3
    t5 = b*d
    t6 = c*t2
    t7 = t2*t5 + t2 + t3 + t5 + t6
    t8 = 1.0 / t7
    mean_value = -t4/(b*d*t1)
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
    t1 = t0 - 1.0
    t2 = 1.0 / t1
    t3 = t0*t2
    t4 = 1.0 / b
    t5 = 1.0 / d
    t6 = t4*t5
    t7 = c*kappa*t3*t6
    t8 = a*t7
    t9 = 1.0 / ((b * b))
    t10 = c*t9
    t11 = t10*t5
    t12 = K*a
    t13 = kappa*t12*t3
    t14 = t12*t3*t6
    t15 = 1.0 / ((d * d))
    t16 = c*t15*t4
    t17 = kappa*t0
    t18 = a*t17
    t19 = b*d
    t20 = c*t17
    t21 = t17*t19
    t22 = t17 + t19 + t20 + t21
    t23 = t18 + t22
    t24 = 1.0 / ((t1 * t1))
    t25 = t15*t24
    t26 = t18*t25
    t27 = t10*t26
    t28 = K*t9
    t29 = 2.0*t23
    t30 = t17 + 1.0
    t31 = K*t18*t24*(-t29*t6 + t30)
    t32 = t17*(a + c + t19 + 1.0)
    t33 = t23 + t32
    t34 = c*t0
    t35 = 1.0 / ((t23 * t23))
    t36 = (kappa * kappa)*t35*math.exp(2.0*w)
    t37 = t30*t35
    t38 = t20*t37
    t39 = 1.0 / t23
    t40 = t20*t39
    t41 = t17*t39
    t42 = -t32*t39 + 1.0
    t43 = t39*t42
    t44 = t18*t37
    d0_0 = -t8
    d0_1 = -K*t7
    d0_2 = t11*t13
    d0_3 = -kappa*t14
    d0_4 = t13*t16
    d0_5 = K*t8*(t0*t2 - 1.0)
    d0_6 = -c*t14
    d1_0 = t23*t27
    d1_1 = t20*t25*t28*(2.0*t18 + t22)
    d1_2 = t11*t31
    d1_3 = t26*t28*(t17 + t18 + t19 + 2.0*t20 + t21)
    d1_4 = t16*t31
    d1_5 = K*t27*(-t29*t3 + t33)
    d1_6 = t12*t25*t33*t34*t9
    d2_0 = 0.0
    d2_1 = -c*t36
    d2_2 = -d*t38
    d2_3 = t41*(1.0 - t40)
    d2_4 = -b*t38
    d2_5 = t40*t42
    d2_6 = t34*t43
    d3_0 = 0.0
    d3_1 = t41*(-t18*t39 + 1.0)
    d3_2 = -d*t44
    d3_3 = -a*t36
    d3_4 = -b*t44
    d3_5 = t18*t43
    d3_6 = a*t0*t43
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
    t0 = 1.0 - math.exp(-w)
    t1 = mean/t0
    t2 = (kappa * kappa)
    t3 = t2*variance/(t0 * t0)
    margin_1_value = rho_row
    margin_2_value = rho_col
    margin_3_value = -kappa*t1
    margin_4_value = (kappa * kappa * kappa)*mean/(t0 * t0 * t0) - rho_col*t3 - rho_row*t3 + (1.0 / 4.0)*t1*t2/(math.sinh((0.5)*w) * math.sinh((0.5)*w)) + t3
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = 1.0 - math.exp(-w)
    t1 = mean/t0
    t2 = (kappa * kappa)
    margin_1_value = rho_row
    margin_2_value = rho_col
    margin_3_value = -kappa*t1
    margin_4_value = (kappa * kappa * kappa)*mean/(t0 * t0 * t0) + (1.0 / 4.0)*t1*t2/(math.sinh((0.5)*w) * math.sinh((0.5)*w)) + t2*variance/(t0 * t0)
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
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-kappa*mean/(1.0 - math.exp(-w)), 3, status)
    status = positive((kappa * kappa * kappa)*mean/(1.0 - 3.0*math.exp(-w) + 3.0*math.exp(-2.0*w) - math.exp(-3.0*w)) + (kappa * kappa)*mean/(4.0*(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - 4.0*math.exp(-w)*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + variance*(-(kappa * kappa)*rho_col/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)) - (kappa * kappa)*rho_row/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)) + (kappa * kappa)/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w))), 4, status)
    t_0 = 1.0 - math.exp(-w)
    t_1 = 1.0 / t_0
    t_2 = kappa*t_1*variance
    t_3 = (kappa * kappa)*mean/(t_0 * t_0)
    t_4 = (1.0 / 4.0)*kappa*mean/(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - kappa*rho_col*t_1*variance - kappa*rho_row*t_1*variance + t_2 + t_3
    t_5 = 1.0 / t_4
    K_value = (mean * mean)*t_0*t_4/(kappa*rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_2*t_5
    c_value = rho_row*t_2*t_5
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
    status = positive(-kappa*mean/(1.0 - math.exp(-w)), 3, status)
    status = positive((kappa * kappa * kappa)*mean/(1.0 - 3.0*math.exp(-w) + 3.0*math.exp(-2.0*w) - math.exp(-3.0*w)) + (kappa * kappa)*mean/(4.0*(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - 4.0*math.exp(-w)*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + variance*(-(kappa * kappa)*rho_col/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)) - (kappa * kappa)*rho_row/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)) + (kappa * kappa)/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w))), 4, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = 1.0 - math.exp(-w)
    t_5 = 1.0 / ((math.sinh((0.5)*w) * math.sinh((0.5)*w)))
    t_6 = mean*t_5
    t_7 = 1.0 / t_4
    t_8 = t_7*variance
    t_9 = 2.0*t_8
    t_10 = 1.0 / ((t_4 * t_4))
    t_11 = kappa*t_10
    t_12 = mean*t_11
    t_13 = 4.0*t_11
    t_14 = mean*(t_13 + t_5)
    t_15 = 1.0 / variance
    t_16 = 4.0*t_8
    t_17 = mean*t_13 - 4.0*rho_col*t_7*variance - 4.0*rho_row*t_7*variance + t_16 + t_6
    t_18 = -t_17
    t_19 = rho_col + rho_row - 1.0
    t_20 = (mean * mean)*t_0*t_1
    t_21 = t_15*t_20
    t_22 = rho_col*t_8
    t_23 = rho_row*t_8
    t_24 = 1.0 / (((t_12 - t_22 - t_23 + (1.0 / 4.0)*t_6 + t_8) * (t_12 - t_22 - t_23 + (1.0 / 4.0)*t_6 + t_8)))
    t_25 = t_24*(t_11 + (1.0 / 4.0)*t_5)
    t_26 = 1.0 / t_17
    t_27 = t_16*t_26
    t_28 = 4.0*t_26*t_7*(t_19*t_27 + 1.0)
    t_29 = t_10*t_2*t_24
    t_30 = kappa*mean*t_24/(t_4 * t_4 * t_4)
    t_31 = -t_30*variance
    d0_0 = mean*t_0*t_1*t_3*t_4*(-rho_col*t_9 - rho_row*t_9 + 2.0*t_12 + (1.0 / 4.0)*t_14 + (0.5)*t_6 + t_9)
    d0_1 = t_20*t_3*((0.5)*t_15*t_18*t_4 - t_19)
    d0_2 = t_21*((1.0 / 4.0)*t_1*t_15*t_18*t_4 - 1.0)
    d0_3 = t_21*((1.0 / 4.0)*t_0*t_15*t_18*t_4 - 1.0)
    d1_0 = -t_22*t_25
    d1_1 = rho_col*t_28
    d1_2 = rho_col*t_29
    d1_3 = t_27*(rho_col*t_16*t_26 + 1.0)
    d2_0 = -t_23*t_25
    d2_1 = rho_row*t_28
    d2_2 = t_27*(rho_row*t_16*t_26 + 1.0)
    d2_3 = rho_row*t_29
    d3_0 = t_13*t_26*(t_14*t_26 - 1.0)
    d3_1 = -t_19*t_30
    d3_2 = t_31
    d3_3 = t_31
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
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-kappa*mean/(1.0 - math.exp(-w)), 3, status)
    status = positive((kappa * kappa * kappa)*mean/(1.0 - 3.0*math.exp(-w) + 3.0*math.exp(-2.0*w) - math.exp(-3.0*w)) + (kappa * kappa)*mean/(4.0*(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - 4.0*math.exp(-w)*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + (kappa * kappa)*variance/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)), 4, status)
    t_0 = (mean * mean)
    t_1 = 1.0 - math.exp(-w)
    t_2 = (kappa * kappa * kappa)*t_0/(t_1 * t_1 * t_1)
    t_3 = rho_col*t_2
    t_4 = rho_row*t_2
    t_5 = kappa ** 6
    t_6 = t_5/t_1 ** 6
    t_7 = rho_col*rho_row
    t_8 = 4.0*K*t_7
    t_9 = kappa ** 7*t_8/t_1 ** 7
    t_10 = t_0*t_6
    t_11 = t_3 + t_4 + math.sqrt(K*mean*t_5*t_7/(t_1 ** 5*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + mean*t_9 + (rho_col * rho_col)*t_10 + (rho_row * rho_row)*t_10 + 2.0*t_10*t_7 + t_6*t_8*variance)*abs(mean)
    t_12 = 2.0/t_11
    a_value = -t_12*t_3
    c_value = -t_12*t_4
    b_d_value = -(mean * mean * mean)*t_9/(t_11 * t_11)
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
