"""pmf_dirichlet: Poisson factorization given totals u, v of rows and columns, Dirichlet factors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1472a7d0e08ab2f8cbb28bf75a9436233ee1f6b04051748eb51068628f93f041
record:    sha256 6770475b38c3859307a44219be27aa353e952cdfe092f45b61b31fb4f4ffb292
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 42640ac8f3c175a547545d7d3cf2c55d46fe2bfdfc8f762a1d95cb518782ea30
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import (
    ConditionSpec,
    ExposureSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)

SPEC = ModelSpec(name='pmf_dirichlet',
          title='Poisson factorization given totals u, v of rows and columns, Dirichlet '
                'factors',
          targets=('mean', 'variance'),
          parameters=(ParameterSpec(name='K',
                                    meaning='number of factors',
                                    is_size=True,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='a',
                                    meaning='concentration of theta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='c',
                                    meaning='concentration of beta',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='mu',
                                    meaning='in the rate of Y',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False),
                      ParameterSpec(name='mean_inverse_exposure',
                                    meaning='average of 1 / exposure over the observed '
                                            'entries; 1 without exposures',
                                    is_size=False,
                                    domain='positive',
                                    upper=None,
                                    integer=False)),
          needs=('a', 'c', 'mean_inverse_exposure'),
          route='closed form',
          branches=2,
          constraints=(),
          coordinates=('mu',),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='mu',
                                     exponents={'mu': 1},
                                     meaning='in the rate of Y')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(ConditionSpec(text='the quadratic equation for K has real roots',
                                    kind='other',
                                    targets=()),
                      ConditionSpec(text='K > 0', kind='other', targets=()),
                      ConditionSpec(text='mu > 0', kind='other', targets=())),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(),
          anchored={'K': {'K': 1.0}, 'mu': {'mu': 1.0}},
          priors=(),
          priors_depend_on=('a', 'c', 'mu'),
          observed_is_count=True,
          observed_sign='nonnegative',
          observed_at_most='',
          axes=('row', 'col'),
          exposures=(ExposureSpec(name='u', power=1, axes=('row',)),
                     ExposureSpec(name='v', power=1, axes=('col',))))


@kernel
def prior_means(a, c, mu):
    """Return the means of no prior."""
    return ()


@kernel
def moments(K, a, c, mu, mean_inverse_exposure):
    """Return mean, variance."""
    t0 = K*a
    t1 = K*c
    mean_value = mu
    variance_value = mu*((K * K)*a*c*mean_inverse_exposure + K*mu + mean_inverse_exposure*t0 + mean_inverse_exposure*t1 + mean_inverse_exposure - mu)/((t0 + 1.0)*(t1 + 1.0))
    return (
        mean_value,
        variance_value,
    )


@batch_kernel
def moments_batch(parameters, out):
    """Apply moments to each column of parameters, into the columns of out."""
    for n in prange(parameters.shape[1]):
        (
            out[0, n],
            out[1, n],
        ) = moments(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )


@kernel
def moments_jacobian(K, a, c, mu, mean_inverse_exposure):
    """Return the derivatives of mean, variance by K, a, c, mu, mean_inverse_exposure."""
    t0 = a*mean_inverse_exposure
    t1 = c*mean_inverse_exposure
    t2 = K*a
    t3 = t2 + 1.0
    t4 = 1.0 / t3
    t5 = K*mu
    t6 = K*c
    t7 = (K * K)*c
    t8 = mean_inverse_exposure*t2 + mean_inverse_exposure*t6 + mean_inverse_exposure - mu + t0*t7 + t5
    t9 = t4*t8
    t10 = 1.0 / (t6 + 1.0)
    t11 = t10*t4
    t12 = mu*t11
    t13 = t5*(mean_inverse_exposure - t10*t9)
    d0_0 = 0.0
    d0_1 = 0.0
    d0_2 = 0.0
    d0_3 = 1.0
    d0_4 = 0.0
    d1_0 = t12*(-a*t9 - c*t10*t8 + mu + t0 + 2.0*t1*t2 + t1)
    d1_1 = t13*t4
    d1_2 = t10*t13
    d1_3 = t11*(mu*(K - 1.0) + t8)
    d1_4 = t12*(a*t7 + t3 + t6)
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4,),
        (d1_0, d1_1, d1_2, d1_3, d1_4,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )


@kernel
def solve(mean, variance, a, c, mean_inverse_exposure):
    """Return K, mu and a status."""
    K_square = a*c*(mean*mean_inverse_exposure - variance)
    t1_0 = mean*mean_inverse_exposure
    K_linear = a*t1_0 - a*variance + c*t1_0 - c*variance + (mean * mean)
    K_constant = -(mean * mean) + mean*mean_inverse_exposure - variance
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    mu = mean
    status = positive(mu, 3, status)
    K_value = K
    mu_value = mu
    return (
        if_ok(K_value, status),
        if_ok(mu_value, status),
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
            targets[4, n],
        )


@kernel
def solve_jacobian(mean, variance, a, c, mean_inverse_exposure):
    """Return the derivatives of K, mu by mean, variance, and a status."""
    t0_0 = a*c
    K_square = t0_0*(mean*mean_inverse_exposure - variance)
    K_square_by_0 = mean_inverse_exposure*t0_0
    K_square_by_1 = -t0_0
    t1_0 = a*mean_inverse_exposure
    t1_1 = c*mean_inverse_exposure
    K_linear = -a*variance - c*variance + (mean * mean) + mean*t1_0 + mean*t1_1
    K_linear_by_0 = 2.0*mean + t1_0 + t1_1
    K_linear_by_1 = -a - c
    K_constant = -(mean * mean) + mean*mean_inverse_exposure - variance
    K_constant_by_0 = -2.0*mean + mean_inverse_exposure
    K_constant_by_1 = -1.0
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    t6_0 = 1.0 / K_half
    t6_1 = K_constant/(K_half * K_half)
    K = K_constant*t6_0
    K_by_0 = K_constant_by_0*t6_0 - K_half_by_0*t6_1
    K_by_1 = K_constant_by_1*t6_0 - K_half_by_1*t6_1
    status = positive(K, 2, status)
    mu = mean
    mu_by_0 = 1.0
    mu_by_1 = 0.0
    status = positive(mu, 3, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d1_0 = mu_by_0
    d1_1 = mu_by_1
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status),),
        status,
    )


@batch_kernel
def solve_jacobian_batch(targets, out, status):
    """Apply solve_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n],),
            (out[1, 0, n], out[1, 1, n],),
            status[n],
        ) = solve_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_2(mean, variance, a, c, mean_inverse_exposure):
    """Return K, mu and a status."""
    K_square = a*c*(mean*mean_inverse_exposure - variance)
    t1_0 = mean*mean_inverse_exposure
    K_linear = a*t1_0 - a*variance + c*t1_0 - c*variance + (mean * mean)
    K_constant = -(mean * mean) + mean*mean_inverse_exposure - variance
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    mu = mean
    status = positive(mu, 3, status)
    K_value = K
    mu_value = mu
    return (
        if_ok(K_value, status),
        if_ok(mu_value, status),
        status,
    )


@batch_kernel
def solve_2_batch(targets, out, status):
    """Apply solve_2 to each column of targets, into the columns of out."""
    for n in prange(targets.shape[1]):
        (
            out[0, n],
            out[1, n],
            status[n],
        ) = solve_2(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )


@kernel
def solve_2_jacobian(mean, variance, a, c, mean_inverse_exposure):
    """Return the derivatives of K, mu by mean, variance, and a status."""
    t0_0 = a*c
    K_square = t0_0*(mean*mean_inverse_exposure - variance)
    K_square_by_0 = mean_inverse_exposure*t0_0
    K_square_by_1 = -t0_0
    t1_0 = a*mean_inverse_exposure
    t1_1 = c*mean_inverse_exposure
    K_linear = -a*variance - c*variance + (mean * mean) + mean*t1_0 + mean*t1_1
    K_linear_by_0 = 2.0*mean + t1_0 + t1_1
    K_linear_by_1 = -a - c
    K_constant = -(mean * mean) + mean*mean_inverse_exposure - variance
    K_constant_by_0 = -2.0*mean + mean_inverse_exposure
    K_constant_by_1 = -1.0
    t3_0 = 4.0*K_constant
    t3_1 = 4.0*K_square
    K_discriminant = settled((K_linear * K_linear) - K_square*t3_0, (K_linear * K_linear))
    K_discriminant_by_0 = -K_constant_by_0*t3_1 + 2.0*K_linear*K_linear_by_0 - K_square_by_0*t3_0
    K_discriminant_by_1 = -K_constant_by_1*t3_1 + 2.0*K_linear*K_linear_by_1 - K_square_by_1*t3_0
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_side_by_0 = 0.0
    K_side_by_1 = 0.0
    t5_0 = math.sqrt(K_discriminant)
    t5_1 = (0.5)*t5_0
    t5_2 = (1.0 / 4.0)*K_side/t5_0
    K_half = -0.5*K_linear - K_side*t5_1
    K_half_by_0 = -K_discriminant_by_0*t5_2 - 0.5*K_linear_by_0 - K_side_by_0*t5_1
    K_half_by_1 = -K_discriminant_by_1*t5_2 - 0.5*K_linear_by_1 - K_side_by_1*t5_1
    t6_0 = 1.0 / K_square
    t6_1 = K_half/(K_square * K_square)
    K = K_half*t6_0
    K_by_0 = K_half_by_0*t6_0 - K_square_by_0*t6_1
    K_by_1 = K_half_by_1*t6_0 - K_square_by_1*t6_1
    status = positive(K, 2, status)
    mu = mean
    mu_by_0 = 1.0
    mu_by_1 = 0.0
    status = positive(mu, 3, status)
    d0_0 = K_by_0
    d0_1 = K_by_1
    d1_0 = mu_by_0
    d1_1 = mu_by_1
    return (
        (if_ok(d0_0, status), if_ok(d0_1, status),),
        (if_ok(d1_0, status), if_ok(d1_1, status),),
        status,
    )


@batch_kernel
def solve_2_jacobian_batch(targets, out, status):
    """Apply solve_2_jacobian to each column of targets, into out[i, j, column]."""
    for n in prange(targets.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n],),
            (out[1, 0, n], out[1, 1, n],),
            status[n],
        ) = solve_2_jacobian(
            targets[0, n],
            targets[1, n],
            targets[2, n],
            targets[3, n],
            targets[4, n],
        )
