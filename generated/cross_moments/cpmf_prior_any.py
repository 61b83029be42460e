"""cpmf_prior_any: Compound Poisson with any exponential dispersion model, any positive priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 60257964a0821debb63dc91fa3aa6123715355a6627a2510705ed04fc92eb4bd
record:    sha256 054417800168347bb4f08aa466ff585412ecb7199b21009f6a15a703f25bcabd
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 be07b155188d556e95404971f7c63de7123d0a7d88843bdb568ab45cca499a27
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_prior_any",
"title": "Compound Poisson with any exponential dispersion model, any positive priors",
"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of theta"},
{"name": "sigma_theta", "meaning": "standard deviation of theta"},
{"name": "mu_beta", "meaning": "mean of beta"},
{"name": "sigma_beta", "meaning": "standard deviation of beta"},
{"name": "kappa", "meaning": "in the mean of Y, in the variance of Y"},
{"name": "psi_first", "meaning": "in the mean of Y"},
{"name": "psi_second", "meaning": "in the variance of Y"}], "needs": ["kappa", "psi_first"],
"coordinates": ["mu_theta", "sigma_theta", "mu_beta", "sigma_beta", "psi_second"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "psi_second", "exponents": {"psi_second": 1}, "meaning": "in the variance of Y"},
{"name": "sigma_theta/mu_theta", "exponents": {"mu_theta": -1, "sigma_theta": 1}, "meaning": "standard deviation of theta over mean of theta"},
{"name": "sigma_beta/mu_beta", "exponents": {"mu_beta": -1, "sigma_beta": 1}, "meaning": "standard deviation of beta over mean of beta"},
{"name": "mu_beta*mu_theta", "exponents": {"mu_theta": 1, "mu_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["psi_second", "sigma_theta/mu_theta", "sigma_beta/mu_beta", "mu_beta*mu_theta"],
"held_at_k": ["mean", "cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + kappa*mean*psi_first + cov_row + cov_col", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "variance > kappa*mean*psi_first", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "mean**2*variance > cov_row*mean**2 + cov_col*mean**2 + kappa*mean**3*psi_first + K*cov_col*cov_row", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"mu_theta": 1, "sigma_theta": 1, "mu_beta": -1, "sigma_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mu_theta"}],
"anchored": {"K": {"K": 1.0}, "mu_theta": {}, "sigma_theta": {"sigma_theta/mu_theta": 1.0}, "mu_beta": {"mu_beta*mu_theta": 1.0}, "sigma_beta": {"sigma_beta/mu_beta": 1.0, "mu_beta*mu_theta": 1.0}, "psi_second": {"psi_second": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*kappa*mu_beta*mu_theta*psi_first
    cov_row = K*kappa**2*mu_beta**2*psi_first**2*sigma_theta**2
    cov_col = K*kappa**2*mu_theta**2*psi_first**2*sigma_beta**2
    cycle = K*kappa**4*psi_first**4*sigma_beta**4*sigma_theta**4
    """
    t0 = mu_beta*mu_theta
    t1 = K*kappa
    t2 = (mu_beta * mu_beta)
    t3 = (sigma_theta * sigma_theta)
    t4 = (psi_first * psi_first)
    t5 = K*(kappa * kappa)*t4
    t6 = (sigma_beta * sigma_beta)
    t7 = (mu_theta * mu_theta)*t6
    t8 = kappa*t4
    t9 = t3*t8
    mean_value = psi_first*t0*t1
    cov_row_value = t2*t3*t5
    cov_col_value = t5*t7
    cycle_value = K*(kappa * kappa * kappa * kappa)*(psi_first * psi_first * psi_first * psi_first)*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = t1*(psi_second*t0 + t0*t8 + t2*t9 + t6*t9 + t7*t8)
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
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = 1.0 / cov_col
    t_3 = 1.0 / cov_row
    t_4 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    psi_second_value = psi_first*t_2*t_3*(-cov_col*cov_row*kappa*mean*psi_first + cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))/mean
    sigma_theta_over_mu_theta_value = t_2*t_4/math.sqrt(cov_row)
    sigma_beta_over_mu_beta_value = t_3*t_4/math.sqrt(cov_col)
    mu_beta_mu_theta_value = t_0*t_1/(cycle*kappa*(mean * mean * mean)*psi_first)
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
    t_1 = (mean * mean)
    t_2 = math.sqrt(K)/mean
    psi_second_value = psi_first*(-K*cov_col*cov_row - cov_col*t_1 - cov_row*t_1 - kappa*psi_first*t_0 + t_1*variance)/t_0
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_2
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_2
    mu_beta_mu_theta_value = mean/(K*kappa*psi_first)
    return (if_ok(psi_second_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)
