"""pmf_dirichlet: Poisson factorization given totals u, v of rows and columns, Dirichlet factors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 1472a7d0e08ab2f8, record 6770475b38c38593, generator 17dcd894fe957c05, body dd145abadc2b4fee
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_dirichlet")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["a",
"mean_inverse_exposure"], "route": "numeric", "branches": 0, "coordinates": ["c", "mu"],
"identified": [{"name": "K"}, {"name": "c"}, {"name": "mu"}], "conditions": [],
"anchored": {}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, c, mu, mean_inverse_exposure):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = mu
    cov_row = 0
    cov_col = 0
    cycle = mu**4*(K - 1)/((K*a + 1)**2*(K*c + 1)**2)
    """
    t0 = K*a + 1.0
    t1 = K*c + 1.0
    mean_value = mu
    cov_row_value = 0.0
    cov_col_value = 0.0
    cycle_value = (mu * mu * mu * mu)*(K - 1.0)/((t0 * t0)*(t1 * t1))
    variance_value = mu*((K * K)*a*c*mean_inverse_exposure + K*mu + mean_inverse_exposure*(K*a) + mean_inverse_exposure*(K*c) + mean_inverse_exposure - mu)/(t0*t1)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)
