"""Write the module of a model: moments, solutions and their Jacobians as numba kernels."""

from __future__ import annotations

import pprint
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

import jinja2
import sympy

from symppm.codegen.describe import describe, root_priors
from symppm.codegen.files import digest, module_text
from symppm.codegen.printer import assignments, expression_source
from symppm.errors import NotBuiltError
from symppm.laws import Derivation, derive
from symppm.laws.ledger import declaration_tree, ledger_json
from symppm.model.declaration import Declaration
from symppm.solve import Solution, solve
from symppm.solve.forms import collected
from symppm.solve.targets import SECOND_ORDER, moment, target_symbol


@dataclass(frozen=True)
class Unit:
    """One function of the generated module, scalar and batched.

    Attributes
    ----------
    name, doc, batch_doc : str
        Of the function.
    arguments : tuple of str
        Scalar arguments.
    stacked : str
        Name of the array that stacks them in the batched form.
    guards : tuple of str
        Source of expressions that must be positive.
    lines : tuple of str
        Assignments.
    rows : tuple of tuple of str
        Names of results; one row of scalars, or the rows of a Jacobian.
    guarded : bool
        Whether a status is returned.
    """

    name: str
    doc: str
    batch_doc: str
    arguments: tuple[str, ...]
    stacked: str
    guards: tuple[str, ...]
    lines: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    guarded: bool

    @property
    def is_matrix(self) -> bool:
        """Whether results are the rows of a Jacobian."""
        return len(self.rows) > 1

    def _shape(self, cells: Sequence[Sequence[str]], status: str) -> str:
        rows = [f"({', '.join(row)},)" for row in cells]
        inner = rows if self.is_matrix else list(cells[0])
        tail = [status] if self.guarded else []
        return f"({', '.join([*inner, *tail])},)"

    def failed(self, status: int) -> str:
        """Return the source of what a failing guard returns: zeros and its number."""
        return self._shape([["0.0"] * len(row) for row in self.rows], str(status))

    @property
    def returned(self) -> str:
        """Return the source of the result."""
        return self._shape(self.rows, "OK")

    @property
    def slots(self) -> list[tuple[str, str]]:
        """Places in the batched output, and what goes there."""
        if self.is_matrix:
            return [
                (f"{i}, {j}", cell) for i, row in enumerate(self.rows) for j, cell in enumerate(row)
            ]
        return [(str(i), cell) for i, cell in enumerate(self.rows[0])]


@dataclass(frozen=True)
class GeneratedModel:
    """What is generated for a model.

    Attributes
    ----------
    source : str
        Text of the module.
    ledger : str
        JSON ledger of its derivations.
    derivations : tuple of Derivation
        The same, as objects.
    solution, at_k : Solution
        The closed forms that the module contains.
    """

    source: str
    ledger: str
    derivations: tuple[Derivation, ...]
    solution: Solution
    at_k: Solution


def ledger_contents(declaration: Declaration) -> tuple[str, ...]:
    """Return the moments that a model's ledger derives, in order.

    Parameters
    ----------
    declaration : Declaration
        Any model.
    """
    axes = declaration.observed.dims
    return (
        "mean",
        "variance",
        *(f"covariance {axis}" for axis in axes),
        *(f"correlation {axis}" for axis in axes),
    )


def generate(declaration: Declaration, title: str) -> GeneratedModel:
    """Derive, solve and generate a model.

    Parameters
    ----------
    declaration : Declaration
        A matrix model whose second-order moments have a closed-form solution.
    title : str
        One line that says what the model is.

    Raises
    ------
    NotDerivableError, NotBuiltError, TargetError
        If the model is outside what can be derived or solved.
    """
    if declaration.observed.dims != ("row", "col") or len(declaration.sizes) != 1:
        raise NotBuiltError(
            f"a model observed along {', '.join(declaration.observed.dims)} with "
            f"{len(declaration.sizes)} latent axes",
            expected="a matrix model: observed along row and col, with one latent axis",
            do="Generating other layouts is not built yet; derive and solve work.",
        )
    derivations = tuple(derive(declaration, what) for what in ledger_contents(declaration))
    size = declaration.sizes[0]
    solution = solve(declaration, SECOND_ORDER)
    at_k = solve(declaration, ("mean", "variance", "rho_row/rho_col"), {size.name: size})
    ledger = ledger_json(derivations)
    body = _body(declaration, title, solution, at_k)
    hashes = {"model": digest(repr(declaration_tree(declaration))), "ledger": digest(ledger)}
    source = module_text(f"{declaration.name}: {title}.", body, hashes)
    return GeneratedModel(source, ledger, derivations, solution, at_k)


def _body(declaration: Declaration, title: str, solution: Solution, at_k: Solution) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - Python source, not HTML
    )
    spec = describe(declaration, title, solution, at_k)
    priors = root_priors(declaration)
    means = {f"mean_{p.name}": p.family.mean(p.parameters) for p in priors}
    return environment.get_template("model.py.j2").render(
        spec=pprint.pformat(spec, width=96, sort_dicts=False),
        spec_priors=spec.priors,
        prior_arguments=spec.priors_depend_on,
        prior_lines=assignments(means),
        prior_outputs=list(means),
        units=_units(declaration, solution, at_k),
    )


def _template(name: str) -> str:
    return resources.files("symppm.codegen").joinpath("templates", name).read_text("utf-8")


def _units(declaration: Declaration, solution: Solution, at_k: Solution) -> list[Unit]:
    parameters = (*declaration.sizes, *declaration.hyperparameters)
    moments = {name: moment(declaration, name) for name in solution.given}
    targets = tuple(target_symbol(name) for name in solution.given)
    size = declaration.sizes
    listed = ", ".join(solution.given)
    known = ", ".join(symbol.name for symbol in parameters)
    found = ", ".join(solution.expressions)
    found_at_k = ", ".join(at_k.expressions)
    return [
        _values("moments", f"Return {listed}.", moments, parameters, "parameters", ()),
        _jacobian(
            "moments_jacobian",
            f"Return the derivatives of {listed} by {known}.",
            moments,
            parameters,
            "parameters",
            (),
        ),
        _values(
            "conditions",
            "Return what must be positive for targets to be feasible, in the order of SPEC.",
            {f"margin_{n}": collected(c.positive) for n, c in enumerate(solution.conditions, 1)},
            targets,
            "targets",
            (),
        ),
        _values(
            "conditions_at_k",
            f"Return what must be positive for targets to be feasible at a given {size[0]}.",
            {f"margin_{n}": collected(c.positive) for n, c in enumerate(at_k.conditions, 1)},
            targets,
            "targets",
            (),
        ),
        _values(
            "solve",
            f"Return {found} and a status.",
            solution.expressions,
            targets,
            "targets",
            _guards(solution),
        ),
        _jacobian(
            "solve_jacobian",
            f"Return the derivatives of {found} by {listed}, and a status.",
            solution.expressions,
            targets,
            "targets",
            _guards(solution),
        ),
        _values(
            "solve_at_k",
            f"Return {found_at_k} and a status, for a given {size[0]}; "
            f"{', '.join(at_k.given)} hold.",
            at_k.expressions,
            (*size, *targets),
            "targets",
            _guards(at_k),
        ),
    ]


def _guards(solution: Solution) -> tuple[str, ...]:
    # The very form that the solution divides by: where it is positive, nothing divides by zero.
    return tuple(f"({expression_source(collected(c.positive))})" for c in solution.conditions)


def _identifier(name: str) -> str:
    return name.replace("**", "_pow_").replace("*", "_").replace("/", "_over_")


def _values(
    name: str,
    doc: str,
    outputs: Mapping[str, sympy.Expr],
    arguments: Sequence[sympy.Symbol],
    stacked: str,
    guards: tuple[str, ...],
) -> Unit:
    row = {f"{_identifier(key)}_value": value for key, value in outputs.items()}
    return _unit(name, doc, "the columns of out", [row], arguments, stacked, guards)


def _jacobian(
    name: str,
    doc: str,
    outputs: Mapping[str, sympy.Expr],
    arguments: Sequence[sympy.Symbol],
    stacked: str,
    guards: tuple[str, ...],
) -> Unit:
    rows = [
        {
            f"d{i}_{j}": sympy.factor_terms(sympy.diff(value, argument))
            for j, argument in enumerate(arguments)
        }
        for i, value in enumerate(outputs.values())
    ]
    return _unit(name, doc, "out[i, j, column]", rows, arguments, stacked, guards)


def _unit(
    name: str,
    doc: str,
    place: str,
    rows: Sequence[Mapping[str, sympy.Expr]],
    arguments: Sequence[sympy.Symbol],
    stacked: str,
    guards: tuple[str, ...],
) -> Unit:
    return Unit(
        name=name,
        doc=doc,
        batch_doc=f"Apply {name} to each column of {stacked}, into {place}.",
        arguments=tuple(argument.name for argument in arguments),
        stacked=stacked,
        guards=guards,
        lines=tuple(assignments({key: value for row in rows for key, value in row.items()})),
        rows=tuple(tuple(row) for row in rows),
        guarded=bool(guards),
    )
