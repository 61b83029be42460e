"""gmf_beta_gumbel: Gumbel observations, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1db09ca9e496968d354441f0455367eff443ae18edcb9887c14884ff0143e19a
record:    sha256 c1ab7029530b0282094cd0de798977cd3e14cd02c104c9c3a9476631f634ddc3
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 7a0a37a236b1b53cec18157f2626d28eddaf1e2c3db8ecec4a26993d8eec05a9
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_beta_gumbel", "title": "Gumbel observations, Beta priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.283 scale_Y"}],
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
{"text": "variance > pi**2*scale_Y**2/6", "kind": "other", "targets": ["variance"]},
{"text": "variance*(1 - rho_row - rho_col) > pi**2*scale_Y**2/6", "kind": "other", "targets": ["rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > pi**2*scale_Y**2/6", "kind": "other", "targets": ["variance"]}],
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
    t3 = alpha_theta*t2
    t4 = t0 + 1.0
    t5 = t1 + 1.0
    t6 = 6.0*beta_beta
    t7 = beta_theta*t6
    t8 = (alpha_theta * alpha_theta)
    t9 = t2*t6
    t10 = t8*t9
    t11 = (alpha_theta * alpha_theta * alpha_theta)
    t12 = (alpha_beta * alpha_beta)
    t13 = alpha_theta*beta_theta
    t14 = 6.0*t13
    t15 = K*t14
    t16 = t12*t15
    t17 = (alpha_beta * alpha_beta * alpha_beta)
    t18 = t13*t6
    t19 = (math.pi * math.pi)*(scale_Y * scale_Y)
    t20 = alpha_beta*beta_beta
    t21 = t12*t19
    t22 = t21*t8
    t23 = t11*t21
    t24 = (beta_theta * beta_theta)
    t25 = t21*t24
    t26 = (beta_theta * beta_theta * beta_theta)
    t27 = t21*t26
    t28 = t17*t19
    t29 = t28*t8
    t30 = t24*t28
    t31 = (beta_beta * beta_beta)
    t32 = t19*t8
    t33 = t31*t32
    t34 = (beta_beta * beta_beta * beta_beta)
    t35 = t32*t34
    t36 = t11*t19
    t37 = t31*t36
    t38 = t19*t31
    t39 = t24*t38
    t40 = t26*t38
    t41 = t19*t34
    t42 = t24*t41
    t43 = 2.0*t20
    t44 = t19*t43
    t45 = 2.0*t13
    t46 = alpha_beta*alpha_theta
    t47 = 3.0*alpha_beta
    t48 = 3.0*alpha_theta
    t49 = 3.0*beta_beta
    t50 = 3.0*beta_theta
    t51 = 9.0*beta_theta
    t52 = K*t12*t18 + alpha_beta*t14*t38 + alpha_beta*t32*t7 + alpha_beta*t33*t51 + 9.0*alpha_theta*beta_beta*t25 + beta_beta*t22*t51 + beta_theta*t10 + t10 + t11*t28 + t11*t9 + 4.0*t13*t19*t20 + t15*t17 + t16 + t18*t21 + t19*t24*t46*t6 + t21*t45 + t22*t49 + t22*t50 + t22 + t23*t49 + t23 + t24*t44 + t25*t48 + t25*t49 + t25 + t26*t28 + t26*t41 + t26*t44 + t27*t49 + t27 + t28*t45 + t29*t50 + t29 + t3*t7 + t30*t48 + t30 + t32*t43 + t33*t47 + t33*t50 + t33 + t34*t36 + t35*t50 + t35 + t36*t43 + t37*t47 + t37 + t38*t45 + 9.0*t39*t46 + t39*t47 + t39*t48 + t39 + t40*t47 + t40 + t41*t45 + t42*t48 + t42
    t53 = 1.0 / t52
    mean_value = t3/(t0*t1)
    variance_value = (1.0 / 6.0)*t52/((t0 * t0)*(t1 * t1)*t4*t5)
    rho_row_value = t16*t4*t53
    rho_col_value = t10*t5*t53
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = (variance * variance)
    t_1 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
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
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
