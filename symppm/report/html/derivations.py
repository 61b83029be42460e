"""The derivation of a model as parts of a page, from the Markdown that symppm writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from symppm.codegen.load import derivations_folder
from symppm.errors import LedgerError, NotBuiltError, SymPPMError
from symppm.matching.models import title_of
from symppm.report.html.elements import Words
from symppm.report.html.mathml import mathml, width_of
from symppm.report.html.views import Chapter, Derived

if TYPE_CHECKING:
    from symppm.matching import Match
    from symppm.model.declaration import Declaration

_INSIDE: Final = re.compile(r"\$`(.+?)`\$|`([^`]+)`|\*\*(.+?)\*\*")
_HEADING: Final = re.compile(r"(#+) (.*)")


def derived(match: Match) -> Derived:
    """Return the derivation of a match's model, from the file that ships, or anew.

    Parameters
    ----------
    match : Match
        Of a model of the catalogue or a declared one.
    """
    words = [Words(text, tone="note") for text in _remarks(match)]
    try:
        text = _written(match)
    except SymPPMError as error:
        words.append(Words(f"There is no derivation: {error}", tone="warning"))
        return Derived((), tuple(words))
    title = chapters(text)[0]
    return Derived(title.parts, tuple(words))


def _remarks(match: Match) -> Iterator[str]:
    if match.estimator == "cross-moments":
        yield (
            "This answer is from moments of distinct entries. What follows derives the moments up "
            "to order two; that distinct entries determine K and the priors is proved in "
            "derivations/distinct.md, which ships with symppm."
        )
    if match.method == "stochastic":
        yield (
            "This answer is from sampling. What follows derives the moments that have formulas, "
            "where there are any."
        )


def _written(match: Match) -> str:
    """Return the Markdown of a model's derivation."""
    if match.declared is None:
        return (derivations_folder() / f"{match.model}.md").read_text("utf-8")
    return ledger_of(match.declared.declaration, title_of(match.declared))


def ledger_of(declaration: Declaration, title: str) -> str:
    """Derive and solve a declared model, and write that as Markdown.

    Parameters
    ----------
    declaration : Declaration
        The model.
    title : str
        One line that says what it is.

    Raises
    ------
    NotDerivableError, NotBuiltError
        If its moments have no formulas.
    """
    from symppm.codegen.generate import generate, ledger_contents  # noqa: PLC0415 - takes seconds
    from symppm.laws import derive  # noqa: PLC0415 - as above
    from symppm.report.ledger import ledger_markdown  # noqa: PLC0415 - as above

    try:
        made = generate(declaration, title)
    except NotBuiltError:
        # What cannot be solved can still be derived; what cannot be derived complains again.
        found = tuple(derive(declaration, what) for what in ledger_contents(declaration))
        return ledger_markdown(found, title, ())
    return ledger_markdown(made.derivations, title, made.solutions)


def chapters(text: str) -> tuple[Chapter, ...]:
    """Read the Markdown of a ledger.

    Parameters
    ----------
    text : str
        With headings, paragraphs, lists, numbered steps, formulas and Python.
    """
    found: list[Chapter] = []
    for level, title, blocks in _headed(text):
        found.append(Chapter(_inline(title), level, tuple(_written_blocks(blocks)), ()))
    return _nested(found)


def _nested(flat: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """Put chapters of a deeper level into the one before them."""
    nested: list[Chapter] = []
    place = 0
    while place < len(flat):
        first = flat[place]
        end = place + 1
        while end < len(flat) and flat[end].level > first.level:
            end += 1
        nested.append(replace(first, parts=_nested(flat[place + 1 : end])))
        place = end
    return tuple(nested)


def _headed(text: str) -> Iterator[tuple[int, str, list[str]]]:
    level, title, blocks = 0, "", list[str]()
    for block in _blocks(text):
        heading = _HEADING.fullmatch(block)
        if heading is None:
            blocks.append(block)
            continue
        if level:
            yield level, title, blocks
        level, title, blocks = len(heading[1]), heading[2], []
    if level:
        yield level, title, blocks


def _blocks(text: str) -> Iterator[str]:
    """Split at empty lines that are not inside code or a formula."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if not line and not fenced:
            if block:
                yield "\n".join(block)
            block = []
            continue
        block.append(line)
    if block:
        yield "\n".join(block)


def _written_blocks(blocks: Sequence[str]) -> Iterator[Markup]:
    for block in blocks:
        if block.startswith("```math\n"):
            yield _formula(block.removeprefix("```math\n").removesuffix("```").strip())
        elif block.startswith("```"):
            code = block.partition("\n")[2].removesuffix("```").rstrip()
            yield Markup("<pre><code>{}</code></pre>").format(code)
        elif block.startswith("* "):
            entries = (_inline(line.removeprefix("* ")) for line in block.splitlines())
            inside = Markup("").join(Markup("<li>{}</li>").format(each) for each in entries)
            yield Markup("<ul>{}</ul>").format(inside)
        else:
            kind = ' class="step"' if block.startswith("**") else ""
            yield Markup(f"<p{kind}>{{}}</p>").format(_inline(block.replace("\n", " ")))  # noqa: S704


def _formula(latex: str) -> Markup:
    """Return a formula on a line of its own, or its source where it cannot be shown."""
    try:
        shown, width = mathml(latex, display=True), width_of(latex)
    except LedgerError:
        return Markup('<pre class="latex"><code>{}</code></pre>').format(latex)
    opening = Markup('<div class="formula" tabindex="0" style="--em:{}">').format(f"{width:.1f}")
    # The reader of formulas escapes what it writes.
    return opening + Markup(shown) + Markup("</div>")  # noqa: S704


def _inline(text: str) -> Markup:
    parts: list[Markup] = []
    end = 0
    for found in _INSIDE.finditer(text):
        parts.append(escape(text[end : found.start()]))
        end = found.end()
        formula, code, bold = found.groups()
        if formula is not None:
            parts.append(_small(formula))
        elif code is not None:
            parts.append(Markup("<code>{}</code>").format(code))
        else:
            parts.append(Markup("<b>{}</b>").format(bold))
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


def _small(latex: str) -> Markup:
    try:
        return Markup(mathml(latex))  # noqa: S704 - as above
    except LedgerError:
        return Markup('<code class="latex">{}</code>').format(latex)
