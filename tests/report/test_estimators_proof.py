"""The page that derives the estimators carries the formulas that are computed."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import pytest
import sympy

from symppm.report.estimators_proof import estimator_markdown
from symppm.statistics.cycle import cycle_weights
from symppm.statistics.third_order import THIRD_ORDER


@pytest.fixture(scope="module")
def page() -> str:
    return estimator_markdown()


def test_all_formulas_are_marked_as_such_and_closed(page: str) -> None:
    assert page.count("```math\n") * 2 == page.count("```")
    inline = re.sub(r"```math\n.*?\n```", "", page, flags=re.DOTALL)
    assert "$" not in re.sub(r"\$`[^`$]+`\$", "", inline)
    assert not re.search(r"\{[a-z]{4,}\}\s*$", inline, flags=re.MULTILINE), "a place left empty"
    for formula in re.findall(r"\$`([^`$]+)`\$", inline):
        assert formula.count("{") == formula.count("}")


def test_the_printed_estimator_is_the_one_that_is_computed(page: str) -> None:
    shown = page[page.index(r"\hat {c} &=") :].partition("```")[0]
    terms = re.findall(r"\\Bigl\((.*?)\\Bigr\)\\, (S_[A-Z0-9])", shown, flags=re.DOTALL)
    assert {symbol for _, symbol in terms} == {"S_4", "S_R", "S_C", "S_S", "S_G"}
    sums = {"S_4": 3, "S_R": 19, "S_C": 23, "S_S": 101, "S_G": 57}
    for n, m in ((4, 4), (5, 7), (30, 11)):
        total = sum((_value(text, n, m) * sums[symbol] for text, symbol in terms), Fraction())
        found = cycle_weights(n, m) @ list(sums.values())
        assert float(total) == pytest.approx(found, rel=1e-12)


def _value(latex: str, n: int, m: int) -> Fraction:
    """Read a fraction of polynomials as SymPy prints it."""
    sign, above, below = re.fullmatch(r"(-? ?)\\frac\{(.*)\}\{(.*)\}", latex).groups()  # type: ignore[union-attr]

    def number(text: str) -> int:
        text = re.sub(r"\\left|\\right", "", text)
        text = re.sub(r"\^\{(\d)\}", r"**\1", text)
        # What stands side by side is multiplied.
        text = re.sub(r"(?<=[\dNM)]) +(?=[NM(])", "*", text)
        return int(eval(text, {"N": n, "M": m}))  # noqa: S307 - a page of ours

    return (-1 if sign.strip() else 1) * Fraction(number(above), number(below))


def test_every_cumulant_has_its_line(page: str) -> None:
    for name in THIRD_ORDER:
        entries = ",".join(name.removeprefix("cumulant_").split("_"))
        assert rf"* $`\kappa[{entries}] = m[{entries}]" in page


PATTERNS = ((0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0))


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


def test_three_rows_and_fewer_lose_what_the_page_says(page: str) -> None:
    part = page[page.index("**Fewer rows or columns.**") :].partition("\n\n")[0]
    ranks = [int(each) for each in re.findall(r"\$`(\d)`\$", part)]
    (weights,) = re.findall(r"T_N \(\\,(.*?)\\,\)'", part)
    direction = sympy.Matrix([int(each) for each in weights.split(",")])
    assert len(ranks) == 3
    for rows, rank in enumerate(ranks, start=1):
        found = brute_transfer(rows)
        assert found.rank() == rank
        assert found * direction == sympy.zeros(4, 1)
    # The cycle has two different pairings, and this does not vanish on them.
    assert direction[2] != 0
    assert brute_transfer(4).rank() == 4
    assert brute_transfer(4) * direction != sympy.zeros(4, 1)
