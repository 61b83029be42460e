"""Shared by all tests: the checkout, Python in a process, the command line, and other libraries."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Tests run side by side: matrix products with threads of their own would wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Programs for JAX run once: to optimise them takes longer than to run them as they are.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
# Processes that tests start find modules compiled, as they do where symppm is installed.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# SymPy makes many small objects that stay: looking through them all takes a tenth of the time.
gc.set_threshold(200_000, 50, 100)

# Of a test many parameter sets the core suite runs so many, spread over them; the rest is thorough.
FEW = 6


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave a few parameter sets of each test to the core suite, all of those marked `whole`."""
    sets = defaultdict(list)
    for item in items:
        if not (item.get_closest_marker("thorough") or item.get_closest_marker("whole")):
            sets[item.nodeid.partition("[")[0]].append(item)
    for of_one in sets.values():
        kept = {place * len(of_one) // FEW for place in range(FEW)}
        for place, item in enumerate(of_one):
            if len(of_one) > FEW and place not in kept:
                item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds pyproject.toml."""
    return ROOT


@pytest.fixture(scope="session")
def run_python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python with arguments in a new process, the checkout importable."""

    def run(
        *arguments: str, env: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        variables = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
        return subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=variables,
            cwd=cwd or ROOT,
        )

    return run


@pytest.fixture
def symppm(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a command in this process; output is as in a pipe, 80 wide unless columns= says."""
    from typer.testing import CliRunner

    from symppm.cli import application

    def run(*arguments: object, columns: int | None = None) -> Any:
        if columns is None:
            monkeypatch.delenv("COLUMNS", raising=False)
        else:
            monkeypatch.setenv("COLUMNS", str(columns))
        result = CliRunner().invoke(application(), [str(each) for each in arguments])
        if not isinstance(result.exception, SystemExit | None):
            raise result.exception
        return result

    return run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, so that messages hold bare file names."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put a stand-in in the place of the search of matching by sampling."""
    from searches import Search

    import symppm.stochastic

    stand_in = Search()
    module = ModuleType("symppm.stochastic.matching")
    module.match_by_sampling = stand_in.match_by_sampling  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(symppm.stochastic, "matching", module, raising=False)
    monkeypatch.setattr("symppm.matching.by_sampling.load", lambda *_: None)
    return stand_in


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the cache of whoever runs the tests alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def library() -> Callable[[str], Any]:
    """Import a library by name; without it the test skips, or fails where it must be."""
    from cases import needed

    return needed


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data that may not ship."""
    if "SYMPPM_DATA" not in os.environ:
        pytest.skip("set SYMPPM_DATA to the folder that contains hetrec2011-lastfm-2k")
    return Path(os.environ["SYMPPM_DATA"])
