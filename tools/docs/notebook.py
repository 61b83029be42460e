"""Run a notebook, a script in percent format, and write it as a page with what it printed and drew.

``python tools/docs/notebook.py SCRIPT FOLDER`` writes ``FOLDER/NAME.md`` and its figures.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_START = re.compile(r"^# %%(?P<kind> \[markdown\])?.*$", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """One cell: Markdown or Python."""

    markdown: bool
    text: str


def cells(script: str) -> Iterator[Cell]:
    """Yield the cells of a script in percent format; what stands before the first is none."""
    starts = list(_START.finditer(script))
    ends = [*(each.start() for each in starts[1:]), len(script)]
    for start, end in zip(starts, ends, strict=True):
        text = script[start.end() : end].strip("\n")
        if start["kind"]:
            yield Cell(True, re.sub(r"^# ?", "", text, flags=re.MULTILINE))
        elif text.strip():
            yield Cell(False, text)


def page(script: Path, folder: Path) -> str:
    """Run a script cell by cell in the present folder and return its page.

    Parameters
    ----------
    script : Path
        The notebook.
    folder : Path
        Where its figures go, as ``NAME-1.png`` and so on.
    """
    # Figures are files here; no window opens.
    os.environ["MPLBACKEND"] = "Agg"
    import matplotlib.pyplot as plt  # noqa: PLC0415

    names: dict[str, Any] = {"__name__": "__main__"}
    parts: list[str] = []
    figures = 0
    for number, cell in enumerate(cells(script.read_text("utf-8")), 1):
        if cell.markdown:
            parts.append(cell.text)
            continue
        printed = io.StringIO()
        code = compile(cell.text, f"{script.name}, cell {number}", "exec")
        with contextlib.redirect_stdout(printed):
            exec(code, names)  # noqa: S102 - the notebooks of this checkout
        parts.append(f"```python\n{cell.text}\n```")
        if printed.getvalue().strip():
            parts.append(f"```text\n{printed.getvalue().rstrip()}\n```")
        for figure in plt.get_fignums():
            figures += 1
            name = f"{script.stem}-{figures}.png"
            plt.figure(figure).savefig(folder / name, dpi=110, bbox_inches="tight")
            parts.append(f"![Figure {figures}]({name})")
        plt.close("all")
    parts.append(
        f"*This page is `tools/docs/notebooks/{script.name}` as it ran. It is a Python script: run "
        "it, or open its cells in an editor or in Jupyter.*"
    )
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Run one notebook and write its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("script", type=Path)
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    written = page(asked.script, asked.folder)
    (asked.folder / f"{asked.script.stem}.md").write_text(written, "utf-8")


if __name__ == "__main__":
    main()
