"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a01fd0f5b186da59ec5d7d4cdf5b634c1b62b718bcdc7b73ced12291a0f0e7da
record:    sha256 69fa822a6649c22c9b65c3b11c19ca437e7707da93837a2ee927ed9e355df01f
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 73b441f6d259ad64ae2547fd3b19510d3857a0b951fb04c504eed70c058e57e9
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

SPEC = ModelSpec(name='cpmf_gamma_gamma',
          title='Sums of a Poisson number of Gamma draws, Gamma priors',
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
          needs=('w',),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd', 'kappa'),
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
                      IdentifiedSpec(name='kappa',
                                     exponents={'kappa': 1},
                                     meaning='in the dispersion weight of Y'),
                      IdentifiedSpec(name='b*d',
                                     exponents={'b': 1, 'd': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=('a', 'c', 'kappa', 'b*d'),
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
                      ConditionSpec(text='cycle*mean**2*w/(cov_col*cov_row) + cov_row*w + '
                                         'cov_col*w > mean + variance*w',
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
                           ConditionSpec(text='mean + variance*w < 0',
                                         kind='overdispersion',
                                         targets=('mean', 'variance')),
                           ConditionSpec(text='cov_row*mean**2*w + cov_col*mean**2*w + '
                                              'K*cov_col*cov_row*w > mean**3 + '
                                              'mean**2*variance*w',
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
                    'kappa': {'kappa': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('a', 'b', 'c', 'd', 'w', 'kappa'),
          observed_is_count=False,
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = a*kappa
    t1 = K*c
    t2 = t0*t1
    t3 = K*(c * c)
    t4 = 1.0/((b * b)*(d * d)*(w * w))
    t5 = (kappa * kappa)*t4
    t6 = (a * a)
    t7 = b*d
    mean_value = -t2/(b*d*w)
    cov_row_value = a*t3*t5
    cov_col_value = t1*t5*t6
    cycle_value = (kappa * kappa * kappa * kappa)*t3*t6/((b * b * b * b)*(d * d * d * d)*(w * w * w * w))
    variance_value = t2*t4*(c*kappa + kappa*t7 + kappa + t0 + t7)
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
            parameters[6, n],
        )


@kernel
def moments_jacobian(K, a, b, c, d, w, kappa):
    """Return the derivatives of mean, cov_row, cov_col, cycle, variance by K, a, b, c, d, w, kappa."""
    t0 = 1.0 / w
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = t1*t2
    t4 = t0*t3
    t5 = a*kappa
    t6 = c*t5
    t7 = c*kappa
    t8 = K*t4
    t9 = 1.0 / ((b * b))
    t10 = K*t6
    t11 = t0*t10
    t12 = 1.0 / ((d * d))
    t13 = t1*t12
    t14 = 1.0 / ((w * w))
    t15 = t10*t14
    t16 = a*c
    t17 = (c * c)
    t18 = a*t17
    t19 = (kappa * kappa)
    t20 = t14*t9
    t21 = t12*t20
    t22 = t19*t21
    t23 = K*t22
    t24 = 2.0*K
    t25 = t19*t24
    t26 = t18*t25
    t27 = t12*t26
    t28 = t14/(b * b * b)
    t29 = 2.0*t16*t23
    t30 = t20/(d * d * d)
    t31 = t9/(w * w * w)
    t32 = 2.0*t5
    t33 = K*t21
    t34 = (a * a)
    t35 = c*t34
    t36 = t25*t35
    t37 = t12*t36
    t38 = 2.0*t7
    t39 = 1.0 / ((b * b * b * b))
    t40 = 1.0 / ((d * d * d * d))
    t41 = (kappa * kappa * kappa * kappa)
    t42 = 1.0 / ((w * w * w * w))
    t43 = t39*t40*t41*t42
    t44 = t17*t34
    t45 = t24*t43
    t46 = 4.0*K*t41*t42*t44
    t47 = 4.0*K*t39*t40*t44
    t48 = b*d
    t49 = kappa*t48
    t50 = kappa + t48 + t49 + t7
    t51 = t5 + t50
    t52 = kappa - 2.0*t3*t51 + 1.0
    d0_0 = -t4*t6
    d0_1 = -t7*t8
    d0_2 = t11*t2*t9
    d0_3 = -t5*t8
    d0_4 = t11*t13
    d0_5 = t15*t3
    d0_6 = -t16*t8
    d1_0 = t18*t22
    d1_1 = t17*t23
    d1_2 = -t27*t28
    d1_3 = t29
    d1_4 = -t26*t30
    d1_5 = -t27*t31
    d1_6 = t17*t32*t33
    d2_0 = t22*t35
    d2_1 = t29
    d2_2 = -t28*t37
    d2_3 = t23*t34
    d2_4 = -t30*t36
    d2_5 = -t31*t37
    d2_6 = t33*t34*t38
    d3_0 = t43*t44
    d3_1 = t18*t45
    d3_2 = -t40*t46/b ** 5
    d3_3 = t35*t45
    d3_4 = -t39*t46/d ** 5
    d3_5 = -t41*t47/w ** 5
    d3_6 = (kappa * kappa * kappa)*t42*t47
    d4_0 = t21*t51*t6
    d4_1 = t33*t7*(t32 + t50)
    d4_2 = t10*t2*t20*t52
    d4_3 = t33*t5*(kappa + t38 + t48 + t49 + t5)
    d4_4 = t13*t15*t52
    d4_5 = -K*c*t12*t31*t32*t51
    d4_6 = t16*t33*(kappa*(a + c + t48 + 1.0) + t51)
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6,),
        (d4_0, d4_1, d4_2, d4_3, d4_4, d4_5, d4_6,),
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
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n], out[4, 5, n], out[4, 6, n],),
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
def conditions(mean, cov_row, cov_col, cycle, variance, w):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = cov_col*w
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = (cov_col * cov_col)*cov_row*w - cov_col*cov_row*mean + (cov_row * cov_row)*t0 - cov_row*t0*variance + cycle*(mean * mean)*w
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
def conditions_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = variance*w
    t1 = (mean * mean)
    t2 = t1*w
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = -mean - t0
    margin_5_value = K*cov_col*cov_row*w + cov_col*t2 + cov_row*t2 - (mean * mean * mean) - t0*t1
    return (
        margin_1_value,
        margin_2_value,
        margin_3_value,
        margin_4_value,
        margin_5_value,
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
            out[4, n],
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
def solve(mean, cov_row, cov_col, cycle, variance, w):
    """Return K, a, c, kappa, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive((cov_col * cov_col)*cov_row*w + cov_col*(cov_row * cov_row)*w - cov_col*cov_row*mean - cov_col*cov_row*variance*w + cycle*(mean * mean)*w, 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = cov_col*cov_row
    t_7 = cycle*t_3*w - mean*t_6 + t_2*w + t_5*w - t_6*variance*w
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_value = t_7/(cov_col*cov_row*mean)
    b_d_value = -t_4*t_7/w
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(kappa_value, status),
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
            targets[5, n],
        )


@kernel
def solve_jacobian(mean, cov_row, cov_col, cycle, variance, w):
    """Return the derivatives of K, a, c, kappa, b*d by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive((cov_col * cov_col)*cov_row*w + cov_col*(cov_row * cov_row)*w - cov_col*cov_row*mean - cov_col*cov_row*variance*w + cycle*(mean * mean)*w, 6, status)
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
    t_14 = cov_col*cov_row
    t_15 = t_13*t_14
    t_16 = 2.0*t_15
    t_17 = t_12/(cycle * cycle)
    t_18 = cov_col*t_3
    t_19 = 1.0 / mean
    t_20 = cov_col*w
    t_21 = cov_row*w
    t_22 = cycle*w
    t_23 = variance*w
    t_24 = -mean*t_14 + t_1*t_21 + t_11*t_22 - t_14*t_23 + t_20*t_3
    t_25 = t_19*t_24
    t_26 = -2.0*mean*t_22 + t_14
    t_27 = 1.0 / cov_col
    t_28 = 1.0 / cov_row
    t_29 = t_27*t_28
    t_30 = mean + t_23 + t_24*t_29
    t_31 = 1.0 / w
    t_32 = t_13*t_31
    t_33 = -mean - t_23
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_7/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_7/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = -t_10*t_8
    d1_1 = t_1*t_13
    d1_2 = t_16
    d1_3 = -t_17*t_8
    d1_4 = 0.0
    d2_0 = -t_10*t_18
    d2_1 = t_16
    d2_2 = t_13*t_3
    d2_3 = -t_17*t_18
    d2_4 = 0.0
    d3_0 = t_19*t_29*(-t_25 - t_26)
    d3_1 = t_19*t_28*(cov_col*w + 2.0*cov_row*w - t_30)
    d3_2 = t_19*t_27*(2.0*cov_col*w + cov_row*w - t_30)
    d3_3 = mean*t_29*w
    d3_4 = -t_19*w
    d4_0 = t_32*(2.0*t_25 + t_26)
    d4_1 = -cov_col*t_32*(t_20 + 2.0*t_21 + t_33)
    d4_2 = -cov_row*t_32*(2.0*t_20 + t_21 + t_33)
    d4_3 = t_9*(t_12*t_24*t_31*t_9 - 1.0)
    d4_4 = t_15
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
            targets[5, n],
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return a, c, kappa, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean - variance*w, 4, status)
    status = positive(K*cov_col*cov_row*w + cov_col*(mean * mean)*w + cov_row*(mean * mean)*w - (mean * mean * mean) - (mean * mean)*variance*w, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = t_1*w
    t_7 = K*cov_col*cov_row*w + cov_col*t_6 + cov_row*t_6 - t_5 - t_6*variance
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = t_7/t_5
    b_d_value = -t_0*t_2*t_4*t_7/w
    return (
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(kappa_value, status),
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
            targets[6, n],
        )
