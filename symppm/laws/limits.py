"""What a derivation file may be: the shape of its parts, and how large they may get.

A small tree can stand for a large expression: powers of powers multiply, numbers that are put
together grow, and telling the sign of nested roots takes time that doubles with each. So what is
bounded is not only how many parts there are and how deep, but also the degree that they reach, the
digits in all of them, and how far sums, roots and functions are nested. The bounds are far above
what moments need.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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
        level = [part for each in level if isinstance(each, list) for part in each]
        nodes += len(level)
        if nodes > _MOST_NODES:
            raise too_large(f"an expression of more than {_MOST_NODES} parts")
        if not level:
            break
    else:
        raise too_large(f"an expression of more than {_DEEPEST} levels")
    if _degree(tree) > _LARGEST_DEGREE:
        raise too_large(f"an expression of degree above {_LARGEST_DEGREE}")
    if _digits(tree) > _MOST_DIGITS_IN_ALL:
        raise too_large(f"an expression with more than {_MOST_DIGITS_IN_ALL} digits")
    if _nested(tree, _is_sum) > _DEEPEST_SUMS:
        raise too_large(f"more than {_DEEPEST_SUMS} sums within one another")
    if _nested(tree, _is_irrational) > _DEEPEST_ROOTS:
        raise too_large(f"more than {_DEEPEST_ROOTS} roots and functions within one another")


def _degree(tree: Tree) -> int:
    """Bound the degree: powers of powers multiply, however small each of them looks."""
    if not isinstance(tree, list) or not tree or tree[0] in ("Rational", "Derivative"):
        return 0
    kind, *parts = tree
    degrees = [_degree(part) for part in parts]
    if kind == "Pow":
        exponent = parts[1] if len(parts) == 2 else None
        if not isinstance(exponent, list) or exponent[:1] != ["Rational"] or len(exponent) != 3:
            raise unreadable(tree, "a power whose exponent is a number")
        shown = isinstance(exponent[1], str) and INTEGER.fullmatch(exponent[1])
        return degrees[0] * max(1, abs(int(exponent[1])) if shown else 1)
    if kind == "Add":
        return max(degrees, default=0)
    return sum(degrees) if any(degrees) else 1


def _digits(tree: Tree) -> int:
    """Count digits but the first of each number: numbers that are put together grow to that."""
    if not isinstance(tree, list) or not tree:
        return 0
    if tree[0] == "Rational":
        return sum(len(part) - 1 for part in tree[1:] if isinstance(part, str) and part)
    return sum(map(_digits, tree))


def _nested(tree: Tree, counts: Callable[[list[Tree]], bool]) -> int:
    if not isinstance(tree, list) or not tree:
        return 0
    return counts(tree) + max(_nested(part, counts) for part in tree)


def _is_sum(tree: list[Tree]) -> bool:
    return bool(tree[0] == "AxisSum")


def _is_irrational(tree: list[Tree]) -> bool:
    """Tell a root or a function: telling the sign of nested ones takes time that doubles."""
    if tree[0] == "Pow":
        return len(tree) == 3 and isinstance(tree[2], list) and tree[2][2:] != ["1"]
    return isinstance(tree[0], str) and (tree[0] in FUNCTIONS or tree[0] == "Derivative")


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
