"""Counts as triples: the two data sets that the paper's posteriors are fitted to, and their halves.

A pair that is not stored is a zero that was observed. Triples that are held out are missing, not
zero, so whoever fits is told of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from lab.running import PaperError
from numpy.typing import NDArray

from symppm import data as shipped

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Integers = NDArray[np.int64]

LASTFM: Final = Path("hetrec2011-lastfm-2k", "user_artists.dat")
"""Where the file lies in a folder of data sets."""

LASTFM_HASH: Final = "001400dc3c7d2667fca6e4ea6dc6acc31a9dd28ad5cd0f74cea988c019934d3b"
ORIGIN: Final = "https://grouplens.org/datasets/hetrec-2011/"


@dataclass(frozen=True)
class Counts:
    """A matrix of counts by its entries above zero.

    Attributes
    ----------
    rows, columns : numpy.ndarray of int64
        Where the entries are, from 0; no pair twice.
    values : numpy.ndarray of int64
        The entries, 1 or more.
    shape : (int, int)
        Rows and columns of the matrix.
    """

    rows: Integers
    columns: Integers
    values: Integers
    shape: tuple[int, int]

    def __post_init__(self) -> None:
        sizes = {self.rows.shape, self.columns.shape, self.values.shape}
        if len(sizes) != 1 or self.rows.ndim != 1:
            raise PaperError(
                f"rows, columns and values have the shapes {self.rows.shape}, {self.columns.shape} "
                f"and {self.values.shape}; give one row, column and value per triple"
            )
        if not self.rows.size:
            return
        self._refuse_outside()
        if int(self.values.min()) < 1:
            raise PaperError(
                f"a stored count is {int(self.values.min())}; store those of 1 or more only, what "
                "is not stored is zero"
            )
        if np.unique(self.cells).size != self.rows.size:
            raise PaperError("a pair of row and column is stored twice; add such counts up first")

    def _refuse_outside(self) -> None:
        for name, found, size in zip(
            ("row", "column"), (self.rows, self.columns), self.shape, strict=True
        ):
            if int(found.min()) < 0 or int(found.max()) >= size:
                raise PaperError(
                    f"{name}s go from {int(found.min())} to {int(found.max())}, but the matrix has "
                    f"{size}: number them from 0 to {size - 1}"
                )

    def __len__(self) -> int:
        return int(self.rows.size)

    @property
    def cells(self) -> Integers:
        """One number per triple that says where in the matrix it is."""
        return self.rows * self.shape[1] + self.columns

    @property
    def dense(self) -> Integers:
        """The matrix with its zeros."""
        matrix = np.zeros(self.shape, dtype=np.int64)
        matrix[self.rows, self.columns] = self.values
        return matrix

    @property
    def sparse(self) -> csr_array:
        """The matrix without its zeros, as numbers in double precision."""
        from scipy.sparse import csr_array  # noqa: PLC0415 - not where posteriors are fitted

        entries = self.values.astype(float), (self.rows, self.columns)
        return csr_array(entries, shape=self.shape)

    def some(self, chosen: NDArray[Any]) -> Counts:
        """Return a part of the triples, of a matrix of the same shape.

        Parameters
        ----------
        chosen : numpy.ndarray
            Positions of triples, or a mask.
        """
        return Counts(self.rows[chosen], self.columns[chosen], self.values[chosen], self.shape)


def of_matrix(matrix: NDArray[Any]) -> Counts:
    """Return the triples of a matrix.

    Parameters
    ----------
    matrix : numpy.ndarray, (rows, columns)
        Counts with their zeros.
    """
    if matrix.ndim != 2:
        raise PaperError(f"counts have {matrix.ndim} axes; give a matrix of rows and columns")
    if not np.issubdtype(matrix.dtype, np.integer):
        raise PaperError(f"counts are of type {matrix.dtype}; give integers")
    rows, columns = np.nonzero(matrix)
    return Counts(
        rows.astype(np.int64),
        columns.astype(np.int64),
        matrix[rows, columns].astype(np.int64),
        (int(matrix.shape[0]), int(matrix.shape[1])),
    )


def lastfm(folder: Path) -> Counts:
    """Read how often each of 1892 people played each of 17632 artists.

    Parameters
    ----------
    folder : pathlib.Path
        Folder of data sets, with ``hetrec2011-lastfm-2k/user_artists.dat`` in it.

    Returns
    -------
    Counts
        92,834 triples. Rows and columns are numbered in the order of the file's identifiers.

    Raises
    ------
    PaperError
        If the file is not there, or is not the published one.

    Notes
    -----
    Cantador, Brusilovsky and Kuflik (2011), HetRec 2011, RecSys. Damaged copies are in circulation,
    therefore the hash.
    """
    path = folder / LASTFM
    if not path.is_file():
        raise PaperError(
            f"{folder} has no {LASTFM}; get hetrec2011-lastfm-2k.zip from {ORIGIN} and unpack it "
            f"into {folder / LASTFM.parent}"
        )
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != LASTFM_HASH:
        raise PaperError(
            f"{path} is not the published file: its SHA-256 is {found}, expected {LASTFM_HASH}; "
            f"get it from {ORIGIN}, since altered copies are in circulation"
        )
    table = np.loadtxt(content.decode("ascii").splitlines(), dtype=np.int64, skiprows=1)
    people, rows = np.unique(table[:, 0], return_inverse=True)
    artists, columns = np.unique(table[:, 1], return_inverse=True)
    return Counts(
        rows.astype(np.int64),
        columns.astype(np.int64),
        np.ascontiguousarray(table[:, 2]),
        (people.size, artists.size),
    )


def tumours() -> Counts:
    """Return the somatic mutations of 96 types in 21 tumours, which ship with symppm."""
    return of_matrix(shipped.load("mutational_signatures").values)


def split(counts: Counts, share: float, rng: np.random.Generator) -> tuple[Counts, Counts]:
    """Divide triples at random.

    Parameters
    ----------
    counts : Counts
        What to divide.
    share : float
        How much of the triples to train on, above 0 and below 1; the number is rounded.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    (Counts, Counts)
        To train on and to test on: every triple is in one of them, in the order it was in.
    """
    if not 0.0 < share < 1.0:
        raise PaperError(f"a share of {share} is to be trained on; give one between 0 and 1")
    trained = round(share * len(counts))
    if not 0 < trained < len(counts):
        raise PaperError(
            f"a share of {share} of {len(counts)} triples leaves one side without any; "
            "give more triples or another share"
        )
    chosen = np.zeros(len(counts), dtype=bool)
    chosen[rng.permutation(len(counts))[:trained]] = True
    return counts.some(chosen), counts.some(~chosen)
