"""What the proof about distinct entries says of hierarchical models holds in numbers."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

PROOF = (Path(__file__).resolve().parents[2] / "derivations" / "distinct.md").read_text("utf-8")


def printed_slope(a: float, c: float) -> np.polynomial.Polynomial:
    """Return the printed quadratic in K, read as Python."""
    part = PROOF[PROOF.index("a derivative of the sign of") :]
    latex = part.partition("```math\n")[2].partition("\n```")[0]
    text = re.sub(r"\\left|\\right|,", "", latex).replace("K^{2}", "K**2")
    # What stands side by side is multiplied.
    text = re.sub(r"(?<=[\dKac)]) +(?=[Kac(])", "*", text)
    text = re.sub(r"^-\s*", "-", text.strip())
    size = np.polynomial.Polynomial([0.0, 1.0])
    found = eval(text, {"K": size, "a": a, "c": c})  # noqa: S307 - a page of ours
    assert isinstance(found, np.polynomial.Polynomial)
    return found


@pytest.mark.parametrize(("a", "c"), [(0.1, 0.1), (0.3, 5.0), (2.0, 0.01), (10.0, 10.0)])
def test_no_more_than_two_sizes_solve_the_equation_with_both_shapes_given(
    a: float, c: float
) -> None:
    sizes = np.geomspace(1.0, 1e6, 200_001)
    right = (sizes - 1) / ((sizes * a + 1) * (sizes * c + 1)) ** 2
    best = sizes[right.argmax()]
    (low, high) = sorted(printed_slope(a, c).roots().real)
    assert low < 0
    assert high > 1
    assert high == pytest.approx(best, rel=2e-4)
    grows = np.diff(right) > 0
    assert grows[sizes[1:] < high].all()
    assert not grows[sizes[:-1] > high].any()


def test_two_sizes_do_solve_it() -> None:
    a = c = 0.1
    (_, high) = sorted(printed_slope(a, c).roots().real)
    wanted = 24 / ((25 * a + 1) * (25 * c + 1)) ** 2
    shape = np.polynomial.Polynomial([1.0, a]) * np.polynomial.Polynomial([1.0, c])
    roots = (wanted * shape**2 - np.polynomial.Polynomial([-1.0, 1.0])).roots()
    sizes = sorted(float(each.real) for each in roots if abs(each.imag) < 1e-9)
    assert len(sizes) == 2
    assert 1 < sizes[0] < high < sizes[1]
    assert min(abs(each - 25) for each in sizes) < 1e-6
