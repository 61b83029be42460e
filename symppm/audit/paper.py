"""Check derived moments against the formulas that the paper prints."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from symppm.audit.check import Check, judged
from symppm.audit.printed import PRINTED, PrintedFormula
from symppm.audit.printed.same import Comparison
from symppm.audit.printed.structure import Reading, readings
from symppm.laws.derivation import Derivation

_NAME = "paper"


def check_paper(
    derivations: Sequence[Derivation], printed: Sequence[PrintedFormula] = PRINTED
) -> Check:
    """Insert what was derived for a model into every printed formula that is about such a model.

    A formula must hold as printed. One that is a known erratum must be off by exactly what is on
    record, no more and no less.
    """
    moments = {each.name: each.result for each in derivations}
    failures: list[str] = []
    used: dict[PrintedFormula, None] = {}
    for reading in readings(derivations[0].declaration, moments):
        comparison = Comparison(reading.values, reading.lemmas)
        judgements: dict[tuple[sympy.Expr, sympy.Expr], bool] = {}
        for formula in printed:
            if not _applies(formula, reading):
                continue
            sides = (formula.left, formula.right - formula.off)
            if sides not in judgements:
                judgements[sides] = comparison.same(*sides)
            if formula.erratum and comparison.same(formula.left, formula.right):
                failures.append(f"{_named(formula)} is on record as an erratum, but it is right")
            elif not judgements[sides]:
                failures.append(_failure(formula, reading))
            used[formula] = None
    if not used:
        return Check(_NAME, "skipped", "the paper prints no formula for such a model")
    wrong = sum(bool(formula.erratum) for formula in used)
    known = f", {wrong} known errata" if wrong > 1 else ", 1 known erratum" if wrong else ""
    right = len(used) - wrong
    formulas = "1 printed formula" if right == 1 else f"{right} printed formulas"
    return judged(_NAME, formulas + known, tuple(failures))


def _applies(formula: PrintedFormula, reading: Reading) -> bool:
    if formula.applies not in reading.applies or formula.family != reading.family:
        return False
    symbols = formula.left.free_symbols | formula.right.free_symbols
    return bool(symbols <= set(reading.values))


def _named(formula: PrintedFormula) -> str:
    return f"{formula.place}: the formula for {formula.name}"


def _failure(formula: PrintedFormula, reading: Reading) -> str:
    values = dict(reading.values)
    printed, derived = (side.xreplace(values) for side in (formula.right, formula.left))
    expected = "differs from" if not formula.erratum else "is a known erratum, but not this far off"
    return f"{_named(formula)} {expected} what is derived: printed {printed}, derived {derived}"
