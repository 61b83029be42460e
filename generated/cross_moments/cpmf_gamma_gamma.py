"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a01fd0f5b186da59ec5d7d4cdf5b634c1b62b718bcdc7b73ced12291a0f0e7da
record:    sha256 69fa822a6649c22c9b65c3b11c19ca437e7707da93837a2ee927ed9e355df01f
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 d83bd482c46cb6fff68730c14965eb5d34e48281c4e2dd341d8b224e922fbc28
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_gamma", "title": "Sums of a Poisson number of Gamma draws, Gamma priors",
"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "negative"},
{"name": "kappa", "meaning": "in the dispersion weight of Y"}], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "kappa", "exponents": {"kappa": 1}, "meaning": "in the dispersion weight of Y"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "cycle*mean**2*w/(cov_col*cov_row) + cov_row*w + cov_col*w > mean + variance*w", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "mean + variance*w < 0", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "cov_row*mean**2*w + cov_col*mean**2*w + K*cov_col*cov_row*w > mean**3 + mean**2*variance*w", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "w", "kappa"],
"observed_is_count": false, "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, w, kappa):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = -K*a*c*kappa/(b*d*w)
    cov_row = K*a*c**2*kappa**2/(b**2*d**2*w**2)
    cov_col = K*a**2*c*kappa**2/(b**2*d**2*w**2)
    cycle = K*a**2*c**2*kappa**4/(b**4*d**4*w**4)
    variance = K*a*c*kappa*(a*kappa + b*d*kappa + b*d + c*kappa + kappa)/(b**2*d**2*w**2)
    """
    t0 = a*kappa
    t1 = K*c
    t2 = t0*t1
    t3 = K*(c * c)
    t4 = 1.0/((b * b)*(d * d)*(w * w))
    t5 = (kappa * kappa)*t4
    t6 = (a * a)
    t7 = b*d
    mean_value = -t2/(b*d*w)
    cov_row_value = a*t3*t5
    cov_col_value = t1*t5*t6
    cycle_value = (kappa * kappa * kappa * kappa)*t3*t6/((b * b * b * b)*(d * d * d * d)*(w * w * w * w))
    variance_value = t2*t4*(c*kappa + kappa*t7 + kappa + t0 + t7)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance, w):
    """Return K, a, c, kappa, b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive((cov_col * cov_col)*cov_row*w + cov_col*(cov_row * cov_row)*w - cov_col*cov_row*mean - cov_col*cov_row*variance*w + cycle*(mean * mean)*w, 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = cov_col*cov_row
    t_7 = cycle*t_3*w - mean*t_6 + t_2*w + t_5*w - t_6*variance*w
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_value = t_7/(cov_col*cov_row*mean)
    b_d_value = -t_4*t_7/w
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return a, c, kappa, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean - variance*w, 4, status)
    status = positive(K*cov_col*cov_row*w + cov_col*(mean * mean)*w + cov_row*(mean * mean)*w - (mean * mean * mean) - (mean * mean)*variance*w, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = t_1*w
    t_7 = K*cov_col*cov_row*w + cov_col*t_6 + cov_row*t_6 - t_5 - t_6*variance
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = t_7/t_5
    b_d_value = -t_0*t_2*t_4*t_7/w
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
