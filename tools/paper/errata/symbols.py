"""The paper's symbols, in words that Python can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import sympy

_NAMES: Final = (
    # Moments of entries: mean, variance, that of another column, covariances, correlations.
    *("E", "V", "V_l", "C_1", "C_2", "rho_1", "rho_2"),
    # Factors and their priors; kappa, psi' and psi'' of compound models; known column exposures.
    *("K", "mu_theta", "sigma_theta", "mu_beta", "sigma_beta", "a", "b", "c", "d"),
    *("kappa", "psi_1", "psi_2", "gamma_j", "gamma_l"),
    # W is E[Var(Y | theta, beta)]. Moments of theta_ik beta_jk, of its sum eta, of a Poisson count.
    *("W", "V_product", "E_eta", "V_eta", "E_N", "V_N"),
    # Observations given eta, and their parameters.
    *("eta", "mean_given_eta", "variance_given_eta", "sigma_Y", "scale_Y", "r"),
    # A row of the table of families: moments, location and scale, first and second parameter.
    *("E_X", "V_X", "mu", "sigma", "p", "q"),
)

SYMBOLS: Final[Mapping[str, sympy.Symbol]] = MappingProxyType(
    {name: sympy.Symbol(name, positive=True) for name in _NAMES}
)
