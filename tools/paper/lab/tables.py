"""Tables: as CSV to keep, and as text to read."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from lab.running import Row, Value


def shown(value: Value) -> str:
    """Return a value as it is printed: numbers to four digits, nothing for None.

    Parameters
    ----------
    value : str, int, float, bool or None
        What to print.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def written(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as CSV, with all names that any of them has.

    Parameters
    ----------
    path : pathlib.Path
        Of the file, which is replaced.
    rows : sequence of mapping
        What to write.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(
            {name: f"{v:.6g}" if isinstance(v, float) else v for name, v in row.items()}
            for row in rows
        )


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV, all as words.

    Parameters
    ----------
    path : pathlib.Path
        Of the file.
    """
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def printed(rows: Sequence[Row], limit: int = 40) -> str:
    """Return rows as a Markdown table with aligned columns.

    Parameters
    ----------
    rows : sequence of mapping
        What to print.
    limit : int
        How many; the rest is counted.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    body = [[shown(row.get(name)) for name in names] for row in rows[:limit]]
    widths = [max(len(line[place]) for line in [names, *body]) for place in range(len(names))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |"
        for line in [names, *body]
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    more = len(rows) - limit
    return "\n".join(lines) + (f"\n... and {more} more in the CSV" if more > 0 else "")
