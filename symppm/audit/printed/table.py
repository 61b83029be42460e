"""The table "Parameterization of different distributions", row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import sympy

from symppm.audit.printed.formula import (
    ETA,
    MU,
    SIGMA,
    TABLE_MEAN,
    TABLE_VAR,
    P,
    PrintedFormula,
    Q,
)

_PI = sympy.pi
_WRONG = _PI**2 / 2 * SIGMA**2

_ROWS: Final = (
    ("Gamma", 709, P * Q, "ab", P * Q**2, "ab^2"),
    ("Beta", 711, P / (P + Q), r"\frac{a}{a+b}", P * Q / ((P + Q) ** 2 * (P + Q + 1)),
     r"\frac{ab}{(a+b)^2(a+b+1)}"),
    ("HalfNormal", 713, MU + SIGMA * sympy.sqrt(2 / _PI), r"\mu+\sigma\sqrt{\frac{2}{\pi}}",
     SIGMA**2 * (1 - 2 / _PI), r"\sigma^2(1-\frac{2}{\pi})"),
    ("LogNormal", 715, sympy.exp(MU + SIGMA**2 / 2), r"\exp(\mu+\frac{\sigma^2}{2})",
     (sympy.exp(SIGMA**2) - 1) * sympy.exp(2 * MU + SIGMA**2),
     r"(\exp(\sigma^2)-1)\exp(2\mu+\sigma^2)"),
    ("Gumbel", 718, MU + sympy.EulerGamma * SIGMA, r"\mu+\gamma\sigma", _WRONG,
     r"\frac{\pi^2}{2}\sigma^2"),
    ("Laplace", 721, MU, r"\mu", _WRONG, r"\frac{\pi^2}{2}\sigma^2"),
    ("Normal", 723, MU, r"\mu", SIGMA**2, r"\sigma^2"),
    ("Poisson", 726, ETA, r"\eta", ETA, r"\eta"),
)  # fmt: skip

_OFF: Final = (
    ("Gumbel", "variance of the Gumbel", _WRONG - _PI**2 / 6 * SIGMA**2),
    ("Laplace", "variance of the Laplace", _WRONG - 2 * SIGMA**2),
)


def _table() -> Iterator[PrintedFormula]:
    label = "tab:distributions_params"
    for family, line, mean, mean_latex, variance, variance_latex in _ROWS:
        about = {"family": family}
        yield PrintedFormula(
            f"mean, {family}", label, (line, line), "table", TABLE_MEAN, mean,
            rf"\mathbb{{E}}={mean_latex}", **about,
        )  # fmt: skip
        erratum, off = next(
            ((name, off) for wrong, name, off in _OFF if wrong == family), ("", sympy.S.Zero)
        )
        yield PrintedFormula(
            f"variance, {family}", label, (line, line), "table", TABLE_VAR, variance,
            rf"\mathbb{{V}}={variance_latex}", erratum, off, **about,
        )  # fmt: skip


TABLE: Final = tuple(_table())
