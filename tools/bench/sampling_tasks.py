"""What the benchmarks of stochastic matching ask for: models, targets, starts, goals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import symppm as ppm
from symppm.model.catalogue import catalogue_model
from symppm.model.declaration import Declaration

PMF_NAMES: Final = ("a", "b", "c", "d")
HPF_NAMES: Final = ("a", "a_prime", "b_prime", "c", "c_prime", "d_prime")

PMF_STARTS: Final = {
    "A": (10.0, 1.0, 10.0, 1.0),
    "B": (10.0, 2.0, 10.0, 2.0),
    "C": (0.001, 0.01, 0.01, 0.1),
    "D": (0.1, 1.0, 0.1, 1.0),
    "E": (0.1, 0.1, 0.1, 0.1),
    "F": (1.0, 1.0, 0.1, 0.1),
    "G": (1000.0, 1000.0, 1000.0, 1000.0),
}
"""The paper's initial configurations of Poisson factorization, in the order of ``PMF_NAMES``."""

HPF_STARTS: Final = {
    "K": (1.0, 100.0, 10.0, 1.0, 100.0, 10.0),
    "L": (0.1, 100.0, 1.0, 1.0, 100.0, 1.0),
    "M": (50.0, 5000.0, 10.0, 1.0, 5000.0, 1.0),
    "N": (1.0, 100.0, 1.0, 10.0, 10.0, 1.0),
    "O": (450.0, 4500.0, 100.0, 10.0, 400.0, 1.0),
    "P": (50.0, 50.0, 1.0, 1.0, 50.0, 1.0),
}
"""The same of hierarchical Poisson factorization, in the order of ``HPF_NAMES``."""


@dataclass(frozen=True)
class Task:
    """One line of the table.

    Attributes
    ----------
    model : str
        ``"pmf"``, ``"hpf"``, ``"logit"`` or ``"logit unit"``.
    targets : mapping of str to float
        Wanted statistics.
    fixed : mapping of str to float
        What is given.
    starts : mapping of str to mapping of str to float
        Starts by name; ``"own"`` is the package's.
    goal : float
        Largest relative error of any statistic.
    seconds : float
        Largest time after import.
    """

    model: str
    targets: Mapping[str, float]
    fixed: Mapping[str, float]
    starts: Mapping[str, Mapping[str, float]]
    goal: float
    seconds: float

    @property
    def known(self) -> tuple[str, ...]:
        """Targets that the exact formula judges."""
        closed = {"mean", "variance"} if self.model in {"pmf", "hpf"} else set()
        return tuple(name for name in self.targets if name in closed)


def _tasks() -> dict[str, Task]:
    pmf = {key: dict(zip(PMF_NAMES, each, strict=True)) for key, each in PMF_STARTS.items()}
    hpf = {key: dict(zip(HPF_NAMES, each, strict=True)) for key, each in HPF_STARTS.items()}
    own: dict[str, dict[str, float]] = {"own": {}}
    size = {"K": 25.0}
    small = {"mean": 25.0, "variance": 550.0}
    deep = {"mean": 10.0, "variance": 100.0}
    zero = {"P(Y = 0)": 0.9, "mean": 2.0}
    tails = {"P(Y <= 3)": 0.5, "P(Y <= 60)": 0.99}
    clicks = {"mean": 0.03, "rho_row": 0.1, "rho_col": 0.05}
    return {
        "pmf": Task("pmf", small, size, pmf, 0.002, 3.0),
        "hpf": Task("hpf", deep, size, hpf, 0.005, 10.0),
        "pmf, K free": Task("pmf", small, {}, pmf, 0.002, 30.0),
        "hpf, K free": Task("hpf", deep, {}, hpf, 0.005, 30.0),
        "hpf, P(Y=0), mean": Task("hpf", zero, size, own, 0.01, 30.0),
        "pmf, P(Y<=3), P(Y<=60)": Task("pmf", tails, size, own, 0.01, 30.0),
        "logit": Task("logit", clicks, {"K": 10.0}, own, 0.01, 60.0),
        "logit, means one": Task("logit unit", clicks, {"K": 10.0}, own, 0.01, 60.0),
    }


TASKS: Final = _tasks()


def declared(model: str) -> Declaration:
    """Return the declaration of a task's model.

    Parameters
    ----------
    model : str
        As in :class:`Task`.

    Notes
    -----
    The factorization of clicks is Bernoulli with the logit b0 + sum_k theta_ik beta_jk. Were the
    mean of theta zero, entries of a column would be correlated only through the variances of theta,
    and hardly: rho_col comes from the mean of theta, rho_row from that of beta. So both means
    are free, or one.
    """
    if model in {"pmf", "hpf"}:
        return catalogue_model(f"{model}_gamma")
    with ppm.Model("clicks") as made:
        intercept = ppm.hyperparameters("b0", domain="real")
        spread, width = ppm.hyperparameters("s r")
        if model == "logit unit":
            theta = ppm.Normal("theta", mean=1, variance=spread, dims="row factor")
            beta = ppm.Normal("beta", mean=1, variance=width, dims="col factor")
        else:
            m, n = ppm.hyperparameters("m n", domain="real")
            theta = ppm.Normal("theta", mean=m, variance=spread, dims="row factor")
            beta = ppm.Normal("beta", mean=n, variance=width, dims="col factor")
        logit = intercept + ppm.sum(theta * beta, over="factor")
        ppm.Bernoulli("Y", mean=ppm.logistic(logit), dims="row col", observed=True)
    return made.declaration
