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


def interrupted(
    form: str, counts: Path, after: float, environment: dict[str, str]
) -> tuple[int, str]:
    words = [sys.executable, *FORMS[form], "match", str(counts)]
    process = subprocess.Popen(
        words, stdout=-1, stderr=-1, text=True, env=environment, preexec_fn=heard
    )
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=60)
    return process.returncode, out + said


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "after", [0.3, pytest.param(0.1, marks=SLOW), pytest.param(0.6, marks=SLOW)]
)
def test_an_interrupt_is_130_and_silent(form, after, counts, process_environment):
    assert interrupted(form, counts, after, process_environment) == (130, "")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "closed", [pytest.param(">&-", marks=SLOW), pytest.param("2>&-", marks=SLOW), "<&- >&- 2>&-"]
)
def test_closed_streams_do_not_matter(closed, counts, process_environment):
    words = f"exec {sys.executable} -m symppm match {counts} {closed}"
    process = subprocess.Popen(
        ["bash", "-c", words], stdout=-1, stderr=-1, text=True, env=process_environment,
        preexec_fn=heard,
    )  # fmt: skip
    time.sleep(0.6)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 130


@pytest.mark.thorough
def test_a_job_in_the_background_hears_too(counts, process_environment):
    process = subprocess.Popen(
        [sys.executable, "-m", "symppm", "match", str(counts)],
        stdout=-1, stderr=-1, env=process_environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip
    time.sleep(0.6)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 130


def test_an_interrupt_that_a_library_swallows(tmp_path, checkout, process_environment):
    (tmp_path / "symppm_tries.py").write_text(
        "try:\n    print('here', flush=True)\n    while True: pass\nexcept BaseException: pass\n"
        "while True: pass\n"
    )
    code = (
        "import sys; sys.argv = ['symppm', 'models']; import symppm.cli.commands as all\n"
        "def tries():\n    import symppm_tries\n"
        "all.application = lambda: tries; from symppm.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=-1, stderr=-1, text=True, preexec_fn=heard,
        env={**process_environment, "PYTHONPATH": f"{tmp_path}:{checkout}"},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


def test_a_termination_is_143_and_leaves_no_file(tmp_path, process_environment):
    code = (
        "import sys, time; sys.argv = ['symppm', 'models', '-o', 'answer.txt']\n"
        "import symppm.saving as saving\n"
        "def slow(*_): print('here', flush=True); time.sleep(60)\n"
        "saving.os.fsync = slow\n"
        "from symppm.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=-1, stderr=-1, text=True, env=process_environment,
        cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout.readline() == "here\n"
    assert [path.name.startswith(".symppm-") for path in tmp_path.iterdir()] == [True]
    process.terminate()
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 143
    assert not list(tmp_path.iterdir())
