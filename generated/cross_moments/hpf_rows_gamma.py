"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 df0480d398197a337bc08c1edb5632d9e1929b616bb10aacde814e6f89a01783
record:    sha256 68bb5a42bbdde568f318ba667b8210859b74bc32cd1ed703fc8f10da30038354
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 2d065100b803e6019211dee27005a5f07a02c1bea8a9d4c46c09a6a075b773cf
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

SPEC = ModelSpec(name='hpf_rows_gamma',
          title='Poisson factorization with a level above the rows only, Gamma priors',
          targets=('mean', 'cov_row', 'cov_col', 'cycle'),
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
                      ParameterSpec(name='a_prime',
                                    meaning='shape of xi, in the rate of xi: standard '
                                            'deviation / mean = 1/sqrt(a_prime)',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='b_prime',
                                    meaning='in the rate of xi',
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
                                    integer=False)),
          needs=('a',),
          route='closed form',
          branches=2,
          constraints=(),
          coordinates=('a_prime', 'b_prime', 'c', 'd'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='a_prime',
                                     exponents={'a_prime': 1},
                                     meaning='shape of xi, in the rate of xi: standard '
                                             'deviation / mean = 1/sqrt(a_prime)'),
                      IdentifiedSpec(name='c',
                                     exponents={'c': 1},
                                     meaning='shape of beta: standard deviation / mean = '
                                             '1/sqrt(c)'),
                      IdentifiedSpec(name='b_prime*d',
                                     exponents={'b_prime': 1, 'd': 1},
                                     meaning='in the rate of xi times rate of beta: all that '
                                             'data show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='the quadratic equation for K has real roots',
                                    kind='other',
                                    targets=()),
                      ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='a_prime > 2', kind='other', targets=()),
                      ConditionSpec(text='c > 0', kind='other', targets=()),
                      ConditionSpec(text='b_prime*d > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'b_prime': 1, 'd': -1},
                                   prior_degrees={'xi': 1, 'beta': 1},
                                   anchor='b_prime',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a_prime': {'a_prime': 1.0},
                    'b_prime': {},
                    'c': {'c': 1.0},
                    'd': {'b_prime*d': 1.0}},
          priors=('xi', 'beta'),
          priors_depend_on=('a', 'a_prime', 'b_prime', 'c', 'd'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(a, a_prime, b_prime, c, d):
    """Return the means of xi and beta."""
    xi_value = b_prime
    beta_value = c/d
    return (xi_value, beta_value,)


@kernel
def moments(K, a, a_prime, b_prime, c, d):
    """Return mean, cov_row, cov_col, cycle."""
    t0 = a_prime - 1.0
    t1 = K*a
    t2 = (c * c)
    t3 = a_prime - 2.0
    t4 = (a_prime * a_prime)
    t5 = t4/((b_prime * b_prime)*(d * d)*(t0 * t0))
    t6 = K*(a * a)
    t7 = 2.0*a
    mean_value = a_prime*c*t1/(b_prime*d*t0)
    cov_row_value = t1*t2*t5*(t0 + t1)/t3
    cov_col_value = c*t5*t6
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*t2*t6*(a_prime*t7 - 2.0*a_prime + t4 + t6 - t7 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d * d * d * d)*(t0 * t0 * t0 * t0)*(t3 * t3))
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
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
def moments_jacobian(K, a, a_prime, b_prime, c, d):
    """Return the derivatives of mean, cov_row, cov_col, cycle by K, a, a_prime, b_prime, c, d."""
    t0 = 1.0 / b_prime
    t1 = 1.0 / d
    t2 = a_prime - 1.0
    t3 = 1.0 / t2
    t4 = a_prime*t3
    t5 = t0*t1*t4
    t6 = c*t5
    t7 = 1.0 - t4
    t8 = K*a
    t9 = t1*t8
    t10 = c*t0
    t11 = 1.0 / ((b_prime * b_prime))
    t12 = c*t11
    t13 = 1.0 / ((d * d))
    t14 = 2.0*t8
    t15 = (a_prime * a_prime)
    t16 = 1.0 / ((t2 * t2))
    t17 = t13*t16
    t18 = t15*t17
    t19 = t11*t18
    t20 = a_prime - 2.0
    t21 = 1.0 / t20
    t22 = (c * c)
    t23 = t21*t22
    t24 = t19*t23*(t14 + t2)
    t25 = t2 + t8
    t26 = a_prime*t21
    t27 = 2.0*t4
    t28 = t11*t8
    t29 = 1.0 / ((b_prime * b_prime * b_prime))
    t30 = 2.0*t15
    t31 = t17*t30
    t32 = t31*t8
    t33 = t23*t25
    t34 = t12*t32
    t35 = t16*t30/(d * d * d)
    t36 = (a * a)
    t37 = 2.0*a_prime
    t38 = K*t36
    t39 = t12*t38
    t40 = 2.0*t38
    t41 = 2.0*a
    t42 = a_prime*t41 + t15 - t37 - t41 + 1.0
    t43 = (a_prime * a_prime * a_prime * a_prime)
    t44 = 1.0 / ((b_prime * b_prime * b_prime * b_prime))
    t45 = 1.0 / ((d * d * d * d))
    t46 = 1.0 / ((t2 * t2 * t2 * t2))
    t47 = 1.0 / ((t20 * t20))
    t48 = t22*t44*t45*t46*t47
    t49 = t43*t48
    t50 = t38 + t42
    t51 = 4.0*a
    t52 = t43*t45*t46*t47*t50
    t53 = 4.0*t22*t38
    d0_0 = a*t6
    d0_1 = K*t6
    d0_2 = t10*t3*t7*t9
    d0_3 = -t12*t4*t9
    d0_4 = t5*t8
    d0_5 = -t10*t13*t4*t8
    d1_0 = a*t24
    d1_1 = K*t24
    d1_2 = t17*t22*t26*t28*(2.0*K*a + 3.0*a_prime - t25*t26 - t25*t27 - 2.0)
    d1_3 = -t29*t32*t33
    d1_4 = t21*t25*t34
    d1_5 = -t28*t33*t35
    d2_0 = t12*t18*t36
    d2_1 = t34
    d2_2 = t17*t37*t39*t7
    d2_3 = -c*t29*t31*t38
    d2_4 = t19*t38
    d2_5 = -t35*t39
    d3_0 = t36*t49*(t40 + t42)
    d3_1 = t14*t49*(a*t25 + t50)
    d3_2 = (a_prime * a_prime * a_prime)*t40*t48*(a_prime*t51 + a_prime*(a + t2) - 4.0*a_prime - t26*t50 - t27*t50 + t30 + t40 - t51 + 2.0)
    d3_3 = -t52*t53/b_prime ** 5
    d3_4 = c*t40*t44*t52
    d3_5 = -t43*t44*t46*t47*t50*t53/d ** 5
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
def solve(mean, cov_row, cov_col, cycle, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    K_square = (a * a)*((cov_col * cov_col)*(cov_row * cov_row) - cycle*(mean * mean * mean * mean))
    t1_0 = (cov_col * cov_col)
    t1_1 = (cov_row * cov_row)*t1_0
    t1_2 = (mean * mean * mean * mean)
    t1_3 = 2.0*a
    K_linear = 2.0*cov_row*(mean * mean)*t1_0 - cycle*t1_2*t1_3 + t1_0*t1_2 + t1_1*t1_3 + t1_1
    t2_0 = (mean * mean)
    t2_1 = (cov_col * cov_col)
    K_constant = -t2_0*(2.0*cov_row*t2_1 + cycle*t2_0 + t2_0*t2_1)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    t7_0 = K*a
    t7_1 = cov_row*t7_0
    t7_2 = (mean * mean)
    t7_3 = -t7_2
    a_prime = (t7_0*t7_2 + 2.0*t7_1 + t7_3)/(t7_1 + t7_3)
    status = positive(a_prime - 2.0, 3, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 4, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (
        if_ok(K_value, status),
        if_ok(a_prime_value, status),
        if_ok(c_value, status),
        if_ok(b_prime_d_value, status),
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
def solve_jacobian(mean, cov_row, cov_col, cycle, a):
    """Return the derivatives of K, a_prime, c, b_prime*d by mean, cov_row, cov_col, cycle, and a status."""
    t0_0 = (a * a)
    t0_1 = (mean * mean * mean * mean)
    t0_2 = (cov_col * cov_col)
    t0_3 = (cov_row * cov_row)
    t0_4 = 2.0*t0_0
    K_square = t0_0*(-cycle*t0_1 + t0_2*t0_3)
    K_square_by_0 = -4.0*cycle*(mean * mean * mean)*t0_0
    K_square_by_1 = cov_row*t0_2*t0_4
    K_square_by_2 = cov_col*t0_3*t0_4
    K_square_by_3 = -t0_0*t0_1
    t1_0 = (cov_col * cov_col)
    t1_1 = (cov_row * cov_row)
    t1_2 = t1_0*t1_1
    t1_3 = (mean * mean * mean * mean)
    t1_4 = 2.0*a
    t1_5 = t1_3*t1_4
    t1_6 = (mean * mean)
    t1_7 = 2.0*t1_0
    t1_8 = cov_row*t1_7
    t1_9 = (mean * mean * mean)
    t1_10 = 4.0*t1_0
    t1_11 = cov_row*t1_10
    t1_12 = 2.0*cov_col
    t1_13 = 4.0*cov_col
    K_linear = -cycle*t1_5 + t1_0*t1_3 + t1_2*t1_4 + t1_2 + t1_6*t1_8
    K_linear_by_0 = -8.0*a*cycle*t1_9 + mean*t1_11 + t1_10*t1_9
    K_linear_by_1 = a*t1_11 + t1_6*t1_7 + t1_8
    K_linear_by_2 = a*t1_1*t1_13 + cov_row*t1_13*t1_6 + t1_1*t1_12 + t1_12*t1_3
    K_linear_by_3 = -t1_5
    t2_0 = (mean * mean)
    t2_1 = (cov_col * cov_col)
    t2_2 = 2.0*t2_1
    t2_3 = t2_0*t2_1
    t2_4 = cov_row*t2_2 + cycle*t2_0 + t2_3
    t2_5 = 2.0*mean
    K_constant = -t2_0*t2_4
    K_constant_by_0 = -t2_0*(cycle*t2_5 + mean*t2_2) - t2_4*t2_5
    K_constant_by_1 = -2.0*t2_3
    K_constant_by_2 = -t2_0*(4.0*cov_col*cov_row + 2.0*cov_col*t2_0)
    K_constant_by_3 = -(mean * mean * mean * mean)
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    K_discriminant_by_2 = -K_constant_by_2*t3_1 + 2.0*K_linear*K_linear_by_2 - K_square_by_2*t3_0
    K_discriminant_by_3 = -K_constant_by_3*t3_1 + 2.0*K_linear*K_linear_by_3 - K_square_by_3*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    K_side_by_2 = 0.0
    K_side_by_3 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    K_half_by_2 = -K_discriminant_by_2*t5_2 - 0.5*K_linear_by_2 - K_side_by_2*t5_1
    K_half_by_3 = -K_discriminant_by_3*t5_2 - 0.5*K_linear_by_3 - K_side_by_3*t5_1
    t6_0 = 1.0 / K_half
    t6_1 = K_constant/(K_half * K_half)
    K = K_constant*t6_0
    K_by_0 = K_constant_by_0*t6_0 - K_half_by_0*t6_1
    K_by_1 = K_constant_by_1*t6_0 - K_half_by_1*t6_1
    K_by_2 = K_constant_by_2*t6_0 - K_half_by_2*t6_1
    K_by_3 = K_constant_by_3*t6_0 - K_half_by_3*t6_1
    status = positive(K, 2, status)
    t7_0 = a*cov_row
    t7_1 = K*t7_0
    t7_2 = (mean * mean)
    t7_3 = -t7_2
    t7_4 = t7_1 + t7_3
    t7_5 = 1.0 / t7_4
    t7_6 = a*t7_2
    t7_7 = K*t7_6 + 2.0*t7_1 + t7_3
    t7_8 = 2.0*mean
    t7_9 = K*a
    t7_10 = t7_7/(t7_4 * t7_4)
    t7_11 = -t7_0*t7_10 + t7_5*(2.0*t7_0 + t7_6)
    a_prime = t7_5*t7_7
    a_prime_by_0 = K_by_0*t7_11 + t7_10*t7_8 + t7_5*(t7_8*t7_9 - t7_8)
    a_prime_by_1 = K_by_1*t7_11 - t7_10*t7_9 + 2.0*t7_5*t7_9
    a_prime_by_2 = K_by_2*t7_11
    a_prime_by_3 = K_by_3*t7_11
    status = positive(a_prime - 2.0, 3, status)
    t8_0 = 1.0 / cov_col
    t8_1 = (mean * mean)
    t8_2 = 1.0 / K
    t8_3 = t8_1*t8_2
    t8_4 = t8_0*t8_1/(K * K)
    c = t8_0*t8_3
    c_by_0 = -K_by_0*t8_4 + 2.0*mean*t8_0*t8_2
    c_by_1 = -K_by_1*t8_4
    c_by_2 = -K_by_2*t8_4 - t8_3/(cov_col * cov_col)
    c_by_3 = -K_by_3*t8_4
    status = positive(c, 4, status)
    t9_0 = a_prime - 1.0
    t9_1 = 1.0 / t9_0
    t9_2 = 1.0 / mean
    t9_3 = K*a*c*t9_2
    t9_4 = a*a_prime*t9_1*t9_2
    t9_5 = K*t9_4
    t9_6 = c*t9_4
    t9_7 = K*a*c*t9_1*t9_2 - a_prime*t9_3/(t9_0 * t9_0)
    b_prime_d = a_prime*t9_1*t9_3
    b_prime_d_by_0 = -K*a*a_prime*c*t9_1/(mean * mean) + K_by_0*t9_6 + a_prime_by_0*t9_7 + c_by_0*t9_5
    b_prime_d_by_1 = K_by_1*t9_6 + a_prime_by_1*t9_7 + c_by_1*t9_5
    b_prime_d_by_2 = K_by_2*t9_6 + a_prime_by_2*t9_7 + c_by_2*t9_5
    b_prime_d_by_3 = K_by_3*t9_6 + a_prime_by_3*t9_7 + c_by_3*t9_5
    status = positive(b_prime_d, 5, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d1_0 = a_prime_by_0
    d1_1 = a_prime_by_1
    d1_2 = a_prime_by_2
    d1_3 = a_prime_by_3
    d2_0 = c_by_0
    d2_1 = c_by_1
    d2_2 = c_by_2
    d2_3 = c_by_3
    d3_0 = b_prime_d_by_0
    d3_1 = b_prime_d_by_1
    d3_2 = b_prime_d_by_2
    d3_3 = b_prime_d_by_3
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
def solve_2(mean, cov_row, cov_col, cycle, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    K_square = (a * a)*((cov_col * cov_col)*(cov_row * cov_row) - cycle*(mean * mean * mean * mean))
    t1_0 = (cov_col * cov_col)
    t1_1 = (cov_row * cov_row)*t1_0
    t1_2 = (mean * mean * mean * mean)
    t1_3 = 2.0*a
    K_linear = 2.0*cov_row*(mean * mean)*t1_0 - cycle*t1_2*t1_3 + t1_0*t1_2 + t1_1*t1_3 + t1_1
    t2_0 = (mean * mean)
    t2_1 = (cov_col * cov_col)
    K_constant = -t2_0*(2.0*cov_row*t2_1 + cycle*t2_0 + t2_0*t2_1)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    t7_0 = K*a
    t7_1 = cov_row*t7_0
    t7_2 = (mean * mean)
    t7_3 = -t7_2
    a_prime = (t7_0*t7_2 + 2.0*t7_1 + t7_3)/(t7_1 + t7_3)
    status = positive(a_prime - 2.0, 3, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 4, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (
        if_ok(K_value, status),
        if_ok(a_prime_value, status),
        if_ok(c_value, status),
        if_ok(b_prime_d_value, status),
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
            status[n],
        ) = solve_2(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_2_jacobian(mean, cov_row, cov_col, cycle, a):
    """Return the derivatives of K, a_prime, c, b_prime*d by mean, cov_row, cov_col, cycle, and a status."""
    t0_0 = (a * a)
    t0_1 = (mean * mean * mean * mean)
    t0_2 = (cov_col * cov_col)
    t0_3 = (cov_row * cov_row)
    t0_4 = 2.0*t0_0
    K_square = t0_0*(-cycle*t0_1 + t0_2*t0_3)
    K_square_by_0 = -4.0*cycle*(mean * mean * mean)*t0_0
    K_square_by_1 = cov_row*t0_2*t0_4
    K_square_by_2 = cov_col*t0_3*t0_4
    K_square_by_3 = -t0_0*t0_1
    t1_0 = (cov_col * cov_col)
    t1_1 = (cov_row * cov_row)
    t1_2 = t1_0*t1_1
    t1_3 = (mean * mean * mean * mean)
    t1_4 = 2.0*a
    t1_5 = t1_3*t1_4
    t1_6 = (mean * mean)
    t1_7 = 2.0*t1_0
    t1_8 = cov_row*t1_7
    t1_9 = (mean * mean * mean)
    t1_10 = 4.0*t1_0
    t1_11 = cov_row*t1_10
    t1_12 = 2.0*cov_col
    t1_13 = 4.0*cov_col
    K_linear = -cycle*t1_5 + t1_0*t1_3 + t1_2*t1_4 + t1_2 + t1_6*t1_8
    K_linear_by_0 = -8.0*a*cycle*t1_9 + mean*t1_11 + t1_10*t1_9
    K_linear_by_1 = a*t1_11 + t1_6*t1_7 + t1_8
    K_linear_by_2 = a*t1_1*t1_13 + cov_row*t1_13*t1_6 + t1_1*t1_12 + t1_12*t1_3
    K_linear_by_3 = -t1_5
    t2_0 = (mean * mean)
    t2_1 = (cov_col * cov_col)
    t2_2 = 2.0*t2_1
    t2_3 = t2_0*t2_1
    t2_4 = cov_row*t2_2 + cycle*t2_0 + t2_3
    t2_5 = 2.0*mean
    K_constant = -t2_0*t2_4
    K_constant_by_0 = -t2_0*(cycle*t2_5 + mean*t2_2) - t2_4*t2_5
    K_constant_by_1 = -2.0*t2_3
    K_constant_by_2 = -t2_0*(4.0*cov_col*cov_row + 2.0*cov_col*t2_0)
    K_constant_by_3 = -(mean * mean * mean * mean)
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    K_discriminant_by_2 = -K_constant_by_2*t3_1 + 2.0*K_linear*K_linear_by_2 - K_square_by_2*t3_0
    K_discriminant_by_3 = -K_constant_by_3*t3_1 + 2.0*K_linear*K_linear_by_3 - K_square_by_3*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    K_side_by_2 = 0.0
    K_side_by_3 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    K_half_by_2 = -K_discriminant_by_2*t5_2 - 0.5*K_linear_by_2 - K_side_by_2*t5_1
    K_half_by_3 = -K_discriminant_by_3*t5_2 - 0.5*K_linear_by_3 - K_side_by_3*t5_1
    t6_0 = 1.0 / K_square
    t6_1 = K_half/(K_square * K_square)
    K = K_half*t6_0
    K_by_0 = K_half_by_0*t6_0 - K_square_by_0*t6_1
    K_by_1 = K_half_by_1*t6_0 - K_square_by_1*t6_1
    K_by_2 = K_half_by_2*t6_0 - K_square_by_2*t6_1
    K_by_3 = K_half_by_3*t6_0 - K_square_by_3*t6_1
    status = positive(K, 2, status)
    t7_0 = a*cov_row
    t7_1 = K*t7_0
    t7_2 = (mean * mean)
    t7_3 = -t7_2
    t7_4 = t7_1 + t7_3
    t7_5 = 1.0 / t7_4
    t7_6 = a*t7_2
    t7_7 = K*t7_6 + 2.0*t7_1 + t7_3
    t7_8 = 2.0*mean
    t7_9 = K*a
    t7_10 = t7_7/(t7_4 * t7_4)
    t7_11 = -t7_0*t7_10 + t7_5*(2.0*t7_0 + t7_6)
    a_prime = t7_5*t7_7
    a_prime_by_0 = K_by_0*t7_11 + t7_10*t7_8 + t7_5*(t7_8*t7_9 - t7_8)
    a_prime_by_1 = K_by_1*t7_11 - t7_10*t7_9 + 2.0*t7_5*t7_9
    a_prime_by_2 = K_by_2*t7_11
    a_prime_by_3 = K_by_3*t7_11
    status = positive(a_prime - 2.0, 3, status)
    t8_0 = 1.0 / cov_col
    t8_1 = (mean * mean)
    t8_2 = 1.0 / K
    t8_3 = t8_1*t8_2
    t8_4 = t8_0*t8_1/(K * K)
    c = t8_0*t8_3
    c_by_0 = -K_by_0*t8_4 + 2.0*mean*t8_0*t8_2
    c_by_1 = -K_by_1*t8_4
    c_by_2 = -K_by_2*t8_4 - t8_3/(cov_col * cov_col)
    c_by_3 = -K_by_3*t8_4
    status = positive(c, 4, status)
    t9_0 = a_prime - 1.0
    t9_1 = 1.0 / t9_0
    t9_2 = 1.0 / mean
    t9_3 = K*a*c*t9_2
    t9_4 = a*a_prime*t9_1*t9_2
    t9_5 = K*t9_4
    t9_6 = c*t9_4
    t9_7 = K*a*c*t9_1*t9_2 - a_prime*t9_3/(t9_0 * t9_0)
    b_prime_d = a_prime*t9_1*t9_3
    b_prime_d_by_0 = -K*a*a_prime*c*t9_1/(mean * mean) + K_by_0*t9_6 + a_prime_by_0*t9_7 + c_by_0*t9_5
    b_prime_d_by_1 = K_by_1*t9_6 + a_prime_by_1*t9_7 + c_by_1*t9_5
    b_prime_d_by_2 = K_by_2*t9_6 + a_prime_by_2*t9_7 + c_by_2*t9_5
    b_prime_d_by_3 = K_by_3*t9_6 + a_prime_by_3*t9_7 + c_by_3*t9_5
    status = positive(b_prime_d, 5, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d1_0 = a_prime_by_0
    d1_1 = a_prime_by_1
    d1_2 = a_prime_by_2
    d1_3 = a_prime_by_3
    d2_0 = c_by_0
    d2_1 = c_by_1
    d2_2 = c_by_2
    d2_3 = c_by_3
    d3_0 = b_prime_d_by_0
    d3_1 = b_prime_d_by_1
    d3_2 = b_prime_d_by_2
    d3_3 = b_prime_d_by_3
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status),),
        (if_ok(d2_0, status), if_ok(d2_1, status), if_ok(d2_2, status), if_ok(d2_3, status),),
        (if_ok(d3_0, status), if_ok(d3_1, status), if_ok(d3_2, status), if_ok(d3_3, status),),
        status,
    )


@batch_kernel
def solve_2_jacobian_batch(targets, out, status):
    """Apply solve_2_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n],),
            status[n],
        ) = solve_2_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )
