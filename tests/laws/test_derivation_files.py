"""Derivations as files come back as they went, in the same bytes; a stranger's runs nothing."""

from __future__ import annotations

import copy
import functools
import itertools
import json
import operator
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sympy
from cases import at_most_seconds, core
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from models import MOMENTS, named
from shipped import with_part

from symppm.errors import DerivationError
from symppm.families import WeibullShape
from symppm.laws import derive
from symppm.laws.derivation import Verdict
from symppm.laws.records import read_record, record_json
from symppm.laws.trees import from_tree, to_tree
from symppm.model.nodes import KnownEntry, derivative, index, label

RUN = Callable[..., "subprocess.CompletedProcess[str]"]
NAMES = ("pmf_gamma", "pmf_prior", "hpf_gamma", "row_sums")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A derivation file with lemmas, as JSON reads it."""
    loaded: dict[str, Any] = json.loads(derive(named("pmf_gamma"), "correlation row").to_json())
    return loaded


RECORDED = [
    *itertools.product(NAMES, MOMENTS),
    *(("hpf_gamma", "cumulant ij il tj"), ("gmf_gamma_gumbel", "cumulant ij ij ij ij")),
]


@pytest.mark.parametrize(("name", "what"), RECORDED)
def test_a_record_comes_back_as_it_went(name: str, what: str) -> None:
    derivation = derive(named(name), what)
    *lemmas, back = read_record(derivation.to_json())
    assert back == derivation
    assert tuple(lemmas) == derivation.lemmas
    assert back.to_json() == derivation.to_json()


@pytest.mark.parametrize("name", core(["pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
def test_what_comes_back_still_verifies_and_knows_its_conditions(name: str) -> None:
    derivation = derive(named(name), "correlation row")
    back = read_record(derivation.to_json())[-1]
    assert back.verify().ok
    assert back.conditions == derivation.conditions


def test_several_derivations_share_their_lemmas_in_one_record() -> None:
    declared = named("pmf_gamma")
    both = tuple(derive(declared, f"correlation {axis}") for axis in ("row", "col"))
    names = [each.name for each in read_record(record_json(both))]
    assert names == [
        "variance",
        "covariance row",
        "correlation row",
        "covariance col",
        "correlation col",
    ]


def test_each_step_has_a_line_of_its_own() -> None:
    derivation = derive(named("pmf_gamma"), "variance")
    lines = derivation.to_json().splitlines()
    steps = [json.loads(line.strip().rstrip(",")) for line in lines if '{"rule":' in line]
    assert [step["rule"] for step in steps] == [step.rule for step in derivation.steps]


PROGRAM = """
import sys
sys.path[:0] = ["tests", "tests/laws"]
from models import MOMENTS, named
from symppm.laws import derive
from symppm.laws.records import record_json
for name in ("pmf_gamma", "pmf_prior", "hpf_gamma"):
    declared = named(name)
    sys.stdout.write(record_json(tuple(derive(declared, what) for what in MOMENTS)))
    if name == "pmf_gamma":
        sys.stdout.write(derive(declared, "cumulant ij ij ij ij").to_json())
"""


@pytest.mark.thorough
def test_the_same_bytes_under_any_hash_seed(run_python: RUN) -> None:
    first, second = (
        run_python("-c", PROGRAM, env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"})
        for seed in ("1", "4242")
    )
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert len(first.stdout) > 50_000
    assert first.stdout == second.stdout


# Expressions


x, y = sympy.symbols("x y", positive=True)
EXPRESSIONS = [
    sympy.Rational(-3, 7),
    sympy.Integer(10) ** 60,
    sympy.Symbol("s", real=True),
    sympy.Symbol("n", nonnegative=True),
    sympy.Symbol("w", negative=True),
    sympy.Symbol("K", positive=True, integer=True),
    sympy.Symbol("i", integer=True),
    x / y - 3 * x**2 * y**-4,
    sympy.sqrt(x + 1),
    (x + y) ** sympy.Rational(-5, 2),
    sympy.pi**2 / 6 - sympy.EulerGamma * x + sympy.E,
    sympy.exp(2 * x + y**2 / 2) / sympy.log(1 + y),
    sympy.gamma(1 + 2 / x) - sympy.gamma(sympy.Rational(1, 3)) * sympy.zeta(3),
    sympy.Function("psi")(x),
    sympy.Function("psi")(x).diff(x, 3),
    derivative("psi", 2, x / y),
    KnownEntry(label("gamma", "positive"), index("j")),
    WeibullShape(1 + x / y**2),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_an_expression_comes_back_with_its_assumptions(expression: sympy.Expr) -> None:
    back = from_tree(json.loads(json.dumps(to_tree(expression))))
    assert back == expression
    assert back.assumptions0 == expression.assumptions0


@pytest.mark.parametrize(
    "expression",
    [sympy.Float(0.5), sympy.sin(x), sympy.oo, sympy.I, sympy.erf(x), sympy.beta(x, y)],
)
def test_what_a_record_cannot_hold_is_refused_when_written(expression: sympy.Expr) -> None:
    with pytest.raises(DerivationError, match="cannot be stored in a derivation file"):
        to_tree(expression)


# Strangers' files


def refused(text: str) -> str:
    with pytest.raises(DerivationError) as caught:
        read_record(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "{", "nonsense", "\ufeff{}", "[" * 100_000, "1" * 5000, '{"version": ' + "1" * 5000 + "}"],
    ids=["empty", "cut off", "no JSON", "byte-order mark", "deep", "huge number", "huge version"],
)
def test_what_is_not_json_is_refused(text: str) -> None:
    assert refused(text) == (
        "a file that is not JSON; expected a derivation file. Name the .json file of a derivation."
    )


@pytest.mark.parametrize(
    "text", ["[]", "{}", "null", "3", '"symppm-derivations"', "1e999", "[" * 900 + "]" * 900]
)
def test_json_of_another_kind_is_refused(text: str) -> None:
    assert "expected an expression tree as symppm writes it" in refused(text)


@pytest.mark.parametrize("version", [0, 2, "1", None, 1.5, [1]])
def test_another_version_is_refused_with_its_number(document: dict[str, Any], version: Any) -> None:
    assert refused(json.dumps({**document, "version": version})) == (
        f"a derivation file of format version {version!r}; expected version 1. Derive the model "
        "again with this version of symppm."
    )


@pytest.mark.parametrize("depth", [201, 300, 600, 800, 850, 900, 940])
def test_deep_trees_are_refused(document: dict[str, Any], depth: int) -> None:
    changed = {**document, "derivations": [{**document["derivations"][0], "target": "@"}]}
    tree = '["Add",' * depth + '["Symbol","x"]' + "]" * depth
    assert refused(json.dumps(changed).replace('"@"', tree))


def number(value: int) -> list[str]:
    return ["Rational", str(value), "1"]


HOSTILE = {
    "a million digits": ["Rational", "9" * 1_000_000, "1"],
    "division by zero": ["Rational", "1", "0"],
    "a zero to a negative power": ["Pow", number(0), number(-1)],
    "infinity as a number": ["Rational", float("inf"), 1],
    "not a number": ["Rational", float("nan"), 1],
    "a fraction as a number": ["Rational", 1.5, 1],
    "three parts of a fraction": ["Rational", "1", "2", "3"],
    "a huge power": ["Pow", number(10), number(10**12)],
    "a tower": ["Pow", number(10), ["Pow", number(10), ["Pow", number(10), number(10)]]],
    "a huge power of a fraction": ["Pow", ["Rational", "10", "3"], number(10**12)],
    "an unknown kind": ["Integral", number(1)],
    "a function that is not written": ["sin", number(1)],
    "a function of nothing": ["exp"],
    "a function of two": ["gamma", number(3), number(4)],
    "a function of a tuple": ["log", ["Tuple", number(1)]],
    "an exponential of a huge number": ["exp", number(10**12)],
    "a tower of exponentials": ["exp", ["exp", ["exp", ["Symbol", "x"]]]],
    "a huge factorial": ["gamma", number(10**9)],
    "the factorial of a power": ["gamma", ["Pow", ["Rational", "7", "3"], number(40)]],
    "the factorial of a product": ["gamma", ["Mul", *[["Add", ["Number", "pi"], number(900)]] * 3]],
    "a pole of the gamma function": ["gamma", number(-2)],
    "the pole of the zeta function": ["zeta", number(1)],
    "the logarithm of zero": ["log", number(0)],
    "the logarithm of a negative number": ["log", number(-2)],
    "a huge order": ["Derivative", "psi", str(10**9), ["Symbol", "x"]],
    "a negative order": ["Derivative", "psi", "-1", ["Symbol", "x"]],
    "an order that is a number": ["Derivative", "psi", 1, ["Symbol", "x"]],
    "a derivative of code": ["Derivative", "__import__('os')", "1", ["Symbol", "x"]],
    "a derivative of too much": ["Derivative", "psi", "1", ["Symbol", "x"], ["Symbol", "x"]],
    "a number without a name": ["Number"],
    "a number of another name": ["Number", "oo"],
    "a number named by a list": ["Number", ["pi"]],
    "a known array of nothing": ["Known"],
    "a known array at a number": ["Known", ["Symbol", "g", "positive"], number(1)],
    "code": ["Symbol", "__import__('os').system('true')", "positive", "evil"],
    "an unknown domain": ["Symbol", "x", "complex"],
    "a symbol without a name": ["Symbol"],
    "a name that is a list": ["Symbol", ["x"]],
    "an empty list": [],
    "a kind that is a list": [["Add"], number(1)],
    "text": "1 + 1",
    "an object": {"Add": [1]},
    "nothing": None,
    "a tuple in a sum": ["Add", ["Tuple", number(1)], number(1)],
    "a tuple in a product": ["Mul", ["Tuple", number(1)], ["Symbol", "x"]],
    "a tuple as a base": ["Pow", ["Tuple", number(1)], ["Symbol", "x"]],
    "a power of three": ["Pow", number(1), number(2), number(3)],
    "a moment of nothing": ["E"],
    "a moment of too much": ["E", ["Symbol", "x"], ["Tuple"], ["Tuple"]],
    "a covariance of one": ["Cov", ["Symbol", "x"]],
    "a moment given a number": ["Var", ["Symbol", "x"], number(1)],
    "an entry of nothing": ["Entry"],
    "an entry of a number": ["Entry", number(1)],
    "an entry at a number": ["Entry", ["Symbol", "theta", "positive"], number(1)],
    "a sum over a number": ["AxisSum", ["Symbol", "x"], number(1), ["Symbol", "K"]],
    "a sum of a tuple": ["AxisSum", ["Tuple"], ["Symbol", "k", "integer"], ["Symbol", "K"]],
    "a sum of too little": ["AxisSum", ["Symbol", "x"]],
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_trees_are_refused(kind: str) -> None:
    with pytest.raises(DerivationError), at_most_seconds(5):
        from_tree(["Add", HOSTILE[kind], ["Symbol", "z"]])


def edited(document: dict[str, Any], edit: Callable[[dict[str, Any]], Any]) -> str:
    changed = copy.deepcopy(document)
    edit(changed)
    return json.dumps(changed)


CYCLES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "itself": lambda d: d["derivations"][0].update(lemmas=["variance"]),
    "each other": lambda d: d["derivations"][0].update(lemmas=["covariance row"]),
    "a later one": lambda d: d["derivations"][0].update(lemmas=["correlation row"]),
    "an unknown one": lambda d: d["derivations"][0].update(lemmas=["skewness"]),
    "a list": lambda d: d["derivations"][0].update(lemmas=[["variance"]]),
    "no list": lambda d: d["derivations"][0].update(lemmas=None),
}


@pytest.mark.parametrize("kind", CYCLES)
def test_lemmas_that_cite(document: dict[str, Any], kind: str) -> None:
    assert refused(edited(document, CYCLES[kind]))


MODEL_EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no model": lambda d: d.pop("model"),
    "a model that is a list": lambda d: d.update(model=[]),
    "an unknown family": lambda d: d["model"]["variables"][0].update(family="Cauchy"),
    "a family that is a list": lambda d: d["model"]["variables"][0].update(family=["Gamma"]),
    "an unknown axis": lambda d: d["model"]["variables"][0].update(dims=["slice"]),
    "an axis that is a list": lambda d: d["model"]["variables"][0].update(dims=[["row"]]),
    "one letter": lambda d: d["model"]["axes"][0].update(letters=["i"]),
    "letters that are numbers": lambda d: d["model"]["axes"][0].update(letters=[1, 2]),
    "axes that are text": lambda d: d["model"].update(axes="row"),
    "a variable without a name": lambda d: d["model"]["variables"][0].update(name=5),
    "a parameter too few": lambda d: d["model"]["variables"][0]["parameters"].pop("rate"),
    "nothing observed": lambda d: d["model"]["variables"][2].update(observed=False),
    "a variable missing": lambda d: d["model"]["variables"].pop(0),
    "a hyperparameter that is a sum": lambda d: d["model"].update(
        hyperparameters=[["Add", ["Symbol", "a"], ["Symbol", "b"]]]
    ),
    "known arrays that are text": lambda d: d["model"].update(known="gamma"),
    "a known array without axes": lambda d: d["model"].update(known=[{"name": "g"}]),
    "a known array of a variable's name": lambda d: d["model"].update(
        known=[{"name": "theta", "dims": ["row"]}]
    ),
    "a known array that is not declared": lambda d: d["model"]["variables"][0].update(
        parameters={
            "shape": [
                "Known",
                ["Symbol", "g", "nonnegative", "positive", "real"],
                ["Symbol", "i", "integer", "real"],
            ],
            "rate": ["Symbol", "b"],
        }
    ),
    "derivations that are text": lambda d: d.update(derivations="none"),
    "a derivation without steps": lambda d: d["derivations"][0].pop("steps"),
    "a rule that is a number": lambda d: d["derivations"][0]["steps"][0].update(rule=5),
    "a name that is a list": lambda d: d["derivations"][0].update(name=["variance"]),
    "two derivations of one name": lambda d: d["derivations"].append(d["derivations"][0]),
}


@pytest.mark.parametrize("kind", MODEL_EDITS)
def test_a_record_with(document: dict[str, Any], kind: str) -> None:
    assert refused(edited(document, MODEL_EDITS[kind]))


@pytest.mark.thorough
def test_lemmas_cited_twice_by_each_other_do_not_take_exponential_time(
    document: dict[str, Any],
) -> None:
    variance = document["derivations"][0]
    chain = [{**variance, "name": "L0"}]
    chain += [{**variance, "name": f"L{n}", "lemmas": [f"L{n - 1}"] * 2} for n in range(1, 12)]
    last = read_record(json.dumps({**document, "derivations": chain}))[-1]
    with at_most_seconds(10):
        assert isinstance(last.verify(), Verdict)


# Fuzzing

leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(allow_nan=True),
    st.sampled_from(
        [*"ijklmtKNMabcd", "theta", "beta", "Y", "1", "0", "-1", "2", "positive", "integer"]
    ),
    st.sampled_from(["Rational", "Symbol", "Entry", "AxisSum", "Tuple", "Add", "Mul", "Pow"]),
    st.sampled_from(["exp", "log", "gamma", "zeta", "Number", "pi", "Derivative", "Known", "psi"]),
    st.sampled_from(["E", "Var", "Cov", "Corr", "variance", "independent", "own_noise"]),
    st.sampled_from([10**400, "9" * 5000, 1e308, "a" * 10_000, "i" + "'" * 20, "__import__('os')"]),
    st.sampled_from(["\u202e", "\ud800"]),
    st.text(max_size=4),
)
trees = st.recursive(
    leaves,
    lambda parts: st.one_of(
        st.lists(parts, max_size=4), st.dictionaries(st.text(max_size=4), parts, max_size=2)
    ),
    max_leaves=12,
)
fuzz = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@fuzz
@given(trees)
def test_any_tree_is_an_expression_or_refused(tree: Any) -> None:
    try:
        made = from_tree(tree)
    except DerivationError:
        return
    assert isinstance(made, sympy.Basic)


@fuzz
@given(trees)
def test_any_json_is_refused(tree: Any) -> None:
    with pytest.raises(DerivationError):
        read_record(json.dumps(tree))


def spots(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every part of a document."""
    yield path
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from spots(value, (*path, key))
    if isinstance(tree, list):
        for place, value in enumerate(tree):
            yield from spots(value, (*path, place))


FUZZED = ("pmf_gamma", "gmf_lognormal_gumbel", "cpmf_prior_any", "pmf_gamma_exposure")


@pytest.mark.thorough
@pytest.mark.parametrize("name", FUZZED)
@fuzz
@given(st.data())
def test_a_record_with_any_part_replaced_is_refused_or_judged(
    name: str, data: st.DataObject
) -> None:
    document = json.loads(derive(named(name), "mean").to_json())
    places = st.sampled_from([*spots(document)][1:])
    elsewhere = places.map(lambda path: functools.reduce(operator.getitem, path, document))
    changed = with_part(document, data.draw(places), data.draw(trees | elsewhere))
    said = ""
    try:
        assert all(isinstance(each.verify(), Verdict) for each in read_record(json.dumps(changed)))
    except DerivationError as error:
        said = str(error)
    assert len(said) < 1100  # all families are named
    assert said.isprintable()
