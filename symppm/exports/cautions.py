"""What is to be said of a match wherever it goes, and of what is installed there."""

from __future__ import annotations

import importlib.util
import math
from importlib import metadata

from symppm.exports.types import ZEROS, Chosen, Exposure, Library


def cautions(chosen: Chosen, library: Library | None) -> tuple[str, ...]:
    """Say what a target, None for JSON, does not know of the match and its data."""
    own = (_about_gaps, _about_values, _about_exposures)
    said = (*(about(chosen, library) for about in own), _about_margins(chosen), _about_ties(chosen))
    return tuple(filter(None, said))


def _about_gaps(chosen: Chosen, library: Library | None) -> str:
    measured = chosen.match.statistics
    if measured is None or not chosen.missing:
        return ""
    observed, total = measured.observed, math.prod(measured.shape)
    if observed == total:
        return ""
    said = f"MISSING ENTRIES: the match is to the {observed:,} observed of {total:,} entries"
    if library is None:
        return f"{said}; its moments and parameters are about these."
    if not library.fits:
        return f"{said}, and only these are data of this program."
    before = " Set the others to zero before fit(counts)." if chosen.missing != ZEROS else ""
    if library.takes == "K":
        return (
            f"{said}. {library.title} has no missing entries: it takes an absent entry as a weak "
            f"sign of no interest.{before}"
        )
    return (
        f"{said}. {library.title} has no missing entries: it takes every entry as observed, and "
        f"absent ones as zeros, with which the mean of the data is {observed / total:.4g} "
        f"times that of the observed ones, and its fit is as much lower.{before} Exports to pymc, "
        "numpyro, pyro, stan and jags leave missing entries out of the likelihood."
    )


def _about_values(chosen: Chosen, library: Library | None) -> str:
    match = chosen.match
    whole = match.statistics is None or match.statistics.integral
    if whole or not match.spec.observed_is_count:
        return ""
    own = f" {library.between}" if library and library.between else ""
    return (
        "NOT COUNTS: some entries of the data are not whole numbers, which are all that "
        f"{match.model} can generate.{own} Match and fit the raw counts, or match a "
        "model of real numbers; to round the data changes the variance on which K rests."
    )


def _about_exposures(chosen: Chosen, library: Library | None) -> str:
    divisor = chosen.divisor
    if not divisor or (library and not library.fits):
        return ""
    if library is None:
        return (
            f"EXPOSURES: targets and achieved are moments of the data divided by {divisor}, with "
            "which the model multiplies the mean of an entry."
        )
    said = f"EXPOSURES: {library.title} takes no known arrays"
    if library.takes == "K":
        return f"{said}, so {divisor} has no place in its fit."
    if any(each.average is None for each in chosen.exposures):
        return f"{said}. What it is set to is for data with {divisor} = 1 throughout."
    parts = " and ".join(_as_part(each) for each in chosen.exposures)
    return (
        f"{said}. What it is set to is for the data as they are, not divided: {parts}. Divide the "
        "fitted factors by it to have those of the match."
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


def _about_margins(chosen: Chosen) -> str:
    estimated = chosen.match.given.estimated
    if not estimated:
        return ""
    return (
        f"EXPOSURES: {' and '.join(estimated)} are not known but estimated from the margins "
        "of the data: totals over their mean, and where entries are missing the independence of "
        "rows and columns that the observed ones fit, its rows and its columns over their mean."
    )


def _about_ties(chosen: Chosen) -> str:
    ties = " and ".join(f"{name} = {text}" for name, text in chosen.match.given.ties.items())
    if not ties:
        return ""
    return (
        f"TIES: the match holds {ties}. Here these are separate numbers that nothing ties: whoever "
        "changes one has to change the other."
    )


def remarks(library: Library) -> tuple[str, ...]:
    """Say which version exported code was tested with, and which one is here, without importing."""
    package, name = library.package, library.install
    if not package:
        return ()
    tested = f"Tested with {name} {library.tested}"
    if not name:
        tested = f"Written from {library.tested}; that was not run"
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        how = f"pip install {name}" if name else "install it from its repository"
        return (f"{tested}; {package} is not installed here ({how}).",)
    try:
        version = metadata.version(name or package)
    except metadata.PackageNotFoundError:
        version = "a copy of unknown version"
    return (f"{tested}; installed here: {version}.",)
