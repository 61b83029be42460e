"""Examples in docstrings of public names run, and print what they show."""

from __future__ import annotations

import doctest
import inspect

import pytest

import symppm as ppm

WITHOUT = {
    *("ExponentialDispersion", "HalfCauchy", "StudentT", "exp", "softplus", "variable", "triples"),
}
"""Functions that are shown in the documentation, beside what they need."""
NAMES = [name for name in ppm.__all__ if ">>>" in (getattr(ppm, name).__doc__ or "")]


def test_functions_have_one() -> None:
    functions = {name for name in ppm.__all__ if inspect.isfunction(getattr(ppm, name))}
    assert functions - set(NAMES) <= WITHOUT


@pytest.mark.parametrize("name", NAMES)
def test_it_prints_what_it_shows(name: str) -> None:
    if name == "PriorMatcher":
        pytest.importorskip("sklearn")
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner(verbose=False)
    (found,) = finder.find(getattr(ppm, name), name, globs={})
    report: list[str] = []
    runner.run(found, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
