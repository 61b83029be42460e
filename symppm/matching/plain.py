"""A match as a document of plain values, ready for JSON; :mod:`matching.documents` reads it."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping
from typing import Any, Final

from symppm.codegen.load import load_model, model_names
from symppm.codegen.spec import ModelSpec
from symppm.errors import NotBuiltError
from symppm.matching.given import Given
from symppm.matching.result import MOMENTS, STOCHASTIC, Match, Shapes
from symppm.matching.uncertainty import Interval, Uncertainty
from symppm.results.document_arrays import open_ends
from symppm.results.documents import headed, plain
from symppm.statistics.jackknife import spread_document
from symppm.statistics.moments import Statistics
from symppm.stochastic.outcome import Trace

_LEVEL: Final = 0.95


def document_of(match: Match) -> dict[str, Any]:
    """Return a match as a document.

    Parameters
    ----------
    match : Match
        Any.
    """
    measured = match.statistics.to_dict() if match.statistics else dict(match.targets)
    found = {
        "model": match.model,
        "statistics": measured,
        "feasible": match.feasible,
        "k": match.k,
        "k_exact": match.k_exact,
        "parameters": dict(match.parameters),
        "identified": dict(match.identified),
        "gauge": match.gauge,
        "targets": dict(match.targets),
        "achieved": dict(match.achieved),
        "findings": plain(match.findings),
        **intervals_of(match),
        "method": match.method,
        **ways_of(match),
        **(search_of(match) if match.method == STOCHASTIC else {}),
        **({"branches": [each.to_dict() for each in match.branches]} if match.branches else {}),
        **_uncertainty_of(match.uncertainty),
        **({} if match.given == Given() else {"given": plain(match.given)}),
        **({} if match.shapes is None else {"shapes": shapes_document(match.shapes)}),
        **_model_of(match),
    }
    return headed("match", found)


def shapes_document(shapes: Shapes) -> dict[str, Any]:
    """Return what shapes are from, what is not known as None, and those for mean-field fits too.

    Parameters
    ----------
    shapes : Shapes
        Of a match.
    """
    values: dict[str, Any] = plain(shapes)
    for name in ("interaction", "error"):
        values[name] = values[name] if math.isfinite(values[name]) else None
    return {**values, "mean_field": dict(shapes.mean_field)}


def catalogue_spec(name: str) -> ModelSpec | None:
    """Return what the catalogue says of a model; None if it has none of that name.

    Parameters
    ----------
    name : str
        Of a model.
    """
    spec: ModelSpec | None = load_model(name).SPEC if name in model_names() else None
    return spec


def _model_of(match: Match) -> dict[str, Any]:
    """Return what the catalogue does not say of the model."""
    found: dict[str, Any] = {}
    if match.spec != catalogue_spec(match.model):
        found["spec"] = plain(match.spec)
    if match.declared is not None:
        # What a document cannot hold can still be matched; all but the declaration is kept.
        with contextlib.suppress(NotBuiltError):
            found["declared"] = match.declared.to_dict()
    return found


def _uncertainty_of(found: Uncertainty | None) -> dict[str, Any]:
    """Return what intervals at any level are computed from."""
    if found is None:
        return {}
    values: dict[str, Any] = {
        "scales": plain(found.scales),
        "spread": None if found.spread is None else spread_document(found.spread),
        "undetermined": plain(found.undetermined),
        "lost_rows": plain(found.lost_rows),
        "lost_columns": plain(found.lost_columns),
    }
    if found.likely is not None:
        values["likely"] = {
            "name": found.likely.name,
            "sizes": found.likely.sizes.tolist(),
            "cumulative": found.likely.cumulative.tolist(),
        }
    return {"uncertainty": values}


def intervals_of(match: Match) -> dict[str, Any]:
    """Return intervals under their key, if there are any; ends that are infinite as None.

    Parameters
    ----------
    match : Match
        Any; without a solution there are those of what was measured.
    """
    parameters = {} if match.uncertainty is None else match.interval(_LEVEL)
    named = {"targets": _finite(match.target_intervals(_LEVEL)), "parameters": _finite(parameters)}
    filled = {key: values for key, values in named.items() if values}
    return {"intervals": {"level": _LEVEL, **filled}} if filled else {}


def ways_of(match: Match) -> dict[str, Any]:
    """Return which moments the answer is from, and what each way says of K; ends as None if open.

    Parameters
    ----------
    match : Match
        To data or beliefs.
    """
    if match.distinct is None and not match.opinions and match.estimator == MOMENTS:
        return {}
    said = [
        {
            "way": each.way,
            "k": each.k,
            "interval": [end if math.isfinite(end) else None for end in (each.low, each.high)],
            "remark": each.remark,
        }
        for each in match.opinions
    ]
    ways: dict[str, Any] = {"estimator": match.estimator, "opinions": said}
    if match.distinct is None:
        return ways
    found = match.distinct.to_dict()
    own, measured = match.distinct.statistics, match.statistics
    if isinstance(measured, Statistics) and own == measured:
        del found["statistics"]
    return {**ways, "distinct": found}


def _trace_of(trace: Trace) -> dict[str, Any]:
    """Return a search step by step; null where an estimate was no finite number."""
    return {
        "phase": list(trace.phase),
        "draws": list(trace.draws),
        "loss": open_ends(trace.loss),
        "statistics": {name: open_ends(each) for name, each in trace.statistics.items()},
        "hyperparameters": {name: open_ends(each) for name, each in trace.hyperparameters.items()},
    }


def search_of(match: Match) -> dict[str, Any]:
    """Return what a search by sampling says besides.

    Parameters
    ----------
    match : Match
        By sampling.
    """
    return {
        "achieved_errors": dict(match.achieved_errors),
        "parameter_errors": dict(match.parameter_errors),
        "sampled": dict(match.sampled),
        "discrepancy": match.discrepancy,
        "steps": 0 if match.trace is None else len(match.trace),
        "seconds": match.seconds,
        "estimators": dict(match.estimators),
        "trace": None if match.trace is None else _trace_of(match.trace),
    }


def _finite(intervals: Mapping[str, Interval]) -> dict[str, list[float | None]]:
    return {
        name: [end if math.isfinite(end) else None for end in ends]
        for name, ends in intervals.items()
    }
