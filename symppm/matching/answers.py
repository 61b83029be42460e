"""The answer to a question about data: by each way that there is, and one of them chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from symppm.matching.counted import with_count
from symppm.matching.diagnosis import diagnosed, product_in
from symppm.matching.diagnosis.interaction import about_distinct
from symppm.matching.measuring import Observed, Wanted
from symppm.matching.question import Question
from symppm.matching.result import DISTINCT, Match
from symppm.matching.solving import solved
from symppm.matching.two_ways import (
    Way,
    chosen,
    distinct_way,
    no_bootstrap,
    only_distinct,
    opinions,
    with_findings,
)
from symppm.matching.using import distinct_module, measured_distinct
from symppm.measure import Statistics
from symppm.measure.spectral import SpectralCount

if TYPE_CHECKING:
    from symppm.modeller import Model


def answered(
    question: Question,
    observed: Observed,
    model: str | Model,
    wanted: Wanted,
    using: str,
    count: Callable[[], SpectralCount | None],
) -> Match:
    """Match data by moments up to order two, by those of distinct entries, or by both.

    Parameters
    ----------
    question : Question
        About moments up to order two.
    observed : Observed
        The data.
    model : str or Model
        What is matched.
    wanted : Wanted
        What is measured besides.
    using : {"auto", "variance", "distinct"}
        As asked.
    count : callable
        Counts singular values, where that says something of K.

    Raises
    ------
    ParameterError, DataError
        If distinct entries are asked for, and the model or the data do not allow it.
    """
    spec, given = question.spec, question.given
    module = distinct_module(model, spec, using, given)
    measured = None if module is None else measured_distinct(observed, wanted, using)
    if module is None or measured is None:
        return _by_variance(question, observed, model).match
    distinct = distinct_way(question, module, measured)
    full = None if spec.needs else question.kernels
    said = list(about_distinct(distinct.question, full, product_in(model)))
    missing = [name for name in spec.needs if name not in given]
    needs_less = bool(missing) and all(n in given for n in distinct.question.spec.needs)
    if needs_less:
        said.append(only_distinct(spec, missing))
    distinct = replace(distinct, match=with_findings(distinct.match, *said))
    if using == DISTINCT:
        return replace(distinct.match, opinions=opinions(None, distinct))
    variance = None if needs_less else _by_variance(question, observed, model)
    found = count() if question.k is None else None
    made = chosen(variance, distinct, measured, 1 if found is None else found.count)
    if wanted.bootstrap and made.using == DISTINCT:
        made = with_findings(made, no_bootstrap())
    ways = (distinct,) if variance is None else (variance, distinct)
    return made if found is None else with_count(made, ways, found)


def _by_variance(question: Question, observed: Observed, model: str | Model) -> Way:
    """Match moments up to order two, and test the data."""
    made = solved(question)
    measured = observed.statistics
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return Way(question, made)
    product = None if question.tied else product_in(model)
    said = diagnosed(
        measured, observed.profile, question.kernels, product, question.needed, question.k
    )
    return Way(question, with_findings(made, *said), said)
