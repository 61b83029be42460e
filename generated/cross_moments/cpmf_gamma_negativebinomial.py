"""cpmf_gamma_negativebinomial: Sums of a Poisson number of Negative Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 4fdf47d97d6e2c11, record 4f6c36fd936c38d2, generator 17dcd894fe957c05, body 3b454819d0a91bc1
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.spec import specification

MODEL = load_generated("cpmf_gamma_negativebinomial")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": ["w"], "route": "numeric",
"branches": 0, "coordinates": ["a", "b", "c", "d", "kappa"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "kappa"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": [], "held_at_k": [], "conditions": [], "conditions_at_k": [],
"has_margins": false,
"anchored": {}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = -K*a*c*kappa*exp(w)/(b*d*(exp(w) - 1))
    cov_row = K*a*c**2*kappa**2*exp(2*w)/(b**2*d**2*(exp(w) - 1)**2)
    cov_col = K*a**2*c*kappa**2*exp(2*w)/(b**2*d**2*(exp(w) - 1)**2)
    cycle = K*a**2*c**2*kappa**4*exp(4*w)/(b**4*d**4*(exp(w) - 1)**4)
    """
    t0 = math.exp(w)
    t1 = t0 - 1.0
    t2 = a*(kappa*t0)
    t3 = t2*(K*c)
    t4 = K*(c * c)
    t5 = 1.0/((b * b)*(d * d)*(t1 * t1))
    t6 = (kappa * kappa)*t5*math.exp(2.0*w)
    mean_value = -t3/(b*d*t1)
    cov_row_value = a*t4*t6
    cov_col_value = K*c*t6*(a * a)
    cycle_value = (kappa * kappa * kappa * kappa)*t4*(a * a)*math.exp(4.0*w)/((b * b * b * b)*(d * d * d * d)*(t1 * t1 * t1 * t1))
    variance_value = t3*t5*(c*(kappa*t0) + b*d*(kappa*t0) + b*d + kappa*t0 + t2)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)
