"""What holds where around a solution, against the formulas of Poisson factorization."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import ParameterError
from symppm.view.surfaces import surface

# Kernels for many points at once take a second or two to compile.
pytestmark = pytest.mark.thorough

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


def moments(k: Any, a: Any, c: Any, bd: Any) -> dict[str, Any]:
    """The paper's equations for Poisson factorization with Gamma priors."""
    total = a + bd + c + 1
    return {
        "mean": k * a * c / bd,
        "variance": k * a * c * total / bd**2,
        "rho_row": c / total,
        "rho_col": a / total,
    }


def test_slices_and_profiles_are_those_of_the_formulas() -> None:
    shown = surface(ppm.match(targets=BELIEFS), "K", "a")
    assert shown.exact is not None
    k, a = shown.exact
    mean, variance, rho_row, rho_col = BELIEFS.values()
    # At the solution, with K as a real number: the paper's closed form.
    assert k == pytest.approx(25.3385, rel=1e-5)
    interaction = variance * (1 - rho_row - rho_col) - mean
    assert a == pytest.approx(rho_col * variance / interaction, rel=1e-6)
    c = rho_row * variance / interaction
    bd = k * a * c / mean
    across, along = np.meshgrid(shown.x, shown.y)
    first, second = shown.panels
    for name, value in moments(across, along, c, bd).items():
        wanted = np.log(value / BELIEFS[name])
        assert np.abs(first.away[name] - wanted).max() < 1e-5
    # With mean and variance held: variance / mean = (a + bd + c + 1) / bd, bd = K a c / mean.
    solved = (along + 1) / (across * along * (variance / mean - 1) / mean - 1)
    assert (second.none == (solved <= 0)).all()
    again = moments(across, along, solved, across * along * solved / mean)
    known = ~second.none
    for name in ("rho_row", "rho_col"):
        wanted = np.log(again[name][known] / BELIEFS[name])
        assert np.abs(second.away[name][known] - wanted).max() < 1e-4
    assert set(second.away) == {"rho_row", "rho_col"}


def test_every_curve_goes_through_where_all_hold() -> None:
    for x, y in (*itertools.combinations(("K", "a", "c", "b*d"), 2), ("c", "K")):
        shown = surface(ppm.match(targets=BELIEFS), x, y)
        assert shown.exact is not None
        assert shown.names == (x, y)
        column, row = (
            int(np.abs(np.log(values / place)).argmin())
            for values, place in zip((shown.x, shown.y), shown.exact, strict=True)
        )
        assert [len(panel.away) for panel in shown.panels] == [4, 2]
        for panel in shown.panels:
            for away in panel.away.values():
                near = away[row - 1 : row + 2, column - 1 : column + 2]
                assert near.min() < 1e-9
                assert near.max() > -1e-9


def test_distinct_entries_and_models_in_other_coordinates_have_surfaces() -> None:
    data = ppm.data.load("mutational_signatures").values
    shown = surface(ppm.match(data, estimator="cross-moments"), None, None)
    assert shown.targets == ("mean", "cov_row", "cov_col", "cycle")
    assert shown.exact is not None
    assert shown.box is not None
    names = ("mean", "variance", "rho_row", "rho_col")
    for model, parameters, fixed in (
        ("gmf_gamma_normal", (7.0, 2.0, 1.0, 3.0, 1.0, 1.0), {"sigma_Y": 1.0}),
        ("pmf_uniform", (7.0, 0.5, 2.0, 1.0, 4.0), {}),
    ):
        values = load_model(model).moments.uncompiled(*parameters)
        found = ppm.match(targets=dict(zip(names, values, strict=False)), model=model, fixed=fixed)
        assert found.k == 7
        exact = surface(found, None, None).exact
        assert exact is not None
        assert exact[0] == pytest.approx(7.0)


def test_where_nothing_holds_the_nearest_is_in_the_middle() -> None:
    shown = surface(ppm.match(targets={**BELIEFS, "variance": 20.0}), None, None)
    assert not shown.met
    assert shown.exact is None
    assert shown.answer is not None
    assert shown.panels[1].none.all()
    assert "No hyperparameters" in shown.caption


def test_nothing_is_drawn_where_moments_do_not_exist() -> None:
    values = load_model("hpf_gamma").moments.uncompiled(25, 0.5, 3.0, 1.0, 0.5, 2.6, 1.0)
    targets = dict(zip(("mean", "variance", "rho_row", "rho_col"), values, strict=True))
    found = ppm.match(targets=targets, model="hpf_gamma", fixed={"a": 0.5, "c": 0.5})
    shown = surface(found, "a_prime", "c_prime")
    across, along = np.meshgrid(shown.x, shown.y)
    first, second = shown.panels
    none = (across <= 2) | (along <= 2)
    assert none.any()
    assert (first.none == none).all()
    assert second.none[none].all()
    assert all(np.isnan(away[none]).all() for away in first.away.values())
    assert first.shaded == "no moments exist"
    assert "exist only where a_prime > 2 and c_prime > 2; elsewhere no curve" in shown.caption


def test_a_match_by_sampling_has_no_surface() -> None:
    found = ppm.match(targets=BELIEFS)
    # As sampling leaves it: nothing says what data determine.
    sampled = replace(found, method="stochastic", spec=replace(found.spec, identified=()))
    with pytest.raises(ParameterError, match="plot_trace"):
        surface(sampled, None, None)
