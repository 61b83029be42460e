"""pmf_uniform: Poisson factorization, Uniform priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 3bbe357524488b4a, record 0a717b3d3b97f111, generator 17dcd894fe957c05, body dfc9b395c922cd68
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_uniform", "title": "Poisson factorization, Uniform priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "low_theta", "meaning": "lower end of theta: smallest value = low_theta", "domain": "nonnegative"},
{"name": "high_theta", "meaning": "upper end of theta: largest value = high_theta"},
{"name": "low_beta", "meaning": "lower end of beta: smallest value = low_beta", "domain": "nonnegative"},
{"name": "high_beta", "meaning": "upper end of beta: largest value = high_beta"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["a positive uniform variable has a standard deviation of at most 0.577 times its mean",
"low_theta is positive",
"a positive uniform variable has a standard deviation of at most 0.577 times its mean",
"low_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > mean"}, {"text": "rho_row + rho_col < 1"},
{"text": "variance*(1 - rho_row - rho_col) > mean"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > mean"}],
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
    """Return low_theta, high_theta, low_beta, high_beta, and a status."""
    status = positive(-math.sqrt(3.0)*cv_theta*mean_theta + mean_theta, 1, OK)
    status = positive(-math.sqrt(3.0)*cv_theta*mean_theta + mean_theta, 2, status)
    status = positive(-math.sqrt(3.0)*cv_beta*mean_beta + mean_beta, 3, status)
    status = positive(-math.sqrt(3.0)*cv_beta*mean_beta + mean_beta, 4, status)
    t0 = math.sqrt(3.0)
    low_theta_value = mean_theta*(1.0 - cv_theta*t0)
    high_theta_value = mean_theta*(cv_theta*t0 + 1.0)
    low_beta_value = mean_beta*(1.0 - cv_beta*t0)
    high_beta_value = mean_beta*(cv_beta*t0 + 1.0)
    status = nonnegative(low_theta_value, 5, status)
    status = positive(high_theta_value, 5, status)
    status = nonnegative(low_beta_value, 5, status)
    status = positive(high_beta_value, 5, status)
    return (if_ok(low_theta_value, status), if_ok(high_theta_value, status), if_ok(low_beta_value, status), if_ok(high_beta_value, status), status,)


@kernel
def coordinates(low_theta, high_theta, low_beta, high_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = (1.0 / 3.0)*math.sqrt(3.0)
    mean_theta_value = (0.5)*high_theta + (0.5)*low_theta
    cv_theta_value = t0*abs(high_theta - low_theta)/(high_theta + low_theta)
    mean_beta_value = (0.5)*high_beta + (0.5)*low_beta
    cv_beta_value = t0*abs(high_beta - low_beta)/(high_beta + low_beta)
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, low_theta, high_theta, low_beta, high_beta):
    """Return mean, variance, rho_row, rho_col.

    mean = K*(high_beta + low_beta)*(high_theta + low_theta)/4
    """
    t0 = high_beta + low_beta
    t1 = high_theta + low_theta
    t2 = 2.0*(high_beta*low_beta)
    t3 = 2.0*(high_theta*low_theta)
    t4 = 7.0*(high_beta * high_beta)
    t5 = 7.0*(low_beta * low_beta)
    t6 = high_theta*(36.0*high_beta) + high_theta*(36.0*low_beta) + low_theta*(36.0*high_beta) + low_theta*(36.0*low_beta) - t3*(low_beta * low_beta) - t3*(high_beta * high_beta) + t4*(high_theta * high_theta) + t4*(low_theta * low_theta) + t5*(high_theta * high_theta) + t5*(low_theta * low_theta) - 20.0*(high_beta*low_beta)*(high_theta*low_theta) - (high_theta * high_theta)*t2 - t2*(low_theta * low_theta)
    t7 = 3.0/t6
    mean_value = (1.0 / 4.0)*K*t0*t1
    variance_value = (1.0 / 144.0)*K*t6
    rho_row_value = (t0 * t0)*t7*((high_theta - low_theta) * (high_theta - low_theta))
    rho_col_value = (t1 * t1)*t7*((high_beta - low_beta) * (high_beta - low_beta))
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
    t_0 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_1 = math.sqrt(t_0)/math.sqrt(variance)
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    cv_theta_value = t_1/math.sqrt(rho_col)
    cv_beta_value = t_1/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*(variance * variance)/(mean*t_0)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
    t_1 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))))
    cv_theta_value = math.sqrt(rho_row)*t_1
    cv_beta_value = math.sqrt(rho_col)*t_1
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
