"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 217b536dbcebcbec, record 6aa5bb09a355ee13, generator 17dcd894fe957c05, body 2f08ee28b57aff0f
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_gamma_normal")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "kappa"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "cov_row > 0"}, {"text": "cov_col > 0"}, {"text": "cycle > 0"},
{"text": "mean*w > 0"},
{"text": "variance*w**2 > cycle*mean**2*w**2/(cov_col*cov_row) + mean*w + cov_row*w**2 + cov_col*w**2"}],
"conditions_at_k": [{"text": "cov_row > 0"}, {"text": "cov_col > 0"}, {"text": "mean*w > 0"},
{"text": "mean**2*variance*w**2 > cov_row*mean**2*w**2 + cov_col*mean**2*w**2 + mean**3*w + K*cov_col*cov_row*w**2"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*a*c*kappa*w/(b*d)
    cov_row = K*a*c**2*kappa**2*w**2/(b**2*d**2)
    cov_col = K*a**2*c*kappa**2*w**2/(b**2*d**2)
    cycle = K*a**2*c**2*kappa**4*w**4/(b**4*d**4)
    """
    t0 = c*kappa*(K*a)
    t1 = 1.0/((b * b)*(d * d))
    t2 = (kappa * kappa)*(w * w)*t1
    t3 = K*(a * a)
    t4 = kappa*(w * w)
    mean_value = t0*w/(b*d)
    cov_row_value = K*a*(c * c)*t2
    cov_col_value = c*t2*t3
    cycle_value = (kappa * kappa * kappa * kappa)*(c * c)*t3*(w * w * w * w)/((b * b * b * b)*(d * d * d * d))
    variance_value = t0*t1*(a*t4 + c*t4 + b*d*t4 + b*d + t4)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance, w):
    """Return K, a, c, kappa, b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
    """
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(mean*w, 4, status)
    status = positive(-(cov_col * cov_col)*cov_row*(w * w) - cov_col*(cov_row * cov_row)*(w * w) - cov_col*cov_row*mean*w + cov_col*cov_row*variance*(w * w) - cycle*(mean * mean)*(w * w), 5, status)
    t_0 = cov_row*(cov_col * cov_col)
    t_1 = 1.0/(cycle*(mean * mean))
    t_2 = cov_col*(cov_row * cov_row)
    t_3 = -cov_col*cov_row*mean + cov_col*cov_row*variance*w - cycle*(mean * mean)*w - t_0*w - t_2*w
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = t_0*t_1
    c_value = t_1*t_2
    kappa_value = t_3/(cov_col*cov_row*mean*(w * w))
    b_d_value = t_1*t_3/w
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return a, c, kappa, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(mean*w, 3, status)
    status = positive(-K*cov_col*cov_row*(w * w) - cov_col*(mean * mean)*(w * w) - cov_row*(mean * mean)*(w * w) - (mean * mean * mean)*w + (mean * mean)*variance*(w * w), 4, status)
    t_0 = 1.0 / cov_row
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    t_4 = (mean * mean * mean)
    t_5 = (mean * mean)*w
    t_6 = -K*cov_col*cov_row*w - cov_col*t_5 - cov_row*t_5 + (mean * mean)*variance*w - t_4
    a_value = t_0*t_2
    c_value = t_2*t_3
    kappa_value = t_6/(t_4*(w * w))
    b_d_value = t_0*t_1*t_3*t_6/w
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
