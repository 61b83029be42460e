"""pmf_gamma_weights: Poisson factorization with random factor weights.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 4c80f520cd774a9e, record 52d895e7cf4407a6, generator 17dcd894fe957c05, body 3916fdeac375e36e
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_gamma_weights", "title": "Poisson factorization with random factor weights",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "e", "meaning": "shape of weight: standard deviation / mean = 1/sqrt(e)"},
{"name": "f", "meaning": "rate of weight: mean = shape / rate"}], "needs": ["e"],
"coordinates": ["a", "b", "c", "d", "f"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d*f", "exponents": {"b": 1, "d": 1, "f": 1}, "meaning": "rate of theta times rate of beta times rate of weight: all that data show"}],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > mean"}, {"text": "rho_row + rho_col < 1"},
{"text": "variance*(1 - rho_row - rho_col) > mean"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1, "weight": 0}, "anchor": "b"},
{"weights": {"b": 1, "f": -1}, "prior_degrees": {"theta": -1, "beta": 0, "weight": 1}, "anchor": "d"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {}, "f": {"b*d*f": 1.0}},
"priors": ["theta", "beta", "weight"], "priors_depend_on": ["a", "b", "c", "d", "e", "f"],
"axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, e, f):
    """Return the means of theta and beta and weight."""
    theta_value = a/b
    beta_value = c/d
    weight_value = e/f
    return (theta_value, beta_value, weight_value,)


@kernel
def moments(K, a, b, c, d, e, f):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*c*e/(b*d*f)
    variance = K*a*c*e*(a*e + a + b*d*f + c*e + c + e + 1)/(b**2*d**2*f**2)
    rho_row = c*(e + 1)/(a*e + a + b*d*f + c*e + c + e + 1)
    rho_col = a*(e + 1)/(a*e + a + b*d*f + c*e + c + e + 1)
    """
    t0 = K*c*(a*e)
    t1 = e + 1.0
    t2 = a + b*d*f + c*e + c + a*e + t1
    t3 = t1/t2
    mean_value = t0/(b*d*f)
    variance_value = t0*t2/((b * b)*(d * d)*(f * f))
    rho_row_value = c*t3
    rho_col_value = a*t3
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, e):
    """Return K, a, c, b*d*f and a status.

    K = mean**2*(e + 1)*(-mean + variance*(-rho_col - rho_row + 1))/(e*rho_col*rho_row*variance**2)
    a = rho_col*variance/(-mean + variance*(-rho_col - rho_row + 1))
    c = rho_row*variance/(-mean + variance*(-rho_col - rho_row + 1))
    b*d*f = mean*(e + 1)/(-mean + variance*(-rho_col - rho_row + 1))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = e + 1.0
    t_1 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_2 = 1.0 / t_1
    K_value = (mean * mean)*t_0*t_1/(e*rho_col*rho_row*(variance * variance))
    a_value = rho_col*(t_2*variance)
    c_value = rho_row*(t_2*variance)
    b_d_f_value = mean*t_0*t_2
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_f_value, status), status,)
