"""Importing is light; matching loads neither SymPy nor numba, nor what it does not use."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pyarrow as pa
import pytest
from cases import core
from pyarrow import parquet

from symppm import data

Run = Callable[..., subprocess.CompletedProcess[str]]

HEAVY = ("sympy", "mpmath", "torch", "pandas", "matplotlib", "jinja2", "numba", "pydantic")
TABLES = ("ibis", "duckdb", "pyspark", "pyarrow", "h5py", "rich", "scipy.stats")
OTHER_RESULTS = ("symppm.comparing", "symppm.validation", "email")
OF_DATA = ("scipy.special", "scipy.linalg", "scipy.sparse", "scipy.optimize")


def loaded_after(
    steps: Mapping[str, str], run_python: Run, libraries: tuple[str, ...] = HEAVY
) -> dict[str, list[str]]:
    """Run steps in one process, and tell what each loads; a library counts once."""
    code = f"""
import contextlib, io, json, sys
found, seen, names = {{}}, set(), {{}}
for name, step in {dict(steps)!r}.items():
    with contextlib.redirect_stdout(io.StringIO()):
        exec(step, names)
    found[name] = [each for each in {libraries!r} if each in sys.modules and each not in seen]
    seen.update(found[name])
print(json.dumps({{name: each for name, each in found.items() if each}}))
"""
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def command(*words: str) -> str:
    return (
        f"import contextlib, sys\nfrom symppm.cli import main\nsys.argv = ['symppm', *{words!r}]\n"
        "with contextlib.suppress(SystemExit):\n    main()"
    )


BELIEFS = ("--mean", "25", "--variance", "550", "--rho-row", "0.045", "--rho-col", "0.454")


def test_importing_loads_no_numbers(run_python: Run) -> None:
    steps = {
        "import": "import symppm as ppm",
        "a target": "assert ppm.Target(2, weight=3).weight == 3",
        "the version": command("--version"),
        "help": command("elicit", "--help"),
    }
    assert loaded_after(steps, run_python, (*HEAVY, *OF_DATA, "numpy", "rich")) == {}


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
        "asked = load_model('hpf_gamma').moments.uncompiled(25, .1, 2.5, 1, .1, 2.5, 1)\n"
        "names = ('mean', 'variance', 'rho_row', 'rho_col')\n"
        "found = ppm.match(targets=dict(zip(names, asked)), model='hpf_gamma',"
        " fixed={'a': .1, 'c': .1})\n"
        "assert [each.k for each in found.branches] == [6, 25]"
    ),
    "coordinates": (
        "from symppm.codegen.load import load_model\n"
        "asked = load_model('gmf_beta_binomial').moments.uncompiled(8, 2, 3, 4, 2, 10)\n"
        "names = ('mean', 'variance', 'rho_row', 'rho_col')\n"
        "found = ppm.match(targets=dict(zip(names, asked)), model='gmf_beta_binomial',"
        " fixed={'trials': 10})\n"
        "assert found.k == 8"
    ),
    "three axes": (
        "from symppm.codegen.load import load_model\n"
        "asked = load_model('ptf_gamma').moments.uncompiled(8, 2, 3, 4, 2, 10, 1)\n"
        "names = ('mean', 'variance', 'rho_row', 'rho_col', 'rho_slice')\n"
        "found = ppm.match(targets=dict(zip(names, asked)), model='ptf_gamma')\n"
        "assert found.k == 8"
    ),
}


SEARCHED = ("two branches", "coordinates")


@pytest.mark.parametrize("searched", core([False, True], [False]))
def test_matching_beliefs_loads_what_it_uses(searched: bool, run_python: Run) -> None:
    start = {"elicit": command("elicit", *BELIEFS), "import": "import symppm as ppm"}
    steps = {name: step for name, step in MATCHES.items() if (name in SEARCHED) is searched}
    libraries = HEAVY if searched else (*HEAVY, *OF_DATA, *OTHER_RESULTS)
    assert loaded_after(start | steps, run_python, libraries) == {}


def test_matching_small_data_compiles_nothing(run_python: Run) -> None:
    steps = {
        "counts": "import symppm as ppm\n"
        "found = ppm.match(ppm.data.load('mutational_signatures').values)\n"
        "assert (found.k, found.estimator, found.shapes.resolved) == (3, 'cross-validation', True)",
        "exposures": "margins = {'row': 'margins', 'col': 'margins'}\n"
        "for name in ('gmf_gamma_normal', 'pmf_gamma_effects'):\n"
        "    ppm.match(ppm.data.load('mutational_signatures').values, name, known=margins)",
        "demo": command("demo", "single_cell"),
        "models": command("models"),
        "a file": command("match", str(data.load("mutational_signatures").path), "--json"),
    }
    assert loaded_after(steps, run_python) == {}


@pytest.mark.thorough
def test_reading_and_measuring_data_load_no_other_libraries(
    run_python: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.csv").write_text("user,item,count\na,b,1\n")
    parquet.write_table(pa.table({"user": [1], "item": [2], "count": [3]}), tmp_path / "a.parquet")
    steps = {
        "statistics": "import numpy as np, symppm as ppm\n"
        "ppm.statistics(np.arange(12.0).reshape(3, 4) ** 2, intervals=True)\n"
        "from symppm.statistics.algorithm1 import algorithm1\n"
        "algorithm1([[1, 2], [4, 3]], samples=50, random_seed=1)",
        "text": f"ppm.read({str(tmp_path / 'a.csv')!r})",
        "diagnostics": "rng = np.random.default_rng(0)\n"
        "data = rng.poisson(rng.gamma(2, 2, (60, 5)) @ rng.gamma(2, 2, (5, 50)))\n"
        "found = ppm.match(data * rng.integers(0, 2, data.shape), estimator='moments')\n"
        "assert 'excess_zeros' in [each.code for each in found.diagnostics]",
        "a table": f"ppm.read({str(tmp_path / 'a.parquet')!r})",
    }
    # Drawing pairs one by one is compiled: numba may be loaded.
    libraries = tuple(each for each in (*HEAVY, *TABLES) if each != "numba")
    found = loaded_after(steps, run_python, libraries)
    assert found == {"a table": ["pyarrow"]}


@pytest.mark.thorough
def test_a_declared_model_does_load_sympy(run_python: Run) -> None:
    steps = {"a model": "import symppm; symppm.Model('m')"}
    assert "sympy" in loaded_after(steps, run_python)["a model"]
