"""gmf_normal_normal: Normal observations, Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 01c3fab9ece73057, record e1627e0ed5ba2619, generator 17dcd894fe957c05, body 7023a6a952b7e0eb
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_normal_normal", "title": "Normal observations, Normal priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of theta", "domain": "real"},
{"name": "sigma_theta", "meaning": "standard deviation of theta"},
{"name": "mu_beta", "meaning": "mean of beta", "domain": "real"},
{"name": "sigma_beta", "meaning": "standard deviation of beta"},
{"name": "sigma_Y", "meaning": "standard deviation of Y"}], "needs": ["sigma_Y"],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["sigma_theta is positive", "sigma_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"conditions": [{"text": "rho_row > 0"}, {"text": "rho_col > 0"}, {"text": "variance > sigma_Y**2"},
{"text": "variance*(1 - rho_row - rho_col) > sigma_Y**2"}, {"text": "mean is not 0"}],
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
    status = positive(cv_theta*abs(mean_theta), 1, OK)
    status = positive(cv_beta*abs(mean_beta), 2, status)
    mu_theta_value = mean_theta
    sigma_theta_value = cv_theta*abs(mean_theta)
    mu_beta_value = mean_beta
    sigma_beta_value = cv_beta*abs(mean_beta)
    sigma_Y_value = sigma_Y
    status = real(mu_theta_value, 3, status)
    status = positive(sigma_theta_value, 3, status)
    status = real(mu_beta_value, 3, status)
    status = positive(sigma_beta_value, 3, status)
    status = positive(sigma_Y_value, 3, status)
    return (if_ok(mu_theta_value, status), if_ok(sigma_theta_value, status), if_ok(mu_beta_value, status), if_ok(sigma_beta_value, status), if_ok(sigma_Y_value, status), status,)


@kernel
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y."""
    mean_theta_value = mu_theta
    cv_theta_value = sigma_theta/abs(mu_theta)
    mean_beta_value = mu_beta
    cv_beta_value = sigma_beta/abs(mu_beta)
    sigma_Y_value = sigma_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, sigma_Y_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean, variance, rho_row, rho_col.

    mean = K*mu_beta*mu_theta
    """
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = K*(mu_theta * mu_theta)*(sigma_beta * sigma_beta)
    t3 = (sigma_Y * sigma_Y) + t0*(sigma_beta * sigma_beta) + t1 + t2
    t4 = 1.0 / t3
    mean_value = K*mu_beta*mu_theta
    variance_value = t3
    rho_row_value = t1*t4
    rho_col_value = t2*t4
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, sigma_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    cv_theta = sqrt(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(sqrt(rho_col)*sqrt(variance))
    cv_beta = sqrt(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(sqrt(rho_row)*sqrt(variance))
    """
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = -(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0)
    t_1 = math.sqrt(t_0)/math.sqrt(variance)
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    cv_theta_value = t_1/math.sqrt(rho_col)
    cv_beta_value = t_1/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*(variance * variance)/(mean*t_0)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
