"""Match data or targets with a model, by generated kernels or by sampling."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from symppm.data.door import labelled_data
from symppm.data.matrix import AxisLabels
from symppm.errors import ParameterError
from symppm.exports.types import BOTH, MASK, ZEROS
from symppm.matching.answers import answered, six_of
from symppm.matching.diagnostics.estimates import in_front
from symppm.matching.diagnostics.solutions import about_data, about_exposure
from symppm.matching.diagnostics.sources import about_exposures, about_margins
from symppm.matching.exposures import sizes_of
from symppm.matching.grounds import Given
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import (
    Observed,
    averages_of_data,
    check_upper,
    lacks_entries,
    measure,
    over_noise,
    targets_of,
)
from symppm.matching.models import declaration_of
from symppm.matching.moments import Moments
from symppm.matching.parameters import is_tied, read_fixed
from symppm.matching.question import Question, Request
from symppm.matching.result import Match
from symppm.matching.solving import solved
from symppm.matching.targets import checked_targets
from symppm.matching.topics import matched_topics
from symppm.one_thread import one_thread
from symppm.stochastic.sampling_options import Sampling, Target

if TYPE_CHECKING:
    from symppm.modeller import Model

_LOG: Final = logging.getLogger(__name__)


def match(
    data: Any = None,
    model: str | Model | None = None,
    *,
    targets: Mapping[str, float | Target] | None = None,
    scale: str | None = None,
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
    scale : str, optional
        How to fix the scale that no data can see: a prior's name (its mean is one; the default is
        the first prior), ``"mean(theta)=2"``, ``"equal-means"``, or a value as in ``"b=1"``. A
        level that no data can see, as of mu + nu, is fixed by a value too, as in ``"mu=0"``.
    fixed : mapping of str to float or str, optional
        Hyperparameters, or K, that are given; or tied to others, as in ``{"c": "a"}``. What a model
        needs besides targets, such as the noise of its observations, comes here; ``symppm models``
        lists it. A hyperparameter whose scale data do not identify takes the place of a scale. With
        others given or tied, every solution is computed where elimination ends, else searched for.
        Where the targets can then not all be met, the nearest parameters are those of least squares
        on the logarithms of the moments. For data the mean counts most, and the others are weighted
        by how they vary together without each row and column (not with ``intervals=False``).
    zeros : {"observed", "missing"}
        What absent entries are; see :func:`symppm.statistics`.
    mask : array_like of bool, optional
        True where an entry was observed.
    known : mapping of str to array or file, optional
        Values of the model's known arrays, such as ``{"gamma": exposures}`` with one number a
        column for pmf_gamma_exposure, or files of them, ``.npy`` or text. Any model of a matrix
        takes ``"row"`` and ``"col"`` too: positive exposures by which the means of rows and columns
        are multiplied, or ``"margins"``, which estimates them: totals over their mean, or where
        entries are missing the independence that the observed ones fit.
    intervals : bool
        Whether to pass over the data again, for ``.interval(level)`` and diagnostics about them.
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
        there are any and nothing is given that only sampling heeds; a diagnostic says if it was
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
        With ``feasible`` false, and diagnostics that say why, if the model cannot have the targets
        or what is fixed leaves one missed by more than a millionth.
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
        If the scale, something fixed or an option does not fit the model or the method.
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

    Examples
    --------
    >>> import symppm as ppm
    >>> found = ppm.match(ppm.data.load("single_cell").values)
    >>> found.k
    4
    >>> believed = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
    >>> ppm.match(targets=believed).k
    25
    """
    if isinstance(data, str) and not isinstance(model, str | None):
        declaration_of(model)  # where both have changed places, the data are no path
    labels = AxisLabels()
    if data is not None or reading:
        data, labels = labelled_data(data, **reading)
    request = Request.of(
        data, model, targets, known, fixed, sampling, scale=scale, zeros=zeros, mask=mask,
        intervals=intervals, estimator=estimator, method=method, random_seed=random_seed,
        progress=progress, labels=labels,
    )  # fmt: skip
    with one_thread(), labels.in_errors():
        return _with_given(*_answered(request), request)


def _answered(request: Request) -> tuple[Match, Observed | None]:
    """Return a match, and what was measured for it by formulas."""
    if (of_topics := matched_topics(request)) is not None:
        return of_topics, None
    module, why = request.route()
    if module is not None:
        question, observed = _question(request, module)
        return (solved(question) if observed is None else answered(question, observed)), observed
    _LOG.info("%s by sampling: %s", request.name, why or "as asked")
    # Only what has no generated code needs SymPy; the data path must not load it.
    from symppm.matching.by_sampling import match_by_sampling  # noqa: PLC0415

    return match_by_sampling(request, why), None


def _question(request: Request, module: ModuleType) -> tuple[Question, Observed | None]:
    """Return what is asked of the formulas, about targets or about data that are measured here."""
    _LOG.info("%s by formulas, %s", request.name, module.SPEC.route)
    k, given, ties = read_fixed(module.SPEC, request.fixed, request.scale)
    kernels = Kernels(module, k)
    spec = kernels.spec
    observed, measured, about = None, None, about_exposure(spec)
    if request.data is None:
        targets = checked_targets(spec, {name: x.value for name, x in request.targets.items()})
    else:
        observed = over_noise(measure(spec, request), request, kernels, given)
        measured = observed.statistics
        check_upper(spec, measured.maximum, given)
        targets = {} if six_of(spec) else targets_of(spec, observed)
        about = (*about_data(measured, spec), *about)
        if observed.exposures is not None:
            about += (about_exposures(observed.exposures, spec.name),)
    averages = averages_of_data(spec, measured, request.known)
    for name in averages.keys() & given.keys() if measured is not None else ():
        raise ParameterError(
            f"fixed {name!r} beside data",
            expected="data alone, with their known arrays: it is computed from these",
            do="Leave it out.",
        )
    given = {**averages, **given}
    for parameter in spec.parameters:
        if parameter.of_data and parameter.name not in given:
            raise ParameterError(
                f"targets for {spec.name} without {parameter.name}, the {parameter.meaning}",
                expected="its value, on which the moments depend, or data, which tell it",
                do=f'Write fixed={{"{parameter.name}": ...}}.',
            )
    return Question(
        request, kernels, targets, k, given, measured, about, ties=ties,
        moments=Moments.of(measured),
    ), observed  # fmt: skip


def _with_given(match: Match, observed: Observed | None, request: Request) -> Match:
    """Return a match, and its branches, with what was given beside the data, and the model."""
    exposures = None if observed is None else observed.exposures
    ties = {name: str(value) for name, value in request.fixed.items() if is_tied(value)}
    sizes, missing = {}, ""
    if match.statistics is not None:
        for exposure in match.spec.exposures:
            values = np.asarray(request.known[exposure.name], dtype=float)
            sizes[exposure.name] = sizes_of(values**exposure.power)
        if match.statistics.observed < math.prod(match.statistics.shape):
            masked = request.mask is not None or lacks_entries(request.data)
            missing = MASK if request.zeros != "missing" else (BOTH if masked else ZEROS)
    if exposures is not None:
        sizes |= exposures.sizes
        if exposures.estimated and match.shapes is None:
            match = in_front(match, about_margins(match, exposures))
    given = Given(missing, ties, sizes, () if exposures is None else exposures.estimated)
    declared = None if isinstance(request.model, str) else request.model

    def concluded(answer: Match) -> Match:
        about = (replace(x, message=request.labels.beside(x.message)) for x in answer.diagnostics)
        return replace(answer, given=given, declared=declared, diagnostics=tuple(about))

    branches = tuple(concluded(branch) for branch in match.branches)
    return replace(concluded(match), branches=branches)
