"""pmf_weibull: Poisson factorization, Weibull priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 431d43d09c99b2c4, record 93a2287a703a50f1, generator 17dcd894fe957c05, body 095fdca549a6e28a
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("pmf_weibull")
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
def moments(K, shape_theta, scale_theta, shape_beta, scale_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*scale_beta*scale_theta*gamma(1 + 1/shape_beta)*gamma(1 + 1/shape_theta)
    """
    t0 = 1.0 / shape_beta
    t1 = math.gamma(t0 + 1.0)
    t2 = 1.0 / shape_theta
    t3 = math.gamma(t2 + 1.0)
    t4 = (t3 * t3) - math.gamma(2.0*t2 + 1.0)
    t5 = K*(scale_beta * scale_beta)*(scale_theta * scale_theta)
    t6 = (t1 * t1) - math.gamma(2.0*t0 + 1.0)
    mean_value = K*scale_beta*scale_theta*t1*t3
    cov_row_value = -(t1 * t1)*t4*t5
    cov_col_value = -(t3 * t3)*t5*t6
    cycle_value = K*(scale_beta * scale_beta * scale_beta * scale_beta)*(scale_theta * scale_theta * scale_theta * scale_theta)*(t4 * t4)*(t6 * t6)
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
