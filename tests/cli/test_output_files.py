"""Files that commands write: refused before any work, if they cannot be written or collide."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cases import core

from symppm.cli.output import check_files
from symppm.errors import ParameterError

FULL = ["models", "--help", "--version", "demo --json", "match -o"]


@pytest.fixture
def counts(here: Path) -> Path:
    np.savetxt(here / "few.csv", np.random.default_rng(1).poisson(3.0, (20, 18)), "%d", ",")
    return Path("few.csv")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("match few.csv -o x.png --plot x.png", "--output and --plot, both x.png; expected a file"),
        ("match few.csv -o x.csv --trace ./x.csv", "--output and --trace, both x.csv"),
        ("match few.csv --trace t.png --plot-trace t.png", "--trace and --plot-trace, both t.png"),
        ("match few.csv --holdout 0.5 --rest o.csv -o o.csv", "--output and --rest, both o.csv"),
        ("match few.csv --holdout 0.5 --rest few.csv", "--rest few.csv is the file that was read"),
        ("match few.csv -o few.csv", "--output few.csv is the file that was read"),
        ("match few.csv -o link.csv", "--output link.csv is the file that was read"),
        ("match few.csv --trace few.csv", "--trace few.csv is the file that was read"),
        ("match few.csv --known gamma=g.txt -o g.txt", "--output g.txt is the file that was read"),
        ("match few.csv -o .", "--output . is a folder; expected the name of a file"),
        ("match few.csv -o no/x", "--output no/x, in a folder that does not exist"),
        ("match few.csv -o few.csv/x", "--output few.csv/x, where few.csv is no folder"),
        ("elicit --mean 1 -o p.svg --plot p.svg", "--output and --plot, both p.svg"),
        ("report few.csv -o .", "--output . is a folder"),
        ("report few.csv -o no/x.html", "--output no/x.html, in a folder that does not exist"),
        ("compare few.csv -o few.csv", "--output few.csv is the file that was read"),
        ("compare few.csv -o no/x", "in a folder that does not exist"),
        ("sample pmf_gamma -o no/x.npy --shape 3,3", "in a folder that does not exist"),
        ("derive pmf_gamma -o .", "--output . is a folder"),
        ("models -o no/x", "in a folder that does not exist"),
        ("demo -o .", "--output . is a folder"),
        ("audit few.json -o few.json", "--output few.json is the file that was read"),
        ("audit pmf_gamma -o no/x", "in a folder that does not exist"),
        (f"match few.csv -o {'a' * 300}", "cannot be written (File name too long)"),
    ],
)
def test_collisions_and_bad_places(words, message, symppm, counts, here):
    if "plot" in words:
        pytest.importorskip("matplotlib")
    (here / "few.json").write_text("{}")
    (here / "g.txt").write_text("1 2\n")
    (here / "link.csv").symlink_to("few.csv")
    before = {each: each.read_bytes() for each in here.iterdir()}
    outcome = symppm(*words.split())
    assert outcome.exit_code == 2
    assert message in outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert {each: each.read_bytes() for each in here.iterdir()} == before


def test_a_device_takes_any_output(symppm):
    assert symppm("models", "-o", "/dev/null").exit_code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", core(FULL, ["models"]))
def test_a_full_disk_is_a_sentence_and_an_exit_code(words, start, counts):
    arguments = words.split()
    full = "/dev/full"
    if arguments[-1] == "-o":
        arguments = ["match", counts, "-o", full]
    with Path(full).open("w") as stream:
        process = start(*arguments, stdout=stream)
        _, said = process.communicate()
    assert process.returncode == 2
    assert "cannot be written (No space left on device); expected room" in said
    assert said.count("\n") == 1


@pytest.mark.thorough
def test_closed_output_is_no_error(process_environment, counts):
    code = "import sys; sys.argv[0] = 'symppm'; from symppm.cli import main; main()"
    command = f'exec {sys.executable} -c "{code}" models >&- 2>&-'
    done = subprocess.run(["bash", "-c", command], env=process_environment, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("seconds", ["abc", "", "1.5", "9" * 20])
def test_a_date_that_is_none_is_refused_before_libraries_stumble(seconds, symppm, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    outcome = symppm("models")
    assert outcome.exit_code == 2
    assert f"SOURCE_DATE_EPOCH='{seconds}'; expected a number of seconds" in outcome.stderr


@pytest.mark.parametrize(
    "words",
    core(["models -o out.npy", "sample pmf_gamma --shape 30,20 -o out.npy"], ["models -o out.npy"]),
)
def test_a_disk_that_fills_up_leaves_what_was_there(words, here, process_environment):
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    (here / "out.npy").write_text("the old answer")
    done = subprocess.run(
        [sys.executable, "-m", "symppm", *words.split()], capture_output=True, text=True,
        # Else Python would cut short what it compiles, for all who come after.
        env={**process_environment, "PYTHONDONTWRITEBYTECODE": "1"}, preexec_fn=small, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: --output out.npy cannot be written (File too large)")
    assert done.stderr.count("\n") == 1
    assert [(each.name, each.read_text()) for each in here.iterdir()] == [
        ("out.npy", "the old answer")
    ]


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(ParameterError, match=r"--output .* cannot be written"):
        check_files({"--output": tmp_path / "loop"})
