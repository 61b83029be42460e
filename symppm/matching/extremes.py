"""Numbers so large or so small that nothing can be computed with their squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.matching.result import Match

_LARGEST: Final = 1e100


def check_moderate(match: Match, what: str) -> None:
    """Refuse a match whose numbers leave double precision once they are squared and multiplied."""
    for name, value in {**match.targets, **match.identified, **match.parameters}.items():
        if value and not 1 / _LARGEST < abs(value) < _LARGEST:
            raise ParameterError(
                f"{what} of a match with {name}={value:g}",
                expected=f"numbers between {1 / _LARGEST:g} and {_LARGEST:g}",
                do="Measure the data in other units, or choose another scale.",
            )
