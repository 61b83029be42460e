"""Formulas and paragraphs as GitHub shows them."""

from __future__ import annotations

import re
import textwrap
from typing import Final

_WIDTH: Final = 100
_KEPT: Final = ("|", "#", "*", "1. ", "```")
"""How blocks begin whose lines stay as they are, besides paragraphs that begin in bold."""
_HELD: Final = "\N{NO-BREAK SPACE}"


def as_github(text: str) -> str:
    """Write formulas in GitHub's dialect, and paragraphs with no formula over a line's end.

    Parameters
    ----------
    text : str
        Markdown with formulas between single and double dollars, blocks being separated by empty
        lines.

    Returns
    -------
    str
        The same, one empty line between blocks, and one line end at the end.
    """
    shown = re.sub(r"\$\$\s*(.*?)\s*\$\$", r"\n\n```math\n\1\n```\n\n", text, flags=re.DOTALL)
    shown = re.sub(r"\$([^$`]+)\$", _inline, shown)
    blocks = (each.strip("\n") for each in re.split(r"\n(?:[ ]*\n)+", shown))
    return "\n\n".join(_block(each) for each in blocks if each) + "\n"


def _inline(found: re.Match[str]) -> str:
    """Put a formula on one line: GitHub may not show one that goes over two."""
    return f"$`{_HELD.join(found[1].split())}`$"


def _block(block: str) -> str:
    if block.startswith(_KEPT) and not block.startswith("**"):
        return block.replace(_HELD, " ")
    # Only blanks separate words, so that what is held together stays so.
    wrapped = textwrap.TextWrapper(_WIDTH, break_long_words=False, break_on_hyphens=False)
    return wrapped.fill(block).replace(_HELD, " ")
