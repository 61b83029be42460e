"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 df0480d398197a337bc08c1edb5632d9e1929b616bb10aacde814e6f89a01783
record:    sha256 68bb5a42bbdde568f318ba667b8210859b74bc32cd1ed703fc8f10da30038354
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 d4edae41ef3f360db80c4285dc246b70fec647ecf82a27751c4c86e4c9b3a6e6
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "hpf_rows_gamma",
"title": "Poisson factorization with a level above the rows only, Gamma priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "cumulant_ij_il_in"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "b_prime", "meaning": "in the rate of xi"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"}], "coordinates": ["a", "a_prime",
"b_prime", "c", "d"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "exponents": {"a_prime": 1}, "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b_prime*d", "exponents": {"b_prime": 1, "d": 1}, "meaning": "in the rate of xi times rate of beta: all that data show"}],
"conditions": [{"text": "a_prime > 3", "kind": "other", "targets": []},
{"text": "K > 0", "kind": "other", "targets": []},
{"text": "b_prime*d > 0", "kind": "other", "targets": []},
{"text": "c > 0", "kind": "other", "targets": []},
{"text": "a > 0", "kind": "other", "targets": []}], "has_margins": false,
"symmetries": [{"weights": {"b_prime": 1, "d": -1}, "prior_degrees": {"xi": 1, "beta": 1}, "anchor": "b_prime"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "a_prime": {"a_prime": 1.0}, "b_prime": {}, "c": {"c": 1.0}, "d": {"b_prime*d": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, cumulant_ij_il_in.

    mean = K*a*a_prime*c/(b_prime*d*(a_prime - 1))
    cov_col = K*a**2*a_prime**2*c/(b_prime**2*d**2*(a_prime - 1)**2)
    """
    t0 = a_prime - 1.0
    t1 = K*a
    t2 = (c * c)
    t3 = (a_prime * a_prime)
    t4 = t3/((b_prime * b_prime)*(d * d)*(t0 * t0))
    t5 = a_prime - 2.0
    t6 = (t0 + t1)/t5
    t7 = K*(a * a)
    t8 = 2.0*a
    t9 = 2.0*t1
    mean_value = a_prime*c*t1/(b_prime*d*t0)
    cov_row_value = t1*t2*t4*t6
    cov_col_value = c*t4*t7
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*t2*t7*(a_prime*t8 - 2.0*a_prime + t3 + t7 - t8 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d * d * d * d)*(t0 * t0 * t0 * t0)*(t5 * t5))
    cumulant_ij_il_in_value = (a_prime * a_prime * a_prime)*(c * c * c)*t6*t9*(t0 + t9)/((b_prime * b_prime * b_prime)*(d * d * d)*(t0 * t0 * t0)*(a_prime - 3.0))
    return (mean_value, cov_row_value, cov_col_value, cycle_value, cumulant_ij_il_in_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, cumulant_ij_il_in):
    """Return K, a, a_prime, c, b_prime*d and a status."""
    t0_0 = cumulant_ij_il_in*mean
    t0_1 = (cov_row * cov_row)
    a_prime = (-2.0*cov_row*(mean * mean) - 3.0*t0_0 + 4.0*t0_1)/(-t0_0 + 2.0*t0_1)
    status = positive(a_prime - 3.0, 1, OK)
    t1_0 = (cov_col * cov_col)
    t1_1 = (mean * mean)
    t1_2 = 2.0*cov_row
    t1_3 = cycle*t1_1
    t1_4 = 4.0*t1_3
    K = t1_1*((a_prime * a_prime)*t1_3 - a_prime*t1_0*t1_2 - a_prime*t1_4 + 4.0*cov_row*t1_0 + t1_0*t1_1 + t1_4)/(t1_0*((a_prime*cov_row - t1_1 - t1_2) * (a_prime*cov_row - t1_1 - t1_2)))
    status = positive(K, 2, status)
    b_prime_d = a_prime*(mean * mean * mean)/(K*cov_col*(a_prime*cov_row - 2.0*cov_row - (mean * mean)))
    status = positive(b_prime_d, 3, status)
    K_a = K*b_prime_d*cov_col*(a_prime - 1.0)/(a_prime*mean)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 4, status)
    a = K_a/K
    status = positive(a, 5, status)
    K_value = K
    a_value = a
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)
