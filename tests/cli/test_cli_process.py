"""What only a real process shows: terminals, pipes and interrupts."""

from __future__ import annotations

import os
import pty
import re

import pytest

ELICIT = ("elicit", "--mean", 25, "--variance", 550, "--rho-row", 0.045, "--rho-col", 0.454)


def test_a_width_that_is_none_is_ignored(symppm):
    assert symppm(*ELICIT, columns=0).stdout == symppm(*ELICIT).stdout


def on_a_terminal(start, environment, *arguments):
    master, slave = pty.openpty()
    process = start(*arguments, stdout=slave, env={**environment, "COLUMNS": "80"})
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # Linux says so when the last writer is gone
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    assert process.wait() == 0, process.stderr.read()
    process.stderr.close()
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_has_styles_and_a_pipe_has_none(start, process_environment):
    shown = on_a_terminal(start, process_environment, *ELICIT)
    piped, err = start(*ELICIT).communicate()
    assert err == ""
    assert "\x1b[" in shown
    assert "\x1b" not in piped
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert [line.rstrip() for line in plain.splitlines()] == piped.splitlines()


@pytest.mark.parametrize(
    "variables", [{"TERM": "dumb"}, pytest.param({"NO_COLOR": "1"}, marks=pytest.mark.thorough)]
)
def test_a_terminal_that_can_or_may_do_nothing_gets_plain_text(
    variables, start, process_environment
):
    shown = on_a_terminal(start, {**process_environment, **variables}, *ELICIT)
    assert "\x1b" not in shown
    assert "K = 25 factors" in shown


def test_a_reader_that_stops_reading_is_no_error(start):
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = start(*ELICIT, stdout=write_end)
    os.close(write_end)
    _, err = process.communicate()
    assert (process.returncode, err) == (0, "")


def test_ctrl_c_ends_with_130(symppm, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("symppm.matching.match", interrupted)
    done = symppm("demo")
    assert (done.exit_code, done.stdout) == (130, "")
    assert "Traceback" not in done.stderr


@pytest.mark.thorough
def test_a_terminal_that_lacks_letters_gets_their_numbers(start, process_environment):
    environment = {**process_environment, "PYTHONIOENCODING": "latin-1"}
    process = start("derive", "pmf_gamma", "--moment", "mean", env=environment, encoding="latin-1")
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert r"\u03b8_ik ~ Gamma" in out
