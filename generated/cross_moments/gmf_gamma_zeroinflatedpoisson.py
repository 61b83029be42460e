"""gmf_gamma_zeroinflatedpoisson: zero-inflated Poisson observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 92c0b13156b90fff, record ee1d61b8c5f4951e, generator 17dcd894fe957c05, body ef956659780c96ed
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive
from symppm.codegen.spec import specification

MODEL = load_generated("gmf_gamma_zeroinflatedpoisson")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": [], "coordinates": ["a",
"b", "c", "d", "p"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "p"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "p", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "mean**2 + variance > mean"},
{"text": "cov_col*cov_row*variance >= cov_col*cov_row*mean + cycle*mean**2 + cov_col*cov_row**2 + cov_col**2*cov_row"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "mean**2 + variance > mean"},
{"text": "mean**2*variance >= mean**3 + cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "p": {"p": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, p):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*a*c*p/(b*d)
    cov_row = K*a*c**2*p**2/(b**2*d**2)
    cov_col = K*a**2*c*p**2/(b**2*d**2)
    cycle = K*a**2*c**2*p**4/(b**4*d**4)
    variance = K*a*c*p*(-K*a*c*p + K*a*c + a + b*d + c + 1)/(b**2*d**2)
    """
    t0 = c*(K*a)
    t1 = 1.0/((b * b)*(d * d))
    t2 = (p * p)*t1
    t3 = K*(a * a)
    mean_value = p*t0/(b*d)
    cov_row_value = K*a*(c * c)*t2
    cov_col_value = c*t2*t3
    cycle_value = (p * p * p * p)*(c * c)*t3/((b * b * b * b)*(d * d * d * d))
    variance_value = p*t0*t1*(a + b*d + c + t0 - p*t0 + 1.0)
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
    t_0 = cov_row*(cov_col * cov_col)
    t_1 = 1.0 / cycle
    t_2 = t_1/(mean * mean)
    t_3 = cov_col*(cov_row * cov_row)
    t_4 = (cov_col*cov_row*(mean * mean) + cycle*(mean * mean) + t_0 + t_3)/(-mean + (mean * mean) + variance)
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = t_0*t_2
    c_value = t_2*t_3
    p_value = t_4/(cov_col*cov_row)
    b_d_value = t_1*t_4/mean
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
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    t_4 = (K*cov_col*cov_row + cov_col*(mean * mean) + cov_row*(mean * mean) + (mean * mean * mean * mean))/(-mean + (mean * mean) + variance)
    a_value = t_0*t_2
    c_value = t_2*t_3
    p_value = t_4/(mean * mean)
    b_d_value = mean*t_0*t_1*t_3*t_4
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(p_value, status), if_ok(b_d_value, status), status,)
