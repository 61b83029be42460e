"""The model as users see it: a declaration that can be derived, solved and sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import ParameterError
from symppm.laws import Derivation, derive
from symppm.model import Context, Declaration, catalogue_model
from symppm.model.sampling import sample_declaration
from symppm.solve import Solution, solve
from symppm.solve.targets import SECOND_ORDER


class Model(Context):
    """A Bayesian matrix-factorization model, declared in a ``with`` block.

    Parameters
    ----------
    name : str
        An identifier.

    Raises
    ------
    DeclarationError
        For anything that cannot be a model; the message says what to write instead.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("mine") as mine:
    ...     a, b = ppm.hyperparameters("a b")
    ...     theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
    ...     y = ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    >>> mine.mean()
    a/b
    """

    def derive(self, what: str) -> Derivation:
        """Derive one moment, with its ledger.

        Parameters
        ----------
        what : str
            ``"mean"``, ``"variance"``, ``"covariance AXES"`` or ``"correlation AXES"`` with the
            axes that two entries share, such as ``"correlation row"``. ``"rho_row"`` and
            ``"cov_row"`` mean the same.

        Raises
        ------
        DeclarationError, NotBuiltError
            If there is no such moment.
        NotDerivableError
            If the model is outside the derivable class.
        """
        return derive(self.declaration, long_name(what))

    def mean(self) -> sympy.Expr:
        """Return E[Y_ij] in the hyperparameters and K (first part of the paper's proposition 1)."""
        return self.derive("mean").result

    def variance(self) -> sympy.Expr:
        """Return Var[Y_ij] in the hyperparameters and K (the paper's proposition 1)."""
        return self.derive("variance").result

    def covariance(self, shared: str = "") -> sympy.Expr:
        """Return the covariance of two different entries that share the given axes.

        Parameters
        ----------
        shared : str
            Axis names separated by blanks: ``"row"`` for the same row and different columns;
            empty for entries that share no axis.
        """
        return self.derive(f"covariance {shared}").result

    def correlation(self, shared: str = "") -> sympy.Expr:
        """Return the correlation of two different entries that share the given axes.

        ``correlation("row")`` is the paper's rho_1, ``correlation("col")`` its rho_2.

        Parameters
        ----------
        shared : str
            Axis names separated by blanks.
        """
        return self.derive(f"correlation {shared}").result

    def solve(
        self, given: Sequence[str] = SECOND_ORDER, fixed: Mapping[str, Any] | None = None
    ) -> Solution:
        """Solve the moments for the hyperparameters and K.

        Parameters
        ----------
        given : sequence of str
            Targets: "mean", "variance", "rho_AXIS", "cov_AXIS" or a ratio "rho_row/rho_col".
        fixed : mapping of str to number or symbol, optional
            Hyperparameters, or "K", that are given.

        Raises
        ------
        TargetError, ParameterError, NotBuiltError
            If the system is not determined, or has no closed form of the kinds built so far.
        """
        return solve(self.declaration, given, fixed)


def long_name(what: str) -> str:
    """Return "correlation row" for "rho_row" and "covariance row" for "cov_row".

    Parameters
    ----------
    what : str
        A moment by its long or short name.
    """
    for short, long in (("rho_", "correlation "), ("cov_", "covariance ")):
        if what.startswith(short):
            return long + what.removeprefix(short)
    return what


def declaration_of(model: str | Context | Declaration) -> Declaration:
    """Return the declaration behind a catalogue name or a model.

    Parameters
    ----------
    model : str or Model
        What users pass.

    Raises
    ------
    ModelNameError
        If the catalogue has no such name.
    """
    if isinstance(model, Declaration):
        return model
    return catalogue_model(model) if isinstance(model, str) else model.declaration


def sample(
    model: str | Model,
    parameters: Mapping[str, float],
    *,
    shape: tuple[int, ...],
    draws: int = 1,
    random_seed: int,
) -> NDArray[Any]:
    """Draw matrices from the prior predictive distribution.

    Parameters
    ----------
    model : str or Model
        A catalogue name or a declared model.
    parameters : mapping of str to float
        Every hyperparameter, and the size of every latent axis ("K").
    shape : tuple of int
        Size of each observed axis, rows first.
    draws : int
        How many independent matrices.
    random_seed : int
        The same seed gives the same bytes.

    Returns
    -------
    numpy.ndarray
        Of the given shape for one draw, else with the draws in front.

    Raises
    ------
    ParameterError
        If a parameter is missing, unknown, or outside its domain, or a size is not positive.
    """
    declaration = declaration_of(model)
    if not isinstance(random_seed, (int, np.integer)) or random_seed < 0:
        raise ParameterError(
            f"random_seed={random_seed!r}", expected="an integer, zero or more", do="Pass one."
        )
    generator = np.random.default_rng(random_seed)
    return sample_declaration(declaration, parameters, shape, draws, generator)
