"""Any observation model with the inner product as its mean, and the likelihoods named there."""

from __future__ import annotations

from typing import Final

import sympy

from symppm.audit.printed.formula import (
    BOTH,
    COL,
    COND_MEAN,
    COND_VAR,
    COV_COL,
    COV_ROW,
    ETA,
    MEAN,
    RHO1,
    RHO2,
    ROW,
    SCALE_Y,
    SIGMA_Y,
    SIZE,
    E,
    K,
    PrintedFormula,
    V,
    W,
)

_VAR = r"\mathbb{V}[Y_{ij}]"
_MEAN = r"\mathbb{E}[Y_{ij}]"
_INNER = r"\mathbb{E}[\mathbb{V}[Y_{ij}|\theta,\beta]]"
_UPSIDE = rf"\left(\frac{{{_VAR}}}{{{_MEAN}}}\right)^2"
_ROW = r"K(\mu_\beta\sigma_\theta)^2"
_COL = r"K(\mu_\theta\sigma_\beta)^2"
_SOLVED = ((1 - (RHO1 + RHO2)) * V - W) / (RHO1 * RHO2) * (E / V) ** 2
_LATEX_K = (
    rf"K=\frac{{\tau{_VAR}-{_INNER}}}{{\rho_1\rho_2}}\left(\frac{{{_MEAN}}}{{{_VAR}}}\right)^2"
)
_ANY: Final = "generic"
_P = ETA / (ETA + SIZE)

GENERIC: Final = (
    PrintedFormula("K", "eq:generic_solution", (301, 301), _ANY, K, _SOLVED, _LATEX_K),
    PrintedFormula("mean", "Proposition 14", (1085, 1085), _ANY, E, K * MEAN,
                   rf"{_MEAN}=K\mu_\theta\mu_\beta"),
    PrintedFormula("variance", "Proposition 14", (1086, 1087), _ANY, V, W + K * (ROW + COL + BOTH),
                   rf"{_VAR}={_INNER}+K[(\mu_\beta\sigma_\theta)^2+(\mu_\theta\sigma_\beta)^2"
                   r"+(\sigma_\theta\sigma_\beta)^2]"),
    PrintedFormula("correlation in a row", "Proposition 15", (1107, 1107), _ANY, RHO1, K * ROW / V,
                   rf"\rho_1=\frac{{{_ROW}}}{{{_VAR}}}"),
    PrintedFormula("correlation in a column", "Proposition 15", (1108, 1108), _ANY, RHO2,
                   K * COL / V, rf"\rho_2=\frac{{{_COL}}}{{{_VAR}}}"),
    PrintedFormula("covariance of an entry with itself", "Proposition 15", (1116, 1116), _ANY, V,
                   W + K * (ROW + COL + BOTH),
                   rf"\delta_{{it}}=\delta_{{jl}}=1:\ {_INNER}+{_ROW}+{_COL}"
                   r"+K(\sigma_\theta\sigma_\beta)^2"),
    PrintedFormula("covariance in a row", "Proposition 15", (1123, 1123), _ANY, COV_ROW, K * ROW,
                   rf"\mathrm{{Cov}}[Y_{{ij}},Y_{{il}}]={_ROW}"),
    PrintedFormula("covariance in a column", "Proposition 15", (1124, 1124), _ANY, COV_COL, K * COL,
                   rf"\mathrm{{Cov}}[Y_{{ij}},Y_{{tj}}]={_COL}"),
    PrintedFormula("K", "Theorem of Appendix D", (1135, 1135), _ANY, K, _SOLVED, _LATEX_K),
    PrintedFormula("variance by correlations", "Theorem of Appendix D", (1141, 1141), _ANY, V,
                   W + (RHO1 + RHO2) * V + K * BOTH,
                   rf"{_VAR}={_INNER}+(\rho_1+\rho_2){_VAR}+K(\sigma_\theta\sigma_\beta)^2"),
    PrintedFormula("the common part", "Theorem of Appendix D", (1144, 1144), _ANY, K * BOTH,
                   K * RHO1 * RHO2 * (V / E) ** 2,
                   rf"K(\sigma_\theta\sigma_\beta)^2=K\rho_1\rho_2{_UPSIDE}"),
    PrintedFormula("equation for K", "Theorem of Appendix D", (1147, 1147), _ANY,
                   K * RHO1 * RHO2 * (V / E) ** 2, (1 - (RHO1 + RHO2)) * V - W,
                   rf"K\rho_1\rho_2{_UPSIDE}=(1-(\rho_1+\rho_2)){_VAR}-{_INNER}"),
    PrintedFormula("K, proof", "Theorem of Appendix D", (1148, 1148), _ANY, K, _SOLVED, _LATEX_K),
)  # fmt: skip

LIKELIHOODS: Final = (
    PrintedFormula("expected conditional variance", "Section 4", (303, 303), "normal observations",
                   W, SIGMA_Y**2, rf"{_INNER}=\sigma_Y^2"),
    PrintedFormula("second parameter of the Normal", "Section 4", (303, 303),
                   "normal observations", COND_VAR, SIGMA_Y**-1,
                   r"Y_{ij}\sim\mathcal{N}(\sum_k\theta_{ik}\beta_{jk},\sigma_Y^{-1})",
                   "parametrisation of the Normal", SIGMA_Y**-1 - SIGMA_Y**2),
    PrintedFormula("expected conditional variance", "Section 7.1.2", (461, 461),
                   "gumbel observations", W, sympy.pi**2 / 6 * SCALE_Y**2,
                   rf"{_INNER}=\frac{{\pi^2}}{{6}}\sigma^2"),
    PrintedFormula("conditional mean", "Section 7.3.1", (545, 545),
                   "negative binomial observations", COND_MEAN, SIZE * _P / (1 - _P),
                   r"\mathrm{NB}(r,\tfrac{\eta}{\eta+r}):\ \mathbb{E}[Y|\eta]=\eta"),
    PrintedFormula("conditional variance", "Section 7.3.1", (545, 545),
                   "negative binomial observations", COND_VAR, ETA + ETA**2 / SIZE,
                   r"\mathbb{V}[Y|\eta]=\eta+\frac{\eta^2}{r}"),
)  # fmt: skip
