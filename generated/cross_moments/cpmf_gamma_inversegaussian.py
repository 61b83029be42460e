"""cpmf_gamma_inversegaussian: Sums of a Poisson number of Inverse Gaussian draws, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 31d00a9ca231725cd0b5dd1c564d408277e26b8cd690d10f565767b6c4ab17fa
record:    sha256 a6ae54be29608901f17768333daa0c2ee41dbf6aa6999f8ae0cf034f2c20fe19
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 5386f2ea878509b6190df26613bca6180821389bec080f64c758566a367f68b8
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "cpmf_gamma_inversegaussian",
"title": "Sums of a Poisson number of Inverse Gaussian draws, Gamma priors", "targets": ["mean",
"cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "w", "meaning": "natural parameter of Y", "domain": "negative"},
{"name": "kappa", "meaning": "in the dispersion weight of Y"}], "needs": ["w"], "coordinates": ["a",
"b", "c", "d", "kappa"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "kappa", "exponents": {"kappa": 1}, "meaning": "in the dispersion weight of Y"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "kappa", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col",
"variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "2*cov_col*cov_row*mean/w + 4*cov_col*cov_row*variance > 4*cycle*mean**2 + 4*cov_col*cov_row**2 + 4*cov_col**2*cov_row", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "2*variance/sqrt(-w) > mean/(-w)**(3/2)", "kind": "overdispersion", "targets": ["mean", "variance"]},
{"text": "2*mean**2*variance/sqrt(-w) + 2*K*cov_col*cov_row*w/(-w)**(3/2) > 2*cov_row*mean**2/sqrt(-w) + 2*cov_col*mean**2/sqrt(-w) + mean**3/(-w)**(3/2)", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}, "kappa": {"kappa": 1.0}},
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
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = sqrt(2)*K*a*c*kappa/(2*b*d*sqrt(-w))
    cov_row = -K*a*c**2*kappa**2/(2*b**2*d**2*w)
    cov_col = -K*a**2*c*kappa**2/(2*b**2*d**2*w)
    cycle = K*a**2*c**2*kappa**4/(4*b**4*d**4*w**2)
    """
    t0 = math.sqrt(2.0)
    t1 = -w
    t2 = (0.5)*a
    t3 = K*c
    t4 = kappa*t3
    t5 = K*(c * c)
    t6 = 1.0/((b * b)*(d * d)*w)
    t7 = (kappa * kappa)*t6
    t8 = (a * a)
    t9 = math.pow(t1, 3.0 / 2.0)
    t10 = 2.0*kappa*t9
    mean_value = t0*t2*t4/(b*d*math.sqrt(t1))
    cov_row_value = -t2*t5*t7
    cov_col_value = -0.5*t3*t7*t8
    cycle_value = (1.0 / 4.0)*(kappa * kappa * kappa * kappa)*t5*t8/((b * b * b * b)*(d * d * d * d)*(w * w))
    variance_value = (1.0 / 4.0)*a*t4*t6*(-a*t10 + b*d*t0*w - b*d*t10 - c*t10 - t10)/t9
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance, w):
    """Return K, a, c, kappa, b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-4.0*(cov_col * cov_col)*cov_row - 4.0*cov_col*(cov_row * cov_row) + 2.0*cov_col*cov_row*mean/w + 4.0*cov_col*cov_row*variance - 4.0*cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = (mean * mean)
    t_3 = 1.0/(cycle*t_2)
    t_4 = cycle*t_2
    t_5 = cov_col*cov_row
    t_6 = mean*t_5/w
    t_7 = t_5*(-cov_col - cov_row + variance)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = cov_row*t_0*t_3
    c_value = cov_col*t_1*t_3
    kappa_value = (0.5)*math.sqrt(2.0)*math.sqrt(-w)*(-2.0*t_4 + t_6 + 2.0*t_7)/(cov_col*cov_row*mean)
    b_d_value = t_3*(-t_4 + (0.5)*t_6 + t_7)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance, w):
    """Return a, c, kappa, b*d and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-mean/math.pow(-w, 3.0 / 2.0) + 2.0*variance/math.sqrt(-w), 4, status)
    status = positive(2.0*K*cov_col*cov_row*w/math.pow(-w, 3.0 / 2.0) - 2.0*cov_col*(mean * mean)/math.sqrt(-w) - 2.0*cov_row*(mean * mean)/math.sqrt(-w) - (mean * mean * mean)/math.pow(-w, 3.0 / 2.0) + 2.0*(mean * mean)*variance/math.sqrt(-w), 5, status)
    t_0 = 1.0 / cov_row
    t_1 = (mean * mean)
    t_2 = 1.0 / K
    t_3 = t_1*t_2
    t_4 = 1.0 / cov_col
    t_5 = (mean * mean * mean)
    t_6 = -w
    t_7 = math.pow(t_6, 3.0 / 2.0)
    t_8 = 1.0 / t_7
    t_9 = math.pow(t_6, -1.0 / 2.0)
    t_10 = t_1*t_9
    t_11 = K*cov_col*cov_row*t_8*w - cov_col*t_10 - cov_row*t_10 + t_1*t_9*variance - 0.5*t_5*t_8
    a_value = t_0*t_3
    c_value = t_3*t_4
    kappa_value = -math.sqrt(2.0)*t_11*w/t_5
    b_d_value = -t_0*t_11*t_2*t_4*t_7/w
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(kappa_value, status), if_ok(b_d_value, status), status,)
