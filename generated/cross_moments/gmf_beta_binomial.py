"""gmf_beta_binomial: Binomial observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 8bbdf09bad174625, record d9e059e2f595cd16, generator 17dcd894fe957c05, body b39e3d919e1b37dc
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("gmf_beta_binomial")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": [],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "trials"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "trials"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "trials", "mean_beta*mean_theta"], "held_at_k": ["mean",
"cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"},
{"text": "mean + cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col > variance"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "mean**3 + cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row > mean**2*variance"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "trials": {"trials": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means
hyperparameters = MODEL.hyperparameters
coordinates = MODEL.coordinates


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, trials):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = alpha_beta*alpha_theta*trials/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = alpha_beta*alpha_theta*trials
    t3 = t1 + 1.0
    t4 = 1.0 / t3
    t5 = beta_theta*(alpha_beta * alpha_beta)
    t6 = 1.0 / K
    t7 = 1.0 / ((t0 * t0))
    t8 = 1.0 / ((t1 * t1))
    t9 = t6*t7*t8*(trials * trials)
    t10 = t0 + 1.0
    t11 = 1.0 / t10
    t12 = beta_beta*(alpha_theta * alpha_theta)
    t13 = K*(alpha_beta*beta_theta)
    t14 = K*(alpha_theta*beta_beta)
    t15 = alpha_beta*beta_theta*trials
    t16 = alpha_theta*beta_beta*trials
    t17 = K*(beta_theta * beta_theta)
    t18 = K*(beta_beta * beta_beta)
    mean_value = t2/(t0*t1)
    cov_row_value = alpha_theta*t9*t4*t5
    cov_col_value = alpha_beta*t9*t11*t12
    cycle_value = (alpha_theta * alpha_theta)*(beta_beta * beta_beta)*(beta_theta * beta_theta)*(alpha_beta * alpha_beta)*(trials * trials * trials * trials)/((K * K * K)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t10 * t10)*(t3 * t3))
    variance_value = t11*t2*t4*t6*t7*t8*(K*(beta_beta*beta_theta) + alpha_beta*t14 + alpha_beta*(K*t12) + alpha_theta*t13 + alpha_theta*(K*t5) - beta_beta*(alpha_beta*beta_theta) + beta_beta*t15 + beta_beta*t17 - beta_theta*(alpha_theta*beta_beta) + beta_theta*t16 + beta_theta*t18 + (alpha_theta * alpha_theta)*t18 + t12*trials - t12 + (beta_beta * beta_beta)*t17 - alpha_beta*beta_theta + 3.0*(alpha_theta*beta_beta)*t13 - alpha_theta*beta_beta + beta_beta*beta_theta*trials - beta_beta*beta_theta + t13*(2.0*beta_beta) + t13 + t14*(2.0*beta_theta) + t14 + t15 + t16 + t17*(alpha_beta * alpha_beta) + alpha_beta*t17*(2.0*beta_beta) + alpha_beta*t17 + K*t5 + alpha_theta*t18*(2.0*beta_theta) + alpha_theta*t18 + K*t12 + t5*trials - t5)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, trials, mean_beta*mean_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    cv_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    cv_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive((cov_col * cov_col)*cov_row + cov_col*(cov_row * cov_row) + cov_col*cov_row*mean - cov_col*cov_row*variance + cycle*(mean * mean), 5, status)
    t_0 = math.sqrt(cycle)*mean
    t_1 = cov_col*(cov_row * cov_row) + cov_row*(cov_col * cov_col) + cycle*(mean * mean)
    t_2 = (mean * mean)*(cov_col*cov_row) + t_1
    t_3 = mean*(cov_col*cov_row) - cov_col*cov_row*variance + t_1
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    cv_theta_value = t_0/(cov_col*math.sqrt(cov_row))
    cv_beta_value = t_0/(math.sqrt(cov_col)*cov_row)
    trials_value = t_2/t_3
    mean_beta_mean_theta_value = mean*t_3/t_2
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(trials_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return cv_theta, cv_beta, trials, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(K*cov_col*cov_row + cov_col*(mean * mean) + cov_row*(mean * mean) + (mean * mean * mean) - (mean * mean)*variance, 4, status)
    t_0 = math.sqrt(K)/mean
    t_1 = K*cov_col*cov_row + cov_col*(mean * mean) + cov_row*(mean * mean)
    t_2 = (mean * mean * mean * mean) + t_1
    t_3 = (mean * mean * mean) - (mean * mean)*variance + t_1
    cv_theta_value = math.sqrt(cov_row)*t_0
    cv_beta_value = math.sqrt(cov_col)*t_0
    trials_value = t_2/t_3
    mean_beta_mean_theta_value = mean*t_3/t_2
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(trials_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
