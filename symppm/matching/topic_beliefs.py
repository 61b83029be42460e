"""Topic models from beliefs: how few topics a document has, and how few words make up a topic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from symppm.errors import ParameterError, TargetError, did_you_mean
from symppm.matching.by_interaction import LARGEST_SHAPE
from symppm.matching.diagnostics.table import phrase, said
from symppm.matching.parameters import read_fixed, split_ties
from symppm.matching.request import Request
from symppm.matching.result import Match
from symppm.matching.topics import SPEC, topics_of_a_document

TOPICS: Final = "topics_per_document"
"""One over the chance that two words of a document have the same topic."""
WORDS: Final = "words_per_topic"
"""Of words so frequent in a topic that these carry half of it, the average number."""
VOCABULARY: Final = "vocabulary"
"""How many different words there are."""

_LEAST_SHAPE: Final = 1e-5
_MOST_WORDS: Final = 1e9
_BELIEFS: Final = (TOPICS, WORDS, VOCABULARY)
_TOLD: Final = {"alpha": TOPICS, "eta": WORDS}


def are_topic_beliefs(request: Request) -> bool:
    """Tell whether documents and topics are described, not moments of entries."""
    named = isinstance(request.model, str) and request.model == SPEC.name
    return named and not request.targets.keys().isdisjoint(_BELIEFS)


def words_of_a_topic(eta: float, vocabulary: float) -> float:
    """Return how many words on average are so frequent that these carry half of a topic.

    The share of a word is Beta(eta, (M - 1) eta); that of the word of a token has one more in its
    first shape, and half of all tokens are of words above its median.
    """
    from scipy.special import betaincc, betaincinv  # noqa: PLC0415 - beliefs alone need it

    others = (vocabulary - 1) * eta
    median = betaincinv(eta + 1, others, 0.5)
    return float(vocabulary * betaincc(eta, others, median))


def answered_topic_beliefs(request: Request) -> Match:
    """Match what is believed of documents and topics: alpha and eta for a K that is given."""
    beliefs = _beliefs(request)
    if request.sampled:
        raise ParameterError(
            f"beliefs about topics, and {request.sampled}",
            expected="what formulas answer: these have some, and are not sampled",
            do="Leave it out.",
        )
    numbers, ties = split_ties(SPEC, request.fixed)
    fixed, given = read_fixed(SPEC, numbers, request.scale)
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
    achieved = {_TOLD[name]: law(values[name]) for name, law in laws.items()} | beliefs
    parameters = {"K": float(fixed), **values}
    words = round(beliefs.get(VOCABULARY, 0))
    spread = (words * values["eta"] + 1) / (values["eta"] + 1)
    about = said(
        "shapes/of topics", "note", first=phrase("topics/believed"), k=fixed, words=words,
        topics=achieved[TOPICS], spread=spread,
    )  # fmt: skip
    return Match(
        SPEC.name, True, fixed, float(fixed), parameters, parameters, beliefs,
        {name: achieved[name] for name in beliefs}, "",
        (about,) if VOCABULARY in beliefs else (), None, replace(SPEC, targets=tuple(beliefs)),
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
    whole = 2 <= words <= _MOST_WORDS and words == int(words)
    if (WORDS in beliefs) != (VOCABULARY in beliefs) or not whole:
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
    belief = _TOLD[name]
    if (name in given) == (belief in beliefs):
        raise ParameterError(
            f"{belief} and {name}, " + ("both" if name in given else "none of which is given"),
            expected="one of the two",
            do=f"Write --target {belief}=..., or --fix {name}=0.1.",
        )
    if name in given:
        return given[name]
    ends = math.log(_LEAST_SHAPE), math.log(LARGEST_SHAPE)
    least, most = max(1.0, law(math.exp(ends[0]))), law(math.exp(ends[1]))
    wanted = beliefs[belief]
    if not least <= wanted < most:
        raise TargetError(
            f"{belief} = {wanted:g}",
            expected=f"at least {least:.4g} and below {most:.4g}, which is "
            + ("all topics alike" if name == "alpha" else "all words alike"),
            do="Change it, or " + ("K." if name == "alpha" else f"{VOCABULARY}."),
        )
    from scipy.optimize import brentq  # noqa: PLC0415 - beliefs alone need it

    return math.exp(brentq(lambda log: law(math.exp(log)) - wanted, *ends, xtol=1e-13))
