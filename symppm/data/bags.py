"""Bags of words, as gensim's corpora are: pairs of a word's number and its count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from symppm.data.frames import is_instance
from symppm.errors import DataError

_OF_GENSIM: Final = (
    ("gensim.interfaces", "CorpusABC"),
    ("gensim.matutils", "Sparse2Corpus"),
    ("gensim.matutils", "Dense2Corpus"),
)
_MOST_WORDS: Final = 2**31
_LARGEST: Final = 2**53


def is_bags(data: Any) -> bool:
    """Tell whether data are documents of pairs, or a corpus that gensim reads, not a matrix.

    Documents are lists of tuples, as ``doc2bow`` makes them: nested lists, or nested tuples, of
    three levels are arrays of three axes.
    """
    if any(is_instance(data, *each) for each in _OF_GENSIM):
        return True
    if not isinstance(data, list | tuple):
        return False
    lists = all(isinstance(each, list) for each in data)
    pairs = [each[0] for each in data if each] if lists else []
    return bool(pairs) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs)


def matrix_of_bags(documents: Any) -> Any:
    """Return documents of (number of the word, count) pairs as a sparse matrix, words from 0 on."""
    from scipy import sparse  # noqa: PLC0415 - arrays need not wait for it

    lengths, words, counts = [], [], []
    for place, document in enumerate(documents):
        pairs = list(document)
        for pair in pairs:
            word, count = _pair(pair, place)
            words.append(word)
            counts.append(count)
        lengths.append(len(pairs))
    if not words:
        raise DataError(
            "a corpus without a word",
            expected="documents of (number of the word, count) pairs",
            do="Check how the corpus was made.",
        )
    rows = np.repeat(np.arange(len(lengths)), lengths)
    shape = len(lengths), max(words) + 1
    return sparse.coo_array((np.asarray(counts), (rows, words)), shape=shape).tocsr()


def _pair(pair: Any, place: int) -> tuple[int, Any]:
    fits = isinstance(pair, Sequence) and len(pair) == 2
    words = fits and _is(pair[0], int, np.integer) and 0 <= pair[0] < _MOST_WORDS
    if not words or not _is(pair[1], int, np.integer, float, np.floating) or pair[1] > _LARGEST:
        raise DataError(
            f"{pair!r} in document {place} of a corpus",
            expected="pairs of the number of a word, from 0 on, and its count",
            do="Pass what gensim's Dictionary.doc2bow returns for each document.",
        )
    return int(pair[0]), pair[1]


def _is(value: object, *kinds: type) -> bool:
    return isinstance(value, kinds) and not isinstance(value, bool)
