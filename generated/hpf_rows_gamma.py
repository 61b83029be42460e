"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model df0480d398197a33, record 09949187c675f622, generator 17dcd894fe957c05, body 5d1c0e3073eabd8f
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
"coordinates": ["a_prime", "b_prime", "c", "d"], "moments_exist": ["a_prime > 2"],
"identified": [{"name": "K"}, {"name": "a_prime"}, {"name": "c"},
{"name": "b_prime*d", "exponents": {"b_prime": 1, "d": 1}, "meaning": "in the rate of xi times rate of beta: all that data show"}],
"conditions": [{"text": "K > 0"}, {"text": "c > 0"}, {"text": "a_prime > 2"},
{"text": "b_prime*d > 0"}], "has_margins": false,
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
    """Return mean, variance, rho_row, rho_col. All of them exist only where a_prime > 2.

    mean = K*a*a_prime*c/(b_prime*d*(a_prime - 1))
    """
    t0 = a_prime - 1.0
    t1 = K*c*(a*a_prime)
    t2 = a_prime - 2.0
    t3 = a*(a_prime * a_prime) - 3.0*a_prime*(b_prime*d) - a_prime + c*(a_prime * a_prime) - a*a_prime + t1 + (a_prime * a_prime)*(b_prime*d) + (a_prime * a_prime) - a_prime*c + 2.0*(b_prime*d)
    t4 = 1.0 / t3
    mean_value = t1/(b_prime*d*t0)
    variance_value = t1*t3/((b_prime * b_prime)*(d * d)*(t0 * t0)*t2)
    rho_row_value = a_prime*c*t4*(K*a + t0)
    rho_col_value = a*a_prime*t2*t4
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, a):
    """Return K, a_prime, c, b_prime*d and a status."""
    t0_0 = (mean * mean)*variance
    t0_1 = rho_col*rho_row*(variance * variance)
    K = -(mean * mean)*(mean + rho_row*variance - variance)/(a*(mean * mean * mean) + a*(mean * mean)*(rho_row*variance) - a*t0_0 + a*(rho_col*t0_0) + a*t0_1 + rho_col*t0_0 + t0_1)
    status = positive(K, 1, OK)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 2, status)
    t2_0 = -(mean * mean)
    t2_1 = rho_row*(K*a)*variance
    a_prime = ((mean * mean)*(K*a) + t2_0 + 2.0*t2_1)/(t2_0 + t2_1)
    status = positive(a_prime - 2.0, 3, status)
    b_prime_d = K*a*a_prime*c/(mean*(a_prime - 1.0))
    status = positive(b_prime_d, 4, status)
    K_value = K
    a_prime_value = a_prime
    c_value = c
    b_prime_d_value = b_prime_d
    return (if_ok(K_value, status), if_ok(a_prime_value, status), if_ok(c_value, status), if_ok(b_prime_d_value, status), status,)
