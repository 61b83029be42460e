"""Generate ``generated/estimators.py``: derived estimators and Algorithm 1 as numba kernels."""

from __future__ import annotations

import functools
from typing import Final

import sympy

from symppm.codegen.files import module_text, template
from symppm.codegen.printer import assignments
from symppm.laws.pairs import (
    ROW_COL,
    PairSums,
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


@functools.lru_cache(maxsize=1)
def estimators_source() -> str:
    """Return the text of ``generated/estimators.py``, the same under any hash seed.

    The formulas are those of :mod:`symppm.laws.pairs`; Algorithm 1 is the paper's.
    """
    axes = ROW_COL
    sums, derived, limits = PairSums(axes), unbiased(axes), pearson_limit(axes)
    none, *singles, everything = patterns(axes)
    first, *others = [(f"pairs_{label(p, axes)}", sums.pair_count(p)) for p in (none, *singles)]
    contrasts = {str(contrast_symbol(p, axes)): v for p, v in derived.contrasts.items()}
    couplings = {
        str(coupling_symbol(p, q, axes)): value for (p, q), value in derived.couplings.items()
    }
    spread = sums.centred_mean_product(everything)
    determinant = sympy.Symbol("determinant", real=True)
    solution = {
        "variance" if p == everything else f"cov_{label(p, axes)}": value / determinant
        for p, value in derived.numerators.items()
    }
    body = template("estimators.py.j2").render(
        power_sums=POWER_SUMS,
        all_sums=POWER_SUMS + CROSSINGS,
        pair_count_lines=assignments(dict([first, *others]), prefix="p"),
        pearson_count_lines=assignments(dict(others), prefix="p"),
        # The determinant is in the symbols just assigned, so it comes after them.
        contrast_lines=assignments(contrasts | couplings)
        + assignments({"determinant": derived.determinant}, prefix="d"),
        solution_lines=assignments(
            {"mean": sums.mean, "mean_square": spread, **solution}, prefix="u"
        ),
        spread_lines=assignments({"spread": spread}, prefix="s"),
        pearson_lines=assignments({f"rho_{label(p, axes)}": v for p, v in limits.items()}),
    )
    title = "Unbiased estimators over all pairs of entries, and Algorithm 1 of the paper."
    return module_text(title, body, {})
