"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model eab1bc2210b1adae, record 3100c819ab0afb63, generator 17dcd894fe957c05, body 606a7aa92660cb61
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "hpf_gamma", "title": "Hierarchical Poisson factorization, Gamma priors on rates",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "b_prime", "meaning": "in the rate of xi"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "c_prime", "meaning": "shape of eta, in the rate of eta: standard deviation / mean = 1/sqrt(c_prime)"},
{"name": "d_prime", "meaning": "in the rate of eta"}], "needs": ["a", "c"], "branches": 2,
"coordinates": ["a_prime", "b_prime", "c_prime", "d_prime"], "moments_exist": ["a_prime > 2",
"c_prime > 2"],
"identified": [{"name": "K"}, {"name": "a_prime"}, {"name": "c_prime"},
{"name": "b_prime*d_prime", "exponents": {"b_prime": 1, "d_prime": 1}, "meaning": "in the rate of xi times in the rate of eta: all that data show"}],
"conditions": [{"text": "the quadratic equation for K has real roots"}, {"text": "K > 0"},
{"text": "a_prime > 2"}, {"text": "c_prime > 2"}, {"text": "b_prime*d_prime > 0"}],
"has_margins": false,
"symmetries": [{"weights": {"b_prime": 1, "d_prime": -1}, "prior_degrees": {"xi": 1, "eta": -1}, "anchor": "b_prime"}],
"anchored": {"K": {"K": 1.0}, "a_prime": {"a_prime": 1.0}, "b_prime": {}, "c_prime": {"c_prime": 1.0}, "d_prime": {"b_prime*d_prime": 1.0}},
"priors": ["xi", "eta"], "priors_depend_on": ["a", "a_prime", "b_prime", "c", "c_prime", "d_prime"],
"axes": ["row", "col"]}
""")


@kernel
def prior_means(a, a_prime, b_prime, c, c_prime, d_prime):
    """Return the means of xi and eta."""
    xi_value = b_prime
    eta_value = d_prime
    return (xi_value, eta_value,)


@kernel
def moments(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return mean, variance, rho_row, rho_col. All of them exist only where a_prime > 2 and c_prime > 2.

    mean = K*a*a_prime*c*c_prime/(b_prime*d_prime*(a_prime - 1)*(c_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = c*(a_prime*c_prime)
    t3 = K*a*t2
    t4 = a_prime - 2.0
    t5 = c_prime - 2.0
    t6 = a*(a_prime*c_prime)
    t7 = 6.0*(b_prime*d_prime)
    t8 = a_prime*(c_prime * c_prime)
    t9 = c_prime*(a_prime * a_prime)
    t10 = (c_prime * c_prime)*(a_prime * a_prime)
    t11 = 2.0*(b_prime*d_prime)
    t12 = 3.0*(b_prime*d_prime)
    t13 = -a*t8 - a*t9 + a*t10 - a_prime*t7 + c*t10 - c_prime*t7 + (c_prime * c_prime)*t11 - t8*t12 - t8 + (a_prime * a_prime)*t11 - t9*t12 - t9 + t10*(b_prime*d_prime) + t10 + c*t8*(K*a) - c*t8 + c*t9*(K*a) - c*t9 + 9.0*(a_prime*c_prime)*(b_prime*d_prime) + a_prime*c_prime + t2 - 3.0*t3 + 4.0*(b_prime*d_prime) + t6
    t14 = 1.0 / t13
    mean_value = t3/(b_prime*d_prime*t0*t1)
    variance_value = t13*t3/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1)*t4*t5)
    rho_row_value = t14*t2*t5*(t0 + K*a)
    rho_col_value = t14*t4*t6*(K*c + t1)
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, a, c):
    """Return K, a_prime, c_prime, b_prime*d_prime and a status."""
    t0_0 = (mean * mean)*variance
    K_square = a*c*((mean * mean * mean) + rho_col*rho_row*(variance * variance) + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)*variance
    t1_2 = rho_col*rho_row*(variance * variance)
    K_linear = a*t1_0 - a*t1_1 + a*(rho_col*t1_1) + a*(rho_row*t1_1) + a*t1_2 + c*t1_0 - c*t1_1 + c*(rho_col*t1_1) + c*(rho_row*t1_1) + c*t1_2 + (mean * mean * mean * mean) + rho_col*t1_1 + rho_row*t1_1 + t1_2
    K_constant = -(mean * mean)*(-mean + (mean * mean) + variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    t7_0 = -(mean * mean)
    t7_1 = rho_row*(K*a)*variance
    a_prime = ((mean * mean)*(K*a) + t7_0 + 2.0*t7_1)/(t7_0 + t7_1)
    status = positive(a_prime - 2.0, 3, status)
    t8_0 = -(mean * mean)
    t8_1 = rho_col*(K*c)*variance
    c_prime = ((mean * mean)*(K*c) + t8_0 + 2.0*t8_1)/(t8_0 + t8_1)
    status = positive(c_prime - 2.0, 4, status)
    b_prime_d_prime = K*a*a_prime*c*c_prime/(mean*(a_prime - 1.0)*(c_prime - 1.0))
    status = positive(b_prime_d_prime, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_prime_value, status), if_ok(b_prime_d_prime_value, status), status,)


@kernel
def solve_2(mean, variance, rho_row, rho_col, a, c):
    """Return K, a_prime, c_prime, b_prime*d_prime and a status."""
    t0_0 = (mean * mean)*variance
    K_square = a*c*((mean * mean * mean) + rho_col*rho_row*(variance * variance) + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)*variance
    t1_2 = rho_col*rho_row*(variance * variance)
    K_linear = a*t1_0 - a*t1_1 + a*(rho_col*t1_1) + a*(rho_row*t1_1) + a*t1_2 + c*t1_0 - c*t1_1 + c*(rho_col*t1_1) + c*(rho_row*t1_1) + c*t1_2 + (mean * mean * mean * mean) + rho_col*t1_1 + rho_row*t1_1 + t1_2
    K_constant = -(mean * mean)*(-mean + (mean * mean) + variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    t7_0 = -(mean * mean)
    t7_1 = rho_row*(K*a)*variance
    a_prime = ((mean * mean)*(K*a) + t7_0 + 2.0*t7_1)/(t7_0 + t7_1)
    status = positive(a_prime - 2.0, 3, status)
    t8_0 = -(mean * mean)
    t8_1 = rho_col*(K*c)*variance
    c_prime = ((mean * mean)*(K*c) + t8_0 + 2.0*t8_1)/(t8_0 + t8_1)
    status = positive(c_prime - 2.0, 4, status)
    b_prime_d_prime = K*a*a_prime*c*c_prime/(mean*(a_prime - 1.0)*(c_prime - 1.0))
    status = positive(b_prime_d_prime, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_prime_value, status), if_ok(b_prime_d_prime_value, status), status,)
