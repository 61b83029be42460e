"""``--model lda``: a corpus in, topics and priors out, and a script that fits them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Write 200 documents about three topics as LDA-C."""
    rng = np.random.default_rng(4)
    topics = rng.dirichlet(np.full(80, 0.2), 3)
    counts = rng.multinomial(100, rng.dirichlet(np.full(3, 0.3), 200) @ topics)
    lines = []
    for row in counts:
        pairs = [f"{word}:{row[word]}" for word in np.flatnonzero(row)]
        lines.append(" ".join([str(len(pairs)), *pairs]))
    path = tmp_path / "corpus.ldac"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_corpus_is_answered_in_words_of_its_field(symppm: Any, corpus: Path) -> None:
    outcome = symppm("match", corpus, "--model", "lda")
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    assert "K = 3 topics by cross-validation" in outcome.stdout
    assert "Priors of lda (alpha = eta assumed; 95 % intervals):" in outcome.stdout
    assert "add --export sklearn (or gensim, tomotopy, ...)" in outcome.stdout
    told = " ".join(symppm("match", corpus, "--model", "lda", "--verbose").stdout.split())
    assert "from the interaction of documents and words" in told
    assert "a document is about" in told
    given = symppm("match", corpus, "--model", "lda", "--fix", "alpha=0.3", "--json")
    document = json.loads(given.stdout)
    assert document["parameters"]["alpha"] == 0.3
    assert document["targets"].keys() == {"interaction"}
    low, high = document["intervals"]["parameters"]["eta"]
    assert low < document["parameters"]["eta"] < high


@pytest.mark.thorough
def test_a_script_fits_the_corpus_that_was_matched(symppm: Any, corpus: Path) -> None:
    pytest.importorskip("sklearn")
    script = corpus.with_name("fit.py")
    outcome = symppm("match", corpus, "--model", "lda", "--export", "sklearn", "-o", script)
    assert outcome.exit_code == 0, outcome.stderr
    assert "".join(outcome.stdout.split()) == f"K=3;wrote{script};runit:python{script}"
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "log-likelihood per held-out word" in done.stdout
    with np.load(script.with_suffix(".npz")) as saved:
        assert saved["theta"].shape == (200, 3)
        assert saved["beta"].shape == (80, 3)


def test_factorizations_and_topics_have_their_own_exports(symppm: Any, corpus: Path) -> None:
    outcome = symppm("match", corpus, "--model", "lda", "--export", "hpfrec")
    assert outcome.exit_code == 2
    assert "of lda one of sklearn, gensim, tomotopy, numpyro, stan, json" in outcome.stderr


def test_beliefs_about_documents_and_topics_are_answered(symppm: Any) -> None:
    said = {"topics_per_document": 3, "words_per_topic": 40, "vocabulary": 5000}
    targets = [f"--target={name}={value}" for name, value in said.items()]
    outcome = symppm("elicit", "--model", "lda", "--fix", "K=20", *targets)
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    assert "Priors of lda: alpha = 0.118, eta = 0.0215" in outcome.stdout
    refused = symppm("elicit", "--model", "lda", *targets)
    assert refused.exit_code == 2
    assert "Write --fix K=20." in refused.stderr


@pytest.mark.thorough
def test_topics_are_validated_by_words(symppm: Any, corpus: Path) -> None:
    outcome = symppm("validate", corpus, "--model", "lda", "--fix", "K=3", "--splits", 2)
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    told = " ".join(outcome.stdout.split())
    assert "fit alpha eta gain" in told
    assert "K = 3, defaults 0.333 0.333" in told
    assert "a tenth of the words of each document" in told
    refused = symppm("validate", corpus, "--with", "lda", "--fix", "K=3")
    assert refused.exit_code == 2
    assert "expected a match of lda or lda_asymmetric" in " ".join(refused.stderr.split())
