"""What does not fit in memory is refused in a sentence, before the memory is gone."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import symppm as ppm
from symppm.data import files
from symppm.errors import DataError


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_available", lambda: 40e6)


def array(shape: tuple[int, ...]) -> bytes:
    """Return the header of an array, which need not have any content to be believed."""
    stream = io.BytesIO()
    about = {"descr": "<i8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, about)
    return stream.getvalue()


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(f"{name}.npy", content)
    return path


def npy(path: Path) -> None:
    np.save(path, np.ones((3000, 3000), np.float16))


def parquet(path: Path) -> None:
    zeros = pa.array(np.zeros(2_000_000, np.int8))
    pq.write_table(pa.table({"row": zeros, "col": zeros, "n": zeros}), path)


def annotated(path: Path) -> None:
    with pytest.importorskip("h5py").File(path, "w") as file:
        file.create_dataset("X", (10**9, 10), "f4", chunks=(1000, 10))


MARKET = "%%MatrixMarket matrix coordinate integer general\n9000000 9000000 1\n1 1 1\n"
BOMBS: dict[str, Callable[[Path], object]] = {
    "one.npz": lambda path: archive(path, counts=array((3000, 1000)) + bytes(24_000_000)),
    "shape.npz": lambda path: np.savez(path, format="coo", row=[0], col=[0], data=[1.0],
     shape=[2**62, 2**62]), "halves.npy": npy,
    "m.mtx": lambda path: path.write_text(MARKET), "z.parquet": parquet,
    "a.h5ad": annotated,
}  # fmt: skip


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("name", BOMBS)
def test_what_unpacks_to_more_than_there_is_is_refused(name: str, tmp_path: Path) -> None:
    BOMBS[name](tmp_path / name)
    with pytest.raises(DataError, match="of memory, of which 40 MB are available"):
        ppm.read(tmp_path / name)


@pytest.mark.parametrize("content", [b"", b"not an array", array((2, 2))[:40], array((10**6,) * 2)])
def test_something_else_in_an_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        ppm.read(archive(tmp_path / "odd.npz", data=content))


def test_the_least_of_what_the_system_says_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_MACHINE", tmp_path / "meminfo")
    monkeypatch.setattr(files, "_GROUP", tmp_path)
    assert files._available() == math.inf  # nothing is known
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:    3000 kB\n")
    for limit, room in (("max", 3000 * 1024), ("1000000", 300_000)):
        (tmp_path / "memory.max").write_text(f"{limit}\n")
        (tmp_path / "memory.stat").write_text("anon 700000\nfile 9\n")
        assert files._available() == room
