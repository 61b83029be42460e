"""Derivations as HTML: from the Markdown that ships with a model, or that is written anew."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

from symppm.codegen.load import derivations_folder
from symppm.matching.models import title_of
from symppm.view.document import (
    Block,
    for_notebooks,
    latex_document,
    markdown_document,
    notebook_document,
    text_document,
)
from symppm.view.formulas import mathml

if TYPE_CHECKING:
    from symppm.laws import Derivation
    from symppm.matching import Match

_DISPLAY: Final = re.compile(r'<pre><code class="language-math">(.*?)\s*</code></pre>', re.DOTALL)
_INLINE: Final = re.compile(r"\$<code>(.*?)</code>\$", re.DOTALL)
_HEADING: Final = re.compile(r"<h(\d)>(.*?)</h\1>", re.DOTALL)
_PROOF: Final = re.compile(r"<p><em>Proof\.</em>(.*?)∎</p>", re.DOTALL)


@functools.lru_cache(maxsize=1)
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("symppm.view"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(template: str, /, **values: Any) -> str:
    """Return a page of a template."""
    return _templates().get_template(f"{template}.html.j2").render(values)


def written(blocks: Sequence[Block], form: str) -> str:
    """Write a document as text, md, tex, html, ipynb, or Markdown as notebooks show it."""
    return _WRITERS[form](blocks)


def derivation_as(derivation: Derivation, form: str) -> str:
    """Write one derivation in a form."""
    from symppm.view.documents import proof_blocks  # noqa: PLC0415 - loads SymPy

    return written(proof_blocks(derivation), form)


def derivation_of(match: Match) -> str:
    """Return the Markdown of a model's derivation, from the file that ships, or anew."""
    if match.declared is None:
        return (derivations_folder() / f"{match.model}.md").read_text("utf-8")
    from symppm.view.documents import derived, document_markdown  # noqa: PLC0415 - takes seconds

    title = title_of(match.declared)
    made = derived(match.declared.declaration, title)
    return document_markdown(made.derivations, title, made.solutions, made.certificates)


def chapters(markdown: str) -> Markup:
    """Return a derivation as HTML, parts within parts folded, without what is below the title."""
    used = ("heading", "fence", "list", "backticks", "emphasis")
    html = MarkdownIt("zero").enable(used).render(markdown)
    html = _DISPLAY.sub(lambda found: _formula(unescape(found[1])), html)
    html = _INLINE.sub(lambda found: mathml(unescape(found[1])), html)
    html = _PROOF.sub(_folded_proof, html.replace("<p><strong>", '<p class="step"><strong>'))
    # The reader escapes what it writes, and so does that of formulas.
    return Markup("".join(_folded(html)))  # noqa: S704


def page(markdown: str) -> str:
    """Return a derivation as a page of HTML, which loads nothing from anywhere; proofs are open."""
    title = markdown.partition("\n")[0].lstrip("# ")
    folded, opened = '<details class="chapter">', '<details class="chapter" open>'
    parts = str(chapters(markdown)).replace(folded, opened)
    return rendered("derivation", title=title, parts=Markup(parts))  # noqa: S704 - escaped above


def _folded_proof(found: re.Match[str]) -> str:
    body = f"<p>{found[1].strip()}</p>".replace("<p></p>", "").replace("<p>\n</p>", "")
    return f'<details class="chapter">\n<summary>Proof</summary>\n{body}\n</details>'


def _folded(html: str) -> Iterator[str]:
    parts = _HEADING.split(html)[1:]
    opened: list[int] = []
    for depth, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        level = int(depth)
        if level == 1:  # the title, and how the file is made
            continue
        while opened and opened[-1] >= level:
            opened.pop()
            yield "</details>\n"
        if level >= 3:
            opened.append(level)
            yield f'<details class="chapter">\n<summary>{title}</summary>'
        else:
            yield f"<h3>{title}</h3>"
        yield body
    yield "</details>\n" * len(opened)


def _formula(latex: str) -> str:
    from symppm.laws.breaking import width  # noqa: PLC0415 - needs SymPy

    shown = mathml(latex, display=True)
    if not shown.startswith("<math"):
        return shown
    rows = [line.split("&") for line in latex.split(r"\\")]
    # Each column is as wide as its widest cell; a small letter is .55 em wide.
    em = 0.55 * sum(max(map(width, column)) for column in zip_longest(*rows, fillvalue=""))
    return f'<div class="formula" tabindex="0" style="--em:{em:.1f}">{shown}</div>'


_WRITERS: Final[Mapping[str, Callable[[Sequence[Block]], str]]] = MappingProxyType(
    {
        "text": text_document,
        "md": markdown_document,
        "tex": latex_document,
        "html": lambda blocks: page(markdown_document(blocks)),
        "ipynb": notebook_document,
        "notebook": lambda blocks: for_notebooks(markdown_document(blocks)),
    }
)
