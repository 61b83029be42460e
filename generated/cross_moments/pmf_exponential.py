"""pmf_exponential: Poisson factorization, Exponential priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 488c9e1935c4b50847abf9a024db2efc827c6a19a929683106bfaa15fe936573
record:    sha256 56c5453cb1f92cf8a1c1a2ba2e9dc3047f5113e0622d60b9a6b574ae99fd9e19
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 9ee60ed10c4cee1dfd7eb26933b0c84e593611aae3c756ae76ad29c35698ed09
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_exponential", "title": "Poisson factorization, Exponential priors", "targets": ["mean",
"cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "rate_theta", "meaning": "rate of theta: mean = 1 / rate_theta"},
{"name": "rate_beta", "meaning": "rate of beta: mean = 1 / rate_beta"}],
"constraints": ["cov_col - cov_row = 0", "cov_row**3 - cycle*mean**2 = 0"],
"coordinates": ["rate_theta", "rate_beta"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "rate_beta*rate_theta", "exponents": {"rate_theta": 1, "rate_beta": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "K > 0", "kind": "other", "targets": []},
{"text": "rate_beta*rate_theta > 0", "kind": "other", "targets": []}], "has_margins": false,
"symmetries": [{"weights": {"rate_theta": 1, "rate_beta": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "rate_theta"}],
"anchored": {"K": {"K": 1.0}, "rate_theta": {}, "rate_beta": {"rate_beta*rate_theta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["rate_theta", "rate_beta"], "axes": ["row",
"col"]}
""")


@kernel
def prior_means(rate_theta, rate_beta):
    """Return the means of theta and beta."""
    theta_value = 1.0 / rate_theta
    beta_value = 1.0 / rate_beta
    return (theta_value, beta_value,)


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
