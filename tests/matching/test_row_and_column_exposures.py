"""Exposures of rows and columns in any model: by the laws, given back, and as margins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import sympy
from cases import core
from catalogue_truths import TRUTHS
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.data.matrix import read_whole
from symppm.errors import DataError, ParameterError
from symppm.laws import derive
from symppm.matching.exposures import entry_noise
from symppm.matching.kernels import Kernels
from symppm.matching.models import Structure
from symppm.model import catalogue_model
from symppm.model.known import with_exposures
from symppm.model.nodes import known_entries
from symppm.statistics.exposures import margin_exposures

Table = NDArray[Any]
Vector = NDArray[np.float64]

SHAPE = (300, 250)
TRUE = {"K": 4, "a": 0.8, "c": 0.6}
MARGINS = {"row": "margins", "col": "margins"}


def unequal(seed: int, shape: tuple[int, int] = SHAPE) -> tuple[Table, Vector, Vector]:
    """Draw means of entries, and the exposures of rows and columns in them, a hundredfold apart."""
    rng = np.random.default_rng(seed)
    k, a, c = (TRUE[name] for name in ("K", "a", "c"))
    theta = rng.gamma(a, 1 / a, (shape[0], int(k)))
    beta = rng.gamma(c, 3 / c, (shape[1], int(k)))
    rows, columns = (np.exp(rng.uniform(-1.5, 1.5, n)) for n in shape)
    return rows[:, None] * columns * (theta @ beta.T), rows, columns


def sums(mean: Table, rng: np.random.Generator) -> Table:
    """Add up a Poisson number of normal values: of mean w kappa = 1.5 and variance kappa = 3."""
    count = rng.poisson(mean / 1.5)
    return np.where(count > 0, rng.normal(1.5 * count, np.sqrt(3.0 * count)), 0.0)


CASES: Mapping[str, tuple[Callable[..., Table], dict[str, float]]] = {
    "pmf_gamma": (lambda mean, rng: rng.poisson(mean), {}),
    "gmf_gamma_negativebinomial": (
        lambda mean, rng: rng.poisson(rng.gamma(2.0, mean / 2.0)), {"r": 2.0}
    ),
    "gmf_gamma_normal": (lambda mean, rng: rng.normal(mean, 3.0), {"sigma_Y": 3.0}),
    "cpmf_gamma_normal": (sums, {"w": 0.5, "kappa": 3.0}),
    "gmf_gamma_gamma": (lambda mean, rng: rng.gamma(3.0, mean / 3.0), {"shape_Y": 3.0}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "estimator"),
    # Of two parameters of the noise one has to be given.
    [*((name, "moments") for name in CASES),
     *((name, "cross-moments") for name, (_, noise) in CASES.items() if len(noise) < 2)],
)  # fmt: skip
def test_data_recover_the_truth_and_distinct_entries_the_noise(name: str, estimator: str) -> None:
    draw, given = CASES[name]
    seed, fixed = (1, given) if estimator == "moments" else (3, {})
    mean, rows, columns = unequal(seed)
    data = draw(mean, np.random.default_rng(seed + 1))
    found = ppm.match(
        data, name, known={"row": rows, "col": columns}, estimator=estimator, fixed=fixed
    )
    ends = found.interval(0.99)
    for each, truth in {**TRUE, **given}.items():
        low, high = ends[each]
        assert low <= truth <= high, each
        assert high < 4 * low or each in given or not fixed, each
    assert {**found.parameters, **given} == pytest.approx(found.parameters, rel=0.15)


def test_files_stand_for_the_arrays_in_them(tmp_path: Path) -> None:
    mean, rows, columns = unequal(1)
    data = np.random.default_rng(2).poisson(mean)
    np.save(tmp_path / "rows.npy", rows)
    (tmp_path / "columns.txt").write_text("\n".join(map(repr, columns.tolist())))
    files = {"row": tmp_path / "rows.npy", "col": str(tmp_path / "columns.txt")}
    found = ppm.match(data, "pmf_gamma", known=files, estimator="moments")
    arrays = {"row": rows, "col": columns}
    assert found == ppm.match(data, "pmf_gamma", known=arrays, estimator="moments")
    one, other = (
        ppm.sample("pmf_gamma", found.parameters, shape=mean.shape, known=each, random_seed=1)
        for each in (files, arrays)
    )
    assert (one == other).all()
    with pytest.raises(ParameterError, match=r'known row: margin does not exist.*"margins"'):
        ppm.match(data, "pmf_gamma", known={"row": "margin"})


@pytest.mark.parametrize("estimator", ["moments", "cross-moments"])
def test_a_column_exposure_is_that_of_the_model_that_declares_it(estimator: str) -> None:
    mean, _, columns = unequal(5, (120, 90))
    counts = np.random.default_rng(6).poisson(mean)
    declared = ppm.match(
        counts, "pmf_gamma_exposure", known={"gamma": columns}, estimator=estimator
    )
    found = ppm.match(counts, "pmf_gamma", known={"col": columns}, estimator=estimator)
    assert found.k_exact == pytest.approx(declared.k_exact, rel=1e-9)
    assert found.parameters == pytest.approx(declared.parameters, rel=1e-9)
    ours, theirs = (each.interval(0.95) for each in (found, declared))
    for name in ("K", "a", "c", "b*d"):
        assert ours[name] == pytest.approx(theirs[name], rel=1e-6)


@pytest.mark.parametrize("estimator", core(["auto", "moments", "cross-moments"], ["moments"]))
@pytest.mark.parametrize("store", [np.asarray, sparse.csr_array, np.ma.masked_array])
def test_equal_exposures_change_nothing_but_the_unit(
    store: Callable[..., Any], estimator: str
) -> None:
    mean, *_ = unequal(9, (80, 60))
    counts = store(np.random.default_rng(10).poisson(mean))
    plain = ppm.match(counts, "pmf_gamma", estimator=estimator)
    found, twice = (
        ppm.match(
            counts, "pmf_gamma", known={"row": np.ones(80), "col": np.full(60, each)},
            estimator=estimator,
        )
        for each in (1.0, 2.0)
    )  # fmt: skip
    assert (found.k, found.estimator) == (plain.k, plain.estimator)
    assert found.parameters == pytest.approx(plain.parameters, rel=1e-8)
    assert twice.k_exact == pytest.approx(plain.k_exact, rel=1e-8)
    assert twice.identified["b*d"] == pytest.approx(2 * plain.identified["b*d"], rel=1e-8)


@pytest.mark.thorough
@pytest.mark.parametrize("model", core(["pmf_gamma", "hpf_gamma"], ["hpf_gamma"]))
def test_margins_stand_in_for_exposures_that_are_not_known(model: str) -> None:
    mean, rows, columns = unequal(11)
    counts = np.random.default_rng(12).poisson(mean)
    found = ppm.match(counts, model, known=MARGINS)
    assert found.k == TRUE["K"]
    assert found.feasible
    # Shapes are assumed to be equal: their product is what the interaction tells.
    shape = (TRUE["a"] * TRUE["c"]) ** 0.5
    assert found.parameters["a"] == pytest.approx(shape, rel=0.3)
    said = {each.code: each.message for each in found.diagnostics}
    assert "estimated from the margins" in said["exposure"]
    assert "margins" not in said
    known = ppm.match(counts, model, known={"row": rows, "col": columns})
    assert (known.k, known.parameters["a"]) == pytest.approx((found.k, found.parameters["a"]))


@pytest.mark.thorough
@pytest.mark.parametrize("store", [np.asarray, sparse.csr_array, sparse.csc_array])
def test_lines_without_counts_are_left_out_of_margins(store: Callable[..., Any]) -> None:
    mean, _, columns = unequal(24, (80, 60))
    counts = np.random.default_rng(25).poisson(mean) * (np.arange(80)[:, None] % 7 > 0)
    known = {"row": "margins", "col": columns}
    found = ppm.match(store(counts), "pmf_gamma", known=known)
    same = ppm.match(counts[counts.any(1)], "pmf_gamma", known=known)
    assert found.parameters == pytest.approx(same.parameters, rel=1e-9)
    assert "12 rows without counts were left out" in found.summary()
    ppm.check(found, counts, random_seed=1, draws=5, known=known)


def test_margins_are_warned_of_where_parameters_rest_on_covariances() -> None:
    mean, *_ = unequal(13, (120, 90))
    found = ppm.match(np.random.default_rng(14).poisson(mean), "pmf_lognormal", known=MARGINS)
    assert "margins" in {each.code for each in found.diagnostics}


def test_margins_with_gaps_are_the_independence_that_the_observed_fit() -> None:
    rng = np.random.default_rng(15)
    rows, columns = rng.uniform(0.5, 5, 40), rng.uniform(0.5, 5, 30)
    seen = rng.random((40, 30)) < 0.4
    product = np.multiply.outer(rows, columns)
    for store, mask in ((np.asarray, seen), (sparse.csr_array, None)):
        matrix = read_whole(store(np.where(seen, product, 0)), "missing", mask)
        found = margin_exposures(matrix, None, None, ("row", "col"))
        assert found.rows == pytest.approx(rows / rows.mean(), rel=1e-6)
        assert found.columns == pytest.approx(columns / columns.mean(), rel=1e-6)
        alone = margin_exposures(matrix, None, columns, ("row",))
        assert alone.rows == pytest.approx(rows / rows.mean(), rel=1e-6)
        assert alone.columns is columns


@pytest.mark.thorough
def test_entries_that_come_twice_lose_what_noise_adds() -> None:
    """Third cumulants over exposures average what they are without any."""
    rng = np.random.default_rng(16)
    theta, rows = rng.gamma(1.0, 1.0, (40, 1)), np.exp(rng.uniform(-1, 1, 40))
    rates = 4 * theta @ np.ones((1, 20))
    names = ("variance", "cumulant_ij_ij_ij", "cumulant_ij_ij_il", "cumulant_ij_ij_tj")
    made = []
    for exposures in (np.ones(40), rows):
        draws = []
        for _ in range(150):
            counts = rng.poisson(rates * exposures[:, None])
            found = ppm.match(counts, "pmf_gamma", known={"row": exposures},
                              estimator="cross-moments", intervals=False)  # fmt: skip
            assert found.cross_moments is not None
            draws.append([found.cross_moments.values[name] for name in names])
        made.append(np.array(draws))
    means = [each.mean(0) for each in made]
    errors = np.sqrt(sum(each.var(0) / len(each) for each in made))
    assert (abs(means[1] - means[0]) < 4 * errors).all()


@pytest.mark.thorough
def test_programs_multiply_the_mean_and_libraries_say_what_they_lack() -> None:
    mean, rows, _ = unequal(19, (80, 60))
    counts = np.random.default_rng(20).poisson(mean)
    found = ppm.match(counts, "pmf_gamma", known={"row": rows, "col": "margins"})
    assert "* col * row[:, None]" in found.export("pymc").code
    assert "* col[j] * row[i]" in found.export("stan").code
    for target in ("pymc", "sklearn"):
        assert "col are not known but estimated" in str(found.export(target))
    assert "standard deviation over average" in str(found.export("sklearn"))
    assert "divided by row and col" in found.export("json").code


@pytest.mark.thorough
def test_a_table_of_triples_takes_no_exposures() -> None:
    entries = pa.table({"i": [0, 1], "j": [0, 1], "y": [1, 2]})
    table = ppm.triples(entries, columns=("i", "j", "y"))
    with pytest.raises(DataError, match="a table of triples for pmf_gamma with exposures"):
        ppm.match(table, "pmf_gamma", known={"row": np.ones(2)})


MATRICES = sorted(
    name for name in TRUTHS if name != "ptf_gamma" and not catalogue_model(name).known
)


def test_draws_have_the_exposures() -> None:
    truth = {"K": 50, "a": 400.0, "b": 20.0, "c": 400.0, "d": 20.0}
    rows, columns = np.linspace(0.2, 3, 60), np.linspace(3, 1, 50)
    drawn = ppm.sample(
        "pmf_gamma", truth, shape=(60, 50), known={"row": rows, "col": columns}, random_seed=1
    )
    assert drawn / (50 * 400 * rows[:, None] * columns) == pytest.approx(1, rel=0.15)


@pytest.mark.thorough
def test_only_the_mean_is_multiplied() -> None:
    for name in MATRICES:
        declared = catalogue_model(name)
        one, other = (derive(each, "mean").result for each in (
            declared, with_exposures(declared, ("row", "col"))))  # fmt: skip
        ratio = sympy.simplify(other / one)
        assert str(ratio) == "col[j]*row[i]", name


@pytest.mark.parametrize("name", MATRICES)
def test_the_variance_over_exposures_is_that_of_the_likelihood(name: str) -> None:
    declared, truth = catalogue_model(name), dict(TRUTHS[name])
    symbols = (*declared.sizes, *declared.hyperparameters)
    values = {each: sympy.Rational(str(truth[each.name])) for each in symbols}
    kernels = Kernels(load_model(name))
    noise = entry_noise(Structure.of(name), kernels, truth)
    exposed = with_exposures(declared, ("row", "col"))
    mean, plain = (derive(declared, what).result.xreplace(values) for what in ("mean", "variance"))
    total = derive(exposed, "variance").result.xreplace(values)
    row, col = sorted(known_entries(total), key=str, reverse=True)
    for e in (sympy.Rational(1, 3), sympy.Integer(4)):
        over = total.xreplace({row: e, col: sympy.Integer(1)}) / e**2
        own = {0: 0.0, 1: (noise.unit or 0.0) * float(mean), 2: noise.unit or 0.0}[noise.power]
        expected = float(plain) + own * (float(e) ** -noise.power - 1)
        assert float(over) == pytest.approx(expected, rel=1e-9)
