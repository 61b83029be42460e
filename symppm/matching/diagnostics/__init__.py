"""Diagnostics about the data: tests whose false alarms are known, each with what it means for K."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from symppm.matching.axes import measured_name
from symppm.matching.diagnostics.counts import about_counts
from symppm.matching.diagnostics.evidence import Evidence, evidence_of
from symppm.matching.diagnostics.missing import about_missing
from symppm.matching.diagnostics.predicted import can_predict, predicted
from symppm.matching.diagnostics.priors import PoissonProduct, product_in
from symppm.matching.diagnostics.signs import about_signs
from symppm.matching.diagnostics.tails import about_tails
from symppm.matching.kernels import Kernels
from symppm.matching.result import Diagnostic
from symppm.statistics.moments import Statistics
from symppm.statistics.profile import Profile

__all__ = ["diagnosed", "product_in"]

_NOTHING: Mapping[str, float] = MappingProxyType({})


def diagnosed(
    measured: Statistics,
    profile: Profile | None,
    kernels: Kernels,
    product: PoissonProduct | None = None,
    given: Mapping[str, float] = _NOTHING,
    k: float | None = None,
) -> tuple[Diagnostic, ...]:
    """Test the data, and say what is found in words; nothing, of data of the model."""
    found: list[Diagnostic] = []
    evidence = evidence_of(measured, profile)
    if evidence is not None:
        found += about_signs(evidence, kernels, given)
    if profile is None:
        return tuple(found)
    # Where a sign that K depends on is open, there is no match to compare counts with.
    if evidence is not None and not found and product is not None and can_predict(kernels):
        found += _about_match(evidence, profile, kernels, product, k)
    found += about_tails(profile)
    found += about_missing(measured, profile)
    return tuple(found)


def _about_match(
    evidence: Evidence,
    profile: Profile,
    kernels: Kernels,
    product: PoissonProduct,
    k: float | None,
) -> tuple[Diagnostic, ...]:
    if not profile.thinning:
        return ()
    names = tuple(measured_name(kernels.spec, target) for target in kernels.spec.targets)
    targets = {name: evidence[name] for name in names}
    covariance = evidence.covariance(names)
    model = predicted(kernels, product, targets, covariance, profile.thinning, k)
    return () if model is None else about_counts(evidence, profile, model)
