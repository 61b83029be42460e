"""Damaged files give a table or a DataError: no other exception, and no warning."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy import io as scipy_io
from scipy import sparse

from symppm.errors import DataError
from symppm.measure.reading import Table, read

COUNTS = np.random.default_rng(3).poisson(0.7, (6, 5))


def saved(write: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    write(stream)
    return stream.getvalue()


TRIPLES = b'user,item,count\r\n"a ""b""",x,1\r\n' + b"".join(
    b"u%d,i%d,%d\r\n" % (i % 4, i, i) for i in range(9)
)
MATRIX = b"gene\ts1\ts2\ts3\nA\t1\t2\t3\nB\t4.5\t5\t6\nC\t-1\t0\t1e3\n"
MARKET = saved(lambda stream: scipy_io.mmwrite(stream, sparse.coo_array(COUNTS)))
FILES = {
    "triples.csv": TRIPLES,
    "triples.csv.gz": gzip.compress(TRIPLES),
    "matrix.tsv": MATRIX,
    "words.txt": MATRIX.replace(b"\t", b" "),
    "dense.npy": saved(lambda stream: np.save(stream, COUNTS)),
    "dense.npz": saved(lambda stream: np.savez(stream, a=COUNTS)),
    "sparse.npz": saved(lambda stream: sparse.save_npz(stream, sparse.csr_array(COUNTS))),
    "plain.npz": saved(
        lambda stream: sparse.save_npz(stream, sparse.csc_array(COUNTS), compressed=False)
    ),
    "coordinates.mtx": MARKET,
    "coordinates.mtx.gz": gzip.compress(MARKET),
    "array.mtx": saved(lambda stream: scipy_io.mmwrite(stream, COUNTS * 0.5)),
}


def damage(data: bytes, seed: int) -> bytes:
    chance = np.random.default_rng(seed)
    changed = bytearray(data)
    for _ in range(chance.integers(1, 5)):
        # Half of the damage goes to the beginning, where headers are.
        end = len(changed) if chance.random() < 0.5 else min(len(changed), 128)
        changed[chance.integers(end)] = chance.choice([chance.integers(256), *b'0919-,"\t\n#'])
    if chance.random() < 0.25:
        del changed[chance.integers(len(changed)) :]
    return bytes(changed)


def attempt(path: Path, duplicates: str) -> Table | DataError:
    try:
        return read(path, duplicates=duplicates)
    except DataError as error:
        return error


@pytest.mark.parametrize("name", FILES)
def test_damaged_files_are_read_or_refused(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    assert min(read(path).shape) > 0
    refused = 0
    for seed in range(200):
        path.write_bytes(damage(FILES[name], seed))
        result = attempt(path, "sum" if seed % 2 else "error")
        if isinstance(result, DataError):
            assert str(path) in str(result)
            refused += 1
        else:
            assert min(result.shape) > 0
            assert result.values.dtype.kind in "iuf"
    assert refused > 0


@pytest.mark.parametrize("name", [n for n in FILES if n.endswith((".gz", ".npz", ".npy"))])
def test_every_truncation_of_a_binary_file_is_refused(tmp_path, name):
    data = FILES[name]
    path = tmp_path / name
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with pytest.raises(DataError):
            read(path)
