"""An experiment of the paper, and the command that runs it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lab.figures import saved
from lab.running import Cell, Log, PaperError, Row, Run, Setting, Value, finished
from lab.tables import printed, written
from lab.verdicts import Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MINUTES: Final = 120.0
"""After how many no new run of a full experiment starts, unless told otherwise."""

REFUSED: Final = 2
DIFFERS: Final = 1
INTERRUPTED: Final = 130


@dataclass(frozen=True)
class Experiment:
    """One row of the table in the README beside the scripts.

    Attributes
    ----------
    name : str
        Of the script, and of what it writes.
    shows : str
        One sentence: which figure or table of the paper, and what it shows.
    cells : callable
        From a setting to the cells, each a flat mapping of names to numbers and words.
    one : callable
        From a cell, a source of randomness and the setting to the rows that one run gives. A
        function at the top of a module, since it runs in other processes.
    runs : (int, int)
        Runs a cell, quick and full.
    table : callable
        From all runs to the rows of the table.
    verdicts : callable
        From all runs to what is said of the published results.
    figure : callable
        From all runs to a figure.
    data : tuple of str
        Files of the data folder that the experiment can use.
    runs_of : str
        The experiment whose runs these are, if not its own: one with the same cells and the same
        ``one``. They share a log and seeds, so that whichever is started first does the work.
        ``--fresh`` forgets no runs of another experiment.
    """

    name: str
    shows: str
    cells: Callable[[Setting], Sequence[Cell]]
    one: Callable[..., Sequence[Row]]
    runs: tuple[int, int]
    table: Callable[[Sequence[Run]], list[Row]]
    verdicts: Callable[[Sequence[Run]], list[Verdict]]
    figure: Callable[[Sequence[Run]], Figure]
    data: tuple[str, ...] = field(default=())
    runs_of: str = ""

    @property
    def origin(self) -> str:
        """Name under which its runs are seeded and kept."""
        return self.runs_of or self.name


def command(experiment: Experiment, arguments: Sequence[str] | None = None) -> int:
    """Run an experiment as the command line says, and return the exit code.

    Parameters
    ----------
    experiment : Experiment
        What to run.
    arguments : sequence of str, optional
        In place of the command line's.

    Returns
    -------
    int
        0; 1 if a result differs from the published one without an explanation; 2 if what was given
        cannot be used; 130 if it was interrupted.
    """
    chosen = _parser(experiment).parse_args(arguments)
    try:
        return _carried_out(experiment, chosen)
    except PaperError as error:
        print(f"{experiment.name}: {error}", file=sys.stderr)
        return REFUSED
    except (KeyboardInterrupt, BrokenProcessPool):
        print(
            f"{experiment.name}: interrupted, or a process of it was ended; started again, it goes "
            "on with the runs that are not done",
            file=sys.stderr,
        )
        return INTERRUPTED


def _parser(experiment: Experiment) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"{experiment.name}.py", description=experiment.shows)
    parser.add_argument("--quick", action="store_true", help="a smaller version, in two minutes")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument(
        "--results", type=Path, help="folder of results (paper-results/full, or .../quick)"
    )
    parser.add_argument("--runs", type=int, help="runs a cell, in place of the usual number")
    parser.add_argument(
        "--minutes", type=float, help=f"start no run after so many (full: {MINUTES:.0f})"
    )
    parser.add_argument("--fresh", action="store_true", help="forget the runs of an earlier start")
    if experiment.data:
        parser.add_argument(
            "--data", type=Path, help="folder of the data sets: " + ", ".join(experiment.data)
        )
    return parser


def _carried_out(experiment: Experiment, chosen: argparse.Namespace) -> int:
    runs = experiment.runs[0 if chosen.quick else 1] if chosen.runs is None else chosen.runs
    if runs < 1 or chosen.jobs < 1:
        raise PaperError(f"--runs is {runs} and --jobs {chosen.jobs}; both have to be 1 or more")
    minutes = MINUTES if chosen.minutes is None and not chosen.quick else chosen.minutes
    if minutes is not None and not minutes > 0:
        raise PaperError(f"--minutes is {minutes:g}; it has to be more than 0")
    data = getattr(chosen, "data", None)
    _refuse_absent(experiment, data)
    folder = chosen.results or Path("paper-results", "quick" if chosen.quick else "full")
    folder.mkdir(parents=True, exist_ok=True)
    setting = Setting(chosen.quick, folder, data)
    log = Log(folder / f"{experiment.origin}.runs.jsonl")
    if chosen.fresh and not experiment.runs_of:
        log.forget()
    start = time.monotonic()
    done = finished(experiment, setting, log, runs=runs, jobs=chosen.jobs, minutes=minutes)
    if not done:
        raise PaperError(f"no run was finished within {minutes:g} minutes; give it more")
    return _told(experiment, folder, done, runs, time.monotonic() - start)


def _refuse_absent(experiment: Experiment, data: Path | None) -> None:
    for name in experiment.data if data is not None else ():
        if data is not None and not (data / name).is_file():
            raise PaperError(
                f"--data {data} has no {name}; tools/paper/README.md says where to get it"
            )


def _told(
    experiment: Experiment, folder: Path, done: Sequence[Run], asked: int, seconds: float
) -> int:
    """Write table, verdicts and figure; print the first two, and return the exit code."""
    rows = experiment.table(done)
    verdicts = experiment.verdicts(done)
    written(folder / f"{experiment.name}.csv", rows)
    written(folder / f"{experiment.name}.verdicts.csv", [each.row for each in verdicts])
    saved(experiment.figure(done), folder / f"{experiment.name}.png")
    counted = _counted(done, asked)
    (folder / f"{experiment.name}.txt").write_text(counted + "\n", "utf-8")
    print(f"{experiment.name}: {experiment.shows}")
    print(f"{counted}, {seconds:.0f} s\n")
    print(printed(rows), end="\n\n")
    print(printed([each.row for each in verdicts]), end="\n\n")
    print(f"Written: {folder / experiment.name}.csv, .verdicts.csv, .txt and .png", flush=True)
    return DIFFERS if any(each.unexplained for each in verdicts) else 0


def _counted(done: Sequence[Run], asked: int) -> str:
    counts: dict[tuple[tuple[str, Value], ...], int] = {}
    for each in done:
        key = tuple(each.cell.items())
        counts[key] = counts.get(key, 0) + 1
    least, most = min(counts.values()), max(counts.values())
    made = f"{most}" if least == most else f"{least} to {most}"
    return f"{len(counts)} cells, {made} of {asked} runs a cell"


def groups(runs: Sequence[Run], *names: str) -> Mapping[tuple[Value, ...], list[Run]]:
    """Return runs by the values that their cells have under some names, in order of appearance.

    Parameters
    ----------
    runs : sequence of Run
        What to sort.
    *names : str
        Names in the cells.
    """
    sorted_out: dict[tuple[Value, ...], list[Run]] = {}
    for each in runs:
        sorted_out.setdefault(tuple(each.cell[name] for name in names), []).append(each)
    return sorted_out
