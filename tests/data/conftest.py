from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scipy import sparse

from symppm.data.door import read
from symppm.data.table import Table


@pytest.fixture
def read_bytes(here: Path) -> Callable[..., Table]:
    """Write a file in the current folder and read it with the options given."""

    def run(name: str, content: bytes | str, **options: Any) -> Table:
        data = content.encode() if isinstance(content, str) else content
        packed = gzip.compress(data) if name.endswith(".gz") else data
        Path(name).write_bytes(packed)
        table = read(name, **options)
        assert Path(name).read_bytes() == packed
        return table

    return run


@pytest.fixture
def dense() -> Callable[[Table], list[list[float]]]:
    """The values of a table as nested lists."""

    def run(table: Table) -> list[list[float]]:
        values = table.values
        plain: list[list[float]] = (
            values.toarray() if sparse.issparse(values) else values
        ).tolist()
        return plain

    return run
