"""What users hand over as a matrix, in one of three forms: without imports, without copies."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    as_numbers,
    check_kind,
    check_shape,
    check_zeros,
    compressed,
    is_frame,
    is_instance,
    is_sparse,
    narrowed,
    of_series,
    sliced,
)
from symppm.data.numbers import shorten
from symppm.errors import DataError, NotBuiltError, SymPPMError, did_you_mean

__all__ = [
    "AxisLabels", "BlockMatrix", "DenseMatrix", "Matrix", "MatrixLike", "SparseMatrix",
    "WholeMatrix", "as_array", "as_form", "is_bags", "matrix_of_anndata", "matrix_of_bags", "read",
    "read_array", "read_whole", "unpacked", "without_blanks",
]  # fmt: skip

MatrixLike: TypeAlias = Any
"""What a user may hand over; :func:`read` looks at what it really is."""
_BLOCK_BYTES: Final = 1 << 26
_MOST_WORDS: Final = 2**31
_LARGEST_COUNT: Final = 2**53
_PLACE: Final = re.compile(r"\b(row|column) (\d[\d,]*)\b(?! \()")


@dataclass(frozen=True)
class AxisLabels:
    """What data call their rows and columns, where they do, to be said beside the numbers."""

    row: Sequence[Any] | None = None
    column: Sequence[Any] | None = None

    @classmethod
    def of(cls, data: Any) -> Self:
        """Return those of a table, a data frame of pandas or an AnnData object."""
        if is_instance(data, "symppm.data.table", "Table"):
            return cls(data.row_labels, data.column_labels)
        if is_instance(data, "anndata", "AnnData"):
            return cls(data.obs_names, data.var_names)
        if not is_instance(data, "pandas", "DataFrame"):
            return cls()
        plain = sys.modules["pandas"].RangeIndex  # which numbers from 0
        return cls(*(None if isinstance(axis, plain) else axis for axis in data.axes))

    def beside(self, text: str) -> str:
        """Return a message with labels beside the numbers of rows and columns, from 1."""

        def labelled(place: re.Match[str]) -> str:
            labels, number = getattr(self, place[1]), int(place[2].replace(",", ""))
            if labels is None or number > len(labels):
                return place[0]
            label = str(labels[number - 1])
            # What only counts, as names that are made up do, says no more.
            plain = label.replace("_", " ") in (place[0], str(number - 1))
            return place[0] if plain else f"{place[0]} ({shorten(label)})"

        return _PLACE.sub(labelled, text)

    @contextmanager
    def in_errors(self) -> Iterator[None]:
        """Say them in errors about data."""
        try:
            yield
        except DataError as error:
            given = self.beside(error.given)
            SymPPMError.__init__(error, given, expected=error.expected, do=error.do)
            raise


def read(data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None) -> Matrix:
    """Read what the user gave as a matrix, in the user's own memory; values are not looked at."""
    simple, mask = _simple(data, zeros, mask)
    check_shape(simple.shape)
    matrix: Matrix = _narrowed(simple, zeros, mask)
    return matrix


def read_whole(
    data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None
) -> WholeMatrix:
    """Do as :func:`read` for what has to be in memory as a whole; blocks are refused."""
    matrix = read(data, zeros, mask)
    if isinstance(matrix, BlockMatrix):
        raise DataError(
            f"a matrix that is read in blocks, shape {matrix.shape}",
            expected="a matrix in memory, which this needs: blocks are enough for "
            "symppm.statistics, symppm.match and their intervals",
            do="Load it: --engine memory (engine='memory') for a file; or a part of it, as an "
            "array or a SciPy sparse matrix.",
        )
    return matrix


def read_array(
    data: ArrayLike, axes: tuple[str, ...], zeros: str, mask: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Read a dense array along any axes, and return its numbers and where they are missing."""
    simple, mask = _simple(data, zeros, mask)
    if is_sparse(simple) or isinstance(simple, BlockMatrix):
        raise NotBuiltError(
            f"{'sparse data' if is_sparse(simple) else 'data in blocks'} along {', '.join(axes)}",
            expected="a dense array; others are built for matrices only",
            do="Load the data as an array, or use symppm.statistics for one matrix.",
        )
    if simple.ndim != len(axes):
        raise DataError(
            f"data with {simple.ndim} dimensions, shape {simple.shape}",
            expected=f"{len(axes)} dimensions: {', '.join(axes)}",
            do="Pass an array with one dimension for each axis along which the model is observed.",
        )
    for axis, length in zip(axes, simple.shape, strict=True):
        if length < 2:
            raise DataError(
                f"an array of length {length} along {axis}, shape {simple.shape}",
                expected="a length of at least two along every axis",
                do="Correlations need pairs that differ along each axis; check how the data were "
                "read or filtered.",
            )
    array = _narrowed(simple, zeros, mask)
    missing = np.zeros(simple.shape, bool) if array.observed is None else ~array.observed
    return array.values, missing


def _simple(data: object, zeros: str, mask: object) -> tuple[Any, Any]:
    """Return data as an array (perhaps masked), a sparse array or blocks, and a mask."""
    check_zeros(zeros)
    simple: Any = unpacked(data)
    observed: Any = unpacked(mask)
    if isinstance(observed, BlockMatrix):
        observed = np.asarray(mask)
    # What a data frame lacks is missing only where the caller says that entries may be.
    if simple is not data and isinstance(simple, np.ma.MaskedArray) and zeros == "observed":
        missing = np.ma.getmaskarray(simple)
        # Masks of other shapes are refused later.
        if observed is not None and np.shape(observed) == missing.shape:
            missing = missing & np.asarray(observed, dtype=bool)
        if missing.any():
            row, column = divmod(int(missing.argmax()), missing.shape[1])
            raise DataError(
                f"no value at row {row + 1}, column {column + 1} of a {type(data).__name__}",
                expected="a number wherever the matrix is observed",
                do="Pass blanks='missing', or mask= (True where there is a value), if entries are "
                "missing; zeros='missing' if those that are zero are missing too. If nothing was "
                f"counted there, write .fill{'na' if hasattr(data, 'fillna') else '_null'}(0).",
            )
    if not (isinstance(simple, BlockMatrix | np.ma.MaskedArray) or is_sparse(simple)):
        simple = as_array(simple)
    return simple, observed


def _narrowed(simple: Any, zeros: str, mask: Any) -> Any:
    """Return a matrix, or an array of more axes, of which a mask and zeros leave entries out."""
    check_kind(simple.dtype)
    observed = None if mask is None else as_array(mask)
    if observed is not None and (observed.dtype != np.bool_ or observed.shape != simple.shape):
        raise DataError(
            f"a mask of type {observed.dtype} and shape {observed.shape}",
            expected=f"type bool and shape {simple.shape}, True where an entry is observed",
            do="Pass mask=~np.isnan(data), for example, if missing entries are NaN.",
        )
    return narrowed(as_form(simple), observed, zeros_missing=zeros == "missing")


def unpacked(data: object) -> object:
    """Return what other libraries hold as an array, masked or sparse or neither, or as blocks."""
    while (convert := _converter(data)) is not None:
        data = convert(data)
    matrix: Any = data
    if not (is_sparse(matrix) and matrix.ndim == 2):
        return data
    check_kind(matrix.dtype)
    try:
        return compressed(matrix)
    except ValueError as error:
        raise DataError(
            f"a sparse matrix with a damaged index ({error})",
            expected="places inside the matrix, line after line",
            do="Build it again from rows, columns and values.",
        ) from error


def without_blanks(data: object, what: object) -> Any:
    """Return a dense array, masked where it has NaN or lacks entries, if it does."""
    simple: Any = unpacked(data)
    is_relation = is_instance(simple, "symppm.data.triples", "Triples")
    if is_relation or is_sparse(simple) or isinstance(simple, BlockMatrix):
        blocks = isinstance(simple, BlockMatrix)
        raise DataError(
            f"blanks='missing' for {what}, which is {'read in blocks' if blocks else 'sparse'}",
            expected="a dense matrix, in memory",
            do="Load it: --engine memory (engine='memory') for a file."
            if blocks
            else "Leave unknown entries out, and say so with --zeros missing (zeros='missing').",
        )
    array = simple if isinstance(simple, np.ma.MaskedArray) else as_array(simple)
    check_kind(array.dtype)
    blank = np.isnan(np.ma.getdata(array)) | np.ma.getmaskarray(array)
    return np.ma.MaskedArray(array, blank) if blank.any() else array


def as_array(data: object) -> NDArray[Any]:
    """Read what the user gave as an array of any type and number of axes."""
    try:
        return np.asarray(data)
    except (ValueError, TypeError, RuntimeError) as error:
        raise DataError(
            f"data of type {type(data).__name__} that NumPy cannot read ({error})",
            expected="a matrix of numbers, all rows of the same length",
            do="Pass a NumPy array, a DataFrame of numbers, a SciPy sparse matrix, nested "
            "lists, or documents as lists of (id, count) tuples.",
        ) from error


def as_form(data: Any) -> Any:
    """Return an array, masked where entries are missing, a sparse array or blocks as a matrix."""
    if isinstance(data, BlockMatrix):
        return data
    if is_sparse(data):
        return SparseMatrix(data)
    hidden: Any = data.mask if isinstance(data, np.ma.MaskedArray) else None
    return DenseMatrix(as_numbers(as_array(data)), ~hidden if np.ndim(hidden) else None)


def is_bags(data: Any) -> bool:
    """Tell whether data are documents of pairs, or a corpus that gensim reads, not a matrix.

    Documents are lists of tuples, as ``doc2bow`` makes them: nested lists, or nested tuples, of
    three levels are arrays of three axes.
    """
    if any(is_instance(data, *kind) for kind in _CORPORA):
        return True
    if not isinstance(data, list | tuple) or not all(isinstance(x, list) for x in data):
        return False
    pairs = [document[0] for document in data if document]
    return bool(pairs) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs)


def matrix_of_bags(documents: Any) -> Any:
    """Return documents of (number of the word, count) pairs as a sparse matrix, words from 0 on."""
    from scipy import sparse  # noqa: PLC0415 - arrays need not wait for it

    lengths, words, counts = [], [], []
    for place, document in enumerate(documents):
        pairs = list(document)
        if wrong := [pair for pair in pairs if not _is_pair(pair)]:
            raise DataError(
                f"{wrong[0]!r} in document {place} of a corpus",
                expected="pairs of the number of a word, from 0 on, and its count",
                do="Pass what gensim's Dictionary.doc2bow returns for each document.",
            )
        lengths.append(len(pairs))
        words += [int(word) for word, _ in pairs]
        counts += [count for _, count in pairs]
    if not words:
        raise DataError(
            "a corpus without a word",
            expected="documents of (number of the word, count) pairs",
            do="Check how the corpus was made.",
        )
    rows = np.repeat(np.arange(len(lengths)), lengths)
    shape = len(lengths), max(words) + 1
    return sparse.coo_array((np.array(counts), (rows, words)), shape=shape).tocsr()


def _is_pair(pair: Any) -> bool:
    if not (isinstance(pair, Sequence) and len(pair) == 2) or bool in map(type, pair):
        return False
    word, count = pair
    is_word = isinstance(word, int | np.integer) and 0 <= word < _MOST_WORDS
    is_count = isinstance(count, int | np.integer | float | np.floating)
    return bool(is_word and is_count and count <= _LARGEST_COUNT)


def _converter(data: object) -> Callable[[Any], object] | None:
    for module, name, convert in _LIBRARIES:
        if is_instance(data, module, name):
            return convert
    if not is_frame(data):
        return None
    from symppm.data.columnar import wide_frame  # noqa: PLC0415 - loads pyarrow

    return wide_frame


def matrix_of_anndata(data: Any, layer: str | None = None) -> object:
    """Return X of an AnnData object, one of its layers, or ``"raw"``; it may lie in a file."""
    if layer is None:
        matrix = data.X
    elif layer == "raw" and data.raw is not None:
        matrix = data.raw.X
    elif layer in data.layers:
        matrix = data.layers[layer]
    else:
        raise DataError(
            f"layer {layer!r} of an AnnData object",
            expected="one of its layers, or 'raw' where it has one",
            do=did_you_mean(layer, data.layers) if data.layers else "Leave it out for X.",
        )
    if matrix is None:
        raise DataError(
            "an AnnData object without X",
            expected="a matrix of numbers",
            do="Name one of its layers, as in layer='counts': "
            f"{', '.join(data.layers) or 'it has none'}.",
        )
    readable = isinstance(matrix, np.ndarray) or is_sparse(matrix) or _converter(matrix) is not None
    return matrix if readable else _from_stored(matrix)


def _from_stored(data: Any) -> object:
    """Return a matrix that lies in a file and is sliced, dense or compressed, in blocks."""
    if len(data.shape) != 2 or 0 in data.shape:
        return data[()]
    return _in_blocks(data, by_columns=getattr(data, "format", "csr") == "csc")


def _from_dask(array: Any) -> object:
    if any(np.isnan(length) for length in array.shape):
        raise DataError(
            f"a Dask array of unknown shape {array.shape}",
            expected="known numbers of rows and columns",
            do="Call its compute_chunk_sizes() first.",
        )
    if array.ndim != 2 or 0 in array.shape:
        return array.compute()
    # Along the axis on which it is cut: the whole is never computed at once.
    cut = array.numblocks[0] == 1 and array.numblocks[1] > 1
    ends = (0, *np.cumsum(array.chunks[cut]).tolist())
    return _in_blocks(array, by_columns=cut, ends=ends)


def _in_blocks(data: Any, *, by_columns: bool, ends: Sequence[int] = ()) -> BlockMatrix:
    """Return blocks of rows or columns, none across the ends of parts."""

    def load(start: int, stop: int) -> Any:
        block = data[:, start:stop] if by_columns else data[start:stop]
        return as_form(unpacked(block.compute() if hasattr(block, "compute") else block))

    rows, columns = map(int, data.shape)
    most = _BLOCK_BYTES // ((rows if by_columns else columns) * data.dtype.itemsize)
    return sliced((rows, columns), data.dtype, load, most, by_columns=by_columns, ends=ends)


def _from_torch(tensor: Any) -> object:
    torch = sys.modules["torch"]
    try:
        plain = tensor.detach()
        if plain.layout != torch.strided:
            plain = plain if plain.layout == torch.sparse_coo else plain.to_sparse_coo()
            if plain.sparse_dim() == 2 and not plain.dense_dim():
                from scipy import sparse  # noqa: PLC0415 - dense data need not wait for it

                # Unlike the public names, these do not ask that repeated entries be added up.
                places, values = plain._indices().cpu().numpy(), _from_torch(plain._values())
                return sparse.coo_array((values, tuple(places)), shape=tuple(plain.shape))
            plain = plain.to_dense()
        # NumPy has no bfloat16.
        return (plain.float() if plain.dtype == torch.bfloat16 else plain).numpy(force=True)
    except (RuntimeError, TypeError) as error:
        raise DataError(
            f"a tensor of {tensor.dtype} on {tensor.device} that cannot be fetched "
            f"({str(error).splitlines()[0]})",
            expected="a tensor with values",
            do="Pass a dense or sparse tensor of floats or integers.",
        ) from error


def _from_dataset(_: Any) -> object:
    raise DataError(
        "a Dataset of xarray", expected="one matrix of numbers", do="Pass one of its arrays."
    )


_CORPORA: Final = (
    ("gensim.interfaces", "CorpusABC"),
    ("gensim.matutils", "Sparse2Corpus"),
    ("gensim.matutils", "Dense2Corpus"),
)
_LIBRARIES: Final[tuple[tuple[str, str, Callable[[Any], object]], ...]] = (
    ("xarray", "DataArray", lambda array: array.data),
    ("xarray", "Dataset", _from_dataset),
    ("pandas", "Series", of_series),
    ("anndata", "AnnData", matrix_of_anndata),
    ("dask.array", "Array", _from_dask),
    ("h5py", "Dataset", _from_stored),
    ("torch", "Tensor", _from_torch),
)
"""What turns an object of a library into something simpler, by module and class."""
