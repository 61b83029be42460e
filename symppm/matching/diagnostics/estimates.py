"""Why one way to find K was taken and not another, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symppm.codegen.spec import ModelSpec
from symppm.matching.agreement import Estimate
from symppm.matching.result import Diagnostic, Match

THE_ANSWER: Final = "theirs is the answer"


def disagreement(variance: Match, cross_moments: Match, off: Estimate) -> Diagnostic:
    """Say that both ways disagree."""
    size = _size(variance)
    if variance.k_exact is not None and variance.k_exact == cross_moments.k_exact:
        said = f"With {size} = {variance.k} given, what the variance of entries says of the priors"
        against = "what cross-moments say of them"
    else:
        said = f"{size} = {_shown(variance.k_exact)} from the variance of entries"
        against = (
            f"{size} = {_shown(cross_moments.k_exact)} from cross-moments"
            if cross_moments.feasible
            else "cross-moments, which have no such interaction of rows and columns"
        )
    return Diagnostic(
        "disagreement",
        "warning",
        f"{said} disagrees with {against}, by {abs(off.errors):.1f} standard errors. The variance "
        "holds all that the observation model gets wrong; cross-moments do not, so "
        f"{THE_ANSWER}.",
    )


def doubted(variance: Match, off: Estimate | None, below_rank: bool) -> Diagnostic:
    """Say why the answer from the variance is not taken although it may be right."""
    if off is not None:
        why = f"it is {abs(off.errors):.1f} standard errors from what cross-moments say"
    elif not below_rank:
        why = "it is more than the rank of the data allows, as noise beyond the model's makes it"
    else:
        why = "it is not resolved"
    return Diagnostic(
        "doubt",
        "note",
        f"{_size(variance)} = {_shown(variance.k_exact)} from the variance of entries is not "
        f"taken: {why}.",
    )


def refused(variance: Match) -> Diagnostic:
    """Say that the variance is none that the model can have."""
    failed = next((e for e in variance.diagnostics if e.severity == "failure"), None)
    why = "" if failed is None else f" {failed.message}"
    return Diagnostic(
        "disagreement",
        "warning",
        "The variance of entries is none that this model can have, but cross-moments do not "
        f"depend on how entries vary about their means, and {THE_ANSWER}.{why}",
    )


def chosen_branch(cross_moments: Match) -> Diagnostic:
    """Say that cross-moments choose where the variance has several solutions."""
    return Diagnostic(
        "chosen_branch",
        "note",
        "Several sets of hyperparameters have the same mean, variance and correlations; "
        f"cross-moments have one, with {_size(cross_moments)} = {_shown(cross_moments.k_exact)}, "
        f"and {THE_ANSWER}.",
    )


def only_variance(why: str) -> Diagnostic:
    """Say that cross-moments could not be matched."""
    return Diagnostic(
        "only_variance",
        "note",
        f"Only the variance was matched, which is not checked by cross-moments: {why}.",
    )


def only_cross_moments(spec: ModelSpec, missing: Sequence[str], *, third: bool) -> Diagnostic:
    """Say that the variance was not matched, since what that needs was not given."""
    one = len(missing) == 1
    told = (
        ", by third cumulants too: these take many rows and columns, and where there is no "
        "solution it may be their noise"
        if third
        else " with what they leave of the variance"
    )
    return Diagnostic(
        "only_cross_moments",
        "note",
        f"{' and '.join(missing)} {'was' if one else 'were'} not given, so {spec.name} is matched "
        f"by cross-moments, which tell {'it' if one else 'them'}{told}. Fix "
        f"{'it' if one else 'them'} to match mean, variance and correlations alone.",
    )


def as_rounding(diagnostic: Diagnostic, k: int, k_exact: float | None) -> Diagnostic:
    """Return a diagnostic about a given size in the words of one that was found."""
    if diagnostic.code != "held_ratio" or k_exact is None:
        return diagnostic
    said = diagnostic.message.replace(
        f"With K fixed at {k},", f"With K = {k} in place of {k_exact:.4g},"
    ).replace("; off target:", "; left over:")
    return Diagnostic("rounding", diagnostic.severity, said)


def in_front(match: Match, said: Diagnostic) -> Match:
    """Return a match with a diagnostic before its own."""
    return replace(match, diagnostics=(said, *match.diagnostics))


def with_diagnostics(match: Match, *said: Diagnostic) -> Match:
    """Return a match with further diagnostics, after its own."""
    return replace(match, diagnostics=(*match.diagnostics, *said))


def _size(match: Match) -> str:
    return next((each.name for each in match.spec.parameters if each.is_size), "K")


def _shown(k: float | None) -> str:
    return "none" if k is None else f"{k:.4g}"
