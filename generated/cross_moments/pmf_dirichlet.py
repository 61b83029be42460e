"""pmf_dirichlet: Poisson factorization given totals u, v of rows and columns, Dirichlet factors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1472a7d0e08ab2f8cbb28bf75a9436233ee1f6b04051748eb51068628f93f041
record:    sha256 6770475b38c3859307a44219be27aa353e952cdfe092f45b61b31fb4f4ffb292
generator: sha256 b4101cb24fbcd1926ca21fbce8f566a40b852ce7f79e12b615b0c2bb9330d886
body:      sha256 dc34663e7f492eb068a95d4ab8f190a8bebf095554ba281454bd3304e89de0c2
"""

import math

from symppm.codegen.runtime import OK, batch_kernel, kernel, prange
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
          targets=('mean', 'cov_row', 'cov_col', 'cycle'),
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
          route='numeric',
          branches=0,
          constraints=(),
          coordinates=('mu',),
          requirements=(),
          identified=(IdentifiedSpec(name='K', exponents={'K': 1}, meaning='number of factors'),
                      IdentifiedSpec(name='mu',
                                     exponents={'mu': 1},
                                     meaning='in the rate of Y')),
          identified_at_k=(),
          held_at_k=(),
          conditions=(),
          conditions_at_k=(),
          has_margins=False,
          symmetries=(),
          anchored={},
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
    """Return mean, cov_row, cov_col, cycle."""
    mean_value = mu
    cov_row_value = 0.0
    cov_col_value = 0.0
    cycle_value = (mu * mu * mu * mu)*(K - 1.0)/(((K*a + 1.0) * (K*a + 1.0))*((K*c + 1.0) * (K*c + 1.0)))
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
        )


@kernel
def moments_jacobian(K, a, c, mu, mean_inverse_exposure):
    """Return the derivatives of mean, cov_row, cov_col, cycle by K, a, c, mu, mean_inverse_exposure."""
    t0 = (mu * mu * mu * mu)
    t1 = K*a + 1.0
    t2 = K - 1.0
    t3 = 2.0*t2
    t4 = K*c + 1.0
    t5 = 1.0 / ((t1 * t1))
    t6 = 1.0 / ((t4 * t4))
    t7 = t5*t6
    t8 = K*t0*t3
    d0_0 = 0.0
    d0_1 = 0.0
    d0_2 = 0.0
    d0_3 = 1.0
    d0_4 = 0.0
    d1_0 = 0.0
    d1_1 = 0.0
    d1_2 = 0.0
    d1_3 = 0.0
    d1_4 = 0.0
    d2_0 = 0.0
    d2_1 = 0.0
    d2_2 = 0.0
    d2_3 = 0.0
    d2_4 = 0.0
    d3_0 = t0*t7*(-a*t3/t1 - c*t3/t4 + 1.0)
    d3_1 = -t6*t8/(t1 * t1 * t1)
    d3_2 = -t5*t8/(t4 * t4 * t4)
    d3_3 = 4.0*(mu * mu * mu)*t2*t7
    d3_4 = 0.0
    return (
        (d0_0, d0_1, d0_2, d0_3, d0_4,),
        (d1_0, d1_1, d1_2, d1_3, d1_4,),
        (d2_0, d2_1, d2_2, d2_3, d2_4,),
        (d3_0, d3_1, d3_2, d3_3, d3_4,),
    )


@batch_kernel
def moments_jacobian_batch(parameters, out):
    """Apply moments_jacobian to each column of parameters, into out[i, j, column]."""
    for n in prange(parameters.shape[1]):
        (
            (out[0, 0, n], out[0, 1, n], out[0, 2, n], out[0, 3, n], out[0, 4, n],),
            (out[1, 0, n], out[1, 1, n], out[1, 2, n], out[1, 3, n], out[1, 4, n],),
            (out[2, 0, n], out[2, 1, n], out[2, 2, n], out[2, 3, n], out[2, 4, n],),
            (out[3, 0, n], out[3, 1, n], out[3, 2, n], out[3, 3, n], out[3, 4, n],),
        ) = moments_jacobian(
            parameters[0, n],
            parameters[1, n],
            parameters[2, n],
            parameters[3, n],
            parameters[4, n],
        )
