"""The notebooks run as scripts, within a minute each, and become pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "tools" / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.py"))
SECONDS = 60


@pytest.mark.thorough
@pytest.mark.parametrize("script", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_as_a_script(script: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    if "sklearn" in script.read_text("utf-8"):
        pytest.importorskip("sklearn")
    begun = os.times().children_user
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:symppm", str(script)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert os.times().children_user - begun < SECONDS
    assert done.stdout.strip()
    assert list(tmp_path.glob("*.png")), "a notebook has a figure"


def test_there_are_five(notebook: ModuleType) -> None:
    names = [path.stem for path in NOTEBOOKS]
    assert names == ["elicitation", "recommender", "single_cell", "text", "topic_models"]
    for path in NOTEBOOKS:
        found = list(notebook.cells(path.read_text("utf-8")))
        assert found[0].markdown
        assert found[0].text.startswith("# ")
        assert sum(each.markdown for each in found) >= 4


def test_cells_are_told_apart(notebook: ModuleType) -> None:
    script = '"""Before."""\n# %% [markdown]\n# # Title\n#\n# Text\n# %%\nprint(1)\n\n# %%\nx = 2\n'
    found = list(notebook.cells(script))
    assert [each.markdown for each in found] == [True, False, False]
    assert found[0].text == "# Title\n\nText"
    assert found[1].text == "print(1)"


@pytest.mark.thorough
def test_a_page_has_what_was_printed_and_drawn(
    notebook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    script = tmp_path / "small.py"
    script.write_text(
        "# %% [markdown]\n# # Small\n# %%\nimport matplotlib.pyplot as plt\n\n"
        "x = 2\nprint(x)\nplt.subplots()\n# %%\nassert x == 2\n",
        "utf-8",
    )
    text = notebook.page(script, tmp_path)
    assert text.startswith("# Small\n")
    assert "```text\n2\n```" in text
    assert "![Figure 1](small-1.png)" in text
    assert (tmp_path / "small-1.png").stat().st_size > 1000
