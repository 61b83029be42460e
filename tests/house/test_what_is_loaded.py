"""Importing is light, and the data path runs without SymPy, torch or pandas."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

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


def test_a_target_is_written_without_loading_anything(run_python: Run) -> None:
    code = "import symppm as ppm\nassert ppm.Target(2, weight=3).weight == 3"
    assert loaded_after(code, run_python) == set()


MATCHES = {
    "targets as values, formulas wanted": (
        "found = ppm.match(model='pmf_gamma', method='exact', targets={'mean': ppm.Target(25),"
        " 'variance': 550, 'rho_row': 0.045, 'rho_col': 0.454})\n"
        "assert found.k == 25"
    ),
    "closed form": (
        "found = ppm.match(model='pmf_gamma',"
        " targets={'mean': 25, 'variance': 550, 'rho_row': 0.045, 'rho_col': 0.454})\n"
        "assert found.k == 25"
    ),
    # The two solutions of the hierarchical model at K = 25, a = c = 0.1, a' = c' = 2.5.
    "two branches": (
        "from symppm.codegen.load import load_model\n"
        "asked = load_model('hpf_gamma').moments.py_func(25, .1, 2.5, 1, .1, 2.5, 1)\n"
        "names = ('mean', 'variance', 'rho_row', 'rho_col')\n"
        "found = ppm.match(targets=dict(zip(names, asked)), model='hpf_gamma',"
        " fixed={'a': .1, 'c': .1})\n"
        "assert [each.k for each in found.branches] == [6, 25]"
    ),
    "coordinates": (
        "from symppm.codegen.load import load_model\n"
        "asked = load_model('gmf_beta_binomial').moments.py_func(8, 2, 3, 4, 2, 10)\n"
        "names = ('mean', 'variance', 'rho_row', 'rho_col')\n"
        "found = ppm.match(targets=dict(zip(names, asked)), model='gmf_beta_binomial',"
        " fixed={'trials': 10})\n"
        "assert found.k == 8"
    ),
    "three axes": (
        "from symppm.codegen.load import load_model\n"
        "asked = load_model('ptf_gamma').moments.py_func(8, 2, 3, 4, 2, 10, 1)\n"
        "names = ('mean', 'variance', 'rho_row', 'rho_col', 'rho_slice')\n"
        "found = ppm.match(targets=dict(zip(names, asked)), model='ptf_gamma')\n"
        "assert found.k == 8"
    ),
    "numeric": (
        "ppm.match(targets={'mean': 25, 'variance': 550, 'rho_row': 0.045, 'rho_col': 0.454},"
        " model='pmf_gamma', fixed={'a': 1.0})\n"
    ),
}


@pytest.mark.parametrize("kind", MATCHES)
def test_matching_targets_loads_no_sympy(kind: str, run_python: Run) -> None:
    code = f"import symppm as ppm\n{MATCHES[kind]}"
    assert loaded_after(code, run_python) == set()


def test_a_declared_model_does_load_sympy(run_python: Run) -> None:
    assert "sympy" in loaded_after("import symppm; symppm.Model('m')", run_python)
