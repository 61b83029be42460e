"""Formulas of torch modules against the derivation: right ones pass, alterations are caught."""

from __future__ import annotations

import ast
import random
import re
from dataclasses import replace

import mutants_of_code
import pytest
import sympy
from cases import core
from mutants_of_torch import mutants, text_of
from shipped import record, record_text, with_result

from symppm.audit import run
from symppm.audit.exact import TORCH, NoValueError, Value, agree_rounded
from symppm.audit.generated import check_generated
from symppm.audit.modules import Findings
from symppm.audit.torch_modules import torch_findings
from symppm.model.catalogue import CATALOGUE, catalogue_model

_NAMES = sorted(
    name
    for name in CATALOGUE
    if not catalogue_model(name).known
    and not any(each.over for each in catalogue_model(name).variables)
)
"""Those that can be drawn from."""
_MUTATED = (
    *("pmf_gamma", "pmf_gamma_weights", "pmf_weibull", "hpf_gamma", "ptf_gamma"),
    *("gmf_halfnormal_gumbel", "gmf_gamma_zeroinflatedpoisson"),
)
"""Of each, 150 altered modules are tried; the core suite tries a dozen of two."""


def audited(source: str, name: str) -> Findings:
    return torch_findings(source, record(name))


def messages(source: str, name: str) -> list[str]:
    return [text for _, text in audited(source, name).failures]


@pytest.mark.parametrize("name", core(_NAMES, ("pmf_gamma",)))
def test_the_modules_of_the_catalogue_pass(name: str) -> None:
    source = text_of(name)
    findings = audited(source, name)
    assert findings.failures == []
    closed, conditions = (
        len(function.body[-1].value.keys)  # type: ignore[attr-defined]
        for function in ast.parse(source).body
        if isinstance(function, ast.FunctionDef) and function.name in ("closed", "conditions")
    )
    orders = re.search(r"^MOMENTS = (\d)$", source, re.M)
    assert orders is not None
    values = closed + conditions + int(orders[1])
    assert findings.exact + findings.rounded == 3 * values
    assert closed >= 6
    assert values >= 8


@pytest.mark.thorough
def test_values_of_both_modules_are_counted() -> None:
    source, text = mutants_of_code.text_of("hpf_gamma"), record_text("hpf_gamma")
    alone = check_generated(source, text, record("hpf_gamma"), "hpf_gamma.py")
    torch = text_of("hpf_gamma")
    both = check_generated(source, text, record("hpf_gamma"), "hpf_gamma.py", torch)
    assert (alone.status, both.status) == ("passed", "passed")
    exact = [int(check.summary.partition(" ")[0]) for check in (alone, both)]
    findings = audited(torch, "hpf_gamma")
    assert exact[1] - exact[0] == findings.exact == 96
    assert alone.summary.partition(",")[2] == both.summary.partition(",")[2]


def test_a_failure_names_file_line_and_both_values() -> None:
    source, text = mutants_of_code.text_of("pmf_gamma"), record_text("pmf_gamma")
    torch = text_of("pmf_gamma")
    found = re.search(r'^        "variance": (.*),$', torch, re.M)
    assert found is not None
    line = torch[: found.start()].count("\n") + 1
    torch = torch.replace(found[0], f'        "variance": 2.0*({found[1]}),', 1)
    check = check_generated(source, text, record("pmf_gamma"), "pmf_gamma.py", torch)
    (message,) = check.failures
    assert message.startswith(f"torch/pmf_gamma.py, line {line}: closed gives variance = ")
    given, due = re.findall(r"= ([\d/]+), which has to be ([\d/]+)$", message)[0]
    assert sympy.Rational(given) == 2 * sympy.Rational(due)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        *(("pmf_gamma_weights", 12), ("pmf_weibull", 12)),
        *(pytest.param(name, 150, marks=pytest.mark.thorough) for name in _MUTATED),
    ],
)
def test_altered_tokens_are_caught(name: str, most: int) -> None:
    source = text_of(name)
    functions = ("closed", "conditions", "moment")
    altered = [each for function in functions for each in mutants(source, function)]
    sample = random.Random(name).sample(altered, min(most, len(altered)))
    assert len(sample) > 5
    assert [what for what, changed in sample if not audited(changed, name).failures] == []


@pytest.mark.parametrize("name", core(["pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
@pytest.mark.parametrize("target", ["mean", "rho_row", "cov_col"])
def test_dropped_and_added_moments_are_caught(name: str, target: str) -> None:
    source = text_of(name)
    without = re.sub(rf'(?m)^        "{target}": .*\n', "", source, count=1)
    assert messages(without, name) == [f"closed does not return {target}"]
    added = source.replace('        "mean": ', '        "third": 1.0,\n        "mean": ', 1)
    assert messages(added, name) == ["closed returns third"]


@pytest.mark.thorough
def test_dropped_and_renamed_conditions_are_caught() -> None:
    source = text_of("hpf_gamma")
    lines = re.findall(r'^        "\w+: .*\n', source, re.M)
    assert len(lines) == 20
    for line in lines[::5]:
        key = line.split('"')[1]
        assert messages(source.replace(line, ""), "hpf_gamma") == [
            f"conditions does not return {key}"
        ]
        (gone, new) = messages(source.replace(key, f"{key}0"), "hpf_gamma")
        assert {gone, new} == {
            f"conditions does not return {key}",
            f"conditions returns {key}0",
        }


def test_dropped_orders_are_caught() -> None:
    source = text_of("pmf_gamma")
    without = re.sub(r"    if order == 6:\n.*\n", "", source, count=1)
    assert messages(without, "pmf_gamma") == ["moment has 5 orders, the family 6"]
    (found,) = messages(source.replace("if order == 2:", "if order == 3:"), "pmf_gamma")
    assert found == "moment has no branch for order 2 here"


@pytest.mark.thorough
def test_what_has_no_value_is_named_with_its_line() -> None:
    source = text_of("pmf_gamma")
    for value in ("1.0/0.0", "torch.sqrt(-1.0)", "1e999", "torch.floor(2.5)", 'p["q"]', "t99", "p"):
        changed = source.replace('        "mean": ', f'        "mean": {value} + ', 1)
        ((line, message),) = audited(changed, "pmf_gamma").failures
        assert f'"mean": {value}' in changed.splitlines()[line - 1]
        assert "has no value" in message or "is nothing that the generator writes" in message


@pytest.mark.parametrize("moment", ["mean", "covariance row"])
def test_an_altered_record_is_noticed(moment: str) -> None:
    altered = with_result(record("pmf_gamma_weights"), moment, sympy.Rational(101, 100))
    failures = torch_findings(text_of("pmf_gamma_weights"), altered).failures
    assert any(text.startswith("closed gives") for _, text in failures)


@pytest.mark.thorough
def test_altered_conditions_of_a_record_are_noticed() -> None:
    altered = tuple(
        replace(each, steps=tuple(replace(step, conditions=()) for step in each.steps), lemmas=())
        if each.name == "mean"
        else each
        for each in record("hpf_gamma")
    )
    found = [text for _, text in torch_findings(text_of("hpf_gamma"), altered).failures]
    assert found == ["conditions returns mean: a_prime - 1", "conditions returns mean: c_prime - 1"]


@pytest.mark.thorough
def test_the_audit_of_a_model_audits_its_torch_module(monkeypatch: pytest.MonkeyPatch) -> None:
    for check in ("check_steps", "check_counting"):
        monkeypatch.setattr(run, check, lambda *_: run.Check("none", "skipped", ""))

    def generated(name: str) -> run.Check:
        audit = run.audit_model(name, simulate=False)
        return next(check for check in audit.checks if check.name == "generated")

    assert generated("pmf_gamma").status == "passed"
    monkeypatch.setattr(run, "torch_source", lambda *_: text_of("pmf_gamma_weights"))
    assert generated("pmf_gamma").failures[0].startswith("torch/pmf_gamma.py, line ")


def value(text: str) -> Value:
    names = {"p['a']": sympy.Rational(5, 2), "t0": sympy.Rational(3)}
    return TORCH.value(ast.parse(text, mode="eval").body, names)


def test_functions_of_torch_have_their_values() -> None:
    assert agree_rounded(value('torch.exp(torch.lgamma(p["a"]))'), value("0.75*1.772453850905516"))
    assert value("torch.sqrt(t0 ** 2)") == 3
    softplus = "torch.nn.functional.softplus(t0, threshold=40.0)"
    assert agree_rounded(value(f"torch.exp({softplus})*torch.sigmoid(-t0)"), value("1.0"))
    assert value("torch.tensor(1.5, dtype=torch.float64)") == sympy.Rational(3, 2)
    assert value("-t0 ** 2 / p['a']") == sympy.Rational(-18, 5)


@pytest.mark.parametrize(
    "text",
    [
        *("True", "t1", 'p["b"]', "t0 % 2.0", "torch.exp(t0, t0)", "torch.exp(x=t0)"),
        *("torch.erf(t0)", "math.exp(t0)", "exp(t0)", "torch.tensor(t0, dtype=torch.float64)"),
        *("torch.tensor(1.0)", "torch.tensor(1.0, dtype=torch.float32)"),
        "1.0 if t0 >= 0.0 else -1.0",
    ],
)
def test_anything_else_has_none(text: str) -> None:
    with pytest.raises(NoValueError):
        value(text)
