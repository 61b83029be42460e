"""Models that no catalogue has: bounded priors, unusual likelihoods, too many targets."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from solving import solution_of

import symppm as ppm
from symppm.solve.needs import cross_moment_targets, to_be_given

USUAL = ("mean", "variance", "rho_row", "rho_col")


def targets_of(model: ppm.Model, values: Mapping[str, float]) -> dict[str, float]:
    moments = model.mean(), model.variance(), model.correlation("row"), model.correlation("col")
    return {
        name: float(moment.subs({s: values[s.name] for s in moment.free_symbols}))
        for name, moment in zip(USUAL, moments, strict=True)
    }


def lifetimes() -> ppm.Model:
    with ppm.Model("lifetimes") as model:
        k, a, b, u = ppm.hyperparameters("k a b u")
        theta = ppm.InverseGamma("theta", shape=a, scale=b, dims="row factor")
        beta = ppm.Uniform("beta", low=u, high=5, dims="col factor")
        scale = ppm.sum(theta * beta, over="factor")
        ppm.Weibull("Y", shape=k, scale=scale, dims="row col", observed=True)
    return model


@pytest.mark.parametrize("fixed", [2, "k"])
def test_the_lower_end_of_a_uniform_prior_stays_below_the_upper(fixed: object) -> None:
    # The moments are the same with 25/u in place of u, above the upper end 5.
    truth = {"K": 4, "k": 2, "a": 5, "b": 4, "u": 0.5}
    model = lifetimes()
    solution = model.solve(given=USUAL, fixed={"k": fixed})
    known = targets_of(model, truth) | ({"k": 2.0} if fixed == "k" else {})
    (found,) = solution.evaluate(known)
    assert (found["u"], found["K"]) == pytest.approx((0.5, 4))
    assert len(solution.branches) == 2  # and none where u is 5, which no targets have
    assert all("5 > u" in [c.text for c in each.conditions] for each in solution.branches)


def test_everything_that_targets_must_meet_is_said() -> None:
    with ppm.Model("waits") as model:
        a, b = ppm.hyperparameters("a b")
        xi = ppm.Gamma("xi", shape=a, rate=b, dims="row")
        eta = ppm.InverseGamma("eta", shape=5, scale=2, dims="col")
        ppm.Exponential("Y", rate=xi * eta, dims="row col", observed=True)
    solution = model.solve()
    assert [str(each) for each in solution.constraints] == [
        "mean**2 - 5*rho_col*variance",
        "7*mean**2 + 12*rho_row*variance - 5*variance",
    ]
    at = targets_of(model, {"a": 6, "b": 2})
    for each in solution.constraints:
        assert abs(each.subs({s: at[s.name] for s in each.free_symbols})) < 1e-9


def test_what_the_mean_shows_need_not_be_given() -> None:
    with ppm.Model("effects") as model:
        mu, r, a, c = ppm.hyperparameters("mu r a c")
        u = ppm.Gamma("u", shape=r, rate=r, dims="row")
        v = ppm.Gamma("v", shape=r, rate=r, dims="col")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=c, dims="col factor")
        rate = mu * u * v * ppm.sum(theta * beta, over="factor") / ppm.size("factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    assert to_be_given(model.declaration) == ("r",)


def test_what_a_prior_requires_of_the_targets_is_a_condition_on_them() -> None:
    # Uniform(low, high) with low above zero has a standard deviation below mean / sqrt(3).
    with ppm.Model("between") as model:
        low, high, a, b = ppm.hyperparameters("low high a b")
        theta = ppm.Uniform("theta", low=low, high=high, dims="row factor")
        beta = ppm.Gamma("beta", shape=a, rate=b, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    solution = model.solve()
    last = solution.conditions[-1]
    assert last.text == "sqrt(3)*cv_theta < 1"
    assert "requires sqrt(3)*cv_theta < 1" in solution.summary().splitlines()
    for low_end, holds in ((0.1, True), (-0.1, False)):
        at = targets_of(model, {"K": 3, "low": low_end, "high": 2, "a": 2, "b": 1})
        assert last.positive.free_symbols == {s for s in last.positive.free_symbols if s.name in at}
        value = last.positive.subs({s: at[s.name] for s in last.positive.free_symbols})
        assert last.holds(value) == holds


def test_what_a_prior_requires_of_the_scale_alone_is_no_condition_on_targets() -> None:
    solution = solution_of("pmf_beta")
    assert solution.requirements
    assert solution.required == ()


@pytest.mark.thorough
def test_the_variance_tells_of_a_noise_that_is_random() -> None:
    with ppm.Model("noise") as model:
        a, b, m, s, t = ppm.hyperparameters("a b m s t")
        v = ppm.InverseGamma("v", shape=a, scale=b, dims="row")
        theta = ppm.Normal("theta", mean=m, variance=s**2, dims="row factor")
        beta = ppm.Gamma("beta", shape=t, rate=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=v, dims="row col", observed=True)
    targets = cross_moment_targets(model.declaration)
    assert targets == ("mean", "cov_row", "cov_col", "cycle", "variance")
    assert to_be_given(model.declaration, targets) == ()


def test_roots_of_pi_do_not_stop_a_solution() -> None:
    with ppm.Model("noise") as model:
        a, b, s, t, m = ppm.hyperparameters("a b s t m")
        tau = ppm.InverseGamma("tau", shape=a, scale=b, dims="col")
        theta = ppm.Normal("theta", mean=m, variance=s**2, dims="row factor")
        beta = ppm.HalfNormal("beta", scale=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=tau, dims="row col", observed=True)
    truth = {"K": 3, "a": 4, "b": 6, "s": 1, "t": 2, "m": 1}
    (found,) = model.solve().evaluate(targets_of(model, truth))
    assert (found["K"], found["mean_tau"]) == pytest.approx((3, 2))


@pytest.mark.thorough
def test_topics_along_a_third_axis_are_counted_by_a_formula() -> None:
    with ppm.Model("menus") as model:
        alpha, eta = ppm.hyperparameters("alpha eta")
        n = ppm.Known("n", dims="row col")
        theta = ppm.Dirichlet("theta", concentration=alpha, dims="row factor", over="factor")
        dish = ppm.Dirichlet("dish", concentration=eta, dims="col factor slice", over="slice")
        share = ppm.sum(theta * dish, over="factor")
        dims = "row col slice"
        ppm.Multinomial("Y", trials=n, probabilities=share, dims=dims, over="slice", observed=True)
    # By what is known of trials and of lengths: one over trials is at most one, a length above one.
    solution = model.solve(given=("variance",), fixed={"alpha": alpha, "eta": eta})
    assert set(solution.derivation.properties.values()) == {"shown"}
    assert [condition.text for condition in solution.conditions] == ["K > 0"]
    assert "N_slice - 1" in solution.derivation.document["domain"]
    # By hand, K = 2, two dishes, two trials, alpha = eta = 1/2: a share has mean 1/2 and variance
    # 1/8 under each topic, and E[theta_1^2 + theta_2^2] = 3/4.
    shares = 1 / 8 * 3 / 4
    variance = shares + (1 / 4 - shares) / 2
    (found,) = solution.evaluate({
        "variance": variance, "alpha": 0.5, "eta": 0.5, "N_slice": 2, "mean_inverse_exposure": 0.5,
    })  # fmt: skip
    assert found["K"] == pytest.approx(2)
    # All is given, so that nothing is left to solve for with K given too.
    found = ppm.match(targets={"variance": variance}, model=model, fixed={
        "alpha": 0.5, "eta": 0.5, "N_slice": 2, "mean_inverse_exposure": 0.5,
    })  # fmt: skip
    assert found.k_exact == pytest.approx(2)


@pytest.mark.thorough
def test_a_proof_with_formulas_of_thousands_of_terms_is_not_begun() -> None:
    with ppm.Model("clinic") as model:
        a, b = ppm.hyperparameters("a b")
        n = ppm.Known("n", dims="row col")
        theta = ppm.Beta("theta", alpha=a, beta=b, dims="row factor")
        beta = ppm.Beta("beta", alpha=a, beta=b, dims="col factor")
        mean = n * ppm.sum(theta * beta, over="factor") / ppm.size("factor")
        ppm.Binomial("Y", mean=mean, trials=n, dims="row col", observed=True)
    solution = model.solve(given=USUAL)
    assert len(solution.branches) == 2
    said = solution.derivation.properties
    assert (said["freedoms"], said["soundness"][:25]) == ("shown", "a formula gets too long w")
