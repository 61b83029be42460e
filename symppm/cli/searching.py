"""Options of matching by sampling, and the files that a search leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from symppm.cli.options import pairs, sizes
from symppm.cli.output import write_files
from symppm.errors import ParameterError, did_you_mean
from symppm.saving import drawn
from symppm.waiting import on_terminal

if TYPE_CHECKING:
    import symppm as ppm

_PANEL: Final = "Matching by sampling"
_PLOTS: Final = (".png", ".svg", ".pdf")


class Method(StrEnum):
    """How to match."""

    AUTO = "auto"
    EXACT = "exact"
    STOCHASTIC = "stochastic"


class Device(StrEnum):
    """Where to draw."""

    CPU = "cpu"
    CUDA = "cuda"


def _option(name: str, metavar: str | None = None, **about: Any) -> Any:
    return typer.Option(name, metavar=metavar, rich_help_panel=_PANEL, **about)


@dataclass(frozen=True)
class Search:
    """How to match, and what is to be drawn or written of the search and the match."""

    method: Annotated[
        Method,
        _option(
            "--method",
            help="By formulas (exact) or by drawing (stochastic); auto prefers formulas.",
        ),
    ] = Method.AUTO
    random_seed: Annotated[
        int, _option("--random-seed", "N", min=0, help="Seed of what is drawn at random.")
    ] = 0
    device: Annotated[Device, _option("--device", help="Where to draw.")] = Device.CPU
    start: Annotated[
        list[str] | None,
        _option("--start", "NAME=VALUE", help="Where the search starts. May be repeated."),
    ] = None
    bound: Annotated[
        list[str] | None,
        _option("--bound", "NAME=LOW,HIGH", help="Smallest and largest value. May be repeated."),
    ] = None
    shape: Annotated[
        str | None, _option("--shape", "N,M", help="Size of the matrix whose maximum is meant.")
    ] = None
    tolerance: Annotated[
        float | None,
        _option(
            "--tolerance",
            "X",
            help="Relative error that counts as met; 0.002 with formulas, 0.01 with draws.",
        ),
    ] = None
    seconds: Annotated[
        float, _option("--seconds", "S", help="When the search comes to an end.")
    ] = 120.0
    trace: Annotated[
        Path | None, _option("--trace", "FILE.csv", help="Write the search step by step.")
    ] = None
    plot_trace: Annotated[
        Path | None, _option("--plot-trace", "FILE.png", help="Plot the search; also .svg, .pdf.")
    ] = None
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            metavar="FILE.png",
            help="Plot targets against achieved, priors and K by each estimator; also .svg, .pdf.",
        ),
    ] = None

    @property
    def files(self) -> dict[str, Path | None]:
        """The files that are to be written, by the option that names each."""
        return {"--trace": self.trace, "--plot-trace": self.plot_trace, "--plot": self.plot}

    @property
    def keywords(self) -> dict[str, Any]:
        """What :func:`symppm.match` takes of them."""
        from symppm.stochastic.asked import Sampling  # noqa: PLC0415 - rarely needed

        return {
            "method": self.method.value,
            "random_seed": self.random_seed,
            "sampling": Sampling(
                device=self.device.value,
                start=pairs(self.start, "--start", float),
                bounds=pairs(
                    self.bound,
                    "--bound",
                    _interval,
                    expected="a name and two numbers, as in a=0.1,10",
                    form="NAME=LOW,HIGH",
                ),
                shape=None if self.shape is None else sizes(self.shape),
                tolerance=self.tolerance,
                seconds=self.seconds,
            ),
            "progress": on_terminal(),
        }

    def check(self) -> None:
        """See that plots can be drawn, before a search begins."""
        for option, path, usual in (
            ("--plot-trace", self.plot_trace, "trace"),
            ("--plot", self.plot, "match"),
        ):
            if path is not None:
                check_plot(option, path, usual)

    def write(self, found: ppm.Match, inputs: Sequence[Path] = ()) -> None:
        """Write what is asked for of a match: all files, or none."""
        option = "--plot-trace" if self.trace is None else "--trace"
        if found.trace is None and (self.trace or self.plot_trace):
            raise ParameterError(
                f"{option} of a match by method {found.method!r}",
                expected="a match by sampling, whose search there is to see",
                do="Add --method stochastic.",
            )
        contents: list[tuple[str, Path, bytes]] = []
        if self.trace is not None and found.trace is not None:
            from symppm.view.answers import trace_csv  # noqa: PLC0415 - rarely needed

            contents.append(("--trace", self.trace, trace_csv(found.trace).encode("utf-8")))
        if self.plot_trace is not None:
            picture = drawn(found.plot_trace(), self.plot_trace.suffix)
            contents.append(("--plot-trace", self.plot_trace, picture))
        if self.plot is not None:
            contents.append(("--plot", self.plot, drawn(found.plot(), self.plot.suffix)))
        write_files(contents, inputs)


def check_plot(option: str, path: Path, usual: str) -> None:
    """Refuse a name that does not say how to draw, or a plot without matplotlib."""
    if path.suffix.lower() not in _PLOTS:
        raise ParameterError(
            f"{option} {path}",
            expected="a name that ends in " + " or ".join(_PLOTS),
            do=f"Write {option} {path.stem or usual}.png.",
        )
    from symppm.plots import style  # noqa: PLC0415 - rare

    style.require_matplotlib()


def weighted(
    targets: Mapping[str, float], weights: Sequence[str] | None
) -> dict[str, float | ppm.Target]:
    """Return targets with the weights that were typed."""
    found: dict[str, float | ppm.Target] = dict(targets)
    for name, weight in pairs(weights, "--weight", float, last=True).items():
        if name not in targets:
            raise ParameterError(
                f"--weight {name}, which is no target that was given",
                expected="one of " + ", ".join(targets) if targets else "targets, and their names",
                do=did_you_mean(name, targets) if targets else "Add --target NAME=VALUE.",
            )
        from symppm.stochastic.asked import Target  # noqa: PLC0415 - rarely needed

        found[name] = Target(targets[name], weight)
    return found


def _interval(text: str) -> tuple[float, float]:
    low, high = map(float, text.split(","))
    return low, high
