"""gmf_gamma_negativebinomial: Negative Binomial observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01daa4ec5a958f2a905ac61322fe5f8d3c4f33d530d81174fe168ad37db86403
record:    sha256 29d301dada7bd034ed7d7ac0fc03426dc27834f13aff3e99f4225218b526dc62
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 935e981ab52a78bd4c7074a04a464ae4169391dca8688ed67e60030aaac16cf6
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
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "r*variance > mean**2 + mean*r", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "r > rho_row + r*rho_row + rho_col + r*rho_col", "kind": "correlation_sum", "targets": ["rho_col", "rho_row"]},
{"text": "variance*( - rho_row - r*rho_row - rho_col - r*rho_col + r) > mean**2 + mean*r", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
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
    t1 = a*r
    t2 = c*r
    t3 = a + b*d*r + c + r + t0 + t1 + t2 + 1.0
    t4 = 1.0 / t3
    mean_value = t0/(b*d)
    variance_value = t0*t3/((b * b)*(d * d)*r)
    rho_row_value = t2*t4
    rho_col_value = t1*t4
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
    t_0 = (mean * mean)
    t_1 = r + 1.0
    t_2 = -mean*r - t_0 + variance*(-r*rho_col - r*rho_row + r - rho_col - rho_row)
    t_3 = t_1/t_2
    t_4 = t_3*variance
    K_value = t_0*t_2/(rho_col*rho_row*t_1*(variance * variance))
    a_value = rho_col*t_4
    c_value = rho_row*t_4
    b_d_value = mean*t_3
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
