"""What is to be said of a match wherever it goes, and of what is installed there."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping
from importlib import metadata
from types import MappingProxyType
from typing import Final

from symppm.exports.types import ZEROS, Chosen, Exposure

_LIBRARIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hpfrec": "hpfrec",
        "schpf": "scHPF",
        "poismf": "poismf",
        "sklearn": "scikit-learn",
        "cmfrec": "cmfrec",
        "implicit": "implicit",
        "gensim": "gensim",
        "tomotopy": "tomotopy",
    }
)
"""Names of the libraries that fit, by target."""

_ALONE: Final = frozenset({"cmfrec", "implicit"})
"""Of these, the ones that take K alone."""

_BETWEEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "pymc": "PyMC cuts their fractions off and says nothing of it.",
        "numpyro": "NumPyro does not check that: a Poisson variable has no density there, and a "
        "sampler finds no place to start.",
        "pyro": "Pyro refuses such data.",
        "stan": "Stan refuses such data.",
        "jags": "JAGS does not check that, and takes the formula of the density between counts.",
        "hpfrec": "hpfrec takes such data, for what it maximises is defined there too.",
        "schpf": "scHPF takes such data, for what it maximises is defined there too.",
        "poismf": "poismf takes such data, for what it maximises is defined there too.",
        "sklearn": "scikit-learn takes such data, for its divergence is defined there too.",
    }
)


def cautions(chosen: Chosen, target: str) -> tuple[str, ...]:
    """Say what a target does not know of the match and its data."""
    return (
        *_about_gaps(chosen, target),
        *_about_values(chosen, target),
        *_about_exposures(chosen, target),
        *_about_margins(chosen),
        *_about_ties(chosen),
    )


def _about_gaps(chosen: Chosen, target: str) -> tuple[str, ...]:
    matched = chosen.matched
    if matched is None or not matched.missing:
        return ()
    total = math.prod(matched.shape)
    if matched.observed == total:
        return ()
    said = (
        f"MISSING ENTRIES: the match is to the {matched.observed:,} observed of {total:,} entries"
    )
    library = _LIBRARIES.get(target)
    if target == "json":
        return (f"{said}; its moments and parameters are about these.",)
    if library is None:
        return (f"{said}, and only these are data of this program.",)
    before = " Set the others to zero before fit(counts)." if matched.missing != ZEROS else ""
    if target in _ALONE:
        return (
            f"{said}. {library} has no missing entries: it takes an absent entry as a weak sign "
            f"of no interest.{before}",
        )
    return (
        f"{said}. {library} has no missing entries: it takes every entry as observed, and absent "
        f"ones as zeros, with which the mean of the data is {matched.observed / total:.4g} times "
        f"that of the observed ones, and its fit is as much lower.{before} Exports to pymc, "
        "numpyro, pyro, stan and jags leave missing entries out of the likelihood.",
    )


def _about_values(chosen: Chosen, target: str) -> tuple[str, ...]:
    matched = chosen.matched
    if matched is None or matched.whole or not chosen.counts:
        return ()
    own = f" {_BETWEEN[target]}" if target in _BETWEEN else ""
    return (
        "NOT COUNTS: some entries of the data are not whole numbers, which are all that "
        f"{chosen.model} can generate.{own} Match and fit the raw counts, or match a "
        "model of real numbers; to round the data changes the variance on which K rests.",
    )


def _about_exposures(chosen: Chosen, target: str) -> tuple[str, ...]:
    if not chosen.exposures:
        return ()
    divisor = chosen.divisor
    if target == "json":
        return (
            f"EXPOSURES: targets and achieved are moments of the data divided by {divisor}, with "
            "which the model multiplies the mean of an entry.",
        )
    library = _LIBRARIES.get(target)
    if library is None:
        return ()
    if target in _ALONE:
        return (
            f"EXPOSURES: {library} takes no known arrays, so {divisor} has no place in its fit.",
        )
    if any(each.average is None for each in chosen.exposures):
        return (
            f"EXPOSURES: {library} takes no known arrays. What it is set to is for data with "
            f"{divisor} = 1 throughout.",
        )
    parts = " and ".join(_as_part(each) for each in chosen.exposures)
    return (
        f"EXPOSURES: {library} takes no known arrays. What it is set to is for the data as they "
        f"are, not divided: {parts}. Divide the fitted factors by it to have those of the match.",
    )


def _about_margins(chosen: Chosen) -> tuple[str, ...]:
    if not chosen.estimated:
        return ()
    return (
        f"EXPOSURES: {' and '.join(chosen.estimated)} are not known but estimated from the margins "
        "of the data: totals over their mean, and where entries are missing the independence of "
        "rows and columns that the observed ones fit, its rows and its columns over their mean.",
    )


def _as_part(exposure: Exposure) -> str:
    """Say what becomes of an exposure in a library that has none."""
    average, square = exposure.average or 1.0, exposure.square or 1.0
    spread = math.sqrt(max(square / average**2 - 1.0, 0.0))
    about = f"{exposure} (average {average:.6g}, standard deviation over average {spread:.4g})"
    if len(exposure.dims) == 1:
        return (
            f"{about} becomes a part of the {exposure.dims[0]} factors, random with this average "
            "and spread"
        )
    return f"the average of {about} becomes a part of the factors, and its spread is left out"


def _about_ties(chosen: Chosen) -> tuple[str, ...]:
    if not chosen.ties:
        return ()
    ties = " and ".join(f"{name} = {text}" for name, text in chosen.ties.items())
    return (
        f"TIES: the match holds {ties}. Here these are separate numbers that nothing ties: whoever "
        "changes one has to change the other.",
    )


# Name to import, name to install by (empty where no registry has it), version that is tested.
_INSTALLED: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType({
    "hpfrec": ("hpfrec", "hpfrec", "0.2.14"),
    "schpf": (
        "schpf",
        "",
        "the source of simslab/scHPF, commit 6a294aa, for SciPy and scikit-learn of its time",
    ),
    "poismf": ("poismf", "poismf", "0.4.0"),
    "sklearn": ("sklearn", "scikit-learn", "1.9"),
    "cmfrec": ("cmfrec", "cmfrec", "3.5.1"),
    "implicit": ("implicit", "implicit", "0.7.3"),
    "pymc": ("pymc", "pymc", "5.28"),
    "numpyro": ("numpyro", "numpyro", "0.22"),
    "pyro": ("pyro", "pyro-ppl", "1.9"),
    "stan": ("stan", "pystan", "3.10"),
    "gensim": ("gensim", "gensim", "4.4"),
    "tomotopy": ("tomotopy", "tomotopy", "0.14"),
})  # fmt: skip


def remarks(target: str) -> tuple[str, ...]:
    """Say which version exported code was tested with, and which one is here, without importing."""
    if target not in _INSTALLED:
        return ()
    package, name, checked = _INSTALLED[target]
    tested = f"Tested with {name} {checked}"
    if not name:
        tested = f"Written from {checked}; that was not run"
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        how = f"pip install {name}" if name else "install it from its repository"
        return (f"{tested}; {package} is not installed here ({how}).",)
    try:
        version = metadata.version(name or package)
    except metadata.PackageNotFoundError:
        version = "a copy of unknown version"
    return (f"{tested}; installed here: {version}.",)
