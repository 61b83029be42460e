"""Generated torch modules against the derivation: what ships passes, every alteration is caught."""

from __future__ import annotations

import ast
import functools
import math
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import mutants_of_code
import pytest
import sympy
from cases import core
from mutants_of_torch import mutants, rehashed, text_of

from symppm.audit import findings, run
from symppm.audit.exact import PI, Value, agree, literal_value, power, zeta
from symppm.audit.findings import Findings
from symppm.audit.generated import check_generated
from symppm.audit.torch_modules import torch_findings
from symppm.codegen import files
from symppm.laws.derivation import Derivation
from symppm.laws.records import read_record
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
"""Of each, so many altered modules are tried; the core suite tries a few of one."""
_MOST = 150
_ON_THE_HASH = ("TITLE", "EXPONENTS")
"""Constants that are compared with nothing."""


@pytest.fixture(scope="module", autouse=True)
def _one_generator_hash() -> Iterator[None]:
    value = files.generator_hash()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(files, "generator_hash", lambda *_: value)
        patched.setattr(findings, "generator_hash", lambda *_: value)
        yield


@functools.cache
def derivations(name: str) -> tuple[Derivation, ...]:
    return read_record(mutants_of_code.text_of(name)[1])


def audited(source: str, name: str) -> Findings:
    return torch_findings(source, derivations(name))


def messages(source: str, name: str) -> list[str]:
    return [text for _, text in audited(rehashed(source), name).failures]


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


def test_a_failure_names_file_line_and_both_values() -> None:
    source, text = mutants_of_code.text_of("pmf_gamma")
    torch = text_of("pmf_gamma")
    found = re.search(r'^        "variance": (.*),$', torch, re.M)
    assert found is not None
    line = torch[: found.start()].count("\n") + 1
    torch = rehashed(torch.replace(found[0], f'        "variance": 2.0*({found[1]}),', 1))
    check = check_generated(source, text, derivations("pmf_gamma"), "pmf_gamma.py", torch)
    (message,) = check.failures
    assert message.startswith(f"torch/pmf_gamma.py, line {line}: closed gives variance = ")
    given, due = re.findall(r"= ([\d/]+), which has to be ([\d/]+)$", message)[0]
    assert sympy.Rational(given) == 2 * sympy.Rational(due)


def survivors(name: str, altered: list[tuple[str, str]]) -> list[str]:
    assert len(altered) > 5
    return [what for what, source in altered if not audited(source, name).failures]


@pytest.mark.parametrize("name", ["pmf_gamma_weights"])
def test_altered_tokens_are_caught(name: str) -> None:
    assert survivors(name, random.Random(name).sample(_every(name), 6)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", _MUTATED)
def test_many_altered_tokens_are_caught(name: str) -> None:
    altered = _every(name)
    assert survivors(name, random.Random(1).sample(altered, min(_MOST, len(altered)))) == []


def _every(name: str) -> list[tuple[str, str]]:
    source = text_of(name)
    functions = ("closed", "conditions", "moment")
    return [each for function in functions for each in mutants(source, function)]


def altered_constants(source: str) -> Iterator[tuple[str, str]]:
    """Alter each literal of each constant that is compared, and shorten each tuple."""
    lines = source.splitlines(keepends=True)
    for statement in ast.parse(source).body:
        if not isinstance(statement, ast.Assign):
            continue
        name = ast.unparse(statement.targets[0])
        if name in _ON_THE_HASH:
            continue
        for node in ast.walk(statement.value):
            match node:
                case ast.Constant(bool() as value):
                    new = [repr(not value), repr(int(value))]
                case ast.Constant(int() as value):
                    new = ["0" if name == "SUMS" else repr(value + 1)]
                case ast.Constant(None):
                    new = ["1"]
                case ast.Constant(value):
                    new = [repr(f"{value}x")]
                case ast.Tuple() if name == "LEAVES":
                    new = ["()"] if node is statement.value and node.elts else []
                case ast.Tuple([_, *_]) if node.lineno == node.end_lineno:
                    new = [f"({', '.join(map(ast.unparse, node.elts[1:]))})"]
                case _:
                    new = []
            if name == "LEAVES" and isinstance(node, ast.Constant):
                continue
            for text in new:
                if name.startswith("HAS_") and text in {"0", "1"}:
                    continue
                start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
                end = sum(map(len, lines[: (node.end_lineno or 0) - 1])) + (
                    node.end_col_offset or 0
                )
                changed = source[:start] + text + source[end:]
                yield f"{name}: {source[start:end]} -> {text}", rehashed(changed)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", ["pmf_gamma", "pmf_gamma_weights", "gmf_beta_binomial", "hpf_gamma", "ptf_gamma"]
)
def test_every_altered_constant_is_caught(name: str) -> None:
    assert survivors(name, list(altered_constants(text_of(name)))) == []


@pytest.mark.parametrize(
    "addition",
    [
        *("import os", "import torch", "import torch as p", "from os import system"),
        *("from symppm.stochastic.special import lower_gamma", "NAME = 'pmf_gamma'"),
        *("HELPER = 3", "closed = 3", "MOMENTS += 1", "print('here')", "class A: pass"),
        *("if True:\n    import os", "async def closed(p): pass", "x: int = 3", "del closed"),
        'def helper(p):\n    """No."""\n    return p',
        'def closed(p):\n    """No."""\n    return {}',
        'def log_density_nobody(value, parameters):\n    """No."""\n    return value',
    ],
)
def test_what_the_generator_does_not_write_is_refused(addition: str) -> None:
    source = text_of("pmf_gamma")
    (failure,) = audited(rehashed(f"{source}{addition}\n"), "pmf_gamma").failures
    assert failure[0] == source.count("\n") + 1


@pytest.mark.parametrize("name", core(["pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
@pytest.mark.parametrize("target", ["mean", "rho_row", "cov_col"])
def test_dropped_and_added_moments_are_caught(name: str, target: str) -> None:
    source = text_of(name)
    without = re.sub(rf'(?m)^        "{target}": .*\n', "", source, count=1)
    assert messages(without, name) == [f"closed does not return {target}"]
    unnamed = re.sub(rf"(?m)^(CLOSED = .*)'{target}'(, |(?=\)))", r"\1", without, count=1)
    found = messages(unnamed, name)
    assert f"closed does not return {target}" in found
    assert any(text.startswith("CLOSED is ") for text in found)
    added = source.replace('        "mean": ', '        "third": 1.0,\n        "mean": ', 1)
    assert messages(added, name) == ["closed returns third"]


def test_nothing_of_an_audited_module_runs(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    source = text_of("pmf_gamma")
    open_it = f"open({str(trace)!r}, 'w')"
    for before, after in (
        ("import torch\n", f"import torch\n{open_it}\n"),
        ("NAME = ", f"NAME = {open_it} or "),
        ('        "mean": ', f'        "mean": {open_it} + '),
        ("def closed(p)", f"def closed(p={open_it})"),
        ("        return q[", f"        return {open_it} + q["),
    ):
        assert before in source
        assert messages(source.replace(before, after, 1), "pmf_gamma")
        assert not trace.exists()


@pytest.mark.thorough
def test_what_has_no_value_is_named_with_its_line() -> None:
    source = text_of("pmf_gamma")
    for value in ("1.0/0.0", "torch.sqrt(-1.0)", "1e999", "torch.floor(2.5)", 'p["q"]', "t99", "p"):
        changed = source.replace('        "mean": ', f'        "mean": {value} + ', 1)
        ((line, message),) = audited(rehashed(changed), "pmf_gamma").failures
        assert f'"mean": {value}' in changed.splitlines()[line - 1]
        assert "has no value" in message or "is nothing that the generator writes" in message


@pytest.mark.thorough
def test_the_audit_of_a_model_audits_its_torch_module(monkeypatch: pytest.MonkeyPatch) -> None:
    for check in ("check_steps", "check_counting"):
        monkeypatch.setattr(run, check, lambda *_: run.Check("none", "skipped", ""))

    def generated(name: str) -> run.Check:
        audit = run.audit_model(name, simulate=False)
        return next(check for check in audit.checks if check.name == "generated")

    assert generated("pmf_gamma").status == "passed"
    monkeypatch.setattr(run, "torch_source", lambda *_: f"{text_of('pmf_gamma')}import os\n")
    assert generated("pmf_gamma").failures[0].startswith("torch/pmf_gamma.py, line ")


@pytest.mark.parametrize(
    ("literal", "number"),
    [
        (2, Fraction(2)),
        (0.1, Fraction(1, 10)),
        (1 / 6, Fraction(1, 6)),
        (61 / 168, Fraction(61, 168)),
        (math.sqrt(2), power(Fraction(2), Fraction(1, 2))),
        (-math.sqrt(0.5), -power(Fraction(1, 2), Fraction(1, 2))),
        (math.pi, PI),
        (5.568327996831708, power(PI, Fraction(3, 2))),
        (1.2020569031595942, zeta(3)),
        (1.4449407984336342, zeta(3) ** 2),
    ],
)
def test_a_literal_stands_for_the_plain_number_that_rounds_to_it(
    literal: float, number: Value
) -> None:
    assert agree(literal_value(literal), number)
    for near in (math.nextafter(literal, math.inf), math.nextafter(literal, -math.inf)):
        assert literal_value(near) == Fraction(near)
