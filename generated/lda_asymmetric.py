"""lda_asymmetric: Latent Dirichlet allocation with known shares of words, topics of unlike sizes.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model a34a2e37886b52aa, record 9b15a6aba734b61a, generator 17dcd894fe957c05, body 7b2e48f114c47e73
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "lda_asymmetric",
"title": "Latent Dirichlet allocation with known shares of words, topics of unlike sizes",
"targets": ["variance", "cov_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha", "meaning": "average concentration of theta"},
{"name": "eta", "meaning": "average concentration of beta"},
{"name": "gamma", "meaning": "concentration of weight"},
{"name": "M", "meaning": "number of values along col", "integer": true, "of_data": true, "axis": "col"},
{"name": "mean_inverse_n", "meaning": "average of 1/n[i]", "upper": 1, "of_data": true},
{"name": "mean_inverse_share", "meaning": "average of 1/share[j]", "of_data": true}],
"needs": ["alpha", "gamma", "M", "mean_inverse_n", "mean_inverse_share"], "coordinates": ["eta"],
"identified": [{"name": "K"}, {"name": "eta"}],
"conditions": [{"text": "K > 0"}, {"text": "eta > 0"}], "has_margins": false,
"anchored": {"K": {"K": 1.0}, "eta": {"eta": 1.0}}, "priors_depend_on": ["alpha", "eta", "gamma"],
"axes": ["row", "col"],
"exposures": [{"name": "n", "power": 1, "axes": ["row"]},
{"name": "share", "power": 1, "axes": ["col"]}]}
""")


@kernel
def prior_means(alpha, eta, gamma):
    """Return the means of no prior."""
    return ()


@kernel
def moments(K, alpha, eta, gamma, M, mean_inverse_n, mean_inverse_share):
    """Return variance, cov_col.

    cov_col = mean_inverse_share*(gamma + 1)/((K*gamma + 1)*(M*eta + 1))
    """
    t0 = mean_inverse_share*(K*alpha)
    t1 = mean_inverse_share*(K*gamma)
    t2 = mean_inverse_n*(M*eta)
    t3 = (K * K)*alpha
    t4 = gamma*mean_inverse_n*t3
    t5 = 1.0/((K*gamma + 1.0)*(M*eta + 1.0))
    variance_value = t5*(gamma*t0 + gamma + mean_inverse_share*t4 + mean_inverse_share - K*alpha*t2 + K*alpha*(gamma*mean_inverse_n) - K*gamma*t2 - K*gamma - gamma*t3*t2 + gamma*t3*(mean_inverse_share*t2) + t0*t2 - t0*(gamma*mean_inverse_n) + t0 + t1*t2 + t1 - t2 + mean_inverse_share*t2 - t4)/(K*alpha + 1.0)
    cov_col_value = mean_inverse_share*t5*(gamma + 1.0)
    return (variance_value, cov_col_value,)


@kernel
def solve(variance, cov_col, alpha, gamma, M, mean_inverse_n, mean_inverse_share):
    """Return K, eta and a status."""
    t0_0 = mean_inverse_n*(mean_inverse_share * mean_inverse_share)
    t0_1 = alpha*(mean_inverse_n*mean_inverse_share)
    t0_2 = alpha*(mean_inverse_share*variance)
    t0_3 = alpha*(cov_col*mean_inverse_n)
    t0_4 = mean_inverse_n*(cov_col*gamma)
    t0_5 = mean_inverse_share*(cov_col*gamma)
    K = (-gamma*(mean_inverse_n*mean_inverse_share) - gamma*(mean_inverse_share*variance) + gamma*t0_0 - mean_inverse_share*(cov_col*mean_inverse_n) + cov_col*gamma + cov_col*mean_inverse_n + cov_col*mean_inverse_share - mean_inverse_n*mean_inverse_share - mean_inverse_share*variance + t0_0)/(-alpha*t0_5 - alpha*(cov_col*mean_inverse_share) - alpha*t0_4 - gamma*(alpha*t0_0) + gamma*t0_1 + gamma*t0_2 + mean_inverse_share*t0_3 + cov_col*gamma*(mean_inverse_n*mean_inverse_share) + cov_col*gamma*t0_1 + cov_col*gamma - t0_5 - alpha*t0_0 + t0_1 + t0_2 - t0_3 - t0_4)
    status = positive(K, 1, OK)
    eta = -(cov_col*(K*gamma) + cov_col - gamma*mean_inverse_share - mean_inverse_share)/(M*cov_col*(K*gamma + 1.0))
    status = positive(eta, 2, status)
    K_value = K
    eta_value = eta
    return (if_ok(K_value, status), if_ok(eta_value, status), status,)
