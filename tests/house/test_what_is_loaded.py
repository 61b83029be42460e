"""Importing is light, and the data path runs without SymPy, torch or pandas."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

Run = Callable[..., subprocess.CompletedProcess[str]]

HEAVY = ("sympy", "torch", "pandas", "matplotlib")


def loaded_after(code: str, run_python: Run) -> set[str]:
    report = f"import json, sys; print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    done = run_python("-c", f"{code}\n{report}")
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_import_loads_nothing_heavy_and_no_numpy(run_python: Run) -> None:
    assert loaded_after("import symppm", run_python) == set()
    done = run_python("-c", "import symppm, sys; print('numpy' in sys.modules)")
    assert done.stdout.strip() == "False"


def test_matching_counts_loads_no_sympy(run_python: Run) -> None:
    code = (
        "import symppm as ppm\n"
        "found = ppm.match(ppm.data.load('mutational_signatures').values)\n"
        "assert found.k == 12"
    )
    assert loaded_after(code, run_python) == set()


def test_eliciting_loads_no_sympy(run_python: Run) -> None:
    code = (
        "import symppm as ppm\n"
        "ppm.match(targets={'mean': 25, 'variance': 550, 'rho_row': 0.045, 'rho_col': 0.454},"
        " model='pmf_prior')"
    )
    assert loaded_after(code, run_python) == set()


def test_a_declared_model_does_load_sympy(run_python: Run) -> None:
    assert "sympy" in loaded_after("import symppm; symppm.Model('m')", run_python)
