"""Moments of the starting points A to G and K to P by two routes, and errors of draws."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from lab.settings import FACTORS, HPF, PMF
from numpy.typing import NDArray

from technical.entry import Entry, central, entry

ALL: Final[Mapping[str, tuple[float, ...]]] = {**PMF, **HPF}
_ROUNDING: Final = 1e-9


@cache
def closed_forms(setting: str) -> dict[str, float]:
    """Return what both tables list of a setting, by the package's formulas.

    Parameters
    ----------
    setting : str
        A to G, K to P.
    """
    from symppm.codegen.load import load_model  # noqa: PLC0415 - loads numba
    from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - loads SymPy

    values = ALL[setting]
    model = "pmf_gamma" if len(values) == 4 else "hpf_gamma"
    mean, variance, *_ = load_model(model).moments(float(FACTORS), *values)
    found = {"mean": float(mean), "variance": float(variance)}
    if len(values) == 4:
        at = dict(zip("abcd", values, strict=True))
        for each in catalogue_model(model).variables:
            if not each.observed:
                family, given = each.family, each.parameters
                for name, moment, power in (
                    ("mu", family.mean(given), 1.0),
                    ("sigma", family.variance(given), 0.5),
                ):
                    here = {symbol: at[symbol.name] for symbol in moment.free_symbols}
                    found[f"{name}_{each.name}"] = float(moment.subs(here)) ** power
    return found


@cache
def moments(setting: str) -> Entry:
    """Return moments to order six of a setting's count, by the other route.

    Parameters
    ----------
    setting : str
        A to G, K to P.
    """
    return entry(ALL[setting], order=6)


def as_printed(value: float, printed: str) -> bool:
    """Tell whether a number, rounded to as many decimals as another is printed with, is the same.

    Parameters
    ----------
    value : float
        The number.
    printed : str
        The other.
    """
    decimals = len(printed.partition(".")[2])
    return abs(value - float(printed)) <= 0.5 * 10.0**-decimals * (1 + _ROUNDING)


def spread(of: Entry, draws: int) -> NDArray[np.float64]:
    """Return the covariance matrix of mean and variance of so many independent counts.

    Parameters
    ----------
    of : lab.entry.Entry
        With moments to order four.
    draws : int
        How many counts.
    """
    second, third, fourth = (float(central(of.count, n)) for n in (2, 3, 4))
    corner = fourth - second**2 * (draws - 3) / (draws - 1)
    return np.array([[second, third], [third, corner]]) / draws


def skewness(of: Entry, quantity: str) -> float:
    """Return the skewness of what one count adds to an estimate of mean or variance.

    Parameters
    ----------
    of : lab.entry.Entry
        With moments to order six.
    quantity : str
        ``"mean"`` or ``"variance"``.
    """
    m2, m3, m4, m6 = (float(central(of.count, n)) for n in (2, 3, 4, 6))
    if quantity == "mean":
        return float(m3 / m2**1.5)
    return float((m6 - 3 * m4 * m2 + 2 * m2**3) / (m4 - m2**2) ** 1.5)
