"""Kernels are cached by content: the same name and time with other source is another kernel."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

SOURCE = """
from symppm.codegen.runtime import kernel

@kernel
def value(x):
    return x + {}.0
"""


@pytest.mark.thorough
def test_changed_source_never_meets_an_old_binary(
    tmp_path: Path, run_python: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "made.py"
    for constant in ("1", "2"):
        path.write_text(SOURCE.format(constant), "utf-8")
        # The same size and time, as a reinstalled wheel may leave them.
        os.utime(path, (1_700_000_000, 1_700_000_000))
        done = run_python(
            "-c",
            f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.dont_write_bytecode = True; "
            "import made; print(made.value.compiled(0.0))",
        )
        assert done.stdout.strip() == f"{constant}.0", done.stderr
    assert list((tmp_path / "cache").rglob("*.nbc"))
