"""What an audit says of models and derivations, and of each thing that can be wrong with one."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import sympy
from shipped import record, record_text

import symppm as ppm
from symppm.audit import Audit, audit_declaration, audit_model, audit_record
from symppm.audit.derivations import check_counting, check_steps
from symppm.audit.run import CHECKS, audit_text
from symppm.errors import DerivationError
from symppm.laws import Derivation
from symppm.laws.operators import Covariance, Cumulant, Expectation, Variance
from symppm.model.nodes import index


def shipped(name: str) -> dict[str, Derivation]:
    return {each.name: each for each in record(name)}


def statuses(audit: Audit) -> list[str]:
    return [check.status for check in audit.checks]


@pytest.mark.thorough
def test_a_model_of_the_catalogue_passes() -> None:
    audit = audit_model("pmf_exponential", simulate=False)
    assert audit.ok
    assert [check.name for check in audit.checks] == list(CHECKS)
    assert statuses(audit) == [*["passed"] * 4, "skipped", "passed"]


@pytest.mark.thorough
def test_a_model_of_ones_own_passes() -> None:
    with ppm.Model("own") as own:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    audit = audit_declaration(own.declaration, simulate=False)
    assert statuses(audit) == [*["passed"] * 4, "skipped", "passed"]
    assert audit.weakest == "the moments of the families, which integrals confirm to 8 digits"


@pytest.mark.thorough
def test_another_model_under_a_name_of_the_catalogue_fails() -> None:
    text = record_text("pmf_exponential").replace('"name":"pmf_exponential"', '"name":"pmf_gamma"')
    audit = audit_text(text, "forged", simulate=False)
    assert "the model differs from the catalogue's pmf_gamma in its hyperparameters, variables" in (
        audit.checks[0].failures
    )
    assert audit.checks[3].summary == "not of the catalogue"


# Names, contents and lemmas


def complaints(derivation: Derivation, *others: Derivation) -> list[str]:
    prefix = f"{derivation.name}: "
    failures = check_steps((*others, derivation)).failures
    return [each.removeprefix(prefix) for each in failures if each.startswith(prefix)]


def pattern(derivation: Derivation, *words: str) -> Cumulant:
    observed = derivation.declaration.observed
    entries = (observed.at(*map(index, word.split())) for word in words)
    return Cumulant(*entries, sympy.Tuple())


@pytest.mark.parametrize(
    ("name", "words", "right"),
    [
        ("cumulant ij il tj", ("i j", "i l", "t j"), True),
        ("cumulant ij il tj", ("t j", "i j", "i l"), True),
        ("cumulant ij il tj", ("t l", "t j", "i l"), True),
        ("cumulant ij il sj", ("i j", "i l", "i' j"), True),
        ("cumulant ij il tj", ("i j", "i l", "i j"), False),
        ("cumulant ij il tj", ("i j", "t l", "i' j'"), False),
        ("cumulant ij il tj", ("i j", "i l", "t j", "t l"), False),
        ("cumulant ij ij ij", ("i j", "i j", "i j"), True),
        ("cumulant ij ij ij", ("i j", "i j", "i l"), False),
        ("cumulant ij i tj", ("i j", "i l", "t j"), False),
    ],
)
def test_a_cumulant_is_of_the_entries_that_its_name_lists(
    name: str, words: tuple[str, ...], right: bool
) -> None:
    variance = shipped("pmf_gamma")["variance"]
    # Without steps there is nothing to replay, which takes most of the time.
    target = pattern(variance, *words)
    made = replace(variance, name=name, target=target, steps=(), lemmas=())
    said = f"the target {made.target} is not what the name says"
    assert (said not in complaints(made)) == right


def test_targets_that_no_name_says() -> None:
    variance = replace(shipped("pmf_gamma")["variance"], steps=(), lemmas=())
    observed = variance.declaration.observed.generic
    theta = variance.declaration.variables[0].generic
    for target in (Variance(theta), Expectation(observed), Covariance(observed, observed)):
        said = f"the target {target} is not what the name says"
        assert said in complaints(replace(variance, target=target))
    given = Variance(observed, sympy.Tuple(theta))
    said = f"the target {given} is no moment, or is a conditional one"
    assert said in complaints(replace(variance, target=given))
    unnamed = replace(shipped("pmf_gamma")["variance"], name="skewness")
    assert complaints(unnamed) == ["the name is that of no moment, and no derivation cites it"]


@pytest.mark.thorough
def test_a_lemma_may_have_a_name_of_its_own() -> None:
    every = shipped("pmf_gamma")
    named = [replace(each, name=f"first {each.name}") for each in every["correlation row"].lemmas]
    citing = replace(every["correlation row"], lemmas=tuple(named))
    assert check_steps((*named, citing)).status == "passed"


def test_lemmas_are_cited_and_listed_once() -> None:
    every = shipped("pmf_gamma")
    mean, cited = every["mean"], every["correlation row"]
    assert complaints(replace(cited, lemmas=(*cited.lemmas, mean))) == [
        "no step cites the lemma 'mean'"
    ]
    assert complaints(replace(cited, lemmas=(*cited.lemmas, cited.lemmas[0]))) == [
        "the lemma 'variance' is listed twice"
    ]


# The second route


def test_a_wrong_result_is_told_by_counting_alone() -> None:
    mean = shipped("pmf_gamma")["mean"]
    assert check_counting((mean,)).status == "passed"
    check = check_counting((replace(mean, result=2 * mean.result),))
    assert check.failures == (
        f"mean: the result is {2 * mean.result}, counting gives {mean.result}",
    )


def test_a_condition_that_no_step_names_is_told_by_counting() -> None:
    mean = shipped("pmf_inversegamma")["mean"]
    assert check_counting((mean,)).status == "passed"
    steps = tuple(
        replace(step, conditions=tuple(c for c in step.conditions if c.kind != "positive"))
        for step in mean.steps
    )
    (failure,) = check_counting((replace(mean, steps=steps),)).failures
    assert failure == (
        "mean: the steps rely on nothing, counting on shape_beta - 1 > 0, shape_theta - 1 > 0"
    )


# The process of its own


@pytest.mark.thorough
def test_nothing_is_imported_from_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("sympy", "json", "symppm", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(7)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    document = json.loads(record_text("pmf_exponential"))
    document["derivations"] = document["derivations"][:1]
    audit = audit_record(json.dumps(document), "mean.json", simulate=False)
    assert audit.ok
    assert audit.subject == "mean.json"


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count address space")
def test_memory_is_bounded(run_python) -> None:
    program = (
        "from symppm.audit import confined\n"
        "confined._limit_memory()\n"
        "bytearray(2 * confined.MEMORY_LIMIT)\n"
    )
    done = run_python("-c", program)
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("MemoryError")


def test_what_is_no_record_is_refused_before_a_process_is_started() -> None:
    with pytest.raises(DerivationError, match="not JSON"):
        audit_record("{", "half.json")
