"""gmf_beta_laplace: Laplace observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model f1aad255a94e4c2c, record ff71b05043e7892e, generator 17dcd894fe957c05, body 2b472bb4c218641e
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_laplace", "title": "Laplace observations, Beta priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.414 scale_Y"}],
"needs": ["scale_Y"], "coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > 2*scale_Y**2"}, {"text": "variance*(1 - rho_row - rho_col) > 2*scale_Y**2"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > 2*scale_Y**2"}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
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
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y, and a status."""
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
    scale_Y_value = scale_Y
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    status = positive(scale_Y_value, 7, status)
    return (if_ok(alpha_theta_value, status), if_ok(beta_theta_value, status), if_ok(alpha_beta_value, status), if_ok(beta_beta_value, status), if_ok(scale_Y_value, status), status,)


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, scale_Y."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    scale_Y_value = scale_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, scale_Y_value,)


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, scale_Y):
    """Return mean, variance, rho_row, rho_col.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = t0 + 1.0
    t3 = t1 + 1.0
    t4 = beta_beta*(alpha_theta*beta_theta)
    t5 = beta_beta*(alpha_theta * alpha_theta)
    t6 = K*alpha_beta*t5
    t7 = (alpha_theta * alpha_theta * alpha_theta)
    t8 = K*(alpha_theta*beta_theta)
    t9 = (alpha_beta * alpha_beta)*t8
    t10 = (alpha_beta * alpha_beta * alpha_beta)
    t11 = alpha_beta*(scale_Y * scale_Y)
    t12 = 4.0*(scale_Y * scale_Y)
    t13 = beta_beta*(alpha_beta*t12)
    t14 = (beta_theta * beta_theta * beta_theta)
    t15 = t12*(alpha_theta*beta_theta)
    t16 = (beta_beta * beta_beta * beta_beta)
    t17 = 2.0*(scale_Y * scale_Y)
    t18 = (alpha_beta * alpha_beta)*t17
    t19 = t17*(alpha_theta * alpha_theta)
    t20 = (beta_beta * beta_beta)*t17
    t21 = alpha_theta*(beta_theta * beta_theta)
    t22 = (alpha_beta * alpha_beta)*(scale_Y * scale_Y)
    t23 = 6.0*(scale_Y * scale_Y)
    t24 = (beta_beta * beta_beta)*t23
    t25 = (alpha_beta * alpha_beta)*t23
    t26 = beta_theta*(alpha_theta * alpha_theta)
    t27 = 18.0*t11*(beta_beta * beta_beta)
    t28 = beta_beta*t9 + beta_theta*t6 + t7*t18 + t7*(t10*t17) + t7*(alpha_beta*t24) + beta_beta*t7*(alpha_beta*t12) + beta_beta*t7*(K*alpha_beta) + beta_beta*t7*t25 + (alpha_beta * alpha_beta)*t15 + t8*t10 + t9 + t10*t15 + t10*(t21*t23) + t10*(t23*t26) + 8.0*t11*t4 + alpha_beta*t12*t5 + K*alpha_beta*t4 + (beta_theta * beta_theta)*t13 + (beta_theta * beta_theta)*t18 + (beta_theta * beta_theta)*(t10*t17) + (beta_theta * beta_theta)*t20 + (beta_theta * beta_theta)*(t16*t17) + (beta_theta * beta_theta)*(alpha_beta*t24) + (beta_theta * beta_theta)*(beta_beta*t25) + t13*t14 + t14*t18 + t14*(t10*t17) + t14*t20 + t14*(t16*t17) + t14*(alpha_beta*t24) + t14*(beta_beta*t25) + t15*(beta_beta * beta_beta) + t15*t16 + (beta_beta * beta_beta)*t19 + (beta_beta * beta_beta)*(t7*t17) + (beta_beta * beta_beta)*(12.0*t11)*(alpha_theta*beta_theta) + t16*t19 + t16*(t7*t17) + t16*(t21*t23) + t16*(t23*t26) + t18*(alpha_theta * alpha_theta) + t10*t17*(alpha_theta * alpha_theta) + 12.0*t11*(beta_beta*t21) + 12.0*t11*(beta_theta*t5) + t21*t24 + t21*t25 + t21*t27 + beta_beta*t21*(18.0*t22) + beta_theta*t5*(18.0*t22) + 12.0*t22*t4 + t24*t26 + alpha_beta*t24*(alpha_theta * alpha_theta) + t25*t26 + t25*t5 + t26*t27 + t6
    t29 = 1.0 / t28
    mean_value = alpha_theta*(K*alpha_beta)/(t0*t1)
    variance_value = t28/((t0 * t0)*(t1 * t1)*t2*t3)
    rho_row_value = t9*t2*t29
    rho_col_value = t3*t29*t6
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-2*scale_Y**2 + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
    t_1 = math.sqrt(t_0)/math.sqrt(variance)
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    cv_theta_value = t_1/math.sqrt(rho_col)
    cv_beta_value = t_1/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*(variance * variance)/(mean*t_0)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance
    t_1 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))))
    cv_theta_value = math.sqrt(rho_row)*t_1
    cv_beta_value = math.sqrt(rho_col)*t_1
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
