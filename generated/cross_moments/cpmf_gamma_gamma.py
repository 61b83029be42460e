"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model a01fd0f5b186da59, record 69fa822a6649c22c, generator 17dcd894fe957c05, body 3b33f86f2c543065
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_gamma_gamma")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "kappa"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "cycle*mean**2*w/(cov_col*cov_row) + cov_row*w + cov_col*w > mean + variance*w"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "mean + variance*w < 0"},
{"text": "cov_row*mean**2*w + cov_col*mean**2*w + K*cov_col*cov_row*w > mean**3 + mean**2*variance*w"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = -K*a*c*kappa/(b*d*w)
    cov_row = K*a*c**2*kappa**2/(b**2*d**2*w**2)
    cov_col = K*a**2*c*kappa**2/(b**2*d**2*w**2)
    cycle = K*a**2*c**2*kappa**4/(b**4*d**4*w**4)
    variance = K*a*c*kappa*(a*kappa + b*d*kappa + b*d + c*kappa + kappa)/(b**2*d**2*w**2)
    """
    t0 = a*kappa*(K*c)
    t1 = K*(c * c)
    t2 = 1.0/((b * b)*(d * d)*(w * w))
    t3 = (kappa * kappa)*t2
    mean_value = -t0/(b*d*w)
    cov_row_value = a*t1*t3
    cov_col_value = K*c*t3*(a * a)
    cycle_value = (kappa * kappa * kappa * kappa)*t1*(a * a)/((b * b * b * b)*(d * d * d * d)*(w * w * w * w))
    variance_value = t0*t2*(c*kappa + kappa*(b*d) + kappa + a*kappa + b*d)
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
    t_0 = cov_row*(cov_col * cov_col)
    t_1 = 1.0/(cycle*(mean * mean))
    t_2 = cov_col*(cov_row * cov_row)
    t_3 = cycle*(mean * mean)*w - mean*(cov_col*cov_row) + t_0*w + t_2*w - cov_col*cov_row*variance*w
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = t_0*t_1
    c_value = t_1*t_2
    kappa_value = t_3/(cov_col*cov_row*mean)
    b_d_value = -t_1*t_3/w
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
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    t_4 = (mean * mean * mean)
    t_5 = (mean * mean)*w
    t_6 = K*cov_col*cov_row*w + cov_col*t_5 + cov_row*t_5 - t_4 - t_5*variance
    a_value = t_0*t_2
    c_value = t_2*t_3
    kappa_value = t_6/t_4
    b_d_value = -t_0*t_1*t_3*t_6/w
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
