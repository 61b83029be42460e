"""Derivations as HTML, from the Markdown that ships with a model, or that is written anew.

Formulas are MathML, which browsers lay out without scripts and fonts of ours.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import Element, tostring

import jinja2
from latex2mathml.converter import Converter
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

if TYPE_CHECKING:
    from symppm.laws import Derivation
    from symppm.matching import Match

_SPELLED: Final = (("aligned}", "align*}"), (r"\mathrm{", r"\operatorname{"), (r"\!", ""))
"""What the library does not read, or reads letter by letter, in words that it reads well."""
_LARGE: Final = ("∑", "∏", "∫")
_TALL: Final = frozenset({"mfrac", "msqrt", "mroot", "mtable"})
_LIMITED: Final = MappingProxyType({"msub": "munder", "msup": "mover", "msubsup": "munderover"})
"""Where limits of sums stand on a line of its own; within a line, browsers put them beside."""
_USED: Final = frozenset({"accent", "class", "displaystyle", "form", "linethickness", "mathvariant",
                          "maxsize", "minsize", "stretchy", "width"})  # fmt: skip
"""Attributes that browsers heed; of the brackets that the library marks, these are enough."""
_PAGE: Final = 50.0  # widths of a letter m
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
    derivation = derived(match.declared.declaration, title)
    return document_markdown(derivation.derivations, title, derivation.solutions)


def chapters(markdown: str) -> Markup:
    """Return a derivation as HTML, parts within parts folded, without what is below the title."""
    used = ("heading", "fence", "list", "backticks", "emphasis")
    html = MarkdownIt("zero").enable(used).render(markdown)
    html = _DISPLAY.sub(lambda m: _formula(unescape(m[1])), html)
    html = _INLINE.sub(lambda m: mathml(unescape(m[1])), html)
    html = _PROOF.sub(_folded_proof, html.replace("<p><strong>", '<p class="step"><strong>'))
    # The reader escapes what it writes, and so does that of formulas.
    return Markup("".join(_folded(html)))  # noqa: S704


def page(markdown: str) -> str:
    """Return a derivation as a page of HTML, which loads nothing from anywhere; proofs are open."""
    title = markdown.partition("\n")[0].lstrip("# ")
    folded, opened = '<details class="chapter">', '<details class="chapter" open>'
    parts = str(chapters(markdown)).replace(folded, opened)
    return rendered("derivation", title=title, parts=Markup(parts))  # noqa: S704 - escaped above


def _folded_proof(m: re.Match[str]) -> str:
    body = f"<p>{m[1].strip()}</p>".replace("<p></p>", "").replace("<p>\n</p>", "")
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
    # Those wider than a page are sums without a break, whose signs and capitals take more.
    em += max(0.0, em - _PAGE) / 2
    return f'<div class="formula" tabindex="0" style="--em:{em:.1f}">{shown}</div>'


# Formulas


def mathml(latex: str, *, display: bool = False) -> str:
    """Return a formula as a ``math`` element, on a line of its own or within one.

    Of what cannot be read, this is the source.
    """
    shape, source = "block" if display else "inline", latex
    for ours, theirs in _SPELLED:
        source = source.replace(ours, theirs)
    unread = f'<code class="latex">{escape(latex)}</code>'
    if display:
        unread = f'<pre class="latex"><code>{escape(latex)}</code></pre>'
    try:
        math = Converter(display=shape).convert_to_element(source)
    except Exception:  # the library has a dozen classes of its own without a base
        return unread
    for element in math.iter():
        text = element.text = unescape(element.text or "").replace("~", "∼")
        if element.tag == "mo" and (text.isalpha() or "[" in text[1:]):  # a name such as Cov
            element.tag = "mi"
            element.attrib = {"mathvariant": "normal"} if len(text) == 1 else {}
        elif text == "∼":
            element.tag = "mo"
    if any(text == "&" or re.match(r"\\.", text) for text in math.itertext()):
        return unread
    _tidy(math, in_script=False)
    if display:
        math.set("display", "block")
    return tostring(math, encoding="unicode", short_empty_elements=False)


def _tidy(element: Element, in_script: bool) -> None:
    """Put right what browsers would show wrong, and leave out what they do not need."""
    if len(element) == 1 and element[0].tag == "mrow" and element.tag in ("math", "mrow"):
        element[:] = element[0][:]
    if element.text == "·" and in_script:  # stands for an index
        element.tag = "mi"
    elif element.tag in _LIMITED and element[0].text in _LARGE:
        element.tag = _LIMITED[element.tag]
    elif element.tag == "mtable":
        aligned = "columnspacing" in element.attrib
        left = any(cell.get("columnalign") == "left" for cell in element.iter("mtd"))
        element.attrib = {"class": "cases" if left else "matrix"}
        if aligned:
            element.attrib = {"class": "aligned", "displaystyle": "true"}
    _tidy_operators(element)
    for place, child in enumerate(element):
        scripts = element.tag in ("msub", "msup", "msubsup") and place > 0
        _tidy(child, in_script or scripts)
        if child.tag == "mrow" and len(child) == 1:
            element[place] = child[0]
    element.attrib = {name: text for name, text in element.items() if name in _USED}


def _tidy_operators(row: Element) -> None:
    """Let brackets grow only about what is tall, and signs bind to what stands behind them."""
    tall = any(node.tag in _TALL or node.text in _LARGE for node in row.iter())
    before = ""
    for child in row:
        text = child.text or ""
        if "fence" in child.attrib and "minsize" not in child.attrib:
            child.attrib = {"form": child.get("form", "")} if text == "|" else {}
            if not tall:
                child.set("stretchy", "false")
        elif text in ("+", "−") and before == "mo":
            child.set("form", "prefix")
        # After a bracket that closes, a sign is between two numbers.
        before = "" if text and text in ")]}|" else child.tag


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
