"""Errata of the main text, sections 2 to 7."""

from __future__ import annotations

from typing import Final

from symppm.audit.printed import evidence_main as evidence
from symppm.audit.printed.erratum import Erratum

MAIN: Final = (
    Erratum(
        "sum over the factors missing", (131, 131), "Section 2", "typo",
        r'"each entry $`Y_{ij}`$ following a Poisson distribution with rate '
        r'$`\theta_{ik}\beta_{jk}`$"',
        r'"each entry $`Y_{ij}`$ following a Poisson distribution with rate '
        r'$`\sum_k\theta_{ik}\beta_{jk}`$"',
        "The formula of the model (eq:genmf) has the sum.", evidence.sum_over_factors,
    ),
    Erratum(
        "entries called independent and identically distributed", (136, 136), "eq:genmf",
        "right under a reading",
        r"Y_{ij}\overset{\text{iid}}{\sim}\mathrm{Poisson}(\sum_k\theta_{ik}\beta_{jk})",
        r"Y_{ij}\mid\theta,\beta\ \sim\ \mathrm{Poisson}(\sum_k\theta_{ik}\beta_{jk})"
        r"\ \text{independently}",
        "Right if read as independent given theta and beta. Marginally, entries that share a row "
        "or a column are correlated, which is what identifies K; given theta and beta they are "
        "not identically distributed.", evidence.not_independent,
    ),
    Erratum(
        "priors called scale-location", (138, 138), "Section 2", "right under a reading",
        '"to extend the analysis to all scale-location priors"',
        '"to extend the analysis to all independent priors with a finite mean and variance"',
        "The propositions use two moments and independence and nothing else. They hold for the "
        "Beta priors of the experiments, which are no family of scales and locations. Right if "
        "read as parametrised by mean and variance.", evidence.scale_location,
    ),
    Erratum(
        "wrong indices of the latent count", (148, 148), "Section 2; also line 974", "typo",
        r"n_{ui},\ N_{ui}", r"N_{ij}",
        "The model has rows i and columns j.", evidence.latent_count,
    ),
    Erratum(
        "Inverse Gamma named as an exponential dispersion model", (148, 148), "Section 2", "error",
        '"Normal, Poisson, Gamma, Inverse-Gamma, and many other distributions"',
        '"Normal, Poisson, Gamma, inverse Gaussian, and many other distributions"',
        "A sum of independent draws from an additive exponential dispersion model is in the "
        "family again, with the same w; all its cumulants are then proportional to the number of "
        "draws. Those of the Inverse Gamma are not; those of the inverse Gaussian are.",
        evidence.inverse_gamma,
    ),
    Erratum(
        "condition on the factors missing in a mean", (156, 156),
        "eq:generic_pmf; also lines 1079 and 1091", "typo",
        r"\mathbb{E}[Y_{ij}]=\sum_{k=1}^K\theta_{ik}\beta_{jk}",
        r"\mathbb{E}[Y_{ij}\mid\theta,\beta]=\sum_{k=1}^K\theta_{ik}\beta_{jk}",
        "The left side is a number, the right side is random. Line 299 prints it correctly.",
        evidence.conditional_mean,
    ),
    Erratum(
        "conditions of the solution for K", (303, 303),
        "Section 4; also line 159 and the theorem of Appendix D", "right under a reading",
        r'"any combination of distributions for the priors ... and observation model $`F_Y`$ (with '
        'finite mean and non-zero variance)"',
        r'"... (with finite variances, and $`\mu_\theta`$, $`\mu_\beta`$, $`\sigma_\theta`$ and '
        r'$`\sigma_\beta`$ not zero)"',
        "With priors of mean zero, as in the classic model of line 159, the mean and both "
        "correlations are zero, the formula is 0/0, and models with different K share all four "
        "moments. Right if read as finite, non-zero means and variances.", evidence.zero_means,
        "the conditions of eq:generic_solution and of the theorem, not the formula",
    ),
    Erratum(
        "parametrisation of the Normal", (303, 303), "Section 4", "error",
        r"Y_{ij}\sim\mathcal{N}(\sum_{k=1}^K\theta_{ik}\beta_{jk},\sigma_Y^{-1}),\quad"
        r"\mathbb{E}[\mathbb{V}(Y_{ij}|\theta,\beta)]=\sigma_Y^2",
        r"Y_{ij}\sim\mathcal{N}(\sum_{k=1}^K\theta_{ik}\beta_{jk},\sigma_Y^2),\quad"
        r"\mathbb{E}[\mathbb{V}(Y_{ij}|\theta,\beta)]=\sigma_Y^2",
        "The inverse of sigma_Y is neither the variance nor the precision nor the standard "
        "deviation of an observation with variance sigma_Y squared. The expected conditional "
        "variance, which is what enters K, is right.", evidence.normal,
    ),
    Erratum(
        "propositions cited for the compound formulas", (297, 297), "Section 4",
        "right under a reading",
        '"in Propositions 8, 9, 10 and 13"', '"in Propositions 8 to 13"',
        "Right for the solutions. The mean, the variance and the correlations of the compound "
        "model, displayed just above, are Propositions 11 and 12.", evidence.propositions,
    ),
    Erratum(
        "matrix entries called independent", (336, 336), "Section 4.1", "right under a reading",
        '"estimated over the independent matrix entries"',
        r"\mathbb{E}[S^2]=\mathbb{V}[Y_{ij}]"
        r"\left(1-\frac{(M-1)\rho_1+(N-1)\rho_2}{NM-1}\right)",
        "Entries that share a row or a column are correlated, so that the sample variance of all "
        "entries is too small on average. Right if read as identically distributed, and in the "
        "limit of many rows and columns.", evidence.variance_of_entries,
    ),
    Erratum(
        "closed forms called unknown", (340, 340),
        "Section 5; also lines 122, 384 and 1329", "right under a reading",
        '"a matrix factorization model for which analytic moments are not known"',
        r"\mathbb{E}[Y_{ij}]=\frac{K\,a\,c\,a'c'}{b'd'(a'-1)(c'-1)}",
        "Right as a report of what the authors had. All four moments of hierarchical Poisson "
        "factorization have closed forms (the derivation of the model hpf_gamma derives them), "
        "finite for a', c' > 2.", evidence.closed_forms,
        "the need for the stochastic algorithm in the HPF example",
    ),
    Erratum(
        "statistics for their targets", (356, 356), "Section 5.1", "typo",
        r"\hat T_\lambda=T", r"\hat{\mathrm{T}}_\lambda=\mathrm{T}^*",
        "T is the collection of statistics, its target has a star.", evidence.target,
    ),
    Erratum(
        "index of a sum is an index of the entry", (455, 455),
        "Section 7.1.1; also line 974", "typo",
        r"Y_{ij}\sim\sum_{i=1}^{N_{ij}}\mathcal{N}(1,1),\quad Y_{ij}=\sum_{i=1}^{N_{ij}}Y_{ijk}",
        r"Y_{ij}=\sum_{n=1}^{N_{ij}}Y_{ijn},\quad Y_{ijn}\overset{\text{iid}}{\sim}"
        r"\mathcal{N}(1,1)",
        "The sum runs over the draws of one entry; i is its row. In the second formula of line "
        "974 the sum has to run over the third index.", evidence.bound_index,
    ),
    Erratum(
        "lower-case k for K", (473, 473), "Section 7.1.2", "typo",
        r"\frac{\hat K-K}{k}", r"\frac{\hat K-K}{K}",
        "The caption of the figure and section 7.3.1 print it correctly.", evidence.relative_error,
    ),
    Erratum(
        "sigma_beta for mu_beta", (510, 510), "Section 7.2", "typo",
        r"\mu_\theta,\sigma_\beta,\sigma_\theta,\sigma_\beta\in[10^{-4},10^2]",
        r"\mu_\theta,\mu_\beta,\sigma_\theta,\sigma_\beta\in[10^{-4},10^2]",
        "The search space has five dimensions, K being the fifth.", evidence.five_hyperparameters,
    ),
    Erratum(
        "row sums and column sums interchanged", (551, 551), "Section 7.3.1",
        "right under a reading",
        r'"the expected row-sum is $`\mathbb{E}[\sum_iY_{ij}]=NK\mu_\beta\mu_\theta`$ and the '
        r'expected column-sum is $`\mathbb{E}[\sum_jY_{ij}]=MK\mu_\beta\mu_\theta`$"',
        r'"the expected column-sum is $`\mathbb{E}[\sum_iY_{ij}]=NK\mu_\beta\mu_\theta`$ and the '
        r'expected row-sum is $`\mathbb{E}[\sum_jY_{ij}]=MK\mu_\beta\mu_\theta`$"',
        "The formulas are right. The names are, if a row-sum is read as a sum over the row index; "
        "line 553 has the sum of column j, which gamma_j controls, as a sum over i.",
        evidence.margins,
    ),
)  # fmt: skip
