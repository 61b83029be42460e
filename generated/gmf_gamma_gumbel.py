"""gmf_gamma_gumbel: Gumbel observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model ebe8f20ce71b3b3b, record d510a330a6d1442f, generator 17dcd894fe957c05, body c36ae88f961e18d7
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_gamma_gumbel", "title": "Gumbel observations, Gamma priors (shape and rate)",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "scale_Y", "meaning": "scale of Y: standard deviation = 1.283 scale_Y"}],
"needs": ["scale_Y"], "coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > pi**2*scale_Y**2/6"},
{"text": "variance*(1 - rho_row - rho_col) > pi**2*scale_Y**2/6"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > pi**2*scale_Y**2/6"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "scale_Y"],
"observed_is_count": false, "observed_sign": "real", "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, scale_Y):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, scale_Y):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*c/(b*d)
    variance = (6*K*a**2*c + 6*K*a*c**2 + 6*K*a*c + pi**2*b**2*d**2*scale_Y**2)/(6*b**2*d**2)
    rho_row = 6*K*a*c**2/(6*K*a**2*c + 6*K*a*c**2 + 6*K*a*c + pi**2*b**2*d**2*scale_Y**2)
    rho_col = 6*K*a**2*c/(6*K*a**2*c + 6*K*a*c**2 + 6*K*a*c + pi**2*b**2*d**2*scale_Y**2)
    """
    t0 = 6.0*K*a
    t1 = (c * c)*t0
    t2 = 6.0*(a * a)*(K*c)
    t3 = c*t0 + (math.pi * math.pi)*(scale_Y * scale_Y)*(b * b)*(d * d) + t1 + t2
    t4 = 1.0 / t3
    mean_value = a*(K*c)/(b*d)
    variance_value = (1.0 / 6.0)*t3/((b * b)*(d * d))
    rho_row_value = t1*t4
    rho_col_value = t2*t4
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, scale_Y):
    """Return K, a, c, b*d and a status.

    a = rho_col*variance/(-pi**2*scale_Y**2/6 + variance*(-rho_col - rho_row + 1))
    c = rho_row*variance/(-pi**2*scale_Y**2/6 + variance*(-rho_col - rho_row + 1))
    b*d = mean/(-pi**2*scale_Y**2/6 + variance*(-rho_col - rho_row + 1))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0), 5, status)
    t_0 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance*(-rho_col - rho_row + 1.0)
    t_1 = 1.0 / t_0
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*(t_1*variance)
    c_value = rho_row*(t_1*variance)
    b_d_value = mean*t_1
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, scale_Y):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = mean*t_0/rho_row
    t_2 = -1.0 / 6.0*(math.pi * math.pi)*(scale_Y * scale_Y) + variance
    t_3 = mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_2*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))
    t_4 = (0.5)*t_3/t_2
    t_5 = 1.0 / rho_col
    a_value = t_1*t_4
    c_value = mean*t_0*t_4*t_5
    b_d_value = (1.0 / 4.0)*t_1*(t_3 * t_3)*t_5/(t_2 * t_2)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
