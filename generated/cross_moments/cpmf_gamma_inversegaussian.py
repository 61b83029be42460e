"""cpmf_gamma_inversegaussian: Sums of a Poisson number of Inverse Gaussian draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 31d00a9ca231725c, record a6ae54be29608901, generator 17dcd894fe957c05, body 7bc78bc93750e713
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_gamma_inversegaussian")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "kappa"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}, {"text": "variance > cov_row + cov_col"},
{"text": "2*cov_col*cov_row*mean*w + 4*cov_col*cov_row*variance*w**2 > 4*cycle*mean**2*w**2 + 4*cov_col*cov_row**2*w**2 + 4*cov_col**2*cov_row*w**2"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "mean + 2*variance*w < 0"},
{"text": "2*cov_row*mean**2*w + 2*cov_col*mean**2*w + 2*K*cov_col*cov_row*w > mean**3 + 2*mean**2*variance*w"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = sqrt(2)*K*a*c*kappa/(2*b*d*sqrt(-w))
    cov_row = -K*a*c**2*kappa**2/(2*b**2*d**2*w)
    cov_col = -K*a**2*c*kappa**2/(2*b**2*d**2*w)
    cycle = K*a**2*c**2*kappa**4/(4*b**4*d**4*w**2)
    """
    t0 = math.sqrt(2.0)
    t1 = -w
    t2 = (0.5)*a
    t3 = kappa*(K*c)
    t4 = K*(c * c)
    t5 = 1.0/((b * b)*(d * d)*w)
    t6 = (kappa * kappa)*t5
    t7 = math.pow(t1, 3.0 / 2.0)
    t8 = 2.0*kappa*t7
    mean_value = t0*t2*t3/(b*d*math.sqrt(t1))
    cov_row_value = -t2*t4*t6
    cov_col_value = -0.5*(K*c)*t6*(a * a)
    cycle_value = (1.0 / 4.0)*(kappa * kappa * kappa * kappa)*t4*(a * a)/((b * b * b * b)*(d * d * d * d)*(w * w))
    variance_value = (1.0 / 4.0)*a*t3*t5*(-a*t8 + b*d*t0*w - b*d*t8 - c*t8 - t8)/t7
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
    status = positive(-4.0*(cov_col * cov_col)*cov_row*(w * w) - 4.0*cov_col*(cov_row * cov_row)*(w * w) + 2.0*cov_col*cov_row*mean*w + 4.0*cov_col*cov_row*variance*(w * w) - 4.0*cycle*(mean * mean)*(w * w), 6, status)
    t_0 = 1.0/(cycle*(mean * mean))
    t_1 = mean*(cov_col*cov_row)*w
    t_2 = cycle*(mean * mean)*(w * w)
    t_3 = cov_col*cov_row*(w * w)*(-cov_col - cov_row + variance)
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = cov_row*(cov_col * cov_col)*t_0
    c_value = cov_col*(cov_row * cov_row)*t_0
    kappa_value = (0.5)*math.sqrt(2.0)*(t_1 - 2.0*t_2 + 2.0*t_3)/(cov_col*cov_row*mean*math.pow(-w, 3.0 / 2.0))
    b_d_value = t_0*((0.5)*t_1 - t_2 + t_3)/(w * w)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return a, c, kappa, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean - 2.0*variance*w, 4, status)
    status = positive(2.0*K*cov_col*cov_row*w + 2.0*cov_col*(mean * mean)*w + 2.0*cov_row*(mean * mean)*w - (mean * mean * mean) - 2.0*(mean * mean)*variance*w, 5, status)
    t_0 = 1.0 / cov_row
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    t_4 = (mean * mean * mean)
    t_5 = (mean * mean)*(2.0*w)
    t_6 = (0.5)*K*cov_col*cov_row*(2.0*w) + (0.5)*cov_col*t_5 + (0.5)*cov_row*t_5 - 0.5*t_4 - 0.5*t_5*variance
    a_value = t_0*t_2
    c_value = t_2*t_3
    kappa_value = -math.sqrt(2.0)*t_6*w/(t_4*math.pow(-w, 3.0 / 2.0))
    b_d_value = -t_0*t_1*t_3*t_6/w
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
