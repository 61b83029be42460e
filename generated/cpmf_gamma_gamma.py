"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a01fd0f5b186da59ec5d7d4cdf5b634c1b62b718bcdc7b73ced12291a0f0e7da
record:    sha256 914c933269f82d143ec7487b8427b4fe86217835110a51f00f473dd83d077074
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 8d9bfef9d21d3b57a3244497f76bdc2d959d79389ebec03819e4daee69e7c35d
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_gamma", "title": "Sums of a Poisson number of Gamma draws, Gamma priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "negative"},
{"name": "kappa", "meaning": "in the dispersion weight of Y"}], "needs": ["w", "kappa"],
"coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "rho_row + rho_col < 1", "kind": "correlation_sum", "targets": ["rho_col", "rho_row"]},
{"text": "mean + kappa*mean + variance*w < 0", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "variance*(rho_row*w + rho_col*w - w) > mean + kappa*mean", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "mean + kappa*mean + variance*w < 0", "kind": "overdispersion", "targets": ["mean", "variance"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "w", "kappa"],
"observed_is_count": false, "axes": ["row", "col"]}
""")


@kernel
def prior_means(a, b, c, d, w, kappa):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, w, kappa):
    """Return mean, variance, rho_row, rho_col.

    mean = -K*a*c*kappa/(b*d*w)
    variance = K*a*c*kappa*(a*kappa + b*d*kappa + b*d + c*kappa + kappa)/(b**2*d**2*w**2)
    rho_row = c*kappa/(a*kappa + b*d*kappa + b*d + c*kappa + kappa)
    rho_col = a*kappa/(a*kappa + b*d*kappa + b*d + c*kappa + kappa)
    """
    t0 = a*kappa
    t1 = K*c*t0
    t2 = b*d
    t3 = c*kappa
    t4 = kappa*t2 + kappa + t0 + t2 + t3
    t5 = 1.0 / t4
    mean_value = -t1/(b*d*w)
    variance_value = t1*t4/((b * b)*(d * d)*(w * w))
    rho_row_value = t3*t5
    rho_col_value = t0*t5
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status.

    a = -rho_col*variance*w/(-kappa*mean - mean + variance*(rho_col*w + rho_row*w - w))
    c = -rho_row*variance*w/(-kappa*mean - mean + variance*(rho_col*w + rho_row*w - w))
    b*d = kappa*mean/(-kappa*mean - mean + variance*(rho_col*w + rho_row*w - w))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean - mean - variance*w, 5, status)
    status = positive(-kappa*mean - mean + variance*(rho_col*w + rho_row*w - w), 6, status)
    t_0 = kappa*mean
    t_1 = rho_col*w
    t_2 = rho_row*w
    t_3 = -mean - t_0 + variance*(t_1 + t_2 - w)
    t_4 = 1.0 / t_3
    t_5 = t_4*variance
    K_value = -(mean * mean)*t_3/(rho_col*rho_row*(variance * variance)*w)
    a_value = -t_1*t_5
    c_value = -t_2*t_5
    b_d_value = t_0*t_4
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-kappa*mean - mean - variance*w, 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = kappa*mean
    t_3 = -mean - t_2 - variance*w
    t_4 = mean*(w * w)
    t_5 = (w * w * w)
    t_6 = rho_col*rho_row
    t_7 = 4.0*K*t_6
    t_8 = t_5*t_7
    t_9 = (w * w * w * w)
    t_10 = (mean * mean)*t_9
    t_11 = rho_col*t_4 + rho_row*t_4 + math.sqrt(mean*t_8 + (rho_col * rho_col)*t_10 + (rho_row * rho_row)*t_10 + 2.0*t_10*t_6 + t_2*t_8 + t_7*t_9*variance)
    t_12 = (0.5)*mean*t_11/(t_3*w)
    t_13 = 1.0 / rho_col
    a_value = -t_1*t_12
    c_value = -t_0*t_12*t_13
    b_d_value = -1.0 / 4.0*t_1*(t_11 * t_11)*t_13*t_2/((t_3 * t_3)*t_5)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
