"""The README shows what is printed; tests/docs runs its commands."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from symppm.cli import application

TEXT = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def marked(name: str) -> str:
    (found,) = re.findall(rf"^<!-- {name} -->\n```\w+\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return found


def test_it_shows_what_the_demo_prints(symppm):
    assert marked("demo") == symppm("demo").stdout


def test_it_shows_what_eliciting_prints(symppm):
    assert marked("elicit") == symppm(*command("elicit --mean 25")).stdout


def command(start: str) -> list[str]:
    """Return the words of the command that begins like this; it may go on over lines."""
    joined = TEXT.replace("\\\n", " ")
    (line,) = re.findall(rf"^symppm ({re.escape(start)}.*)$", joined, re.MULTILINE)
    return shlex.split(line)


@pytest.mark.thorough
@pytest.mark.parametrize("code", BLOCKS)
def test_its_python_runs_and_prints_what_the_comments_say(
    code: str, run_python: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = run_python("-W", "error", "-c", code, env={"XDG_CACHE_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    for claim in re.findall(r"^print\(mine\..*  # (.*)$", code, re.MULTILINE):
        assert claim in done.stdout.splitlines()


def test_it_is_short_and_has_python_to_run():
    assert len(TEXT.encode()) <= 8000
    assert len(BLOCKS) == 2
    assert "print(mine.variance())  # " in BLOCKS[1]


def test_its_commands_are_one_line_each_and_as_the_package_says(checkout):
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
    assert "test" in project["optional-dependencies"]
    assert project["scripts"]["symppm"] == "symppm.cli:main"
    run, test = marked("run").strip(), marked("test").strip()
    assert "\n" not in run + test
    assert run.endswith("pip install --quiet . && .venv/bin/symppm demo")
    assert test.endswith("pip install --quiet -e '.[test]' && .venv-test/bin/python -m pytest")


def test_every_option_that_it_names_exists(symppm):
    commands = typer.main.get_command(application()).commands
    helps = " ".join(symppm(*each, "--help").stdout for each in ([], *([c] for c in commands)))
    symppm_text = TEXT.replace(marked("run"), "").replace(marked("test"), "")
    symppm_text = re.sub(r"`python tools/[^`]*`", "", symppm_text)
    named = set(re.findall(r"--[a-z][a-z-]+", symppm_text)) - {"--check", "--help"}
    assert {"--columns", "--export", "--to"} <= named
    assert not {option for option in named if option not in helps}


def test_the_licences_it_points_to_are_there(checkout):
    notice = (checkout / "symppm" / "data" / "NOTICE.md").read_text("utf-8")
    assert "BSD 2-Clause License" in notice
    for dataset in ("pbmc_facs", "mutational_signatures", "single_cell"):
        assert f"`{dataset}`" in TEXT
        assert dataset in notice
