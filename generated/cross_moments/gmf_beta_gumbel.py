"""gmf_beta_gumbel: Gumbel observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1db09ca9e496968d354441f0455367eff443ae18edcb9887c14884ff0143e19a
record:    sha256 db6da7984ad5a2fe900b15525d1a1ad73129d86acac75a47fc10515df729555a
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 3503c229d7e8182785af8ec3eb4539166830d57b44b539910d5355c0c95eef1c
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_gumbel", "title": "Gumbel observations, Beta priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.283 scale_Y"}],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "scale_Y"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_theta is positive", "beta_theta is positive",
"a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"alpha_beta is positive", "beta_beta is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "scale_Y", "exponents": {"scale_Y": 1}, "meaning": "scale of Y: standard deviation = 1.283 scale_Y"},
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
    t3 = alpha_theta*t2
    t4 = alpha_theta*beta_theta
    t5 = (alpha_beta * alpha_beta)
    t6 = K*t5
    t7 = 1.0 / ((t0 * t0))
    t8 = 1.0 / ((t1 * t1))
    t9 = t1 + 1.0
    t10 = t7*t8/t9
    t11 = (alpha_theta * alpha_theta)
    t12 = t0 + 1.0
    t13 = 1.0 / t12
    t14 = (beta_theta * beta_theta)
    t15 = (beta_beta * beta_beta)
    t16 = t11*t5
    t17 = 6.0*beta_beta
    t18 = beta_theta*t17
    t19 = t17*t2
    t20 = t11*t19
    t21 = (alpha_theta * alpha_theta * alpha_theta)
    t22 = 6.0*t4
    t23 = K*t22
    t24 = (alpha_beta * alpha_beta * alpha_beta)
    t25 = t17*t4
    t26 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t27 = alpha_beta*beta_beta
    t28 = t16*t26
    t29 = t26*t5
    t30 = t21*t29
    t31 = t14*t29
    t32 = (beta_theta * beta_theta * beta_theta)
    t33 = t29*t32
    t34 = t24*t26
    t35 = t11*t34
    t36 = t14*t34
    t37 = t11*t26
    t38 = t15*t37
    t39 = (beta_beta * beta_beta * beta_beta)
    t40 = t37*t39
    t41 = t21*t26
    t42 = t15*t41
    t43 = t15*t26
    t44 = t14*t43
    t45 = t32*t43
    t46 = t26*t39
    t47 = t14*t46
    t48 = 2.0*t27
    t49 = t26*t48
    t50 = 2.0*t4
    t51 = alpha_beta*alpha_theta
    t52 = 3.0*alpha_beta
    t53 = 3.0*alpha_theta
    t54 = 3.0*beta_beta
    t55 = 3.0*beta_theta
    t56 = 9.0*beta_theta
    mean_value = t3/(t0*t1)
    cov_row_value = t10*t4*t6
    cov_col_value = beta_beta*t11*t13*t2*t7*t8
    cycle_value = K*t14*t15*t16/((t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t12 * t12)*(t9 * t9))
    variance_value = (1.0 / 6.0)*t10*t13*(alpha_beta*t18*t37 + alpha_beta*t22*t43 + alpha_beta*t38*t56 + 9.0*alpha_theta*beta_beta*t31 + beta_beta*t28*t56 + beta_theta*t20 + t14*t17*t26*t51 + t14*t49 + t18*t3 + t19*t21 + t20 + t21*t34 + t23*t24 + t23*t5 + t25*t29 + t25*t6 + 4.0*t26*t27*t4 + t28*t54 + t28*t55 + t28 + t29*t50 + t30*t54 + t30 + t31*t53 + t31*t54 + t31 + t32*t34 + t32*t46 + t32*t49 + t33*t54 + t33 + t34*t50 + t35*t55 + t35 + t36*t53 + t36 + t37*t48 + t38*t52 + t38*t55 + t38 + t39*t41 + t40*t55 + t40 + t41*t48 + t42*t52 + t42 + t43*t50 + 9.0*t44*t51 + t44*t52 + t44*t53 + t44 + t45*t52 + t45 + t46*t50 + t47*t53 + t47)
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
    scale_Y_value = math.sqrt(6.0)*t_2*t_4*math.sqrt(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))/math.pi
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
    scale_Y_value = math.sqrt(6.0)*t_0*math.sqrt(-K*cov_col*cov_row - cov_col*t_2 - cov_row*t_2 + t_2*variance)/math.pi
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(scale_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
