"""cpmf_gamma_inversegaussian: Sums of a Poisson number of Inverse Gaussian draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 31d00a9ca231725c, record 213ee0c067076a0b, generator 17dcd894fe957c05, body 7eca2224d3c5eb7c
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_inversegaussian",
"title": "Sums of a Poisson number of Inverse Gaussian draws, Gamma priors", "targets": ["mean",
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
"conditions": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "rho_row + rho_col < 1"},
{"text": "kappa**2*mean/(2*w) + sqrt(2)*kappa*variance/(2*sqrt(-w)) > sqrt(2)*kappa*mean/(4*(-w)**(3/2))"},
{"text": "kappa**2*mean/(2*w) + variance*( - sqrt(2)*kappa*rho_row/(2*sqrt(-w)) - sqrt(2)*kappa*rho_col/(2*sqrt(-w)) + sqrt(2)*kappa/(2*sqrt(-w))) > sqrt(2)*kappa*mean/(4*(-w)**(3/2))"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "rho_row > 0"}, {"text": "rho_col > 0"},
{"text": "kappa**2*mean/(2*w) + sqrt(2)*kappa*variance/(2*sqrt(-w)) > sqrt(2)*kappa*mean/(4*(-w)**(3/2))"}],
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

    mean = sqrt(2)*K*a*c*kappa/(2*b*d*sqrt(-w))
    """
    t0 = math.sqrt(2.0)
    t1 = -w
    t2 = K*a*c*kappa
    t3 = math.pow(t1, 3.0 / 2.0)
    t4 = 2.0*kappa*t3
    t5 = b*d*t0*w - b*d*t4 - t4 - a*t4 - c*t4
    t6 = 1.0 / t5
    mean_value = (0.5)*t0*t2/(b*d*math.sqrt(t1))
    variance_value = (1.0 / 4.0)*t2*t5/((b * b)*(d * d)*t3*w)
    rho_row_value = -c*t4*t6
    rho_col_value = -a*t4*t6
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col, w, kappa):
    """Return K, a, c, b*d and a status."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive(-rho_col - rho_row + 1.0, 4, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + (0.5)*math.sqrt(2.0)*kappa*variance/math.sqrt(-w), 5, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + variance*(-0.5*math.sqrt(2.0)*kappa*rho_col/math.sqrt(-w) - 0.5*math.sqrt(2.0)*kappa*rho_row/math.sqrt(-w) + (0.5)*math.sqrt(2.0)*kappa/math.sqrt(-w)), 6, status)
    t_0 = math.sqrt(2.0)
    t_1 = -w
    t_2 = math.sqrt(t_1)
    t_3 = (0.5)*(kappa * kappa)*mean/w
    t_4 = 1.0 / t_2
    t_5 = (0.5)*(kappa*t_0)*t_4
    t_6 = -1.0 / 4.0*mean*(kappa*t_0)/math.pow(t_1, 3.0 / 2.0) + t_3 + variance*((0.5)*kappa*t_0*t_4 - rho_col*t_5 - rho_row*t_5)
    t_7 = 1.0 / t_6
    K_value = (mean * mean)*t_0*t_2*t_6/(kappa*rho_col*rho_row*(variance * variance))
    a_value = t_7*variance*(rho_col*t_5)
    c_value = t_7*variance*(rho_row*t_5)
    b_d_value = -t_7*t_3
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_row, rho_col, w, kappa):
    """Return a, c, b*d and a status, for a given K; mean, variance, rho_row/rho_col hold."""
    status = positive(mean, 1, OK)
    status = positive(rho_row, 2, status)
    status = positive(rho_col, 3, status)
    status = positive((0.5)*(kappa * kappa)*mean/w - 1.0 / 4.0*math.sqrt(2.0)*kappa*mean/math.pow(-w, 3.0 / 2.0) + (0.5)*math.sqrt(2.0)*kappa*variance/math.sqrt(-w), 4, status)
    t_0 = 1.0 / K
    t_1 = t_0/rho_row
    t_2 = (0.5)*mean
    t_3 = (kappa * kappa)/w
    t_4 = (1.0 / 4.0)*mean
    t_5 = -w
    t_6 = math.sqrt(2.0)*kappa
    t_7 = t_6/math.pow(t_5, 3.0 / 2.0)
    t_8 = t_6/math.sqrt(t_5)
    t_9 = (0.5)*t_8
    t_10 = t_2*t_3 - t_4*t_7 + t_9*variance
    t_11 = math.pow(2.0, 3.0 / 4.0)*math.sqrt(kappa)/math.pow(t_5, 1.0 / 4.0)
    t_12 = rho_col*rho_row*t_8
    t_13 = (mean * mean)*t_9
    t_14 = rho_col*(t_11*t_2) + rho_row*(t_11*t_2) + math.sqrt(-K*mean*(rho_col*rho_row)*t_7 + (rho_col * rho_col)*t_13 + (rho_row * rho_row)*t_13 + rho_col*rho_row*(2.0*K)*(mean*t_3) + 2.0*K*t_12*variance + (mean * mean)*t_12)
    t_15 = t_11*t_14*t_4/t_10
    t_16 = 1.0 / rho_col
    a_value = t_1*t_15
    c_value = t_0*t_15*t_16
    b_d_value = -1.0 / 8.0*t_1*(mean*t_3)*(t_14 * t_14)*t_16/(t_10 * t_10)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
