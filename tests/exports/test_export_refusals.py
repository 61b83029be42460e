"""What cannot be exported, and what an export says of the library, which it does not import."""

from __future__ import annotations

import json

import numpy as np
import pytest
from cases import two_solutions
from library_runs import hpf, pmf

import symppm as ppm
from symppm.errors import ParameterError
from symppm.exports.registry import ALIASES, LIBRARIES, TARGETS, remarks, target_named

BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def test_targets_have_names_and_aliases() -> None:
    assert {target_named(each.upper()) for each in TARGETS} == set(TARGETS)
    assert {target_named(each) for each in ALIASES} <= set(TARGETS)
    assert target_named("scikit-learn") == target_named("NMF") == "sklearn"
    with pytest.raises(ParameterError, match=r"an export to 'hpfec'.*Did you mean 'hpfrec'\?"):
        pmf().export("hpfec")


@pytest.mark.thorough
def test_one_of_several_solutions_has_to_be_chosen() -> None:
    found = two_solutions()
    with pytest.raises(ParameterError, match=r"with 2 solutions.*Export one of \.branches"):
        found.export("hpfrec")
    assert {each.export("hpfrec").arguments["k"] for each in found.branches} == {6, 25}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "more", "target", "reason"),
    [
        ("gmf_gamma_gumbel", {"scale_Y": 1.0}, "hpfrec", "observations are Gumbel"),
        ("gmf_gamma_normal", {"sigma_Y": 1.0}, "schpf", "observations are Normal"),
        ("gmf_gamma_normal", {"sigma_Y": 1.0}, "poismf", "observations are Normal"),
        ("gmf_normal_normal", {"sigma_Y": 1.0}, "sklearn", "theta is Normal, which can be neg"),
        ("pmf_gamma_weights", {"e": 2.0}, "sklearn", "the mean of an entry is"),
    ],
)
def test_a_model_that_the_library_lacks_is_refused_with_the_reason(
    model: str, more: dict[str, float], target: str, reason: str
) -> None:
    found = ppm.match(targets=BELIEFS, model=model, fixed=more)
    with pytest.raises(ParameterError, match=reason) as refused:
        found.export(target)
    assert "json takes anything" in str(refused.value)
    assert found.export("cmfrec").arguments == {"k": found.k}
    assert json.loads(str(found.export("json")))["k"] == found.k


@pytest.mark.thorough
def test_shapes_are_refused_where_there_are_none() -> None:
    with pytest.raises(ParameterError, match=r"shapes='exact'.*auto, mean-field, moments"):
        pmf().export("hpfrec", shapes="exact")
    for target in ("sklearn", "poismf", "cmfrec", "implicit"):
        with pytest.raises(ParameterError, match="takes the shapes of priors; this one does not"):
            pmf().export(target, shapes="mean-field")
    other = ppm.match(targets=BELIEFS, model="pmf_lognormal")
    with pytest.raises(ParameterError, match=r"prior of theta is LogNormal\(mu=.*Leave"):
        other.export("hpfrec", shapes="mean-field")


def test_plain_json_holds_the_match_or_what_mean_field_inference_takes() -> None:
    found = hpf()
    document = json.loads(str(found.export("json", shapes="mean-field")))
    assert document["parameters"]["a"] == pytest.approx(np.hypot(0.3, found.parameters["a"]))
    assert document["convention"].startswith("Gamma is (shape, rate)")
    assert any("for mean-field fits" in note for note in document["notes"])
    exact = json.loads(str(found.export("json")))
    assert exact["parameters"] == {name: float(v) for name, v in found.parameters.items()}
    assert exact["achieved"] == dict(found.achieved)
    assert "notes" not in exact


def test_a_library_is_named_with_how_to_install_it_or_with_what_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (said,) = remarks(LIBRARIES["hpfrec"])
    assert "hpfrec is not installed here (pip install hpfrec)" in said
    (said,) = remarks(LIBRARIES["schpf"])
    assert "commit 6a294aa" in said
    assert "install it from its repository" in said
    assert remarks(LIBRARIES["jags"]) == ()
    monkeypatch.undo()
    pytest.importorskip("hpfrec", exc_type=ImportError)
    (said,) = remarks(LIBRARIES["hpfrec"])
    assert said.startswith("Tested with hpfrec 0.2.14; installed here: ")
