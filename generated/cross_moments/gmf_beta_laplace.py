"""gmf_beta_laplace: Laplace observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 f1aad255a94e4c2cabcd9719f3197233ad668e12c824943893b91a96ea648778
record:    sha256 0c4b6f69ce7fb95977b380f6d4955e8dcf600f99d27211dd7a1834fd1b3e1e3d
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 d1ea985a8b1eedf557785df6b49c2abcedd7bc28a74f1ede077f884783076bfd
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_laplace", "title": "Laplace observations, Beta priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.414 scale_Y"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "scale_Y"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "scale_Y", "exponents": {"scale_Y": 1}, "meaning": "scale of Y: standard deviation = 1.414 scale_Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["cv_theta", "cv_beta", "scale_Y", "mean_beta*mean_theta"], "held_at_k": ["mean",
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
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "scale_Y": {"scale_Y": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = K*alpha_beta
    t3 = (alpha_beta * alpha_beta)
    t4 = alpha_theta*beta_theta
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
    t18 = t13*t3
    t19 = (alpha_theta * alpha_theta * alpha_theta)
    t20 = (alpha_beta * alpha_beta * alpha_beta)
    t21 = (scale_Y * scale_Y)
    t22 = beta_beta*t21
    t23 = alpha_beta*t22
    t24 = alpha_beta*t13
    t25 = 4.0*t21
    t26 = beta_beta*t25
    t27 = alpha_beta*t26
    t28 = (beta_theta * beta_theta * beta_theta)
    t29 = t25*t4
    t30 = (beta_beta * beta_beta * beta_beta)
    t31 = 2.0*t21
    t32 = t3*t31
    t33 = t20*t31
    t34 = t13*t31
    t35 = t19*t31
    t36 = t17*t31
    t37 = t30*t31
    t38 = alpha_theta*t16
    t39 = 12.0*t4
    t40 = t17*t21
    t41 = alpha_beta*t40
    t42 = beta_theta*t24
    t43 = t22*t3
    t44 = 6.0*t21
    t45 = t17*t44
    t46 = alpha_beta*t45
    t47 = t3*t44
    t48 = t18*t44
    t49 = beta_beta*t47
    t50 = t38*t44
    t51 = beta_theta*t13
    t52 = t44*t51
    t53 = 18.0*t38
    mean_value = alpha_theta*t2/(t0*t1)
    cov_row_value = t10*t6
    cov_col_value = t12*t15*t7*t8
    cycle_value = K*t16*t17*t18/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t9 * t9))
    variance_value = t10*t12*(beta_beta*t48 + beta_beta*t6 + beta_theta*t15 + 18.0*beta_theta*t18*t22 + beta_theta*t48 + t13*t33 + t14*t19 + t14*t4 + t15 + t16*t27 + t16*t32 + t16*t33 + t16*t36 + t16*t37 + t16*t46 + t16*t49 + t17*t29 + t17*t34 + t17*t35 + t18*t31 + t19*t27 + t19*t32 + t19*t33 + t19*t46 + t19*t49 + t20*t29 + t20*t5 + t20*t50 + t20*t52 + 12.0*t22*t42 + 12.0*t23*t38 + 8.0*t23*t4 + t24*t26 + t24*t45 + t27*t28 + t28*t32 + t28*t33 + t28*t36 + t28*t37 + t28*t46 + t28*t49 + t29*t3 + t29*t30 + t30*t34 + t30*t35 + t30*t50 + t30*t52 + t38*t45 + t38*t47 + t39*t41 + t39*t43 + 18.0*t40*t42 + t41*t53 + t43*t53 + t45*t51 + t6)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status.

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
    scale_Y_value = (0.5)*math.sqrt(2.0)*t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    mean_beta_mean_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(scale_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return cv_theta, cv_beta, scale_Y, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / mean
    t_1 = math.sqrt(K)*t_0
    t_2 = (mean * mean)
    cv_theta_value = math.sqrt(cov_row)*t_1
    cv_beta_value = math.sqrt(cov_col)*t_1
    scale_Y_value = (0.5)*math.sqrt(2.0)*t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(scale_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
