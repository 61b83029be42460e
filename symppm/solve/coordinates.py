"""Solving in means and coefficients of variation where a prior's own parameters do not solve."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import sympy

from symppm.errors import NotDerivableError
from symppm.families import TWO_MOMENTS, Requirement
from symppm.laws import derive
from symppm.laws.collecting import in_factors
from symppm.laws.polynomial import terms
from symppm.model.declaration import Declaration, Variable
from symppm.model.links import Logistic, Softplus
from symppm.model.nodes import Entry
from symppm.solve.invariants import unused

# The same priors come back with every choice of what is fixed.
_simplified = functools.lru_cache(maxsize=256)(sympy.simplify)


@dataclass(frozen=True)
class Coordinates:
    """A declaration as it is solved, and the way back.

    Attributes
    ----------
    declaration : Declaration
        With some priors replaced by their mean and coefficient of variation.
    hyperparameters : mapping of str to sympy.Expr
        Every hyperparameter of the original in those of this declaration, in the original's order.
    inverse : mapping of str to sympy.Expr
        Every hyperparameter of this declaration in those of the original.
    requirements : tuple of Requirement
        What must hold for the replaced priors to exist, in this declaration's hyperparameters.
    replaced : tuple of str
        The variables that were replaced.
    coefficients : mapping of sympy.Symbol to sympy.Expr
        What stands for coefficients of the observed variable's mean and variance that are no
        rational functions of what is given.
    """

    declaration: Declaration
    hyperparameters: Mapping[str, sympy.Expr]
    inverse: Mapping[str, sympy.Expr]
    requirements: tuple[Requirement, ...]
    replaced: tuple[str, ...]
    coefficients: Mapping[sympy.Symbol, sympy.Expr]


@dataclass(frozen=True)
class _Replaced:
    """A prior by its mean and spread, its old symbols in the new ones, the new in the old."""

    variable: Variable
    back: Mapping[sympy.Symbol, sympy.Expr]
    inverse: Mapping[sympy.Symbol, sympy.Expr]
    requirements: tuple[Requirement, ...]


def as_declared(declaration: Declaration) -> Coordinates:
    """Return the coordinates in which nothing is replaced."""
    symbols = {symbol.name: symbol for symbol in declaration.hyperparameters}
    return Coordinates(declaration, symbols, symbols, (), (), {})


@functools.lru_cache(maxsize=256)
def coordinates(declaration: Declaration, fixed: frozenset[str]) -> Coordinates:
    """Choose the coordinates in which second moments are rational, if there are any."""
    parents = {
        parent.name
        for variable in declaration.variables
        if not variable.observed
        for parent in declaration.parents(variable)
    }
    for unchanged in (frozenset[str](), frozenset(parents)):
        candidate = in_moments(declaration, fixed, unchanged)
        try:
            for moment in ("mean", "variance"):
                derive(candidate.declaration, moment)
        except NotDerivableError:
            continue
        return _with_coefficients(candidate, fixed)
    return _with_coefficients(as_declared(declaration), fixed)


def is_transcendental(node: sympy.Basic) -> bool:
    """Tell whether a node of an expression is no rational operation."""
    if isinstance(node, (sympy.Function, sympy.Derivative, sympy.NumberSymbol)):
        return True
    return isinstance(node, sympy.Pow) and not node.exp.is_Integer


def outermost(expressions: Iterable[sympy.Expr]) -> list[sympy.Expr]:
    """Return the largest parts that are no rational operations, in an order that is always so."""
    nodes = {n for e in expressions for n in sympy.preorder_traversal(e) if is_transcendental(n)}
    outer = [n for n in nodes if not any(other != n and other.has(n) for other in nodes)]
    return sorted(outer, key=sympy.default_sort_key)


def is_root(node: sympy.Expr) -> bool:
    """Tell whether it is a power whose exponent is a fraction."""
    return bool(node.is_Pow and node.exp.is_Rational and not node.exp.is_Integer)


def in_letters(expression: sympy.Expr, names: Mapping[sympy.Symbol, sympy.Expr]) -> sympy.Expr:
    """Put letters in place of what they stand for: for a root of pi, in place of its powers too."""
    forward = {value: letter for letter, value in names.items()}
    for letter, root in names.items():
        if is_root(root):
            powers = [power for power in expression.atoms(sympy.Pow) if power.base == root.base]
            exponents = {power: power.exp / root.exp for power in powers if is_root(power)}
            forward |= {power: letter**n for power, n in exponents.items() if n.is_Integer}
            if is_transcendental(root.base):
                forward[root.base] = letter ** (1 / root.exp)
    return expression.xreplace(forward)


def _with_coefficients(plain: Coordinates, fixed: Collection[str]) -> Coordinates:
    """Name coefficients such as kappa psi'(w), so that only rational operations are left."""
    declaration = plain.declaration
    observed = declaration.observed
    family, parameters = observed.family, observed.parameters
    center, spread = family.mean(parameters), family.variance(parameters)
    if not outermost((center, spread)):
        return plain
    names: dict[sympy.Expr, sympy.Symbol] = {}
    try:
        renamed = [_renamed(value, declaration, names) for value in (center, spread)]
    except NotDerivableError:
        return plain
    if any(symbol.name not in fixed for value in names for symbol in value.free_symbols):
        return plain
    stand_in = Variable(
        observed.name,
        replace(TWO_MOMENTS, support=family.support_of(parameters)),
        {"mean": renamed[0], "variance": renamed[1]},
        observed.axes,
        observed=True,
    )
    variables = tuple(stand_in if v.observed else v for v in declaration.variables)
    return replace(
        plain,
        declaration=replace(declaration, variables=variables),
        coefficients={symbol: value for value, symbol in names.items()},
    )


def _renamed(
    expression: sympy.Expr, declaration: Declaration, names: dict[sympy.Expr, sympy.Symbol]
) -> sympy.Expr:
    total = sympy.S.Zero
    for term in terms(expression, declaration):
        coefficient = term.coefficient
        if outermost([coefficient]):
            simple = _simplified(coefficient)
            if simple not in names:
                signs = {"positive": True} if simple.is_positive else {"real": True}
                names[simple] = sympy.Dummy(f"coefficient{len(names)}", **signs)
            coefficient = names[simple]
        total += sympy.Mul(coefficient, term.with_summand(term.monomial) / term.coefficient)
    return total


def in_moments(
    declaration: Declaration, fixed: Collection[str], unchanged: Collection[str] = ()
) -> Coordinates:
    """Replace every prior that its own parameters make hard to solve for.

    A prior at the root of the graph is replaced if its family has exactly two free parameters, each
    a function of one hyperparameter that occurs nowhere else and can be undone, unless mean and
    variance are products of powers of them, as for Gamma and F(mu, sigma^2) on the half-line.
    """
    names = {symbol.name for symbol in declaration.hyperparameters}
    replacements: dict[str, _Replaced] = {}
    for variable in declaration.variables:
        if variable.observed or variable.name in unchanged or declaration.parents(variable):
            continue
        prior = _replacement(declaration, variable, fixed, names)
        if prior is not None:
            replacements[variable.name] = prior
    if not replacements:
        return as_declared(declaration)
    owners = {symbol: prior for prior in replacements.values() for symbol in prior.back}
    inverse: dict[sympy.Symbol, sympy.Expr] = {}
    for symbol in declaration.hyperparameters:
        inverse |= owners[symbol].inverse if symbol in owners else {symbol: symbol}
    variables = tuple(
        replacements[variable.name].variable if variable.name in replacements else variable
        for variable in declaration.variables
    )
    return Coordinates(
        replace(declaration, hyperparameters=tuple(inverse), variables=variables),
        {s.name: owners[s].back[s] if s in owners else s for s in declaration.hyperparameters},
        {symbol.name: value for symbol, value in inverse.items()},
        tuple(requirement for prior in replacements.values() for requirement in prior.requirements),
        tuple(replacements),
        {},
    )


def _replacement(
    declaration: Declaration, variable: Variable, fixed: Collection[str], names: Collection[str]
) -> _Replaced | None:
    roots = _bare(declaration, variable, fixed)
    if roots is None:
        return None
    family, parameters = variable.family, variable.parameters
    try:
        mean, variance = family.mean(parameters), family.variance(parameters)
    except NotDerivableError:
        return None
    support = family.support_of(parameters)
    signed = support.sign == "real"
    added = signed and _is_only_added(declaration, variable)
    if (added or not signed) and _is_monomial(mean) and _is_monomial(variance):
        return None
    signs = {"real": True} if signed else {"positive": True}
    center = sympy.Symbol(unused(f"mean_{variable.name}", names), **signs)
    # What is only added may have the mean zero, over which nothing can be taken.
    unit = sympy.S.One if added else center
    kind = "sd" if added else "cv"
    spread = sympy.Symbol(unused(f"{kind}_{variable.name}", names), positive=True)
    second = (spread * unit) ** 2
    try:
        values = family.from_mean_variance(center, second)
        # Families state what a variable above zero requires.
        needed = () if signed else family.requirements(center, second)
    except NotDerivableError:
        return None
    undone = {
        symbol: undo(parameters[name], symbol, values[name]) for name, symbol in roots.items()
    }
    back = {symbol: _simplified(value) for symbol, (value, _) in undone.items()}
    stand_in = Variable(
        variable.name,
        replace(TWO_MOMENTS, support=support),
        {"mean": center, "variance": second},
        variable.axes,
    )
    requirements = (
        *(Requirement(_simplified(r.positive), r.text) for r in needed),
        *(requirement for _, ranges in undone.values() for requirement in ranges),
        *filter(None, itertools.starmap(_in_domain, back.items())),
    )
    squared = in_factors(variance if added else variance / mean**2)
    inverse = {center: mean, spread: sympy.sqrt(squared)}
    return _Replaced(stand_in, back, inverse, requirements)


def _is_only_added(declaration: Declaration, variable: Variable) -> bool:
    """Tell whether a variable enters others as a term, multiplied with no other variable."""
    for other in declaration.variables:
        for value in other.parameters.values():
            try:
                summands = terms(value, declaration)
            except NotDerivableError:
                return False
            for term in summands:
                names = {entry.name for entry in term.monomial.atoms(Entry)}
                if variable.name in names and not isinstance(term.monomial, Entry):
                    return False
    return True


def _in_domain(symbol: sympy.Symbol, value: sympy.Expr) -> Requirement | None:
    """Return what keeps a hyperparameter in its domain; None where nothing can leave it."""
    if value.is_positive:
        return None
    if symbol.is_negative:
        return Requirement(-value, f"{symbol} is negative")
    if symbol.is_positive or symbol.is_nonnegative:
        return Requirement(value, f"{symbol} is positive")
    return None


def _bare(
    declaration: Declaration, variable: Variable, fixed: Collection[str]
) -> dict[str, sympy.Symbol] | None:
    """Return the hyperparameter that each parameter is made of, if it is free and used once."""
    values = (value for v in declaration.variables for value in v.parameters.values())
    counts = Counter(symbol for value in values for symbol in value.free_symbols)
    roots: dict[str, sympy.Symbol] = {}
    for parameter in variable.family.parameters:
        value = variable.parameters[parameter.name]
        symbols = value.free_symbols & set(declaration.hyperparameters)
        if len(symbols) != 1 or value.free_symbols != symbols:
            return None
        (symbol,) = symbols
        if counts[symbol] != 1 or symbol.name in fixed:
            return None
        try:
            undo(value, symbol, value)
        except NotDerivableError:
            return None
        roots[parameter.name] = symbol
    return roots if len(roots) == 2 and len(set(roots.values())) == 2 else None


def undo(
    value: sympy.Expr, symbol: sympy.Symbol, result: sympy.Expr
) -> tuple[sympy.Expr, tuple[Requirement, ...]]:
    """Solve ``value = result`` for the one symbol that the value is a function of."""
    requirements: list[Requirement] = []

    def need(positive: sympy.Expr, bound: str) -> None:
        if not positive.is_positive:
            requirements.append(Requirement(positive, f"{value} is {bound}"))

    inner, outer = value, result
    while inner != symbol:
        kind = type(inner)
        if isinstance(inner, (sympy.Add, sympy.Mul)):
            constant, dependent = inner.as_independent(symbol, as_Add=kind is sympy.Add)
            outer = outer - constant if kind is sympy.Add else outer / constant
            if type(dependent) is kind:
                raise _not_undone(value, symbol)
            inner = dependent
        elif isinstance(inner, sympy.exp):
            need(outer, "positive")
            inner, outer = inner.args[0], sympy.log(outer)
        elif isinstance(inner, sympy.log):
            inner, outer = inner.args[0], sympy.exp(outer)
        elif isinstance(inner, Softplus):
            need(outer, "positive")
            inner, outer = inner.args[0], outer + sympy.log(1 - sympy.exp(-outer))
        elif isinstance(inner, Logistic):
            need(outer, "positive")
            need(1 - outer, "less than one")
            inner, outer = inner.args[0], sympy.log(outer / (1 - outer))
        elif isinstance(inner, sympy.Pow) and not inner.base.has(symbol):
            need(outer, "positive")
            inner, outer = inner.exp, sympy.log(outer) / sympy.log(inner.base)
        elif isinstance(inner, sympy.Pow) and inner.base.is_positive and not inner.exp.has(symbol):
            if not outer.is_nonnegative:  # of zero the root is none that the domain allows
                need(outer, "positive")
            inner, outer = inner.base, outer ** (1 / inner.exp)
        else:
            raise _not_undone(value, symbol)
    return outer, tuple(requirements)


def _not_undone(value: sympy.Expr, symbol: sympy.Symbol) -> NotDerivableError:
    return NotDerivableError(
        f"{value} solved for {symbol}",
        expected="a function of one hyperparameter that can be undone step by step",
        do="Make the hyperparameter the value itself.",
    )


def _is_monomial(expression: sympy.Expr) -> bool:
    return all(
        factor.is_number
        or (factor.as_base_exp()[0].is_Symbol and factor.as_base_exp()[1].is_Rational)
        for factor in sympy.Mul.make_args(in_factors(expression))
    )
