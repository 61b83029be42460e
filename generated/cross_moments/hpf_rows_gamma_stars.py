"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 df0480d398197a337bc08c1edb5632d9e1929b616bb10aacde814e6f89a01783
record:    sha256 68bb5a42bbdde568f318ba667b8210859b74bc32cd1ed703fc8f10da30038354
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 19027bbe867533b808a47b8e369b157c1f3f4d78ccd1bf81e472493f840caa98
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

SPEC = ModelSpec(name='hpf_rows_gamma',
          title='Poisson factorization with a level above the rows only, Gamma priors',
          targets=('mean', 'cov_row', 'cov_col', 'cycle', 'cumulant_ij_il_in'),
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
          needs=(),
          route='closed form',
          branches=1,
          constraints=(),
          coordinates=('a', 'a_prime', 'b_prime', 'c', 'd'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='a',
                                     exponents={'a': 1},
                                     meaning='shape of theta: standard deviation / mean = '
                                             '1/sqrt(a)'),
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
          conditions=(ConditionSpec(text='a_prime > 3', kind='other', targets=()),
                      ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='b_prime*d > 0', kind='other', targets=()),
                      ConditionSpec(text='c > 0', kind='other', targets=()),
                      ConditionSpec(text='a > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'b_prime': 1, 'd': -1},
                                   prior_degrees={'xi': 1, 'beta': 1},
                                   anchor='b_prime',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'a': {'a': 1.0},
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
    """Return mean, cov_row, cov_col, cycle, cumulant_ij_il_in."""
    t0 = a_prime - 1.0
    t1 = K*a
    t2 = (c * c)
    t3 = (a_prime * a_prime)
    t4 = t3/((b_prime * b_prime)*(d * d)*(t0 * t0))
    t5 = a_prime - 2.0
    t6 = (t0 + t1)/t5
    t7 = K*(a * a)
    t8 = 2.0*a
    t9 = 2.0*t1
    mean_value = a_prime*c*t1/(b_prime*d*t0)
    cov_row_value = t1*t2*t4*t6
    cov_col_value = c*t4*t7
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*t2*t7*(a_prime*t8 - 2.0*a_prime + t3 + t7 - t8 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d * d * d * d)*(t0 * t0 * t0 * t0)*(t5 * t5))
    cumulant_ij_il_in_value = (a_prime * a_prime * a_prime)*(c * c * c)*t6*t9*(t0 + t9)/((b_prime * b_prime * b_prime)*(d * d * d)*(t0 * t0 * t0)*(a_prime - 3.0))
    return (
        mean_value,
        cov_row_value,
        cov_col_value,
        cycle_value,
        cumulant_ij_il_in_value,
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
def moments_jacobian(K, a, a_prime, b_prime, c, d):
    """Return the derivatives of mean, cov_row, cov_col, cycle, cumulant_ij_il_in by K, a, a_prime, b_prime, c, d."""
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
    t15 = t14 + t2
    t16 = (a_prime * a_prime)
    t17 = 1.0 / ((t2 * t2))
    t18 = t13*t17
    t19 = t16*t18
    t20 = t11*t19
    t21 = a_prime - 2.0
    t22 = 1.0 / t21
    t23 = (c * c)
    t24 = t22*t23
    t25 = t15*t20*t24
    t26 = t2 + t8
    t27 = a_prime*t26
    t28 = 2.0*t4
    t29 = a_prime*t22
    t30 = t11*t8
    t31 = 1.0 / ((b_prime * b_prime * b_prime))
    t32 = 2.0*t16
    t33 = t18*t32
    t34 = t33*t8
    t35 = t24*t26
    t36 = t12*t34
    t37 = 1.0 / ((d * d * d))
    t38 = t32*t37
    t39 = t17*t38
    t40 = (a * a)
    t41 = 2.0*a_prime
    t42 = K*t40
    t43 = t12*t42
    t44 = 2.0*t42
    t45 = 2.0*a
    t46 = a_prime*t45 + t16 - t41 - t45 + 1.0
    t47 = (a_prime * a_prime * a_prime * a_prime)
    t48 = 1.0 / ((b_prime * b_prime * b_prime * b_prime))
    t49 = 1.0 / ((d * d * d * d))
    t50 = 1.0 / ((t2 * t2 * t2 * t2))
    t51 = 1.0 / ((t21 * t21))
    t52 = t23*t48*t49*t50*t51
    t53 = t47*t52
    t54 = t42 + t46
    t55 = (a_prime * a_prime * a_prime)
    t56 = 4.0*a
    t57 = t47*t49*t50*t51*t54
    t58 = 4.0*t23*t42
    t59 = t15*t26
    t60 = 1.0 / ((t2 * t2 * t2))
    t61 = t31*t37*t55*t60
    t62 = 1.0 / (a_prime - 3.0)
    t63 = (c * c * c)
    t64 = t22*t62*t63
    t65 = t61*t64*(t14*t26 + t15*t8 + t59)
    t66 = 3.0*t59
    t67 = t59*t62
    t68 = t60*t8
    t69 = t31*t68
    t70 = 6.0*t67
    t71 = t22*t55*t63*t70
    d0_0 = a*t6
    d0_1 = K*t6
    d0_2 = t10*t3*t7*t9
    d0_3 = -t12*t4*t9
    d0_4 = t5*t8
    d0_5 = -t10*t13*t4*t8
    d1_0 = a*t25
    d1_1 = K*t25
    d1_2 = t18*t23*t29*t30*(2.0*K*a + 3.0*a_prime - t22*t27 - t26*t28 - 2.0)
    d1_3 = -t31*t34*t35
    d1_4 = t22*t26*t36
    d1_5 = -t30*t35*t39
    d2_0 = t12*t19*t40
    d2_1 = t36
    d2_2 = t18*t41*t43*t7
    d2_3 = -c*t31*t33*t42
    d2_4 = t20*t42
    d2_5 = -t39*t43
    d3_0 = t40*t53*(t44 + t46)
    d3_1 = t14*t53*(a*t26 + t54)
    d3_2 = t44*t52*t55*(a_prime*t56 + a_prime*(a + t2) - 4.0*a_prime - t28*t54 - t29*t54 + t32 + t44 - t56 + 2.0)
    d3_3 = -t57*t58/b_prime ** 5
    d3_4 = c*t44*t48*t57
    d3_5 = -t47*t48*t50*t51*t54*t58/d ** 5
    d4_0 = t45*t65
    d4_1 = 2.0*K*t65
    d4_2 = t38*t64*t69*(a_prime*t15 - a_prime*t67 + t27 - t29*t59 - t4*t66 + t66)
    d4_3 = -t37*t48*t68*t71
    d4_4 = t24*t61*t70*t8
    d4_5 = -t49*t69*t71
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
def solve(mean, cov_row, cov_col, cycle, cumulant_ij_il_in):
    """Return K, a, a_prime, c, b_prime*d and a status."""
    t0_0 = cumulant_ij_il_in*mean
    t0_1 = (cov_row * cov_row)
    a_prime = (-2.0*cov_row*(mean * mean) - 3.0*t0_0 + 4.0*t0_1)/(-t0_0 + 2.0*t0_1)
    status = positive(a_prime - 3.0, 1, OK)
    t1_0 = (cov_col * cov_col)
    t1_1 = (mean * mean)
    t1_2 = 2.0*cov_row
    t1_3 = cycle*t1_1
    t1_4 = 4.0*t1_3
    K = t1_1*((a_prime * a_prime)*t1_3 - a_prime*t1_0*t1_2 - a_prime*t1_4 + 4.0*cov_row*t1_0 + t1_0*t1_1 + t1_4)/(t1_0*((a_prime*cov_row - t1_1 - t1_2) * (a_prime*cov_row - t1_1 - t1_2)))
    status = positive(K, 2, status)
    b_prime_d = a_prime*(mean * mean * mean)/(K*cov_col*(a_prime*cov_row - 2.0*cov_row - (mean * mean)))
    status = positive(b_prime_d, 3, status)
    K_a = K*b_prime_d*cov_col*(a_prime - 1.0)/(a_prime*mean)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 4, status)
    a = K_a/K
    status = positive(a, 5, status)
    K_value = K
    a_value = a
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (
        if_ok(K_value, status),
        if_ok(a_value, status),
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
def solve_jacobian(mean, cov_row, cov_col, cycle, cumulant_ij_il_in):
    """Return the derivatives of K, a, a_prime, c, b_prime*d by mean, cov_row, cov_col, cycle, cumulant_ij_il_in, and a status."""
    t0_0 = cumulant_ij_il_in*mean
    t0_1 = (cov_row * cov_row)
    t0_2 = -t0_0 + 2.0*t0_1
    t0_3 = 1.0 / t0_2
    t0_4 = 2.0*(mean * mean)
    t0_5 = -cov_row*t0_4 - 3.0*t0_0 + 4.0*t0_1
    t0_6 = 4.0*cov_row
    t0_7 = 1.0 / ((t0_2 * t0_2))
    t0_8 = t0_5*t0_7
    a_prime = t0_3*t0_5
    a_prime_by_0 = cumulant_ij_il_in*t0_8 + t0_3*(-3.0*cumulant_ij_il_in - mean*t0_6)
    a_prime_by_1 = t0_3*(8.0*cov_row - t0_4) - t0_6*t0_8
    a_prime_by_2 = 0.0
    a_prime_by_3 = 0.0
    a_prime_by_4 = -3.0*mean*t0_3 + mean*t0_5*t0_7
    status = positive(a_prime - 3.0, 1, OK)
    t1_0 = (cov_col * cov_col)
    t1_1 = 1.0 / t1_0
    t1_2 = (mean * mean)
    t1_3 = 4.0*t1_2
    t1_4 = cycle*t1_3
    t1_5 = 2.0*cov_row
    t1_6 = t1_0*t1_5
    t1_7 = (a_prime * a_prime)
    t1_8 = t1_2*t1_7
    t1_9 = -a_prime*t1_4 - a_prime*t1_6 + 4.0*cov_row*t1_0 + cycle*t1_8 + t1_0*t1_2 + t1_4
    t1_10 = t1_1*t1_9
    t1_11 = a_prime*cov_row - t1_2 - t1_5
    t1_12 = 1.0 / ((t1_11 * t1_11))
    t1_13 = t1_12*t1_2
    t1_14 = 8.0*cycle*mean
    t1_15 = 2.0*mean
    t1_16 = t1_1*t1_13
    t1_17 = t1_10/(t1_11 * t1_11 * t1_11)
    t1_18 = t1_17*t1_2
    t1_19 = t1_1*t1_12*t1_2*(2.0*a_prime*cycle*t1_2 - t1_4 - t1_6) - t1_18*t1_5
    t1_20 = 2.0*a_prime
    t1_21 = 2.0*t1_2
    K = t1_10*t1_13
    K_by_0 = a_prime_by_0*t1_19 + 4.0*(mean * mean * mean)*t1_17 + t1_10*t1_12*t1_15 + t1_16*(-a_prime*t1_14 + cycle*t1_15*t1_7 + t1_0*t1_15 + t1_14)
    K_by_1 = a_prime_by_1*t1_19 + t1_16*(-t1_0*t1_20 + 4.0*t1_0) + t1_18*(4.0 - t1_20)
    K_by_2 = a_prime_by_2*t1_19 + t1_16*(-4.0*a_prime*cov_col*cov_row + 8.0*cov_col*cov_row + cov_col*t1_21) - t1_12*t1_21*t1_9/(cov_col * cov_col * cov_col)
    K_by_3 = a_prime_by_3*t1_19 + t1_16*(-a_prime*t1_3 + t1_3 + t1_8)
    K_by_4 = a_prime_by_4*t1_19
    status = positive(K, 2, status)
    t2_0 = 1.0 / cov_col
    t2_1 = 1.0 / K
    t2_2 = t2_0*t2_1
    t2_3 = (mean * mean * mean)
    t2_4 = (mean * mean)
    t2_5 = a_prime*cov_row - 2.0*cov_row - t2_4
    t2_6 = 1.0 / t2_5
    t2_7 = t2_3*t2_6
    t2_8 = t2_2/(t2_5 * t2_5)
    t2_9 = a_prime*t2_7
    t2_10 = t2_0*t2_9/(K * K)
    t2_11 = t2_3*t2_8
    t2_12 = -a_prime*cov_row*t2_11 + t2_0*t2_1*t2_3*t2_6
    b_prime_d = a_prime*t2_2*t2_7
    b_prime_d_by_0 = -K_by_0*t2_10 + 2.0*a_prime*(mean * mean * mean * mean)*t2_8 + 3.0*a_prime*t2_2*t2_4*t2_6 + a_prime_by_0*t2_12
    b_prime_d_by_1 = -K_by_1*t2_10 + a_prime*t2_11*(2.0 - a_prime) + a_prime_by_1*t2_12
    b_prime_d_by_2 = -K_by_2*t2_10 + a_prime_by_2*t2_12 - t2_1*t2_9/(cov_col * cov_col)
    b_prime_d_by_3 = -K_by_3*t2_10 + a_prime_by_3*t2_12
    b_prime_d_by_4 = -K_by_4*t2_10 + a_prime_by_4*t2_12
    status = positive(b_prime_d, 3, status)
    t3_0 = a_prime - 1.0
    t3_1 = 1.0 / mean
    t3_2 = 1.0 / a_prime
    t3_3 = K*b_prime_d*t3_1*t3_2
    t3_4 = cov_col*t3_3
    t3_5 = K*cov_col*t3_0*t3_2
    t3_6 = t3_1*t3_5
    t3_7 = b_prime_d*cov_col*t3_0*t3_1
    t3_8 = t3_2*t3_7
    t3_9 = -K*t3_7/(a_prime * a_prime) + t3_4
    K_a = t3_0*t3_4
    K_a_by_0 = K_by_0*t3_8 + a_prime_by_0*t3_9 - b_prime_d*t3_5/(mean * mean) + b_prime_d_by_0*t3_6
    K_a_by_1 = K_by_1*t3_8 + a_prime_by_1*t3_9 + b_prime_d_by_1*t3_6
    K_a_by_2 = K_by_2*t3_8 + a_prime_by_2*t3_9 + b_prime_d_by_2*t3_6 + t3_0*t3_3
    K_a_by_3 = K_by_3*t3_8 + a_prime_by_3*t3_9 + b_prime_d_by_3*t3_6
    K_a_by_4 = K_by_4*t3_8 + a_prime_by_4*t3_9 + b_prime_d_by_4*t3_6
    t4_0 = 1.0 / cov_col
    t4_1 = (mean * mean)
    t4_2 = 1.0 / K
    t4_3 = t4_1*t4_2
    t4_4 = t4_0*t4_1/(K * K)
    c = t4_0*t4_3
    c_by_0 = -K_by_0*t4_4 + 2.0*mean*t4_0*t4_2
    c_by_1 = -K_by_1*t4_4
    c_by_2 = -K_by_2*t4_4 - t4_3/(cov_col * cov_col)
    c_by_3 = -K_by_3*t4_4
    c_by_4 = -K_by_4*t4_4
    status = positive(c, 4, status)
    t5_0 = 1.0 / K
    t5_1 = K_a/(K * K)
    a = K_a*t5_0
    a_by_0 = K_a_by_0*t5_0 - K_by_0*t5_1
    a_by_1 = K_a_by_1*t5_0 - K_by_1*t5_1
    a_by_2 = K_a_by_2*t5_0 - K_by_2*t5_1
    a_by_3 = K_a_by_3*t5_0 - K_by_3*t5_1
    a_by_4 = K_a_by_4*t5_0 - K_by_4*t5_1
    status = positive(a, 5, status)
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
    d2_0 = a_prime_by_0
    d2_1 = a_prime_by_1
    d2_2 = a_prime_by_2
    d2_3 = a_prime_by_3
    d2_4 = a_prime_by_4
    d3_0 = c_by_0
    d3_1 = c_by_1
    d3_2 = c_by_2
    d3_3 = c_by_3
    d3_4 = c_by_4
    d4_0 = b_prime_d_by_0
    d4_1 = b_prime_d_by_1
    d4_2 = b_prime_d_by_2
    d4_3 = b_prime_d_by_3
    d4_4 = b_prime_d_by_4
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
