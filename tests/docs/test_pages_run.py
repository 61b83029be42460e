"""Every page of the site, and the README, does what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "tools" / "docs" / "pages"
NAMES = sorted(path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.md"))
Run = Callable[[Path], list[dict[str, Any]]]
Judge = Callable[[list[dict[str, Any]], str], None]


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_page_runs_and_prints_what_it_shows(name: str, run_page: Run, judged: Judge) -> None:
    judged(run_page(PAGES / name), name)


@pytest.mark.thorough
def test_the_readme_runs_and_prints_what_it_shows(
    run_page: Run, judged: Judge, tmp_path: Path
) -> None:
    given_files(tmp_path)
    judged(run_page(ROOT / "README.md"), "README.md")


def given_files(folder: Path) -> None:
    """Write what the README takes as given: counts of its reader."""
    import numpy as np
    import scipy.sparse

    import symppm as ppm

    truth = {"K": 4, "a": 0.6, "b": 1, "c": 0.5, "d": 0.5}
    counts = ppm.sample("pmf_gamma", truth, shape=(120, 80), random_seed=5)
    np.savetxt(folder / "counts.csv", counts, fmt="%d", delimiter=",")
    scipy.sparse.save_npz(folder / "counts.npz", scipy.sparse.csr_array(counts))
    rows, columns = np.nonzero(counts)
    lines = [f"u{i}\ta{j}\t{counts[i, j]:.0f}" for i, j in zip(rows, columns, strict=True)]
    (folder / "plays.tsv").write_text("\n".join(["user\tartist\tplays", *lines]), "utf-8")


@pytest.mark.thorough
def test_a_page_that_is_wrong_is_caught(run_page: Run, blocks: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n\n"
        "```python\nraise ValueError\n```\n\n"
        "<!-- needs a_library_of_nobody -->\n```python\nimport a_library_of_nobody\n```\n\n"
        "```sh\nsymppm match nothing.csv\n```\n\n"
        "<!-- exit 2 -->\n```sh\nsymppm match nothing.csv\n```\n",
        "utf-8",
    )
    statuses = [each["status"] for each in run_page(page)]
    assert statuses == ["ok", "failed", "failed", "skipped", "failed", "ok"]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nb\nc\n", False),
        ("a\n...\nc\n", "a\nb\nb\nc\n", True),
        ("a\n...\nc\n", "a\nc\n", True),
        ("a\n...\nc\n", "a\nb\n", False),
        ("...\nc\n...\n", "a\nc\nd\n", True),
        ("a*b\n", "aab\n", False),
    ],
)
def test_lines_that_are_left_out_match_any(
    blocks: ModuleType, shown: str, printed: str, same: bool
) -> None:
    assert blocks.agrees(shown, printed) is same


def test_marks_and_commands_are_read(blocks: ModuleType) -> None:
    text = (
        "<!-- exit 3 -->\n```sh\npip install x && .venv/bin/symppm demo \\\n  --json # now\n```\n"
        "<!-- needs torch, pyro -->\n```python\npass\n```\n<!-- my.py -->\n```python\npass\n```\n"
    )
    first, second, third = blocks.blocks(text)
    assert first.exit_code == 3
    assert list(blocks.commands(first.code)) == [["demo", "--json"]]
    assert (second.needs, second.line) == (("torch", "pyro"), 8)
    assert third.file == "my.py"


def test_most_pages_have_something_to_run(blocks: ModuleType) -> None:
    counted = {
        name: sum(
            each.language in blocks.RUN for each in blocks.blocks((PAGES / name).read_text("utf-8"))
        )
        for name in NAMES
    }
    idle = {name for name, number in counted.items() if not number}
    assert idle == {f"reference/{name}.md" for name in ("api_data", "api_models", "changelog")}


def test_there_are_few_pages_and_the_first_sentence_of_each_is_its_purpose() -> None:
    assert len(NAMES) <= 24
    for name in NAMES:
        first = (PAGES / name).read_text("utf-8").split("\n\n")[1]
        assert re.match(r"[A-Za-z][^#`|]{30,}", first), name


def test_accepting_what_is_printed_keeps_the_lines_that_vary(blocks: ModuleType) -> None:
    assert blocks.accepted("a\n...\nb\nc\n", "a\n1\n2\nb\nd\n\n") == "a\n...\nb\nd\n"
    assert blocks.accepted("a\n", "b\nc\n") == "b\nc\n"
