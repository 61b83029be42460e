"""What the scripts of the paper share: runs that go on where they stopped, and tolerances."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

pytest.importorskip("matplotlib")

import tossing
from lab.estimating import coverage, on_the_diagonal
from lab.experiment import command
from lab.running import Run
from lab.settings import PRIORS
from lab.tables import read
from lab.verdicts import error_of_median, of_median


def done(folder: Path) -> list[str]:
    """Return what was run, in the order of work."""
    return (folder / "done.txt").read_text("utf-8").split()


def test_a_run_goes_on_where_it_stopped_and_gives_the_same(tmp_path: Path) -> None:
    at_once, stopped = tmp_path / "at once", tmp_path / "stopped"
    assert command(tossing.EXPERIMENT, ["--results", str(at_once), "--jobs", "2"]) == 0
    assert len(done(at_once)) == 6
    assert (
        command(tossing.EXPERIMENT, ["--results", str(stopped), "--jobs", "1", "--runs", "1"]) == 0
    )
    log = stopped / "tossing.runs.jsonl"
    log.write_text(log.read_text("utf-8") + '{"cell": {"chance": 0.5}, "run": 1, "ro', "utf-8")
    assert command(tossing.EXPERIMENT, ["--results", str(stopped), "--jobs", "1"]) == 0
    assert len(done(stopped)) == 6
    for name in ("tossing.csv", "tossing.verdicts.csv", "tossing.png"):
        assert (at_once / name).read_bytes() == (stopped / name).read_bytes()


def test_fresh_forgets(tmp_path: Path) -> None:
    asked = ["--results", str(tmp_path), "--jobs", "1", "--quick"]
    for _ in range(2):
        assert command(tossing.EXPERIMENT, asked) == 0
    assert done(tmp_path) == ["0.5"]
    assert command(tossing.EXPERIMENT, [*asked, "--fresh"]) == 0
    assert done(tmp_path) == ["0.5", "0.5"]


def test_what_differs_without_an_explanation_is_an_exit_code(tmp_path: Path) -> None:
    unexplained = replace(
        tossing.EXPERIMENT,
        verdicts=lambda runs: [replace(each, why="") for each in tossing.verdicts(runs)],
    )
    asked = ["--results", str(tmp_path), "--jobs", "1", "--quick"]
    assert command(unexplained, asked) == 1
    said = [row["verdict"] for row in read(tmp_path / "tossing.verdicts.csv")]
    assert said == ["agrees", "differs: open"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--runs", "0"], "both have to be 1 or more"),
        (["--jobs", "-1"], "both have to be 1 or more"),
        (["--minutes", "0"], "--minutes is 0; it has to be more than 0"),
        (["--minutes", "1e-9"], "no run was finished within 1e-09 minutes"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(
    given: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tossing.EXPERIMENT, ["--results", str(tmp_path), *given]) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert "Traceback" not in told.err + told.out


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
@pytest.mark.parametrize("count", [6, 11, 30])
def test_the_interval_of_a_median_has_its_level(count: int, level: float) -> None:
    """By the sign test: the share of sign patterns that it would reject is at most 1 - level."""
    low, _ = of_median(np.arange(1.0, count + 1), level)
    if 2 * 0.5**count > 1 - level:
        return
    outside = sum(math.comb(count, above) for above in range(int(low))) / 2**count
    following = sum(math.comb(count, above) for above in range(int(low) + 1)) / 2**count
    assert 2 * outside <= 1 - level < 2 * following


def test_few_values_have_students_interval() -> None:
    low, high = of_median([1.0, 2.0, 4.0], 0.99)
    found = stats.ttest_1samp([1.0, 2.0, 4.0], 0).confidence_interval(0.99)
    assert (low, high) == pytest.approx((found.low, found.high))
    assert of_median([1.0], 0.95) == (-math.inf, math.inf)
    assert of_median([1.0, math.inf, 2.0], 0.999) == (-math.inf, math.inf)


def test_the_error_of_a_median_is_that_of_normal_draws() -> None:
    """It is sigma sqrt(pi / (2 n)) for Normal draws; here within five errors of its own mean."""
    rng = np.random.default_rng(1)
    found = [error_of_median(rng.normal(0, 2, 100)) for _ in range(400)]
    expected = 2 * math.sqrt(math.pi / 200)
    assert np.mean(found) == pytest.approx(expected, abs=5 * np.std(found) / 20)


@pytest.mark.parametrize("family", PRIORS)
def test_moments_of_the_priors_are_those_of_their_draws(family: str) -> None:
    rng = np.random.default_rng(2)
    for pair in PRIORS[family]:
        for prior in pair:
            draws = prior.draw((400_000,), rng)
            if family == "lognorm":
                # Its fourth moment decides the error of its variance: compare logarithms instead.
                assert np.log(draws).mean() == pytest.approx(
                    prior.first, abs=5 * prior.second / 632
                )
                frozen = stats.lognorm(prior.second, scale=math.exp(prior.first))
                assert (prior.mean, prior.variance) == pytest.approx(frozen.stats())
                continue
            error = math.sqrt(prior.variance / len(draws))
            assert draws.mean() == pytest.approx(prior.mean, abs=5 * error)
            spread = (draws - draws.mean()) ** 2
            assert spread.mean() == pytest.approx(
                prior.variance, abs=5 * spread.std() / math.sqrt(len(draws))
            )


def answers(ratios: list[float | None], k: float = 50) -> list[Run]:
    rows = [{"k_hat": None if each is None else k * each} for each in ratios]
    return [Run({"K": k}, number, [row]) for number, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        ([0.9, 0.95, 1.0, 1.02, 1.05, 1.1], "agrees"),
        ([1.5, 1.55, 1.6, 1.62, 1.65, 1.7], "differs: open"),
        ([1.0, 1.0, None, None, None], "differs: open"),  # Most runs have no answer.
        ([None, None], "differs: open"),
        ([1.0, 1.0, None], "not resolved"),
        ([1.0], "not resolved"),
        ([0.5, 1.5], "not resolved"),
    ],
)
def test_a_median_agrees_only_where_runs_can_tell(ratios: list[float | None], said: str) -> None:
    verdict = on_the_diagonal(answers(ratios), "x", "K")
    assert verdict.row["verdict"] == said
    assert "inf" not in verdict.ours + verdict.tolerance
    assert "nan" not in verdict.ours + verdict.tolerance


@pytest.mark.parametrize(
    ("hits", "count", "said"),
    [(95, 100, "not resolved"), (960, 1000, "agrees"), (80, 100, "differs: open"),
     (0, 0, "not resolved")],
)  # fmt: skip
def test_coverage_agrees_only_where_runs_can_tell(hits: int, count: int, said: str) -> None:
    runs = [
        Run({"K": 50.0}, number, [{"low": 40.0, "high": 60.0 if number < hits else 45.0}])
        for number in range(count)
    ]
    runs.append(Run({"K": 50.0}, count, [{"low": None, "high": None}]))
    verdict = coverage(runs, "x")
    assert verdict.row["verdict"] == said
    assert "1 runs have none" in verdict.ours


def test_the_list_of_scripts_is_complete() -> None:
    folder = Path(sys.modules["lab"].__file__ or "").parents[1]
    from all import NAMES, experiment

    scripts = {path.stem for path in folder.glob("*.py")} - {"all", "readme"}
    assert scripts == set(NAMES)
    assert all(experiment(name).name == name for name in NAMES)


def test_the_readme_shows_what_the_results_hold() -> None:
    from readme import README, written

    text = README.read_text("utf-8")
    assert text == written(text), "run tools/paper/readme.py"
