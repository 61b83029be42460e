"""The LaTeX of derivations as MathML, which browsers lay out without scripts and fonts of ours.

Only what symppm and SymPy write is read: a formula with anything else is refused, and shown as its
source by whoever asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from html import escape
from typing import Final

from symppm.report.html.latex_symbols import (
    ACCENTS,
    FUNCTIONS,
    IDENTIFIERS,
    LARGE,
    LETTERS,
    OPERATORS,
    RELATIONS,
    SIZES,
    SPACES,
)
from symppm.report.html.pieces import (
    TABLES,
    TIGHT,
    Piece,
    fence,
    letters,
    operator,
    row,
    table_of,
    unread,
)

_TOKEN: Final = re.compile(
    r"\\(?:text|mathrm|operatorname|mathbb|mathcal|begin|end)\s*\{[^{}]*\}"
    r"|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.",
    re.DOTALL,
)
_NAMED: Final = re.compile(r"\\([a-z]+)\s*\{([^{}]*)\}", re.DOTALL)
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_SCRIPT: Final = 0.71


def mathml(latex: str, *, display: bool = False) -> str:
    """Return a formula as a ``math`` element.

    Parameters
    ----------
    latex : str
        As symppm writes it.
    display : bool
        Whether it stands on a line of its own.

    Raises
    ------
    LedgerError
        If something in it is not read.
    """
    shown = _shown(latex, display)
    way = ' display="block"' if display else ""
    return f"<math{way}>{shown.markup}</math>"


def width_of(latex: str) -> float:
    """Return about how wide a formula on a line of its own is, in em.

    Parameters
    ----------
    latex : str
        As symppm writes it.

    Raises
    ------
    LedgerError
        If something in it is not read.
    """
    return _shown(latex, True).width


def _shown(latex: str, display: bool) -> Piece:
    tokens = [each for each in _TOKEN.findall(latex) if not each.isspace()]
    reader = _Reader(tokens, display)
    whole = row(reader.pieces(()))
    if reader.place < len(tokens):
        raise unread(tokens[reader.place])
    return whole


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: Sequence[str], display: bool) -> None:
        self.tokens = tokens
        self.display = display
        self.place = 0
        self.level = 0

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def next(self) -> str:
        part = self.peek()
        if not part:
            raise unread("the end")
        self.place += 1
        return part

    def expect(self, part: str) -> None:
        if self.next() != part:
            raise unread(self.tokens[self.place - 1])

    def pieces(self, stops: Collection[str]) -> list[Piece]:
        """Read until one of the tokens, which stays."""
        found: list[Piece] = []
        while (part := self.peek()) and part not in stops and not part.startswith(r"\end"):
            if part in ("}", "&", r"\\", r"\right"):
                break
            found.append(self.scripted(found[-1].kind if found else "open"))
        return found

    def scripted(self, before: str) -> Piece:
        """Read something with what stands below and above it."""
        base = self.atom(before)
        below: Piece | None = None
        above: list[Piece] = []
        while (part := self.peek()) in ("_", "^", "'"):
            self.place += 1
            if part == "_":
                below = self.small()
            else:
                above.append(Piece("<mo>′</mo>", 0.3) if part == "'" else self.small())
        if below is None and not above:
            return base
        over = "munder", "mover", "munderover"
        tags = over if base.kind == "large" and self.display else ("msub", "msup", "msubsup")
        scripts = [each for each in (below, row(above) if above else None) if each is not None]
        tag = tags[2] if len(scripts) == 2 else tags[1] if below is None else tags[0]
        inside = (base.markup or "<mrow></mrow>") + "".join(each.markup for each in scripts)
        widest = max(each.width for each in scripts) * _SCRIPT
        stacked = tag in over
        width = max(base.width, widest) if stacked else base.width + widest
        kind = "open" if stacked else "ordinary"
        return Piece(f"<{tag}>{inside}</{tag}>", width, kind, stacked or base.tall)

    def small(self) -> Piece:
        """Read a script: a group, or one part."""
        self.level += 1
        try:
            return self.group()
        finally:
            self.level -= 1

    def group(self) -> Piece:
        """Read what is in braces, or one part without."""
        if self.peek() != "{":
            return self.atom("open")
        self.expect("{")
        inside = row(self.pieces(("}",)))
        self.expect("}")
        return inside

    def atom(self, before: str) -> Piece:
        part = self.next()
        named = _NAMED.fullmatch(part)
        if named:
            return self.named(named[1], named[2])
        if part == "{":
            self.place -= 1
            return self.group()
        if part[0] == "\\":
            return self.command(part, before)
        return self.character(part, before)

    def character(self, part: str, before: str) -> Piece:
        if part[0].isdigit():
            return Piece(f"<mn>{part}</mn>", 0.5 * len(part))
        if part.isalpha():
            return Piece(f"<mi>{part}</mi>", 0.56)
        if part in "+-":
            sign = "−" if part == "-" else part
            alone = before in ("operator", "open", "large")
            return operator(sign, "prefix" if alone else "infix", 0.8 if alone else 1.2)
        if part in "=<>":
            return operator(part, "infix", 1.35)
        if part in _OPENING or part in _CLOSING:
            form = "prefix" if part in _OPENING else "postfix"
            kind = "open" if part in _OPENING else "ordinary"
            return operator(part, form, 0.42, kind, f' stretchy="false"{TIGHT}')
        if part in ",;:":
            more = ' lspace="0" rspace="0.22em"' if not self.level else ' lspace="0" rspace="0.1em"'
            return operator(part, "infix", 0.5, "operator", more)
        if part in ".!|/*":
            return operator(part, "infix", 0.4, "operator", TIGHT)
        raise unread(part)

    def named(self, command: str, text: str) -> Piece:
        if command == "begin":
            return self.table(text)
        if command == "text":
            return Piece(f"<mtext>{escape(text)}</mtext>", 0.5 * len(text))
        if command == "operatorname":
            return letters(text, True)
        if command == "mathrm":
            words = text.replace(r"\_", "_").replace(r"\ ", " ")
            return letters(words, True)
        if command in LETTERS and len(text) == 1 and text in LETTERS[command]:
            return Piece(f"<mi>{LETTERS[command][text]}</mi>", 0.75)
        raise unread(rf"\{command}{{{text}}}")

    def command(self, part: str, before: str) -> Piece:
        name = part[1:]
        readers: dict[str, Callable[[], Piece]] = {
            "frac": self.fraction,
            "sqrt": self.root,
            "left": self.between,
            "overset": self.overset,
            "binom": self.binomial,
        }
        if name in readers:
            return readers[name]()
        if name in SPACES:
            size = SPACES[name]
            shown = f'<mspace width="{size}em"></mspace>' if size > 0 else ""
            return Piece(shown, max(size, 0.0), before if before == "open" else "ordinary")
        if name in SIZES:
            return self.sized(name)
        if name in ACCENTS:
            base = self.group()
            mark = f'<mo stretchy="false">{ACCENTS[name]}</mo>'
            tag = "munder" if name == "underline" else "mover"
            return Piece(f'<{tag} accent="true">{base.markup}{mark}</{tag}>', base.width)
        return self.symbol(name, before)

    def symbol(self, name: str, before: str) -> Piece:
        if name == "cdot" and (self.level or before == "open"):
            return Piece('<mi mathvariant="normal">·</mi>', 0.3)
        if name in IDENTIFIERS:
            return Piece(f"<mi>{IDENTIFIERS[name]}</mi>", 0.6)
        if name in FUNCTIONS:
            return letters(name, True)
        if name in LARGE:
            return Piece(f'<mo form="prefix" largeop="true">{LARGE[name]}</mo>', 1.6, "large", True)
        if name in RELATIONS:
            return operator(RELATIONS[name], "infix", 1.4)
        if name in OPERATORS:
            return operator(OPERATORS[name], "infix", 1.1)
        if name in ("{", "}"):
            return self.character(name, before)
        if name in ("_", "%", "#", "$"):
            return Piece(f"<mi>{name}</mi>", 0.5)
        raise unread(rf"\{name}")

    def fraction(self) -> Piece:
        above, below = self.group(), self.group()
        size = 1.0 if self.display and not self.level else _SCRIPT
        width = max(above.width, below.width) * size + 0.25
        return Piece(f"<mfrac>{above.markup}{below.markup}</mfrac>", width, tall=True)

    def binomial(self) -> Piece:
        above, below = self.group(), self.group()
        inside = f'<mfrac linethickness="0">{above.markup}{below.markup}</mfrac>'
        middle = Piece(inside, max(above.width, below.width), tall=True)
        return row((fence("(", "prefix"), middle, fence(")", "postfix")))

    def root(self) -> Piece:
        degree: Piece | None = None
        if self.peek() == "[":
            self.expect("[")
            degree = row(self.pieces(("]",)))
            self.expect("]")
        inside = self.group()
        if degree is None:
            return Piece(f"<msqrt>{inside.markup}</msqrt>", inside.width + 0.9, tall=inside.tall)
        shown = f"<mroot>{inside.markup}{degree.markup}</mroot>"
        return Piece(shown, inside.width + 1.1, tall=inside.tall)

    def overset(self) -> Piece:
        above, base = self.group(), self.group()
        return Piece(f"<mover>{base.markup}{above.markup}</mover>", base.width, "operator")

    def between(self) -> Piece:
        opening = self.delimiter()
        inside = self.pieces((r"\right",))
        self.expect(r"\right")
        closing = self.delimiter()
        grows = any(each.tall for each in inside)
        before, after = fence(opening, "prefix", grows), fence(closing, "postfix", grows)
        return row((before, *inside, after))

    def delimiter(self) -> str:
        part = self.next().removeprefix("\\")
        if part == ".":
            return ""
        if part in ("(", ")", "[", "]", "{", "}", "|"):
            return part
        raise unread(rf"\left{part}")

    def sized(self, name: str) -> Piece:
        """Read a bracket whose size is given, since its partner may stand on another line."""
        part = self.delimiter()
        form = "prefix" if name.endswith("l") else "postfix"
        size = f"{SIZES[name]}em"
        more = f' stretchy="true" symmetric="true" minsize="{size}" maxsize="{size}"{TIGHT}'
        kind = "open" if form == "prefix" else "ordinary"
        return operator(part, form, 0.6, kind, more)

    def table(self, name: str) -> Piece:
        if name not in TABLES:
            raise unread(rf"\begin{{{name}}}")
        rows: list[list[Piece]] = [[]]
        while True:
            rows[-1].append(row(self.pieces(())))
            part = self.next()
            if part == r"\\":
                rows.append([])
            elif part != "&":
                break
        if not part.startswith(r"\end"):
            raise unread(part)
        return table_of(name, rows)
