"""cpmf_gamma_poisson: Sums of a Poisson number of Poisson draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model cd66f5f878aac3e8, record 843c21f4af615498, generator 17dcd894fe957c05, body 4878b5b7a84c6612
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_gamma_poisson")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": [], "coordinates": ["a",
"b", "c", "d", "w", "kappa"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "kappa*exp(w)", "exponents": {"kappa": 1}, "meaning": "in the dispersion weight of Y, where w is 0: all that data show"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa*exp(w)", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "variance > mean + cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "variance > mean"},
{"text": "mean**2*variance > mean**3 + cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"},
{"weights": {"kappa": -1}, "prior_degrees": {"theta": 0, "beta": 0}, "anchor": "w", "shifts": {"w": 1}, "prior_shifts": {"theta": 0, "beta": 0}}],
"anchored": {"w": {}, "K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa*exp(w)": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*a*c*kappa*exp(w)/(b*d)
    cov_row = K*a*c**2*kappa**2*exp(2*w)/(b**2*d**2)
    cov_col = K*a**2*c*kappa**2*exp(2*w)/(b**2*d**2)
    cycle = K*a**2*c**2*kappa**4*exp(4*w)/(b**4*d**4)
    """
    t0 = kappa*math.exp(w)
    t1 = a*t0*(K*c)
    t2 = K*(c * c)
    t3 = 1.0/((b * b)*(d * d))
    t4 = (kappa * kappa)*t3*math.exp(2.0*w)
    mean_value = t1/(b*d)
    cov_row_value = a*t2*t4
    cov_col_value = K*c*t4*(a * a)
    cycle_value = (kappa * kappa * kappa * kappa)*t2*(a * a)*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d))
    variance_value = t1*t3*(c*t0 + t0*(b*d) + t0 + a*t0 + b*d)
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
    t_0 = cov_row*(cov_col * cov_col)
    t_1 = 1.0/(cycle*(mean * mean))
    t_2 = cov_col*(cov_row * cov_row)
    t_3 = -cov_col*cov_row*mean + cov_col*cov_row*variance - cycle*(mean * mean) - t_0 - t_2
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = t_0*t_1
    c_value = t_1*t_2
    kappa_expw_value = t_3/(cov_col*cov_row*mean)
    b_d_value = t_1*t_3
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
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    t_4 = (mean * mean * mean)
    t_5 = -K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance - t_4
    a_value = t_0*t_2
    c_value = t_2*t_3
    kappa_expw_value = t_5/t_4
    b_d_value = t_0*t_1*t_3*t_5
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_expw_value, status), if_ok(b_d_value, status), status,)
