"""Matches of which pages are made, each once."""

from __future__ import annotations

import cases
import pytest

import symppm as ppm


@pytest.fixture(scope="session")
def signatures() -> ppm.Match:
    """A match to counts that ship."""
    return cases.signatures()


@pytest.fixture(scope="session")
def beliefs() -> ppm.Match:
    """A match to what is believed."""
    return ppm.match(targets={"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454})


@pytest.fixture(scope="session")
def infeasible() -> ppm.Match:
    """A match that there is not: too little variance for any factors."""
    return ppm.match(targets={"mean": 25, "variance": 30, "rho_row": 0.1, "rho_col": 0.2})


@pytest.fixture(scope="session")
def two_solutions() -> ppm.Match:
    """A match of which the targets have two solutions, K = 25 and K = 6."""
    return cases.two_solutions()


@pytest.fixture(scope="session")
def checks(signatures: ppm.Match) -> ppm.Checks:
    """Checks of the match to counts."""
    data = ppm.data.load("mutational_signatures").values
    return ppm.check(signatures, data, draws=60, random_seed=4)


@pytest.fixture(scope="session")
def comparison() -> ppm.Comparison:
    """Models compared on counts that ship."""
    data = ppm.data.load("mutational_signatures").values
    return ppm.compare(data, ["pmf_gamma", "pmf_exponential", "gmf_gamma_normal"])
