"""pmf_uniform: Poisson factorization, Uniform priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 3bbe357524488b4a, record 3bb9bc41f4e6d95d, generator 17dcd894fe957c05, body 9717eb1788f7c12b
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_uniform")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"},
{"text": "cycle > 0"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "cov_row > 0"}, {"text": "cov_col > 0"}]}
""", MODEL.SPEC)
prior_means = MODEL.prior_means
hyperparameters = MODEL.hyperparameters
coordinates = MODEL.coordinates


@kernel
def moments(K, low_theta, high_theta, low_beta, high_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*(high_beta + low_beta)*(high_theta + low_theta)/4
    cov_row = K*(high_beta + low_beta)**2*(high_theta - low_theta)**2/48
    cov_col = K*(high_beta - low_beta)**2*(high_theta + low_theta)**2/48
    cycle = K*(high_beta - low_beta)**4*(high_theta - low_theta)**4/20736
    """
    t0 = high_beta + low_beta
    t1 = high_theta + low_theta
    t2 = high_theta - low_theta
    t3 = (1.0 / 48.0)*K
    t4 = high_beta - low_beta
    mean_value = (1.0 / 4.0)*K*t0*t1
    cov_row_value = (t0 * t0)*(t2 * t2)*t3
    cov_col_value = (t1 * t1)*t3*(t4 * t4)
    cycle_value = (1.0 / 20736.0)*K*(t2 * t2 * t2 * t2)*(t4 * t4 * t4 * t4)
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle):
    """Return K, cv_theta, cv_beta, mean_beta*mean_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    cv_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    cv_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mean_beta*mean_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    cv_theta_value = t_0/(cov_col*math.sqrt(cov_row))
    cv_beta_value = t_0/(math.sqrt(cov_col)*cov_row)
    mean_beta_mean_theta_value = (cov_col * cov_col)*(cov_row * cov_row)/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle):
    """Return cv_theta, cv_beta, mean_beta*mean_theta and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    t_0 = math.sqrt(K)/mean
    cv_theta_value = math.sqrt(cov_row)*t_0
    cv_beta_value = math.sqrt(cov_col)*t_0
    mean_beta_mean_theta_value = mean/K
    return (if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
