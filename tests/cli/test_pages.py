"""Pages of matches with several solutions, of arrays, and of long lists of models."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import pytest

import symppm as ppm
from symppm.view.layout import plain
from symppm.view.text import page

TARGETS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


@dataclass(frozen=True)
class Several(ppm.Match):
    """A match that holds its branches, whether or not the class has the field already."""

    branches: tuple[ppm.Match, ...] = ()


def ambiguous(**changes: object) -> Several:
    one = ppm.match(targets=TARGETS)
    other = ppm.match(targets={**TARGETS, "rho_row": 0.2})
    alone = ppm.match(targets=TARGETS, fixed={"K": 6})
    assert one.k != other.k
    said = ppm.Diagnostic("ambiguous", "warning", "Two solutions meet the targets.")
    values = {each.name: getattr(one, each.name) for each in fields(ppm.Match)}
    values |= {
        "k": None, "k_exact": None, "parameters": {}, "identified": {}, "achieved": {},
        "diagnostics": (one.diagnostics[0], said),
        "branches": (one, replace(other, targets=TARGETS)),
    }  # fmt: skip
    assert alone.k == 6
    return Several(**{**values, **changes})


def test_all_solutions_stand_side_by_side() -> None:
    found = ambiguous()
    one, other = found.branches
    lines = plain(page(found)).splitlines()
    words = [line.split() for line in lines]
    assert ["Statistic", "believed", "achieved", "1", "achieved", "2"] in words
    assert "Ambiguous: 2 sets of hyperparameters have these statistics." in lines
    assert ["solution", "1", "solution", "2"] in words
    rows = {row[0]: row[1:3] for row in words if row}
    assert rows["K"] == [str(one.k), str(other.k)]
    assert [f"{one.k_exact:.6g}", f"{other.k_exact:.6g}"] in [row[:2] for row in words]
    for name in ("a", "c", "b*d"):
        assert rows[name] == [f"{each.identified[name]:.6g}" for each in (one, other)]
    for name in ("b", "d"):
        assert rows[name] == [f"{each.parameters[name]:.6g}" for each in (one, other)]
    assert max(map(len, lines)) <= 80


def test_diagnostics_of_each_solution_are_told_apart() -> None:
    text = plain(page(ambiguous()))
    assert text.count("No data can separate the scales") == 1
    assert "\nwarning: Two solutions meet the targets.\n" in text
    assert "\nsolution 1, note: With K = " in text
    assert "\nsolution 2, note: With K = " in text


@pytest.mark.parametrize("columns", [30, 50, 80, 200])
def test_no_number_of_an_ambiguous_match_is_cut(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    found = ambiguous()
    words = set(plain(page(found)).split())
    for branch in found.branches:
        assert {f"{value:.6g}" for value in branch.parameters.values()} <= words
        assert {f"{value:.6g}" for value in branch.achieved.values()} <= words


def test_solutions_in_different_scales_say_so() -> None:
    one, other = ambiguous().branches
    found = ambiguous(branches=(one, replace(other, scale="b is 2")))
    text = " ".join(plain(page(found)).split())
    assert "Scale: solution 1: mean of theta is 1; solution 2: b is 2. Under it:" in text
