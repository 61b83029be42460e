"""gmf_beta_binomial: Binomial observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 8bbdf09bad174625, record b28053e11d25145d, generator 17dcd894fe957c05, body 9d4b2deee2685980
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
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "mean*trials + mean**2*trials + variance*( - rho_row - rho_row*trials**2 + 2*rho_row*trials - rho_col - rho_col*trials**2 + 2*rho_col*trials + trials**2 - trials) > mean**2 + mean*trials**2"}],
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
    t0 = 1.0 / (cv_theta * cv_theta)
    t1 = mean_theta - 1.0
    t2 = mean_theta*(cv_theta * cv_theta) + t1
    t3 = 1.0 / (cv_beta * cv_beta)
    t4 = mean_beta - 1.0
    t5 = mean_beta*(cv_beta * cv_beta) + t4
    alpha_theta_value = -t0*t2
    beta_theta_value = t0*t1*t2/mean_theta
    alpha_beta_value = -t3*t5
    beta_beta_value = t3*t4*t5/mean_beta
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
    t5 = K*(alpha_beta*beta_theta)
    t6 = K*(alpha_theta*beta_beta)
    t7 = alpha_beta*beta_theta*trials
    t8 = alpha_theta*beta_beta*trials
    t9 = beta_theta*(alpha_beta * alpha_beta)
    t10 = beta_beta*(alpha_theta * alpha_theta)
    t11 = K*(beta_theta * beta_theta)
    t12 = K*(beta_beta * beta_beta)
    t13 = K*(beta_beta*beta_theta) + alpha_beta*(K*t10) + alpha_beta*t6 + alpha_theta*(K*t9) + alpha_theta*t5 + beta_beta*t7 + beta_beta*t11 - beta_beta*(alpha_beta*beta_theta) + beta_theta*t8 + beta_theta*t12 - beta_theta*(alpha_theta*beta_beta) + t7 + t8 + (alpha_beta * alpha_beta)*t11 + t9*trials - t9 + (alpha_theta * alpha_theta)*t12 + t10*trials - t10 + t11*(beta_beta * beta_beta) + alpha_beta*t11*(2.0*beta_beta) + alpha_beta*t11 + K*t9 + alpha_theta*t12*(2.0*beta_theta) + alpha_theta*t12 + K*t10 + 2.0*beta_beta*t5 + 2.0*beta_theta*t6 - alpha_beta*beta_theta + 3.0*(alpha_theta*beta_beta)*t5 - alpha_theta*beta_beta + beta_beta*beta_theta*trials - beta_beta*beta_theta + t5 + t6
    t14 = 1.0 / t13
    mean_value = t2/(t0*t1)
    variance_value = t2*t13/(K*(t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t7*t14*t3
    rho_col_value = t8*t14*t4
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
    t_0 = (-mean*trials + (mean * mean) - rho_col*variance*trials + rho_col*variance - rho_row*variance*trials + rho_row*variance + trials*variance)/(trials - 1.0)
    t_1 = math.sqrt(t_0)/math.sqrt(variance)
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    cv_theta_value = t_1/math.sqrt(rho_col)
    cv_beta_value = t_1/math.sqrt(rho_row)
    mean_beta_mean_theta_value = mean/trials
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
