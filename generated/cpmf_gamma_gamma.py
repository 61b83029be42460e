"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model a01fd0f5b186da59, record 5e19a93e4ba44fe8, generator 17dcd894fe957c05, body 64bb779c733d3e93
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
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "rho_row + rho_col < 1"}, {"text": "mean + kappa*mean + variance*w < 0"},
{"text": "variance*(rho_row*w + rho_col*w - w) > mean + kappa*mean"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "mean + kappa*mean + variance*w < 0"}],
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
    t0 = K*c*(a*kappa)
    t1 = kappa*(b*d) + kappa + a*kappa + b*d + c*kappa
    t2 = 1.0 / t1
    mean_value = -t0/(b*d*w)
    variance_value = t0*t1/((b * b)*(d * d)*(w * w))
    rho_row_value = c*kappa*t2
    rho_col_value = a*kappa*t2
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
    t_0 = -mean - kappa*mean + variance*(rho_col*w + rho_row*w - w)
    t_1 = 1.0 / t_0
    K_value = -(mean * mean)*t_0/(rho_col*rho_row*(variance * variance)*w)
    a_value = -rho_col*w*(t_1*variance)
    c_value = -rho_row*w*(t_1*variance)
    b_d_value = kappa*mean*t_1
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
    t_2 = -mean - kappa*mean - variance*w
    t_3 = mean*(w * w)
    t_4 = (w * w * w)
    t_5 = 4.0*K*(rho_col*rho_row)
    t_6 = (w * w * w * w)
    t_7 = (mean * mean)*t_6
    t_8 = rho_col*t_3 + rho_row*t_3 + math.sqrt(mean*(t_4*t_5) + (rho_col * rho_col)*t_7 + (rho_row * rho_row)*t_7 + 2.0*t_7*(rho_col*rho_row) + kappa*mean*(t_4*t_5) + t_5*t_6*variance)
    t_9 = (0.5)*mean*t_8/(t_2*w)
    t_10 = 1.0 / rho_col
    a_value = -t_1*t_9
    c_value = -t_0*t_9*t_10
    b_d_value = -1.0 / 4.0*t_1*(t_8 * t_8)*t_10*(kappa*mean)/((t_2 * t_2)*t_4)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
