"""gmf_gamma_normal: Normal observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 ea12cdb92e4095fd050c428cbfe663641e14efe2c8081dee73a4ec588f233073
record:    sha256 88204f50582e91dc333c07ff804af66474c5aca7d73dde24555b9c3d6e9deb59
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 aad460a79c9c6e772c8f46011a5135d341cb2a9089af830d3a0ceec584fa3950
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

SPEC = ModelSpec(name='gmf_gamma_normal',
          title='Normal observations, Gamma priors (shape and rate)',
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
                      ParameterSpec(name='sigma_Y',
                                    meaning='standard deviation of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('sigma_Y',),
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
                      ConditionSpec(text='variance > sigma_Y**2',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > sigma_Y**2',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > sigma_Y**2',
                                         kind='other',
                                         targets=('variance',))),
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
          priors_depend_on=('a', 'b', 'c', 'd', 'sigma_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, sigma_Y):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, sigma_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*a
    t1 = c*t0
    t2 = (b * b)
    t3 = (d * d)
    t4 = (c * c)*t0
    t5 = K*(a * a)*c
    t6 = (sigma_Y * sigma_Y)*t2*t3 + t1 + t4 + t5
    t7 = 1.0 / t6
    mean_value = t1/(b*d)
    variance_value = t6/(t2*t3)
    rho_row_value = t4*t7
    rho_col_value = t5*t7
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
def moments_jacobian(K, a, b, c, d, sigma_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, sigma_Y."""
    t0 = 1.0 / b
    t1 = 1.0 / d
    t2 = t0*t1
    t3 = a*c
    t4 = K*c
    t5 = (b * b)
    t6 = 1.0 / t5
    t7 = K*a
    t8 = c*t7
    t9 = (d * d)
    t10 = 1.0 / t9
    t11 = c + 1.0
    t12 = a + t11
    t13 = t10*t6
    t14 = 2.0*a
    t15 = t11 + t14
    t16 = (sigma_Y * sigma_Y)
    t17 = (c * c)
    t18 = (a * a)
    t19 = t16*t9
    t20 = t17*t7 + t18*t4 + t19*t5 + t8
    t21 = -2.0*t13*t20 + 2.0*t16
    t22 = 2.0*c
    t23 = a + t22 + 1.0
    t24 = 1.0 / t20
    t25 = t24*t8
    t26 = -t12*t25 + 1.0
    t27 = t17*t24
    t28 = t15*t25
    t29 = K/(t20 * t20)
    t30 = t14*t17*t29
    t31 = b*t19
    t32 = t23*t25
    t33 = t30*t5
    t34 = d*t16
    t35 = sigma_Y*t9
    t36 = t18*t24
    t37 = t18*t22*t29
    t38 = t37*t5
    d0_0 = t2*t3
    d0_1 = t2*t4
    d0_2 = -t1*t6*t8
    d0_3 = t2*t7
    d0_4 = -t0*t10*t8
    d0_5 = 0.0
    d1_0 = t12*t13*t3
    d1_1 = t13*t15*t4
    d1_2 = t0*t21
    d1_3 = t13*t23*t7
    d1_4 = t1*t21
    d1_5 = 2.0*sigma_Y
    d2_0 = a*t26*t27
    d2_1 = K*t27*(1.0 - t28)
    d2_2 = -t30*t31
    d2_3 = t25*(2.0 - t32)
    d2_4 = -t33*t34
    d2_5 = -t33*t35
    d3_0 = c*t26*t36
    d3_1 = t25*(2.0 - t28)
    d3_2 = -t31*t37
    d3_3 = K*t36*(1.0 - t32)
    d3_4 = -t34*t38
    d3_5 = -t35*t38
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
def conditions(mean, variance, rho_row, rho_col, sigma_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (sigma_Y * sigma_Y) - variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -t0
    margin_5_value = -rho_col*variance - rho_row*variance - t0
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
        margin_5_value,
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
        ) = conditions(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def conditions_at_k(K, mean, variance, rho_row, rho_col, sigma_Y):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -(sigma_Y * sigma_Y) + variance
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
def solve(mean, variance, rho_row, rho_col, sigma_Y):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = -(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0)
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
def solve_jacobian(mean, variance, rho_row, rho_col, sigma_Y):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = rho_col + rho_row - 1.0
    t_5 = -(sigma_Y * sigma_Y) - t_4*variance
    t_6 = 1.0 / variance
    t_7 = t_5*t_6
    t_8 = (mean * mean)*t_0*t_1
    t_9 = t_6*t_8
    t_10 = 1.0 / t_5
    t_11 = t_10*variance
    t_12 = t_10*(t_11*t_4 + 1.0)
    t_13 = 1.0 / ((t_5 * t_5))
    t_14 = t_13*t_2
    t_15 = mean*t_13
    t_16 = t_15*variance
    d0_0 = 2.0*mean*t_0*t_1*t_3*t_5
    d0_1 = t_3*t_8*(-t_4 - 2.0*t_7)
    d0_2 = -t_9*(t_1*t_7 + 1.0)
    d0_3 = -t_9*(t_0*t_7 + 1.0)
    d1_0 = 0.0
    d1_1 = rho_col*t_12
    d1_2 = rho_col*t_14
    d1_3 = t_11*(rho_col*t_11 + 1.0)
    d2_0 = 0.0
    d2_1 = rho_row*t_12
    d2_2 = t_11*(rho_row*t_11 + 1.0)
    d2_3 = rho_row*t_14
    d3_0 = t_10
    d3_1 = t_15*t_4
    d3_2 = t_16
    d3_3 = t_16
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
def solve_at_k(K, mean, variance, rho_row, rho_col, sigma_Y):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = mean*t_0/rho_row
    t_2 = -(sigma_Y * sigma_Y) + variance
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
