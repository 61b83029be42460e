"""gmf_beta_normal: Normal observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 65a352754eff647da4b42641161362a01f4f3057d822a1ea6a490ff3c6bc52eb
record:    sha256 27beb6cde9c51632c55da2c156ee3bf75a1285273241ba04284ab676fa90164a
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 3a674e66832231d024b773b502c0f51fa5693a768c68828cc1e5fbaf914b82d6
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_normal", "title": "Normal observations, Beta priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "sigma_Y", "meaning": "standard deviation of Y"}], "coordinates": ["mean_theta",
"cv_theta", "mean_beta", "cv_beta", "sigma_Y"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "sigma_Y", "exponents": {"sigma_Y": 1}, "meaning": "standard deviation of Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "sigma_Y", "mean_beta*mean_theta"], "held_at_k": ["mean",
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
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "sigma_Y": {"sigma_Y": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = alpha_theta*beta_theta
    t4 = (alpha_beta * alpha_beta)
    t5 = K*t4
    t6 = t3*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = 1.0 / ((t1 * t1))
    t9 = t1 + 1.0
    t10 = t7*t8/t9
    t11 = t0 + 1.0
    t12 = 1.0 / t11
    t13 = (alpha_theta * alpha_theta)
    t14 = beta_beta*t2
    t15 = t13*t14
    t16 = (beta_theta * beta_theta)
    t17 = (beta_beta * beta_beta)
    t18 = (alpha_theta * alpha_theta * alpha_theta)
    t19 = (alpha_beta * alpha_beta * alpha_beta)
    t20 = (sigma_Y * sigma_Y)
    t21 = alpha_beta*beta_beta
    t22 = t20*t21
    t23 = t20*t4
    t24 = t13*t23
    t25 = t18*t23
    t26 = t16*t23
    t27 = (beta_theta * beta_theta * beta_theta)
    t28 = t23*t27
    t29 = t19*t20
    t30 = t13*t29
    t31 = t16*t29
    t32 = t13*t20
    t33 = t17*t32
    t34 = (beta_beta * beta_beta * beta_beta)
    t35 = t32*t34
    t36 = t18*t20
    t37 = t17*t36
    t38 = t17*t20
    t39 = t16*t38
    t40 = t27*t38
    t41 = t20*t34
    t42 = t16*t41
    t43 = 2.0*t21
    t44 = t20*t43
    t45 = 2.0*t3
    t46 = 6.0*t3
    t47 = 3.0*alpha_beta
    t48 = 3.0*alpha_theta
    t49 = 3.0*beta_beta
    t50 = 3.0*beta_theta
    t51 = 9.0*alpha_beta
    t52 = 9.0*beta_beta
    mean_value = alpha_theta*t2/(t0*t1)
    cov_row_value = t10*t6
    cov_col_value = t12*t15*t7*t8
    cycle_value = t13*t16*t17*t5/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t9 * t9))
    variance_value = t10*t12*(K*t19*t3 + alpha_beta*t38*t46 + 6.0*alpha_theta*t16*t22 + alpha_theta*t26*t52 + alpha_theta*t39*t51 + beta_beta*t23*t46 + beta_beta*t6 + beta_theta*t15 + 6.0*beta_theta*t21*t32 + beta_theta*t24*t52 + beta_theta*t33*t51 + t14*t18 + t14*t3 + t15 + t16*t44 + t18*t29 + 4.0*t22*t3 + t23*t45 + t24*t49 + t24*t50 + t24 + t25*t49 + t25 + t26*t48 + t26*t49 + t26 + t27*t29 + t27*t41 + t27*t44 + t28*t49 + t28 + t29*t45 + t30*t50 + t30 + t31*t48 + t31 + t32*t43 + t33*t47 + t33*t50 + t33 + t34*t36 + t35*t50 + t35 + t36*t43 + t37*t47 + t37 + t38*t45 + t39*t47 + t39*t48 + t39 + t40*t47 + t40 + t41*t45 + t42*t48 + t42 + t6)
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
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.pow(cov_row, -1.0 / 2.0)
    t_3 = math.sqrt(cycle)*mean
    t_4 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    cv_theta_value = t_2*t_3/cov_col
    cv_beta_value = t_3*t_4/cov_row
    sigma_Y_value = t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
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
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    sigma_Y_value = t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(sigma_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
