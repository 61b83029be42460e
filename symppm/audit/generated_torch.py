"""Generated torch modules against the derivation: hashes, constants, and every moment, exactly.

As for numba modules (:mod:`symppm.audit.generated`), nothing is imported or run, and torch need not
be installed. What is covered, and how:

* the banner: every hash in it, and its wording, from the text below it;
* layout: only the imports, constants and functions that the generator writes are let through, with
  its arguments, kinds of statements and kinds of calls;
* constants: those that follow from the declaration, and which functions there have to be;
* ``closed``: every moment at rational points, against the derivation's results;
* ``conditions``: the names say what the derivation requires for each moment, and the values are
that; * ``moment``: every order at rational parameters, against the family of the observed variable.

Only the hash of the body stands for what draws (``latents``, ``parameters``, ``leaf_parameters``),
for densities and distribution functions, for what integrates out (``summands``, ``polynomial``,
``leaf_moment``, ``terms``, with SUMS, EXPONENTS and LEAVES, and whether there are any of these),
for TITLE, and for docstrings and blanks. Rounding in double precision is no subject of the audit:
a literal stands for the plain number that rounds to it (:mod:`symppm.audit.exact_torch`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import sympy

from symppm.audit.exact_code import NoValueError, expression_value
from symppm.audit.exact_duals import Dual
from symppm.audit.exact_numbers import Number
from symppm.audit.generated_banner import banner_failures
from symppm.audit.generated_module import StructureError
from symppm.audit.generated_results import record_of
from symppm.audit.generated_run import Findings
from symppm.audit.generated_spec import parameters
from symppm.audit.generated_torch_module import Formulas, TorchModule, read_torch_module
from symppm.codegen.files import digest
from symppm.codegen.torch_module import HIGHEST
from symppm.errors import NotDerivableError
from symppm.families import Family
from symppm.laws.derivation import Derivation
from symppm.laws.records import declaration_tree
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum
from symppm.solve.targets import target_names

_POINTS: Final = 3
_SEED: Final = "points of the audit of torch"


def torch_findings(source: str, derivations: Sequence[Derivation]) -> Findings:
    """Compare a generated torch module with the derivation of its model."""
    findings = Findings()
    record = record_of(derivations)
    try:
        module = read_torch_module(source)
    except StructureError as error:
        findings.add(error.line, str(error))
        return findings
    name = record.declaration.name
    title = f"{name}: {module.constants['TITLE'].value}, in torch."
    made_from = {"model": digest(repr(declaration_tree(record.declaration)))}
    findings.failures += banner_failures(source, module.banner, title, made_from)
    if record.declaration.known:
        findings.add(1, "the generator writes no torch module for a model with known arrays")
        return findings
    family = record.declaration.observed.family
    raw_moments = _raw_moments(family)
    required = _required(derivations)
    _check_constants(module, record.declaration, len(raw_moments), findings)
    _check_functions(module, findings)
    generator = random.Random(_SEED)  # noqa: S311 - points, not secrets
    try:
        for _ in range(_POINTS):
            at = {name: Dual(value) for name, value in record.point(generator).items()}
            moments = record.moments(target_names(record.declaration), at)
            conditions = {name: expression_value(each, at, {}) for name, each in required.items()}
            _compare("closed", module.closed, moments, _sources("p", at), findings)
            _compare("conditions", module.conditions, conditions, _sources("p", at), findings)
            at = _drawn(family, generator)
            orders = enumerate(zip(module.moments, raw_moments, strict=False), 1)
            for order, (formulas, raw_moment) in orders:
                due = {"moment": expression_value(raw_moment, at, {})}
                name = f"moment of order {order}"
                _compare(name, formulas, due, _sources("q", at), findings)
    except (NoValueError, ValueError, KeyError, TypeError) as error:
        findings.add_error(error)
    return findings


def _check_constants(
    module: TorchModule, declaration: Declaration, orders: int, findings: Findings
) -> None:
    observed = declaration.observed
    family = observed.family
    value, given = sympy.Symbol("value", real=True), _symbols(family)
    support = observed.family.support_of(observed.parameters)
    latents = [each for each in declaration.variables if not each.observed]
    due: dict[str, object] = {
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
        "OBSERVED_FAMILY": observed.family.name,
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
    for name, value in due.items():
        constant = module.constants[name]
        # Python takes 1 for True.
        if repr(constant.value) != repr(value):
            what = f"{name} is {constant.value!r}, the derivation's model has {value!r}"
            findings.add(constant.line, what)
    for name in module.functions:
        latent = name.removeprefix("log_density_")
        if latent != name and latent not in {each.name for each in latents}:
            findings.add(module.functions[name], f"{name} is about no latent variable")


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


def _raw_moments(family: Family) -> tuple[sympy.Expr, ...]:
    """Return E[Y^n] for n = 1, 2, ..., up to the highest that is written if the family has it."""
    symbols = _symbols(family)
    found: list[sympy.Expr] = []
    for order in range(1, HIGHEST + 1):
        try:
            found.append(family.raw_moment(order, symbols).value)
        except NotDerivableError:
            break
    return tuple(found)


def _check_functions(module: TorchModule, findings: Findings) -> None:
    """See that there is what the constants promise, and nothing else of the kind."""
    constants = module.constants
    if len(module.moments) != constants["MOMENTS"].value:
        findings.add(module.functions["moment"], "moment has not as many orders as MOMENTS says")
    for constant, names in {
        "HAS_DENSITY": ("log_density",),
        "HAS_CUMULATIVE": ("cumulative",),
        "SUMS": ("summands", "polynomial"),
        "LEAVES": ("leaf_parameters", "leaf_moment", "terms"),
    }.items():
        value = constants[constant].value
        for name in names:
            if bool(value) != (name in module.functions):
                there = f"a function {name}" if name in module.functions else f"no function {name}"
                findings.add(constants[constant].line, f"{constant} is {value!r}: there is {there}")


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


def _compare(
    function: str,
    formulas: Formulas,
    due: Mapping[str, Dual],
    given: Mapping[str, Dual],
    findings: Findings,
) -> None:
    """Compare all that a function returns with what it has to return, at one point."""
    for name in sorted(set(formulas.returned) ^ set(due)):
        there = "returns" if name in formulas.returned else "does not return"
        line = formulas.returned[name].line if name in formulas.returned else formulas.line
        findings.add(line, f"{function} {there} {name}")
    try:
        found = formulas.at(given)
    except NoValueError as error:
        findings.add_error(error)
        return
    for name in due:
        if name in found:
            what = f"{function} gives {name} = {{}}, which has to be {{}}"
            findings.compare(found[name].value, due[name].value, formulas.returned[name].line, what)


def _sources(mapping: str, values: Mapping[str, Dual]) -> dict[str, Dual]:
    return {f"{mapping} {name}": value for name, value in values.items()}


def _drawn(family: Family, generator: random.Random) -> dict[str, Dual]:
    """Draw a rational value of each parameter of a family, within its bounds."""
    found = {}
    for each in family.parameters:
        value = Fraction(generator.randint(3, 40), generator.randint(41, 60))
        value *= 20 if each.upper is None else each.upper
        signs = {"negative": (-1,), "real": (-1, 1)}.get(each.domain, (1,))
        found[each.name] = Dual(Number(value * generator.choice(signs)))
    return found
