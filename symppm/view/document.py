"""Documents as blocks, and the formats in which they are written."""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LINE: Final = 100


@dataclass(frozen=True)
class Inline:
    """A formula inside a sentence."""

    latex: str
    plain: str


@dataclass(frozen=True)
class Code:
    """A name from the program inside a sentence."""

    text: str


Phrase = tuple["str | Inline | Code", ...]


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the title."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """A sentence or more."""

    phrase: Phrase


@dataclass(frozen=True)
class Display:
    """A formula on lines of its own; of LaTeX, rows that are aligned if there are several."""

    latex: str
    plain: str


@dataclass(frozen=True)
class Bullet:
    """An entry of a list."""

    phrase: Phrase


@dataclass(frozen=True)
class Listing:
    """Python source."""

    code: str


Simple = Paragraph | Display | Bullet


@dataclass(frozen=True)
class Theorem:
    """A lemma or a proposition with its proof."""

    kind: str
    number: int
    title: str
    said: tuple[Simple, ...]
    proof: tuple[Simple, ...]


Block = Heading | Simple | Listing | Theorem

_PREAMBLE: Final = r"""\documentclass[10pt,a4paper]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,amssymb,amsthm}
\newtheorem{lemma}{Lemma}
\newtheorem{proposition}{Proposition}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\emergencystretch=3em
"""
_ALIGNED: Final = re.compile(r"\\begin\{aligned\}\n(.*)\n\\end\{aligned\}", re.DOTALL)


def aligned(rows: Sequence[str]) -> str:
    """Return rows of LaTeX one below the other."""
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def plain_phrase(phrase: Phrase) -> str:
    """Write a sentence for a terminal."""
    return "".join(
        part if isinstance(part, str) else part.plain if isinstance(part, Inline) else part.text
        for part in phrase
    )


def markdown_phrase(phrase: Phrase) -> str:
    """Write a sentence as Markdown; formulas in the form that needs no escaping on GitHub."""
    return "".join(
        part
        if isinstance(part, str)
        else f"$`{part.latex}`$"
        if isinstance(part, Inline)
        else f"`{part.text}`"
        for part in phrase
    )


def latex_phrase(phrase: Phrase) -> str:
    """Write a sentence as LaTeX."""
    return "".join(
        _escaped(part)
        if isinstance(part, str)
        else f"${part.latex}$"
        if isinstance(part, Inline)
        else rf"\texttt{{{_escaped(part.text)}}}"
        for part in phrase
    )


def _escaped(text: str) -> str:
    return re.sub(r"([_&%#$])", r"\\\1", text)


# For a terminal


def text_document(blocks: Sequence[Block]) -> str:
    """Write blocks for a terminal."""
    text = _text_block(blocks[0])
    for before, after in itertools.pairwise(blocks):
        near = isinstance(after, Bullet | Display) and isinstance(before, Paragraph | type(after))
        # Between chains of several lines there is room.
        many = isinstance(before, Display) and isinstance(after, Display) and "\n" in after.plain
        near = near and not many
        text += ("\n" if near else "\n\n") + _text_block(after)
    return text + "\n"


def _filled(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, _LINE, initial_indent=first, subsequent_indent=rest, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _text_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}"
        case Paragraph(phrase):
            return _filled(plain_phrase(phrase))
        case Display(_, plain):
            return textwrap.indent(plain, "    ")
        case Listing(code):
            return textwrap.indent(code, "    ")
        case Bullet(phrase):
            return _filled(plain_phrase(phrase), "  * ", "    ")
        case Theorem(kind, number, title, said, proof):
            head = _joined(Paragraph((f"{kind} {number} ({title}).",)), said)
            return text_document([*head, *_joined(Paragraph(("Proof.",)), proof)]).rstrip("\n")


# Markdown


def markdown_document(blocks: Sequence[Block]) -> str:
    """Write blocks as Markdown."""
    text = _markdown_block(blocks[0])
    for before, after in itertools.pairwise(blocks):
        near = isinstance(before, Bullet) and isinstance(after, Bullet)
        text += ("\n" if near else "\n\n") + _markdown_block(after)
    return text + "\n"


def for_notebooks(markdown: str) -> str:
    """Return Markdown whose formulas stand between dollars, as notebooks show them."""
    shown = re.sub(r"```math\n(.*?)\n```", r"$$\n\1\n$$", markdown, flags=re.DOTALL)
    return re.sub(r"\$`(.+?)`\$", r"$\1$", shown)


def notebook_document(blocks: Sequence[Block]) -> str:
    """Write blocks as a Jupyter notebook: a cell for each part; the declaration is one to run."""
    cells: list[dict[str, object]] = []
    part: list[Block] = []

    def close() -> None:
        if part:
            _add_cell(cells, for_notebooks(markdown_document(part)), "markdown")
            part.clear()

    for block in blocks:
        if isinstance(block, Heading | Theorem | Listing):
            close()
        if isinstance(block, Listing):
            _add_cell(cells, block.code, "code")
        else:
            part.append(block)
    close()
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _add_cell(cells: list[dict[str, object]], text: str, kind: str) -> None:
    more: dict[str, object] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    lines = text.rstrip("\n").splitlines(keepends=True)
    head = {"cell_type": kind, "id": f"cell-{len(cells) + 1}", "metadata": {}}
    cells.append({**head, "source": lines, **more})


def _markdown_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(phrase):
            return markdown_phrase(phrase)
        case Display(latex, _):
            return f"```math\n{latex}\n```"
        case Listing(code):
            return f"```python\n{code}\n```"
        case Bullet(phrase):
            return f"* {markdown_phrase(phrase)}"
        case Theorem(kind, number, title, said, proof):
            head = Paragraph(("**", f"{kind} {number}", f"** ({title})."))
            parts = [_joined(head, said), _joined(Paragraph(("*Proof.*",)), proof)]
            end = "\n\n∎" if isinstance(proof[-1], Display) else " ∎"
            return "\n".join(map(markdown_document, parts)).rstrip("\n") + end


def _joined(head: Paragraph, blocks: Sequence[Simple]) -> list[Block]:
    """Put what a theorem says behind its name, on one line where it is a sentence."""
    first, *rest = blocks
    if isinstance(first, Paragraph):
        return [Paragraph((*head.phrase, " ", *first.phrase)), *rest]
    return [head, first, *rest]


# LaTeX


def latex_document(blocks: Sequence[Block]) -> str:
    """Write blocks as a document of the article class."""
    return f"{_PREAMBLE}\\begin{{document}}\n{_latex_blocks(blocks)}\n\\end{{document}}\n"


def _latex_blocks(blocks: Sequence[Block]) -> str:
    lines: list[str] = []
    for listed, group in itertools.groupby(blocks, lambda block: isinstance(block, Bullet)):
        body = [_latex_block(block) for block in group]
        lines += [r"\begin{itemize}", *body, r"\end{itemize}"] if listed else body
    return "\n".join(lines)


def _latex_block(block: Block) -> str:
    match block:
        case Heading(1, text):
            return rf"\begin{{center}}\Large {_escaped(text)}\end{{center}}"
        case Heading(level, text):
            return rf"\{'sub' * (level - 2)}section*{{{_escaped(text)}}}"
        case Paragraph(phrase):
            return latex_phrase(phrase) + "\n"
        case Display(latex, _):
            return _latex_display(latex)
        case Listing(code):
            return f"{{\\footnotesize\n\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}\n}}"
        case Bullet(phrase):
            return rf"\item {latex_phrase(phrase)}"
        case Theorem(kind, _, title, said, proof):
            name = kind.lower()
            claim = f"\\begin{{{name}}}[{_escaped(title)}]\n{_latex_blocks(said)}\n\\end{{{name}}}"
            shown = _latex_blocks(proof).rstrip("\n")
            return f"{claim}\n\\begin{{proof}}\n{shown}\n\\end{{proof}}"


def _latex_display(latex: str) -> str:
    """Let rows that are aligned break across pages, and laws beside them be small."""
    rows = _ALIGNED.fullmatch(latex)
    if rows is None:
        return f"\\begin{{equation*}}\n{latex}\n\\end{{equation*}}"
    small = re.sub(r"&& \\text\{(.*?)\}", r"&& \\text{\\footnotesize \1}", rows[1])
    return f"\\begin{{align*}}\n{small}\n\\end{{align*}}"
