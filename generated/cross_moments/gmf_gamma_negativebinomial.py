"""gmf_gamma_negativebinomial: Negative Binomial observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 01daa4ec5a958f2a905ac61322fe5f8d3c4f33d530d81174fe168ad37db86403
record:    sha256 aefcb2e906bf84824e4746da678995a794b72b2ff31e37260af792c41b1efe86
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 5fbfb72b7028ccc1cc2d4628029ad61bd9b5ea5a10ff669f21bcba97fec4f621
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_gamma_negativebinomial",
"title": "Negative Binomial observations, Gamma priors (shape and rate)", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "r", "meaning": "size of Y: variance = mean + mean^2 / r"}], "coordinates": ["a", "b", "c",
"d", "r"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "r", "exponents": {"r": 1}, "meaning": "size of Y: variance = mean + mean^2 / r"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "r", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "variance > mean + cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "variance > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "mean**2*variance > mean**3 + cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "r": {"r": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*a*c/(b*d)
    cov_row = K*a*c**2/(b**2*d**2)
    cov_col = K*a**2*c/(b**2*d**2)
    cycle = K*a**2*c**2/(b**4*d**4)
    variance = K*a*c*(K*a*c + a*r + a + b*d*r + c*r + c + r + 1)/(b**2*d**2*r)
    """
    t0 = K*a
    t1 = c*t0
    t2 = (c * c)
    t3 = 1.0/((b * b)*(d * d))
    t4 = K*(a * a)
    mean_value = t1/(b*d)
    cov_row_value = t0*t2*t3
    cov_col_value = c*t3*t4
    cycle_value = t2*t4/((b * b * b * b)*(d * d * d * d))
    variance_value = t1*t3*(a*r + a + b*d*r + c*r + c + r + t1 + 1.0)/r
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, a, c, r, b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
    b*d = cov_col*cov_row/(cycle*mean)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = 1.0 / cycle
    t_4 = (mean * mean)
    t_5 = t_3/t_4
    t_6 = cov_col*t_1
    t_7 = cov_col*cov_row
    t_8 = cycle*t_4 + t_2 + t_6
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_5
    c_value = t_5*t_6
    r_value = (t_4*t_7 + t_8)/(cov_col*cov_row*variance - mean*t_7 - t_8)
    b_d_value = t_3*t_7/mean
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(r_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return a, c, r, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean + variance, 4, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) - (mean * mean * mean) + (mean * mean)*variance, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = K*cov_col*cov_row + cov_col*t_1 + cov_row*t_1
    t_6 = (mean * mean * mean)
    a_value = t_0*t_3
    c_value = t_3*t_4
    r_value = ((mean * mean * mean * mean) + t_5)/(t_1*variance - t_5 - t_6)
    b_d_value = t_0*t_2*t_4*t_6
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(r_value, status), if_ok(b_d_value, status), status,)
