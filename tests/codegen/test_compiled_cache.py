"""Modules of models outside the catalogue are kept on disk, and only whole ones are used again."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import sympy

import symppm as ppm
from symppm.codegen import compile as compiling
from symppm.codegen import machine
from symppm.codegen.compile import compile_model
from symppm.codegen.generate import GeneratedModel, generate
from symppm.families import Family, Moment, Parameter, Support
from symppm.model import Declaration

Run = Callable[..., subprocess.CompletedProcess[str]]

MODEL = """\
import symppm as ppm

with ppm.Model("small") as small:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
"""

TARGETS = ("mean", "cov_row", "cov_col", "cumulant_ij_il_tj_tl")

# What a second process does; `generate` fails if anything is solved.
AGAIN = f"""\
{MODEL}
import symppm.codegen.compile as compiling

def fail(*args, **kwargs):
    raise RuntimeError("solved again")

compiling.generate = fail
module = compiling.compile_model(small.declaration, {TARGETS!r})
print(module.__file__)
print(module.SPEC.targets)
"""


def declare(name: str = "small", *, last: str = "d") -> Declaration:
    with ppm.Model(name) as model:
        a, b, c, d = ppm.hyperparameters(f"a b c {last}")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return model.declaration


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for caches, and a process that remembers no module."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = set(sys.modules)
    compile_model.cache_clear()
    yield tmp_path / "symppm"
    compile_model.cache_clear()
    for name in set(sys.modules) - before:
        if name.startswith("symppm_user_models."):
            del sys.modules[name]


remembered = functools.cache(generate)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...] | None]:
    """What was solved for, once each time that it was; the tests do so once only."""
    calls: list[tuple[str, ...] | None] = []

    def counted(
        declaration: Declaration,
        title: str,
        targets: tuple[str, ...] | None,
        solved: bool,
        proved: bool,
    ) -> GeneratedModel:
        assert (solved, proved) == (True, False)
        calls.append(targets)
        # What is kept does not depend on it: solving takes seconds.
        return remembered(declaration, title, targets=targets, solved=False, proved=False)

    monkeypatch.setattr(compiling, "generate", counted)
    return calls


def forget() -> None:
    """Do as a new process would."""
    compile_model.cache_clear()
    for name in [each for each in sys.modules if each.startswith("symppm_user_models.")]:
        del sys.modules[name]


def found_by_question(cache: Path) -> list[Path]:
    return sorted(cache.glob("*_from_*.py"))


def mean_at(module: ModuleType) -> float:
    """K a c / (b d) at 6, 2, 3, 4, 5, by the module."""
    return float(module.moments.uncompiled(6, 2, 3, 4, 5)[0])


@pytest.mark.thorough
def test_a_second_process_finds_the_file_and_does_not_solve(
    cache: Path, run_python: Run, solved: list[object]
) -> None:
    module = compile_model(declare(), TARGETS)
    assert solved == [TARGETS]
    assert mean_at(module) == pytest.approx(6 * 2 * 4 / (3 * 5))
    (kept,) = found_by_question(cache)
    assert kept.read_bytes() == Path(module.__file__ or "").read_bytes()
    done = run_python("-c", AGAIN, env={"XDG_CACHE_HOME": str(cache / "elsewhere")})
    assert "RuntimeError: solved again" in done.stderr
    done = run_python("-c", AGAIN, env={"XDG_CACHE_HOME": str(cache.parent)})
    assert done.returncode == 0, done.stderr
    file, targets = done.stdout.splitlines()
    assert (file, targets) == (module.__file__, repr(TARGETS))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a digit of the body": lambda text: text[:-20] + bytes([text[-20] ^ 1]) + text[-19:],
    "a line added": lambda text: text + b"import os\n",
    "a line between the banner and the body": lambda text: text.replace(
        b'"""\n\n', b'"""\n\nimport os\n', 1
    ),
    "truncated": lambda text: text[: len(text) // 2],
    "truncated by one line": lambda text: text[: text[:-1].rindex(b"\n") + 1],
    "empty": lambda text: text[:0],
    "binary": lambda text: b"\xff\xfe\x00" + text[::-1],
    "the hash in the banner": lambda text: text.replace(b", body ", b", body 0"),
    "code before the banner": lambda text: b"raise SystemExit(9)\n" + text,
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_not_used(kind: str, cache: Path, solved: list[object]) -> None:
    whole = Path(compile_model(declare(), TARGETS).__file__ or "").read_bytes()
    (kept,) = found_by_question(cache)
    damaged = DAMAGE[kind](whole)
    assert damaged != whole
    for path in cache.glob("*.py"):
        path.write_bytes(damaged)
    forget()
    module = compile_model(declare(), TARGETS)
    assert len(solved) == 2
    assert mean_at(module) == pytest.approx(6 * 2 * 4 / (3 * 5))
    assert kept.read_bytes() == whole
    assert Path(module.__file__ or "").read_bytes() == whole


@pytest.mark.thorough
def test_another_question_has_another_file(cache: Path, solved: list[object]) -> None:
    asked = [
        (declare(), TARGETS),
        (declare(), TARGETS[::-1]),
        (declare(), TARGETS, "another title"),
        (declare(last="e"), TARGETS),
    ]
    for number, question in enumerate(asked, 1):
        compile_model(*question)
        assert len(solved) == number
        assert len(found_by_question(cache)) == number
    compile_model(*asked[0])
    forget()
    for question in asked:
        compile_model(*question)
    assert len(solved) == len(asked)


def test_another_generator_has_another_file(
    cache: Path, solved: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_model(declare(), TARGETS)
    forget()
    monkeypatch.setattr(compiling, "generator_hash", lambda: "0" * 64)
    compile_model(declare(), TARGETS)
    assert (len(solved), len(found_by_question(cache))) == (2, 2)


def points(high: int) -> Family:
    """A family of the user's own; nothing but its code says what `high` is."""

    class Points(Family):
        name = "Points"
        parameters = (Parameter("scale", "positive", "scale"),)
        support = Support("positive")

        def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
            return Moment(parameters["scale"] ** order * (1 + sympy.Integer(high) ** order) / 2)

        def from_mean_variance(
            self, mean: sympy.Expr, variance: sympy.Expr
        ) -> Mapping[str, sympy.Expr]:
            raise self.no_moment(2, "not needed here")

        def sample(self, generator: Any, parameters: Any, size: tuple[int, ...]) -> Any:
            return parameters["scale"] * generator.choice([1.0, float(high)], size)

    return Points()


def with_points(high: int) -> Declaration:
    with ppm.Model("small") as model:
        s, c, d = ppm.hyperparameters("s c d")
        theta = ppm.variable("theta", points(high), dims="row factor", scale=s)
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return model.declaration


def test_families_of_the_users_own_are_never_looked_up(cache: Path, solved: list[object]) -> None:
    targets = ("mean", "cov_row", "cov_col")
    for number, high in enumerate((3, 5), 1):
        module = compile_model(with_points(high), targets)
        assert len(solved) == number
        # K (1 + high)/2 s c/d, at 6, 2, 4, 5.
        average = module.moments.uncompiled(6, 2, 4, 5)[0]
        assert average == pytest.approx(6 * (1 + high) / 2 * 2 * 4 / 5)
    forget()
    compile_model(with_points(3), targets)
    assert len(solved) == 3
    assert found_by_question(cache) == []


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders of which it is said that nothing can be kept there."""
    folders: list[Path] = []
    for module in (compiling, machine):
        monkeypatch.setattr(module, "not_kept", lambda folder, error: folders.append(folder))
    return folders


def test_a_folder_that_cannot_be_written_is_done_without(
    cache: Path, solved: list[object], said: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(compiling, "replacing", refused)
    module = compile_model(declare(), TARGETS)
    assert mean_at(module) == pytest.approx(6 * 2 * 4 / (3 * 5))
    # Without a file to be kept by, it is compiled all the same.
    assert module.moments.compiled(6, 2, 3, 4, 5)[0] == pytest.approx(6 * 2 * 4 / (3 * 5))
    assert list(cache.iterdir()) == []
    assert set(said) == {cache}


def test_a_cache_that_is_a_file_is_done_without(
    tmp_path: Path,
    cache: Path,
    solved: list[object],
    said: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(in_the_way))
    for _ in range(2):
        forget()
        module = compile_model(declare(), TARGETS)
        assert mean_at(module) == pytest.approx(6 * 2 * 4 / (3 * 5))
    assert len(solved) == 2
    assert in_the_way.read_text() == "no folder"
