"""cpmf_prior_any: Compound Poisson with any exponential dispersion model, any positive priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 60257964a0821deb, record c6d5c834f2df3f89, generator 17dcd894fe957c05, body 3e3c6bc827a28d5d
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_prior_any",
"title": "Compound Poisson with any exponential dispersion model, any positive priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of theta"},
{"name": "sigma_theta", "meaning": "standard deviation of theta"},
{"name": "mu_beta", "meaning": "mean of beta"},
{"name": "sigma_beta", "meaning": "standard deviation of beta"},
{"name": "kappa", "meaning": "in the mean of Y, in the variance of Y"},
{"name": "psi_first", "meaning": "in the mean of Y"},
{"name": "psi_second", "meaning": "in the variance of Y"}], "needs": ["kappa", "psi_first",
"psi_second"], "coordinates": ["mu_theta", "sigma_theta", "mu_beta", "sigma_beta"],
"identified": [{"name": "K"},
{"name": "sigma_theta/mu_theta", "exponents": {"mu_theta": -1, "sigma_theta": 1}, "meaning": "standard deviation of theta over mean of theta"},
{"name": "sigma_beta/mu_beta", "exponents": {"mu_beta": -1, "sigma_beta": 1}, "meaning": "standard deviation of beta over mean of beta"},
{"name": "mu_beta*mu_theta", "exponents": {"mu_theta": 1, "mu_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["sigma_theta/mu_theta", "sigma_beta/mu_beta", "mu_beta*mu_theta"],
"held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "rho_row + rho_col < 1"},
{"text": "psi_first*variance > mean*psi_second + kappa*mean*psi_first**2"},
{"text": "variance*( - psi_first*rho_row - psi_first*rho_col + psi_first) > mean*psi_second + kappa*mean*psi_first**2"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "psi_first*variance > mean*psi_second + kappa*mean*psi_first**2"}],
"symmetries": [{"weights": {"mu_theta": 1, "sigma_theta": 1, "mu_beta": -1, "sigma_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mu_theta"}],
"anchored": {"K": {"K": 1.0}, "mu_theta": {}, "sigma_theta": {"sigma_theta/mu_theta": 1.0}, "mu_beta": {"mu_beta*mu_theta": 1.0}, "sigma_beta": {"sigma_beta/mu_beta": 1.0, "mu_beta*mu_theta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mu_theta", "sigma_theta", "mu_beta",
"sigma_beta", "kappa", "psi_first", "psi_second"], "observed_is_count": false,
"observed_sign": "real", "axes": ["row", "col"]}
""")


@kernel
def prior_means(mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second):
    """Return the means of theta and beta."""
    theta_value = mu_theta
    beta_value = mu_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, kappa, psi_first, psi_second):
    """Return mean, variance, rho_row, rho_col.

    mean = K*kappa*mu_beta*mu_theta*psi_first
    """
    t0 = kappa*(psi_first * psi_first)
    t1 = (sigma_theta * sigma_theta)*t0
    t2 = (mu_beta * mu_beta)*t1
    t3 = (mu_theta * mu_theta)*t0*(sigma_beta * sigma_beta)
    t4 = psi_second*(mu_beta*mu_theta) + mu_beta*mu_theta*t0 + t1*(sigma_beta * sigma_beta) + t2 + t3
    t5 = 1.0 / t4
    mean_value = psi_first*(mu_beta*mu_theta)*(K*kappa)
    variance_value = K*kappa*t4
    rho_row_value = t2*t5
    rho_col_value = t3*t5
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + psi_first*variance, 5, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + variance*(-psi_first*rho_col - psi_first*rho_row + psi_first), 6, status)
    t_0 = -kappa*mean*(psi_first * psi_first) - mean*psi_second + variance*(-psi_first*rho_col - psi_first*rho_row + psi_first)
    t_1 = math.sqrt(t_0)/(math.sqrt(psi_first)*math.sqrt(variance))
    K_value = (mean * mean)*t_0/(psi_first*rho_col*rho_row*(variance * variance))
    sigma_theta_over_mu_theta_value = t_1/math.sqrt(rho_col)
    sigma_beta_over_mu_beta_value = t_1/math.sqrt(rho_row)
    mu_beta_mu_theta_value = rho_col*rho_row*(variance * variance)/(kappa*mean*t_0)
    return (if_ok(K_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, kappa, psi_first, psi_second):
    """Return sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-kappa*mean*(psi_first * psi_first) - mean*psi_second + psi_first*variance, 4, status)
    t_0 = kappa*mean*(psi_first * psi_first)
    t_1 = (psi_first * psi_first * psi_first)*(mean * mean)
    t_2 = 4.0*K*(rho_col*rho_row)
    t_3 = psi_first*(mean * mean)
    t_4 = math.sqrt(2.0)*math.sqrt(K)*psi_first*math.sqrt(psi_first*variance - mean*psi_second - t_0)/math.sqrt(mean*math.pow(psi_first, 5.0 / 2.0)*math.sqrt(psi_first*t_2*variance + (rho_col * rho_col)*t_3 + (rho_row * rho_row)*t_3 - mean*psi_second*t_2 - t_0*t_2 + 2.0*(rho_col*rho_row)*t_3) + rho_col*t_1 + rho_row*t_1)
    sigma_theta_over_mu_theta_value = math.sqrt(rho_row)*t_4
    sigma_beta_over_mu_beta_value = math.sqrt(rho_col)*t_4
    mu_beta_mu_theta_value = mean/(K*kappa*psi_first)
    return (if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)
