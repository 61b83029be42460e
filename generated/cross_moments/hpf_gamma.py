"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model eab1bc2210b1adae, record 295b67ac2b4fd747, generator 17dcd894fe957c05, body cdc2d8df376cd15e
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.spec import specification

MODEL = load_generated("hpf_gamma")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "route": "numeric", "branches": 0,
"conditions": [],
"anchored": {}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return mean, cov_row, cov_col, cycle. All of them exist only where a_prime > 2 and c_prime > 2.

    mean = K*a*a_prime*c*c_prime/(b_prime*d_prime*(a_prime - 1)*(c_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = a_prime - 2.0
    t3 = (a_prime * a_prime)*(c_prime * c_prime)
    t4 = t3/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1))
    t5 = c_prime - 2.0
    t6 = a_prime*(2.0*a)
    t7 = a*(4.0*c_prime)
    t8 = 4.0*(a_prime*c)
    t9 = c_prime*(2.0*c)
    t10 = K*(a * a)
    t11 = K*(c * c)
    t12 = c*(K*a)
    t13 = 4.0*c_prime*(a_prime*c)
    t14 = 2.0*a*(c_prime * c_prime)
    t15 = 2.0*c*(a_prime * a_prime)
    t16 = (K * K)*(c * c)
    t17 = (a * a)*(K * K)
    mean_value = c_prime*(K*a)*(a_prime*c)/(b_prime*d_prime*t0*t1)
    cov_row_value = K*a*(c * c)*t4*(t0 + K*a)/t2
    cov_col_value = (a * a)*(K*c)*t4*(t1 + K*c)/t5
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime * c_prime)*t10*(c * c)*((K * K * K)*(a * a)*(c * c) + a_prime*(4.0*c_prime) - a_prime*t7 + a_prime*t14 + c_prime*t15 - 2.0*a*t16 - 2.0*a - 2.0*a_prime*t11 - 2.0*a_prime*(c_prime * c_prime) - 2.0*a_prime - 2.0*c*t17 - 2.0*c - 2.0*c_prime*t10 - 2.0*c_prime*(a_prime * a_prime) - 2.0*c_prime + t6*t16 + t6 - 4.0*c_prime*t12 + t7 - K*a*t8 + K*a*t13 + t8 + t9*t17 + t9 + t10*(c_prime * c_prime) + t10 + t11*(a_prime * a_prime) + t11 + 4.0*t12 - t13 - t14 - t15 + (a_prime * a_prime) + (c_prime * c_prime) + t3 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime * d_prime)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t5 * t5)*(t2 * t2))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)
