"""Topic models: K by cross-validation, alpha and eta by the interaction of documents and words.

Or from beliefs: how few topics a document has, and how few words make up a topic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from symppm.codegen.spec import IdentifiedSpec, ModelSpec, ParameterSpec
from symppm.data.triples import Triples
from symppm.errors import DataError, ParameterError, TargetError, did_you_mean
from symppm.matching.by_interaction import LARGEST_SHAPE, LEAST_SHAPE, shapes_for, with_shapes
from symppm.matching.diagnostics.estimates import estimate_by_factors, with_reasons
from symppm.matching.diagnostics.sources import source_of
from symppm.matching.diagnostics.table import phrase, said
from symppm.matching.grounds import AUTO, CROSS_VALIDATION, Shapes
from symppm.matching.measuring import check_lower
from symppm.matching.number_of_factors import Sample, sample_of
from symppm.matching.parameters import read_fixed
from symppm.matching.question import Request
from symppm.matching.result import Match
from symppm.matching.uncertainty import Uncertainty
from symppm.results.diagnostic import Diagnostic
from symppm.statistics.interaction import Interaction, dispersion, interaction
from symppm.statistics.jackknife import Spread
from symppm.statistics.moments import Statistics, examined, statistics
from symppm.statistics.sums import finite_margins

INTERACTION: Final = "interaction"
"""The variance of what words a document has about what its length and their frequencies make."""

_PARAMETERS: Final = (
    ParameterSpec("K", "number of topics", is_size=True),
    ParameterSpec("alpha", "concentration of theta, the topics of a document"),
    ParameterSpec("eta", "concentration of beta, the words of a topic"),
)
SPEC: Final = ModelSpec(
    name="lda", title="Latent Dirichlet allocation: words of documents of known lengths n",
    targets=(INTERACTION,), parameters=_PARAMETERS, needs=("eta",), anchored={},
    identified=tuple(IdentifiedSpec(x.name, {x.name: 1}, x.meaning)
                     for x in _PARAMETERS),
    axes=("row", "col"),
)  # fmt: skip
"""What is matched of the model: moments of its entries depend on the lengths of documents."""

_GAMMA: Final = ParameterSpec("gamma", "concentration of weight, how large the topics are")
SPEC_OF_SHARES: Final = replace(
    SPEC,
    name="lda_asymmetric",
    title="Latent Dirichlet allocation with known shares of words, topics of unlike sizes",
    parameters=(*_PARAMETERS, _GAMMA),
    needs=("eta", "gamma"),
    identified=(*SPEC.identified, IdentifiedSpec("gamma", {"gamma": 1}, _GAMMA.meaning)),
)
"""Of the model in which frequent words have more of the prior, with word totals as its base."""
_SPECS: Final = {spec.name: spec for spec in (SPEC, SPEC_OF_SHARES)}

TOPICS: Final = "topics_per_document"
"""One over the chance that two words of a document have the same topic."""
WORDS: Final = "words_per_topic"
"""Of words so frequent in a topic that these carry half of it, the average number."""
VOCABULARY: Final = "vocabulary"
"""How many different words there are."""

_LEAST_BELIEVED: Final = 1e-5
_MOST_WORDS: Final = 1e9
_BELIEFS: Final = (TOPICS, WORDS, VOCABULARY)
_BELIEF_OF: Final = {"alpha": TOPICS, "eta": WORDS}

_BURSTY: Final = 1.5
"""Noise in units of the multinomial's from which words are said to come in bursts."""
_CLUSTERS: Final = 1.5
"""Topics of a document up to which one dominates."""
_HALVINGS: Final = 40
_SHAPES, _DRAWN, _TIMES, _LEAST_WEIGHT = 80, 200, 300, 1e-6


def matched_topics(request: Request) -> Match | None:
    """Match documents, or beliefs about them, with a topic model of the catalogue; else None.

    Moments of entries are matched as those of any other model.
    """
    model = request.model if isinstance(request.model, str) else ""
    if model == SPEC.name and not request.targets.keys().isdisjoint(_BELIEFS):
        return _of_beliefs(request)
    moments = request.estimator not in {AUTO, CROSS_VALIDATION} or request.method == "stochastic"
    return None if moments or model not in _SPECS or request.data is None else _of_data(request)


@dataclass(frozen=True)
class _Corpus:
    """Documents by words, measured."""

    statistics: Statistics
    sample: Sample
    lengths: Any
    """Words of each document; of a sample of them, where the data stay where they are."""
    shares: Any
    """Of all words that each is, by totals; of a sample of words, where the data stay there."""

    @classmethod
    def of(cls, request: Request) -> _Corpus:
        """Measure documents, which have no missing entries."""
        data, seed = request.data, request.options.random_seed
        if request.zeros == "missing" or request.mask is not None:
            raise DataError(
                "missing entries for a topic model",
                expected="all counts of a document: what is absent was not written",
                do="Leave zeros= and mask= out, or match without a model.",
            )
        progress = request.options.progress
        if isinstance(data, Triples):
            measured = statistics(data)
            sample = sample_of(data, seed, progress=progress)
        else:
            examination = examined(data, "observed", None, intervals=False, profile=False)
            measured = examination.statistics
            sample = sample_of(examination.matrix, seed, progress=progress)
        check_lower(SPEC, measured.minimum, str)
        margins = finite_margins(sample.matrix)
        margins = margins.about(-margins.origin)
        if not measured.mean > 0:
            raise DataError(
                "documents without a word",
                expected="counts of words, documents as rows",
                do="Check how the data were read.",
            )
        lengths = margins.row_sums
        check_known(request.name, request.known, measured.shape, None if sample.drawn else lengths)
        # Of words that are drawn shares are their own.
        known = {} if sample.drawn else request.known
        shares = np.asarray(known.get("share", shares_of(margins.column_sums)), dtype=float)
        return cls(measured, sample, lengths, shares)


def topics_of_a_document(alpha: float, k: float) -> float:
    """Return into how many topics a document falls: one over the sum of squares of its shares."""
    return (k * alpha + 1) / (alpha + 1)


def shares_of(totals: Any) -> Any:
    """Return the shares of words by their totals; one that never occurs counts as half a word."""
    least = np.maximum(totals, 0.5)
    return least / least.sum()


def known_of_corpus(model: str, counts: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known arrays of a topic model: totals of a corpus, or shares that are given."""
    known = {"n": np.asarray(counts.sum(1), dtype=float).ravel()}
    if model == SPEC_OF_SHARES.name:
        shares = np.asarray(given.get("share", shares_of(np.asarray(counts.sum(0)).ravel())))
        known["share"] = shares / shares.sum()
    return known


def check_known(
    model: str, known: Mapping[str, Any], shape: tuple[int, ...], lengths: Any = None
) -> None:
    """Refuse known arrays but shares of words and lengths of documents, which are known anyhow."""
    for name, values in known.items():
        if name == "share" and model == SPEC_OF_SHARES.name:
            _check_shares(values, shape[1])
            continue
        sizes = np.shape(values)
        numbers = name == "n" and sizes == shape[:1] and np.asarray(values).dtype.kind in "iuf"
        if not numbers or not (lengths is None or np.allclose(values, lengths)):
            raise ParameterError(
                f"known {name!r} of shape {sizes} for {model}",
                expected="none, or as n the lengths of documents: the totals of their rows",
                do="Leave known= out.",
            )


def _check_shares(values: Any, words: int) -> None:
    numbers = np.asarray(values)
    fits = numbers.dtype.kind in "iuf" and numbers.shape == (words,) and bool((numbers > 0).all())
    if not fits or not np.isclose(numbers.sum(), 1.0):
        raise ParameterError(
            f"known 'share' of shape {numbers.shape}",
            expected=f"a positive number for each of {words} words, with the sum one",
            do="Leave known= out: shares are then those of word totals.",
        )


@dataclass(frozen=True)
class _Law:
    """How alpha and eta of a topic model make the interaction of its K topics."""

    k: int
    shares: Any = None
    """Of words, where frequent ones have more of the prior."""
    gamma: float = LARGEST_SHAPE

    def of_topics(self, eta: float) -> float:
        """Return what topics differ by: the average over words of sum_k w_k beta_kj^2 / p_j^2 - 1.

        A word of shape a has beta_kj like Gamma variables of shape a, over their total if words
        are many: with equal weights w_k this is (K - 1) / (K a + 1).
        """
        if self.shares is None:
            return (self.k - 1) / (self.k * eta + 1)
        shapes = len(self.shares) * eta * self.shares
        if self.gamma >= LARGEST_SHAPE:
            return float(self.shares @ ((self.k - 1) / (self.k * shapes + 1)))
        grid, values = self._curve
        return float(self.shares @ np.interp(np.log(shapes), grid, values))

    @cached_property
    def _curve(self) -> tuple[Any, Any]:
        """Return logarithms of shapes of a word, and what topics differ by, over drawn sizes.

        E[g^2 / G] = int E[g^2 exp(-t G)] dt for the weighted Gamma variables g of a word, G their
        total; of weights w this is a (a + 1) sum_k w_k int prod_l (1 + t w_l)^-a / (1 + t w_k)^2.
        """
        sizes = np.random.default_rng(0).dirichlet(np.full(self.k, self.gamma), _DRAWN)
        weights = np.maximum(sizes, _LEAST_WEIGHT)[:, :, None]
        logs = np.linspace(math.log(1e-6), math.log(100 / _LEAST_WEIGHT), _TIMES)
        grown = np.exp(logs) * weights
        loss = np.log1p(grown).sum(1)
        step = np.exp(logs) * (logs[1] - logs[0]) * (weights / (1 + grown) ** 2).sum(1)
        grid = np.linspace(math.log(1e-4), math.log(1e4), _SHAPES)
        values = [(a + 1) * (step * np.exp(-a * loss)).sum(1).mean() - 1 for a in np.exp(grid)]
        return grid, np.array(values)

    def reached(self, alpha: float, eta: float) -> float:
        """Return the interaction."""
        return self.of_topics(eta) / (self.k * alpha + 1)

    def shapes(
        self, measured: Interaction | None, noise: float, given: Mapping[str, float]
    ) -> Shapes:
        """Return alpha and eta that have an interaction, equal ones if none is given."""
        plain = shapes_for(self.k, measured, noise, ("alpha", "eta"), given)
        free = [name for name in plain.values if name not in given]
        if self.shares is None or not plain.resolved or not free:
            return plain
        low, high = math.log(LEAST_SHAPE), math.log(LARGEST_SHAPE)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            values = {**plain.values, **dict.fromkeys(free, math.exp(middle))}
            above = self.reached(**values) > plain.interaction
            low, high = (middle, high) if above else (low, middle)
        return replace(plain, values={**plain.values, **dict.fromkeys(free, math.exp(low))})


def _of_data(request: Request) -> Match:
    """Match documents: K, alpha and eta, and what is unusual about the corpus."""
    spec = _SPECS[request.name]
    fixed, given, ties = read_fixed(spec, request.fixed, request.scale)
    if ties.names and {*ties.texts, *ties.texts.values()} != {"alpha", "eta"}:
        raise ParameterError(
            f"ties of {spec.name}: {ties.texts}",
            expected="alpha = eta, or numbers",
            do="Fix one of both, or neither.",
        )
    corpus = _Corpus.of(request)
    seed, sample = request.options.random_seed, corpus.sample
    with ThreadPoolExecutor(1) as pool:
        noise = pool.submit(dispersion, sample.matrix, seed)
        factors = sample.factors() if fixed is None else None
    k = factors.k if factors is not None else fixed or 1
    measured = interaction(sample.matrix, k, seed) if k > 1 else None
    law = _Law(k)
    if spec is SPEC_OF_SHARES:
        law = _Law(k, corpus.shares, given.get("gamma", LARGEST_SHAPE))
    shapes = law.shapes(measured, noise.result(), given)
    match = _match(law, shapes, corpus)
    uncertainty = _uncertainty(law, shapes, given) if request.intervals else None
    diagnostics = tuple(_diagnostics(match, shapes, given, corpus))
    match = replace(match, uncertainty=uncertainty, diagnostics=diagnostics)
    if factors is None:
        return match
    return with_reasons(replace(match, estimates=(estimate_by_factors(factors),)), factors)


def _match(law: _Law, shapes: Shapes, corpus: _Corpus) -> Match:
    """Return the match, whose target is the interaction; where none is measured, that it has."""
    reached = law.reached(**shapes.values)
    target = shapes.interaction if shapes.resolved else reached
    spec = SPEC if law.shares is None else SPEC_OF_SHARES
    of_sizes = {} if law.shares is None else {"gamma": law.gamma}
    parameters = {"K": float(law.k), **shapes.values, **of_sizes}
    return Match(
        spec.name, True, law.k, float(law.k), parameters, parameters, {INTERACTION: target},
        {INTERACTION: reached}, "", (), corpus.statistics, spec, estimator=CROSS_VALIDATION,
        shapes=shapes,
    )  # fmt: skip


def _uncertainty(law: _Law, shapes: Shapes, given: Mapping[str, float]) -> Uncertainty:
    """Return how far off alpha and eta are, K as it is: by the error of the interaction."""
    free = {x.name: x for x in SPEC.parameters
            if x.name in shapes.values and x.name not in given}  # fmt: skip
    if not free or not shapes.resolved:
        return Uncertainty({}, None, free)

    nothing = Uncertainty({}, Spread(np.zeros((0, 0)), np.zeros(0)))
    return with_shapes(
        nothing, shapes, free, lambda measured: law.shapes(measured, shapes.noise, given).values
    )


def _diagnostics(
    match: Match, shapes: Shapes, given: Mapping[str, float], corpus: _Corpus
) -> Iterator[Diagnostic]:
    """Say what alpha and eta are from, and what is unusual about documents and words."""
    k, alpha = match.k or 1, shapes.values["alpha"]
    severity, first = source_of("topics", shapes, given, k)
    words, squares = corpus.statistics.shape[1], None
    if match.model == SPEC_OF_SHARES.name:
        squares = float((corpus.shares**2).sum())
        first += phrase("topics/shares") + phrase("topics/sizes") * ("gamma" not in given)
    yield _of_topics(first, severity, k, words, squares, **shapes.values)
    half = float(np.median(corpus.lengths[corpus.lengths > 0]))
    if k > 1 and half < k * alpha:
        # The prior weighs more than what half of the documents say of their topics.
        yield said("short_documents", half=half, weight=k * alpha)
    if shapes.noise >= _BURSTY:
        yield said("burstiness", noise=shapes.noise)
    elif shapes.noise <= 1 / _BURSTY:
        yield said("burstiness/none", noise=shapes.noise)
    topics = topics_of_a_document(alpha, k)
    if k > 1 and topics <= _CLUSTERS:
        yield said("one_topic_dominates", alpha=alpha, topics=topics)


def _of_topics(
    first: str, severity: str, k: int, words: int, squares: float | None,
    alpha: float, eta: float,
) -> Diagnostic:  # fmt: skip
    """Say what documents and topics are like before they are read."""
    spread = (words * eta + 1) / (words * eta * (squares or 1 / words) + 1)
    return said(
        "shapes/of topics", severity, first=first, k=k, words=words,
        topics=topics_of_a_document(alpha, k), spread=spread,
    )  # fmt: skip


def words_of_a_topic(eta: float, vocabulary: float) -> float:
    """Return how many words on average are so frequent that these carry half of a topic.

    The share of a word is Beta(eta, (M - 1) eta); that of the word of a token has one more in its
    first shape, and half of all tokens are of words above its median.
    """
    from scipy.special import betaincc, betaincinv  # noqa: PLC0415 - beliefs alone need it

    others = (vocabulary - 1) * eta
    median = betaincinv(eta + 1, others, 0.5)
    return float(vocabulary * betaincc(eta, others, median))


def _of_beliefs(request: Request) -> Match:
    """Match what is believed of documents and topics: alpha and eta for a K that is given."""
    beliefs = _beliefs(request)
    if request.sampled:
        raise ParameterError(
            f"beliefs about topics, and {request.sampled}",
            expected="what formulas answer: these have some, and are not sampled",
            do="Leave it out.",
        )
    fixed, given, ties = read_fixed(SPEC, request.fixed, request.scale)
    if ties.names or fixed is None:
        raise ParameterError(
            "beliefs about topics " + ("with ties" if ties.names else "without K"),
            expected="the number of topics, and alpha and eta as numbers where they are known",
            do='Write fixed={"K": 20}, or --fix K=20.',
        )
    vocabulary = beliefs.get(VOCABULARY, math.nan)
    laws: Mapping[str, Callable[[float], float]] = {
        "alpha": lambda alpha: topics_of_a_document(alpha, fixed),
        "eta": lambda eta: words_of_a_topic(eta, vocabulary),
    }
    values = {name: _value(name, law, beliefs, given) for name, law in laws.items()}
    achieved = {_BELIEF_OF[name]: law(values[name]) for name, law in laws.items()} | beliefs
    parameters = {"K": float(fixed), **values}
    diagnostics: tuple[Diagnostic, ...] = ()
    if VOCABULARY in beliefs:
        words = round(beliefs[VOCABULARY])
        diagnostics = (_of_topics(phrase("topics/believed"), "", fixed, words, None, **values),)
    return Match(
        SPEC.name, True, fixed, float(fixed), parameters, parameters, beliefs,
        {name: achieved[name] for name in beliefs}, "",
        diagnostics, None, replace(SPEC, targets=tuple(beliefs)),
    )  # fmt: skip


def _beliefs(request: Request) -> dict[str, float]:
    """Return what is believed, as numbers."""
    for name, target in request.targets.items():
        if name not in _BELIEFS or target.statistic is not None:
            raise TargetError(
                f"the target {name!r} beside beliefs about topics",
                expected=f"{TOPICS}, and {WORDS} with {VOCABULARY}",
                do=did_you_mean(name, _BELIEFS),
            )
    beliefs = {name: float(request.targets[name].value) for name in _BELIEFS
               if name in request.targets}  # fmt: skip
    words = beliefs.get(VOCABULARY, 2.0)
    possible = 2 <= words <= _MOST_WORDS and words == int(words)
    if (WORDS in beliefs) != (VOCABULARY in beliefs) or not possible:
        raise TargetError(
            f"{WORDS} = {beliefs.get(WORDS, 'none')} and {VOCABULARY} = "
            f"{beliefs.get(VOCABULARY, 'none')}",
            expected="both or neither, and two to a billion different words",
            do=f'Write targets={{"{WORDS}": 40, "{VOCABULARY}": 5000}}, for example.',
        )
    return beliefs


def _value(
    name: str,
    law: Callable[[float], float],
    beliefs: Mapping[str, float],
    given: Mapping[str, float],
) -> float:
    """Return what a concentration is: as given, or where its law has what is believed."""
    belief = _BELIEF_OF[name]
    if (name in given) == (belief in beliefs):
        raise ParameterError(
            f"{belief} and {name}, " + ("both" if name in given else "none of which is given"),
            expected="one of the two",
            do=f"Write --target {belief}=..., or --fix {name}=0.1.",
        )
    if name in given:
        return given[name]
    ends = math.log(_LEAST_BELIEVED), math.log(LARGEST_SHAPE)
    least, most = max(1.0, law(math.exp(ends[0]))), law(math.exp(ends[1]))
    value = beliefs[belief]
    if not least <= value < most:
        raise TargetError(
            f"{belief} = {value:g}",
            expected=f"at least {least:.4g} and below {most:.4g}, which is "
            + ("all topics alike" if name == "alpha" else "all words alike"),
            do="Change it, or " + ("K." if name == "alpha" else f"{VOCABULARY}."),
        )
    from scipy.optimize import brentq  # noqa: PLC0415 - beliefs alone need it

    return math.exp(brentq(lambda log: law(math.exp(log)) - value, *ends, xtol=1e-13))
