"""Generated torch modules against the derivation: hashes, constants, and every moment, exactly.

As for numba modules (:mod:`symppm.audit.generated`), nothing is imported or run, and torch need not
be installed. What is covered, and how:

* the banner: every hash in it, and its wording, from the text below it;
* layout: only the imports, constants and functions that the generator writes are let through, with
  its arguments, kinds of statements and kinds of calls;
* constants: those that follow from the declaration, and which functions there have to be;
* ``closed``: every moment at rational points, against the derivation's results;
* ``conditions``: names say what the derivation requires for each moment, and values are that;
* ``moment``: every order at rational parameters, against the family of the observed variable.

Only the hash of the body stands for what draws (``latents``, ``parameters``, ``leaf_parameters``),
for densities and distribution functions, for what integrates out (``summands``, ``polynomial``,
``leaf_moment``, ``terms``, with SUMS, EXPONENTS and LEAVES, and whether there are any of these),
for TITLE, and for docstrings and blanks. Rounding in double precision is no subject of the audit:
a literal stands for the plain number that rounds to it (:mod:`symppm.audit.exact`).
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from types import MappingProxyType
from typing import Final

import sympy

from symppm.audit.exact import TORCH, NoValueError, Value, expression_value, sign
from symppm.audit.findings import Findings
from symppm.audit.modules import Assignment, StructureError, with_banner
from symppm.audit.reference import drawn, parameters, reference_of
from symppm.codegen.files import digest
from symppm.codegen.torch_module import HIGHEST
from symppm.errors import NotDerivableError
from symppm.families import Family, Moment
from symppm.laws.derivation import Derivation
from symppm.laws.records import declaration_tree
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum
from symppm.solve.targets import target_names

_POINTS: Final = 3
_TRIES: Final = 200
_SEED: Final = "points of the audit of torch"
_ON_THE_HASH: Final = ("TITLE", "SUMS", "EXPONENTS", "LEAVES")
"""Constants that are compared with nothing."""
_ARGUMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "closed": "p",
        "conditions": "p",
        "latents": "p, draw, layered=False",
        "parameters": "p, v, draw",
        "moment": "order, q",
        "log_density": "value, q",
        "cumulative": "value, q",
        "summands": "p, v",
        "polynomial": "order, p, v",
        "leaf_parameters": "p, v, draw",
        "leaf_moment": "name, order, q",
        "terms": "p, v",
    }
)
_REQUIRED: Final = ("closed", "conditions", "latents", "parameters", "moment")
_PROMISED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "HAS_DENSITY": ("log_density",),
        "HAS_CUMULATIVE": ("cumulative",),
        "SUMS": ("summands", "polynomial"),
        "LEAVES": ("leaf_parameters", "leaf_moment", "terms"),
    }
)
"""Functions that are there if a constant says so."""
_SPECIAL: Final = frozenset({"incomplete_beta", "lower_gamma", "upper_gamma", "weibull_shape"})
_CALLED: Final = re.compile(
    r"torch\.(exp|log|abs|sign|floor|ceil|a?sin|a?cos|a?tan|sinh|cosh|tanh|erfc?|lgamma|sigmoid"
    r"|sqrt|where|tensor|digamma|polygamma|maximum|minimum|nn\.functional\.softplus)"
    rf"|{'|'.join(sorted(_SPECIAL))}|draw\.[a-z_]+|leaf_parameters|ValueError"
)
_STATEMENTS: Final = (ast.Assign, ast.If, ast.Return, ast.Raise)
_STRANGE: Final = (
    *(ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Starred),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
_NO_ORDER: Final = "raise ValueError(f'there is no moment of order {order}')"


@dataclass(frozen=True)
class Formulas:
    """Intermediate results and what is returned, by name, of a function or a branch of it."""

    steps: tuple[Assignment, ...]
    returned: Mapping[str, Assignment]
    line: int

    def at(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Compute every result."""
        known = dict(values)
        results: dict[str, Value] = {}
        for step in (*self.steps, *self.returned.values()):
            try:
                value = TORCH.value(step.value, known)
            except NoValueError as error:
                raise NoValueError(f"line {step.line}: {error}") from error
            (results if step.name in self.returned else known)[step.name] = value
        return results


@dataclass(frozen=True)
class TorchModule:
    """A torch module: constants and functions by their names, with the lines where they start."""

    banner: str
    constants: Mapping[str, object]
    lines: Mapping[str, int]
    closed: Formulas
    conditions: Formulas
    moments: tuple[Formulas, ...]


def torch_findings(source: str, derivations: Sequence[Derivation]) -> Findings:
    """Compare a generated torch module with the derivation of its model."""
    findings = Findings()
    reference = reference_of(derivations)
    declaration = reference.declaration
    family = declaration.observed.family
    raw_moments = tuple(_raw_moments(family))
    due_constants = _constants(declaration, len(raw_moments))
    try:
        module = _read(source, (*due_constants, *_ON_THE_HASH))
    except StructureError as error:
        findings.add(error.line, str(error))
        return findings
    title = f"{declaration.name}: {module.constants['TITLE']}, in torch."
    made_from = {"model": digest(repr(declaration_tree(declaration)))}
    findings.check_banner(source, module.banner, title, made_from)
    if declaration.known:
        findings.add(1, "the generator writes no torch module for a model with known arrays")
        return findings
    for line, text in _contents_failures(module, declaration, due_constants):
        findings.add(line, text)
    required = _required(derivations)
    generator = random.Random(_SEED)  # noqa: S311 - points, not secrets
    try:
        for _ in range(_POINTS):
            at = reference.point(generator)
            given = {f"p[{name!r}]": value for name, value in at.items()}
            moments = reference.moments(target_names(declaration), at)
            conditions = {name: expression_value(each, at, {}) for name, each in required.items()}
            _compare("closed", module.closed, moments, given, findings)
            _compare("conditions", module.conditions, conditions, given, findings)
            at = _point_of(family, [each.conditions for each in raw_moments], generator)
            given = {f"q[{name!r}]": value for name, value in at.items()}
            orders = enumerate(zip(module.moments, raw_moments, strict=False), 1)
            for order, (formulas, raw_moment) in orders:
                due = {"moment": expression_value(raw_moment.value, at, {})}
                _compare(f"moment of order {order}", formulas, due, given, findings)
    except (NoValueError, ValueError, KeyError, TypeError) as error:
        findings.add_error(error)
    return findings


def _compare(
    function: str,
    formulas: Formulas,
    due: Mapping[str, Value],
    given: Mapping[str, Value],
    findings: Findings,
) -> None:
    """Compare all that a function returns with what it has to return, at one point."""
    for name in sorted(set(formulas.returned) ^ set(due)):
        there = "returns" if name in formulas.returned else "does not return"
        line = formulas.returned[name].line if name in formulas.returned else formulas.line
        findings.add(line, f"{function} {there} {name}")
    try:
        values = formulas.at(given)
    except NoValueError as error:
        findings.add_error(error)
        return
    for name in due:
        if name in values:
            what = f"{function} gives {name} = {{}}, which has to be {{}}"
            findings.compare(values[name], due[name], formulas.returned[name].line, what)


# What has to be there


def _constants(declaration: Declaration, orders: int) -> dict[str, object]:
    """Return the constants that follow from a declaration."""
    observed = declaration.observed
    family = observed.family
    value, given = sympy.Symbol("value", real=True), _symbols(family)
    support = family.support_of(observed.parameters)
    latents = [each for each in declaration.variables if not each.observed]
    return {
        "NAME": declaration.name,
        "HYPERPARAMETERS": tuple(
            (each.name, each.domain, each.upper, each.integer)
            for each in parameters(declaration)
            if not each.is_size
        ),
        "SIZES": tuple((axis.name, axis.size.name) for axis in declaration.latent_axes),
        "AXES": tuple(axis.name for axis in declaration.axes),
        "OBSERVED": observed.name,
        "OBSERVED_AXES": observed.dims,
        "OBSERVED_FAMILY": family.name,
        "INTEGRAL": support.integral,
        "SIGN": support.sign,
        "SHARED": _is_shared(declaration),
        # Derivation files cannot hold a declaration with steps in it.
        "CONTINUOUS": True,
        "CLOSED": target_names(declaration),
        "MOMENTS": orders,
        "HAS_DENSITY": _has_density(family),
        "HAS_CUMULATIVE": family.cumulative(value, given) is not None,
        "LATENTS": tuple((each.name, each.family.name, each.dims) for each in latents),
    }


def _symbols(family: Family) -> dict[str, sympy.Symbol]:
    return {each.name: sympy.Symbol(each.name, **{each.domain: True}) for each in family.parameters}


def _has_density(family: Family) -> bool:
    try:
        family.log_density(sympy.Symbol("value", real=True), _symbols(family))
    except NotDerivableError:
        return False
    return True


def _is_shared(declaration: Declaration) -> bool:
    """Tell whether some variable, or some sum, is the same for entries without a common index."""
    observed = set(declaration.observed.dims)
    if any(observed.isdisjoint(each.dims) for each in declaration.variables):
        return True
    values = [value for each in declaration.variables for value in each.parameters.values()]
    sums = [each for value in values for each in value.atoms(AxisSum)]
    return any(declaration.axis_of(each.bound).name in observed for each in sums)


def _point_of(
    family: Family, conditions: Sequence[Sequence[sympy.Expr]], generator: random.Random
) -> dict[str, Value]:
    """Draw parameters of a family at which its moments exist."""
    for attempt in range(_TRIES):
        scale = Fraction(1 + attempt // 10)
        at = {each.name: drawn(each, generator) * scale for each in family.parameters}
        if all(sign(expression_value(each, at, {})) > 0 for each in chain(*conditions)):
            return at
    raise NoValueError(f"no parameters of {family.name} at which its moments exist were found")


def _raw_moments(family: Family) -> Iterator[Moment]:
    """Yield E[Y^n] for n = 1, 2, ..., up to the highest that is written if the family has it."""
    for order in range(1, HIGHEST + 1):
        try:
            yield family.raw_moment(order, _symbols(family))
        except NotDerivableError:
            return


def _contents_failures(
    module: TorchModule, declaration: Declaration, due: Mapping[str, object]
) -> Iterator[tuple[int, str]]:
    """Compare constants with the declaration, and functions with what the constants promise."""
    for name, value in due.items():
        given = module.constants[name]
        # Python takes 1 for True.
        if repr(given) != repr(value):
            yield module.lines[name], f"{name} is {given!r}, the derivation's model has {value!r}"
    latents = [each for each in declaration.variables if not each.observed]
    densities = {f"log_density_{each.family.name}" for each in latents}
    for name in module.lines:
        if name.startswith("log_density_") and name not in densities:
            yield module.lines[name], f"{name} is about no latent variable"
    if len(module.moments) != module.constants["MOMENTS"]:
        yield module.lines["moment"], "moment has not as many orders as MOMENTS says"
    for constant, names in _PROMISED.items():
        value = module.constants[constant]
        for name in names:
            if bool(value) != (name in module.lines):
                there = f"{'a' if name in module.lines else 'no'} function {name}"
                yield module.lines[constant], f"{constant} is {value!r}: there is {there}"


def _required(derivations: Sequence[Derivation]) -> dict[str, sympy.Expr]:
    """Return what must be positive for each target to exist, by "target: condition".

    What a target needs is what all that it is made of needs.
    """
    found: dict[str, sympy.Expr] = {}
    for target in target_names(derivations[0].declaration):
        kind, _, axes = target.partition("_")
        pair = f"covariance {axes.replace('_', ' ')}"
        made_of = {
            "mean": {"mean"},
            "variance": {"variance", "covariance"},
            "rho": {"variance", pair, "covariance"},
            "cov": {pair, "covariance"},
        }[kind]
        # Nothing common is taken off where entries without a common index do not vary together.
        needed = [
            each.conditions
            for each in derivations
            if each.name in made_of and (each.name != "covariance" or each.result != 0)
        ]
        found |= {f"{target}: {each}": each for conditions in needed for each in conditions}
    return found


# Reading a module


def _read(source: str, constants_due: Sequence[str]) -> TorchModule:
    """Take a generated torch module apart."""
    tree, banner = with_banner(source)
    constants: dict[str, object] = {}
    functions: dict[str, ast.FunctionDef] = {}
    lines: dict[str, int] = {}
    imports: list[str] = []
    for node in tree.body[1:]:
        match node:
            case ast.Import() | ast.ImportFrom() if _is_import(node, imports):
                imports.append(ast.unparse(node))
                continue
            case ast.Assign([ast.Name(name)], value) if name in set(constants_due) - set(constants):
                constants[name] = _literal(value)
            case ast.FunctionDef(name) if name not in functions:
                _check_function(node)
                functions[name] = node
            case _:
                raise StructureError(node, f"the generator does not write {_first_line(node)}")
        lines[name] = node.lineno
    _check_imports(tree, imports)
    missing = [name for name in (*constants_due, *_REQUIRED) if name not in lines]
    if missing or not imports:
        raise StructureError(1, f"there is no {[*missing, 'import'][0]}")
    return TorchModule(
        banner,
        constants,
        lines,
        _named_formulas(functions["closed"]),
        _named_formulas(functions["conditions"]),
        tuple(_orders(functions["moment"])),
    )


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def _is_import(node: ast.Import | ast.ImportFrom, before: Sequence[str]) -> bool:
    """Tell whether it is torch, or after that special functions, once."""
    if not before:
        return ast.unparse(node) == "import torch"
    names = [each.name for each in node.names]
    due = f"from symppm.stochastic.special import {', '.join(names)}"
    return len(before) == 1 and _SPECIAL.issuperset(names) and ast.unparse(node) == due


def _check_imports(tree: ast.Module, imports: Sequence[str]) -> None:
    """See that the special functions that are called are those that are imported."""
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    used = ", ".join(sorted(called & _SPECIAL))
    imported = "".join(imports[1:]).partition(" import ")[2]
    if used != imported:
        what = f"what is imported is {imported or 'nothing'}, what is called {used}"
        raise StructureError(1, what)


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError) as error:
        raise StructureError(node, f"{ast.unparse(node)} is no constant") from error


def _check_function(node: ast.FunctionDef) -> None:
    """See that a function has the head, and the kinds of statements and calls, of the generator."""
    of_latent = "value, parameters" if node.name.startswith("log_density_") else None
    arguments = _ARGUMENTS.get(node.name, of_latent)
    if arguments is None:
        raise StructureError(node, f"the generator writes no function {node.name}")
    # Decorators and annotations would show in the first line.
    if _first_line(node) != f"def {node.name}({arguments}):":
        raise StructureError(node, f"{node.name} is not def {node.name}({arguments})")
    if ast.get_docstring(node) is None or len(node.body) == 1:
        raise StructureError(node, f"{node.name} is not a docstring and statements")
    for part in (part for statement in node.body[1:] for part in ast.walk(statement)):
        if not _is_written(part):
            what = f"{node.name}: the generator does not write {_first_line(part)}"
            raise StructureError(part, what)


def _is_written(part: ast.AST) -> bool:
    match part:
        case ast.Call(function):
            return _CALLED.fullmatch(ast.unparse(function)) is not None
        case ast.Attribute(_, _, ast.Store()) | ast.Subscript(_, _, ast.Store()):
            return ast.unparse(part).startswith("v[")
        case ast.stmt():
            return isinstance(part, _STATEMENTS)
    return not isinstance(part, _STRANGE)


def _named_formulas(node: ast.FunctionDef) -> Formulas:
    *steps, last = node.body[1:]
    match last:
        case ast.Return(ast.Dict(keys, values)):
            pass
        case _:
            raise StructureError(last, f"{node.name} does not end in the mapping that it returns")
    returned: dict[str, Assignment] = {}
    for key, value in zip(keys, values, strict=True):
        match key:
            case ast.Constant(str() as name) if name not in returned:
                returned[name] = Assignment(name, value, value.lineno)
            case _:
                raise StructureError(value, f"{node.name} returns something without its own name")
    return Formulas(tuple(_steps(steps, node)), returned, node.lineno)


def _orders(node: ast.FunctionDef) -> Iterator[Formulas]:
    *branches, last = node.body[1:]
    if ast.unparse(last) != _NO_ORDER:
        raise StructureError(last, f"{node.name} does not end in the error for other orders")
    for order, branch in enumerate(branches, 1):
        match branch:
            case ast.If(test, [*steps, ast.Return(ast.expr() as value)], []) if (
                ast.unparse(test) == f"order == {order}"
            ):
                returned = {"moment": Assignment("moment", value, value.lineno)}
                yield Formulas(tuple(_steps(steps, node)), returned, branch.lineno)
            case _:
                raise StructureError(branch, f"{node.name} has no branch for order {order} here")


def _steps(nodes: Sequence[ast.stmt], of: ast.FunctionDef) -> Iterator[Assignment]:
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) if re.fullmatch(r"t\d+", name):
                yield Assignment(name, value, node.lineno)
            case _:
                raise StructureError(node, f"{of.name}: the generator writes nothing like this")
