"""The paper's closed form for K."""

from __future__ import annotations


def printed_k(
    mean: float, variance: float, rho_1: float, rho_2: float, noise: float | None = None
) -> float:
    """Return K by eq:latent_var_est, or by eq:generic_solution with the variance of the noise.

    It is negative where the data leave less variance than the noise alone should have; a match
    calls such data infeasible, and has no K.

    Parameters
    ----------
    mean, variance : float
        Of an entry.
    rho_1, rho_2 : float
        The correlations in rows and in columns, which can be interchanged.
    noise : float, optional
        Variance of an entry given its rate; the mean unless told, as of a Poisson count.
    """
    left = (1 - rho_1 - rho_2) * variance - (mean if noise is None else noise)
    return left / (rho_1 * rho_2) * (mean / variance) ** 2
