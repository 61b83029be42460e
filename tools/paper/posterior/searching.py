"""Searches for hyperparameters over the paper's box: at random, and by Optuna's TPE.

The box is that of Section 7.2: means and deviations of theta and beta from 1e-4 to 1e2, on the
logarithmic scale, and K from 1 to 100.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from lab.running import PaperError, Row

from posterior.cavi import Hyper

if TYPE_CHECKING:
    import optuna

LOW, HIGH = 1e-4, 1e2
FACTORS: Final = (1, 100)
COORDINATES: Final = ("mean_theta", "sd_theta", "mean_beta", "sd_beta")

Judge = Callable[[Hyper, int], Row]
"""Scores what is tried; the second argument is the number of the trial."""


def of_moments(k: int, moments: Mapping[str, float]) -> Hyper:
    """Return the priors of given means and deviations.

    Parameters
    ----------
    k : int
        Factors.
    moments : mapping of str to float
        ``mean_theta``, ``sd_theta``, ``mean_beta`` and ``sd_beta``.
    """
    shapes_and_rates = []
    for name in ("theta", "beta"):
        mean, deviation = moments[f"mean_{name}"], moments[f"sd_{name}"]
        shapes_and_rates += [(mean / deviation) ** 2, mean / deviation**2]
    return Hyper(k, *shapes_and_rates)


def at_random(rng: np.random.Generator) -> Hyper:
    """Return a point of the box, uniform in K and in the logarithms of the rest.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of randomness.
    """
    k = int(rng.integers(FACTORS[0], FACTORS[1] + 1))
    logs = rng.uniform(math.log(LOW), math.log(HIGH), len(COORDINATES))
    return of_moments(k, dict(zip(COORDINATES, np.exp(logs).tolist(), strict=True)))


def randomly(judge: Judge, *, trials: int, seed: int, notes: Path) -> list[Row]:
    """Search by random draws, and return the rows of all trials.

    Parameters
    ----------
    judge, trials, seed, notes
        As for :func:`by_tpe`.
    """
    rows = _noted(notes, seed)[:trials]
    for number in range(len(rows), trials):
        hyper = at_random(np.random.default_rng([seed, number]))
        rows.append({"trial": number, **judge(hyper, number)})
        _note(notes, seed, rows[-1])
    return rows


def by_tpe(judge: Judge, score: str, *, trials: int, seed: int, notes: Path) -> list[Row]:
    """Search by Optuna's TPE, one trial after another, and return the rows of all trials.

    Parameters
    ----------
    judge : callable
        Fits and scores; its row has ``score``, None where there is none.
    score : str
        Which number of the row is to be large.
    trials : int
        How many.
    seed : int
        Of what is tried.
    notes : pathlib.Path
        File to which each trial is added, and from which an interrupted search goes on.

    Notes
    -----
    Bergstra et al. (2011), Algorithms for hyper-parameter optimization, NeurIPS; Optuna's defaults,
    so the first ten trials are random. The sampler is seeded anew for every trial, so that a search
    that goes on proposes what it would have proposed.
    """
    try:
        import optuna  # noqa: PLC0415 - for this contestant alone
    except ImportError as error:
        raise PaperError(
            "the search by TPE needs optuna, which is not installed: pip install optuna"
        ) from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(direction="maximize")
    rows = _noted(notes, seed)[:trials]
    for number, known in enumerate(rows):
        study.tell(_asked(optuna, study, seed, number), **_outcome(optuna, known, score))
    for number in range(len(rows), trials):
        trial = _asked(optuna, study, seed, number)
        rows.append({"trial": number, **judge(_of_trial(trial), number)})
        study.tell(trial, **_outcome(optuna, rows[-1], score))
        _note(notes, seed, rows[-1])
    return rows


def _note(notes: Path, seed: int, row: Row) -> None:
    with notes.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"seed": seed, "row": row}) + "\n")


def _noted(notes: Path, seed: int) -> list[Row]:
    """Return the trials of a search that are known; a last line that was cut off is taken away."""
    if not notes.exists():
        return []
    text = notes.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        notes.write_text(whole, "utf-8")
    found: list[Row] = []
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            held = json.loads(line)
            if held["seed"] != seed:
                continue
            if held["row"]["trial"] != len(found):
                raise ValueError(f"trial {held['row']['trial']} where {len(found)} is next")
            found.append(held["row"])
        except (ValueError, LookupError, TypeError) as error:
            raise PaperError(
                f"line {number} of {notes} is not a trial that was written there ({error}); "
                "delete the file, or start with --fresh"
            ) from error
    return found


def _asked(library: Any, study: optuna.Study, seed: int, number: int) -> optuna.Trial:
    # 2**32 seeds: one for each search and trial, without a search's seeds meeting another's.
    drawn = np.random.SeedSequence([seed, number]).generate_state(1)
    study.sampler = library.samplers.TPESampler(seed=int(drawn[0]))
    return study.ask(
        {
            "k": library.distributions.IntDistribution(*FACTORS),
            **{
                name: library.distributions.FloatDistribution(LOW, HIGH, log=True)
                for name in COORDINATES
            },
        }
    )


def _of_trial(trial: optuna.Trial) -> Hyper:
    return of_moments(int(trial.params["k"]), trial.params)


def _outcome(library: Any, row: Row, score: str) -> dict[str, Any]:
    if row[score] is None:
        return {"state": library.trial.TrialState.FAIL}
    return {"values": float(str(row[score]))}
