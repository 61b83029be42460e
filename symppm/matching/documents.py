"""A match from its document: every part checked, so that what is made of it can be relied on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import ModelNameError
from symppm.exports.types import GAPS
from symppm.matching.document_checks import check_match, check_scale, check_spec, check_way
from symppm.matching.given import Given
from symppm.matching.plain import catalogue_spec
from symppm.matching.result import Finding, Match, Opinion, Shapes
from symppm.matching.uncertainty import Likely, Uncertainty
from symppm.results.array_statistics import ArrayStatistics
from symppm.results.document_arrays import array
from symppm.results.document_types import as_type, one_of, rebuilt
from symppm.results.documents import checked_head, damaged, part
from symppm.statistics.cross_moments import DistinctStatistics
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import read_spread
from symppm.statistics.moments import Statistics
from symppm.stochastic.outcome import Trace

if TYPE_CHECKING:
    from symppm.modeller import Model

_PLACE: Final = "match"
_Numbers = Mapping[str, float]
_ROUNDED: Final = 1 + 1e-9
_EXPOSURE: Final = "an average, that of the squares, and the largest value, all positive"
_REQUIRED: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "model": str,
        "feasible": bool,
        "k": int | None,
        "k_exact": float | None,
        "parameters": _Numbers,
        "identified": _Numbers,
        "targets": _Numbers,
        "achieved": _Numbers,
        "gauge": str,
        "findings": tuple[Finding, ...],
        "method": str,
    }
)
_OPTIONAL: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "estimator": str,
        "achieved_errors": _Numbers,
        "parameter_errors": _Numbers,
        "sampled": _Numbers,
        "discrepancy": float | None,
        "seconds": float | None,
        "estimators": Mapping[str, str],
    }
)


def match_from(document: Mapping[str, Any]) -> Match:
    """Return the match of a document.

    Parameters
    ----------
    document : mapping
        What :meth:`Match.to_dict` returned, as it was or from JSON; what else is in it, such as the
        source that the command line notes, is passed over.

    Raises
    ------
    DataError
        If it is damaged, or of another version; the message says where.
    ModelNameError
        If its model is one of a catalogue, but of another version's.
    """
    values = checked_head(document, _PLACE)
    declared: Model | None = None
    if "declared" in values:
        # What users declare needs SymPy; reading all else does not.
        from symppm.modeller import Model  # noqa: PLC0415

        declared = Model.from_dict(values["declared"])
    name = as_type(str, part(values, "model", _PLACE), f"{_PLACE}.model")
    if declared is not None and declared.name != name:
        raise damaged(f"{_PLACE}.declared", declared.name, f"the model {name!r}")
    spec = rebuilt(ModelSpec, values["spec"], f"{_PLACE}.spec") if "spec" in values else None
    if spec is not None:
        check_spec(spec, name, declared, f"{_PLACE}.spec")
    spec = spec or catalogue_spec(name)
    if spec is None:
        raise ModelNameError(
            f"a match of {name[:60]!r}, which is no model of the catalogue",
            expected="a model of this version's catalogue, or its declaration in the document",
            do="Write it again with this version of symppm.",
        )
    found = _match(values, spec, declared, _PLACE)
    branches = as_type(tuple[Any, ...], values.get("branches", ()), f"{_PLACE}.branches")
    if not branches:
        return found
    read = tuple(
        _match(checked_head(each, _PLACE), spec, declared, f"{_PLACE}.branches[{n}]")
        for n, each in enumerate(branches)
    )
    for n, each in enumerate(read):
        same = set(each.parameters) == set(read[0].parameters)
        if not (same and set(each.identified) == set(read[0].identified) and each.feasible):
            raise damaged(f"{_PLACE}.branches[{n}]", None, "a solution like the others")
    return Match(**{**_values(found), "branches": read})


def _values(match: Match) -> dict[str, Any]:
    return {name: getattr(match, name) for name in match.__dataclass_fields__}


def _match(values: Mapping[str, Any], spec: ModelSpec, declared: Model | None, place: str) -> Match:
    found = {
        name: as_type(kind, part(values, name, place), f"{place}.{name}")
        for name, kind in _REQUIRED.items()
    }
    for name, kind in _OPTIONAL.items():
        if name in values:
            found[name] = as_type(kind, values[name], f"{place}.{name}")
    statistics = _statistics(part(values, "statistics", place), place)
    made = Match(
        **found,
        statistics=statistics,
        spec=spec,
        opinions=_opinions(values.get("opinions", ()), f"{place}.opinions"),
        trace=_trace(values.get("trace"), f"{place}.trace"),
        uncertainty=_uncertainty(values.get("uncertainty"), f"{place}.uncertainty"),
        distinct=_distinct(values, place),
        given=_given(values.get("given"), f"{place}.given"),
        declared=declared,
        shapes=_shapes(values.get("shapes"), f"{place}.shapes"),
    )
    check_match(made, place)
    return made


def _statistics(document: object, place: str) -> Statistics | ArrayStatistics | None:
    values: Mapping[str, Any] = as_type(Mapping[str, Any], document, f"{place}.statistics")
    kind = values.get("kind")
    found: Statistics | ArrayStatistics
    if kind == Statistics.document_kind:
        found = Statistics.from_dict(values)
    elif kind == ExposedStatistics.document_kind:
        found = ExposedStatistics.from_dict(values)
    elif kind == "array statistics":
        found = ArrayStatistics.from_dict(values)
    else:
        as_type(_Numbers, values, f"{place}.statistics")  # beliefs, which are the targets
        return None
    return found


def _given(document: object, place: str) -> Given:
    if document is None:
        return Given()
    found = rebuilt(Given, document, place)
    one_of(GAPS, found.gaps, f"{place}.gaps")
    for name, (average, square, largest) in found.exposures.items():
        # No average is above the largest value, and none squared above that of the squares.
        within = 0.0 < average <= largest * _ROUNDED < math.inf
        if not (within and average * (average / square if square > 0.0 else math.inf) <= _ROUNDED):
            raise damaged(f"{place}.exposures[{name!r}]", [average, square, largest], _EXPOSURE)
    return found


def _shapes(document: object, place: str) -> Shapes | None:
    if document is None:
        return None
    values: Mapping[str, Any] = as_type(Mapping[str, Any], document, place)
    unknown = {
        name: math.nan for name in ("interaction", "error") if part(values, name, place) is None
    }
    found = rebuilt(Shapes, values, place, **unknown)
    if not (
        0 <= found.noise < math.inf and all(0 < each < math.inf for each in found.values.values())
    ):
        raise damaged(place, document, "positive shapes, and noise of zero or more")
    return found


def _opinions(document: object, place: str) -> tuple[Opinion, ...]:
    made = []
    for n, each in enumerate(as_type(tuple[Mapping[str, Any], ...], document, place)):
        at = f"{place}[{n}]"
        ends = part(each, "interval", at)
        low, high = as_type(tuple[float | None, float | None], ends, f"{at}.interval")
        made.append(
            rebuilt(
                Opinion, each, at,
                low=-math.inf if low is None else low, high=math.inf if high is None else high,
            )
        )  # fmt: skip
        check_way(made[-1].way, f"{at}.way")
    return tuple(made)


def _distinct(values: Mapping[str, Any], place: str) -> DistinctStatistics | None:
    document = values.get("distinct")
    if document is None:
        return None
    own: Mapping[str, Any] = as_type(Mapping[str, Any], document, f"{place}.distinct")
    return DistinctStatistics.from_dict({"statistics": values["statistics"], **own})


def _uncertainty(document: object, place: str) -> Uncertainty | None:
    if document is None:
        return None
    values: Mapping[str, Any] = as_type(Mapping[str, Any], document, place)
    known = Mapping[str, ParameterSpec]
    scales = as_type(known, part(values, "scales", place), f"{place}.scales")
    open_ = as_type(known, part(values, "undetermined", place), f"{place}.undetermined")
    for at, several in (("scales", scales), ("undetermined", open_)):
        for name, each in several.items():
            check_scale(each, f"{place}.{at}[{name!r}]")
    spread = part(values, "spread", place)
    lost = {
        name: as_type(tuple[int, ...], part(values, name, place), f"{place}.{name}")
        for name in ("lost_rows", "lost_columns")
    }
    return Uncertainty(
        scales,
        None if spread is None else read_spread(spread, f"{place}.spread", len(scales)),
        open_,
        lost["lost_rows"],
        lost["lost_columns"],
        _likely(values.get("likely"), f"{place}.likely"),
    )


def _trace(document: object, place: str) -> Trace | None:
    if document is None:
        return None
    values: Mapping[str, Any] = as_type(Mapping[str, Any], document, place)
    phase = as_type(tuple[str, ...], part(values, "phase", place), f"{place}.phase")
    taken = as_type(tuple[int, ...], part(values, "draws", place), f"{place}.draws")

    def column(given: object, at: str) -> tuple[float, ...]:
        return tuple(array(given, at, (len(phase),), np.nan).tolist())

    tables = {
        kind: {
            name: column(each, f"{place}.{kind}")
            for name, each in as_type(
                Mapping[str, Any], part(values, kind, place), f"{place}.{kind}"
            ).items()
        }
        for kind in ("statistics", "hyperparameters")
    }
    if len(taken) != len(phase):
        raise damaged(f"{place}.draws", list(taken), "as many as there are steps")
    loss = column(part(values, "loss", place), f"{place}.loss")
    return Trace(phase, taken, loss, tables["statistics"], tables["hyperparameters"])


def _likely(document: object, place: str) -> Likely | None:
    if document is None:
        return None
    values: Mapping[str, Any] = as_type(Mapping[str, Any], document, place)
    name = as_type(str, part(values, "name", place), f"{place}.name")
    sizes = array(part(values, "sizes", place), f"{place}.sizes", (None,))
    shares = array(part(values, "cumulative", place), f"{place}.cumulative", (len(sizes),))
    increasing = (np.diff(sizes) > 0).all() and (np.diff(shares) >= 0).all()
    if not (len(sizes) and sizes[0] > 0 and increasing and shares[0] >= 0):
        raise damaged(place, document, "sizes and how likely they are, both increasing")
    return Likely(name, sizes, shares)
