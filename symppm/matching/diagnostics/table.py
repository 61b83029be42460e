"""Every diagnostic in one table: its code, how severe it is, and what it says with the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from symppm.matching.result import Diagnostic

_FACTORS_TAKE_IT: Final = (
    "This model takes that variance for the variance of factors, so K is too large."
)
THE_ANSWER: Final = "theirs is the answer"
NOT_FOUND: Final = "not_found"
"""The code of a failure that is not proved: no solution was found."""
UNRESOLVED: Final = "unresolved_cycle"
ONE_MAKES_IT: Final = "one_makes_it"

_TABLE: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({
    # No hyperparameters.
    "infeasible": (
        "failure",
        "{which}{condition}{relation}. No hyperparameters of {model} have these statistics"
        "{given}a model with other levels or priors.",
    ),
    "infeasible/far": (
        "failure",
        "No hyperparameters of {model} come nearest to these targets{proved}: the search gets "
        "nearer as long as it lets some of them grow or shrink, and was stopped at {stopped}. "
        "Check the targets and what is given, or choose a model with other priors or another "
        "likelihood.",
    ),
    "impossible_prior": (
        "failure",
        "The targets determine how much the factors vary about their means, and these priors "
        "cannot: {limit}. Use a family without that limit, such as Gamma or log-normal.",
    ),
    "impossible_prior/overflow": (
        "failure",
        "The targets are so extreme that the hyperparameters of these priors overflow. Check the "
        "targets, or use another family of priors.",
    ),
    # What is unusual about a solution.
    "ambiguous": (
        "warning",
        "{number} sets of hyperparameters have exactly these statistics{listed}. Nothing among "
        "the targets tells them apart, so none is chosen. {choose}",
    ),
    "unresolved": (
        "warning",
        "The data do not resolve this solution: {why}. So there are no intervals, and {size} may "
        "be far from what is found. Use more rows and columns, or a model whose conditions hold "
        "by a wider margin.",
    ),
    "thin_margin": (
        "warning",
        "{size} rests on {share:.2%} of the variance: what is left after the parts that {lines} "
        "share and the noise of the {noun}. A small error in the statistics changes {size} a lot.",
    ),
    "below_one": (
        "warning",
        "The targets ask for {size} = {k_exact:.3g}, less than one factor; {size} is set to 1. "
        "Usually the {effects} totals vary more than the products of independent factors can, so "
        "a model with {effects} effects fits better.",
    ),
    "above_rank": (
        "warning",
        "{size} = {k} is more than the smaller side of the {data}. Such a model is not a "
        "compression of the data; the {noun} may be close to plain noise about {effects} effects, "
        "or {size} badly resolved.",
    ),
    "scale": ("note", "No data can separate the {moved}; they are fixed by convention."),
    "nearest/given": (
        "failure",
        "With {given} given, {refusal}. This is the nearest in least squares of logarithms. Off "
        "target: {off}.",
    ),
    "nearest/constraints": (
        "warning",
        "This model has fewer free numbers than there are targets, which would have to meet "
        "{constraints}; this is the nearest in least squares of logarithms. Off target: {off}.",
    ),
    "nearest": (
        "warning",
        "The targets cannot all be met; this is the nearest. Off target: {off}.",
    ),
    "rounding": ("note", "With {size} = {k} in place of {k_exact:.4g}, {held}; left over: {off}."),
    "held_ratio": ("note", "With {size} fixed at {k}, {held}; off target: {off}."),
    # What is unusual about data, whatever is matched.
    "exposure": ("note", "The statistics are those of entries divided {divided}."),
    "zeros": (
        "warning",
        "Some entries are zero, but model {model} generates only positive values. If zeros stand "
        "for what was not observed, say zeros='missing'.",
    ),
    "non_integer": (
        "warning",
        "Some entries are not whole numbers{where}, but model {model} generates counts. "
        "Normalized or averaged data have another variance than counts, and {size} depends on it; "
        "use the raw counts if there are any.",
    ),
    "heavy_tails": (
        "warning",
        "The ten largest of {observed:,.0f} entries carry {share:.0%} of the variance (the "
        "largest, in row {row}, column {column}, {largest:.0%}). Moments rest on them: with other "
        "rows and columns K by moments could be several times as large or as small, and intervals "
        "tend to be too short. Check these entries; if they are right, a model of bursts such as "
        "gmf_gamma_negativebinomial with r, or counts cut off at some number, gives a K that "
        "rests on more of the data.",
    ),
    "not_at_random": (
        "warning",
        "What is observed depends on the values: {lines}. The statistics, and K with them, are "
        "then those of the entries that were chosen to be observed, not of the whole matrix. If "
        "the gaps mean zero, say zeros='observed'; otherwise take K for a statement about the "
        "observed part only, or use rows and columns that are nearly complete.",
    ),
    # What data do not resolve, or what no such model has.
    "unresolved_rho": (
        "warning",
        "Entries that share a {line} may as well be uncorrelated: {shown}, so its sign is not "
        "resolved. K divides by it, so K and its interval mean little. Use more rows or columns, "
        "or fix K or the prior of the {line} factors.",
    ),
    "negative_rho": (
        "warning",
        "Entries that share a {line} are negatively correlated, and not by chance: {shown}. No "
        "model in which entries are independent given what belongs to their row and column has "
        "that. Usually each {line} was scaled to the same total, or its entries are parts of a "
        "whole; use data before normalization.",
    ),
    "unresolved_factors": (
        "warning",
        "What is left of the variance for the product of factors, once the shares of rows and "
        "columns and the noise of the {noun} are taken off, may as well be nothing ({shown}). K "
        "is proportional to it, so row and column effects alone may explain these data, and K is "
        "not resolved. Use more data, or compare with a model of row and column effects, "
        "pmf_gamma_effects.",
    ),
    "excess_noise": (
        "warning",
        "The noise of the {noun} under this model and what rows and columns share are more than "
        "the variance, and not by chance ({shown}). No K mends that. Either the {noun} are less "
        "noisy than the model says (rounded, averaged or bounded data), or row and column totals "
        "vary more than these priors allow, as in hpf_gamma and pmf_gamma_effects.",
    ),
    # What the matched model would not have generated.
    "excess_zeros": (
        "warning",
        "{measured} of the entries are zero; the matched model generates {expected}. Either some "
        "zeros are not counts at all (excess zeros), or counts vary more about their rates than "
        f"Poisson counts (overdispersion). {_FACTORS_TAKE_IT} Declare the zeros or the "
        "dispersion: gmf_gamma_zeroinflatedpoisson with p, the share of entries that are counted "
        "at all, or gmf_gamma_negativebinomial with r. If zeros are gaps, say zeros='missing'.",
    ),
    "no_zeros": (
        "warning",
        "No observed entry is zero, but the matched model generates {expected} zeros. Where zeros "
        "count as missing, what is observed depends on the value: the mean is too large, and K is "
        "not that of all counts. Say zeros='observed' if an absent entry means that nothing was "
        "counted.",
    ),
    "overdispersed": (
        "warning",
        "There are more small counts than the matched model generates ({measured} would be zero, "
        "not {expected}): they vary more about their rates than Poisson counts do. "
        f"{_FACTORS_TAKE_IT} Declare the dispersion: gmf_gamma_negativebinomial with r, or "
        "gmf_gamma_zeroinflatedpoisson with p.",
    ),
    "uneven": (
        "warning",
        "There are fewer small counts than the matched model generates ({measured} {are} zero, "
        "not {expected}): the variance comes from fewer and larger counts than these priors make. "
        "Usually some rows or columns have far larger totals, as hpf_gamma and hpf_rows_gamma "
        "allow, or some entries are bursts (gmf_gamma_negativebinomial with r). K is then off, "
        "too small in the first case and too large in the second.",
    ),
    "unequal_margins": (
        "warning",
        "The totals of {lines} are more unequal than these priors make them: in brackets, their "
        "third cumulant times the mean over the squared variance, measured and matched, which "
        "does not depend on K. The variance of totals is then taken for that of factors, so their "
        "priors are too wide and K is usually too small. Use hpf_gamma or hpf_rows_gamma, where "
        "each row has its own scale, or pmf_gamma_exposure if the totals are known exposures.",
    ),
    # What cross-moments tell.
    f"{UNRESOLVED}/additive": (
        "warning",
        "Rows and columns only add up: nothing is left of the entries once what rows and what "
        "columns add is taken off, so the number of factors is not defined. See "
        "pmf_gamma_effects for a model of such data.",
    ),
    UNRESOLVED: (
        "warning",
        "The interaction of rows and columns, from which cross-moments tell {size}, may as well "
        "be zero: the cycle cumulant is {shown} zero, so they do not resolve {size}.{supported} "
        "Use more rows and columns.",
    ),
    ONE_MAKES_IT: (
        "warning",
        "Without {line} the cycle cumulant would change {by}: tails are so heavy that little else "
        "decides {size}. Check it, and see what {size} is without it.",
    ),
    "not_a_product": (
        "warning",
        "Entries vary with their row and their column at once {more} than sums of products of "
        "independent factors do, by {errors:.1f} standard errors (the cumulant of three entries "
        "that form a corner is not cov_row cov_col / mean). Usually what is observed depends on "
        "both, or there are effects that add up; {size} is then that of the nearest product.",
    ),
    "underdispersed": (
        "warning",
        "Entries vary less about their rates than Poisson counts do, by {errors:.1f} standard "
        "errors. Usually they are bounded, averaged or normalized; declare another observation "
        "model, such as gmf_beta_binomial.",
    ),
    "noise": (
        "warning",
        "Entry noise is larger than Poisson, by {errors:.1f} standard errors: {named} "
        "Cross-moments do not depend on it. NegativeBinomial(mean=, size=) and "
        "ZeroInflatedPoisson(rate=, keep=) declare it, as gmf_gamma_negativebinomial and "
        "gmf_gamma_zeroinflatedpoisson do.",
    ),
    # Which estimate of K is the answer.
    "disagreement": (
        "warning",
        "{said} disagrees with {against}, by {errors:.1f} standard errors. The variance holds all "
        f"that the observation model gets wrong; cross-moments do not, so {THE_ANSWER}.",
    ),
    "disagreement/refused": (
        "warning",
        "The variance of entries is none that this model can have, but cross-moments do not "
        f"depend on how entries vary about their means, and {THE_ANSWER}.{{why}}",
    ),
    "doubt": ("note", "{size} = {k} from the variance of entries is not taken: {why}."),
    "chosen_branch": (
        "note",
        "Several sets of hyperparameters have the same mean, variance and correlations; "
        f"cross-moments have one, with {{size}} = {{k}}, and {THE_ANSWER}.",
    ),
    "only_variance": (
        "note",
        "Only the variance was matched, which is not checked by cross-moments: {why}.",
    ),
    "only_cross_moments": (
        "note",
        "{missing} not given, so {model} is matched by cross-moments, which tell {them}{told}. "
        "Fix {them} to match mean, variance and correlations alone.",
    ),
})  # fmt: skip


def said(entry: str, severity: str = "", *, code: str = "", **values: Any) -> Diagnostic:
    """Return a diagnostic of the table, with its numbers and names filled in.

    What stands behind a slash tells entries of one code apart.
    """
    usual, sentence = _TABLE[entry]
    name = code or entry.partition("/")[0]
    return Diagnostic(name, severity or usual, sentence.format_map(values))
