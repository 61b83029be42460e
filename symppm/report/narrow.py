"""A derivation as text, on a terminal that is narrower than its lines."""

from __future__ import annotations

import textwrap
from typing import Final

_NARROWEST: Final = 20
_CODE_BEGINS: Final = "import symppm as ppm"
_CODE: Final = ("        ", "    with ")


def narrowed(text: str, width: int) -> str:
    """Return text whose lines are no longer than a terminal is wide, if they can be broken.

    Lines are broken between words and continued further to the right than they begin. Python is
    left as it is: the terminal breaks it where it must, and what is copied still runs.

    Parameters
    ----------
    text : str
        A derivation.
    width : int
        Of the terminal.
    """
    lines: list[str] = []
    code = False
    for line in text.splitlines():
        code = line.strip() == _CODE_BEGINS or (
            code and (not line.strip() or line.startswith(_CODE))
        )
        lines += [line] if code else _broken(line, max(width, _NARROWEST))
    return "\n".join(lines) + "\n"


def _broken(line: str, width: int) -> list[str]:
    words = line.strip()
    if len(set(words)) == 1:
        return [line[:width]]  # a rule under a heading
    margin = line[: len(line) - len(line.lstrip())]
    deeper = margin + "  " if len(margin) + _NARROWEST < width else margin
    return textwrap.wrap(
        words,
        width,
        initial_indent=margin,
        subsequent_indent=deeper,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]
