"""gmf_beta_binomial: Binomial observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 8bbdf09bad17462583eeb2217e04477a7768fb4e2ff717c4ba57270e392b6fa9
record:    sha256 b68db9455aad4f65a056a3d456bb0ebd3a9363f50e52c0dd4ed68386c9ff2017
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 39f90888d5c7f9a8832ad9b7acb2525d35e89dd1057e7931de27ef5377303c50
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_binomial", "title": "Binomial observations, Beta priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "trials", "meaning": "in the mean of Y, number of trials of Y: largest value = trials", "integer": true}],
"needs": ["trials"], "coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "mean*trials + mean**2*trials + variance*( - rho_row - rho_row*trials**2 + 2*rho_row*trials - rho_col - rho_col*trials**2 + 2*rho_col*trials + trials**2 - trials) > mean**2 + mean*trials**2", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
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
    """Return mean, variance, rho_row, rho_col.

    mean = alpha_beta*alpha_theta*trials/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = alpha_beta*alpha_theta*trials
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = alpha_beta*beta_theta
    t6 = alpha_theta*beta_beta
    t7 = beta_beta*beta_theta
    t8 = K*t5
    t9 = K*t6
    t10 = t5*trials
    t11 = t6*trials
    t12 = (alpha_beta * alpha_beta)
    t13 = beta_theta*t12
    t14 = (alpha_theta * alpha_theta)
    t15 = beta_beta*t14
    t16 = K*(beta_theta * beta_theta)
    t17 = alpha_beta*t16
    t18 = K*t13
    t19 = (beta_beta * beta_beta)
    t20 = K*t19
    t21 = alpha_theta*t20
    t22 = K*t15
    t23 = 2.0*beta_beta
    t24 = 2.0*beta_theta
    t25 = K*t7 + alpha_beta*t22 + alpha_beta*t9 + alpha_theta*t18 + alpha_theta*t8 + beta_beta*t10 + beta_beta*t16 - beta_beta*t5 + beta_theta*t11 + beta_theta*t20 - beta_theta*t6 + t10 + t11 + t12*t16 + t13*trials - t13 + t14*t20 + t15*trials - t15 + t16*t19 + t17*t23 + t17 + t18 + t21*t24 + t21 + t22 + t23*t8 + t24*t9 - t5 + 3.0*t6*t8 - t6 + t7*trials - t7 + t8 + t9
    t26 = 1.0 / t25
    mean_value = t2/(t0*t1)
    variance_value = t2*t25/(K*(t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t10*t26*t3
    rho_col_value = t11*t26*t4
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, trials):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    mean_beta*mean_theta = mean/trials
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((mean * mean)*trials - (mean * mean) - mean*(trials * trials) + mean*trials + variance*(-rho_col*(trials * trials) + 2.0*rho_col*trials - rho_col - rho_row*(trials * trials) + 2.0*rho_row*trials - rho_row + (trials * trials) - trials), 4, status)
    t_0 = (mean * mean)
    t_1 = trials - 1.0
    t_2 = rho_col*variance
    t_3 = rho_row*variance
    t_4 = -mean*trials + t_0 - t_2*trials + t_2 - t_3*trials + t_3 + trials*variance
    t_5 = math.sqrt(t_4)/(math.sqrt(t_1)*math.sqrt(variance))
    K_value = t_0*t_4/(rho_col*rho_row*t_1*(variance * variance))
    cv_theta_value = t_5/math.sqrt(rho_col)
    cv_beta_value = t_5/math.sqrt(rho_row)
    mean_beta_mean_theta_value = mean/trials
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
