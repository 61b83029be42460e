"""Whether the data resolve the signs that K depends on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from symppm.codegen.spec import ConditionSpec
from symppm.matching.axes import measured_name
from symppm.matching.diagnostics.evidence import Difference, Evidence, Values, Vector
from symppm.matching.kernels import Kernels, is_about_factors
from symppm.matching.result import Diagnostic
from symppm.statistics.leaving_out import STATISTICS

_RESOLVED: Final = 0.05
"""How often a sign is called resolved that is not: that of usual intervals."""
_LINES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"rho_row": ("row", "rows"), "rho_col": ("column", "columns")}
)


def about_signs(
    evidence: Evidence, kernels: Kernels, given: Mapping[str, float]
) -> tuple[Diagnostic, ...]:
    """Say which of the correlations, and of what is left of the variance, may as well be zero."""
    found = [_about_correlation(evidence, name) for name in _LINES]
    found.append(_about_factors(evidence, kernels, given))
    return tuple(each for each in found if each is not None)


def _about_correlation(evidence: Evidence, name: str) -> Diagnostic | None:
    line, lines = _LINES[name]
    # The covariance has the sign of the correlation, and does not divide by anything.
    cov = evidence.difference(lambda values: values["cov" + name.removeprefix("rho")])
    if cov is None:
        return None
    shown = f"{name} is {evidence[name]:.3g}, {_in_errors(cov)} zero"
    if cov.either >= _RESOLVED:
        return Diagnostic(
            f"unresolved_{name}",
            "warning",
            f"Entries that share a {line} may as well be uncorrelated: {shown}, so its sign is not "
            f"resolved. K divides by it, so K and its interval mean little. Use more {lines} or "
            f"columns, or fix K or the prior of the {line} factors.".replace(
                "columns or columns", "rows or columns"
            ),
        )
    if cov.value > 0:
        return None
    return Diagnostic(
        f"negative_{name}",
        "warning",
        f"Entries that share a {line} are negatively correlated, and not by chance: {shown}. No "
        f"model in which entries are independent given what belongs to their row and column has "
        f"that. Usually each {line} was scaled to the same total, or its entries are parts of a "
        "whole; use data before normalization.",
    )


def _about_factors(
    evidence: Evidence, kernels: Kernels, given: Mapping[str, float]
) -> Diagnostic | None:
    spec = kernels.spec
    about = [n for n, each in enumerate(spec.conditions) if is_about_factors(each)]
    names = [measured_name(spec, target) for target in spec.targets]
    known = set(names) <= set(STATISTICS) and given.keys() >= set(spec.needs)
    if not spec.has_margins or len(about) != 1 or not known:
        return None
    place = about[0]

    def margin(values: Values) -> Vector:
        targets = [values[name] for name in names]
        targets += [np.full_like(targets[0], given[name]) for name in spec.needs]
        margins = kernels.module.solve.margins(*targets)
        return np.asarray(np.broadcast_to(margins[place], len(targets[0])))

    left = evidence.difference(margin)
    if left is None:
        return None
    return _on_what_is_left(left, spec.conditions[place], counts=spec.observed_is_count)


def _on_what_is_left(
    left: Difference, condition: ConditionSpec, *, counts: bool
) -> Diagnostic | None:
    noun = "counts" if counts else "observations"
    shown = f"{condition.text}: left less right is {_in_errors(left)} zero"
    if left.either >= _RESOLVED:
        return Diagnostic(
            "unresolved_factors",
            "warning",
            "What is left of the variance for the product of factors, once the shares of rows and "
            f"columns and the noise of the {noun} are taken off, may as well be nothing ({shown}). "
            "K is proportional to it, so row and column effects alone may explain these data, and "
            "K is not resolved. Use more data, or compare with a model of row and column effects, "
            "pmf_gamma_effects.",
        )
    if left.value > 0:
        return None
    return Diagnostic(
        "excess_noise",
        "warning",
        f"The noise of the {noun} under this model and what rows and columns share are more than "
        f"the variance, and not by chance ({shown}). No K mends that. Either the {noun} are less "
        "noisy than the model says (rounded, averaged or bounded data), or row and column totals "
        "vary more than these priors allow, as in hpf_gamma and pmf_gamma_effects.",
    )


def _in_errors(difference: Difference) -> str:
    side = "above" if difference.value > 0 else "below"
    return f"{abs(difference.errors):.1f} standard errors {side}"
