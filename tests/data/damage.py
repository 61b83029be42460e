"""Reads damaged copies of files, in a process of its own so that a crash is seen.

Run with a folder to work in, a file, and the first and last seed; prints, for every seed, a line of
JSON: what the reader made of the copy, and what a second, plainer parser made of it.
"""

from __future__ import annotations

import csv
import io
import json
import math
import resource
import sys
import warnings
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from symppm.data.reading import read
from symppm.errors import DataError
from symppm.measure.arrays import BlockMatrix, SparseMatrix

OPTIONS: dict[str, dict[str, Any]] = {
    # Guesses about the layout may differ where a damaged file could be either; these do not guess.
    "triples.csv": {"columns": (1, 2, 3), "header": True, "duplicates": "sum"},
    "matrix.tsv": {"layout": "matrix", "header": True, "label_columns": 1},
}
MEMORY = 16 << 30


def damage(data: bytes, seed: int) -> bytes:
    """Change some bytes, where there are more than zeros, and sometimes cut the end off."""
    chance = np.random.default_rng(seed)
    changed = bytearray(data)
    used = np.flatnonzero(np.frombuffer(data, np.uint8))
    for _ in range(chance.integers(1, 4)):
        # A third of the damage goes to the beginning and to the end each, where the indexes are.
        part = [used, used[:100], used[-300:]][chance.integers(3)]
        new = [int(chance.integers(256)), 0, 1, 255, *b'0919-,"\t\n#']
        changed[chance.choice(part)] = new[chance.integers(len(new))]
    if chance.random() < 0.1:
        del changed[chance.integers(1, len(changed)) :]
    return bytes(changed)


def total(values: Any) -> float:
    """Sum a matrix exactly, then round."""
    if isinstance(values, BlockMatrix):
        return math.fsum(total(block) for block in values.blocks())
    if isinstance(values, SparseMatrix):
        values = values.stored
    plain = np.asarray(getattr(values, "data", values) if hasattr(values, "nnz") else values)
    return sum_of(plain.ravel().tolist())


def sum_of(numbers: Any) -> float:
    """Sum numbers exactly, then round; what is not finite as such."""
    listed = [float(number) for number in numbers]
    try:
        return math.fsum(listed)
    except (OverflowError, ValueError):
        return math.nan


def by_csv(data: bytes) -> float:
    rows = list(csv.reader(io.StringIO(data.decode().lstrip("\ufeff"), newline="")))
    return sum_of(row[2] for row in rows[1:] if row and "".join(row).strip())


def lines_of(text: str) -> list[str]:
    """Cut a text at line ends alone: Python's own splitlines knows more of them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def by_splitting(data: bytes) -> float:
    lines = lines_of(data.decode().lstrip("\ufeff"))
    return sum_of(text for line in lines[1:] if line.strip() for text in line.split("\t")[1:])


def by_market(data: bytes) -> float:
    lines = [line for line in lines_of(data.decode("latin-1")) if line.strip()]
    body = [line for line in lines if not line.startswith("%")][1:]
    assert "general" in lines[0].lower()
    return sum_of(line.split()[-1] for line in body)


def by_pairs(data: bytes) -> float:
    return sum_of(pair.split(":")[1] for line in lines_of(data.decode())
                  for pair in line.split()[1:])  # fmt: skip


def by_npy(data: bytes) -> float:
    wide = data[6] > 1
    length = int.from_bytes(data[8 : 12 if wide else 10], "little")
    start = (12 if wide else 10) + length
    told = literal_eval(data[12 if wide else 10 : start].decode("latin-1"))
    count = math.prod(told["shape"])
    dtype = np.dtype(told["descr"])
    return sum_of(np.frombuffer(data, dtype, count, start).astype("f8").tolist())


def by_pyarrow(data: bytes) -> float:
    from pyarrow import ipc, parquet

    stream = io.BytesIO(data)
    if data.startswith(b"PAR1"):
        table = parquet.ParquetFile(stream).read()
    else:
        opening = ipc.open_file if data.startswith(b"ARROW1") else ipc.open_stream
        table = opening(stream).read_all()
    # Where the name of the value is damaged it is still the last column.
    return sum_of(table.column(2).to_pylist())


def by_h5py(data: bytes) -> float:
    import h5py

    with h5py.File(io.BytesIO(data)) as file:
        values = file["X"] if hasattr(file["X"], "shape") else file["X/data"]
        return sum_of(np.asarray(values[()]).ravel().tolist())


def unchanged(data: bytes) -> float:
    """What has a checksum is what it was."""
    return math.inf


PARSERS: dict[str, Callable[[bytes], float]] = {
    ".csv": by_csv,
    ".tsv": by_splitting,
    ".mtx": by_market,
    ".ldac": by_pairs,
    ".npy": by_npy,
    ".parquet": by_pyarrow,
    ".arrow": by_pyarrow,
    ".feather": by_pyarrow,
    ".h5ad": by_h5py,
    ".npz": unchanged,
    ".gz": unchanged,
}


def attempt(path: Path, data: bytes) -> dict[str, Any]:
    """Return what the reader made of a file, and the other parser."""
    path.write_bytes(data)
    try:
        table = read(path, **OPTIONS.get(path.name, {}))
        found = total(table.values)
    except DataError as error:
        return {"refused": str(error)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = PARSERS[path.suffix](data)
    return {"shape": table.shape, "found": found, "expected": expected}


def main(folder: str, file: str, first: str, last: str) -> None:
    warnings.simplefilter("error")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    data = Path(file).read_bytes()
    path = Path(folder, Path(file).name)
    for seed in range(int(first), int(last)):
        print(json.dumps({"seed": seed, **attempt(path, damage(data, seed))}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
