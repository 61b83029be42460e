"""Damaged files are refused, or read as what they now hold: no crash, no other exception."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import feather, ipc, parquet
from scipy import io as scipy_io
from scipy import sparse

from symppm.data.reading import read
from symppm.errors import DataError

COUNTS = np.random.default_rng(3).poisson(0.7, (12, 9)) + np.eye(12, 9, dtype=int)
ROWS, COLUMNS = COUNTS.nonzero()
TABLE = pa.table({
    "user": [f"u{i}" for i in ROWS],
    "item": COLUMNS,
    "count": COUNTS[ROWS, COLUMNS],
})  # fmt: skip


def saved(write: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    write(stream)
    return stream.getvalue()


def arrow_stream(stream: io.BytesIO) -> None:
    with ipc.new_stream(stream, TABLE.schema) as writer:
        writer.write_table(TABLE, max_chunksize=20)


def h5ad(matrix: Any, **how: Any) -> bytes:
    def write(stream: io.BytesIO) -> None:
        with h5py.File(stream, "w") as file:
            for axis, word in enumerate(("obs", "var")):
                file.create_group(word).attrs["_index"] = "_index"
                file[word]["_index"] = [f"{word} {n}" for n in range(matrix.shape[axis])]
            if not sparse.issparse(matrix):
                file.create_dataset("X", data=matrix, **how)
                return
            file.create_group("X").attrs["encoding-type"] = "csr_matrix"
            file["X"].attrs["shape"] = matrix.shape
            for name in ("data", "indices", "indptr"):
                file["X"].create_dataset(name, data=getattr(matrix, name), **how)

    return saved(write)


TRIPLES = "".join(
    f'"u ""{i}""",i{j},{COUNTS[i, j]}\r\n' for i, j in zip(ROWS, COLUMNS, strict=True)
)
CSV = f"user,item,count\r\n{TRIPLES}".encode()
MATRIX = "\n".join(f"g{i}\t" + "\t".join(map(str, row)) for i, row in enumerate(COUNTS.tolist()))
HEADED = "\t".join(["gene", *(f"s{j}" for j in range(9))]) + "\n" + MATRIX
MARKET = saved(lambda stream: scipy_io.mmwrite(stream, sparse.coo_array(COUNTS)))
DOCUMENTS = "".join(
    f"{np.count_nonzero(row)} {' '.join(f'{j}:{row[j]}' for j in row.nonzero()[0])}\n"
    for row in COUNTS
)
FILES = {
    "triples.csv": CSV,
    "triples.csv.gz": gzip.compress(CSV),
    "matrix.tsv": HEADED.encode(),
    "dense.npy": saved(lambda stream: np.save(stream, COUNTS)),
    "dense.npz": saved(lambda stream: np.savez(stream, a=COUNTS)),
    "sparse.npz": saved(lambda stream: sparse.save_npz(stream, sparse.csr_array(COUNTS))),
    "plain.npz": saved(
        lambda stream: sparse.save_npz(stream, sparse.csc_array(COUNTS), compressed=False)
    ),
    "coordinates.mtx": MARKET,
    "coordinates.mtx.gz": gzip.compress(MARKET),
    "array.mtx": saved(lambda stream: scipy_io.mmwrite(stream, COUNTS * 0.5)),
    "documents.ldac": DOCUMENTS.encode(),
    "table.parquet": saved(lambda stream: parquet.write_table(TABLE, stream, row_group_size=20)),
    "plain.parquet": saved(
        lambda stream: parquet.write_table(
            TABLE, stream, use_dictionary=False, compression="none", store_schema=False
        )
    ),
    "table.feather": saved(lambda stream: feather.write_feather(TABLE, stream)),
    "plain.arrow": saved(
        lambda stream: feather.write_feather(TABLE, stream, compression="uncompressed")
    ),
    "coded.feather": saved(
        lambda stream: feather.write_feather(
            TABLE.set_column(0, "user", TABLE["user"].dictionary_encode()), stream
        )
    ),
    "stream.arrow": saved(arrow_stream),
    "sparse.h5ad": h5ad(sparse.csr_array(COUNTS)),
    "packed.h5ad": h5ad(sparse.csr_array(COUNTS), compression="gzip"),
    "dense.h5ad": h5ad(COUNTS * 0.5),
}


def check(run_python: Any, folder: Path, name: str, first: int, last: int) -> int:
    """Have damaged copies of a file read in a process of its own; return how many were refused."""
    (folder / "damaged").mkdir()
    (folder / name).write_bytes(FILES[name])
    script = str(Path(__file__).with_name("damage.py"))
    done = run_python(script, str(folder / "damaged"), str(folder / name), str(first), str(last))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"after seed {answers[-1:]}: {done.stderr[-2000:]}"
    assert len(answers) == last - first
    for answer in answers:
        assert name in answer["refused"] if "refused" in answer else min(answer["shape"]) > 0
    return sum("refused" in answer for answer in answers)


@pytest.mark.parametrize("name", FILES)
def test_whole_files_give_their_sum(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    half = 0.5 if name in ("array.mtx", "dense.h5ad") else 1
    assert read(path).values.sum() == COUNTS.sum() * half


@pytest.mark.parametrize("name", ["triples.csv", "table.parquet", "plain.arrow", "dense.npy"])
def test_damaged_files_are_refused_or_read_as_they_are(tmp_path, run_python, name):
    assert check(run_python, tmp_path, name, 0, 100) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in FILES if not name.endswith(".h5ad")])
def test_many_damaged_files(tmp_path, run_python, name):
    """Not of HDF5, which follows damaged addresses in endless loops and out of its memory."""
    assert check(run_python, tmp_path, name, 1000, 2000) > 0


BINARY = [n for n in FILES if not n.endswith((".csv", ".tsv", ".mtx", ".ldac"))]


@pytest.mark.parametrize("name", BINARY)
def test_truncations_of_a_binary_file_are_refused(tmp_path, name):
    data = FILES[name]
    path = tmp_path / name
    for length in range(0, len(data), 1 + len(data) // 50):
        path.write_bytes(data[:length])
        with pytest.raises(DataError):
            read(path)
