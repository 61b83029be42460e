"""What Appendix F says of coordinates, each claim by itself."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from lab.experiment import groups
from lab.running import Run, Value
from lab.settings import FACTORS
from lab.verdicts import Verdict, of_median, shared

from technical.coordinates import LINKS, STATISTICS, WAYS, correlation, prior_information
from technical.surface import (
    BOX,
    MEAN,
    MOST_STEPS,
    Vector,
    condition,
    point,
    published,
    unlike_linear,
    variance_of,
)
from technical.surface_checks import by_quadrature, derivatives


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Judge each claim of the appendix by itself.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    """
    return [
        _target(),
        _rounded(),
        _information(),
        _correlations(),
        _smoother(),
        _conditioning(),
        derivatives(),
        *_easier(runs),
    ]


def _target() -> Verdict:
    exact = float(variance_of(point()))
    printed = published()["Var[Y] there"]
    same = math.isclose(exact, printed, rel_tol=1e-9)
    return Verdict(
        "fig:surfaces, caption: Var[Y] at the optimal point",
        f"{printed:g}",
        f"{exact:g}",
        "exact",
        same,
        "erratum 45; E[Y] there is 10. See the next line for what rounding can do",
    )


def _rounded() -> Verdict:
    """Say whether a point that is printed like theirs has the printed variance and mean."""
    half = np.array([0.005, 0.05, 0.05, 0.05])
    low, high = point() - half, point() + half
    # The variance rises with shapes and falls with rates.
    least = float(variance_of(np.array([low[0], high[1], low[2], high[3]])))
    most = float(variance_of(np.array([high[0], low[1], high[2], low[3]])))
    printed = published()["Var[Y] there"]
    # Var[Y]/E[Y] - 1 is (a + c + 1)/(b d) and E[Y] is K a c/(b d): with both given, c follows from
    # a, and b d from both.
    a = float(point()[0])
    per_mean = FACTORS * (printed / MEAN - 1) / MEAN
    c = (1 + a) / (per_mean * a - 1)
    b = math.sqrt(FACTORS * a * c / MEAN)
    inside = bool(np.all(np.abs(np.array([a, b, c, b]) - point()) <= half))
    return Verdict(
        "the point, if its coordinates are rounded",
        f"Var[Y] = {printed:g}",
        f"{least:.0f} to {most:.0f} for all that rounds to it; "
        f"a = {a:g}, c = {c:.3f}, b = d = {b:.3f} has E[Y] = {MEAN:g}, "
        f"Var[Y] = {float(variance_of(np.array([a, b, c, b]))):.2f}",
        "half a unit of the last printed digit of each coordinate",
        inside and least <= printed <= most,
    )


def _information() -> Verdict:
    printed = published()["off-diagonal Fisher information of mean and variance"]
    found, checked = [], 0.0
    for shape, rate in (point()[:2], point()[2:]):
        information = prior_information(WAYS[1], shape, rate)
        found.append(float(information[0, 1]))
        checked = max(checked, abs(by_quadrature(shape, rate) / information[0, 1] - 1))
    return Verdict(
        "Appendix F: Fisher information of mean and variance is diagonal",
        f"{printed:g}",
        f"{found[0]:.4g} for theta's prior, {found[1]:.4g} for beta's "
        f"{'(the same by quadrature)' if checked < 1e-6 else '(not so by quadrature)'}",
        "exact; quadrature of the scores within 1e-6",
        checked < 1e-6 and all(math.isclose(each, printed, abs_tol=1e-9) for each in found),
        "erratum 46: mean and shape of a Gamma are orthogonal, mean and variance are not"
        if checked < 1e-6
        else "",
    )


def _correlations() -> Verdict:
    found = {
        way: [
            abs(correlation(prior_information(way, *each))) for each in (point()[:2], point()[2:])
        ]
        for way in WAYS[:2]
    }
    before, after = found[WAYS[0]], found[WAYS[1]]
    less = all(new < old for old, new in zip(before, after, strict=True))
    return Verdict(
        "Appendix F: means and variances are less correlated than shapes and rates",
        "reduced correlations",
        f"in the information of theta's prior {after[0]:.2f} in place of {before[0]:.2f}, of "
        f"beta's {after[1]:.2f} in place of {before[1]:.2f} (sizes)",
        "exact",
        less,
        "erratum 46: they are larger. What is better is how moments of Y, not densities of priors, "
        "depend on the coordinates; see the next lines",
    )


def _smoother() -> Verdict:
    shares = {way: unlike_linear(way) for way in WAYS}
    return Verdict(
        "fig:surfaces: the surface is smoother in means and variances",
        "smoother",
        f"share of Var[Y] that is not linear within {BOX:.0%}: "
        + ", ".join(f"{way} {share:.2%}" for way, share in shares.items()),
        "by quadrature; where Var[Y] is linear, its squared discrepancy is a parabola",
        shares[WAYS[1]] < shares[WAYS[0]],
    )


def _conditioning() -> Verdict:
    numbers = {
        way: [condition(way, STATISTICS[:2], relative=each) for each in (False, True)]
        for way in WAYS
    }
    better = all(new < old for old, new in zip(numbers[WAYS[0]], numbers[WAYS[1]], strict=True))
    return Verdict(
        "Appendix F: optimization is easier in means and variances: condition numbers",
        "easier",
        "Gauss-Newton Hessian for mean and variance (in logarithms): "
        + ", ".join(f"{way} {plain:.3g} ({log:.3g})" for way, (plain, log) in numbers.items())
        + ". For the variance alone it has rank one in any coordinates",
        "exact derivatives",
        better,
    )


def _easier(runs: Sequence[Run]) -> list[Verdict]:
    """Compare the steps that Adam takes from the same starts, as a ratio."""
    tasks = groups(runs, "targets")
    level = shared(0.95, len(tasks) * len(LINKS))
    return [
        _fewer(task, link.name, [steps_of(some, way, link.name) for way in WAYS[:2]], level)
        for (task,), some in tasks.items()
        for link in LINKS
    ]


def _fewer(task: Value, link: str, steps: Sequence[Vector], level: float) -> Verdict:
    """Judge the ratio of steps: of starts from which one way arrives alone, it is 0 or infinite."""
    old, new = steps
    lost = [int(np.isinf(each).sum()) for each in (old, new)]
    either = np.isfinite(old) | np.isfinite(new)
    # Some starts meet the targets at once: one more in both keeps the ratio finite.
    logs = [float(each) for each in np.log(new[either] + 1) - np.log(old[either] + 1)]
    low, high = of_median(logs, level)
    said = "fewer" if high < 0 else "more" if low > 0 else "not resolved"
    return Verdict(
        f"Appendix F: easier, steps of Adam in {link} to {task}",
        "fewer in means and variances",
        f"{said}: median ratio {_ratio(float(np.median(logs)))} ({_ratio(low)} to {_ratio(high)}) "
        f"of {len(logs)} starts; did not arrive in {MOST_STEPS} steps: {lost[1]} in place of "
        f"{lost[0]}",
        "interval of the ratio, 95 % for all four together: below 1 agrees, above 1 differs, else "
        "not resolved",
        high < 0,
        "one direction decides with one target, and Adam divides by the size of each derivative, "
        "so that scales of coordinates matter more than correlations"
        if low > 0
        else "",
        resolved=high < 0 or low > 0,
    )


def _ratio(log: float) -> str:
    return f"{math.exp(log):.2f}" if log < math.log(1e4) else "any number"


def steps_of(runs: Sequence[Run], way: str, link: str) -> Vector:
    """Return the steps of each run, infinite where Adam did not arrive.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    way : str
        Coordinates.
    link : str
        Name of the link.
    """
    return np.array([
        math.inf if row["steps"] is None else float(row["steps"])
        for run in runs
        for row in run.rows
        if (row["coordinates"], row["link"]) == (way, link)
    ])  # fmt: skip
