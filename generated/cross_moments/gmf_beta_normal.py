"""gmf_beta_normal: Normal observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 65a352754eff647d, record 27beb6cde9c51632, generator 17dcd894fe957c05, body 8c47647d813c4d06
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("gmf_beta_normal")
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
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*(alpha_beta * alpha_beta)
    t3 = alpha_theta*beta_theta*t2
    t4 = 1.0 / ((t0 * t0))
    t5 = 1.0 / ((t1 * t1))
    t6 = t1 + 1.0
    t7 = t4*t5/t6
    t8 = t0 + 1.0
    t9 = 1.0 / t8
    t10 = beta_beta*(K*alpha_beta)
    t11 = (alpha_theta * alpha_theta)*t10
    t12 = (alpha_theta * alpha_theta * alpha_theta)
    t13 = (alpha_beta * alpha_beta * alpha_beta)
    t14 = (sigma_Y * sigma_Y)*(alpha_beta*beta_beta)
    t15 = (sigma_Y * sigma_Y)*(alpha_beta * alpha_beta)
    t16 = (alpha_theta * alpha_theta)*t15
    t17 = (beta_theta * beta_theta)*t15
    t18 = (beta_theta * beta_theta * beta_theta)
    t19 = t13*(sigma_Y * sigma_Y)
    t20 = (alpha_theta * alpha_theta)*t19
    t21 = (beta_theta * beta_theta)*t19
    t22 = (alpha_theta * alpha_theta)*(sigma_Y * sigma_Y)
    t23 = (beta_beta * beta_beta)*t22
    t24 = (beta_beta * beta_beta * beta_beta)
    t25 = t12*(sigma_Y * sigma_Y)
    t26 = (beta_beta * beta_beta)*t25
    t27 = (beta_beta * beta_beta)*(sigma_Y * sigma_Y)
    t28 = (beta_theta * beta_theta)*t27
    t29 = (sigma_Y * sigma_Y)*t24
    t30 = (beta_theta * beta_theta)*t29
    t31 = 2.0*(alpha_beta*beta_beta)
    t32 = (sigma_Y * sigma_Y)*t31
    t33 = 2.0*(alpha_theta*beta_theta)
    t34 = 6.0*(alpha_theta*beta_theta)
    mean_value = alpha_theta*(K*alpha_beta)/(t0*t1)
    cov_row_value = t7*t3
    cov_col_value = t9*t11*t4*t5
    cycle_value = (alpha_theta * alpha_theta)*(beta_theta * beta_theta)*(beta_beta * beta_beta)*t2/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t8 * t8)*(t6 * t6))
    variance_value = t7*t9*(K*t13*(alpha_theta*beta_theta) + alpha_beta*t27*t34 + 6.0*alpha_theta*(beta_theta * beta_theta)*t14 + alpha_theta*t17*(9.0*beta_beta) + alpha_theta*t28*(9.0*alpha_beta) + beta_beta*t15*t34 + beta_beta*t3 + beta_theta*t11 + 6.0*beta_theta*(alpha_beta*beta_beta)*t22 + beta_theta*t16*(9.0*beta_beta) + beta_theta*t23*(9.0*alpha_beta) + t10*t12 + t10*(alpha_theta*beta_theta) + t11 + (beta_theta * beta_theta)*t32 + t12*t19 + 4.0*t14*(alpha_theta*beta_theta) + t15*t33 + t16*(3.0*beta_beta) + t16*(3.0*beta_theta) + t16 + t12*t15*(3.0*beta_beta) + t12*t15 + t17*(3.0*alpha_theta) + t17*(3.0*beta_beta) + t17 + t18*t19 + t18*t29 + t18*t32 + t15*t18*(3.0*beta_beta) + t15*t18 + t19*t33 + t20*(3.0*beta_theta) + t20 + t21*(3.0*alpha_theta) + t21 + t22*t31 + t23*(3.0*alpha_beta) + t23*(3.0*beta_theta) + t23 + t24*t25 + t22*t24*(3.0*beta_theta) + t22*t24 + t25*t31 + t26*(3.0*alpha_beta) + t26 + t27*t33 + t28*(3.0*alpha_beta) + t28*(3.0*alpha_theta) + t28 + t18*t27*(3.0*alpha_beta) + t18*t27 + t29*t33 + t30*(3.0*alpha_theta) + t30 + t3)
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
