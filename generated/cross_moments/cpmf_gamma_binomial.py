"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 c68c5fa284664ae8672bb8e8515c4344a7cca2ab18ee5df6677bb712c243728a
record:    sha256 52a14fa6a571909d0b2db1cda6f443c1ff1e05ecbad0373b6bab1501a28890f3
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 8a80b4a18727242285c9db96f8bc5aca9fe3b98a185290f013f9aeb403a81561
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_binomial", "title": "Sums of a Poisson number of Binomial draws, Gamma priors",
"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "real"},
{"name": "kappa", "meaning": "in the number of trials of Y"}], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "kappa", "exponents": {"kappa": 1}, "meaning": "in the number of trials of Y"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "variance*(1 + exp(w)) > mean + cycle*mean**2/(cov_col*cov_row) + cycle*mean**2*exp(w)/(cov_col*cov_row) + cov_row + cov_row*exp(w) + cov_col + cov_col*exp(w)", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "variance*(1 + exp(w)) > mean", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "variance*(mean**2 + mean**2*exp(w)) > mean**3 + cov_row*mean**2 + cov_row*mean**2*exp(w) + cov_col*mean**2 + cov_col*mean**2*exp(w) + K*cov_col*cov_row + K*cov_col*cov_row*exp(w)", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "w", "kappa"], "axes": ["row",
"col"]}
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

    mean = K*a*c*kappa*exp(w)/(b*d*(exp(w) + 1))
    cov_row = K*a*c**2*kappa**2*exp(2*w)/(b**2*d**2*(exp(w) + 1)**2)
    cov_col = K*a**2*c*kappa**2*exp(2*w)/(b**2*d**2*(exp(w) + 1)**2)
    cycle = K*a**2*c**2*kappa**4*exp(4*w)/(b**4*d**4*(exp(w) + 1)**4)
    """
    t0 = math.exp(w)
    t1 = t0 + 1.0
    t2 = kappa*t0
    t3 = a*t2
    t4 = K*c
    t5 = t3*t4
    t6 = K*(c * c)
    t7 = 1.0/((b * b)*(d * d)*(t1 * t1))
    t8 = (kappa * kappa)*t7*math.exp(2.0*w)
    t9 = (a * a)
    t10 = b*d
    mean_value = t5/(b*d*t1)
    cov_row_value = a*t6*t8
    cov_col_value = t4*t8*t9
    cycle_value = (kappa * kappa * kappa * kappa)*t6*t9*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d)*(t1 * t1 * t1 * t1))
    variance_value = t5*t7*(c*t2 + t10*t2 + t10 + t2 + t3)
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
    status = positive(-(cov_col * cov_col)*cov_row*math.exp(w) - (cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row)*math.exp(w) - cov_col*(cov_row * cov_row) - cov_col*cov_row*mean - cycle*(mean * mean)*math.exp(w) - cycle*(mean * mean) + variance*(cov_col*cov_row*math.exp(w) + cov_col*cov_row), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = cov_row*t_0
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = cov_col*cov_row
    t_7 = cycle*t_3
    t_8 = t_6*variance
    t_9 = math.exp(w)
    t_10 = mean*t_6 + t_2*t_9 + t_2 + t_5*t_9 + t_5 + t_7*t_9 + t_7 - t_8*t_9 - t_8
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_value = -t_10*math.exp(-w)/(cov_col*cov_row*mean)
    b_d_value = -t_10*t_4/(t_9 + 1.0)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return a, c, kappa, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean + variance*(math.exp(w) + 1.0), 4, status)
    status = positive(-K*cov_col*cov_row*math.exp(w) - K*cov_col*cov_row - cov_col*(mean * mean)*math.exp(w) - cov_col*(mean * mean) - cov_row*(mean * mean)*math.exp(w) - cov_row*(mean * mean) - (mean * mean * mean) + variance*((mean * mean)*math.exp(w) + (mean * mean)), 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = K*cov_col*cov_row
    t_7 = cov_col*t_1
    t_8 = cov_row*t_1
    t_9 = t_1*variance
    t_10 = math.exp(w)
    t_11 = t_10*t_6 + t_10*t_7 + t_10*t_8 - t_10*t_9 + t_5 + t_6 + t_7 + t_8 - t_9
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = -t_11*math.exp(-w)/t_5
    b_d_value = -t_0*t_11*t_2*t_4/(t_10 + 1.0)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
