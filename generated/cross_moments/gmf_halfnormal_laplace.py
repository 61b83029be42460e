"""gmf_halfnormal_laplace: Laplace observations, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 136d5c9429c9f459a1f38c20958dd7c58fb68df1d05a1a8af72ccb1adf02ae98
record:    sha256 b5c56081746aaf588236c42f5e701c5b771f33f5cb4a36810eb3e95965551e8a
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 d24a624c442b33b2649ed08f58a2ebeafa661b813ae20e9aa24be781bf4ec570
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_halfnormal_laplace",
"title": "Laplace observations, Half-Normal priors with a location", "targets": ["mean", "cov_row",
"cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "location_theta", "meaning": "smallest value of theta: smallest value = location_theta", "domain": "nonnegative"},
{"name": "scale_theta", "meaning": "scale of theta: standard deviation = 0.603 scale_theta"},
{"name": "location_beta", "meaning": "smallest value of beta: smallest value = location_beta", "domain": "nonnegative"},
{"name": "scale_beta", "meaning": "scale of beta: standard deviation = 0.603 scale_beta"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.414 scale_Y"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "scale_Y"],
"requirements": ["a half-normal variable with a nonnegative location has a standard deviation of at most 0.756 times its mean",
"location_theta is positive",
"a half-normal variable with a nonnegative location has a standard deviation of at most 0.756 times its mean",
"location_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "scale_Y", "exponents": {"scale_Y": 1}, "meaning": "scale of Y: standard deviation = 1.414 scale_Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "scale_Y", "mean_beta*mean_theta"], "held_at_k": ["mean",
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
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "scale_Y": {"scale_Y": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta",
"scale_Y"], "observed_is_count": false, "observed_sign": "real", "axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, scale_Y):
    """Return location_theta, scale_theta, location_beta, scale_beta, scale_Y, and a status."""
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
    scale_Y_value = scale_Y
    status = nonnegative(location_theta_value, 5, status)
    status = positive(scale_theta_value, 5, status)
    status = nonnegative(location_beta_value, 5, status)
    status = positive(scale_beta_value, 5, status)
    status = positive(scale_Y_value, 5, status)
    return (if_ok(location_theta_value, status), if_ok(scale_theta_value, status), if_ok(location_beta_value, status), if_ok(scale_beta_value, status), if_ok(scale_Y_value, status), status,)


@kernel
def coordinates(location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, scale_Y."""
    t0 = math.sqrt(2.0)/math.sqrt(math.pi)
    t1 = location_theta + scale_theta*t0
    t2 = math.sqrt(1.0 - 2.0/math.pi)
    t3 = location_beta + scale_beta*t0
    mean_theta_value = t1
    cv_theta_value = scale_theta*t2/t1
    mean_beta_value = t3
    cv_beta_value = scale_beta*t2/t3
    scale_Y_value = scale_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, scale_Y_value,)


@kernel
def moments(K, location_theta, scale_theta, location_beta, scale_beta, scale_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    cov_row = K*scale_theta**2*(-2 + pi)*(sqrt(pi)*location_beta + sqrt(2)*scale_beta)**2/pi**2
    cov_col = K*scale_beta**2*(-2 + pi)*(sqrt(pi)*location_theta + sqrt(2)*scale_theta)**2/pi**2
    cycle = K*scale_beta**4*scale_theta**4*(-2 + pi)**4/pi**4
    """
    t0 = math.sqrt(2.0)
    t1 = scale_beta*t0
    t2 = math.sqrt(math.pi)
    t3 = location_beta*t2
    t4 = t1 + t3
    t5 = scale_theta*t0
    t6 = location_theta*t2
    t7 = t5 + t6
    t8 = K*(scale_theta * scale_theta)
    t9 = (math.pi * math.pi)
    t10 = 1.0 / t9
    t11 = -2.0 + math.pi
    t12 = t10*t11
    t13 = (scale_beta * scale_beta)
    t14 = K*t13
    t15 = t13*t8
    t16 = (location_beta * location_beta)*t8
    t17 = 2.0*math.pi
    t18 = (location_theta * location_theta)*t14
    t19 = t1*t8
    t20 = t14*t5
    t21 = 2.0*math.pow(math.pi, 3.0 / 2.0)
    mean_value = K*t4*t7/math.pi
    cov_row_value = t12*(t4 * t4)*t8
    cov_col_value = t12*t14*(t7 * t7)
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*(t11 * t11 * t11 * t11)/(math.pi * math.pi * math.pi * math.pi)
    variance_value = t10*(location_beta*t19*t21 + location_theta*t20*t21 + 2.0*(scale_Y * scale_Y)*t9 + t15*t9 - 4.0*t15 - t16*t17 + t16*t9 - t17*t18 + t18*t9 - 4.0*t19*t3 - 4.0*t20*t6)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status.

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
    scale_Y_value = (0.5)*math.sqrt(2.0)*t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(scale_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / mean
    t_1 = math.sqrt(K)*t_0
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    scale_Y_value = (0.5)*math.sqrt(2.0)*t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(scale_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
