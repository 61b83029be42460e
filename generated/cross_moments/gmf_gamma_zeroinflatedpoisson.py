"""gmf_gamma_zeroinflatedpoisson: zero-inflated Poisson observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 92c0b13156b90fff1f7d5914d326ebac53754f6e51223aebc55612fee73a9110
record:    sha256 ee1d61b8c5f4951e8c5f3842974ccd0ff606374cd863b90fc3dd2454a4311169
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 bca9d5f82712285388c2928f87cf0c3113c83c774c32bcb86d1829956464217e
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_gamma_zeroinflatedpoisson",
"title": "zero-inflated Poisson observations, Gamma priors (shape and rate)", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "p", "meaning": "probability of the Poisson count of Y", "upper": 1}], "coordinates": ["a",
"b", "c", "d", "p"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "p", "exponents": {"p": 1}, "meaning": "probability of the Poisson count of Y"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "p", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "mean**2 + variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "cov_col*cov_row*variance >= cov_col*cov_row*mean + cycle*mean**2 + cov_col*cov_row**2 + cov_col**2*cov_row", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "mean**2 + variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "mean**2*variance >= mean**3 + cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "p": {"p": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*a*c*p/(b*d)
    cov_row = K*a*c**2*p**2/(b**2*d**2)
    cov_col = K*a**2*c*p**2/(b**2*d**2)
    cycle = K*a**2*c**2*p**4/(b**4*d**4)
    variance = K*a*c*p*(-K*a*c*p + K*a*c + a + b*d + c + 1)/(b**2*d**2)
    """
    t0 = K*a
    t1 = c*t0
    t2 = p*t1
    t3 = (c * c)
    t4 = 1.0/((b * b)*(d * d))
    t5 = (p * p)*t4
    t6 = K*(a * a)
    mean_value = t2/(b*d)
    cov_row_value = t0*t3*t5
    cov_col_value = c*t5*t6
    cycle_value = (p * p * p * p)*t3*t6/((b * b * b * b)*(d * d * d * d))
    variance_value = t2*t4*(a + b*d + c + t1 - t2 + 1.0)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, a, c, p, b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive((mean * mean) - mean + variance, 5, status)
    status = nonnegative(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = 1.0 / cycle
    t_4 = (mean * mean)
    t_5 = t_3/t_4
    t_6 = cov_col*t_1
    t_7 = (cov_col*cov_row*t_4 + cycle*t_4 + t_2 + t_6)/(-mean + t_4 + variance)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_5
    c_value = t_5*t_6
    p_value = t_7/(cov_col*cov_row)
    b_d_value = t_3*t_7/mean
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(p_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return a, c, p, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive((mean * mean) - mean + variance, 4, status)
    status = nonnegative(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - (mean * mean * mean) + (mean * mean)*variance, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (K*cov_col*cov_row + cov_col*t_1 + cov_row*t_1 + (mean * mean * mean * mean))/(-mean + t_1 + variance)
    a_value = t_0*t_3
    c_value = t_3*t_4
    p_value = t_5/t_1
    b_d_value = mean*t_0*t_2*t_4*t_5
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(p_value, status), if_ok(b_d_value, status), status,)
