"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 df0480d398197a337bc08c1edb5632d9e1929b616bb10aacde814e6f89a01783
record:    sha256 0d395de0f622339431230b80b013febddde83a77ea12f5b33bb04380907f31db
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 c63b4bf58b4c32ed607c09f1278c52d6c8f6fcffde7d53e84c4372d8fa6643f1
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "hpf_rows_gamma",
"title": "Poisson factorization with a level above the rows only, Gamma priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "b_prime", "meaning": "in the rate of xi"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"}], "needs": ["a"],
"coordinates": ["a_prime", "b_prime", "c", "d"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a_prime", "exponents": {"a_prime": 1}, "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b_prime*d", "exponents": {"b_prime": 1, "d": 1}, "meaning": "in the rate of xi times rate of beta: all that data show"}],
"conditions": [{"text": "K > 0", "kind": "other", "targets": []},
{"text": "a_prime > 2", "kind": "other", "targets": []},
{"text": "c > 0", "kind": "other", "targets": []},
{"text": "b_prime*d > 0", "kind": "other", "targets": []}], "has_margins": false,
"symmetries": [{"weights": {"b_prime": 1, "d": -1}, "prior_degrees": {"xi": 1, "beta": 1}, "anchor": "b_prime"}],
"anchored": {"K": {"K": 1.0}, "a_prime": {"a_prime": 1.0}, "b_prime": {}, "c": {"c": 1.0}, "d": {"b_prime*d": 1.0}},
"priors": ["xi", "beta"], "priors_depend_on": ["a", "a_prime", "b_prime", "c", "d"], "axes": ["row",
"col"]}
""")


@kernel
def prior_means(a, a_prime, b_prime, c, d):
    """Return the means of xi and beta."""
    xi_value = b_prime
    beta_value = c/d
    return (xi_value, beta_value,)


@kernel
def moments(K, a, a_prime, b_prime, c, d):
    """Return mean, variance, rho_row, rho_col.

    mean = K*a*a_prime*c/(b_prime*d*(a_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = a*a_prime
    t2 = K*c*t1
    t3 = a_prime - 2.0
    t4 = (a_prime * a_prime)
    t5 = a_prime*c
    t6 = b_prime*d
    t7 = a*t4 - 3.0*a_prime*t6 - a_prime + c*t4 - t1 + t2 + t4*t6 + t4 - t5 + 2.0*t6
    t8 = 1.0 / t7
    mean_value = t2/(b_prime*d*t0)
    variance_value = t2*t7/((b_prime * b_prime)*(d * d)*(t0 * t0)*t3)
    rho_row_value = t5*t8*(K*a + t0)
    rho_col_value = t1*t3*t8
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    t0_0 = (mean * mean)
    t0_1 = rho_row*variance
    t0_2 = t0_0*variance
    t0_3 = rho_col*t0_2
    t0_4 = rho_col*rho_row*(variance * variance)
    K = -t0_0*(mean + t0_1 - variance)/(a*(mean * mean * mean) + a*t0_0*t0_1 - a*t0_2 + a*t0_3 + a*t0_4 + t0_3 + t0_4)
    status = positive(K, 1, OK)
    t1_0 = (mean * mean)
    t1_1 = -t1_0
    t1_2 = K*a
    t1_3 = rho_row*t1_2*variance
    a_prime = (t1_0*t1_2 + t1_1 + 2.0*t1_3)/(t1_1 + t1_3)
    status = positive(a_prime - 2.0, 2, status)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 3, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 4, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)
