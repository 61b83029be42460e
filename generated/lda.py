"""lda: Latent Dirichlet allocation: words of documents of known lengths n.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 1ecc5d9db2a2d42ad00a2e3152018f335bd41d5c1b155d7f8a076ac7ba70362f
record:    sha256 bdf230912d0638a8bf3343b7dc9803442739e3adc2225a61a4d848150fa73c63
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 5ab6eec4496c35355caa78dad1bdc8452ebf1b8771e94dfea11e173b7336aeeb
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "lda", "title": "Latent Dirichlet allocation: words of documents of known lengths n",
"targets": ["variance", "cov_col", "cumulant_ij_tj_sj"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha", "meaning": "concentration of theta"},
{"name": "eta", "meaning": "concentration of beta"},
{"name": "M", "meaning": "number of values along col", "of_data": true, "axis": "col"},
{"name": "mean_inverse_exposure", "meaning": "average of 1 / exposure over the observed entries; 1 without exposures", "of_data": true}],
"needs": ["M", "mean_inverse_exposure"], "coordinates": ["alpha", "eta"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "alpha", "exponents": {"alpha": 1}, "meaning": "concentration of theta"},
{"name": "eta", "exponents": {"eta": 1}, "meaning": "concentration of beta"}],
"identified_at_k": ["alpha", "eta"], "held_at_k": ["variance", "cov_col"],
"conditions": [{"text": "K > 0", "kind": "other", "targets": []},
{"text": "alpha > 0", "kind": "other", "targets": []},
{"text": "eta > 0", "kind": "other", "targets": []}],
"conditions_at_k": [{"text": "alpha > 0", "kind": "other", "targets": []},
{"text": "eta > 0", "kind": "other", "targets": []}], "has_margins": false,
"anchored": {"K": {"K": 1.0}, "alpha": {"alpha": 1.0}, "eta": {"eta": 1.0}},
"priors_depend_on": ["alpha", "eta"], "axes": ["row", "col"],
"exposures": [{"name": "n", "power": 1, "axes": ["row"]}]}
""")


@kernel
def prior_means(alpha, eta):
    """Return the means of no prior."""
    return ()


@kernel
def moments(K, alpha, eta, M, mean_inverse_exposure):
    """Return variance, cov_col, cumulant_ij_tj_sj.

    cov_col = 1/(K*M*(M*eta + 1))
    cumulant_ij_tj_sj = 2/(K**2*M*(M*eta + 1)*(M*eta + 2))
    """
    t0 = (M * M)
    t1 = K*alpha
    t2 = mean_inverse_exposure*t1
    t3 = M*eta
    t4 = K*mean_inverse_exposure
    t5 = (K * K)
    t6 = alpha*mean_inverse_exposure*t5
    t7 = eta*t0
    t8 = 1.0 / (t3 + 1.0)
    t9 = t8/K
    t10 = 1.0 / M
    variance_value = t9*(K*M - K + M*t1 - M*t2 + M*t6 + t2 - t3*t4 - t3*t6 + t4*t7 + t6*t7 - t6 + 1.0)/(t0*(t1 + 1.0))
    cov_col_value = t10*t9
    cumulant_ij_tj_sj_value = 2.0*t10*t8/(t5*(t3 + 2.0))
    return (variance_value, cov_col_value, cumulant_ij_tj_sj_value,)


@kernel
def solve(variance, cov_col, cumulant_ij_tj_sj, M, mean_inverse_exposure):
    """Return K, alpha, eta and a status."""
    K = (2.0*M*(cov_col * cov_col) - cumulant_ij_tj_sj)/(M*cov_col*cumulant_ij_tj_sj)
    status = positive(K, 1, OK)
    t1_0 = (M * M)
    t1_1 = cov_col*t1_0
    t1_2 = mean_inverse_exposure*t1_1
    t1_3 = M*mean_inverse_exposure
    t1_4 = cov_col*t1_3
    t1_5 = mean_inverse_exposure + t1_0*variance - t1_3
    t1_6 = M*cov_col
    alpha = -(-K*t1_1 + K*t1_2 - K*t1_4 + K*t1_6 + t1_5 - t1_6)/(K*(-t1_1 + t1_2 - t1_4 + t1_5))
    status = positive(alpha, 2, status)
    eta = -(K*M*cov_col - 1.0)/(K*(M * M)*cov_col)
    status = positive(eta, 3, status)
    K_value = K
    alpha_value = alpha
    eta_value = eta
    return (if_ok(K_value, status), if_ok(alpha_value, status), if_ok(eta_value, status), status,)


@kernel
def solve_at_k(K, variance, cov_col, cumulant_ij_tj_sj, M, mean_inverse_exposure):
    """Return alpha, eta and a status, for a given K; variance, cov_col hold."""
    t0_0 = (M * M)
    t0_1 = cov_col*t0_0
    t0_2 = mean_inverse_exposure*t0_1
    t0_3 = M*mean_inverse_exposure
    t0_4 = cov_col*t0_3
    t0_5 = mean_inverse_exposure + t0_0*variance - t0_3
    t0_6 = M*cov_col
    alpha = -(-K*t0_1 + K*t0_2 - K*t0_4 + K*t0_6 + t0_5 - t0_6)/(K*(-t0_1 + t0_2 - t0_4 + t0_5))
    status = positive(alpha, 1, OK)
    eta = -(K*M*cov_col - 1.0)/(K*(M * M)*cov_col)
    status = positive(eta, 2, status)
    alpha_value = alpha
    eta_value = eta
    return (if_ok(alpha_value, status), if_ok(eta_value, status), status,)
