"""What a derivation file may be: the shape of its parts, and how large they may get.

A small tree can stand for a large expression: powers of powers multiply, numbers that are put
together grow, and telling the sign of nested roots takes time that doubles with each. So what is
bounded is not only how many parts there are and how deep, but also the degree that they reach, the
digits in all of them, and how far sums, roots and functions are nested. The bounds are far above
what moments need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.errors import DerivationError
from symppm.families import WeibullShape
from symppm.model.links import Logistic, Softplus

Tree = Any

INTEGER: Final = re.compile(r"-?[0-9]{1,200}")
"""How an integer is written."""

FUNCTIONS: Final[Mapping[str, type[sympy.Function]]] = MappingProxyType(
    {
        "exp": sympy.exp,
        "log": sympy.log,
        "gamma": sympy.gamma,
        "zeta": sympy.zeta,
        "Softplus": Softplus,
        "Logistic": Logistic,
        "WeibullShape": WeibullShape,
    }
)
"""Functions that may be applied, beside derivatives of those that are not specified."""

NUMBERS: Final[Mapping[str, sympy.Expr]] = MappingProxyType(
    {"pi": sympy.pi, "E": sympy.E, "EulerGamma": sympy.EulerGamma}
)
"""Numbers that have a name."""

_DEEPEST: Final = 60
_MOST_NODES: Final = 100_000
_LARGEST_DEGREE: Final = 1000
_DEEPEST_SUMS: Final = 8
_DEEPEST_ROOTS: Final = 5
_MOST_BITS: Final = 13_000
_LONGEST_NAME: Final = 60
_MOST_DIGITS_IN_ALL: Final = 30_000


def check_size(tree: Tree) -> None:
    """Refuse an expression that is too large or too deep, before anything is built."""
    nodes, level = 0, [tree]
    for _ in range(_DEEPEST):
        level = [part for node in level if isinstance(node, list) for part in node]
        nodes += len(level)
        if nodes > _MOST_NODES:
            raise too_large(f"an expression of more than {_MOST_NODES} parts")
        if not level:
            break
    else:
        raise too_large(f"an expression of more than {_DEEPEST} levels")
    degree, digits, sums, roots = _measured(tree)
    if degree > _LARGEST_DEGREE:
        raise too_large(f"an expression of degree above {_LARGEST_DEGREE}")
    if digits > _MOST_DIGITS_IN_ALL:
        raise too_large(f"an expression with more than {_MOST_DIGITS_IN_ALL} digits")
    if sums > _DEEPEST_SUMS:
        raise too_large(f"more than {_DEEPEST_SUMS} sums within one another")
    if roots > _DEEPEST_ROOTS:
        raise too_large(f"more than {_DEEPEST_ROOTS} roots and functions within one another")


def _measured(tree: Tree) -> tuple[int, int, int, int]:
    """Bound the degree, count digits, and tell how deep sums, and roots and functions, are nested.

    Powers of powers multiply, however small each of them looks. The first digit of a number does
    not count: numbers that are put together grow to the rest.
    """
    if not isinstance(tree, list) or not tree:
        return 0, 0, 0, 0
    kind, *parts = tree
    measured = zip((0, 0, 0, 0), *map(_measured, parts), strict=True)
    degrees, digits, sums, roots = map(list, measured)
    degree = sum(degrees) or 1
    is_root = isinstance(kind, str) and (kind in FUNCTIONS or kind == "Derivative")
    if kind == "Rational":
        degree, digits = 0, [len(part) - 1 for part in parts if isinstance(part, str) and part]
    elif kind == "Derivative":
        degree = 0
    elif kind == "Add":
        degree = max(degrees)
    elif kind == "Pow":
        exponent = parts[1] if len(parts) == 2 else None
        if not isinstance(exponent, list) or exponent[:1] != ["Rational"] or len(exponent) != 3:
            raise unreadable(tree, "a power whose exponent is a number")
        shown = isinstance(exponent[1], str) and INTEGER.fullmatch(exponent[1])
        degree = degrees[1] * max(1, abs(int(exponent[1])) if shown else 1)
        is_root = exponent[2:] != ["1"]
    return degree, sum(digits), max(sums) + (kind == "AxisSum"), max(roots) + is_root


def check_numbers(built: sympy.Basic) -> None:
    """Refuse numbers that have grown while SymPy put an expression together."""
    if not isinstance(built, sympy.Expr):
        return
    for part in (built, *built.args):
        number = part.as_coeff_Mul()[0] if isinstance(part, sympy.Expr) else sympy.S.One
        if number.is_Rational and max(abs(number.p), number.q).bit_length() > _MOST_BITS:
            raise too_large("a number of several thousand digits")


def is_name(value: object) -> bool:
    """Tell whether something can be the name of a variable: a short identifier."""
    return isinstance(value, str) and len(value) <= _LONGEST_NAME and value.isidentifier()


def fields(tree: Tree, *required: str, optional: tuple[str, ...] = ()) -> Mapping[str, Tree]:
    """Return an object of a derivation file that has exactly the fields it should have."""
    if not isinstance(tree, dict):
        raise unreadable(tree, "an object with " + ", ".join(required))
    for name in required:
        if name not in tree:
            raise DerivationError(
                f"an object without the field {name!r}",
                expected="the fields " + ", ".join(required),
                do="The file is damaged, or of another version; derive it again.",
            )
    for name in tree:
        if name not in (*required, *optional):
            raise unreadable(name, "no other fields than " + ", ".join((*required, *optional)))
    return tree


def items(tree: Tree, most: int) -> list[Tree]:
    """Return a list of a derivation file that is no longer than it can be."""
    if not isinstance(tree, list):
        raise unreadable(tree, "a list")
    if len(tree) > most:
        raise too_large(f"a list of more than {most}")
    return tree


def unreadable(
    tree: Tree, expected: str = "an expression tree as symppm writes it"
) -> DerivationError:
    """Return the error for a part of a derivation file that symppm does not write."""
    shown = tree[0] if isinstance(tree, list) and tree else tree
    text = shown if isinstance(shown, str) else type(tree).__name__
    return DerivationError(
        f"the derivation contains {text[:60]!r} where it cannot be",
        expected=expected,
        do="The file is damaged, or of another version; derive it again.",
    )


def too_large(what: str) -> DerivationError:
    """Return the error for a part of a derivation file that no derivation needs."""
    return DerivationError(
        what,
        expected="what moments of a model need, which is far less",
        do="The file is damaged, or was not written by symppm.",
    )
