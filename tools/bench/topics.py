"""Whether K, alpha and eta that are answered help latent Dirichlet allocation predict words.

python tools/bench/topics.py [--data DIR] [--only NAME ...] [--splits 3] [--records FILE]

Three times a fifth of the documents is kept from the fit. Each of their words is then observed or
held out by the toss of a coin, topics of a document are inferred from what is observed of it, and
the score is the log-likelihood of a held-out word (document completion). Fits are those of
scikit-learn (variational) and of tomotopy (collapsed Gibbs sampling); gensim and tomotopy learn an
asymmetric alpha besides. Errors are those of ratios over documents, in pairs on the same held-out
words. Coherence is the normalised pointwise mutual information of the ten most likely words of each
topic, over the documents of the corpus. Records of fits are kept in a file, and only what is not
there is fitted.
"""

from __future__ import annotations

import argparse
import inspect
import itertools
import json
import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import markdown, quietly
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.exports.types import mean_field_shape

Table = NDArray[np.float64]
Fit = Callable[["Split", int, float, float], tuple[Table, Table]]

GRID: Final = (20, 40, 10, 5)
VARIATIONAL, GIBBS = "variational", "Gibbs"
OURS, MATCHED, FACTORS = "ours", "as matched", "rule of factors"
LEARNED = "learned"
FITS: Final = (VARIATIONAL, GIBBS)
LEAST_DOCUMENTS: Final = 5
LEAST_WORDS: Final = 20
TOP: Final = 10


def counted(texts: Sequence[str]) -> Any:
    """Count words of three letters or more, in at least five documents and at most half of them."""
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415 - an extra

    words = {"stop_words": "english", "token_pattern": r"[a-z]{3,}"}
    counter = CountVectorizer(min_df=LEAST_DOCUMENTS, max_df=0.5, **words)
    counts = sparse.csr_array(counter.fit_transform(texts))
    return counts[counts.sum(1) >= LEAST_WORDS]


def news() -> Any:
    """Return 300 news of the Australian Broadcasting Corporation, which gensim ships."""
    from gensim.test.utils import datapath  # noqa: PLC0415 - an extra

    return counted(Path(datapath("lee_background.cor")).read_text("utf-8").splitlines())


def reuters() -> Any:
    """Return the 395 news of Reuters that the package lda ships."""
    from lda.datasets import load_reuters  # noqa: PLC0415 - an extra

    counts = sparse.csr_array(load_reuters().astype(float))
    return counts[:, (counts > 0).sum(0) >= LEAST_DOCUMENTS]


def standard_library() -> Any:
    """Return functions and classes of Python's standard library, by the words of their names."""
    folder = Path(inspect.__file__).parent
    texts = []
    for path in sorted(folder.glob("*.py")):
        source = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", path.read_text("utf-8", "ignore"))
        texts += re.split(r"\n(?=def |class |    def )", source.casefold())
    return counted(texts[::8])


def corpora(folder: Path | None) -> dict[str, Callable[[], Any]]:
    """Return how to read each corpus, by name."""
    found: dict[str, Callable[[], Any]] = {
        "news": news, "reuters": reuters, "library": standard_library,
    }  # fmt: skip
    if folder is not None:
        found["poliblog"] = lambda: sparse.csr_array(
            sparse.load_npz(folder / "more/poliblog.npz").astype(float)
        )
    return found


@dataclass(frozen=True)
class Split:
    """Documents to fit, and of others what is observed and what is held out."""

    fitted: Any
    observed: Any
    held_out: Any
    seed: int

    @classmethod
    def of(cls, counts: Any, seed: int) -> Split:
        """Draw a fifth of the documents, and toss a coin for each of their words."""
        generator = np.random.default_rng([seed, 26])
        order = generator.permutation(counts.shape[0])
        test = counts[np.sort(order[: len(order) // 5])]
        observed = test.copy()
        observed.data = generator.binomial(test.data.astype(int), 0.5).astype(float)
        observed.eliminate_zeros()
        fitted = counts[np.sort(order[len(order) // 5 :])]
        return cls(fitted, observed, sparse.csr_array(test - observed), seed)

    def scores(self, shares: Table, topics: Table) -> Table:
        """Return the log-likelihood of the held-out words of each document."""
        words = self.held_out.tocoo()
        rows, columns = words.coords
        likelihood = (shares[rows] * topics.T[columns]).sum(1)
        return np.bincount(rows, words.data * np.log(likelihood), self.held_out.shape[0]).astype(
            float
        )

    @property
    def lengths(self) -> Table:
        """Number of held-out words of each document."""
        return np.asarray(self.held_out.sum(1)).ravel()

    @cached_property
    def timed(self) -> tuple[Any, float]:
        """What is answered for the documents that are fitted, and the processor time of that."""
        start = time.process_time()
        made = quietly(lambda: ppm.match(self.fitted, "lda", intervals=False))
        return made, time.process_time() - start

    @property
    def answer(self) -> Any:
        """What is answered for the documents that are fitted."""
        return self.timed[0]

    @property
    def seconds(self) -> float:
        """The processor time of the answer."""
        return self.timed[1]

    @cache  # noqa: B019 - as long as the split
    def shapes(self, k: int) -> Any:
        """Return alpha and eta for exact and for variational inference."""
        made = quietly(lambda: ppm.match(self.fitted, "lda", fixed={"K": k}, intervals=False))
        return made.shapes

    def __hash__(self) -> int:
        return id(self)


def alone(split: Split, k: int, alpha: float, eta: float) -> tuple[Table, Table]:  # noqa: ARG001
    """Return one topic: how frequent words are."""
    totals = np.asarray(split.fitted.sum(0)).ravel() + 1.0
    return np.ones((split.held_out.shape[0], 1)), (totals / totals.sum())[None]


def variational(split: Split, k: int, alpha: float, eta: float) -> tuple[Table, Table]:
    """Fit by scikit-learn; return the topics' shares of documents, and topics."""
    from sklearn.decomposition import LatentDirichletAllocation  # noqa: PLC0415 - an extra

    most = 1.0  # that it accepts, of either
    model = LatentDirichletAllocation(
        k, doc_topic_prior=min(alpha, most), topic_word_prior=min(eta, most), max_iter=20,
        max_doc_update_iter=20, random_state=split.seed,
    )  # fmt: skip
    model.fit(split.fitted)
    topics = model.components_ / model.components_.sum(1, keepdims=True)
    return model.transform(split.observed), topics


def learned(split: Split, k: int, alpha: float, eta: float) -> tuple[Table, Table]:  # noqa: ARG001
    """Fit by gensim, which learns an asymmetric alpha, and eta."""
    from gensim.matutils import Sparse2Corpus  # noqa: PLC0415 - an extra
    from gensim.models import LdaModel  # noqa: PLC0415

    def corpus(counts: Any) -> Any:
        return Sparse2Corpus(sparse.csr_matrix(counts.astype(int)), documents_columns=False)

    names = {each: str(each) for each in range(split.fitted.shape[1])}
    model = LdaModel(
        corpus(split.fitted), k, names, alpha="auto", eta="auto", passes=10, iterations=50,
        eval_every=None, random_state=split.seed,
    )  # fmt: skip
    shares = model.inference(corpus(split.observed))[0]
    return shares / shares.sum(1, keepdims=True), model.get_topics().astype(float)


def gibbs(split: Split, k: int, alpha: float, eta: float, every: int = 0) -> tuple[Table, Table]:
    """Fit by collapsed Gibbs sampling of tomotopy."""
    import tomotopy  # noqa: PLC0415 - an extra

    def words(counts: Any) -> Iterator[list[str]]:
        for start, end in itertools.pairwise(counts.indptr):
            repeats = counts.data[start:end].astype(int)
            yield [str(each) for each in np.repeat(counts.indices[start:end], repeats)]

    model = tomotopy.LDAModel(k=k, alpha=alpha, eta=eta, seed=split.seed)
    model.optim_interval = every
    for each in words(split.fitted):
        model.add_doc(each)
    model.train(300, workers=1)
    places = [int(each) for each in model.used_vocabs]
    topics = np.full((k, split.fitted.shape[1]), 1e-12)
    topics[:, places] = [model.get_topic_word_dist(each) for each in range(k)]
    shares = np.full((split.observed.shape[0], k), 1 / k)
    for place, each in enumerate(words(split.observed)):
        document = model.make_doc([one for one in each if int(one) in set(places)] or each[:1])
        if each:
            shares[place] = model.infer(document, iterations=100)[0]
    return shares, topics


def optimised(split: Split, k: int, alpha: float, eta: float) -> tuple[Table, Table]:
    """Fit by tomotopy, which then learns an asymmetric alpha as MALLET does."""
    return gibbs(split, k, alpha, eta, every=10)


def settings_of(split: Split, k: int) -> dict[str, tuple[Fit, float, float]]:
    """Return how to fit with so many topics, alpha and eta, by what sets them."""
    shapes = split.shapes(k)
    exact, own = shapes.values["alpha"], shapes.mean_field["alpha"]
    folk = {"1/K": (1 / k, 1 / k), ".1, .01": (0.1, 0.01), "50/K, .1": (50 / k, 0.1)}
    factors = mean_field_shape(exact, shapes.noise)
    both = {
        VARIATIONAL: (variational, {OURS: own, MATCHED: exact, FACTORS: factors}),
        GIBBS: (gibbs, {OURS: exact, FACTORS: factors}),
    }
    fits: dict[str, tuple[Fit, float, float]] = {}
    for name, (fit, equal) in both.items():
        priors = {**folk, **{each: (value, value) for each, value in equal.items()}}
        if k != split.answer.k:
            priors = {each: priors[each] for each in ("1/K", OURS)}
        fits |= {f"{name}: {each}": (fit, *values) for each, values in priors.items()}
    if k == split.answer.k:
        fits["words alone"] = alone, 0.0, 0.0
        fits[f"{GIBBS}: {LEARNED}"] = optimised, 0.1, 0.01
        fits[f"{VARIATIONAL}: {LEARNED}"] = learned, np.nan, np.nan
    return fits


def coherence(counts: Any, topics: Table) -> float:
    """Return the normalised pointwise mutual information of the first words of topics."""
    present = (counts > 0).astype(float)
    share = np.asarray(present.mean(0)).ravel()
    values = []
    for topic in topics:
        first = np.argsort(-topic)[:TOP]
        both = np.asarray((present[:, first].T @ present[:, first]).todense()) / counts.shape[0]
        for i, j in itertools.combinations(range(TOP), 2):
            together = both[i, j]
            apart = share[first[i]] * share[first[j]]
            values.append(np.log(together / apart) / -np.log(together) if together > 0 else -1.0)
    return float(np.mean(values))


def record_of(split: Split, k: int, fit: Fit, alpha: float, eta: float) -> dict[str, Any]:
    """Fit, and return what is recorded of it."""
    start = time.process_time()
    shares, topics = fit(split, k, alpha, eta)
    seconds = time.process_time() - start
    scores = split.scores(shares, topics)
    return {
        "alpha": alpha, "eta": eta, "seconds": seconds, "score": scores.sum() / split.lengths.sum(),
        "coherence": coherence(split.fitted, topics) if k > 1 else 0.0,
        "scores": [round(float(each), 3) for each in scores],
        "lengths": [int(each) for each in split.lengths],
    }  # fmt: skip


def fitted(name: str, drawn: Sequence[Split], place: int, records: Path) -> None:
    """Fit splits of a corpus with a K of the grid, or with that answered, unless it is recorded."""
    done = set()
    if records.exists():
        for line in records.read_text("utf-8").splitlines():
            record = json.loads(line)
            done.add((record["corpus"], record["split"], record["k"], record["setting"]))
    for split in drawn:
        k = split.answer.k if place < 0 else GRID[place]
        for setting, how in settings_of(split, k).items():
            if (name, split.seed, k, setting) in done:
                continue
            start = {"corpus": name, "split": split.seed, "k": k, "setting": setting,
                     "answered": split.answer.k, "match_seconds": split.seconds}  # fmt: skip
            record = start | record_of(split, k, *how)
            with records.open("a") as file:
                file.write(json.dumps(record) + "\n")
            print(name, split.seed, k, setting, f"{record['score']:.4f}", flush=True)


def recorded(records: Path) -> dict[str, list[dict[str, Any]]]:
    """Return what is recorded, by corpus."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in records.read_text("utf-8").splitlines():
        record = json.loads(line)
        found.setdefault(record["corpus"], []).append(record)
    return found


def tables(found: Mapping[str, list[dict[str, Any]]]) -> str:
    """Return what other priors lose at the K that is answered, what other K lose, and times."""
    others = ("1/K", ".1, .01", "50/K, .1", LEARNED, MATCHED, FACTORS)
    head = ["corpus", "fit", "K", "alpha = eta", "ours", *(f"less {each}" for each in others)]
    answered: list[list[Any]] = [[*head, "NPMI: ours, 1/K"]]
    pairs = [(k, prior) for k in sorted(GRID) for prior in ("1/K", OURS)]
    grid: list[list[Any]] = [["corpus", "fit", "words alone", *(f"{p}, K = {k}" for k, p in pairs),
                              "ours, K answered", "share lost"]]  # fmt: skip
    times: list[list[Any]] = [["corpus", "answer, s", *(f"grid, {fit}" for fit in FITS)]]
    for name, records in found.items():
        here = at_answer(records)
        words = mean_of(here, "words alone")
        seconds = [float(np.mean([each["match_seconds"] for each in here]))]
        for fit in FITS:
            own = [each for each in here if each["setting"] == f"{fit}: {OURS}"]
            if not own:
                continue
            usual = mean_of(here, f"{fit}: 1/K", "coherence")
            answered.append([
                name, fit, ", ".join(str(each["k"]) for each in own),
                f"{np.mean([each['alpha'] for each in own]):.2g}",
                f"{mean_of(own, f'{fit}: {OURS}'):.3f}",
                *(gain_text(here, fit, other) for other in others),
                f"{np.mean([each['coherence'] for each in own]):.2f}, {usual:.2f}",
            ])  # fmt: skip
            at = {(k, prior): mean_of([each for each in records if each["k"] == k],
                                      f"{fit}: {prior}") for k, prior in pairs}  # fmt: skip
            seconds.append(sum(
                mean_of([each for each in records if each["k"] == k], f"{fit}: 1/K", "seconds")
                for k in GRID
            ))  # fmt: skip
            if np.isnan(list(at.values())).any():
                continue
            reached = mean_of(own, f"{fit}: {OURS}")
            best = max(reached, *(at[k, OURS] for k in GRID))
            grid.append([name, fit, f"{words:.3f}", *(f"{each:.3f}" for each in at.values()),
                         f"{reached:.3f}", f"{(best - reached) / (best - words):.2f}"])  # fmt: skip
        times.append([name, *("" if np.isnan(each) else f"{each:.1f}" for each in seconds)])
    return "\n\n".join("\n".join(markdown(rows)) for rows in (answered, grid, times))


def at_answer(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is recorded of the K that is answered."""
    return [each for each in records if each["k"] == each["answered"]]


def mean_of(records: Sequence[dict[str, Any]], setting: str, name: str = "score") -> float:
    """Return the average over splits; NaN if nothing is recorded."""
    values = [each[name] for each in records if each["setting"] == setting]
    return float(np.mean(values)) if values else float("nan")


def gain(records: Sequence[dict[str, Any]], fit: str, other: str) -> tuple[float, float] | None:
    """Return by how much a word is likelier than by another setting, with its standard error."""
    own, twins = ({each["split"]: each for each in records if each["setting"] == f"{fit}: {which}"}
                  for which in (OURS, other))  # fmt: skip
    splits = own.keys() & twins.keys()
    if not splits:
        return None
    gains = np.concatenate([np.subtract(own[n]["scores"], twins[n]["scores"]) for n in splits])
    lengths = np.concatenate([own[n]["lengths"] for n in splits])
    value = gains.sum() / lengths.sum()
    error = np.sqrt(((gains - value * lengths) ** 2).sum()) / lengths.sum()
    return float(value), float(error)


def gain_text(records: Sequence[dict[str, Any]], fit: str, other: str) -> str:
    """Return the gain over another setting in words."""
    found = gain(records, fit, other)
    return "" if found is None else f"{found[0]:+.3f} ± {found[1]:.3f}"


def draw(found: Mapping[str, list[dict[str, Any]]], path: Path) -> None:
    """Draw the gains over three choices of alpha and eta, with two standard errors."""
    figure = Figure(figsize=(8, 3.2), dpi=120, layout="constrained")
    for axes, fit in zip(figure.subplots(1, 2, sharey=True), FITS, strict=True):
        for shift, other in enumerate(("1/K", ".1, .01", "50/K, .1")):
            gains = {n: gain(at_answer(records), fit, other)
                     for n, records in enumerate(found.values())}  # fmt: skip
            shown = {n: each for n, each in gains.items() if each is not None}
            axes.errorbar(
                [value for value, _ in shown.values()], [n + 0.2 * (shift - 1) for n in shown],
                xerr=[2 * error for _, error in shown.values()], fmt="o", capsize=3,
                label=f"over {other}",
            )  # fmt: skip
        axes.axvline(0.0, color="0.4", linewidth=0.8)
        axes.set_yticks(range(len(found)), list(found))
        axes.set_title({VARIATIONAL: "variational", GIBBS: "collapsed Gibbs"}[fit], fontsize=10)
        axes.set_xlabel("log-likelihood gained per held-out word")
    axes.legend(frameon=False, fontsize=8)
    axes.invert_yaxis()
    figure.savefig(path)


def main() -> None:
    """Fit what is not recorded yet, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of the shared sets")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--splits", type=int, default=3)
    parser.add_argument("--records", type=Path, default=Path("topics.jsonl"))
    parser.add_argument("--plot", type=Path, help="where a picture of the gains goes")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    read = {name: load() for name, load in corpora(chosen.data).items()
            if not chosen.only or name in chosen.only}  # fmt: skip
    drawn = {name: [Split.of(counts, seed) for seed in range(chosen.splits)]
             for name, counts in read.items()}  # fmt: skip
    for place, name in itertools.product(range(-1, len(GRID)), read):
        fitted(name, drawn[name], place, chosen.records)
    found = recorded(chosen.records)
    print(tables(found))
    if chosen.plot is not None:
        draw(found, chosen.plot)


if __name__ == "__main__":
    main()
