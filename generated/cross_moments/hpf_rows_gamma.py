"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 df0480d398197a337bc08c1edb5632d9e1929b616bb10aacde814e6f89a01783
record:    sha256 68bb5a42bbdde568f318ba667b8210859b74bc32cd1ed703fc8f10da30038354
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 69881a6e462e8a876fec75ace616a8c93eecae10cbda683c751562fb90cef120
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "hpf_rows_gamma",
"title": "Poisson factorization with a level above the rows only, Gamma priors", "targets": ["mean",
"cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "a_prime", "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "b_prime", "meaning": "in the rate of xi"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"}], "needs": ["a"], "branches": 2,
"coordinates": ["a_prime", "b_prime", "c", "d"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a_prime", "exponents": {"a_prime": 1}, "meaning": "shape of xi, in the rate of xi: standard deviation / mean = 1/sqrt(a_prime)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b_prime*d", "exponents": {"b_prime": 1, "d": 1}, "meaning": "in the rate of xi times rate of beta: all that data show"}],
"conditions": [{"text": "the quadratic equation for K has real roots", "kind": "other", "targets": []},
{"text": "K > 0", "kind": "other", "targets": []},
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
    """Return mean, cov_row, cov_col, cycle.

    mean = K*a*a_prime*c/(b_prime*d*(a_prime - 1))
    cov_col = K*a**2*a_prime**2*c/(b_prime**2*d**2*(a_prime - 1)**2)
    """
    t0 = a_prime - 1.0
    t1 = K*a
    t2 = (c * c)
    t3 = a_prime - 2.0
    t4 = (a_prime * a_prime)
    t5 = t4/((b_prime * b_prime)*(d * d)*(t0 * t0))
    t6 = K*(a * a)
    t7 = 2.0*a
    mean_value = a_prime*c*t1/(b_prime*d*t0)
    cov_row_value = t1*t2*t5*(t0 + t1)/t3
    cov_col_value = c*t5*t6
    cycle_value = (a_prime * a_prime * a_prime * a_prime)*t2*t6*(a_prime*t7 - 2.0*a_prime + t4 + t6 - t7 + 1.0)/((b_prime * b_prime * b_prime * b_prime)*(d * d * d * d)*(t0 * t0 * t0 * t0)*(t3 * t3))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    K_square = (a * a)*((cov_col * cov_col)*(cov_row * cov_row) - cycle*(mean * mean * mean * mean))
    t1_0 = (cov_col * cov_col)
    t1_1 = (cov_row * cov_row)*t1_0
    t1_2 = (mean * mean * mean * mean)
    t1_3 = 2.0*a
    K_linear = 2.0*cov_row*(mean * mean)*t1_0 - cycle*t1_2*t1_3 + t1_0*t1_2 + t1_1*t1_3 + t1_1
    t2_0 = (mean * mean)
    t2_1 = (cov_col * cov_col)
    K_constant = -t2_0*(2.0*cov_row*t2_1 + cycle*t2_0 + t2_0*t2_1)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    t7_0 = K*a
    t7_1 = cov_row*t7_0
    t7_2 = (mean * mean)
    t7_3 = -t7_2
    a_prime = (t7_0*t7_2 + 2.0*t7_1 + t7_3)/(t7_1 + t7_3)
    status = positive(a_prime - 2.0, 3, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 4, status)
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
    t1_0 = (cov_col * cov_col)
    t1_1 = (cov_row * cov_row)*t1_0
    t1_2 = (mean * mean * mean * mean)
    t1_3 = 2.0*a
    K_linear = 2.0*cov_row*(mean * mean)*t1_0 - cycle*t1_2*t1_3 + t1_0*t1_2 + t1_1*t1_3 + t1_1
    t2_0 = (mean * mean)
    t2_1 = (cov_col * cov_col)
    K_constant = -t2_0*(2.0*cov_row*t2_1 + cycle*t2_0 + t2_0*t2_1)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    t7_0 = K*a
    t7_1 = cov_row*t7_0
    t7_2 = (mean * mean)
    t7_3 = -t7_2
    a_prime = (t7_0*t7_2 + 2.0*t7_1 + t7_3)/(t7_1 + t7_3)
    status = positive(a_prime - 2.0, 3, status)
    c = (mean * mean)/(K*cov_col)
    status = positive(c, 4, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 5, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)
