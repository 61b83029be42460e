"""What symppm raises. Every message says what was given, what was expected, and what to do."""

from __future__ import annotations

import difflib
import functools
import numbers
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

_ALIKE = 0.5
_MOST_LISTED = 20
_SHORT = 3
"""Letters from which the beginning or the end of a name tells it."""
TYPED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "gauge": "scale",
        "seed": "random_seed",
        **dict.fromkeys(("k", "factors", "n_factors", "n_components"), "fix K=NUMBER"),
        **dict.fromkeys(("std", "sd"), "variance, which is its square"),
        **dict.fromkeys(("poisson", "pmf"), "pmf_gamma"),
        "check": "match FILE --check",
        "fit": "match FILE",
        "export": "match FILE --export LIBRARY",
    }
)
"""What people type for options, arguments, models and commands, and what there is."""


class SymPPMError(Exception):
    """Base of every error that symppm raises on purpose.

    Parameters
    ----------
    given : str
        What was found, with its place (a file and line, a name, an entry of the matrix).
    expected : str
        What would have been right.
    do : str
        The next thing to try, as a sentence.
    """

    def __init__(self, given: str, *, expected: str, do: str) -> None:
        self.given = given
        self.expected = expected
        self.do = do
        super().__init__(f"{given}; expected {expected}. {do}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be copied, and come back from another process, with its notes."""
        factory = functools.partial(type(self), expected=self.expected, do=self.do)
        return factory, (self.given,), self.__dict__


class DeclarationError(SymPPMError):
    """A declaration that cannot be a model."""


class NotDerivableError(SymPPMError):
    """Outside the derivable class for good: some conditional moment is no Laurent polynomial."""


class NoMomentError(NotDerivableError):
    """A moment that exists for no hyperparameters: its integral diverges."""


class NotBuiltError(SymPPMError):
    """Inside what could be done in principle, but not built yet."""


class DerivationError(SymPPMError):
    """A derivation that does not re-check, or a derivation file that cannot be read."""


class DataError(SymPPMError):
    """Data, or a data file, that cannot be used."""


class TargetError(SymPPMError):
    """Targets that are incomplete or are no numbers (of infeasible ones a diagnostic tells)."""


class ParameterError(SymPPMError):
    """Hyperparameters, a scale or another option that does not fit the model."""


class ModelNameError(SymPPMError):
    """A model name that the catalogue does not have."""


class GeneratedCodeError(SymPPMError):
    """A generated module that is missing or is not what the generator writes."""


class NoSolutionError(SymPPMError, AttributeError):
    """What only a match with one solution has, asked of another one."""


class ReadOnlyError(SymPPMError, TypeError):
    """A change of a result, which stays as it was found."""


class MissingExtraError(SymPPMError):
    """A library that only some jobs need, and that is not installed."""


def did_you_mean(name: str, known: Iterable[str], *, listed: bool = False) -> str:
    """Return a sentence that offers the nearest known name, else lists the known ones.

    Parameters
    ----------
    name : str
        What was typed.
    known : iterable of str
        What exists.
    listed : bool
        Whether the sentence before lists what exists, so that this one need not.
    """
    names = sorted(known)
    near = nearest(str(name), names)
    if near:
        return f"Did you mean {near!r}?"
    if listed:
        return "Choose one of these."
    more = len(names) - _MOST_LISTED
    if more > 1:  # of which there are so many, all would be no help
        names[_MOST_LISTED:] = [f"and {more} others"]
    return f"Known: {', '.join(names)}."


def conjunction(texts: Iterable[str]) -> str:
    """Return texts as in "x, y and z"."""
    *some, last = list(texts) or [""]
    return f"{', '.join(some)} and {last}" if some else last


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like what was typed; nothing if none is like it."""
    names, word = sorted(known), name.lower()
    if (typed := TYPED.get(word)) in names:
        return str(typed)
    matches = [x for x in names if len(word) >= _SHORT and x.lower().startswith(word)]
    if matches or (matches := [x for x in names if x.lower().endswith(f"_{word}")]):
        return min(matches, key=len)

    def likeness(candidate: str) -> float:
        # Swapped letters are the commonest slip, and difflib punishes them most.
        swapped = sorted(name.lower()) == sorted(candidate.lower())
        return 1.0 if swapped else difflib.SequenceMatcher(None, name, candidate).ratio()

    near = max(names, key=likeness, default="")
    return near if near and likeness(near) >= _ALIKE else ""


def check_integer(name: str, value: object, low: int, high: int) -> None:
    """Raise ParameterError unless an option is an integer in a range, ends included."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        given = f"{name}={value!r}"
    elif not low <= int(value) <= high:
        given = f"{name}={value}"
    else:
        return
    raise ParameterError(
        given,
        expected=f"an integer from {low} to {high}",
        do=f"Pass {name}={max(low, 1)} or another integer in that range.",
    )
