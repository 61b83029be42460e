"""pmf_prior: Poisson factorization, any positive priors F(mean, variance).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model ee4fdccc6e555aed, record 9ee591efe86091d2, generator 17dcd894fe957c05, body 89c68a5e9f27abdc
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_prior")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"}]}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*mu_beta*mu_theta
    cov_row = K*mu_beta**2*sigma_theta**2
    cov_col = K*mu_theta**2*sigma_beta**2
    cycle = K*sigma_beta**4*sigma_theta**4
    """
    mean_value = K*mu_beta*mu_theta
    cov_row_value = K*(mu_beta * mu_beta)*(sigma_theta * sigma_theta)
    cov_col_value = K*(mu_theta * mu_theta)*(sigma_beta * sigma_beta)
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle):
    """Return K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    sigma_theta/mu_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    sigma_beta/mu_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mu_beta*mu_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    sigma_theta_over_mu_theta_value = t_0/(cov_col*math.sqrt(cov_row))
    sigma_beta_over_mu_beta_value = t_0/(math.sqrt(cov_col)*cov_row)
    mu_beta_mu_theta_value = (cov_col * cov_col)*(cov_row * cov_row)/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle):
    """Return sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    t_0 = math.sqrt(K)/mean
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_0
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_0
    mu_beta_mu_theta_value = mean/K
    return (if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)
