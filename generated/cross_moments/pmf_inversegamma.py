"""pmf_inversegamma: Poisson factorization, Inverse-Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a7e3527d59a04849b938e035e4ce40b38b04291bc4ca8c508b0005d605a551b1
record:    sha256 3e1474c99eb578ab41b82649dcafe4d6d3203d084c7e1c5df7132eb18f45a1ab
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 3a5ca757238ba34739ef25985b60a1b08f926882f0814dfc271ff0f584867acb
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_inversegamma", "title": "Poisson factorization, Inverse-Gamma priors",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "shape_theta", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(shape_theta - 2)"},
{"name": "scale_theta", "meaning": "scale of theta: mean = scale / (shape - 1)"},
{"name": "shape_beta", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(shape_beta - 2)"},
{"name": "scale_beta", "meaning": "scale of beta: mean = scale / (shape - 1)"}],
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
    t0 = shape_theta - 1.0
    t1 = shape_beta - 1.0
    mean_theta_value = scale_theta/t0
    cv_theta_value = t0*math.sqrt(1.0/((t0 * t0)*(shape_theta - 2.0)))
    mean_beta_value = scale_beta/t1
    cv_beta_value = t1*math.sqrt(1.0/((t1 * t1)*(shape_beta - 2.0)))
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*scale_beta*scale_theta/((shape_beta - 1)*(shape_theta - 1))
    """
    t0 = shape_beta - 1.0
    t1 = shape_theta - 1.0
    t2 = shape_theta - 2.0
    t3 = K*(scale_beta * scale_beta)*(scale_theta * scale_theta)/((t0 * t0)*(t1 * t1))
    t4 = shape_beta - 2.0
    mean_value = K*scale_beta*scale_theta/(t0*t1)
    cov_row_value = t3/t2
    cov_col_value = t3/t4
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t2 * t2)*(t4 * t4))
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
