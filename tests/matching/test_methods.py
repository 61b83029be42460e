"""Formulas or sampling: which is chosen, what the search is handed, and what a match shows of it.

The search itself is a stand-in here that says what it is told to, so torch is not needed.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy
from cases import question
from searches import OUTCOME, TRACE, Search

import symppm as ppm
from symppm.errors import (
    DataError,
    MissingExtraError,
    NotBuiltError,
    NotDerivableError,
    ParameterError,
    SymPPMError,
    TargetError,
)
from symppm.stochastic.sampling_options import Options
from symppm.view.layout import plain
from symppm.view.text import page

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}
ZEROS = {"mean": 2.0, "P(Y = 0)": 0.7}


@pytest.fixture(scope="module")
def linked() -> ppm.Model:
    """A model whose mean has no closed form."""
    with ppm.Model("linked") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Normal("theta", mean=a, variance=b, dims="row factor")
        beta = ppm.Normal("beta", mean=c, variance=d, dims="col factor")
        rate = sympy.exp(ppm.sum(theta * beta, over="factor"))
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model


def method_diagnostic(found: ppm.Match) -> list[str]:
    return [each.message for each in found.diagnostics if each.code == "method"]


def test_choices_are_listed_once() -> None:
    with pytest.raises(ParameterError) as caught:
        ppm.match(np.eye(3), estimator="cv")
    assert str(caught.value).count("moments") == 2  # in "moments" and "cross-moments"
    assert str(caught.value).endswith(". Choose one of these.")


def test_formulas_are_used_where_there_are_any(search: Search) -> None:
    for method in ("auto", "exact"):
        found = ppm.match(targets=BELIEFS, method=method)
        assert (found.method, found.k, method_diagnostic(found)) == ("closed form", 25, [])
        tied = ppm.match(targets=BELIEFS, fixed={"a": 1.0}, method=method)
        assert tied.method == "numeric"
    as_target = ppm.match(targets={name: ppm.Target(value) for name, value in BELIEFS.items()})
    assert as_target.parameters == found.parameters
    assert found.trace is None
    assert found.discrepancy is None
    assert found.achieved_errors == {}
    assert found.to_dict()["method"] == "closed form"
    assert "discrepancy" not in found.to_dict()
    assert search.asked == []


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"targets": ZEROS}, "P(Y = 0) has no closed form"),
        ({"targets": {"median": 1.0, "quantile 0.9": 4.0}},
         "median and quantile 0.9 have no closed form"),
        ({"targets": ZEROS, "bounds": {"K": (1, 50)}}, "P(Y = 0) has no closed form"),
        ({"bounds": {"K": (1, 50)}}, "bounds are given"),
        ({"start": {"a": 0.3}}, "a start is given"), ({"shape": (30, 20)}, "a shape is given"),
        ({"discrepancy": lambda have, want: 0}, "a discrepancy is given"),
        ({"integrate": "none"}, 'integrate is "none"'),
        ({"parametrisation": "mean-sd"}, 'parametrisation is "mean-sd"'),
        ({"targets": {"mean": ppm.Target(2, weight=3)}}, "the target mean has a weight"),
        ({"targets": {"mine": ppm.Target(2, statistic=abs)}},
         "the target mine is a function of yours"),
    ],
)  # fmt: skip
def test_sampling_is_chosen_and_said(search: Search, given: dict[str, Any], why: str) -> None:
    found = ppm.match(**question(**{"targets": BELIEFS, **given}))
    assert len(search.asked) == 1
    assert found.method == "stochastic"
    assert method_diagnostic(found) == [f"Matched by sampling, since {why}."]
    if "targets" not in given or "P(Y = 0)" not in given["targets"]:
        with pytest.raises(SymPPMError) as caught:
            ppm.match(**question(**{"targets": BELIEFS, **given}, method="exact"))
        assert 'method="stochastic"' in str(caught.value)


def test_a_model_without_formulas_is_sampled(search: Search, linked: ppm.Model) -> None:
    found = ppm.match(targets={"mean": 2.0}, model=linked)
    (said,) = method_diagnostic(found)
    assert said.startswith("Matched by sampling, since the model or a target has no closed form: ")
    assert "contains exp of random variables" in said
    assert (found.model, found.spec.title) == ("linked", linked.declaration.title)
    assert (
        method_diagnostic(ppm.match(targets={"mean": 2.0}, model=linked, method="stochastic")) == []
    )
    with pytest.raises(NotDerivableError, match='or write method="stochastic"'):
        ppm.match(targets={"mean": 2.0}, model=linked, method="exact")


def test_the_search_is_handed_what_was_checked(search: Search) -> None:
    a = sympy.Symbol("a", positive=True)
    ppm.match(
        targets={"mean": "2", "cumulant il ij ij": ppm.Target(35, weight=2)},
        method="stochastic",
        fixed={"K": 8, "c": 2 * a, "b": np.float64(0.5)},
        sampling=ppm.Sampling(
            start={"a": 3}, bounds={"d": (0.1, 10)}, shape=[30, 20], device="cuda",
            integrate="likelihood", tolerance=0.01, seconds=5,
        ),
        random_seed=7,
    )  # fmt: skip
    ((declaration, targets, fixed, options),) = search.asked
    assert declaration.name == "pmf_gamma"
    assert targets == {"mean": ppm.Target(2.0), "cumulant_ij_ij_il": ppm.Target(35.0, weight=2.0)}
    assert fixed == {"K": 8.0, "c": "2*a", "b": 0.5}
    assert options == Options(
        random_seed=7, device="cuda", integrate="likelihood", start={"a": 3.0},
        bounds={"d": (0.1, 10.0)}, shape=(30, 20), tolerance=0.01, seconds=5.0,
    )  # fmt: skip


def test_a_match_holds_what_the_search_found(search: Search) -> None:
    found = ppm.match(targets=ZEROS)
    assert (found.feasible, found.k, found.k_exact) == (True, 8, 8.25)
    assert found.parameters == OUTCOME.parameters
    assert found.achieved == OUTCOME.achieved
    assert found.targets == ZEROS
    assert found.trace is TRACE
    assert [(each.code, each.severity) for each in found.diagnostics] == [
        ("stuck", "warning"),
        ("method", "note"),
    ]
    assert found.diagnostics[0].message == "It began anew."
    document = json.loads(found.to_json())
    assert {key: document[key] for key in ("method", "discrepancy", "seconds")} == {
        "method": "stochastic", "discrepancy": 3e-6, "seconds": 1.25,
    }  # fmt: skip
    assert document["achieved_errors"] == {"mean": 0.0, "P(Y = 0)": 0.0004}
    assert document["parameter_errors"] == {"K": 0.5, "a": 0.03}
    assert document["sampled"] == {"mean": 2.01}
    assert document["estimators"] == dict(OUTCOME.estimators)


def test_an_infeasible_search_leaves_the_nearest(search: Search) -> None:
    search.outcome = replace(OUTCOME, feasible=False, discrepancy=0.5)
    found = ppm.match(targets=ZEROS)
    assert not found.feasible
    assert found.parameters == OUTCOME.parameters
    assert found.to_dict()["achieved"]["P(Y = 0)"] == 0.701
    short = str(found)
    assert short.startswith("Infeasible: the nearest parameters miss the targets, P(Y = 0) +0.14%.")
    assert "K = 8 factors" in short
    assert "P(Y = 0) 0.701" in short
    shown = plain(page(found))
    formula = ppm.match(targets={**BELIEFS, "variance": 5.0})
    assert "nearest" not in str(formula) + plain(page(formula))
    assert "these statistics. The nearest that was found:" in " ".join(shown.split())
    assert "0.701" in shown
    assert "K = 8 factors" in shown


def test_what_cannot_be_computed_is_no_number_anywhere(search: Search) -> None:
    search.outcome = replace(
        OUTCOME, feasible=False, discrepancy=math.nan,
        achieved={"mean": 2.0, "P(Y = 0)": math.nan}, parameter_errors={"a": math.inf},
        achieved_errors={"mean": 0.0, "P(Y = 0)": math.nan}, sampled={"mean": math.nan},
    )  # fmt: skip
    found = ppm.match(targets=ZEROS)
    (said,) = [each for each in found.diagnostics if each.code == "undefined"]
    assert said.message.startswith("P(Y = 0) cannot be computed at these hyperparameters")
    document = json.loads(found.to_json())
    assert document["achieved"] == {"mean": 2.0}
    assert "discrepancy" not in document
    shown = plain(page(found)).splitlines()
    assert ["P(Y", "=", "0)", "0.7", "none"] in [line.split() for line in shown]
    assert "nan" not in str(found) + "".join(shown)


def test_data_are_measured_and_checked_for_a_model_without_formulas(
    search: Search, linked: ppm.Model
) -> None:
    counts = np.random.default_rng(5).poisson(3.0, (30, 20))
    found = ppm.match(counts, linked)
    (_, targets, _, _) = search.asked[0]
    measured = ppm.statistics(counts)
    assert {name: each.value for name, each in targets.items()} == {
        name: getattr(measured, name) for name in ("mean", "variance", "rho_row", "rho_col")
    }
    assert found.statistics == measured
    assert found.to_dict()["statistics"]["shape"] == [30, 20]
    with pytest.raises(DataError, match="since linked generates counts"):
        ppm.match(counts - 5, linked)
    halves = ppm.match(counts / 2, linked)
    assert "non_integer" in [each.code for each in halves.diagnostics]
    with pytest.raises(ParameterError, match="the known arrays of linked: none"):
        ppm.match(counts, linked, known={"gamma": np.ones(20)})


# Of fixed values, models and targets in general, the refusals of match tell.
BAD: dict[type[SymPPMError], list[tuple[dict[str, Any], str]]] = {
    ParameterError: [
        ({"method": "exactly"}, "Did you mean 'exact'"), ({"method": None}, "method=None"),
        ({"device": "gpu"}, "device='gpu'"), ({"integrate": "some"}, "integrate='some'"),
        ({"parametrisation": "log"}, "parametrisation='log'"),
        ({"random_seed": -1}, "random_seed=-1"), ({"random_seed": 0.5}, r"random_seed=0\.5"),
        ({"tolerance": 0}, "tolerance=0"), ({"tolerance": "small"}, "tolerance='small'"),
        ({"seconds": math.inf}, "seconds=inf"), ({"seconds": -1}, "seconds=-1"),
        ({"discrepancy": 3}, "discrepancy=3"),
        ({"shape": (3, 0)}, r"shape=\(3, 0\); expected positive integers"),
        ({"shape": (3, 2.5)}, r"shape=\(3, 2\.5\)"), ({"shape": 3}, "shape=3"),
        ({"shape": (3, 3, 3)}, "expected 2 positive integers, for row, col"),
        ({"start": [1]}, r"start=\[1\]; expected a mapping"),
        ({"start": {"q": 1}}, "start 'q'; expected a parameter of pmf_gamma"),
        ({"start": {"a": -1}}, "a=-1; expected a positive number"),
        ({"start": {"K": 0.5}}, r"K=0\.5; expected a number of at least 1"),
        ({"bounds": {"a": (2, 1)}}, r"bounds a=\(2, 1\); expected two finite"),
        ({"bounds": {"a": (1, 1)}}, r"bounds a=\(1, 1\)"), ({"bounds": {"a": 3}}, "bounds a=3"),
        ({"bounds": {"a": (1, 2, 3)}}, "bounds a="), ({"bounds": {"q": (1, 2)}}, "bounds 'q'"),
        ({"bounds": {"a": (-1, 2)}}, r"a=-1\.0; expected a positive number"),
        ({"bounds": {"K": (0.5, 2)}}, r"K=0\.5; expected a number of at least 1"),
        ({"bounds": ((1, 2),)}, "expected a mapping from names to pairs"),
        ({"bounds": {"a": (1, 2)}, "start": {"a": 3}}, "start a=3, outside its bounds 1 and 2"),
        ({"bounds": {"a": (1, 2)}, "fixed": {"a": 1}}, "bounds for a, which is"),
        ({"start": {"a": 1}, "fixed": {"a": 1}}, "a start for a, which is fixed"),
        ({"fixed": {"K": 3, "a": 1, "b": 1, "c": "a", "d": "b"}}, "every parameter of pmf_gamma"),
        ({"scale": "theta"}, "since P.Y = 0. has no closed form; expected no scal"),
    ],
    TargetError: [
        ({"targets": {**ZEROS, "P(Y = 0)": 1.7}}, "expected a probability"),
        ({"targets": {"mean": ppm.Target(math.nan)}}, "mean=nan"),
        ({"targets": {"mine": np.mean}}, 'is written "mine": ppm.Target'),
        ({"targets": {"mine": (np.mean, 3)}}, "ppm.Target.value, statistic=...."),
        ({"targets": {"mean": ppm.Target(2, weight=0)}}, "the weight 0 of the"),
        ({"targets": {"mean": ppm.Target(2, weight=math.inf)}}, "the weight inf"),
        ({"targets": {"m": ppm.Target(2, statistic="max")}}, "statistic 'max'"),  # type: ignore[arg-type]
        ({"targets": 5, "method": "stochastic"}, "targets=5; expected a mapping"),
        ({"targets": {}, "method": "stochastic"}, "no targets; expected at least"),
        ({"method": "exact"}, "the target 'P.Y = 0.'; expected targets of pmf_gamma"),
        ({"method": "exact"}, "which finds it by sampling"),
    ],
    NotBuiltError: [({"model": "pmf_gamma_exposure"}, "the known array 'gamma', by sampling")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "given", "message"), [(kind, *each) for kind, some in BAD.items() for each in some]
)
def test_bad_input_is_named_before_anything_is_searched(
    search: Search, kind: type[SymPPMError], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(kind, match=message):
        ppm.match(**question(**{"targets": ZEROS, **given}))
    assert search.asked == []


def test_several_unknown_sizes_are_matched_by_sampling(search: Search) -> None:
    with ppm.Model("deep") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row factor")
        beta = ppm.Gamma("beta", shape=a, rate=a, dims="factor topic")
        phi = ppm.Gamma("phi", shape=a, rate=a, dims="topic col")
        rate = ppm.sum(ppm.sum(theta * beta, over="factor") * phi, over="topic")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    found = ppm.match(targets={"mean": 2}, model=model)
    assert search.asked
    assert "since the model has several unknown sizes" in found.diagnostics[-1].message
    with pytest.raises(NotBuiltError, match=r"2 latent axes.*method=\"stochastic\""):
        ppm.match(targets={"mean": 2}, model=model, method="exact")


def test_missing_torch_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"Run: pip install 'symppm\[torch\]'"):
        ppm.match(targets=ZEROS)
    assert ppm.match(targets=BELIEFS).k == 25


def test_a_trace_is_plotted(search: Search, tmp_path: Any) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "trace.png"
    figure = ppm.match(targets=ZEROS).plot_trace(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    loss, statistics, hyperparameters = figure.axes
    assert loss.get_yscale() == "log"
    drawn = loss.lines[0].get_ydata()
    assert list(drawn[:2]) == [4.0, 0.25]
    assert math.isnan(drawn[2])
    ratios = {line.get_label(): list(line.get_ydata()) for line in statistics.lines}
    assert ratios["mean, target 2"] == [0.5, 0.75, 1.0]
    assert ratios["P(Y = 0), target 0.7"] == pytest.approx([1 / 7, 5 / 7, 1.0])
    assert hyperparameters.get_yscale() == "log"
    assert hyperparameters.get_xlabel() == "step"
    assert statistics.get_xlim() == hyperparameters.get_xlim() == (0.5, 3.5)
    assert [text.get_text() for text in loss.texts] == ["approach", "average"]
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "loss", "statistic / target", "hyperparameter",
    ]  # fmt: skip
