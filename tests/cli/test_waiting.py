"""What a terminal shows while one waits."""

from __future__ import annotations

import importlib
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

import symppm as ppm
from symppm import waiting
from symppm.cli.output import say
from symppm.cli.program import Command
from symppm.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal; pytest would undo it between a fixture and its test."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("waited for five seconds")


def shown(stream: io.StringIO) -> str:
    """Return what stands on the last line; only carriage returns erase here."""
    return stream.getvalue().rpartition("\r")[2].strip()


def test_the_innermost_wait_is_said_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with waiting.waiting("outer ...", after=0.0):
        until(lambda: shown(terminal) == "outer ...")
        with waiting.waiting("inner ...", after=0.0):
            until(lambda: shown(terminal) == "inner ...")
        assert shown(terminal) == "outer ..."
        with waiting.line_left_to_others():
            assert shown(terminal) == ""
        assert shown(terminal) == "outer ..."
        waiting.waited()
        assert shown(terminal) == ""
    assert shown(terminal) == ""


def test_a_short_wait_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with waiting.waiting("short ..."):
        pass
    assert terminal.getvalue() == ""


def test_nothing_is_said_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with waiting.waiting("long ...", after=0.0), progress_bar("Doing", 2, show=True) as advance:
        time.sleep(0.05)
        advance()
    assert stream.getvalue() == ""


@pytest.mark.parametrize("closed", [False, True])
def test_nothing_is_said_where_there_is_no_standard_error(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    stream.close()
    monkeypatch.setattr(sys, "stderr", stream if closed else None)
    with waiting.waiting("long ...", after=0.0), progress_bar("Doing", 2, show=True) as advance:
        advance()


@pytest.mark.parametrize("log", [0, 1])
def test_a_command_says_that_it_runs_until_it_answers(
    log: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(waiting.waiting.__wrapped__, "__defaults__", (0.0,))  # type: ignore[attr-defined]
    terminal = terminal_of(monkeypatch)
    before = []

    def answer() -> None:
        if not log:
            until(lambda: shown(terminal) == "program slow ...")
        say("an answer")
        before.append(shown(terminal))

    command = Command("slow", callback=answer)
    program = typer.Context(command, info_name="program")
    program.params["log"] = log
    command.invoke(typer.Context(command, info_name="slow", parent=program))
    assert before == [""]
    assert capsys.readouterr().out == "an answer\n"
    assert bool(terminal.getvalue()) != bool(log)


def test_what_takes_long_shows_a_bar_unless_told_not_to(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = np.random.default_rng(1).poisson(3.0, (20, 20))
    for progress, seen in ({"progress": False}, False), ({}, True):
        terminal = terminal_of(monkeypatch)
        ppm.compare(counts, ["pmf_gamma"], **progress)
        assert ("Models" in terminal.getvalue()) is seen


def test_a_report_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, symppm: Callable[..., Any]
) -> None:
    truth = {"K": 2, "a": 1, "b": 1, "c": 1, "d": 0.5}
    counts = ppm.sample("pmf_gamma", truth, shape=(30, 25), random_seed=1)
    np.savetxt(tmp_path / "counts.csv", counts, fmt="%d", delimiter=",")
    seen: dict[str, bool] = {}

    def noted(what: str, total: int, *, show: bool) -> Any:
        seen[what] = show
        return progress_bar(what, total, show=False)

    for room in ("checking.run", "statistics.cross_validation"):
        module = importlib.import_module(f"symppm.{room}")
        monkeypatch.setattr(module, "progress_bar", noted)
    done = symppm("report", tmp_path / "counts.csv", "-o", tmp_path / "page.html", "--draws", 20)
    assert done.exit_code == 0, done.stderr
    assert [*seen.values()] == [True, True]
