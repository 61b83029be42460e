"""gmf_beta_binomial: Binomial observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 8bbdf09bad17462583eeb2217e04477a7768fb4e2ff717c4ba57270e392b6fa9
record:    sha256 d9e059e2f595cd1677807efdd678ae21e5629523a7dab5fc05ba8fbb00085d81
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 f63dbe8350981c45c89ce2d4ef35c08fe43ed578e93df61f36b4f1ef5347fd4c
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_binomial", "title": "Binomial observations, Beta priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "trials", "meaning": "in the mean of Y, number of trials of Y: largest value = trials", "integer": true}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "trials"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "trials", "exponents": {"trials": 1}, "meaning": "in the mean of Y, number of trials of Y: largest value = trials"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "trials", "mean_beta*mean_theta"], "held_at_k": ["mean",
"cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "mean + cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col > variance", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "mean**3 + cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row > mean**2*variance", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "trials": {"trials": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta",
"trials"], "observed_at_most": "trials", "axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, trials):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, trials):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, trials, and a status."""
    status = positive(-(cv_theta * cv_theta)*(mean_theta * mean_theta) - (mean_theta * mean_theta) + mean_theta, 1, OK)
    status = positive(-mean_theta - mean_theta/(cv_theta * cv_theta) + 1.0 / ((cv_theta * cv_theta)), 2, status)
    status = positive(mean_theta - 1.0 + mean_theta/(cv_theta * cv_theta) - 2.0/(cv_theta * cv_theta) + 1.0/((cv_theta * cv_theta)*mean_theta), 3, status)
    status = positive(-(cv_beta * cv_beta)*(mean_beta * mean_beta) - (mean_beta * mean_beta) + mean_beta, 4, status)
    status = positive(-mean_beta - mean_beta/(cv_beta * cv_beta) + 1.0 / ((cv_beta * cv_beta)), 5, status)
    status = positive(mean_beta - 1.0 + mean_beta/(cv_beta * cv_beta) - 2.0/(cv_beta * cv_beta) + 1.0/((cv_beta * cv_beta)*mean_beta), 6, status)
    t0 = (cv_theta * cv_theta)
    t1 = 1.0 / t0
    t2 = mean_theta - 1.0
    t3 = mean_theta*t0 + t2
    t4 = (cv_beta * cv_beta)
    t5 = 1.0 / t4
    t6 = mean_beta - 1.0
    t7 = mean_beta*t4 + t6
    alpha_theta_value = -t1*t3
    beta_theta_value = t1*t2*t3/mean_theta
    alpha_beta_value = -t5*t7
    beta_beta_value = t5*t6*t7/mean_beta
    trials_value = trials
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    status = positive(trials_value, 7, status)
    return (if_ok(alpha_theta_value, status), if_ok(beta_theta_value, status), if_ok(alpha_beta_value, status), if_ok(beta_beta_value, status), if_ok(trials_value, status), status,)


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta, trials):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, trials."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    trials_value = trials
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, trials_value,)


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
    t5 = (alpha_beta * alpha_beta)
    t6 = beta_theta*t5
    t7 = 1.0 / K
    t8 = 1.0 / ((t0 * t0))
    t9 = 1.0 / ((t1 * t1))
    t10 = t7*t8*t9*(trials * trials)
    t11 = t0 + 1.0
    t12 = 1.0 / t11
    t13 = (alpha_theta * alpha_theta)
    t14 = beta_beta*t13
    t15 = (beta_beta * beta_beta)
    t16 = (beta_theta * beta_theta)
    t17 = alpha_beta*beta_theta
    t18 = alpha_theta*beta_beta
    t19 = beta_beta*beta_theta
    t20 = K*t17
    t21 = K*t18
    t22 = t17*trials
    t23 = t18*trials
    t24 = K*t16
    t25 = alpha_beta*t24
    t26 = K*t6
    t27 = K*t15
    t28 = alpha_theta*t27
    t29 = K*t14
    t30 = 2.0*beta_beta
    t31 = 2.0*beta_theta
    mean_value = t2/(t0*t1)
    cov_row_value = alpha_theta*t10*t4*t6
    cov_col_value = alpha_beta*t10*t12*t14
    cycle_value = t13*t15*t16*t5*(trials * trials * trials * trials)/((K * K * K)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t3 * t3))
    variance_value = t12*t2*t4*t7*t8*t9*(K*t19 + alpha_beta*t21 + alpha_beta*t29 + alpha_theta*t20 + alpha_theta*t26 - beta_beta*t17 + beta_beta*t22 + beta_beta*t24 - beta_theta*t18 + beta_theta*t23 + beta_theta*t27 + t13*t27 + t14*trials - t14 + t15*t24 - t17 + 3.0*t18*t20 - t18 + t19*trials - t19 + t20*t30 + t20 + t21*t31 + t21 + t22 + t23 + t24*t5 + t25*t30 + t25 + t26 + t28*t31 + t28 + t29 + t6*trials - t6)
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
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.sqrt(cycle)*mean
    t_3 = (mean * mean)
    t_4 = cov_col*cov_row
    t_5 = cov_col*t_1 + cov_row*t_0 + cycle*t_3
    t_6 = t_3*t_4 + t_5
    t_7 = mean*t_4 - t_4*variance + t_5
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2/(cov_col*math.sqrt(cov_row))
    cv_beta_value = t_2/(math.sqrt(cov_col)*cov_row)
    trials_value = t_6/t_7
    mean_beta_mean_theta_value = mean*t_7/t_6
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(trials_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return cv_theta, cv_beta, trials, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(K*cov_col*cov_row + cov_col*(mean * mean) + cov_row*(mean * mean) + (mean * mean * mean) - (mean * mean)*variance, 4, status)
    t_0 = math.sqrt(K)/mean
    t_1 = (mean * mean)
    t_2 = K*cov_col*cov_row + cov_col*t_1 + cov_row*t_1
    t_3 = (mean * mean * mean * mean) + t_2
    t_4 = (mean * mean * mean) - t_1*variance + t_2
    cv_theta_value = math.sqrt(cov_row)*t_0
    cv_beta_value = math.sqrt(cov_col)*t_0
    trials_value = t_3/t_4
    mean_beta_mean_theta_value = mean*t_4/t_3
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(trials_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
