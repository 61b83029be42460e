"""Whether counts look as those of the matched model would, in what was not matched."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from symppm.matching.diagnostics.evidence import Difference, Evidence, Values, Vector
from symppm.matching.diagnostics.predicted import Predicted
from symppm.matching.result import Diagnostic
from symppm.statistics.profile import Profile

_MORE: Final = 0.0005
"""For more small counts than expected. Smaller than the other, since where priors have heavy tails
the variance is often estimated too low, and its error with it: that looks like small counts."""
_LEVEL: Final = 0.005
"""For each of the other tests: in one of a hundred data sets of the model, a diagnostic at most."""
_FEWEST: Final = 4.0
"""Added to the variance of a number of zeros, so that a test of few is not too sure of itself."""


def about_counts(evidence: Evidence, profile: Profile, model: Predicted) -> tuple[Diagnostic, ...]:
    """Say what the matched model would not have generated."""
    return (*_about_small(evidence, profile, model), *_about_margins(evidence, model))


def _about_small(evidence: Evidence, profile: Profile, model: Predicted) -> tuple[Diagnostic, ...]:
    zeros = _zeros(evidence, profile, model)
    if zeros is not None and zeros.above < _MORE:
        return (_excess_zeros(evidence, model),)
    if zeros is not None and zeros.below < _LEVEL and not evidence["zeros"]:
        return (_no_zeros(model),)
    small = zeros if profile.thinning == 1.0 else _thinned(evidence, model)
    if small is None:
        return ()
    if small.above < _MORE:
        return (_overdispersed(evidence, profile, model),)
    both = [each for each in (zeros, small) if each is not None]
    return (_uneven(evidence, profile, model),) if any(e.below < _LEVEL for e in both) else ()


def _zeros(evidence: Evidence, profile: Profile, model: Predicted) -> Difference | None:
    found = evidence.difference(lambda values: values["zeros"] - model.near("zeros", values))
    if found is None:
        return None
    chance, count = model.values["zeros"], profile.observed
    single = chance * (1.0 - chance) / count + _FEWEST / count**2
    return replace(found, error=float(np.hypot(found.error, np.sqrt(single))))


def _thinned(evidence: Evidence, model: Predicted) -> Difference | None:
    def excess(values: Values) -> Vector:
        return np.asarray(values["thinned_zeros"] - model.near("thinned_zeros", values))

    return evidence.difference(excess)


def _excess_zeros(evidence: Evidence, model: Predicted) -> Diagnostic:
    return Diagnostic(
        "excess_zeros",
        "warning",
        f"{_share(evidence['zeros'])} of the entries are zero; the matched model generates "
        f"{_share(model.values['zeros'])}. Either some zeros are not counts at all (excess zeros), "
        f"or counts vary more about their rates than Poisson counts (overdispersion). {_BOOKED} "
        "Declare the zeros or the dispersion: gmf_gamma_zeroinflatedpoisson with p, the share of "
        "entries that are counted at all, or gmf_gamma_negativebinomial with r. If zeros are gaps, "
        "say zeros='missing'.",
    )


def _overdispersed(evidence: Evidence, profile: Profile, model: Predicted) -> Diagnostic:
    return Diagnostic(
        "overdispersed",
        "warning",
        f"There are more small counts than the matched model generates ({_kept(profile)} "
        f"{_share(evidence['thinned_zeros'])} would be zero, not "
        f"{_share(model.values['thinned_zeros'])}): they vary more about their rates "
        f"than Poisson counts do. {_BOOKED} Declare the dispersion: gmf_gamma_negativebinomial "
        "with r, or gmf_gamma_zeroinflatedpoisson with p.",
    )


def _uneven(evidence: Evidence, profile: Profile, model: Predicted) -> Diagnostic:
    name = "thinned_zeros" if profile.thinning < 1.0 else "zeros"
    what = f"{_kept(profile)} " if profile.thinning < 1.0 else ""
    return Diagnostic(
        "uneven",
        "warning",
        f"There are fewer small counts than the matched model generates ({what}"
        f"{_share(evidence[name])} {'would be' if what else 'are'} zero, not "
        f"{_share(model.values[name])}): the variance comes from fewer and larger counts than "
        "these priors make. Usually some rows or columns have far larger totals, as hpf_gamma and "
        "hpf_rows_gamma allow, or some entries are bursts (gmf_gamma_negativebinomial with r). K "
        "is then off, too small in the first case and too large in the second.",
    )


def _no_zeros(model: Predicted) -> Diagnostic:
    return Diagnostic(
        "no_zeros",
        "warning",
        "No observed entry is zero, but the matched model generates "
        f"{_share(model.values['zeros'])} zeros. Where zeros count as missing, what is observed "
        "depends on the value: the mean is too large, and K is not that of all counts. Say "
        "zeros='observed' if an absent entry means that nothing was counted.",
    )


def _about_margins(evidence: Evidence, model: Predicted) -> tuple[Diagnostic, ...]:
    said = []
    for axis, lines in (("row", "rows"), ("col", "columns")):

        def excess(values: Values, axis: str = axis) -> Vector:
            return np.asarray(_asymmetry(values, axis) - model.near(f"asymmetry_{axis}", values))

        found = evidence.difference(excess)
        if found is not None and found.above < _LEVEL:
            name = f"asymmetry_{axis}"
            here = model.values[name] + found.value
            said.append(f"{lines} ({here:.2g} against {model.values[name]:.2g})")
    if not said:
        return ()
    return (
        Diagnostic(
            "unequal_margins",
            "warning",
            f"The totals of {' and of '.join(said)} are more unequal than these priors make them: "
            "in brackets, their third cumulant times the mean over the squared variance, measured "
            "and matched, which does not depend on K. The variance of totals is then taken for "
            "that of factors, so their priors are too wide and K is usually too small. Use "
            "hpf_gamma or hpf_rows_gamma, where each row has its own scale, or pmf_gamma_exposure "
            "if the totals are known exposures.",
        ),
    )


def _asymmetry(values: Values, axis: str) -> Vector:
    return np.asarray(values[f"third_{axis}"] * values["mean"] / values[f"cov_{axis}"] ** 2)


_BOOKED: Final = "This model takes that variance for the variance of factors, so K is too large."


def _kept(profile: Profile) -> str:
    return f"if {_share(profile.thinning)} of each count were kept,"


def _share(value: float) -> str:
    return f"{100 * value:.3g} %"
