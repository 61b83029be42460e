"""Generated code against the derivation: what ships passes, every altered token is caught."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sympy
from cases import core
from mutants_of_code import mutants, rehashed, text_of
from shipped import record, record_text, with_result

from symppm.audit import generated
from symppm.audit.checks import Check
from symppm.audit.generated import check_generated
from symppm.codegen import files
from symppm.codegen.files import HASHES
from symppm.codegen.load import model_names

KINDS = ("pmf_gamma",)
_MUTATED = {
    "pmf_gamma": 12,
    "pmf_exponential": 12,
    "pmf_weibull": 6,
    "pmf_uniform": 6,
    "pmf_gamma_exposure": 8,
    "pmf_gamma_effects": 6,
    "gmf_normal_normal": 6,
    "cpmf_gamma_normal": 8,
    "cpmf_gamma_poisson": 6,
    "hpf_gamma": 8,
    "ptf_gamma": 6,
}
"""How many altered modules of each are tried, of 200 to 1500 that there are."""
_WORDED = {"pmf_gamma": 16, "pmf_exponential": 12, "hpf_gamma": 8, "gmf_beta_normal": 8}


@pytest.fixture(autouse=True)
def _one_generator_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    value = files.generator_hash()
    monkeypatch.setattr(files, "generator_hash", lambda *_: value)
    monkeypatch.setattr(generated, "generator_hash", lambda *_: value)


def audited(source: str, name: str) -> Check:
    return check_generated(source, record_text(name), record(name), f"generated/{name}.py")


@pytest.mark.parametrize("name", core(model_names(), KINDS))
def test_what_ships_passes(name: str) -> None:
    source = text_of(name)
    record(name)
    started = time.process_time()
    check = audited(source, name)
    assert check.status == "passed", check.failures
    # Values: moments and each combination, three times.
    counts = [int(count) for count in re.findall(r"(\d+) (?:values exact|to 60)", check.summary)]
    assert sum(counts) >= 3 * 8
    assert time.process_time() - started < 5


@pytest.mark.thorough
def test_rational_models_are_compared_exactly_throughout() -> None:
    assert "digits" not in audited(text_of("pmf_gamma"), "pmf_gamma").summary
    assert "to 60 digits" in audited(text_of("pmf_weibull"), "pmf_weibull").summary


@pytest.mark.thorough
@pytest.mark.parametrize("name", _MUTATED)
def test_altered_tokens_are_caught(name: str) -> None:
    """Hashes are made to fit.

    Left out are changes that leave the same program: of what zero multiplies, and of a sign
    that multiplies to one that divides.
    """
    source = text_of(name)
    every = list(mutants(source, random.Random(name)))
    sample = random.Random(f"{name} sample").sample(every, _MUTATED[name])
    survivors = [
        f"{mutant.where}: {mutant.what}"
        for mutant in sample
        if audited(mutant.source, name).status != "failed"
    ]
    assert survivors == []


_LAST = "variance*({} - rho_row - rho_col) > mean"
_GUARD = "positive(-mean + variance*(-rho_col - rho_row + {}), 6"
CONDITIONS = {
    "one less": (
        (',\n{"text": "variance*(1 - rho_row - rho_col) > mean"}]', "]"),
        ("    status = positive(-mean + variance*(-rho_col - rho_row + 1.0), 6, status)\n", ""),
    ),
    "one too weak": (
        (_LAST.format("1"), _LAST.format("1.25")),
        (_GUARD.format("1.0"), _GUARD.format("1.25")),
    ),
    "one too strong": (
        (_LAST.format("1"), _LAST.format("0.99")),
        (_GUARD.format("1.0"), _GUARD.format("0.99")),
    ),
    "one less at K": (
        (', {"text": "rho_col > 0"},\n{"text": "variance > mean"}]', ', {"text": "rho_col > 0"}]'),
        (
            "    status = positive(-mean + variance, 4, status)\n    t_0 = 1.0 / K",
            "    t_0 = 1.0 / K",
        ),
    ),
}


@pytest.mark.parametrize("what", CONDITIONS)
def test_conditions_altered_in_words_and_in_code_are_caught(what: str) -> None:
    source = text_of("pmf_gamma")
    for old, new in CONDITIONS[what]:
        assert old in source
        source = source.replace(old, new, 1)
    check = audited(rehashed(source), "pmf_gamma")
    assert check.status == "failed"
    said = "outside of the model|refuses targets that|cannot be compared|has no real|is not real"
    assert re.search(said, check.failures[0]), check.failures


def changed_literals(source: str) -> Iterator[tuple[str, str]]:
    """Alter each text, number and truth of SPEC that is not a title or a meaning."""
    start = source.index('specification("""') + len('specification("""')
    end = source.index('""")', start)
    for found in re.finditer(r'("[^"]*")(:?)|-?\d+(\.\d+)?|true|false', source[start:end]):
        before = source[: start + found.start()]
        if before.endswith(('"meaning": ', '"title": ')):
            continue
        old = found[0]
        swapped = {"true": "false", "false": "true"}.get(old)
        new = f'{found[1][:-1]}x"{found[2]}' if found[1] else swapped or repr(float(old) + 1)
        line = before.count("\n") + 1
        yield f"line {line}: {old} -> {new}", before + new + source[len(before) + len(old) :]


@pytest.mark.parametrize("name", core(_WORDED, ["pmf_exponential"]))
def test_altered_specifications_are_caught(name: str) -> None:
    every = list(changed_literals(text_of(name)))
    assert len(every) > 50
    sample = random.Random(name).sample(every, _WORDED[name])
    survivors = [what for what, text in sample if audited(rehashed(text), name).status != "failed"]
    assert survivors == []


def altered(name: str, before: str, after: str) -> Check:
    source = text_of(name)
    assert source.count(before) >= 1
    return audited(rehashed(source.replace(before, after)), name)


def test_a_guard_of_hyperparameters_that_lets_zero_through_is_caught() -> None:
    guard = "status = positive(cv_theta*abs(mean_theta), 1, OK)"
    check = altered("gmf_normal_normal", guard, guard.replace("positive", "nonnegative"))
    (message,) = check.failures
    assert "hyperparameters does not guard what SPEC says" in message


def test_a_failure_names_file_line_and_both_values() -> None:
    source = text_of("pmf_exponential")
    found = re.search(r"^    variance_value = (.*)$", source, re.M)
    assert found is not None
    line = source[: found.start()].count("\n") + 1
    check = altered("pmf_exponential", f" = {found[1]}\n", f" = 2.0*({found[1]})\n")
    message = next(each for each in check.failures if "moments gives variance" in each)
    assert message.startswith(f"generated/pmf_exponential.py, line {line}: moments gives variance")
    given, due = re.findall(r"(?:= |derivation )([\d/.]+)", message)
    assert sympy.Rational(given) == 2 * sympy.Rational(due)


@pytest.mark.parametrize("entry", ["model", "record", "generator", "body"])
def test_every_hash_of_the_banner_is_compared(entry: str) -> None:
    source = text_of("pmf_gamma")
    changed = re.sub(rf"(?<= {entry} )\w", lambda found: "10"[found[0] == "1"], source, count=1)
    check = audited(changed, "pmf_gamma")
    (message,) = check.failures
    line = next(n for n, each in enumerate(source.splitlines(), 1) if each.startswith(HASHES))
    assert message.startswith(f"generated/pmf_gamma.py, line {line}: ")
    wanted = "write it anew, as its banner says" if entry == "generator" else f"hash of the {entry}"
    assert wanted in message


def test_words_and_comments_are_covered_by_the_hash_of_the_body() -> None:
    source = text_of("pmf_gamma")
    changed = source.replace("number of factors", "number of sheep") + "# more\n"
    (message,) = audited(changed, "pmf_gamma").failures
    assert "hash of the body" in message


def test_an_altered_banner_is_caught() -> None:
    source = text_of("pmf_gamma")
    check = audited(source.replace("GENERATED: DO NOT EDIT", "PLEASE EDIT"), "pmf_gamma")
    assert check.failures == (
        "generated/pmf_gamma.py, line 1: the banner is not what the generator writes",
    )


@pytest.mark.parametrize(
    "addition",
    [
        "import os",
        "from os import system as digamma",
        "import math as kernel",
        "SPEC = 3",
        "print('here')",
        "class A: pass",
        "def helper(x):\n    return (x,)",
        '@kernel\ndef solve_9(x):\n    """No."""\n    return (x,)',
        '@kernel\ndef moments(x):\n    """No."""\n    return (x,)',
        "async def f(): pass",
        "x: int = 3",
    ],
)
def test_what_the_generator_does_not_write_is_refused(addition: str) -> None:
    source = text_of("pmf_gamma")
    check = audited(rehashed(source + addition + "\n"), "pmf_gamma")
    assert check.status == "failed"


def test_nothing_of_an_audited_module_runs(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    source = text_of("pmf_gamma")
    open_it = f"open({str(trace)!r}, 'w')"
    for before, after in (
        ("import math\n", f"import math\n{open_it}\n"),
        ("SPEC = specification(", f"SPEC = {open_it} or specification("),
        ("    t0 = ", f"    t0 = {open_it} + "),
        ("@kernel\ndef moments(", f"@kernel({open_it})\ndef moments("),
        ("def moments(K, ", f"def moments(K={open_it}, "),
    ):
        assert before in source
        check = audited(rehashed(source.replace(before, after, 1)), "pmf_gamma")
        assert check.status == "failed"
        assert not trace.exists()


def test_source_that_is_no_module_is_refused_in_words() -> None:
    for text in ("", "def", "\x00", "(" * 3000, '"""only a banner"""\n'):
        check = audited(text, "pmf_gamma")
        assert check.status == "failed"
        assert check.failures[0].startswith("generated/pmf_gamma.py, line ")


@pytest.mark.parametrize("moment", ["mean", "covariance col"])
def test_an_altered_record_is_noticed(moment: str) -> None:
    derivations = with_result(record("hpf_gamma"), moment, sympy.Rational(101, 100))
    check = check_generated(text_of("hpf_gamma"), record_text("hpf_gamma"), derivations, "hpf")
    assert any("moments gives" in each for each in check.failures)


def test_the_module_of_another_model_is_refused() -> None:
    check = audited(text_of("pmf_gamma"), "pmf_uniform")
    assert any("hash of the model" in each for each in check.failures)
    assert any("name of SPEC is 'pmf_gamma'" in each for each in check.failures)
