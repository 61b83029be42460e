"""``symppm audit``: verdicts in a table, exit codes, and messages that name the place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from declared_models import SMALL

import symppm.audit.run as audits
from symppm.codegen.files import SHOWN, digest
from symppm.codegen.load import derivations_folder, generated_folder

CHECKS = ("steps", "counting", "families", "generated", "simulation", "independent")
NAME = "pmf_gamma"


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one model's record and code, which the audit takes for what ships."""
    for folder in (derivations_folder(), generated_folder()):
        for path in folder.glob(f"{NAME}.*"):
            if path.is_file():
                shutil.copy(path, tmp_path)
    monkeypatch.setattr(audits, "derivations_folder", lambda: tmp_path)
    monkeypatch.setattr(audits, "generated_folder", lambda: tmp_path)
    return tmp_path


def rehashed(source: str) -> str:
    """Return a module with a hash that fits its body."""
    below = digest(source.partition('"""\n\n')[2])[:SHOWN]
    return re.sub(r"(?<=, body )\w+", below, source, count=1)


def altered(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text("utf-8")
    assert change(text) != text
    path.write_text(change(text), "utf-8")


def rows(page: str) -> list[list[str]]:
    """Return the cells of the table, heads included."""
    return [line.split() for line in page.partition("\n\n")[0].splitlines()]


def test_a_model_passes_with_what_was_covered(symppm) -> None:
    done = symppm("audit", NAME)
    assert (done.exit_code, done.stderr) == (0, "")
    assert rows(done.stdout) == [["Model", *CHECKS], [NAME, *["passed"] * 6]]
    assert re.search(r"^steps: \d+ steps of \d+ derivations$", done.stdout, re.MULTILINE)
    assert re.search(r"^counting: (\d+) of \1 results$", done.stdout, re.MULTILINE)
    assert done.stdout.endswith("\n1 audited, all well: 6 checks passed, 0 failed.\n")


def step(text: str, pattern: str, other: str) -> str:
    """Change the first match within a step."""
    # Solutions, which have steps of their own, stand before the derivations.
    derivations = text.index('"derivations": [')
    head, key, body = text[derivations:].partition(' "steps": [')
    changed = re.sub(pattern, other, body, count=1)
    assert changed != body
    return text[:derivations] + head + key + changed


@pytest.mark.thorough
def test_an_altered_step_is_named(symppm, shipped: Path, strict_json) -> None:
    minus = r'"after":["Mul",["Rational","-1","1"],\1],"cond'
    altered(shipped / f"{NAME}.json", lambda t: step(t, r'"after":(\[.*?\]),"cond', minus))
    done = symppm("audit", NAME, "--no-simulation", columns=100_000)
    assert done.exit_code == 1
    assert rows(done.stdout)[1][:2] == [NAME, "FAILED"]
    assert re.search(rf"^{NAME}, steps: mean: step \d+ \(\w+\): .+", done.stdout, re.MULTILINE)
    assert "1 audited, 1 with failures: " in done.stdout
    document = strict_json(symppm("audit", NAME, "--no-simulation", "--json").stdout)
    assert (document["ok"], document["unusable"]) == (False, [])
    ((steps, *rest),) = [audit["checks"] for audit in document["audits"]]
    assert (steps["name"], steps["status"]) == ("steps", "failed")
    assert steps["failures"]
    assert [check["name"] for check in rest] == list(CHECKS[1:])


def test_a_record_that_cannot_be_rebuilt_fails_with_the_place(symppm, shipped: Path) -> None:
    altered(shipped / f"{NAME}.json", lambda text: step(text, r'\["E",', '["F",'))
    done = symppm("audit", NAME, columns=100_000)
    assert done.exit_code == 1
    assert rows(done.stdout)[1] == [NAME, "FAILED", *["skipped"] * 5]
    assert "steps: derivation 'mean': step 1: the derivation contains 'F' where" in done.stdout


@pytest.mark.thorough
def test_a_check_that_breaks_down_has_confirmed_nothing(
    symppm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(audits, "check_counting", broken)
    done = symppm("audit", NAME, "--no-simulation")
    assert done.exit_code == 1
    assert f"{NAME}, counting: it stopped with ZeroDivisionError: no" in done.stdout


# What cannot be used


@pytest.mark.thorough
def test_one_bad_argument_does_not_hide_the_verdicts_on_the_others(symppm, here: Path) -> None:
    Path("half.json").write_text('{"format": "symppm-derivations", "ver', "utf-8")
    Path("old.json").write_text('{"format": "symppm-derivations", "version": 0}', "utf-8")
    Path("empty.json").write_text('{"format": "symppm-derivations", "version": 1}', "utf-8")
    Path("text.txt").write_text("not JSON", "utf-8")
    Path("other.json").write_text('{"a": [1, 2]}', "utf-8")
    Path("bytes.json").write_bytes(b"\xff\xfe{}")
    with Path("large.json").open("wb") as stream:
        stream.truncate(17_000_000)
    bad = (
        "half.json", "old.json", "empty.json", "text.txt", "other.json", "bytes.json",
        "large.json", "no.json", "pmf_gama",
    )  # fmt: skip
    done = symppm("audit", *bad, NAME, "--no-simulation", "--jobs", 1)
    assert done.exit_code == 2
    assert [row[0] for row in rows(done.stdout)] == ["Model", NAME]
    messages = done.stderr.splitlines()
    for name, message in zip(bad, messages, strict=True):
        assert message.startswith(f"error: {name}: ")
    words = (
        "a file that is not JSON",
        "a derivation file of format version 0; expected version 1. Derive the model again",
        "an object without the field 'model'",
        "a file that is not JSON",
        "expected an expression tree as symppm writes it",
        "a file that is no UTF-8 text",
        "a file of more than 16,000,000 bytes",
        "it cannot be read (No such file or directory)",
        "Did you mean 'pmf_gamma'?",
    )
    for text, message in zip(words, messages, strict=True):
        assert text in message


# Models of one's own


@pytest.mark.thorough
def test_a_model_file_is_run_and_audited(symppm, here: Path) -> None:
    Path("mine.py").write_text(SMALL, "utf-8")
    done = symppm("audit", "mine.py:my_model", "--no-simulation")
    assert done.exit_code == 0, done.stdout + done.stderr
    assert rows(done.stdout)[1] == ["mine", *["passed"] * 4, "skipped", "passed"]
    assert re.search(r"^generated: \d+ values exact", done.stdout, re.MULTILINE)
    assert "weakest evidence: the moments of the families" in done.stdout


@pytest.mark.thorough
def test_the_code_of_a_model_of_ones_own_is_audited_where_it_was_written(
    symppm, here: Path
) -> None:
    Path("mine.py").write_text(SMALL, "utf-8")
    assert symppm("generate", "mine.py:my_model", "-o", "code").exit_code == 0
    command = ("audit", "mine.py:my_model", "--code", "code", "--no-simulation")
    done = symppm(*command)
    assert done.exit_code == 0, done.stdout + done.stderr
    # What nothing computes: formulas in docstrings, meanings, and the document for people.
    page = Path("code/mine.md").read_text("utf-8")
    altered(Path("code/mine.md"), lambda text: text.replace("has rank 2", "has rank 3", 1))
    module = Path("code/mine.py").read_text("utf-8")
    reworded = rehashed(module.replace("    mean = ", "    mean = 2*", 1))
    altered(Path("code/mine.py"), lambda _: reworded)
    done = symppm(*command, columns=1000)
    assert done.exit_code == 1
    places = re.findall(r"mine\.(py|md), line \d+: it is not what is written today", done.stdout)
    assert places == ["py", "md"]
    Path("code/mine.md").write_text(page, "utf-8")
    Path("code/mine.py").write_text(module, "utf-8")
    altered(Path("code/mine.json"), lambda text: text.replace("variance", "Variance", 1))
    altered(Path("code/mine.py"), lambda text: text.replace("mean_value = ", "mean_value = 2*", 1))
    done = symppm(*command, columns=1000)
    assert done.exit_code == 1
    assert "generated: mine.json is not the derivation of what is declared" in done.stdout
    assert re.search(r"mine\.py, line \d+: moments gives mean = ", done.stdout)


@pytest.mark.parametrize("subjects", [(), (NAME,), ("a.py", "b.py")])
def test_code_in_a_folder_is_that_of_one_model_file(subjects: tuple[str, ...], symppm) -> None:
    done = symppm("audit", *subjects, "--code", "code")
    assert done.exit_code == 2
    assert "expected one Python file that declares the model whose code lies there" in done.stderr


@pytest.mark.thorough
def test_processes_keep_the_order_of_the_arguments(symppm) -> None:
    names = ("pmf_prior", "pmf_exponential")  # the second is done first
    done = symppm("audit", *names, "--no-simulation", "--jobs", 2)
    assert done.exit_code == 0, done.stdout
    assert [row[0] for row in rows(done.stdout)] == ["Model", *names]
    assert done.stderr == ""
