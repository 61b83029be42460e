"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 af9d64e9a087646855cd6910e2c1ebd00d82e955dc0703c3c2c86dbab48bde70
record:    sha256 b660e93c48639f16d14abe1970723c95abd1b960ac203e6be338c5b3932da510
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 740b83fb54fd0c19896607e41ecf44f18c69467060b41571a519f7fadaeb5141
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_gamma_effects",
"title": "Poisson factorization with additive row and column effects, Gamma priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "a_row", "meaning": "shape of row_effect: standard deviation / mean = 1/sqrt(a_row)"},
{"name": "b_row", "meaning": "rate of row_effect: mean = shape / rate"},
{"name": "a_col", "meaning": "shape of col_effect: standard deviation / mean = 1/sqrt(a_col)"},
{"name": "b_col", "meaning": "rate of col_effect: mean = shape / rate"}], "needs": ["a_row",
"b_row", "a_col", "b_col"], "coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "b_row**2*rho_row*variance > a_row", "kind": "other", "targets": ["rho_row", "variance"]},
{"text": "b_col**2*rho_col*variance > a_col", "kind": "other", "targets": ["rho_col", "variance"]},
{"text": "variance*(1 - rho_row - rho_col) > mean", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]},
{"text": "b_col*b_row*mean > a_col*b_row + a_row*b_col", "kind": "mean", "targets": ["mean"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1, "row_effect": 0, "col_effect": 0}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta", "row_effect", "col_effect"], "priors_depend_on": ["a", "b", "c", "d",
"a_row", "b_row", "a_col", "b_col"], "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, a_row, b_row, a_col, b_col):
    """Return the means of theta and beta and row_effect and col_effect."""
    theta_value = a/b
    beta_value = c/d
    row_effect_value = a_row/b_row
    col_effect_value = a_col/b_col
    return (theta_value, beta_value, row_effect_value, col_effect_value,)


@kernel
def moments(K, a, b, c, d, a_row, b_row, a_col, b_col):
    """Return mean, variance, rho_row, rho_col.

    mean = (K*a*b_col*b_row*c + a_col*b*b_row*d + a_row*b*b_col*d)/(b*b_col*b_row*d)
    """
    t0 = b*d
    t1 = K*a
    t2 = (b * b)
    t3 = (b_col * b_col)
    t4 = (b_row * b_row)
    t5 = (d * d)
    t6 = t1*t4
    t7 = c*t3
    t8 = t6*t7
    t9 = t2*t5
    t10 = a_col*t9
    t11 = t10*t4
    t12 = a_row*t9
    t13 = t12*t3
    t14 = (c * c)*t6
    t15 = K*(a * a)*t7
    t16 = b_col*t11 + b_row*t13 + t0*t8 + t11 + t13 + t14*t3 + t15*t4 + t8
    t17 = 1.0 / t16
    mean_value = (a_col*b_row*t0 + a_row*b_col*t0 + b_col*b_row*c*t1)/(b*b_col*b_row*d)
    variance_value = t16/(t2*t3*t4*t5)
    rho_row_value = t17*t3*(t12 + t14)
    rho_col_value = t17*t4*(t10 + t15)
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, a_row, b_row, a_col, b_col):
    """Return K, a, c, b*d and a status.

    a = (-a_col + b_col**2*rho_col*variance)/(b_col**2*(-mean + variance*(-rho_col - rho_row + 1)))
    c = (-a_row + b_row**2*rho_row*variance)/(b_row**2*(-mean + variance*(-rho_col - rho_row + 1)))
    """
    status = positive(-a_row + (b_row * b_row)*rho_row*variance, 1, OK)
    status = positive(-a_col + (b_col * b_col)*rho_col*variance, 2, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = (b_col * b_col)
    t_1 = -a_col + rho_col*t_0*variance
    t_2 = (b_row * b_row)
    t_3 = -a_row + rho_row*t_2*variance
    t_4 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_5 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_6 = 1.0 / t_4
    K_value = t_4*(t_5 * t_5)/(t_1*t_3)
    a_value = t_1*t_6/t_0
    c_value = t_3*t_6/t_2
    b_d_value = t_5*t_6/(b_col*b_row)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
