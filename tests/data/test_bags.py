"""gensim's corpora, lists of (number of the word, count) pairs, are data like any other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

import symppm as ppm
from symppm.errors import DataError


def corpus(counts: np.ndarray) -> list[list[tuple[int, int]]]:
    return [[(int(word), int(row[word])) for word in np.flatnonzero(row)] for row in counts]


COUNTS = np.random.default_rng(0).poisson(0.8, (40, 30))
COUNTS[3] = 0
COUNTS[-1, -1] = 2


def test_a_corpus_is_the_matrix_of_its_counts() -> None:
    expected = ppm.statistics(csr_array(COUNTS)).to_dict()
    assert ppm.statistics(corpus(COUNTS)).to_dict() == expected
    assert ppm.statistics(tuple(corpus(COUNTS))).to_dict() == expected
    equal = np.eye(20, dtype=int) + np.eye(20, k=1, dtype=int) + np.eye(20, k=-19, dtype=int)
    assert ppm.statistics(corpus(equal)).to_dict() == ppm.statistics(csr_array(equal)).to_dict()


@pytest.mark.thorough
def test_topics_of_a_corpus() -> None:
    rng = np.random.default_rng(1)
    topics = rng.dirichlet(np.full(60, 0.2), 3)
    counts = rng.multinomial(80, rng.dirichlet(np.full(3, 0.2), 150) @ topics)
    counts[-1, -1] += 1
    found = ppm.match(corpus(counts), "lda")
    assert found.parameters == ppm.match(csr_array(counts), "lda").parameters


def test_levels_of_one_kind_are_an_array_of_three_axes() -> None:
    deep = COUNTS[:12, :24].reshape(12, 12, 2)
    lists = deep.tolist()
    tuples = tuple(tuple(map(tuple, each)) for each in lists)
    for form in (deep, lists, tuples):
        with pytest.raises(DataError, match=r"3 dimensions, shape \(12, 12, 2\)"):
            ppm.statistics(form)
    with pytest.raises(DataError, match=r"lists of \(id, count\) tuples"):
        ppm.statistics((((0, 1), (2, 3)), ((1, 2),)))


@pytest.mark.parametrize(
    "pair", [(-1, 2), ("word", 2), (0, "2"), (0, 1, 2), 5, (2**31, 1), (0, 2**70), (True, 1)]
)
def test_what_is_no_pair_is_named(pair: object) -> None:
    with pytest.raises(DataError, match=r"in document 1 of a corpus; expected pairs"):
        ppm.statistics([[(0, 1), (1, 2)], [(0, 1), pair]])


def test_an_object_of_gensim(tmp_path: object) -> None:
    corpora = pytest.importorskip("gensim.corpora")
    corpora.MmCorpus.serialize(f"{tmp_path}/corpus.mm", corpus(COUNTS))
    matutils = pytest.importorskip("gensim.matutils")
    sparse = matutils.Sparse2Corpus(csr_array(COUNTS).tocsr(), documents_columns=False)
    assert ppm.statistics(sparse).to_dict() == ppm.statistics(csr_array(COUNTS)).to_dict()
    held = corpora.MmCorpus(f"{tmp_path}/corpus.mm")
    assert ppm.statistics(held).to_dict() == ppm.statistics(csr_array(COUNTS)).to_dict()
