"""Generate ``generated/cycles.py``: cumulants of distinct entries as numba kernels."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

import sympy

from symppm.codegen.files import module_text
from symppm.codegen.printer import assignments
from symppm.codegen.rendering import template
from symppm.laws.coincidences import (
    CYCLE,
    M,
    N,
    Pattern,
    connected,
    cumulant,
    distinct,
    name,
    patterns,
    uncentred,
)

FOURTH: Final = 4
THIRD: Final = 3


def _symbol(kind: str, pattern: Pattern) -> sympy.Symbol:
    return sympy.Symbol(f"{kind}_{name(pattern)}", real=True)


def _cycle_lines() -> list[str]:
    derived = uncentred(FOURTH)
    sizes = {N: sympy.Symbol("n_rows", real=True), M: sympy.Symbol("n_columns", real=True)}
    value = sympy.Add(
        *(
            derived.estimators[CYCLE, summed].xreplace(sizes) * _symbol("sum", summed)
            for summed in derived.patterns
        )
    )
    return assignments({"cycle_cumulant": value}, prefix="c")


def _distinct_lines(power: str, result: str) -> list[str]:
    outputs = {
        f"{result}_{name(pattern)}": sympy.Add(
            *(count * _symbol(power, other) for other, count in distinct(pattern).items())
        )
        for pattern in patterns(THIRD)
    }
    return assignments(outputs, prefix=power[0])


def third_order() -> tuple[Pattern, ...]:
    """Return the patterns of three entries that hang together, by how much they share."""
    kept = [each for each in patterns(THIRD) if connected(each)]
    return tuple(sorted(kept, key=lambda each: (_indices(each), each)))


def _indices(pattern: Pattern) -> tuple[int, int]:
    """Return how many different entries there are, and how many rows or columns at most."""
    entries = len(set(zip(*pattern, strict=True)))
    return entries, -max(*pattern[0], *pattern[1])


def _cumulant_lines() -> list[str]:
    outputs = {
        f"cumulant_{name(pattern)}": sympy.Add(
            *(count * _symbol("moment", other) for other, count in cumulant(pattern).items())
        )
        for pattern in third_order()
    }
    return assignments(outputs, prefix="k")


def _listed(form: str, names: Iterable[object]) -> str:
    return ", ".join(form.format(each) for each in names)


@functools.lru_cache(maxsize=1)
def cycles_source() -> str:
    """Return the text of ``generated/cycles.py``, the same under any hash seed.

    The formulas are those of :mod:`symppm.laws.coincidences`.
    """
    invariants = [name(each) for each in uncentred(FOURTH).patterns]
    powers = [name(each) for each in patterns(THIRD)]
    cumulants = [name(each) for each in third_order()]
    body = template("cycles.py.j2", trim=True).render(
        invariants=invariants,
        invariant_sums=_listed("sum_{}", invariants),
        invariant_columns=_listed("sums[n, {}]", range(len(invariants))),
        cycle_lines=_cycle_lines(),
        powers=powers,
        power_sums=_listed("sum_{}", powers),
        power_counts=_listed("count_{}", powers),
        sum_columns=_listed("sums[n, {}]", range(len(powers))),
        count_columns=_listed("counts[n, {}]", range(len(powers))),
        count_lines=_distinct_lines("count", "tuples"),
        sum_lines=_distinct_lines("sum", "distinct"),
        cumulant_lines=_cumulant_lines(),
        cumulants=cumulants,
        results=_listed("cumulant_{}", cumulants),
        result_columns=_listed("out[n, {}]", range(len(cumulants))),
    )
    return module_text("Unbiased estimators of cumulants of distinct entries.", body, {})
