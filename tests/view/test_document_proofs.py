"""The page about cross-moments carries what is computed, and what it says holds."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy

from symppm.statistics.cross_moments import THIRD_ORDER
from symppm.statistics.cycle import cycle_weights

PROOF = (Path(__file__).resolve().parents[2] / "derivations" / "cross_moments.md").read_text(
    "utf-8"
)
PATTERNS = ((0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0))


def evaluated(latex: str, **values: object) -> object:
    """Return a polynomial as SymPy prints it: what stands side by side is multiplied."""
    text = re.sub(r"\\left|\\right|,", "", latex)
    text = re.sub(r"\^\{(\d)\}", r"**\1", text)
    text = re.sub(r"(?<=[\dA-Za-z)]) +(?=[A-Za-z(])", "*", text)
    return eval(re.sub(r"^-\s*", "-", text.strip()), dict(values))  # noqa: S307 - a page of ours


def test_formulas_are_marked_as_such_and_closed_and_no_place_is_left_empty() -> None:
    assert PROOF.count("```math\n") * 2 == PROOF.count("```")
    inline = re.sub(r"```math\n.*?\n```", "", PROOF, flags=re.DOTALL)
    assert "$" not in re.sub(r"\$`[^`$\n]+`\$", "", inline)
    assert "{{" not in inline
    for formula in re.findall(r"\$`([^`$]+)`\$", inline):
        assert formula.count("{") == formula.count("}")
    assert "\n\n\n" not in PROOF


def test_the_printed_estimator_is_the_one_that_is_computed() -> None:
    shown = PROOF[PROOF.index(r"\hat {c} &=") :].partition("```")[0]
    terms = re.findall(r"\\Bigl\((-? ?)\\frac\{(.*?)\}\{(.*?)\}\\Bigr\)\\, (S_[A-Z0-9])", shown)
    sums = {"S_4": 3, "S_R": 19, "S_C": 23, "S_S": 101, "S_G": 57}
    assert {symbol for *_, symbol in terms} == set(sums)
    for n, m in ((4, 4), (5, 7), (30, 11)):
        total = Fraction()
        for sign, above, below, symbol in terms:
            value = Fraction(evaluated(above, N=n, M=m), evaluated(below, N=n, M=m))
            total += (-value if sign.strip() else value) * sums[symbol]
        found = cycle_weights(n, m) @ list(sums.values())
        assert float(total) == pytest.approx(found, rel=1e-12)


def test_every_cumulant_has_its_line() -> None:
    for name in THIRD_ORDER:
        entries = ",".join(name.removeprefix("cumulant_").split("_"))
        assert rf"* $`\kappa[{entries}] = m[{entries}]" in PROOF


def brute_transfer(rows: int) -> sympy.Matrix:
    """Add up the products of centring matrices over all rows, own and centred ones."""
    centring = sympy.eye(rows) - sympy.ones(rows, rows) / rows
    found = sympy.zeros(4, 4)
    for (one, summed), (other, moment) in itertools.product(enumerate(PATTERNS), repeat=2):
        own_rows = itertools.permutations(range(rows), max(moment) + 1)
        own = [[each[block] for block in moment] for each in own_rows]
        for centred in itertools.product(range(rows), repeat=max(summed) + 1):
            for taken in own:
                pairs = zip((centred[block] for block in summed), taken, strict=True)
                found[one, other] += sympy.prod([centring[pair] for pair in pairs])
    return found


def test_three_rows_and_fewer_lose_what_the_page_says() -> None:
    part = PROOF[PROOF.index("**Fewer rows or columns.**") :].partition("\n\n")[0]
    ranks = [int(each) for each in re.findall(r"\$`(\d)`\$", part)]
    (weights,) = re.findall(r"T_N \(\\,(.*?)\\,\)'", part)
    direction = sympy.Matrix([int(each) for each in weights.split(",")])
    assert len(ranks) == 3
    for rows, rank in enumerate(ranks, start=1):
        transfer = brute_transfer(rows)
        assert transfer.rank() == rank
        assert transfer * direction == sympy.zeros(4, 1)
    # The cycle has two different pairings, and this does not vanish on them.
    assert direction[2] != 0
    assert brute_transfer(4).rank() == 4


def printed_slope(a: float, c: float) -> np.polynomial.Polynomial:
    """Return the printed quadratic in K."""
    part = PROOF[PROOF.index("a derivative of the sign of") :]
    latex = part.partition("```math\n")[2].partition("\n```")[0]
    found = evaluated(latex, K=np.polynomial.Polynomial([0.0, 1.0]), a=a, c=c)
    assert isinstance(found, np.polynomial.Polynomial)
    return found


@pytest.mark.parametrize(("a", "c"), [(0.1, 0.1), (0.3, 5.0), (2.0, 0.01), (10.0, 10.0)])
def test_no_more_than_two_sizes_solve_the_equation_with_both_shapes_given(
    a: float, c: float
) -> None:
    sizes = np.geomspace(1.0, 1e6, 200_001)
    right = (sizes - 1) / ((sizes * a + 1) * (sizes * c + 1)) ** 2
    low, high = sorted(printed_slope(a, c).roots().real)
    assert low < 0
    assert high > 1
    assert high == pytest.approx(sizes[right.argmax()], rel=2e-4)
    grows = np.diff(right) > 0
    assert grows[sizes[1:] < high].all()
    assert not grows[sizes[:-1] > high].any()


def test_two_sizes_do_solve_it() -> None:
    shape = np.polynomial.Polynomial([1.0, 0.1]) ** 2
    level = 24 / ((25 * 0.1 + 1) ** 2) ** 2
    roots = (level * shape**2 - np.polynomial.Polynomial([-1.0, 1.0])).roots()
    sizes = sorted(float(each.real) for each in roots if abs(each.imag) < 1e-9)
    assert len(sizes) == 2
    assert 1 < sizes[0] < max(printed_slope(0.1, 0.1).roots().real) < sizes[1]
    assert min(abs(each - 25) for each in sizes) < 1e-6
