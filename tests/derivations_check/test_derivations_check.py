"""The checker of derivations that needs nothing installed: what it accepts, and what it finds."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import symppm as ppm
from symppm.audit.derivations import check_independent
from symppm.codegen.generate import generate, record_contents
from symppm.codegen.load import derivations_folder
from symppm.laws.engine import derive
from symppm.laws.records import record_json
from symppm.solve.proof import checker as shipped

FILE = derivations_folder() / "check.py"
Document = dict[str, Any]
Change = Callable[[Document], None]


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    return shipped()


def document(name: str) -> Document:
    read: Document = json.loads((derivations_folder() / f"{name}.json").read_text("utf-8"))
    return read


def test_it_imports_the_standard_library_alone() -> None:
    tree = ast.parse(FILE.read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


# All others are checked by .ci/run, with no more than the standard library.
@pytest.mark.parametrize("name", ["pmf_dirichlet"])
def test_a_model_of_the_catalogue_holds(checker: ModuleType, name: str) -> None:
    steps = sum(len(each["steps"]) for each in document(name)["derivations"])
    assert checker.check_document(document(name)).startswith(f"{steps} steps of ")


def vectors() -> None:
    a, c, mu = ppm.hyperparameters("a c mu")
    theta = ppm.Dirichlet("theta", concentration=a, dims="row factor", over="factor")
    beta = ppm.Dirichlet("beta", concentration=c, dims="col factor", over="factor")
    rate = mu * ppm.sum(theta * beta, over="factor")
    ppm.Poisson("Y", rate=rate, dims="row col", observed=True)


def noise() -> None:
    a, b, c, d, k = ppm.hyperparameters("a b c d k")
    theta = ppm.Gamma("theta", shape=a, rate=a / b, dims="row")
    z = ppm.Bernoulli("z", mean=k, dims="row col")
    ppm.Gumbel("Y", mean=theta * z + c, scale=d, dims="row col", observed=True)


def centred() -> None:
    s, t, v = ppm.hyperparameters("s t v")
    theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
    beta = ppm.Laplace("beta", mean=0, scale=t, dims="col factor")
    mean = ppm.sum(theta * beta, over="factor")
    ppm.Normal("Y", mean=mean, variance=v, dims="row col", observed=True)


def rates_between_bounds() -> None:
    a, low, width = ppm.hyperparameters("a low width")
    rate = ppm.Uniform("rate", low=low, high=low + width, dims="row")
    theta = ppm.Gamma("theta", shape=a, rate=rate, dims="row col")
    ppm.Poisson("Y", rate=theta, dims="row col", observed=True)


# Drawn models of other kinds are checked in test_declared_to_kernel.py.
@pytest.mark.parametrize("declare", [vectors, noise, centred, rates_between_bounds])
def test_a_declared_model_holds(checker: ModuleType, declare: Callable[[], None]) -> None:
    with ppm.Model(declare.__name__) as model:
        declare()
    declaration = model.declaration
    record = record_json(tuple(derive(declaration, each) for each in record_contents(declaration)))
    assert "derivations" in checker.check_document(json.loads(record))


def roots_of_pi() -> None:
    a, c = ppm.hyperparameters("a c")
    xi = ppm.Gamma("xi", shape=a, rate=1, dims="row")
    theta = ppm.Weibull("theta", shape=2, scale=3, dims="row factor")
    beta = ppm.Gamma("beta", shape=3, rate=c, dims="col factor")
    mean = xi + ppm.sum(theta * beta, over="factor")
    ppm.Normal("Y", mean=mean, variance=2, dims="row col", observed=True)


def powers_of_e() -> None:
    b = ppm.hyperparameters("b")
    theta = ppm.LogNormal("theta", mu=0.5, sigma=1, dims="row factor")
    beta = ppm.Weibull("beta", shape=2, scale=b, dims="col factor")
    mean = ppm.sum(theta * beta, over="factor")
    ppm.Normal("Y", mean=mean, variance=0.5, dims="row col", observed=True)


@pytest.mark.thorough
@pytest.mark.parametrize("declare", [roots_of_pi, powers_of_e])
def test_solutions_with_constants_are_shown(
    checker: ModuleType, declare: Callable[[], None]
) -> None:
    with ppm.Model(declare.__name__) as model:
        declare()
    document = json.loads(generate(model.declaration, "constants").record)
    assert "; solution: soundness, completeness, " in checker.check_document(document)
    bare = {"reason": "no closed form", "properties": {"soundness": {"shown": False}}}
    header = {key: document["solution"][key] for key in ("format", "version")}
    said = checker.check_document({**document, "solution": {**header, **bare}})
    assert "; solution not shown: no closed form" in said


@pytest.mark.thorough
def test_cumulants_hold(checker: ModuleType) -> None:
    with ppm.Model("vectors") as model:
        vectors()
    names = ("cumulant ij ij il", "cumulant ij il tj")
    record = record_json(tuple(derive(model.declaration, each) for each in names))
    assert checker.check_document(json.loads(record)).endswith("2 derivations")


def test_a_family_without_a_table_is_not_shown() -> None:
    with ppm.Model("student") as model:
        a, b, n = ppm.hyperparameters("a b n")
        ppm.StudentT("Y", location=a, scale=b, degrees=n, dims="row col", observed=True)
    check = check_independent(record_json((derive(model.declaration, "mean"),)))
    assert check.status == "skipped"
    assert "StudentT, which is not in the table" in check.summary


def test_a_sum_of_squares_may_vanish(checker: ModuleType) -> None:
    x, y = checker.var("±x"), checker.var("±y")
    signs = checker.Signs({}, ())
    assert not signs.definite(x**2 + y**2)
    assert signs.definite(x**2 + y**2 + 1)
    signs.learn(checker.var("z") - x)
    assert signs.positive(checker.var("z") - x)
    assert not signs.positive(x - checker.var("z"))


def test_roots_of_numbers_are_numbers(checker: ModuleType) -> None:
    root = checker.Rat(2) ** Fraction(1, 2)
    assert root * root == checker.Rat(2)
    assert checker.Rat(12) ** Fraction(1, 2) == checker.Rat(3) ** Fraction(1, 2) * 2
    assert ((root + 1) ** 2) ** Fraction(1, 2) == root + 1


# What is changed is found


def step_of(changed: Document, name: str, rule: str) -> Document:
    """Return the first step by a rule."""
    derivation = next(each for each in changed["derivations"] if each["name"] == name)
    found: Document = next(each for each in derivation["steps"] if each["rule"] == rule)
    return found


def written(tree: Any, old: str, new: str) -> Any:
    """Return a part with some text replaced once."""
    text = json.dumps(tree, ensure_ascii=False)
    assert old in text
    return json.loads(text.replace(old, new, 1))


def part(name: str, rule: str, key: str, old: str, new: str) -> Change:
    def change(changed: Document) -> None:
        step = step_of(changed, name, rule)
        step[key] = written(step[key], old, new)

    return change


def law(name: str, rule: str, other: str) -> Change:
    return lambda changed: step_of(changed, name, rule).update(rule=other)


def dropped(name: str, rule: str) -> Change:
    def change(changed: Document) -> None:
        derivation = next(each for each in changed["derivations"] if each["name"] == name)
        derivation["steps"].remove(step_of(changed, name, rule))

    return change


def unconditional(name: str, rule: str) -> Change:
    return lambda changed: step_of(changed, name, rule)["conditions"].pop()


def result(name: str, old: str, new: str) -> Change:
    def change(changed: Document) -> None:
        each = next(each for each in changed["derivations"] if each["name"] == name)
        each["result"] = written(each["result"], old, new)

    return change


def target(name: str, old: str, new: str) -> Change:
    def change(changed: Document) -> None:
        each = next(each for each in changed["derivations"] if each["name"] == name)
        each["target"] = written(each["target"], old, new)

    return change


CHANGES: dict[str, tuple[Change, str]] = {
    "a number": (part("variance", "algebra", "after", '"2"', '"3"'), "sides differ"),
    "a kind": (part("mean", "family_moment", "after", '"AxisSum"', '"Pow"'), "no expression"),
    "a symbol": (part("covariance row", "algebra", "before", '"c_prime"', '"c"'), "differ"),
    "a letter": (part("covariance row", "definition", "after", '"j"', '"l"'), "not those of"),
    "an operator": (part("variance", "total_variance", "after", '"Var"', '"E"'), "not those of"),
    "what is given": (
        part("variance", "family_moment", "before", '"·"', '"k"'),
        "given what depends",
    ),
    "independence": (unconditional("variance", "independent_product"), "side conditions"),
    "existence": (unconditional("mean", "family_moment"), "side conditions"),
    "own noise": (
        part("mean", "family_moment", "conditions", '"beta"', '"eta"'),
        "side conditions",
    ),
    "the name of a law": (law("mean", "linearity", "algebra"), "about others"),
    "another law": (law("variance", "definition", "variance_of_sum"), "about others"),
    "no law": (law("mean", "linearity", "magic"), "no law is called magic"),
    "a law for a lemma": (law("correlation row", "lemma", "algebra"), "about others"),
    "a step": (dropped("variance", "definition"), "does not occur"),
    "the first step": (dropped("mean", "total_expectation"), "does not occur"),
    "a result": (result("variance", '"c"', '"a"'), "another result"),
    "a target": (target("covariance row", '"l"', '"j"'), "does not occur"),
    "a citation": (lambda changed: changed["derivations"][-1]["lemmas"].pop(), "states this"),
    "a derivation": (lambda changed: changed["derivations"].pop(1), "not above"),
    "a moment of too few": (
        part("covariance row", "definition", "before", '"Cov", ', '"Cov", ["Tuple"], '),
        "another number of operands|no expression|not occur",
    ),
    "a name": (lambda changed: changed["derivations"][2].update(name="mean"), "two of this name"),
    "another name": (lambda changed: changed["derivations"][0].update(name="variance"), "says"),
}


@pytest.mark.parametrize(
    ("declare", "name", "rule", "complaint"),
    [
        (noise, "cumulant ij il tj", "independent_cumulant", "do not multiply"),
        (centred, "cumulant ij il tj tl", "sum_of_independents", "different indices"),
    ],
)
def test_independence_of_something_else_is_no_reason(
    checker: ModuleType, declare: Callable[[], None], name: str, rule: str, complaint: str
) -> None:
    with ppm.Model("reasons") as model:
        declare()
    changed = json.loads(record_json((derive(model.declaration, name),)))
    assert checker.check_document(changed)
    step = step_of(changed, name, rule)
    factor = step["conditions"][0]["arguments"][0]
    step["conditions"][0]["arguments"][0] = next(e for e in factor[1:] if e[0] in ("Entry", "Pow"))
    with pytest.raises(checker.Wrong, match=complaint):
        checker.check_document(changed)


def negated(name: str) -> Change:
    def change(changed: Document) -> None:
        each = next(each for each in changed["derivations"] if each["name"] == name)
        minus = ["Mul", ["Rational", "-1", "1"], each["result"]]
        each["result"] = each["steps"][-1]["after"] = minus

    return change


def concentrations_of_their_own(changed: Document) -> None:
    parameters = changed["model"]["variables"][1]["parameters"]
    parameters["concentration"] = parameters["base"]


TOPICS: dict[str, tuple[str, Change, str]] = {
    "noise of a word": (
        "lda", part("variance", "family_moment", "after", '"Rational", "2"', '"Rational", "3"'),
        "sides differ",
    ),
    "words of one document": (
        "lda", part("covariance row", "joint_moment", "after", '["Rational", "-1", "1"]',
                    '["Rational", "1", "1"]'),
        "sides differ",
    ),
    "the number of topics": (
        "lda", part("covariance row", "algebra", "after", '"K"', '"M"'), "sides differ",
    ),
    "words that are told apart": (
        "lda", unconditional("covariance row", "joint_moment"), "side conditions",
    ),
    "the length of a document": (
        "lda", part("covariance col", "algebra", "after", '"i"', '"t"'), "sides differ",
    ),
    "one law for two lengths": (
        "lda", part("correlation col", "correlation", "after", '["Symbol", "t"', '["Symbol", "i"'),
        "sides differ|given the same|not cited",
    ),
    "the sign of a correlation": ("lda", negated("correlation row"), "sides differ"),
    "the sign of a root": ("lda_asymmetric", negated("correlation col"), "sides differ"),
    "the value of a root": (
        "lda_asymmetric", part("correlation col", "algebra", "after", '"M"', '"K"'),
        "sides differ",
    ),
    "a share": (
        "lda_asymmetric", part("variance", "joint_moment", "after", '"k"', '"m"'),
        "sides differ",
    ),
    "no vector": (
        "lda_asymmetric", lambda d: d["model"]["known"][1].pop("over"), "vectors of Dirichlet",
    ),
    "a total for each topic": (
        "lda_asymmetric", concentrations_of_their_own, "vectors of Dirichlet",
    ),
}  # fmt: skip


def test_it_says_what_holds_and_what_does_not_where_nothing_is_installed(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(document("pmf_exponential")), "utf-8")
    changed = document("pmf_exponential")
    part("mean", "family_moment", "after", "AxisSum", "Var")(changed)
    bad.write_text(json.dumps(changed), "utf-8")
    command = [sys.executable, "-I", "-S", str(FILE), str(good)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "62 steps of 6 derivations; solution: soundness, completeness, " in done.stdout
    done = subprocess.run([*command, str(bad)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "WRONG" in done.stdout.splitlines()[1]


# Certificates of solutions


@pytest.mark.parametrize(
    ("roots", "at_least", "at_most", "expected"),
    [
        ([1, 2, 3], 0, 5, 3),
        ([1, 2, 3], Fraction(3, 2), 5, 2),
        ([1, 1, -2], 0, 5, 1),
        ([-1, Fraction(1, 7)], 1, 5, 0),
        ([2, 2], 2, 5, 0),
    ],
)
def test_roots_are_counted_where_all_tests_are_positive(
    checker: ModuleType, roots: list[int], at_least: Fraction, at_most: int, expected: int
) -> None:
    x = checker.var("x")
    equation = checker.times([x**2 + 1, *(x - root for root in roots)], -3)
    tests = [x - at_least, (x - at_most) / (x * x + 2) * -1, checker.Rat(1)]
    assert checker.admissible(equation, tests, "x") == expected
    assert checker.admissible(equation, [*tests, checker.Rat(-1)], "x") == 0


def test_a_certificate_shows_all_four_properties(checker: ModuleType) -> None:
    said = checker.check_document(document("pmf_gamma"))
    four = "soundness, completeness, conditions, freedoms"
    assert said.endswith(f"solution: {four}; solution_at_k: {four}")


def certificate_step(changed: Document, name: str) -> Document:
    found: Document = next(s for s in changed["solution"]["steps"] if s["name"] == name)
    return found


def replaced(key: str, old: str, new: str) -> Change:
    def change(changed: Document) -> None:
        changed["solution"][key] = written(changed["solution"][key], old, new)

    return change


CERTIFICATES: dict[str, tuple[Change, str]] = {
    "a moment": (replaced("moments", "a + b*d", "a + 2*b*d"), "two formulas"),
    "both formulas": (
        lambda d: [replaced(k, "K*a*c/", "2*K*a*c/")(d) for k in ("moments", "reduced")],
        "the derivation has another mean",
    ),
    "another derivation": (
        lambda d: d["solution"]["ledger"].update(mean=["variance"]),
        "is not what its derivation",
    ),
    "no derivation": (
        lambda d: d["solution"].update(ledger=None),
        "does not say which derivations",
    ),
    "a claim": (lambda d: certificate_step(d, "S1").update(claim="b_d*mean - K*a"), "moments"),
    "a cofactor": (
        lambda d: certificate_step(d, "S14")["from"].update(S11="-mean"),
        "S14: the combination is not the claim",
    ),
    "a factor": (lambda d: certificate_step(d, "S14").update(times="0"), "divided by `0`"),
    "a later step": (lambda d: certificate_step(d, "S14")["from"].update(S99="1"), "not above"),
    "a value": (replaced("solve", "mean**2*(", "mean*("), "not linear in it"),
    "a product": (lambda d: d["solution"]["solve"].pop(), "is not solved for"),
    "what is solved for": (replaced("solve", '"is": "b*d"', '"is": "b"'), "is not what the"),
    "a way back": (replaced("anchored", '"b_d": "1"', '"b_d": "2"'), "products back"),
    "an unknown of the way back": (lambda d: d["solution"]["anchored"].pop("b"), "products back"),
    "the model": (lambda d: d["solution"].update(model="pmf_beta"), "of another model"),
    "how a step follows": (lambda d: certificate_step(d, "S14").update(by="magic"), "no way"),
    "another version": (lambda d: d.update(version=2), "not of this version"),
    "a condition more": (lambda d: d["solution"]["conditions"].append("mean - 1"), "necessary"),
    "a condition less": (lambda d: d["solution"]["conditions"].pop(), "divided by zero|follow"),
    "a wider domain": (
        lambda d: d["solution"]["domain"].pop(0),
        "never to be zero|point|necessary",
    ),
    "a moment that is positive": (
        lambda d: d["solution"].update(positive=["mean"]),
        "is no variance, which is positive",
    ),
    "a scale": (replaced("free", "-1", "1"), "a product sees"),
    "no scale": (lambda d: d["solution"].update(free=[]), "something else is free"),
    "a sign of what is positive": (
        lambda d: d["solution"].update(real=["K"], flips=[]),
        "has a bound",
    ),
    "the rank": (lambda d: d["solution"]["rank"].update(value=5), "the rank is 4"),
    "a root": (
        lambda d: d["solution_at_k"]["root"].update(
            roots=d["solution_at_k"]["root"]["roots"][:1] * 2
        ),
        "not those of the equation",
    ),
    "a witness": (
        lambda d: d["solution_at_k"]["root"]["witnesses"][0].update(admissible=1),
        "admissible roots",
    ),
    "the solution at K": (
        lambda d: d.update(solution_at_k=d["solution"]),
        "no size of a latent axis is given",
    ),
}


def minus(changed: Document) -> None:
    coordinates = changed["solution"]["coordinates"]
    coordinates["cv_theta"] = f"-({coordinates['cv_theta']})"


EVERY = {
    **{what: ("hpf_gamma", *rest) for what, rest in CHANGES.items()},
    **TOPICS,
    **{f"certificate: {what}": ("pmf_gamma", *rest) for what, rest in CERTIFICATES.items()},
    "a coordinate": ("pmf_beta", minus, "cv_theta is negative"),
    "a size of a coordinate": ("pmf_uniform", minus, "cv_theta is negative"),
}


@pytest.mark.parametrize("what", EVERY)
def test_a_change_is_found(checker: ModuleType, what: str) -> None:
    name, change, complaint = EVERY[what]
    changed = document(name)
    change(changed)
    with pytest.raises((checker.Wrong, checker.NotShown), match=complaint):
        checker.check_document(changed)


def test_what_is_too_long_to_be_read_is_not_shown(checker: ModuleType) -> None:
    with pytest.raises(checker.NotShown, match="too long to be read"):
        checker.read("+".join(["a"] * 20_000), {"a": checker.var("a")})


def test_functions_of_what_is_random_are_no_constants(checker: ModuleType) -> None:
    with ppm.Model("softened") as model:
        a, b = ppm.hyperparameters("a b")
        c = ppm.hyperparameters("c", domain="real")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Normal("Y", mean=ppm.logistic(c), variance=theta, dims="row col", observed=True)
    record = json.loads(record_json((derive(model.declaration, "covariance row"),)))
    assert checker.check_document(record) == "5 steps of 1 derivations"
    entry = record["model"]["variables"][1]["parameters"]["variance"]
    mean = record["model"]["variables"][1]["parameters"]["mean"]
    forged = json.loads(json.dumps(record).replace(json.dumps(mean[1]), json.dumps(entry)))
    forged["model"]["hyperparameters"] = record["model"]["hyperparameters"]
    with pytest.raises(checker.NotShown, match="a function of something random"):
        checker.check_document(forged)
