"""The parts of a generated torch module: its imports, constants and functions.

Nothing is imported or run. Constants are literals; of the functions those that compute moments are
taken apart, and of the others only the head and the kinds of statements and calls are looked at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from symppm.audit.exact_code import NoValueError
from symppm.audit.exact_duals import Dual
from symppm.audit.exact_torch import torch_value
from symppm.audit.generated_module import Assignment, StructureError, with_banner

_CONSTANTS: Final = (
    "NAME",
    "TITLE",
    "HYPERPARAMETERS",
    "SIZES",
    "AXES",
    "OBSERVED",
    "OBSERVED_AXES",
    "OBSERVED_FAMILY",
    "INTEGRAL",
    "SIGN",
    "SHARED",
    "CONTINUOUS",
    "CLOSED",
    "MOMENTS",
    "LATENTS",
    "SUMS",
    "EXPONENTS",
    "LEAVES",
    "HAS_DENSITY",
    "HAS_CUMULATIVE",
)
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
_OF_LATENT: Final = re.compile(r"log_density_\w+")
_SPECIAL: Final = frozenset({"incomplete_beta", "lower_gamma", "upper_gamma", "weibull_shape"})
_INTERMEDIATE: Final = re.compile(r"t\d+")
_OF_TORCH: Final = frozenset(
    {
        "torch.exp", "torch.log", "torch.abs", "torch.sign", "torch.floor", "torch.ceil",
        "torch.sin", "torch.cos", "torch.tan", "torch.asin", "torch.acos", "torch.atan",
        "torch.sinh", "torch.cosh", "torch.tanh", "torch.erf", "torch.erfc", "torch.lgamma",
        "torch.sigmoid", "torch.sqrt", "torch.where", "torch.tensor", "torch.digamma",
        "torch.polygamma", "torch.maximum", "torch.minimum", "torch.nn.functional.softplus",
    }
)  # fmt: skip
_CALLED: Final = re.compile(r"draw\.[a-z_]+|leaf_parameters|ValueError")
_STATEMENTS: Final = (ast.Assign, ast.If, ast.Return, ast.Raise)
_STRANGE: Final = (
    *(ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Starred),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
_NO_ORDER: Final = "raise ValueError(f'there is no moment of order {order}')"


@dataclass(frozen=True)
class Constant:
    """A constant at the top of a module.

    Attributes
    ----------
    value : object
        The literal.
    line : int
        Where it is assigned.
    """

    value: object
    line: int


@dataclass(frozen=True)
class Formulas:
    """Intermediate results and what is returned, by name.

    Attributes
    ----------
    steps : tuple of Assignment
        Intermediate results, in order.
    returned : mapping of str to Assignment
        The results.
    line : int
        Where the function, or the branch of it, starts.
    """

    steps: tuple[Assignment, ...]
    returned: Mapping[str, Assignment]
    line: int

    def at(self, values: Mapping[str, Dual]) -> dict[str, Dual]:
        """Compute every result."""
        known = dict(values)
        for each in self.steps:
            known[each.name] = _at(each, known)
        return {name: _at(each, known) for name, each in self.returned.items()}


@dataclass(frozen=True)
class TorchModule:
    """A generated torch module, taken apart.

    Attributes
    ----------
    banner : str
        Its docstring.
    constants : mapping of str to Constant
        By name; all that the generator writes are there.
    functions : mapping of str to int
        The line on which each function starts.
    closed, conditions : Formulas
        What these functions return.
    moments : tuple of Formulas
        What ``moment`` returns for orders one, two, ...
    """

    banner: str
    constants: Mapping[str, Constant]
    functions: Mapping[str, int]
    closed: Formulas
    conditions: Formulas
    moments: tuple[Formulas, ...]


def read_torch_module(source: str) -> TorchModule:
    """Take a generated torch module apart."""
    tree, banner = with_banner(source)
    constants: dict[str, Constant] = {}
    functions: dict[str, ast.FunctionDef] = {}
    imports: list[str] = []
    for node in tree.body[1:]:
        match node:
            case ast.Import() | ast.ImportFrom() if _is_import(node, imports):
                imports.append(ast.unparse(node))
            case ast.Assign([ast.Name(name)], value) if name in set(_CONSTANTS) - set(constants):
                constants[name] = Constant(_literal(value), node.lineno)
            case ast.FunctionDef(name) if name not in functions:
                _check_function(node)
                functions[name] = node
            case _:
                what = ast.unparse(node).partition("\n")[0]
                raise StructureError(node, f"the generator does not write {what}")
    _check_imports(tree, imports)
    missing = [name for name in _CONSTANTS if name not in constants]
    missing += [name for name in tuple(_ARGUMENTS)[:5] if name not in functions]
    if missing or not imports:
        raise StructureError(tree, f"there is no {[*missing, 'import'][0]}")
    return TorchModule(
        banner,
        constants,
        {name: node.lineno for name, node in functions.items()},
        _named_formulas(functions["closed"]),
        _named_formulas(functions["conditions"]),
        _moments(functions["moment"]),
    )


def _at(assignment: Assignment, known: Mapping[str, Dual]) -> Dual:
    try:
        return torch_value(assignment.value, known)
    except NoValueError as error:
        raise NoValueError(f"line {assignment.line}: {error}") from error


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
    used = sorted(called & _SPECIAL)
    imported = "".join(imports[1:]).partition(" import ")[2]
    if ", ".join(used) != imported:
        what = f"what is imported is {imported or 'nothing'}, what is called {', '.join(used)}"
        raise StructureError(tree, what)


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError) as error:
        raise StructureError(node, f"{ast.unparse(node)} is no constant") from error


def _check_function(node: ast.FunctionDef) -> None:
    """See that a function has the head, and the kinds of statements and calls, of the generator."""
    of_latent = "value, parameters" if _OF_LATENT.fullmatch(node.name) else None
    arguments = _ARGUMENTS.get(node.name, of_latent)
    if arguments is None:
        raise StructureError(node, f"the generator writes no function {node.name}")
    # Decorators and annotations would show in the first line.
    if ast.unparse(node).partition("\n")[0] != f"def {node.name}({arguments}):":
        raise StructureError(node, f"{node.name} is not def {node.name}({arguments})")
    if ast.get_docstring(node) is None or len(node.body) == 1:
        raise StructureError(node, f"{node.name} is not a docstring and statements")
    for statement in node.body[1:]:
        for part in ast.walk(statement):
            known = not isinstance(part, ast.stmt) or isinstance(part, _STATEMENTS)
            if isinstance(part, ast.Call):
                called = ast.unparse(part.func)
                known = called in _OF_TORCH or called in _SPECIAL
                known = known or _CALLED.fullmatch(called) is not None
            if isinstance(part, ast.Attribute | ast.Subscript) and isinstance(part.ctx, ast.Store):
                known = ast.unparse(part).startswith("v[")
            if not known or isinstance(part, _STRANGE):
                what = ast.unparse(part).partition("\n")[0]
                raise StructureError(part, f"{node.name}: the generator does not write {what}")


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
    return Formulas(_steps(steps, node), returned, node.lineno)


def _moments(node: ast.FunctionDef) -> tuple[Formulas, ...]:
    *branches, last = node.body[1:]
    if ast.unparse(last) != _NO_ORDER:
        raise StructureError(last, f"{node.name} does not end in the error for other orders")
    found = []
    for order, branch in enumerate(branches, 1):
        match branch:
            case ast.If(test, [*steps, ast.Return(ast.expr() as value)], []) if (
                ast.unparse(test) == f"order == {order}"
            ):
                returned = {"moment": Assignment("moment", value, value.lineno)}
                found.append(Formulas(_steps(steps, node), returned, branch.lineno))
            case _:
                raise StructureError(branch, f"{node.name} has no branch for order {order} here")
    return tuple(found)


def _steps(nodes: Sequence[ast.stmt], of: ast.FunctionDef) -> tuple[Assignment, ...]:
    found = []
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) if _INTERMEDIATE.fullmatch(name):
                found.append(Assignment(name, value, node.lineno))
            case _:
                raise StructureError(node, f"{of.name}: the generator writes nothing like this")
    return tuple(found)
