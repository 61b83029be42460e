"""The checks that keep the house in order run with the tests."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        pytest.param(["mypy"], marks=pytest.mark.thorough),
    ],
    ids=" ".join,
)
def test_the_linters_and_the_type_checker_are_content(command: list[str], checkout: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(folder), "PATH": "", "PYTHONIOENCODING": "utf-8"},
    )


def test_a_floor_imports_only_from_floors_below(checkout: Path) -> None:
    done = lint_imports(checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 kept, 0 broken" in done.stdout


@pytest.mark.thorough
def test_an_import_from_above_is_caught(checkout: Path, tmp_path: Path) -> None:
    copied = ["git", "ls-files", "-co", "--exclude-standard", "symppm", "pyproject.toml"]
    listed = subprocess.run(copied, cwd=checkout, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (checkout / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes((checkout / name).read_bytes())
    room = tmp_path / "symppm" / "families" / "continuous.py"
    room.write_text(room.read_text("utf-8") + "\nfrom symppm import matching\n", "utf-8")
    done = lint_imports(tmp_path)
    assert done.returncode == 1
    assert "symppm.families is not allowed to import symppm.matching" in done.stdout


def test_the_top_of_the_checkout_is_tidy(checkout: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=checkout, capture_output=True, text=True, check=True
    )
    top = {name.split("/")[0] for name in listed.stdout.splitlines()}
    allowed = {
        "pyproject.toml", "README.md", "LICENSE",
        "symppm", "generated", "tests", "derivations", "tools",
    }  # fmt: skip
    assert {name for name in top if not name.startswith(".")} <= allowed


def test_no_notes_to_self_are_left(checkout: Path) -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b|NotImplementedError|pragma: no cover")
    found = [
        f"{path.relative_to(checkout)}: {line.strip()}"
        for folder in ("symppm", "tools", "generated")
        for path in sorted((checkout / folder).rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if marks.search(line)
    ]
    assert not found


def locals_of(tree: ast.AST) -> Iterator[str]:
    """Yield the names of what functions are passed and assign."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.comprehension):
            assigned = ast.walk(node)
            yield from (
                n.id for n in assigned if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            )


def test_locals_are_called_after_what_they_are(checkout: Path) -> None:
    empty = {"asked", "chosen", "each", "found", "kept", "made", "told", "wanted"}
    assert {*locals_of(ast.parse("def f(made): return [each for each in made]"))} == {
        "each",
        "made",
    }
    named = {
        f"{file.relative_to(checkout)}: {name}"
        for file in (checkout / "symppm").rglob("*.py")
        for name in empty.intersection(locals_of(ast.parse(file.read_text("utf-8"))))
    }
    assert not named
