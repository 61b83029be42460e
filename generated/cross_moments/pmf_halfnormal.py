"""pmf_halfnormal: Poisson factorization, Half-Normal priors with a location.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 43cc005f299a8e91, record 6dd5c70d29e4a151, generator 17dcd894fe957c05, body 470ad138978b52a6
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_halfnormal")
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
def moments(K, location_theta, scale_theta, location_beta, scale_beta):
    """Return mean, cov_row, cov_col, cycle.

    cov_row = K*scale_theta**2*(-2 + pi)*(sqrt(pi)*location_beta + sqrt(2)*scale_beta)**2/pi**2
    cov_col = K*scale_beta**2*(-2 + pi)*(sqrt(pi)*location_theta + sqrt(2)*scale_theta)**2/pi**2
    """
    t0 = math.sqrt(2.0)
    t1 = math.sqrt(math.pi)
    t2 = location_beta*t1 + scale_beta*t0
    t3 = location_theta*t1 + scale_theta*t0
    t4 = 2.0 - math.pi
    t5 = -K*t4/(math.pi * math.pi)
    mean_value = K*t2*t3/math.pi
    cov_row_value = (scale_theta * scale_theta)*(t2 * t2)*t5
    cov_col_value = (scale_beta * scale_beta)*(t3 * t3)*t5
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*t4*((t0 - t1) * (t0 - t1) * (t0 - t1))*((t0 + t1) * (t0 + t1) * (t0 + t1))/(math.pi * math.pi * math.pi * math.pi)
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
