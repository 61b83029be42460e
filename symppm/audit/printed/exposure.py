"""Columns multiplied by known numbers: section 7.3.1 and the appendix on adjustment."""

from __future__ import annotations

from typing import Final

import sympy

from symppm.audit.printed.formula import (
    BOTH,
    COL,
    COV_COL,
    COV_ROW,
    GAMMA_J,
    GAMMA_L,
    MEAN,
    RHO1,
    RHO2,
    ROW,
    V_OTHER,
    VAR_SUM,
    E,
    K,
    PrintedFormula,
    V,
)

_TOTAL = MEAN + ROW + COL + BOTH
_ROOT = sympy.sqrt(V * V_OTHER)
_ADJUSTED = V / GAMMA_J**2 - E / GAMMA_J**2 + E / GAMMA_J
_TEXT = "Section 7.3.1, inconsistent margins"
_APPENDIX = "Appendix H"
_HERE: Final = "exposure"
_VAR_ETA = r"K((\mu_\beta\sigma_\theta)^2+(\mu_\theta\sigma_\beta)^2+(\sigma_\theta\sigma_\beta)^2)"
_RHO_ROW = r"\rho_{jl}^{(1)}=\frac{K\gamma_j\gamma_l}{\sqrt{v_jv_l}}(\mu_\beta\sigma_\theta)^2"
_RHO_COL = r"\rho_j^{(2)}=\frac{K\gamma_j^2}{v_j}(\mu_\theta\sigma_\beta)^2"
_LATEX_ADJUSTED = (
    r"\mathbb{V}[\hat Y_{ij}^{(1)}]-\mathbb{E}[\hat Y_{ij}^{(2)}]+\mathbb{E}[\hat Y_{ij}^{(1)}]"
    r"=\mathbb{E}[Y_{ij}]+\mathbb{V}[\eta_{ij}]"
)

EXPOSURE: Final = (
    PrintedFormula("mean", _TEXT, (553, 553), _HERE, E, K * GAMMA_J * MEAN,
                   r"e_j=K\gamma_j\mu_\theta\mu_\beta"),
    PrintedFormula("variance", _TEXT, (553, 553), _HERE, V, E + GAMMA_J**2 * VAR_SUM,
                   r"v_j=e_j+\gamma_j^2\mathbb{V}[\eta_{ij}]"),
    PrintedFormula("variance of the inner product", _TEXT, (553, 553), _HERE, VAR_SUM,
                   K * (ROW + COL + BOTH), rf"\mathbb{{V}}[\eta_{{ij}}]={_VAR_ETA}"),
    PrintedFormula("correlation in a row", _TEXT, (554, 554), _HERE, RHO1,
                   K * GAMMA_J * GAMMA_L / _ROOT * ROW, _RHO_ROW),
    PrintedFormula("correlation in a column", _TEXT, (554, 554), _HERE, RHO2,
                   K * GAMMA_J**2 / V * COL, _RHO_COL),
    PrintedFormula("adjusted variance", _TEXT, (558, 558), _HERE, _ADJUSTED, K * _TOTAL,
                   _LATEX_ADJUSTED),
    PrintedFormula("mean", _APPENDIX, (1401, 1401), _HERE, E, K * GAMMA_J * MEAN,
                   r"e_j=K\gamma_j\mu_\theta\mu_\beta"),
    PrintedFormula("variance", _APPENDIX, (1401, 1401), _HERE, V,
                   GAMMA_J * K * MEAN + GAMMA_J**2 * VAR_SUM,
                   r"v_j=\gamma_j\mathbb{E}[Y_{ij}]+\gamma_j^2\mathbb{V}[\eta_{ij}]"),
    PrintedFormula("correlation in a row", _APPENDIX, (1403, 1403), _HERE, RHO1,
                   K * GAMMA_J * GAMMA_L / _ROOT * ROW, _RHO_ROW),
    PrintedFormula("correlation in a column", _APPENDIX, (1403, 1403), _HERE, RHO2,
                   GAMMA_J**2 * K * COL / V,
                   r"\rho_j^{(2)}=\gamma_j^2\frac{\mathrm{Cov}(Y_{ij},Y_{tl})}{v_j}"),
    PrintedFormula("variance of the first rescaled entry", _APPENDIX, (1406, 1406), _HERE,
                   V / GAMMA_J**2, K * MEAN / GAMMA_J + VAR_SUM,
                   r"\mathbb{V}[\hat Y_{ij}^{(1)}]=\frac{\mathbb{E}[Y_{ij}]}{\gamma_j}"
                   r"+\mathbb{V}[\eta_{ij}]"),
    PrintedFormula("mean of the second rescaled entry", _APPENDIX, (1406, 1406), _HERE,
                   E / GAMMA_J**2, K * MEAN / GAMMA_J,
                   r"\mathbb{E}[\hat Y_{ij}^{(2)}]=\frac{\mathbb{E}[Y_{ij}]}{\gamma_j}"),
    PrintedFormula("adjusted variance", _APPENDIX, (1406, 1406), _HERE, _ADJUSTED, K * _TOTAL,
                   _LATEX_ADJUSTED),
    PrintedFormula("adjusted correlation in a row", _APPENDIX, (1408, 1408), _HERE,
                   COV_ROW / (GAMMA_J * GAMMA_L) / _ADJUSTED, ROW / _TOTAL,
                   r"\frac{\mathrm{Cov}(\hat Y_{ij}^{(1)},\hat Y_{il}^{(1)})}{\hat v}=\rho_1"),
    PrintedFormula("adjusted correlation in a column", _APPENDIX, (1408, 1408), _HERE,
                   COV_COL / GAMMA_J**2 / _ADJUSTED, COL / _TOTAL,
                   r"\frac{\mathrm{Cov}(\hat Y_{ij}^{(1)},\hat Y_{tj}^{(1)})}{\hat v}=\rho_2"),
)  # fmt: skip
