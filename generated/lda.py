"""lda: Latent Dirichlet allocation: words of documents of known lengths n.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 1ecc5d9db2a2d42a, record 1e46da315f745c3d, generator 17dcd894fe957c05, body 33497eebb2efada5
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
{"name": "M", "meaning": "number of values along col", "integer": true, "of_data": true, "axis": "col"},
{"name": "mean_inverse_exposure", "meaning": "average of 1 / exposure over the observed entries; 1 without exposures", "upper": 1, "of_data": true}],
"needs": ["M", "mean_inverse_exposure"], "coordinates": ["alpha", "eta"],
"identified": [{"name": "K"}, {"name": "alpha"}, {"name": "eta"}], "identified_at_k": ["alpha",
"eta"], "held_at_k": ["variance", "cov_col"],
"conditions": [{"text": "K > 0"}, {"text": "eta > 0"}, {"text": "alpha > 0"}],
"conditions_at_k": [{"text": "eta > 0"}, {"text": "alpha > 0"}], "has_margins": false,
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
    t0 = mean_inverse_exposure*(K*alpha)
    t1 = alpha*mean_inverse_exposure*(K * K)
    t2 = eta*(M * M)
    t3 = 1.0 / (M*eta + 1.0)
    t4 = t3/K
    t5 = 1.0 / M
    variance_value = t4*(K*M - K + M*(K*alpha) - M*t0 + M*t1 + t0 - M*eta*(K*mean_inverse_exposure) - M*eta*t1 + K*mean_inverse_exposure*t2 + t1*t2 - t1 + 1.0)/((M * M)*(K*alpha + 1.0))
    cov_col_value = t5*t4
    cumulant_ij_tj_sj_value = 2.0*t5*t3/((K * K)*(M*eta + 2.0))
    return (variance_value, cov_col_value, cumulant_ij_tj_sj_value,)


@kernel
def solve(variance, cov_col, cumulant_ij_tj_sj, M, mean_inverse_exposure):
    """Return K, alpha, eta and a status."""
    K = (2.0*M*(cov_col * cov_col) - cumulant_ij_tj_sj)/(M*cov_col*cumulant_ij_tj_sj)
    status = positive(K, 1, OK)
    eta = -(K*M*cov_col - 1.0)/(K*(M * M)*cov_col)
    status = positive(eta, 2, status)
    t2_0 = 2.0*(cov_col * cov_col)
    t2_1 = M*t2_0 - cumulant_ij_tj_sj
    t2_2 = (M * M)*variance
    t2_3 = cov_col*(M * M)
    t2_4 = t2_0*(M * M)
    alpha = -M*cov_col*(-cov_col*(M*cumulant_ij_tj_sj) + cumulant_ij_tj_sj*t2_2 + mean_inverse_exposure*t2_4 + mean_inverse_exposure*(2.0*cumulant_ij_tj_sj) - t2_0*(M*mean_inverse_exposure) + t2_1 - M*mean_inverse_exposure*(2.0*cumulant_ij_tj_sj) + M*cumulant_ij_tj_sj - t2_4)/(t2_1*(-cov_col*(M*mean_inverse_exposure) + mean_inverse_exposure*t2_3 + mean_inverse_exposure - M*mean_inverse_exposure + t2_2 - t2_3))
    status = positive(alpha, 3, status)
    K_value = K
    alpha_value = alpha
    eta_value = eta
    return (if_ok(K_value, status), if_ok(alpha_value, status), if_ok(eta_value, status), status,)


@kernel
def solve_at_k(K, variance, cov_col, cumulant_ij_tj_sj, M, mean_inverse_exposure):
    """Return alpha, eta and a status, for a given K; variance, cov_col hold."""
    eta = -(K*M*cov_col - 1.0)/(K*(M * M)*cov_col)
    status = positive(eta, 1, OK)
    t1_0 = cov_col*(M * M)
    t1_1 = cov_col*(M*mean_inverse_exposure)
    t1_2 = mean_inverse_exposure + (M * M)*variance - M*mean_inverse_exposure
    alpha = -(-K*t1_0 + K*(mean_inverse_exposure*t1_0) - K*t1_1 + K*(M*cov_col) + t1_2 - M*cov_col)/(K*(-t1_0 + mean_inverse_exposure*t1_0 - t1_1 + t1_2))
    status = positive(alpha, 2, status)
    alpha_value = alpha
    eta_value = eta
    return (if_ok(alpha_value, status), if_ok(eta_value, status), status,)
