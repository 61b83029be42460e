"""What results have in common; how they look is only in the view, which is loaded when asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from symppm.results.documents import Documented

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_LONGEST: Final = 130
"""Characters of a field that a repr shows, so that it is less than a screen."""


class Result(Documented):
    """What is also shown: as text, as a table, and in notebooks."""

    _shown_by: ClassVar[str] = "symppm.view.results"
    """The module in which it is registered with what shows it."""

    def __init_subclass__(cls) -> None:
        cls.__repr__ = Result.__repr__  # type: ignore[method-assign]  # dataclasses let it be

    def __repr__(self) -> str:
        result: Any = self
        shown = (f"{f.name}={_short(getattr(self, f.name))}" for f in fields(result) if f.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def _lazily(self, module: str, name: str, *arguments: Any, **options: Any) -> Any:
        """Call a function of a room above, of which this one knows nothing but the name."""
        return getattr(import_module(module), name)(self, *arguments, **options)

    def _view(self, name: str, *arguments: Any) -> Any:
        import_module(self._shown_by)
        return self._lazily("symppm.view.results", name, *arguments)

    def __str__(self) -> str:
        text: str = self._view("short_text")
        return text

    def summary(self) -> str:
        """Return the whole answer as text; ``print`` shows what matters most of it."""
        text: str = self._view("long_text")
        return text

    def to_frame(self) -> Any:
        """Return the result as a table of pandas; :meth:`summary` is text, without pandas.

        Returns
        -------
        pandas.DataFrame
            One row for each number, statistic, model or fit, by name. ``low_95`` and ``high_95``
            are the ends of 95 % intervals, infinite where data do not resolve them; ``meaning``
            says what a row is. Cells that do not apply are NaN, or empty.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        return self._view("frame_of")

    def _repr_html_(self) -> str:
        html: str = self._view("html_of")
        return html


def _short(value: object) -> str:
    """Return how a value is written, if it is short: numbers of mappings have six digits."""
    text = repr(value)
    if isinstance(value, Mapping) and all(isinstance(x, int | float) for x in value.values()):
        text = "{" + ", ".join(f"{name!r}: {x:.6g}" for name, x in value.items()) + "}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


class Plotted(Result):
    """What is also plotted."""

    def plot(self, path: str | Path | None = None) -> Figure:
        """Plot the result: of a match, targets against achieved, priors, K by each estimator.

        Of checks, the draws of each statistic as a histogram, the data as a line; of a validation,
        by how much each fit predicts better than the answer; of a number of factors, the gain over
        independence. Densities of priors are those of the logarithm of entries over their mean,
        where these are positive.

        Parameters
        ----------
        path : str or Path, optional
            A file to write too; its ending says which format (.png, .svg, .pdf).

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        ParameterError
            If the file cannot be written, or checks were read from a document, in which draws are
            not.
        """
        figure: Figure = self._view("plot_of", path)
        return figure
