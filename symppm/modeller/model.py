"""The model as users see it: a declaration that can be derived, solved and sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import sympy

from symppm.errors import (
    DataError,
    DeclarationError,
    DerivationError,
    NotBuiltError,
    ParameterError,
    TargetError,
)
from symppm.families import family_named
from symppm.laws import Derivation, derive
from symppm.laws.declared import declaration_from_tree, declaration_tree
from symppm.laws.forms import by_the_mean
from symppm.model import Context, Declaration, catalogue_model
from symppm.results.documents import Documented, checked_head, headed
from symppm.results.markup import block, paragraph, table
from symppm.solve import Solution, solve
from symppm.solve.targets import CYCLE, moment, sharing, written

_KIND = "model"


class Model(Context, Documented):
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
        """Derive one moment, with its record.

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
        if not isinstance(what, str):
            raise DeclarationError(
                f"the moment {what!r}",
                expected="its name as text",
                do='Write, for example, derive("variance").',
            )
        axes = {"_".join(group): " ".join(group) for group in sharing(self.declaration)}
        kind, _, shared = long_name(what).partition(" ")
        if kind == "cumulant":
            return derive(self.declaration, long_name(what))
        return derive(self.declaration, f"{kind} {axes.get(shared, shared)}".strip())

    def _moment(self, what: str) -> sympy.Expr:
        """Return a moment in the form in which a person would write it."""
        return by_the_mean(self.derive(what), self.derive("mean"))

    def mean(self) -> sympy.Expr:
        """Return E[Y_ij] in the hyperparameters and K (first part of the paper's proposition 1)."""
        return self._moment("mean")

    def variance(self) -> sympy.Expr:
        """Return Var[Y_ij] in the hyperparameters and K (the paper's proposition 1).

        Variances, covariances and cumulants are written by the mean where that is shorter, such as
        ``mean * (1 + (1 + a + c)/(b d))``.
        """
        return self._moment("variance")

    def covariance(self, shared: str = "") -> sympy.Expr:
        """Return the covariance of two different entries that share the given axes.

        Parameters
        ----------
        shared : str
            Axis names separated by blanks: ``"row"`` for the same row and different columns;
            empty for entries that share no axis.
        """
        return self._moment(f"covariance {shared}")

    def correlation(self, shared: str = "") -> sympy.Expr:
        """Return the correlation of two different entries that share the given axes.

        ``correlation("row")`` is the paper's rho_1, ``correlation("col")`` its rho_2.

        Parameters
        ----------
        shared : str
            Axis names separated by blanks.
        """
        return self._moment(f"correlation {shared}")

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
        return self._moment(" ".join(["cumulant", *map(str, entries)]))

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
            With every branch, the conditions, the scale with its proof, and how many combinations
            the targets determine. Too few targets leave ``free`` unknowns, too many leave
            ``constraints``; without a closed form its ``route`` is "numeric".

        Raises
        ------
        TargetError, ParameterError
            If targets or what is fixed make no sense for the model.
        """
        if given is not None and not (
            isinstance(given, Sequence) and all(isinstance(name, str) for name in given)
        ):
            raise TargetError(
                f"given={given!r}",
                expected="a sequence of names of targets",
                do=f"Write, for example, given={written(self.declaration)}.",
            )
        if fixed is not None and not isinstance(fixed, Mapping):
            raise ParameterError(
                f"fixed={fixed!r}",
                expected="a mapping from names to numbers, symbols or expressions",
                do='Write, for example, fixed={"K": 20}.',
            )
        return solve(self.declaration, given, fixed)

    def code(self, language: str) -> str:
        """Return the moments and the solution as one file that needs nothing of symppm.

        Parameters
        ----------
        language : {"numba", "numpy", "torch", "jax", "r", "julia", "c", "stan"}
            The language, or the library of Python. On arrays of NumPy, torch and JAX functions work
            element by element, the last two with derivatives; elsewhere on single numbers.

        Returns
        -------
        str
            Functions ``moments``, ``solve`` and so on (after the model's name and an underscore in
            R, Julia, C and Stan), with the meaning of every number, conditions and an example.

        Raises
        ------
        ParameterError
            If there is no such language.
        NotBuiltError, NotDerivableError
            If the model has no formulas.

        Examples
        --------
        >>> import symppm as ppm
        >>> with ppm.Model("mine") as mine:
        ...     a, b = ppm.hyperparameters("a b")
        ...     theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ...     y = ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
        >>> [line for line in mine.code("r").splitlines() if "function(a, b)" in line][1]
        'mine_moments <- function(a, b) {'
        """
        from symppm.codegen.compile import compile_model  # noqa: PLC0415 - rarely needed
        from symppm.codegen.standalone import checked, standalone  # noqa: PLC0415 - as above

        return standalone(compile_model(self.declaration), checked(language))

    def to_dict(self) -> dict[str, Any]:
        """Return the declaration as a document of plain values, ready for JSON.

        Families are written by name. Values of known arrays belong to data, and are not in it.
        """
        return declaration_document(self.declaration)

    @classmethod
    def _read(cls, document: Any) -> Self:
        declaration = read_declaration(document)
        model = cls(declaration.name)
        model._opened = True
        model._so_far = model._declaration = declaration
        return model

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return itself: a finished declaration never changes, and families are compared as is."""
        return self

    def _repr_html_(self) -> str:
        if self._declaration is None:
            return paragraph(f"{self.name}, whose declaration is not complete", "Model: ")
        return _html(self._declaration)


def long_name(what: str) -> str:
    """Return "correlation row" for "rho_row" and "covariance row" for "cov_row"."""
    if what.startswith("cumulant_"):
        return what.replace("_", " ")
    for short, long in (("rho_", "correlation "), ("cov_", "covariance ")):
        if what.startswith(short):
            return long + what.removeprefix(short)
    return what


def declaration_of(model: str | Context | Declaration) -> Declaration:
    """Return the declaration behind a catalogue name or a model."""
    if isinstance(model, Declaration):
        return model
    if isinstance(model, str):
        return catalogue_model(model)
    if not isinstance(model, Context):
        raise ParameterError(
            f"a model of type {type(model).__name__}",
            expected="a catalogue name or a declared model, made by with symppm.Model(name)",
            do='Pass a name such as "pmf_gamma", or what stands after "as" in the declaration.',
        )
    return model.declaration


def declaration_document(declaration: Declaration) -> dict[str, Any]:
    """Return a declaration as a document of plain values."""
    try:
        return headed(_KIND, declaration_tree(declaration))
    except DerivationError as error:
        raise NotBuiltError(
            f"the model {declaration.name!r} as a document ({error.given})",
            expected="parameters of arithmetic, powers, exp, log and the links of symppm",
            do="Keep the Python file that declares it.",
        ) from error


def read_declaration(document: Mapping[str, Any]) -> Declaration:
    """Read what :func:`declaration_document` wrote."""
    values = checked_head(document, _KIND)
    tree = {name: value for name, value in values.items() if name not in ("schema", "kind")}
    try:
        return declaration_from_tree(tree, family_named)
    except DerivationError as error:
        raise DataError(
            error.given.replace("the derivation contains", "the model contains"),
            expected=error.expected,
            do="The document is damaged, or was not written by symppm; write it again.",
        ) from error


def _html(declaration: Declaration) -> str:
    """Return a declaration as tables of its axes and variables, for a notebook."""
    names = ", ".join(str(symbol) for symbol in declaration.hyperparameters)
    rows = [
        [array.name, f"known, {', '.join(array.dims)}", "given with the data"]
        for array in declaration.known
    ]
    for variable in declaration.variables:
        along = ", ".join(variable.dims) or "no axis"
        values = ", ".join(f"{name}={value}" for name, value in variable.parameters.items())
        place = f"{along}; observed" if variable.observed else along
        rows.append([variable.name, place, f"{variable.family.name}({values})"])
    latent = declaration.latent_axes
    axes = [
        [axis.name, str(axis.size), ", ".join(axis.letters),
         "latent" if axis in latent else "observed"]
        for axis in declaration.axes
    ]  # fmt: skip
    return block(
        paragraph(declaration.name, "Model: "),
        paragraph(names or "none", "Hyperparameters: "),
        table(["variable", "along", "distribution"], rows, texts=[1, 2]),
        table(["axis", "size", "indices", ""], axes, texts=[1, 2, 3]),
    )
