"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 df0480d398197a337bc08c1edb5632d9e1929b616bb10aacde814e6f89a01783
record:    sha256 68bb5a42bbdde568f318ba667b8210859b74bc32cd1ed703fc8f10da30038354
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 4815e3493f22a824912456b0eeed6c4d332581d868d06df1844be04a49f02998
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
          branches=1,
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
          conditions=(ConditionSpec(text='K > 0', kind='other', targets=()),
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = a_prime - 1.0
    t1 = a*a_prime
    t2 = K*c*t1
    t3 = a_prime - 2.0
    t4 = (a_prime * a_prime)
    t5 = a_prime*c
    t6 = b_prime*d
    t7 = a*t4 - 3.0*a_prime*t6 - a_prime + c*t4 - t1 + t2 + t4*t6 + t4 - t5 + 2.0*t6
    t8 = 1.0 / t7
    mean_value = t2/(b_prime*d*t0)
    variance_value = t2*t7/((b_prime * b_prime)*(d * d)*(t0 * t0)*t3)
    rho_row_value = t5*t8*(K*a + t0)
    rho_col_value = t1*t3*t8
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
        )


@kernel
def moments_jacobian(K, a, a_prime, b_prime, c, d):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, a, a_prime, b_prime, c, d."""
    t0 = a_prime - 1.0
    t1 = 1.0 / t0
    t2 = a_prime*t1
    t3 = 1.0 / b_prime
    t4 = 1.0 / d
    t5 = t3*t4
    t6 = t2*t5
    t7 = K*c
    t8 = a*t7
    t9 = t2*t8
    t10 = 1.0 / ((b_prime * b_prime))
    t11 = t10*t4
    t12 = K*a
    t13 = 1.0 / ((d * d))
    t14 = t13*t3
    t15 = a*a_prime
    t16 = 2.0*t15
    t17 = (a_prime * a_prime)
    t18 = a*t17
    t19 = c*t17
    t20 = a_prime*c
    t21 = b_prime*d
    t22 = 3.0*a_prime
    t23 = -a_prime - t15 + t17*t21 + t17 + t18 + t19 - t20 - t21*t22 + 2.0*t21
    t24 = a_prime - 2.0
    t25 = 1.0 / t24
    t26 = t25/(t0 * t0)
    t27 = t10*t13*t26
    t28 = t15*t27
    t29 = t0 + t7
    t30 = t15*t7
    t31 = t23 + t30
    t32 = 2.0*a_prime
    t33 = t32 - 1.0
    t34 = -a - c + t16 + 2.0*t20 + t21*t32 - 3.0*t21 + t33 + t8
    t35 = 2.0*t31
    t36 = t17 - t22 + 2.0
    t37 = t26*t30*(-t35*t5 + t36)
    t38 = t0 + t12
    t39 = t20*t38
    t40 = 1.0 / t31
    t41 = c*t40
    t42 = -t29*t40
    t43 = a_prime*t38
    t44 = t20*t40
    t45 = -t34
    t46 = t40*t43
    t47 = -t36
    t48 = d*t47
    t49 = 1.0 / ((t31 * t31))
    t50 = t39*t49
    t51 = -t38
    t52 = b_prime*t47
    t53 = t24*t49
    t54 = a_prime*t24*t40
    t55 = t15*t53
    d0_0 = a*c*t6
    d0_1 = t6*t7
    d0_2 = t1*t5*t8*(1.0 - t2)
    d0_3 = -t11*t9
    d0_4 = t12*t6
    d0_5 = -t14*t9
    d1_0 = c*t28*(t16*t7 + t23)
    d1_1 = K*t20*t27*(t15*t29 + t31)
    d1_2 = t27*t8*(-a_prime*t25*t31 + a_prime*t34 - t2*t35 + t31)
    d1_3 = t11*t37
    d1_4 = K*t28*(t31 + t39)
    d1_5 = t14*t37
    d2_0 = t15*t41*(-t39*t40 + 1.0)
    d2_1 = t44*(K + t42*t43)
    d2_2 = t41*(t12 + t33 + t45*t46)
    d2_3 = t48*t50
    d2_4 = t46*(t44*t51 + 1.0)
    d2_5 = t50*t52
    d3_0 = -(a * a)*t19*t53
    d3_1 = t54*(t15*t42 + 1.0)
    d3_2 = a*t40*(t32 + t45*t54 - 2.0)
    d3_3 = t48*t55
    d3_4 = t18*t51*t53
    d3_5 = t52*t55
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
def solve(mean, variance, rho_row, rho_col, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    t0_0 = (mean * mean)
    t0_1 = rho_row*variance
    t0_2 = t0_0*variance
    t0_3 = rho_col*t0_2
    t0_4 = rho_col*rho_row*(variance * variance)
    K = -t0_0*(mean + t0_1 - variance)/(a*(mean * mean * mean) + a*t0_0*t0_1 - a*t0_2 + a*t0_3 + a*t0_4 + t0_3 + t0_4)
    status = positive(K, 1, OK)
    t1_0 = (mean * mean)
    t1_1 = -t1_0
    t1_2 = K*a
    t1_3 = rho_row*t1_2*variance
    a_prime = (t1_0*t1_2 + t1_1 + 2.0*t1_3)/(t1_1 + t1_3)
    status = positive(a_prime - 2.0, 2, status)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 3, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 4, status)
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
def solve_jacobian(mean, variance, rho_row, rho_col, a):
    """Return the derivatives of K, a_prime, c, b_prime*d by mean, variance, rho_row, rho_col, and a status."""
    t0_0 = rho_row*variance
    t0_1 = mean + t0_0 - variance
    t0_2 = (mean * mean)
    t0_3 = rho_col*t0_2
    t0_4 = (variance * variance)
    t0_5 = rho_col*t0_4
    t0_6 = rho_row*t0_5
    t0_7 = a*t0_2
    t0_8 = t0_7*variance
    t0_9 = a*(mean * mean * mean) + a*t0_6 + rho_col*t0_8 + t0_0*t0_7 + t0_3*variance + t0_6 - t0_8
    t0_10 = 1.0 / t0_9
    t0_11 = t0_10*t0_2
    t0_12 = 2.0*mean
    t0_13 = rho_col*t0_12*variance
    t0_14 = t0_1*t0_2/(t0_9 * t0_9)
    t0_15 = 2.0*rho_col*t0_0
    t0_16 = rho_row*t0_4
    K = -t0_1*t0_11
    K_by_0 = -t0_1*t0_10*t0_12 - t0_11 - t0_14*(2.0*a*mean*variance - a*t0_0*t0_12 - a*t0_13 - t0_13 - 3.0*t0_7)
    K_by_1 = -t0_11*(rho_row - 1.0) - t0_14*(-a*t0_15 + a*t0_2 - rho_col*t0_7 - rho_row*t0_7 - t0_15 - t0_3)
    K_by_2 = -t0_11*variance - t0_14*(-a*t0_5 - t0_5 - t0_8)
    K_by_3 = -t0_14*(-a*t0_16 - t0_16 - t0_2*variance - t0_8)
    status = positive(K, 1, OK)
    t1_0 = (mean * mean)
    t1_1 = -t1_0
    t1_2 = K*a
    t1_3 = rho_row*variance
    t1_4 = t1_2*t1_3
    t1_5 = t1_1 + t1_4
    t1_6 = 1.0 / t1_5
    t1_7 = a*t1_0
    t1_8 = K*t1_7 + t1_1 + 2.0*t1_4
    t1_9 = 2.0*mean
    t1_10 = t1_8/(t1_5 * t1_5)
    t1_11 = a*t1_3
    t1_12 = -t1_10*t1_11 + t1_6*(2.0*t1_11 + t1_7)
    t1_13 = rho_row*t1_2
    t1_14 = 2.0*t1_6
    t1_15 = t1_2*variance
    a_prime = t1_6*t1_8
    a_prime_by_0 = K_by_0*t1_12 + t1_10*t1_9 + t1_6*(t1_2*t1_9 - t1_9)
    a_prime_by_1 = K_by_1*t1_12 - t1_10*t1_13 + t1_13*t1_14
    a_prime_by_2 = K_by_2*t1_12 - t1_10*t1_15 + t1_14*t1_15
    a_prime_by_3 = K_by_3*t1_12
    status = positive(a_prime - 2.0, 2, status)
    t2_0 = 1.0 / variance
    t2_1 = (mean * mean)
    t2_2 = 1.0 / rho_col
    t2_3 = 1.0 / K
    t2_4 = t2_1*t2_2*t2_3
    t2_5 = t2_0*t2_3
    t2_6 = t2_0*t2_1*t2_2/(K * K)
    c = t2_0*t2_4
    c_by_0 = -K_by_0*t2_6 + 2.0*mean*t2_2*t2_5
    c_by_1 = -K_by_1*t2_6 - t2_4/(variance * variance)
    c_by_2 = -K_by_2*t2_6
    c_by_3 = -K_by_3*t2_6 - t2_1*t2_5/(rho_col * rho_col)
    status = positive(c, 3, status)
    t3_0 = a_prime - 1.0
    t3_1 = 1.0 / t3_0
    t3_2 = 1.0 / mean
    t3_3 = K*a*c*t3_2
    t3_4 = a*a_prime*t3_1*t3_2
    t3_5 = K*t3_4
    t3_6 = c*t3_4
    t3_7 = K*a*c*t3_1*t3_2 - a_prime*t3_3/(t3_0 * t3_0)
    b_prime_d = a_prime*t3_1*t3_3
    b_prime_d_by_0 = -K*a*a_prime*c*t3_1/(mean * mean) + K_by_0*t3_6 + a_prime_by_0*t3_7 + c_by_0*t3_5
    b_prime_d_by_1 = K_by_1*t3_6 + a_prime_by_1*t3_7 + c_by_1*t3_5
    b_prime_d_by_2 = K_by_2*t3_6 + a_prime_by_2*t3_7 + c_by_2*t3_5
    b_prime_d_by_3 = K_by_3*t3_6 + a_prime_by_3*t3_7 + c_by_3*t3_5
    status = positive(b_prime_d, 4, status)
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
