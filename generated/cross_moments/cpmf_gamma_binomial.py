"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model c68c5fa284664ae8, record 52a14fa6a571909d, generator 120698ef4631f510, body dd92bb3f042b6c9a
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_gamma_binomial")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "kappa"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "variance*(1 + exp(w)) > mean + cycle*mean**2/(cov_col*cov_row) + cycle*mean**2*exp(w)/(cov_col*cov_row) + cov_row + cov_row*exp(w) + cov_col + cov_col*exp(w)"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "variance*(1 + exp(w)) > mean"},
{"text": "variance*(mean**2 + mean**2*exp(w)) > mean**3 + cov_row*mean**2 + cov_row*mean**2*exp(w) + cov_col*mean**2 + cov_col*mean**2*exp(w) + K*cov_col*cov_row + K*cov_col*cov_row*exp(w)"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


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
    t2 = a*(kappa*t0)
    t3 = t2*(K*c)
    t4 = K*(c * c)
    t5 = 1.0/((b * b)*(d * d)*(t1 * t1))
    t6 = (kappa * kappa)*t5*math.exp(2.0*w)
    mean_value = t3/(b*d*t1)
    cov_row_value = a*t4*t6
    cov_col_value = K*c*t6*(a * a)
    cycle_value = (kappa * kappa * kappa * kappa)*t4*(a * a)*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d)*(t1 * t1 * t1 * t1))
    variance_value = t3*t5*(c*(kappa*t0) + b*d*(kappa*t0) + b*d + kappa*t0 + t2)
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
    t_0 = cov_row*(cov_col * cov_col)
    t_1 = 1.0/(cycle*(mean * mean))
    t_2 = cov_col*(cov_row * cov_row)
    t_3 = cycle*(mean * mean)
    t_4 = cov_col*cov_row*variance
    t_5 = math.exp(w)
    t_6 = mean*(cov_col*cov_row) + t_0*t_5 + t_0 + t_2*t_5 + t_2 + t_3*t_5 + t_3 - t_4*t_5 - t_4
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = t_0*t_1
    c_value = t_1*t_2
    kappa_value = -t_6*math.exp(-w)/(cov_col*cov_row*mean)
    b_d_value = -t_6*t_1/(t_5 + 1.0)
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
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    t_4 = (mean * mean * mean)
    t_5 = K*cov_col*cov_row
    t_6 = cov_col*(mean * mean)
    t_7 = cov_row*(mean * mean)
    t_8 = (mean * mean)*variance
    t_9 = math.exp(w)
    t_10 = t_9*t_5 + t_9*t_6 + t_9*t_7 - t_9*t_8 + t_4 + t_5 + t_6 + t_7 - t_8
    a_value = t_0*t_2
    c_value = t_2*t_3
    kappa_value = -t_10*math.exp(-w)/t_4
    b_d_value = -t_0*t_10*t_1*t_3/(t_9 + 1.0)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
