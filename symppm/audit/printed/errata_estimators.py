"""Errata of the appendices on sampled estimators, on parametrisations and on adjustment."""

from __future__ import annotations

from typing import Final

from symppm.audit.printed import evidence_estimators as evidence
from symppm.audit.printed.erratum import Erratum

ESTIMATORS: Final = (
    Erratum(
        "layer in the figure", (1173, 1173), "Figure of Appendix E", "typo",
        r"\nabla_\lambda\mathbb{E}[g(Y)|Z_{L-1}]\,\nabla_\lambda\log p(Z_l)",
        r"\nabla_\lambda\mathbb{E}[g(Y)|Z_{L-1}]\,\nabla_\lambda\log p(Z_{L-1})", "",
        evidence.layers,
    ),
    Erratum(
        "probability inside a sample average", (1220, 1220), "eq:approx_discrete", "error",
        r"\mathbb{E}[g(Y)]\approx\frac{1}{S_1}\sum_{z_1\sim p(z_1;\lambda)}"
        r"f^1_\lambda(Y,z_1)\cdot p(z_1;\lambda)",
        r"\mathbb{E}[g(Y)]\approx\frac{1}{S_1}\sum_{z_1\sim p(z_1;\lambda)}"
        r"f^1_\lambda(Y,z_1)",
        "Values that are drawn with their probabilities must not be weighted by them again. It "
        "would be right for a sum over all values, each taken once, without 1/S_1.",
        evidence.sample_average,
        "the estimator of the stochastic algorithm for discrete variables as printed; no closed "
        "form",
    ),
    Erratum(
        "probability inside the gradient estimator", (1226, 1226), "eq:approx_discrete_gradient",
        "error",
        r"\frac{1}{S_1}\sum_{z_1\sim p(z_1;\lambda)}\nabla_\lambda f(Y,z_1)\cdot p(z_1;\lambda)"
        r"+f(Y,z_1)\cdot\nabla_\lambda\log p(z_1;\lambda)",
        r"\frac{1}{S_1}\sum_{z_1\sim p(z_1;\lambda)}\left(\nabla_\lambda f(Y,z_1)"
        r"+f(Y,z_1)\cdot\nabla_\lambda\log p(z_1;\lambda)\right)",
        "The same in the first term; the second is right. The estimator is called unbiased, and "
        "is without the factor.", evidence.gradient,
        "the gradient of the stochastic algorithm for discrete variables as printed",
    ),
    Erratum(
        "a Jacobian that is said to be omitted", (1248, 1248),
        "eq:noparents_continous_reparametrized", "right under a reading",
        '"where we omit the change-of-variables Jacobian for brevity"',
        '"where no Jacobian is needed"',
        "An expectation over epsilon needs none: the formula is complete as printed. Right if what "
        "is meant is the derivative of z in lambda that the chain rule puts into the gradient.",
        evidence.jacobian,
    ),
    Erratum(
        "condition on the layer above missing", (1267, 1267), "eq:recursive_continous", "typo",
        r"\mathbb{E}[g(Y)|z_{l-1}]\approx\frac{1}{S_l}\sum_{z_l\sim p(z_l;\lambda)}"
        r"\mathbb{E}[g(Y)|z_l]",
        r"\mathbb{E}[g(Y)|z_{l-1}]\approx\frac{1}{S_l}\sum_{z_l\sim p(z_l|z_{l-1};\lambda)}"
        r"\mathbb{E}[g(Y)|z_l]",
        "The last part of the same display, with the reparametrised draws, is right.",
        evidence.conditional_samples,
    ),
    Erratum(
        "probability inside the average over counts", (1320, 1320), "eq:pmf_ey", "error",
        r"\mathbb{E}[Y|\theta^T\beta]\approx\frac{1}{C}\sum_{y\sim\mathrm{Poisson}"
        r"(\theta^T\beta)}y\cdot\mathrm{Poisson}(y|\theta^T\beta)",
        r"\mathbb{E}[Y|\theta^T\beta]\approx\frac{1}{S_y}\sum_{y\sim\mathrm{Poisson}"
        r"(\theta^T\beta)}y",
        "As in eq:approx_discrete, which it applies. C is not defined; it is read as the number "
        "of draws, S_y elsewhere.", evidence.poisson_average,
        "the estimator of the stochastic algorithm for PMF and HPF as printed",
    ),
    Erratum(
        "xi for eta in the hierarchical example", (1337, 1337), "Appendix E.1", "typo",
        r"\beta:=\beta(\epsilon_\beta,c,\xi)", r"\beta:=\beta(\epsilon_\beta,c,\eta)",
        "The model, a few lines above, has beta given eta.", evidence.beta_given_xi,
    ),
    Erratum(
        "eta for xi in the hierarchical example", (1346, 1346), "Appendix E.1", "typo",
        r"\theta(\epsilon_\theta,\lambda,\underline{\eta(\epsilon_\eta,\lambda)})",
        r"\theta(\epsilon_\theta,\lambda,\underline{\xi(\epsilon_\xi,\lambda)})",
        "The draws of xi would not be used, and theta and beta would depend on each other.",
        evidence.theta_given_eta,
    ),
    Erratum(
        "target variance at the stated point", (1362, 1362), "Figure of Appendix F", "error",
        r"K=25,\ a=0.16,\ b=c=d=0.4:\quad\mathbb{V}[Y]=100",
        r"K=25,\ a=0.16,\ b=c=d=0.4:\quad\mathbb{V}[Y]=107.5",
        "The mean there is 10, the target of the HPF experiment. Of the point and the target one "
        "is rounded or wrong.", evidence.target_variance, "the caption of a figure",
    ),
    Erratum(
        "Fisher information called diagonal", (1370, 1370), "Appendix F", "error",
        '"the other in terms of means ... and variances ... In this case, the latter results in '
        'diagonal Fisher information matrix"',
        rf"I_{{\mu v}}={evidence.fisher_latex()},\quad v=\sigma^2",
        "For a Gamma prior, mean and variance are not orthogonal (psi_1 is the trigamma function); "
        "mean and shape are. Nor can the "
        "information of the observations be diagonal: scaling theta by s and beta by 1/s changes "
        "no distribution, so that the vector (mu_theta, -mu_beta, 2 sigma_theta^2, "
        "-2 sigma_beta^2) is in its null space, and a diagonal matrix would have to vanish. A "
        "Normal distribution has a diagonal one.", evidence.fisher,
        "an explanation of why an optimizer does better, not the observation that it does",
    ),
    Erratum(
        "numbers of equations", (1387, 1387), "Appendix G", "typo",
        '"instantiated for example cases in Eq. 19 and 20 ... the closed-form solutions of Eq. 3 '
        'and 4"',
        '"in eq:pmf_ey_uncond and eq:pmf_ey ... the closed-form solutions of Eq. 4 and 5"',
        "The numbers are not those of the displays in the source.", evidence.labels,
    ),
    Erratum(
        "panels of a figure", (1389, 1391), "Appendix G", "typo",
        '"the mean ... (top) and the variance ... (bottom)"',
        '"the mean ... (left) and the variance ... (right)"', "",
        evidence.panels,
    ),
    Erratum(
        "bias of the mean", (1394, 1394), "Appendix G", "right under a reading",
        '"The mean estimator has slight bias"',
        '"The mean estimator deviates slightly from the mean over the runs, and has no bias"',
        "An average of draws has no bias. Right if bias is read as the mean deviation over the "
        "1000 runs of the experiment.", evidence.unbiased,
    ),
    Erratum(
        "the word small missing", (1395, 1395), "Appendix G", "typo",
        r'"may have significant bias and variance for values of $`\mathbb{V}[Y]`$"',
        r'"may have significant bias and variance for small values of $`\mathbb{V}[Y]`$"',
        "Of the settings named there, C, D and G, only D has a small variance, 0.55; that of C is "
        "253.00 and that of G 25.05.", evidence.small_variance,
    ),
    Erratum(
        "tildes missing", (1401, 1401), "Appendix H; also line 1403", "typo",
        r"\mathbb{V}[Y_{ij}]=v_j=e_j+\gamma_j^2\mathbb{V}[\eta_{ij}],\quad"
        r"\rho(Y_{ij},Y_{tl})=0",
        r"\mathbb{V}[\tilde Y_{ij}]=v_j=e_j+\gamma_j^2\mathbb{V}[\eta_{ij}],\quad"
        r"\rho(\tilde Y_{ij},\tilde Y_{tl})=0",
        "Both are about the modified matrix; without a tilde it is the original one.",
        evidence.tildes,
    ),
    Erratum(
        "hats missing", (1408, 1408), "Appendix H; also line 558", "typo",
        r"\mathrm{Cov}(Y_{ij}^{(1)},Y_{tl}^{(1)})=\frac{\mathrm{Cov}(\tilde Y_{ij},"
        r"\tilde Y_{tl})}{\gamma_j\gamma_l}",
        r"\mathrm{Cov}(\hat Y_{ij}^{(1)},\hat Y_{tl}^{(1)})=\frac{\mathrm{Cov}(\tilde Y_{ij},"
        r"\tilde Y_{tl})}{\gamma_j\gamma_l}",
        "Only the rescaled entries with a hat are defined.", evidence.hats,
    ),
)  # fmt: skip
