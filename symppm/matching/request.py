"""What ``match`` is asked: its arguments, checked, and whether formulas can answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Self

from symppm.data.known import known_arrays
from symppm.errors import NotDerivableError, ParameterError, TargetError, check_integer
from symppm.matching.models import Structure, declaration_of, generated_module
from symppm.matching.result import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS
from symppm.matching.targets import EXAMPLE, as_target, has_cumulants, is_sampled, usual_names
from symppm.stochastic.asked import Options, Sampling, Target, check_word

if TYPE_CHECKING:
    from symppm.modeller import Model

_METHODS: Final = ("auto", "exact", "stochastic")
_ESTIMATORS: Final = (AUTO, CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS)


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
        said = {"zeros=": given["zeros"] != "observed", "mask=": given["mask"] is not None}
        if not about_data and any(said.values()):
            raise ParameterError(
                " and ".join(name for name, is_given in said.items() if is_given)
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
