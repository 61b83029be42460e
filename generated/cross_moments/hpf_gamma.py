"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 eab1bc2210b1adae4f75cb254c4466098670ad8a5f46aadfbbbb2e2b166131fa
record:    sha256 295b67ac2b4fd7476cb2d87d1253ecee32604a2dd842d292b97a188cacd295a8
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 17015567e46ca951d922cd39fcc17cca73591b6f989c34767aaba92f1d414304
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "hpf_gamma", "title": "Hierarchical Poisson factorization, Gamma priors on rates",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "b_prime", "meaning": "in the rate of xi"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "c_prime", "meaning": "shape of eta, in the rate of eta: standard deviation / mean = 1/sqrt(c_prime)"},
{"name": "d_prime", "meaning": "in the rate of eta"}], "needs": ["a", "c"], "route": "numeric",
"branches": 0, "coordinates": ["a_prime", "b_prime", "c_prime", "d_prime"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a_prime", "exponents": {"a_prime": 1}, "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "c_prime", "exponents": {"c_prime": 1}, "meaning": "shape of eta, in the rate of eta: standard deviation / mean = 1/sqrt(c_prime)"},
{"name": "b_prime*d_prime", "exponents": {"b_prime": 1, "d_prime": 1}, "meaning": "in the rate of xi times in the rate of eta: all that data show"}],
"has_margins": false,
"symmetries": [{"weights": {"b_prime": 1, "d_prime": -1}, "prior_degrees": {"xi": 1, "eta": -1}, "anchor": "b_prime"}],
"anchored": {}, "priors": ["xi", "eta"], "priors_depend_on": ["a", "a_prime", "b_prime", "c",
"c_prime", "d_prime"], "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, a_prime, b_prime, c, c_prime, d_prime):
    """Return the means of xi and eta."""
    xi_value = b_prime
    eta_value = d_prime
    return (xi_value, eta_value,)


@kernel
def moments(K, a, a_prime, b_prime, c, c_prime, d_prime):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*a*a_prime*c*c_prime/(b_prime*d_prime*(a_prime - 1)*(c_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = K*a
    t3 = a_prime*c
    t4 = (c * c)
    t5 = a_prime - 2.0
    t6 = (a_prime * a_prime)
    t7 = (c_prime * c_prime)
    t8 = t6*t7
    t9 = t8/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1))
    t10 = (a * a)
    t11 = c_prime - 2.0
    t12 = K*c
    t13 = 2.0*a
    t14 = 2.0*a_prime
    t15 = 2.0*c
    t16 = 2.0*c_prime
    t17 = a_prime*t13
    t18 = 4.0*c_prime
    t19 = a*t18
    t20 = 4.0*t3
    t21 = c_prime*t15
    t22 = K*t10
    t23 = K*t4
    t24 = c*t2
    t25 = t18*t3
    t26 = t13*t7
    t27 = t15*t6
    t28 = (K * K)
    t29 = t28*t4
    t30 = t10*t28
    mean_value = c_prime*t2*t3/(b_prime*d_prime*t0*t1)
    cov_row_value = t2*t4*t9*(t0 + t2)/t5
    cov_col_value = t10*t12*t9*(t1 + t12)/t11
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime * c_prime)*t22*t4*((K * K * K)*t10*t4 + a_prime*t18 - a_prime*t19 + a_prime*t26 + c_prime*t27 - t13*t29 - t13 - t14*t23 - t14*t7 - t14 - t15*t30 - t15 - t16*t22 - t16*t6 - t16 + t17*t29 + t17 - t18*t24 + t19 - t2*t20 + t2*t25 + t20 + t21*t30 + t21 + t22*t7 + t22 + t23*t6 + t23 + 4.0*t24 - t25 - t26 - t27 + t6 + t7 + t8 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime * d_prime)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t11 * t11)*(t5 * t5))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)
