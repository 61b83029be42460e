"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model c68c5fa284664ae8, record 541731cb35518702, generator 17dcd894fe957c05, body 22fa7bc0088bdba3
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_binomial", "title": "Sums of a Poisson number of Binomial draws, Gamma priors",
"targets": ["mean", "variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "real"},
{"name": "kappa", "meaning": "in the number of trials of Y"}], "needs": ["w", "kappa"],
"coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K"}, {"name": "a"}, {"name": "c"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "rho_row + rho_col < 1"},
{"text": "kappa*variance*exp(w)/(exp(w) + 1) > kappa*mean/(4*cosh(w/2)**2) + kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)"},
{"text": "variance*( - kappa*rho_row*exp(w)/(exp(w) + 1) - kappa*rho_col*exp(w)/(exp(w) + 1) + kappa*exp(w)/(exp(w) + 1)) > kappa*mean/(4*cosh(w/2)**2) + kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "kappa*variance*exp(w)/(exp(w) + 1) > kappa*mean/(4*cosh(w/2)**2) + kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)"}],
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

    mean = K*a*c*kappa*exp(w)/(b*d*(exp(w) + 1))
    """
    t0 = math.exp(w)
    t1 = t0 + 1.0
    t2 = a*(kappa*t0)
    t3 = K*c*t2
    t4 = c*(kappa*t0)
    t5 = kappa*t0*(b*d) + kappa*t0 + t2 + b*d + t4
    t6 = 1.0 / t5
    mean_value = t3/(b*d*t1)
    variance_value = t3*t5/((b * b)*(d * d)*(t1 * t1))
    rho_row_value = t4*t6
    rho_col_value = t2*t6
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + kappa*variance*math.exp(w)/(math.exp(w) + 1.0), 5, status)
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + variance*(-kappa*rho_col*math.exp(w)/(math.exp(w) + 1.0) - kappa*rho_row*math.exp(w)/(math.exp(w) + 1.0) + kappa*math.exp(w)/(math.exp(w) + 1.0)), 6, status)
    t_0 = math.exp(w)
    t_1 = t_0 + 1.0
    t_2 = (kappa * kappa)*mean*math.exp(2.0*w)/(t_1 * t_1)
    t_3 = 1.0 / t_1
    t_4 = kappa*t_0*t_3
    t_5 = -1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) - t_2 + variance*(kappa*t_0*t_3 - rho_col*t_4 - rho_row*t_4)
    t_6 = 1.0 / t_5
    K_value = (mean * mean)*t_1*t_5*math.exp(-w)/(kappa*rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_4*(t_6*variance)
    c_value = rho_row*t_4*(t_6*variance)
    b_d_value = t_2*t_6
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-(kappa * kappa)*mean*math.exp(2.0*w)/(math.exp(2.0*w) + 2.0*math.exp(w) + 1.0) - 1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) + kappa*variance*math.exp(w)/(math.exp(w) + 1.0), 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = (1.0 / 4.0)*mean
    t_3 = (0.5)*w
    t_4 = kappa/(math.cosh(t_3) * math.cosh(t_3))
    t_5 = math.exp(w)
    t_6 = t_5 + 1.0
    t_7 = 1.0 / t_6
    t_8 = (kappa * kappa)*math.exp(2.0*w)/(t_6 * t_6)
    t_9 = kappa*t_5*t_7*variance - t_2*t_4 - mean*t_8
    t_10 = math.sqrt(kappa)*math.exp(t_3)/math.sqrt(t_6)
    t_11 = kappa*t_5*t_7
    t_12 = 4.0*rho_col*(K*rho_row)
    t_13 = (mean * mean)*t_11
    t_14 = rho_row*(mean*t_10) + mean*rho_col*t_10 + math.sqrt((rho_col * rho_col)*t_13 + 2.0*rho_col*rho_row*t_13 + (rho_row * rho_row)*t_13 - mean*rho_col*(K*rho_row)*t_4 + t_11*t_12*variance - t_12*(mean*t_8))
    t_15 = (0.5)*(mean*t_10)*t_14/t_9
    t_16 = 1.0 / rho_col
    a_value = t_1*t_15
    c_value = t_0*t_15*t_16
    b_d_value = t_1*(t_14 * t_14)*t_2*t_16*t_8/(t_9 * t_9)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
