"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 eab1bc2210b1adae4f75cb254c4466098670ad8a5f46aadfbbbb2e2b166131fa
record:    sha256 6260e9504bd966968d237a1fd8033518d4d5ed427f3ffeb66b02d74c6f931815
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 98ff63aa29792723dbe9edb94551befee9b244d2ec7433976984adc12e942686
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
"coordinates": ["a_prime", "b_prime", "c_prime", "d_prime"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a_prime", "exponents": {"a_prime": 1}, "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "c_prime", "exponents": {"c_prime": 1}, "meaning": "shape of eta, in the rate of eta: standard deviation / mean = 1/sqrt(c_prime)"},
{"name": "b_prime*d_prime", "exponents": {"b_prime": 1, "d_prime": 1}, "meaning": "in the rate of xi times in the rate of eta: all that data show"}],
"conditions": [{"text": "the quadratic equation for K has real roots", "kind": "other", "targets": []},
{"text": "K > 0", "kind": "other", "targets": []},
{"text": "c_prime > 2", "kind": "other", "targets": []},
{"text": "a_prime > 2", "kind": "other", "targets": []},
{"text": "b_prime*d_prime > 0", "kind": "other", "targets": []}], "has_margins": false,
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
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*a_prime*c*c_prime/(b_prime*d_prime*(a_prime - 1)*(c_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = K*a
    t3 = a_prime*c_prime
    t4 = c*t3
    t5 = t2*t4
    t6 = a_prime - 2.0
    t7 = c_prime - 2.0
    t8 = b_prime*d_prime
    t9 = a*t3
    t10 = 6.0*t8
    t11 = (c_prime * c_prime)
    t12 = a_prime*t11
    t13 = (a_prime * a_prime)
    t14 = c_prime*t13
    t15 = t11*t13
    t16 = c*t12
    t17 = 2.0*t8
    t18 = c*t14
    t19 = 3.0*t8
    t20 = -a*t12 - a*t14 + a*t15 - a_prime*t10 + c*t15 - c_prime*t10 + t11*t17 - t12*t19 - t12 + t13*t17 - t14*t19 - t14 + t15*t8 + t15 + t16*t2 - t16 + t18*t2 - t18 + 9.0*t3*t8 + t3 + t4 - 3.0*t5 + 4.0*t8 + t9
    t21 = 1.0 / t20
    mean_value = t5/(b_prime*d_prime*t0*t1)
    variance_value = t20*t5/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1)*t6*t7)
    rho_row_value = t21*t4*t7*(t0 + t2)
    rho_col_value = t21*t6*t9*(K*c + t1)
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, a, c):
    """Return K, a_prime, c_prime, b_prime*d_prime and a status."""
    t0_0 = (mean * mean)*variance
    K_square = a*c*((mean * mean * mean) + rho_col*rho_row*(variance * variance) + rho_col*t0_0 + rho_row*t0_0 - t0_0)
    t1_0 = (mean * mean * mean)
    t1_1 = (mean * mean)*variance
    t1_2 = rho_col*t1_1
    t1_3 = rho_row*t1_1
    t1_4 = rho_col*rho_row*(variance * variance)
    K_linear = a*t1_0 - a*t1_1 + a*t1_2 + a*t1_3 + a*t1_4 + c*t1_0 - c*t1_1 + c*t1_2 + c*t1_3 + c*t1_4 + (mean * mean * mean * mean) + t1_2 + t1_3 + t1_4
    t2_0 = (mean * mean)
    K_constant = -t2_0*(-mean + t2_0 + variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    t7_0 = (mean * mean)
    t7_1 = -t7_0
    t7_2 = K*c
    t7_3 = rho_col*t7_2*variance
    c_prime = (t7_0*t7_2 + t7_1 + 2.0*t7_3)/(t7_1 + t7_3)
    status = positive(c_prime - 2.0, 3, status)
    t8_0 = (mean * mean)
    t8_1 = -t8_0
    t8_2 = K*a
    t8_3 = rho_row*t8_2*variance
    a_prime = (t8_0*t8_2 + t8_1 + 2.0*t8_3)/(t8_1 + t8_3)
    status = positive(a_prime - 2.0, 4, status)
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
    t1_2 = rho_col*t1_1
    t1_3 = rho_row*t1_1
    t1_4 = rho_col*rho_row*(variance * variance)
    K_linear = a*t1_0 - a*t1_1 + a*t1_2 + a*t1_3 + a*t1_4 + c*t1_0 - c*t1_1 + c*t1_2 + c*t1_3 + c*t1_4 + (mean * mean * mean * mean) + t1_2 + t1_3 + t1_4
    t2_0 = (mean * mean)
    K_constant = -t2_0*(-mean + t2_0 + variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    t7_0 = (mean * mean)
    t7_1 = -t7_0
    t7_2 = K*c
    t7_3 = rho_col*t7_2*variance
    c_prime = (t7_0*t7_2 + t7_1 + 2.0*t7_3)/(t7_1 + t7_3)
    status = positive(c_prime - 2.0, 3, status)
    t8_0 = (mean * mean)
    t8_1 = -t8_0
    t8_2 = K*a
    t8_3 = rho_row*t8_2*variance
    a_prime = (t8_0*t8_2 + t8_1 + 2.0*t8_3)/(t8_1 + t8_3)
    status = positive(a_prime - 2.0, 4, status)
    b_prime_d_prime = K*a*a_prime*c*c_prime/(mean*(a_prime - 1.0)*(c_prime - 1.0))
    status = positive(b_prime_d_prime, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_prime_value, status), if_ok(b_prime_d_prime_value, status), status,)
