"""pmf_lognormal: Poisson factorization, Log-Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 39308a5a7ad1132a499f59490f82a137412e471e76676b5bac261e6a072d3da6
record:    sha256 cd17545acd555b332651cdfbc8e0296edc6fc2ac4b6c9551d0baf94a8c200fd2
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 6e39f136fa9d91cfe36344623de1caf3936b5a28650694058acaf426e67aadaf
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, real
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_lognormal", "title": "Poisson factorization, Log-Normal priors", "targets": ["mean",
"cov_row", "cov_col", "cycle"],
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
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean", "cov_row",
"cov_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]}],
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
    """Return mean, cov_row, cov_col, cycle.

    mean = K*exp(mu_beta)*exp(mu_theta)*exp(sigma_beta**2/2)*exp(sigma_theta**2/2)
    """
    t0 = (sigma_beta * sigma_beta)
    t1 = (sigma_theta * sigma_theta)
    t2 = math.exp(t1)
    t3 = t2 - 1.0
    t4 = math.exp(t0)
    t5 = K*t2*t4*math.exp(2.0*mu_beta)*math.exp(2.0*mu_theta)
    t6 = t4 - 1.0
    mean_value = K*math.exp(mu_beta)*math.exp(mu_theta)*math.exp((0.5)*t0)*math.exp((0.5)*t1)
    cov_row_value = t3*t5
    cov_col_value = t5*t6
    cycle_value = K*(t3 * t3)*(t6 * t6)*math.exp(4.0*mu_beta)*math.exp(4.0*mu_theta)*math.exp(2.0*t0)*math.exp(2.0*t1)
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    cv_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    cv_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mean_beta*mean_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2/(cov_col*math.sqrt(cov_row))
    cv_beta_value = t_2/(math.sqrt(cov_col)*cov_row)
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    t_0 = math.sqrt(K)/mean
    cv_theta_value = math.sqrt(cov_row)*t_0
    cv_beta_value = math.sqrt(cov_col)*t_0
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
