"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 c68c5fa284664ae8672bb8e8515c4344a7cca2ab18ee5df6677bb712c243728a
record:    sha256 52a14fa6a571909d0b2db1cda6f443c1ff1e05ecbad0373b6bab1501a28890f3
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 834c9b3fa3bb2fef2ac1dbc3db06d12b59dd7043497426fc23ddd6cdb8a2e404
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
                                    domain='real',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='kappa',
                                    meaning='in the number of trials of Y',
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
                                     meaning='in the number of trials of Y'),
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
                      ConditionSpec(text='variance*(1 + exp(w)) > mean + '
                                         'cycle*mean**2/(cov_col*cov_row) + '
                                         'cycle*mean**2*exp(w)/(cov_col*cov_row) + cov_row + '
                                         'cov_row*exp(w) + cov_col + cov_col*exp(w)',
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
                           ConditionSpec(text='variance*(1 + exp(w)) > mean',
                                         kind='overdispersion',
                                         targets=('mean', 'variance')),
                           ConditionSpec(text='variance*(mean**2 + mean**2*exp(w)) > mean**3 + '
                                              'cov_row*mean**2 + cov_row*mean**2*exp(w) + '
                                              'cov_col*mean**2 + cov_col*mean**2*exp(w) + '
                                              'K*cov_col*cov_row + K*cov_col*cov_row*exp(w)',
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
    """Return mean, cov_row, cov_col, cycle, variance."""
    t0 = math.exp(w)
    t1 = t0 + 1.0
    t2 = kappa*t0
    t3 = a*t2
    t4 = K*c
    t5 = t3*t4
    t6 = K*(c * c)
    t7 = 1.0/((b * b)*(d * d)*(t1 * t1))
    t8 = (kappa * kappa)*t7*math.exp(2.0*w)
    t9 = (a * a)
    t10 = b*d
    mean_value = t5/(b*d*t1)
    cov_row_value = a*t6*t8
    cov_col_value = t4*t8*t9
    cycle_value = (kappa * kappa * kappa * kappa)*t6*t9*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d)*(t1 * t1 * t1 * t1))
    variance_value = t5*t7*(c*t2 + t10*t2 + t10 + t2 + t3)
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
    t0 = a*c
    t1 = math.exp(w)
    t2 = t1 + 1.0
    t3 = t1/t2
    t4 = 1.0 / b
    t5 = 1.0 / d
    t6 = t4*t5
    t7 = kappa*t3*t6
    t8 = t0*t7
    t9 = K*t7
    t10 = 1.0 / ((b * b))
    t11 = K*t0
    t12 = t11*t3
    t13 = kappa*t12
    t14 = 1.0 / ((d * d))
    t15 = t14*t4
    t16 = 1.0 - t3
    t17 = K*t16
    t18 = (c * c)
    t19 = a*t18
    t20 = 1.0 / ((t2 * t2))
    t21 = t10*t20
    t22 = t14*t21
    t23 = math.exp(2.0*w)
    t24 = (kappa * kappa)*t23
    t25 = t22*t24
    t26 = t19*t25
    t27 = K*t25
    t28 = 2.0*t19
    t29 = t24*t28
    t30 = K*t20
    t31 = t14*t30/(b * b * b)
    t32 = 2.0*t11*t25
    t33 = K*t21
    t34 = t33/(d * d * d)
    t35 = K*t22
    t36 = kappa*t23*t35
    t37 = (a * a)
    t38 = c*t37
    t39 = 2.0*t38
    t40 = t24*t39
    t41 = 1.0 / ((b * b * b * b))
    t42 = 1.0 / ((d * d * d * d))
    t43 = (kappa * kappa * kappa * kappa)
    t44 = 1.0 / ((t2 * t2 * t2 * t2))
    t45 = math.exp(4.0*w)
    t46 = t41*t42*t43*t44*t45
    t47 = t18*t37
    t48 = t46*t47
    t49 = K*t46
    t50 = 4.0*K*t43*t44*t45*t47
    t51 = kappa*t1
    t52 = a*t51
    t53 = b*d
    t54 = c*t51
    t55 = t51*t53
    t56 = t51 + t53 + t54 + t55
    t57 = t52 + t56
    t58 = t22*t52
    t59 = c*t58
    t60 = 2.0*t57
    t61 = c*t52*(t51 - t6*t60 + 1.0)
    t62 = t51*(a + c + t53 + 1.0) + t57
    d0_0 = t8
    d0_1 = c*t9
    d0_2 = -t10*t13*t5
    d0_3 = a*t9
    d0_4 = -t13*t15
    d0_5 = t17*t8
    d0_6 = t12*t6
    d1_0 = t26
    d1_1 = t18*t27
    d1_2 = -t29*t31
    d1_3 = t32
    d1_4 = -t29*t34
    d1_5 = 2.0*t17*t26
    d1_6 = t28*t36
    d2_0 = t25*t38
    d2_1 = t32
    d2_2 = -t31*t40
    d2_3 = t27*t37
    d2_4 = -t34*t40
    d2_5 = t16*t27*t39
    d2_6 = t36*t39
    d3_0 = t48
    d3_1 = t28*t49
    d3_2 = -t42*t50/b ** 5
    d3_3 = t39*t49
    d3_4 = -t41*t50/d ** 5
    d3_5 = 4.0*t17*t48
    d3_6 = 4.0*K*(kappa * kappa * kappa)*t41*t42*t44*t45*t47
    d4_0 = t57*t59
    d4_1 = t35*t54*(2.0*t52 + t56)
    d4_2 = t33*t5*t61
    d4_3 = K*t58*(t51 + t52 + t53 + 2.0*t54 + t55)
    d4_4 = t15*t30*t61
    d4_5 = K*t59*(-t3*t60 + t62)
    d4_6 = t1*t11*t22*t62
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
    t0 = cov_col*(cov_row * cov_row)
    t1 = (cov_col * cov_col)*cov_row
    t2 = cycle*(mean * mean)
    t3 = math.exp(w)
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -cov_col*cov_row*mean + cov_col*cov_row*t3*variance + cov_col*cov_row*variance - t0*t3 - t0 - t1*t3 - t1 - t2*t3 - t2
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
    t0 = math.exp(w)
    t1 = K*cov_col*cov_row
    t2 = (mean * mean)
    t3 = cov_col*t2
    t4 = cov_row*t2
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = -mean + t0*variance + variance
    margin_5_value = -(mean * mean * mean) - t0*t1 + t0*t2*variance - t0*t3 - t0*t4 - t1 + t2*variance - t3 - t4
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
    status = positive(-(cov_col * cov_col)*cov_row*math.exp(w) - (cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row)*math.exp(w) - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean - cycle*(mean * mean)*math.exp(w) - cycle*(mean * mean) + variance*(cov_col*cov_row*math.exp(w) + cov_col*cov_row), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = cov_col*cov_row
    t_7 = cycle*t_3
    t_8 = t_6*variance
    t_9 = math.exp(w)
    t_10 = mean*t_6 + t_2*t_9 + t_2 + t_5*t_9 + t_5 + t_7*t_9 + t_7 - t_8*t_9 - t_8
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_value = -t_10*math.exp(-w)/(cov_col*cov_row*mean)
    b_d_value = -t_10*t_4/(t_9 + 1.0)
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
    status = positive(-(cov_col * cov_col)*cov_row*math.exp(w) - (cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row)*math.exp(w) - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean - cycle*(mean * mean)*math.exp(w) - cycle*(mean * mean) + variance*(cov_col*cov_row*math.exp(w) + cov_col*cov_row), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = (mean * mean * mean * mean)
    t_7 = 2.0*cycle
    t_8 = t_6*t_7
    t_9 = cov_row*t_1
    t_10 = 1.0 / cycle
    t_11 = 2.0*t_10/t_0
    t_12 = (mean * mean)
    t_13 = 1.0 / t_12
    t_14 = t_10*t_13
    t_15 = cov_col*cov_row
    t_16 = t_14*t_15
    t_17 = 2.0*t_16
    t_18 = t_13/(cycle * cycle)
    t_19 = cov_col*t_3
    t_20 = 1.0 / mean
    t_21 = cycle*t_12
    t_22 = math.exp(w)
    t_23 = t_22*variance
    t_24 = mean*t_15 - t_15*t_23 - t_15*variance + t_19*t_22 + t_19 + t_21*t_22 + t_21 + t_22*t_9 + t_9
    t_25 = mean*t_7
    t_26 = t_15 + t_22*t_25 + t_25
    t_27 = 1.0 / cov_col
    t_28 = 1.0 / cov_row
    t_29 = t_27*t_28
    t_30 = math.exp(-w)
    t_31 = t_20*t_30
    t_32 = -t_24*t_27*t_28
    t_33 = 2.0*cov_row
    t_34 = cov_col*t_22
    t_35 = mean - t_23 - variance
    t_36 = cov_col + t_22*t_33 + t_33 + t_34 + t_35
    t_37 = 2.0*cov_col + cov_row*t_22 + cov_row + 2.0*t_34 + t_35
    t_38 = t_22 + 1.0
    t_39 = 1.0 / t_38
    t_40 = t_14*t_39
    d0_0 = 4.0*cycle*t_0*t_5
    d0_1 = -t_2*t_8/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_8/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_6
    d0_4 = 0.0
    d1_0 = -t_11*t_9
    d1_1 = t_1*t_14
    d1_2 = t_17
    d1_3 = -t_18*t_9
    d1_4 = 0.0
    d2_0 = -t_11*t_19
    d2_1 = t_17
    d2_2 = t_14*t_3
    d2_3 = -t_18*t_19
    d2_4 = 0.0
    d3_0 = t_29*t_31*(t_20*t_24 - t_26)
    d3_1 = t_28*t_31*(-t_32 - t_36)
    d3_2 = t_27*t_31*(-t_32 - t_37)
    d3_3 = -mean*t_29*t_30*t_38
    d3_4 = t_31*t_38
    d4_0 = t_40*(2.0*t_20*t_24 - t_26)
    d4_1 = -cov_col*t_36*t_40
    d4_2 = -cov_row*t_37*t_40
    d4_3 = t_10*(t_10*t_13*t_24*t_39 - 1.0)
    d4_4 = t_16
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
    status = positive(-mean + variance*(math.exp(w) + 1.0), 4, status)
    status = positive(-K*cov_col*cov_row*math.exp(w) - K*cov_col*cov_row - cov_col*(mean * mean)*math.exp(w) - cov_col*(mean * mean) - cov_row*(mean * mean)*math.exp(w) - cov_row*(mean * mean) - (mean * mean * mean) + variance*((mean * mean)*math.exp(w) + (mean * mean)), 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = K*cov_col*cov_row
    t_7 = cov_col*t_1
    t_8 = cov_row*t_1
    t_9 = t_1*variance
    t_10 = math.exp(w)
    t_11 = t_10*t_6 + t_10*t_7 + t_10*t_8 - t_10*t_9 + t_5 + t_6 + t_7 + t_8 - t_9
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = -t_11*math.exp(-w)/t_5
    b_d_value = -t_0*t_11*t_2*t_4/(t_10 + 1.0)
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
