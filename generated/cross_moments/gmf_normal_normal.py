"""gmf_normal_normal: Normal observations, Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01c3fab9ece73057bdd032866271dec174e18100637ce67bc2d1d42a024b0435
record:    sha256 016d706664a7e708483a016ac2ff36c5f2fb24f96b2f550bc2a3343c566df3cb
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 686ca9b60d704155970e5b76f0b635552b0b449c5ebf1f6ed6b796e49be74349
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_normal_normal", "title": "Normal observations, Normal priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of theta", "domain": "real"},
{"name": "sigma_theta", "meaning": "standard deviation of theta"},
{"name": "mu_beta", "meaning": "mean of beta", "domain": "real"},
{"name": "sigma_beta", "meaning": "standard deviation of beta"},
{"name": "sigma_Y", "meaning": "standard deviation of Y"}], "coordinates": ["mean_theta",
"cv_theta", "mean_beta", "cv_beta", "sigma_Y"], "requirements": ["sigma_theta is positive",
"sigma_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "sigma_Y", "exponents": {"sigma_Y": 1}, "meaning": "standard deviation of Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"conditions": [{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]},
{"text": "mean is not 0", "kind": "mean", "targets": ["mean"]}],
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*mu_beta*mu_theta
    cov_row = K*mu_beta**2*sigma_theta**2
    cov_col = K*mu_theta**2*sigma_beta**2
    cycle = K*sigma_beta**4*sigma_theta**4
    """
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = (sigma_beta * sigma_beta)
    t3 = K*(mu_theta * mu_theta)*t2
    mean_value = K*mu_beta*mu_theta
    cov_row_value = t1
    cov_col_value = t3
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = (sigma_Y * sigma_Y) + t0*t2 + t1 + t3
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    cv_theta = sqrt(cycle)*Abs(mean)/(cov_col*sqrt(cov_row))
    cv_beta = sqrt(cycle)*Abs(mean)/(sqrt(cov_col)*cov_row)
    mean_beta*mean_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.pow(cov_row, -1.0 / 2.0)
    t_3 = math.sqrt(cycle)*abs(mean)
    t_4 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(sigma_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
