"""gmf_beta_normal: Normal observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 65a352754eff647da4b42641161362a01f4f3057d822a1ea6a490ff3c6bc52eb
record:    sha256 66509e0a2403d0185665c1f529958a6cb469361d81c8dfd88b377946f024a2b1
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 812bde68278df4e11e4aa230cc46ee01b6a65470f754de0cfdbe6eebcb44a994
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_normal", "title": "Normal observations, Beta priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "sigma_Y", "meaning": "standard deviation of Y"}], "needs": ["sigma_Y"],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
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
{"text": "variance > sigma_Y**2", "kind": "other", "targets": ["variance"]},
{"text": "variance*(1 - rho_row - rho_col) > sigma_Y**2", "kind": "other", "targets": ["rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > sigma_Y**2", "kind": "other", "targets": ["variance"]}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta",
"sigma_Y"], "observed_is_count": false, "observed_sign": "real", "axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y, and a status."""
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
    sigma_Y_value = sigma_Y
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    status = positive(sigma_Y_value, 7, status)
    return (if_ok(alpha_theta_value, status), if_ok(beta_theta_value, status), if_ok(alpha_beta_value, status), if_ok(beta_beta_value, status), if_ok(sigma_Y_value, status), status,)


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return mean_theta, cv_theta, mean_beta, cv_beta, sigma_Y."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    sigma_Y_value = sigma_Y
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value, sigma_Y_value,)


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta, sigma_Y):
    """Return mean, variance, rho_row, rho_col.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = t0 + 1.0
    t4 = t1 + 1.0
    t5 = beta_beta*t2
    t6 = alpha_theta*beta_theta
    t7 = (alpha_theta * alpha_theta)
    t8 = t5*t7
    t9 = (alpha_theta * alpha_theta * alpha_theta)
    t10 = (alpha_beta * alpha_beta)
    t11 = K*t6
    t12 = t10*t11
    t13 = (alpha_beta * alpha_beta * alpha_beta)
    t14 = (sigma_Y * sigma_Y)
    t15 = alpha_beta*beta_beta
    t16 = t14*t15
    t17 = t10*t14
    t18 = t17*t7
    t19 = t17*t9
    t20 = (beta_theta * beta_theta)
    t21 = t17*t20
    t22 = (beta_theta * beta_theta * beta_theta)
    t23 = t17*t22
    t24 = t13*t14
    t25 = t24*t7
    t26 = t20*t24
    t27 = (beta_beta * beta_beta)
    t28 = t14*t7
    t29 = t27*t28
    t30 = (beta_beta * beta_beta * beta_beta)
    t31 = t28*t30
    t32 = t14*t9
    t33 = t27*t32
    t34 = t14*t27
    t35 = t20*t34
    t36 = t22*t34
    t37 = t14*t30
    t38 = t20*t37
    t39 = 2.0*t15
    t40 = t14*t39
    t41 = 2.0*t6
    t42 = 6.0*t6
    t43 = 3.0*alpha_beta
    t44 = 3.0*alpha_theta
    t45 = 3.0*beta_beta
    t46 = 3.0*beta_theta
    t47 = 9.0*alpha_beta
    t48 = 9.0*beta_beta
    t49 = alpha_beta*t34*t42 + 6.0*alpha_theta*t16*t20 + alpha_theta*t21*t48 + alpha_theta*t35*t47 + beta_beta*t12 + beta_beta*t17*t42 + 6.0*beta_theta*t15*t28 + beta_theta*t18*t48 + beta_theta*t29*t47 + beta_theta*t8 + t11*t13 + t12 + 4.0*t16*t6 + t17*t41 + t18*t45 + t18*t46 + t18 + t19*t45 + t19 + t20*t40 + t21*t44 + t21*t45 + t21 + t22*t24 + t22*t37 + t22*t40 + t23*t45 + t23 + t24*t41 + t24*t9 + t25*t46 + t25 + t26*t44 + t26 + t28*t39 + t29*t43 + t29*t46 + t29 + t30*t32 + t31*t46 + t31 + t32*t39 + t33*t43 + t33 + t34*t41 + t35*t43 + t35*t44 + t35 + t36*t43 + t36 + t37*t41 + t38*t44 + t38 + t5*t6 + t5*t9 + t8
    t50 = 1.0 / t49
    mean_value = alpha_theta*t2/(t0*t1)
    variance_value = t49/((t0 * t0)*(t1 * t1)*t3*t4)
    rho_row_value = t12*t3*t50
    rho_col_value = t4*t50*t8
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, sigma_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    cv_theta = sqrt(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(sqrt(rho_col)*sqrt(variance))
    cv_beta = sqrt(-sigma_Y**2 + variance*(-rho_col - rho_row + 1))/(sqrt(rho_row)*sqrt(variance))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    status = positive(-(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -(sigma_Y * sigma_Y) + variance*(-rho_col - rho_row + 1.0)
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, sigma_Y):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(sigma_Y * sigma_Y) + variance, 4, status)
    t_0 = -(sigma_Y * sigma_Y) + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
