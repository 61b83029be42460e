"""Python code for other libraries: numbers, calls, and the function that fits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

DIGITS = 10
RETURNS = '"""Return the fitted model, theta (rows x K) and beta (columns x K)."""'


def rounded(value: float) -> float:
    """Return a number as it is written: ten significant digits.

    Parameters
    ----------
    value : float
        Any finite number.
    """
    return float(f"{value:.{DIGITS}g}")


def call(name: str, arguments: Mapping[str, Any], indent: str = "") -> str:
    """Return a call with one keyword argument a line.

    Parameters
    ----------
    name : str
        What is called.
    arguments : mapping
        By keyword; text stands for an expression where it is :class:`Expression`.
    indent : str
        In front of all lines but the first.
    """
    lines = [f"{indent}    {key}={literal(value)}," for key, value in arguments.items()]
    return "\n".join([f"{name}(", *lines, f"{indent})"])


def literal(value: Any) -> str:
    """Return a value as Python text, strings in double quotes.

    Parameters
    ----------
    value : object
        A number, a string, or an :class:`Expression`.
    """
    if isinstance(value, str) and not isinstance(value, Expression):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


class Expression(str):
    """Text that is code, not a string of the code."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def fitting(imports: Sequence[str], body: Sequence[str]) -> str:
    """Return code that defines ``fit``.

    Parameters
    ----------
    imports : sequence of str
        Lines in front.
    body : sequence of str
        Lines of the function, which takes ``counts``, a matrix of NumPy or SciPy.
    """
    inside = "\n".join(line for each in body for line in each.splitlines())
    indented = "\n".join(f"    {line}" if line else "" for line in inside.splitlines())
    return "\n".join([*imports, "", "", "def fit(counts):", f"    {RETURNS}", indented, ""])
