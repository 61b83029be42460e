"""Pages and notebooks, and running them in processes and folders of their own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "tools" / "docs"
REQUIRED = os.environ.get("SYMPPM_REQUIRE_DOCS") == "1"
STAN = os.environ.get("SYMPPM_REQUIRE_STAN") == "1"
"""Whether this is the environment that has Stan and no other library; the rest has all but Stan."""


def tool(name: str) -> ModuleType:
    """Import a module of tools/docs, where there is no package."""
    if name not in sys.modules:
        specification = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
        assert specification is not None
        assert specification.loader is not None
        module = importlib.util.module_from_spec(specification)
        sys.modules[name] = module
        specification.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def blocks() -> ModuleType:
    """The module that reads and runs the blocks of a page."""
    return tool("blocks")


@pytest.fixture(scope="session")
def layout() -> ModuleType:
    """The module that says what is a page."""
    return tool("layout")


@pytest.fixture(scope="session")
def notebook() -> ModuleType:
    """The module that runs a notebook and writes its page."""
    return tool("notebook")


@pytest.fixture
def run_page(tmp_path: Path) -> Callable[[Path], list[dict[str, Any]]]:
    """Run a page in a folder that is empty but for what the test put there."""

    def run(page: Path) -> list[dict[str, Any]]:
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"}
        done = subprocess.run(
            [sys.executable, str(DOCS / "blocks.py"), str(page)],
            capture_output=True,
            text=True,
            check=False,
            env=variables,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stderr
        # What libraries print as they are imported may come first.
        return json.loads(done.stdout[done.stdout.index("[\n") :] if done.stdout != "[]" else "[]")

    return run


@pytest.fixture
def judged() -> Callable[[list[dict[str, Any]], str], None]:
    """Fail for what failed; skip, or where libraries are required fail, for what was skipped."""

    def judge(outcomes: list[dict[str, Any]], name: str) -> None:
        failed = [each for each in outcomes if each["status"] == "failed"]
        told = "\n".join(f"{name}, line {each['line']}: {each['message']}" for each in failed)
        assert not failed, told
        skipped = {each["message"] for each in outcomes if each["status"] == "skipped"}
        if skipped:
            reason = f"all but some blocks ran: {'; '.join(sorted(skipped))}"
            if REQUIRED and any(each.startswith("stan ") == STAN for each in skipped):
                pytest.fail(reason)
            pytest.skip(reason)

    return judge
