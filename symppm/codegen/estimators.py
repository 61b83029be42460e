"""Generate ``generated/estimators.py``: derived estimators and Algorithm 1 as numba kernels."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

import sympy

from symppm.codegen.files import module_text, template
from symppm.codegen.printer import assignments
from symppm.laws.pairs import (
    ROW_COL,
    PairSums,
    Pattern,
    Unbiased,
    contrast_symbol,
    coupling_symbol,
    label,
    patterns,
    pearson_limit,
    unbiased,
)

POWER_SUMS: Final = (
    "count",
    "count_row",
    "count_col",
    "total",
    "weighted_row",
    "weighted_col",
    "power_row",
    "power_col",
    "power_row_col",
)
CROSSINGS: Final = ("cross_row_row", "cross_row_col", "cross_col_col")


def _pair_count_lines(sums: PairSums, counted: Iterable[Pattern]) -> list[str]:
    counts = {f"pairs_{label(p, sums.axes)}": sums.pair_count(p) for p in counted}
    return assignments(counts, prefix="p")


def _contrast_lines(sums: PairSums, derived: Unbiased) -> list[str]:
    outputs: dict[str, sympy.Expr] = {
        str(contrast_symbol(p, sums.axes)): value for p, value in derived.contrasts.items()
    }
    for (p, q), value in derived.couplings.items():
        outputs[str(coupling_symbol(p, q, sums.axes))] = value
    # The determinant is in the symbols just assigned, so it comes after them.
    return assignments(outputs) + assignments({"determinant": derived.determinant}, prefix="d")


def _solution_lines(sums: PairSums, derived: Unbiased) -> list[str]:
    determinant = sympy.Symbol("determinant", real=True)

    def name(pattern: Pattern) -> str:
        return "variance" if pattern == sums.everything else f"cov_{label(pattern, sums.axes)}"

    outputs = {"mean": sums.mean, "mean_square": sums.centred_mean_product(sums.everything)}
    outputs |= {name(p): value / determinant for p, value in derived.numerators.items()}
    return assignments(outputs, prefix="u")


def _pearson_lines(sums: PairSums) -> list[str]:
    limits = pearson_limit(sums.axes)
    return assignments({f"rho_{label(p, sums.axes)}": limits[p] for p in limits})


@functools.lru_cache(maxsize=1)
def estimators_source() -> str:
    """Return the text of ``generated/estimators.py``, the same under any hash seed.

    The formulas are those of :mod:`symppm.laws.pairs`; Algorithm 1 is the paper's.
    """
    axes = ROW_COL
    sums = PairSums(axes)
    derived = unbiased(axes)
    none, *singles, _ = patterns(axes)
    body = template("estimators.py.j2").render(
        power_sums=POWER_SUMS,
        all_sums=POWER_SUMS + CROSSINGS,
        pair_count_lines=_pair_count_lines(sums, [none, *singles]),
        pearson_count_lines=_pair_count_lines(sums, singles),
        contrast_lines=_contrast_lines(sums, derived),
        solution_lines=_solution_lines(sums, derived),
        spread_lines=assignments(
            {"spread": sums.centred_mean_product(sums.everything)}, prefix="s"
        ),
        pearson_lines=_pearson_lines(sums),
    )
    title = "Unbiased estimators over all pairs of entries, and Algorithm 1 of the paper."
    return module_text(title, body, {})
