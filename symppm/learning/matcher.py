"""An estimator of scikit-learn that matches the number of factors and the priors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from symppm.errors import MissingExtraError, NoSolutionError, ParameterError
from symppm.exports.types import TOPIC_MODELS
from symppm.matching import Diagnostic, Match, match
from symppm.stochastic.sampling_options import Sampling

if TYPE_CHECKING:
    from symppm.modeller import Model
    from symppm.results.array_statistics import ArrayStatistics
    from symppm.statistics.moments import Statistics

try:
    from sklearn.base import BaseEstimator, clone
    from sklearn.utils import TransformerTags
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data
except ImportError as missing:
    _why = str(missing)

    def available_if(_: Any) -> Any:
        """Return what decorates nothing."""
        return lambda method: method

    class BaseEstimator:  # type: ignore[no-redef]
        """Stands in where scikit-learn is not installed; making an estimator says so."""

        def __new__(cls, *_: Any, **__: Any) -> Any:
            """Refuse."""
            raise MissingExtraError(
                f"an estimator without sklearn ({_why})",
                expected="scikit-learn, which is not installed with symppm unless asked for",
                do="Run: pip install 'symppm[sklearn]', or use symppm.match.",
            )


def _has_transformer(matcher: Any) -> bool:
    return matcher.transformer is not None


class PriorMatcher(BaseEstimator):  # type: ignore[misc]
    """Matches K and the priors of a model to data, as an estimator of scikit-learn.

    It does what :func:`symppm.match` does with data, and takes the same options under the same
    names. Data are rows by columns, such as samples by features, users by items or documents by
    words, and both rows and columns are random under the model. There is nothing to predict, and
    without a ``transformer`` nothing to transform: what is learned are hyperparameters, for another
    estimator to start from. There is no ``score`` either, for how well a prior meets the moments
    that it was matched to says nothing of other data.

    Parameters
    ----------
    model : str or Model, optional
        A name of the catalogue, or a declared model; by default that of :func:`symppm.match`.
    scale, fixed, zeros, known, intervals, estimator, method, sampling, random_seed, progress
        As for :func:`symppm.match`, which says what each is; ``random_seed`` is what other
        estimators call ``random_state``, and is always a number.
    blanks : {"error", "missing"}
        Whether NaN is a missing entry.
    transformer : LatentDirichletAllocation, optional
        Beside ``model="lda"``: fitted to the data after the match, with the topics and priors of
        the match in place of its own, so that the matcher transforms documents to shares of topics
        wherever ``LatentDirichletAllocation`` would stand in a pipeline. It is itself left as it
        is.

    Attributes
    ----------
    match_ : Match
        Everything that was found.
    feasible_ : bool
        Whether the model can have the statistics of the data.
    diagnostics_ : tuple of Diagnostic
        What does not fit, and what that usually means.
    statistics_ : Statistics
        What was measured.
    n_factors_ : int
        The number of factors. Only if there is one answer: else asking for it raises.
    parameters_ : dict of str to float
        K and every hyperparameter. Likewise.
    n_features_in_ : int
        Number of columns of the data.
    feature_names_in_ : ndarray of str
        Their names, where a data frame with names was given.
    transformer_ : LatentDirichletAllocation
        The one that was fitted.

    Raises
    ------
    MissingExtraError
        If scikit-learn is not installed.

    Notes
    -----
    Data that the model cannot have are a diagnostic, not a failure of ``fit``: ``match_``,
    ``feasible_``, ``diagnostics_`` and ``statistics_`` are there, and say what is wrong. But then
    there is no number of factors, and None in its place would travel on, into an
    ``NMF(n_components=None)`` for example, which makes as many as there are columns. So
    ``n_factors_`` and ``parameters_`` raise :class:`symppm.errors.NoSolutionError` with the
    diagnostic, also where several solutions have the same statistics, or a search has not met them.
    That error is an ``AttributeError`` too, so that ``hasattr`` is False.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("mutational_signatures").values
    >>> ppm.PriorMatcher().fit(counts).n_factors_
    3
    """

    def __init__(
        self,
        model: str | Model | None = None,
        *,
        scale: str | None = None,
        fixed: Mapping[str, Any] | None = None,
        zeros: str = "observed",
        blanks: str = "error",
        known: Mapping[str, Any] | None = None,
        intervals: bool = True,
        estimator: str = "auto",
        method: str = "auto",
        sampling: Sampling | None = None,
        random_seed: int = 0,
        progress: bool = False,
        transformer: Any = None,
    ) -> None:
        self.model = model
        self.scale = scale
        self.fixed = fixed
        self.zeros = zeros
        self.blanks = blanks
        self.known = known
        self.intervals = intervals
        self.estimator = estimator
        self.method = method
        self.sampling = sampling
        self.random_seed = random_seed
        self.progress = progress
        self.transformer = transformer

    def fit(self, X: Any, y: Any = None, mask: Any = None) -> PriorMatcher:  # noqa: ARG002
        """Match the model to data.

        Parameters
        ----------
        X : array_like, SciPy sparse or data frame, shape (N, M)
            Counts, or what else the model generates. Never changed.
        y : object
            Not used; pipelines pass it.
        mask : array_like of bool, shape (N, M), optional
            True where an entry was observed; elsewhere there may be NaN. With ``blanks="missing"``
            NaN says it by itself.

        Returns
        -------
        PriorMatcher
            Itself, also where the model cannot have such data: see ``feasible_``.

        Raises
        ------
        ValueError
            If the data are no matrix of finite numbers with at least two rows and columns, or
            negative where the model generates counts.
        SymPPMError
            What :func:`symppm.match` raises, such as a DataError for data that do not vary.
        """
        if isinstance(X, np.ma.MaskedArray):
            # Checking would drop what hides entries.
            observed = ~np.ma.getmaskarray(X)
            mask = observed if mask is None else observed & np.asarray(mask, bool)
            X = np.ma.getdata(X)
        finite: bool | str = mask is None
        if finite and self.blanks == "missing":
            finite = "allow-nan"
        values = validate_data(
            self,
            X,
            accept_sparse=("csr", "csc", "coo"),
            dtype="numeric",
            ensure_all_finite=finite,
            ensure_min_samples=2,
            ensure_min_features=2,
        )
        if mask is None and self._counts():
            check_non_negative(values, "PriorMatcher: the model generates counts")
        options = self.get_params(deep=False)
        del options["transformer"]
        self.match_: Match = match(values, mask=mask, **options)
        if self.transformer is not None:
            self.transformer_ = clone(self.transformer).set_params(**self._topics()).fit(values)
        return self

    def _topics(self) -> Mapping[str, Any]:
        """Return the parameters of the transformer that the match sets."""
        of_topics = self.model in TOPIC_MODELS
        priors = self._solved("transformer_").export("sklearn").arguments if of_topics else {}
        known: Mapping[str, Any] = getattr(self.transformer, "get_params", dict)()
        if not priors or not priors.keys() <= known.keys():
            raise ParameterError(
                f"transformer={self.transformer!r} beside model={self.model!r}",
                expected='LatentDirichletAllocation beside model="lda"',
                do="Fit other estimators with what .match_.export() says.",
            )
        return priors

    @available_if(_has_transformer)  # type: ignore[untyped-decorator]
    def transform(self, X: Any) -> Any:
        """Return shares of topics, as the transformer does.

        Parameters
        ----------
        X : array_like, SciPy sparse or data frame, shape (N, M)
            Documents by words.

        Returns
        -------
        ndarray, shape (N, K)
            Of each document.
        """
        check_is_fitted(self, "transformer_")
        values = validate_data(self, X, accept_sparse=("csr", "csc", "coo"), reset=False)
        return self.transformer_.transform(values)

    @available_if(_has_transformer)  # type: ignore[untyped-decorator]
    def fit_transform(self, X: Any, y: Any = None, mask: Any = None) -> Any:
        """Fit, and return shares of topics; see :meth:`fit` and :meth:`transform`."""
        return self.fit(X, y, mask).transform(X)

    @available_if(_has_transformer)  # type: ignore[untyped-decorator]
    def set_output(self, *, transform: str | None = None) -> PriorMatcher:
        """Set what the transformer returns, such as data frames with ``transform="pandas"``."""
        for transformer in (self.transformer, getattr(self, "transformer_", None)):
            if transformer is not None:
                transformer.set_output(transform=transform)
        return self

    @available_if(_has_transformer)  # type: ignore[untyped-decorator]
    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """Return names of topics, as the transformer does."""
        check_is_fitted(self, "transformer_")
        return self.transformer_.get_feature_names_out(input_features)

    @property
    def feasible_(self) -> bool:
        """Whether the model can have the statistics of the data."""
        return self._fitted().feasible

    @property
    def diagnostics_(self) -> tuple[Diagnostic, ...]:
        """What does not fit, and what that usually means."""
        return self._fitted().diagnostics

    @property
    def statistics_(self) -> Statistics | ArrayStatistics | None:
        """What was measured."""
        return self._fitted().statistics

    @property
    def n_factors_(self) -> int:
        """The number of factors; raises NoSolutionError where there is not one answer."""
        answer = self._solved("n_factors_")
        if answer.k is None:
            raise NoSolutionError(
                f"n_factors_ of {answer.model}",
                expected="a model with factors",
                do="Its hyperparameters are in parameters_.",
            )
        return answer.k

    @property
    def parameters_(self) -> dict[str, float]:
        """K and every hyperparameter; raises NoSolutionError where there is not one answer."""
        return dict(self._solved("parameters_").parameters)

    def _fitted(self) -> Match:
        check_is_fitted(self, "match_")
        return self.match_

    def _solved(self, name: str) -> Match:
        answer = self._fitted()
        if answer.branches:
            raise NoSolutionError(
                f"{name} of a match with {len(answer.branches)} solutions",
                expected="one, which the statistics of these data do not choose",
                do="Set fixed={...} to what you know, or take one of match_.branches.",
            )
        if not answer.feasible:
            failures = [x.message for x in answer.diagnostics if x.severity == "failure"]
            raise NoSolutionError(
                f"{name} of a match without a solution" + "".join(f" ({f})" for f in failures[:1]),
                expected="data whose statistics the model can have",
                do="See diagnostics_, and try another model.",
            )
        return answer

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.transformer is not None:
            tags.transformer_tags = TransformerTags()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.blanks == "missing"
        tags.input_tags.positive_only = self._counts()
        return tags

    def _counts(self) -> bool:
        """Tell whether the model is of the catalogue and has no negative data."""
        from symppm.matching.validity import catalogue_spec  # noqa: PLC0415 - loads generated code

        if self.model is None:
            return True
        spec = catalogue_spec(self.model) if isinstance(self.model, str) else None
        return spec is not None and spec.observed_sign != "real"
