"""pmf_halfnormal: Poisson factorization, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 43cc005f299a8e9106ddb7b40ad3eab30f27a2e4ef9732791cdb6af5cb08092d
record:    sha256 4e94f085e43f7b54a115f8a1ee136f54a5b4ff54457f1eca0b1a4661b99445e1
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 66f9ffe0e60d3e88776550ba36712d6b762fac170ca28601348f2852125b671f
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_halfnormal", "title": "Poisson factorization, Half-Normal priors with a location",
"targets": ["mean", "variance", "rho_row", "rho_col"],
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
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "rho_row + rho_col < 1", "kind": "correlation_sum", "targets": ["rho_col", "rho_row"]},
{"text": "variance*(1 - rho_row - rho_col) > mean", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]}],
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
    """Return mean, variance, rho_row, rho_col."""
    t0 = math.sqrt(2.0)
    t1 = scale_beta*t0
    t2 = math.sqrt(math.pi)
    t3 = location_beta*t2
    t4 = t1 + t3
    t5 = scale_theta*t0
    t6 = location_theta*t2
    t7 = t5 + t6
    t8 = (math.pi * math.pi)
    t9 = 2.0*math.pi
    t10 = (scale_beta * scale_beta)
    t11 = (scale_theta * scale_theta)
    t12 = t10*t11
    t13 = (location_beta * location_beta)*t11
    t14 = (location_theta * location_theta)*t10
    t15 = math.pow(math.pi, 3.0 / 2.0)
    t16 = location_beta*t15
    t17 = location_theta*t15
    t18 = t1*t11
    t19 = t10*t5
    t20 = location_beta*location_theta*t8 + scale_beta*scale_theta*t9 + t1*t17 + t12*t8 - 4.0*t12 + t13*t8 - t13*t9 + t14*t8 - t14*t9 + 2.0*t16*t18 + t16*t5 + 2.0*t17*t19 - 4.0*t18*t3 - 4.0*t19*t6
    t21 = (-2.0 + math.pi)/t20
    mean_value = K*t4*t7/math.pi
    variance_value = K*t20/t8
    rho_row_value = t11*t21*(t4 * t4)
    rho_col_value = t10*t21*(t7 * t7)
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
    t_0 = (variance * variance)
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
