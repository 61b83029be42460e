"""Where scikit-learn is not installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

HIDDEN = """
import sys
sys.modules["sklearn"] = None
import symppm as ppm
for make in (ppm.PriorMatcher, lambda: ppm.PriorMatcher(model="pmf_gamma")):
    try:
        make()
    except ppm.errors.MissingExtraError as error:
        print(error)
"""


def test_making_an_estimator_says_what_to_install(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = run_python("-c", HIDDEN)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Run: pip install 'symppm[sklearn]', or use symppm.match.") == 2


@pytest.mark.thorough
def test_everything_can_be_imported_all_the_same(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    program = "import sys; sys.modules['sklearn'] = None\nfrom symppm import *; print(PriorMatcher)"
    assert "PriorMatcher" in run_python("-c", program).stdout


def test_symppm_loads_no_sklearn_by_itself(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    program = "import sys, symppm as ppm; ppm.match; print('sklearn' in sys.modules)"
    assert run_python("-c", program).stdout == "False\n"
