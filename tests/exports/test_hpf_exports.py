"""Exports to hpfrec and scHPF, read back by the kernels; neither is needed here."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from library_runs import HPF, NAMES, PMF, hpf, moments, of_model, pmf

import symppm as ppm
from symppm.exports.factors import moments_of, recognised
from symppm.exports.fitting import hierarchical
from symppm.matching.exporting import chosen_of

pytestmark = pytest.mark.thorough

ORDER = ("k", "a", "a_prime", "b_prime", "c", "c_prime", "d_prime")


def as_hpf(arguments: dict[str, float]) -> dict[str, float]:
    return moments("hpf_gamma", {name: arguments[name] for name in ORDER})


def test_hpf_goes_to_hpfrec_as_it_is() -> None:
    found = hpf()
    arguments = found.export("hpfrec").arguments
    # The scale is the match's own: the products are what is determined.
    assert arguments["k"] == HPF["K"]
    for name in ("a", "a_prime", "c", "c_prime"):
        assert arguments[name] == pytest.approx(HPF[name], rel=1e-6)
    assert arguments["b_prime"] == pytest.approx(found.parameters["b_prime"], rel=1e-9)
    assert as_hpf(dict(arguments)) == pytest.approx(dict(found.achieved), rel=1e-8)


def test_pmf_goes_to_hpfrec_as_its_limit_to_a_thousandth() -> None:
    found = pmf()
    export = found.export("hpfrec")
    got = as_hpf(dict(export.arguments))
    for name in NAMES:
        assert got[name] == pytest.approx(found.achieved[name], rel=1e-3)
    assert got["mean"] == pytest.approx(found.achieved["mean"], rel=1e-8)
    # b_prime = b, d_prime = d would miss the mean by the factor (a_prime / (a_prime - 1))^2.
    plain = {**export.arguments, "b_prime": PMF["b"], "d_prime": found.parameters["d"]}
    above = export.arguments["a_prime"]
    assert as_hpf(plain)["mean"] / found.achieved["mean"] == pytest.approx(
        (above / (above - 1)) ** 2, rel=1e-9
    )
    assert any("almost constant" in note for note in export.notes)


def test_schpf_takes_rates_where_hpfrec_takes_divisors() -> None:
    found = hpf()
    one, other = found.export("hpfrec").arguments, found.export("scHPF").arguments
    assert other["nfactors"] == one["k"]
    for rate, shape, divisor in (("bp", "a_prime", "b_prime"), ("dp", "c_prime", "d_prime")):
        assert other[rate] == pytest.approx(one[shape] / one[divisor], rel=1e-8)
    assert (other["a"], other["ap"], other["c"], other["cp"]) == (
        one["a"], one["a_prime"], one["c"], one["c_prime"],
    )  # fmt: skip


def test_a_level_above_rows_only_is_a_constant_one_above_columns() -> None:
    values = {"K": 4, "a": 0.5, "a_prime": 9.0, "b_prime": 1.0, "c": 0.8, "d": 0.5}
    found = ppm.match(
        targets=moments("hpf_rows_gamma", values), model="hpf_rows_gamma", fixed={"a": 0.5}
    )
    (one,) = [each for each in (found.branches or (found,)) if each.k == 4]
    arguments = dict(one.export("hpfrec").arguments)
    assert arguments["a_prime"] == pytest.approx(9.0, rel=1e-6)
    assert arguments["c_prime"] >= 1000
    assert as_hpf(arguments) == pytest.approx(dict(one.achieved), rel=1e-3)


def test_other_priors_go_as_gamma_with_the_same_two_moments() -> None:
    targets = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
    found = ppm.match(targets=targets, model="pmf_lognormal")
    export = found.export("hpfrec")
    assert as_hpf(dict(export.arguments)) == pytest.approx(dict(found.achieved), rel=1e-3)
    assert any("LogNormal" in note and "same mean and variance" in note for note in export.notes)


def test_the_structure_is_read_off_the_declaration_whatever_the_names_are() -> None:
    with ppm.Model("mine") as mine:
        s, t, u, v, g, h = ppm.hyperparameters("s t u v g h")
        popularity = ppm.Gamma("popularity", shape=u, rate=v, dims="item")
        taste = ppm.Gamma("taste", shape=s, rate=t, dims="user topic")
        quality = ppm.Gamma("quality", shape=g, rate=2 * popularity, dims="item topic")
        rate = h * ppm.sum(taste * quality, over="topic")
        ppm.Poisson("plays", rate=rate, dims="user item", observed=True)
    values = {"N_topic": 5.0, "s": 0.6, "t": 2.0, "u": 9.0, "v": 3.0, "g": 0.8, "h": 1.5}
    formulas = (mine.mean(), mine.variance(), mine.correlation("user"), mine.correlation("item"))
    wanted = {
        moment: float(each.subs({symbol: values[symbol.name] for symbol in each.free_symbols}))
        for moment, each in zip(NAMES, formulas, strict=True)
    }
    chosen = replace(of_model(mine), k=5, parameters=values)
    structure = recognised(chosen, "a library")
    assert moments_of(structure) == pytest.approx(wanted, rel=1e-12)
    found = hierarchical(chosen, "hpfrec")
    assert found.col[1].shape == 9.0
    assert found.row[1].shape >= 1000


@pytest.mark.parametrize("kind", ["pmf", "hpf"])
def test_shapes_for_mean_field_inference_keep_the_mean_and_say_what_else_they_do(kind: str) -> None:
    found = pmf() if kind == "pmf" else hpf()
    export = found.export("hpfrec", shapes="mean-field")
    assert found.export("hpfrec").arguments == found.export("hpfrec", shapes="moments").arguments
    for name in ("a", "c"):
        assert export.arguments[name] == pytest.approx(math.hypot(0.3, found.parameters[name]))
    got = as_hpf(dict(export.arguments))
    assert got["mean"] == pytest.approx(found.achieved["mean"], rel=1e-8)
    assert got["variance"] < found.achieved["variance"]
    text = " ".join(export.notes)
    assert "Kept" not in text
    assert f"variance {found.achieved['variance']:.5g} becomes" in text
    said = text.split("variance ")[1].split("becomes ")[1].split(";")[0]
    assert float(said) == pytest.approx(got["variance"], rel=1.1e-3)


@pytest.mark.parametrize("model", ["pmf_gamma", "hpf_gamma"])
def test_counts_give_libraries_shapes_for_noise_and_samplers_exact_ones(model: str) -> None:
    generator = np.random.default_rng(4)
    rates = generator.gamma(0.5, 1.0, (80, 3)) @ generator.gamma(0.5, 2.0, (3, 60)) + 0.01
    counts = generator.negative_binomial(2.0, 2.0 / (2.0 + rates))
    found = ppm.match(counts, model, fixed={"K": 3})
    assert found.shapes is not None
    assert found.shapes.noise > 1.2
    shape = found.parameters["a"]
    wanted = math.hypot(0.3, found.shapes.noise * shape)
    for target in ("hpfrec", "schpf"):
        export = found.export(target)
        assert export.arguments["a"] == pytest.approx(wanted, rel=1e-9)
        assert f"a = c = {wanted:.4g}, for mean-field fits: hypot(0.3," in export.notes[0]
        raw = found.export(target, shapes="moments")
        assert raw.arguments["a"] == pytest.approx(shape, rel=1e-9)
        assert "for mean-field fits" not in str(raw)
    mean = as_hpf(dict(found.export("hpfrec").arguments))["mean"]
    assert mean == pytest.approx(found.achieved["mean"], rel=1e-8)
    for target in ("pymc", "numpyro", "pyro", "stan", "jags"):
        export = found.export(target)
        assert f"a = c = {shape:.4g}, as matched" in export.notes[0]
        other = found.export(target, shapes="mean-field")
        for text, value in ((str(export), shape), (str(other), wanted)):
            assert len(re.findall(rf"\b[ac]\W+{value!r}", text)) == 2, target
    for target in ("sklearn", "poismf", "cmfrec"):
        assert found.export(target) == found.export(target, shapes="moments")


def test_moments_that_do_not_exist_are_no_numbers_of_the_export() -> None:
    chosen = chosen_of(hpf())
    for above, name in ((0.8, "mean"), (1.5, "variance")):
        none = replace(chosen, parameters={**chosen.parameters, "a_prime": above})
        structure = recognised(none, "a library")
        assert moments_of(structure)[name] == math.inf
