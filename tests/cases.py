"""Parameter lists of which the core suite runs some, libraries, questions of sampling, limits."""

from __future__ import annotations

import importlib
import os
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import DeclarationError

SPREAD = (
    *("pmf_gamma", "pmf_weibull", "pmf_gamma_effects", "pmf_gamma_exposure", "pmf_dirichlet"),
    *("hpf_gamma", "ptf_gamma", "lda", "gmf_beta_binomial", "gmf_normal_normal"),
    *("gmf_gamma_zeroinflatedpoisson", "cpmf_gamma_normal"),
)
"""A model of each kind: those that a mechanism which is the same for all is tried on."""


def core(every: Iterable[Any], chosen: Iterable[Any]) -> list[Any]:
    """Mark as thorough what is not chosen; all that is chosen has to be there."""
    every, chosen = list(every), list(chosen)
    assert all(each in every for each in chosen), chosen
    return [
        each if each in chosen else pytest.param(each, marks=pytest.mark.thorough) for each in every
    ]


REQUIRED = bool(os.environ.get("SYMPPM_REQUIRE_LIBRARIES"))


def needed(name: str) -> Any:
    """Import a library; without it the test, or file of tests, skips, or fails where it must be."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of others, about others
            return importlib.import_module(name)
    except ImportError as error:
        if REQUIRED:
            pytest.fail(f"SYMPPM_REQUIRE_LIBRARIES is set, and {error}")
        pytest.skip(str(error), allow_module_level=True)


def declared(body: Callable[[], Any], name: str = "mine") -> ppm.Model:
    """Declare what the body of a block says."""
    with ppm.Model(name) as model:
        body()
    return model


def refused(body: Callable[[], Any]) -> str:
    """Return why a body is no declaration."""
    with pytest.raises(DeclarationError) as caught:
        declared(body)
    return str(caught.value)


def question(**given: Any) -> dict[str, Any]:
    """Return arguments of ``ppm.match``, those of ``ppm.Sampling`` in one."""
    names = {each.name for each in fields(ppm.Sampling)}
    sampling = {name: value for name, value in given.items() if name in names}
    others = {name: value for name, value in given.items() if name not in names}
    return {**others, "sampling": ppm.Sampling(**sampling)} if sampling else others


@contextmanager
def at_most_seconds(seconds: int) -> Iterator[None]:
    """Fail where something does not end, in seconds of computing: a machine may be busy."""

    def stop(*_: object) -> None:
        pytest.fail(f"no end within {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def poisson_factors(name: str = "mine") -> ppm.Model:
    """Declare Poisson factorization with Gamma priors, as the catalogue's pmf_gamma."""
    with ppm.Model(name) as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return model


@cache
def signatures() -> ppm.Match:
    """Match counts that ship."""
    return ppm.match(ppm.data.load("mutational_signatures").values)


@cache
def two_solutions() -> ppm.Match:
    """Match targets that K = 25 has, the second of the paper's HPF, and K = 6.04 as well."""
    model = load_model("hpf_gamma")
    values = model.moments.uncompiled(25, 0.1, 2.5, 1.0, 0.1, 2.5, 1.0)
    targets = dict(zip(model.SPEC.targets, values, strict=True))
    found = ppm.match(targets=targets, model="hpf_gamma", fixed={"a": 0.1, "c": 0.1})
    assert sorted(each.k for each in found.branches) == [6, 25]
    return found


def varied_counts() -> NDArray[np.int64]:
    """Return counts of 23 rows and 17 columns, none empty, that vary by row and column."""
    rng = np.random.default_rng(5)
    return rng.poisson(rng.gamma(1.0, 1.5, (23, 4)) @ rng.gamma(1.0, 1.0, (4, 17)))


def assert_same_statistics(
    found: ppm.Statistics, expected: ppm.Statistics, rel: float = 1e-11, *, ordered: bool = True
) -> None:
    """Compare statistics, and those without each row and column, in whatever order if not so."""
    for name in ("shape", "observed", "integral", "minimum", "maximum"):
        assert getattr(found, name) == getattr(expected, name), name
    for name in ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col"):
        size = max(1.0, expected.variance) if name != "mean" else 0.0
        near = pytest.approx(getattr(expected, name), rel=rel, abs=rel * size)
        assert getattr(found, name) == near, name
    assert (found.deletions is None) == (expected.deletions is None)
    for side in ("rows", "columns") if expected.deletions else ():
        one, other = (getattr(each.deletions, side) for each in (found, expected))
        one, other = (one, other) if ordered else (np.sort(one, 0), np.sort(other, 0))
        size = np.nan_to_num(np.abs(other)).max(axis=0)
        np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
        assert (np.nan_to_num(np.abs(one - other)) <= 100 * rel * size).all()
