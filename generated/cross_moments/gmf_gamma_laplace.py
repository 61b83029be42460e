"""gmf_gamma_laplace: Laplace observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 166316af8f442bf8861dbef4f7c752707270594ba8986b118548fcfef3f4e683
record:    sha256 4e6502fb1a625685b51728ccd96bc9862c21af0475fbdf0957ac2e8d11473f92
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 167ba529121e8df979fa4d49509d8eabb51d44fd42b45ae5d92a0b565b9fcdfb
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

SPEC = ModelSpec(name='gmf_gamma_laplace',
          title='Laplace observations, Gamma priors (shape and rate)',
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
                                    meaning='scale of Y: standard deviation = 1.414 scale_Y',
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
                                     meaning='scale of Y: standard deviation = 1.414 scale_Y'),
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
    t1 = c*t0
    t2 = (c * c)
    t3 = t0*t2
    t4 = (b * b)
    t5 = (d * d)
    t6 = 1.0/(t4*t5)
    t7 = K*(a * a)
    t8 = c*t7
    mean_value = t1/(b*d)
    cov_row_value = t3*t6
    cov_col_value = t6*t8
    cycle_value = t2*t7/((b * b * b * b)*(d * d * d * d))
    variance_value = t6*(2.0*(scale_Y * scale_Y)*t4*t5 + t1 + t3 + t8)
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
    t11 = (c * c)
    t12 = t10*t6
    t13 = t11*t12
    t14 = 2.0*a
    t15 = K*t14
    t16 = t11*t15
    t17 = t10/(b * b * b)
    t18 = t12*t4
    t19 = t14*t18
    t20 = t6/(d * d * d)
    t21 = (a * a)
    t22 = t12*t21
    t23 = 2.0*c
    t24 = K*t21
    t25 = t23*t24
    t26 = 1.0 / ((b * b * b * b))
    t27 = 1.0 / ((d * d * d * d))
    t28 = t11*t26*t27
    t29 = 4.0*t11*t24
    t30 = c + 1.0
    t31 = 2.0*(scale_Y * scale_Y)
    t32 = -2.0*t12*(t11*t7 + t21*t4 + t31*t5*t9 + t8) + 2.0*t31
    d0_0 = t2*t3
    d0_1 = t2*t4
    d0_2 = -t1*t6*t8
    d0_3 = t2*t7
    d0_4 = -t0*t10*t8
    d0_5 = 0.0
    d1_0 = a*t13
    d1_1 = K*t13
    d1_2 = -t16*t17
    d1_3 = t19
    d1_4 = -t16*t20
    d1_5 = 0.0
    d2_0 = c*t22
    d2_1 = t19
    d2_2 = -t17*t25
    d2_3 = K*t22
    d2_4 = -t20*t25
    d2_5 = 0.0
    d3_0 = t21*t28
    d3_1 = t15*t28
    d3_2 = -t27*t29/b ** 5
    d3_3 = t25*t26*t27
    d3_4 = -t26*t29/d ** 5
    d3_5 = 0.0
    d4_0 = t12*t3*(a + t30)
    d4_1 = t18*(t14 + t30)
    d4_2 = t0*t32
    d4_3 = t12*t7*(a + t23 + 1.0)
    d4_4 = t1*t32
    d4_5 = 4.0*scale_Y
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
    scale_Y_value = (0.5)*math.sqrt(2.0)*math.sqrt(cov_col*cov_row*variance - cycle*t_4 - t_2 - t_6)/(math.sqrt(cov_col)*math.sqrt(cov_row))
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
    t_21 = math.sqrt(2.0)
    t_22 = math.sqrt(cov_col*cov_row*variance - cycle*t_11 - t_18 - t_8)
    t_23 = 1.0 / t_22
    t_24 = math.sqrt(cov_col)
    t_25 = 1.0 / t_24
    t_26 = t_23*t_25
    t_27 = -variance
    t_28 = t_23*t_24
    t_29 = (1.0 / 4.0)*t_21
    t_30 = t_20*t_29
    t_31 = cov_col*cov_row
    t_32 = 1.0 / mean
    t_33 = t_32*t_9
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
    d3_0 = -0.5*cycle*mean*t_20*t_21*t_26
    d3_1 = t_30*(t_28*(-cov_col - t_14 - t_27) - t_22*t_25/cov_row)
    d3_2 = t_25*t_29*(t_19*t_23*(-2.0*cov_col - cov_row - t_27) - t_20*t_22/cov_col)
    d3_3 = -t_11*t_26*t_30
    d3_4 = t_19*t_28*t_29
    d4_0 = -t_13*t_31
    d4_1 = cov_col*t_33
    d4_2 = cov_row*t_33
    d4_3 = -t_16*t_31*t_32
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
    scale_Y_value = (0.5)*math.sqrt(2.0)*math.sqrt(-K*cov_col*cov_row - cov_col*t_1 - cov_row*t_1 + t_1*variance)/mean
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
