"""Documents that are damaged, or a stranger's: our errors, or a match of which all can be asked."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from cases import core, poisson_factors, signatures
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import symppm as ppm
from symppm.errors import DataError, ParameterError, SymPPMError
from symppm.view.checks import checks_page
from symppm.view.layout import plain
from symppm.view.text import page

THOROUGH = 300
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.just(10**400), st.floats(allow_nan=True),
    st.text(max_size=5), st.just([]), st.just({}), st.just([[1, 2], [3]]), st.just({"kind": 1}),
    st.just("distinct"), st.just("stochastic"), st.just(-1e300), st.just(1e-300),
    st.just("numeric"), st.just("negative"), st.just("\ud800"), st.just("K"), st.just([None]),
    st.integers(2**62, 2**65), st.just(1e308), st.just(0.5), st.just({"K": 2}),
)  # fmt: skip
EXPORTS = ("hpfrec", "schpf", "poismf", "sklearn", "cmfrec", "implicit", "pymc", "numpyro", "pyro",
           "stan", "jags", "json")  # fmt: skip


BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def counts() -> Any:
    return ppm.data.load("mutational_signatures").values


KINDS: dict[str, tuple[Any, Callable[[], Any]]] = {
    "match": (ppm.Match, signatures),
    "beliefs": (ppm.Match, lambda: ppm.match(targets=BELIEFS)),
    "statistics": (ppm.Statistics, lambda: ppm.statistics(counts(), intervals=True)),
    "cross_moments": (ppm.CrossMoments, lambda: ppm.cross_moments(counts())),
    "checks": (
        ppm.Checks,
        lambda: ppm.check(ppm.match(targets=BELIEFS), counts(), draws=3, random_seed=1),
    ),
    "validation": (ppm.Validation, lambda: signatures().validate(counts())),
    "comparison": (
        ppm.Comparison,
        lambda: ppm.compare(counts(), ["pmf_gamma", "pmf_exponential"]),
    ),
    "model": (ppm.Model, poisson_factors),
}
QUICK = ("match", "beliefs", "statistics", "model")


@cache
def text_of(name: str) -> str:
    return str(KINDS[name][1]().to_json())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*path, key))


@cache
def places_of(name: str) -> list[tuple[Any, ...]]:
    return list(places(json.loads(text_of(name))))


def use(found: Any) -> None:
    """Ask for all that a match, or statistics, can be asked for."""
    str(found), repr(found), found._repr_html_()
    json.loads(found.to_json())
    if isinstance(found, ppm.Comparison | ppm.Validation):
        plain(page(found))
    elif isinstance(found, ppm.Checks):
        plain(checks_page([found]))
    if isinstance(found, ppm.Match):
        found.target_intervals(0.9)
        for target in EXPORTS:
            # Not every model, and not every match, is one of every library.
            with contextlib.suppress(ParameterError):
                str(found.export(target))
        if found.uncertainty is not None:
            found.interval(0.9)
    elif isinstance(found, ppm.Statistics | ppm.CrossMoments):
        found.interval(0.9)


def damage(name: str, data: st.DataObject) -> Any:
    document = copy.deepcopy(json.loads(text_of(name)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places_of(name)))
        holder = document
        try:
            for key in path[:-1]:
                holder = holder[key]
            kind = data.draw(st.integers(0, 5))
            if kind == 0:
                del holder[path[-1]]
            elif kind == 1 and isinstance(holder, dict):
                holder[data.draw(st.sampled_from(["x", "\ud800", "K"]))] = holder.pop(path[-1])
            elif kind == 2 and isinstance(holder[path[-1]], float):
                holder[path[-1]] *= data.draw(st.sampled_from([-1, 1e-200, 1e-100, 1e100, 1e200]))
            else:
                holder[path[-1]] = data.draw(JUNK)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took this place away
    return document


def check(name: str, data: st.DataObject) -> None:
    document = damage(name, data)
    try:
        found = KINDS[name][0].from_dict(document)
    except SymPPMError:
        return
    try:
        use(found)
    except ParameterError as error:
        # What is optional in a document may be missing: then it cannot be asked for.
        assert re.search("without intervals|without draws", str(error))  # noqa: PT017


@pytest.mark.parametrize("name", QUICK)
@settings(max_examples=25, deadline=None, derandomize=True,
          suppress_health_check=[HealthCheck.too_slow])  # fmt: skip
@given(data=st.data())
def test_a_damaged_document_is_our_error(name: str, data: st.DataObject) -> None:
    check(name, data)


@pytest.mark.thorough
@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=THOROUGH, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_many_damaged_documents(name: str, data: st.DataObject) -> None:
    check(name, data)


def test_a_match_whose_estimates_of_k_were_lost_has_the_other_intervals() -> None:
    document = json.loads(text_of("match"))
    whole = ppm.Match.from_dict(document)
    assert whole.cross_validated
    found = ppm.Match.from_dict({**document, "estimates": []})
    assert found.interval()["a"] == whole.interval()["a"]


def test_text_that_was_cut_off() -> None:
    name = "match"
    text = text_of(name)
    for length in range(0, len(text) - 1, max(1, len(text) // 50)):
        with pytest.raises(DataError, match="no JSON"):
            KINDS[name][0].from_json(text[:length])


MISTAKES = [
    ("match", ("parameters", "a"), "x", r"match.parameters\['a'\] is 'x'; expected a number"),
    ("match", ("parameters", "a"), 10**400, r"match.parameters\['a'\] is a huge integer"),
    ("match", ("feasible",), 1, "match.feasible is 1; expected true or false"),
    ("match", ("diagnostics", 0, "severity"), "dire", r"severity is 'dire'; expected 'note' or"),
    ("match", ("statistics", "shape"), [1], "statistics.shape is a list; expected a list of"),
    ("match", ("k",), 0, "match.k is 0; expected a whole number >= 1"),
    ("match", ("uncertainty", "spread", "freedom", 0), 0, "match.uncertainty.spread is an object"),
    ("match", ("estimates", 0, "estimator"), "magic", r"match.estimates\[0\].estimator is 'magic'"),
    ("match", ("parameters", "z"), 1.0, "parameters is 'z'; expected parameters of"),
    ("match", ("parameters", "a"), -1.0, r"\['a'\] is -1.0; expected a positive number"),
    ("match", ("parameters", "K"), 2.5, r"match.parameters\['K'\] is 2.5; expected a whole number"),
    ("match", ("parameters",), {"K": 1}, r"match.parameters\['a'\] is null; expected a number"),
    ("match", ("k",), 2**63, r"match.k is 9223372036854775808; expected a whole number <="),
    ("match", ("scale",), "\ud800", "no JSON .*surrogate"),
    ("match", ("diagnostics", 0, "message"), "\udfff", "no JSON .*surrogate"),
    ("match", ("identified", "b_prime*d_prime"), 1.0, "expected what it is of"),
    ("match", ("identified", "b*d"), 1.0, r"identified is 'b\*d'; expected one of K"),
    ("match", ("shapes", "noise"), -0.5, "match.shapes.noise is -0.5; expected a number >= 0"),
    ("match", ("shapes", "values", "a"), -1.0, r"\['a'\] is -1.0; expected a number > 0"),
    ("match", ("shapes", "values"), {"x": 1.0}, r"match.shapes.values is 'x'; expected one of"),
    ("match", ("shapes", "equal"), ["K"], r"match.shapes.equal is 'K'; expected one of"),
    ("match", ("shapes", "colour"), "red", "match.shapes with the unknown field 'colour'"),
    ("match", ("targets", "zeros"), 1.0, "match.targets is 'zeros'; expected one of mean"),
    ("match", ("achieved", "zeros"), 1.0, "match.achieved is 'zeros'; expected one of"),
    ("match", ("statistics", "variance"), -1.0, "statistics.variance is -1.0; expected a positive"),
    ("match", ("statistics", "observed"), 10**9, "observed is 1000000000; expected a number"),
    ("match", ("statistics", "mean"), float("nan"), "no JSON .*expected finite numbers"),
    ("match", ("statistics", "maximum"), -1.0, "minimum is 0.0; expected a number below"),
    ("checks", ("table", 0, "p"), 1.5, r"checks.table\[0\].p is 1.5; expected a number <= 1"),
    ("checks", ("table", 0, "p"), None, "expected observed, p and adjusted, or none of them"),
    ("checks", ("table", 1, "low"), 1e300, r"table\[1\].predicted is .* from low to high"),
    ("checks", ("table", 1, "draws"), 4, "a number from 1 to 3"),
    ("checks", ("table", 1, "name"), "zero fraction", "expected a row for each statistic"),
    ("checks", ("shape",), [], "expected lengths of axes"),
    ("checks", ("draws",), 1, "expected a whole number >= 2"),
    ("checks", ("kind",), "match", "expected one of the kind 'checks'"),
    ("comparison", ("best",), "pmf_other", "expected the first model that fits"),
    ("comparison", ("close",), ["pmf_other"], "expected names of models that fit"),
    ("comparison", ("level",), 0, r"level is 0; expected a whole number >="),
    ("comparison", ("rows",), [], "expected a row for each of one or more models"),
    ("comparison", ("rows", 0, "status"), "perhaps", "'fits' or 'rejected' or 'excluded'"),
    ("comparison", ("rows", 0, "misfit", "degrees"), 0, "expected a whole number >= 1"),
    ("comparison", ("rows", 0, "misfit", "j"), -3.0, r"misfit.j is -3.0; expected a number >= 0"),
    ("comparison", ("rows", 0, "free"), -3, "free is -3; expected a whole number >= 0"),
    ("comparison", ("rows", 0, "k"), None, "k, k_exact and k_interval, or none"),
    ("comparison", ("rows", 0, "same_as"), ["zzz"], "expected names of other models"),
    ("comparison", ("rows", 0, "misfit", "criterion"), 1e9, "the least criterion first"),
    ("comparison", ("cost",), -1.0, "cost is -1.0; expected a number > 0"),
    ("comparison", ("rows", 0, "misfit", "j"), None, r"misfit.j is null; expected a number"),
    ("comparison", ("rows", 0, "k"), 0, "expected a whole number >= 1"),
    ("comparison", ("rows", 0, "k_interval"), [3, 2], "expected its lower end first"),
    ("comparison", ("statistics", "mean"), "x", "statistics.mean is 'x'; expected a number"),
]  # fmt: skip


IN_A_MATCH = [each for each in MISTAKES if each[0] == "match"]


@pytest.mark.parametrize("mistake", core(MISTAKES, IN_A_MATCH), ids=str)
def test_errors_say_where_and_what_no_result_can_say(
    mistake: tuple[str, tuple[Any, ...], Any, str],
) -> None:
    name, path, value, message = mistake
    document = json.loads(text_of(name))
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    with pytest.raises(DataError, match=message):
        KINDS[name][0].from_dict(document)


def test_nothing_in_a_model_is_run() -> None:
    document = json.loads(text_of("model"))
    for text in ("__import__('os').system('true')", "a; b", "().__class__"):
        changed = copy.deepcopy(document)
        changed["hyperparameters"][0][1] = text
        with pytest.raises(SymPPMError):
            ppm.Model.from_dict(changed)
        changed = copy.deepcopy(document)
        changed["variables"][0]["parameters"]["shape"] = text
        with pytest.raises(SymPPMError):
            ppm.Model.from_dict(changed)
        changed = copy.deepcopy(document)
        changed["variables"][0]["family"] = text
        with pytest.raises(SymPPMError):
            ppm.Model.from_dict(changed)
