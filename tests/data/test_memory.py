"""What does not fit in memory is refused in a sentence, before the memory is gone."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import symppm as ppm
from symppm.data import memory
from symppm.errors import DataError


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: 40e6)


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


def one_array(folder: Path) -> Path:
    return archive(folder / "one.npz", counts=array((3000, 1000)) + bytes(24_000_000))


def sparse_shape(folder: Path) -> Path:
    path = folder / "shape.npz"
    np.savez(path, format="coo", row=[0], col=[0], data=[1.0], shape=[2**62, 2**62])
    return path


def converted(folder: Path) -> Path:
    np.save(folder / "halves.npy", np.ones((3000, 3000), np.float16))
    return folder / "halves.npy"


def market(folder: Path) -> Path:
    text = "%%MatrixMarket matrix coordinate integer general\n9000000 9000000 1\n1 1 1\n"
    (folder / "m.mtx").write_text(text)
    return folder / "m.mtx"


def parquet(folder: Path) -> Path:
    arrow, files = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    zeros = arrow.array(np.zeros(2_000_000, np.int8))
    files.write_table(arrow.table({"row": zeros, "col": zeros, "n": zeros}), folder / "z.parquet")
    return folder / "z.parquet"


def annotated(folder: Path) -> Path:
    with pytest.importorskip("h5py").File(folder / "a.h5ad", "w") as file:
        file.create_dataset("X", (10**9, 10), "f4", chunks=(1000, 10))
    return folder / "a.h5ad"


BOMBS = [one_array, sparse_shape, converted, market, parquet, annotated]


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("bomb", BOMBS)
def test_what_unpacks_to_more_than_there_is_is_refused(
    bomb: Callable[[Path], Path], tmp_path: Path
) -> None:
    with pytest.raises(DataError, match="of memory, of which 40 MB are available"):
        ppm.read(bomb(tmp_path))


@pytest.mark.parametrize("content", [b"", b"not an array", array((2, 2))[:40], array((10**6,) * 2)])
def test_something_else_in_an_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        ppm.read(archive(tmp_path / "odd.npz", data=content))


def test_the_least_of_what_the_system_says_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_MACHINE", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    assert memory.available() == math.inf  # nothing is known
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:    3000 kB\n")
    assert memory.available() == 3000 * 1024
    for name, text in (("max", "max\n"), ("current", "700000\n"), ("stat", "inactive_file 50\n")):
        (tmp_path / f"memory.{name}").write_text(text)
    assert memory.available() == 3000 * 1024
    (tmp_path / "memory.max").write_text("1000000\n")
    assert memory.available() == 300_050
