"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model eab1bc2210b1adae, record 295b67ac2b4fd747, generator 17dcd894fe957c05, body 820126692926b5c2
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("hpf_gamma")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "cumulant_ij_il_in", "cumulant_ij_tj_sj"],
"needs": [], "branches": 1, "coordinates": ["a", "a_prime", "b_prime", "c", "c_prime", "d_prime"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "a_prime"}, {"name": "c"},
{"name": "c_prime"},
{"name": "b_prime*d_prime", "exponents": {"b_prime": 1, "d_prime": 1}, "meaning": "in the rate of xi times in the rate of eta: all that data show"}],
"conditions": [{"text": "a_prime > 3"}, {"text": "c_prime > 3"}, {"text": "K > 0"},
{"text": "a > 0"}, {"text": "c > 0"}, {"text": "b_prime*d_prime > 0"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "a_prime": {"a_prime": 1.0}, "b_prime": {}, "c": {"c": 1.0}, "c_prime": {"c_prime": 1.0}, "d_prime": {"b_prime*d_prime": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj. All of them exist only where a_prime > 2 and c_prime > 2.

    mean = K*a*a_prime*c*c_prime/(b_prime*d_prime*(a_prime - 1)*(c_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = a_prime - 2.0
    t3 = (t0 + K*a)/t2
    t4 = (a_prime * a_prime)*(c_prime * c_prime)
    t5 = t4/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1))
    t6 = c_prime - 2.0
    t7 = (t1 + K*c)/t6
    t8 = a_prime*(2.0*a)
    t9 = a*(4.0*c_prime)
    t10 = 4.0*(a_prime*c)
    t11 = c_prime*(2.0*c)
    t12 = K*(a * a)
    t13 = K*(c * c)
    t14 = c*(K*a)
    t15 = 4.0*c_prime*(a_prime*c)
    t16 = 2.0*a*(c_prime * c_prime)
    t17 = 2.0*c*(a_prime * a_prime)
    t18 = (K * K)*(c * c)
    t19 = (a * a)*(K * K)
    t20 = 2.0*(K*a)
    t21 = (a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime)/((b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime)*(t0 * t0 * t0)*(t1 * t1 * t1))
    t22 = 2.0*(K*c)
    mean_value = c_prime*(K*a)*(a_prime*c)/(b_prime*d_prime*t0*t1)
    cov_row_value = t5*(K*a)*(c * c)*t3
    cov_col_value = t5*(a * a)*(K*c)*t7
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime * c_prime)*t12*(c * c)*((K * K * K)*(a * a)*(c * c) + a_prime*(4.0*c_prime) - a_prime*t9 + a_prime*t16 + c_prime*t17 - 2.0*a*t18 - 2.0*a - 2.0*a_prime*t13 - 2.0*a_prime*(c_prime * c_prime) - 2.0*a_prime - 2.0*c*t19 - 2.0*c - 2.0*c_prime*t12 - 2.0*c_prime*(a_prime * a_prime) - 2.0*c_prime + t8*t18 + t8 - K*a*t10 + K*a*t15 - 4.0*c_prime*t14 + t9 + t10 + t11*t19 + t11 + t12*(c_prime * c_prime) + t12 + t13*(a_prime * a_prime) + t13 + 4.0*t14 - t15 - t16 - t17 + (a_prime * a_prime) + (c_prime * c_prime) + t4 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime * d_prime)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t6 * t6)*(t2 * t2))
    cumulant_ij_il_in_value = (c * c * c)*t20*t21*t3*(t0 + t20)/(a_prime - 3.0)
    cumulant_ij_tj_sj_value = (a * a * a)*t7*t21*t22*(t1 + t22)/(c_prime - 3.0)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, cumulant_ij_il_in_value, cumulant_ij_tj_sj_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj):
    """Return K, a, a_prime, c, c_prime, b_prime*d_prime and a status."""
    a_prime = (-2.0*cov_row*(mean * mean) - 3.0*(cumulant_ij_il_in*mean) + 4.0*(cov_row * cov_row))/(-cumulant_ij_il_in*mean + 2.0*(cov_row * cov_row))
    status = positive(a_prime - 3.0, 1, OK)
    K_a = (mean * mean)*(a_prime - 1.0)/(a_prime*cov_row - 2.0*cov_row - (mean * mean))
    c_prime = (-2.0*cov_col*(mean * mean) - 3.0*(cumulant_ij_tj_sj*mean) + 4.0*(cov_col * cov_col))/(-cumulant_ij_tj_sj*mean + 2.0*(cov_col * cov_col))
    status = positive(c_prime - 3.0, 2, status)
    K_c = (mean * mean)*(c_prime - 1.0)/(c_prime*cov_col - 2.0*cov_col - (mean * mean))
    t4_0 = (mean * mean * mean * mean)
    t4_1 = t4_0*(K_a * K_a)
    t4_2 = t4_0*(K_c * K_c)
    t4_3 = 4.0*K_a*t4_0
    t4_4 = K_a*a_prime*(2.0*t4_0)
    t4_5 = K_c*c_prime*(2.0*t4_0)
    t4_6 = cycle*(K_a * K_a)*(K_c * K_c)
    K = (4.0*K_a*K_c*a_prime*t4_0 + 4.0*K_a*K_c*c_prime*t4_0 + 4.0*K_a*a_prime*c_prime*t4_0 - 2.0*K_a*a_prime*t4_2 + 2.0*K_a*t4_0*(c_prime * c_prime) + 2.0*K_a*t4_0*(K_c * K_c) + 2.0*K_a*t4_0 + 4.0*K_c*a_prime*c_prime*t4_0 - 2.0*K_c*c_prime*t4_1 + 2.0*K_c*t4_0*(K_a * K_a) + 2.0*K_c*t4_0*(a_prime * a_prime) - K_c*t4_0*(4.0*a_prime) + 2.0*K_c*t4_0 + 16.0*a_prime*c_prime*cycle*(K_a * K_a)*(K_c * K_c) - a_prime*c_prime*(K_c*t4_3) + 2.0*a_prime*t4_0*(K_c * K_c) - a_prime*(16.0*t4_6) + 2.0*c_prime*t4_0*(K_a * K_a) - 4.0*c_prime*(a_prime * a_prime)*t4_6 - c_prime*(16.0*t4_6) - c_prime*t4_3 + cycle*(K_a * K_a)*(c_prime * c_prime)*(a_prime * a_prime)*(K_c * K_c) + 4.0*cycle*(K_a * K_a)*(c_prime * c_prime)*(K_c * K_c) + 4.0*cycle*(K_a * K_a)*(a_prime * a_prime)*(K_c * K_c) + 16.0*cycle*(K_a * K_a)*(K_c * K_c) - t4_5*(a_prime * a_prime) - t4_5 - (c_prime * c_prime)*t4_6*(4.0*a_prime) - (c_prime * c_prime)*t4_1 - (c_prime * c_prime)*t4_4 - (a_prime * a_prime)*t4_2 - t4_1*(K_c * K_c) - t4_1 - t4_2 - K_c*t4_3 - t4_4)/(t4_0*((a_prime - 1.0) * (a_prime - 1.0))*((c_prime - 1.0) * (c_prime - 1.0)))
    status = positive(K, 3, status)
    a = K_a/K
    status = positive(a, 4, status)
    c = K_c/K
    status = positive(c, 5, status)
    b_prime_d_prime = K_a*K_c*a_prime*c_prime/(K*mean*(a_prime - 1.0)*(c_prime - 1.0))
    status = positive(b_prime_d_prime, 6, status)
    K_value = K
    a_value = a
    a_prime_value = a_prime
    c_value = c
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(c_prime_value, status), if_ok(b_prime_d_prime_value, status), status,)
