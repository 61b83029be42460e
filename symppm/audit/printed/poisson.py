"""Poisson factorization: section 4 and the appendix that derives its propositions."""

from __future__ import annotations

from typing import Final

import sympy

from symppm.audit.printed.formula import (
    BOTH,
    COL,
    COV_COL,
    COV_ROW,
    MEAN,
    MEAN_SUM,
    MU_B,
    MU_T,
    RHO1,
    RHO2,
    ROW,
    SIGMA_B,
    SIGMA_T,
    VAR_PRODUCT,
    VAR_SUM,
    A,
    B,
    C,
    D,
    E,
    K,
    PrintedFormula,
    V,
    W,
)

TOTAL = MEAN + ROW + COL + BOTH
TAU = 1 - (RHO1 + RHO2)
SLACK = TAU * V - E

_TAU = r"(1-(\rho_1+\rho_2))"
_VAR = r"\mathbb{V}[Y_{ij}]"
_MEAN = r"\mathbb{E}[Y_{ij}]"
_SUM = (
    r"\mu_\theta\mu_\beta+(\mu_\beta\sigma_\theta)^2+(\mu_\theta\sigma_\beta)^2"
    r"+(\sigma_\theta\sigma_\beta)^2"
)
_SLACK = rf"{_TAU}{_VAR}-{_MEAN}"
_SQUARE = rf"\left(\frac{{{_MEAN}}}{{{_VAR}}}\right)^2"
_UPSIDE = rf"\left(\frac{{{_VAR}}}{{{_MEAN}}}\right)^2"
_K = rf"K=\frac{{{_SLACK}}}{{\rho_1\rho_2}}{_SQUARE}"
_RHO1 = rf"\rho_1=\frac{{K(\mu_\beta\sigma_\theta)^2}}{{{_VAR}}}"
_RHO2 = rf"\rho_2=\frac{{K(\mu_\theta\sigma_\beta)^2}}{{{_VAR}}}"

_POISSON: Final = "poisson"
_GAMMA: Final = "gamma poisson"

MAIN: Final = (
    PrintedFormula("mean", "eq:pmf_closedform_exp", (253, 253), _POISSON, E, K * MEAN,
                   rf"{_MEAN}=K\mu_\theta\mu_\beta"),
    PrintedFormula("variance", "eq:pmf_closedform_var", (254, 255), _POISSON, V, K * TOTAL,
                   rf"{_VAR}=K[{_SUM}]"),
    PrintedFormula("correlation in a row", "Proposition 2", (270, 270), _POISSON, RHO1,
                   K * ROW / V, _RHO1),
    PrintedFormula("correlation in a column", "Proposition 2", (270, 270), _POISSON, RHO2,
                   K * COL / V, _RHO2),
    PrintedFormula("K", "eq:latent_var_est", (277, 277), _POISSON, K,
                   SLACK / (RHO1 * RHO2) * (E / V) ** 2,
                   rf"K=\frac{{\tau{_VAR}-{_MEAN}}}{{\rho_1\rho_2}}{_SQUARE}"),
    PrintedFormula("a", "Section 4", (281, 281), _GAMMA, A, RHO2 * V / SLACK,
                   rf"a=\frac{{\rho_2{_VAR}}}{{\tau{_VAR}-{_MEAN}}}"),
    PrintedFormula("c", "Section 4", (282, 282), _GAMMA, C, RHO1 * V / SLACK,
                   rf"c=\frac{{\rho_1{_VAR}}}{{\tau{_VAR}-{_MEAN}}}"),
    PrintedFormula("bd", "eq:hyper_bd", (283, 283), _GAMMA, B * D,
                   E / V * sympy.sqrt(A * C / (RHO1 * RHO2)),
                   rf"bd=\frac{{{_MEAN}}}{{{_VAR}}}\sqrt{{\frac{{ac}}{{\rho_1\rho_2}}}}"),
    PrintedFormula("expected conditional variance", "Section 4", (303, 303), _POISSON, W, E,
                   rf"\mathbb{{E}}[\mathbb{{V}}(Y_{{ij}}|\theta,\beta)]={_MEAN}"),
)  # fmt: skip

PRIORS: Final = tuple(
    PrintedFormula(name, label, (line, line), _GAMMA, left, right, latex)
    for label, line in (("Section 2", 138), ("Appendix B, Gamma priors", 941))
    for name, left, right, latex in (
        ("mean of theta", MU_T, A / B, r"\mu_\theta=\frac{a}{b}"),
        ("variance of theta", SIGMA_T**2, A / B**2, r"\sigma_\theta^2=\frac{a}{b^2}"),
        ("mean of beta", MU_B, C / D, r"\mu_\beta=\frac{c}{d}"),
        ("variance of beta", SIGMA_B**2, C / D**2, r"\sigma_\beta^2=\frac{c}{d^2}"),
    )
)

PROPOSITIONS: Final = (
    PrintedFormula("variance of a product", "eq:varmult2", (744, 744), "generic", VAR_PRODUCT,
                   MU_T**2 * SIGMA_B**2 + MU_B**2 * SIGMA_T**2 + SIGMA_T**2 * SIGMA_B**2,
                   r"\mathbb{V}[XY]=\mathbb{E}[X]^2\mathbb{V}[Y]+\mathbb{E}[Y]^2\mathbb{V}[X]"
                   r"+\mathbb{V}[X]\mathbb{V}[Y]"),
    PrintedFormula("mean of the inner product", "Proposition 4", (763, 763), "generic", MEAN_SUM,
                   K * MEAN, r"\mathbb{E}[\sum_k\theta_{ik}\beta_{jk}]=K\mu_\theta\mu_\beta"),
    PrintedFormula("variance of the inner product", "Proposition 4", (764, 764), "generic",
                   VAR_SUM, K * (ROW + COL + BOTH),
                   r"\mathbb{V}[\sum_k\theta_{ik}\beta_{jk}]=K[(\mu_\beta\sigma_\theta)^2"
                   r"+(\mu_\theta\sigma_\beta)^2+(\sigma_\theta\sigma_\beta)^2]"),
    PrintedFormula("variance of the inner product, proof", "Proposition 4", (773, 775), "generic",
                   VAR_SUM, K * (ROW + COL + BOTH),
                   r"\mathbb{V}[\sum_k\theta_{ik}\beta_{jk}]=K[(\mu_\beta\sigma_\theta)^2"
                   r"+(\mu_\theta\sigma_\beta)^2+(\sigma_\theta\sigma_\beta)^2]"),
    PrintedFormula("covariance of inner products in a row", "Proposition 4", (765, 765),
                   "generic", COV_ROW, K * ROW,
                   r"\delta_{it}=1,\ \delta_{jl}=0:\ K(\mu_\beta\sigma_\theta)^2"),
    PrintedFormula("covariance of inner products in a column", "Proposition 4", (765, 765),
                   "generic", COV_COL, K * COL,
                   r"\delta_{it}=0,\ \delta_{jl}=1:\ K(\mu_\theta\sigma_\beta)^2"),
    PrintedFormula("covariance of products in a row", "Proposition 4", (797, 797), "generic",
                   COV_ROW / K, MU_B**2 * SIGMA_T**2, r"\mu_\beta^2\sigma_\theta^2"),
    PrintedFormula("covariance of products in a column", "Proposition 4", (802, 802), "generic",
                   COV_COL / K, MU_T**2 * SIGMA_B**2, r"\mu_\theta^2\sigma_\beta^2"),
    PrintedFormula("mean", "Proposition 5", (830, 830), _POISSON, E, K * MEAN,
                   rf"{_MEAN}=K\mu_\theta\mu_\beta"),
    PrintedFormula("variance", "Proposition 5", (831, 831), _POISSON, V, K * TOTAL,
                   rf"{_VAR}=K[{_SUM}]"),
    PrintedFormula("variance, proof", "Proposition 5", (838, 839), _POISSON, V, MEAN_SUM + VAR_SUM,
                   rf"{_VAR}=\mathbb{{E}}[\sum_k\theta_{{ik}}\beta_{{jk}}]"
                   r"+\mathbb{V}[\sum_k\theta_{ik}\beta_{jk}]"),
    PrintedFormula("covariance in a row", "Proposition 6", (850, 850), _POISSON, COV_ROW, K * ROW,
                   r"\delta_{it}=1,\ \delta_{jl}=0:\ K(\mu_\beta\sigma_\theta)^2"),
    PrintedFormula("covariance in a column", "Proposition 6", (850, 850), _POISSON, COV_COL,
                   K * COL, r"\delta_{it}=0,\ \delta_{jl}=1:\ K(\mu_\theta\sigma_\beta)^2"),
    PrintedFormula("covariance of an entry with itself", "Proposition 6", (850, 850), _POISSON, V,
                   K * (ROW + COL + MEAN + BOTH), rf"\delta_{{it}}=\delta_{{jl}}=1:\ K[{_SUM}]"),
    PrintedFormula("correlation in a row", "Proposition 7", (869, 869), _POISSON, RHO1,
                   ROW / TOTAL, rf"\rho_1=\frac{{(\mu_\beta\sigma_\theta)^2}}{{{_SUM}}}"),
    PrintedFormula("correlation in a column", "Proposition 7", (870, 870), _POISSON, RHO2,
                   COL / TOTAL, rf"\rho_2=\frac{{(\mu_\theta\sigma_\beta)^2}}{{{_SUM}}}"),
    PrintedFormula("product of standard deviations", "eq:multvarprior", (885, 885), _POISSON,
                   SIGMA_T * SIGMA_B, V / E * sympy.sqrt(RHO1 * RHO2),
                   rf"\sigma_\theta\sigma_\beta=\frac{{{_VAR}}}{{{_MEAN}}}\sqrt{{\rho_1\rho_2}}"),
    PrintedFormula("coefficient of variation of beta", "Proposition 8", (886, 886), _POISSON,
                   (SIGMA_B / MU_B) ** 2, K * V / E**2 * RHO2,
                   r"\left(\frac{\sigma_\beta}{\mu_\beta}\right)^2"
                   rf"=K\frac{{{_VAR}}}{{{_MEAN}^2}}\rho_2"),
    PrintedFormula("coefficient of variation of theta", "Proposition 8", (887, 887), _POISSON,
                   (SIGMA_T / MU_T) ** 2, K * V / E**2 * RHO1,
                   r"\left(\frac{\sigma_\theta}{\mu_\theta}\right)^2"
                   rf"=K\frac{{{_VAR}}}{{{_MEAN}^2}}\rho_1"),
    PrintedFormula("ratio of the correlations", "Proposition 8", (888, 888), _POISSON,
                   RHO1 * (SIGMA_B / MU_B) ** 2, RHO2 * (SIGMA_T / MU_T) ** 2,
                   r"\rho_1\left(\frac{\sigma_\beta}{\mu_\beta}\right)^2"
                   r"=\rho_2\left(\frac{\sigma_\theta}{\mu_\theta}\right)^2"),
    PrintedFormula("row product", "eq:varrho_1", (894, 894), _POISSON, RHO1 * V / K, ROW,
                   rf"\rho_1\frac{{{_VAR}}}{{K}}=(\mu_\beta\sigma_\theta)^2"),
    PrintedFormula("column product", "eq:varrho_2", (895, 895), _POISSON, RHO2 * V / K, COL,
                   rf"\rho_2\frac{{{_VAR}}}{{K}}=(\mu_\theta\sigma_\beta)^2"),
    PrintedFormula("product of both", "Proposition 8", (899, 899), _POISSON,
                   RHO1 * RHO2 * (V / K) ** 2, MEAN**2 * BOTH,
                   rf"\rho_1\rho_2\left(\frac{{{_VAR}}}{{K}}\right)^2"
                   r"=(\mu_\beta\mu_\theta)^2(\sigma_\beta\sigma_\theta)^2"),
    PrintedFormula("squared product of standard deviations", "eq:multvarprior2", (900, 900),
                   _POISSON, RHO1 * RHO2 * (V / E) ** 2, BOTH,
                   rf"\rho_1\rho_2{_UPSIDE}=(\sigma_\beta\sigma_\theta)^2"),
    PrintedFormula("coefficient of variation of beta, proof", "Proposition 8", (906, 906),
                   _POISSON, (SIGMA_B / MU_B) ** 2, RHO1 * RHO2 * (V / E) ** 2 * K / (RHO1 * V),
                   r"\frac{\sigma_\beta^2}{\mu_\beta^2}"
                   rf"=\rho_1\rho_2{_UPSIDE}\frac{{K}}{{\rho_1{_VAR}}}"),
    PrintedFormula("coefficient of variation of theta, proof", "Proposition 8", (907, 907),
                   _POISSON, (SIGMA_T / MU_T) ** 2, RHO1 * RHO2 * (V / E) ** 2 * K / (RHO2 * V),
                   r"\frac{\sigma_\theta^2}{\mu_\theta^2}"
                   rf"=\rho_1\rho_2{_UPSIDE}\frac{{K}}{{\rho_2{_VAR}}}"),
    PrintedFormula("K", "eq:latent_k", (917, 917), _POISSON, K,
                   SLACK / (RHO1 * RHO2) * (E / V) ** 2, _K),
    PrintedFormula("coefficient of variation of theta", "eq:latent_cv1", (918, 918), _POISSON,
                   (SIGMA_T / MU_T) ** 2, SLACK / (RHO2 * V),
                   r"\left(\frac{\sigma_\theta}{\mu_\theta}\right)^2"
                   rf"=\frac{{{_SLACK}}}{{\rho_2{_VAR}}}"),
    PrintedFormula("coefficient of variation of beta", "eq:latent_cv2", (919, 919), _POISSON,
                   (SIGMA_B / MU_B) ** 2, SLACK / (RHO1 * V),
                   r"\left(\frac{\sigma_\beta}{\mu_\beta}\right)^2"
                   rf"=\frac{{{_SLACK}}}{{\rho_1{_VAR}}}"),
    PrintedFormula("variance in the proof on K", "Proposition 9", (924, 924), _POISSON, V,
                   E + K * COL + K * ROW + K * SIGMA_T * SIGMA_B,
                   rf"{_VAR}={_MEAN}+K(\mu_\theta\sigma_\beta)^2+K(\mu_\beta\sigma_\theta)^2"
                   r"+K(\sigma_\theta\sigma_\beta)",
                   "missing square in the proof on K", K * SIGMA_T * SIGMA_B - K * BOTH),
    PrintedFormula("variance by correlations", "Proposition 9", (927, 927), _POISSON, V,
                   E + (RHO1 + RHO2) * V + K * BOTH,
                   rf"{_VAR}={_MEAN}+(\rho_1+\rho_2){_VAR}+K(\sigma_\theta\sigma_\beta)^2"),
    PrintedFormula("the common part", "Proposition 9", (930, 930), _POISSON, K * BOTH,
                   K * (V / E) ** 2 * RHO1 * RHO2,
                   rf"K(\sigma_\theta\sigma_\beta)^2=K{_UPSIDE}\rho_1\rho_2"),
    PrintedFormula("equation for K", "Proposition 9", (931, 931), _POISSON,
                   K * (V / E) ** 2 * RHO1 * RHO2, SLACK, rf"K{_UPSIDE}\rho_1\rho_2={_SLACK}"),
    PrintedFormula("K, proof", "eq:result_latent", (932, 932), _POISSON, K,
                   SLACK / (RHO1 * RHO2) * (E / V) ** 2, _K),
    PrintedFormula("squared coefficient of variation of theta", "eq:gamcv1", (945, 945), _GAMMA,
                   (SIGMA_T / MU_T) ** 2, 1 / A,
                   r"\frac{\sigma_\theta^2}{\mu_\theta^2}=\frac{1}{a}"),
    PrintedFormula("squared coefficient of variation of beta", "eq:gamcv2", (946, 946), _GAMMA,
                   (SIGMA_B / MU_B) ** 2, 1 / C,
                   r"\frac{\sigma_\beta^2}{\mu_\beta^2}=\frac{1}{c}"),
    PrintedFormula("1/a", "eq:latent_cv12", (957, 957), _GAMMA, 1 / A, SLACK / (RHO2 * V),
                   rf"\frac{{1}}{{a}}=\frac{{{_SLACK}}}{{\rho_2{_VAR}}}"),
    PrintedFormula("1/c", "eq:latent_cv22", (958, 958), _GAMMA, 1 / C, SLACK / (RHO1 * V),
                   rf"\frac{{1}}{{c}}=\frac{{{_SLACK}}}{{\rho_1{_VAR}}}"),
    PrintedFormula("product of the variances", "Appendix B, Gamma priors", (967, 967), _GAMMA,
                   A / B**2 * C / D**2, SIGMA_T**2 * SIGMA_T**2,
                   r"\frac{a}{b^2}\frac{c}{d^2}=\sigma_\theta^2\sigma_\theta^2",
                   "sigma_theta twice", SIGMA_T**4 - BOTH),
    PrintedFormula("product of the variances by moments", "Appendix B, Gamma priors", (967, 967),
                   _GAMMA, A / B**2 * C / D**2, (V / E) ** 2 * RHO1 * RHO2,
                   rf"\frac{{a}}{{b^2}}\frac{{c}}{{d^2}}={_UPSIDE}\rho_1\rho_2"),
    PrintedFormula("(bd)^2", "Appendix B, Gamma priors", (968, 968), _GAMMA, (B * D) ** 2,
                   (E / V) ** 2 * A * C / (RHO1 * RHO2),
                   rf"(bd)^2={_SQUARE}\frac{{ac}}{{\rho_1\rho_2}}"),
    PrintedFormula("bd", "Appendix B, Gamma priors", (969, 969), _GAMMA, B * D,
                   E / V * sympy.sqrt(A * C / (RHO1 * RHO2)),
                   rf"bd=\frac{{{_MEAN}}}{{{_VAR}}}\sqrt{{\frac{{ac}}{{\rho_1\rho_2}}}}"),
)  # fmt: skip
