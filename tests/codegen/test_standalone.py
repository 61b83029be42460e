"""Standalone files, in every language that can be run here, return what the kernels return."""

from __future__ import annotations

import ast
import ctypes
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases import core
from generated_points import KINDS, NAMES, arguments, coordinates_at, generated, points

import symppm as ppm
from symppm.codegen.compile import compile_model
from symppm.codegen.languages import ARRAYS, Language, NumPy
from symppm.codegen.standalone import NAMES as LANGUAGES
from symppm.codegen.standalone import standalone, suffix
from symppm.errors import NotBuiltError, ParameterError

DIFFERENTIATED = ("pmf_gamma", "hpf_gamma", "pmf_weibull")
Call = tuple[str, list[float]]


def written(model: str, language: str) -> str:
    return standalone(generated(model).module, language)


def calls(model: str) -> list[Call]:
    """Return calls of every function: at points, near them, where nothing is feasible, at nan."""
    found: list[Call] = []
    made, spec = generated(model), generated(model).spec
    for point in points(model, 3):
        found.append(("moments", list(map(float, point.values()))))
        asked = arguments(model, point)
        at = coordinates_at(model, point)
        inner = [at[name] for name in spec.priors_depend_on]
        found += [("prior_means", inner)] * bool(spec.priors)
        if spec.requirements:
            outer = [float(point[one.name]) for one in spec.parameters if not one.is_size]
            found += [("hyperparameters", inner), ("coordinates", outer)]
            found.append(("hyperparameters", [2.0 * x for x in inner]))
        for shift in (1.0, 0.7, -1.0, float("nan")):
            moved = [x * (shift if n == 1 else 1.0) for n, x in enumerate(asked)]
            found += [(branch, moved) for branch in made.branches]
            if spec.identified_at_k:
                found.append(("solve_at_k", [7.0, *moved]))
    return found


def expected(model: str, call: Call) -> list[float]:
    """Return what the kernel returns, nan where a guard fails, and the status."""
    name, given = call
    *values, last = generated(model).call(name, *given)
    if not getattr(generated(model).module, name).guarded:
        return [*values, last]
    return [*(values if last == 0 else [np.nan] * len(values)), float(last)]


def check(model: str, results: Iterator[list[float]]) -> None:
    for call, found in zip(calls(model), results, strict=True):
        due = expected(model, call)
        scale = np.nanmax(np.abs(due), initial=1e-300)
        np.testing.assert_allclose(found, due, rtol=1e-9, atol=1e-12 * scale, err_msg=str(call))


def executed(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "standalone"}
    exec(compile(text, "standalone.py", "exec"), names)  # noqa: S102 - made here
    return names


@pytest.mark.parametrize("model", core(NAMES, KINDS))
def test_python_on_arrays_is_the_same(model: str) -> None:
    text = written(model, "numpy")
    assert "symppm" not in text.split('"""')[2]
    names = executed(text)
    with np.errstate(all="ignore"):
        check(model, ([float(x) for x in names[name](*given)] for name, given in calls(model)))


@pytest.mark.thorough
@pytest.mark.parametrize("model", ["pmf_gamma", "pmf_weibull"])
def test_numba_is_the_same(model: str) -> None:
    names = executed(written(model, "numba"))
    check(model, ([float(x) for x in names[name](*given)] for name, given in calls(model)))


@pytest.mark.parametrize("language", ["torch", "jax"])
@pytest.mark.parametrize("model", DIFFERENTIATED)
def test_libraries_that_differentiate_are_the_same(language: str, model: str) -> None:
    pytest.importorskip(language)
    names = executed(written(model, language))
    check(model, ([float(x) for x in names[name](*given)] for name, given in calls(model)))


def test_a_guard_that_fails_spoils_no_derivative_elsewhere() -> None:
    torch = pytest.importorskip("torch")
    solve = executed(written("pmf_gamma", "torch"))["solve"]
    mean = torch.tensor([2.0, 2.0], dtype=torch.float64, requires_grad=True)
    common = torch.tensor(0.2, dtype=torch.float64, requires_grad=True)
    k, *_, status = solve(mean, torch.tensor([30.0, 1.0]), common, 0.1)
    assert status.tolist() == [0, 4]
    torch.where(status == 0, k, 0.0).sum().backward()
    slopes = generated("pmf_gamma").module.solve.jacobian(2.0, 30.0, 0.2, 0.1)[0]
    assert mean.grad.tolist() == pytest.approx([slopes[0], 0.0], rel=1e-12)
    assert float(common.grad) == pytest.approx(slopes[2], rel=1e-12)


@pytest.mark.parametrize("language", ARRAYS)
@pytest.mark.parametrize("cv", [0.3, 1e-3, 1e-6])
def test_a_weibull_prior_that_hardly_varies_keeps_its_digits(language: str, cv: float) -> None:
    pytest.importorskip(language)
    given = (3.0, cv, 2.0, 0.5)
    found = executed(written("pmf_weibull", language))["hyperparameters"](*given)
    due = generated("pmf_weibull").call("hyperparameters", *given)
    assert [float(x) for x in found] == pytest.approx(due, rel=1e-12)


@pytest.mark.parametrize("language", ["numba", *ARRAYS])
def test_formulas_stand_below_what_they_are_about(language: str) -> None:
    text = written("pmf_gamma", language)
    about = text.partition("def solve(")[2].split('"""')[1]
    assert [line for line in about.splitlines()[1:] if line and line[:4].strip()] == []


def in_c(text: str, folder: Path) -> ctypes.CDLL:
    """Compile C, and load it."""
    source, library = folder / "made.c", folder / "made.so"
    source.write_text(text, "utf-8")
    subprocess.run(
        ["gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror",
         "-Wno-unused-function", "-Wno-unused-variable",
         "-shared", "-fPIC", "-o", library, source, "-lm"],
        check=True,
    )  # fmt: skip
    return ctypes.CDLL(str(library))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("model", core(NAMES, KINDS))
def test_c_is_the_same(model: str, tmp_path: Path) -> None:
    made = in_c(written(model, "c"), tmp_path)

    def result(name: str, given: list[float]) -> list[float]:
        count = len(expected(model, (name, given)))
        guarded = getattr(generated(model).module, name).guarded
        out = (ctypes.c_double * (count - guarded))()
        status = getattr(made, f"{model}_{name}")(*map(ctypes.c_double, given), out)
        return [*out, *([float(status)] if guarded else [])]

    check(model, (result(*call) for call in calls(model)))


@pytest.mark.parametrize("language", ["numpy", "c", "r"])
def test_the_head_names_functions_as_they_are_and_says_no_condition_that_is_a_number(
    language: str, tmp_path: Path
) -> None:
    with ppm.Model("fixed") as fixed:
        scale = ppm.hyperparameters("scale")
        theta = ppm.Gamma("theta", shape=0.5, rate=0.75, dims="row factor")
        beta = ppm.InverseGamma("beta", shape=4.5, scale=scale, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=mean, dims="row col", observed=True)
    module = compile_model(fixed.declaration)
    text = standalone(module, language, "declared in fixed.py")
    prefix = "" if language == "numpy" else "fixed_"
    assert "fixed: declared in fixed.py.\n" in text
    assert f"Example: {prefix}moments(3, 4) = mean" in text
    assert f"Status of {prefix}solve: 0" in text
    assert "mean nothing unless" not in text
    assert "exist only where" not in text
    if language == "c" and shutil.which("gcc"):
        in_c(text, tmp_path)  # rho_col is not used


def lines(command: list[str], script: Path) -> Iterator[list[float]]:
    done = subprocess.run([*command, script], capture_output=True, text=True, check=True)
    yield from ([float(x) for x in line.split()] for line in done.stdout.splitlines())


def number(value: float) -> str:
    return "NaN" if np.isnan(value) else repr(float(value))


SCRIPTS: dict[str, tuple[list[str], Callable[[str], str]]] = {
    "r": (["Rscript", "--vanilla"], lambda call: f"cat(sprintf('%.17g', {call}), '\\n')"),
    "julia": (["julia"], lambda call: f"println(join(values({call}), ' '))"),
}


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("model", core(NAMES, ("pmf_gamma",)))
def test_scripts_are_the_same(model: str, language: str, tmp_path: Path) -> None:
    command, shown = SCRIPTS[language]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    script = tmp_path / f"{model}{suffix(language)}"
    asked = [
        shown(f"{model}_{name}({', '.join(map(number, given))})") for name, given in calls(model)
    ]
    script.write_text(written(model, language) + "\n".join(asked) + "\n", "utf-8")
    check(model, lines(command, script))


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="there is no R")
def test_in_r_results_of_moments_are_arguments_and_all_names_are_the_models_own(
    tmp_path: Path,
) -> None:
    asked = """
m <- pmf_gamma_moments(3, 4, 5, 6, 7)
s <- pmf_gamma_solve(m["mean"], m["variance"], m["rho_row"], m["rho_col"])
cat(s["K"], sum(!startsWith(ls(), "pmf_gamma_")), "\n")
"""
    script = tmp_path / "asked.R"
    script.write_text(written("pmf_gamma", "r") + asked, "utf-8")
    assert next(lines(SCRIPTS["r"][0], script)) == pytest.approx([3.0, 2.0])  # m and s


@pytest.mark.parametrize("language", ["c", "stan", "r", "julia"])
def test_comments_name_nothing_of_python(language: str) -> None:
    assert ":func:" not in written("gmf_normal_normal", language)


@pytest.mark.parametrize(
    "names",
    [
        "ROUNDING gamma exp long np",
        "n number status value out",
        pytest.param("int float float_ sum NA", marks=pytest.mark.thorough),
        pytest.param("tau e inf t0 side", marks=pytest.mark.thorough),
    ],
)
def test_hyperparameters_may_be_called_what_languages_call_their_own(
    names: str, tmp_path: Path
) -> None:
    with ppm.Model("odd") as odd:
        shape, rate, exponent, scale, size = ppm.hyperparameters(names)
        theta = ppm.Gamma("theta", shape=shape, rate=rate, dims="row factor")
        phi = ppm.Weibull("phi", shape=exponent, scale=scale, dims="col factor")
        mean = ppm.sum(theta * phi, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=size, dims="row col", observed=True)
    at = (3.0, 4.5, 5.5, 6.5, 7.5, 8.5)
    due = pytest.approx(compile_model(odd.declaration).moments(*at), rel=1e-12)
    assert executed(odd.code("numpy"))["moments"](*at) == due
    assert executed(odd.code("numba"))["moments"].py_func(*at) == due
    if shutil.which("gcc"):
        out = (ctypes.c_double * 4)()
        in_c(odd.code("c"), tmp_path).odd_moments(*map(ctypes.c_double, at), out)
        assert list(out) == due
    for language, (command, shown) in SCRIPTS.items():
        if shutil.which(command[0]):
            script = tmp_path / f"odd.{language}"
            call = f"odd_moments({', '.join(map(repr, at))})"
            script.write_text(f"{odd.code(language)}\n{shown(call)}\n", "utf-8")
            assert next(lines(command, script)) == due


def test_functions_and_sums_of_any_length_are_written_or_refused() -> None:
    text = "x * (" + " + ".join(f"a{n}" for n in range(600)) + ")"
    for known in (NumPy(), Language("m_")):
        assert known.text(ast.parse(text, mode="eval").body).endswith("+ a599)")
    with pytest.raises(NotBuiltError, match="in a kernel"):
        Language("m_").text(ast.parse("math.erf(x)", mode="eval").body)


def test_what_is_a_number_in_one_function_may_be_an_array_in_another() -> None:
    library = NumPy()
    texts = (
        "def one():\n    K = 2.0\n    return math.sqrt(K)",
        "def two(K):\n    return math.sqrt(K)",
    )
    made = [library.text(ast.parse(text).body[0]) for text in texts]
    assert ["math.sqrt(K)" in text for text in made] == [True, False]
    assert "np.sqrt(K)" in made[1]


def test_a_language_that_is_none_is_refused() -> None:
    assert written("pmf_gamma", "R") == written("pmf_gamma", "r")
    with pytest.raises(ParameterError, match="the language 'pascal'; expected numba, numpy"):
        written("pmf_gamma", "pascal")
    assert set(LANGUAGES) == {"numba", *ARRAYS, "c", "stan", "r", "julia"}


@pytest.mark.parametrize("model", ["pmf_gamma", "pmf_lognormal"])
def test_example_numbers_are_no_huge_ones(model: str) -> None:
    moments = re.search(r"moments\(.*?\) = mean ([\d.e+]+), variance", written(model, "c"))
    assert moments is not None
    assert 0.1 < float(moments[1]) < 1e6


def test_the_head_says_what_a_declared_model_is() -> None:
    with ppm.Model("mine") as mine:
        a, c, scale = ppm.hyperparameters("a c scale")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row factor")
        beta = ppm.InverseGamma("beta", shape=c, scale=scale, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=mean, dims="row col", observed=True)
    first = mine.code("numpy").splitlines()[0]
    assert first == '"""mine: Poisson observations, Gamma and InverseGamma priors.'
