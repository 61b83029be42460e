"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 af9d64e9a087646855cd6910e2c1ebd00d82e955dc0703c3c2c86dbab48bde70
record:    sha256 e9687eaf4367ab916262f6be21cb2972828303e398a0311b657eea2184acc33d
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 7cdf17cf090954038bc747992082a22c78e8c863346de97cab94d860a64bc7e0
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_gamma_effects",
"title": "Poisson factorization with additive row and column effects, Gamma priors",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
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
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "b_row**2*cov_row > a_row", "kind": "correlation", "targets": ["cov_row"]},
{"text": "b_col**2*cov_col > a_col", "kind": "correlation", "targets": ["cov_col"]},
{"text": "b_col*b_row*mean > a_col*b_row + a_row*b_col", "kind": "mean", "targets": ["mean"]}],
"conditions_at_k": [{"text": "b_row**2*cov_row > a_row", "kind": "correlation", "targets": ["cov_row"]},
{"text": "b_col**2*cov_col > a_col", "kind": "correlation", "targets": ["cov_col"]},
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
    """Return mean, cov_row, cov_col, cycle.

    mean = (K*a*b_col*b_row*c + a_col*b*b_row*d + a_row*b*b_col*d)/(b*b_col*b_row*d)
    cov_row = (K*a*b_row**2*c**2 + a_row*b**2*d**2)/(b**2*b_row**2*d**2)
    cov_col = (K*a**2*b_col**2*c + a_col*b**2*d**2)/(b**2*b_col**2*d**2)
    cycle = K*a**2*c**2/(b**4*d**4)
    """
    t0 = b*d
    t1 = K*a
    t2 = (b_row * b_row)
    t3 = (b * b)
    t4 = (d * d)
    t5 = t3*t4
    t6 = (c * c)
    t7 = 1.0/(t3*t4)
    t8 = (b_col * b_col)
    t9 = K*(a * a)
    mean_value = (a_col*b_row*t0 + a_row*b_col*t0 + b_col*b_row*c*t1)/(b*b_col*b_row*d)
    cov_row_value = t7*(a_row*t5 + t1*t2*t6)/t2
    cov_col_value = t7*(a_col*t5 + c*t8*t9)/t8
    cycle_value = t6*t9/((b * b * b * b)*(d * d * d * d))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return K, a, c, b*d and a status."""
    status = positive(cycle, 1, OK)
    status = positive(-a_row + (b_row * b_row)*cov_row, 2, status)
    status = positive(-a_col + (b_col * b_col)*cov_col, 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = (b_col * b_col)
    t_1 = -a_col + cov_col*t_0
    t_2 = (t_1 * t_1)
    t_3 = (b_row * b_row)
    t_4 = -a_row + cov_row*t_3
    t_5 = (t_4 * t_4)
    t_6 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_7 = 1.0 / cycle
    t_8 = t_7/(t_6 * t_6)
    K_value = cycle*(t_6 * t_6 * t_6 * t_6)/(t_2*t_5)
    a_value = t_2*t_4*t_8/t_0
    c_value = t_1*t_5*t_8/t_3
    b_d_value = t_1*t_4*t_7/(b_col*b_row*t_6)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return a, c, b*d and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(-a_row + (b_row * b_row)*cov_row, 1, OK)
    status = positive(-a_col + (b_col * b_col)*cov_col, 2, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 3, status)
    t_0 = (b_col * b_col)
    t_1 = (b_row * b_row)
    t_2 = 1.0 / (-a_row + cov_row*t_1)
    t_3 = 1.0 / K
    t_4 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_5 = t_3*(t_4 * t_4)
    t_6 = 1.0 / (-a_col + cov_col*t_0)
    a_value = t_2*t_5/t_0
    c_value = t_5*t_6/t_1
    b_d_value = t_2*t_3*(t_4 * t_4 * t_4)*t_6/(b_col*b_row)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
