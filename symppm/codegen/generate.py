"""Write the module of a model: moments and solutions as kernels, and the record behind them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.codegen.describe import describe, domain_of, root_priors
from symppm.codegen.files import digest, module_text, template
from symppm.codegen.printer import KERNELS, called
from symppm.codegen.spec import ModelSpec, specification_text
from symppm.codegen.units import Unit, branch_values, values
from symppm.errors import NotBuiltError, NotDerivableError, TargetError
from symppm.laws import Derivation, derive
from symppm.laws.declared import declaration_tree
from symppm.laws.derivation import strongest
from symppm.laws.records import record_json
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.declaration import Declaration
from symppm.model.nodes import known_entries
from symppm.solve import Solution, solve
from symppm.solve.exposure import of_data
from symppm.solve.feasibility import inequality
from symppm.solve.needs import cross_moment_targets, to_be_given
from symppm.solve.solver import unsolved
from symppm.solve.targets import (
    CYCLE,
    default_targets,
    is_cumulant,
    moment,
    parts_of_target,
    sharing,
)

_THREE_WORDS = 4
_SIX_WORDS = 7
_GLANCE = 100


@dataclass(frozen=True)
class GeneratedModel:
    """What is generated for a model: the module, its derivations, and what both are made of."""

    source: str
    record: str
    """JSON text of the derivations."""
    derivations: tuple[Derivation, ...]
    solutions: tuple[Solution, ...]
    """The one at a given number of factors last, if there is one."""
    spec: ModelSpec
    units: tuple[Unit, ...]


def record_contents(declaration: Declaration) -> tuple[str, ...]:
    """Return the moments that a model's derivation file holds, in order."""
    shared = [" ".join(axes) for axes in sharing(declaration)]
    common = derive(declaration, "covariance").result != 0
    stars = [n for n in default_targets(declaration) if len(n.split("_")) == _THREE_WORDS]
    cumulants = {cumulant for name in stars for cumulant in parts_of_target(declaration, name)}
    return (
        "mean",
        "variance",
        *(["covariance"] if common else []),
        *(f"covariance {axes}" for axes in shared),
        *(f"correlation {axes}" for axes in shared),
        *sorted(cumulant for cumulant in cumulants if len(cumulant.split()) == _THREE_WORDS),
    )


def generate(
    declaration: Declaration,
    title: str,
    needs: Sequence[str] | None = None,
    targets: Sequence[str] | None = None,
    *,
    solved: bool = True,
    proved: bool = True,
    beside: GeneratedModel | None = None,
) -> GeneratedModel:
    """Derive, solve and generate a model; a solution that is proved has its certificate beside.

    What a module ``beside`` has already, of the same model in the catalogue, is taken from there.
    """
    if len(declaration.sizes) > 1:
        raise NotBuiltError(
            f"a model with {len(declaration.sizes)} latent axes: "
            + ", ".join(axis.name for axis in declaration.latent_axes),
            expected="at most one latent axis",
            do="In Python derive() and solve() take such models, and so does matching by sampling: "
            'ppm.match(..., method="stochastic").',
        )
    derivations = tuple(derive(declaration, what) for what in record_contents(declaration))
    if not solved:
        needs = ()
    given_names = to_be_given(declaration, targets) if needs is None else tuple(needs)
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    fixed = {name: symbols[name] for name in given_names}
    given_names = (*given_names, *(symbol.name for symbol in of_data(declaration)))
    solution = (solve if solved else unsolved)(declaration, targets, fixed)
    if solved and (solution.free or solution.dimension > 0):
        raise NotBuiltError(
            f"{', '.join(given_names) or 'nothing'} given, which leaves a family of dimension "
            f"{solution.dimension} of {declaration.name!r} open",
            expected="hyperparameters that close it",
            do="Put numbers for more of its hyperparameters into the declaration.",
        )
    at_k = _at_k(declaration, solution, fixed)
    by_name = {"solution": solution, "solution_at_k": at_k}
    proofs = {n: s.derivation.document for n, s in by_name.items() if s is not None and proved}
    record = record_json(derivations, proofs)
    needed = strongest(declaration, (c for d in derivations for c in d.conditions))
    exist = tuple(map(inequality, needed))
    spec = describe(declaration, title, solution, at_k, given_names, exist)
    units = tuple(_units(declaration, spec, solution, at_k))
    existing = beside.units if beside else ()
    new = [unit for unit in units if unit not in existing]
    lines = (line for unit in new for line in (*unit.statements, *unit.returned))
    body = template("model.py.j2").render(
        spec=specification_text(spec, beside.spec if beside else None),
        beside=beside.spec.name if beside else "",
        shared=[unit.name for unit in units if unit in existing],
        units=new,
        special=called(KERNELS, "\n".join(lines)),
    )
    hashes = {"model": digest(repr(declaration_tree(declaration))), "record": digest(record)}
    source = module_text(f"{declaration.name}: {title}.", body, hashes)
    solutions = tuple(s for s in by_name.values() if s is not None)
    return GeneratedModel(source, record, derivations, solutions, spec, units)


def _at_k(
    declaration: Declaration, solution: Solution, fixed: Mapping[str, sympy.Symbol]
) -> Solution | None:
    """Solve at a given size, so that mean, variance and ratios of correlations hold.

    Where there are targets above order two, the cycle or else the last gives way: the others hold.
    """
    cycle = CYCLE in solution.given
    cumulants = [name for name in solution.given if is_cumulant(name)] if not cycle else []
    unique = len(solution.branches) == 1 and (cumulants or solution.is_explicit)
    nothing_left = len(fixed) == len(declaration.hyperparameters)
    if not declaration.sizes or not unique or len(solution.scales) > 1 or nothing_left:
        return None
    size = declaration.sizes[0]
    if cycle:
        # Beside it, six entries are there for the size alone.
        six = [name for name in solution.given if len(name.split("_")) == _SIX_WORDS]
        targets = tuple(name for name in solution.given if name not in (six or [CYCLE]))
    elif cumulants:
        targets = tuple(name for name in solution.given if name != cumulants[-1])
    else:
        defaults = default_targets(declaration)
        correlations = [name for name in defaults if name.startswith("rho_")]
        ratios = (f"{first}/{second}" for first, second in itertools.pairwise(correlations))
        targets = (*(name for name in ("mean", "variance") if name in defaults), *ratios)
    at_k = solve(declaration, targets, {size.name: size, **fixed})
    # One module has one set of coordinates.
    same = at_k.coordinates.replaced == solution.coordinates.replaced
    unique = len(at_k.branches) == 1 and (cumulants or at_k.is_explicit)
    return at_k if unique and same else None


def _units(
    declaration: Declaration, spec: ModelSpec, solution: Solution, at_k: Solution | None
) -> Iterator[Unit]:
    """Yield the functions about hyperparameters alone, then moments and solutions."""
    coordinates, exist = solution.coordinates, spec.moments_exist
    means = {prior.name: prior.family.mean(prior.parameters)
             for prior in root_priors(coordinates.declaration)}  # fmt: skip
    # A mean that differs from entry to entry is told where the known arrays are one.
    means = {name: mean.xreplace(dict.fromkeys(known_entries(mean), sympy.S.One))
             for name, mean in means.items()}  # fmt: skip
    doc = f"Return the means of {' and '.join(spec.priors) or 'no prior'}."
    yield values("prior_means", doc, spec.priors_depend_on, means)
    if coordinates.replaced:
        inner, outer = spec.priors_depend_on, tuple(coordinates.hyperparameters)
        guards = [requirement.positive for requirement in coordinates.requirements]
        domains = {symbol.name: domain_of(symbol) for symbol in declaration.hyperparameters}
        doc = f"Return {', '.join(outer)}, and a status."
        yield values("hyperparameters", doc, inner, coordinates.hyperparameters, guards, domains)
        yield values("coordinates", f"Return {', '.join(inner)}.", outer, coordinates.inverse)

    moments = {name: moment(declaration, name) for name in solution.given}
    where = f" All of them exist only where {' and '.join(exist)}." if exist else ""
    doc = f"Return {', '.join(solution.given)}.{where}{_formulas(moments)}"
    yield values("moments", doc, [parameter.name for parameter in spec.parameters], moments)
    arguments = (*solution.given, *spec.needs)
    for number, branch in enumerate(solution.branches, 1):
        name = "solve" if number == 1 else f"solve_{number}"
        shown = _formulas({} if branch.assignments else branch.identified)
        doc = f"Return {', '.join(solution.expressions)} and a status.{shown}"
        yield branch_values(name, doc, arguments, branch)
    if at_k is not None:
        size = declaration.sizes[0].name
        results, targets = ", ".join(at_k.expressions), ", ".join(at_k.given)
        doc = f"Return {results} and a status, for a given {size}; {targets} hold."
        yield branch_values("solve_at_k", doc, (size, *arguments), at_k.branches[0])


def _formulas(values: Mapping[str, sympy.Expr]) -> str:
    """Write formulas as the lines of a docstring, those that can be read at a glance."""
    texts = {name: str(value) for name, value in values.items()}
    lines = [f"    {name} = {text}\n" for name, text in texts.items() if name != text]
    shown = [line for line in lines if len(line) <= _GLANCE]
    return "\n\n" + "".join(shown) + "    " if shown else ""


def generate_cross_moments(beside: GeneratedModel, *, stars: bool = False) -> GeneratedModel | None:
    """Solve and generate a model of the catalogue by cumulants of different entries.

    What the model's own module has already is taken from there.
    """
    entry = CATALOGUE[beside.spec.name]
    declaration, needs = catalogue_model(beside.spec.name), entry.needs
    try:
        targets = cross_moment_targets(declaration, needs)
        if stars:
            if not needs:
                return None  # nothing above the factors is left open
            targets = cross_moment_targets(declaration, stars=True)
            needs = to_be_given(declaration, targets)
            if not set(needs) < set(entry.needs or ()):
                return None
        return generate(declaration, entry.title, needs, targets, proved=False, beside=beside)
    except (NotBuiltError, NotDerivableError, TargetError):
        return None
