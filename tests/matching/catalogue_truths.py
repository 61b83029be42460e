"""Hyperparameters of moderate variation for every model of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

_GAMMA = {"K": 5, "a": 2.0, "b": 1.0, "c": 1.5, "d": 0.5}
_PRIOR = {"K": 5, "mu_theta": 2.0, "sigma_theta": 1.4, "mu_beta": 3.0, "sigma_beta": 2.4}
_BETA = {"K": 4, "alpha_theta": 0.5, "beta_theta": 0.5, "alpha_beta": 0.6, "beta_beta": 0.4}
_HALFNORMAL = {
    "K": 4, "location_theta": 0.2, "scale_theta": 1.5, "location_beta": 0.3, "scale_beta": 4.0
}  # fmt: skip
_LOGNORMAL = {"K": 4, "mu_theta": 0.5, "sigma_theta": 0.5, "mu_beta": 1.0, "sigma_beta": 0.6}
_HIERARCHY = {"a": 1.5, "a_prime": 9.0, "b_prime": 0.5}

TRUTHS: Mapping[str, Mapping[str, float]] = {
    "pmf_gamma": _GAMMA,
    "pmf_prior": _PRIOR,
    "pmf_beta": {**_BETA, "K": 8},
    "pmf_halfnormal": _HALFNORMAL,
    "pmf_lognormal": _LOGNORMAL,
    "pmf_exponential": {"K": 5, "rate_theta": 0.5, "rate_beta": 0.4},
    "pmf_inversegamma": {
        "K": 3, "shape_theta": 8.0, "scale_theta": 30.0, "shape_beta": 7.0, "scale_beta": 40.0
    },
    "pmf_weibull": {
        "K": 4, "shape_theta": 1.4, "scale_theta": 3.0, "shape_beta": 1.2, "scale_beta": 4.0
    },
    "pmf_uniform": {
        "K": 3, "low_theta": 1.0, "high_theta": 7.0, "low_beta": 2.0, "high_beta": 15.0
    },
    "gmf_gamma_normal": {**_GAMMA, "sigma_Y": 4.0},
    "gmf_gamma_gumbel": {**_GAMMA, "scale_Y": 3.0},
    "gmf_gamma_laplace": {**_GAMMA, "scale_Y": 3.0},
    "gmf_beta_normal": {**_BETA, "sigma_Y": 0.3},
    "gmf_beta_gumbel": {**_BETA, "scale_Y": 0.2},
    "gmf_beta_laplace": {**_BETA, "scale_Y": 0.2},
    "gmf_halfnormal_normal": {**_HALFNORMAL, "sigma_Y": 4.0},
    "gmf_halfnormal_gumbel": {**_HALFNORMAL, "scale_Y": 3.0},
    "gmf_halfnormal_laplace": {**_HALFNORMAL, "scale_Y": 3.0},
    "gmf_lognormal_normal": {**_LOGNORMAL, "sigma_Y": 4.0},
    "gmf_lognormal_gumbel": {**_LOGNORMAL, "scale_Y": 3.0},
    "gmf_lognormal_laplace": {**_LOGNORMAL, "scale_Y": 3.0},
    "gmf_normal_normal": {
        "K": 6, "mu_theta": -1.5, "sigma_theta": 1.2, "mu_beta": 1.0, "sigma_beta": 0.9,
        "sigma_Y": 1.5,
    },
    "gmf_gamma_gamma": {**_GAMMA, "shape_Y": 12.0},
    "gmf_gamma_negativebinomial": {**_GAMMA, "r": 12.0},
    "gmf_gamma_zeroinflatedpoisson": {**_GAMMA, "p": 0.85},
    "gmf_beta_binomial": {**_BETA, "K": 3, "trials": 40},
    "gmf_prior_observation": {**_PRIOR, "variance_Y": 16.0},
    "cpmf_gamma_normal": {**_GAMMA, "w": 1.2, "kappa": 0.8},
    "cpmf_gamma_gamma": {**_GAMMA, "w": -1.5, "kappa": 2.0},
    "cpmf_gamma_inversegaussian": {**_GAMMA, "w": -0.6, "kappa": 1.7},
    "cpmf_gamma_poisson": {**_GAMMA, "w": 0.4, "kappa": 1.3},
    "cpmf_gamma_binomial": {**_GAMMA, "w": -0.5, "kappa": 6.0},
    "cpmf_gamma_negativebinomial": {**_GAMMA, "w": -0.9, "kappa": 2.0},
    "cpmf_prior_any": {**_PRIOR, "kappa": 1.3, "psi_first": 1.5, "psi_second": 1.5},
    "hpf_gamma": {"K": 4, **_HIERARCHY, "c": 2.0, "c_prime": 10.0, "d_prime": 0.4},
    "hpf_rows_gamma": {"K": 4, **_HIERARCHY, "c": 2.0, "d": 0.5},
    "pmf_gamma_exposure": _GAMMA,
    "pmf_dirichlet": {"K": 5, "a": 0.6, "c": 1.5, "mu": 3.0},
    "lda": {"K": 5, "alpha": 0.4, "eta": 0.3, "M": 50.0, "mean_inverse_exposure": 0.02},
    "lda_asymmetric": {
        "K": 5, "alpha": 0.4, "eta": 0.3, "gamma": 0.8, "M": 50.0, "mean_inverse_n": 0.02,
        "mean_inverse_share": 60.0,
    },
    "admixture": {"K": 3, "alpha": 0.4, "a": 1.2, "b": 1.8},
    "pmf_gamma_weights": {**_GAMMA, "e": 3.0, "f": 2.0},
    "pmf_gamma_effects": {**_GAMMA, "a_row": 2.0, "b_row": 0.5, "a_col": 3.0, "b_col": 0.6},
    "ptf_gamma": {**_GAMMA, "K": 4, "e": 3.0, "f": 1.0},
}  # fmt: skip
"""By model; what a model needs to be given is among them."""
