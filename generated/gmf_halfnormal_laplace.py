"""gmf_halfnormal_laplace: Laplace observations, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 136d5c9429c9f459, record f1cf4eec18d9c9fe, generator 17dcd894fe957c05, body 9e9598da34b0f757
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_halfnormal_laplace",
"title": "Laplace observations, Half-Normal priors with a location", "targets": ["mean", "variance",
"rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "location_theta", "meaning": "smallest value of theta: smallest value = location_theta", "domain": "nonnegative"},
{"name": "scale_theta", "meaning": "scale of theta: standard deviation = 0.603 scale_theta"},
{"name": "location_beta", "meaning": "smallest value of beta: smallest value = location_beta", "domain": "nonnegative"},
{"name": "scale_beta", "meaning": "scale of beta: standard deviation = 0.603 scale_beta"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.414 scale_Y"}],
"needs": ["scale_Y"], "coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["a half-normal variable with a nonnegative location has a standard deviation of at most 0.756 times its mean",
"location_theta is positive",
"a half-normal variable with a nonnegative location has a standard deviation of at most 0.756 times its mean",
"location_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > 2*scale_Y**2"}, {"text": "variance*(1 - rho_row - rho_col) > 2*scale_Y**2"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > 2*scale_Y**2"}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta",
"scale_Y"], "observed_is_count": false, "observed_sign": "real", "axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return location_theta, scale_theta, location_beta, scale_beta, scale_Y, and a status."""
    status = positive(-math.sqrt(2.0)*cv_theta*mean_theta/math.sqrt(-2.0 + math.pi) + mean_theta, 1, OK)
    status = positive(-math.sqrt(2.0)*cv_theta*mean_theta/math.sqrt(-2.0 + math.pi) + mean_theta, 2, status)
    status = positive(-math.sqrt(2.0)*cv_beta*mean_beta/math.sqrt(-2.0 + math.pi) + mean_beta, 3, status)
    status = positive(-math.sqrt(2.0)*cv_beta*mean_beta/math.sqrt(-2.0 + math.pi) + mean_beta, 4, status)
    t0 = math.pow(-2.0 + math.pi, -1.0 / 2.0)
    t1 = math.sqrt(2.0)*t0
    t2 = math.sqrt(math.pi)*t0
    location_theta_value = mean_theta - t1*(cv_theta*mean_theta)
    scale_theta_value = cv_theta*mean_theta*t2
    location_beta_value = mean_beta - t1*(cv_beta*mean_beta)
    scale_beta_value = t2*(cv_beta*mean_beta)
    scale_Y_value = scale_Y
    status = nonnegative(location_theta_value, 5, status)
    status = positive(scale_theta_value, 5, status)
    status = nonnegative(location_beta_value, 5, status)
    status = positive(scale_beta_value, 5, status)
    status = positive(scale_Y_value, 5, status)
    return (if_ok(location_theta_value, status), if_ok(scale_theta_value, status), if_ok(location_beta_value, status), if_ok(scale_beta_value, status), if_ok(scale_Y_value, status), status,)


@kernel
def coordinates(location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, scale_Y."""
    t0 = math.sqrt(math.pi)
    t1 = 1.0 / t0
    t2 = math.sqrt(2.0)
    t3 = math.sqrt(-2.0 + math.pi)
    mean_theta_value = location_theta + t1*(scale_theta*t2)
    cv_theta_value = scale_theta*t3/(location_theta*t0 + scale_theta*t2)
    mean_beta_value = location_beta + t1*(scale_beta*t2)
    cv_beta_value = scale_beta*t3/(location_beta*t0 + scale_beta*t2)
    scale_Y_value = scale_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, scale_Y_value,)


@kernel
def moments(K, location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return mean, variance, rho_row, rho_col."""
    t0 = math.sqrt(2.0)
    t1 = math.sqrt(math.pi)
    t2 = scale_beta*t0 + location_beta*t1
    t3 = scale_theta*t0 + location_theta*t1
    t4 = (math.pi * math.pi)
    t5 = K*(scale_theta * scale_theta)
    t6 = t5*(scale_beta * scale_beta)
    t7 = (location_beta * location_beta)*t5
    t8 = 2.0*math.pi
    t9 = K*(scale_beta * scale_beta)
    t10 = (location_theta * location_theta)*t9
    t11 = scale_beta*t0*t5
    t12 = t9*(scale_theta*t0)
    t13 = 2.0*math.pow(math.pi, 3.0 / 2.0)
    t14 = location_beta*t11*t13 + location_theta*t12*t13 + 2.0*(scale_Y * scale_Y)*t4 + t6*t4 - 4.0*t6 - t7*t8 + t7*t4 - t8*t10 + t10*t4 - 4.0*t11*(location_beta*t1) - 4.0*t12*(location_theta*t1)
    t15 = (-2.0 + math.pi)/t14
    mean_value = K*t2*t3/math.pi
    variance_value = t14/t4
    rho_row_value = t5*t15*(t2 * t2)
    rho_col_value = t9*t15*(t3 * t3)
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-2*scale_Y**2 + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
    t_1 = math.sqrt(t_0)/math.sqrt(variance)
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    cv_theta_value = t_1/math.sqrt(rho_col)
    cv_beta_value = t_1/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*(variance * variance)/(mean*t_0)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance
    t_1 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))))
    cv_theta_value = math.sqrt(rho_row)*t_1
    cv_beta_value = math.sqrt(rho_col)*t_1
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
