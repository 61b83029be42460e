"""pmf_gamma: Poisson factorization, Gamma priors (shape and rate).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 651f0a61100ca9a3, record ca3e543852722123, generator 17dcd894fe957c05, body d736381fb4c0f07c
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_gamma")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"}]}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*a*c/(b*d)
    cov_row = K*a*c**2/(b**2*d**2)
    cov_col = K*a**2*c/(b**2*d**2)
    cycle = K*a**2*c**2/(b**4*d**4)
    """
    t0 = 1.0/((b * b)*(d * d))
    t1 = K*(a * a)
    mean_value = c*(K*a)/(b*d)
    cov_row_value = K*a*(c * c)*t0
    cov_col_value = c*t0*t1
    cycle_value = (c * c)*t1/((b * b * b * b)*(d * d * d * d))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle):
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
    t_0 = 1.0 / cycle
    t_1 = t_0/(mean * mean)
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    a_value = cov_row*(cov_col * cov_col)*t_1
    c_value = cov_col*(cov_row * cov_row)*t_1
    b_d_value = cov_col*cov_row*t_0/mean
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle):
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
