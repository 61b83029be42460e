"""pmf_weibull: Poisson factorization, Weibull priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 431d43d09c99b2c4a3abaf343b8796e6279557b0ec32686e74ca97d1046c6d00
record:    sha256 93a2287a703a50f1de9ccc1e472446120066450f528e264909b6b73b7e4417b6
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 cff51fde6efc8feb546e6d408ea7408a32bf4844ca8b39ca02b6f29a97f897c2
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive, weibull_shape
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_weibull", "title": "Poisson factorization, Weibull priors", "targets": ["mean",
"cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "shape_theta", "meaning": "shape of theta"},
{"name": "scale_theta", "meaning": "scale of theta: 0.632 quantile = scale_theta"},
{"name": "shape_beta", "meaning": "shape of beta"},
{"name": "scale_beta", "meaning": "scale of beta: 0.632 quantile = scale_beta"}],
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
    """Return mean, cov_row, cov_col, cycle.

    mean = K*scale_beta*scale_theta*gamma(1 + 1/shape_beta)*gamma(1 + 1/shape_theta)
    """
    t0 = 1.0 / shape_beta
    t1 = math.gamma(t0 + 1.0)
    t2 = 1.0 / shape_theta
    t3 = math.gamma(t2 + 1.0)
    t4 = (t1 * t1)
    t5 = (t3 * t3)
    t6 = t5 - math.gamma(2.0*t2 + 1.0)
    t7 = K*(scale_beta * scale_beta)*(scale_theta * scale_theta)
    t8 = t4 - math.gamma(2.0*t0 + 1.0)
    mean_value = K*scale_beta*scale_theta*t1*t3
    cov_row_value = -t4*t6*t7
    cov_col_value = -t5*t7*t8
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*(t6 * t6)*(t8 * t8)
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
