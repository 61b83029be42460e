"""Levels that no moment can see: found, proved, named by what data show, and moved along."""

from __future__ import annotations

import math

import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.audit.generated import check_generated
from symppm.codegen.files import module_text, stated_hashes
from symppm.codegen.generate import generate
from symppm.errors import ParameterError
from symppm.laws import derive
from symppm.laws.records import read_record
from symppm.solve import Solution

TARGETS = {"mean": 3.0, "variance": 6.0, "rho_row": 0.5, "rho_col": 1 / 3}


def added() -> ppm.Model:
    """Row and column levels: mean mu + nu, variance s + t + v, of which s and t are shared."""
    with ppm.Model("added") as model:
        mu, nu = ppm.hyperparameters("mu nu", domain="real")
        s, t, v = ppm.hyperparameters("s t v")
        u = ppm.Normal("u", mean=mu, variance=s, dims="row")
        w = ppm.Normal("w", mean=nu, variance=t, dims="col")
        ppm.Normal("Y", mean=u + w, variance=v, dims="row col", observed=True)
    return model


def three_levels() -> ppm.Model:
    """Three levels in one mean, twice one of them: two freedoms at once, beside K factors."""
    with ppm.Model("three_levels") as model:
        mu, nu, xi = ppm.hyperparameters("mu nu xi", domain="real")
        a, c, s, t = ppm.hyperparameters("a c s t")
        u = ppm.Gumbel("u", mean=mu, scale=s, dims="row")
        w = ppm.Laplace("w", mean=nu, scale=t, dims="col")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=1, dims="col factor")
        product = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=2 * u + w + xi + product, variance=1, dims="row col", observed=True)
    return model


def in_a_rate() -> ppm.Model:
    """exp(level) K a c / (b d) is the mean: a level, and the usual scale."""
    with ppm.Model("in_a_rate") as model:
        level = ppm.hyperparameters("level", domain="real")
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = sympy.exp(level) * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model


def of_a_log_normal() -> ppm.Model:
    """A level of a Log-Normal, and the rate of a Gamma."""
    with ppm.Model("of_a_log_normal") as model:
        mu = ppm.hyperparameters("mu", domain="real")
        a, b = ppm.hyperparameters("a b")
        u = ppm.LogNormal("u", mu=mu, sigma=1, dims="row")
        w = ppm.Gamma("w", shape=a, rate=b, dims="col")
        ppm.Poisson("Y", rate=u * w, dims="row col", observed=True)
    return model


MODELS = {
    added: ({"mu + nu"}, {"mu": 0.3, "nu": -2.0, "s": 1.5, "t": 0.7, "v": 2.0}),
    in_a_rate: (
        {"b*d*exp(-level)"},
        {"K": 4.0, "level": -0.4, "a": 0.5, "b": 2.0, "c": 0.8, "d": 3.0},
    ),
    of_a_log_normal: ({"b*exp(-mu)"}, {"mu": -0.7, "a": 2.0, "b": 0.5}),
}
GIVEN = {of_a_log_normal: ("mean", "rho_col")}


@pytest.mark.parametrize("declare", core(MODELS, [added]), ids=lambda each: each.__name__)
def test_data_show_a_combination_which_the_solution_names(declare: object) -> None:
    model = declare()  # type: ignore[operator]
    names, point = MODELS[declare]  # type: ignore[index]
    solution: Solution = model.solve(given=GIVEN.get(declare))
    assert names <= set(solution.expressions)
    assert solution.dimension == 0
    assert all(name in solution.summary() for name in names)
    assert all(sympy.latex(sympy.sympify(n)) in solution._repr_latex_() for n in names)
    # The proof, once more by numbers: the moments are the same 1.7 further along each level.
    for location in solution.locations:
        step = 1.7
        moved = {
            name: value * math.exp(step * location.scales.get(name, 0))
            + step * location.shifts.get(name, 0)
            for name, value in point.items()
        }
        for what in ("mean", "variance", "covariance row", "covariance col"):
            value = derive(model.declaration, what).result
            one, two = (
                float(value.subs({x: at[x.name] for x in value.free_symbols}))
                for at in (point, moved)
            )
            assert one == pytest.approx(two, rel=1e-12)
        assert location.proof().count("= 0") >= 4
    # Back from the moments to what data show.
    targets = {}
    for name in solution.given:
        what = name.replace("rho_", "correlation ")
        value = derive(model.declaration, what).result
        targets[name] = float(value.subs({x: point[x.name] for x in value.free_symbols}))
    (found,) = solution.evaluate(targets)
    for name, value in found.items():
        expected = sympy.sympify(name).subs(point)
        assert value == pytest.approx(float(expected), rel=1e-9), name


def test_several_levels_at_once() -> None:
    solution = three_levels().solve(given=("mean",))
    levels = [dict(each.shifts) for each in solution.locations]
    assert levels == [{"mu": 1, "xi": -2}, {"nu": 1, "xi": -1}]
    (name,) = set(solution.expressions) & {"2*mu + nu + xi"}
    assert solution.exponents[name] == {"xi": 1}


def test_a_level_that_drops_out_of_every_moment_is_one() -> None:
    with ppm.Model("cancels") as model:
        mu = ppm.hyperparameters("mu", domain="real")
        s, a = ppm.hyperparameters("s a")
        theta = ppm.LogNormal("theta", mu=mu, sigma=s, dims="row factor")
        rate = ppm.LogNormal("rate", mu=mu, sigma=s, dims="col factor")
        beta = ppm.Gamma("beta", shape=a, rate=rate, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    (level,) = model.solve().locations
    assert (level.shifts, level.scales) == ({"mu": 1}, {})
    assert generate(model.declaration, "cancels", proved=False).source


def test_levels_are_looked_for_among_constants_such_as_pi() -> None:
    with ppm.Model("pi") as model:
        p, q, v, d = ppm.hyperparameters("p q v d")
        w = ppm.hyperparameters("w", domain="real")
        theta = ppm.HalfNormal("theta", location=0, scale=p, dims="row factor")
        beta = ppm.InverseGamma("beta", shape=q, scale=v, dims="col factor")
        weight = ppm.Gamma("weight", shape=2, rate=d, dims="factor")
        rate = ppm.sum(theta * beta * weight, over="factor")
        jumps = ppm.Poisson("N", rate=rate, dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="normal", w=w, kappa=p * jumps, dims="row col", observed=True
        )
    assert model.solve(given=("mean",)).locations == ()


def test_a_mean_of_zero_is_admissible_where_nothing_is_divided_by_it() -> None:
    (found,) = added().solve().evaluate({**TARGETS, "mean": 0.0})
    assert found == pytest.approx({"mu + nu": 0, "s": 3, "t": 2, "v": 1})


def test_a_level_that_is_given_is_free_no_more() -> None:
    mu = sympy.Symbol("mu", real=True)
    solution = added().solve(fixed={"mu": 5})
    assert solution.locations == ()
    assert solution.expressions["nu"] == sympy.Symbol("mean", real=True) - 5
    assert added().solve(fixed={"nu": mu}).locations == ()


@pytest.mark.parametrize(
    ("how", "mu"),
    [
        ({}, 0.0),
        ({"scale": "nu=-1.5"}, 4.5),
        ({"scale": "mean(w)=1"}, 2.0),
        ({"scale": "equal-means"}, 1.5),
        ({"fixed": {"mu": -4}}, -4.0),
    ],
)
def test_matching_fixes_a_level_by_the_scale(how: dict[str, object], mu: float) -> None:
    found = ppm.match(targets=TARGETS, model=added(), **how)  # type: ignore[arg-type]
    expected = {"mu": mu, "nu": 3 - mu, "s": 3, "t": 2, "v": 1}
    assert found.feasible
    assert found.parameters == pytest.approx(expected)
    assert found.identified["mu + nu"] == pytest.approx(3)


@pytest.mark.thorough
def test_matching_fixes_a_level_and_a_scale() -> None:
    targets = {"mean": 25, "variance": 550, "rho_row": 0.1, "rho_col": 0.454}
    model = in_a_rate()
    found = ppm.match(targets=targets, model=model, scale="level=0.5, theta")
    assert found.parameters["level"] == 0.5
    assert found.parameters["a"] == pytest.approx(found.parameters["b"])
    plain = ppm.match(targets=targets, model="pmf_gamma")
    assert found.k_exact == pytest.approx(plain.k_exact)
    assert found.achieved == pytest.approx(plain.achieved)
    with pytest.raises(ParameterError, match="2 different scales and levels"):
        ppm.match(targets=targets, model=model, scale="level=0")
    with pytest.raises(ParameterError, match="one of b, d, level"):
        ppm.match(targets=targets, model=model, scale="mu=0")


@pytest.mark.thorough
def test_generated_code_says_how_a_level_moves_and_is_audited() -> None:
    made = generate(added().declaration, "two levels")
    record = read_record(made.record)
    stated = stated_hashes(made.source)
    hashes = {name: stated[name] for name in ("model", "record")}

    def status(source: str) -> str:
        body = source.partition('"""\n\n')[2]
        fitting = module_text("added: two levels.", body, hashes)
        return check_generated(fitting, made.record, record, "added.py").status

    assert status(made.source) == "passed"
    for before, after in (
        ('"shifts": {"mu": 1, "nu": -1}', '"shifts": {"mu": 1, "nu": -2}'),
        ('"prior_shifts": {"u": 1, "w": -1}', '"prior_shifts": {"u": 1, "w": 1}'),
        ('"name": "mu + nu"', '"name": "mu + 2*nu"'),
    ):
        assert made.source.count(before) == 1
        assert status(made.source.replace(before, after)) == "failed", after


@pytest.mark.thorough
def test_levels_of_log_normals_are_named_too() -> None:
    # Their scales are found in means; in mu and nu these scales are shifts.
    with ppm.Model("log_normals") as model:
        mu, nu = ppm.hyperparameters("mu nu", domain="real")
        s, t = ppm.hyperparameters("s t")
        u = ppm.LogNormal("u", mu=mu, sigma=s, dims="row")
        w = ppm.LogNormal("w", mu=nu, sigma=t, dims="col")
        ppm.Poisson("Y", rate=u * w, dims="row col", observed=True)
    solution = model.solve(given=("mean", "rho_row", "rho_col"))
    assert solution.shown == ("mu + nu",)
    assert "mu + nu" in solution.summary()
