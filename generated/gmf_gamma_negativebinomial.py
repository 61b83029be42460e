"""gmf_gamma_negativebinomial: Negative Binomial observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 01daa4ec5a958f2a, record 377a51334e2fa830, generator 17dcd894fe957c05, body 521cc9f55c6e6a34
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_gamma_negativebinomial",
"title": "Negative Binomial observations, Gamma priors (shape and rate)", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "r", "meaning": "size of Y: variance = mean + mean^2 / r"}], "needs": ["r"],
"coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "r*variance > mean**2 + mean*r"},
{"text": "r > rho_row + r*rho_row + rho_col + r*rho_col"},
{"text": "variance*( - rho_row - r*rho_row - rho_col - r*rho_col + r) > mean**2 + mean*r"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "r"], "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, r):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, r):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*c/(b*d)
    variance = K*a*c*(K*a*c + a*r + a + b*d*r + c*r + c + r + 1)/(b**2*d**2*r)
    rho_row = c*r/(K*a*c + a*r + a + b*d*r + c*r + c + r + 1)
    rho_col = a*r/(K*a*c + a*r + a + b*d*r + c*r + c + r + 1)
    """
    t0 = K*a*c
    t1 = a + b*d*r + c + r + t0 + a*r + c*r + 1.0
    t2 = 1.0 / t1
    mean_value = t0/(b*d)
    variance_value = t0*t1/((b * b)*(d * d)*r)
    rho_row_value = c*r*t2
    rho_col_value = a*r*t2
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, r):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(mean * mean) - mean*r + r*variance, 4, status)
    status = positive(-r*rho_col - r*rho_row + r - rho_col - rho_row, 5, status)
    status = positive(-(mean * mean) - mean*r + variance*(-r*rho_col - r*rho_row + r - rho_col - rho_row), 6, status)
    t_0 = r + 1.0
    t_1 = -mean*r - (mean * mean) + variance*(-r*rho_col - r*rho_row + r - rho_col - rho_row)
    t_2 = t_0/t_1
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0*(variance * variance))
    a_value = rho_col*(t_2*variance)
    c_value = rho_row*(t_2*variance)
    b_d_value = mean*t_2
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
