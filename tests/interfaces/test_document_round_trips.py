"""Matches, statistics and models as documents: what is read equals what was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import sympy
from cases import core, signatures, two_solutions

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import (
    DataError,
    DeclarationError,
    ModelNameError,
    NotBuiltError,
    ParameterError,
)
from symppm.laws.declared import declaration_tree
from symppm.matching.uncertainty import Likely
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.modeller.model import declaration_document, read_declaration
from symppm.results.array_statistics import ArrayStatistics
from symppm.results.documents import SCHEMA
from symppm.statistics.arrays import array_statistics
from symppm.stochastic.outcome import Trace
from symppm.view.declaration import declaration_code

BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def counts() -> Any:
    return ppm.data.load("mutational_signatures").values


def declared() -> ppm.Model:
    with ppm.Model("mine") as mine:
        a, b, c, d = ppm.hyperparameters("a b c d")
        gamma = ppm.Known("gamma", dims="col")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = gamma * ppm.sum(theta * beta, over="factor") / ppm.size("factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return mine


def stochastic() -> ppm.Match:
    """Return what a search leaves, made by hand: sampling needs torch."""
    made = ppm.match(targets=BELIEFS)
    return replace(
        made, method="stochastic", identified={}, achieved_errors={"mean": 0.1, "variance": 0.0},
        parameter_errors={"K": 0.5}, sampled={"mean": 25.1}, discrepancy=0.25, seconds=1.5,
        estimators={"mean": "drawn"},
        trace=Trace(("approach", "average"), (10, 0), (0.5, 0.25), {"mean": (24.0, 25.0)},
                    {"K": (20.0, 25.0)}),
    )  # fmt: skip


def exposed() -> ppm.Match:
    gamma = np.linspace(0.5, 2, 30)
    parameters = {"K": 5, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    drawn = ppm.sample(
        "pmf_gamma_exposure", parameters, shape=(40, 30), random_seed=1, known={"gamma": gamma}
    )
    return ppm.match(drawn, "pmf_gamma_exposure", known={"gamma": gamma})


def provisional() -> ppm.Match:
    made = ppm.match(counts(), estimator="cross-moments")
    assert made.uncertainty is not None
    likely = Likely("K", np.array([1.0, 2.0, 4.0]), np.array([0.25, 0.5, 1.0]))
    return replace(made, uncertainty=replace(made.uncertainty, likely=likely, lost_rows=(3,)))


def again(made: Any) -> Any:
    """Read what was written: all that can be asked of it is the same."""
    read = type(made).from_json(made.to_json())
    for found in (read, type(made).from_dict(made.to_dict())):
        assert found.to_json() == made.to_json()
        if not isinstance(made, ppm.CrossMoments):  # its arrays are left out
            assert (found, str(found)) == (made, str(made))
    if not isinstance(made, ArrayStatistics):
        assert read._repr_html_() == made._repr_html_()
    if isinstance(made, ppm.Match):
        assert repr(read) == repr(made)
        assert read.target_intervals(0.8) == made.target_intervals(0.8)
        assert (read.uncertainty is None) == (made.uncertainty is None)
    elif isinstance(made, ppm.Statistics):
        assert read.has_intervals == made.has_intervals
    sure = getattr(made, "uncertainty", None) or getattr(made, "has_intervals", None)
    for level in (0.5, 0.95) if sure or isinstance(made, ppm.CrossMoments) else ():
        assert read.interval(level) == made.interval(level)
    return read


def three_axes(parameters: dict[str, float]) -> ppm.Match:
    names = [each.name for each in load_model("ptf_gamma").SPEC.parameters]
    point = {name: parameters.get(name, 1) for name in names}
    drawn = ppm.sample("ptf_gamma", point, shape=(12, 10, 8), random_seed=1)
    return ppm.match(drawn, model="ptf_gamma")


def compared(**changes: Any) -> ppm.Comparison:
    truth = {"K": 4, "a": 0.5, "b": 1, "c": 0.5, "d": 0.2, "r": 0.5}
    drawn = ppm.sample("gmf_gamma_negativebinomial", truth, shape=(40, 30), random_seed=2)
    made = ppm.compare(drawn, ("pmf_gamma", "pmf_uniform", "gmf_gamma_normal", "pmf_prior"))
    assert {row.status for row in made.rows} == {"fits", "rejected", "excluded"}
    return replace(made, rows=(replace(made.rows[0], **changes), *made.rows[1:]))


def checked(**given: Any) -> ppm.Checks:
    match = ppm.match(counts(), estimator="moments", intervals=False)
    return ppm.check(match, **given, draws=5, random_seed=1)


RESULTS: dict[str, Callable[[], Any]] = {
    "data": signatures,
    "distinct": lambda: ppm.match(counts(), estimator="cross-moments"),
    "moments": lambda: ppm.match(counts(), estimator="moments"),
    "no intervals": lambda: ppm.match(counts(), intervals=False),
    "sparse": lambda: ppm.match(scipy.sparse.csr_array(counts()), zeros="missing"),
    "beliefs": lambda: ppm.match(targets=BELIEFS),
    "infeasible beliefs": lambda: ppm.match(targets={**BELIEFS, "variance": 20}),
    "several solutions": two_solutions,
    "numeric": lambda: ppm.match(targets=BELIEFS, fixed={"a": 1.0}),
    "exposures": exposed,
    "stochastic": stochastic,
    "likely": provisional,
    "three axes": lambda: three_axes({"K": 5}),
    "an array": lambda: array_statistics(
        np.random.default_rng(1).gamma(1.0, size=(6, 5, 4)).round(2), ("row", "col", "slice")
    ),
    "statistics": lambda: ppm.statistics(counts(), intervals=True),
    "statistics of sparse data": lambda: ppm.statistics(
        scipy.sparse.csr_array(counts()), intervals=True, zeros="missing"
    ),
    "statistics alone": lambda: ppm.statistics(counts()),
    "not whole": lambda: ppm.statistics(counts() / 2.0, intervals=True),
    "cross_moments": lambda: ppm.cross_moments(counts()),
    "cross_moments alone": lambda: ppm.cross_moments(counts(), intervals=False),
    "number of factors": lambda: ppm.number_of_factors(counts()),
    "checks": lambda: checked(data=counts()),
    "checks of no data": lambda: checked(shape=(6, 5)),
    "comparison": compared,
    "an open end": lambda: compared(k_interval=(1.0, float("inf"))),
    "validation": lambda: signatures().validate(counts()),
}


FEW = (
    *("beliefs", "infeasible beliefs", "moments", "statistics", "an array"),
    "cross_moments alone",
)


@pytest.mark.parametrize("name", core(RESULTS, FEW))
def test_what_is_read_equals_what_was_written(name: str) -> None:
    again(RESULTS[name]())


def test_draws_of_checks_are_not_in_documents() -> None:
    with pytest.raises(ParameterError, match="read from a document"):
        again(checked(shape=(6, 5))).plot()


@pytest.mark.thorough
def test_a_declared_model_is_kept_with_its_match() -> None:
    mine = declared()
    parameters = {"K": 5, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    gamma = np.linspace(0.5, 2, 30)
    data = ppm.sample(mine, parameters, shape=(40, 30), random_seed=1, known={"gamma": gamma})
    found = ppm.match(data, model=mine, known={"gamma": gamma})
    read = again(found)
    assert read.declared is not None
    assert declaration_tree(read.declared.declaration) == declaration_tree(mine.declaration)
    assert read.spec == found.spec
    assert "spec" in found.to_dict()


@pytest.mark.thorough
def test_every_model_of_the_catalogue() -> None:
    for name, entry in CATALOGUE.items():
        declaration = catalogue_model(name)
        read = read_declaration(json.loads(json.dumps(declaration_document(declaration))))
        assert read == declaration, (name, entry.title)
        assert declaration_tree(read) == declaration_tree(declaration)
        scope: dict[str, Any] = {}
        exec(declaration_code(declaration), scope)  # noqa: S102 - code of our own
        written = scope["model"].declaration
        # Axes come in the order in which they are named.
        assert set(written.axes) == set(declaration.axes)
        assert replace(written, axes=declaration.axes) == declaration


def test_a_declared_model_has_the_same_moments() -> None:
    mine = declared()
    read = ppm.Model.from_json(mine.to_json())
    assert read.declaration == mine.declaration
    assert read.name == "mine"
    assert read.mean() == mine.mean()
    assert read.covariance("row") == mine.covariance("row")
    assert read._repr_html_() == mine._repr_html_()
    parameters = {"K": 5, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    known = {"gamma": np.ones(3)}
    one, two = (
        ppm.sample(each, parameters, shape=(4, 3), random_seed=1, known=known)
        for each in (mine, read)
    )
    assert (one == two).all()
    with pytest.raises(DeclarationError), read:
        pass


def test_links_are_kept_and_what_documents_cannot_hold_is_said() -> None:
    with ppm.Model("clicks") as clicks:
        s = ppm.hyperparameters("s")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        ppm.Bernoulli("Y", mean=ppm.logistic(ppm.sum(theta, over="factor")), dims="row col",
                      observed=True)  # fmt: skip
    assert ppm.Model.from_dict(clicks.to_dict()).declaration == clicks.declaration
    with ppm.Model("odd") as odd:
        s = ppm.hyperparameters("s")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row")
        ppm.Poisson("Y", rate=1 + sympy.Abs(theta), dims="row col", observed=True)
    with pytest.raises(NotBuiltError, match="'odd' as a document"):
        odd.to_dict()


def test_versions_and_kinds() -> None:
    document = ppm.match(targets=BELIEFS).to_dict()
    assert document["schema"] == SCHEMA
    assert document["kind"] == "match"
    for version in (0, SCHEMA + 1, "1", True, None, [1], 10**300):
        with pytest.raises(DataError, match=f"expected schema {SCHEMA}"):
            ppm.Match.from_dict({**document, "schema": version})
    with pytest.raises(DataError, match=f"schema {SCHEMA + 1}; .* Update symppm"):
        ppm.Match.from_dict({**document, "schema": SCHEMA + 1})
    with pytest.raises(DataError, match="without schema"):
        ppm.Match.from_dict({name: document[name] for name in document if name != "schema"})
    with pytest.raises(DataError, match="kind 'statistics'; expected one of the kind 'match'"):
        ppm.Match.from_json(ppm.statistics(counts()).to_json())
    with pytest.raises(ModelNameError, match="no model of the catalogue"):
        ppm.Match.from_dict({**document, "model": "pmf_other"})
    for text in ("", "{", "[" * 100_000, '{"schema": NaN}', "null"):
        with pytest.raises(DataError):
            ppm.Match.from_json(text)


def test_what_a_search_could_not_estimate_is_null() -> None:
    found = stochastic()
    assert found.trace is not None
    odd = replace(found, trace=replace(found.trace, loss=(float("inf"), 0.25)))
    document = json.loads(odd.to_json())
    assert document["trace"]["loss"] == [None, 0.25]
    read = ppm.Match.from_dict(document).trace
    assert read is not None
    assert np.isnan(read.loss[0])
    assert read.statistics == found.trace.statistics
