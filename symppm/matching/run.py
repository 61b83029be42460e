"""Match data or targets with a model, by generated kernels or by sampling."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from symppm.codegen.spec import ModelSpec
from symppm.data.door import data_of
from symppm.data.triples import Triples
from symppm.errors import ParameterError
from symppm.matching.answers import answered
from symppm.matching.centered import answered_by_six, six_of
from symppm.matching.checked_fixed import read_fixed
from symppm.matching.checked_options import check_method, check_using, checked_options
from symppm.matching.checked_targets import as_target, check_mapping, check_one, checked
from symppm.matching.diagnosis.priors import adds_products
from symppm.matching.exposures import about_line_exposures, concluded
from symppm.matching.findings import about_data, about_exposure
from symppm.matching.given import with_given
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import (
    Measured,
    Observed,
    Wanted,
    as_targets,
    average_inverse_exposure,
    check_upper,
    measure,
    over_noise,
)
from symppm.matching.methods import chosen_way, default_model
from symppm.matching.models import declaration_of, title_of, usual_names
from symppm.matching.number_of_factors import Sample, sample_of, sample_of_triples
from symppm.matching.question import Question
from symppm.matching.result import CROSS_VALIDATION, Match
from symppm.matching.solving import solved
from symppm.matching.ties import split_ties
from symppm.one_thread import one_thread
from symppm.stochastic.asked import Sampling, Target

if TYPE_CHECKING:
    from symppm.modeller import Model

_LOG: Final = logging.getLogger(__name__)


def match(
    data: Any = None,
    model: str | Model | None = None,
    *,
    targets: Mapping[str, float | Target] | None = None,
    gauge: str | None = None,
    fixed: Mapping[str, Any] | None = None,
    zeros: str = "observed",
    mask: Any = None,
    known: Mapping[str, Any] | None = None,
    intervals: bool = True,
    estimator: str = "auto",
    method: str = "auto",
    sampling: Sampling | None = None,
    random_seed: int = 0,
    progress: bool = False,
    **reading: Any,
) -> Match:
    """Choose the number of factors and the priors of a model for data, or for beliefs about them.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M), optional
        Counts or what else the model generates; an array with as many axes as the model is observed
        along; a data frame, a relation, a path, or whatever else :func:`symppm.statistics` takes.
        Give these or ``targets``.
    model : str or Model, optional
        A name of the catalogue, or a declared model, which is derived and compiled first. By
        default ``"hpf_gamma"`` for data, whose levels absorb totals of rows and columns that
        differ, and ``"pmf_gamma"`` for targets, for moments alone and for sampling.
    targets : mapping of str to float or Target, optional
        ``{"mean": ..., "variance": ..., "rho_row": ..., "rho_col": ...}``. Fewer do if enough
        hyperparameters are fixed; ``"cov_row"`` may stand in for ``"rho_row"``. Joint cumulants are
        targets too, such as ``"cumulant ij ij il"``, for what these leave open; the model is then
        derived and compiled first. What has no formula is matched by sampling: ``"P(Y = 0)"``,
        ``"P(Y <= 3)"``, ``"quantile 0.9"``, ``"maximum"``, or a statistic of your own, as
        ``Target(value, statistic=function)``.
    gauge : str, optional
        How to fix the scale that no data can see: a prior's name (its mean is one; the default is
        the first prior), ``"mean(theta)=2"``, ``"equal-means"``, or a value as in ``"b=1"``. A
        level that no data can see, as of mu + nu, is fixed by a value too, as in ``"mu=0"``.
    fixed : mapping of str to float or str, optional
        Hyperparameters, or K, that are given; or tied to others, as in ``{"c": "a"}``. What a model
        needs besides targets, such as the noise of its observations, comes here; ``symppm models``
        lists it. A hyperparameter whose scale data do not identify takes the place of a gauge. With
        others given or tied, every solution is computed where elimination ends, else searched for.
        Where the targets can then not all be met, the nearest parameters are those of least squares
        on the logarithms of the moments: weighted, for data, by how these vary together without
        each row and column (not with ``intervals=False``).
    zeros : {"observed", "missing"}
        What absent entries are; see :func:`symppm.statistics`.
    mask : array_like of bool, optional
        True where an entry was observed.
    known : mapping of str to array, optional
        Values of the model's known arrays, such as ``{"gamma": exposures}`` with one number a
        column for pmf_gamma_exposure. Any model of a matrix takes ``"row"`` and ``"col"`` too:
        positive exposures by which the means of rows and columns are multiplied, or ``"margins"``,
        which estimates them: totals over their mean, or with gaps the independence that the
        observed entries fit.
    intervals : bool
        Whether to pass over the data again, for ``.interval(level)`` and for findings about them.
    estimator : {"auto", "cross-validation", "moments", "cross-moments"}
        What data are matched by. ``"auto"``, for counts whose means are sums of products of Gamma
        factors: K is the number of factors that predicts held-out entries (see
        :func:`symppm.number_of_factors`), shapes have the interaction of rows and columns, levels
        and the scale their totals; what moments say of K stands beside it in ``estimates``. For
        other models, and where held-out entries tell nothing, hyperparameters have the moments.
        ``"cross-validation"``: K is that of held-out entries even where they tell nothing.
        ``"moments"``: mean, variance and correlations, as in the paper; K then depends on how
        entries vary about their means being as the model says. ``"cross-moments"``: cumulants of
        different entries, which do not depend on that; how entries vary is then estimated too.
    method : {"auto", "exact", "stochastic"}
        By formulas, or by drawing from the model, which needs torch. By default formulas where
        there are any and nothing is given that only sampling heeds; a finding says if it was
        sampling, and why.
    random_seed : int
        Of all that is drawn; the same seed gives the same result on the same device.
    sampling : Sampling, optional
        How to search where there is no formula: device, start, bounds, time and more; see
        :class:`symppm.Sampling`.
    progress : bool
        Show a progress bar on the terminal while sampling.
    **reading
        Of a path, a data frame of triples or an AnnData object, as in
        ``ppm.match(frame, columns=("user", "item", "plays"))``; see :func:`symppm.statistics`.

    Returns
    -------
    Match
        With ``feasible`` false, and findings that say why, if the model cannot have the targets, or
        what is fixed leaves one missed by more than a millionth.
        From sampling, ``parameters`` and ``achieved`` are then the nearest that was found, and
        there are standard errors and the ``trace`` of the search.
        Where several sets of hyperparameters have the same moments, ``branches`` lists them all
        and none is chosen.

    Raises
    ------
    DataError
        If the data cannot be used: not a matrix, not finite, negative under a model of counts.
    TargetError
        If targets are missing, unknown, or no numbers.
    ParameterError
        If the gauge, something fixed or an option does not fit the model or the method.
    NotDerivableError
        If there is no formula and sampling is not wanted, or not possible.
    MissingExtraError
        If sampling is needed and torch is not installed.
    ModelNameError
        If the catalogue has no such model.

    Notes
    -----
    Of counts, K, shapes and levels are estimated apart: see ``estimator``. By moments, and for
    targets, K and the priors solve the moment equations of da Silva et al. (JMLR 24(67), 2023),
    those for K, a, c and b d in the section on matching moments. K is then rounded, at least to
    one, and the rest solved again so that mean, variance and the ratio of the correlations hold.
    """
    if isinstance(data, str) and not isinstance(model, str | None):
        declaration_of(model)  # where both have changed places, the data are no path
    if data is not None or reading:
        data = data_of(data, **reading)
    found = _matched(
        data, model, targets=targets, gauge=gauge, fixed=fixed, zeros=zeros, mask=mask,
        known=known, intervals=intervals, estimator=estimator, method=method, sampling=sampling,
        random_seed=random_seed, progress=progress,
    )  # fmt: skip
    found = with_given(found, data, zeros, mask, known, fixed)
    return found if model is None or isinstance(model, str) else _with_declared(found, model)


@one_thread()
def _matched(
    data: Any,
    model: str | Model | None,
    *,
    targets: Mapping[str, float | Target] | None,
    gauge: str | None,
    fixed: Mapping[str, Any] | None,
    zeros: str,
    mask: Any,
    known: Mapping[str, Any] | None,
    intervals: bool,
    estimator: str,
    method: str,
    sampling: Sampling | None,
    random_seed: int,
    progress: bool,
) -> Match:
    check_method(method)
    further = _further(intervals, random_seed, progress)
    estimator = check_using(estimator, method, data=targets is None)
    options = checked_options(sampling, random_seed, progress=progress)
    fixed = {} if fixed is None else fixed
    if model is None:
        model = default_model(method, estimator, options, data=targets is None)
    named: dict[str, Target] = {}
    if isinstance(targets, Mapping):
        usual = usual_names(model, targets)
        named = {name: as_target(name, value) for name, value in usual.items()}
    way = chosen_way(method, model, named, fixed, options)
    name = model if isinstance(model, str) else getattr(model, "name", "")
    if way.module is None:
        _LOG.info("%s by sampling: %s", name, way.why or "as asked")
        # Only what has no generated code needs SymPy; the data path must not load it.
        from symppm.matching.by_sampling import match_by_sampling  # noqa: PLC0415

        _check_given(data, targets, known)
        return match_by_sampling(
            declaration_of(model), title_of(model), data, named, fixed, options,
            zeros=zeros, mask=mask, known={} if known is None else known, gauge=gauge, why=way.why,
            further=further,
        )  # fmt: skip
    spec: ModelSpec = way.module.SPEC
    _LOG.info("%s by formulas, %s", name, spec.route)
    numbers, ties = split_ties(spec, fixed)
    k, given = read_fixed(spec, numbers, gauge)
    _check_given(data, targets, known)
    measured: Measured | None = None
    observed: Observed | None = None
    if targets is None:
        observed = measure(spec, data, {} if known is None else known, zeros, mask, further)
        observed = over_noise(observed, model, Kernels(way.module, k), given)
        measured = observed.statistics
        check_upper(spec, measured.maximum, given)
        wanted = {} if six_of(spec) else as_targets(spec, measured)
    else:
        wanted = checked(spec, {name: target.value for name, target in named.items()})
    if spec.exposures:
        if measured is not None and spec.needs[-1] in given:
            raise ParameterError(
                f"fixed {spec.needs[-1]!r} beside data",
                expected="data alone, with their known arrays: it is computed from these",
                do="Leave it out.",
            )
        given = {spec.needs[-1]: average_inverse_exposure(measured), **given}
    findings = () if measured is None else about_data(measured, spec)
    findings = (*findings, *about_exposure(spec))
    if observed is not None and observed.exposures is not None:
        findings = (*findings, *about_line_exposures(observed.exposures, spec.name))
    question = Question(
        Kernels(way.module, k), wanted, k, given, gauge, measured, findings,
        ties=ties, declaration=lambda: declaration_of(model),
    )  # fmt: skip
    if observed is None:
        return solved(question)
    if six_of(spec):
        made = answered_by_six(question, observed, further, estimator)
        return concluded(made, observed.exposures)

    if estimator == CROSS_VALIDATION and (question.k is not None or not adds_products(model)):
        raise ParameterError(
            f"estimator={CROSS_VALIDATION!r} for {spec.name}"
            + (" with its size given" if question.k is not None else ""),
            expected="a matrix whose means are sums over K factors of row times column, K free",
            do="Leave it out.",
        )

    def sample() -> Sample | None:
        if isinstance(data, Triples):
            return sample_of_triples(data, zeros, random_seed, progress=progress)
        if observed.plain is None:
            return None
        return sample_of(observed.plain, random_seed, progress=progress)

    made = answered(question, observed, model, further, estimator, sample)
    return concluded(made, observed.exposures)


def _with_declared(found: Match, model: Model) -> Match:
    branches = tuple(_with_declared(each, model) for each in found.branches)
    return replace(found, declared=model, branches=branches)


def _further(intervals: bool, random_seed: int, progress: bool) -> Wanted:
    if not isinstance(intervals, bool):
        raise ParameterError(
            f"intervals={intervals!r}", expected="True or False", do="Leave it out for intervals."
        )
    return Wanted(intervals, random_seed, progress)


def _check_given(data: Any, targets: Any, known: Any) -> None:
    check_one(data, targets)
    if targets is None:
        return
    if known is not None:
        raise ParameterError(
            "known arrays beside targets",
            expected="known arrays beside data; targets are those of data divided by them",
            do="Leave them out, or pass the data.",
        )
    check_mapping(targets)
