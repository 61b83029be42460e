"""cpmf_prior_any: Compound Poisson with any exponential dispersion model, any positive priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 60257964a0821deb, record 054417800168347b, generator 17dcd894fe957c05, body 38a47c4ceae281bf
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_prior_any")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["kappa", "psi_first"],
"coordinates": ["mu_theta", "sigma_theta", "mu_beta", "sigma_beta", "psi_second"],
"identified": [{"name": "K"}, {"name": "psi_second"},
{"name": "sigma_theta/mu_theta", "exponents": {"mu_theta": -1, "sigma_theta": 1}, "meaning": "standard deviation of theta over mean of theta"},
{"name": "sigma_beta/mu_beta", "exponents": {"mu_beta": -1, "sigma_beta": 1}, "meaning": "standard deviation of beta over mean of beta"},
{"name": "mu_beta*mu_theta", "exponents": {"mu_theta": 1, "mu_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["psi_second", "sigma_theta/mu_theta", "sigma_beta/mu_beta", "mu_beta*mu_theta"],
"held_at_k": ["mean", "cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + kappa*mean*psi_first + cov_row + cov_col"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "variance > kappa*mean*psi_first"},
{"text": "mean**2*variance > cov_row*mean**2 + cov_col*mean**2 + kappa*mean**3*psi_first + K*cov_col*cov_row"}],
"anchored": {"K": {"K": 1.0}, "mu_theta": {}, "sigma_theta": {"sigma_theta/mu_theta": 1.0}, "mu_beta": {"mu_beta*mu_theta": 1.0}, "sigma_beta": {"sigma_beta/mu_beta": 1.0, "mu_beta*mu_theta": 1.0}, "psi_second": {"psi_second": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*kappa*mu_beta*mu_theta*psi_first
    cov_row = K*kappa**2*mu_beta**2*psi_first**2*sigma_theta**2
    cov_col = K*kappa**2*mu_theta**2*psi_first**2*sigma_beta**2
    cycle = K*kappa**4*psi_first**4*sigma_beta**4*sigma_theta**4
    """
    t0 = K*(kappa * kappa)*(psi_first * psi_first)
    t1 = (mu_theta * mu_theta)*(sigma_beta * sigma_beta)
    t2 = kappa*(psi_first * psi_first)
    t3 = (sigma_theta * sigma_theta)*t2
    mean_value = psi_first*(mu_beta*mu_theta)*(K*kappa)
    cov_row_value = (mu_beta * mu_beta)*(sigma_theta * sigma_theta)*t0
    cov_col_value = t0*t1
    cycle_value = K*(kappa * kappa * kappa * kappa)*(psi_first * psi_first * psi_first * psi_first)*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = K*kappa*(psi_second*(mu_beta*mu_theta) + mu_beta*mu_theta*t2 + (mu_beta * mu_beta)*t3 + (sigma_beta * sigma_beta)*t3 + t1*t2)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return K, psi_second, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    sigma_theta/mu_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    sigma_beta/mu_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mu_beta*mu_theta = cov_col**2*cov_row**2/(cycle*kappa*mean**3*psi_first)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = 1.0 / cov_col
    t_1 = 1.0 / cov_row
    t_2 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    psi_second_value = psi_first*t_0*t_1*(-cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cov_col*(cov_row * cov_row) - cov_row*(cov_col * cov_col) - cycle*(mean * mean))/mean
    sigma_theta_over_mu_theta_value = t_0*t_2/math.sqrt(cov_row)
    sigma_beta_over_mu_beta_value = t_1*t_2/math.sqrt(cov_col)
    mu_beta_mu_theta_value = (cov_col * cov_col)*(cov_row * cov_row)/(cycle*kappa*(mean * mean * mean)*psi_first)
    return (if_ok(K_value, status), if_ok(psi_second_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, kappa, psi_first):
    """Return psi_second, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-kappa*mean*psi_first + variance, 4, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - kappa*(mean * mean * mean)*psi_first + (mean * mean)*variance, 5, status)
    t_0 = (mean * mean * mean)
    t_1 = math.sqrt(K)/mean
    psi_second_value = psi_first*(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - kappa*psi_first*t_0 + (mean * mean)*variance)/t_0
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_1
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_1
    mu_beta_mu_theta_value = mean/(K*kappa*psi_first)
    return (if_ok(psi_second_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)
