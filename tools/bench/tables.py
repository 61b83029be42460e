"""Time triples in Parquet through DuckDB against two GROUP BYs written by hand, in one run.

python tools/bench/tables.py                     20 million triples: ratios of time
python tools/bench/tables.py --triples 200       200 million: peak memory too, of each kind of work
                                                 in a process of its own

The file is made first, a row group at a time, in a temporary folder, and removed afterwards: the
rows in order, or with --shuffled in none. Everything is read from Parquet each time it is asked.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from timing import seconds

import symppm as ppm

MILLION = 1_000_000
PER_ROW = 200
COLUMNS = 100_000
CHUNK_ROWS = 5_000
BY_HAND = (
    "select user, count(*), sum(count), sum(count::double * count) from '{}' group by user",
    "select item, count(*), sum(count) from '{}' group by item",
)


def make(path: Path, triples: int, shuffled: bool) -> None:
    """Write triples of counts: each row has 200 different columns, evenly spread at random."""
    rng = np.random.default_rng(1)
    rows = triples // PER_ROW
    order = rng.permutation(rows) if shuffled else np.arange(rows)
    stride = COLUMNS // PER_ROW
    writer = None
    for start in range(0, rows, CHUNK_ROWS):
        some = order[start : start + CHUNK_ROWS]
        user = np.repeat(some, PER_ROW).astype(np.int32)
        item = np.tile(np.arange(PER_ROW) * stride, some.size)
        item = (item + rng.integers(0, stride, item.size)).astype(np.int32)
        count = rng.geometric(0.3, item.size).astype(np.int32)
        if shuffled:
            mixed = rng.permutation(item.size)
            user, item, count = user[mixed], item[mixed], count[mixed]
        table = pa.table({"user": user, "item": item, "count": count})
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def by_hand(path: Path) -> list[pa.Table]:
    """Run the two GROUP BYs as one would write them, all settings DuckDB's own."""
    with duckdb.connect() as connection:
        return [connection.sql(query.format(path)).to_arrow_table() for query in BY_HAND]


def works(path: Path) -> Mapping[str, Callable[[], object]]:
    """Return what is compared, by name."""

    def ours(duplicates: str, **options: object) -> Callable[[], object]:
        def work() -> object:
            return ppm.statistics(ppm.triples(path, duplicates=duplicates), **options)  # type: ignore[arg-type]

        return work

    return MappingProxyType(
        {
            "two GROUP BYs by hand": lambda: by_hand(path),
            "statistics": ours("unchecked"),
            "and repeated pairs looked for": ours("error"),
            "statistics, intervals": ours("unchecked", intervals=True),
            "statistics, zeros missing": ours("unchecked", zeros="missing"),
            "statistics, intervals, zeros missing": ours(
                "unchecked", zeros="missing", intervals=True
            ),
        }
    )


def alone(path: Path, name: str) -> None:
    """Do one work once in this process; print its time and the peak of the memory."""
    start = time.perf_counter()
    works(path)[name]()
    took = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"{name:40} {took:7.1f} s {peak:6.2f} GiB", flush=True)


def compare(path: Path, repeats: int) -> None:
    """Print times as ratios to the first."""
    known = works(path)
    times = seconds(repeats, *known.values())
    for name, took in zip(known, times, strict=True):
        print(f"{name:40} {took:7.2f} s {took / times[0]:6.2f} x")


def main() -> None:
    """Make the file and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triples", type=int, default=20, help="in millions")
    parser.add_argument("--shuffled", action="store_true")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--folder", help="where the file is made")
    parser.add_argument("--alone", nargs=2, metavar=("FILE", "WORK"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.alone:
        alone(Path(chosen.alone[0]), chosen.alone[1])
        return
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        path = Path(folder) / "triples.parquet"
        make(path, chosen.triples * MILLION, chosen.shuffled)
        size = path.stat().st_size / MILLION
        order = "in no order" if chosen.shuffled else "in order of the rows"
        print(f"{chosen.triples} million triples {order}, {size:.0f} MB", flush=True)
        if chosen.triples <= 50:
            compare(path, chosen.repeats)
            return
        for name in works(path):
            done = [sys.executable, __file__, "--alone", str(path), name]
            subprocess.run(done, check=True)


if __name__ == "__main__":
    main()
