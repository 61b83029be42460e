"""gmf_lognormal_normal: Normal observations, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 26f2dfd9e46de86fdd5cd20a68503cc25048e7a02e7a1d53193da0e445f5dfaf
record:    sha256 37de7fe7041e6bad2f523c4895427135795acc76cfa19c835a2d47b815b8f4eb
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 0d3079d29374152198866bc30ebe4f3a25d10435f628c2d66c53e421dc395375
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_lognormal_normal", "title": "Normal observations, Log-Normal priors",
"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of the logarithm of theta: median = exp(mu_theta)", "domain": "real"},
{"name": "sigma_theta", "meaning": "standard deviation of the logarithm of theta: standard deviation / mean = sqrt(exp(sigma_theta^2) - 1)"},
{"name": "mu_beta", "meaning": "mean of the logarithm of beta: median = exp(mu_beta)", "domain": "real"},
{"name": "sigma_beta", "meaning": "standard deviation of the logarithm of beta: standard deviation / mean = sqrt(exp(sigma_beta^2) - 1)"},
{"name": "sigma_Y", "meaning": "standard deviation of Y"}], "coordinates": ["mean_theta",
"cv_theta", "mean_beta", "cv_beta", "sigma_Y"], "requirements": ["the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "sigma_Y", "exponents": {"sigma_Y": 1}, "meaning": "standard deviation of Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "sigma_Y", "mean_beta*mean_theta"], "held_at_k": ["mean",
"cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "mean**2*variance > cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "sigma_Y": {"sigma_Y": 1.0}},
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
    sigma_Y_value = sigma_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, sigma_Y_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*exp(mu_beta)*exp(mu_theta)*exp(sigma_beta**2/2)*exp(sigma_theta**2/2)
    """
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp(t1)
    t3 = t2 - 1.0
    t4 = math.exp(t0)
    t5 = K*math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t6 = t2*t4*t5
    t7 = t4 - 1.0
    t8 = math.exp(2.0*t0)*math.exp(2.0*t1)
    mean_value = K*math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*t0)*math.exp((0.5)*t1)
    cov_row_value = t3*t6
    cov_col_value = t6*t7
    cycle_value = K*(t3 * t3)*(t7 * t7)*t8*math.exp(4.0*mu_beta)*math.exp(4.0*mu_theta)
    variance_value = (sigma_Y * sigma_Y) + t5*t8 - t6
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    cv_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    cv_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mean_beta*mean_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.pow(cov_row, -1.0 / 2.0)
    t_3 = math.sqrt(cycle)*mean
    t_4 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(sigma_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / mean
    t_1 = math.sqrt(K)*t_0
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    sigma_Y_value = t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(sigma_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
