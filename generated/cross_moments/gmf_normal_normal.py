"""gmf_normal_normal: Normal observations, Normal priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 01c3fab9ece73057, record 016d706664a7e708, generator 17dcd894fe957c05, body 22ead5b48926bc14
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

MODEL = load_generated("gmf_normal_normal")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"], "needs": [],
"coordinates": ["mean_theta", "cv_theta", "mean_beta", "cv_beta", "sigma_Y"],
"identified": [{"name": "K"},
{"name": "cv_theta", "exponents": {"cv_theta": 1}, "meaning": "standard deviation / mean of theta"},
{"name": "cv_beta", "exponents": {"cv_beta": 1}, "meaning": "standard deviation / mean of beta"},
{"name": "sigma_Y"},
{"name": "mean_beta*mean_theta", "exponents": {"mean_theta": 1, "mean_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"conditions": [{"text": "cov_row > 0"}, {"text": "cov_col > 0"}, {"text": "cycle > 0"},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col"},
{"text": "mean is not 0"}],
"anchored": {"K": {"K": 1.0}, "mean_theta": {}, "cv_theta": {"cv_theta": 1.0}, "mean_beta": {"mean_beta*mean_theta": 1.0}, "cv_beta": {"cv_beta": 1.0}, "sigma_Y": {"sigma_Y": 1.0}}}
""", MODEL.SPEC)
prior_means = MODEL.prior_means
hyperparameters = MODEL.hyperparameters
coordinates = MODEL.coordinates


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, sigma_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*mu_beta*mu_theta
    cov_row = K*mu_beta**2*sigma_theta**2
    cov_col = K*mu_theta**2*sigma_beta**2
    cycle = K*sigma_beta**4*sigma_theta**4
    """
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = K*(mu_theta * mu_theta)*(sigma_beta * sigma_beta)
    mean_value = K*mu_beta*mu_theta
    cov_row_value = t1
    cov_col_value = t2
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = (sigma_Y * sigma_Y) + t0*(sigma_beta * sigma_beta) + t1 + t2
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, cv_theta, cv_beta, sigma_Y, mean_beta*mean_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    cv_theta = sqrt(cycle)*Abs(mean)/(cov_col*sqrt(cov_row))
    cv_beta = sqrt(cycle)*Abs(mean)/(sqrt(cov_col)*cov_row)
    mean_beta*mean_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(cov_row, 1, OK)
    status = positive(cov_col, 2, status)
    status = positive(cycle, 3, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 4, status)
    status = positive((mean * mean), 5, status)
    t_0 = math.pow(cov_row, -1.0 / 2.0)
    t_1 = math.sqrt(cycle)*abs(mean)
    t_2 = math.pow(cov_col, -1.0 / 2.0)
    K_value = cycle*(mean * mean * mean * mean)/((cov_col * cov_col)*(cov_row * cov_row))
    cv_theta_value = t_0*t_1/cov_col
    cv_beta_value = t_1*t_2/cov_row
    sigma_Y_value = t_0*t_2*math.sqrt(cov_col*cov_row*variance - cov_col*(cov_row * cov_row) - cov_row*(cov_col * cov_col) - cycle*(mean * mean))
    mean_beta_mean_theta_value = (cov_col * cov_col)*(cov_row * cov_row)/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(cv_theta_value, status), if_ok(cv_beta_value, status), if_ok(sigma_Y_value, status), if_ok(mean_beta_mean_theta_value, status), status,)
