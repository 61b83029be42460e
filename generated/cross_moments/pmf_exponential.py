"""pmf_exponential: Poisson factorization, Exponential priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 488c9e1935c4b508, record 56c5453cb1f92cf8, generator 17dcd894fe957c05, body a429eabf82b0d1b5
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_exponential")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "constraints": ["cov_col - cov_row = 0",
"cov_row**3 - cycle*mean**2 = 0"]}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, rate_theta, rate_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K/(rate_beta*rate_theta)
    cov_row = K/(rate_beta**2*rate_theta**2)
    cov_col = K/(rate_beta**2*rate_theta**2)
    cycle = K/(rate_beta**4*rate_theta**4)
    """
    t0 = K/((rate_beta * rate_beta)*(rate_theta * rate_theta))
    mean_value = K/(rate_beta*rate_theta)
    cov_row_value = t0
    cov_col_value = t0
    cycle_value = K/((rate_beta * rate_beta * rate_beta * rate_beta)*(rate_theta * rate_theta * rate_theta * rate_theta))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle):
    """Return K, rate_beta*rate_theta and a status."""
    K = (mean * mean)/cov_row
    status = positive(K, 1, OK)
    rate_beta_rate_theta = K/mean
    status = positive(rate_beta_rate_theta, 2, status)
    K_value = K
    rate_beta_rate_theta_value = rate_beta_rate_theta
    return (if_ok(K_value, status), if_ok(rate_beta_rate_theta_value, status), status,)
