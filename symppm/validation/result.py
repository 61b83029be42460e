"""What a validation comes to: fits with other numbers of factors and priors, and one sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from symppm.measure.document_types import as_type, rebuilt
from symppm.measure.documents import checked_head, damaged, headed, part, plain
from symppm.measure.markup import block, paragraph, table
from symppm.measure.result import Result
from symppm.measure.shown import frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEVEL: Final = 0.95
_HEADS: Final = ("fit", "a", "c", "gain", "less the answer's")


@dataclass(frozen=True)
class Trial:
    """One way to fit, and how well it predicts entries that are held out.

    Attributes
    ----------
    name : str
        Such as ``"K = 6"``, ``"K = 12"`` or ``"K = 6, defaults"``.
    kind : {"answer", "factors", "priors"}
        What is other than in the answer.
    k : int
        Number of factors.
    a, c : float or None
        Shapes of the priors of the factors; None for a fit without priors.
    scores : tuple of float
        By split: log-likelihood of Poisson counts per held-out entry, beyond that of the
        independence of rows and columns.
    """

    name: str
    kind: str
    k: int
    a: float | None
    c: float | None
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Validation(Result):
    """Whether an answer predicts held-out entries as well as others do.

    Attributes
    ----------
    model : str
        That was matched.
    library : {"hpfrec", "sklearn"}
        Whose model was fitted.
    trials : tuple of Trial
        The answer first.
    shape : (int, int)
        Rows and columns that were used.
    drawn : bool
        Whether they are a sample.
    held_out : int
        Entries that were held out in each split.
    """

    model: str
    library: str
    trials: tuple[Trial, ...]
    shape: tuple[int, int]
    drawn: bool
    held_out: int

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
            Per held-out entry, over pairs of equal splits.
        """
        off = np.subtract(trial.scores, self.answer.scores)
        return float(off.mean()), float(off.std(ddof=1) / len(off) ** 0.5)

    def is_better(self, trial: Trial) -> bool:
        """Tell whether a fit predicts better than the answer, by more than chance.

        Parameters
        ----------
        trial : Trial
            One of ``trials``.
        """
        mean, error = self.difference(trial)
        return mean > self._reach * error and mean > 0

    @property
    def stands(self) -> bool:
        """Whether nothing that was tried predicts better."""
        return not any(map(self.is_better, self.trials[1:]))

    @property
    def sentence(self) -> str:
        """What follows, in one sentence."""
        better = [each for each in self.trials[1:] if self.is_better(each)]
        if not better:
            tried = ", ".join(each.name for each in self.trials[1:])
            return (
                f"The answer stands: {self.answer.name} predicts held-out entries as well as what "
                f"else was tried ({tried}), or better."
            )
        best = max(better, key=lambda each: self.difference(each)[0])
        mean, error = self.difference(best)
        gained = float(np.mean(self.answer.scores))
        share = f", {mean / gained:.0%} of what that gains over independence" if gained > 0 else ""
        return (
            f"{best.name} predicts better here than {self.answer.name}, by {mean:.2g} "
            f"(+- {error:.1g}) per held-out entry{share}."
        )

    @property
    def _reach(self) -> float:
        """How many standard errors are more than chance, with so few splits."""
        from scipy.special import stdtrit  # noqa: PLC0415 - slow to load

        return float(stdtrit(len(self.answer.scores) - 1, (1 + _LEVEL) / 2))

    def rows(self) -> list[tuple[str, ...]]:
        """Return the cells of a table, a row for each fit."""
        found = []
        for each in self.trials:
            mean, error = self.difference(each)
            shapes = ("" if value is None else f"{value:.3g}" for value in (each.a, each.c))
            off = "" if each is self.answer else f"{mean:+.3g} +- {error:.1g}"
            found.append((each.name, *shapes, f"{np.mean(each.scores):.4g}", off))
        return found

    @property
    def heads(self) -> tuple[str, ...]:
        """Return what stands above the cells."""
        return _HEADS

    @property
    def about(self) -> str:
        """How it was done, in words."""
        names = {
            "hpfrec": "hierarchical Poisson factorization, hpfrec's model and updates",
            "sklearn": "scikit-learn's factorization by the Kullback-Leibler divergence",
        }
        rows, columns = self.shape
        used = f"a sample of {rows:,} rows and {columns:,} columns" if self.drawn else "all data"
        return (
            f"{len(self.answer.scores)} times, {self.held_out:,} entries of {used} were missing "
            f"from fits of {names[self.library]}. Gain is the log-likelihood of a held-out entry, "
            "beyond that of the independence of rows and columns."
        )

    def summary(self) -> Any:
        """Return the fits as a table of pandas.

        Returns
        -------
        pandas.DataFrame
            One row a fit: ``kind``, ``k``, ``a``, ``c``, ``gain`` per held-out entry beyond
            independence, ``difference`` to the answer with its ``error``.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        differences = [self.difference(each) for each in self.trials]
        nan = math.nan
        columns: dict[str, list[Any]] = {
            "kind": [each.kind for each in self.trials],
            "k": [each.k for each in self.trials],
            "a": [nan if each.a is None else each.a for each in self.trials],
            "c": [nan if each.c is None else each.c for each in self.trials],
            "gain": [float(np.mean(each.scores)) for each in self.trials],
            "difference": [mean for mean, _ in differences],
            "error": [error for _, error in differences],
        }
        return frame(columns, [each.name for each in self.trials], ", or print() the validation")

    def plot(self, path: str | Path | None = None) -> Figure:
        """Plot by how much each fit predicts better than the answer, with its error.

        Parameters
        ----------
        path : str or Path, optional
            A file to write too; its ending says which format (.png, .svg, .pdf).

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        ParameterError
            If the file cannot be written.
        """
        from symppm.plots.trials import draw_trials  # noqa: PLC0415 - rarely needed

        others = self.trials[1:]
        return draw_trials(
            [each.name for each in others], [self.difference(each) for each in others],
            self._reach, self.answer.name, path,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads."""
        found = {**plain(self), "stands": self.stands, "sentence": self.sentence}
        return headed("validation", found)

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> Self:
        place = "validation"
        values = checked_head(document, place)
        listed = as_type(tuple[Mapping[str, Any], ...], part(values, "trials", place), place)
        trials = tuple(
            rebuilt(Trial, each, f"{place}.trials[{n}]") for n, each in enumerate(listed)
        )
        splits = {len(each.scores) for each in trials}
        if not trials or len(splits) > 1 or min(splits) < 2:
            raise damaged(f"{place}.trials", len(trials), "fits with scores of two splits or more")
        return rebuilt(cls, values, place, trials=trials)

    def __str__(self) -> str:
        cells = [self.heads, *self.rows()]
        wide = [max(len(row[n]) for row in cells) for n in range(len(self.heads))]
        lines = [
            "  ".join(
                text.ljust(width) if n == 0 else text.rjust(width)
                for n, (text, width) in enumerate(zip(row, wide, strict=True))
            ).rstrip()
            for row in cells
        ]
        return "\n".join([*lines, "", self.about, "", self.sentence])

    def _repr_html_(self) -> str:
        rows = [list(each) for each in self.rows()]
        return block(table(list(self.heads), rows), paragraph(self.about), paragraph(self.sentence))
