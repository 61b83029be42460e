"""gmf_lognormal_normal: Normal observations, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 26f2dfd9e46de86f, record 2e36e9f426453576, generator 17dcd894fe957c05, body 8c1b464e734d286e
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_lognormal_normal", "title": "Normal observations, Log-Normal priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of the logarithm of theta: median = exp(mu_theta)", "domain": "real"},
{"name": "sigma_theta", "meaning": "standard deviation of the logarithm of theta: standard deviation / mean = sqrt(exp(sigma_theta^2) - 1)"},
{"name": "mu_beta", "meaning": "mean of the logarithm of beta: median = exp(mu_beta)", "domain": "real"},
{"name": "sigma_beta", "meaning": "standard deviation of the logarithm of beta: standard deviation / mean = sqrt(exp(sigma_beta^2) - 1)"},
{"name": "sigma_Y", "meaning": "standard deviation of Y"}], "needs": ["sigma_Y"],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["the numbers stay finite"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > sigma_Y**2"}, {"text": "variance*(1 - rho_row - rho_col) > sigma_Y**2"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > sigma_Y**2"}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta",
"sigma_Y"], "observed_is_count": false, "observed_sign": "real", "axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y, and a status."""
    t0 = math.log((cv_theta * cv_theta) + 1.0)
    t1 = math.log((cv_beta * cv_beta) + 1.0)
    mu_theta_value = -0.5*t0 + math.log(mean_theta)
    sigma_theta_value = math.sqrt(t0)
    mu_beta_value = -0.5*t1 + math.log(mean_beta)
    sigma_beta_value = math.sqrt(t1)
    sigma_Y_value = sigma_Y
    status = real(mu_theta_value, 1, OK)
    status = positive(sigma_theta_value, 1, status)
    status = real(mu_beta_value, 1, status)
    status = positive(sigma_beta_value, 1, status)
    status = positive(sigma_Y_value, 1, status)
    return (if_ok(mu_theta_value, status), if_ok(sigma_theta_value, status), if_ok(mu_beta_value, status), if_ok(sigma_beta_value, status), if_ok(sigma_Y_value, status), status,)


@kernel
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y."""
    mean_theta_value = math.exp(mu_theta + (0.5)*(sigma_theta * sigma_theta))
    cv_theta_value = math.sqrt(math.exp((sigma_theta * sigma_theta)) - 1.0)
    mean_beta_value = math.exp(mu_beta + (0.5)*(sigma_beta * sigma_beta))
    cv_beta_value = math.sqrt(math.exp((sigma_beta * sigma_beta)) - 1.0)
    sigma_Y_value = sigma_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, sigma_Y_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean, variance, rho_row, rho_col.

    mean = K*exp(mu_beta)*exp(mu_theta)*exp(sigma_beta**2/2)*exp(sigma_theta**2/2)
    """
    t0 = math.exp((sigma_beta * sigma_beta))
    t1 = math.exp((sigma_theta * sigma_theta))
    t2 = K*math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t3 = t0*t1*t2
    t4 = (sigma_Y * sigma_Y) + t2*math.exp(2.0*(sigma_beta * sigma_beta))*math.exp(2.0*(sigma_theta * sigma_theta)) - t3
    t5 = t3/t4
    mean_value = K*math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*(sigma_beta * sigma_beta))*math.exp((0.5)*(sigma_theta * sigma_theta))
    variance_value = t4
    rho_row_value = t5*(t1 - 1.0)
    rho_col_value = t5*(t0 - 1.0)
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, sigma_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    cv_theta = sqrt(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(sqrt(rho_col)*sqrt(variance))
    cv_beta = sqrt(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(sqrt(rho_row)*sqrt(variance))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = -(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0)
    t_1 = math.sqrt(t_0)/math.sqrt(variance)
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    cv_theta_value = t_1/math.sqrt(rho_col)
    cv_beta_value = t_1/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*(variance * variance)/(mean*t_0)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, sigma_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    t_0 = -(sigma_Y * sigma_Y) + variance
    t_1 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))))
    cv_theta_value = math.sqrt(rho_row)*t_1
    cv_beta_value = math.sqrt(rho_col)*t_1
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
