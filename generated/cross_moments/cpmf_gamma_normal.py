"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 217b536dbcebcbec6787d222e8a904bd9a4830dc66bd26cb56aafc415cde1fbb
record:    sha256 6aa5bb09a355ee132ca69bbbf68ca398aff812882f4320844b82014295f8611e
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 fe040f537f730c3febbe736c0e6b48d61cd867f894f7c6721727caee529570ae
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

SPEC = ModelSpec(name='cpmf_gamma_normal',
          title='Sums of a Poisson number of Normal draws, Gamma priors',
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
          conditions=(ConditionSpec(text='cov_row > 0',
                                    kind='correlation',
                                    targets=('cov_row',)),
                      ConditionSpec(text='cov_col > 0',
                                    kind='correlation',
                                    targets=('cov_col',)),
                      ConditionSpec(text='cycle > 0', kind='cycle', targets=('cycle',)),
                      ConditionSpec(text='mean*w > 0', kind='mean', targets=('mean',)),
                      ConditionSpec(text='variance*w**2 > cycle*mean**2*w**2/(cov_col*cov_row) '
                                         '+ mean*w + cov_row*w**2 + cov_col*w**2',
                                    kind='cycle',
                                    targets=('cov_col',
                                             'cov_row',
                                             'cycle',
                                             'mean',
                                             'variance'))),
          conditions_at_k=(ConditionSpec(text='cov_row > 0',
                                         kind='correlation',
                                         targets=('cov_row',)),
                           ConditionSpec(text='cov_col > 0',
                                         kind='correlation',
                                         targets=('cov_col',)),
                           ConditionSpec(text='mean*w > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='mean**2*variance*w**2 > cov_row*mean**2*w**2 + '
                                              'cov_col*mean**2*w**2 + mean**3*w + '
                                              'K*cov_col*cov_row*w**2',
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
          observed_sign='real',
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
    t0 = K*a
    t1 = c*kappa*t0
    t2 = (c * c)
    t3 = (w * w)
    t4 = 1.0/((b * b)*(d * d))
    t5 = (kappa * kappa)*t3*t4
    t6 = K*(a * a)
    t7 = b*d
    t8 = kappa*t3
    mean_value = t1*w/(b*d)
    cov_row_value = t0*t2*t5
    cov_col_value = c*t5*t6
    cycle_value = (kappa * kappa * kappa * kappa)*t2*t6*(w * w * w * w)/((b * b * b * b)*(d * d * d * d))
    variance_value = t1*t4*(a*t8 + c*t8 + t7*t8 + t7 + t8)
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
    t0 = a*w
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = t1*t2
    t4 = c*kappa
    t5 = t3*t4
    t6 = K*t5
    t7 = K*t4
    t8 = t0*t7
    t9 = 1.0 / ((b * b))
    t10 = t2*t9
    t11 = K*kappa
    t12 = t0*t3
    t13 = 1.0 / ((d * d))
    t14 = t1*t13
    t15 = K*c
    t16 = (c * c)
    t17 = a*t16
    t18 = t13*t9
    t19 = (w * w)
    t20 = (kappa * kappa)
    t21 = t19*t20
    t22 = t18*t21
    t23 = K*t22
    t24 = 2.0*K
    t25 = t17*t24
    t26 = t21*t25
    t27 = t13/(b * b * b)
    t28 = 2.0*t15
    t29 = a*t22*t28
    t30 = t9/(d * d * d)
    t31 = t16*t18
    t32 = t0*t20
    t33 = kappa*t19
    t34 = a*t33
    t35 = 2.0*t34
    t36 = (a * a)
    t37 = t28*t36
    t38 = t21*t37
    t39 = c*t33
    t40 = 2.0*t39
    t41 = (w * w * w * w)
    t42 = 1.0 / ((b * b * b * b))
    t43 = 1.0 / ((d * d * d * d))
    t44 = (kappa * kappa * kappa * kappa)
    t45 = t41*t42*t43*t44
    t46 = t16*t36
    t47 = 4.0*K*t41*t44*t46
    t48 = 4.0*K*t42*t43*t46
    t49 = b*d
    t50 = t33*t49
    t51 = t33 + t39 + t49 + t50
    t52 = t34 + t51
    t53 = t18*t4
    t54 = a*t7*(-2.0*t3*t52 + t33 + 1.0)
    t55 = a*t18
    t56 = a + c + t49 + 1.0
    d0_0 = t0*t5
    d0_1 = t6*w
    d0_2 = -t10*t8
    d0_3 = t11*t12
    d0_4 = -t14*t8
    d0_5 = a*t6
    d0_6 = t12*t15
    d1_0 = t17*t22
    d1_1 = t16*t23
    d1_2 = -t26*t27
    d1_3 = t29
    d1_4 = -t26*t30
    d1_5 = t24*t31*t32
    d1_6 = K*t31*t35
    d2_0 = c*t22*t36
    d2_1 = t29
    d2_2 = -t27*t38
    d2_3 = t23*t36
    d2_4 = -t30*t38
    d2_5 = t18*t20*t37*w
    d2_6 = K*t18*t36*t40
    d3_0 = t45*t46
    d3_1 = t25*t45
    d3_2 = -t43*t47/b ** 5
    d3_3 = t37*t45
    d3_4 = -t42*t47/d ** 5
    d3_5 = t44*t48*(w * w * w)
    d3_6 = (kappa * kappa * kappa)*t41*t48
    d4_0 = a*t52*t53
    d4_1 = K*t53*(t35 + t51)
    d4_2 = t10*t54
    d4_3 = t11*t55*(t33 + t34 + t40 + t49 + t50)
    d4_4 = t14*t54
    d4_5 = t18*t28*t32*t56
    d4_6 = t15*t55*(t33*t56 + t52)
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
    t0 = mean*w
    t1 = (w * w)
    margin_1_value = cov_row
    margin_2_value = cov_col
    margin_3_value = cycle
    margin_4_value = t0
    margin_5_value = -(cov_col * cov_col)*cov_row*t1 - cov_col*(cov_row * cov_row)*t1 - cov_col*cov_row*t0 + cov_col*cov_row*t1*variance - cycle*(mean * mean)*t1
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
            targets[5, n],
        )


@kernel
def conditions_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = (w * w)
    t1 = (mean * mean)
    t2 = t0*t1
    margin_1_value = cov_row
    margin_2_value = cov_col
    margin_3_value = mean*w
    margin_4_value = -K*cov_col*cov_row*t0 - cov_col*t2 - cov_row*t2 - (mean * mean * mean)*w + t0*t1*variance
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
def solve(mean, cov_row, cov_col, cycle, variance, w):
    """Return K, a, c, kappa, b*d and a status."""
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(mean*w, 4, status)
    status = positive(-(cov_col * cov_col)*cov_row*(w * w) - cov_col*(cov_row * cov_row)*(w * w) - cov_col*cov_row*mean*w + cov_col*cov_row*variance*(w * w) - cycle*(mean * mean)*(w * w), 5, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = -cov_col*cov_row*mean + cov_col*cov_row*variance*w - cycle*t_3*w - t_2*w - t_5*w
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_value = t_6/(cov_col*cov_row*mean*(w * w))
    b_d_value = t_4*t_6/w
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
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(mean*w, 4, status)
    status = positive(-(cov_col * cov_col)*cov_row*(w * w) - cov_col*(cov_row * cov_row)*(w * w) - cov_col*cov_row*mean*w + cov_col*cov_row*variance*(w * w) - cycle*(mean * mean)*(w * w), 5, status)
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
    t_23 = cov_col*cov_row*variance*w - mean*t_14 - t_1*t_21 - t_11*t_22 - t_20*t_3
    t_24 = t_19*t_23
    t_25 = 2.0*mean*t_22 + t_14
    t_26 = 1.0 / cov_col
    t_27 = 1.0 / cov_row
    t_28 = t_26*t_27
    t_29 = t_19/(w * w)
    t_30 = t_23*t_28
    t_31 = mean - variance*w
    t_32 = t_20 + 2.0*t_21 + t_31
    t_33 = 2.0*t_20 + t_21 + t_31
    t_34 = 1.0 / w
    t_35 = t_13*t_34
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
    d3_0 = -t_28*t_29*(t_24 + t_25)
    d3_1 = t_27*t_29*(-t_30 - t_32)
    d3_2 = t_26*t_29*(-t_30 - t_33)
    d3_3 = -mean*t_28*t_34
    d3_4 = t_19*t_34
    d4_0 = -t_35*(2.0*t_24 + t_25)
    d4_1 = -cov_col*t_32*t_35
    d4_2 = -cov_row*t_33*t_35
    d4_3 = -t_9*(t_23*t_35 + 1.0)
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
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(mean*w, 3, status)
    status = positive(-K*cov_col*cov_row*(w * w) - cov_col*(mean * mean)*(w * w) - cov_row*(mean * mean)*(w * w) - (mean * mean * mean)*w + (mean * mean)*variance*(w * w), 4, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = t_1*w
    t_7 = -K*cov_col*cov_row*w - cov_col*t_6 - cov_row*t_6 + t_1*variance*w - t_5
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = t_7/(t_5*(w * w))
    b_d_value = t_0*t_2*t_4*t_7/w
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
