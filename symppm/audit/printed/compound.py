"""Compound Poisson factorization: section 4 and its appendix."""

from __future__ import annotations

from typing import Final

import sympy

from symppm.audit.printed.formula import (
    BOTH,
    COL,
    COV_COL,
    COV_ROW,
    KAPPA,
    MEAN,
    MEAN_COUNT,
    MU_B,
    MU_T,
    PSI1,
    PSI2,
    RHO1,
    RHO2,
    ROW,
    SIGMA_B,
    SIGMA_T,
    VAR_COUNT,
    E,
    K,
    PrintedFormula,
    V,
)

_TOTAL = MEAN + ROW + COL + BOTH
_FACTOR = KAPPA * PSI1 + PSI2 / PSI1
_SLACK = (1 - (RHO1 + RHO2)) * V - _FACTOR * E
_K = _SLACK / (RHO1 * RHO2) * (E / V) ** 2
_MOMENTS = KAPPA * PSI2 * K * MEAN + (KAPPA * PSI1) ** 2 * K * _TOTAL
_PSI = (KAPPA * PSI1) ** 2

_VAR = r"\mathbb{V}[Y_{ij}]"
_MEAN = r"\mathbb{E}[Y_{ij}]"
_SQUARE = r"[\kappa\psi'(w)]^2"
_SUM = (
    r"\mu_\theta\mu_\beta+(\mu_\beta\sigma_\theta)^2+(\mu_\theta\sigma_\beta)^2"
    r"+(\sigma_\theta\sigma_\beta)^2"
)
_COEFFICIENT = r"\left(\kappa\psi'(w)+\frac{\psi''(w)}{\psi'(w)}\right)"
_LATEX_K = (
    rf"K=\frac{{(1-(\rho_1+\rho_2)){_VAR}-{_COEFFICIENT}{_MEAN}}}{{\rho_1\rho_2}}"
    rf"\left(\frac{{{_MEAN}}}{{{_VAR}}}\right)^2"
)
_LATEX_SIGMAS = (
    r"\sigma_\theta\sigma_\beta"
    rf"=\frac{{{_VAR}}}{{{_MEAN}\kappa\psi'(w)}}\sqrt{{\rho_1\rho_2}}"
)
_LATEX_MEAN = rf"{_MEAN}=\kappa\psi'(w)K\mu_\theta\mu_\beta"
_LATEX_VAR = rf"{_VAR}=\kappa\psi''(w)K\mu_\theta\mu_\beta+{_SQUARE}K[{_SUM}]"

_HERE: Final = "compound"
_SQUARES = "missing squares in the compound covariances"

COMPOUND: Final = (
    PrintedFormula("K", "eq:latent_var_est_2", (288, 288), _HERE, K, _K, _LATEX_K),
    PrintedFormula("product of standard deviations", "Section 4", (292, 292), _HERE,
                   SIGMA_T * SIGMA_B, V / (E * KAPPA * PSI1) * sympy.sqrt(RHO1 * RHO2),
                   _LATEX_SIGMAS),
    PrintedFormula("mean", "Section 4", (293, 293), _HERE, E, KAPPA * PSI1 * K * MEAN,
                   _LATEX_MEAN),
    PrintedFormula("variance", "Section 4", (294, 295), _HERE, V, _MOMENTS, _LATEX_VAR),
    PrintedFormula("mean", "Proposition 11", (988, 988), _HERE, E, KAPPA * PSI1 * K * MEAN,
                   _LATEX_MEAN),
    PrintedFormula("variance", "Proposition 11", (989, 989), _HERE, V, _MOMENTS, _LATEX_VAR),
    PrintedFormula("mean, proof", "Proposition 11", (993, 993), _HERE, E, KAPPA * PSI1 * MEAN_COUNT,
                   rf"{_MEAN}=\kappa\psi'(w)\mathbb{{E}}[N_{{ij}}]"),
    PrintedFormula("variance, proof", "Proposition 11", (995, 995), _HERE, V,
                   KAPPA * PSI2 * MEAN_COUNT + _PSI * VAR_COUNT,
                   rf"{_VAR}=\kappa\psi''(w)\mathbb{{E}}[N_{{ij}}]"
                   rf"+{_SQUARE}\mathbb{{V}}[N_{{ij}}]"),
    PrintedFormula("correlation in a row", "Proposition 12", (1009, 1009), _HERE, RHO1,
                   K * _PSI / V * ROW,
                   rf"\rho_1=\frac{{K{_SQUARE}}}{{{_VAR}}}(\mu_\beta\sigma_\theta)^2"),
    PrintedFormula("correlation in a column", "Proposition 12", (1010, 1010), _HERE, RHO2,
                   K * _PSI / V * COL,
                   rf"\rho_2=\frac{{K{_SQUARE}}}{{{_VAR}}}(\mu_\theta\sigma_\beta)^2"),
    PrintedFormula("covariance in a row", "eq:edcov", (1016, 1016), _HERE, COV_ROW,
                   _PSI * K * ROW, rf"{_SQUARE}\mathrm{{Cov}}[N_{{ij}},N_{{il}}]"),
    PrintedFormula("covariance in a column", "eq:edcov", (1016, 1016), _HERE, COV_COL,
                   _PSI * K * COL, rf"{_SQUARE}\mathrm{{Cov}}[N_{{ij}},N_{{tj}}]"),
    PrintedFormula("correlation in a row, proof", "Proposition 12", (1020, 1021), _HERE, RHO1,
                   K * _PSI * MU_B * SIGMA_T**2 / V,
                   rf"\rho_1=\frac{{K{_SQUARE}(\mu_\beta\sigma_\theta^2)}}{{{_VAR}}}",
                   _SQUARES, K * _PSI * (MU_B * SIGMA_T**2 - ROW) / V),
    PrintedFormula("correlation in a column, proof", "Proposition 12", (1022, 1023), _HERE, RHO2,
                   K * _PSI * MU_T * SIGMA_B**2 / V,
                   rf"\rho_2=\frac{{K{_SQUARE}(\mu_\theta\sigma_\beta^2)}}{{{_VAR}}}",
                   _SQUARES, K * _PSI * (MU_T * SIGMA_B**2 - COL) / V),
    PrintedFormula("K", "eq:edm_latent_k_1", (1033, 1033), _HERE, K, _K, _LATEX_K),
    PrintedFormula("product of standard deviations", "eq:edm_mult_std", (1039, 1039), _HERE,
                   SIGMA_T * SIGMA_B, V / (E * KAPPA * PSI1) * sympy.sqrt(RHO1 * RHO2),
                   _LATEX_SIGMAS),
    PrintedFormula("product of the correlations", "Proposition 13", (1043, 1043), _HERE,
                   RHO1 * RHO2, (K * _PSI / V) ** 2 * MEAN**2 * BOTH,
                   rf"\rho_1\rho_2=\left(\frac{{K{_SQUARE}}}{{{_VAR}}}\right)^2"
                   r"(\mu_\theta\mu_\beta)^2(\sigma_\theta\sigma_\beta)^2"),
    PrintedFormula("mean of the factors", "Proposition 13", (1045, 1045), _HERE, K * MEAN,
                   E / (KAPPA * PSI1), rf"K\mu_\theta\mu_\beta=\frac{{{_MEAN}}}{{\kappa\psi'(w)}}"),
    PrintedFormula("product of the correlations by the mean", "Proposition 13", (1047, 1048),
                   _HERE, RHO1 * RHO2, _PSI * (E / V) ** 2 * BOTH,
                   rf"\rho_1\rho_2={_SQUARE}\left(\frac{{{_MEAN}}}{{{_VAR}}}\right)^2"
                   r"(\sigma_\theta\sigma_\beta)^2"),
    PrintedFormula("variance by its parts", "Proposition 13", (1053, 1055), _HERE, V,
                   PSI2 * E / PSI1 + KAPPA * PSI1 * E + K * _PSI * (ROW + COL + BOTH),
                   rf"{_VAR}=\psi''(w)\frac{{{_MEAN}}}{{\psi'(w)}}+\kappa\psi'(w){_MEAN}"
                   rf"+K{_SQUARE}[(\mu_\beta\sigma_\theta)^2+(\mu_\theta\sigma_\beta)^2"
                   r"+(\sigma_\theta\sigma_\beta)^2]"),
    PrintedFormula("variance by correlations", "Proposition 13", (1056, 1060), _HERE, V,
                   _FACTOR * E + RHO1 * V + RHO2 * V + K * _PSI * BOTH,
                   rf"{_VAR}={_COEFFICIENT}{_MEAN}+\rho_1{_VAR}+\rho_2{_VAR}"
                   rf"+K{_SQUARE}(\sigma_\theta\sigma_\beta)^2"),
    PrintedFormula("variance by moments", "Proposition 13", (1061, 1064), _HERE, V,
                   _FACTOR * E + (RHO1 + RHO2) * V + K * RHO1 * RHO2 * (V / E) ** 2,
                   rf"{_VAR}={_COEFFICIENT}{_MEAN}+(\rho_1+\rho_2){_VAR}"
                   rf"+K\rho_1\rho_2\left(\frac{{{_VAR}}}{{{_MEAN}}}\right)^2"),
    PrintedFormula("K, proof", "Proposition 13", (1068, 1068), _HERE, K, _K, _LATEX_K),
)  # fmt: skip
