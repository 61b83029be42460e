"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model c68c5fa284664ae8, record 52a14fa6a571909d, generator 17dcd894fe957c05, body 7eb16ceb14e57e22
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
"identified_at_k": [], "held_at_k": [],
"conditions": [{"text": "K > 0"}, {"text": "a > 0"}, {"text": "c > 0"}, {"text": "kappa > 0"},
{"text": "b*d > 0"}], "conditions_at_k": [], "has_margins": false,
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
    """Return K, a, c, kappa, b*d and a status."""
    K = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    status = positive(K, 1, OK)
    a = (mean * mean)/(K*cov_row)
    status = positive(a, 2, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 3, status)
    t3_0 = a*(mean * mean)
    t3_1 = c*(mean * mean)
    t3_2 = math.exp(w)
    kappa = (-K*a*c*mean + K*a*c*t3_2*variance + K*a*c*variance - (mean * mean)*t3_2 - (mean * mean) - t3_0*t3_2 - t3_0 - t3_1*t3_2 - t3_1)*math.exp(-w)/(K*a*c*mean)
    status = positive(kappa, 4, status)
    t4_0 = math.exp(w)
    b_d = K*a*c*kappa*t4_0/(mean*(t4_0 + 1.0))
    status = positive(b_d, 5, status)
    K_value = K
    a_value = a
    c_value = c
    kappa_value = kappa
    b_d_value = b_d
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
