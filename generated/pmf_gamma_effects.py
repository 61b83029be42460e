"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model af9d64e9a0876468, record cba87d48cb1bfadf, generator 17dcd894fe957c05, body c1c3a440c13184b7
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
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "b_row**2*rho_row*variance > a_row"},
{"text": "b_col**2*rho_col*variance > a_col"}, {"text": "variance*(1 - rho_row - rho_col) > mean"},
{"text": "b_col*b_row*mean > a_col*b_row + a_row*b_col"}],
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
    t0 = K*a*(b_row * b_row)
    t1 = c*(b_col * b_col)
    t2 = (b * b)*(d * d)
    t3 = a_col*t2*(b_row * b_row)
    t4 = a_row*t2*(b_col * b_col)
    t5 = (c * c)*t0
    t6 = K*(a * a)*t1
    t7 = b_col*t3 + b_row*t4 + b*d*(t0*t1) + t3 + t4 + t5*(b_col * b_col) + t6*(b_row * b_row) + t0*t1
    t8 = 1.0 / t7
    mean_value = (a_col*b_row*(b*d) + a_row*b_col*(b*d) + b_col*b_row*c*(K*a))/(b*b_col*b_row*d)
    variance_value = t7/((b * b)*(b_col * b_col)*(b_row * b_row)*(d * d))
    rho_row_value = t8*(b_col * b_col)*(a_row*t2 + t5)
    rho_col_value = t8*(b_row * b_row)*(a_col*t2 + t6)
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
    t_0 = -a_col + rho_col*(b_col * b_col)*variance
    t_1 = -a_row + rho_row*(b_row * b_row)*variance
    t_2 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_3 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_4 = 1.0 / t_2
    K_value = t_2*(t_3 * t_3)/(t_0*t_1)
    a_value = t_0*t_4/(b_col * b_col)
    c_value = t_1*t_4/(b_row * b_row)
    b_d_value = t_3*t_4/(b_col*b_row)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
