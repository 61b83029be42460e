"""pmf_halfnormal: Poisson factorization, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 43cc005f299a8e9106ddb7b40ad3eab30f27a2e4ef9732791cdb6af5cb08092d
record:    sha256 6dd5c70d29e4a15116cab5ff896c39565f48f78fd9a6257d2f450dcf701fa622
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 72080786da1b6db2fd2b9c9e5f0dca2658ab584057cd2facaadec9995a24372e
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_halfnormal", "title": "Poisson factorization, Half-Normal priors with a location",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "location_theta", "meaning": "smallest value of theta: smallest value = location_theta", "domain": "nonnegative"},
{"name": "scale_theta", "meaning": "scale of theta: standard deviation = 0.603 scale_theta"},
{"name": "location_beta", "meaning": "smallest value of beta: smallest value = location_beta", "domain": "nonnegative"},
{"name": "scale_beta", "meaning": "scale of beta: standard deviation = 0.603 scale_beta"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["a half-normal variable with a nonnegative location has a standard deviation of at most 0.756 times its mean",
"location_theta is positive",
"a half-normal variable with a nonnegative location has a standard deviation of at most 0.756 times its mean",
"location_beta is positive", "the numbers stay finite"],
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
    """Return location_theta, scale_theta, location_beta, scale_beta, and a status."""
    status = positive(-math.sqrt(2.0)*cv_theta*mean_theta/math.sqrt(-2.0 + math.pi) + mean_theta, 1, OK)
    status = positive(-math.sqrt(2.0)*cv_theta*mean_theta/math.sqrt(-2.0 + math.pi) + mean_theta, 2, status)
    status = positive(-math.sqrt(2.0)*cv_beta*mean_beta/math.sqrt(-2.0 + math.pi) + mean_beta, 3, status)
    status = positive(-math.sqrt(2.0)*cv_beta*mean_beta/math.sqrt(-2.0 + math.pi) + mean_beta, 4, status)
    t0 = math.pow(-2.0 + math.pi, -1.0 / 2.0)
    t1 = math.sqrt(2.0)*t0
    t2 = cv_theta*mean_theta
    t3 = math.sqrt(math.pi)*t0
    t4 = cv_beta*mean_beta
    location_theta_value = mean_theta - t1*t2
    scale_theta_value = t2*t3
    location_beta_value = mean_beta - t1*t4
    scale_beta_value = t3*t4
    status = nonnegative(location_theta_value, 5, status)
    status = positive(scale_theta_value, 5, status)
    status = nonnegative(location_beta_value, 5, status)
    status = positive(scale_beta_value, 5, status)
    return (if_ok(location_theta_value, status), if_ok(scale_theta_value, status), if_ok(location_beta_value, status), if_ok(scale_beta_value, status), status,)


@kernel
def coordinates(location_theta, scale_theta, location_beta, scale_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = math.sqrt(2.0)/math.sqrt(math.pi)
    t1 = location_theta + scale_theta*t0
    t2 = math.sqrt(1.0 - 2.0/math.pi)
    t3 = location_beta + scale_beta*t0
    mean_theta_value = t1
    cv_theta_value = scale_theta*t2/t1
    mean_beta_value = t3
    cv_beta_value = scale_beta*t2/t3
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, location_theta, scale_theta, location_beta, scale_beta):
    """Return mean, cov_row, cov_col, cycle.

    cov_row = K*scale_theta**2*(-2 + pi)*(sqrt(pi)*location_beta + sqrt(2)*scale_beta)**2/pi**2
    cov_col = K*scale_beta**2*(-2 + pi)*(sqrt(pi)*location_theta + sqrt(2)*scale_theta)**2/pi**2
    cycle = K*scale_beta**4*scale_theta**4*(-2 + pi)**4/pi**4
    """
    t0 = math.sqrt(2.0)
    t1 = math.sqrt(math.pi)
    t2 = location_beta*t1 + scale_beta*t0
    t3 = location_theta*t1 + scale_theta*t0
    t4 = -2.0 + math.pi
    t5 = K*t4/(math.pi * math.pi)
    mean_value = K*t2*t3/math.pi
    cov_row_value = (scale_theta * scale_theta)*(t2 * t2)*t5
    cov_col_value = (scale_beta * scale_beta)*(t3 * t3)*t5
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*(t4 * t4 * t4 * t4)/(math.pi * math.pi * math.pi * math.pi)
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
