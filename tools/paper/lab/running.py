"""Runs of an experiment: in processes, in the same order of work whoever runs it, and resumable."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lab.experiment import Experiment

Value = str | int | float | bool | None
Cell = Mapping[str, Value]
Row = Mapping[str, Value]


class PaperError(Exception):
    """What a script of the paper was given cannot be used; the message says what to do."""


def number(row: Row, name: str, absent: float | None = None) -> float:
    """Return a number of a cell or of a row.

    Parameters
    ----------
    row : mapping
        Cell or row.
    name : str
        Of the number.
    absent : float, optional
        What stands for None, or for a name that is not there.
    """
    value = row.get(name)
    if value is None and absent is not None:
        return absent
    if not isinstance(value, int | float):
        raise TypeError(f"{name} of {dict(row)} is {value!r}; expected a number")
    return float(value)


@dataclass(frozen=True)
class Setting:
    """What holds for all runs.

    Attributes
    ----------
    quick : bool
        Whether it is the version of two minutes.
    folder : pathlib.Path
        Where results go.
    data : pathlib.Path or None
        Folder of data sets that do not ship with the project.
    """

    quick: bool
    folder: Path
    data: Path | None


@dataclass(frozen=True)
class Run:
    """One run of one cell, and the rows that it gave.

    Attributes
    ----------
    cell : mapping
        What was run.
    number : int
        Which run of the cell, from 0; with the cell it decides the random numbers.
    rows : list of mapping
        What it gave.
    """

    cell: Cell
    number: int
    rows: list[Row]

    @property
    def row(self) -> Row:
        """The only row."""
        (only,) = self.rows
        return only


@dataclass(frozen=True)
class Log:
    """Runs that are done, a line each, so that a later start goes on where this one stops.

    Attributes
    ----------
    path : pathlib.Path
        Of the file.
    """

    path: Path

    def forget(self) -> None:
        """Delete what is there, and the trials of searches that were not finished."""
        self.path.unlink(missing_ok=True)
        name = self.path.name.partition(".")[0]
        for trials in self.path.parent.glob(f"{name}.*.trials.jsonl"):
            trials.unlink()

    def runs(self) -> Iterator[Run]:
        """Yield what is there; a last line that was cut off is taken away."""
        if not self.path.exists():
            return
        text = self.path.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole, "utf-8")
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                held = json.loads(line)
                yield Run(held["cell"], held["run"], held["rows"])
            except (ValueError, LookupError, TypeError) as error:
                raise PaperError(
                    f"line {number} of {self.path} is not a run that was written there ({error}); "
                    "take the line out, or start with --fresh"
                ) from error

    def add(self, run: Run) -> None:
        """Write down one more."""
        line = json.dumps({"cell": run.cell, "run": run.number, "rows": run.rows})
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(line + "\n")


def seeded(name: str, cell: Cell, number: int) -> np.random.Generator:
    """Return the random numbers of a run, which depend on nothing but these three.

    Parameters
    ----------
    name : str
        Of the experiment.
    cell : mapping
        What is run.
    number : int
        Of the run.
    """
    return np.random.default_rng(
        [zlib.crc32(_key(cell, 0).encode()), zlib.crc32(name.encode()), number]
    )


def finished(
    experiment: Experiment,
    setting: Setting,
    log: Log,
    *,
    runs: int,
    jobs: int,
    minutes: float | None,
) -> list[Run]:
    """Do what the log does not have yet, and return all runs, by cell and number.

    The first run of every cell comes first, then the second of each, so that where time ends all
    cells have about as many.

    Parameters
    ----------
    experiment : Experiment
        What to run.
    setting : Setting
        What holds for all runs.
    log : Log
        What is done.
    runs : int
        Runs a cell.
    jobs : int
        Processes.
    minutes : float or None
        After how many no run starts.
    """
    cells = list(experiment.cells(setting))
    places = {
        _key(cell, run): (place, run) for place, cell in enumerate(cells) for run in range(runs)
    }
    held = {key: each for each in log.runs() if (key := _key(each.cell, each.number)) in places}
    todo = [(cell, run) for run in range(runs) for cell in cells if _key(cell, run) not in held]
    end = time.monotonic() + 60 * minutes if minutes is not None else float("inf")
    work = partial(_one, experiment.origin, experiment.one, setting)
    for run in _in_processes(experiment.name, work, todo, jobs, end):
        log.add(run)
        held[_key(run.cell, run.number)] = run
    return [held[key] for key in sorted(held, key=places.__getitem__)]


def _one(
    name: str, one: Callable[..., Sequence[Row]], setting: Setting, cell: Cell, number: int
) -> Run:
    return Run(cell, number, list(one(cell, seeded(name, cell, number), setting)))


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start meanwhile use one thread: many that use all cores are slower.

    Afterwards the environment is as it was, since numba refuses to change its mind.
    """
    names = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _ending_with(parent: int) -> None:
    """Let this worker end soon after its parent, even if that is killed, not after its cell."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it, and the script says so.


def _in_processes(
    name: str,
    work: Callable[[Cell, int], Run],
    todo: Sequence[tuple[Cell, int]],
    jobs: int,
    end: float,
) -> Iterator[Run]:
    """Yield runs as they come, with few waiting, so that stopping is prompt."""
    if not todo:
        return
    left = iter(todo)
    with (
        _one_thread_each(),
        ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_ending_with, initargs=(os.getpid(),)
        ) as pool,
        progress(name, len(todo)) as advance,
    ):
        waiting: set[Future[Run]] = set()
        while True:
            while len(waiting) < jobs + 1 and time.monotonic() < end:
                following = next(left, None)
                if following is None:
                    break
                waiting.add(pool.submit(work, *following))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
                advance()


def _key(cell: Cell, number: int) -> str:
    return json.dumps([cell, number], sort_keys=True)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how much is done on a terminal, and nothing in a pipe; yields what to call after each.

    Parameters
    ----------
    what : str
        Name of the work.
    total : int
        How many pieces there are.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - loaded where something is shown
    from rich.progress import (  # noqa: PLC0415 - as above
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    shown = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield partial(bar.advance, task)
