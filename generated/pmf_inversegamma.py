"""pmf_inversegamma: Poisson factorization, Inverse-Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model a7e3527d59a04849, record cfcf860d84b4a1e9, generator 17dcd894fe957c05, body 28283056e224ee6f
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_inversegamma", "title": "Poisson factorization, Inverse-Gamma priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "shape_theta", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(shape_theta - 2)"},
{"name": "scale_theta", "meaning": "scale of theta: mean = scale / (shape - 1)"},
{"name": "shape_beta", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(shape_beta - 2)"},
{"name": "scale_beta", "meaning": "scale of beta: mean = scale / (shape - 1)"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["the numbers stay finite"], "moments_exist": ["shape_theta > 2", "shape_beta > 2"],
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
    t0 = 1.0 / ((cv_theta * cv_theta))
    t1 = 1.0 / ((cv_beta * cv_beta))
    shape_theta_value = t0 + 2.0
    scale_theta_value = mean_theta*t0 + mean_theta
    shape_beta_value = t1 + 2.0
    scale_beta_value = mean_beta*t1 + mean_beta
    status = positive(shape_theta_value, 1, OK)
    status = positive(scale_theta_value, 1, status)
    status = positive(shape_beta_value, 1, status)
    status = positive(scale_beta_value, 1, status)
    return (if_ok(shape_theta_value, status), if_ok(scale_theta_value, status), if_ok(shape_beta_value, status), if_ok(scale_beta_value, status), status,)


@kernel
def coordinates(shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    mean_theta_value = scale_theta/(shape_theta - 1.0)
    cv_theta_value = math.sqrt(1.0 / (shape_theta - 2.0))
    mean_beta_value = scale_beta/(shape_beta - 1.0)
    cv_beta_value = math.sqrt(1.0 / (shape_beta - 2.0))
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean, variance, rho_row, rho_col. All of them exist only where shape_theta > 2 and shape_beta > 2.

    mean = K*scale_beta*scale_theta/((shape_beta - 1)*(shape_theta - 1))
    """
    t0 = shape_beta - 1.0
    t1 = shape_theta - 1.0
    t2 = K*(scale_beta*scale_theta)
    t3 = shape_beta - 2.0
    t4 = shape_theta - 2.0
    t5 = 9.0*shape_beta*shape_theta + shape_beta*(scale_beta*scale_theta) - 3.0*shape_beta*(shape_theta * shape_theta) - 6.0*shape_beta + shape_theta*(scale_beta*scale_theta) - 3.0*shape_theta*(shape_beta * shape_beta) - 6.0*shape_theta - 3.0*(scale_beta*scale_theta) + (shape_beta * shape_beta)*(shape_theta * shape_theta) + 2.0*(shape_beta * shape_beta) + 2.0*(shape_theta * shape_theta) + 4.0
    t6 = scale_beta*scale_theta/t5
    mean_value = t2/(t0*t1)
    variance_value = t2*t5/((t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t3*t6
    rho_col_value = t4*t6
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
