"""Why one way to find K was taken and not another, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symppm.codegen.spec import ModelSpec
from symppm.matching.agreement import Estimate
from symppm.matching.result import Finding, Match

THE_ANSWER: Final = "theirs is the answer"


def disagreement(variance: Match, distinct: Match, off: Estimate) -> Finding:
    """Say that both ways disagree."""
    size = _size(variance)
    if variance.k_exact is not None and variance.k_exact == distinct.k_exact:
        said = f"With {size} = {variance.k} given, what the variance of entries says of the priors"
        against = "what distinct entries say of them"
    else:
        said = f"{size} = {_shown(variance.k_exact)} from the variance of entries"
        against = (
            f"{size} = {_shown(distinct.k_exact)} from distinct entries"
            if distinct.feasible
            else "distinct entries, which have no such interaction of rows and columns"
        )
    return Finding(
        "disagreement",
        "warning",
        f"{said} disagrees with {against}, by {abs(off.errors):.1f} standard errors. The variance "
        "holds all that the observation model gets wrong; distinct entries do not, so "
        f"{THE_ANSWER}.",
    )


def doubted(variance: Match, off: Estimate | None, below_rank: bool) -> Finding:
    """Say why the answer from the variance is not taken although it may be right."""
    if off is not None:
        why = f"it is {abs(off.errors):.1f} standard errors from what distinct entries say"
    elif not below_rank:
        why = "it is more than the rank of the data allows, as noise beyond the model's makes it"
    else:
        why = "it is not resolved"
    return Finding(
        "doubt",
        "note",
        f"{_size(variance)} = {_shown(variance.k_exact)} from the variance of entries is not "
        f"taken: {why}.",
    )


def refused(variance: Match) -> Finding:
    """Say that the variance is none that the model can have."""
    failed = next((e for e in variance.findings if e.severity == "failure"), None)
    why = "" if failed is None else f" {failed.message}"
    return Finding(
        "disagreement",
        "warning",
        "The variance of entries is none that this model can have, but distinct entries do not "
        f"depend on how entries vary about their means, and {THE_ANSWER}.{why}",
    )


def chosen_branch(distinct: Match) -> Finding:
    """Say that distinct entries choose where the variance has several solutions."""
    return Finding(
        "chosen_branch",
        "note",
        "Several sets of hyperparameters have the same mean, variance and correlations; distinct "
        f"entries have one, with {_size(distinct)} = {_shown(distinct.k_exact)}, and "
        f"{THE_ANSWER}.",
    )


def only_variance(why: str) -> Finding:
    """Say that distinct entries could not be matched."""
    return Finding(
        "only_variance",
        "note",
        f"Only the variance was matched, which is not checked by distinct entries: {why}.",
    )


def only_distinct(spec: ModelSpec, missing: Sequence[str], *, third: bool) -> Finding:
    """Say that the variance was not matched, since what that needs was not given."""
    one = len(missing) == 1
    told = (
        ", by third cumulants too: these take many rows and columns, and where there is no "
        "solution it may be their noise"
        if third
        else " with what they leave of the variance"
    )
    return Finding(
        "only_distinct",
        "note",
        f"{' and '.join(missing)} {'was' if one else 'were'} not given, so {spec.name} is matched "
        f"by distinct entries, which tell {'it' if one else 'them'}{told}. Fix "
        f"{'it' if one else 'them'} to match mean, variance and correlations alone.",
    )


def as_rounding(finding: Finding, k: int, k_exact: float | None) -> Finding:
    """Return a finding about a given size in the words of one that was found."""
    if finding.code != "held_ratio" or k_exact is None:
        return finding
    said = finding.message.replace(
        f"With K fixed at {k},", f"With K = {k} in place of {k_exact:.4g},"
    ).replace("; off target:", "; left over:")
    return Finding("rounding", finding.severity, said)


def in_front(match: Match, said: Finding) -> Match:
    """Return a match with a finding before its own."""
    return replace(match, findings=(said, *match.findings))


def with_findings(match: Match, *said: Finding) -> Match:
    """Return a match with further findings, after its own."""
    return replace(match, findings=(*match.findings, *said))


def _size(match: Match) -> str:
    return next((each.name for each in match.spec.parameters if each.is_size), "K")


def _shown(k: float | None) -> str:
    return "none" if k is None else f"{k:.4g}"
