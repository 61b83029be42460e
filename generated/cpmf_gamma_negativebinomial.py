"""cpmf_gamma_negativebinomial: Sums of a Poisson number of Negative Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 4fdf47d97d6e2c11, record 8bdf95a45d58aa60, generator 17dcd894fe957c05, body 2ad3967aa64d5401
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_negativebinomial",
"title": "Sums of a Poisson number of Negative Binomial draws, Gamma priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
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
"conditions": [{"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "kappa*mean/(1 - exp(-w)) < 0"},
{"text": "kappa**2*mean/(4*sinh(w/2)**2 - 4*exp(-w)*sinh(w/2)**2) + kappa**3*mean/(1 - 3*exp(-w) + 3*exp(-2*w) - exp(-3*w)) + variance*( - kappa**2*rho_row/(1 - 2*exp(-w) + exp(-2*w)) - kappa**2*rho_col/(1 - 2*exp(-w) + exp(-2*w)) + kappa**2/(1 - 2*exp(-w) + exp(-2*w))) > 0"}],
"conditions_at_k": [{"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "kappa*mean/(1 - exp(-w)) < 0"},
{"text": "kappa**2*mean/(4*sinh(w/2)**2 - 4*exp(-w)*sinh(w/2)**2) + kappa**3*mean/(1 - 3*exp(-w) + 3*exp(-2*w) - exp(-3*w)) + kappa**2*variance/(1 - 2*exp(-w) + exp(-2*w)) > 0"}],
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

    mean = -K*a*c*kappa*exp(w)/(b*d*(exp(w) - 1))
    """
    t0 = math.exp(w)
    t1 = t0 - 1.0
    t2 = a*(kappa*t0)
    t3 = K*c*t2
    t4 = c*(kappa*t0)
    t5 = kappa*t0*(b*d) + kappa*t0 + t2 + b*d + t4
    t6 = 1.0 / t5
    mean_value = -t3/(b*d*t1)
    variance_value = t3*t5/((b * b)*(d * d)*(t1 * t1))
    rho_row_value = t4*t6
    rho_col_value = t2*t6
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-kappa*mean/(1.0 - math.exp(-w)), 3, status)
    status = positive((kappa * kappa * kappa)*mean/(1.0 - 3.0*math.exp(-w) + 3.0*math.exp(-2.0*w) - math.exp(-3.0*w)) + (kappa * kappa)*mean/(4.0*(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - 4.0*math.exp(-w)*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + variance*(-(kappa * kappa)*rho_col/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)) - (kappa * kappa)*rho_row/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)) + (kappa * kappa)/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w))), 4, status)
    t_0 = 1.0 - math.exp(-w)
    t_1 = 1.0 / t_0
    t_2 = kappa*t_1*variance
    t_3 = (kappa * kappa)*mean/(t_0 * t_0)
    t_4 = (1.0 / 4.0)*kappa*mean/(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - kappa*rho_col*t_1*variance - kappa*rho_row*t_1*variance + t_2 + t_3
    t_5 = 1.0 / t_4
    K_value = (mean * mean)*t_0*t_4/(kappa*rho_col*rho_row*(variance * variance))
    a_value = rho_col*t_2*t_5
    c_value = rho_row*t_2*t_5
    b_d_value = -t_3*t_5
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(rho_row, 1, OK)
    status = positive(rho_col, 2, status)
    status = positive(-kappa*mean/(1.0 - math.exp(-w)), 3, status)
    status = positive((kappa * kappa * kappa)*mean/(1.0 - 3.0*math.exp(-w) + 3.0*math.exp(-2.0*w) - math.exp(-3.0*w)) + (kappa * kappa)*mean/(4.0*(math.sinh((0.5)*w) * math.sinh((0.5)*w)) - 4.0*math.exp(-w)*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + (kappa * kappa)*variance/(1.0 - 2.0*math.exp(-w) + math.exp(-2.0*w)), 4, status)
    t_0 = 1.0 - math.exp(-w)
    t_1 = (kappa * kappa * kappa)*(mean * mean)/(t_0 * t_0 * t_0)
    t_2 = kappa ** 6
    t_3 = t_2/t_0 ** 6
    t_4 = 4.0*K*(rho_col*rho_row)
    t_5 = kappa ** 7*t_4/t_0 ** 7
    t_6 = (mean * mean)*t_3
    t_7 = rho_col*t_1 + rho_row*t_1 + math.sqrt(K*mean*t_2*(rho_col*rho_row)/(t_0 ** 5*(math.sinh((0.5)*w) * math.sinh((0.5)*w))) + mean*t_5 + (rho_col * rho_col)*t_6 + (rho_row * rho_row)*t_6 + 2.0*t_6*(rho_col*rho_row) + t_3*t_4*variance)*abs(mean)
    t_8 = 2.0/t_7
    a_value = -t_8*(rho_col*t_1)
    c_value = -t_8*(rho_row*t_1)
    b_d_value = -(mean * mean * mean)*t_5/(t_7 * t_7)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
