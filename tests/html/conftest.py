"""Matches of which pages are made, each once."""

from __future__ import annotations

import pytest
from page_cases import BELIEFS, GIVEN

import symppm as ppm
from symppm.codegen.load import load_model


@pytest.fixture(scope="session")
def signatures() -> ppm.Match:
    """A match to counts that ship."""
    return ppm.match(ppm.data.load("mutational_signatures").values)


@pytest.fixture(scope="session")
def beliefs() -> ppm.Match:
    """A match to what is believed."""
    return ppm.match(targets=BELIEFS)


@pytest.fixture(scope="session")
def infeasible() -> ppm.Match:
    """A match that there is not: too little variance for any factors."""
    return ppm.match(targets={"mean": 25, "variance": 30, "rho_row": 0.1, "rho_col": 0.2})


@pytest.fixture(scope="session")
def two_solutions() -> ppm.Match:
    """A match of which the targets have two solutions, K = 25 and K = 6."""
    values = load_model("hpf_gamma").moments.uncompiled(25, 0.1, 2.5, 1.0, 0.1, 2.5, 1.0)
    names = load_model("hpf_gamma").SPEC.targets
    found = ppm.match(targets=dict(zip(names, values, strict=True)), model="hpf_gamma", fixed=GIVEN)
    assert sorted(each.k for each in found.branches) == [6, 25]
    return found


@pytest.fixture
def fixed_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same time in every page."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1769860800")
