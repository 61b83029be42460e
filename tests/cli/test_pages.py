"""Pages of matches with several solutions, of arrays, and of long lists of models."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import pytest
from rich.console import Group

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.matching.targets import meaning_of
from symppm.statistics.arrays import array_statistics
from symppm.statistics.moments import statistics
from symppm.view.answers import size_of
from symppm.view.brief import with_data
from symppm.view.layout import plain
from symppm.view.text import models_page, page

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


def test_what_was_given_is_said_for_all_solutions() -> None:
    text = plain(page(ambiguous(), given={"a", "K"}))
    assert "given; shape of theta" in text
    assert "before rounding" not in text


def test_one_branch_is_no_ambiguity() -> None:
    found = ppm.match(targets=TARGETS)
    values = {each.name: getattr(found, each.name) for each in fields(ppm.Match)}
    alone = Several(**{**values, "branches": (found,)})
    assert plain(page(alone)) == plain(page(found))


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


def test_the_size_of_arrays_and_matrices() -> None:
    values = np.arange(24.0).reshape(2, 3, 4) ** 2 + 0.5
    found = array_statistics(values, ("row", "col", "slice"))
    assert size_of(found) == "2 x 3 x 4 (row x col x slice), 24 entries, from 0.5 to 529.5"
    assert "(row x col x slice)" in plain(with_data(Group(), "An array", found, (), verbose=True))
    mask = np.ones((3, 4), bool)
    mask[0, 1] = False
    assert size_of(statistics(values.reshape(6, 4)[:3], mask=mask)) == (
        "3 rows x 4 columns, 11 entries observed of 12, from 0.5 to 121.5"
    )


def test_every_kind_of_target_is_explained() -> None:
    spec = load_model("gmf_gamma_normal").SPEC
    assert meaning_of("variance", spec) == "of an entry"
    assert "the mean if rates were equal" in meaning_of("variance", load_model("pmf_gamma").SPEC)
    assert meaning_of("rho_col", spec) == "correlation of two entries in one column"
    assert meaning_of("rho_slice", spec) == "correlation of two entries in one slice"
    assert meaning_of("cov_row_col", spec) == "covariance of two entries in one row and column"
    assert meaning_of("third_cumulant", spec) == ""


SPEC = load_model("pmf_gamma").SPEC
LISTED = tuple(
    replace(SPEC, name=name, title=title, needs=needs, route=route)
    for name, title, needs, route in (
        ("alpha", "Poisson factorization, Gamma priors (shape and rate)", (), "closed form"),
        ("beta_with_a_long_name", "A title" + " too long for one line" * 3, ("size",), "numeric"),
        ("gamma", "Short", ("trials", "another_parameter", "keep"), "closed form"),
    )
)


def test_models_are_grouped_by_how_they_are_solved() -> None:
    assert plain(models_page(LISTED)) == (
        "Solved in closed form:\n"
        "alpha: Poisson factorization, Gamma priors (shape and rate)\n"
        "gamma: Short; give trials, another_parameter, keep\n"
        "\n"
        "Solved numerically:\n"
        "beta_with_a_long_name: A title too long for one line too long for one line too\n"
        "  long for one line; give size\n"
    )


def test_what_a_model_needs_stands_apart() -> None:
    found = ppm.match(targets=TARGETS)
    needed = replace(found, spec=replace(SPEC, needs=("d",)))
    lines = plain(page(needed, given={"d"})).splitlines()
    place = lines.index("Given:")
    assert lines[place + 1].split()[:2] == ["d", f"{found.parameters['d']:.6g}"]
    assert lines[place + 2] == ""
    assert sum(line.startswith("d ") for line in lines) == 1


def test_a_model_without_free_scales_has_no_scale() -> None:
    found = ppm.match(targets=TARGETS)
    text = plain(page(replace(found, scale="none", spec=replace(SPEC, symmetries=()))))
    assert "Scale: " not in text
    assert "\nThe hyperparameters:\nb " in text


def test_a_model_without_factors_shows_no_number_of_them() -> None:
    found = ppm.match(targets=TARGETS)
    alone = replace(
        SPEC,
        parameters=tuple(each for each in SPEC.parameters if not each.is_size),
        identified=tuple(each for each in SPEC.identified if each.name != "K"),
    )
    text = plain(page(replace(found, k=None, k_exact=None, spec=alone)))
    assert "K = " not in text.split("note: ")[0]
    assert "factor" not in text.split("note: ")[0].replace("factorization", "")
    assert "\nWhatever the scale:\na " in text


def test_solutions_in_different_scales_say_so() -> None:
    one, other = ambiguous().branches
    found = ambiguous(branches=(one, replace(other, scale="b is 2")))
    text = " ".join(plain(page(found)).split())
    assert "Scale: solution 1: mean of theta is 1; solution 2: b is 2. Under it:" in text
