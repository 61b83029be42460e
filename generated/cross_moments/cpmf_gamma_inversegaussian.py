"""cpmf_gamma_inversegaussian: Sums of a Poisson number of Inverse Gaussian draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 31d00a9ca231725cd0b5dd1c564d408277e26b8cd690d10f565767b6c4ab17fa
record:    sha256 a6ae54be29608901f17768333daa0c2ee41dbf6aa6999f8ae0cf034f2c20fe19
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 5534727482b712b39972a4723d6cfef2cf7bfaeea689dcecf38b385edc6f7da7
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

SPEC = ModelSpec(name='cpmf_gamma_inversegaussian',
          title='Sums of a Poisson number of Inverse Gaussian draws, Gamma priors',
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
                      ConditionSpec(text='2*cov_col*cov_row*mean/w + '
                                         '4*cov_col*cov_row*variance > 4*cycle*mean**2 + '
                                         '4*cov_col*cov_row**2 + 4*cov_col**2*cov_row',
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
                           ConditionSpec(text='2*variance/sqrt(-w) > mean/(-w)**(3/2)',
                                         kind='overdispersion',
                                         targets=('mean', 'variance')),
                           ConditionSpec(text='2*mean**2*variance/sqrt(-w) + '
                                              '2*K*cov_col*cov_row*w/(-w)**(3/2) > '
                                              '2*cov_row*mean**2/sqrt(-w) + '
                                              '2*cov_col*mean**2/sqrt(-w) + '
                                              'mean**3/(-w)**(3/2)',
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
    t0 = math.sqrt(2.0)
    t1 = -w
    t2 = (0.5)*a
    t3 = K*c
    t4 = kappa*t3
    t5 = K*(c * c)
    t6 = 1.0/((b * b)*(d * d)*w)
    t7 = (kappa * kappa)*t6
    t8 = (a * a)
    t9 = math.pow(t1, 3.0 / 2.0)
    t10 = 2.0*kappa*t9
    mean_value = t0*t2*t4/(b*d*math.sqrt(t1))
    cov_row_value = -t2*t5*t7
    cov_col_value = -0.5*t3*t7*t8
    cycle_value = (1.0 / 4.0)*(kappa * kappa * kappa * kappa)*t5*t8/((b * b * b * b)*(d * d * d * d)*(w * w))
    variance_value = (1.0 / 4.0)*a*t4*t6*(-a*t10 + b*d*t0*w - b*d*t10 - c*t10 - t10)/t9
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
    t0 = (0.5)*a
    t1 = math.sqrt(2.0)
    t2 = -w
    t3 = math.pow(t2, -1.0 / 2.0)
    t4 = 1.0 / b
    t5 = 1.0 / d
    t6 = t4*t5
    t7 = t1*t3*t6
    t8 = kappa*t7
    t9 = t0*t8
    t10 = K*c
    t11 = 1.0 / ((b * b))
    t12 = t11*t5
    t13 = t0*t10
    t14 = kappa*t1*t13*t3
    t15 = 1.0 / ((d * d))
    t16 = t15*t4
    t17 = 1.0 / w
    t18 = kappa*t17
    t19 = a*t10
    t20 = (1.0 / 4.0)*t19
    t21 = t18*t20
    t22 = (c * c)
    t23 = t0*t22
    t24 = t11*t15
    t25 = (kappa * kappa)
    t26 = t17*t25
    t27 = t24*t26
    t28 = K*t22
    t29 = (0.5)*t27
    t30 = a*t28
    t31 = t26*t30
    t32 = t15/(b * b * b)
    t33 = -t19*t27
    t34 = t11/(d * d * d)
    t35 = K*t23
    t36 = 1.0 / ((w * w))
    t37 = t24*t25*t36
    t38 = t18*t24
    t39 = (a * a)
    t40 = t29*t39
    t41 = t10*t39
    t42 = t26*t41
    t43 = (0.5)*t41
    t44 = 1.0 / ((b * b * b * b))
    t45 = 1.0 / ((d * d * d * d))
    t46 = (kappa * kappa * kappa * kappa)
    t47 = t36*t39*t45*t46
    t48 = t36*t44*t46
    t49 = t45*t48
    t50 = t28*t39
    t51 = t44*t45*t50
    t52 = math.pow(t2, 3.0 / 2.0)
    t53 = 1.0 / t52
    t54 = 2.0*kappa
    t55 = t52*t54
    t56 = b*d
    t57 = -a*t55 + b*d*t1*w - c*t55 - t55*t56 - t55
    t58 = (1.0 / 4.0)*t38
    t59 = a*t58
    t60 = -t53*t57
    t61 = t21*t53*(t1*w - t55 - 2.0*t57*t6)
    t62 = 6.0*t18*t52
    d0_0 = c*t9
    d0_1 = (0.5)*t10*t8
    d0_2 = -t12*t14
    d0_3 = K*t9
    d0_4 = -t14*t16
    d0_5 = -t21*t7
    d0_6 = t13*t7
    d1_0 = -t23*t27
    d1_1 = -t28*t29
    d1_2 = t31*t32
    d1_3 = t33
    d1_4 = t31*t34
    d1_5 = t35*t37
    d1_6 = -t30*t38
    d2_0 = -c*t40
    d2_1 = t33
    d2_2 = t32*t42
    d2_3 = -K*t40
    d2_4 = t34*t42
    d2_5 = t37*t43
    d2_6 = -t38*t41
    d3_0 = (1.0 / 4.0)*t22*t44*t47
    d3_1 = t35*t49
    d3_2 = -t28*t47/b ** 5
    d3_3 = t43*t49
    d3_4 = -t48*t50/d ** 5
    d3_5 = -0.5*t46*t51/(w * w * w)
    d3_6 = (kappa * kappa * kappa)*t36*t51
    d4_0 = c*t53*t57*t59
    d4_1 = t10*t58*(-a*t54 - t60)
    d4_2 = t12*t61
    d4_3 = K*t59*(-c*t54 - t60)
    d4_4 = t16*t61
    d4_5 = (1.0 / 8.0)*t19*t38*t53*(-a*t62 + 2.0*b*d*t1 - c*t62 - 5.0*t17*t57 - t56*t62 - t62)
    d4_6 = t17*t20*t24*(-t54*(a + c + t56 + 1.0) - t60)
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
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = cycle
    margin_5_value = -cov_col - cov_row + variance
    margin_6_value = -4.0*(cov_col * cov_col)*cov_row - 4.0*cov_col*(cov_row * cov_row) + 2.0*cov_col*cov_row*mean/w + 4.0*cov_col*cov_row*variance - 4.0*cycle*(mean * mean)
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
    t0 = -w
    t1 = math.pow(t0, -3.0 / 2.0)
    t2 = math.pow(t0, -1.0 / 2.0)
    t3 = (mean * mean)
    t4 = 2.0*t2*t3
    margin_1_value = mean
    margin_2_value = cov_row
    margin_3_value = cov_col
    margin_4_value = -mean*t1 + 2.0*t2*variance
    margin_5_value = 2.0*K*cov_col*cov_row*t1*w - cov_col*t4 - cov_row*t4 - (mean * mean * mean)*t1 + 2.0*t2*t3*variance
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
    status = positive(-4.0*(cov_col * cov_col)*cov_row - 4.0*cov_col*(cov_row * cov_row) + 2.0*cov_col*cov_row*mean/w + 4.0*cov_col*cov_row*variance - 4.0*cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = (mean * mean)
    t_3 = 1.0/(cycle*t_2)
    t_4 = cycle*t_2
    t_5 = cov_col*cov_row
    t_6 = mean*t_5/w
    t_7 = t_5*(-cov_col - cov_row + variance)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = cov_row*t_0*t_3
    c_value = cov_col*t_1*t_3
    kappa_value = (0.5)*math.sqrt(2.0)*math.sqrt(-w)*(-2.0*t_4 + t_6 + 2.0*t_7)/(cov_col*cov_row*mean)
    b_d_value = t_3*(-t_4 + (0.5)*t_6 + t_7)
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
    status = positive(-4.0*(cov_col * cov_col)*cov_row - 4.0*cov_col*(cov_row * cov_row) + 2.0*cov_col*cov_row*mean/w + 4.0*cov_col*cov_row*variance - 4.0*cycle*(mean * mean), 6, status)
    t_0 = (mean * mean * mean)
    t_1 = (cov_col * cov_col)
    t_2 = 1.0 / t_1
    t_3 = (cov_row * cov_row)
    t_4 = 1.0 / t_3
    t_5 = t_2*t_4
    t_6 = 4.0*cycle
    t_7 = (mean * mean * mean * mean)
    t_8 = 2.0*cycle
    t_9 = t_7*t_8
    t_10 = 2.0*cov_row
    t_11 = 1.0 / cycle
    t_12 = t_11/t_0
    t_13 = (mean * mean)
    t_14 = 1.0 / t_13
    t_15 = t_11*t_14
    t_16 = 2.0*cov_col
    t_17 = cov_row*t_16
    t_18 = t_15*t_17
    t_19 = t_14/(cycle * cycle)
    t_20 = 1.0 / w
    t_21 = 1.0 / mean
    t_22 = cov_col*cov_row
    t_23 = -variance
    t_24 = cov_col + t_23
    t_25 = mean*t_20*t_22 - t_13*t_8 + t_17*(-cov_row - t_24)
    t_26 = t_21*t_25
    t_27 = 1.0 / cov_col
    t_28 = 1.0 / cov_row
    t_29 = t_27*t_28
    t_30 = math.sqrt(2.0)*math.sqrt(-w)
    t_31 = t_21*t_30
    t_32 = (0.5)*t_31
    t_33 = -mean*t_20 + t_25*t_29 - 2.0*variance
    t_34 = -0.5*mean*t_20
    d0_0 = t_0*t_5*t_6
    d0_1 = -t_2*t_9/(cov_row * cov_row * cov_row)
    d0_2 = -t_4*t_9/(cov_col * cov_col * cov_col)
    d0_3 = t_5*t_7
    d0_4 = 0.0
    d1_0 = -t_1*t_10*t_12
    d1_1 = t_1*t_15
    d1_2 = t_18
    d1_3 = -cov_row*t_1*t_19
    d1_4 = 0.0
    d2_0 = -t_12*t_16*t_3
    d2_1 = t_18
    d2_2 = t_15*t_3
    d2_3 = -cov_col*t_19*t_3
    d2_4 = 0.0
    d3_0 = t_29*t_32*(cov_col*cov_row*t_20 - mean*t_6 - t_26)
    d3_1 = t_28*t_32*(-4.0*cov_row - t_16 - t_33)
    d3_2 = t_27*t_32*(-4.0*cov_col - t_10 - t_33)
    d3_3 = -mean*t_29*t_30
    d3_4 = t_31
    d4_0 = t_15*((0.5)*cov_col*cov_row*t_20 - mean*t_8 - t_26)
    d4_1 = cov_col*t_15*(-t_10 - t_24 - t_34)
    d4_2 = cov_row*t_15*(-cov_row - t_16 - t_23 - t_34)
    d4_3 = -t_11*((0.5)*t_15*t_25 + 1.0)
    d4_4 = t_15*t_22
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
    status = positive(-mean/math.pow(-w, 3.0 / 2.0) + 2.0*variance/math.sqrt(-w), 4, status)
    status = positive(2.0*K*cov_col*cov_row*w/math.pow(-w, 3.0 / 2.0) - 2.0*cov_col*(mean * mean)/math.sqrt(-w) - 2.0*cov_row*(mean * mean)/math.sqrt(-w) - (mean * mean * mean)/math.pow(-w, 3.0 / 2.0) + 2.0*(mean * mean)*variance/math.sqrt(-w), 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = -w
    t_7 = math.pow(t_6, 3.0 / 2.0)
    t_8 = 1.0 / t_7
    t_9 = math.pow(t_6, -1.0 / 2.0)
    t_10 = t_1*t_9
    t_11 = K*cov_col*cov_row*t_8*w - cov_col*t_10 - cov_row*t_10 + t_1*t_9*variance - 0.5*t_5*t_8
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = -math.sqrt(2.0)*t_11*w/t_5
    b_d_value = -t_0*t_11*t_2*t_4*t_7/w
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
