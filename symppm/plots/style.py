"""What all figures share: colours, a new figure, and how one is written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symppm.errors import ParameterError
from symppm.measure.extras import load

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's, which readers with any kind of colour vision can tell apart.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLES: Final = ("-", "--", ":", "-.")
GREY: Final = "#666666"
PALE: Final = "#d9d9d9"
SMALL: Final = 8
USUAL: Final = 9
ENDINGS: Final = (".png", ".svg", ".pdf")


def require_matplotlib() -> None:
    """See that matplotlib can be imported.

    Raises
    ------
    MissingExtraError
        If it cannot; the message says how to install it.
    """
    load("matplotlib.figure", "plots", "a plot")


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure.

    Parameters
    ----------
    width, height : float
        In inches.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    figures = load("matplotlib.figure", "plots", "a plot")
    # Without pyplot there is no window and nothing global to close.
    figure: Figure = figures.Figure(figsize=(width, height), dpi=130, layout="constrained")
    return figure


def bare(axes: Axes, *sides: str) -> None:
    """Leave out the frame above and to the right, and further sides.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Whose frame.
    *sides : str
        Such as ``"left"``.
    """
    for side in ("top", "right", *sides):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=SMALL)


def saved(figure: Figure, path: str | Path | None) -> Figure:
    """Write a figure to a file, if one is named, and return it.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Any.
    path : str or Path or None
        The file; its ending says which format.

    Raises
    ------
    ParameterError
        If it cannot be written.
    """
    if path is None:
        return figure
    if not isinstance(path, str | os.PathLike):
        raise ParameterError(
            f"path={path!r}", expected="the name of a file", do='Write, for example, "match.png".'
        )
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    # The same figure is the same bytes: no date in it, and no names at random.
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    try:
        with rc_context({"svg.hashsalt": "symppm"}):
            figure.savefig(path, metadata=dates.get(Path(path).suffix.lower()))
    except (OSError, ValueError) as error:
        raise ParameterError(
            f"{path} cannot be written ({error})",
            expected="a file that ends in .png, .svg or .pdf, in a folder that exists",
            do="Check the path.",
        ) from error
    return figure


def percent(share: float) -> str:
    """Return a share as a percentage in few characters.

    Parameters
    ----------
    share : float
        From 0 to 1.
    """
    if 0 < share < 0.0005:
        return "< 0.05 %"
    return f"{100 * share:.1f} %" if share < 0.0995 else f"{100 * share:.0f} %"
