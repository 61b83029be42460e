"""The figure of the study of estimators: one panel a configuration, bias above spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from matplotlib.figure import Figure

LEAST: Final = 1e-5
"""Biases below this are drawn there."""

CONFIGURATIONS: Final = "ABCDEFG"


def draw(
    rows: Sequence[Mapping[str, Any]],
    path: Path,
    colours: Mapping[str, str],
    marks: Mapping[str, str],
) -> None:
    """Write the figure.

    Parameters
    ----------
    rows : sequence of mapping
        Of the study, one for each configuration, statistic, estimator and split.
    path : Path
        Where to; its ending says the format.
    colours, marks : mapping of str to str
        Of the estimators.

    Notes
    -----
    A bias is filled where it exceeds three of its standard errors, and hollow where it could be
    chance. Estimators are moved sideways a little, so that equal ones can be told apart.
    """
    figure = Figure(figsize=(17, 11), dpi=110, layout="constrained")
    panels = figure.subplots(4, len(CONFIGURATIONS), sharex=True, sharey="row")
    names = list(colours)
    for column, configuration in enumerate(CONFIGURATIONS):
        for line, (statistic, what) in enumerate(
            (statistic, what)
            for statistic in ("mean", "variance")
            for what in ("relative bias", "relative deviation")
        ):
            axes = panels[line][column]
            for place, name in enumerate(names):
                mine = sorted(
                    (row["S_Z"], row[what], row["standard error"])
                    for row in rows
                    if (row["configuration"], row["statistic"], row["estimator"])
                    == (configuration, statistic, name)
                )
                shift = 10 ** (0.07 * (place - 2))
                x = [size * shift for size, _, _ in mine]
                y = [max(abs(value), LEAST) for _, value, _ in mine]
                bias = what == "relative bias"
                sure = [not bias or abs(value) > 3 * error for _, value, error in mine]
                axes.plot(x, y, "-", color=colours[name], linewidth=0.8, alpha=0.6)
                for filled in (True, False):
                    chosen = [n for n, each in enumerate(sure) if each is filled]
                    axes.plot(
                        [x[n] for n in chosen], [y[n] for n in chosen], marks[name],
                        color=colours[name], markersize=6,
                        markerfacecolor=colours[name] if filled else "white",
                        label=name if column == line == 0 and filled else None,
                    )  # fmt: skip
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.grid(visible=True, color="#dddddd", linewidth=0.5)
            if line == 0:
                axes.set_title(configuration)
            if column == 0:
                short = "E[Y]" if statistic == "mean" else "Var[Y]"
                start = "|relative bias|" if what == "relative bias" else "relative deviation"
                axes.set_ylabel(f"{start} of {short}")
    figure.supxlabel(
        "draws of the latent variables, S_Z (with 10 000 / S_Z counts each where counts are drawn);"
        " hollow: within 3 standard errors of no bias"
    )
    figure.legend(loc="outside upper center", ncols=len(names), frameon=False)
    figure.savefig(path)
