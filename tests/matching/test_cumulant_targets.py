"""Matching with joint cumulants as targets."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping

import pytest
from typer.testing import CliRunner

import symppm as ppm
from symppm.cli import application
from symppm.errors import TargetError
from symppm.laws import derive
from symppm.model import Declaration, catalogue_model

Run = Callable[..., subprocess.CompletedProcess[str]]

THIRD = "cumulant ij ij ij", "cumulant ij ij il"
CYCLE = "cumulant ij il tj tl"

HPF = {"K": 25.0, "a": 0.5, "a_prime": 5.0, "b_prime": 1.0, "c": 0.25, "c_prime": 6.0,
       "d_prime": 2.0}  # fmt: skip

# The moments at HPF, from their definitions, with E[1/xi] and so on written out by hand.
HPF_TARGETS = {
    "mean": 2.34375,
    "variance": 11.1328125,
    "rho_row": 2.4169921875 / 11.1328125,
    "rho_col": 2.471923828125 / 11.1328125,
    THIRD[0]: 218.05343627929688,
    THIRD[1]: 35.272979736328125,
}

# Poisson factorization with K = 10, a = 2, b = 1, c = 3, d = 2: every theta has mean 2 and
# variance 2, every beta mean 3/2 and variance 3/4.
MEAN, BY_ROW, BY_COL = 30.0, 45.0, 30.0
VARIANCE = 30.0 + 10 * (2 * 0.75 + 2 * 2.25 + 4 * 0.75)
CYCLE_VALUE = 10 * (2**2 * 0.75**2 + 2 * 2**2 * 0.75 * 2.25 + 2 * 2 * 0.75**2 * 4)
PMF = {"mean": MEAN, "cov_row": BY_ROW, "cov_col": BY_COL, CYCLE: CYCLE_VALUE}


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave the cache of whoever runs the tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def moments_at(declaration: Declaration, match: ppm.Match) -> dict[str, float]:
    """Return what is achieved by the exact moments at the parameters found."""
    kinds, found = {"rho": "correlation", "cov": "covariance"}, {}
    for name in match.achieved:
        kind, *rest = name.split("_")
        exact = derive(declaration, " ".join([kinds.get(kind, kind), *rest])).result
        values = {symbol: match.parameters[symbol.name] for symbol in exact.free_symbols}
        found[name] = float(exact.subs(values))
    return found


def without(targets: Mapping[str, float], *names: str) -> dict[str, float]:
    return {name: value for name, value in targets.items() if name not in names}


# Hierarchical Poisson factorization: second moments leave two of six combinations open


def is_found_from_second_moments_and_two_third_cumulants() -> None:
    found = ppm.match(targets=HPF_TARGETS, model="hpf_gamma")
    assert (found.feasible, found.k, found.branches) == (True, 25, ())
    assert found.k_exact == pytest.approx(25, rel=1e-9)
    assert found.parameters == pytest.approx(HPF, rel=1e-9)
    usual = {name.replace(" ", "_"): value for name, value in HPF_TARGETS.items()}
    assert found.achieved == pytest.approx(usual, rel=1e-9)
    assert found.targets == pytest.approx(usual)
    model = catalogue_model("hpf_gamma")
    assert found.achieved == pytest.approx(moments_at(model, found), rel=1e-9)


def scale_moves_the_scales_and_nothing_else(scale: str, rates: tuple[float, float]) -> None:
    found = ppm.match(targets=HPF_TARGETS, model="hpf_gamma", scale=scale)
    expected = {**HPF, "b_prime": rates[0], "d_prime": rates[1]}
    assert found.parameters == pytest.approx(expected, rel=1e-9)


def size_may_be_fixed_and_another_one_is_near() -> None:
    found = ppm.match(targets=HPF_TARGETS, model="hpf_gamma", fixed={"K": 25})
    assert found.parameters == pytest.approx(HPF, rel=1e-6)
    other = ppm.match(targets=HPF_TARGETS, model="hpf_gamma", fixed={"K": 20})
    # Six targets, five unknowns: the nearest, which misses them by more than 1e-6.
    assert (other.feasible, other.k) == (False, 20)
    assert any("cannot all be met" in diagnostic.message for diagnostic in other.diagnostics)
    model = catalogue_model("hpf_gamma")
    assert other.achieved == pytest.approx(moments_at(model, other), rel=1e-9)


def infeasible_cumulant_is_a_diagnostic(name: str, value: float, condition: str) -> None:
    found = ppm.match(targets={**HPF_TARGETS, name: value}, model="hpf_gamma")
    assert (found.feasible, found.k, found.parameters) == (False, None, {})
    failures = [each.message for each in found.diagnostics if each.severity == "failure"]
    assert failures
    assert condition in failures[0]


def too_few_targets_say_what_to_add() -> None:
    with pytest.raises(TargetError, match="family of dimension 1 open") as caught:
        ppm.match(targets=without(HPF_TARGETS, "mean"), model="hpf_gamma")
    assert caught.value.do == "Add targets (mean)."


def command_line_prints_what_is_found() -> None:
    options = [
        text for name, value in HPF_TARGETS.items() for text in ("--target", f"{name}={value!r}")
    ]
    done = CliRunner().invoke(
        application(), ["elicit", "--model", "hpf_gamma", "--verbose", *options]
    )
    assert (done.exit_code, done.exception) == (0, None)
    assert "\nK = 25 factors (25 before rounding)\n" in done.stdout
    assert "cumulant_ij_ij_il    35.273    35.273  joint cumulant of the entries" in done.stdout


@pytest.mark.thorough
def test_hpf() -> None:
    # One test, because parallel workers would each solve, for ten seconds.
    is_found_from_second_moments_and_two_third_cumulants()
    scale_moves_the_scales_and_nothing_else("xi", (1, 2))
    scale_moves_the_scales_and_nothing_else("eta", (2, 1))
    scale_moves_the_scales_and_nothing_else("equal-means", (2**0.5, 2**0.5))
    scale_moves_the_scales_and_nothing_else("d_prime=4", (0.5, 4))
    size_may_be_fixed_and_another_one_is_near()
    infeasible_cumulant_is_a_diagnostic(THIRD[1], -5.0, "a > 0")
    infeasible_cumulant_is_a_diagnostic(THIRD[0], 0.0, "c_prime > 3")
    too_few_targets_say_what_to_add()
    command_line_prints_what_is_found()


# Poisson factorization: the cycle in place of the variance


def test_the_cycle_stands_in_for_the_variance() -> None:
    found = ppm.match(targets=PMF)
    assert found.k == 10
    data_show = found.parameters["b"] * found.parameters["d"]
    expected = {"K": 10, "a": 2, "c": 3}
    assert {name: found.parameters[name] for name in expected} == pytest.approx(expected)
    assert data_show == pytest.approx(2)
    assert found.achieved == pytest.approx(
        {name.replace(" ", "_"): value for name, value in PMF.items()}
    )


def test_more_targets_than_unknowns_are_met_if_they_agree() -> None:
    agreeing = {**PMF, "variance": VARIANCE}
    found = ppm.match(targets=agreeing)
    assert (found.feasible, found.k) == (True, 10)
    assert {name: found.parameters[name] for name in "ac"} == pytest.approx({"a": 2, "c": 3})
    assert found.achieved[CYCLE.replace(" ", "_")] == pytest.approx(CYCLE_VALUE)
    torn = ppm.match(targets={**agreeing, CYCLE: 2 * CYCLE_VALUE})
    (diagnostic,) = (each for each in torn.diagnostics if "fewer free numbers" in each.message)
    assert "this is the nearest" in diagnostic.message
    assert torn.achieved[CYCLE.replace(" ", "_")] != pytest.approx(2 * CYCLE_VALUE, rel=0.01)
    achieved = moments_at(catalogue_model("pmf_gamma"), torn)
    assert torn.achieved == pytest.approx(achieved)


def test_names_up_to_two_entries_are_the_usual_targets() -> None:
    named = {
        "cumulant ij": MEAN,
        "cumulant ab ab": VARIANCE,
        "cumulant_ij_il": BY_ROW,
        "cumulant tj ij": BY_COL,
    }
    plain = {"mean": MEAN, "variance": VARIANCE, "cov_row": BY_ROW, "cov_col": BY_COL}
    found, usual = ppm.match(targets=named), ppm.match(targets=plain)
    assert found.parameters == pytest.approx(usual.parameters)
    assert found.targets == usual.targets


def test_a_model_outside_the_catalogue() -> None:
    with ppm.Model("flat_beta") as flat:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=3, rate=2, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    found = ppm.match(targets=without(PMF, "cov_col"), model=flat)
    assert found.parameters == pytest.approx({"K": 10, "a": 2, "b": 1})


# By hand, K = 10: sums over one factor of squared variances; and what is left without the variance.
@pytest.mark.parametrize(
    ("targets", "fixed"),
    [
        ({"mean": MEAN, "cov_row": BY_ROW, "cov_col": BY_COL, "cycle": 10 * 2**2 * 0.75**2}, {}),
        ({"mean": MEAN, "variance": VARIANCE, "cov_row/cov_col": BY_ROW / BY_COL}, {"K": 10}),
        ({"mean": MEAN, "rho_row/rho_col": 1.5, f"{CYCLE}/variance": CYCLE_VALUE / VARIANCE,
          "variance": VARIANCE}, {}),
    ],
)  # fmt: skip
def test_whatever_solve_takes_is_a_target(
    targets: Mapping[str, float], fixed: Mapping[str, int]
) -> None:
    found = ppm.match(targets=targets, model="pmf_gamma", fixed=fixed)
    assert [found.k_exact, found.parameters["a"], found.parameters["c"]] == pytest.approx(
        [10, 2, 3], rel=1e-6
    )


def test_entries_that_share_two_of_three_axes_are_a_target() -> None:
    with ppm.Model("three") as model:
        a, b, c, d, e, f = ppm.hyperparameters("a b c d e f")
        x = ppm.Gamma("x", shape=a, rate=b, dims="user factor")
        y = ppm.Gamma("y", shape=c, rate=d, dims="item factor")
        z = ppm.Gamma("z", shape=e, rate=f, dims="week factor")
        ppm.Poisson("Y", rate=ppm.sum(x * y * z, over="factor"), dims="user item week",
                    observed=True)  # fmt: skip
    # K = 4, shapes 1, 2, 3/2, rates 1: of one factor E[x^2] = 2, E[y^2] = 6, E[z^2] = 15/4.
    mean, apart = 4 * 3.0, 3.0**2
    variance = mean + 4 * (2 * 6 * 3.75 - apart)
    targets = {
        "mean": mean,
        "variance": variance,
        "cov_user": 4 * (2 * 2**2 * 1.5**2 - apart),
        "rho_item": 4 * (6 * 1.5**2 - apart) / variance,
        "cov_user_item": 4 * (2 * 6 * 1.5**2 - apart),
    }
    found = ppm.match(targets=targets, model=model)
    assert [found.k_exact, *(found.parameters[n] for n in "ace")] == pytest.approx([4, 1, 2, 1.5])


# What is refused


def test_cumulants_alone_load_sympy(run_python: Run) -> None:
    code = (
        "import sys, symppm as ppm\n"
        "ppm.match(targets={'mean': 30, 'variance': 120, 'cov_row': 45, 'cov_col': 30})\n"
        "assert 'sympy' not in sys.modules\n"
        f"found = ppm.match(targets={PMF!r})\n"
        "assert 'sympy' in sys.modules\n"
        "assert found.k == 10\n"
    )
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
