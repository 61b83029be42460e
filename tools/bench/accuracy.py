"""Print how far statistics are from exact rational arithmetic, for every form, type and offset.

python tools/bench/accuracy.py [--large]

Errors of mean and variance are relative to themselves, those of covariances to the variance; what
is printed is the worst over some matrices. ``--large`` adds matrices of a million entries, for
which exact arithmetic takes minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rationals import exactly
from scipy import sparse

from symppm.data.forms import BlockMatrix, DenseMatrix
from symppm.statistics.moments import statistics

NAMES = ("mean", "variance", "cov_row", "cov_col")
SMALL, MIDDLE, LARGE = (20, 15), (200, 150), (1250, 800)
TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
Numbers = NDArray[Any]
Draw = Callable[[int, tuple[int, int]], Numbers]


def in_blocks(values: Numbers) -> BlockMatrix:
    """Return a matrix as blocks of seven rows."""
    starts = range(0, len(values), 7)
    return BlockMatrix(
        (values.shape[0], values.shape[1]),
        values.dtype,
        lambda: (DenseMatrix(values[k : k + 7]) for k in starts),
    )


FORMS: dict[str, Callable[[Numbers], Any]] = {
    "dense": np.ascontiguousarray,
    "dense, Fortran": np.asfortranarray,
    "dense, strided": lambda x: np.repeat(x, 2, 1)[:, ::2],
    "blocks": in_blocks,
    "csr": sparse.csr_array,
    "csc": sparse.csc_array,
    "coo": sparse.coo_array,
}


def counts(seed: int, shape: tuple[int, int]) -> NDArray[np.int64]:
    """Return counts of Poisson factorization, many of them zero."""
    rng = np.random.default_rng(seed)
    rate = rng.gamma(0.5, 1.0, (shape[0], 3)) @ rng.gamma(0.5, 1.0, (3, shape[1]))
    return np.asarray(rng.poisson(rate))


def normal(seed: int, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return Gaussian numbers whose rows differ."""
    rng = np.random.default_rng(seed)
    return rng.normal(3, 1, shape) + rng.normal(0, 1, (shape[0], 1))


def scaled(seed: int, shape: tuple[int, int], dtype: str) -> Numbers:
    """Return values of a type, up to its largest or 10**15."""
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return normal(seed, shape).astype(kind)
    drawn = counts(seed, shape)
    if kind.kind == "b":
        return drawn > 0
    return (drawn * max(1, min(int(np.iinfo(kind).max), 10**15) // int(drawn.max()))).astype(kind)


def shifted(seed: int, shape: tuple[int, int], dtype: str, offset: int) -> Numbers:
    """Return counts, or Gaussian numbers, about an offset."""
    if np.dtype(dtype).kind == "f":
        return normal(seed, shape) + float(offset)
    moved = [[int(x) + offset for x in row] for row in counts(seed, shape)]
    return np.array(moved, dtype)


def error(data: Any, values: Numbers, zeros: str) -> list[float]:
    """Return the errors of one measurement, in the order of NAMES."""
    plain = values.astype(int) if values.dtype.kind == "b" else values
    exact = exactly(plain, plain != 0 if zeros == "missing" else None)
    found = statistics(data, zeros=zeros)
    sizes = (abs(exact["mean"]), *[exact["variance"]] * 3)
    return [
        float(abs(Fraction(getattr(found, name)) - exact[name]) / size)
        for name, size in zip(NAMES, sizes, strict=True)
    ]


def cases() -> Iterator[tuple[str, Draw, list[str]]]:
    """Yield what is measured: its name, how it is drawn, and in which forms."""
    dense = [each for each in FORMS if each not in ("csr", "csc", "coo")]
    for dtype in TYPES:
        yield f"{dtype}, up to 1e15", partial(scaled, dtype=dtype), list(FORMS)
    for dtype in ("float16", "float32", "float64"):
        # SciPy has no sparse matrices of float16.
        yield dtype, partial(scaled, dtype=dtype), dense if dtype == "float16" else list(FORMS)
    for offset in (10**3, 10**8, 10**12):
        drawn = partial(shifted, dtype="float64", offset=offset)
        yield f"float64 + {offset:.0e}", drawn, list(FORMS)
    for dtype, name, offset in (
        ("int64", "2**53 + 1", 2**53 + 1),
        ("int64", "-2**63", -(2**63)),
        ("uint64", "2**64 - 1000", 2**64 - 1000),
    ):
        yield f"{dtype} + {name}", partial(shifted, dtype=dtype, offset=offset), list(FORMS)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="matrices of a million entries too")
    sizes = [(SMALL, 5), (MIDDLE, 1)] + [(LARGE, 1)] * parser.parse_args().large
    print(f"{'values':26s} {'form':16s} {'zeros':9s}" + "".join(f"{name:>10s}" for name in NAMES))
    worst = dict.fromkeys(NAMES, 0.0)
    for name, drawn, forms in cases():
        for form in forms:
            for zeros in ("observed", "missing"):
                found = [
                    error(FORMS[form](values), values, zeros)
                    for shape, repeats in sizes
                    for values in (drawn(seed, shape) for seed in range(repeats))
                    if zeros == "observed" or values.dtype.kind != "b"
                ]
                if not found:
                    continue  # what is observed of truth values that are not zero does not vary
                errors = np.max(found, axis=0)
                worst = {key: max(worst[key], e) for key, e in zip(NAMES, errors, strict=True)}
                row = "".join(f"{each:10.1e}" for each in errors)
                print(f"{name:26s} {form:16s} {zeros:9s}{row}")
    print(f"{'worst':53s}" + "".join(f"{worst[name]:10.1e}" for name in NAMES))


if __name__ == "__main__":
    main()
