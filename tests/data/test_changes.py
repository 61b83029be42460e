"""A file that changes while it is read is refused, whatever came of reading it."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from scipy import io as scipy_io
from scipy import sparse

from symppm.data.reading import read
from symppm.errors import DataError

COUNTS = np.arange(12).reshape(3, 4)


def h5ad(path: Path) -> None:
    with h5py.File(path, "w") as file:
        file["X"] = COUNTS


FORMATS: dict[str, tuple[str, Callable[[Path], object]]] = {
    # What is called within the read, and what writes the file.
    "a.csv": ("text.text_layout", lambda path: np.savetxt(path, COUNTS, delimiter=",")),
    "a.csv.gz": ("text.text_layout", lambda path: np.savetxt(path, COUNTS, delimiter=",")),
    "a.npy": ("scientific.check_numbers", lambda path: np.save(path, COUNTS)),
    "a.npz": (
        "scientific.check_numbers",
        lambda path: sparse.save_npz(path, sparse.csr_array(COUNTS)),
    ),
    "a.mtx": ("scientific.to_csr", lambda path: scipy_io.mmwrite(path, sparse.coo_array(COUNTS))),
    "a.parquet": (
        "columnar.taken_for",
        lambda path: parquet.write_table(pa.table({"a": [1, 2], "b": [3, 4]}), path),
    ),
    "a.h5ad": ("hdf5.check_numbers", h5ad),
    "a.ldac": ("scientific.to_csr", lambda path: path.write_text("1 0:3\n1 1:5\n")),
}
CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "written to": (lambda path: os.utime(path, ns=(1, 1)), "it was written to"),
    "longer": (
        lambda path: path.write_bytes(path.read_bytes() + b"\n"),
        r"it had [\d,]+ bytes and has [\d,]+;",
    ),
    "empty": (lambda path: path.write_bytes(b""), r"it had [\d,]+ bytes and has 0;"),
    "replaced": (
        lambda path: (path.rename("old"), path.write_bytes(Path("old").read_bytes())),
        "another file has taken its place",
    ),
    "gone": (lambda path: path.unlink(), "it is gone"),
}


def during(monkeypatch: pytest.MonkeyPatch, place: str, change: Callable[[], object]) -> None:
    """Make a change when a function of the reader is called for the first time."""
    module, name = place.split(".")
    target = f"symppm.data.{module}.{name}"
    original = getattr(importlib.import_module(f"symppm.data.{module}"), name)
    done: list[bool] = []

    def changed(*given: object, **named: object) -> object:
        if not done:
            done.append(True)
            change()
        return original(*given, **named)

    monkeypatch.setattr(target, changed)


@pytest.mark.parametrize(("name", "how"), list(zip(FORMATS, [*CHANGES, *CHANGES], strict=False)))
def test_a_file_that_changes_while_it_is_read(here, monkeypatch, name, how):
    place, write = FORMATS[name]
    path = Path(name)
    write(path)
    assert read(path).shape[0] > 1
    change, message = CHANGES[how]
    during(monkeypatch, place, lambda: change(path))
    with pytest.raises(DataError, match=rf"^{name} changed while it was read: {message}") as caught:
        read(path)
    assert caught.value.do.endswith("or read a copy of it.")


def test_an_error_of_a_file_that_stays_is_its_own(here):
    Path("a.csv").write_text("1,2\n3\n")
    with pytest.raises(DataError, match=r"a\.csv, line 2: 1 field"):
        read("a.csv")


def test_one_of_many_files_that_changes(here, monkeypatch):
    for name in ("a.parquet", "b.parquet"):
        parquet.write_table(pa.table({"a": [1, 2], "b": [3, 4]}), name)
    during(monkeypatch, "columnar.taken_for", lambda: Path("b.parquet").write_bytes(b"PAR1"))
    with pytest.raises(DataError, match=r"^b\.parquet changed while it was read: it had"):
        read("*.parquet")
