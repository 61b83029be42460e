"""pmf_beta: Poisson factorization, Beta priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 bf64d87ce5baf069f070f9c3672d8a54a5e61ef968bc5e35716c21456c411033
record:    sha256 76f4492175aaefd4bae031d1a12764d190ef85e182b435d31e59acd5604a5f85
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 d9d5061e0a1a5974d8a9ad72fb140f6b4ce1a1ef039d63e3b4c983a3019ef87b
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_beta", "title": "Poisson factorization, Beta priors", "targets": ["mean", "variance",
"rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha_theta", "meaning": "first shape of theta: mean = alpha / (alpha + beta)"},
{"name": "beta_theta", "meaning": "second shape of theta: mean = alpha / (alpha + beta)"},
{"name": "alpha_beta", "meaning": "first shape of beta: mean = alpha / (alpha + beta)"},
{"name": "beta_beta", "meaning": "second shape of beta: mean = alpha / (alpha + beta)"}],
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
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "rho_row + rho_col < 1", "kind": "correlation_sum", "targets": ["rho_col", "rho_row"]},
{"text": "variance*(1 - rho_row - rho_col) > mean", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]}],
"symmetries": [{"weights": {"mean_theta": 1, "mean_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mean_theta"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mean_theta", "cv_theta", "mean_beta", "cv_beta"],
"axes": ["row", "col"]}
""")


@kernel
def prior_means(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return the means of theta and beta."""
    theta_value = mean_theta
    beta_value = mean_beta
    return (theta_value, beta_value,)


@kernel
def hyperparameters(mean_theta, cv_theta, mean_beta, cv_beta):
    """Return alpha_theta, beta_theta, alpha_beta, beta_beta, and a status."""
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
    status = positive(alpha_theta_value, 7, status)
    status = positive(beta_theta_value, 7, status)
    status = positive(alpha_beta_value, 7, status)
    status = positive(beta_beta_value, 7, status)
    return (if_ok(alpha_theta_value, status), if_ok(beta_theta_value, status), if_ok(alpha_beta_value, status), if_ok(beta_beta_value, status), status,)


@kernel
def coordinates(alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return mean_theta, cv_theta, mean_beta, cv_beta."""
    t0 = alpha_theta + beta_theta
    t1 = alpha_beta + beta_beta
    mean_theta_value = alpha_theta/t0
    cv_theta_value = math.sqrt(beta_theta)/(math.sqrt(alpha_theta)*math.sqrt(t0 + 1.0))
    mean_beta_value = alpha_beta/t1
    cv_beta_value = math.sqrt(beta_beta)/(math.sqrt(alpha_beta)*math.sqrt(t1 + 1.0))
    return (mean_theta_value, cv_theta_value, mean_beta_value, cv_beta_value,)


@kernel
def moments(K, alpha_theta, beta_theta, alpha_beta, beta_beta):
    """Return mean, variance, rho_row, rho_col.

    mean = K*alpha_beta*alpha_theta/((alpha_beta + beta_beta)*(alpha_theta + beta_theta))
    """
    t0 = alpha_beta + beta_beta
    t1 = alpha_theta + beta_theta
    t2 = alpha_beta*alpha_theta
    t3 = K*t2
    t4 = t0 + 1.0
    t5 = t1 + 1.0
    t6 = 2.0*beta_theta
    t7 = 2.0*beta_beta
    t8 = (alpha_theta * alpha_theta)
    t9 = alpha_beta*t8
    t10 = (beta_theta * beta_theta)
    t11 = alpha_beta*t10
    t12 = (alpha_beta * alpha_beta)
    t13 = alpha_theta*t12
    t14 = (beta_beta * beta_beta)
    t15 = alpha_theta*t14
    t16 = alpha_beta*beta_theta
    t17 = 3.0*beta_beta
    t18 = alpha_beta*t6 + alpha_theta*beta_theta*t17 + alpha_theta*t7 + 4.0*beta_beta*beta_theta*t2 + beta_beta*t10 + beta_beta*t6 + beta_theta*t14 + t10*t12 + t10*t14 + t11*t7 + t11 + t12*t6 + t12*t8 + t13*t6 + t13 + t14*t8 + t15*t6 + t15 + t16*t17 + t2*t6 + t2*t7 + t2 + t7*t8 + t7*t9 + t9
    t19 = 1.0 / t18
    mean_value = t3/(t0*t1)
    variance_value = t18*t3/((t0 * t0)*(t1 * t1)*t4*t5)
    rho_row_value = t16*t19*t4
    rho_col_value = alpha_theta*beta_beta*t19*t5
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = mean**2*(-mean + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    cv_theta = sqrt(-mean + variance*(-rho_col - rho_row + 1))/(sqrt(rho_col)*sqrt(variance))
    cv_beta = sqrt(-mean + variance*(-rho_col - rho_row + 1))/(sqrt(rho_row)*sqrt(variance))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = (variance * variance)
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_2 = math.sqrt(t_1)/math.sqrt(variance)
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0)
    cv_theta_value = t_2/math.sqrt(rho_col)
    cv_beta_value = t_2/math.sqrt(rho_row)
    mean_beta_mean_theta_value = rho_col*rho_row*t_0/(mean*t_1)
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = -mean + variance
    t_1 = (mean * mean)
    t_2 = rho_col*rho_row
    t_3 = math.sqrt(2.0)*math.sqrt(K)*math.sqrt(t_0)/(math.sqrt(mean)*math.sqrt(mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_0*t_2 + (rho_col * rho_col)*t_1 + (rho_row * rho_row)*t_1 + 2.0*t_1*t_2)))
    cv_theta_value = math.sqrt(rho_row)*t_3
    cv_beta_value = math.sqrt(rho_col)*t_3
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
