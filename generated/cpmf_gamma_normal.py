"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 217b536dbcebcbec6787d222e8a904bd9a4830dc66bd26cb56aafc415cde1fbb
record:    sha256 85442f900180ba9ef1c9da769b88a920ab41cf49da54364570b9a091add0930d
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 0b572150d922ebff42e8927ffa31b267513e38673343e02f229dfa5c388f71fe
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
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "mean*w > 0", "kind": "mean", "targets": ["mean"]},
{"text": "variance*( - rho_row*w**2 - rho_col*w**2 + w**2) > mean*w + kappa*mean*w**3", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
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
    t1 = b*d
    t2 = kappa*(w * w)
    t3 = a*t2
    t4 = c*t2
    t5 = t1*t2 + t1 + t2 + t3 + t4
    t6 = 1.0 / t5
    mean_value = t0*w/(b*d)
    variance_value = t0*t5/((b * b)*(d * d))
    rho_row_value = t4*t6
    rho_col_value = t3*t6
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(mean*w, 3, status)
    status = positive(-kappa*mean*(w * w * w) - mean*w + variance*(-rho_col*(w * w) - rho_row*(w * w) + (w * w)), 4, status)
    t_0 = variance*w
    t_1 = rho_col*t_0
    t_2 = rho_row*t_0
    t_3 = kappa*mean*(w * w)
    t_4 = mean + t_1 + t_2 + t_3 - variance*w
    t_5 = 1.0 / t_4
    K_value = -(mean * mean)*t_4/(rho_col*rho_row*(variance * variance)*w)
    a_value = -t_1*t_5
    c_value = -t_2*t_5
    b_d_value = -t_3*t_5
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
