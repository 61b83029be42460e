"""pmf_uniform: Poisson factorization, Uniform priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 3bbe357524488b4a2147bffaa260dd661ca7d0eb9dbd40052eef26ce945a4755
record:    sha256 3bb9bc41f4e6d95d276f67b38523fa3237802c02191cb2fa5b2bdb50aa9b3c8f
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 2a50f1bf7836891600b3bf50bf80344f42f81619d9f70cdab9afd6167962ca39
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_uniform", "title": "Poisson factorization, Uniform priors", "targets": ["mean",
"cov_row", "cov_col", "cycle"],
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
    """Return low_theta, high_theta, low_beta, high_beta, and a status."""
    status = positive(-math.sqrt(3.0)*cv_theta*mean_theta + mean_theta, 1, OK)
    status = positive(-math.sqrt(3.0)*cv_theta*mean_theta + mean_theta, 2, status)
    status = positive(-math.sqrt(3.0)*cv_beta*mean_beta + mean_beta, 3, status)
    status = positive(-math.sqrt(3.0)*cv_beta*mean_beta + mean_beta, 4, status)
    t0 = math.sqrt(3.0)
    t1 = cv_theta*t0
    t2 = cv_beta*t0
    low_theta_value = mean_theta*(1.0 - t1)
    high_theta_value = mean_theta*(t1 + 1.0)
    low_beta_value = mean_beta*(1.0 - t2)
    high_beta_value = mean_beta*(t2 + 1.0)
    status = nonnegative(low_theta_value, 5, status)
    status = positive(high_theta_value, 5, status)
    status = nonnegative(low_beta_value, 5, status)
    status = positive(high_beta_value, 5, status)
    return (if_ok(low_theta_value, status), if_ok(high_theta_value, status), if_ok(low_beta_value, status), if_ok(high_beta_value, status), status,)


@kernel
def coordinates(low_theta, high_theta, low_beta, high_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = (0.5)*high_theta + (0.5)*low_theta
    t1 = (1.0 / 6.0)*math.sqrt(3.0)
    t2 = (0.5)*high_beta + (0.5)*low_beta
    mean_theta_value = t0
    cv_theta_value = t1*abs(high_theta - low_theta)/t0
    mean_beta_value = t2
    cv_beta_value = t1*abs(high_beta - low_beta)/t2
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, low_theta, high_theta, low_beta, high_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*(high_beta + low_beta)*(high_theta + low_theta)/4
    cov_row = K*(high_beta + low_beta)**2*(high_theta - low_theta)**2/48
    cov_col = K*(high_beta - low_beta)**2*(high_theta + low_theta)**2/48
    cycle = K*(high_beta - low_beta)**4*(high_theta - low_theta)**4/20736
    """
    t0 = high_beta + low_beta
    t1 = high_theta + low_theta
    t2 = high_theta - low_theta
    t3 = (1.0 / 48.0)*K
    t4 = high_beta - low_beta
    mean_value = (1.0 / 4.0)*K*t0*t1
    cov_row_value = (t0 * t0)*(t2 * t2)*t3
    cov_col_value = (t1 * t1)*t3*(t4 * t4)
    cycle_value = (1.0 / 20736.0)*K*(t2 * t2 * t2 * t2)*(t4 * t4 * t4 * t4)
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
