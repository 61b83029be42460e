"""What ``match`` is asked: its arguments, checked; and what is asked of formulas, and left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ModelSpec
from symppm.data.known import known_arrays
from symppm.data.matrix import AxisLabels
from symppm.errors import NotDerivableError, ParameterError, TargetError, check_integer, conjunction
from symppm.matching.grounds import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS
from symppm.matching.kernels import Kernels, Point, moved
from symppm.matching.least_squares import Problem
from symppm.matching.models import Sides, Structure, declaration_of, generated_module
from symppm.matching.moments import Estimate, Moments
from symppm.matching.parameters import NO_TIES, Ties
from symppm.matching.scale_symmetry import (
    EQUAL,
    ScaleChoice,
    apply_scale,
    choose_scale,
    completed_scale,
    scale_help,
    text_at,
)
from symppm.matching.targets import (
    EXAMPLE,
    INVERSE,
    as_target,
    has_cumulants,
    is_sampled,
    measured_name,
    usual_names,
)
from symppm.results.array_statistics import ArrayStatistics
from symppm.results.diagnostic import Diagnostic
from symppm.statistics import Table
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.jackknife import two_way
from symppm.statistics.moments import Statistics
from symppm.stochastic.sampling_options import Options, Sampling, Target, check_word

if TYPE_CHECKING:
    from symppm.modeller import Model

_METHODS: Final = ("auto", "exact", "stochastic")
_ESTIMATORS: Final = (AUTO, CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS)
_SCALES_TRIED: Final = 4001
_WIDEST_SCALE: Final = 25.0
_LEAST_EIGENVALUE: Final = 1e-4
"""Eigenvalues of a correlation below this are as much the jackknife's error as anything."""
_HELD: Final = 0.1
"""Of its standard error, that of the mean where targets cannot all be met."""


@dataclass(frozen=True)
class Request:
    """The arguments of ``match``, checked; targets by their usual names."""

    data: Any
    model: str | Model
    targets: Mapping[str, Target]
    scale: str | None
    fixed: Mapping[str, Any]
    zeros: str
    mask: Any
    known: Mapping[str, Any]
    intervals: bool
    estimator: str
    method: str
    options: Options
    labels: AxisLabels

    @classmethod
    def of(
        cls, data: Any, model: str | Model | None, targets: Any, known: Any, fixed: Any,
        sampling: Any, *, estimator: str, method: str, random_seed: int, progress: bool,
        **given: Any,
    ) -> Self:  # fmt: skip
        """Check what can be checked before the model is known; the rest are fields as given."""
        about_data = targets is None
        check_word("method", method, _METHODS)
        if not isinstance(given["intervals"], bool):
            raise ParameterError(
                f"intervals={given['intervals']!r}",
                expected="True or False",
                do="Leave it out for intervals.",
            )
        estimator = _estimator(estimator, method, about_data=about_data)
        options = _options(sampling, random_seed, progress=progress)
        if (data is None) == about_data:
            raise TargetError(
                "neither data nor targets" if about_data else "both data and targets",
                expected="one of the two",
                do="Write ppm.match(counts) or ppm.match(targets={...}).",
            )
        if not about_data and known is not None:
            raise ParameterError(
                "known arrays beside targets",
                expected="known arrays beside data; targets are those of data divided by them",
                do="Leave them out, or pass the data.",
            )
        passed = {"zeros=": given["zeros"] != "observed", "mask=": given["mask"] is not None}
        if not about_data and any(passed.values()):
            raise ParameterError(
                " and ".join(name for name, is_given in passed.items() if is_given)
                + " beside targets",
                expected="what beliefs have: no entries, none of which is missing",
                do="Leave them out, or pass the data.",
            )
        if not (about_data or isinstance(targets, Mapping)):
            raise TargetError(
                f"targets={targets!r}", expected="a mapping from names to numbers", do=EXAMPLE
            )
        if model is None:
            # Levels absorb totals, as of real counts; else the model of the paper.
            validated = estimator in {AUTO, CROSS_VALIDATION} and method != "stochastic"
            levels = about_data and validated and not _heeded_by_sampling({}, options)
            model = "hpf_gamma" if levels else "pmf_gamma"
        targets = {} if about_data else targets
        if has_cumulants(targets):
            targets = usual_names(declaration_of(model), targets)
        return cls(
            data=data, model=model,
            targets={name: as_target(name, value) for name, value in targets.items()},
            known=known_arrays(known), fixed={} if fixed is None else fixed,
            estimator=estimator, method=method, options=options, **given,
        )  # fmt: skip

    @property
    def sampled(self) -> str:
        """What is asked that only sampling heeds; nothing if there is no such thing."""
        if self.method == "stochastic":
            return 'method is "stochastic"'
        return _heeded_by_sampling(self.targets, self.options)

    @property
    def name(self) -> str:
        """Of the model."""
        return self.model if isinstance(self.model, str) else getattr(self.model, "name", "")

    @cached_property
    def structure(self) -> Structure:
        """What the model is made of."""
        return Structure.of(self.model)

    def route(self) -> tuple[ModuleType | None, str]:
        """Return the generated code to match with, or None to sample, and why that is chosen."""
        method, model = self.method, self.model
        if method == "stochastic":
            return None, ""
        unknown = [n for n, t in self.targets.items() if is_sampled(n) and t.statistic is None]
        if unknown and method == "auto":
            has = "has" if len(unknown) == 1 else "have"
            return None, f"{conjunction(unknown)} {has} no closed form"
        heeded = _heeded_by_sampling(self.targets, self.options)
        if heeded and method == "exact":
            raise ParameterError(
                f'method="exact", and {heeded}',
                expected="what formulas can answer",
                do='Leave it out, or write method="stochastic".',
            )
        if heeded:
            return None, heeded
        # Models of the catalogue have one size; to look would load SymPy.
        if method == "auto" and not isinstance(model, str) and len(declaration_of(model).sizes) > 1:
            return None, "the model has several unknown sizes"
        try:
            fixes = isinstance(self.fixed, Mapping) and len(self.fixed) > 0
            return generated_module(model, self.targets, fixed=fixes), ""
        except NotDerivableError as error:
            if method == "exact":
                raise NotDerivableError(
                    error.given,
                    expected=error.expected,
                    do='Leave method="exact" out, or write method="stochastic".',
                ) from error
            if not all(variable.family.is_sampled for variable in declaration_of(model).variables):
                raise
            return None, f"the model or a target has no closed form: {error.given}"


def _heeded_by_sampling(targets: Mapping[str, Target], options: Options) -> str:
    """Say what is given that only sampling heeds; nothing if there is no such thing."""
    reasons: dict[str, bool] = {}
    for name, target in targets.items():
        reasons[f"the target {name} is a function of yours"] = target.statistic is not None
        reasons[f"the target {name} has a weight"] = target.weight != 1.0
    reasons |= {
        "bounds are given": bool(options.bounds),
        "a start is given": bool(options.start),
        "a shape is given": options.shape is not None,
        "a discrepancy is given": options.discrepancy is not None,
        f'integrate is "{options.integrate}"': options.integrate != "all",
        f'parametrisation is "{options.parametrisation}"': options.parametrisation != "auto",
    }
    return next((text for text, holds in reasons.items() if holds), "")


def _estimator(estimator: Any, method: str, *, about_data: bool) -> str:
    """Return which moments a match is from; targets say that themselves."""
    check_word("estimator", estimator, _ESTIMATORS)
    formulas = about_data and method != "stochastic"
    if estimator in {CROSS_VALIDATION, CROSS_MOMENTS} and not formulas:
        raise ParameterError(
            f"estimator={estimator!r} beside "
            + ('method="stochastic"' if about_data else "targets"),
            expected="data and formulas",
            do="Leave one of the two out.",
        )
    return str(estimator) if formulas else MOMENTS


def _options(sampling: Any, random_seed: Any, *, progress: bool) -> Options:
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    sampling = Sampling() if sampling is None else sampling
    if not isinstance(sampling, Sampling):
        raise ParameterError(
            f"sampling={sampling!r}",
            expected="options of sampling",
            do="Write, for example, sampling=ppm.Sampling(seconds=60).",
        )
    return Options(**vars(sampling), random_seed=int(random_seed), progress=progress)


def whole(k: float) -> int:
    """Return the number of factors that is nearest; at least one."""
    return max(1, round(k))


@dataclass(frozen=True)
class Solution:
    """A point with its scale fixed, or the status of what no scale makes exist."""

    outer: Point
    identified: Point
    scale: str
    status: int = OK
    k_exact: float | None = None
    """The size before rounding."""
    held: bool = False
    """Whether mean and variance were held while K was rounded."""
    met: bool = False
    """Whether the targets are met before rounding."""
    proved: bool = False
    """Whether it is proved that nothing meets the targets if this does not."""

    @property
    def k(self) -> int | None:
        """The size, rounded; at least one."""
        return None if self.k_exact is None else whole(self.k_exact)

    @property
    def shown(self) -> Point | None:
        """Hyperparameters, and what no scale changes; None where priors do not exist."""
        return {**self.outer, **self.identified} if self.status == OK else None


@dataclass(frozen=True)
class Question:
    """What is asked of a model."""

    request: Request
    kernels: Kernels
    targets: Mapping[str, float]
    k: int | None
    given: Mapping[str, float]
    measured: Statistics | ArrayStatistics | None
    diagnostics: tuple[Diagnostic, ...]
    cross_moments: CrossMoments | None = None
    ties: Ties = NO_TIES
    moments: Moments | None = None
    """What was measured with what is left of it without each line, where that is known."""
    rounded_from: float | None = None
    """What the size was before it was rounded, where it is given for that alone."""

    @property
    def spec(self) -> ModelSpec:
        """What the model is."""
        return self.kernels.spec

    @property
    def sides(self) -> Sides:
        """Of the product, where its factors are Gamma."""
        return self.request.structure.sides

    @property
    def needed(self) -> dict[str, float]:
        """What the model needs, and is given."""
        return {name: self.given[name] for name in self.spec.needs if name in self.given}

    @property
    def averages(self) -> dict[str, float]:
        """Averages over exposures, which come with data."""
        return {name: self.given[name] for name in self.kernels.averages}

    @property
    def scales(self) -> tuple[str, ...]:
        """Given hyperparameters that fix free scales and levels: the first for each of them."""
        if self.kernels.in_coordinates:
            return ()
        free = {name for symmetry in self.spec.symmetries for name in symmetry.moved}
        names = (name for name in self.given if name in free and name not in self.spec.needs)
        return tuple(names)[: len(self.spec.symmetries)]

    @property
    def tied(self) -> tuple[str, ...]:
        """Hyperparameters that are given or tied although the targets would determine them."""
        usual = {*self.spec.needs, *self.scales}
        return (*(name for name in self.given if name not in usual), *self.ties.names)

    @property
    def given_beyond(self) -> tuple[str, ...]:
        """What is given although the targets would determine it, ties in words; not K alone."""
        ties = self.ties.texts
        names = [f"{name} = {ties[name]}" if name in ties else name for name in self.tied]
        # Beside data, the size may be a count that nobody gave.
        if names and self.k is not None and self.measured is None and self.kernels.size:
            names.append(self.kernels.size)
        return tuple(names)

    def ties_only(self, names: set[str]) -> bool:
        """Tell whether nothing is tied, or two hyperparameters to be equal."""
        tied = self.ties.texts
        return not tied or (len(tied) == 1 and {*tied, *tied.values()} == names)

    @property
    def complete(self) -> bool:
        """Whether all targets of the model are there, and what it needs besides."""
        spec = self.spec
        return tuple(self.targets) == spec.targets and len(self.needed) == len(spec.needs)

    @property
    def closed(self) -> bool:
        """Whether the closed form answers it."""
        return self.spec.route == "closed form" and not self.tied and self.complete

    @property
    def choices(self) -> tuple[ScaleChoice, ...]:
        """How the free scales are fixed."""
        if self.scales and self.request.scale is not None:
            values = [f"{name}={self.given[name]!r}" for name in self.scales]
            return choose_scale(self.spec, ", ".join([*values, self.request.scale]))
        if self.scales:
            return completed_scale(self.spec, {name: self.given[name] for name in self.scales})
        return choose_scale(self.spec, self.request.scale)

    def at(self, cross_moments: CrossMoments, kernels: Kernels, targets: Point) -> Question:
        """Return the same question about cross-moments."""
        return replace(
            self, kernels=kernels, targets=targets, cross_moments=cross_moments,
            moments=Moments.of(cross_moments),
        )  # fmt: skip

    @cached_property
    def without_lines(self) -> tuple[Table, Table] | None:
        """Targets, and averages over exposures, without each row and without each column."""
        if self.moments is None:
            return None
        names = [measured_name(self.spec, name) for name in self.targets]
        if not set(names) <= set(self.moments.names):
            return None
        names += [INVERSE] if INVERSE in self.moments.names else []
        return self.moments.tables(names)[1:]

    @cached_property
    def weights(self) -> Table | None:
        """What makes residuals of the targets uncorrelated and of variance one, the mean held."""
        held = np.where([name == "mean" for name in self.targets], _HELD, 1.0)
        alone = None if self.measured is None else np.diag(1 / held)
        if self.without_lines is None:
            return alone
        values = np.array(list(self.targets.values()))
        sizes = np.where(values, np.abs(values), 1.0)  # as residuals are divided, whose sign counts
        scaled = [table[:, : len(values)] / sizes for table in self.without_lines]
        positive = np.all([(table > 0).all(0) for table in scaled], axis=0) & (values > 0)
        logs = [np.where(positive, np.log(np.where(positive, x, 1.0)), x) for x in scaled]
        covariance = two_way(*logs).covariance
        errors = np.sqrt(np.diag(covariance))
        if not (np.isfinite(covariance).all() and (errors > 0).all()):
            return alone
        correlations = covariance / np.outer(errors, errors)
        # All vary with the mean; where a model cannot have all, a wrong one would please them.
        apart = (held < 1)[:, None] ^ (held < 1)
        spread, axes = np.linalg.eigh(np.where(apart, 0.0, correlations))
        return np.asarray(
            (axes / np.sqrt(np.maximum(spread, _LEAST_EIGENVALUE))).T / (errors * held)
        )

    def problem(self, sizes: Mapping[str, float]) -> Problem:
        """Return what least squares fits, at a size if one is given."""
        given = {**self.given, **sizes}
        return Problem(self.kernels, self.targets, given, self.ties, self.weights)

    def solution_at(self, values: Mapping[str, float]) -> Point | None:
        """Return size, before rounding, and hyperparameters for other values, in closed form."""
        targets = {name: values[measured_name(self.spec, name)] for name in self.spec.targets}
        averages = {name: values.get(name, average) for name, average in self.averages.items()}
        question = replace(self, given={**self.given, **averages})
        if not question.closed:
            return None
        try:
            point = self.kernels.solution(targets, question.needed, self.k)
        except TargetError:
            return None
        return None if point is None else {**question.given, **point}

    def estimate(self, follows: Callable[[Point], float | None]) -> Estimate | None:
        """Return what follows from all that was measured, with its error if that is known."""
        return None if self.moments is None else self.moments.linear_estimate(follows)

    def on_scale(
        self,
        identified: Point,
        needed: Mapping[str, float] | None = None,
        *,
        at: Point | None = None,
        others: bool = True,
    ) -> Solution:
        """Return hyperparameters in the wanted scale, or in another one at which priors exist.

        Where no formulas follow from what is identified, ``at`` has coordinates in some scale.
        """
        formulas = self.spec.anchored or at is None
        point = self.kernels.anchored(identified) if formulas else at
        point = {**(needed or self.needed), **(point or {})}
        solution = self._scaled(point, self.choices)
        if others and solution.status != OK and self.spec.symmetries:
            usable = (x for x in self._other_scales(point) if x.status == OK)
            alternative, scale = next(usable, solution), self.request.scale
            if alternative.status == OK and scale is not None:
                raise ParameterError(
                    f"scale {scale!r}: under it {self.spec.requirements[solution.status - 1]}, "
                    "which fails",
                    expected=scale_help(self.spec),
                    do="Choose another scale, or leave the scale out: one that works is then "
                    "found.",
                )
            solution = alternative
        return replace(solution, identified=identified)

    def _scaled(self, point: Point, choices: tuple[ScaleChoice, ...]) -> Solution:
        there = apply_scale(self.kernels, choices, point)
        return self._outer(there, text_at(self.kernels, choices, {**self.needed, **there}))

    def _outer(self, point: Point, text: str) -> Solution:
        outer, status = self.kernels.outward({**self.needed, **point})
        return Solution(outer, {}, text, status)

    def _other_scales(self, point: Point) -> Iterator[Solution]:
        """Yield scales at which priors may exist: equal means, or the middle of those that do."""
        spec = self.spec
        if len(spec.symmetries) > 1:
            means = np.stack([np.geomspace(0.9, 1e-6, 60), np.geomspace(1.1, 1e6, 60)], axis=1)
            for value in means.ravel():
                yield self._scaled(point, completed_scale(spec, mean=float(value)))
            # Every scale for itself, near ones first.
            directions = np.random.default_rng(0).normal(size=(_SCALES_TRIED, len(spec.symmetries)))
            for shift in directions * np.linspace(0.1, 4.0, _SCALES_TRIED)[:, None]:
                text = "scales at which all priors exist"
                yield self._outer(moved(spec, point, shift.tolist()), text)
            return
        if len(spec.priors) > 1:
            yield self._scaled(point, choose_scale(spec, EQUAL))
        logs = [_WIDEST_SCALE * (2 * n / (_SCALES_TRIED - 1) - 1) for n in range(_SCALES_TRIED)]
        text = "the middle of the scales at which all priors exist"
        solutions = (self._outer(moved(spec, point, [log]), text) for log in logs)
        valid = [x for x in solutions if x.status == OK]
        yield from valid[len(valid) // 2 :][:1]
