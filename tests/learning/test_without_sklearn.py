"""Where scikit-learn is not installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

HIDDEN = """
import sys
import symppm as ppm
ppm.match
assert "sklearn" not in sys.modules
sys.modules["sklearn"] = None
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
