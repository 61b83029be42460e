"""What commands of LaTeX stand for, as characters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from unicodedata import lookup

_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi",
    "Omega",
)  # fmt: skip


def _letter(name: str) -> str:
    size = "CAPITAL" if name[0].isupper() else "SMALL"
    return lookup(f"GREEK {size} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}")


def _double_struck(letter: str) -> str:
    irregular = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
    return irregular.get(letter) or lookup(f"MATHEMATICAL DOUBLE-STRUCK CAPITAL {letter}")


def _script(letter: str) -> str:
    irregular = {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}
    return irregular.get(letter) or lookup(f"MATHEMATICAL SCRIPT CAPITAL {letter}")


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

IDENTIFIERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{name: _letter(name) for name in _GREEK},
        "varepsilon": "ε",
        "varphi": "φ",
        "infty": "∞",
        "nabla": "∇",
        "partial": "∂",
        "ldots": "…",
        "cdots": "⋯",
        "ell": "ℓ",
        "emptyset": "∅",
    }
)
LETTERS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "mathbb": MappingProxyType({each: _double_struck(each) for each in _ALPHABET}),
        "mathcal": MappingProxyType({each: _script(each) for each in _ALPHABET}),
    }
)
FUNCTIONS: Final = frozenset(
    {
        "log", "ln", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "coth", "arctan", "erf",
        "erfc", "det", "max", "min", "lim", "Pr", "sup", "inf",
    }
)  # fmt: skip
LARGE: Final[Mapping[str, str]] = MappingProxyType({"sum": "∑", "prod": "∏", "int": "∫"})
RELATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "neq": "≠",
        "ne": "≠",
        "geq": "≥",
        "ge": "≥",
        "leq": "≤",
        "le": "≤",
        "sim": "∼",
        "approx": "≈",
        "equiv": "≡",
        "propto": "∝",
        "to": "→",
        "mapsto": "↦",
        "in": "∈",
        "notin": "∉",
        "subseteq": "⊆",
        "mid": "∣",
        "wedge": "∧",
        "vee": "∨",
    }
)
OPERATORS: Final[Mapping[str, str]] = MappingProxyType(
    {"cdot": "·", "times": "×", "setminus": "∖", "pm": "±", "circ": "∘"}
)
SPACES: Final[Mapping[str, float]] = MappingProxyType(
    {"!": -0.17, ",": 0.17, ":": 0.22, ";": 0.28, " ": 0.25, "quad": 1.0, "qquad": 2.0}
)
SIZES: Final[Mapping[str, float]] = MappingProxyType(
    {
        f"{size}{side}": height
        for size, height in (("big", 1.2), ("Big", 1.8), ("bigg", 2.4), ("Bigg", 3.0))
        for side in "lr"
    }
)
ACCENTS: Final[Mapping[str, str]] = MappingProxyType(
    {"hat": "^", "tilde": "~", "bar": "¯", "underline": "_"}
)
