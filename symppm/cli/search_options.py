"""Options of matching by sampling, and the files that a search leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from symppm.cli.options import assignments
from symppm.cli.output import write_files
from symppm.errors import ParameterError, did_you_mean
from symppm.saving import drawn
from symppm.waiting import on_terminal

if TYPE_CHECKING:
    import symppm as ppm

PANEL: Final = "Matching by sampling"
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


class Estimator(StrEnum):
    """What tells K and the hyperparameters of data."""

    AUTO = "auto"
    CROSS_VALIDATION = "cross-validation"
    MOMENTS = "moments"
    CROSS_MOMENTS = "cross-moments"


EstimatorOption: TypeAlias = Annotated[
    Estimator,
    typer.Option(
        "--estimator",
        metavar="WHICH",
        help="K that predicts held-out entries (cross-validation), or that of mean, variance and "
        "correlations (moments), or of moments of distinct entries, which do not depend on how "
        "entries vary about their means (cross-moments); auto takes the first where it is resolved "
        "and shows all.",
    ),
]
MethodOption: TypeAlias = Annotated[
    Method,
    typer.Option(
        "--method",
        help="By formulas (exact) or by drawing (stochastic); auto prefers formulas.",
        rich_help_panel=PANEL,
    ),
]
SeedOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--random-seed",
        metavar="N",
        min=0,
        help="Seed of what is drawn at random.",
        rich_help_panel=PANEL,
    ),
]
DeviceOption: TypeAlias = Annotated[
    Device, typer.Option("--device", help="Where to draw.", rich_help_panel=PANEL)
]
StartOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--start",
        metavar="NAME=VALUE",
        help="Where the search starts. May be repeated.",
        rich_help_panel=PANEL,
    ),
]
BoundOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--bound",
        metavar="NAME=LOW,HIGH",
        help="Smallest and largest value. May be repeated.",
        rich_help_panel=PANEL,
    ),
]
ShapeOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--shape",
        metavar="N,M",
        help="Size of the matrix whose maximum is meant.",
        rich_help_panel=PANEL,
    ),
]
ToleranceOption: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--tolerance",
        metavar="X",
        help="Relative error that counts as met; 0.002 with formulas, 0.01 with draws.",
        rich_help_panel=PANEL,
    ),
]
SecondsOption: TypeAlias = Annotated[
    float,
    typer.Option(
        "--seconds", metavar="S", help="When the search comes to an end.", rich_help_panel=PANEL
    ),
]
WeightOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--weight",
        metavar="NAME=W",
        help="Weight of a target; 1 if left out. May be repeated.",
        rich_help_panel=PANEL,
    ),
]
TraceOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--trace", metavar="FILE.csv", help="Write the search step by step.", rich_help_panel=PANEL
    ),
]
PlotOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--plot-trace",
        metavar="FILE.png",
        help="Plot the search; also .svg, .pdf.",
        rich_help_panel=PANEL,
    ),
]
OverviewOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE.png",
        help="Plot targets against achieved, the priors, and K by each way; also .svg, .pdf.",
    ),
]


@dataclass(frozen=True)
class TraceFiles:
    """Where the search, and the match, are to be drawn or written.

    Attributes
    ----------
    table, plot : pathlib.Path, optional
        The search, as typed.
    overview : pathlib.Path, optional
        The match, as typed.
    """

    table: Path | None
    plot: Path | None
    overview: Path | None = None

    @property
    def files(self) -> dict[str, Path | None]:
        """The files, by the option that names each."""
        return {"--trace": self.table, "--plot-trace": self.plot, "--plot": self.overview}

    def check(self) -> None:
        """See that what is asked for can be written, before a search begins."""
        named = (("--plot-trace", self.plot, "trace"), ("--plot", self.overview, "match"))
        for option, path, usual in named:
            if path is not None and path.suffix.lower() not in _PLOTS:
                raise ParameterError(
                    f"{option} {path}",
                    expected="a name that ends in " + " or ".join(_PLOTS),
                    do=f"Write {option} {path.stem or usual}.png.",
                )
        if self.plot is not None:
            from symppm.stochastic.plotting import require_matplotlib  # noqa: PLC0415 - rare

            require_matplotlib()
        if self.overview is not None:
            from symppm.plots import style  # noqa: PLC0415 - rare

            style.require_matplotlib()

    def write(self, found: ppm.Match, inputs: Sequence[Path] = ()) -> None:
        """Write the search of a match."""
        option = "--plot-trace" if self.table is None else "--trace"
        if found.trace is None and (self.table or self.plot):
            raise ParameterError(
                f"{option} of a match by method {found.method!r}",
                expected="a match by sampling, whose search there is to see",
                do="Add --method stochastic.",
            )
        contents: dict[Path, bytes] = {}
        options: dict[Path, str] = {}
        if self.table is not None and found.trace is not None:
            from symppm.view.answers import trace_csv  # noqa: PLC0415 - rarely needed

            contents[self.table] = trace_csv(found.trace).encode("utf-8")
            options[self.table] = option
        if self.plot is not None:
            contents[self.plot] = drawn(found.plot_trace(), self.plot.suffix)
            options[self.plot] = "--plot-trace"
        if self.overview is not None:
            contents[self.overview] = drawn(found.plot(), self.overview.suffix)
            options[self.overview] = "--plot"
        write_files(contents, inputs, options)


def search_options(
    method: Method,
    random_seed: int,
    device: Device,
    start: Sequence[str] | None,
    bound: Sequence[str] | None,
    shape: str | None,
    tolerance: float | None,
    seconds: float,
) -> dict[str, Any]:
    """Return what :func:`symppm.match` takes of these options."""
    from symppm.stochastic.asked import Sampling  # noqa: PLC0415 - rarely needed

    return {
        "method": method.value,
        "random_seed": random_seed,
        "sampling": Sampling(
            device=device.value,
            start=assignments(start, "--start"),
            bounds=_bounds(bound),
            shape=None if shape is None else _sizes(shape),
            tolerance=tolerance,
            seconds=seconds,
        ),
        "progress": on_terminal(),
    }


def weighted(
    targets: Mapping[str, float], weights: Sequence[str] | None
) -> dict[str, float | ppm.Target]:
    """Return targets with the weights that were typed."""
    found: dict[str, float | ppm.Target] = dict(targets)
    for name, weight in assignments(weights, "--weight", last=True).items():
        if name not in targets:
            raise ParameterError(
                f"--weight {name}, which is no target that was given",
                expected="one of " + ", ".join(targets) if targets else "targets, and their names",
                do=did_you_mean(name, targets) if targets else "Add --target NAME=VALUE.",
            )
        from symppm.stochastic.asked import Target  # noqa: PLC0415 - rarely needed

        found[name] = Target(targets[name], weight)
    return found


def _bounds(texts: Sequence[str] | None) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for text in texts or ():
        name, _, pair = (part.strip() for part in text.partition("="))
        try:
            low, high = (float(part) for part in pair.split(","))
        except ValueError:
            name = ""
        if not name:
            raise ParameterError(
                f"--bound {text!r}",
                expected="a name and two numbers, as in a=0.1,10",
                do="Write --bound NAME=LOW,HIGH, once for each.",
            )
        if name in found:
            raise ParameterError(
                f"--bound {name} twice", expected="each name once", do="Leave one out."
            )
        found[name] = (low, high)
    return found


def _sizes(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.lower().replace("x", ",").split(",")]
    if not all(part.isdecimal() for part in parts):
        raise ParameterError(
            f"--shape {text!r}",
            expected="the numbers of rows and columns",
            do="Write --shape 100,80.",
        )
    return tuple(map(int, parts))
