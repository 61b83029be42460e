"""The command line in a process of its own, and what it prints as strict JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
START = "import sys; sys.argv[0] = 'symppm'; from symppm.cli import main; main()"


@pytest.fixture
def process_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables for a process that behaves the same wherever the tests run."""
    dropped = {"COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "PYTHONPATH"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm"}


@pytest.fixture
def start(process_environment: dict[str, str]) -> Callable[..., subprocess.Popen[str]]:
    """Start a command in a process of its own."""

    def begin(*arguments: object, **options: Any) -> subprocess.Popen[str]:
        settings = {
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "text": True,
            "env": process_environment,
            **options,
        }
        return subprocess.Popen([sys.executable, "-c", START, *map(str, arguments)], **settings)

    return begin


@pytest.fixture(scope="session")
def strict_json() -> Callable[[str], Any]:
    """Read JSON, which has no NaN and no infinity."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return lambda text: json.loads(text, parse_constant=refuse)
