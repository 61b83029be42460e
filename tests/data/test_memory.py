"""What does not fit in memory is refused in a sentence, before the memory is gone."""

from __future__ import annotations

import gzip
import io
import math
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import symppm as ppm
from symppm.data.memory import Memory, Meter, written
from symppm.errors import DataError

ROOM = 40_000_000


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "available", lambda _: ROOM)


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(f"{name}.npy", content)
    return path


def array(shape: tuple[int, ...], kind: str = "<i8") -> bytes:
    """Return the header of an array, which need not have any content to be believed."""
    stream = io.BytesIO()
    about = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, about)
    return stream.getvalue()


def saved(value: object) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.asarray(value))
    return stream.getvalue()


def one_array(folder: Path) -> Path:
    return archive(folder / "one.npz", counts=array((10**6, 10**6)))


def sparse_shape(folder: Path) -> Path:
    path = folder / "shape.npz"
    np.savez(path, format="coo", row=[0], col=[0], data=[1.0], shape=[2**62, 2**62])
    return path


def converted(folder: Path) -> Path:
    np.save(folder / "bytes.npy", np.ones((3000, 3000), np.int8).astype(np.float16))
    return folder / "bytes.npy"


def long_line(folder: Path) -> Path:
    with gzip.open(folder / "line.csv.gz", "wb") as stream:
        stream.write(b"0," * 4_000_000)
    return folder / "line.csv.gz"


def many_lines(folder: Path) -> Path:
    with gzip.open(folder / "lines.csv.gz", "wb") as stream:
        for _ in range(300):
            stream.write(b"0,3," * 25_000 + b"1\n")
    return folder / "lines.csv.gz"


def market(folder: Path) -> Path:
    text = "%%MatrixMarket matrix coordinate integer general\n9000000 9000000 1\n1 1 1\n"
    (folder / "m.mtx").write_text(text)
    return folder / "m.mtx"


def parquet(folder: Path) -> Path:
    arrow, files = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    zeros = arrow.array(np.zeros(2_000_000, np.int8))
    files.write_table(arrow.table({"row": zeros, "col": zeros, "n": zeros}), folder / "z.parquet")
    return folder / "z.parquet"


def feather(folder: Path) -> Path:
    arrow, ipc = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.ipc")
    zeros = arrow.record_batch({"row": np.zeros(500_000), "n": np.zeros(500_000)})
    packed = ipc.IpcWriteOptions(compression="zstd")
    with ipc.new_file(str(folder / "z.arrow"), zeros.schema, options=packed) as made:
        for _ in range(8):
            made.write_batch(zeros)
    return folder / "z.arrow"


def annotated(folder: Path) -> Path:
    with pytest.importorskip("h5py").File(folder / "a.h5ad", "w") as file:
        file.create_dataset("X", (10**9, 10), "f4", chunks=(1000, 10))
    return folder / "a.h5ad"


BOMBS = [one_array, sparse_shape, converted, long_line, many_lines, market,
         parquet, feather, annotated]  # fmt: skip


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("bomb", BOMBS)
def test_what_unpacks_to_more_than_there_is_is_refused(
    bomb: Callable[[Path], Path], tmp_path: Path
) -> None:
    path = bomb(tmp_path)
    with pytest.raises(DataError, match="of memory, of which 40 MB are available"):
        ppm.read(path)


@pytest.mark.parametrize("content", [b"", b"not an array", array((2, 2))[:40], array((2, 2))])
def test_something_else_in_an_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        ppm.read(archive(tmp_path / "odd.npz", data=content, row=saved([1])))


def system(folder: Path, **files: str) -> Memory:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_DOT_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Memory(folder / "proc", folder / "groups")


def test_the_least_of_what_the_system_says_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert system(tmp_path).available() == math.inf  # nothing is known
    plain = system(tmp_path, proc__meminfo="MemTotal: 9 kB\nMemAvailable:    3000 kB\n")
    assert plain.available() == 3000 * 1024
    grouped = system(
        tmp_path, groups__memory_DOT_max="1000000\n",
        groups__memory_DOT_current="700000\n", groups__memory_DOT_stat="anon 1\ninactive_file 50\n",
    )  # fmt: skip
    assert grouped.available() == 300_050
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (2**20, 2**20))
    limited = system(tmp_path, proc__self__statm="100 50 1 1 0 1 0\n")
    assert limited.available() == min(300_050, 2**20 - 100 * resource.getpagesize())


@pytest.mark.usefixtures("little")
def test_a_stream_ends_where_its_parts_could_not_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "held", lambda _: 10_000_000)
    meter = Meter(Path("counts.csv"))
    monkeypatch.setattr(Memory, "held", lambda _: 36_000_000)
    meter.check()
    with pytest.raises(DataError, match=r"39\.1 MB|40\.\d MB"):
        meter.check(1_100_000)
    assert [written(0), written(999), written(4e9), written(2.0**62)] == [
        "0 B", "999 B", "4 GB", "4.61 EB",
    ]  # fmt: skip
