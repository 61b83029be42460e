"""pmf_dirichlet: Poisson factorization given totals u, v of rows and columns, Dirichlet factors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1472a7d0e08ab2f8cbb28bf75a9436233ee1f6b04051748eb51068628f93f041
record:    sha256 6770475b38c3859307a44219be27aa353e952cdfe092f45b61b31fb4f4ffb292
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 5d0720bb859b15f00ee4691ca6ab5718f638a0953e24b60560aa94b96a13b703
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_dirichlet",
"title": "Poisson factorization given totals u, v of rows and columns, Dirichlet factors",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "concentration of theta"},
{"name": "c", "meaning": "concentration of beta"}, {"name": "mu", "meaning": "in the rate of Y"},
{"name": "mean_inverse_exposure", "meaning": "average of 1 / exposure over the observed entries; 1 without exposures", "of_data": true}],
"needs": ["a", "c", "mean_inverse_exposure"], "route": "numeric", "branches": 0,
"coordinates": ["mu"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "mu", "exponents": {"mu": 1}, "meaning": "in the rate of Y"}], "has_margins": false,
"anchored": {}, "priors_depend_on": ["a", "c", "mu"], "axes": ["row", "col"],
"exposures": [{"name": "u", "power": 1, "axes": ["row"]},
{"name": "v", "power": 1, "axes": ["col"]}]}
""")


@kernel
def prior_means(a, c, mu):
    """Return the means of no prior."""
    return ()


@kernel
def moments(K, a, c, mu, mean_inverse_exposure):
    """Return mean, cov_row, cov_col, cycle.

    mean = mu
    cov_row = 0
    cov_col = 0
    cycle = mu**4*(K - 1)/((K*a + 1)**2*(K*c + 1)**2)
    """
    mean_value = mu
    cov_row_value = 0.0
    cov_col_value = 0.0
    cycle_value = (mu * mu * mu * mu)*(K - 1.0)/(((K*a + 1.0) * (K*a + 1.0))*((K*c + 1.0) * (K*c + 1.0)))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)
