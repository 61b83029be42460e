"""Judge a match without the package: by printed formulas, or by NumPy's draws and their error."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy import special

Draws = NDArray[np.float64]
BATCHES = 64


def moments(model: str, at: Mapping[str, float]) -> dict[str, float]:
    """Return mean and variance of Poisson factorization, hierarchical or not, as formulas have it.

    Parameters
    ----------
    model : str
        ``"pmf"`` or ``"hpf"``.
    at : mapping of str to float
        Size and hyperparameters.

    Returns
    -------
    dict of str to float
        Infinite where a moment does not exist.
    """
    k = at["K"]
    least = np.inf
    if model == "pmf":
        inverse = [1 / at[name] for name in "bd"]
        squared = [one**2 for one in inverse]
    else:
        # A rate from Gamma(n, n/m) has E[1/rate] = n / (m (n - 1)), E[1/rate^2] with (n - 2) too.
        pairs = [(at["a_prime"], at["b_prime"]), (at["c_prime"], at["d_prime"])]
        least = min(n for n, _ in pairs)
        if least <= 1:
            return {"mean": np.inf, "variance": np.inf}
        inverse = [n / (m * (n - 1)) for n, m in pairs]
        squared = [(n / m) ** 2 / ((n - 1) * (n - 2)) for n, m in pairs]
    a, c = at["a"], at["c"]
    mean = k * a * c * inverse[0] * inverse[1]
    if least <= 2:
        return {"mean": mean, "variance": np.inf}
    # Of the rate: K terms that coincide, K (K - 1) that share the rates of row and column only.
    same = k * a * (a + 1) * c * (c + 1)
    other = k * (k - 1) * (a * c) ** 2
    return {"mean": mean, "variance": mean + (same + other) * squared[0] * squared[1] - mean**2}


def drawn(
    model: str, at: Mapping[str, float], names: tuple[str, ...], draws: int, seed: int
) -> dict[str, tuple[float, float]]:
    """Return statistics from draws of the latent variables, with standard errors.

    Parameters
    ----------
    model : str
        As in :class:`asked.Task`.
    at : mapping of str to float
        Size and hyperparameters.
    names : tuple of str
        ``"P(Y = n)"`` and ``"P(Y <= n)"``; for logits ``"mean"``, ``"rho_row"``, ``"rho_col"``.
    draws : int
        In all; they are made in batches, whose spread is the error.
    seed : int
        Of the draws.
    """
    rng = np.random.default_rng(seed)
    each = max(draws // BATCHES, 1)
    work = _logits if model.startswith("logit") else _rates
    rows = np.array([work(rng, model, at, names, each) for _ in range(BATCHES)])
    if model.startswith("logit"):
        return _ratios(rows, names)
    errors = rows.std(0, ddof=1) / np.sqrt(BATCHES)
    return {
        name: (float(value), float(error))
        for name, value, error in zip(names, rows.mean(0), errors, strict=True)
    }


def _rates(
    rng: np.random.Generator,
    model: str,
    at: Mapping[str, float],
    names: tuple[str, ...],
    draws: int,
) -> list[float]:
    size = round(at["K"])
    if model == "pmf":
        row, column = np.full((draws, 1), at["b"]), np.full((draws, 1), at["d"])
    else:
        row = rng.gamma(at["a_prime"], at["b_prime"] / at["a_prime"], (draws, 1))
        column = rng.gamma(at["c_prime"], at["d_prime"] / at["c_prime"], (draws, 1))
    theta = rng.standard_gamma(at["a"], (draws, size)) / row
    beta = rng.standard_gamma(at["c"], (draws, size)) / column
    rate = (theta * beta).sum(1)
    found = []
    for name in names:
        sign, value = name.removeprefix("P(Y ").removesuffix(")").split()
        below = special.pdtr(float(value), rate)
        if sign == "=":
            below = below - (special.pdtr(float(value) - 1, rate) if float(value) >= 1 else 0.0)
        found.append(float(below.mean()))
    return found


def _logits(
    rng: np.random.Generator,
    _model: str,
    at: Mapping[str, float],
    _names: tuple[str, ...],
    draws: int,
) -> list[float]:
    """Return averages of p, of its products along a row, and along a column; 4 by 4 entries."""
    size, side = round(at["K"]), 4
    theta = rng.normal(at.get("m", 1.0), np.sqrt(at["s"]), (draws, side, size))
    beta = rng.normal(at.get("n", 1.0), np.sqrt(at["r"]), (draws, side, size))
    p = special.expit(at["b0"] + np.einsum("sik,sjk->sij", theta, beta))
    pairs = side * (side - 1)
    along = ((p.sum(2) ** 2 - (p**2).sum(2)) / pairs).mean()
    down = ((p.sum(1) ** 2 - (p**2).sum(1)) / pairs).mean()
    return [float(p.mean()), float(along), float(down)]


def _ratios(rows: Draws, names: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Return mean and correlations, their errors by leaving out one batch in turn."""

    def at(averages: Draws) -> dict[str, float]:
        mean, along, down = averages
        spread = mean * (1 - mean)
        return {
            "mean": float(mean),
            "rho_row": float((along - mean**2) / spread),
            "rho_col": float((down - mean**2) / spread),
        }

    count, total = len(rows), rows.sum(0)
    whole = at(total / count)
    without = [at((total - row) / (count - 1)) for row in rows]
    found = {}
    for name in names:
        left = np.array([each[name] for each in without])
        found[name] = (
            whole[name],
            float(np.sqrt((count - 1) / count * ((left - left.mean()) ** 2).sum())),
        )
    return found
