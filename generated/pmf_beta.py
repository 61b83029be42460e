"""pmf_beta: Poisson factorization, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model bf64d87ce5baf069, record 0612735b950893a4, generator 17dcd894fe957c05, body a253c88a5a5bf97d
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_beta", "title": "Poisson factorization, Beta priors", "targets": ["mean", "variance",
"rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
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
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, and a status."""
    status = positive(-(cv_theta * cv_theta)*(mean_theta * mean_theta) - (mean_theta * mean_theta) + mean_theta, 1, OK)
    status = positive(-mean_theta - mean_theta/(cv_theta * cv_theta) + 1.0 / ((cv_theta * cv_theta)), 2, status)
    status = positive(mean_theta - 1.0 + mean_theta/(cv_theta * cv_theta) - 2.0/(cv_theta * cv_theta) + 1.0/((cv_theta * cv_theta)*mean_theta), 3, status)
    status = positive(-(cv_beta * cv_beta)*(mean_beta * mean_beta) - (mean_beta * mean_beta) + mean_beta, 4, status)
    status = positive(-mean_beta - mean_beta/(cv_beta * cv_beta) + 1.0 / ((cv_beta * cv_beta)), 5, status)
    status = positive(mean_beta - 1.0 + mean_beta/(cv_beta * cv_beta) - 2.0/(cv_beta * cv_beta) + 1.0/((cv_beta * cv_beta)*mean_beta), 6, status)
    t0 = 1.0 / (cv_theta * cv_theta)
    t1 = mean_theta - 1.0
    t2 = mean_theta*(cv_theta * cv_theta) + t1
    t3 = 1.0 / (cv_beta * cv_beta)
    t4 = mean_beta - 1.0
    t5 = mean_beta*(cv_beta * cv_beta) + t4
    alpha_theta_value = -t0*t2
    beta_theta_value = t0*t1*t2/mean_theta
    alpha_beta_value = -t3*t5
    beta_beta_value = t3*t4*t5/mean_beta
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    return (if_ok(alpha_theta_value, status), if_ok(beta_theta_value, status), if_ok(alpha_beta_value, status), if_ok(beta_beta_value, status), status,)


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return mean, variance, rho_row, rho_col.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*(alpha_beta*alpha_theta)
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = alpha_beta*(alpha_theta * alpha_theta)
    t6 = alpha_beta*(beta_theta * beta_theta)
    t7 = alpha_theta*(alpha_beta * alpha_beta)
    t8 = alpha_theta*(beta_beta * beta_beta)
    t9 = alpha_beta*(2.0*beta_theta) + alpha_theta*beta_theta*(3.0*beta_beta) + alpha_theta*(2.0*beta_beta) + 4.0*beta_beta*beta_theta*(alpha_beta*alpha_theta) + beta_beta*(beta_theta * beta_theta) + beta_beta*(2.0*beta_theta) + beta_theta*(beta_beta * beta_beta) + (beta_theta * beta_theta)*(alpha_beta * alpha_beta) + (beta_theta * beta_theta)*(beta_beta * beta_beta) + t6*(2.0*beta_beta) + t6 + (alpha_beta * alpha_beta)*(2.0*beta_theta) + (alpha_beta * alpha_beta)*(alpha_theta * alpha_theta) + t7*(2.0*beta_theta) + t7 + (beta_beta * beta_beta)*(alpha_theta * alpha_theta) + t8*(2.0*beta_theta) + t8 + alpha_beta*beta_theta*(3.0*beta_beta) + alpha_beta*alpha_theta*(2.0*beta_theta) + alpha_beta*alpha_theta*(2.0*beta_beta) + alpha_beta*alpha_theta + 2.0*beta_beta*(alpha_theta * alpha_theta) + 2.0*beta_beta*t5 + t5
    t10 = 1.0 / t9
    mean_value = t2/(t0*t1)
    variance_value = t9*t2/((t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = alpha_beta*beta_theta*t10*t3
    rho_col_value = alpha_theta*beta_beta*t10*t4
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
