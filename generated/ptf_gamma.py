"""ptf_gamma: Poisson factorization of a three-way array, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 9d4263547c7695eb, record 43c0dccb559a0359, generator 17dcd894fe957c05, body b1223f752cc074f2
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "ptf_gamma", "title": "Poisson factorization of a three-way array, Gamma priors",
"targets": ["mean", "variance", "rho_row", "rho_col", "rho_slice"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "e", "meaning": "shape of weight: standard deviation / mean = 1/sqrt(e)"},
{"name": "f", "meaning": "rate of weight: mean = shape / rate"}], "branches": 2,
"coordinates": ["a", "b", "c", "d", "e", "f"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"}, {"name": "e"},
{"name": "b*d*f", "exponents": {"b": 1, "d": 1, "f": 1}, "meaning": "rate of theta times rate of beta times rate of weight: all that data show"}],
"conditions": [{"text": "the quadratic equation for K has real roots"}, {"text": "K > 0"},
{"text": "a > 0"}, {"text": "c > 0"}, {"text": "e > 0"}, {"text": "b*d*f > 0"}],
"has_margins": false,
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1, "weight": 0}, "anchor": "b"},
{"weights": {"b": 1, "f": -1}, "prior_degrees": {"theta": -1, "beta": 0, "weight": 1}, "anchor": "d"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {}, "e": {"e": 1.0}, "f": {"b*d*f": 1.0}},
"priors": ["theta", "beta", "weight"], "priors_depend_on": ["a", "b", "c", "d", "e", "f"],
"axes": ["row", "col", "slice"]}
""")


@kernel
def prior_means(a, b, c, d, e, f):
    """Return the means of theta and beta and weight."""
    theta_value = a/b
    beta_value = c/d
    weight_value = e/f
    return (theta_value, beta_value, weight_value,)


@kernel
def moments(K, a, b, c, d, e, f):
    """Return mean, variance, rho_row, rho_col, rho_slice.

    mean = K*a*c*e/(b*d*f)
    variance = K*a*c*e*(a*c + a*e + a + b*d*f + c*e + c + e + 1)/(b**2*d**2*f**2)
    rho_row = c*e/(a*c + a*e + a + b*d*f + c*e + c + e + 1)
    rho_col = a*e/(a*c + a*e + a + b*d*f + c*e + c + e + 1)
    rho_slice = a*c/(a*c + a*e + a + b*d*f + c*e + c + e + 1)
    """
    t0 = K*e*(a*c)
    t1 = a + b*d*f + c + e + a*c + a*e + c*e + 1.0
    t2 = 1.0 / t1
    mean_value = t0/(b*d*f)
    variance_value = t0*t1/((b * b)*(d * d)*(f * f))
    rho_row_value = c*e*t2
    rho_col_value = a*e*t2
    rho_slice_value = a*c*t2
    return (mean_value, variance_value, rho_row_value, rho_col_value, rho_slice_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, rho_slice):
    """Return K, a, c, e, b*d*f and a status."""
    K_square = rho_col*rho_row*rho_slice*(variance * variance * variance)
    K_linear = (mean * mean)*(variance * variance)*(rho_col*rho_row + rho_col*rho_slice + rho_row*rho_slice)
    K_constant = (mean * mean * mean * mean)*(mean + rho_col*variance + rho_row*variance + rho_slice*variance - variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    a = (mean * mean)/(K*rho_row*variance)
    status = positive(a, 3, status)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 4, status)
    e = (mean * mean)/(K*rho_slice*variance)
    status = positive(e, 5, status)
    b_d_f = K*a*c*e/mean
    status = positive(b_d_f, 6, status)
    K_value = K
    a_value = a
    c_value = c
    e_value = e
    b_d_f_value = b_d_f
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(e_value, status), if_ok(b_d_f_value, status), status,)


@kernel
def solve_2(mean, variance, rho_row, rho_col, rho_slice):
    """Return K, a, c, e, b*d*f and a status."""
    K_square = rho_col*rho_row*rho_slice*(variance * variance * variance)
    K_linear = (mean * mean)*(variance * variance)*(rho_col*rho_row + rho_col*rho_slice + rho_row*rho_slice)
    K_constant = (mean * mean * mean * mean)*(mean + rho_col*variance + rho_row*variance + rho_slice*variance - variance)
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    a = (mean * mean)/(K*rho_row*variance)
    status = positive(a, 3, status)
    c = (mean * mean)/(K*rho_col*variance)
    status = positive(c, 4, status)
    e = (mean * mean)/(K*rho_slice*variance)
    status = positive(e, 5, status)
    b_d_f = K*a*c*e/mean
    status = positive(b_d_f, 6, status)
    K_value = K
    a_value = a
    c_value = c
    e_value = e
    b_d_f_value = b_d_f
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(e_value, status), if_ok(b_d_f_value, status), status,)
