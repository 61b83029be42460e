"""Ctrl-C at any moment ends a command with 130, and says nothing."""

# ruff: noqa: PLW1509 - there are no threads here

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

SLOW = pytest.mark.thorough
FORMS = {
    "symppm": ["-c", "import sys; sys.argv[0] = 'symppm'; from symppm.cli import main; main()"],
    "python -m symppm": ["-m", "symppm"],
}


def heard() -> None:
    """Let the child hear the signal, though the shell may have told us not to."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    path = tmp_path / "y.npy"
    rng = np.random.default_rng(0)
    np.save(path, rng.poisson(rng.gamma(1, 1, (2500, 3)) @ rng.gamma(1, 1, (3, 2000))))
    return path


@pytest.fixture
def begin(process_environment):
    """Start a process that has pipes."""

    def begin(*words, preexec_fn=heard, **more):
        options = {"stdout": -1, "stderr": -1, "text": True, "env": process_environment, **more}
        return subprocess.Popen([*map(str, words)], preexec_fn=preexec_fn, **options)

    return begin


def interrupted(process: subprocess.Popen[str], after: float) -> tuple[int, str]:
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=60)
    return process.returncode, out + said


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "after", [0.3, pytest.param(0.1, marks=SLOW), pytest.param(0.6, marks=SLOW)]
)
def test_an_interrupt_is_130_and_silent(
    form, after, counts, begin, checkout, process_environment, tmp_path
):
    # Before Python has started itself, nothing of ours can hear.
    (tmp_path / "sitecustomize.py").write_text("print('started', flush=True)")
    environment = {**process_environment, "PYTHONPATH": f"{tmp_path}:{checkout}"}
    process = begin(sys.executable, *FORMS[form], "match", counts, env=environment)
    assert process.stdout.readline() == "started\n"
    assert interrupted(process, after) == (130, "")


@pytest.mark.thorough
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_matter(closed, counts, begin):
    process = begin("bash", "-c", f"exec {sys.executable} -m symppm match {counts} {closed}")
    assert interrupted(process, 0.6) == (130, "")


@pytest.mark.thorough
def test_a_job_in_the_background_hears_too(counts, begin):
    def deaf() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    process = begin(sys.executable, "-m", "symppm", "match", counts, preexec_fn=deaf)
    assert interrupted(process, 0.6) == (130, "")


def test_an_interrupt_that_a_library_swallows(tmp_path, checkout, process_environment, begin):
    (tmp_path / "symppm_tries.py").write_text(
        "try:\n    print('here', flush=True)\n    while True: pass\nexcept BaseException: pass\n"
        "while True: pass\n"
    )
    code = (
        "import sys; sys.argv = ['symppm', 'models']; import symppm.cli.commands as all\n"
        "def tries():\n    import symppm_tries\n"
        "all.application = lambda: tries; from symppm.cli import main; main()"
    )
    environment = {**process_environment, "PYTHONPATH": f"{tmp_path}:{checkout}"}
    process = begin(sys.executable, "-c", code, env=environment)
    assert process.stdout.readline() == "here\n"
    assert interrupted(process, 0.0) == (130, "")


def test_a_termination_is_143_and_leaves_no_file(tmp_path, begin):
    code = (
        "import sys, time; sys.argv = ['symppm', 'models', '-o', 'answer.txt']\n"
        "import symppm.saving as saving\n"
        "def slow(*_): print('here', flush=True); time.sleep(60)\n"
        "saving.os.fsync = slow\n"
        "from symppm.cli import main; main()"
    )
    process = begin(sys.executable, "-c", code, cwd=tmp_path)
    assert process.stdout.readline() == "here\n"
    assert [path.name.startswith(".symppm-") for path in tmp_path.iterdir()] == [True]
    process.terminate()
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 143
    assert not list(tmp_path.iterdir())
