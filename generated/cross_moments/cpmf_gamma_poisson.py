"""cpmf_gamma_poisson: Sums of a Poisson number of Poisson draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 cd66f5f878aac3e8f8b0f2a1913900850c8321921830cbd096f4af5e9c1c3338
record:    sha256 843c21f4af61549875dc1da720e1d0686fcbf8596cd8a5bf239dd9a0a5223ce8
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 444c7de00ef2646140962e1f924a1c371a66cdcb9a4596c3d682d33829579447
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
                                    meaning='in the dispersion weight of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd', 'w', 'kappa'),
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
                      IdentifiedSpec(name='kappa*exp(w)',
                                     exponents={'kappa': 1},
                                     meaning='in the dispersion weight of Y, where w is 0: all '
                                             'that data show'),
                      IdentifiedSpec(name='b*d',
                                     exponents={'b': 1, 'd': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=('a', 'c', 'kappa*exp(w)', 'b*d'),
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
                      ConditionSpec(text='variance > mean + cycle*mean**2/(cov_col*cov_row) + '
                                         'cov_row + cov_col',
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
                           ConditionSpec(text='variance > mean',
                                         kind='overdispersion',
                                         targets=('mean', 'variance')),
                           ConditionSpec(text='mean**2*variance > mean**3 + cov_row*mean**2 + '
                                              'cov_col*mean**2 + K*cov_col*cov_row',
                                         kind='other',
                                         targets=('cov_col', 'cov_row', 'mean', 'variance'))),
          has_margins=True,
          symmetries=(SymmetrySpec(weights={'b': 1, 'd': -1},
                                   prior_degrees={'theta': -1, 'beta': 1},
                                   anchor='b',
                                   shifts={},
                                   prior_shifts={}),
                      SymmetrySpec(weights={'kappa': -1},
                                   prior_degrees={'theta': 0, 'beta': 0},
                                   anchor='w',
                                   shifts={'w': 1},
                                   prior_shifts={'theta': 0, 'beta': 0})),
          anchored={'w': {},
                    'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'b': {},
                    'c': {'c': 1.0},
                    'd': {'b*d': 1.0},
                    'kappa': {'kappa*exp(w)': 1.0}},
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
    t0 = kappa*math.exp(w)
    t1 = a*t0
    t2 = K*c
    t3 = t1*t2
    t4 = K*(c * c)
    t5 = 1.0/((b * b)*(d * d))
    t6 = (kappa * kappa)*t5*math.exp(2.0*w)
    t7 = (a * a)
    t8 = b*d
    mean_value = t3/(b*d)
    cov_row_value = a*t4*t6
    cov_col_value = t2*t6*t7
    cycle_value = (kappa * kappa * kappa * kappa)*t4*t7*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d))
    variance_value = t3*t5*(c*t0 + t0*t8 + t0 + t1 + t8)
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
    t10 = c*t2
    t11 = 1.0 / ((b * b))
    t12 = K*t11
    t13 = t10*t12*t4
    t14 = 1.0 / ((d * d))
    t15 = K*t14
    t16 = t10*t15*t3
    t17 = a*c
    t18 = t0*t17
    t19 = (c * c)
    t20 = a*t19
    t21 = t11*t14
    t22 = math.exp(2.0*w)
    t23 = (kappa * kappa)*t22
    t24 = t21*t23
    t25 = t20*t24
    t26 = K*t24
    t27 = 2.0*t20
    t28 = t23*t27
    t29 = t15/(b * b * b)
    t30 = 2.0*t26
    t31 = t17*t30
    t32 = t12/(d * d * d)
    t33 = 2.0*K
    t34 = K*t21
    t35 = kappa*t22*t34
    t36 = (a * a)
    t37 = c*t36
    t38 = 2.0*t37
    t39 = t23*t38
    t40 = 1.0 / ((b * b * b * b))
    t41 = 1.0 / ((d * d * d * d))
    t42 = (kappa * kappa * kappa * kappa)
    t43 = math.exp(4.0*w)
    t44 = t40*t41*t42*t43
    t45 = t19*t36
    t46 = t44*t45
    t47 = 4.0*K
    t48 = t42*t43*t45*t47
    t49 = b*d
    t50 = t1*t49
    t51 = t1 + t49 + t50 + t8
    t52 = t2 + t51
    t53 = t10*t21
    t54 = t1 - 2.0*t5*t52 + 1.0
    t55 = t1*(a + c + t49 + 1.0) + t52
    d0_0 = t7
    d0_1 = t8*t9
    d0_2 = -t13
    d0_3 = K*t6
    d0_4 = -t16
    d0_5 = K*t7
    d0_6 = t18*t9
    d1_0 = t25
    d1_1 = t19*t26
    d1_2 = -t28*t29
    d1_3 = t31
    d1_4 = -t28*t32
    d1_5 = t25*t33
    d1_6 = t27*t35
    d2_0 = t24*t37
    d2_1 = t31
    d2_2 = -t29*t39
    d2_3 = t26*t36
    d2_4 = -t32*t39
    d2_5 = t30*t37
    d2_6 = t35*t38
    d3_0 = t46
    d3_1 = K*t27*t44
    d3_2 = -t41*t48/b ** 5
    d3_3 = t33*t37*t44
    d3_4 = -t40*t48/d ** 5
    d3_5 = t46*t47
    d3_6 = (kappa * kappa * kappa)*t40*t41*t43*t45*t47
    d4_0 = t52*t53
    d4_1 = t34*t8*(2.0*t2 + t51)
    d4_2 = t13*t54
    d4_3 = t2*t34*(t1 + t2 + t49 + t50 + 2.0*t8)
    d4_4 = t16*t54
    d4_5 = K*t53*t55
    d4_6 = t18*t34*t55
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
def conditions(mean, cov_row, cov_col, cycle, variance):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean)
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
    margin_4_value = -mean + variance
    margin_5_value = -K*cov_col*cov_row - cov_col*t0 - cov_row*t0 - (mean * mean * mean) + t0*variance
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
        )


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, a, c, kappa*exp(w), b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = -cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*t_3 - t_2 - t_5
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_expw_value = t_6/(cov_col*cov_row*mean)
    b_d_value = t_4*t_6
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(kappa_expw_value, status),
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
    """Return the derivatives of K, a, c, kappa*exp(w), b*d by mean, cov_row, cov_col, cycle, variance, and a status."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
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
    t_21 = cov_col*cov_row*variance - cycle*t_12 - mean*t_15 - t_19 - t_9
    t_22 = t_20*t_21
    t_23 = mean*t_7 + t_15
    t_24 = 1.0 / cov_col
    t_25 = 1.0 / cov_row
    t_26 = t_24*t_25
    t_27 = t_21*t_26
    t_28 = mean - variance
    t_29 = cov_col + 2.0*cov_row + t_28
    t_30 = 2.0*cov_col + cov_row + t_28
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
    d3_0 = -t_20*t_26*(t_22 + t_23)
    d3_1 = t_20*t_25*(-t_27 - t_29)
    d3_2 = t_20*t_24*(-t_27 - t_30)
    d3_3 = -mean*t_26
    d3_4 = t_20
    d4_0 = -t_14*(2.0*t_22 + t_23)
    d4_1 = -cov_col*t_14*t_29
    d4_2 = -cov_row*t_14*t_30
    d4_3 = -t_10*(t_14*t_21 + 1.0)
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
        )


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return a, c, kappa*exp(w), b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - (mean * mean * mean) + (mean * mean)*variance, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = -K*cov_col*cov_row - cov_col*t_1 - cov_row*t_1 + t_1*variance - t_5
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_expw_value = t_6/t_5
    b_d_value = t_0*t_2*t_4*t_6
    return (
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(kappa_expw_value, status),
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
