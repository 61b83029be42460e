"""Generated modules: reproducible bytes, the same numbers as the symbols, guards as statuses."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import sympy

from symppm.codegen.files import digest
from symppm.codegen.generate import generate
from symppm.codegen.load import load_generated, load_model, model_names
from symppm.errors import GeneratedCodeError, ModelNameError, NotBuiltError
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.context import Context, hyperparameters
from symppm.model.language import Gamma, Poisson
from symppm.solve import solve
from symppm.solve.targets import SECOND_ORDER, moment, target_symbol

Run = Callable[..., subprocess.CompletedProcess[str]]
NAMES = sorted(CATALOGUE)

# Each kernel does a few dozen operations on well-scaled numbers; each may lose half an ulp.
ROUNDING = 100 * np.finfo(float).eps


def rational(generator: random.Random, low: int = 1, high: int = 40) -> sympy.Rational:
    return sympy.Rational(generator.randint(low, high), generator.randint(2, 9))


def points(name: str, count: int) -> list[dict[sympy.Symbol, sympy.Rational]]:
    declaration = catalogue_model(name)
    generator = random.Random(name)
    symbols = (*declaration.sizes, *declaration.hyperparameters)
    return [{symbol: rational(generator) for symbol in symbols} for _ in range(count)]


def targets_at(name: str, point: dict[sympy.Symbol, sympy.Rational]) -> list[sympy.Rational]:
    declaration = catalogue_model(name)
    return [moment(declaration, target).subs(point) for target in SECOND_ORDER]


def close(found: Sequence[float], exact: Sequence[sympy.Expr], scale: float = 1.0) -> None:
    for one, two in zip(found, exact, strict=True):
        value = float(sympy.N(two, 30))
        assert one == pytest.approx(value, rel=ROUNDING * scale, abs=1e-300)


@pytest.mark.parametrize("name", NAMES)
def test_the_checked_in_files_are_what_the_generator_writes(name: str, checkout: Path) -> None:
    made = generate(catalogue_model(name), CATALOGUE[name].title)
    assert (checkout / "generated" / f"{name}.py").read_text("utf-8") == made.source
    assert (checkout / "derivations" / f"{name}.json").read_text("utf-8") == made.ledger


@pytest.mark.parametrize("seed", ["0", "20261120"])
def test_regenerating_changes_nothing_under_any_hash_seed(seed: str, run_python: Run) -> None:
    done = run_python("tools/regenerate.py", "--check", env={"PYTHONHASHSEED": seed})
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_edited_file_is_caught_and_named(
    checkout: Path, tmp_path: Path, run_python: Run
) -> None:
    for folder in ("symppm", "tools", "generated", "derivations"):
        for path in (checkout / folder).rglob("*"):
            if path.suffix in {".py", ".j2", ".json", ".md", ".tsv"}:
                copy = tmp_path / path.relative_to(checkout)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes())
    edited = tmp_path / "generated" / "pmf_gamma.py"
    edited.write_text(edited.read_text("utf-8").replace("a_value = ", "a_value = 2.0*", 1), "utf-8")
    done = run_python("tools/regenerate.py", "--check", env={"PYTHONPATH": str(tmp_path)},
                      cwd=tmp_path)  # fmt: skip
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "generated/pmf_gamma.py is not what the generator writes; run python tools/regenerate.py"
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_banner_carries_the_hash_of_the_body(name: str, checkout: Path) -> None:
    text = (checkout / "generated" / f"{name}.py").read_text("utf-8")
    banner, body = text.split('"""\n\n', 1)
    assert "DO NOT EDIT" in banner
    assert f"body:      sha256 {digest(body)}" in banner


@pytest.mark.parametrize("name", NAMES)
def test_moments_equal_the_symbols_at_random_rationals(name: str) -> None:
    module = load_model(name)
    for point in points(name, 20):
        found = module.moments(*map(float, point.values()))
        close(found, targets_at(name, point))


@pytest.mark.parametrize("name", NAMES)
def test_jacobians_equal_the_derivatives_of_the_symbols(name: str) -> None:
    module, declaration = load_model(name), catalogue_model(name)
    exact = sympy.Matrix([moment(declaration, target) for target in SECOND_ORDER])
    symbols = [*declaration.sizes, *declaration.hyperparameters]
    for point in points(name, 5):
        found = module.moments_jacobian(*map(float, point.values()))
        matrix = exact.jacobian(symbols).subs(point)
        for i, row in enumerate(found):
            # A derivative is a difference of terms; compare on the scale of the largest in its row.
            size = max(abs(float(entry)) for entry in matrix.row(i))
            for one, two in zip(row, matrix.row(i), strict=True):
                assert one == pytest.approx(float(two), rel=ROUNDING, abs=ROUNDING * size)


@pytest.mark.parametrize("name", NAMES)
def test_solutions_equal_the_symbols_and_undo_the_moments(name: str) -> None:
    module, declaration = load_model(name), catalogue_model(name)
    solution = solve(declaration)
    for point in points(name, 20):
        targets = targets_at(name, point)
        *found, status = module.solve(*map(float, targets))
        assert status == 0
        at = dict(zip(map(target_symbol, SECOND_ORDER), targets, strict=True))
        margin = min(float(c.positive.subs(at)) / float(at[target_symbol("variance")])
                     for c in solution.conditions if c.positive.is_Add)  # fmt: skip
        # The part of the variance that K rests on is a difference: its digits are lost first.
        close(found, [value.subs(at) for value in solution.expressions.values()], 1 / margin)
        exact = [
            sympy.Mul(*(point[sympy.Symbol(u, positive=True, **extra)] ** n
                        for u, n in powers.items()
                        for extra in [{"integer": True} if u == "K" else {}]))
            for powers in solution.exponents.values()
        ]  # fmt: skip
        close(found, exact, 1 / margin)


@pytest.mark.parametrize("name", NAMES)
def test_solving_at_a_given_k_holds_mean_variance_and_ratio(name: str) -> None:
    module, declaration = load_model(name), catalogue_model(name)
    at_k = module.SPEC.identified_at_k
    unknowns = [each.name for each in module.SPEC.parameters if not each.is_size]
    generator = random.Random(name)
    for point in points(name, 20):
        mean, variance, row, col = map(float, targets_at(name, point))
        k = float(generator.randint(1, 60))
        *found, status = module.solve_at_k(k, mean, variance, row, col)
        assert status == 0
        known = {"K": k, **dict(zip(at_k, found, strict=True))}
        anchored = module.SPEC.anchored
        values = [np.prod([known[key] ** p for key, p in anchored[u].items()]) for u in unknowns]
        reached = module.moments(k, *map(float, values))
        scale = variance / (variance - mean)
        assert reached[0] == pytest.approx(mean, rel=ROUNDING * scale)
        assert reached[1] == pytest.approx(variance, rel=ROUNDING * scale)
        assert reached[2] / reached[3] == pytest.approx(row / col, rel=ROUNDING * scale)
    assert declaration.sizes[0].name == "K"


@pytest.mark.parametrize("name", NAMES)
def test_every_guard_returns_its_own_number_and_zeros(name: str) -> None:
    module = load_model(name)
    for place, targets in enumerate(
        [
            (-1.0, 9.0, 0.1, 0.1),
            (1.0, 9.0, 0.0, 0.1),
            (1.0, 9.0, 0.1, -0.1),
            (1.0, 0.9, 0.1, 0.1),
            (1.0, 9.0, 0.6, 0.5),
            (1.0, 1.5, 0.2, 0.2),
        ],
        start=1,
    ):
        *values, status = module.solve(*targets)
        assert status == place, module.SPEC.conditions[place - 1].text
        assert set(values) == {0.0}
        assert module.conditions(*targets)[place - 1] <= 0
        *rows, status = module.solve_jacobian(*targets)
        assert status == place
        assert set(np.ravel(rows)) == {0.0}


@pytest.mark.parametrize("name", NAMES)
def test_not_a_number_never_passes_a_guard(name: str) -> None:
    module = load_model(name)
    for place in range(4):
        targets = [1.0, 9.0, 0.1, 0.1]
        targets[place] = float("nan")
        *values, status = module.solve(*targets)
        assert status != 0
        assert set(values) == {0.0}


@pytest.mark.parametrize("name", NAMES)
def test_batched_kernels_repeat_the_scalar_ones(name: str) -> None:
    module = load_model(name)
    rng = np.random.default_rng(1)
    count = 1000
    targets = rng.uniform([[-1], [0.5], [-0.1], [-0.1]], [[5], [20], [0.7], [0.7]], (4, count))
    out, status = np.full((4, count), np.nan), np.full(count, -1)
    module.solve_batch(targets, out, status)
    jacobian = np.full((4, 4, count), np.nan)
    module.solve_jacobian_batch(targets, jacobian, status)
    for n in range(count):
        *values, code = module.solve(*targets[:, n])
        assert code == status[n]
        np.testing.assert_allclose(out[:, n], values, rtol=ROUNDING, atol=0)
        *rows, _ = module.solve_jacobian(*targets[:, n])
        np.testing.assert_allclose(jacobian[:, :, n], rows, rtol=1e-9, atol=1e-12)
    assert 0 < np.count_nonzero(status == 0) < count
    parameters = rng.uniform(0.1, 9, (5, count))
    moments = np.empty((4, count))
    module.moments_batch(parameters, moments)
    for n in range(0, count, 50):
        np.testing.assert_allclose(moments[:, n], module.moments(*parameters[:, n]), rtol=ROUNDING)


def test_the_catalogue_and_the_generated_folder_list_the_same_models() -> None:
    assert model_names() == tuple(NAMES)


def test_a_mistyped_model_is_told_the_nearest_name() -> None:
    with pytest.raises(ModelNameError, match="Did you mean 'pmf_gamma'"):
        load_model("pmf_gama")


def test_a_missing_generated_file_is_named() -> None:
    with pytest.raises(GeneratedCodeError, match=r"'nothing\.py'"):
        load_generated("nothing")


def test_a_layout_that_is_not_built_says_so() -> None:
    with Context("tall") as tall:
        shape = hyperparameters("shape")
        theta = Gamma("theta", shape=shape, rate=1, dims="row")
        Poisson("Y", rate=theta, dims="row col slice", observed=True)
    with pytest.raises(NotBuiltError, match="observed along row, col, slice"):
        generate(tall.declaration, "three axes")
