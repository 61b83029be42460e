"""Warnings of engines' libraries about each other, which no user of theirs can act on."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def calm() -> Iterator[None]:
    """Keep away, in the body, what libraries say of features that will change.

    Ibis calls what DuckDB deprecates, and PySpark says of every answer that a new pandas is not
    supported, though no number here goes through pandas.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        yield
