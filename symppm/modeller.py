"""The model as users see it: a declaration that can be derived, solved and sampled."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import (
    DeclarationError,
    ModelNameError,
    ParameterError,
    SymPPMError,
    did_you_mean,
)
from symppm.laws import Derivation, derive
from symppm.model import Context, Declaration, catalogue_model
from symppm.model.sampling import sample_declaration
from symppm.solve import Solution, solve
from symppm.solve.targets import CYCLE, moment, sharing

_MODEL_FILE_MODULE: Final = "symppm_model_file"


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
            axes that two entries share, such as ``"correlation row"``, or ``"cumulant ENTRIES"`` as
            in ``"cumulant ij il tj"``. ``"rho_row"`` and ``"cov_row"`` mean the same.

        Raises
        ------
        DeclarationError, NotBuiltError
            If there is no such moment.
        NotDerivableError
            If the model is outside the derivable class.
        """
        axes = {"_".join(each): " ".join(each) for each in sharing(self.declaration)}
        kind, _, shared = long_name(what).partition(" ")
        if kind == "cumulant":
            return derive(self.declaration, long_name(what))
        return derive(self.declaration, f"{kind} {axes.get(shared, shared)}".strip())

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

    def cumulant(self, *entries: str) -> sympy.Expr:
        """Return the joint cumulant of entries, by the law of total cumulance.

        Of one entry it is the mean, of two the covariance; ``cumulant("ij", "ij", "ij")`` is the
        third cumulant of an entry (its skewness times the standard deviation cubed), and
        ``cumulant("ij", "il", "tj", "tl")`` that of a cycle of two rows and two columns. Between
        different entries the observation model has no part, as long as its mean is the parameter
        of the matrix product and entries are independent given all else.

        Parameters
        ----------
        *entries : str
            One letter an axis of the observed variable, in the order of its dims; equal letters
            mean equal indices. At most eight.

        Raises
        ------
        DeclarationError
            If an entry has not one letter an axis.
        NotDerivableError
            If a moment that is needed was not declared or does not exist; the message names it.

        References
        ----------
        D. R. Brillinger, The calculation of cumulants via conditioning, Annals of the Institute of
        Statistical Mathematics 21 (1969).
        """
        return derive(self.declaration, " ".join(["cumulant", *map(str, entries)])).result

    def cycle(self) -> sympy.Expr:
        """Return E[Z_ij Z_il Z_tj Z_tl] over two rows and two columns of a matrix.

        Z is what rows and columns do not explain alone: an entry less the mean given its row, less
        the mean given its column, plus the mean. No noise of single entries is in it, so that with
        the mean and both covariances it determines K whatever the observation model is. For data
        with known exposures it is that of the data divided by them.

        Raises
        ------
        TargetError
            If the data have not exactly two axes.
        NotBuiltError
            If a variable is shared by the whole array, or known arrays do more than multiply the
            mean.
        NotDerivableError
            If a moment that is needed was not declared or does not exist; the message names it.
        """
        return moment(self.declaration, CYCLE)

    def solve(
        self, given: Sequence[str] | None = None, fixed: Mapping[str, Any] | None = None
    ) -> Solution:
        """Solve the moments for the hyperparameters and K.

        Parameters
        ----------
        given : sequence of str, optional
            Targets: "mean", "variance", "rho_AXIS", "cov_AXIS", "cycle", "cumulant ENTRIES" as in
            "cumulant ij ij il", or a ratio "rho_row/rho_col". By default mean, variance and the
            correlation along every axis.
        fixed : mapping of str to number, symbol or expression, optional
            Hyperparameters, or "K", that are given as numbers, as symbols (their own), or tied by
            an expression in other hyperparameters.

        Returns
        -------
        Solution
            With every branch, the conditions, the gauge with its proof, and how many combinations
            the targets determine. Too few targets leave ``free`` unknowns, too many leave
            ``constraints``; without a closed form its ``route`` is "numeric".

        Raises
        ------
        TargetError, ParameterError
            If targets or what is fixed make no sense for the model.
        """
        return solve(self.declaration, given, fixed)


def long_name(what: str) -> str:
    """Return "correlation row" for "rho_row" and "covariance row" for "cov_row".

    Parameters
    ----------
    what : str
        A moment by its long or short name.
    """
    if what.startswith("cumulant_"):
        return what.replace("_", " ")
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
    known: Mapping[str, Any] = MappingProxyType({}),
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
    known : mapping of str to array
        Values of every array that the model declares with ``Known``, one dimension an axis.

    Returns
    -------
    numpy.ndarray
        Of the given shape for one draw, else with the draws in front.

    Raises
    ------
    ParameterError
        If a parameter or a known array is missing, unknown, or outside its domain, or a size is not
        positive.
    """
    declaration = declaration_of(model)
    if not isinstance(random_seed, (int, np.integer)) or random_seed < 0:
        raise ParameterError(
            f"random_seed={random_seed!r}", expected="an integer, zero or more", do="Pass one."
        )
    generator = np.random.default_rng(random_seed)
    return sample_declaration(declaration, parameters, shape, draws, generator, known)


def load_model_file(text: str) -> Model:
    """Run a Python file that declares a model, and return the model.

    The file is run as Python, with all that this allows, but not as ``__main__``; its folder can be
    imported from while it runs. What it prints goes to standard error.

    Parameters
    ----------
    text : str
        ``"my_model.py"`` for a file that holds one model, or ``"my_model.py:name"`` with the name
        of a variable of the file, or of the model itself.

    Raises
    ------
    ModelNameError
        If there is no such file, or no such model in it, or none is named and there are several.
    DeclarationError
        If the file cannot be run; the message says at which line.
    SymPPMError
        What the declaration itself raises, with the line.
    """
    path, name = _file_and_name(text)
    values = vars(_run(path))
    models = {key: value for key, value in values.items() if isinstance(value, Model)}
    names = {id(model): key for key, model in reversed(models.items())}
    if name is None:
        if len(names) != 1:
            listed = ", ".join(sorted(names.values()))
            raise ModelNameError(
                f"{path} holds {f'{len(names)} models: {listed}' if names else 'no model'}",
                expected="a Python file with one model, or the name of one behind a colon",
                do=f"Write {path}:{next(iter(models))}, for example."
                if names
                else 'Declare one: with ppm.Model("my_model") as my_model: ...',
            )
        return next(iter(models.values()))
    found = models.get(name) or next((m for m in models.values() if m.name == name), None)
    if found is not None:
        return found
    if name in values:
        raise ModelNameError(
            f"{name} in {path} is of type {type(values[name]).__name__}",
            expected="a ppm.Model",
            do=_offer(name, models),
        )
    raise ModelNameError(
        f"no model is named {name!r} in {path}",
        expected="one of its models",
        do=_offer(name, models),
    )


def _offer(name: str, models: Mapping[str, Model]) -> str:
    return did_you_mean(name, models) if models else "The file holds no model at all."


def _file_and_name(text: str) -> tuple[Path, str | None]:
    file, colon, name = text.rpartition(":")
    path = Path(file if colon and not text.endswith(".py") else text)
    if path.is_file():
        return path, name if path != Path(text) else None
    beside = [each.name for each in path.parent.glob("*.py")] if path.parent.is_dir() else []
    near = did_you_mean(path.name, beside)
    raise ModelNameError(
        f"{path} is a folder" if path.is_dir() else f"{path} does not exist",
        expected="a Python file that declares a model, as in my_model.py or my_model.py:my_model",
        do=near if near.startswith("Did") else "Check the path.",
    )


def _run(path: Path) -> ModuleType:
    module = ModuleType(_MODEL_FILE_MODULE)
    module.__file__ = str(path)
    try:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        with _importable(module, path.resolve().parent), contextlib.redirect_stdout(sys.stderr):
            exec(code, vars(module))  # noqa: S102 - what the user asks for, and told so
    except (Exception, SystemExit) as error:
        raise _failed(path, error) from error
    return module


@contextlib.contextmanager
def _importable(module: ModuleType, folder: Path) -> Iterator[None]:
    """Let a file import its neighbours, and its classes find their module, while it runs."""
    sys.modules[module.__name__] = module
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            sys.path.remove(str(folder))
        sys.modules.pop(module.__name__, None)


def _failed(path: Path, error: BaseException) -> SymPPMError:
    """Say where a user's file failed, without the frames of whoever ran it."""
    place = str(path)
    if isinstance(error, SyntaxError) and error.filename == place:
        message, line = error.msg, error.lineno
    else:
        frames = traceback.extract_tb(error.__traceback__)
        message = str(error)
        line = next((f.lineno for f in reversed(frames) if f.filename == place), None)
    where = place if line is None else f"{place}, line {line}"
    if isinstance(error, SymPPMError):
        return type(error)(f"{where}: {error.given}", expected=error.expected, do=error.do)
    kind = type(error).__name__
    return DeclarationError(
        f"{where}: {kind}{f': {message}' if message else ''}",
        expected="a Python file that runs to its end",
        do=f"Correct it; `python {path}` shows the whole traceback.",
    )
