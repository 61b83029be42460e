"""cpmf_gamma_poisson: Sums of a Poisson number of Poisson draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model cd66f5f878aac3e8, record fa7d1fe54fb45fd1, generator 17dcd894fe957c05, body aad1c3f5ec1415e4
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_poisson", "title": "Sums of a Poisson number of Poisson draws, Gamma priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "real"},
{"name": "kappa", "meaning": "in the dispersion weight of Y"}], "needs": ["w", "kappa"],
"coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "rho_row + rho_col < 1"}, {"text": "variance > mean + kappa*mean*exp(w)"},
{"text": "variance*(1 - rho_row - rho_col) > mean + kappa*mean*exp(w)"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "variance > mean + kappa*mean*exp(w)"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "w", "kappa"], "axes": ["row",
"col"]}
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

    mean = K*a*c*kappa*exp(w)/(b*d)
    """
    t0 = kappa*math.exp(w)
    t1 = K*c*(a*t0)
    t2 = t0*(b*d) + t0 + a*t0 + b*d + c*t0
    t3 = 1.0 / t2
    mean_value = t1/(b*d)
    variance_value = t1*t2/((b * b)*(d * d))
    rho_row_value = c*t0*t3
    rho_col_value = a*t0*t3
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status.

    a = rho_col*variance/(-kappa*mean*exp(w) - mean + variance*(-rho_col - rho_row + 1))
    c = rho_row*variance/(-kappa*mean*exp(w) - mean + variance*(-rho_col - rho_row + 1))
    b*d = kappa*mean*exp(w)/(-kappa*mean*exp(w) - mean + variance*(-rho_col - rho_row + 1))
    """
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-kappa*mean*math.exp(w) - mean + variance, 5, status)
    status = positive(-kappa*mean*math.exp(w) - mean + variance*(-rho_col - rho_row + 1.0), 6, status)
    t_0 = kappa*mean*math.exp(w)
    t_1 = -mean - t_0 + variance*(-rho_col - rho_row + 1.0)
    t_2 = 1.0 / t_1
    K_value = (mean * mean)*t_1/(rho_col*rho_row*(variance * variance))
    a_value = rho_col*(t_2*variance)
    c_value = rho_row*(t_2*variance)
    b_d_value = t_0*t_2
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-kappa*mean*math.exp(w) - mean + variance, 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = kappa*mean*math.exp(w)
    t_3 = -mean - t_2 + variance
    t_4 = mean*rho_col + mean*rho_row + math.sqrt(4.0*K*t_3*(rho_col*rho_row) + (rho_col * rho_col)*(mean * mean) + (rho_row * rho_row)*(mean * mean) + 2.0*(mean * mean)*(rho_col*rho_row))
    t_5 = (0.5)*mean*t_4/t_3
    t_6 = 1.0 / rho_col
    a_value = t_1*t_5
    c_value = t_0*t_5*t_6
    b_d_value = (1.0 / 4.0)*t_1*t_2*(t_4 * t_4)*t_6/(t_3 * t_3)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
