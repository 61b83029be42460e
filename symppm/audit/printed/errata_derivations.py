"""Errata of the appendices that derive the analytic solutions."""

from __future__ import annotations

from typing import Final

from symppm.audit.printed import evidence_derivations as evidence
from symppm.audit.printed.erratum import Erratum

DERIVATIONS: Final = (
    Erratum(
        "K left out of the hyperparameters", (734, 734), "Appendix B", "right under a reading",
        r"\lambda\overset{\text{def}}{=}\{\mu_\theta,\sigma_\theta^2,\mu_\beta,\sigma_\beta^2\}",
        r"\lambda=\{K,\mu_\theta,\sigma_\theta^2,\mu_\beta,\sigma_\beta^2\}",
        "Section 4 has K among them. Right for a K that is given.", evidence.fixed_size,
    ),
    Erratum(
        "brackets that do not close", (765, 765),
        "Proposition 4; also lines 813, 819, 857, 994, 1062, 1064 and 1347", "typo",
        r"\ldots+\delta_{it}\delta_{jl}(\sigma_\theta\sigma_\beta)^2)]",
        r"\ldots+\delta_{it}\delta_{jl}(\sigma_\theta\sigma_\beta)^2]",
        "An extra round bracket in the covariances, and square, curly or round ones that are "
        "missing or misplaced on the other lines. What is meant is clear each time.",
        evidence.brackets,
    ),
    Erratum(
        "reach of a sum", (785, 785), "eq:cov_inter1; also lines 1216 and 1226",
        "right under a reading",
        r"\sum_k\mathbb{E}[\theta_{ik}\beta_{jk}\theta_{tk}\beta_{lk}]"
        r"-\mathbb{E}[\theta_{ik}]\mathbb{E}[\beta_{jk}]\mathbb{E}[\theta_{tk}]"
        r"\mathbb{E}[\beta_{lk}]",
        r"\sum_k\left(\mathbb{E}[\theta_{ik}\beta_{jk}\theta_{tk}\beta_{lk}]"
        r"-\mathbb{E}[\theta_{ik}]\mathbb{E}[\beta_{jk}]\mathbb{E}[\theta_{tk}]"
        r"\mathbb{E}[\beta_{lk}]\right)",
        "Right if the sum is read as reaching over both terms; the index of the second term would "
        "be free otherwise.", evidence.sum_scope,
    ),
    Erratum(
        "three indices on an entry of a matrix", (876, 876), "Proposition 7", "typo",
        r"\mathbb{V}[y_{tlj}]", r"\mathbb{V}[Y_{tl}]", "", evidence.three_indices,
    ),
    Erratum(
        "names of the two correlations", (892, 892), "Proposition 8", "right under a reading",
        r'"the columns correlation $`\rho_1`$ and row correlation $`\rho_2`$"',
        r'"the correlation $`\rho_1`$ of two entries of one row and $`\rho_2`$ of two entries of '
        r'one column"',
        "Right if the columns correlation is read as that between columns, which two entries of "
        "one row have. Algorithm 1 and all formulas agree with the propositions.",
        evidence.names_of_correlations,
    ),
    Erratum(
        "an equation divided by itself", (910, 910), "Proposition 8", "typo",
        '"dividing eq:varrho_1 by eq:varrho_1"', '"dividing eq:varrho_1 by eq:varrho_2"',
        "The last equation of the proposition, which is right, follows from the quotient of the "
        "two.", evidence.divided_by_itself,
    ),
    Erratum(
        "missing square in the proof on K", (924, 924), "Proposition 9", "typo",
        evidence.formulas_of("missing square in the proof on K")[0].latex,
        evidence.right("missing square in the proof on K"),
        "The last term is squared in the next display, and the solution for K is right.",
        evidence.missing_square,
    ),
    Erratum(
        "an equation cited twice in place of two", (926, 926), "Proposition 9; also line 948",
        "typo", '"using eq:varrho_1 and eq:varrho_1"', '"using eq:varrho_1 and eq:varrho_2"',
        "Likewise eq:gamcv1 twice, for eq:gamcv1 and eq:gamcv2, on line 948.",
        evidence.cited_twice,
    ),
    Erratum(
        "where K is substituted", (934, 934), "Proposition 9", "right under a reading",
        '"by substituting eq:result_latent in eq:varrho_1 and eq:varrho_2"',
        '"by substituting eq:result_latent in the second and third equation of Proposition 8"',
        "The equations cited give the products of one mean and the other standard deviation. "
        "Right if they are then divided by the squared product of the means, which is what "
        "Proposition 8 has done.", evidence.substitution,
    ),
    Erratum(
        "coefficient of variation for its square", (943, 943), "eq:gamcv1, eq:gamcv2", "typo",
        r'"the cofficient of variation is given by $`\sigma_\theta^2/\mu_\theta^2=1/a`$"',
        r'"the squared coefficient of variation is given by $`\sigma_\theta^2/\mu_\theta^2=1/a`$"',
        "The equations are right. Line 914 has the coefficient of variation as sigma/mu.",
        evidence.squared_coefficient,
    ),
    Erratum(
        "scale parameters for shape parameters", (954, 954), "Proposition 10", "typo",
        '"we can obtain the scale parameters of the Gamma priors"',
        '"we can obtain the shape parameters of the Gamma priors"',
        "The equations give 1/a and 1/c, and a and c are shapes. Of the rates only the product is "
        "determined, as line 950 says.", evidence.shape_not_scale,
    ),
    Erratum(
        "sigma_theta twice", (967, 967), "Appendix B, Gamma priors", "typo",
        evidence.formulas_of("sigma_theta twice")[0].latex, evidence.right("sigma_theta twice"),
        "What follows uses the right product.", evidence.sigma_twice,
    ),
    Erratum(
        "missing squares in the compound covariances", (1020, 1023), "Proposition 12", "typo",
        r",\quad ".join(each.latex for each in evidence.formulas_of(
            "missing squares in the compound covariances")),
        evidence.right("missing squares in the compound covariances"),
        "The square belongs outside the brackets. The proposition itself is right.",
        evidence.compound_squares,
    ),
    Erratum(
        "what has to be known besides the moments", (1030, 1030), "Proposition 13; also line 286",
        "right under a reading",
        r'"given that we know $`\mathbb{E}[Y_{ij}]`$, $`\mathbb{V}[Y_{ij}]`$, $`\rho_1`$ and '
        r'$`\rho_2`$, we can obtain the number of latent factors $`K`$"',
        r'"given that we know $`\mathbb{E}[Y_{ij}]`$, $`\mathbb{V}[Y_{ij}]`$, $`\rho_1`$, '
        r"$`\rho_2`$ and $`\kappa\psi'(w)+\psi''(w)/\psi'(w)`$, we can obtain the number of latent "
        r'factors $`K`$"',
        "The solution contains kappa and w, and models with other values of them have the same "
        "four moments with another K. Right for an observation model that is given, as in the "
        "experiments.", evidence.known_dispersion,
        "what the four moments identify in compound models, not the formula",
    ),
    Erratum(
        "typesetting of indices and signs", (1127, 1127),
        "Proposition 15; also lines 633 and 1144", "typo",
        r"\mathbb{V}[Y_ij],\quad\theta{ik},\quad K(\sigma_\theta\sigma_\beta)^2==K\rho_1\rho_2",
        r"\mathbb{V}[Y_{ij}],\quad\theta_{ik},\quad K(\sigma_\theta\sigma_\beta)^2"
        r"=K\rho_1\rho_2",
        "The last is followed by the factor that it needs.", evidence.typesetting,
    ),
)  # fmt: skip
