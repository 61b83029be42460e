"""Libraries that take K alone, and what all libraries that fit have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symppm.errors import ParameterError
from symppm.exports.code import rendered
from symppm.exports.factors import declaration_of
from symppm.exports.types import Chosen, Export


def fitting(
    chosen: Chosen,
    target: str,
    library: str,
    arguments: Mapping[str, Any],
    notes: tuple[str, ...],
    likelihood: str = "",
    **more: Any,
) -> Export:
    """Return code that fits a library and scores it on held-out entries, without one by ranks."""
    code = rendered(
        f"{target}.py", library=library, arguments=arguments, likelihood=likelihood,
        missing=chosen.missing, **more,
    )  # fmt: skip
    return Export(target, library, arguments, code, notes)


def to_cmfrec(chosen: Chosen) -> Export:
    """Return the K of a match as ``cmfrec.CMF_implicit`` takes it."""
    return _of_k(chosen, "cmfrec", {"k": chosen.k})


def to_implicit(chosen: Chosen) -> Export:
    """Return the K of a match as ``implicit``'s alternating least squares takes it."""
    return _of_k(chosen, "implicit", {"factors": chosen.k})


def _of_k(chosen: Chosen, library: str, arguments: Mapping[str, Any]) -> Export:
    axes = declaration_of(chosen).observed.axes
    if len(axes) != 2:
        raise ParameterError(
            f"an export of {chosen.match.model}, whose data have {len(axes)} axes",
            expected="a model of a matrix, which is what these libraries factorize",
            do="Export to pymc, numpyro, pyro, stan, jags or json.",
        )
    note = (
        f"{library} takes K and nothing else of the match: its factors have Gaussian priors by an "
        "L2 penalty, left at its default, and any sign, and what it fits is whether there is a "
        "count, weighed by how large it is, not the count. The matched mean, variance and "
        "correlations have no place in it."
    )
    return fitting(chosen, library, library, arguments, (note,))
