"""Documents as blocks, and the formats in which they are written."""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

_LINE: Final = 100


@dataclass(frozen=True)
class Inline:
    """A formula inside a sentence; rows are its LaTeX where it is too wide for one line."""

    latex: str
    plain: str
    rows: tuple[str, ...] = ()


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
\tolerance=9999
\emergencystretch=3em
"""
_ON_GITHUB: Final = ("$`{.latex}`$", "`{}`")
"""Formulas in the form that needs no escaping there."""
_ALIGNED: Final = re.compile(r"\\begin\{aligned\}\n(.*)\n\\end\{aligned\}", re.DOTALL)


def aligned(rows: Sequence[str]) -> str:
    """Return rows of LaTeX one below the other."""
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Break text between words only."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _sentence(
    phrase: Phrase, formula: str, code: str = "{}", escape: Callable[[str], str] = str
) -> str:
    """Write a sentence: its formulas and its names of the program in templates."""
    return "".join(
        formula.format(piece) if isinstance(piece, Inline)
        else code.format(escape(piece.text)) if isinstance(piece, Code)
        else escape(piece)
        for piece in phrase
    )  # fmt: skip


def _below(
    blocks: Sequence[Block], write: Callable[[Block], str], near: Callable[[Block, Block], bool]
) -> str:
    """Write blocks one below the other, a blank line between those that are not near."""
    text = write(blocks[0])
    for before, after in itertools.pairwise(blocks):
        text += ("\n" if near(before, after) else "\n\n") + write(after)
    return text + "\n"


# For a terminal


def text_document(blocks: Sequence[Block]) -> str:
    """Write blocks for a terminal."""

    def near(before: Block, after: Block) -> bool:
        # Between chains of several lines there is room.
        many = isinstance(before, Display) and isinstance(after, Display) and "\n" in after.plain
        close = isinstance(after, Bullet | Display) and isinstance(before, Paragraph | type(after))
        return close and not many

    return _below(blocks, _text_block, near)


def _text_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}"
        case Paragraph(phrase):
            return "\n".join(wrapped(_sentence(phrase, "{.plain}"), _LINE))
        case Display(_, plain):
            return textwrap.indent(plain, "    ")
        case Listing(code):
            return textwrap.indent(code, "    ")
        case Bullet(phrase):
            return "\n".join(wrapped(_sentence(phrase, "{.plain}"), _LINE, "  * ", "    "))
        case Theorem(kind, number, title, claims, proof):
            head = _joined(Paragraph((f"{kind} {number} ({title}).",)), claims)
            return text_document([*head, *_joined(Paragraph(("Proof.",)), proof)]).rstrip("\n")


# Markdown


def markdown_document(blocks: Sequence[Block]) -> str:
    """Write blocks as Markdown."""
    return _below(blocks, _markdown_block, lambda *two: all(isinstance(x, Bullet) for x in two))


def for_notebooks(markdown: str) -> str:
    """Return Markdown whose formulas stand between dollars, as notebooks show them."""
    shown = re.sub(r"```math\n(.*?)\n```", r"$$\n\1\n$$", markdown, flags=re.DOTALL)
    return re.sub(r"\$`(.+?)`\$", r"$\1$", shown)


def notebook_document(blocks: Sequence[Block]) -> str:
    """Write blocks as a Jupyter notebook: a cell for each part; the declaration is one to run."""
    groups: list[list[Block]] = []
    for block in blocks:
        begins = isinstance(block, Heading | Theorem | Listing)
        if begins or not groups or isinstance(groups[-1][0], Listing):
            groups.append([])
        groups[-1].append(block)
    cells = [_cell(group, f"cell-{number}") for number, group in enumerate(groups, 1)]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _cell(group: Sequence[Block], name: str) -> dict[str, object]:
    kind, more = "markdown", dict[str, object]()
    text = for_notebooks(markdown_document(group))
    if isinstance(group[0], Listing):
        kind, text, more = "code", group[0].code, {"execution_count": None, "outputs": []}
    lines = text.rstrip("\n").splitlines(keepends=True)
    return {"cell_type": kind, "id": name, "metadata": {}, "source": lines, **more}


def _markdown_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(phrase):
            return _sentence(phrase, *_ON_GITHUB)
        case Display(latex, _):
            return f"```math\n{latex}\n```"
        case Listing(code):
            return f"```python\n{code}\n```"
        case Bullet(phrase):
            return f"* {_sentence(phrase, *_ON_GITHUB)}"
        case Theorem(kind, number, title, claims, proof):
            head = Paragraph(("**", f"{kind} {number}", f"** ({title})."))
            halves = [_joined(head, claims), _joined(Paragraph(("*Proof.*",)), proof)]
            end = "\n\n∎" if isinstance(proof[-1], Display) else " ∎"
            return "\n".join(map(markdown_document, halves)).rstrip("\n") + end


def _joined(head: Paragraph, blocks: Sequence[Simple]) -> list[Block]:
    """Put what a theorem says behind its name, on one line where it is a sentence."""
    first, *following = blocks
    if isinstance(first, Paragraph):
        return [Paragraph((*head.phrase, " ", *first.phrase)), *following]
    return [head, first, *following]


# LaTeX


def latex_document(blocks: Sequence[Block]) -> str:
    """Write blocks as a document of the article class."""
    return f"{_PREAMBLE}\\begin{{document}}\n{_latex_blocks(blocks)}\n\\end{{document}}\n"


def _escaped(text: str) -> str:
    return re.sub(r"([_&%#$])", r"\\\1", text)


_IN_LATEX: Final = ("${.latex}$", r"\texttt{{{}}}", _escaped)


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
            return _sentence(phrase, *_IN_LATEX) + "\n"
        case Display(latex, _):
            return _latex_display(latex)
        case Listing(code):
            return f"{{\\footnotesize\n\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}\n}}"
        case Bullet(phrase):
            return rf"\item {_sentence(phrase, *_IN_LATEX)}"
        case Theorem(kind, _, title, claims, proof):
            name = kind.lower()
            claim = (
                f"\\begin{{{name}}}[{_escaped(title)}]\n{_latex_blocks(claims)}\n\\end{{{name}}}"
            )
            shown = _latex_blocks(proof).rstrip("\n")
            return f"{claim}\n\\begin{{proof}}\n{shown}\n\\end{{proof}}"


def _latex_display(latex: str) -> str:
    """Let rows that are aligned break across pages, and laws beside them be small."""
    rows = _ALIGNED.fullmatch(latex)
    if rows is None:
        return f"\\begin{{equation*}}\n{latex}\n\\end{{equation*}}"
    small = re.sub(r"&& \\text\{(.*?)\}", r"&& \\text{\\footnotesize \1}", rows[1])
    return f"\\begin{{align*}}\n{small}\n\\end{{align*}}"
