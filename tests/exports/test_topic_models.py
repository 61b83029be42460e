"""Topic models in scikit-learn, gensim, tomotopy, NumPyro and Stan: what they take, and run."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from cases import needed
from library_runs import pasted
from scipy.sparse import csr_array
from scipy.special import gammaln, xlogy

import symppm as ppm

K, WORDS = 4, 60
FITTED = ("sklearn", "gensim", "tomotopy")
NAMES = {
    "sklearn": ("n_components", "doc_topic_prior", "topic_word_prior"),
    "gensim": ("num_topics", "alpha", "eta"),
    "tomotopy": ("k", "alpha", "eta"),
    "numpyro": ("K", "alpha", "eta"),
}


def documents(number: int = 150, length: int = 80) -> tuple[np.ndarray, np.ndarray]:
    """Draw documents about four topics, one of them without a word; return the topics too."""
    rng = np.random.default_rng(1)
    topics = rng.dirichlet(np.full(WORDS, 0.1), K)
    shares = rng.dirichlet(np.full(K, 0.2), number)
    lengths = rng.poisson(length, number)
    lengths[7] = 0
    return rng.multinomial(lengths, shares @ topics), topics


COUNTS, TRUTH = documents()


@pytest.fixture(scope="module")
def found() -> ppm.Match:
    return ppm.match(COUNTS, "lda", fixed={"K": K})


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let libraries warn of what they will change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.thorough
@pytest.mark.parametrize("target", FITTED)
def test_fits_find_the_topics_under_the_priors_of_the_match(
    target: str, found: ppm.Match, capsys: pytest.CaptureFixture[str]
) -> None:
    needed(target)
    export = found.export(target)
    fit = pasted(export)
    model, theta, beta = fit(csr_array(COUNTS))
    assert theta.shape == (len(COUNTS), K)
    assert beta.shape == (WORDS, K)
    assert theta.sum(1) == pytest.approx(1.0)
    assert beta.sum(0) == pytest.approx(1.0)
    # Each topic that documents were drawn from is one of those found.
    apart = np.abs(TRUTH[:, :, None] - beta).sum(1) / 2
    assert apart.min(1).max() < 0.15
    assert sorted(apart.argmin(1)) == list(range(K))
    size, alpha, eta = NAMES[target]
    for name in NAMES[target]:
        assert np.ravel(getattr(model, name)) == pytest.approx(export.arguments[name], rel=1e-6)
    assert export.arguments[size] == found.k == K
    shapes = found.shapes
    assert shapes is not None
    wanted = shapes.values if target == "tomotopy" else shapes.mean_field
    assert export.arguments[alpha] == pytest.approx(wanted["alpha"])
    assert export.arguments[eta] == pytest.approx(wanted["eta"])
    fit.__globals__["held_out"](COUNTS)
    said = capsys.readouterr().out
    gain, error = map(float, re.findall(r"difference: (\S+) \+- (\S+),", said)[0])
    assert gain > 5 * error > 0


def test_each_says_what_its_inference_takes_and_why(found: ppm.Match) -> None:
    for target in ("sklearn", "gensim"):
        assert "for variational inference: hypot(0.1, " in " ".join(found.export(target).notes)
        assert "exp(digamma(n + alpha))" in " ".join(found.export(target).notes)
        exact = found.export(target, shapes="moments")
        assert exact.arguments[NAMES[target][1]] == pytest.approx(found.parameters["alpha"])
    for target in ("tomotopy", "numpyro", "stan"):
        assert "as matched, which is what sampling takes" in " ".join(found.export(target).notes)


@pytest.mark.thorough
@pytest.mark.parametrize("target", FITTED)
def test_shares_of_words_go_where_a_library_takes_them(target: str) -> None:
    made = ppm.match(COUNTS, "lda_asymmetric", fixed={"K": K})
    export = made.export(target)
    if target != "gensim":
        assert "takes one eta for all words" in " ".join(export.notes)
    needed(target)
    model, theta, beta = pasted(export)(csr_array(COUNTS))
    assert theta.shape == (len(COUNTS), K)
    assert np.abs(TRUTH[:, :, None] - beta).sum(1).min(1).max() < 0.3
    if target == "gensim":
        totals = np.maximum(COUNTS.sum(0), 0.5)
        eta = made.parameters["eta"] * WORDS * totals / totals.sum()
        assert np.asarray(model.eta) == pytest.approx(np.hypot(0.1, eta), rel=1e-5)


def log_density(theta: np.ndarray, beta: np.ndarray, alpha: float, eta: float) -> float:
    """Return the log density of shares and topics with the counts, by SciPy."""
    rates = xlogy(COUNTS, theta @ beta).sum()
    ways = gammaln(COUNTS.sum(1) + 1).sum() - gammaln(COUNTS + 1).sum()
    priors = sum(
        len(shares) * (gammaln(size * each) - size * gammaln(each))
        + (each - 1) * np.log(shares).sum()
        for shares, size, each in ((theta, K, alpha), (beta, WORDS, eta))
    )
    return float(rates + ways + priors)


def a_point() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.dirichlet(np.ones(K), len(COUNTS)), rng.dirichlet(np.ones(WORDS), K)


def test_the_density_of_numpyro_is_that_of_the_model(found: ppm.Match) -> None:
    needed("numpyro")
    from numpyro.infer.util import log_density as of_numpyro

    names: dict[str, Any] = {}
    exec(str(found.export("numpyro")), names)  # noqa: S102 - running it is the point
    theta, beta = a_point()
    lengths = COUNTS.sum(1)
    point = {"theta": theta, "beta": beta}
    value, _ = of_numpyro(names["model"], (lengths, WORDS), {"Y": COUNTS}, point)
    alpha, eta = found.parameters["alpha"], found.parameters["eta"]
    assert float(value) == pytest.approx(log_density(theta, beta, alpha, eta), rel=1e-9)


def test_numpyro_has_shares_of_words_and_sizes_of_topics() -> None:
    needed("numpyro")
    import jax
    from numpyro.infer import Predictive
    from numpyro.infer.util import log_density as of_numpyro
    from scipy.stats import dirichlet

    made = ppm.match(COUNTS, "lda_asymmetric", fixed={"K": K, "gamma": 2})
    names: dict[str, Any] = {}
    exec(str(made.export("numpyro")), names)  # noqa: S102 - running it is the point
    theta, beta = a_point()
    weight = np.array([0.1, 0.2, 0.3, 0.4])
    point = {"theta": theta, "beta": beta, "weight": weight}
    lengths = COUNTS.sum(1)
    value, _ = of_numpyro(names["model"], (lengths, WORDS), {"Y": COUNTS}, point)
    share = np.maximum(COUNTS.sum(0), 0.5)
    share = share / share.sum()
    alpha, eta = made.parameters["alpha"], made.parameters["eta"]
    priors = dirichlet.logpdf(weight, np.full(K, 2.0))
    priors += sum(dirichlet.logpdf(each, K * alpha * weight) for each in theta)
    priors += sum(dirichlet.logpdf(each, WORDS * eta * share) for each in beta)
    flat = log_density(theta, beta, 1.0, 1.0)
    flat -= len(COUNTS) * gammaln(K) + K * gammaln(WORDS)
    assert float(value) == pytest.approx(priors + flat, rel=1e-9)
    drawn = Predictive(names["model"], num_samples=3)
    values = drawn(jax.random.key(0), lengths, WORDS, share=share)["Y"]
    assert np.array_equal(np.asarray(values).sum(-1), np.tile(lengths, (3, 1)))


@pytest.mark.thorough
def test_the_density_of_stan_is_that_of_the_model_and_its_prior_draws(found: ppm.Match) -> None:
    stan = pytest.importorskip("stan")
    export = found.export("stan")
    sizes = {"N": len(COUNTS), "M": WORDS, **export.arguments["data"]}
    built = stan.build(str(export), data={**sizes, "Y": COUNTS})
    points = [a_point(), documents_shares()]
    ours, theirs = [], []
    for theta, beta in points:
        ours.append(log_density(theta, beta, sizes["alpha"], sizes["eta"]))
        at = built.unconstrain_pars({"theta": theta.tolist(), "beta": beta.tolist()})
        theirs.append(built.log_prob(at, adjust_transform=False))
    # Stan leaves out what does not depend on parameters.
    assert theirs[1] - theirs[0] == pytest.approx(ours[1] - ours[0], rel=1e-6)
    lengths = COUNTS.sum(1)
    data = {**sizes, "length": lengths}
    prior = stan.build(export.arguments["prior_predictive"], data=data, random_seed=1)
    drawn = np.moveaxis(prior.fixed_param(num_chains=1, num_samples=4)["Y"], -1, 0)
    assert np.array_equal(drawn.sum(-1), np.tile(lengths, (4, 1)))


def documents_shares() -> tuple[np.ndarray, np.ndarray]:
    """Return another point: topics in equal parts."""
    return np.full((len(COUNTS), K), 1 / K), (TRUTH + 0.01) / (TRUTH + 0.01).sum(1, keepdims=True)
