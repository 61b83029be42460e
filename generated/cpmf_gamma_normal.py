"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 217b536dbcebcbec, record b67e49a1c8365041, generator 17dcd894fe957c05, body 0ff61e3d729fc364
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_normal", "title": "Sums of a Poisson number of Normal draws, Gamma priors",
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
"conditions": [{"text": "rho_row > 0"}, {"text": "rho_col > 0"}, {"text": "mean*w > 0"},
{"text": "variance*( - rho_row*w**2 - rho_col*w**2 + w**2) > mean*w + kappa*mean*w**3"}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d", "w", "kappa"],
"observed_is_count": false, "observed_sign": "real", "axes": ["row", "col"]}
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

    mean = K*a*c*kappa*w/(b*d)
    rho_row = c*kappa*w**2/(a*kappa*w**2 + b*d*kappa*w**2 + b*d + c*kappa*w**2 + kappa*w**2)
    rho_col = a*kappa*w**2/(a*kappa*w**2 + b*d*kappa*w**2 + b*d + c*kappa*w**2 + kappa*w**2)
    """
    t0 = K*a*c*kappa
    t1 = kappa*(w * w)
    t2 = b*d*t1 + b*d + t1 + a*t1 + c*t1
    t3 = 1.0 / t2
    mean_value = t0*w/(b*d)
    variance_value = t0*t2/((b * b)*(d * d))
    rho_row_value = c*t1*t3
    rho_col_value = a*t1*t3
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(mean*w, 3, status)
    status = positive(-kappa*mean*(w * w * w) - mean*w + variance*(-rho_col*(w * w) - rho_row*(w * w) + (w * w)), 4, status)
    t_0 = rho_col*(variance*w)
    t_1 = rho_row*(variance*w)
    t_2 = kappa*mean*(w * w)
    t_3 = mean + t_0 + t_1 + t_2 - variance*w
    t_4 = 1.0 / t_3
    K_value = -(mean * mean)*t_3/(rho_col*rho_row*(variance * variance)*w)
    a_value = -t_0*t_4
    c_value = -t_1*t_4
    b_d_value = -t_2*t_4
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
