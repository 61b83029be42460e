"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model df0480d398197a33, record 68bb5a42bbdde568, generator 17dcd894fe957c05, body c8ff1d07f30cc429
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import specification

MODEL = load_generated("hpf_rows_gamma")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "branches": 2,
"conditions": [{"text": "the quadratic equation for K has real roots"}, {"text": "K > 0"},
{"text": "c > 0"}, {"text": "a_prime > 2"}, {"text": "b_prime*d > 0"}]}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, a_prime, b_prime, c, d):
    """Return mean, cov_row, cov_col, cycle. All of them exist only where a_prime > 2.

    mean = K*a*a_prime*c/(b_prime*d*(a_prime - 1))
    cov_col = K*a**2*a_prime**2*c/(b_prime**2*d**2*(a_prime - 1)**2)
    """
    t0 = a_prime - 1.0
    t1 = a_prime - 2.0
    t2 = (a_prime * a_prime)/((b_prime * b_prime)*(d * d)*(t0 * t0))
    t3 = K*(a * a)
    mean_value = a_prime*c*(K*a)/(b_prime*d*t0)
    cov_row_value = K*a*(c * c)*t2*(t0 + K*a)/t1
    cov_col_value = c*t2*t3
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c * c)*t3*(a_prime*(2.0*a) - 2.0*a_prime + (a_prime * a_prime) + t3 - 2.0*a + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d * d * d * d)*(t0 * t0 * t0 * t0)*(t1 * t1))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    K_square = (a * a)*((cov_col * cov_col)*(cov_row * cov_row) - cycle*(mean * mean * mean * mean))
    t1_0 = (cov_row * cov_row)*(cov_col * cov_col)
    t1_1 = (mean * mean * mean * mean)
    K_linear = 2.0*cov_row*(mean * mean)*(cov_col * cov_col) - cycle*t1_1*(2.0*a) + (cov_col * cov_col)*t1_1 + t1_0*(2.0*a) + t1_0
    K_constant = -(mean * mean)*(2.0*cov_row*(cov_col * cov_col) + cycle*(mean * mean) + (mean * mean)*(cov_col * cov_col))
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 3, status)
    t8_0 = cov_row*(K*a)
    t8_1 = -(mean * mean)
    a_prime = (K*a*(mean * mean) + 2.0*t8_0 + t8_1)/(t8_0 + t8_1)
    status = positive(a_prime - 2.0, 4, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)


@kernel
def solve_2(mean, cov_row, cov_col, cycle, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    K_square = (a * a)*((cov_col * cov_col)*(cov_row * cov_row) - cycle*(mean * mean * mean * mean))
    t1_0 = (cov_row * cov_row)*(cov_col * cov_col)
    t1_1 = (mean * mean * mean * mean)
    K_linear = 2.0*cov_row*(mean * mean)*(cov_col * cov_col) - cycle*t1_1*(2.0*a) + (cov_col * cov_col)*t1_1 + t1_0*(2.0*a) + t1_0
    K_constant = -(mean * mean)*(2.0*cov_row*(cov_col * cov_col) + cycle*(mean * mean) + (mean * mean)*(cov_col * cov_col))
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 3, status)
    t8_0 = cov_row*(K*a)
    t8_1 = -(mean * mean)
    a_prime = (K*a*(mean * mean) + 2.0*t8_0 + t8_1)/(t8_0 + t8_1)
    status = positive(a_prime - 2.0, 4, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)
