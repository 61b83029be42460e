"""pmf_lognormal: Poisson factorization, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 39308a5a7ad1132a499f59490f82a137412e471e76676b5bac261e6a072d3da6
record:    sha256 e0bff196fe5b933ab6f3926b9b07e53b2b74839d4de19f5d7eb4031775e206c6
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 206c5af5029f69b673cd2439ccdf82384682776f93c178b44f46985cf44cf10b
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_lognormal", "title": "Poisson factorization, Log-Normal priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of the logarithm of theta: median = exp(mu_theta)", "domain": "real"},
{"name": "sigma_theta", "meaning": "standard deviation of the logarithm of theta: standard deviation / mean = sqrt(exp(sigma_theta^2) - 1)"},
{"name": "mu_beta", "meaning": "mean of the logarithm of beta: median = exp(mu_beta)", "domain": "real"},
{"name": "sigma_beta", "meaning": "standard deviation of the logarithm of beta: standard deviation / mean = sqrt(exp(sigma_beta^2) - 1)"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "rho_row + rho_col < 1", "kind": "correlation_sum", "targets": ["rho_col", "rho_row"]},
{"text": "variance*(1 - rho_row - rho_col) > mean", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return mu_theta, sigma_theta, mu_beta, sigma_beta, and a status."""
    t0 = math.log((cv_theta * cv_theta) + 1.0)
    t1 = math.log((cv_beta * cv_beta) + 1.0)
    mu_theta_value = -0.5*t0 + math.log(mean_theta)
    sigma_theta_value = math.sqrt(t0)
    mu_beta_value = -0.5*t1 + math.log(mean_beta)
    sigma_beta_value = math.sqrt(t1)
    status = real(mu_theta_value, 1, OK)
    status = positive(sigma_theta_value, 1, status)
    status = real(mu_beta_value, 1, status)
    status = positive(sigma_beta_value, 1, status)
    return (if_ok(mu_theta_value, status), if_ok(sigma_theta_value, status), if_ok(mu_beta_value, status), if_ok(sigma_beta_value, status), status,)


@kernel
def coordinates(mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = (sigma_theta * sigma_theta)
    t1 = mu_theta + (0.5)*t0
    t2 = math.exp(t1)
    t3 = (sigma_beta * sigma_beta)
    t4 = mu_beta + (0.5)*t3
    t5 = math.exp(t4)
    mean_theta_value = t2
    cv_theta_value = t2*math.sqrt(math.exp(t0) - 1.0)*math.exp(-t1)
    mean_beta_value = t5
    cv_beta_value = t5*math.sqrt(math.exp(t3) - 1.0)*math.exp(-t4)
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean, variance, rho_row, rho_col.

    mean = K*exp(mu_beta)*exp(mu_theta)*exp(sigma_beta**2/2)*exp(sigma_theta**2/2)
    """
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp((0.5)*t0)*math.exp((0.5)*t1)
    t3 = math.exp(mu_beta)*math.exp(mu_theta)
    t4 = K*t3
    t5 = math.exp(t0)
    t6 = math.exp(t1)
    t7 = t3*t5*t6
    t8 = t2 + t3*math.exp(2.0*t0)*math.exp(2.0*t1) - t7
    t9 = t7/t8
    mean_value = t2*t4
    variance_value = t4*t8
    rho_row_value = t9*(t6 - 1.0)
    rho_col_value = t9*(t5 - 1.0)
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-mean + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    cv_theta = sqrt(-mean + variance*(-rho_col - rho_row + 1))/(sqrt(rho_col)*sqrt(variance))
    cv_beta = sqrt(-mean + variance*(-rho_col - rho_row + 1))/(sqrt(rho_row)*sqrt(variance))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = (variance * variance)
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
