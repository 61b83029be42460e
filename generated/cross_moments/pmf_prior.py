"""pmf_prior: Poisson factorization, any positive priors F(mean, variance).

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 ee4fdccc6e555aedb8cb0128e8f6d69398c1fb996f95557502e643f28beabc51
record:    sha256 9ee591efe86091d2df1764d3eac949ec77a34504cfeecc26369bb06ea382fb7f
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 1d185735048448cfc02dfbf6f6d3f947d51b017d2ab13fccc7406366452a51e7
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_prior", "title": "Poisson factorization, any positive priors F(mean, variance)",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "mu_theta", "meaning": "mean of theta"},
{"name": "sigma_theta", "meaning": "standard deviation of theta"},
{"name": "mu_beta", "meaning": "mean of beta"},
{"name": "sigma_beta", "meaning": "standard deviation of beta"}], "coordinates": ["mu_theta",
"sigma_theta", "mu_beta", "sigma_beta"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "sigma_theta/mu_theta", "exponents": {"mu_theta": -1, "sigma_theta": 1}, "meaning": "standard deviation of theta over mean of theta"},
{"name": "sigma_beta/mu_beta", "exponents": {"mu_beta": -1, "sigma_beta": 1}, "meaning": "standard deviation of beta over mean of beta"},
{"name": "mu_beta*mu_theta", "exponents": {"mu_theta": 1, "mu_beta": 1}, "meaning": "mean of theta times mean of beta: all that data show"}],
"identified_at_k": ["sigma_theta/mu_theta", "sigma_beta/mu_beta", "mu_beta*mu_theta"],
"held_at_k": ["mean", "cov_row", "cov_col"],
"conditions": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]},
{"text": "cycle > 0", "kind": "cycle", "targets": ["cycle"]}],
"conditions_at_k": [{"text": "mean > 0", "kind": "mean", "targets": ["mean"]},
{"text": "cov_row > 0", "kind": "correlation", "targets": ["cov_row"]},
{"text": "cov_col > 0", "kind": "correlation", "targets": ["cov_col"]}],
"symmetries": [{"weights": {"mu_theta": 1, "sigma_theta": 1, "mu_beta": -1, "sigma_beta": -1}, "prior_degrees": {"theta": 1, "beta": -1}, "anchor": "mu_theta"}],
"anchored": {"K": {"K": 1.0}, "mu_theta": {}, "sigma_theta": {"sigma_theta/mu_theta": 1.0}, "mu_beta": {"mu_beta*mu_theta": 1.0}, "sigma_beta": {"sigma_beta/mu_beta": 1.0, "mu_beta*mu_theta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["mu_theta", "sigma_theta", "mu_beta",
"sigma_beta"], "axes": ["row", "col"]}
""")


@kernel
def prior_means(mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return the means of theta and beta."""
    theta_value = mu_theta
    beta_value = mu_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, mu_theta, sigma_theta, mu_beta, sigma_beta):
    """Return mean, cov_row, cov_col, cycle.

    mean = K*mu_beta*mu_theta
    cov_row = K*mu_beta**2*sigma_theta**2
    cov_col = K*mu_theta**2*sigma_beta**2
    cycle = K*sigma_beta**4*sigma_theta**4
    """
    mean_value = K*mu_beta*mu_theta
    cov_row_value = K*(mu_beta * mu_beta)*(sigma_theta * sigma_theta)
    cov_col_value = K*(mu_theta * mu_theta)*(sigma_beta * sigma_beta)
    cycle_value = K*(sigma_beta * sigma_beta * sigma_beta * sigma_beta)*(sigma_theta * sigma_theta * sigma_theta * sigma_theta)
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)


@kernel
def solve(mean, cov_row, cov_col, cycle):
    """Return K, sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status.

    K = cycle*mean**4/(cov_col**2*cov_row**2)
    sigma_theta/mu_theta = sqrt(cycle)*mean/(cov_col*sqrt(cov_row))
    sigma_beta/mu_beta = sqrt(cycle)*mean/(sqrt(cov_col)*cov_row)
    mu_beta*mu_theta = cov_col**2*cov_row**2/(cycle*mean**3)
    """
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    status = positive(cycle, 4, status)
    t_0 = (cov_col * cov_col)
    t_1 = (cov_row * cov_row)
    t_2 = math.sqrt(cycle)*mean
    K_value = cycle*(mean * mean * mean * mean)/(t_0*t_1)
    sigma_theta_over_mu_theta_value = t_2/(cov_col*math.sqrt(cov_row))
    sigma_beta_over_mu_beta_value = t_2/(math.sqrt(cov_col)*cov_row)
    mu_beta_mu_theta_value = t_0*t_1/(cycle*(mean * mean * mean))
    return (if_ok(K_value, status), if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)


@kernel
def solve_at_k(K, mean, cov_row, cov_col, cycle):
    """Return sigma_theta/mu_theta, sigma_beta/mu_beta, mu_beta*mu_theta and a status, for a given K; mean, cov_row, cov_col hold."""
    status = positive(mean, 1, OK)
    status = positive(cov_row, 2, status)
    status = positive(cov_col, 3, status)
    t_0 = math.sqrt(K)/mean
    sigma_theta_over_mu_theta_value = math.sqrt(cov_row)*t_0
    sigma_beta_over_mu_beta_value = math.sqrt(cov_col)*t_0
    mu_beta_mu_theta_value = mean/K
    return (if_ok(sigma_theta_over_mu_theta_value, status), if_ok(sigma_beta_over_mu_beta_value, status), if_ok(mu_beta_mu_theta_value, status), status,)
