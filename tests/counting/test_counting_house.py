"""The counting route stands on its own, and says the same thing every time."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

PROGRAM = """
import sys
import sympy
from symppm.counting import identical, joint_cumulant
from symppm.model import catalogue_model
from symppm.model.nodes import index

for name in ("hpf_gamma", "pmf_halfnormal", "cpmf_gamma_binomial"):
    declaration = catalogue_model(name)
    entries = [declaration.observed.at(*map(index, each)) for each in ("ij", "ij", "il")]
    counted = joint_cumulant(declaration, entries)
    print(sympy.srepr(counted.value), counted.conditions)
    assert identical(counted.value, counted.value + sympy.Symbol("K") * 0)
rooms = sorted({".".join(name.split(".")[:2]) for name in sys.modules if name.startswith("symppm")})
print(*rooms, file=sys.stderr)
"""


@pytest.mark.thorough
def test_nothing_of_the_laws_is_loaded_and_hash_seeds_do_not_matter(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    printed = set()
    for seed in ("0", "1"):
        result = run_python("-c", PROGRAM, env={"PYTHONHASHSEED": seed})
        assert result.returncode == 0, result.stderr
        assert result.stderr.split() == [
            "symppm",
            "symppm.counting",
            "symppm.errors",
            "symppm.expressions",
            "symppm.families",
            "symppm.model",
        ]
        printed.add(result.stdout)
    assert len(printed) == 1
