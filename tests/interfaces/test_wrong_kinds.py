"""Arguments of a wrong kind, to every public function: our errors, whatever is passed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from cases import core, question, signatures

import symppm as ppm
from symppm.errors import ParameterError, SymPPMError

WRONG: tuple[Any, ...] = (
    None, 3, 2.0, "x", b"x", [], {}, object(), ppm.Model, np.nan, True, -1, 1 + 2j, ("a", "b"),
    {"a": 1}, [[1, 2], [3]], np.array([1, 2]), "\ud800", float("inf"),
)  # fmt: skip
BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
CHOSEN = {"K": 3, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
COUNTS = np.random.default_rng(0).poisson(2.0, (20, 15))
OPTIONS = (
    "scale", "fixed", "zeros", "mask", "known", "intervals", "estimator", "method",
    "random_seed", "device", "start", "bounds", "shape", "discrepancy", "integrate",
    "parametrisation", "tolerance", "seconds",
)  # fmt: skip


@cache
def mine() -> ppm.Model:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    return model


def declared(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def within(value: Any) -> None:
        with ppm.Model("other"):
            call(value)

    return within


def drawn(**given: Any) -> Any:
    arguments = {"model": "pmf_gamma", "parameters": CHOSEN, "shape": (4, 3), "random_seed": 1}
    return ppm.sample(**{**arguments, **given})


CALLS: dict[str, Callable[[Any], Any]] = {
    "sample draws": lambda v: drawn(draws=v),
    "sample seed": lambda v: drawn(random_seed=v),
    "sample model": lambda v: drawn(model=v),
    "sample parameters": lambda v: drawn(parameters=v),
    "sample a": lambda v: drawn(parameters={**CHOSEN, "a": v}),
    "sample K": lambda v: drawn(parameters={**CHOSEN, "K": v}),
    "sample shape": lambda v: drawn(shape=v),
    "sample known": lambda v: drawn(known=v),
    "sample container": lambda v: drawn(container=v),
    "match data": ppm.match,
    "match model": lambda v: ppm.match(COUNTS, v),
    "match targets": lambda v: ppm.match(targets=v),
    "match mean": lambda v: ppm.match(targets={**BELIEFS, "mean": v}),
    "match K": lambda v: ppm.match(COUNTS, fixed={"K": v}),
    **{f"match {o}": lambda v, o=o: ppm.match(COUNTS, **question(**{o: v})) for o in OPTIONS},
    "interval": lambda v: signatures().interval(v),
    "target intervals": lambda v: signatures().target_intervals(v),
    "export": lambda v: signatures().export(v),
    "export shapes": lambda v: signatures().export("hpfrec", shapes=v),
    "trace": lambda v: signatures().plot_trace(v),
    "Match.from_dict": ppm.Match.from_dict,
    "Match.from_json": ppm.Match.from_json,
    "Statistics.from_dict": ppm.Statistics.from_dict,
    "Model.from_dict": ppm.Model.from_dict,
    "Model": ppm.Model,
    "hyperparameters": ppm.hyperparameters,
    "hyperparameters in a model": declared(ppm.hyperparameters),
    "a hyperparameter": declared(lambda v: ppm.hyperparameters([v])),
    "domain": declared(lambda v: ppm.hyperparameters("a", domain=v)),
    "name": declared(lambda v: ppm.Gamma(v, shape=1, rate=1, dims="row")),
    "shape": declared(lambda v: ppm.Gamma("t", shape=v, rate=1, dims="row")),
    "dims": declared(lambda v: ppm.Gamma("t", shape=1, rate=1, dims=v)),
    "known name": declared(lambda v: ppm.Known(v, dims="row")),
    "size": declared(ppm.size),
    "axis": lambda v: ppm.Model("other").axis(v),
    "sum": declared(lambda v: ppm.sum(v, over="row")),
    "sum over": declared(lambda v: ppm.sum(1, over=v)),
    "evaluate": lambda v: mine().solve(("mean", "variance")).evaluate(v),
    "evaluate a target": lambda v: (
        mine().solve(("mean", "variance")).evaluate({"mean": v, "variance": 9})
    ),
    "algorithm1": lambda v: ppm.algorithm1(v, random_seed=1),
    "derive": lambda v: mine().derive(v),
    "solve": lambda v: mine().solve(v),
    "solve fixed": lambda v: mine().solve(fixed=v),
    "compare models": lambda v: None if v is None else ppm.compare(COUNTS, v),
    "compare model": lambda v: ppm.compare(COUNTS, [v]),
    "compare level": lambda v: ppm.compare(COUNTS, ["pmf_gamma"], level=v),
    "html": ppm.html_report,
    "html title": lambda v: ppm.html_report(signatures(), title=v),
    "html notes": lambda v: ppm.html_report(signatures(), notes=v),
    "html date": lambda v: ppm.html_report(signatures(), date=v),
    "statistics": ppm.statistics,
    "holdout": lambda v: ppm.holdout(COUNTS, v, random_seed=1),
    "read": ppm.read,
    "data": ppm.data.load,
}
QUICK = ("sample shape", "match targets", "Match.from_dict", "shape", "sum", "read")


@pytest.mark.parametrize("name", core(CALLS, QUICK))
def test_what_is_of_a_wrong_kind_is_our_error(name: str) -> None:
    for value in WRONG:
        with contextlib.suppress(SymPPMError):
            CALLS[name](value)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["plot", "plot_surface"])
def test_plots(name: str) -> None:
    pytest.importorskip("matplotlib")
    made = ppm.match(targets=BELIEFS)
    for value in (3, 2.0, b"", [], ppm.Model, "/nowhere/at/all.png", "match.xyz"):
        with pytest.raises(ParameterError):
            getattr(made, name)(value)
    for value in (3, [], "z", np.array([1, 2])):
        with pytest.raises(ParameterError, match="two of what data determine"):
            made.plot_surface(x=value)


def test_the_class_in_place_of_a_model_is_recognised() -> None:
    for call in (
        lambda: ppm.match(COUNTS, ppm.Model),
        lambda: ppm.compare(COUNTS, [ppm.Model]),
        lambda: drawn(model=ppm.Model),
    ):
        with pytest.raises(ParameterError, match="expected a catalogue name or a declared"):
            call()


def test_sizes_and_draws_say_what_they_have_to_be() -> None:
    for value in (0, -1, 2.5, "3", True):
        with pytest.raises(ParameterError, match="K to be a whole number of at least 1"):
            drawn(parameters={**CHOSEN, "K": value})
    with pytest.raises(ParameterError, match=r"draws=2\.0; expected an integer from 1"):
        drawn(draws=2.0)
    with pytest.raises(ParameterError, match="random_seed='x'; expected an integer from 0"):
        drawn(random_seed="x")
    with pytest.raises(ParameterError, match="K=0; expected a whole number of at least 1"):
        ppm.match(COUNTS, fixed={"K": 0})
