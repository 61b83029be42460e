"""Known arrays: positive constants along axes that are given, not matched."""

from __future__ import annotations

from symppm.model.context import current
from symppm.model.declaration import KnownArray


def Known(name: str, *, dims: str | tuple[str, ...] | list[str]) -> KnownArray:
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

    Raises
    ------
    DeclarationError
        If the name is taken, or no axis is named.

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
    return current().add_known(name, dims)
