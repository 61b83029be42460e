"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 eab1bc2210b1adae4f75cb254c4466098670ad8a5f46aadfbbbb2e2b166131fa
record:    sha256 295b67ac2b4fd7476cb2d87d1253ecee32604a2dd842d292b97a188cacd295a8
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 edf5dd5e2a9ce5ad2aed0e08a2bf8e998e5c0c9bc1be7e24bdbde3b992934cb0
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "hpf_gamma", "title": "Hierarchical Poisson factorization, Gamma priors on rates",
"targets": ["mean", "cov_row", "cov_col", "cycle", "cumulant_ij_il_in", "cumulant_ij_tj_sj"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "b_prime", "meaning": "in the rate of xi"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "c_prime", "meaning": "shape of eta, in the rate of eta: standard deviation / mean = 1/sqrt(c_prime)"},
{"name": "d_prime", "meaning": "in the rate of eta"}], "coordinates": ["a", "a_prime", "b_prime",
"c", "c_prime", "d_prime"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "exponents": {"a_prime": 1}, "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "c_prime", "exponents": {"c_prime": 1}, "meaning": "shape of eta, in the rate of eta: standard deviation / mean = 1/sqrt(c_prime)"},
{"name": "b_prime*d_prime", "exponents": {"b_prime": 1, "d_prime": 1}, "meaning": "in the rate of xi times in the rate of eta: all that data show"}],
"conditions": [{"text": "c_prime > 3", "kind": "other", "targets": []},
{"text": "K > 0", "kind": "other", "targets": []},
{"text": "a_prime > 3", "kind": "other", "targets": []},
{"text": "a > 0", "kind": "other", "targets": []},
{"text": "c > 0", "kind": "other", "targets": []},
{"text": "b_prime*d_prime > 0", "kind": "other", "targets": []}], "has_margins": false,
"symmetries": [{"weights": {"b_prime": 1, "d_prime": -1}, "prior_degrees": {"xi": 1, "eta": -1}, "anchor": "b_prime"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "a_prime": {"a_prime": 1.0}, "b_prime": {}, "c": {"c": 1.0}, "c_prime": {"c_prime": 1.0}, "d_prime": {"b_prime*d_prime": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj.

    mean = K*a*a_prime*c*c_prime/(b_prime*d_prime*(a_prime - 1)*(c_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = c_prime - 1.0
    t2 = K*a
    t3 = a_prime*c
    t4 = (c * c)
    t5 = a_prime - 2.0
    t6 = (t0 + t2)/t5
    t7 = (a_prime * a_prime)
    t8 = (c_prime * c_prime)
    t9 = t7*t8
    t10 = t9/((b_prime * b_prime)*(d_prime * d_prime)*(t0 * t0)*(t1 * t1))
    t11 = (a * a)
    t12 = K*c
    t13 = c_prime - 2.0
    t14 = (t1 + t12)/t13
    t15 = 2.0*a
    t16 = 2.0*a_prime
    t17 = 2.0*c
    t18 = 2.0*c_prime
    t19 = a_prime*t15
    t20 = 4.0*c_prime
    t21 = a*t20
    t22 = 4.0*t3
    t23 = c_prime*t17
    t24 = K*t11
    t25 = K*t4
    t26 = c*t2
    t27 = t20*t3
    t28 = t15*t8
    t29 = t17*t7
    t30 = (K * K)
    t31 = t30*t4
    t32 = t11*t30
    t33 = 2.0*t2
    t34 = (a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime)/((b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime)*(t0 * t0 * t0)*(t1 * t1 * t1))
    t35 = 2.0*t12
    mean_value = c_prime*t2*t3/(b_prime*d_prime*t0*t1)
    cov_row_value = t10*t2*t4*t6
    cov_col_value = t10*t11*t12*t14
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*(c_prime * c_prime * c_prime * c_prime)*t24*t4*((K * K * K)*t11*t4 + a_prime*t20 - a_prime*t21 + a_prime*t28 + c_prime*t29 - t15*t31 - t15 - t16*t25 - t16*t8 - t16 - t17*t32 - t17 - t18*t24 - t18*t7 - t18 + t19*t31 + t19 - t2*t22 + t2*t27 - t20*t26 + t21 + t22 + t23*t32 + t23 + t24*t8 + t24 + t25*t7 + t25 + 4.0*t26 - t27 - t28 - t29 + t7 + t8 + t9 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d_prime * d_prime * d_prime * d_prime)*(t0 * t0 * t0 * t0)*(t1 * t1 * t1 * t1)*(t13 * t13)*(t5 * t5))
    cumulant_ij_il_in_value = (c * c * c)*t33*t34*t6*(t0 + t33)/(a_prime - 3.0)
    cumulant_ij_tj_sj_value = (a * a * a)*t14*t34*t35*(t1 + t35)/(c_prime - 3.0)
    return (mean_value, cov_row_value, cov_col_value, cycle_value, cumulant_ij_il_in_value, cumulant_ij_tj_sj_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, cumulant_ij_il_in, cumulant_ij_tj_sj):
    """Return K, a, a_prime, c, c_prime, b_prime*d_prime and a status."""
    t0_0 = cumulant_ij_tj_sj*mean
    t0_1 = (cov_col * cov_col)
    c_prime = (-2.0*cov_col*(mean * mean) - 3.0*t0_0 + 4.0*t0_1)/(-t0_0 + 2.0*t0_1)
    status = positive(c_prime - 3.0, 1, OK)
    t1_0 = (cov_row * cov_row)
    t1_1 = (mean * mean)
    K_a = -2.0*mean*(-cov_row*t1_1 - cumulant_ij_il_in*mean + t1_0)/(cov_row*cumulant_ij_il_in - cumulant_ij_il_in*t1_1 + 4.0*mean*t1_0)
    t2_0 = (mean * mean)
    t2_1 = mean ** 6
    t2_2 = 4.0*cov_col
    t2_3 = 2.0*cov_row
    t2_4 = (mean * mean * mean * mean)
    t2_5 = 4.0*t2_4
    t2_6 = cycle*t2_5
    t2_7 = (cov_row * cov_row)
    t2_8 = 8.0*K_a
    t2_9 = 8.0*cov_row
    t2_10 = (cov_col * cov_col)
    t2_11 = (c_prime * c_prime)
    t2_12 = t2_11*t2_4
    t2_13 = cycle*t2_12
    t2_14 = (K_a * K_a)
    t2_15 = t2_0*t2_10
    t2_16 = t2_10*t2_7
    K = -(8.0*K_a*c_prime*cycle*t2_4 + 2.0*K_a*t2_10*t2_11*t2_7 + 8.0*K_a*t2_10*t2_7 - 2.0*K_a*t2_13 + 4.0*c_prime*cov_col*cov_row*t2_4 + 2.0*c_prime*cov_col*t2_0*t2_7 + 2.0*c_prime*cov_col*t2_1 + 8.0*c_prime*cov_row*t2_0*t2_10 + 4.0*c_prime*cycle*t2_14*t2_4 + 4.0*c_prime*cycle*t2_4 + 4.0*c_prime*t2_10*t2_4 - 4.0*c_prime*t2_14*t2_16 - c_prime*t2_16*t2_8 - cov_col*t2_4*t2_9 - cycle*t2_4*t2_8 - mean ** 8 - t2_0*t2_2*t2_7 - t2_1*t2_2 - t2_1*t2_3 + t2_10*t2_11*t2_14*t2_7 - t2_10*t2_12 + 4.0*t2_10*t2_14*t2_7 - t2_10*t2_5 - t2_11*t2_15*t2_3 - t2_13*t2_14 - t2_13 - t2_14*t2_6 - t2_15*t2_9 - t2_4*t2_7 - t2_6)/(((cov_row + t2_0) * (cov_row + t2_0))*((c_prime*cov_col - 2.0*cov_col - t2_0) * (c_prime*cov_col - 2.0*cov_col - t2_0)))
    status = positive(K, 2, status)
    t3_0 = (mean * mean)
    K_d_prime = c_prime*mean*(2.0*K_a*cov_row + K_a*t3_0 - t3_0)/((cov_row + t3_0)*(c_prime*cov_col - 2.0*cov_col - t3_0))
    t4_0 = (mean * mean)
    K_c = t4_0*(c_prime - 1.0)/(c_prime*cov_col - 2.0*cov_col - t4_0)
    t5_0 = K_a*cov_row
    t5_1 = (mean * mean)
    t5_2 = -t5_1
    a_prime = (K_a*t5_1 + 2.0*t5_0 + t5_2)/(t5_0 + t5_2)
    status = positive(a_prime - 3.0, 3, status)
    a = K_a/K
    status = positive(a, 4, status)
    c = K_c/K
    status = positive(c, 5, status)
    b_prime_d_prime = K_d_prime/K
    status = positive(b_prime_d_prime, 6, status)
    K_value = K
    a_value = a
    a_prime_value = a_prime
    c_value = c
    c_prime_value = c_prime
    b_prime_d_prime_value = b_prime_d_prime
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(c_prime_value, status), if_ok(b_prime_d_prime_value, status), status,)
