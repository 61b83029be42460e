"""What a validation comes to: fits with other numbers of factors and priors, and one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, ClassVar, Final

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from symppm.results.documents import Words, among, require
from symppm.results.result import Plotted

HPFREC: Final = "hpfrec"
SKLEARN: Final = "sklearn"
LDA: Final = "lda"
ANSWER: Final = "answer"
FACTORS: Final = "factors"
PRIORS: Final = "priors"
_LEVEL: Final = 0.95
_LARGEST: Final = 1e100
_FITS: Final[Mapping[str, str]] = MappingProxyType(
    {
        HPFREC: "hierarchical Poisson factorization: hpfrec's model and updates, which symppm runs "
        "since hpfrec cannot leave entries out",
        SKLEARN: "scikit-learn's factorization by the Kullback-Leibler divergence, which fills in "
        "what is missing with what it predicts",
        LDA: "latent Dirichlet allocation, by the variational inference of scikit-learn and gensim",
    }
)


@dataclass(frozen=True)
class Trial:
    """One way to fit, and how well it predicts entries that are held out.

    Attributes
    ----------
    kind : {"answer", "factors", "priors"}
        What is other than in the answer: nothing, the number of factors, or the priors, which are
        the library's defaults.
    k : int
        Number of factors.
    shapes : (float, float) or None
        Of the priors of the factors of rows and of columns, of topics alpha and the average of eta;
        None where the match has none that the library takes.
    scores : tuple of float
        By split: log-likelihood of Poisson counts per held-out entry, beyond that of the
        independence of rows and columns; of topics, of a held-out word, beyond that of words by
        their frequencies.
    """

    kind: str
    k: int
    shapes: tuple[float, float] | None
    scores: tuple[Annotated[float, Meta(ge=-_LARGEST, le=_LARGEST)], ...]

    @property
    def name(self) -> str:
        """What tells it from the others, such as ``"K = 6, defaults"``."""
        return f"K = {self.k}" + (", defaults" if self.kind == PRIORS else "")

    @property
    def gain(self) -> float:
        """The mean of its scores."""
        return float(np.mean(self.scores))


@dataclass(frozen=True)
class Validation(Plotted):
    """Whether an answer predicts held-out entries as well as others do.

    Attributes
    ----------
    model : str
        That was matched.
    library : {"hpfrec", "sklearn", "lda"}
        Whose model was fitted.
    trials : tuple of Trial
        The answer first.
    shape : (int, int)
        Rows and columns that were used.
    drawn : bool
        Whether they are a sample.
    held_out : int
        Entries (of topics, words) that were held out in the last split: a tenth.
    """

    model: str
    library: Annotated[str, Words((HPFREC, SKLEARN, LDA))]
    trials: tuple[Trial, ...]
    shape: tuple[int, int]
    drawn: bool
    held_out: int

    document_kind: ClassVar[str] = "validation"
    _derived: ClassVar[tuple[str, ...]] = ("stands", "sentence")

    @property
    def answer(self) -> Trial:
        """The fit with the K and the priors of the match."""
        return self.trials[0]

    def difference(self, trial: Trial) -> tuple[float, float]:
        """Return by how much a fit predicts better than the answer, and its standard error.

        Parameters
        ----------
        trial : Trial
            One of ``trials``.

        Returns
        -------
        (float, float)
            Per held-out entry, or word of topics, over pairs of equal splits.
        """
        off = self._differences(trial)
        return float(off.mean()), float(off.std(ddof=1) / len(off) ** 0.5)

    def verdict(self, trial: Trial) -> str:
        """Return how a fit predicts beside the answer, as far as so few splits can tell.

        Parameters
        ----------
        trial : Trial
            One of ``trials``.

        Returns
        -------
        {"better", "worse", "unresolved"}
            The first two beyond the 95 % interval of the difference, by Student's t.
        """
        mean, error = self.difference(trial)
        if abs(mean) <= self.reach * error:
            return "unresolved"
        return "better" if mean > 0 else "worse"

    @property
    def stands(self) -> bool:
        """Whether nothing that was tried predicts better."""
        return all(self.verdict(x) != "better" for x in self.trials)

    @property
    def sentence(self) -> str:
        """What follows, in one sentence."""
        phrases = [self._about_factors()]
        phrases += [self._about_priors(x) for x in self.trials if x.kind == PRIORS]
        return "; ".join(phrases) + "."

    @property
    def reach(self) -> float:
        """How many standard errors are beyond chance, with so few splits."""
        from scipy.special import stdtrit  # noqa: PLC0415 - slow to load

        return float(stdtrit(len(self.answer.scores) - 1, (1 + _LEVEL) / 2))

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands above the cells of :meth:`rows`."""
        shapes = ("alpha", "eta") if self.library == LDA else ("a", "c")
        return "fit", *shapes, "gain", "less the answer's", "verdict"

    def rows(self) -> list[tuple[str, ...]]:
        """Return the cells of a table, a row for each fit."""
        rows = []
        for trial in self.trials:
            mean, error = self.difference(trial)
            shapes = ("", "") if trial.shapes is None else (f"{v:.3g}" for v in trial.shapes)
            off = ("", "") if trial is self.answer else (_signed(mean, error), self.verdict(trial))
            rows.append((trial.name, *shapes, f"{trial.gain:.4g}", *off))
        return rows

    @property
    def about(self) -> str:
        """How it was done, in words."""
        rows, columns = self.shape
        used = (
            f"{rows:,} rows and {columns:,} columns, drawn in proportion to their totals,"
            if self.drawn
            else "all entries"
        )
        if self.library == LDA:
            return self._about_topics()
        defaults = " Its defaults are a = c = a' = c' = 0.3." if self.library == HPFREC else ""
        return (
            f"{len(self.answer.scores)} times, a tenth of {used} was missing ({self.held_out:,} "
            f"entries, zeros among them) from short fits of {_FITS[self.library]}.{defaults} Gain "
            "is the log-likelihood of a held-out entry beyond that of the independence of rows "
            f"and columns; better and worse are beyond the {100 * _LEVEL:.0f} % interval."
        )

    @property
    def unit(self) -> str:
        """What is held out: entries, or words."""
        return "word" if self.library == LDA else "entry"

    @property
    def _what(self) -> str:
        return "topics" if self.library == LDA else "factors"

    def _about_topics(self) -> str:
        rows, columns = self.shape
        scope = f" of {rows:,} documents and {columns:,} words, drawn by their totals," * self.drawn
        return (
            f"{len(self.answer.scores)} times, a tenth of the words of each document{scope} "
            f"({self.held_out:,}) was left out of short fits of {_FITS[LDA]}, which symppm runs; "
            "defaults are alpha = eta = 1/K. Gain is the log-likelihood of a held-out word, given "
            "the others of its document, beyond that by frequencies of words alone; better and "
            f"worse are beyond the {100 * _LEVEL:.0f} % interval."
        )

    def _check(self, place: str) -> None:
        for n, trial in enumerate(self.trials):
            kinds = (FACTORS, PRIORS) if n else (ANSWER,)
            among([trial.kind], kinds, f"{place}.trials[{n}].kind")
        splits = {len(x.scores) for x in self.trials}
        several = len(splits) == 1 and min(splits) > 1
        what = "fits with two scores or more, as many each"
        require(several, f"{place}.trials", list(splits), what)

    def _differences(self, trial: Trial) -> NDArray[np.float64]:
        return np.subtract(trial.scores, self.answer.scores)

    def _about_factors(self) -> str:
        others = [x for x in self.trials if x.kind == FACTORS]
        better = [x for x in others if self.verdict(x) == "better"]
        k, gained = self.answer.k, self.answer.gain
        if not better:
            names = " and ".join(str(x.k) for x in others)
            offs = ", ".join(_signed(*self.difference(x)) for x in others)
            worse = all(self.verdict(x) == "worse" for x in others)
            how = "worse" if worse else "no better beyond chance"
            sentence = (
                f"K = {k} stands: {names} {self._what} predict {how} ({offs} per held-out "
                f"{self.unit})"
            )
        else:
            best = max(better, key=lambda x: x.gain)
            mean, error = self.difference(best)
            percent = 100 * mean / gained if gained > 0 else 0.0
            share = f", {_short(percent, 2):g} % of what {k} {self._what} gain" if percent else ""
            sentence = (
                f"K = {best.k} predicts better here than {k}, by {_size(mean, error)} per held-out "
                f"{self.unit}{share}"
            )
        if max(x.gain for x in (self.answer, *others)) <= 0:
            alone = (
                "independence of rows and columns predicts"
                if self.library != LDA
                else "frequencies of words predict"
            )
            sentence += f", though {alone} better than any of them"
        return sentence

    def _about_priors(self, defaults: Trial) -> str:
        mean, error = self.difference(defaults)
        verdict, name = self.verdict(defaults), f"{self.library}'s defaults"
        if self.library == LDA:
            name = "the defaults 1/K"
        if verdict == "worse":
            return f"matched priors predict better than {name}, by {_size(-mean, error)}"
        if verdict == "better":
            return f"{name} predict better than matched priors, by {_size(mean, error)}: use them"
        return f"matched priors and {name} cannot be told apart ({_signed(-mean, error)})"


def _size(mean: float, error: float) -> str:
    return f"{_short(mean, 2):g} (+- {_short(error, 1):g})"


def _signed(mean: float, error: float) -> str:
    return f"{_short(mean, 2):+g} +- {_short(error, 1):g}"


def _short(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")
