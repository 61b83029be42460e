"""lda_asymmetric: Latent Dirichlet allocation with known shares of words, topics of unlike sizes.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a34a2e37886b52aae2443df3b85bd736ec2d93fd994f7cb58fd6439cfc56dfbc
record:    sha256 d7c4f4d7c53325795436bc0252a64c2621d4e4f80583e80b1c2a1e1b358520c2
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 fcc99d0a4c64b4255382d06425f702e907d5ccd310f832c4157f2378ef0c4c57
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
{"name": "M", "meaning": "number of values along col", "of_data": true, "axis": "col"},
{"name": "mean_inverse_n", "meaning": "average of 1/n[i]", "of_data": true},
{"name": "mean_inverse_share", "meaning": "average of 1/share[j]", "of_data": true}],
"needs": ["alpha", "gamma", "M", "mean_inverse_n", "mean_inverse_share"], "coordinates": ["eta"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "eta", "exponents": {"eta": 1}, "meaning": "average concentration of beta"}],
"conditions": [{"text": "K > 0", "kind": "other", "targets": []},
{"text": "eta > 0", "kind": "other", "targets": []}], "has_margins": false,
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
    t0 = K*alpha
    t1 = K*gamma
    t2 = mean_inverse_share*t0
    t3 = mean_inverse_share*t1
    t4 = M*eta
    t5 = mean_inverse_n*t4
    t6 = gamma*mean_inverse_n
    t7 = mean_inverse_share*t5
    t8 = (K * K)*alpha
    t9 = t6*t8
    t10 = gamma*t8
    t11 = 1.0/((t1 + 1.0)*(t4 + 1.0))
    variance_value = t11*(gamma*t2 + gamma + mean_inverse_share*t9 + mean_inverse_share - t0*t5 + t0*t6 - t1*t5 - t1 - t10*t5 + t10*t7 + t2*t5 - t2*t6 + t2 + t3*t5 + t3 - t5 + t7 - t9)/(t0 + 1.0)
    cov_col_value = mean_inverse_share*t11*(gamma + 1.0)
    return (variance_value, cov_col_value,)


@kernel
def solve(variance, cov_col, alpha, gamma, M, mean_inverse_n, mean_inverse_share):
    """Return K, eta and a status."""
    t0_0 = cov_col*gamma
    t0_1 = cov_col*mean_inverse_n
    t0_2 = cov_col*mean_inverse_share
    t0_3 = mean_inverse_n*mean_inverse_share
    t0_4 = mean_inverse_share*variance
    t0_5 = mean_inverse_n*(mean_inverse_share * mean_inverse_share)
    t0_6 = alpha*t0_3
    t0_7 = alpha*t0_4
    t0_8 = alpha*t0_1
    t0_9 = mean_inverse_n*t0_0
    t0_10 = mean_inverse_share*t0_0
    t0_11 = alpha*t0_5
    K = (-gamma*t0_3 - gamma*t0_4 + gamma*t0_5 - mean_inverse_share*t0_1 + t0_0 + t0_1 + t0_2 - t0_3 - t0_4 + t0_5)/(-alpha*t0_10 - alpha*t0_2 - alpha*t0_9 - gamma*t0_11 + gamma*t0_6 + gamma*t0_7 + mean_inverse_share*t0_8 + t0_0*t0_3 + t0_0*t0_6 + t0_0 - t0_10 - t0_11 + t0_6 + t0_7 - t0_8 - t0_9)
    status = positive(K, 1, OK)
    t1_0 = K*gamma
    eta = -(cov_col*t1_0 + cov_col - gamma*mean_inverse_share - mean_inverse_share)/(M*cov_col*(t1_0 + 1.0))
    status = positive(eta, 2, status)
    K_value = K
    eta_value = eta
    return (if_ok(K_value, status), if_ok(eta_value, status), status,)
