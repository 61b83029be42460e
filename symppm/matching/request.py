"""What ``match`` is asked: its arguments and targets, checked, and whether formulas can answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Self

from symppm.codegen.spec import ModelSpec
from symppm.errors import (
    NotDerivableError,
    ParameterError,
    TargetError,
    check_integer,
    did_you_mean,
)
from symppm.expressions import number
from symppm.matching.models import declaration_of, generated_module, is_sampled, usual_names
from symppm.matching.result import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS
from symppm.stochastic.asked import Options, Sampling, Target, check_word

if TYPE_CHECKING:
    from symppm.modeller import Model

_METHODS: Final = ("auto", "exact", "stochastic")
_ESTIMATORS: Final = (AUTO, CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS)
_EXAMPLE: Final = 'Write, for example, targets={"mean": 2, "variance": 30}.'


@dataclass(frozen=True)
class Request:
    """The arguments of ``match``; targets by their usual names."""

    data: Any
    model: str | Model
    targets: Mapping[str, Target]
    about_data: bool
    scale: str | None
    fixed: Mapping[str, Any]
    zeros: str
    mask: Any
    known: Mapping[str, Any]
    intervals: bool
    estimator: str
    method: str
    options: Options

    @classmethod
    def of(
        cls,
        model: str | Model | None,
        targets: Any,
        known: Any,
        fixed: Mapping[str, Any] | None,
        sampling: Any,
        **given: Any,
    ) -> Self:
        """Check what can be checked before the model is known; the rest are fields as given."""
        about_data, method = targets is None, given["method"]
        check_word("method", method, _METHODS)
        if not isinstance(given["intervals"], bool):
            raise ParameterError(
                f"intervals={given['intervals']!r}",
                expected="True or False",
                do="Leave it out for intervals.",
            )
        estimator = _estimator(given.pop("estimator"), method, about_data=about_data)
        options = _options(sampling, given.pop("random_seed"), progress=given.pop("progress"))
        if (given["data"] is None) == about_data:
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
        if not (about_data or isinstance(targets, Mapping)):
            raise TargetError(
                f"targets={targets!r}", expected="a mapping from names to numbers", do=_EXAMPLE
            )
        if model is None:
            # Levels absorb totals, as of real counts; else the model of the paper.
            validated = estimator in {AUTO, CROSS_VALIDATION} and method != "stochastic"
            levels = about_data and validated and not _heeded_by_sampling({}, options)
            model = "hpf_gamma" if levels else "pmf_gamma"
        usual = {} if about_data else usual_names(model, targets)
        return cls(
            model=model, targets={name: _as_target(name, value) for name, value in usual.items()},
            about_data=about_data, known={} if known is None else known,
            fixed={} if fixed is None else fixed, estimator=estimator, options=options, **given,
        )  # fmt: skip

    @property
    def name(self) -> str:
        """Of the model."""
        return self.model if isinstance(self.model, str) else getattr(self.model, "name", "")

    def route(self) -> tuple[ModuleType | None, str]:
        """Return the generated code to match with, or None to sample, and why that is chosen."""
        method, model = self.method, self.model
        if method == "stochastic":
            return None, ""
        unknown = [n for n, one in self.targets.items() if is_sampled(n) and one.statistic is None]
        if unknown and method == "auto":
            has = "has" if len(unknown) == 1 else "have"
            return None, f"{' and '.join(unknown)} {has} no closed form"
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
            holds = isinstance(self.fixed, Mapping) and len(self.fixed) > 0
            return generated_module(model, self.targets, fixed=holds), ""
        except NotDerivableError as error:
            if method == "exact":
                raise NotDerivableError(
                    error.given,
                    expected=error.expected,
                    do='Leave method="exact" out, or write method="stochastic".',
                ) from error
            if not all(one.family.is_sampled for one in declaration_of(model).variables):
                raise
            return None, f"the model or a target has no closed form: {error.given}"


def _heeded_by_sampling(targets: Mapping[str, Target], options: Options) -> str:
    """Say what is given that only sampling heeds; nothing if there is no such thing."""
    said: dict[str, bool] = {}
    for name, target in targets.items():
        said[f"the target {name} is a function of yours"] = target.statistic is not None
        said[f"the target {name} has a weight"] = target.weight != 1.0
    said |= {
        "bounds are given": bool(options.bounds),
        "a start is given": bool(options.start),
        "a shape is given": options.shape is not None,
        "a discrepancy is given": options.discrepancy is not None,
        f'integrate is "{options.integrate}"': options.integrate != "all",
        f'parametrisation is "{options.parametrisation}"': options.parametrisation != "auto",
    }
    return next((text for text, holds in said.items() if holds), "")


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


def _as_target(name: str, given: Any) -> Target:
    """Return one target with its weight, checked."""
    target = given if isinstance(given, Target) else Target(given)
    value, weight = number(target.value), number(target.weight)
    called = callable(target.value) or isinstance(target.value, (tuple, list))
    if called or not math.isfinite(value):
        own = f'A statistic of your own is written "{name}": ppm.Target(value, statistic=...).'
        raise TargetError(
            f"{name}={target.value!r}",
            expected="a finite number" + (", or a ppm.Target" if called else ""),
            do=own if called else "Check the target.",
        )
    if not (weight > 0 and math.isfinite(weight)):
        raise TargetError(
            f"the weight {target.weight!r} of the target {name}",
            expected="a positive number",
            do="Leave a target out that is to have no weight.",
        )
    if target.statistic is not None and not callable(target.statistic):
        raise TargetError(
            f"the statistic {target.statistic!r} of the target {name}",
            expected="a function of a batch of matrices",
            do="Pass statistic=function; what symppm knows needs its name only.",
        )
    return Target(value, weight, target.statistic)


def checked_targets(spec: ModelSpec, targets: Mapping[str, float]) -> dict[str, float]:
    """Return targets that a model has formulas for, in a fixed order."""
    shared = [name for name in spec.targets if name.startswith("rho_")]
    known = [*spec.targets, *(name.replace("rho_", "cov_", 1) for name in shared)]
    for name in targets:
        parts = str(name).split("/")
        if len(parts) > 2 or not set(parts) <= set(known):
            sampled = 'Write method="stochastic", which finds it by sampling.'
            raise TargetError(
                f"the target {name!r}",
                expected="targets of " + spec.name + ": " + ", ".join(spec.targets),
                do=sampled if is_sampled(name) else did_you_mean(str(name), known),
            )
    if not targets:
        raise TargetError(
            "no targets", expected="at least one of " + ", ".join(spec.targets), do=_EXAMPLE
        )
    order = [*known, *(name for name in targets if "/" in name)]
    values = {name: targets[name] for name in sorted(targets, key=order.index)}
    check_possible(values)
    if "variance" not in values:
        return values
    found = {}
    for name, value in values.items():
        if not name.startswith("cov_") or "/" in name or name in spec.targets:
            found[name] = value
            continue
        rho = name.replace("cov_", "rho_", 1)
        if rho in values:
            raise TargetError(
                f"the target {name} beside the correlation and the variance",
                expected="targets that do not repeat each other",
                do="Leave one of the three out.",
            )
        found[rho] = value / values["variance"]
        if not abs(found[rho]) <= 1:
            raise TargetError(
                f"{name}={value:g} beside variance={values['variance']:g}",
                expected="a covariance of at most the variance",
                do="Check which of the two was mistyped.",
            )
    return found


def check_possible(values: Mapping[str, float]) -> None:
    """See that no target has a value that it never takes."""
    for name, value in values.items():
        expected = do = ""
        if name == "variance" and value <= 0:
            expected = "a positive variance"
            do = "A constant matrix has no correlations and determines no priors."
        elif name.startswith("rho_") and "/" not in name and abs(value) > 1:
            expected = "a correlation, between -1 and 1"
            do = "Divide the covariance by the variance first."
        elif is_sampled(name) and name.strip().startswith("P") and not 0 <= value <= 1:
            expected, do = "a probability, between 0 and 1", "Divide percentages by 100."
        if expected:
            raise TargetError(f"{name}={value:g}", expected=expected, do=do)
