"""What an export is made from, and what it is."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from symppm.measure.frozen import freeze

if TYPE_CHECKING:
    from symppm.modeller import Model

_COMMENTS: Final = {"stan": "//"}


@dataclass(frozen=True)
class Chosen:
    """What an export needs of a match, in plain values.

    Attributes
    ----------
    model : str
        Name of the model.
    title : str
        One line that says what it is.
    declared : Model or None
        The model, where the user declared it; None for one of the catalogue.
    parameters : mapping of str to float
        The sizes of latent axes, such as K, and every hyperparameter.
    k : int
        Number of factors.
    targets : mapping of str to float
        What was to be met.
    achieved : mapping of str to float
        The model's moments at these parameters.
    gauge : str
        How the scale that data cannot see was fixed.
    """

    model: str
    title: str
    declared: Model | None
    parameters: Mapping[str, float]
    k: int
    targets: Mapping[str, float]
    achieved: Mapping[str, float]
    gauge: str


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
    """

    target: str
    library: str
    arguments: Mapping[str, Any]
    code: str
    notes: tuple[str, ...] = ()
    data: str = ""

    def __post_init__(self) -> None:
        freeze(self, "arguments")

    def __str__(self) -> str:
        sign = _COMMENTS.get(self.target, "#")
        lines = [
            textwrap.fill(
                note,
                98,
                initial_indent=f"{sign} ",
                subsequent_indent=f"{sign}   ",
                break_on_hyphens=False,
                break_long_words=False,
            )
            for note in self.notes
        ]
        return "\n".join([*lines, self.code])

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "target": self.target,
            "library": self.library,
            "arguments": dict(self.arguments),
            "code": self.code,
            "notes": list(self.notes),
            "data": self.data,
        }

    def to_json(self) -> str:
        """Return all of it as a JSON document."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)
