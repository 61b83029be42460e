"""Known arrays: positive constants along axes that are given, not matched."""

from __future__ import annotations

from symppm.model.context import current
from symppm.model.declaration import KnownArray


def Known(
    name: str, *, dims: str | tuple[str, ...] | list[str], over: str | None = None
) -> KnownArray:
    """Declare known positive constants along axes, such as an exposure of each column.

    They are neither random nor hyperparameters: results depend on them entry by entry, and data
    come with their values. The paper's "adjustment for model mismatch" is such an array along the
    columns that multiplies the rate.

    Parameters
    ----------
    name : str
        Name of the array.
    dims : str
        Names of its axes, separated by blanks; at least one.
    over : str, optional
        The one of them along which its entries sum to one, as shares of words do.

    Raises
    ------
    DeclarationError
        If the name is taken, no axis is named, or ``over`` is none of them.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("mine") as mine:
    ...     a, b = ppm.hyperparameters("a b")
    ...     gamma = ppm.Known("gamma", dims="col")
    ...     theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
    ...     y = ppm.Poisson("Y", rate=gamma * theta, dims="row col", observed=True)
    >>> mine.mean()
    a*gamma[j]/b
    """
    return current().add_known(name, dims, over)
