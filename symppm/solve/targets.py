"""Targets by name, as symbols and as equations in the hyperparameters."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Final

import sympy

from symppm.errors import NotBuiltError, NotDerivableError, SymPPMError, TargetError, did_you_mean
from symppm.laws import derive
from symppm.laws.collecting import as_product
from symppm.laws.engine import entry_sharing
from symppm.laws.interaction import CYCLE_PLACES, cycle_cumulants, shown_terms
from symppm.laws.patterns import Pattern, Places, pattern_of
from symppm.model.declaration import Declaration, Variable
from symppm.solve.exposure import adjusted, adjusted_cumulant

CYCLE: Final = "cycle"
"""The target E[Z_ij Z_il Z_tj Z_tl], where Z is what neither rows nor columns explain alone."""
SIX_PLACES: Final[Places] = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0))
"""Three rows and three columns, round which one can walk."""


def target_symbol(name: str) -> sympy.Symbol:
    """Return the symbol of a target; a variance is positive by definition, the rest are real."""
    if name == "variance":
        return sympy.Symbol(name, positive=True)
    return sympy.Symbol(name, real=True)


def target_names(declaration: Declaration) -> tuple[str, ...]:
    """Return the targets of order up to two that a model has, in a fixed order."""
    shared = ["_".join(axes) for axes in sharing(declaration)]
    return (
        "mean",
        "variance",
        *(f"rho_{name}" for name in shared),
        *(f"cov_{name}" for name in shared),
    )


def listed_targets(declaration: Declaration) -> tuple[str, ...]:
    """Return every target that has a name of its own, the cycle of a matrix among them."""
    names = target_names(declaration)
    return (*names, CYCLE) if len(declaration.observed.dims) == 2 else names


def usual_name(declaration: Declaration, name: str) -> str:
    """Return a target's name as it is written everywhere, a joint cumulant's with underscores."""
    return "/".join(_usual(declaration, part) for part in name.split("/"))


def _usual(declaration: Declaration, name: str) -> str:
    if not is_cumulant(name):
        return name
    try:
        pattern = pattern_of(declaration, _words(name))
    except SymPPMError as error:
        raise TargetError(
            f"the target {name!r}: {error.given}", expected=error.expected, do=error.do
        ) from error
    if not pattern.is_connected:
        raise TargetError(
            f"the target {name!r}, of entries that fall into groups without a common index",
            expected="entries that one array can show to vary together",
            do="Name entries that hang together by shared indices.",
        )
    if pattern.order > 2:
        return "_".join(["cumulant", *pattern.words(declaration)])
    if pattern.order == 1:
        return "mean"
    same = zip(declaration.observed.dims, *pattern.places, strict=True)
    shared = [axis for axis, one, two in same if one == two]
    whole = len(shared) == len(declaration.observed.dims)
    return "variance" if whole else "_".join(["cov", *shared])


def is_cumulant(name: str) -> bool:
    """Tell whether a target is a joint cumulant, by its name."""
    return name.replace("_", " ").split()[:1] == ["cumulant"]


def parts_of_target(declaration: Declaration, name: str) -> tuple[str, ...]:
    """Return the derivations behind a target above order two."""
    every = (part for _, product in _in_cumulants(declaration, name) for part in product)
    return tuple(" ".join(["cumulant", *part.words(declaration)]) for part in dict.fromkeys(every))


def _in_cumulants(declaration: Declaration, name: str) -> list[tuple[int, tuple[Pattern, ...]]]:
    """Return what one array shows of a target above order two: a sum of products of cumulants."""
    if name == CYCLE:
        weighted = cycle_cumulants(declaration)
        return [(n, (pattern_of(declaration, words),)) for n, words in weighted]
    if not is_cumulant(name):
        return []
    pattern = pattern_of(declaration, _words(name))
    if derive(declaration, "covariance").result == 0:
        return [(1, (pattern,))]
    products = shown_terms(pattern.places).items()
    return [(n, tuple(map(Pattern, product))) for product, n in products]


def _words(name: str) -> list[str]:
    return name.replace("_", " ").split()[1:]


def sharing(declaration: Declaration) -> tuple[tuple[str, ...], ...]:
    """Return every set of axes that two different entries can share, small sets first."""
    axes = [axis.name for axis in declaration.observed.axes]
    return tuple(
        subset for count in range(1, len(axes)) for subset in itertools.combinations(axes, count)
    )


def usual_targets(declaration: Declaration) -> tuple[str, ...]:
    """Return mean, variance, and the correlation of entries that share one axis, for every axis."""
    return ("mean", "variance", *(f"rho_{axis}" for axis in declaration.observed.dims))


def default_targets(declaration: Declaration) -> tuple[str, ...]:
    """Return the usual targets, or what there is in their place.

    Where factors have mean zero, these do not show them: then the moments of cycles of four and of
    six entries are added. Those that depend on nothing unknown are left out: with factors of mean
    zero, and with vectors of one sum, entries that share an index may be uncorrelated. Where the
    data are vectors of known sums, entries of one vector have as much covariance as takes the
    variance off their sum, and the others' covariance has no noise in it: that of two entries that
    share an index along the vectors, and the cumulant of three.
    """
    along = declaration.observed.over
    if along:
        places = [
            tuple(0 if axis == along else n for axis in declaration.observed.axes) for n in range(3)
        ]
        pair, star = (
            usual_name(
                declaration, " ".join(["cumulant", *Pattern(tuple(cells)).words(declaration)])
            )
            for cells in (places[:2], places)
        )
        every = ("mean", "variance", pair, star)
        return tuple(n for n in every if not _tells_nothing(declaration, n, unless_built=True))
    usual = usual_targets(declaration)
    six = _six_of_centered(declaration)
    if not six and not any(variable.over for variable in declaration.variables):
        return usual
    shown = tuple(name for name in usual if not _tells_nothing(declaration, name))
    return (*shown, CYCLE, six) if six else shown


def _tells_nothing(declaration: Declaration, name: str, *, unless_built: bool = False) -> bool:
    unknown = {*declaration.sizes, *declaration.hyperparameters}
    try:
        return not moment(declaration, name).free_symbols & unknown
    except SymPPMError:
        return unless_built


def _has_mean_zero(variable: Variable) -> bool:
    try:
        return bool(variable.family.mean(variable.parameters) == 0)
    except NotDerivableError:
        return False


def written(declaration: Declaration) -> str:
    """Return the default targets of a model as a user writes them."""
    return "(" + ", ".join(f'"{name}"' for name in default_targets(declaration)) + ")"


@functools.lru_cache(maxsize=256)
def _six_of_centered(declaration: Declaration) -> str:
    """Return the target of six entries of a matrix whose factors have mean zero, else nothing.

    Then the interaction of rows and columns is all of their product: what four entries tell of it
    is their own cumulant, and three entries tell nothing.
    """
    centered = [v for v in declaration.variables if not v.observed and _has_mean_zero(v)]
    if not centered or len(declaration.observed.dims) != 2 or declaration.known:
        return ""
    corner, four, six = (
        " ".join(["cumulant", *Pattern(places).words(declaration)])
        for places in (((0, 0), (0, 1), (1, 0)), CYCLE_PLACES, SIX_PLACES)
    )
    try:
        interaction = moment(declaration, CYCLE)
        apart = derive(declaration, four).result - interaction
        if interaction == 0 or sympy.expand(apart) != 0 or derive(declaration, corner).result != 0:
            return ""
    except SymPPMError:
        return ""
    return usual_name(declaration, six)


@functools.lru_cache(maxsize=1024)
def moment(declaration: Declaration, name: str) -> sympy.Expr:
    """Return the moment that a target is about, in the hyperparameters.

    Where a variable is shared by the whole array, entries that share no axis have a covariance D,
    which one array cannot show: its entries vary about a level of their own. Targets are what one
    array shows, so D is taken off the variance and off every covariance.
    """
    if is_cumulant(name) or name == CYCLE:
        return _above_two(declaration, name)
    if name not in target_names(declaration):
        raise TargetError(
            f"no target is named {name!r}",
            expected="a moment of the model's prior predictive distribution",
            do=did_you_mean(name, listed_targets(declaration)),
        )
    kind, _, axes = name.partition("_")
    observed = declaration.observed
    if kind == "mean":
        return adjusted(declaration, derive(declaration, "mean").result, (observed.generic,))
    apart = entry_sharing(declaration, ())
    common = adjusted(declaration, derive(declaration, "covariance").result, apart)
    # All axes, of a variance.
    shared = next((s for s in sharing(declaration) if "_".join(s) == axes), observed.dims)
    if kind == "rho":
        if common == 0 and not declaration.known:
            return derive(declaration, " ".join(["correlation", *shared])).result
        cov, variance = moment(declaration, f"cov_{axes}"), moment(declaration, "variance")
        return as_product(cov / variance)
    what = "variance" if kind == "variance" else " ".join(["covariance", *shared])
    entries = entry_sharing(declaration, shared)
    value = adjusted(declaration, derive(declaration, what).result, entries)
    return value if common == 0 else as_product(value - common)


def _above_two(declaration: Declaration, name: str) -> sympy.Expr:
    """Return the cycle, or a joint cumulant, of data divided by the known arrays."""
    products = _in_cumulants(declaration, name)
    if name == CYCLE:
        if derive(declaration, "covariance").result != 0:
            raise NotBuiltError(
                f"the target {name!r} of a model in which a variable is shared by the whole array",
                expected="moments up to order two: one array varies about a level of its own, and "
                "does not show this cumulant",
                do="Leave it out of the targets; `cumulant` derives its parts.",
            )
    elif declaration.known:
        places = pattern_of(declaration, _words(name)).places
        if len(set(places)) < len(places):
            raise NotBuiltError(
                f"the target {name!r} of a model with the known array "
                f"{declaration.known[0].name!r}",
                expected="moments up to order two, or cumulants of different entries: the noise of "
                "an entry divided by known arrays is different in each",
                do="Leave such cumulants out of the targets; `cumulant` derives them.",
            )
    total = sympy.Add(
        *(
            coefficient * sympy.Mul(*(_of_entries(declaration, pattern) for pattern in product))
            for coefficient, product in products
        )
    )
    return as_product(total) if len(products) > 1 else total


def _of_entries(declaration: Declaration, pattern: Pattern) -> sympy.Expr:
    """Return a joint cumulant of entries divided by their exposures."""
    cumulant = derive(declaration, " ".join(["cumulant", *pattern.words(declaration)])).result
    return adjusted_cumulant(declaration, cumulant, pattern.entries(declaration))


def equations(declaration: Declaration, given: Sequence[str]) -> dict[str, sympy.Expr]:
    """Return what is zero where the model meets each target, by the target.

    A correlation is written with its covariance, so that the equations stay as polynomial as the
    moments are. A ratio such as ``"rho_row/rho_col"`` holds only the ratio of two targets.
    """
    if isinstance(given, str):
        raise TargetError(
            f"given={given!r}",
            expected="a sequence of targets",
            do=f"Write, for example, given={written(declaration)}.",
        )
    known_names = listed_targets(declaration)
    for name in given:
        for part in name.split("/"):
            if part == CYCLE:
                cycle_cumulants(declaration)  # complains where the data are no matrix
            if not (part in known_names or is_cumulant(part)) or name.count("/") > 1:
                raise TargetError(
                    f"no target is named {name!r}",
                    expected="a moment of the model's prior predictive distribution",
                    do=did_you_mean(part, known_names),
                )
    repeated = [name for name in given if list(given).count(name) > 1]
    if repeated:
        raise TargetError(
            f"the target {repeated[0]!r} is given twice",
            expected="each target once",
            do="Remove one of the two.",
        )
    return {name: _residual(declaration, name, given) for name in given}


def _residual(declaration: Declaration, name: str, given: Sequence[str]) -> sympy.Expr:
    top, _, bottom = name.partition("/")
    # The variance cancels between two correlations, and between one and its own.
    scaled = top.startswith("rho_") and (not bottom or bottom.startswith("rho_"))
    upper, *lower = (
        moment(declaration, f"cov_{part[4:]}" if scaled else part) for part in (top, bottom) if part
    )
    if bottom:
        return target_symbol(bottom) * upper - target_symbol(top) * lower[0]
    if not scaled:
        return upper - target_symbol(top)
    inside = "variance" in given
    variance = target_symbol("variance") if inside else moment(declaration, "variance")
    return upper - target_symbol(top) * variance
