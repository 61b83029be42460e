"""Documents as blocks, and the three formats in which they are written."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

_LINE = 100


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
    """A formula on a line of its own."""

    latex: str
    plain: str


@dataclass(frozen=True)
class Bullet:
    """An entry of a list."""

    phrase: Phrase


@dataclass(frozen=True)
class Numbered:
    """A numbered step: what is done, and the formula."""

    number: int
    phrase: Phrase
    shown: Display


@dataclass(frozen=True)
class Listing:
    """Python source."""

    code: str


Block = Heading | Paragraph | Display | Bullet | Numbered | Listing


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


def text_document(blocks: Sequence[Block]) -> str:
    """Write blocks for a terminal."""
    close = ((Numbered, Numbered), (Bullet, Bullet), (Paragraph, Display), (Display, Display))
    return _joined(blocks, _text_block, close)


def markdown_document(blocks: Sequence[Block]) -> str:
    """Write blocks as Markdown."""
    return _joined(blocks, _markdown_block, ((Bullet, Bullet),))


def for_notebooks(markdown: str) -> str:
    """Return Markdown whose formulas stand between dollars, as notebooks show them."""
    shown = re.sub(r"```math\n(.*?)\n```", r"$$\n\1\n$$", markdown, flags=re.DOTALL)
    return re.sub(r"\$`(.+?)`\$", r"$\1$", shown)


def _joined(
    blocks: Sequence[Block],
    write: Callable[[Block], str],
    close: Sequence[tuple[type[Block], type[Block]]],
) -> str:
    """Put an empty line between blocks, except between kinds that belong close together."""
    text = write(blocks[0])
    for before, after in itertools.pairwise(blocks):
        near = any(isinstance(before, one) and isinstance(after, two) for one, two in close)
        text += ("\n" if near else "\n\n") + write(after)
    return text + "\n"


def _filled(text: str, first: str, rest: str) -> str:
    return textwrap.fill(
        text, _LINE, initial_indent=first, subsequent_indent=rest, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _text_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}"
        case Paragraph(phrase):
            return _filled(plain_phrase(phrase), "", "")
        case Display(_, plain):
            return textwrap.indent(plain, "    ")
        case Listing(code):
            return textwrap.indent(code, "    ")
        case Bullet(phrase):
            return _filled(plain_phrase(phrase), "  * ", "    ")
        case Numbered(number, phrase, shown):
            return _text_step(plain_phrase(phrase), number, shown.plain)


def _text_step(words: str, number: int, plain: str) -> str:
    law = words[0].lower() + words[1:].removesuffix(".")
    line = f"{number:>3}. {plain}"
    if len(line) + len(law) < _LINE - 3:
        return f"{line}   {law}"
    if len(line) > _LINE:
        line = line.replace(" = ", "\n       = ", 1)
    return line + "\n" + _filled(law, " " * 7, " " * 7)


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
        case Numbered(number, phrase, shown):
            return f"**{number}.** {markdown_phrase(phrase)}\n\n{_markdown_block(shown)}"


_LISTS: Mapping[type, str] = MappingProxyType({Numbered: "enumerate", Bullet: "itemize"})
_PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath,amssymb}
\setlength{\textwidth}{6.5in}
\setlength{\textheight}{9in}
\setlength{\oddsidemargin}{0in}
\setlength{\topmargin}{-0.5in}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
"""


def latex_document(blocks: Sequence[Block]) -> str:
    """Write blocks as a document of the article class."""
    lines: list[str] = []
    inside = ""
    for block in blocks:
        wanted = _LISTS.get(type(block), "")
        if wanted != inside:
            lines += [rf"\end{{{inside}}}"] * bool(inside) + [rf"\begin{{{wanted}}}"] * bool(wanted)
            inside = wanted
        lines.append(_latex_block(block))
    lines += [rf"\end{{{inside}}}"] * bool(inside)
    body = "\n".join(lines)
    return f"{_PREAMBLE}\\begin{{document}}\n{body}\n\\end{{document}}\n"


def _latex_block(block: Block) -> str:
    match block:
        case Heading(1, text):
            return rf"\begin{{center}}\Large {_escaped(text)}\end{{center}}"
        case Heading(level, text):
            return rf"\{'sub' * (level - 2)}section*{{{_escaped(text)}}}"
        case Paragraph(phrase):
            return latex_phrase(phrase) + "\n"
        case Display(latex, _):
            return f"\\begin{{equation*}}\n{latex}\n\\end{{equation*}}"
        case Listing(code):
            return f"{{\\small\n\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}\n}}"
        case Bullet(phrase):
            return rf"\item {latex_phrase(phrase)}"
        case Numbered(_, phrase, shown):
            return rf"\item {latex_phrase(phrase)}" + f"\n{_latex_block(shown)}"
