"""gmf_gamma_gumbel: Gumbel observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 ebe8f20ce71b3b3b9ea0eb976d695db70ff8df82ee99ba7e54ad8f69b20a8589
record:    sha256 ff89990c78e08c0d583582afe90dd71de7d558d1117a299264b1fd2908aa1cfa
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 3c725f16d97dbc118f636932c90113324b90ccd0d1bc1b0cbafe7af7c765c23c
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
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'variance'),
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
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd', 'scale_Y'),
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
                      IdentifiedSpec(name='scale_Y',
                                     exponents={'scale_Y': 1},
                                     meaning='scale of Y: standard deviation = 1.283 scale_Y'),
                      IdentifiedSpec(name='b*d',
                                     exponents={'b': 1, 'd': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=('a', 'c', 'scale_Y', 'b*d'),
          held_at_k=('mean', 'cov_row', 'cov_col', 'variance'),
          conditions=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='variance > cov_row + cov_col',
                                    kind='other',
                                    targets=('cov_col', 'cov_row', 'variance')),
                      ConditionSpec(text='variance > cycle*mean**2/(cov_col*cov_row) + cov_row '
                                         '+ cov_col',
                                    kind='cycle',
                                    targets=('cov_col',
                                             'cov_row',
                                             'cycle',
                                             'mean',
                                             'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='cov_row > 0',
                                         kind='correlation',
                                         targets=('cov_row',)),
                           ConditionSpec(text='cov_col > 0',
                                         kind='correlation',
                                         targets=('cov_col',)),
                           ConditionSpec(text='mean**2*variance > cov_row*mean**2 + '
                                              'cov_col*mean**2 + K*cov_col*cov_row',
                                         kind='other',
                                         targets=('cov_col', 'cov_row', 'mean', 'variance'))),
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
                    'd': {'b*d': 1.0},
                    'scale_Y': {'scale_Y': 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = K*a
    t1 = (c * c)
    t2 = (b * b)
    t3 = (d * d)
    t4 = 1.0/(t2*t3)
    t5 = K*(a * a)
    t6 = c*t5
    t7 = 6.0*t0
    mean_value = c*t0/(b*d)
    cov_row_value = t0*t1*t4
    cov_col_value = t4*t6
    cycle_value = t1*t5/((b * b * b * b)*(d * d * d * d))
    variance_value = (1.0 / 6.0)*t4*(c*t7 + (math.pi * math.pi)*(scale_Y * scale_Y)*t2*t3 + t1*t7 + 6.0*t6)
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
        variance_value,
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
            out[4, n],
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
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, a, b, c, d, scale_Y."""
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
    t10 = (c * c)
    t11 = t6*t9
    t12 = t10*t11
    t13 = 2.0*a
    t14 = K*t13
    t15 = t10*t14
    t16 = t9/(b * b * b)
    t17 = K*t11
    t18 = c*t17
    t19 = t13*t18
    t20 = t6/(d * d * d)
    t21 = (a * a)
    t22 = t11*t21
    t23 = 2.0*c
    t24 = K*t21
    t25 = t23*t24
    t26 = 1.0 / ((b * b * b * b))
    t27 = 1.0 / ((d * d * d * d))
    t28 = t10*t26*t27
    t29 = 4.0*t10*t24
    t30 = c + 1.0
    t31 = (math.pi * math.pi)
    t32 = (scale_Y * scale_Y)*t31
    t33 = 6.0*K
    t34 = -1.0 / 3.0*t11*(a*t10*t33 + c*t21*t33 + t0*t33 + t32*t5*t8) + (1.0 / 3.0)*t32
    d0_0 = t0*t3
    d0_1 = c*t4
    d0_2 = -t2*t6*t7
    d0_3 = a*t4
    d0_4 = -t1*t7*t9
    d0_5 = 0.0
    d1_0 = a*t12
    d1_1 = K*t12
    d1_2 = -t15*t16
    d1_3 = t19
    d1_4 = -t15*t20
    d1_5 = 0.0
    d2_0 = c*t22
    d2_1 = t19
    d2_2 = -t16*t25
    d2_3 = K*t22
    d2_4 = -t20*t25
    d2_5 = 0.0
    d3_0 = t21*t28
    d3_1 = t14*t28
    d3_2 = -t27*t29/b ** 5
    d3_3 = t25*t26*t27
    d3_4 = -t26*t29/d ** 5
    d3_5 = 0.0
    d4_0 = t0*t11*(a + t30)
    d4_1 = t18*(t13 + t30)
    d4_2 = t1*t34
    d4_3 = a*t17*(a + t23 + 1.0)
    d4_4 = t2*t34
    d4_5 = (1.0 / 3.0)*scale_Y*t31
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5,),
        (d4_0, d4_1, d4_2, d4_3, d4_4, d4_5,),
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
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n], out[4, 5, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
            parameters[5, n],
        )


@kernel
def conditions(mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean)
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
def conditions_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = (mean * mean)
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = -K*cov_col*cov_row - cov_col*t0 - cov_row*t0 + t0*variance
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
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, a, c, scale_Y, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = 1.0 / cycle
    t_4 = (mean * mean)
    t_5 = t_3/t_4
    t_6 = cov_col*t_1
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_5
    c_value = t_5*t_6
    scale_Y_value = math.sqrt(6.0)*math.sqrt(cov_col*cov_row*variance - cycle*t_4 - t_2 - t_6)/(math.pi*math.sqrt(cov_col)*math.sqrt(cov_row))
    b_d_value = cov_col*cov_row*t_3/mean
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(scale_Y_value, status),
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
            out[4, n],
            status[n],
        ) = solve(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_jacobian(mean, cov_row, cov_col, cycle, variance):
    """Return the derivatives of K, a, c, scale_Y, b*d by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle*t_6
    t_8 = cov_row*t_1
    t_9 = 1.0 / cycle
    t_10 = 2.0*t_9/t_0
    t_11 = (mean * mean)
    t_12 = 1.0 / t_11
    t_13 = t_12*t_9
    t_14 = 2.0*cov_row
    t_15 = cov_col*t_13*t_14
    t_16 = 1.0 / ((cycle * cycle))
    t_17 = t_12*t_16
    t_18 = cov_col*t_3
    t_19 = math.sqrt(cov_row)
    t_20 = 1.0 / t_19
    t_21 = math.sqrt(6.0)
    t_22 = 1.0 / math.pi
    t_23 = math.sqrt(cov_col*cov_row*variance - cycle*t_11 - t_18 - t_8)
    t_24 = 1.0 / t_23
    t_25 = math.sqrt(cov_col)
    t_26 = 1.0 / t_25
    t_27 = t_24*t_26
    t_28 = -variance
    t_29 = t_24*t_25
    t_30 = (0.5)*t_21*t_22
    t_31 = t_20*t_30
    t_32 = cov_col*cov_row
    t_33 = 1.0 / mean
    t_34 = t_33*t_9
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = -t_10*t_8
    d1_1 = t_1*t_13
    d1_2 = t_15
    d1_3 = -t_17*t_8
    d1_4 = 0.0
    d2_0 = -t_10*t_18
    d2_1 = t_15
    d2_2 = t_13*t_3
    d2_3 = -t_17*t_18
    d2_4 = 0.0
    d3_0 = -cycle*mean*t_20*t_21*t_22*t_27
    d3_1 = t_31*(t_29*(-cov_col - t_14 - t_28) - t_23*t_26/cov_row)
    d3_2 = t_26*t_30*(t_19*t_24*(-2.0*cov_col - cov_row - t_28) - t_20*t_23/cov_col)
    d3_3 = -t_11*t_27*t_31
    d3_4 = t_19*t_29*t_30
    d4_0 = -t_13*t_32
    d4_1 = cov_col*t_34
    d4_2 = cov_row*t_34
    d4_3 = -t_16*t_32*t_33
    d4_4 = 0.0
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status), if_ok(d0_4, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status), if_ok(d1_4, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status), if_ok(d2_4, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status), if_ok(d3_4, status),),
        (if_ok(d4_0, status), if_ok(d4_1, status), if_ok(d4_2, status), if_ok(d4_3, status), if_ok(d4_4, status),),
        status,
    )


@batch_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n],),
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n],),
            status[n],
        ) = solve_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return a, c, scale_Y, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    a_value = t_0*t_3
    c_value = t_3*t_4
    scale_Y_value = math.sqrt(6.0)*math.sqrt(-K*cov_col*cov_row - cov_col*t_1 - cov_row*t_1 + t_1*variance)/(math.pi*mean)
    b_d_value = (mean * mean * mean)*t_0*t_2*t_4
    return (
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(scale_Y_value, status),
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
            out[3, n],
            status[n],
        ) = solve_at_k(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
            targets[5, n],
        )
