"""Every diagnostic in one table: its code, how severe it is, and what it says with the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from symppm.results.diagnostic import Diagnostic

NOT_FOUND: Final = "not_found"
"""The code of a failure that is not proved: no solution was found."""
UNRESOLVED: Final = "unresolved_cycle"
ONE_MAKES_IT: Final = "one_makes_it"

_FAILURES: Final[Mapping[str, str]] = MappingProxyType({
    "infeasible": (
        "{which}{condition}{relation}. No hyperparameters of {model} have these statistics{given}a "
        "model with other levels or priors."
    ),
    "infeasible/far": (
        "No hyperparameters of {model} come nearest to these targets{proved}: the search gets "
        "nearer as long as it lets some of them grow or shrink, and was stopped at {stopped}. "
        "Check the targets and what is given, or choose a model with other priors or another "
        "likelihood."
    ),
    "infeasible/condition/cycle": (
        "{fails}Once {effects} effects are taken off, entries in two rows and two columns do not "
        "vary together as products of factors do, so {size} is not defined by them. Either rows "
        "and columns only add up, as in pmf_gamma_effects, or the factors are hidden by the noise "
        "of entries; then use more rows and columns."
    ),
    "infeasible/condition/cycle of priors": (
        "{fails}These priors do not have so little, or so much, {effects} interaction."
    ),
    "infeasible/condition/mean of zero": (
        "{fails}{size} is found from how the mean compares with the spread of the factors, so a "
        "mean of zero says nothing about it. If the data were centered, undo that."
    ),
    "infeasible/condition/mean as given": (
        "{fails}With {given} as given, the model cannot have such a mean. Check what is given."
    ),
    "infeasible/condition/mean of counts": (
        "{fails}Counts with a positive rate have a positive mean."
    ),
    "infeasible/condition/mean of products": (
        "{fails}Under this model the mean is a sum of products of positive factors, so it is "
        "positive. If the data were centered, undo that, or use a model with real factors."
    ),
    "infeasible/condition/mean": (
        "{fails}Under this model no observation is negative, so their mean is positive."
    ),
    "infeasible/condition/correlation": (
        "{fails}Entries that share a {line} are not positively correlated, so nothing that they "
        "have in common shows in the data. Usually the matrix is too small or too noisy to resolve "
        "the sign, or each {line} was scaled to the same total; use more data, or data before "
        "normalization."
    ),
    "infeasible/condition/effect": (
        "{fails}With {given} as given, the effects alone make entries that share a {line} covary "
        "more than they do. Give effects that vary less, or leave them out."
    ),
    "infeasible/condition/variance of rates": (
        "{fails}Under this model the variance is the mean plus the variance of the rates, so it is "
        "above the mean. Data of zeros and ones, ratings on a bounded scale and averaged or "
        "normalized counts have less; use the raw counts, or a model with another likelihood."
    ),
    "infeasible/condition/overdispersion": (
        "{fails}Under this model the variance is that of the means plus the noise of the "
        "{noun}{as_given} and here the noise alone is as much as the variance of the data, or "
        "more. Check what is given and the units of the data, or choose a model with less noise."
    ),
    "infeasible/condition/correlation_sum": (
        "{fails}What {shares} share are separate parts of the variance, {room}Check the numbers, "
        "or whether {effects} effects dominate the data: then a model with such effects is called "
        "for."
    ),
    "infeasible/condition/interaction": (
        "{fails}Once the parts that {parts} share, and the noise of the {noun}, are taken off the "
        "variance, nothing is left for the product of factors. Usually {either} totals vary far "
        "more than these priors allow, or the {noun} are {dispersed}; a model with {effects} "
        "effects, or a hierarchical one, is called for."
    ),
    "infeasible/condition/other": "{fails}Model {model} cannot have such moments.",
    "impossible_prior": (
        "The targets determine how much the factors vary about their means, and these priors "
        "cannot: {limit}. Use a family without that limit, such as Gamma or log-normal."
    ),
    "impossible_prior/overflow": (
        "The targets are so extreme that the hyperparameters of these priors overflow. Check the "
        "targets, or use another family of priors."
    ),
    "undefined": (
        "{names} cannot be computed at these hyperparameters: matrices drawn there hardly vary, or "
        "some moment does not exist."
    ),
    "nearest/given": (
        "With {given} given, {refusal}. This is the nearest in least squares of logarithms. Off "
        "target: {off}."
    ),
})  # fmt: skip
_WARNINGS: Final[Mapping[str, str]] = MappingProxyType({
    "short_documents": (
        "Half of the documents have {half:,.3g} words or fewer, less than the {weight:.3g} (K "
        "alpha) that the prior weighs: the topics of a document stay near their average, whatever "
        "library fits. Join documents (of an author, of a day), or use fewer topics."
    ),
    "ambiguous": (
        "{number} sets of hyperparameters have exactly these statistics{listed}. Nothing among the "
        "targets tells them apart, so none is chosen. {choose}"
    ),
    "unresolved": (
        "The data do not resolve this solution: {why}. So there are no intervals, and {size} may "
        "be far from what is found. Use more rows and columns, or a model whose conditions hold by "
        "a wider margin."
    ),
    "thin_margin": (
        "{size} rests on {share:.2%} of the variance: what is left after the parts that {lines} "
        "share and the noise of the {noun}. A small error in the statistics changes {size} a lot."
    ),
    "below_one": (
        "The targets ask for {size} = {k_exact:.3g}, less than one factor; {size} is set to 1. "
        "Usually the {effects} totals vary more than the products of independent factors can, so a "
        "model with {effects} effects fits better."
    ),
    "above_rank": (
        "{size} = {k} is more than the smaller side of the {data}. Such a model is not a "
        "compression of the data; the {noun} may be close to plain noise about {effects} effects, "
        "or {size} badly resolved."
    ),
    "nearest/constraints": (
        "This model has fewer free numbers than there are targets, which would have to meet "
        "{constraints}; this is the nearest in least squares of logarithms. Off target: {off}."
    ),
    "nearest": "The targets cannot all be met; this is the nearest. Off target: {off}.",
    "margins": (
        "Hyperparameters of {model} rest on how entries of rows and of columns covary, and "
        "dividing by margins takes that out of the data: they are not to be trusted, nor is K "
        "unless by cross-validation. Give exposures that are known{fix}, or match hpf_gamma or "
        "pmf_gamma, whose shapes are from the interaction."
    ),
    "not_centered": (
        "{values}, which is zero under this model. It is taken off for the cycles, but what rows "
        "and columns add is still in the variance. Take it off the data, or add it to the model."
    ),
    "zeros": (
        "Some entries are zero, but model {model} generates only positive values. If zeros stand "
        "for what was not observed, say zeros='missing'."
    ),
    "non_integer": (
        "Some entries are not whole numbers{where}, but model {model} generates counts. Normalized "
        "or averaged data have another variance than counts, and {size} depends on it; use the raw "
        "counts if there are any."
    ),
    "totals": (
        "Leave out totals, and match again: entries of {lines} add up to as much as all others "
        "together, as those of a total do."
    ),
    "heavy_tails": (
        "The ten largest of {observed:,.0f} entries carry {share:.0%} of the variance (the "
        "largest, in row {row}, column {column}, {largest:.0%}). Moments rest on them: with other "
        "rows and columns K by moments could be several times as large or as small, and intervals "
        "tend to be too short. Check these entries; if they are right, a model of bursts such as "
        "gmf_gamma_negativebinomial with r, or counts cut off at some number, gives a K that rests "
        "on more of the data."
    ),
    "not_at_random": (
        "What is observed depends on the values: {lines}. The statistics, and K with them, are "
        "then those of the entries that were chosen to be observed, not of the whole matrix. If "
        "absent entries are zeros, say zeros='observed'; otherwise take K for a statement about "
        "the observed part only, or use rows and columns that are nearly complete."
    ),
    "unresolved_rho": (
        "Entries that share a {line} may as well be uncorrelated: {shown}, so its sign is not "
        "resolved. K divides by it, so K and its interval mean little. Use more rows or columns, "
        "or fix K or the prior of the {line} factors."
    ),
    "unresolved_rho/given": (
        "Entries that share a {line} may as well be uncorrelated: {shown}, so its sign is not "
        "resolved. Hyperparameters that rest on it mean little. Use more rows or columns, or fix "
        "the prior of the {line} factors."
    ),
    "negative_rho": (
        "Entries that share a {line} are negatively correlated, and not by chance: {shown}. No "
        "model in which entries are independent given what belongs to their row and column has "
        "that. Usually each {line} was scaled to the same total, or its entries are parts of a "
        "whole; use data before normalization."
    ),
    "unresolved_factors": (
        "What is left of the variance for the product of factors, once the shares of rows and "
        "columns and the noise of the {noun} are taken off, may as well be nothing ({shown}). K is "
        "proportional to it, so row and column effects alone may explain these data, and K is not "
        "resolved. Use more data, or compare with a model of row and column effects, "
        "pmf_gamma_effects."
    ),
    "excess_noise": (
        "The noise of the {noun} under this model and what rows and columns share are more than "
        "the variance, and not by chance ({shown}). No K mends that. Either the {noun} are less "
        "noisy than the model says (rounded, averaged or bounded data), or row and column totals "
        "vary more than these priors allow, as in hpf_gamma and pmf_gamma_effects."
    ),
    "excess_zeros": (
        "{measured} of the entries are zero; the matched model generates {expected}. Either some "
        "zeros are not counts at all (excess zeros), or counts vary more about their rates than "
        "Poisson counts (overdispersion). This model takes that variance for the variance of "
        "factors, so K is too large. Declare the zeros or the dispersion: "
        "gmf_gamma_zeroinflatedpoisson with p, the share of entries that are counted at all, or "
        "gmf_gamma_negativebinomial with r. If zeros are missing entries, say zeros='missing'."
    ),
    "no_zeros": (
        "No observed entry is zero, but the matched model generates {expected} zeros. Where zeros "
        "count as missing, what is observed depends on the value: the mean is too large, and K is "
        "not that of all counts. Say zeros='observed' if an absent entry means that nothing was "
        "counted."
    ),
    "overdispersed": (
        "There are more small counts than the matched model generates ({measured} would be zero, "
        "not {expected}): they vary more about their rates than Poisson counts do. This model "
        "takes that variance for the variance of factors, so K is too large. Declare the "
        "dispersion: gmf_gamma_negativebinomial with r, or gmf_gamma_zeroinflatedpoisson with p."
    ),
    "uneven": (
        "There are fewer small counts than the matched model generates ({measured} {are} zero, not "
        "{expected}): the variance comes from fewer and larger counts than these priors make. "
        "Usually some rows or columns have far larger totals, as hpf_gamma and hpf_rows_gamma "
        "allow, or some entries are bursts (gmf_gamma_negativebinomial with r). K is then off, too "
        "small in the first case and too large in the second."
    ),
    "unequal_margins": (
        "The totals of {lines} are more unequal than these priors make them: in brackets, their "
        "third cumulant times the mean over the squared variance, measured and matched, which does "
        "not depend on K. The variance of totals is then taken for that of factors, so their "
        "priors are too wide and K is usually too small. Use hpf_gamma or hpf_rows_gamma, where "
        "each row has its own scale, or pmf_gamma_exposure if the totals are known exposures."
    ),
    "unresolved_cycle/additive": (
        "Rows and columns only add up: nothing is left of the entries once what rows and what "
        "columns add is taken off, so the number of factors is not defined. See pmf_gamma_effects "
        "for a model of such data."
    ),
    "unresolved_cycle": (
        "The interaction of rows and columns, from which cross-moments tell {size}, may as well be "
        "zero: the cycle cumulant is {shown} zero, so they do not resolve {size}.{supported} Use "
        "more rows and columns."
    ),
    "one_makes_it": (
        "Without {line} the cycle cumulant would change {by}: tails are so heavy that little else "
        "decides {size}. Check it, and see what {size} is without it."
    ),
    "not_a_product": (
        "Entries vary with their row and their column at once {more} than sums of products of "
        "independent factors do, by {errors:.1f} standard errors (the cumulant of three entries "
        "that form a corner is not cov_row cov_col / mean). Usually what is observed depends on "
        "both, or there are effects that add up; {size} is then that of the nearest product."
    ),
    "underdispersed": (
        "Entries vary less about their rates than Poisson counts do, by {errors:.1f} standard "
        "errors. Usually they are bounded, averaged or normalized; declare another observation "
        "model, such as gmf_beta_binomial."
    ),
    "noise": (
        "Entry noise is larger than Poisson, by {errors:.1f} standard errors: {named} "
        "Cross-moments do not depend on it. NegativeBinomial(mean=, size=) and "
        "ZeroInflatedPoisson(rate=, keep=) declare it, as gmf_gamma_negativebinomial and "
        "gmf_gamma_zeroinflatedpoisson do."
    ),
    "disagreement": (
        "{said} disagrees with {against}, by {errors:.1f} standard errors. The variance holds all "
        "that the observation model gets wrong; cross-moments do not, so theirs is the answer."
    ),
    "disagreement/refused": (
        "The variance of entries is none that this model can have, but cross-moments do not depend "
        "on how entries vary about their means, and theirs is the answer.{why}"
    ),
    "unresolved_size": (
        "Neither the variance of entries, which their noise spoils, nor cross-moments resolve "
        "{size}: all that is left is that it is likely from {low:.3g} to {high:.3g}. The answer is "
        "the middle of that. Use more rows and columns, or fix what you know."
    ),
    "factors_not_followed": (
        "{reason} But with K = {k} no hyperparameters of {model} have these statistics, so that K "
        "is not followed. Usually entries vary less, or more, about their means than those of this "
        "model do; compare with another observation model."
    ),
})  # fmt: skip
_NOTES: Final[Mapping[str, str]] = MappingProxyType({
    "shapes/of topics": (
        "{first} Before it is read, a document is about {topics:.2g} topics of {k}, and a topic "
        "about {spread:,.0f} words of {words:,} (one over the expected sum of squared shares)."
    ),
    "burstiness": (
        "Words come in bursts: counts vary {noise:.2g} times as much about their rates as words "
        "drawn one by one would, since a word that was used is used again. So they tell less of "
        "topics than their number says. alpha and eta hold none of it: larger ones, as fits of "
        "factors take for noise, predict worse here, since the next word repeats those before. "
        "Counting a word once a document takes bursts out."
    ),
    "burstiness/none": (
        "Entries vary {noise:.2g} times as much about their rates as counts of words would: these "
        "are no counts, as tf-idf and shares are none. Match raw counts."
    ),
    "one_topic_dominates": (
        "One topic dominates each document: with alpha = {alpha:.2g} it is about {topics:.2g} "
        "topics. Clustering documents would say much the same."
    ),
    "scale": "No data can separate the {moved}; they are fixed by convention.",
    "rounding": "With {size} = {k} in place of {k_exact:.4g}, {held}; left over: {off}.",
    "held_ratio": "With {size} fixed at {k}, {held}; off target: {off}.{advice}",
    "method": "Matched by sampling, since {why}.",
    "exposure": "The statistics are those of entries divided {divided}.",
    "exposure/lines": "{said}",
    "doubt": "{size} = {k} from the variance of entries is not taken: {why}.",
    "chosen_branch": (
        "Several sets of hyperparameters have the same mean, variance and correlations; "
        "cross-moments have one, with {size} = {k}, and theirs is the answer."
    ),
    "only_variance": "Only the variance was matched, which is not checked by cross-moments: {why}.",
    "only_cross_moments": (
        "{missing} not given, so {model} is matched by cross-moments, which tell {them}{told}. Fix "
        "{them} to match mean, variance and correlations alone."
    ),
    "cross_validated": "{reason}{sampled}{given}{others}",
    "not_cross_validated": "{reason}{rests}",
    "shapes": (
        "{source}{levels}{flat} The variance of entries is not matched, since their noise is part "
        "of it."
    ),
    "dispersion": (
        "Entries vary {noise} times as much about their rates as Poisson counts do{about}."
    ),
    "effects": (
        '{source} Assumed is that {assumed}; fix them if you know better, as in fixed={{"{shape}": '
        "0.5}}.{flat}"
    ),
})  # fmt: skip
TABLE: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"failure": _FAILURES, "warning": _WARNINGS, "note": _NOTES}
)
"""By how severe it is: the sentence of each diagnostic, by its code. What stands behind a slash
tells entries of one code apart."""

PHRASES: Final[Mapping[str, str]] = MappingProxyType({
    "fails": "{condition} fails: {values}. ",
    "room/exact": "so the two correlations add up to less than one. ",
    "room": (
        "and so is the noise of the observations, so the correlations add up to less than one by "
        "at least that noise. "
    ),
    "exposure/given": "The statistics are those of entries divided by the given {lines} exposures.",
    "exposure/margins": (
        "{these} those of entries divided by {lines} exposures that were estimated from the "
        "margins. So {lines} totals tell nothing of the factors: what {model} would have them "
        "covary by is not in the data, and K and shapes have to come from how rows and columns "
        "interact."
    ),
    "exposure/lost": "{lost} without counts were left out.",
    "cross_validated/sampled": " A sample of {rows:,} rows and {columns:,} columns was used.",
    "cross_validated/given": " Intervals of hyperparameters take K as given.",
    "cross_validated/near": " {estimator} say {k:.3g}.",
    "cross_validated/far": " {estimator} say {k:.3g}, usually because {why}.",
    "cross_validated/moments/above": "the variance takes noise beyond the model's for factors",
    "cross_validated/moments/below": (
        "totals of rows and columns differ more than the model's factors"
    ),
    "cross_validated/cross-moments/above": "some of the factors predict too little to pay",
    "cross_validated/cross-moments/below": (
        "factors differ in strength, or totals of rows and columns do"
    ),
    "not_cross_validated/rests": " K rests on moments, so on the model, alone.",
    "source/factors/given": "Shapes are as given.",
    "source/factors/one": "With one factor, {names} are from the totals of rows and columns.",
    "source/factors/measured": (
        "{names}: from the interaction of rows and columns, a relative variance of {measured} of "
        "rates about what totals make them."
    ),
    "source/factors/equal": " That {names} are equal is assumed.",
    "source/factors/assumed": (
        "The interaction of rows and columns {why}, so {equal} = {value:g} is assumed: factors "
        "that vary as much as their mean."
    ),
    "held_ratio/open": " Leave {size} open, or one of these targets out.",
    "shapes/unresolved": "is not resolved ({measured})",
    "shapes/none": "is none that can be measured",
    "shapes/levels": " {names}: from the covariances of rows and columns.",
    "shapes/flat": " {equal} = {largest:g}, a level that hardly varies: {why}.",
    "shapes/flat/one": "it could not be told from the one factor",
    "shapes/flat/more": "totals vary less than such factors make them",
    "dispersion/other": (
        ", of which K and shapes hold none; {other} with r fixed declares it"
    ),
    "dispersion/above": ". Shapes for mean-field fits take it into account",
    "dispersion/below": ", as shares, averages and ratings do: these are no counts of events",
    "source/topics/given": "alpha and eta are as given.",
    "topics/believed": "alpha and eta are those of such documents and topics.",
    "source/topics/one": "With one topic, {names} = {value:g} is assumed.",
    "source/topics/measured": (
        "{names}: from the interaction of documents and words, a relative variance of {measured} "
        "of what words a document has about what its length and their frequencies make them."
    ),
    "source/topics/equal": (
        " alpha = eta is assumed: the interaction holds their product (K alpha + 1) (K eta + 1) "
        "alone. Fix one of both to have the other."
    ),
    "topics/shares": " Shares of words in the prior of a topic are those of their totals.",
    "topics/sizes": (
        " Nothing that is measured tells how unlike topics are in size, so they are taken to be "
        "equal (gamma = 1000). Fix gamma, such as 1, for unlike ones."
    ),
    "source/topics/assumed": (
        "The interaction of documents and words {why}, so {equal} = {value:g} is assumed. More or "
        "longer documents would tell."
    ),
    "effects/faint": (
        "The data do not resolve factors beyond effects of rows and columns: their K and {names} "
        "are placeholders."
    ),
    "effects/path": (
        "K is from the cycle, and that factors make {share} from the cumulant of entries that "
        "share a row and a column with a third."
    ),
    "effects/cycle": "K is from the cycle; with {names} as they are, factors make {share}.",
    "effects/means": "effects of rows and of columns have the same mean, since data show their sum",
    "effects/one": "{equal} = 1, that factors vary as their mean",
    "effects/flat": " Covariances leave nothing for effects: {names}.",
    "effects/flat/one": "{name} = {largest:g}, effects that hardly vary",
    "reason/targets": "the targets cannot all be met",
    "reason/proved": (
        "no hyperparameters have all these targets: every solution was computed, and none is "
        "admissible and has them"
    ),
    "reason/searched": (
        "no hyperparameters with all these targets were found, from many starts; that does not "
        "prove that there are none"
    ),
})  # fmt: skip
"""Parts of diagnostics, by the code and what they are about."""


def said(entry: str, severity: str = "", /, *, code: str = "", **values: Any) -> Diagnostic:
    """Return a diagnostic of the table, with its numbers and names filled in."""
    usual = next(level for level, entries in TABLE.items() if entry in entries)
    sentence = TABLE[usual][entry].format_map(values)
    return Diagnostic(code or entry.partition("/")[0], severity or usual, sentence)


def phrase(entry: str, /, **values: Any) -> str:
    """Return a part of a diagnostic, with its numbers and names filled in."""
    return PHRASES[entry].format_map(values)
