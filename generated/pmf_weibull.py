"""pmf_weibull: Poisson factorization, Weibull priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 431d43d09c99b2c4, record fe4dc3c8b4bc16b5, generator 17dcd894fe957c05, body 5206383d2033bc6b
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, weibull_shape
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_weibull", "title": "Poisson factorization, Weibull priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "shape_theta", "meaning": "shape of theta"},
{"name": "scale_theta", "meaning": "scale of theta: 0.632 quantile = scale_theta"},
{"name": "shape_beta", "meaning": "shape of beta"},
{"name": "scale_beta", "meaning": "scale of beta: 0.632 quantile = scale_beta"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["the numbers stay finite"],
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
    """Return shape_theta, scale_theta, shape_beta, scale_beta, and a status."""
    t0 = weibull_shape((cv_theta * cv_theta))
    t1 = weibull_shape((cv_beta * cv_beta))
    shape_theta_value = t0
    scale_theta_value = mean_theta/math.gamma(1.0 + 1.0 / t0)
    shape_beta_value = t1
    scale_beta_value = mean_beta/math.gamma(1.0 + 1.0 / t1)
    status = positive(shape_theta_value, 1, OK)
    status = positive(scale_theta_value, 1, status)
    status = positive(shape_beta_value, 1, status)
    status = positive(scale_beta_value, 1, status)
    return (if_ok(shape_theta_value, status), if_ok(scale_theta_value, status), if_ok(shape_beta_value, status), if_ok(scale_beta_value, status), status,)


@kernel
def coordinates(shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = 1.0 / shape_theta
    t1 = math.gamma(t0 + 1.0)
    t2 = 1.0 / shape_beta
    t3 = math.gamma(t2 + 1.0)
    mean_theta_value = scale_theta*t1
    cv_theta_value = math.sqrt(-(t1 * t1) + math.gamma(2.0*t0 + 1.0))/t1
    mean_beta_value = scale_beta*t3
    cv_beta_value = math.sqrt(-(t3 * t3) + math.gamma(2.0*t2 + 1.0))/t3
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean, variance, rho_row, rho_col.

    mean = K*scale_beta*scale_theta*gamma(1 + 1/shape_beta)*gamma(1 + 1/shape_theta)
    """
    t0 = 1.0 / shape_beta
    t1 = math.gamma(t0 + 1.0)
    t2 = 1.0 / shape_theta
    t3 = math.gamma(t2 + 1.0)
    t4 = K*(scale_beta*scale_theta)
    t5 = math.gamma(2.0*t0 + 1.0)
    t6 = math.gamma(2.0*t2 + 1.0)
    t7 = (t1 * t1)*(scale_beta*scale_theta)
    t8 = -t7*(t3 * t3) + t1*t3 + scale_beta*scale_theta*t5*t6
    t9 = -1.0/t8
    mean_value = t1*t3*t4
    variance_value = t8*t4
    rho_row_value = t7*t9*(-t6 + (t3 * t3))
    rho_col_value = t9*(scale_beta*scale_theta)*(t3 * t3)*((t1 * t1) - t5)
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
