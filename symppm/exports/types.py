"""What an export is made from, and what it is."""

from __future__ import annotations

import json
import math
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from symppm.results.frozen import freeze

if TYPE_CHECKING:
    from symppm.matching.result import Match

MEAN_FIELD: Final = 0.3
"""The least shape that serves mean-field inference, the default of hpfrec and scHPF."""

ZEROS: Final = "zeros"
MASK: Final = "mask"
BOTH: Final = "zeros and mask"
MISSING: Final = ("", ZEROS, MASK, BOTH)
"""What entries that were not observed are known by: there are none, they are zero, or a mask, or
either."""


def mean_field_shape(shape: float, noise: float = 1.0) -> float:
    """Return the shape of Gamma factors that mean-field inference takes.

    Counts that are noisier than Poisson's are worth fewer events, and below 0.3 mean-field fits of
    counts lose; measured on real counts by ``tools/bench/useful.py``.
    """
    return math.hypot(MEAN_FIELD, max(noise, 1.0) * shape)


TOPIC_MODELS: Final = frozenset({"lda", "lda_asymmetric"})
"""Models whose rows are documents and whose columns are words."""
LEAST_PRIOR: Final = 0.1
"""About the least alpha and eta that serve variational inference of topics."""


def variational_prior(matched: float) -> float:
    """Return alpha or eta as variational inference of topics takes it.

    A topic without a word weighs exp(digamma(alpha)), which is almost nothing below 0.1; measured
    on documents by ``tools/bench/topics.py``.
    """
    return math.hypot(LEAST_PRIOR, matched)


def equal(names: list[str], values: Mapping[str, float]) -> str:
    """Return values by name as text, such as ``a = c = 0.5``, or ``a = 0.5 and c = 0.6``."""
    texts = [f"{values[name]:.4g}" for name in names]
    if len({*texts}) == 1:
        return " = ".join([*names, texts[0]])
    return " and ".join(f"{name} = {text}" for name, text in zip(names, texts, strict=True))


@dataclass(frozen=True)
class Library:
    """What takes an export, but for plain JSON."""

    title: str
    takes: str  # "model" (programs), "mean-field" (priors), "penalties" or "K" alone
    module: str = ""  # has a function to_TARGET that writes factorizations
    between: str = ""  # what it makes of counts that are not whole
    package: str = ""  # as imported
    install: str = ""  # as installed; nothing where no registry has it
    tested: str = ""

    @property
    def fits(self) -> bool:
        """Whether it is a library that fits, not a language that programs are written in."""
        return self.takes != "model"

    @property
    def takes_shapes(self) -> bool:
        """Whether it takes the shapes of priors."""
        return self.takes in ("model", "mean-field")


@dataclass(frozen=True)
class Exposure:
    """A known array of the model."""

    name: str
    power: int  # in which it multiplies the mean of an entry
    dims: tuple[str, ...]
    # Of that power over the array; None without data.
    average: float | None = None
    square: float | None = None
    largest: float | None = None

    def __str__(self) -> str:
        return self.name if self.power == 1 else f"{self.name}^{self.power}"

    @property
    def spread(self) -> float:
        """Standard deviation over average."""
        average, square = self.average or 1.0, self.square or 1.0
        return math.sqrt(max(square / average**2 - 1.0, 0.0))


@dataclass(frozen=True)
class ExportTask:
    """A match, and what an export takes in place of what that has, or reads off it."""

    match: Match
    k: int
    parameters: Mapping[str, float]  # sizes of latent axes, and every hyperparameter
    achieved: Mapping[str, float]
    missing: str = ""  # one of MISSING
    exposures: tuple[Exposure, ...] = ()  # moments are those of data divided by them
    inverse_exposure: float = 1.0  # average of one over the exposure of an entry
    sparse: bool = False  # so large and so sparse that programs had better not lay them out
    mean_field: Mapping[str, float] = field(default_factory=dict)  # shapes, if noise was measured
    reshaped: bool = False  # the parameters have other shapes than the match

    @property
    def divisor(self) -> str:
        """What data are divided by before moments are taken, such as ``"gamma"``, or nothing."""
        return " and ".join(map(str, self.exposures))


@dataclass(frozen=True)
class Export:
    """A match as another library takes it; as text it is the code with the notes in front.

    Attributes
    ----------
    target : str
        What it was asked for by, such as ``"pymc"``.
    library : str
        Name of the library, such as ``"PyMC"``.
    arguments : mapping of str to value
        What the library takes, ready for JSON.
    code : str
        Runs as pasted.
    notes : tuple of str
        The library's convention, what it cannot express, the nearest setting and its effect.
    data : str
        What the code calls the data that it takes; empty where it is a function of them.
    prepared : tuple of str or None
        Of code for sparse data, lines that make what it takes of an array or a sparse matrix; None
        where it takes an array as it is.
    inputs : mapping of str to str
        What code in Python calls what it takes besides: known arrays, by their names, and under
        ``"observed"``, if entries are missing, the places of the others. Empty for Stan and JAGS,
        whose notes list the data.
    is_python : bool
        Whether the code is Python, whatever the file that it is written to is called.
    comment : str
        What starts a comment in the language of the code.
    """

    target: str
    library: str
    arguments: Mapping[str, Any]
    code: str
    notes: tuple[str, ...] = ()
    data: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    prepared: tuple[str, ...] | None = None
    is_python: bool = True
    comment: str = "#"

    def __post_init__(self) -> None:
        freeze(self, "arguments", "inputs")

    def __str__(self) -> str:
        wrapper = textwrap.TextWrapper(
            98, f"{self.comment} ", f"{self.comment}   ",
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip
        return "\n".join([*map(wrapper.fill, self.notes), self.code])

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "target": self.target,
            "library": self.library,
            "arguments": dict(self.arguments),
            "code": self.code,
            "notes": list(self.notes),
            "data": self.data,
            "inputs": dict(self.inputs),
        }

    def to_json(self) -> str:
        """Return all of it as a JSON document."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)
