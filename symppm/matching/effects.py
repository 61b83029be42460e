"""Matching counts whose rates add effects of rows and columns to factors, by cross-moments.

Second moments leave four of its numbers open; the cumulant of three entries on a path tells the
mean of the factors, and conventions the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.errors import DataError, TargetError
from symppm.matching.agreement import estimated
from symppm.matching.by_interaction import LARGEST_SHAPE, LEAST_SHAPE
from symppm.matching.diagnostics.priors import crossed_factors, declaration_in, symbol_in
from symppm.matching.diagnostics.solutions import impossible_prior, unresolved
from symppm.matching.intervals import all_left_out, of_lines
from symppm.matching.kernels import Point
from symppm.matching.measuring import Observed
from symppm.matching.outcome import (
    Solution,
    finished,
    infeasible_match,
    made_match,
    on_scale,
)
from symppm.matching.question import Question
from symppm.matching.request import Request
from symppm.matching.result import AUTO, CROSS_MOMENTS, Diagnostic, Match

if TYPE_CHECKING:
    from symppm.modeller import Model
    from symppm.statistics.cross_moments import CrossMoments

Values = Mapping[str, Any]
Table = NDArray[np.float64]

PATH: Final = "cumulant_ij_il_tj"
_SHARE: Final = 0.95
"""Of the mean, that factors make at most: effects are positive."""
_RESOLVED: Final = 2.0
_FAINT: Final = 1e-3
"""Of the squared mean, the interaction that is taken where none is measured."""


@dataclass(frozen=True)
class Effects:
    """Names in a model whose rates are effects of rows and of columns, and a sum of products."""

    shapes: tuple[str, str]
    rates: tuple[str, str]
    row: tuple[str, str]
    column: tuple[str, str]
    size: str

    @property
    def scale(self) -> str:
        """The product of both rates, which is all that data show of them."""
        return "*".join(sorted(self.rates))

    @property
    def own(self) -> tuple[str, ...]:
        """All hyperparameters of the effects."""
        return (*self.row, *self.column)


def effects_in(model: str | Model) -> Effects | None:
    """Return the names, if the model is of this kind, with Gamma priors of their own throughout."""
    declared = declaration_in(model)
    variables = [] if declared is None else declared["variables"]
    observed = [each for each in variables if each["observed"]]
    latent = {each["name"]: each for each in variables if not each["observed"]}
    if declared is None or len(observed) != 1 or len(latent) != 4:
        return None
    rate, lines = observed[0]["parameters"].get("rate"), observed[0]["dims"]
    gamma = all(each["family"] == "Gamma" for each in latent.values())
    if observed[0]["family"] != "Poisson" or not gamma or rate[0] != "Add" or len(lines) != 2:
        return None
    alone = [latent[tree[1][1]] for tree in rate[1:] if tree[0] == "Entry"]
    products = [tree for tree in rate[1:] if tree[0] != "Entry"]
    effects = [each for line in lines for each in alone if each["dims"] == [line]]
    if len(alone) != 2 or len(effects) != 2 or len(products) != 1:
        return None
    factors = crossed_factors(declared, products[0])
    names = [
        symbol_in(variable["parameters"].get(name))
        for variable in (*factors, *effects)
        for name in ("shape", "rate")
    ]
    if len({*names} - {""}) != 8:
        return None
    a, b, c, d, *own = names
    sizes = {each["name"]: each["size"][1] for each in declared["axes"]}
    (axis,) = {*factors[0]["dims"]} - {*lines}
    return Effects((a, c), (b, d), (own[0], own[1]), (own[2], own[3]), sizes[axis])


def can_use(question: Question, effects: Effects, estimator: str) -> bool:
    """Tell whether nothing is given of effects, and of factors only K, shapes and a scale."""
    shapes = {*effects.shapes}
    return (
        estimator in {AUTO, CROSS_MOMENTS}
        and {*question.given} <= shapes.union(question.scales)
        and question.ties_only(shapes)
    )


def open_effects(question: Question, effects: Effects) -> TargetError:
    """Return the error for what is given of effects, and does not determine the rest."""
    example = ", ".join(f'"{name}": {n}' for n, name in enumerate(effects.own, 1))
    given = [name for name in effects.own if name in question.given]
    return TargetError(
        f"moments up to order two for {question.spec.name}"
        + (f", with {' and '.join(given)} of its effects" if given else ""),
        expected=f"all of {', '.join(effects.own)}, which these leave open, or none of them and "
        "cross-moments",
        do=f"Leave effects and the estimator out, or write fixed={{{example}}} with your values.",
    )


def answered_with_effects(
    request: Request, question: Question, observed: Observed, effects: Effects
) -> Match:
    """Match data by cross-moments, and conventions for what these leave open.

    With I the variance of rates that neither rows nor columns share, and C the cycle, K factors
    whose shapes are a and c and whose products have the mean m have I = K m^2 / (a c),
    C = I^2 / K, and the cumulant of Y_ij, Y_il and Y_tj is I m. So K and m follow, and a c.
    """
    measured = observed.cross_moments(request, CROSS_MOMENTS)
    if measured is None:
        raise DataError(
            f"such data for {question.spec.name}", expected="a matrix in memory", do="Read it."
        )
    values = {name: float(value) for name, value in measured.values.items()}
    faint = values["cycle"] <= 0 or not _positive(measured, _interaction)
    by_path = not faint and _positive(measured, lambda each: each[PATH] / _interaction(each))
    size = 1 if faint and question.k is None else question.k

    def solved(at: Values, k: int | None) -> dict[str, Any]:
        return _solved(effects, at, k, question.given, by_path=by_path)

    def asked_at(point: Values) -> tuple[Question, Point]:
        """Return what is asked with what the model needs of a point, and what is identified."""
        scales = dict(zip(effects.rates, (1.0, float(point[effects.scale])), strict=True))
        full = {**{name: float(value) for name, value in point.items()}, **scales}
        needed = {name: full[name] for name in question.spec.needs}
        asked = replace(question, given={**question.given, **needed})
        return asked, question.kernels.identified_of(full)

    def shown(point: Point) -> Point | None:
        asked, identified = asked_at(point)
        outer, _, status = on_scale(asked, identified)
        return {**outer, **identified} if status == OK else None

    exact = solved(values, size)
    k_exact = float(exact[effects.size])
    k = question.k or max(1, round(k_exact))
    asked, identified = asked_at(solved(values, k))
    outer, text, status = on_scale(asked, identified)
    if status != OK:
        return infeasible_match(question, impossible_prior(question.spec, status))
    made = made_match(replace(asked, k=k), k, Solution(k_exact, outer, identified, text))
    uncertainty, left = None, None if faint else all_left_out(measured)
    said = [_about(made, effects, question.given, faint=faint, by_path=by_path)]
    if left is not None:
        names, *tables = left
        rows, columns = (
            np.column_stack([*solved(dict(zip(names, table.T, strict=True)), size).values()])
            for table in tables
        )
        point = {name: float(value) for name, value in exact.items()}
        uncertainty = of_lines(question, point, rows, columns, shown)
        said += [] if uncertainty is None else unresolved(question.spec, uncertainty)
    return finished(made, CROSS_MOMENTS, *said, uncertainty=uncertainty, cross_moments=measured)


def _interaction(values: Values) -> Any:
    return values["variance"] - values["mean"] - values["cov_row"] - values["cov_col"]


def _positive(measured: CrossMoments, follows: Callable[[Values], Any]) -> bool:
    """Tell whether what follows is positive, by two standard errors where these are known."""
    found = estimated(measured, lambda values: float(follows(values)))
    if found is None:
        return bool(measured.rows is None and follows(measured.values) > 0)
    return found.errors > _RESOLVED


def _solved(
    effects: Effects, values: Values, k: int | None, given: Mapping[str, float], *, by_path: bool
) -> dict[str, Any]:
    """Return what the model has, at values or at arrays of values, in the order of its names."""
    mean, interaction = values["mean"], _interaction(values)
    own = {name: given[name] for name in effects.shapes if name in given}
    with np.errstate(all="ignore"):
        size = interaction**2 / values["cycle"] if k is None else k + 0.0 * mean
        interaction = np.maximum(interaction, _FAINT * mean**2) if not by_path else interaction
        spread = interaction / size
        if len(own) == 2 or not by_path:
            # Shapes are as given, or like the one that is given.
            usual = next(iter(own.values()), 1.0)
            factors = np.sqrt(math.prod(own.get(name, usual) for name in effects.shapes) * spread)
        else:
            factors = values[PATH] / interaction
        factors = np.minimum(factors, _SHARE * mean / size)
        product = factors**2 / spread
        free = np.sqrt(product) if not own else product / next(iter(own.values()))
        free = np.clip(free, LEAST_SHAPE, LARGEST_SHAPE)
        shapes = {name: own.get(name, free) + 0.0 * mean for name in effects.shapes}
        level = (mean - size * factors) / 2
        found = {effects.size: size, **shapes}
        found[effects.scale] = math.prod(shapes.values()) / factors
        for (shape, rate), line, side in zip(
            (effects.row, effects.column), ("cov_row", "cov_col"), effects.shapes, strict=True
        ):
            more = values[line] - size * factors**2 / shapes[side]
            varied = np.where(more > level**2 / LARGEST_SHAPE, level**2 / more, LARGEST_SHAPE)
            found[shape] = np.maximum(varied, LEAST_SHAPE)
            found[rate] = found[shape] / level
    return found


def _about(
    match: Match, effects: Effects, given: Mapping[str, float], *, faint: bool, by_path: bool
) -> Diagnostic:
    """Say what is measured, and what is assumed."""
    a, c = effects.shapes
    free = [name for name in effects.shapes if name not in given]
    mean = match.targets["mean"]
    level = 2 * match.parameters[effects.row[0]] / match.parameters[effects.row[1]]
    share = f"{100 * (1 - level / mean):.2g} % of the mean"
    if faint:
        said = (
            "The data do not resolve factors beyond effects of rows and columns: their K and "
            f"{' and '.join(effects.shapes)} are placeholders."
        )
    elif by_path and free:
        said = (
            f"K is from the cycle, and that factors make {share} from the cumulant of entries that "
            "share a row and a column with a third."
        )
    else:
        said = f"K is from the cycle; with {a} and {c} as they are, factors make {share}."
    assumed = ["effects of rows and of columns have the same mean, since data show their sum"]
    if len(free) == 2 and not faint:
        assumed += [f"{a} = {c}" + ("" if by_path else " = 1, that factors vary as their mean")]
    flat = [
        f"{name} = {LARGEST_SHAPE:g}, effects that hardly vary"
        for name in (effects.row[0], effects.column[0])
        if match.parameters[name] >= LARGEST_SHAPE
    ]
    further = f" Covariances leave nothing for effects: {' and '.join(flat)}." if flat else ""
    return Diagnostic(
        "effects",
        "warning" if faint or not by_path else "note",
        f"{said} Assumed is that {' and that '.join(assumed)}; fix them if you know better, as in "
        f'fixed={{"{a}": 0.5}}.{further}',
    )
