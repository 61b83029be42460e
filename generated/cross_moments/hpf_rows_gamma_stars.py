"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model df0480d398197a33, record 68bb5a42bbdde568, generator 17dcd894fe957c05, body f784bf8867ab73c1
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("hpf_rows_gamma")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "cumulant_ij_il_in"], "needs": [],
"coordinates": ["a", "a_prime", "b_prime", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "a_prime"}, {"name": "c"},
{"name": "b_prime*d", "exponents": {"b_prime": 1, "d": 1}, "meaning": "in the rate of xi times rate of beta: all that data show"}],
"conditions": [{"text": "K > 0"}, {"text": "c > 0"}, {"text": "b_prime*d > 0"},
{"text": "a_prime > 3"}, {"text": "a > 0"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "a_prime": {"a_prime": 1.0}, "b_prime": {}, "c": {"c": 1.0}, "d": {"b_prime*d": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, a_prime, b_prime, c, d):
    """Return mean, cov_row, cov_col, cycle, cumulant_ij_il_in. All of them exist only where a_prime > 2.

    mean = K*a*a_prime*c/(b_prime*d*(a_prime - 1))
    cov_col = K*a**2*a_prime**2*c/(b_prime**2*d**2*(a_prime - 1)**2)
    """
    t0 = a_prime - 1.0
    t1 = (a_prime * a_prime)/((b_prime * b_prime)*(d * d)*(t0 * t0))
    t2 = a_prime - 2.0
    t3 = (t0 + K*a)/t2
    t4 = K*(a * a)
    t5 = 2.0*(K*a)
    mean_value = a_prime*c*(K*a)/(b_prime*d*t0)
    cov_row_value = K*a*(c * c)*t1*t3
    cov_col_value = c*t1*t4
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c * c)*t4*(a_prime*(2.0*a) - 2.0*a_prime + (a_prime * a_prime) + t4 - 2.0*a + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d * d * d * d)*(t0 * t0 * t0 * t0)*(t2 * t2))
    cumulant_ij_il_in_value = (a_prime * a_prime * a_prime)*(c * c * c)*t3*t5*(t0 + t5)/((b_prime * b_prime * b_prime)*(d * d * d)*(t0 * t0 * t0)*(a_prime - 3.0))
    return (mean_value, cov_row_value, cov_col_value, cycle_value, cumulant_ij_il_in_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, cumulant_ij_il_in):
    """Return K, a, a_prime, c, b_prime*d and a status."""
    t0_0 = 4.0*(cov_row * cov_row)
    t0_1 = cumulant_ij_il_in*(mean * mean)
    t0_2 = (mean * mean * mean)*(cumulant_ij_il_in * cumulant_ij_il_in)
    t0_3 = mean*(cov_col * cov_col)
    K = mean*(12.0*(cov_row * cov_row * cov_row * cov_row)*t0_3 + 4.0*(cov_row * cov_row * cov_row)*cumulant_ij_il_in*(cov_col * cov_col) - 2.0*cov_row*(cumulant_ij_il_in * cumulant_ij_il_in)*t0_3 + cycle*mean ** 5*t0_0 + 4.0*cycle*(mean * mean * mean * mean)*(cov_row*cumulant_ij_il_in) + cycle*t0_2 - 8.0*(cov_col * cov_col)*(cov_row * cov_row)*t0_1 + (cov_col * cov_col)*t0_2)/((cov_col * cov_col)*((mean*t0_0 + cov_row*cumulant_ij_il_in - t0_1) * (mean*t0_0 + cov_row*cumulant_ij_il_in - t0_1)))
    status = positive(K, 1, OK)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 2, status)
    b_prime_d = -(mean * mean)*(-2.0*cov_row*(mean * mean) - 3.0*cumulant_ij_il_in*mean + 4.0*(cov_row * cov_row))/(K*cov_col*(cov_row*cumulant_ij_il_in - cumulant_ij_il_in*(mean * mean) + 4.0*mean*(cov_row * cov_row)))
    status = positive(b_prime_d, 3, status)
    t3_0 = K*b_prime_d*cov_col
    a_prime = t3_0*(2.0*cov_row + (mean * mean))/(cov_row*t3_0 - (mean * mean * mean))
    status = positive(a_prime - 3.0, 4, status)
    K_a = b_prime_d*mean*(a_prime - 1.0)/(a_prime*c)
    a = K_a/K
    status = positive(a, 5, status)
    K_value = K
    a_value = a
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)
