"""pmf_exponential: Poisson factorization, Exponential priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 488c9e1935c4b50847abf9a024db2efc827c6a19a929683106bfaa15fe936573
record:    sha256 56c5453cb1f92cf8a1c1a2ba2e9dc3047f5113e0622d60b9a6b574ae99fd9e19
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 9fea640f5feae8c18213bf19dce1ebb48df13a41d7d3da2a6207c2c47598258b
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

SPEC = ModelSpec(name='pmf_exponential',
          title='Poisson factorization, Exponential priors',
          targets=('mean', 'variance', 'rho_row', 'rho_col'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='rate_theta',
                                    meaning='rate of theta: mean = 1 / rate_theta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='rate_beta',
                                    meaning='rate of beta: mean = 1 / rate_beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=(),
          route='closed form',
          branches=1,
          constraints=('mean + 3*rho_row*variance - variance = 0', 'rho_col - rho_row = 0'),
          coordinates=('rate_theta', 'rate_beta'),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='rate_beta*rate_theta',
                                     exponents={'rate_theta': 1, 'rate_beta': 1},
                                     meaning='rate of theta times rate of beta: all that data '
                                             'show')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='rate_beta*rate_theta > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(SymmetrySpec(weights={'rate_theta': 1, 'rate_beta': -1},
                                   prior_degrees={'theta': -1, 'beta': 1},
                                   anchor='rate_theta',
                                   shifts={},
                                   prior_shifts={}),),
          anchored={'K': {'K': 1.0},
                    'rate_theta': {},
                    'rate_beta': {'rate_beta*rate_theta': 1.0}},
          priors=('theta', 'beta'),
          priors_depend_on=('rate_theta', 'rate_beta'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=())


@kernel
def prior_means(rate_theta, rate_beta):
    """Return the means of theta and beta."""
    theta_value = 1.0 / rate_theta
    beta_value = 1.0 / rate_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, rate_theta, rate_beta):
    """Return mean, variance, rho_row, rho_col."""
    t0 = rate_beta*rate_theta + 3.0
    t1 = 1.0 / t0
    mean_value = K/(rate_beta*rate_theta)
    variance_value = K*t0/((rate_beta * rate_beta)*(rate_theta * rate_theta))
    rho_row_value = t1
    rho_col_value = t1
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
        )


@kernel
def moments_jacobian(K, rate_theta, rate_beta):
    """Return the derivatives of mean, variance, rho_row, rho_col by K, rate_theta, rate_beta."""
    t0 = 1.0 / rate_beta
    t1 = 1.0 / rate_theta
    t2 = t0*t1
    t3 = 1.0 / ((rate_theta * rate_theta))
    t4 = K*t0*t3
    t5 = 1.0 / ((rate_beta * rate_beta))
    t6 = K*t1*t5
    t7 = rate_beta*rate_theta + 3.0
    t8 = -2.0*t2*t7 + 1.0
    t9 = 1.0 / ((t7 * t7))
    t10 = -rate_beta*t9
    t11 = -rate_theta*t9
    d0_0 = t2
    d0_1 = -t4
    d0_2 = -t6
    d1_0 = t3*t5*t7
    d1_1 = t4*t8
    d1_2 = t6*t8
    d2_0 = 0.0
    d2_1 = t10
    d2_2 = t11
    d3_0 = 0.0
    d3_1 = t10
    d3_2 = t11
    return (
        (d0_0, d0_1, d0_2,),
        (d1_0, d1_1, d1_2,),
        (d2_0, d2_1, d2_2,),
        (d3_0, d3_1, d3_2,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
        )


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, rate_beta*rate_theta and a status."""
    K = (mean * mean)/(rho_row*variance)
    status = positive(K, 1, OK)
    rate_beta_rate_theta = K/mean
    status = positive(rate_beta_rate_theta, 2, status)
    K_value = K
    rate_beta_rate_theta_value = rate_beta_rate_theta
    return (
        if_ok(K_value, status),
        if_ok(rate_beta_rate_theta_value, status),
        status,
    )


@batch_kernel
def solve_batch(targets, out, status):
    """Apply solve to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            status[n],
        ) = solve(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
        )


@kernel
def solve_jacobian(mean, variance, rho_row, rho_col):
    """Return the derivatives of K, rate_beta*rate_theta by mean, variance, rho_row, rho_col, and a status."""
    t0_0 = 1.0 / variance
    t0_1 = (mean * mean)
    t0_2 = 1.0 / rho_row
    t0_3 = t0_1*t0_2
    K = t0_0*t0_3
    K_by_0 = 2.0*mean*t0_0*t0_2
    K_by_1 = -t0_3/(variance * variance)
    K_by_2 = -t0_0*t0_1/(rho_row * rho_row)
    K_by_3 = 0.0
    status = positive(K, 1, OK)
    t1_0 = 1.0 / mean
    rate_beta_rate_theta = K*t1_0
    rate_beta_rate_theta_by_0 = -K/(mean * mean) + K_by_0*t1_0
    rate_beta_rate_theta_by_1 = K_by_1*t1_0
    rate_beta_rate_theta_by_2 = K_by_2*t1_0
    rate_beta_rate_theta_by_3 = K_by_3*t1_0
    status = positive(rate_beta_rate_theta, 2, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d0_2 = K_by_2
    d0_3 = K_by_3
    d1_0 = rate_beta_rate_theta_by_0
    d1_1 = rate_beta_rate_theta_by_1
    d1_2 = rate_beta_rate_theta_by_2
    d1_3 = rate_beta_rate_theta_by_3
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status), if_ok(d0_2, status), if_ok(d0_3, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status), if_ok(d1_2, status), if_ok(d1_3, status),),
        status,
    )


@batch_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n],),
            status[n],
        ) = solve_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
        )
