"""Match by sampling what the paper and others matched, and print what was reached.

python tools/bench/stochastic.py [--seeds 20] [--sampled-seeds 5] [--quick] [--device cpu]
                                 [--ways all likelihood none] [--tasks NAME ...] [--workers 2]

Every task runs from every start with every seed, each way of integrating in rows of its own: "all"
(every formula there is), "likelihood" (theta and beta drawn) and, if asked for, "none" (entries
drawn too). Judged by printed formulas for mean and variance, else by draws made with NumPy. Runs
that draw ask for 1 %, so that these rows count both what is within the goal and within 1 %. Times
are of whole calls in processes that have imported everything; the first call in each counts too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

import torch
from judging import drawn, moments
from progress import progress
from sampling_tasks import TASKS, Task, declared

from symppm.errors import SymPPMError
from symppm.stochastic.matching import match_by_sampling
from symppm.stochastic.sampling_options import Integrate, Options, Target

LOOSE = 0.01
"""Relative error that is asked for where anything is drawn."""

JUDGES_DRAWS = 2**20
LOGITS_DRAWS = 2**22


@dataclass(frozen=True)
class Job:
    """One run.

    Attributes
    ----------
    task, integrate, start : str
        The row that it belongs to.
    seed : int
        Of the search.
    device : str
        ``"cpu"`` or ``"cuda"``.
    """

    task: str
    integrate: Integrate
    start: str
    seed: int
    device: str

    @property
    def row(self) -> tuple[str, str, str]:
        """What is put in one line."""
        return self.task, self.integrate, self.start


@dataclass(frozen=True)
class Result:
    """How a run ended.

    Attributes
    ----------
    off : float
        Largest relative error of a statistic; infinite for an error.
    noise : float
        Standard error of the judge's, relative; 0 where formulas judge.
    seconds : float
        Of the call.
    size : int or None
        K.
    believed : bool
        Whether the match said that the targets are met.
    words : str
        Of an error.
    """

    off: float
    noise: float
    seconds: float
    size: int | None
    believed: bool
    words: str = ""


def run(job: Job) -> Result:
    """Match once and judge.

    Parameters
    ----------
    job : Job
        What to run.
    """
    torch.set_num_threads(1)
    task = TASKS[job.task]
    declaration = declared(task.model)
    targets = {name: Target(value) for name, value in task.targets.items()}
    all_known = job.integrate == "all" and len(task.known) == len(targets)
    options = Options(
        random_seed=job.seed, device=job.device, integrate=job.integrate,
        start=task.starts[job.start], tolerance=task.goal if all_known else LOOSE,
    )  # fmt: skip
    began = time.perf_counter()
    try:
        outcome = match_by_sampling(declaration, targets, task.fixed, options)
    except SymPPMError as error:
        taken = time.perf_counter() - began
        return Result(float("inf"), 0.0, taken, None, False, f"{type(error).__name__}: {error}")
    taken = time.perf_counter() - began
    off, noise = judged(task, outcome.parameters)
    return Result(off, noise, taken, outcome.k, outcome.feasible)


def judged(task: Task, at: Mapping[str, float]) -> tuple[float, float]:
    """Return the largest relative error, and the largest standard error of the judge.

    Parameters
    ----------
    task : Task
        With targets.
    at : mapping of str to float
        Size and hyperparameters.
    """
    names = tuple(task.targets)
    left = tuple(name for name in names if name not in task.known)
    found: dict[str, tuple[float, float]] = {}
    if task.known:
        found |= {name: (value, 0.0) for name, value in moments(task.model, at).items()}
    if left:
        draws = JUDGES_DRAWS if task.model in {"pmf", "hpf"} else LOGITS_DRAWS
        found |= drawn(task.model, at, left, draws, seed=10**6)
    off = max(abs(found[name][0] / task.targets[name] - 1) for name in names)
    return off, max(found[name][1] / task.targets[name] for name in names)


def jobs(arguments: argparse.Namespace) -> list[Job]:
    """Return all runs, in the order of the table."""
    found = []
    for name, task in TASKS.items():
        if arguments.tasks and not any(each in name for each in arguments.tasks):
            continue
        for way in arguments.ways:
            if way == "likelihood" and not task.known:
                continue  # as "all": there is no more to integrate
            fast = way == "all" and task.seconds < 60
            count = arguments.seeds if fast else min(arguments.sampled_seeds, arguments.seeds)
            found += [
                Job(name, way, start, seed, arguments.device)
                for start in task.starts
                for seed in range(count)
            ]
    return found


HEADER = (
    f"{'task':<23} {'integrated':<11} {'start':<5} {'goal':>6} {'met':>6} {'1 %':>6} {'said':>6} "
    f"{'worst off':>9} {'judge ±':>8} {'median s':>8} {'worst s':>8} {'in time':>12}  K"
)


def line(row: tuple[str, str, str], results: list[Result]) -> str:
    """Return one line of the table.

    Parameters
    ----------
    row : tuple of str
        Task, way, start.
    results : list of Result
        Of its runs.
    """
    task = TASKS[row[0]]
    n = len(results)
    times = [each.seconds for each in results]

    def count(flags: Iterable[bool]) -> str:
        return f"{sum(flags)}/{n}"

    sizes = sorted({each.size for each in results if each.size is not None})
    size = "" if "K" in task.fixed or not sizes else f"{sizes[0]}-{sizes[-1]}"
    text = (
        f"{row[0]:<23} {row[1]:<11} {row[2]:<5} {task.goal:>6.1%} "
        f"{count(each.off <= task.goal for each in results):>6} "
        f"{count(each.off <= LOOSE for each in results):>6} "
        f"{count(each.believed for each in results):>6} "
        f"{max(each.off for each in results):>9.2%} {max(each.noise for each in results):>8.2%} "
        f"{statistics.median(times):>8.2f} {max(times):>8.2f} "
        f"{count(each <= task.seconds for each in times) + f' in {task.seconds:g} s':>12}  {size}"
    )
    words = sorted({each.words for each in results if each.words})
    return "\n".join([text.rstrip(), *(f"    {each}" for each in words)])


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=20, help="where a run takes about a second")
    parser.add_argument("--sampled-seeds", type=int, default=5, help="where it takes many")
    parser.add_argument("--quick", action="store_true", help="3 seeds, and 1 where runs take long")
    parser.add_argument(
        "--ways", nargs="*", choices=("all", "likelihood", "none"), default=["all", "likelihood"],
        help="what is integrated out",
    )  # fmt: skip
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--tasks", nargs="*", default=[], help="only those whose name has this")
    found = parser.parse_args(words)
    if found.quick:
        found.seeds, found.sampled_seeds = 3, 1
    return found


def main() -> None:
    """Print the table."""
    arguments = parsed()
    todo = jobs(arguments)
    began = time.perf_counter()
    rows: dict[tuple[str, str, str], list[Result]] = {job.row: [] for job in todo}
    left = dict.fromkeys(rows, 0)
    for job in todo:
        left[job.row] += 1
    print(
        f"{len(todo)} runs on {arguments.device}, {arguments.workers} processes, load average "
        f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n{HEADER}",
        flush=True,
    )
    spawn = multiprocessing.get_context("spawn")
    order = list(rows)
    with (
        ProcessPoolExecutor(arguments.workers, mp_context=spawn) as pool,
        progress("Matching", len(todo)) as advance,
    ):
        waiting = {pool.submit(run, job): job for job in todo}
        for done in as_completed(waiting):
            job = waiting[done]
            rows[job.row].append(done.result())
            advance()
            while order and len(rows[order[0]]) == left[order[0]]:
                print(line(order[0], rows[order.pop(0)]), flush=True)
    print(f"{time.perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
