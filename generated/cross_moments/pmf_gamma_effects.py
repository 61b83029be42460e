"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model af9d64e9a0876468, record e9687eaf4367ab91, generator 17dcd894fe957c05, body 1f173f78c4b75583
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_gamma_effects")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "identified_at_k": ["a", "c", "b*d"],
"held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "cycle > 0"}, {"text": "b_row**2*cov_row > a_row"},
{"text": "b_col**2*cov_col > a_col"}, {"text": "b_col*b_row*mean > a_col*b_row + a_row*b_col"}],
"conditions_at_k": [{"text": "b_row**2*cov_row > a_row"}, {"text": "b_col**2*cov_col > a_col"},
{"text": "b_col*b_row*mean > a_col*b_row + a_row*b_col"}]}
""", MODEL.SPEC)
prior_means = MODEL.prior_means


@kernel
def moments(K, a, b, c, d, a_row, b_row, a_col, b_col):
    """Return mean, cov_row, cov_col, cycle.

    mean = (K*a*b_col*b_row*c + a_col*b*b_row*d + a_row*b*b_col*d)/(b*b_col*b_row*d)
    cov_row = (K*a*b_row**2*c**2 + a_row*b**2*d**2)/(b**2*b_row**2*d**2)
    cov_col = (K*a**2*b_col**2*c + a_col*b**2*d**2)/(b**2*b_col**2*d**2)
    cycle = K*a**2*c**2/(b**4*d**4)
    """
    t0 = (b * b)*(d * d)
    t1 = 1.0/((b * b)*(d * d))
    t2 = K*(a * a)
    mean_value = (a_col*b_row*(b*d) + a_row*b_col*(b*d) + b_col*b_row*c*(K*a))/(b*b_col*b_row*d)
    cov_row_value = t1*(a_row*t0 + K*a*(b_row * b_row)*(c * c))/(b_row * b_row)
    cov_col_value = t1*(a_col*t0 + c*(b_col * b_col)*t2)/(b_col * b_col)
    cycle_value = (c * c)*t2/((b * b * b * b)*(d * d * d * d))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return K, a, c, b*d and a status."""
    status = positive(cycle, 1, OK)
    status = positive(-a_row + (b_row * b_row)*cov_row, 2, status)
    status = positive(-a_col + (b_col * b_col)*cov_col, 3, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 4, status)
    t_0 = -a_col + cov_col*(b_col * b_col)
    t_1 = -a_row + cov_row*(b_row * b_row)
    t_2 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_3 = 1.0 / cycle
    t_4 = t_3/(t_2 * t_2)
    K_value = cycle*(t_2 * t_2 * t_2 * t_2)/((t_0 * t_0)*(t_1 * t_1))
    a_value = (t_0 * t_0)*t_1*t_4/(b_col * b_col)
    c_value = t_0*(t_1 * t_1)*t_4/(b_row * b_row)
    b_d_value = t_0*t_1*t_3/(b_col*b_row*t_2)
    return (if_ok(K_value, status), if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, a_row, b_row, a_col, b_col):
    """Return a, c, b*d and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(-a_row + (b_row * b_row)*cov_row, 1, OK)
    status = positive(-a_col + (b_col * b_col)*cov_col, 2, status)
    status = positive(-a_col*b_row - a_row*b_col + b_col*b_row*mean, 3, status)
    t_0 = 1.0 / (-a_row + cov_row*(b_row * b_row))
    t_1 = 1.0 / K
    t_2 = -a_col*b_row - a_row*b_col + b_col*b_row*mean
    t_3 = t_1*(t_2 * t_2)
    t_4 = 1.0 / (-a_col + cov_col*(b_col * b_col))
    a_value = t_0*t_3/(b_col * b_col)
    c_value = t_3*t_4/(b_row * b_row)
    b_d_value = t_0*t_1*(t_2 * t_2 * t_2)*t_4/(b_col*b_row)
    return (if_ok(a_value, status), if_ok(c_value, status), if_ok(b_d_value, status), status,)
