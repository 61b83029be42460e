"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 c68c5fa284664ae8672bb8e8515c4344a7cca2ab18ee5df6677bb712c243728a
record:    sha256 99b3429bc777573e7db58e2f1b950b51dd923ae05c1c0b3ed4be82a3679384d9
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 5cb06d047ad3fb180693fe33bee02c263d430b539be142f33d8ae2fa35adc1de
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
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "variance", "rho_row/rho_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "rho_row + rho_col < 1", "kind": "correlation_sum", "targets": ["rho_col", "rho_row"]},
{"text": "kappa*variance*exp(w)/(exp(w) + 1) > kappa*mean/(4*cosh(w/2)**2) + kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "variance*( - kappa*rho_row*exp(w)/(exp(w) + 1) - kappa*rho_col*exp(w)/(exp(w) + 1) + kappa*exp(w)/(exp(w) + 1)) > kappa*mean/(4*cosh(w/2)**2) + kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)", "kind": "interaction", "targets": ["mean", "rho_col", "rho_row", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "rho_row > 0", "kind": "correlation", "targets": ["rho_row"]},
{"text": "rho_col > 0", "kind": "correlation", "targets": ["rho_col"]},
{"text": "kappa*variance*exp(w)/(exp(w) + 1) > kappa*mean/(4*cosh(w/2)**2) + kappa**2*mean*exp(2*w)/(exp(2*w) + 2*exp(w) + 1)", "kind": "overdispersion", "targets": ["mean", "variance"]}],
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
    t2 = kappa*t0
    t3 = a*t2
    t4 = K*c*t3
    t5 = b*d
    t6 = c*t2
    t7 = t2*t5 + t2 + t3 + t5 + t6
    t8 = 1.0 / t7
    mean_value = t4/(b*d*t1)
    variance_value = t4*t7/((b * b)*(d * d)*(t1 * t1))
    rho_row_value = t6*t8
    rho_col_value = t3*t8
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
    t_5 = rho_col*t_4
    t_6 = rho_row*t_4
    t_7 = -1.0 / 4.0*kappa*mean/(math.cosh((0.5)*w) * math.cosh((0.5)*w)) - t_2 + variance*(kappa*t_0*t_3 - t_5 - t_6)
    t_8 = 1.0 / t_7
    t_9 = t_8*variance
    K_value = (mean * mean)*t_1*t_7*math.exp(-w)/(kappa*rho_col*rho_row*(variance * variance))
    a_value = t_5*t_9
    c_value = t_6*t_9
    b_d_value = t_2*t_8
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
    t_2 = (kappa * kappa)
    t_3 = math.exp(w)
    t_4 = t_3 + 1.0
    t_5 = (t_4 * t_4)
    t_6 = (1.0 / 4.0)*mean
    t_7 = kappa/(math.cosh((0.5)*w) * math.cosh((0.5)*w))
    t_8 = 1.0 / t_4
    t_9 = 2.0*w
    t_10 = mean*t_2*math.exp(t_9)/t_5
    t_11 = kappa*t_3*t_8*variance - t_10 - t_6*t_7
    t_12 = mean*rho_col
    t_13 = (kappa * kappa * kappa)
    t_14 = (t_4 * t_4 * t_4)
    t_15 = 3.0*w
    t_16 = t_13*math.exp(t_15)/t_14
    t_17 = K*rho_row
    t_18 = kappa*t_3*t_8
    t_19 = 4.0*rho_col*t_17
    t_20 = (mean * mean)*t_18
    t_21 = math.pow(kappa, 5.0 / 2.0)*math.sqrt((rho_col * rho_col)*t_20 + 2.0*rho_col*rho_row*t_20 + (rho_row * rho_row)*t_20 - t_10*t_19 - t_12*t_17*t_7 + t_18*t_19*variance)*math.exp((5.0 / 2.0)*w)/math.pow(t_4, 5.0 / 2.0) + mean*rho_row*t_16 + t_12*t_16
    t_22 = (0.5)*mean*t_21*t_5*math.exp(-t_9)/(t_11*t_2)
    t_23 = 1.0 / rho_col
    a_value = t_1*t_22
    c_value = t_0*t_22*t_23
    b_d_value = t_1*t_14*(t_21 * t_21)*t_23*t_6*math.exp(-t_15)/((t_11 * t_11)*t_13)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
