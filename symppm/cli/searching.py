"""Options of matching by sampling, and the files that a search leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from symppm.cli.grouping import option
from symppm.cli.options import check_plot, pairs, sizes
from symppm.cli.output import write_files
from symppm.errors import ParameterError, did_you_mean
from symppm.saving import drawn
from symppm.waiting import on_terminal

if TYPE_CHECKING:
    import symppm as ppm


@dataclass(frozen=True)
class Search:
    """How to match, and what is to be drawn or written of the search and the match."""

    PANEL: ClassVar = "Matching by sampling"

    method: Literal["auto", "exact", "stochastic"] = option(
        "By formulas (exact), draws (stochastic), or auto.", "METHOD", "auto"
    )
    random_seed: int = option("Seed of all that is drawn. [0]", "N", 0, least=0)
    device: Literal["cpu", "cuda"] = option("Where to draw.", "cpu|cuda", "cpu")
    start: list[str] | None = option("Where the search starts.", "NAME=VALUE")
    bound: list[str] | None = option("Smallest and largest value.", "NAME=LOW,HIGH")
    shape: str | None = option("Of the matrix whose maximum is meant.", "N,M")
    tolerance: float | None = option("Relative error that counts as met.", "X")
    seconds: float = option("When the search comes to an end. [120]", "S", 120.0)
    trace: Path | None = option("Write the search step by step.", "FILE.csv")
    plot_trace: Path | None = option("Plot the search; also .svg, .pdf.", "FILE.png")
    plot: Path | None = option(
        "Plot targets, priors and K; also .svg, .pdf.", "FILE.png", rich_help_panel=None
    )

    @property
    def files(self) -> dict[str, Path | None]:
        """The files that are to be written, by the option that names each."""
        return {"--trace": self.trace, "--plot-trace": self.plot_trace, "--plot": self.plot}

    @property
    def keywords(self) -> dict[str, Any]:
        """What :func:`symppm.match` takes of them."""
        from symppm.stochastic.sampling_options import Sampling

        ends = {"expected": "a name and two numbers, as in a=0.1,10", "form": "NAME=LOW,HIGH"}
        return {
            "method": self.method,
            "random_seed": self.random_seed,
            "sampling": Sampling(
                device=self.device,
                start=pairs(self.start, "--start", float),
                bounds=pairs(self.bound, "--bound", _interval, **ends),  # type: ignore[arg-type]
                shape=None if self.shape is None else sizes(self.shape),
                tolerance=self.tolerance,
                seconds=self.seconds,
            ),
            "progress": on_terminal(),
        }

    def check(self) -> None:
        """See that plots can be drawn, before a search begins."""
        check_plot("--plot-trace", self.plot_trace, "trace")
        check_plot("--plot", self.plot, "match")

    def write(self, match: ppm.Match) -> None:
        """Write what is asked for of a match: all files, or none."""
        if match.trace is None and (self.trace or self.plot_trace):
            raise ParameterError(
                f"{'--trace' if self.trace else '--plot-trace'} of a match by method "
                f"{match.method!r}",
                expected="a match by sampling, whose search there is to see",
                do="Add --method stochastic.",
            )
        contents: list[tuple[str, Path, bytes]] = []
        if self.trace is not None and match.trace is not None:
            from symppm.view.answers import trace_csv

            contents.append(("--trace", self.trace, trace_csv(match.trace).encode("utf-8")))
        for name, plot in (("--plot-trace", match.plot_trace), ("--plot", match.plot)):
            path = self.files[name]
            if path is not None:
                contents.append((name, path, drawn(plot(), path.suffix)))
        write_files(contents)


@dataclass(frozen=True)
class Weights:
    """How much each target counts."""

    PANEL: ClassVar = Search.PANEL

    weight: list[str] | None = option("Weight of a target. [1]", "NAME=W")

    def weighted(self, targets: Mapping[str, float]) -> dict[str, float | ppm.Target]:
        """Return targets with the weights that were typed."""
        weighted: dict[str, float | ppm.Target] = dict(targets)
        for name, weight in pairs(self.weight, "--weight", float, last=True).items():
            if name not in targets:
                raise ParameterError(
                    f"--weight {name}, which is no target that was given",
                    expected="one of " + ", ".join(targets or ("targets, and their names",)),
                    do=did_you_mean(name, targets, listed=True)
                    if targets
                    else "Add --target NAME=VALUE.",
                )
            from symppm.stochastic.sampling_options import Target

            weighted[name] = Target(targets[name], weight)
        return weighted


def _interval(text: str) -> tuple[float, float]:
    low, high = map(float, text.split(","))
    return low, high
