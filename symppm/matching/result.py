"""What matching returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self

from symppm.codegen.spec import ModelSpec
from symppm.errors import ModelNameError, NotBuiltError, ParameterError
from symppm.matching.grounds import (
    CROSS_MOMENTS,
    CROSS_VALIDATION,
    ESTIMATORS,
    STOCHASTIC,
    EstimateOfK,
    Given,
    Shapes,
)
from symppm.matching.targets import measured_name, size_name
from symppm.matching.uncertainty import Interval, Uncertainty
from symppm.matching.validity import catalogue_spec, check_match
from symppm.results.array_statistics import ArrayStatistics
from symppm.results.diagnostic import Diagnostic
from symppm.results.documents import (
    KEPT,
    Count,
    Documented,
    Elsewhere,
    NotNegative,
    Positive,
    Words,
    plain,
)
from symppm.results.frozen import Frozen, freeze
from symppm.results.result import Plotted
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import check_level
from symppm.statistics.moments import Statistics
from symppm.stochastic.outcome import Trace

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from symppm.exports.types import Export
    from symppm.modeller import Model
    from symppm.validation import Validation
else:
    Model = Annotated[Documented, Elsewhere("symppm.modeller", "Model")]  # needs SymPy

_LEVEL: Final = 0.95


@dataclass(frozen=True)
class Match(Plotted):
    """The number of factors and the priors for given statistics.

    Attributes
    ----------
    model : str
        Name of the model.
    feasible : bool
        Whether the model can have these statistics: every target to a millionth of itself before K
        is rounded, or within the tolerance of sampling. If not, the diagnostics say which condition
        fails, or by how much the nearest parameters miss which target; where there is no nearest
        point, ``k``, ``k_exact``, ``parameters``, ``identified`` and ``achieved`` are empty. Data
        that determine more than is unknown are never met: their misfit is a diagnostic.
    k : int or None
        Number of factors, at least one.
    k_exact : float or None
        The same before rounding: all targets hold there. Equal to ``k`` where K was given.
    parameters : mapping of str to float
        K and every hyperparameter, under the scale. They belong to ``k``, not to ``k_exact``.
    identified : mapping of str to float
        The combinations that data determine, at ``k``; no scale changes them.
    targets : mapping of str to float
        What was to be met.
    achieved : mapping of str to float
        The model's moments at ``parameters``; without those that sampling cannot compute there.
    scale : str
        How the scale that data cannot see was fixed.
    diagnostics : tuple of Diagnostic
        What does not fit, and what that usually means.
    statistics : Statistics, ArrayStatistics or None
        What was measured, if there were data.
    spec : ModelSpec
        The model's parameters and their meanings.
    branches : tuple of Match
        Where several sets of hyperparameters have exactly these statistics, all of them, smallest
        K first. Then ``k``, ``k_exact``, ``parameters``, ``identified`` and ``achieved`` are empty
        here: nothing among the targets chooses.
    method : {"closed form", "numeric", "stochastic"}
        How it was found: by a formula, by a search on formulas, or by sampling. All that follows
        is from sampling, and else empty; ``identified`` is empty in its place, and there is no
        scale.
    achieved_errors : mapping of str to float
        Monte-Carlo standard errors of ``achieved``; 0 where a formula gave it.
    parameter_errors : mapping of str to float
        Monte-Carlo standard errors of those of ``parameters`` that were free and that the targets
        determine; that of K belongs to ``k_exact``.
    sampled : mapping of str to float
        What the search's own estimates say where ``achieved`` is from a formula.
    discrepancy : float or None
        Of ``achieved`` from the targets, weights included.
    trace : Trace or None
        Loss, statistics and hyperparameters of the search, by step.
    seconds : float or None
        Wall time of the search.
    estimators : mapping of str to str
        How each statistic was computed.
    uncertainty : Uncertainty or None
        What :meth:`interval` is computed from, if there were data to say.
    cross_moments : CrossMoments or None
        Cumulants of different entries, where these were measured.
    estimator : {"moments", "cross-moments", "cross-validation"}
        What the hyperparameters are from: moments up to order two, the variance of single entries
        among them; cross-moments alone; or the interaction of rows and columns, and
        their totals.
    estimates : tuple of EstimateOfK
        What each way to find K says of it, where several were tried.
    declared : Model or None
        The model, where the user declared it; None for one of the catalogue.
    shapes : Shapes or None
        How the shapes of Gamma factors were found, for a match of counts by cross-validation.
    given : Given
        What was given beside the data: how missing entries are known, ties, averages of exposures.

    Notes
    -----
    Nothing in a match can be changed; its mappings are dictionaries that refuse it. Two matches are
    equal if they say the same: model, statistics, targets, K, hyperparameters, diagnostics, search.
    What intervals are computed from (``uncertainty`` and ``cross_moments``) is not compared, since
    it is not kept whole in a document; compare ``.interval()`` or ``.to_dict()`` for these.
    """

    model: str
    feasible: bool
    k: Count | None
    k_exact: Positive | None
    parameters: Mapping[str, float]
    identified: Mapping[str, float]
    targets: Mapping[str, float]
    achieved: Mapping[str, float]
    scale: str
    diagnostics: tuple[Diagnostic, ...]
    statistics: Statistics | ExposedStatistics | ArrayStatistics | None
    spec: ModelSpec = field(repr=False)
    branches: tuple[Match, ...] = ()
    method: Annotated[str, Words(("closed form", "numeric", STOCHASTIC))] = "closed form"
    achieved_errors: Mapping[str, NotNegative] = field(default_factory=Frozen)
    parameter_errors: Mapping[str, NotNegative] = field(default_factory=Frozen)
    sampled: Mapping[str, float] = field(default_factory=Frozen)
    discrepancy: NotNegative | None = None
    trace: Trace | None = None
    seconds: NotNegative | None = None
    estimators: Mapping[str, str] = field(default_factory=Frozen)
    uncertainty: Uncertainty | None = field(default=None, repr=False, compare=False, metadata=KEPT)
    cross_moments: CrossMoments | None = field(
        default=None, repr=False, compare=False, metadata=KEPT
    )
    estimator: Annotated[str, ESTIMATORS] = "moments"
    estimates: tuple[EstimateOfK, ...] = ()
    declared: Model | None = field(default=None, repr=False, compare=False, metadata=KEPT)
    given: Given = field(default_factory=Given, repr=False)
    shapes: Shapes | None = None

    document_kind: ClassVar[str] = "match"
    _also: ClassVar[tuple[str, ...]] = ("intervals",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "diagnostics", tuple(dict.fromkeys(self.diagnostics)))
        freeze(self, "parameters", "identified", "targets", "achieved", "achieved_errors",
               "parameter_errors", "sampled", "estimators")  # fmt: skip

    def interval(self, level: float = 0.95) -> dict[str, Interval]:
        """Return intervals for K, every hyperparameter and what data determine, by name.

        They say how far other rows and columns of the same kind could have led, not whether the
        model is right: if it is not, what it has in place of the truth is what they cover.

        Parameters
        ----------
        level : float
            How often such intervals cover, between 0 and 1.

        Returns
        -------
        dict of str to (float, float)
            That of K is about ``k_exact``, the others about the values at ``k``. All that the
            parameter may be, where the data do not resolve it: then leaving out some row or column
            leaves statistics that no hyperparameters have. What is given has both ends the same.
            By cross-validation, that of K goes, whatever the level, from K to the largest that
            cannot be told from what predicts best (or from the smallest such, if that is below),
            and the others take K as it is.

        Raises
        ------
        ParameterError
            If there are no data, no solution or several, or if the level is none.

        Notes
        -----
        By the two-way jackknife, every row and every column being left out once; see
        :func:`symppm.statistics.jackknife.two_way`. On the scale of logarithms for what is
        positive, of log odds for what has an upper bound too. They hold besides what priors with
        heavy tails would be if the data lacked the largest values that such tails have.
        """
        check_level(level)
        if self.uncertainty is None:
            raise self._no_intervals()
        size = size_name(self.spec)
        values = {**self.parameters, **self.identified, **self.parameters}
        if self.k_exact is not None and size in values:
            values[size] = self.k_exact
        intervals = self.uncertainty.intervals(values, level)
        for estimate in self.estimates if self.cross_validated else ():
            if estimate.estimator == CROSS_VALIDATION:
                intervals[size] = (estimate.low, estimate.high)
        return intervals

    def target_intervals(self, level: float = 0.95) -> dict[str, Interval]:
        """Return intervals for the targets that were measured with them; none for beliefs.

        Parameters
        ----------
        level : float
            How often such intervals cover, between 0 and 1.
        """
        measured, distinct = self.statistics, self.cross_moments
        intervals: Mapping[str, Interval] = {}
        if self.estimator == CROSS_MOMENTS:
            if distinct is not None and distinct.spread:
                intervals = distinct.interval(level)
        elif isinstance(measured, Statistics) and measured.has_intervals:
            intervals = measured.interval(level)
        names = {name: measured_name(self.spec, name) for name in self.targets}
        return {name: intervals[key] for name, key in names.items() if key in intervals}

    def _no_intervals(self) -> ParameterError:
        given, expected, do = "a match to targets", "a match to data", "Pass the data."
        if self.branches:
            given, expected = "a match with several solutions", "one of them"
            do = "Ask each of .branches, or fix what tells them apart."
        elif not self.feasible:
            given, expected = "a match without a solution", "a feasible one"
            do = "See .diagnostics for what fails; .statistics.interval() for what was measured."
        elif isinstance(self.statistics, ArrayStatistics):
            given, expected = "an array with more than two axes", "a matrix"
            do = "Match one slice of it to see how far rows and columns lead."
        elif self.statistics is not None:
            given, expected = "a match without intervals", "one that measured them"
            do = "Leave out intervals=False."
        return ParameterError(f"intervals of {given}", expected=expected, do=do)

    def has(self, code: str) -> bool:
        """Tell whether a diagnostic of this code is among those of the match."""
        return any(x.code == code for x in self.diagnostics)

    @property
    def cross_validated(self) -> bool:
        """Whether K is the number of factors that predicts held-out entries."""
        return self.has("cross_validated")

    @property
    def unfinished(self) -> bool:
        """Whether a search was cut short before the targets were met: they may be feasible."""
        return self.has("unfinished")

    @property
    def unreliable(self) -> bool:
        """Whether averages of draws mean nothing, so that the targets may or may not be met."""
        return self.has("unreliable")

    def to_dict(self) -> dict[str, Any]:
        """Return the match as a document of plain values, ready for JSON.

        :meth:`from_dict` reads it; intervals at any level can be computed from what it reads, and
        those of 95 % are in it. Not in it are the statistics without each row and each column of
        the data. Numbers that are not finite are null.
        """
        try:
            document = super().to_dict()
        except NotBuiltError:  # what a document cannot hold can still be matched
            return replace(self, declared=None).to_dict()
        if self.spec == catalogue_spec(self.model):
            del document["spec"]
        parameters = {} if self.uncertainty is None else self.interval(_LEVEL)
        named = {"targets": self.target_intervals(_LEVEL), "parameters": parameters}
        known = {key: plain(values) for key, values in named.items() if values}
        return {**document, "intervals": {"level": _LEVEL, **known}} if known else document

    @classmethod
    def _read(cls, document: object) -> Self:
        name = document.get("model") if isinstance(document, dict) else None
        if isinstance(document, dict) and "spec" not in document and isinstance(name, str):
            spec = catalogue_spec(name)
            if spec is not None:
                document = {**document, "spec": plain(spec)}
            elif document.get("kind") == cls.document_kind:
                raise ModelNameError(
                    f"a match of {name[:60]!r}, which is no model of the catalogue",
                    expected="a model of this version's catalogue, or its declaration in the "
                    "document",
                    do="Write it again with this version of symppm.",
                )
        return super()._read(document)

    def _check(self, place: str) -> None:
        check_match(self, place)

    def validate(
        self,
        data: Any,
        *,
        library: str | None = None,
        splits: int = 3,
        zeros: str = "observed",
        mask: Any = None,
        random_seed: int = 0,
        progress: bool = True,
        **reading: Any,
    ) -> Validation:
        """Compare the match with other numbers of factors and priors on held-out entries.

        Parameters
        ----------
        data : array_like, SciPy sparse or Triples, shape (N, M)
            That were matched.
        library, splits, zeros, mask, random_seed, progress, **reading
            As for :func:`symppm.validation.validate`.

        Returns
        -------
        Validation
            ``.stands`` and ``.sentence`` say what follows; ``.to_frame()`` and ``.plot()`` show it.

        Raises
        ------
        DataError, ParameterError, MissingExtraError
            As :func:`symppm.validation.validate`.

        Examples
        --------
        >>> import symppm as ppm
        >>> counts = ppm.data.load("single_cell").values
        >>> ppm.match(counts).validate(counts).stands
        True
        """
        validation: Validation = self._lazily(
            "symppm.validation.run", "validate", data, library=library, splits=splits, zeros=zeros,
            mask=mask, random_seed=random_seed, progress=progress, **reading,
        )  # fmt: skip
        return validation

    def export(self, target: str, *, shapes: str = "auto") -> Export:
        """Return K and the priors as another library takes them, as code that runs as pasted.

        Programs take known arrays as inputs, and what was observed where entries are missing.

        Parameters
        ----------
        target : str
            ``"hpfrec"``, ``"schpf"``, ``"poismf"``, ``"sklearn"``, ``"cmfrec"``, ``"implicit"``,
            ``"pymc"``, ``"numpyro"``, ``"pyro"``, ``"stan"``, ``"jags"`` or ``"json"``; of topic
            models ``"sklearn"``, ``"gensim"``, ``"tomotopy"``, ``"numpyro"``, ``"stan"`` or
            ``"json"``.
        shapes : {"auto", "mean-field", "moments"}
            Which shapes Gamma factors get: of the match (``"moments"``); for mean-field inference,
            the root of 0.3^2 + (noise times shape)^2, their means kept; or, after a match to
            counts that has ``.shapes``, what the target takes: hpfrec and scHPF the latter. The
            notes say which, why, and what that does to the match.

        Returns
        -------
        Export
            ``str`` of it is the code with the notes as comments; ``.arguments`` are the keyword
            arguments, ``.notes`` say the library's convention and what it cannot express.

        Raises
        ------
        ParameterError
            If there is no such target, it cannot express the model at all, or the match has no
            hyperparameters or several sets of them.
        """
        export: Export = self._lazily("symppm.matching.exporting", "export_of", target, shapes)
        return export

    def sample(
        self,
        shape: tuple[int, ...] | None = None,
        *,
        draws: int = 1,
        random_seed: int,
        known: Mapping[str, Any] | None = None,
        container: str = "array",
        observed: Any = None,
    ) -> Any:
        """Draw matrices from the matched model; see :func:`symppm.sample`.

        Parameters
        ----------
        shape : tuple of int, optional
            By default that of the data that were matched.
        draws, random_seed, known, container, observed
            As for :func:`symppm.sample`.

        Raises
        ------
        ParameterError
            If there is no shape, no parameters, or several sets of them; and as there.
        """
        return self._lazily(
            "symppm.matching.exporting", "redrawn", shape, draws=draws, random_seed=random_seed,
            known=known or {}, container=container, observed=observed,
        )  # fmt: skip

    def plot_surface(
        self, path: str | Path | None = None, *, x: str | None = None, y: str | None = None
    ) -> Figure:
        """Plot which hyperparameters match one, two, three targets, around the solution.

        On the left, all but two unknowns stay as they are: each target holds along a curve. On the
        right, they are solved again at every point so that as many targets hold everywhere; along
        a curve one more holds, and where curves cross, all do.

        Parameters
        ----------
        path : str or Path, optional
            A file to write too; its ending says which format (.png, .svg, .pdf).
        x, y : str, optional
            Two of ``.identified``; by default K and the first of the others.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        ParameterError
            If there is no such unknown, the model has no formulas, there are several solutions, or
            the file cannot be written.
        """
        figure: Figure = self._lazily("symppm.view.surfaces", "surface_of", path, x, y)
        return figure

    def plot_trace(self, path: str | Path | None = None) -> Figure:
        """Plot the search: loss, statistics against their targets, and hyperparameters, by step.

        Parameters
        ----------
        path : str or Path, optional
            A file to write too; its ending says which format (.png, .svg, .pdf).

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        ParameterError
            If there was no search, or the file cannot be written.
        MissingExtraError
            If matplotlib is not installed.
        """
        figure: Figure = self._lazily("symppm.view.pictures", "trace_of", path)
        return figure
