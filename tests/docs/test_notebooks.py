"""The notebooks become pages; test_site.py runs them all as it builds the site."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "tools" / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.py"))


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
