"""gmf_gamma_gumbel: Gumbel observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 ebe8f20ce71b3b3b9ea0eb976d695db70ff8df82ee99ba7e54ad8f69b20a8589
record:    sha256 ff89990c78e08c0d583582afe90dd71de7d558d1117a299264b1fd2908aa1cfa
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 7f7ce40338b22b74a301dac60eea1d5cc2b5d77c101818b920d35220231a5d09
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

SPEC = ModelSpec(name='gmf_gamma_gumbel',
          title='Gumbel observations, Gamma priors (shape and rate)',
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
                      ParameterSpec(name='scale_Y',
                                    meaning='scale of Y: standard deviation = 1.283 scale_Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('scale_Y',),
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
                      ConditionSpec(text='variance > pi**2*scale_Y**2/6',
                                    kind='other',
                                    targets=('variance',)),
                      ConditionSpec(text='variance*(1 - rho_row - rho_col) > '
                                         'pi**2*scale_Y**2/6',
                                    kind='other',
                                    targets=('rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='variance > pi**2*scale_Y**2/6',
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
          priors_depend_on=('a', 'b', 'c', 'd', 'scale_Y'),
          observed_is_count=False,
          observed_sign='real',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, b, c, d, scale_Y):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, scale_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = K*c
    t1 = (b * b)
    t2 = (d * d)
    t3 = 6.0*K*a
    t4 = (c * c)*t3
    t5 = 6.0*(a * a)*t0
    t6 = c*t3 + (math.pi * math.pi)*(scale_Y * scale_Y)*t1*t2 + t4 + t5
    t7 = 1.0 / t6
    mean_value = a*t0/(b*d)
    variance_value = (1.0 / 6.0)*t6/(t1*t2)
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
def moments_jacobian(K, a, b, c, d, scale_Y):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, scale_Y."""
    t0 = a*c
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = t1*t2
    t4 = K*t3
    t5 = (b * b)
    t6 = 1.0 / t5
    t7 = K*t0
    t8 = (d * d)
    t9 = 1.0 / t8
    t10 = c + 1.0
    t11 = a + t10
    t12 = t6*t9
    t13 = 2.0*a + t10
    t14 = K*t12
    t15 = (math.pi * math.pi)
    t16 = (scale_Y * scale_Y)*t15
    t17 = 6.0*K
    t18 = t0*t17
    t19 = (c * c)
    t20 = a*t19
    t21 = (a * a)
    t22 = c*t21
    t23 = t16*t8
    t24 = t17*t20 + t17*t22 + t18 + t23*t5
    t25 = -1.0 / 3.0*t12*t24 + (1.0 / 3.0)*t16
    t26 = a + 2.0*c + 1.0
    t27 = scale_Y*t15
    t28 = 1.0 / t24
    t29 = t18*t28
    t30 = 6.0*t28*(-t11*t29 + 1.0)
    t31 = t17*t28
    t32 = 12.0*K/(t24 * t24)
    t33 = t20*t32
    t34 = b*t23
    t35 = t28*t7
    t36 = 3.0*t35
    t37 = 12.0*t35
    t38 = t33*t5
    t39 = d*t16
    t40 = t27*t8
    t41 = t22*t32
    t42 = t41*t5
    d0_0 = t0*t3
    d0_1 = c*t4
    d0_2 = -t2*t6*t7
    d0_3 = a*t4
    d0_4 = -t1*t7*t9
    d0_5 = 0.0
    d1_0 = t0*t11*t12
    d1_1 = c*t13*t14
    d1_2 = t1*t25
    d1_3 = a*t14*t26
    d1_4 = t2*t25
    d1_5 = (1.0 / 3.0)*t27
    d2_0 = t20*t30
    d2_1 = t19*t31*(-t13*t29 + 1.0)
    d2_2 = -t33*t34
    d2_3 = t37*(-t26*t36 + 1.0)
    d2_4 = -t38*t39
    d2_5 = -t38*t40
    d3_0 = t22*t30
    d3_1 = t37*(-t13*t36 + 1.0)
    d3_2 = -t34*t41
    d3_3 = t21*t31*(-t26*t29 + 1.0)
    d3_4 = -t39*t42
    d3_5 = -t40*t42
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
def conditions(mean, variance, rho_row, rho_col, scale_Y):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (1.0 / 6.0)*(math.pi * math.pi)*(scale_Y * scale_Y) - variance
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return what must be positive for targets to be feasible at a given K."""
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
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
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
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
def solve_jacobian(mean, variance, rho_row, rho_col, scale_Y):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = 1.0 / rho_col
    t_1 = 1.0 / rho_row
    t_2 = (variance * variance)
    t_3 = 1.0 / t_2
    t_4 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t_5 = rho_col + rho_row - 1.0
    t_6 = -t_5
    t_7 = -1.0 / 6.0*t_4 + t_6*variance
    t_8 = 1.0 / variance
    t_9 = -t_4 + 6.0*t_6*variance
    t_10 = t_8*t_9
    t_11 = (mean * mean)*t_0*t_1
    t_12 = (1.0 / 6.0)*t_10
    t_13 = t_11*t_8
    t_14 = 6.0/t_9
    t_15 = t_14*variance
    t_16 = t_14*(t_15*t_5 + 1.0)
    t_17 = 1.0 / ((t_7 * t_7))
    t_18 = t_17*t_2
    t_19 = mean*t_17
    t_20 = t_19*variance
    d0_0 = 2.0*mean*t_0*t_1*t_3*t_7
    d0_1 = t_11*t_3*(-1.0 / 3.0*t_10 - t_5)
    d0_2 = -t_13*(t_1*t_12 + 1.0)
    d0_3 = -t_13*(t_0*t_12 + 1.0)
    d1_0 = 0.0
    d1_1 = rho_col*t_16
    d1_2 = rho_col*t_18
    d1_3 = t_15*(rho_col*t_15 + 1.0)
    d2_0 = 0.0
    d2_1 = rho_row*t_16
    d2_2 = t_15*(rho_row*t_15 + 1.0)
    d2_3 = rho_row*t_18
    d3_0 = 1.0 / t_7
    d3_1 = t_19*t_5
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
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = mean*t_0/rho_row
    t_2 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
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
