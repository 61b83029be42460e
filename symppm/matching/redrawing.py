"""Draws from the model of a match, as large as the data that were matched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.matching.result import Match


def redrawn(
    match: Match,
    shape: tuple[int, ...] | None,
    *,
    draws: int,
    random_seed: int,
    known: Mapping[str, Any],
    container: str,
    observed: Any,
) -> Any:
    """Draw from a match."""
    from symppm.modeller import sample  # noqa: PLC0415 - needs SymPy

    check_one_solution(match)
    if shape is None and match.statistics is not None:
        shape = match.statistics.shape
    if shape is None:
        raise ParameterError(
            "no shape for draws of a match to beliefs",
            expected="the numbers of rows and columns",
            do="Write, for example, shape=(100, 80).",
        )
    return sample(
        match.declared or match.model, match.parameters, shape=shape, draws=draws,
        random_seed=random_seed, known=known, container=container, observed=observed,
    )  # fmt: skip


def check_one_solution(match: Match) -> None:
    """See that a match has parameters to draw with, and one set of them."""
    if len(match.branches) > 1:
        raise ParameterError(
            f"a match with {len(match.branches)} solutions",
            expected="one of them, to draw from",
            do="Use one of .branches, or fix what tells them apart.",
        )
    if not match.parameters:
        raise ParameterError(
            "a match without parameters, whose targets the model cannot have",
            expected="parameters to draw with",
            do="See .diagnostics for what fails; a model that they name may have such statistics.",
        )
