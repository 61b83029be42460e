"""The search of a match by sampling: in words, and as a table for other programs."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING

from symppm.stochastic.outcome import Trace

if TYPE_CHECKING:
    from symppm.matching import Match


def trace_csv(trace: Trace) -> str:
    """Return a trace as comma-separated text, one step a line, below a line of names.

    The columns are step, phase, draws and loss, then the statistics and the hyperparameters, each
    with what it is before its name, since the two may share names. What is no number is left empty.

    Parameters
    ----------
    trace : Trace
        Of a search.
    """
    columns = {
        **{f"statistic {name}": values for name, values in trace.statistics.items()},
        **{f"hyperparameter {name}": values for name, values in trace.hyperparameters.items()},
    }
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["step", "phase", "draws", "loss", *columns])
    for n in range(len(trace)):
        values = (trace.loss[n], *(column[n] for column in columns.values()))
        shown = (repr(float(value)) if math.isfinite(value) else "" for value in values)
        writer.writerow([n + 1, trace.phase[n], trace.draws[n], *shown])
    return stream.getvalue()


def search_in_words(match: Match) -> str:
    """Say how a match by sampling was found.

    Parameters
    ----------
    match : Match
        By sampling.
    """
    trace = match.trace
    steps, draws = (0, 0) if trace is None else (len(trace), sum(trace.draws))
    said = f"{steps:,} step{'' if steps == 1 else 's'}"
    said += f", {draws:,} draws" if draws else ", no draws"
    said += "" if match.seconds is None else f", {match.seconds:.1f} s"
    said += "" if match.discrepancy is None else f"; discrepancy {match.discrepancy:.2g}"
    by_route: dict[str, list[str]] = {}
    for name, route in match.estimators.items():
        by_route.setdefault(route, []).append(name)
    listed = "; ".join(f"{', '.join(names)}: {route}" for route, names in by_route.items())
    return f"{said}. {listed}." if listed else f"{said}."
