"""gmf_halfnormal_normal: Normal observations, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 7093b862de5b2eef, record cbbb3b57725536d3, generator 17dcd894fe957c05, body 8588d5336e0f9e14
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("gmf_halfnormal_normal")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": [],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "sigma_Y"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "sigma_Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "sigma_Y", "mean_beta*mean_theta"], "held_at_k": ["mean",
"cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "mean**2*variance > cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "sigma_Y": {"sigma_Y": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means
hyperparameters = MODEL.hyperparameters
coordinates = MODEL.coordinates


@kernel
def moments(K, location_theta, scale_theta, location_beta, scale_beta, sigma_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    cov_row = K*scale_theta**2*(-2 + pi)*(sqrt(pi)*location_beta + sqrt(2)*scale_beta)**2/pi**2
    cov_col = K*scale_beta**2*(-2 + pi)*(sqrt(pi)*location_theta + sqrt(2)*scale_theta)**2/pi**2
    """
    t0 = math.sqrt(2.0)
    t1 = math.sqrt(math.pi)
    t2 = scale_beta*t0 + location_beta*t1
    t3 = scale_theta*t0 + location_theta*t1
    t4 = K*(scale_theta * scale_theta)
    t5 = (math.pi * math.pi)
    t6 = 1.0 / t5
    t7 = 2.0 - math.pi
    t8 = -t6*t7
    t9 = K*(scale_beta * scale_beta)
    t10 = (scale_beta * scale_beta)*t4
    t11 = (location_beta * location_beta)*t4
    t12 = 2.0*math.pi
    t13 = (location_theta * location_theta)*t9
    t14 = scale_beta*t0*t4
    t15 = t9*(scale_theta*t0)
    t16 = 2.0*math.pow(math.pi, 3.0 / 2.0)
    mean_value = K*t2*t3/math.pi
    cov_row_value = t8*(t2 * t2)*t4
    cov_col_value = t8*t9*(t3 * t3)
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*t7*((t0 - t1) * (t0 - t1) * (t0 - t1))*((t0 + t1) * (t0 + t1) * (t0 + t1))/(math.pi * math.pi * math.pi * math.pi)
    variance_value = t6*(location_beta*t14*t16 + location_theta*t15*t16 + (sigma_Y * sigma_Y)*t5 + t10*t5 - 4.0*t10 - t11*t12 + t11*t5 - t12*t13 + t13*t5 - 4.0*t14*(location_beta*t1) - 4.0*t15*(location_theta*t1))
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
    t_0 = math.pow(cov_row, -1.0 / 2.0)
    t_1 = math.sqrt(cycle)*mean
    t_2 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    cv_theta_value = t_0*t_1/cov_col
    cv_beta_value = t_1*t_2/cov_row
    sigma_Y_value = t_0*t_2*math.sqrt(cov_col*cov_row*variance - cov_col*(cov_row * cov_row) - cov_row*(cov_col * cov_col) - cycle*(mean * mean))
    mean_beta_mean_theta_value = (cov_col * cov_col)*(cov_row * cov_row)/(cycle*(mean * mean * mean))
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
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    sigma_Y_value = t_0*math.sqrt(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance)
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(sigma_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
