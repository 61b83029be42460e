"""gmf_gamma_gamma: Gamma observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 01d30a21697433b0, record fb669f59071ae285, generator 17dcd894fe957c05, body a84940265a55b657
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_gamma_gamma", "title": "Gamma observations, Gamma priors (shape and rate)",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "shape_Y", "meaning": "shape of Y, in the rate of Y: standard deviation / mean = 1/sqrt(shape_Y)"}],
"needs": ["shape_Y"], "coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "shape_Y*variance > mean**2"},
{"text": "shape_Y > rho_row + rho_row*shape_Y + rho_col + rho_col*shape_Y"},
{"text": "variance*( - rho_row - rho_row*shape_Y - rho_col - rho_col*shape_Y + shape_Y) > mean**2"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "shape_Y"],
"observed_is_count": false, "observed_sign": "positive", "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, shape_Y):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, shape_Y):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*c/(b*d)
    variance = K*a*c*(K*a*c + a*shape_Y + a + c*shape_Y + c + shape_Y + 1)/(b**2*d**2*shape_Y)
    rho_row = c*shape_Y/(K*a*c + a*shape_Y + a + c*shape_Y + c + shape_Y + 1)
    rho_col = a*shape_Y/(K*a*c + a*shape_Y + a + c*shape_Y + c + shape_Y + 1)
    """
    t0 = K*a*c
    t1 = a + c + shape_Y + t0 + a*shape_Y + c*shape_Y + 1.0
    t2 = 1.0 / t1
    mean_value = t0/(b*d)
    variance_value = t0*t1/((b * b)*(d * d)*shape_Y)
    rho_row_value = c*shape_Y*t2
    rho_col_value = a*shape_Y*t2
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, shape_Y):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(mean * mean) + shape_Y*variance, 4, status)
    status = positive(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y, 5, status)
    status = positive(-(mean * mean) + variance*(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y), 6, status)
    t_0 = shape_Y + 1.0
    t_1 = -(mean * mean) + variance*(-rho_col*shape_Y - rho_col - rho_row*shape_Y - rho_row + shape_Y)
    t_2 = t_0/t_1
    K_value = (mean * mean)*t_1/(rho_col*rho_row*t_0*(variance * variance))
    a_value = rho_col*(t_2*variance)
    c_value = rho_row*(t_2*variance)
    b_d_value = mean*t_2
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
