"""admixture: Genotypes of two copies each, from mixed populations with Beta frequencies.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 0b7f99295f22dc8a, record 650230d780edc016, generator 120698ef4631f510, body 11eeacce01ca698a
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.spec import specification

MODEL = load_generated("admixture")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "route": "numeric", "branches": 0,
"identified_at_k": [], "held_at_k": [], "conditions": [], "conditions_at_k": [],
"has_margins": false,
"anchored": {}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means
hyperparameters = MODEL.hyperparameters
coordinates = MODEL.coordinates


@kernel
def moments(K, alpha, a, b):
    """Return mean, cov_row, cov_col, cycle.

    mean = 2*a/(a + b)
    cov_row = 0
    cov_col = 4*a*b/(K*(a + b)**2*(a + b + 1))
    cycle = 16*a**2*b**2*(K - 1)/(K**2*(a + b)**4*(K*alpha + 1)**2*(a + b + 1)**2)
    """
    t0 = a + b
    t1 = t0 + 1.0
    mean_value = 2.0*a/t0
    cov_row_value = 0.0
    cov_col_value = 4.0*a*b/(K*(t0 * t0)*t1)
    cycle_value = 16.0*(a * a)*(b * b)*(K - 1.0)/((K * K)*(t0 * t0 * t0 * t0)*(t1 * t1)*((K*alpha + 1.0) * (K*alpha + 1.0)))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)
