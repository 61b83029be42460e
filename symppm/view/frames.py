"""Tables of pandas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symppm.extras import load


def framed(columns: Mapping[str, Sequence[Any]], names: Sequence[Any], otherwise: str = "") -> Any:
    """Return a table of pandas by columns; without pandas, say what else would do."""
    pandas = load("pandas", "pandas", "a summary as a table", otherwise)
    return pandas.DataFrame(dict(columns), index=names)
