"""pmf_gamma_exposure: Poisson factorization with known column exposures gamma, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 be2e0261164e544877fc2eda93a24c07d6465ac89424e27e22867b486fe20c5c
record:    sha256 a2d7429894cdc4a1e4e6a4c61bd81122bad3a627fd42672bedd6b9ce7e033cce
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 30e33edfb2ddebf89ab2a3f1c73054d0acdf4a7a59cbd30aa6c1ae7ffdabaf71
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_gamma_exposure",
"title": "Poisson factorization with known column exposures gamma, Gamma priors",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "b", "meaning": "rate of theta: mean = shape / rate"},
{"name": "c", "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "d", "meaning": "rate of beta: mean = shape / rate"},
{"name": "mean_inverse_exposure", "meaning": "average of 1 / exposure over the observed entries; 1 without exposures", "of_data": true}],
"needs": ["mean_inverse_exposure"], "coordinates": ["a", "b", "c", "d"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "a", "exponents": {"a": 1}, "meaning": "shape of theta: standard deviation / mean = 1/sqrt(a)"},
{"name": "c", "exponents": {"c": 1}, "meaning": "shape of beta: standard deviation / mean = 1/sqrt(c)"},
{"name": "b*d", "exponents": {"b": 1, "d": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"identified_at_k": ["a", "c", "b*d"], "held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]}],
"symmetries": [{"weights": {"b": 1, "d": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "b"}],
"anchored": {"K": {"K": 1.0}, "a": {"a": 1.0}, "b": {}, "c": {"c": 1.0}, "d": {"b*d": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["a", "b", "c", "d"], "axes": ["row", "col"],
"exposures": [{"name": "gamma", "power": 1, "axes": ["col"]}]}
""")


@kernel
def prior_means(a, b, c, d):
    """Return the means of theta and beta."""
    theta_value = a/b
    beta_value = c/d
    return (theta_value, beta_value,)


@kernel
def moments(K, a, b, c, d, mean_inverse_exposure):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*a*c/(b*d)
    cov_row = K*a*c**2/(b**2*d**2)
    cov_col = K*a**2*c/(b**2*d**2)
    cycle = K*a**2*c**2/(b**4*d**4)
    """
    t0 = K*a
    t1 = (c * c)
    t2 = 1.0/((b * b)*(d * d))
    t3 = K*(a * a)
    mean_value = c*t0/(b*d)
    cov_row_value = t0*t1*t2
    cov_col_value = c*t2*t3
    cycle_value = t1*t3/((b * b * b * b)*(d * d * d * d))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, mean_inverse_exposure):
    """Return K, a, c, b*d and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    a = cov_col**2*cov_row/(cycle*mean**2)
    c = cov_col*cov_row**2/(cycle*mean**2)
    b*d = cov_col*cov_row/(cycle*mean)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = 1.0 / cycle
    t_3 = t_2/(mean * mean)
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    a_value = cov_row*t_0*t_3
    c_value = cov_col*t_1*t_3
    b_d_value = cov_col*cov_row*t_2/mean
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, mean_inverse_exposure):
    """Return a, c, b*d and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    t_0 = 1.0 / cov_row
    t_1 = 1.0 / K
    t_2 = (mean * mean)*t_1
    t_3 = 1.0 / cov_col
    a_value = t_0*t_2
    c_value = t_2*t_3
    b_d_value = (mean * mean * mean)*t_0*t_1*t_3
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
