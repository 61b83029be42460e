"""cpmf_gamma_inversegaussian: Sums of a Poisson number of Inverse Gaussian draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 31d00a9ca231725cd0b5dd1c564d408277e26b8cd690d10f565767b6c4ab17fa
record:    sha256 a6ae54be29608901f17768333daa0c2ee41dbf6aa6999f8ae0cf034f2c20fe19
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 31fd0a82f9cc177f760f49d0b6e1ead731c62d6f798477c2ab2d4184dca56e0d
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
          needs=('w', 'kappa'),
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
                      ConditionSpec(text='rho_row + rho_col < 1',
                                    kind='correlation_sum',
                                    targets=('rho_col', 'rho_row')),
                      ConditionSpec(text='kappa**2*mean/(2*w) + '
                                         'sqrt(2)*kappa*variance/(2*sqrt(-w)) > '
                                         'sqrt(2)*kappa*mean/(4*(-w)**(3/2))',
                                    kind='overdispersion',
                                    targets=('mean', 'variance')),
                      ConditionSpec(text='kappa**2*mean/(2*w) + variance*( - '
                                         'sqrt(2)*kappa*rho_row/(2*sqrt(-w)) - '
                                         'sqrt(2)*kappa*rho_col/(2*sqrt(-w)) + '
                                         'sqrt(2)*kappa/(2*sqrt(-w))) > '
                                         'sqrt(2)*kappa*mean/(4*(-w)**(3/2))',
                                    kind='interaction',
                                    targets=('mean', 'rho_col', 'rho_row', 'variance'))),
          conditions_at_k=(ConditionSpec(text='mean > 0', kind='mean', targets=('mean',)),
                           ConditionSpec(text='rho_row > 0',
                                         kind='correlation',
                                         targets=('rho_row',)),
                           ConditionSpec(text='rho_col > 0',
                                         kind='correlation',
                                         targets=('rho_col',)),
                           ConditionSpec(text='kappa**2*mean/(2*w) + '
                                              'sqrt(2)*kappa*variance/(2*sqrt(-w)) > '
                                              'sqrt(2)*kappa*mean/(4*(-w)**(3/2))',
                                         kind='overdispersion',
                                         targets=('mean', 'variance'))),
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = math.sqrt(2.0)
    t1 = -w
    t2 = K*a*c*kappa
    t3 = math.pow(t1, 3.0 / 2.0)
    t4 = 2.0*kappa*t3
    t5 = a*t4
    t6 = c*t4
    t7 = b*d*t0*w - b*d*t4 - t4 - t5 - t6
    t8 = 1.0 / t7
    mean_value = (0.5)*t0*t2/(b*d*math.sqrt(t1))
    variance_value = (1.0 / 4.0)*t2*t7/((b * b)*(d * d)*t3*w)
    rho_row_value = -t6*t8
    rho_col_value = -t5*t8
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
            parameters[6, n],
        )


@kernel
def moments_jacobian(K, a, b, c, d, w, kappa):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, b, c, d, w, kappa."""
    t0 = c*kappa
    t1 = a*t0
    t2 = math.sqrt(2.0)
    t3 = -w
    t4 = math.pow(t3, -1.0 / 2.0)
    t5 = 1.0 / b
    t6 = 1.0 / d
    t7 = t5*t6
    t8 = (0.5)*t2*t4*t7
    t9 = K*t8
    t10 = 1.0 / ((b * b))
    t11 = K*t10
    t12 = t1*t11
    t13 = t12*t6
    t14 = t2*t4
    t15 = (0.5)*t14
    t16 = a*t9
    t17 = 1.0 / ((d * d))
    t18 = K*t1
    t19 = t18*t5
    t20 = 1.0 / w
    t21 = (1.0 / 4.0)*t20
    t22 = math.pow(t3, 3.0 / 2.0)
    t23 = 1.0 / t22
    t24 = 2.0*kappa
    t25 = t22*t24
    t26 = a*t25
    t27 = c*t25
    t28 = b*d
    t29 = b*d*t2*w - t25*t28 - t25 - t26 - t27
    t30 = t17*t21
    t31 = a*t24
    t32 = -t23*t29
    t33 = t11*t30
    t34 = -t2*w + t25
    t35 = t23*(-2.0*t29*t7 - t34)
    t36 = c*t24
    t37 = a*t33
    t38 = kappa*t22
    t39 = 6.0*t20*t38
    t40 = t24*(a + c + t28 + 1.0)
    t41 = (w * w * w)
    t42 = 1.0 / ((t29 * t29))
    t43 = 4.0*(kappa * kappa)*t41*t42
    t44 = t34*t42
    t45 = t27*t44
    t46 = -t22
    t47 = 1.0 / t29
    t48 = t41*t47
    t49 = t24*t47
    t50 = 3.0*t20
    t51 = t38*t50
    t52 = 2.0*t47
    t53 = t38*t47*(t50 + t52*(a*t51 + c*t51 - t2*t28 + t28*t51 + t51))
    t54 = t52*(-t40*t48 - t46)
    t55 = t26*t44
    d0_0 = t1*t8
    d0_1 = t0*t9
    d0_2 = -t13*t15
    d0_3 = kappa*t16
    d0_4 = -t15*t17*t19
    d0_5 = -t14*t18*t21*t7
    d0_6 = c*t16
    d1_0 = t1*t10*t23*t29*t30
    d1_1 = t0*t33*(-t31 - t32)
    d1_2 = t13*t21*t35
    d1_3 = kappa*t37*(-t32 - t36)
    d1_4 = t19*t30*t35
    d1_5 = (1.0 / 8.0)*t12*t17*t20*t23*(-a*t39 + 2.0*b*d*t2 - c*t39 - 5.0*t20*t29 - t28*t39 - t39)
    d1_6 = c*t37*(-t32 - t40)
    d2_0 = 0.0
    d2_1 = c*t43
    d2_2 = -d*t45
    d2_3 = t49*(t36*t48 + t46)
    d2_4 = -b*t45
    d2_5 = -c*t53
    d2_6 = -c*t54
    d3_0 = 0.0
    d3_1 = t49*(t31*t48 + t46)
    d3_2 = -d*t55
    d3_3 = a*t43
    d3_4 = -b*t55
    d3_5 = -a*t53
    d3_6 = -a*t54
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6,),
        (d1_0, d1_1, d1_2, d1_3, d1_4, d1_5, d1_6,),
        (d2_0, d2_1, d2_2, d2_3, d2_4, d2_5, d2_6,),
        (d3_0, d3_1, d3_2, d3_3, d3_4, d3_5, d3_6,),
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
def conditions(mean, variance, rho_row, rho_col, w, kappa):
    """Return what must be positive for targets to be feasible, in the order of SPEC."""
    t0 = (kappa * kappa)
    t1 = 1.0 / w
    t2 = -w
    t3 = math.sqrt(2.0)
    t4 = kappa*t3
    t5 = (1.0 / 4.0)*mean*t4/math.pow(t2, 3.0 / 2.0)
    t6 = math.pow(t2, -1.0 / 2.0)
    t7 = (0.5)*t4*t6*variance
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = -rho_col - rho_row + 1.0
    margin_5_value = (0.5)*mean*t0*t1 - t5 + t7
    margin_6_value = (0.5)*kappa*t3*t6*variance + (0.5)*mean*t0*t1 - rho_col*t7 - rho_row*t7 - t5
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
def conditions_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return what must be positive for targets to be feasible at a given K."""
    t0 = -w
    t1 = math.sqrt(2.0)*kappa
    margin_1_value = mean
    margin_2_value = rho_row
    margin_3_value = rho_col
    margin_4_value = (0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*mean*t1/math.pow(t0, 3.0 / 2.0) + (0.5)*t1*variance/math.sqrt(t0)
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
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + (0.5)*math.sqrt(2.0)*kappa*variance/math.sqrt(-w), 5, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + variance*(-0.5*math.sqrt(2.0)*kappa*rho_col/math.sqrt(-w) - 0.5*math.sqrt(2.0)*kappa*rho_row/math.sqrt(-w) + (0.5)*math.sqrt(2.0)*kappa/math.sqrt(-w)), 6, status)
    t_0 = math.sqrt(2.0)
    t_1 = -w
    t_2 = math.sqrt(t_1)
    t_3 = (0.5)*(kappa * kappa)*mean/w
    t_4 = kappa*t_0
    t_5 = 1.0 / t_2
    t_6 = (0.5)*t_4*t_5
    t_7 = rho_col*t_6
    t_8 = rho_row*t_6
    t_9 = -1.0 / 4.0*mean*t_4/math.pow(t_1, 3.0 / 2.0) + t_3 + variance*((0.5)*kappa*t_0*t_5 - t_7 - t_8)
    t_10 = 1.0 / t_9
    t_11 = t_10*variance
    K_value = (mean * mean)*t_0*t_2*t_9/(kappa*rho_col*rho_row*(variance * variance))
    a_value = t_11*t_7
    c_value = t_11*t_8
    b_d_value = -t_10*t_3
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
            targets[5, n],
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col, w, kappa):
    """Return the derivatives of K, a, c, b*d by mean, variance, rho_row, rho_col, and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + (0.5)*math.sqrt(2.0)*kappa*variance/math.sqrt(-w), 5, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + variance*(-0.5*math.sqrt(2.0)*kappa*rho_col/math.sqrt(-w) - 0.5*math.sqrt(2.0)*kappa*rho_row/math.sqrt(-w) + (0.5)*math.sqrt(2.0)*kappa/math.sqrt(-w)), 6, status)
    t_0 = (variance * variance)
    t_1 = 1.0 / t_0
    t_2 = 1.0 / w
    t_3 = kappa*t_2
    t_4 = 4.0*mean*t_3
    t_5 = math.sqrt(2.0)
    t_6 = -w
    t_7 = t_5/math.pow(t_6, 3.0 / 2.0)
    t_8 = mean*t_7
    t_9 = 2.0*t_3
    t_10 = -t_7 + t_9
    t_11 = rho_col + rho_row - 1.0
    t_12 = math.sqrt(t_6)
    t_13 = 1.0 / t_12
    t_14 = t_13*t_5
    t_15 = -t_11*t_14
    t_16 = 4.0*variance
    t_17 = t_12*t_5
    t_18 = 1.0 / rho_col
    t_19 = 1.0 / rho_row
    t_20 = t_18*t_19
    t_21 = 2.0*rho_col
    t_22 = 2.0*rho_row
    t_23 = 1.0 / variance
    t_24 = 2.0*variance
    t_25 = mean*t_9 + t_15*t_24 - t_8
    t_26 = t_17*t_23*t_25
    t_27 = (mean * mean)*t_20
    t_28 = (1.0 / 4.0)*t_26
    t_29 = t_23*t_27
    t_30 = -t_10
    t_31 = 1.0 / ((t_25 * t_25))
    t_32 = t_14*t_31
    t_33 = t_32*variance
    t_34 = t_30*t_33
    t_35 = 1.0 / t_25
    t_36 = -t_13*t_5
    t_37 = t_16*t_2*t_35
    t_38 = t_35*(-t_11*t_37 - t_36)
    t_39 = 8.0*t_0*t_2*t_31
    t_40 = t_24*t_35
    t_41 = -t_33*t_4
    d0_0 = (1.0 / 4.0)*mean*t_1*t_17*t_20*(mean*t_10 + t_15*t_16 + t_4 - 2.0*t_8)
    d0_1 = (0.5)*t_1*t_27*(-t_21 - t_22 - t_26 + 2.0)
    d0_2 = -t_29*(t_19*t_28 + 1.0)
    d0_3 = -t_29*(t_18*t_28 + 1.0)
    d1_0 = t_21*t_34
    d1_1 = t_21*t_38
    d1_2 = -rho_col*t_39
    d1_3 = t_40*(-rho_col*t_37 - t_36)
    d2_0 = t_22*t_34
    d2_1 = t_22*t_38
    d2_2 = t_40*(-rho_row*t_37 - t_36)
    d2_3 = -rho_row*t_39
    d3_0 = -t_35*t_9*(mean*t_30*t_35 + 1.0)
    d3_1 = -t_11*t_32*t_4
    d3_2 = t_41
    d3_3 = t_41
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
            targets[5, n],
        )


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + (0.5)*math.sqrt(2.0)*kappa*variance/math.sqrt(-w), 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = (kappa * kappa)
    t_3 = (0.5)*mean
    t_4 = t_2/w
    t_5 = math.sqrt(2.0)
    t_6 = kappa*t_5
    t_7 = -w
    t_8 = math.pow(t_7, 3.0 / 2.0)
    t_9 = 1.0 / t_8
    t_10 = (1.0 / 4.0)*mean*t_9
    t_11 = t_6/math.sqrt(t_7)
    t_12 = (0.5)*t_11
    t_13 = -t_10*t_6 + t_12*variance + t_3*t_4
    t_14 = (kappa * kappa * kappa)
    t_15 = t_10*t_14*t_5
    t_16 = 2.0*K
    t_17 = rho_col*rho_row
    t_18 = mean*t_17
    t_19 = (mean * mean)
    t_20 = t_11*t_17
    t_21 = t_12*t_19
    t_22 = (1.0 / 4.0)*math.pow(2.0, 3.0 / 4.0)*math.pow(kappa, 5.0 / 2.0)*math.sqrt(-K*t_18*t_6*t_9 + (rho_col * rho_col)*t_21 + (rho_row * rho_row)*t_21 + t_16*t_18*t_4 + t_16*t_20*variance + t_19*t_20)/math.pow(t_7, 5.0 / 4.0) + rho_col*t_15 + rho_row*t_15
    t_23 = mean*t_22*w/(t_13*t_2)
    t_24 = 1.0 / rho_col
    a_value = -t_1*t_23
    c_value = -t_0*t_23*t_24
    b_d_value = t_1*(t_22 * t_22)*t_24*t_3*t_5*t_8/((t_13 * t_13)*t_14)
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
            targets[6, n],
        )
