"""pmf_gamma: Poisson factorization, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 651f0a61100ca9a3, record 33b6256e9b739596, generator 17dcd894fe957c05, body a49f93c3f907b60c
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_gamma", "title": "Poisson factorization, Gamma priors (shape and rate)",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"}], "coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > mean"}, {"text": "rho_row + rho_col < 1"},
{"text": "variance*(1 - rho_row - rho_col) > mean"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > mean"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d"], "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*c/(b*d)
    variance = K*a*c*(a + b*d + c + 1)/(b**2*d**2)
    rho_row = c/(a + b*d + c + 1)
    rho_col = a/(a + b*d + c + 1)
    """
    t0 = K*a*c
    t1 = a + b*d + c + 1.0
    t2 = 1.0 / t1
    mean_value = t0/(b*d)
    variance_value = t0*t1/((b * b)*(d * d))
    rho_row_value = c*t2
    rho_col_value = a*t2
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, a, c, b*d and a status.

    K = mean**2*(-mean + variance*(-rho_col - rho_row + 1))/(rho_col*rho_row*variance**2)
    a = rho_col*variance/(-mean + variance*(-rho_col - rho_row + 1))
    c = rho_row*variance/(-mean + variance*(-rho_col - rho_row + 1))
    b*d = mean/(-mean + variance*(-rho_col - rho_row + 1))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-rho_col - rho_row + 1.0, 5, status)
    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = -mean + variance*(-rho_col - rho_row + 1.0)
    t_1 = 1.0 / t_0
    K_value = (mean * mean)*t_0/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*(t_1*variance)
    c_value = rho_row*(t_1*variance)
    b_d_value = mean*t_1
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-mean + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = mean*t_0/rho_row
    t_2 = -mean + variance
    t_3 = mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_2*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))
    t_4 = (0.5)*t_3/t_2
    t_5 = 1.0 / rho_col
    a_value = t_1*t_4
    c_value = mean*t_0*t_4*t_5
    b_d_value = (1.0 / 4.0)*t_1*(t_3 * t_3)*t_5/(t_2 * t_2)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
