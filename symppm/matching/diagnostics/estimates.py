"""Why one way to find K was taken and not another, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symppm.codegen.spec import ModelSpec
from symppm.matching.agreement import Estimate
from symppm.matching.axes import size_name
from symppm.matching.diagnostics.table import said
from symppm.matching.result import (
    CROSS_MOMENTS,
    CROSS_VALIDATION,
    MOMENTS,
    Diagnostic,
    Match,
)


def estimate_in_words(match: Match) -> str:
    """Say which of several estimates became the answer; empty where there are not several."""
    if len(match.estimates) < 2 or match.k is None or not match.feasible:
        return ""
    way = {
        MOMENTS: "from mean, variance and correlations",
        CROSS_MOMENTS: "from cross-moments",
        CROSS_VALIDATION: "by cross-validation",
    }[CROSS_VALIDATION if match.cross_validated else match.estimator]
    if any(each.code == "unresolved_size" for each in match.diagnostics):
        way = "in the middle of what cross-moments leave likely"
    return f"{size_name(match.spec)} = {match.k} is the estimate {way}."


def disagreement(variance: Match, cross_moments: Match, off: Estimate) -> Diagnostic:
    """Say that both ways disagree."""
    size = size_name(variance.spec)
    own = f"{size} = {_shown(variance.k_exact)} from the variance of entries"
    against = f"{size} = {_shown(cross_moments.k_exact)} from cross-moments"
    if variance.k_exact is not None and variance.k_exact == cross_moments.k_exact:
        own = f"With {size} = {variance.k} given, what the variance of entries says of the priors"
        against = "what cross-moments say of them"
    elif not cross_moments.feasible:
        against = "cross-moments, which have no such interaction of rows and columns"
    return said("disagreement", said=own, against=against, errors=abs(off.errors))


def doubted(variance: Match, off: Estimate | None, below_rank: bool) -> Diagnostic:
    """Say why the answer from the variance is not taken although it may be right."""
    if off is not None:
        why = f"it is {abs(off.errors):.1f} standard errors from what cross-moments say"
    elif not below_rank:
        why = "it is more than the rank of the data allows, as noise beyond the model's makes it"
    else:
        why = "it is not resolved"
    return said("doubt", size=size_name(variance.spec), k=_shown(variance.k_exact), why=why)


def refused(variance: Match) -> Diagnostic:
    """Say that the variance is none that the model can have."""
    failures = [f" {each.message}" for each in variance.diagnostics if each.severity == "failure"]
    return said("disagreement/refused", why="".join(failures[:1]))


def chosen_branch(cross_moments: Match) -> Diagnostic:
    """Say that cross-moments choose where the variance has several solutions."""
    size, k = size_name(cross_moments.spec), _shown(cross_moments.k_exact)
    return said("chosen_branch", size=size, k=k)


def only_variance(why: str) -> Diagnostic:
    """Say that cross-moments could not be matched."""
    return said("only_variance", why=why)


def only_cross_moments(spec: ModelSpec, missing: Sequence[str], *, third: bool) -> Diagnostic:
    """Say that the variance was not matched, since what that needs was not given."""
    told = " with what they leave of the variance"
    if third:
        told = (
            ", by third cumulants too: these take many rows and columns, and where there is no "
            "solution it may be their noise"
        )
    were, them = ("was", "it") if len(missing) == 1 else ("were", "them")
    named = f"{' and '.join(missing)} {were}"
    return said("only_cross_moments", missing=named, model=spec.name, them=them, told=told)


def as_rounding(diagnostic: Diagnostic, k: int, k_exact: float | None) -> Diagnostic:
    """Return a diagnostic about a given size in the words of one that was found."""
    if diagnostic.code != "held_ratio" or k_exact is None:
        return diagnostic
    message = diagnostic.message.replace(
        f"With K fixed at {k},", f"With K = {k} in place of {k_exact:.4g},"
    ).replace("; off target:", "; left over:")
    return Diagnostic("rounding", diagnostic.severity, message)


def in_front(match: Match, said: Diagnostic) -> Match:
    """Return a match with a diagnostic before its own."""
    return replace(match, diagnostics=(said, *match.diagnostics))


def with_diagnostics(match: Match, *said: Diagnostic) -> Match:
    """Return a match with further diagnostics, after its own."""
    return replace(match, diagnostics=(*match.diagnostics, *said))


def _shown(k: float | None) -> str:
    return "none" if k is None else f"{k:.4g}"
