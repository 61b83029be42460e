"""gmf_gamma_zeroinflatedpoisson: zero-inflated Poisson observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 92c0b13156b90fff, record c5c799451aedc52c, generator 17dcd894fe957c05, body ab9f42b204affe98
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_gamma_zeroinflatedpoisson",
"title": "zero-inflated Poisson observations, Gamma priors (shape and rate)", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "p", "meaning": "probability of the Poisson count of Y", "upper": 1}], "needs": ["p"],
"coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "mean**2*p + p*variance > mean**2 + mean*p"},
{"text": "mean**2*p + variance*( - rho_row - rho_col + p) > mean**2 + mean*p"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "p"], "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, p):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, p):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*c*p/(b*d)
    variance = K*a*c*p*(-K*a*c*p + K*a*c + a + b*d + c + 1)/(b**2*d**2)
    rho_row = -c*p/(K*a*c*p - K*a*c - a - b*d - c - 1)
    rho_col = -a*p/(K*a*c*p - K*a*c - a - b*d - c - 1)
    """
    t0 = K*a*c
    t1 = a + b*d + c + t0 - p*t0 + 1.0
    t2 = -p/t1
    mean_value = p*t0/(b*d)
    variance_value = p*t0*t1/((b * b)*(d * d))
    rho_row_value = -c*t2
    rho_col_value = -a*t2
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, p):
    """Return K, a, c, b*d and a status.

    a = rho_col*variance/(mean**2*p - mean**2 - mean*p + variance*(p - rho_col - rho_row))
    c = rho_row*variance/(mean**2*p - mean**2 - mean*p + variance*(p - rho_col - rho_row))
    b*d = mean*p/(mean**2*p - mean**2 - mean*p + variance*(p - rho_col - rho_row))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((mean * mean)*p - (mean * mean) - mean*p + p*variance, 4, status)
    status = positive((mean * mean)*p - (mean * mean) - mean*p + variance*(p - rho_col - rho_row), 5, status)
    t_0 = p*(mean * mean) - (mean * mean) - mean*p + variance*(p - rho_col - rho_row)
    t_1 = 1.0 / t_0
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*(t_1*variance)
    c_value = rho_row*(t_1*variance)
    b_d_value = mean*p*t_1
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
