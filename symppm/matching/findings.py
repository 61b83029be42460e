"""What the numbers say about how well the model fits, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symppm.codegen.spec import ConditionSpec, ModelSpec
from symppm.matching.result import Finding
from symppm.measure import Statistics

_NOTICEABLE = 1e-3
_THIN_MARGIN = 0.02


def infeasible(
    spec: ModelSpec,
    conditions: Sequence[ConditionSpec],
    margins: Sequence[float],
    targets: Mapping[str, float],
) -> tuple[Finding, ...]:
    """Explain every condition that the targets fail.

    Parameters
    ----------
    spec : ModelSpec
        The model.
    conditions : sequence of ConditionSpec
        What must hold.
    margins : sequence of float
        Left side less right side of each.
    targets : mapping of str to float
        The targets.
    """
    failed = [c for c, margin in zip(conditions, margins, strict=True) if not margin > 0]
    return tuple(
        Finding(
            "infeasible",
            "failure",
            f"{condition.text} fails: "
            + _values(condition, targets)
            + ". "
            + _meaning(condition, spec),
        )
        for condition in failed
    )


def _values(condition: ConditionSpec, targets: Mapping[str, float]) -> str:
    ordered = [name for name in targets if name in condition.targets]
    return ", ".join(f"{name} is {targets[name]:.6g}" for name in ordered)


def _meaning(condition: ConditionSpec, spec: ModelSpec) -> str:
    if condition.kind == "correlation":
        axis = condition.targets[0].removeprefix("rho_")
        axis = {"col": "column"}.get(axis, axis)
        return (
            f"Entries that share a {axis} are not positively correlated, so nothing that they have "
            f"in common shows in the data. Usually the matrix is too small or too noisy to resolve "
            f"the sign, or each {axis} was scaled to the same total; use more data, or data before "
            "normalization."
        )
    meanings = {
        "mean": "Counts with a positive rate have a positive mean.",
        "overdispersion": (
            "Under this model the variance is the mean plus the variance of the rates, so it is "
            "above the mean. Data of zeros and ones, ratings on a bounded scale and averaged or "
            "normalized counts have less; use the raw counts, or a model with another likelihood."
        ),
        "correlation_sum": (
            "What rows share and what columns share are separate parts of the variance, so the two "
            "correlations add up to less than one. Check the numbers, or whether row and column "
            "effects dominate the data: then a model with such effects is called for."
        ),
        "interaction": (
            "Once the parts that rows share and that columns share, and the noise of the counts, "
            "are taken off the variance, nothing is left for the product of factors. Usually row "
            "or column totals vary far more than these priors allow, or the counts are less "
            "dispersed than assumed; a model with row and column effects, or a hierarchical one, "
            "is called for."
        ),
    }
    return meanings.get(condition.kind, f"Model {spec.name} cannot have such moments.")


def about_data(measured: Statistics, spec: ModelSpec) -> tuple[Finding, ...]:
    """Say what is unusual about the data for this model.

    Parameters
    ----------
    measured : Statistics
        The data.
    spec : ModelSpec
        The model.
    """
    if measured.integral or not spec.observed_is_count:
        return ()
    place = measured.first_non_integral
    where = f", first at row {place[0] + 1}, column {place[1] + 1}" if place else ""
    return (
        Finding(
            "non_integer",
            "warning",
            f"Some entries are not whole numbers{where}, but model {spec.name} generates counts. "
            "Normalized or averaged data have another variance than counts, and K depends on it; "
            "use the raw counts if there are any.",
        ),
    )


def about_solution(
    spec: ModelSpec,
    k: int,
    k_exact: float,
    targets: Mapping[str, float],
    achieved: Mapping[str, float],
    shape: tuple[int, ...] | None,
    given: tuple[str, ...] = (),
) -> tuple[Finding, ...]:
    """Say what rounding K left over, and whether K is plausible for the matrix.

    Parameters
    ----------
    spec : ModelSpec
        The model.
    k, k_exact : int, float
        The number of factors, rounded and not.
    targets, achieved : mapping of str to float
        Wanted and reached.
    shape : tuple of int, optional
        Of the data.
    given : tuple of str
        Hyperparameters that were fixed although the targets determine them.
    """
    found = []
    share = 1 - targets["rho_row"] - targets["rho_col"] - targets["mean"] / targets["variance"]
    if spec.observed_is_count and share < _THIN_MARGIN:
        found.append(
            Finding(
                "thin_margin",
                "warning",
                f"K rests on {share:.2%} of the variance: what is left after the parts that rows "
                "and columns share and the noise of the counts. A small error in the statistics "
                "changes K a lot.",
            )
        )
    if k_exact < 1:
        found.append(
            Finding(
                "below_one",
                "warning",
                f"The targets ask for K = {k_exact:.3g}, less than one factor; K is set to 1. "
                "Usually the row and column totals vary more than the products of independent "
                "factors can, so a model with row and column effects fits better.",
            )
        )
    if shape is not None and k > min(shape):
        found.append(
            Finding(
                "above_rank",
                "warning",
                f"K = {k} is more than the smaller side of the {shape[0]} x {shape[1]} matrix. "
                "Such a model is not a compression of the data; the counts may be close to plain "
                "noise about row and column effects, or K badly resolved.",
            )
        )
    if spec.symmetries:
        *others, last = sorted({name for each in spec.symmetries for name in each.weights})
        moved = f"{', '.join(others)} and {last}" if others else last
        found.append(
            Finding(
                "gauge",
                "note",
                f"No data can separate the scales of {moved}; they are fixed by the gauge.",
            )
        )
    found += _left_over(k, k_exact, targets, achieved, given)
    return tuple(found)


def _left_over(
    k: int,
    k_exact: float,
    targets: Mapping[str, float],
    achieved: Mapping[str, float],
    given: tuple[str, ...],
) -> list[Finding]:
    off = {
        name: achieved[name] / target - 1
        for name, target in targets.items()
        if abs(achieved[name] / target - 1) > _NOTICEABLE
    }
    if not off:
        return []
    listed = ", ".join(f"{name} {difference:+.2%}" for name, difference in off.items())
    if given:
        message = (
            f"With {' and '.join(given)} given, the targets cannot all be met; this is the nearest "
            f"in least squares of logarithms. Off target: {listed}."
        )
        return [Finding("nearest", "warning", message)]
    holds = "mean, variance and the ratio of the correlations hold exactly"
    if k != k_exact:
        message = f"With K = {k} in place of {k_exact:.4g}, {holds}; left over: {listed}."
        return [Finding("rounding", "note", message)]
    message = f"With K fixed at {k}, {holds}; off target: {listed}."
    return [Finding("held_ratio", "note", message)]
