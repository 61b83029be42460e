"""gmf_gamma_negativebinomial: Negative Binomial observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01daa4ec5a958f2a905ac61322fe5f8d3c4f33d530d81174fe168ad37db86403
record:    sha256 aefcb2e906bf84824e4746da678995a794b72b2ff31e37260af792c41b1efe86
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 5071338954fa04334145368e71121ab3723e861e192c6e11bb2cb982c29c16ff
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

SPEC = ModelSpec(name='gmf_gamma_negativebinomial',
          title='Negative Binomial observations, Gamma priors (shape and rate)',
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
                      ParameterSpec(name='r',
                                    meaning='size of Y: variance = mean + mean^2 / r',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('r',),
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
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='rho_row > 0',
                                    kind='correlation',
                                    targets=('rho_row',)),
                      ConditionSpec(text='rho_col > 0',
                                    kind='correlation',
                                    targets=('rho_col',)),
                      ConditionSpec(text='r*variance > mean**2 + mean*r',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='r > rho_row + r*rho_row + rho_col + r*rho_col',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='variance*( - rho_row - r*rho_row - rho_col - '
                                         'r*rho_col + r) > mean**2 + mean*r',
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
          priors_depend_on=('a', 'b', 'c', 'd', 'r'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, r):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, r):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a*c
    t1 = a*r
    t2 = c*r
    t3 = a + b*d*r + c + r + t0 + t1 + t2 + 1.0
    t4 = 1.0 / t3
    mean_value = t0/(b*d)
    variance_value = t0*t3/((b * b)*(d * d)*r)
    rho_row_value = t2*t4
    rho_col_value = t1*t4
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
def moments_jacobian(K, a, b, c, d, r):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, r."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = a*c
    t4 = K*c
    t5 = 1.0 / ((b * b))
    t6 = a*t4
    t7 = t5*t6
    t8 = t1*t7
    t9 = K*a
    t10 = 1.0 / ((d * d))
    t11 = t0*t10*t6
    t12 = a*r
    t13 = c*r
    t14 = b*d
    t15 = r + 1.0
    t16 = a + c
    t17 = r*t14 + t12 + t13 + t15 + t16
    t18 = 1.0 / r
    t19 = t10*t18
    t20 = t19*t5
    t21 = t15 + t4
    t22 = a*t21
    t23 = t17 + t6
    t24 = t18*t23
    t25 = -2.0*t2*t24 + 1.0
    t26 = t15 + t9
    t27 = c*t26
    t28 = t14 + t16 + 1.0
    t29 = 1.0 / ((t23 * t23))
    t30 = t12*t29
    t31 = t13*t29
    t32 = (r * r)*t29
    t33 = c*t32
    t34 = 1.0 / t23
    t35 = r*t34
    t36 = t34*(-t28*t35 + 1.0)
    t37 = a*t32
    d0_0 = t2*t3
    d0_1 = t2*t4
    d0_2 = -t8
    d0_3 = t2*t9
    d0_4 = -t11
    d0_5 = 0.0
    d1_0 = t20*t3*(t17 + 2.0*t6)
    d1_1 = t20*t4*(t22 + t23)
    d1_2 = t25*t8
    d1_3 = t20*t9*(t23 + t27)
    d1_4 = t11*t25
    d1_5 = t19*t7*(-t24 + t28)
    d2_0 = -(c * c)*t30
    d2_1 = -t21*t31
    d2_2 = -d*t33
    d2_3 = t35*(-t27*t34 + 1.0)
    d2_4 = -b*t33
    d2_5 = c*t36
    d3_0 = -(a * a)*t31
    d3_1 = t35*(-t22*t34 + 1.0)
    d3_2 = -d*t37
    d3_3 = -t26*t30
    d3_4 = -b*t37
    d3_5 = a*t36
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
def conditions(mean, variance, rho_row, rho_col, r):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (mean * mean) + mean*r - r*variance
    t1 = r*variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -r*rho_col - r*rho_row + r - rho_col - rho_row
    margin_6_value = -rho_col*t1 - rho_col*variance - rho_row*t1 - rho_row*variance - t0
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
def solve(mean, variance, rho_row, rho_col, r):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(mean * mean) - mean*r + r*variance, 4, status)
    status = positive(-r*rho_col - r*rho_row + r - rho_col - rho_row, 5, status)
    status = positive(-(mean * mean) - mean*r + variance*(-r*rho_col - r*rho_row + r - rho_col - rho_row), 6, status)
    t_0 = (mean * mean)
    t_1 = r + 1.0
    t_2 = -mean*r - t_0 + variance*(-r*rho_col - r*rho_row + r - rho_col - rho_row)
    t_3 = t_1/t_2
    t_4 = t_3*variance
    K_value = t_0*t_2/(rho_col*rho_row*t_1*(variance * variance))
    a_value = rho_col*t_4
    c_value = rho_row*t_4
    b_d_value = mean*t_3
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
def solve_jacobian(mean, variance, rho_row, rho_col, r):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(mean * mean) - mean*r + r*variance, 4, status)
    status = positive(-r*rho_col - r*rho_row + r - rho_col - rho_row, 5, status)
    status = positive(-(mean * mean) - mean*r + variance*(-r*rho_col - r*rho_row + r - rho_col - rho_row), 6, status)
    t_0 = 2.0*mean
    t_1 = (mean * mean)
    t_2 = r + t_0
    t_3 = mean*t_2
    t_4 = r*rho_col + r*rho_row - r + rho_col + rho_row
    t_5 = -t_4
    t_6 = 1.0 / rho_row
    t_7 = 1.0 / rho_col
    t_8 = t_6*t_7
    t_9 = r + 1.0
    t_10 = 1.0 / t_9
    t_11 = (variance * variance)
    t_12 = t_10/t_11
    t_13 = 1.0 / variance
    t_14 = -mean*r - t_1 + t_5*variance
    t_15 = t_13*t_14
    t_16 = t_1*t_8
    t_17 = t_10*t_15
    t_18 = t_13*t_16
    t_19 = 1.0 / ((t_14 * t_14))
    t_20 = t_19*t_9
    t_21 = t_2*t_20*variance
    t_22 = 1.0 / t_14
    t_23 = t_22*variance
    t_24 = t_22*t_9
    t_25 = t_24*(t_23*t_4 + 1.0)
    t_26 = t_19*(t_9 * t_9)
    t_27 = t_11*t_26
    t_28 = t_23*t_9
    t_29 = mean*t_26*variance
    d0_0 = mean*t_12*t_8*(-r*t_0 - 2.0*t_1 - t_3 + 2.0*t_5*variance)
    d0_1 = t_12*t_16*(-2.0*t_15 - t_4)
    d0_2 = -t_18*(t_17*t_6 + 1.0)
    d0_3 = -t_18*(t_17*t_7 + 1.0)
    d1_0 = rho_col*t_21
    d1_1 = rho_col*t_25
    d1_2 = rho_col*t_27
    d1_3 = t_28*(rho_col*t_28 + 1.0)
    d2_0 = rho_row*t_21
    d2_1 = rho_row*t_25
    d2_2 = t_28*(rho_row*t_28 + 1.0)
    d2_3 = rho_row*t_27
    d3_0 = t_24*(t_22*t_3 + 1.0)
    d3_1 = mean*t_20*t_4
    d3_2 = t_29
    d3_3 = t_29
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
