"""cpmf_gamma_poisson: Sums of a Poisson number of Poisson draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 cd66f5f878aac3e8f8b0f2a1913900850c8321921830cbd096f4af5e9c1c3338
record:    sha256 843c21f4af61549875dc1da720e1d0686fcbf8596cd8a5bf239dd9a0a5223ce8
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 4f3fcf75e43b674be1dcf79d39345ab0d1bb1ce2bcc34e8219fb0cfa7441e29f
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_poisson", "title": "Sums of a Poisson number of Poisson draws, Gamma priors",
"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "real"},
{"name": "kappa", "meaning": "in the dispersion weight of Y"}], "coordinates": ["a", "b", "c", "d",
"w", "kappa"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "kappa*exp(w)", "exponents": {"kappa": 1}, "meaning": "in the dispersion weight of Y, where w is 0: all that data show"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa*exp(w)", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
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
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"},
{"weights": {"kappa": -1}, "prior_degrees": {"theta": 0, "beta": 0}, "anchor": "w", "shifts": {"w": 1}, "prior_shifts": {"theta": 0, "beta": 0}}],
"anchored": {"w": {}, "K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa*exp(w)": 1.0}},
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

    mean = K*a*c*kappa*exp(w)/(b*d)
    cov_row = K*a*c**2*kappa**2*exp(2*w)/(b**2*d**2)
    cov_col = K*a**2*c*kappa**2*exp(2*w)/(b**2*d**2)
    cycle = K*a**2*c**2*kappa**4*exp(4*w)/(b**4*d**4)
    """
    t0 = kappa*math.exp(w)
    t1 = a*t0
    t2 = K*c
    t3 = t1*t2
    t4 = K*(c * c)
    t5 = 1.0/((b * b)*(d * d))
    t6 = (kappa * kappa)*t5*math.exp(2.0*w)
    t7 = (a * a)
    t8 = b*d
    mean_value = t3/(b*d)
    cov_row_value = a*t4*t6
    cov_col_value = t2*t6*t7
    cycle_value = (kappa * kappa * kappa * kappa)*t4*t7*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d))
    variance_value = t3*t5*(c*t0 + t0*t8 + t0 + t1 + t8)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, a, c, kappa*exp(w), b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
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
    t_3 = (mean * mean)
    t_4 = 1.0/(cycle*t_3)
    t_5 = cov_col*t_1
    t_6 = -cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*t_3 - t_2 - t_5
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = t_2*t_4
    c_value = t_4*t_5
    kappa_expw_value = t_6/(cov_col*cov_row*mean)
    b_d_value = t_4*t_6
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_expw_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return a, c, kappa*exp(w), b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
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
    t_5 = (mean * mean * mean)
    t_6 = -K*cov_col*cov_row - cov_col*t_1 - cov_row*t_1 + t_1*variance - t_5
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_expw_value = t_6/t_5
    b_d_value = t_0*t_2*t_4*t_6
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_expw_value, status), if_ok(b_d_value, status), status,)
