"""``symppm report``: where it writes, what it says, and how it ends."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import Read

import symppm as ppm


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder but for the counts that ship."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1769860800")
    for name in ("mutational_signatures", "single_cell"):
        shutil.copy(ppm.data.load(name).path, tmp_path)
    return tmp_path


@pytest.fixture
def run(symppm: Callable[..., Any]) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process."""

    def runner(*arguments: str) -> tuple[int, str, str]:
        done = symppm(*arguments)
        return done.exit_code, done.stdout, done.stderr

    return runner


@pytest.mark.thorough
def test_a_page_is_written_beside_one_and_nothing_else_is_touched(here: Path, run) -> None:
    data = here / "mutational_signatures.tsv"
    before = data.read_bytes()
    code, said, _ = run("report", data.name, "--draws", "0", "--title", "Tumours & <more>",
                        "--fix", "K=4", "--date", "2024-02-29T12:00+01:00")  # fmt: skip
    assert (code, said) == (0, "wrote mutational_signatures.report.html: K = 4\n")
    assert data.read_bytes() == before
    page = Read((here / "mutational_signatures.report.html").read_text("utf-8"))
    assert page.within["h1"] == "Tumours & <more>"
    assert "Given." in page.texts["answer"]
    command = page.texts["command"]
    assert command == (
        "symppm report mutational_signatures.tsv --draws 0 --title 'Tumours & <more>' --fix K=4 "
        "--date 2024-02-29T12:00+01:00"
    )
    assert "2024-02-29 11:00:00 UTC" in page.texts["provenance"]
    # The command on the page makes the same page.
    first = (here / "mutational_signatures.report.html").read_bytes()
    assert run(*shlex.split(command)[1:])[0] == 0
    assert (here / "mutational_signatures.report.html").read_bytes() == first


@pytest.mark.thorough
def test_an_infeasible_match_is_written_and_ends_with_three(here: Path, run) -> None:
    code, said, _ = run(
        "report", "single_cell.tsv", "--estimator", "moments", "--draws", "0", "-o", "page.html"
    )
    assert code == 3
    assert said == "wrote page.html: pmf_gamma cannot have these statistics\n"
    page = Read((here / "page.html").read_text("utf-8"))
    assert "rho_col > 0 fails" in page.texts["diagnostics"]
    assert "more than 0" in page.texts["diagnostics"]


@pytest.mark.thorough
def test_a_match_that_was_written_needs_no_data(here: Path, run) -> None:
    assert run("elicit", "--mean", "25", "--variance", "550", "--rho-row", "0.045",
               "--rho-col", "0.454", "--json", "-o", "m.json")[0] == 0  # fmt: skip
    code, said, _ = run("report", "--from", "m.json")
    assert (code, said) == (0, "wrote m.report.html: K = 25\n")
    assert "believed" in (here / "m.report.html").read_text("utf-8")
    code, _, said = run("report", "--from", "m.json", "--model", "pmf_beta")
    assert code == 2
    assert "--model together with --from" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no file of data and no match"),
        (("mutational_signatures.tsv", "-o", "mutational_signatures.tsv"), "is the file that was"),
        (("mutational_signatures.tsv", "-o", "none/page.html"), "in a folder that does not exist"),
        (("mutational_signatures.tsv", "--date", "tomorrow"), "--date 'tomorrow'"),
        (("nothing.tsv",), "does not exist"),
        (("--from", "nothing.json"), "cannot be read"),
        (("mutational_signatures.tsv", "--draws", "-1"), "--draws"),
    ],
)
def test_what_cannot_be_is_one_message(here: Path, run, arguments, said: str) -> None:
    code, out, error = run("report", *arguments)
    assert (code, out) == (2, "")
    assert said in error
    assert sorted(each.name for each in here.iterdir()) == [
        "mutational_signatures.tsv", "single_cell.tsv",
    ]  # fmt: skip


@pytest.mark.thorough
def test_a_match_of_other_data_is_not_shown_as_that_of_these(here: Path, run) -> None:
    data = "mutational_signatures.tsv"
    assert run("match", data, "--estimator", "moments", "--json", "-o", "match.json")[0] == 0
    assert run("report", data, "--from", "match.json", "--draws", "0", "-o", "same.html")[0] == 0
    code, _, said = run("report", "single_cell.tsv", "--from", "match.json", "-o", "other.html")
    assert code == 2
    assert "96 x 21 with mean 91.2282 of 2,016 entries" in said
    assert not (here / "other.html").exists()
    lines = (here / data).read_text("utf-8").splitlines()
    (here / "altered.tsv").write_text("\n".join([lines[0], lines[2], *lines[2:]]), "utf-8")
    assert run("report", "altered.tsv", "--from", "match.json", "-o", "other.html")[0] == 2
