"""Topics of scikit-learn with the priors of a match, wherever a transformer stands."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn")

from sklearn.base import clone
from sklearn.decomposition import NMF, LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import symppm as ppm
from symppm.errors import ParameterError

TOPICS = LatentDirichletAllocation(max_iter=5, random_state=0)
LETTERS = [chr(97 + n) * 3 for n in range(24)]
LABELS = np.repeat([0, 1, 2], 40)


def texts() -> list[str]:
    """Return 120 documents, in thirds about one of three thirds of the words."""
    rng = np.random.default_rng(0)
    shares = np.kron(np.eye(3), np.ones(8)) + 0.1
    drawn = [rng.choice(LETTERS, 60, p=shares[kind] / shares[kind].sum()) for kind in LABELS]
    return [" ".join(words) for words in drawn]


def pipeline() -> object:
    matcher = ppm.PriorMatcher("lda", fixed={"K": 3}, transformer=TOPICS)
    return make_pipeline(CountVectorizer(), matcher)


def test_a_pipeline_from_texts_to_topics_under_matched_priors() -> None:
    line = pipeline()
    shares = line.fit_transform(texts())
    assert shares.shape == (120, 3)
    assert shares.sum(1) == pytest.approx(1.0)
    matcher = line[-1]
    export = matcher.match_.export("sklearn").arguments
    fitted = matcher.transformer_
    assert {name: getattr(fitted, name) for name in export} == dict(export)
    assert (fitted.n_components, fitted.max_iter) == (3, 5)
    assert np.allclose(line.transform(texts()), shares)
    # The given transformer stays as it is.
    assert TOPICS.doc_topic_prior is None
    assert not hasattr(TOPICS, "components_")


def test_clones_and_classifiers_behind_topics() -> None:
    line = make_pipeline(*(step for _, step in clone(pipeline()).steps), LogisticRegression())
    line.fit(texts(), LABELS)
    assert line.score(texts(), LABELS) > 0.9
    again = clone(line)
    assert again[1].transformer is not line[1].transformer
    assert again.set_params(priormatcher__transformer__max_iter=7)[1].transformer.max_iter == 7


def test_topics_as_a_data_frame() -> None:
    pd = pytest.importorskip("pandas")
    line = pipeline()
    line.steps[-1][1].set_output(transform="pandas")
    shares = line.fit_transform(texts())
    assert isinstance(shares, pd.DataFrame)
    assert list(shares.columns) == list(line[-1].get_feature_names_out())
    assert len(shares.columns) == 3


def test_without_a_transformer_there_is_nothing_to_transform() -> None:
    for name in ("transform", "fit_transform", "get_feature_names_out", "set_output"):
        assert not hasattr(ppm.PriorMatcher(), name), name


@pytest.mark.parametrize(("model", "transformer"), [("pmf_gamma", TOPICS), ("lda", NMF())])
def test_other_transformers_and_models_are_refused(model: str, transformer: object) -> None:
    counts = CountVectorizer().fit_transform(texts())
    matcher = ppm.PriorMatcher(model, fixed={"K": 3}, transformer=transformer)
    with pytest.raises(ParameterError, match='LatentDirichletAllocation beside model="lda"'):
        matcher.fit(counts)
