"""How a match is shown and handed over: what :class:`symppm.Match` offers besides its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Self, cast

from symppm.errors import ParameterError
from symppm.results.result import Result

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from symppm.exports.types import Export
    from symppm.matching.result import Match
    from symppm.validation import Validation


_EXPORT: Final = '.export("hpfrec") for a program, .summary() for the reasons'
_REASONS: Final = ".summary() for what fails, and what would do"


class Showing(Result):
    """Methods of a match that lay it out; each loads what it needs when it is called."""

    def __str__(self) -> str:
        from symppm.view.brief import match_brief  # noqa: PLC0415 - imports this
        from symppm.view.layout import plain  # noqa: PLC0415 - only where it is shown

        match = cast("Match", self)
        then = _EXPORT if match.feasible and not match.branches else _REASONS
        return plain(match_brief(match, then=then))

    def summary(self) -> str:
        """Return all that is known of the match as text; ``print`` shows what matters most of it.

        Statistics with what the model has of them, what each number means, estimates of K, and
        every finding in full: what ``symppm match --verbose`` prints.
        """
        from symppm.view.layout import plain  # noqa: PLC0415 - only where it is shown
        from symppm.view.text import page  # noqa: PLC0415 - imports this

        match = cast("Match", self)
        return plain(page(match, match.given.ties))

    def _repr_html_(self) -> str:
        from symppm.matching.markup import match_html  # noqa: PLC0415 - imports this

        return match_html(cast("Match", self))

    def to_frame(self) -> Any:
        """Return the match as a table of pandas; :meth:`summary` is text, without pandas.

        Returns
        -------
        pandas.DataFrame
            One row a number, by name. ``kind`` is ``"statistic"``, ``"size"`` (the number of
            factors), ``"identified"`` (what data determine, whatever the gauge) or
            ``"hyperparameter"``; ``value`` is what was measured, believed or found; ``low_95`` and
            ``high_95`` are the ends of a 95 % interval by the jackknife (infinite where data do
            not resolve it), if there are any; ``achieved`` is what the model has of a statistic;
            ``error`` its Monte-Carlo standard error, or that of a hyperparameter, after sampling;
            ``meaning`` says what it is. Cells that do not apply are NaN. With several solutions the
            column ``solution`` counts them from 1, and is 0 for what was measured.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        from symppm.matching.rows import frame_of  # noqa: PLC0415 - imports this

        return frame_of(cast("Match", self))

    def to_dict(self) -> dict[str, Any]:
        """Return the match as a document of plain values, ready for JSON.

        :meth:`from_dict` reads it; intervals at any level can be computed from what it reads. Not
        in it are the statistics without each row and each column of the data. What a search could
        not estimate is null in its trace, and NaN in what is read.
        """
        from symppm.matching.plain import document_of  # noqa: PLC0415 - imports this

        return document_of(cast("Match", self))

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> Self:
        from symppm.matching.documents import match_from  # noqa: PLC0415 - imports this

        return cast("Self", match_from(document))

    def validate(
        self,
        data: Any,
        *,
        library: str = "hpfrec",
        splits: int = 3,
        zeros: str = "observed",
        mask: Any = None,
        random_seed: int = 0,
        progress: bool = False,
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
        from symppm.validation import validate  # noqa: PLC0415 - imports this

        return validate(
            cast("Match", self), data, library=library, splits=splits, zeros=zeros, mask=mask,
            random_seed=random_seed, progress=progress, **reading,
        )  # fmt: skip

    def export(self, target: str, *, shapes: str = "auto") -> Export:
        """Return K and the priors as another library takes them, as code that runs as pasted.

        Programs take known arrays as inputs, and of data with gaps what was observed.

        Parameters
        ----------
        target : str
            ``"hpfrec"``, ``"schpf"``, ``"poismf"``, ``"sklearn"``, ``"cmfrec"``, ``"implicit"``,
            ``"pymc"``, ``"numpyro"``, ``"pyro"``, ``"stan"``, ``"jags"`` or ``"json"``.
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
        from symppm.matching.exporting import export_of  # noqa: PLC0415 - only where asked for

        return export_of(cast("Match", self), target, shapes)

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
        from symppm.matching.redrawing import redrawn  # noqa: PLC0415 - only where asked for

        return redrawn(
            cast("Match", self), shape, draws=draws, random_seed=random_seed, known=known or {},
            container=container, observed=observed,
        )  # fmt: skip

    def plot(self, path: str | Path | None = None) -> Figure:
        r"""Plot targets against achieved, the priors, and K by each way.

        Statistics are divided by what was measured or believed. Densities are those of the
        logarithm of entries over their mean, where these are positive. The effective share of the
        entries, the square of the mean of their sizes over the mean of their squares, says how
        sparse a prior is: 1 if all are equal, s if a share s are equal and the others zero.

        Parameters
        ----------
        path : str or Path, optional
            A file to write too; its ending says which format (.png, .svg, .pdf).

        Returns
        -------
        matplotlib.figure.Figure
            Of what there is: an infeasible match has no priors, beliefs have no intervals.

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        ParameterError
            If the file cannot be written.
        """
        from symppm.matching.picturing import pictured  # noqa: PLC0415 - rarely needed

        return pictured(cast("Match", self), path)

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
        from symppm.matching.surface import surface_of  # noqa: PLC0415 - rarely needed

        return surface_of(cast("Match", self), path, x, y)

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
        match = cast("Match", self)
        if match.trace is None:
            raise ParameterError(
                f"the trace of a match by method {match.method!r}",
                expected="a match by sampling, whose search there is to see",
                do='Match with method="stochastic".',
            )
        # Plotting takes longer to load than matching.
        from symppm.stochastic.plotting import plot_trace  # noqa: PLC0415

        return plot_trace(match.trace, match.targets, path)
