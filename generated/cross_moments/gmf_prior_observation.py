"""gmf_prior_observation: any observations, any positive priors F(mean, variance).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1e18a2144509bc79899a494b77db69a158ea473b95ab62b5522e889890da8ba5
record:    sha256 d90ec32e4d308c5e242db33ba7eb78503aa4a04bad53a09e6a5736739cd7ee56
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 dd41bd3cc64e75fa4dabeaa6e0e402f91b23862431c72f82e2f3c853341af93b
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "gmf_prior_observation", "title": "any observations, any positive priors F(mean, variance)",
"targets": ["mean", "cov_row", "cov_col", "cycle", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of theta"},
{"name": "sigma_theta", "meaning": "standard deviation of theta"},
{"name": "mu_beta", "meaning": "mean of beta"},
{"name": "sigma_beta", "meaning": "standard deviation of beta"},
{"name": "variance_Y", "meaning": "variance of Y"}], "coordinates": ["mu_theta", "sigma_theta",
"mu_beta", "sigma_beta", "variance_Y"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "variance_Y", "exponents": {"variance_Y": 1}, "meaning": "variance of Y"},
{"name": "sigma_theta/mu_theta", "exponents": {"mu_theta": -1, "sigma_theta": 1}, "meaning": "standard deviation of theta over mean of theta"},
{"name": "sigma_beta/mu_beta", "exponents": {"mu_beta": -1, "sigma_beta": 1}, "meaning": "standard deviation of beta over mean of beta"},
{"name": "mu_beta*mu_theta", "exponents": {"mu_theta": 1, "mu_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["variance_Y", "sigma_theta/mu_theta", "sigma_beta/mu_beta", "mu_beta*mu_theta"],
"held_at_k": ["mean", "cov_row", "cov_col", "variance"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]},
{"text": "variance > cov_row + cov_col", "kind": "other", "targets": ["cov_col", "cov_row", "variance"]},
{"text": "variance > cycle*mean**2/(cov_col*cov_row) + cov_row + cov_col", "kind": "cycle", "targets": ["cov_col", "cov_row", "cycle", "mean", "variance"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "mean**2*variance > cov_row*mean**2 + cov_col*mean**2 + K*cov_col*cov_row", "kind": "other", "targets": ["cov_col", "cov_row", "mean", "variance"]}],
"symmetries": [{"weights": {"mu_theta": 1, "sigma_theta": 1, "mu_beta": -1, "sigma_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mu_theta"}],
"anchored": {"K": {"K": 1.0}, "mu_theta": {}, "sigma_theta": {"sigma_theta/mu_theta": 1.0}, "mu_beta": {"mu_beta*mu_theta": 1.0}, "sigma_beta": {"sigma_beta/mu_beta": 1.0, "mu_beta*mu_theta": 1.0}, "variance_Y": {"variance_Y": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mu_theta", "sigma_theta", "mu_beta",
"sigma_beta", "variance_Y"], "observed_is_count": false, "observed_sign": "real", "axes": ["row",
"col"]}
""")


@kernel
def prior_means(mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y):
    """Return the means of theta and beta."""
    theta_value = mu_theta
    beta_value = mu_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta, variance_Y):
    """Return mean, cov_row, cov_col, cycle, variance.

    mean = K*mu_beta*mu_theta
    cov_row = K*mu_beta**2*sigma_theta**2
    cov_col = K*mu_theta**2*sigma_beta**2
    cycle = K*sigma_beta**4*sigma_theta**4
    """
    t0 = K*(sigma_theta * sigma_theta)
    t1 = (mu_beta * mu_beta)*t0
    t2 = (sigma_beta * sigma_beta)
    t3 = K*(mu_theta * mu_theta)*t2
    mean_value = K*mu_beta*mu_theta
    cov_row_value = t1
    cov_col_value = t3
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    variance_value = t0*t2 + t1 + t3 + variance_Y
    return (mean_value, cov_row_value, cov_col_value, cycle_value, variance_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle, variance):
    """Return K, variance_Y, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    sigma_theta/mu_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    sigma_beta/mu_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mu_beta*mu_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    status = positive(-cov_col - cov_row + variance, 5, status)
    status = positive(-(cov_col * cov_col)*cov_row - cov_col*(cov_row * cov_row) + cov_col*cov_row*variance - cycle*(mean * mean), 6, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = 1.0 / cov_col
    t_3 = 1.0 / cov_row
    t_4 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    variance_Y_value = t_2*t_3*(cov_col*cov_row*variance - cov_col*t_1 - cov_row*t_0 - cycle*(mean * mean))
    sigma_theta_over_mu_theta_value = t_2*t_4/math.sqrt(cov_row)
    sigma_beta_over_mu_beta_value = t_3*t_4/math.sqrt(cov_col)
    mu_beta_mu_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(variance_Y_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle, variance):
    """Return variance_Y, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, cov_row, cov_col, variance hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(-K*cov_col*cov_row - cov_col*(mean * mean) - cov_row*(mean * mean) + (mean * mean)*variance, 4, status)
    t_0 = (mean * mean)
    t_1 = math.sqrt(K)/mean
    variance_Y_value = (-K*cov_col*cov_row - cov_col*t_0 - cov_row*t_0 + t_0*variance)/t_0
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_1
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_1
    mu_beta_mu_theta_value = mean/K
    return (if_ok(variance_Y_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)
