"""Shared by the tests of the audit: derivation files that ship, as text and as derivations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symppm.codegen.load import derivations_folder
from symppm.laws import Derivation
from symppm.laws.records import read_record


@pytest.fixture(scope="session")
def record_text() -> Callable[[str], str]:
    """Read the derivation that ships for a model."""
    return lambda name: (derivations_folder() / f"{name}.json").read_text("utf-8")


@pytest.fixture(scope="session")
def shipped(record_text: Callable[[str], str]) -> Callable[[str], dict[str, Derivation]]:
    """Return the derivations that ship for a model, by name."""
    return lambda name: {each.name: each for each in read_record(record_text(name))}
