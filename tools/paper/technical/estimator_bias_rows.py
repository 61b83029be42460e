"""Rows of the table of sampled means and variances: which there are, and what is read off them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from lab.running import Row, number
from lab.settings import PMF
from lab.verdicts import reference

from technical.entry import Entry, entry

NAME: Final = "estimator_bias"
TOTAL: Final = 10_000
LATENTS: Final = (1, 10, 100, 1000, 10_000)
"""S_Z; S_y is what is left of :data:`TOTAL`."""
COLUMNS: Final = ("mean", "variance", "printed mean", "printed variance")
OURS: Final = ("our mean", "our variance")
FEW: Final = 100
"""With fewer latent draws, expansions in 1/S_Z are not used."""


@cache
def moments(setting: str) -> Entry:
    """Return the moments of a setting's count to order four, as fractions.

    Parameters
    ----------
    setting : Setting
        What holds for all runs.
    """
    return entry(PMF[setting])


def value(row: Row, name: str) -> float:
    """Return a number of a row, not a number where the row has none.

    Parameters
    ----------
    row : mapping
        Of the table.
    name : str
        Of its column.
    """
    return number(row, name, math.nan)


def rows_of(rows: Sequence[Row], estimator: str) -> list[Row]:
    """Return the rows of one estimator.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    estimator : str
        Of :data:`COLUMNS` or :data:`OURS`.
    """
    return [row for row in rows if row["estimator"] == estimator]


def place(row: Row) -> str:
    """Return setting and split of a row, in words.

    Parameters
    ----------
    row : mapping
        Of the table.
    """
    return f"{row['setting']} at {row['S_Z']} x {row['S_y']}"


def claim(words: str) -> str:
    """Return the published value of the one claim that begins so.

    Parameters
    ----------
    words : str
        Its beginning.
    """
    (found,) = (row["value"] for row in reference(NAME) if row["claim"].startswith(words))
    return found


def places(rows: Sequence[Row]) -> str:
    """Return settings and splits of rows, in words: of each setting, its values of S_Z.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(str(row["setting"]), []).append(str(row["S_Z"]))
    told = [
        f"{name} at every S_Z" if len(each) == len(LATENTS) else f"{name} at {', '.join(each)}"
        for name, each in sorted(found.items())
    ]
    return "; ".join(told)
