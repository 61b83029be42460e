"""gmf_beta_laplace: Laplace observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 f1aad255a94e4c2cabcd9719f3197233ad668e12c824943893b91a96ea648778
record:    sha256 b00c58fd98fbffaa9817ad7a724ee96ebbb15d043aed40b2cdbfd2fce8571b19
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 54b3fa01a98336c3825708fc33318f24251ef7efd74b07d6350a49fa63420469
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
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "mean_beta*mean_theta"], "held_at_k": ["mean",
"variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > 2*scale_Y**2", "kind": "other", "targets": ["variance"]},
{"text": "variance*(1 - rho_row - rho_col) > 2*scale_Y**2", "kind": "other", "targets": ["rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > 2*scale_Y**2", "kind": "other", "targets": ["variance"]}],
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
    t2 = K*alpha_beta
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = alpha_theta*beta_theta
    t6 = beta_beta*t5
    t7 = (alpha_theta * alpha_theta)
    t8 = beta_beta*t7
    t9 = t2*t8
    t10 = (alpha_theta * alpha_theta * alpha_theta)
    t11 = beta_beta*t10
    t12 = (alpha_beta * alpha_beta)
    t13 = K*t5
    t14 = t12*t13
    t15 = (alpha_beta * alpha_beta * alpha_beta)
    t16 = (scale_Y * scale_Y)
    t17 = alpha_beta*t16
    t18 = 4.0*t16
    t19 = alpha_beta*t18
    t20 = (beta_theta * beta_theta)
    t21 = beta_beta*t19
    t22 = (beta_theta * beta_theta * beta_theta)
    t23 = t18*t5
    t24 = (beta_beta * beta_beta)
    t25 = (beta_beta * beta_beta * beta_beta)
    t26 = 2.0*t16
    t27 = t12*t26
    t28 = t15*t26
    t29 = t26*t7
    t30 = t10*t26
    t31 = t24*t26
    t32 = t25*t26
    t33 = 12.0*t17
    t34 = alpha_theta*t20
    t35 = beta_beta*t34
    t36 = beta_theta*t8
    t37 = t12*t16
    t38 = 6.0*t16
    t39 = t24*t38
    t40 = alpha_beta*t39
    t41 = t12*t38
    t42 = beta_theta*t7
    t43 = beta_beta*t41
    t44 = t34*t38
    t45 = t38*t42
    t46 = 18.0*t17*t24
    t47 = 18.0*t37
    t48 = beta_beta*t14 + beta_theta*t9 + t10*t27 + t10*t28 + t10*t40 + t11*t19 + t11*t2 + t11*t41 + t12*t23 + t13*t15 + t14 + t15*t23 + t15*t44 + t15*t45 + 8.0*t17*t6 + t19*t8 + t2*t6 + t20*t21 + t20*t27 + t20*t28 + t20*t31 + t20*t32 + t20*t40 + t20*t43 + t21*t22 + t22*t27 + t22*t28 + t22*t31 + t22*t32 + t22*t40 + t22*t43 + t23*t24 + t23*t25 + t24*t29 + t24*t30 + t24*t33*t5 + t25*t29 + t25*t30 + t25*t44 + t25*t45 + t27*t7 + t28*t7 + t33*t35 + t33*t36 + t34*t39 + t34*t41 + t34*t46 + t35*t47 + t36*t47 + 12.0*t37*t6 + t39*t42 + t40*t7 + t41*t42 + t41*t8 + t42*t46 + t9
    t49 = 1.0 / t48
    mean_value = alpha_theta*t2/(t0*t1)
    variance_value = t48/((t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t14*t3*t49
    rho_col_value = t4*t49*t9
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
    t_0 = (variance * variance)
    t_1 = -2.0*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-2.0*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -2.0*(scale_Y * scale_Y) + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
