"""ptf_gamma: Poisson factorization of a three-way array, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 9d4263547c7695eb97907746179ef7d351053ae284a699e603c8a6f22289905f
record:    sha256 c99da6f14b4ed340d0f53e194c0dcc187a69b3a02fc90f147ed2459fc6cece55
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 5db69e004b4f072325ee70f4930459f7f983e7fc5a4e30dcb3941f2bffc03e84
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='ptf_gamma',
          title='Poisson factorization of a three-way array, Gamma priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col', 'rho_slice'),
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
                      ParameterSpec(name='e',
                                    meaning='shape of weight: standard deviation / mean = '
                                            '1/sqrt(e)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='f',
                                    meaning='rate of weight: mean = shape / rate',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=2,
          constraints=(),
          coordinates=('a', 'b', 'c', 'd', 'e', 'f'),
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
                      IdentifiedSpec(name='e',
                                     exponents={'e': 1},
                                     meaning='shape of weight: standard deviation / mean = '
                                             '1/sqrt(e)'),
                      IdentifiedSpec(name='b*d*f',
                                     exponents={'b': 1, 'd': 1, 'f': 1},
                                     meaning='rate of theta times rate of beta times rate of '
                                             'weight: all that data show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='the quadratic equation for K has real roots',
                                    kind='other',
                                    targets=()),
                      ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='e > 0', kind='other', targets=()),
                      ConditionSpec(text='c > 0', kind='other', targets=()),
                      ConditionSpec(text='a > 0', kind='other', targets=()),
                      ConditionSpec(text='b*d*f > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'b': 1, 'd': -1},
                                   prior_degrees={'theta': -1, 'beta': 1, 'weight': 0},
                                   anchor='b',
                                   shifts={},
                                   prior_shifts={}),
                      SymmetrySpec(weights={'b': 1, 'f': -1},
                                   prior_degrees={'theta': -1, 'beta': 0, 'weight': 1},
                                   anchor='d',
                                   shifts={},
                                   prior_shifts={})),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
                    'b': {},
                    'c': {'c': 1.0},
                    'd': {},
                    'e': {'e': 1.0},
                    'f': {'b*d*f': 1.0}},
          priors=('theta', 'beta', 'weight'),
          priors_depend_on=('a', 'b', 'c', 'd', 'e', 'f'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col', 'slice'),
          exposures=())


@kernel
def prior_means(a, b, c, d, e, f):
    """Return the means of theta and beta and weight."""
    theta_value = a/b
    beta_value = c/d
    weight_value = e/f
    return (theta_value, beta_value, weight_value,)


@kernel
def moments(K, a, b, c, d, e, f):
    """Return mean, variance, rho_row, rho_col, rho_slice."""
    t0 = a*c
    t1 = K*e*t0
    t2 = a*e
    t3 = c*e
    t4 = a + b*d*f + c + e + t0 + t2 + t3 + 1.0
    t5 = 1.0 / t4
    mean_value = t1/(b*d*f)
    variance_value = t1*t4/((b * b)*(d * d)*(f * f))
    rho_row_value = t3*t5
    rho_col_value = t2*t5
    rho_slice_value = t0*t5
    return (
        mean_value,
        variance_value,
        rho_row_value,
        rho_col_value,
        rho_slice_value,
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
def moments_jacobian(K, a, b, c, d, e, f):
    """Return the derivatives of mean, variance, rho_row, rho_col, rho_slice by K, a, b, c, d, e, f."""
    t0 = a*c
    t1 = 1.0 / b
    t2 = 1.0 / d
    t3 = 1.0 / f
    t4 = t2*t3
    t5 = t1*t4
    t6 = t0*t5
    t7 = c*e
    t8 = K*t5
    t9 = 1.0 / ((b * b))
    t10 = K*t9
    t11 = e*t0
    t12 = t10*t11*t4
    t13 = a*e
    t14 = 1.0 / ((d * d))
    t15 = t11*t14
    t16 = K*t1
    t17 = t15*t16*t3
    t18 = 1.0 / ((f * f))
    t19 = t11*t16*t18*t2
    t20 = d*f
    t21 = e + 1.0
    t22 = c + t21
    t23 = a + b*t20 + t0 + t13 + t22 + t7
    t24 = a*t22
    t25 = t10*t14*t18
    t26 = -2.0*t23*t5 + 1.0
    t27 = a + t21
    t28 = c*t27
    t29 = a + c + 1.0
    t30 = e*t29
    t31 = 1.0 / ((t23 * t23))
    t32 = t31*t7
    t33 = 1.0 / t23
    t34 = -t28*t33 + 1.0
    t35 = e*t33
    t36 = b*t32
    t37 = t33*(-t30*t33 + 1.0)
    t38 = -t24*t33 + 1.0
    t39 = t13*t31
    t40 = b*t39
    t41 = t0*t31
    t42 = b*t41
    d0_0 = e*t6
    d0_1 = t7*t8
    d0_2 = -t12
    d0_3 = t13*t8
    d0_4 = -t17
    d0_5 = K*t6
    d0_6 = -t19
    d1_0 = t15*t18*t23*t9
    d1_1 = t25*t7*(t23 + t24)
    d1_2 = t12*t26
    d1_3 = t13*t25*(t23 + t28)
    d1_4 = t17*t26
    d1_5 = t0*t25*(t23 + t30)
    d1_6 = t19*t26
    d2_0 = 0.0
    d2_1 = -t22*t32
    d2_2 = -t20*t32
    d2_3 = t34*t35
    d2_4 = -f*t36
    d2_5 = c*t37
    d2_6 = -d*t36
    d3_0 = 0.0
    d3_1 = t35*t38
    d3_2 = -t20*t39
    d3_3 = -t27*t39
    d3_4 = -f*t40
    d3_5 = a*t37
    d3_6 = -d*t40
    d4_0 = 0.0
    d4_1 = c*t33*t38
    d4_2 = -t20*t41
    d4_3 = a*t33*t34
    d4_4 = -f*t42
    d4_5 = -t29*t41
    d4_6 = -d*t42
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
def solve(mean, variance, rho_row, rho_col, rho_slice):
    """Return K, a, c, e, b*d*f and a status."""
    K_square = rho_col*rho_row*rho_slice*(variance * variance * variance)
    K_linear = (mean * mean)*(variance * variance)*(rho_col*rho_row + rho_col*rho_slice + rho_row*rho_slice)
    K_constant = (mean * mean * mean * mean)*(mean + rho_col*variance + rho_row*variance + rho_slice*variance - variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    e = (mean * mean)/(K*rho_slice*variance)
    status = positive(e, 3, status)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 4, status)
    a = (mean * mean)/(K*rho_row*variance)
    status = positive(a, 5, status)
    b_d_f = K*a*c*e/mean
    status = positive(b_d_f, 6, status)
    K_value = K
    a_value = a
    c_value = c
    e_value = e
    b_d_f_value = b_d_f
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(e_value, status),
        if_ok(b_d_f_value, status),
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
def solve_jacobian(mean, variance, rho_row, rho_col, rho_slice):
    """Return the derivatives of K, a, c, e, b*d*f by mean, variance, rho_row, rho_col, rho_slice, and a status."""
    t0_0 = (variance * variance * variance)
    t0_1 = rho_slice*t0_0
    t0_2 = rho_col*t0_1
    t0_3 = rho_col*rho_row
    K_square = rho_row*t0_2
    K_square_by_0 = 0.0
    K_square_by_1 = 3.0*rho_slice*t0_3*(variance * variance)
    K_square_by_2 = t0_2
    K_square_by_3 = rho_row*t0_1
    K_square_by_4 = t0_0*t0_3
    t1_0 = rho_col*rho_row + rho_col*rho_slice + rho_row*rho_slice
    t1_1 = (mean * mean)
    t1_2 = (variance * variance)
    t1_3 = t1_1*t1_2
    t1_4 = 2.0*t1_0
    K_linear = t1_0*t1_3
    K_linear_by_0 = mean*t1_2*t1_4
    K_linear_by_1 = t1_1*t1_4*variance
    K_linear_by_2 = t1_3*(rho_col + rho_slice)
    K_linear_by_3 = t1_3*(rho_row + rho_slice)
    K_linear_by_4 = t1_3*(rho_col + rho_row)
    t2_0 = (mean * mean * mean * mean)
    t2_1 = mean + rho_col*variance + rho_row*variance + rho_slice*variance - variance
    t2_2 = t2_0*variance
    K_constant = t2_0*t2_1
    K_constant_by_0 = 4.0*(mean * mean * mean)*t2_1 + t2_0
    K_constant_by_1 = t2_0*(rho_col + rho_row + rho_slice - 1.0)
    K_constant_by_2 = t2_2
    K_constant_by_3 = t2_2
    K_constant_by_4 = t2_2
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    K_discriminant_by_2 = -K_constant_by_2*t3_1 + 2.0*K_linear*K_linear_by_2 - K_square_by_2*t3_0
    K_discriminant_by_3 = -K_constant_by_3*t3_1 + 2.0*K_linear*K_linear_by_3 - K_square_by_3*t3_0
    K_discriminant_by_4 = -K_constant_by_4*t3_1 + 2.0*K_linear*K_linear_by_4 - K_square_by_4*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    K_side_by_2 = 0.0
    K_side_by_3 = 0.0
    K_side_by_4 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    K_half_by_2 = -K_discriminant_by_2*t5_2 - 0.5*K_linear_by_2 - K_side_by_2*t5_1
    K_half_by_3 = -K_discriminant_by_3*t5_2 - 0.5*K_linear_by_3 - K_side_by_3*t5_1
    K_half_by_4 = -K_discriminant_by_4*t5_2 - 0.5*K_linear_by_4 - K_side_by_4*t5_1
    t6_0 = 1.0 / K_half
    t6_1 = K_constant/(K_half * K_half)
    K = K_constant*t6_0
    K_by_0 = K_constant_by_0*t6_0 - K_half_by_0*t6_1
    K_by_1 = K_constant_by_1*t6_0 - K_half_by_1*t6_1
    K_by_2 = K_constant_by_2*t6_0 - K_half_by_2*t6_1
    K_by_3 = K_constant_by_3*t6_0 - K_half_by_3*t6_1
    K_by_4 = K_constant_by_4*t6_0 - K_half_by_4*t6_1
    status = positive(K, 2, status)
    t7_0 = 1.0 / variance
    t7_1 = (mean * mean)
    t7_2 = 1.0 / rho_slice
    t7_3 = 1.0 / K
    t7_4 = t7_1*t7_2*t7_3
    t7_5 = t7_0*t7_3
    t7_6 = t7_0*t7_1*t7_2/(K * K)
    e = t7_0*t7_4
    e_by_0 = -K_by_0*t7_6 + 2.0*mean*t7_2*t7_5
    e_by_1 = -K_by_1*t7_6 - t7_4/(variance * variance)
    e_by_2 = -K_by_2*t7_6
    e_by_3 = -K_by_3*t7_6
    e_by_4 = -K_by_4*t7_6 - t7_1*t7_5/(rho_slice * rho_slice)
    status = positive(e, 3, status)
    t8_0 = 1.0 / variance
    t8_1 = (mean * mean)
    t8_2 = 1.0 / rho_col
    t8_3 = 1.0 / K
    t8_4 = t8_1*t8_2*t8_3
    t8_5 = t8_0*t8_3
    t8_6 = t8_0*t8_1*t8_2/(K * K)
    c = t8_0*t8_4
    c_by_0 = -K_by_0*t8_6 + 2.0*mean*t8_2*t8_5
    c_by_1 = -K_by_1*t8_6 - t8_4/(variance * variance)
    c_by_2 = -K_by_2*t8_6
    c_by_3 = -K_by_3*t8_6 - t8_1*t8_5/(rho_col * rho_col)
    c_by_4 = -K_by_4*t8_6
    status = positive(c, 4, status)
    t9_0 = 1.0 / variance
    t9_1 = (mean * mean)
    t9_2 = 1.0 / rho_row
    t9_3 = 1.0 / K
    t9_4 = t9_1*t9_2*t9_3
    t9_5 = t9_0*t9_3
    t9_6 = t9_0*t9_1*t9_2/(K * K)
    a = t9_0*t9_4
    a_by_0 = -K_by_0*t9_6 + 2.0*mean*t9_2*t9_5
    a_by_1 = -K_by_1*t9_6 - t9_4/(variance * variance)
    a_by_2 = -K_by_2*t9_6 - t9_1*t9_5/(rho_row * rho_row)
    a_by_3 = -K_by_3*t9_6
    a_by_4 = -K_by_4*t9_6
    status = positive(a, 5, status)
    t10_0 = 1.0 / mean
    t10_1 = a*c*e*t10_0
    t10_2 = K*a*c
    t10_3 = t10_0*t10_2
    t10_4 = K*e*t10_0
    t10_5 = a*t10_4
    t10_6 = c*t10_4
    b_d_f = K*t10_1
    b_d_f_by_0 = K_by_0*t10_1 + a_by_0*t10_6 + c_by_0*t10_5 - e*t10_2/(mean * mean) + e_by_0*t10_3
    b_d_f_by_1 = K_by_1*t10_1 + a_by_1*t10_6 + c_by_1*t10_5 + e_by_1*t10_3
    b_d_f_by_2 = K_by_2*t10_1 + a_by_2*t10_6 + c_by_2*t10_5 + e_by_2*t10_3
    b_d_f_by_3 = K_by_3*t10_1 + a_by_3*t10_6 + c_by_3*t10_5 + e_by_3*t10_3
    b_d_f_by_4 = K_by_4*t10_1 + a_by_4*t10_6 + c_by_4*t10_5 + e_by_4*t10_3
    status = positive(b_d_f, 6, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d0_4 = K_by_4
    d1_0 = a_by_0
    d1_1 = a_by_1
    d1_2 = a_by_2
    d1_3 = a_by_3
    d1_4 = a_by_4
    d2_0 = c_by_0
    d2_1 = c_by_1
    d2_2 = c_by_2
    d2_3 = c_by_3
    d2_4 = c_by_4
    d3_0 = e_by_0
    d3_1 = e_by_1
    d3_2 = e_by_2
    d3_3 = e_by_3
    d3_4 = e_by_4
    d4_0 = b_d_f_by_0
    d4_1 = b_d_f_by_1
    d4_2 = b_d_f_by_2
    d4_3 = b_d_f_by_3
    d4_4 = b_d_f_by_4
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
def solve_2(mean, variance, rho_row, rho_col, rho_slice):
    """Return K, a, c, e, b*d*f and a status."""
    K_square = rho_col*rho_row*rho_slice*(variance * variance * variance)
    K_linear = (mean * mean)*(variance * variance)*(rho_col*rho_row + rho_col*rho_slice + rho_row*rho_slice)
    K_constant = (mean * mean * mean * mean)*(mean + rho_col*variance + rho_row*variance + rho_slice*variance - variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    e = (mean * mean)/(K*rho_slice*variance)
    status = positive(e, 3, status)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 4, status)
    a = (mean * mean)/(K*rho_row*variance)
    status = positive(a, 5, status)
    b_d_f = K*a*c*e/mean
    status = positive(b_d_f, 6, status)
    K_value = K
    a_value = a
    c_value = c
    e_value = e
    b_d_f_value = b_d_f
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
        if_ok(c_value, status),
        if_ok(e_value, status),
        if_ok(b_d_f_value, status),
        status,
    )


@batch_kernel
def solve_2_batch(targets, out, status):
    """Apply solve_2 to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            out[2, n],
            out[3, n],
            out[4, n],
            status[n],
        ) = solve_2(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_2_jacobian(mean, variance, rho_row, rho_col, rho_slice):
    """Return the derivatives of K, a, c, e, b*d*f by mean, variance, rho_row, rho_col, rho_slice, and a status."""
    t0_0 = (variance * variance * variance)
    t0_1 = rho_slice*t0_0
    t0_2 = rho_col*t0_1
    t0_3 = rho_col*rho_row
    K_square = rho_row*t0_2
    K_square_by_0 = 0.0
    K_square_by_1 = 3.0*rho_slice*t0_3*(variance * variance)
    K_square_by_2 = t0_2
    K_square_by_3 = rho_row*t0_1
    K_square_by_4 = t0_0*t0_3
    t1_0 = rho_col*rho_row + rho_col*rho_slice + rho_row*rho_slice
    t1_1 = (mean * mean)
    t1_2 = (variance * variance)
    t1_3 = t1_1*t1_2
    t1_4 = 2.0*t1_0
    K_linear = t1_0*t1_3
    K_linear_by_0 = mean*t1_2*t1_4
    K_linear_by_1 = t1_1*t1_4*variance
    K_linear_by_2 = t1_3*(rho_col + rho_slice)
    K_linear_by_3 = t1_3*(rho_row + rho_slice)
    K_linear_by_4 = t1_3*(rho_col + rho_row)
    t2_0 = (mean * mean * mean * mean)
    t2_1 = mean + rho_col*variance + rho_row*variance + rho_slice*variance - variance
    t2_2 = t2_0*variance
    K_constant = t2_0*t2_1
    K_constant_by_0 = 4.0*(mean * mean * mean)*t2_1 + t2_0
    K_constant_by_1 = t2_0*(rho_col + rho_row + rho_slice - 1.0)
    K_constant_by_2 = t2_2
    K_constant_by_3 = t2_2
    K_constant_by_4 = t2_2
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    K_discriminant_by_2 = -K_constant_by_2*t3_1 + 2.0*K_linear*K_linear_by_2 - K_square_by_2*t3_0
    K_discriminant_by_3 = -K_constant_by_3*t3_1 + 2.0*K_linear*K_linear_by_3 - K_square_by_3*t3_0
    K_discriminant_by_4 = -K_constant_by_4*t3_1 + 2.0*K_linear*K_linear_by_4 - K_square_by_4*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    K_side_by_2 = 0.0
    K_side_by_3 = 0.0
    K_side_by_4 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    K_half_by_2 = -K_discriminant_by_2*t5_2 - 0.5*K_linear_by_2 - K_side_by_2*t5_1
    K_half_by_3 = -K_discriminant_by_3*t5_2 - 0.5*K_linear_by_3 - K_side_by_3*t5_1
    K_half_by_4 = -K_discriminant_by_4*t5_2 - 0.5*K_linear_by_4 - K_side_by_4*t5_1
    t6_0 = 1.0 / K_square
    t6_1 = K_half/(K_square * K_square)
    K = K_half*t6_0
    K_by_0 = K_half_by_0*t6_0 - K_square_by_0*t6_1
    K_by_1 = K_half_by_1*t6_0 - K_square_by_1*t6_1
    K_by_2 = K_half_by_2*t6_0 - K_square_by_2*t6_1
    K_by_3 = K_half_by_3*t6_0 - K_square_by_3*t6_1
    K_by_4 = K_half_by_4*t6_0 - K_square_by_4*t6_1
    status = positive(K, 2, status)
    t7_0 = 1.0 / variance
    t7_1 = (mean * mean)
    t7_2 = 1.0 / rho_slice
    t7_3 = 1.0 / K
    t7_4 = t7_1*t7_2*t7_3
    t7_5 = t7_0*t7_3
    t7_6 = t7_0*t7_1*t7_2/(K * K)
    e = t7_0*t7_4
    e_by_0 = -K_by_0*t7_6 + 2.0*mean*t7_2*t7_5
    e_by_1 = -K_by_1*t7_6 - t7_4/(variance * variance)
    e_by_2 = -K_by_2*t7_6
    e_by_3 = -K_by_3*t7_6
    e_by_4 = -K_by_4*t7_6 - t7_1*t7_5/(rho_slice * rho_slice)
    status = positive(e, 3, status)
    t8_0 = 1.0 / variance
    t8_1 = (mean * mean)
    t8_2 = 1.0 / rho_col
    t8_3 = 1.0 / K
    t8_4 = t8_1*t8_2*t8_3
    t8_5 = t8_0*t8_3
    t8_6 = t8_0*t8_1*t8_2/(K * K)
    c = t8_0*t8_4
    c_by_0 = -K_by_0*t8_6 + 2.0*mean*t8_2*t8_5
    c_by_1 = -K_by_1*t8_6 - t8_4/(variance * variance)
    c_by_2 = -K_by_2*t8_6
    c_by_3 = -K_by_3*t8_6 - t8_1*t8_5/(rho_col * rho_col)
    c_by_4 = -K_by_4*t8_6
    status = positive(c, 4, status)
    t9_0 = 1.0 / variance
    t9_1 = (mean * mean)
    t9_2 = 1.0 / rho_row
    t9_3 = 1.0 / K
    t9_4 = t9_1*t9_2*t9_3
    t9_5 = t9_0*t9_3
    t9_6 = t9_0*t9_1*t9_2/(K * K)
    a = t9_0*t9_4
    a_by_0 = -K_by_0*t9_6 + 2.0*mean*t9_2*t9_5
    a_by_1 = -K_by_1*t9_6 - t9_4/(variance * variance)
    a_by_2 = -K_by_2*t9_6 - t9_1*t9_5/(rho_row * rho_row)
    a_by_3 = -K_by_3*t9_6
    a_by_4 = -K_by_4*t9_6
    status = positive(a, 5, status)
    t10_0 = 1.0 / mean
    t10_1 = a*c*e*t10_0
    t10_2 = K*a*c
    t10_3 = t10_0*t10_2
    t10_4 = K*e*t10_0
    t10_5 = a*t10_4
    t10_6 = c*t10_4
    b_d_f = K*t10_1
    b_d_f_by_0 = K_by_0*t10_1 + a_by_0*t10_6 + c_by_0*t10_5 - e*t10_2/(mean * mean) + e_by_0*t10_3
    b_d_f_by_1 = K_by_1*t10_1 + a_by_1*t10_6 + c_by_1*t10_5 + e_by_1*t10_3
    b_d_f_by_2 = K_by_2*t10_1 + a_by_2*t10_6 + c_by_2*t10_5 + e_by_2*t10_3
    b_d_f_by_3 = K_by_3*t10_1 + a_by_3*t10_6 + c_by_3*t10_5 + e_by_3*t10_3
    b_d_f_by_4 = K_by_4*t10_1 + a_by_4*t10_6 + c_by_4*t10_5 + e_by_4*t10_3
    status = positive(b_d_f, 6, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d0_4 = K_by_4
    d1_0 = a_by_0
    d1_1 = a_by_1
    d1_2 = a_by_2
    d1_3 = a_by_3
    d1_4 = a_by_4
    d2_0 = c_by_0
    d2_1 = c_by_1
    d2_2 = c_by_2
    d2_3 = c_by_3
    d2_4 = c_by_4
    d3_0 = e_by_0
    d3_1 = e_by_1
    d3_2 = e_by_2
    d3_3 = e_by_3
    d3_4 = e_by_4
    d4_0 = b_d_f_by_0
    d4_1 = b_d_f_by_1
    d4_2 = b_d_f_by_2
    d4_3 = b_d_f_by_3
    d4_4 = b_d_f_by_4
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status), if_ok(d0_4, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status), if_ok(d1_4, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status), if_ok(d2_4, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status), if_ok(d3_4, status),),
        (if_ok(d4_0, status), if_ok(d4_1, status), if_ok(d4_2, status), if_ok(d4_3, status), if_ok(d4_4, status),),
        status,
    )


@batch_kernel
def solve_2_jacobian_batch(targets, out, status):
    """Apply solve_2_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n],),
            (out[4, 0, n], out[4, 1, n], out[4, 2, n], out[4, 3, n], out[4, 4, n],),
            status[n],
        ) = solve_2_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )
