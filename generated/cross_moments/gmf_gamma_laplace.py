"""gmf_gamma_laplace: Laplace observations, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 166316af8f442bf8, record 4e6502fb1a625685, generator 17dcd894fe957c05, body ed7d5823faed9b58
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("gmf_gamma_laplace")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": [], "coordinates": ["a",
"b", "c", "d", "scale_Y"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "scale_Y"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "scale_Y", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "mean**2*variance > cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "scale_Y": {"scale_Y": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, scale_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*a*c/(b*d)
    cov_row = K*a*c**2/(b**2*d**2)
    cov_col = K*a**2*c/(b**2*d**2)
    cycle = K*a**2*c**2/(b**4*d**4)
    variance = (K*a**2*c + K*a*c**2 + K*a*c + 2*b**2*d**2*scale_Y**2)/(b**2*d**2)
    """
    t0 = c*(K*a)
    t1 = K*a*(c * c)
    t2 = 1.0/((b * b)*(d * d))
    t3 = K*(a * a)
    mean_value = t0/(b*d)
    cov_row_value = t1*t2
    cov_col_value = t2*(c*t3)
    cycle_value = (c * c)*t3/((b * b * b * b)*(d * d * d * d))
    variance_value = t2*(2.0*(scale_Y * scale_Y)*(b * b)*(d * d) + t0 + t1 + c*t3)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, a, c, scale_Y, b*d and a status.

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
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = cov_row*(cov_col * cov_col)
    t_1 = 1.0 / cycle
    t_2 = t_1/(mean * mean)
    t_3 = cov_col*(cov_row * cov_row)
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = t_0*t_2
    c_value = t_2*t_3
    scale_Y_value = (0.5)*math.sqrt(2.0)*math.sqrt(cov_col*cov_row*variance - cycle*(mean * mean) - t_0 - t_3)/(math.sqrt(cov_col)*math.sqrt(cov_row))
    b_d_value = cov_col*cov_row*t_1/mean
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(scale_Y_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return a, c, scale_Y, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = 1.0 / cov_row
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    a_value = t_0*t_2
    c_value = t_2*t_3
    scale_Y_value = (0.5)*math.sqrt(2.0)*math.sqrt(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance)/mean
    b_d_value = (mean * mean * mean)*t_0*t_1*t_3
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(scale_Y_value, status), if_ok(b_d_value, status), status,)
