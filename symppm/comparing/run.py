"""The comparison of models: measure once, fit each, rank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from symppm.codegen.load import load_model, model_names
from symppm.comparing.comparison import ComparedModel, Comparison, ranked
from symppm.comparing.moments import LEAST_SIDE, measured_moments
from symppm.comparing.verdict import (
    as_mapping,
    close_to_best,
    same_moments,
    verdict_of,
)
from symppm.data.door import opened
from symppm.data.triples import Triples
from symppm.errors import DataError, NotBuiltError, ParameterError, check_integer
from symppm.matching.models import declaration_of
from symppm.matching.number_of_factors import sample_of
from symppm.one_thread import one_thread
from symppm.progress import progress_bar
from symppm.statistics.moments import examined

if TYPE_CHECKING:
    from symppm.comparing.fitting import Fit
    from symppm.modeller import Model

LEVEL: Final = 0.001
"""Small, since the tail of J is heavier than that of its distribution for large matrices."""


@one_thread()
def compare(
    data: Any,
    models: Sequence[str | Model] | None = None,
    *,
    zeros: str = "observed",
    mask: Any = None,
    level: float = LEVEL,
    random_seed: int = 0,
    progress: bool = True,
    **reading: Any,
) -> Comparison:
    """Match several models on the same moments of a matrix, test each, and rank them.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`symppm.statistics`; at least 16 rows and 16 columns.
    models : sequence of str or Model, optional
        Catalogue names and declared models; by default the whole catalogue.
    zeros : {"observed", "missing"}
        As for :func:`symppm.statistics`.
    mask : array_like of bool, shape (N, M), optional
        As for :func:`symppm.statistics`.
    level : float
        How often the right model may be rejected by chance; see the notes.
    random_seed : int
        Of the starts of the search, of what is held out, and, of matrices with more than two
        million entries, of the lines whose entries are looked at one by one.
    progress : bool
        Whether to show a bar, on a terminal only.
    **reading
        Of a path, a data frame of triples or an AnnData object; see :func:`symppm.statistics`.

    Returns
    -------
    Comparison
        ``.best`` is a name, or None if none of the models fits.

    Raises
    ------
    DataError
        As :func:`symppm.cross_moments`, or if there are too few rows or columns.
    ParameterError
        If ``models`` is no sequence, is empty, or holds a name twice; or for another option.
    ModelNameError
        If the catalogue has no such name.
    NotBuiltError
        For triples in a table that an engine sums.

    Notes
    -----
    Eleven cumulants and two shares of zeros are measured: mean, variance, both covariances, the
    cycle of different entries, the six joint cumulants of three entries that hang together, and
    P(Y = 0) before and after thinning the counts to a mean of 3. All hyperparameters are those that
    bring the moments of a model nearest to them, in the metric of their covariance, which is of no
    model: by leaving out each row and each column, less the noise of single entries, which both
    show. What is left is Hansen's J (Econometrica 50, 1982): chi-squared, with as many degrees of
    freedom as there are more moments than hyperparameters, if the model is right. The p-value is by
    Hotelling's distribution, since the covariance is estimated from so many rows or columns.

    Errors are estimated, so p is rough, and of the right model it is below 0.01 in two or three of
    a hundred matrices. Where a few rows or columns hold most of the data, J of the right model
    comes out too small, so that a rejection is to be trusted more than a fit. Where the covariances
    of rows and of columns are near zero, as with Normal factors centred at zero, their errors come
    out small with them, and the right model is rejected somewhat too often.

    A second test is on rows and columns held out: each model is fitted to a random half of the rows
    and of the columns, and its moments are compared with those of the other halves, which share no
    row and no column with these, in units of both errors. It does not rank.

    ``.factors`` is the number of factors that predicts held-out entries, by
    :func:`symppm.number_of_factors`: the K to fit with, whichever model is chosen. All models are
    tested with this K, where it is resolved: with another, a model may take noise for factors, and
    fit as nobody will fit it. Beside that stands which K (a real number) would bring the moments of
    a model nearest, and how well it would then fit; where K is not resolved, that is the test.

    Models are ranked by J less its degrees of freedom times log(min(N, M)), the criterion of
    Andrews and Lu (Journal of Econometrics 101, 2001). A model with one more hyperparameter than
    another that is right has to lower J by that logarithm.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("mutational_signatures").values
    >>> ppm.compare(counts, ["pmf_gamma", "hpf_gamma"], random_seed=1).best
    'pmf_gamma'
    """
    by_name = _checked(models)
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    if not (isinstance(level, (int, float)) and 0 < level < 1):
        raise ParameterError(
            f"level={level!r}", expected="a number between 0 and 1", do="Write level=0.001."
        )
    with opened(data, **reading) as source:
        if isinstance(source, Triples):
            raise NotBuiltError(
                "a comparison of models on triples that an engine sums",
                expected="a matrix in memory, or in blocks",
                do="Load it: --engine memory (engine='memory') for a file.",
            )
        data_read = examined(source, zeros, mask, intervals=True, profile=True)
    if min(data_read.matrix.shape) < LEAST_SIDE:
        raise DataError(
            "a matrix of shape {} x {}".format(*data_read.matrix.shape),
            expected=f"at least {LEAST_SIDE} rows and {LEAST_SIDE} columns: with fewer, nothing is "
            "known of how far moments are off",
            do="Use more data.",
        )
    measured = measured_moments(data_read, random_seed=random_seed)
    # Deriving moments needs SymPy, which reading and measuring the data do without.
    from symppm.comparing.rows import halves_of, row_of  # noqa: PLC0415

    factors = sample_of(data_read.matrix, random_seed, progress=progress).factors()
    k = factors.k if factors.resolved else None
    halves = halves_of(data_read, random_seed=random_seed)
    pairs: list[tuple[ComparedModel, Fit | None]] = []
    with progress_bar("Models", len(by_name), show=progress) as advance:
        for name, model in by_name.items():
            pairs.append(
                row_of(name, model, measured, halves, level=level, k=k, random_seed=random_seed)
            )
            advance()
    same = same_moments({row.model: fit for row, fit in pairs if fit is not None})
    order = ranked([replace(row, same_as=same.get(row.model, ())) for row, _ in pairs])
    cost, close = math.log(measured.lines), close_to_best(order)
    return Comparison(
        order,
        order[0].model if order[0].status == "fits" else None,
        close,
        verdict_of(order, close, cost, measured.statistics, level=level, k=k),
        level,
        cost,
        as_mapping(measured.names, measured.values),
        measured.statistics,
        factors,
    )


def _checked(models: Sequence[str | Model] | None) -> dict[str, str | Model]:
    if models is None:
        return {name: name for name in model_names()}
    if isinstance(models, str) or not isinstance(models, Sequence) or not models:
        raise ParameterError(
            f"models={models!r}",
            expected="a sequence of one or more catalogue names and declared models",
            do='Write models=["pmf_gamma", "hpf_gamma"], or leave it out for the whole catalogue.',
        )
    by_name: dict[str, str | Model] = {}
    for model in models:
        if isinstance(model, str):
            load_model(model)
            name = model
        else:
            name = declaration_of(model).name
        if name in by_name:
            raise ParameterError(
                f"two models named {name!r}",
                expected="a name of its own for each model",
                do="Leave one out, or declare it under another name.",
            )
        by_name[name] = model
    return by_name
