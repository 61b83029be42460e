"""The LaTeX of derivations as MathML, which browsers lay out without scripts and fonts of ours."""

from __future__ import annotations

import re
from html import escape, unescape
from types import MappingProxyType
from typing import Final
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import Converter

_SPELLED: Final = (("aligned}", "align*}"), (r"\mathrm{", r"\operatorname{"), (r"\!", ""))
"""What the library does not read, or reads letter by letter, in words that it reads well."""
_LARGE: Final = ("∑", "∏", "∫")
_TALL: Final = frozenset({"mfrac", "msqrt", "mroot", "mtable"})
_LIMITED: Final = MappingProxyType({"msub": "munder", "msup": "mover", "msubsup": "munderover"})
"""Where limits of sums stand on a line of its own; within a line, browsers put them beside."""
_USED: Final = frozenset({"accent", "class", "displaystyle", "form", "linethickness", "mathvariant",
                          "maxsize", "minsize", "stretchy", "width"})  # fmt: skip
"""Attributes that browsers heed; of the brackets that the library marks, these are enough."""


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
    if any(each == "&" or re.match(r"\\.", each) for each in math.itertext()):
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
    tall = any(each.tag in _TALL or each.text in _LARGE for each in row.iter())
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
