"""Checks as documents of plain values, and back: every part is looked at when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from symppm.checking.result import Check, Checks
from symppm.results.document_types import as_type
from symppm.results.documents import checked_head, damaged, headed, part, plain

_PLACE: Final = "checks"
_LEAST_DRAWS: Final = 2
_FIELDS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "model": str,
        "parameters": Mapping[str, float],
        "table": tuple[Check, ...],
        "shape": tuple[int, ...],
        "draws": int,
        "random_seed": int,
        "notes": tuple[str, ...],
    }
)


def document_of(checks: Checks) -> dict[str, Any]:
    """Return checks as a document; the draws of each statistic are left out.

    Parameters
    ----------
    checks : Checks
        Any.
    """
    found = {name: plain(getattr(checks, name)) for name in _FIELDS}
    return headed(_PLACE, {**found, "surprising": [each.name for each in checks.surprising]})


def checks_from(document: Mapping[str, Any]) -> Checks:
    """Return the checks of a document.

    Parameters
    ----------
    document : mapping
        What :meth:`Checks.to_dict` returned, as it was or from JSON; what else is in it is passed
        over.

    Raises
    ------
    DataError
        If it is damaged, or of another version; the message says where.
    """
    values = checked_head(document, _PLACE)
    found = {
        name: as_type(kind, part(values, name, _PLACE), f"{_PLACE}.{name}")
        for name, kind in _FIELDS.items()
    }
    made = Checks(**found, drawn={})
    if not made.shape or min(made.shape) < 1:
        raise damaged(f"{_PLACE}.shape", list(made.shape), "lengths of axes, each at least one")
    if made.draws < _LEAST_DRAWS:
        raise damaged(f"{_PLACE}.draws", made.draws, f"at least {_LEAST_DRAWS}")
    names = [each.name for each in made.table]
    if len(set(names)) < len(names):
        raise damaged(f"{_PLACE}.table", names, "a row for each statistic")
    for n, each in enumerate(made.table):
        _check(each, made.draws, f"{_PLACE}.table[{n}]")
    return made


def _check(row: Check, draws: int, place: str) -> None:
    if not row.low <= row.predicted <= row.high:
        raise damaged(f"{place}.predicted", row.predicted, "a number from low to high")
    if not 1 <= row.draws <= draws:
        raise damaged(f"{place}.draws", row.draws, f"a number from 1 to {draws}")
    # Without data there is neither; with data there are all three.
    if len({each is None for each in (row.observed, row.p, row.adjusted)}) > 1:
        raise damaged(place, None, "observed, p and adjusted, or none of them")
    for name in ("p", "adjusted"):
        value = getattr(row, name)
        if value is not None and not 0 <= value <= 1:
            raise damaged(f"{place}.{name}", value, "a number from 0 to 1")
