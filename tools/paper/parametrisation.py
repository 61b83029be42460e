"""The discrepancy of Var[Y] in shapes and rates, and in means and variances (fig:surfaces).

python tools/paper/parametrisation.py [--quick] [--jobs 2] [--results DIR]

Near a = 0.16, b = c = d = 0.4 with K = 25. What "smoother" and "easier" mean is made definite: how
much of Var[Y] is not linear in a box about the point, how the statistics' derivatives are
conditioned there, and how many steps Adam (0.1, exact gradients) takes from random starts. Scales
of theta and beta cannot be told apart, so that one direction is flat in all coordinates; condition
numbers are of the others. Derivatives are those of the generated kernels, checked by differences
and by SymPy from the ledger's formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from lab.coordinates import (
    LABELS,
    LINKS,
    STATISTICS,
    WAYS,
    adam_steps,
    coordinates,
    correlation,
    prior_information,
    shapes_and_rates,
    statistics,
)
from lab.experiment import Experiment, command, groups
from lab.figures import panels
from lab.running import Cell, Row, Run, Setting
from lab.settings import FACTORS
from lab.verdicts import Verdict, of_median, reference, shared
from numpy.typing import NDArray
from scipy import integrate, special

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME: Final = "parametrisation"
VARIANCE: Final = 100.0
MEAN: Final = 10.0
"""Of the point."""
MOST_STEPS: Final = 3000
BOX: Final = 0.25
"""Half the width of the box, relative to each coordinate."""

TASKS: Final = {"variance": {"variance": VARIANCE},
                "mean and variance": {"mean": MEAN, "variance": VARIANCE}}  # fmt: skip

Vector = NDArray[np.float64]


@cache
def _published() -> dict[str, float]:
    return {row["claim"]: float(row["value"]) for row in reference(NAME)}


def point() -> Vector:
    """Return the paper's a, b, c, d."""
    return np.array([_published()[name] for name in "abcd"])


def cells(_: Setting) -> list[Cell]:
    """Return what Adam is asked for."""
    return [{"targets": name} for name in TASKS]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Start Adam in all coordinates from one random point about the paper's."""
    start = point() * np.exp(rng.standard_normal(4))
    return [
        {
            "coordinates": way,
            "link": link.name,
            "steps": adam_steps(way, link, start, TASKS[str(cell["targets"])], MOST_STEPS),
        }
        for way in WAYS
        for link in LINKS
    ]


def variance_of(values: Vector) -> Vector:
    """Return Var[Y] at shapes and rates, for many points at once.

    Parameters
    ----------
    values : ndarray, shape (4, ...)
        a, b, c, d.
    """
    a, b, c, d = values
    return np.asarray(FACTORS * a * c / (b * d) * (1 + (a + c + 1) / (b * d)))


def unlike_linear(way: str, width: float = BOX) -> float:
    """Return the share of the variation of Var[Y] in a box that no linear function follows.

    Parameters
    ----------
    way : str
        Coordinates.
    width : float
        Half the width, relative to each coordinate.
    """
    x = coordinates(way, point())
    nodes, weights = np.polynomial.legendre.leggauss(9)
    grid = np.array(np.meshgrid(*[nodes] * 4, indexing="ij")).reshape(4, -1)
    weight = np.prod(np.meshgrid(*[weights] * 4, indexing="ij"), axis=0).ravel()
    heights = variance_of(shapes_and_rates(way, x[:, None] * (1 + width * grid)))
    root = np.sqrt(weight)
    basis = np.vstack([np.ones(len(root)), grid]).T * root[:, None]
    left = root * heights - basis @ np.linalg.lstsq(basis, root * heights, rcond=None)[0]
    about = root * (heights - weight @ heights / weight.sum())
    return float(left @ left / (about @ about))


def condition(way: str, names: Sequence[str], *, relative: bool) -> float:
    """Return the condition number of the Gauss-Newton Hessian on what the statistics determine.

    Parameters
    ----------
    way : str
        Coordinates.
    names : sequence of str
        Of the statistics; errors are relative.
    relative : bool
        Whether in logarithms of the coordinates.
    """
    x = coordinates(way, point())
    values, slopes = statistics(way, x)
    places = [STATISTICS.index(name) for name in names]
    scaled = slopes[places] / values[places, None] * (x if relative else 1.0)
    found = np.linalg.svd(scaled, compute_uv=False)
    # Mean, variance and both correlations determine three of four numbers.
    return float((found[0] / found[min(len(names), 3) - 1]) ** 2)


def table(runs: Sequence[Run]) -> list[Row]:
    """Return all measures of each way, and the steps that Adam took."""
    rows: list[Row] = []
    for way in WAYS:
        rates = (point()[:2], point()[2:])
        informations = [prior_information(way, *each) for each in rates]
        rows.append({
            "coordinates": way,
            "prior correlation, theta": correlation(informations[0]),
            "prior correlation, beta": correlation(informations[1]),
            "condition: mean, variance": condition(way, STATISTICS[:2], relative=False),
            "same in logarithms": condition(way, STATISTICS[:2], relative=True),
            "condition: all four": condition(way, STATISTICS, relative=False),
            "same in logarithms, all four": condition(way, STATISTICS, relative=True),
            "not linear in +-10 %": unlike_linear(way, 0.1),
            "not linear in +-25 %": unlike_linear(way),
            "not linear in +-50 %": unlike_linear(way, 0.5),
            **_medians(runs, way),
        })  # fmt: skip
    return rows


def _medians(runs: Sequence[Run], way: str) -> dict[str, float]:
    found = {}
    for (task,), some in groups(runs, "targets").items():
        for link in LINKS:
            steps = _steps(some, way, link.name)
            name = f"Adam in {link.name}, {task}"
            found[f"{name}: median steps"] = float(np.median(steps))
            found[f"{name}: not there"] = float(np.isinf(steps).sum())
    return found


def _steps(runs: Sequence[Run], way: str, link: str) -> Vector:
    """Return the steps of each run, infinite where Adam did not arrive."""
    return np.array([
        math.inf if row["steps"] is None else float(row["steps"])
        for run in runs
        for row in run.rows
        if (row["coordinates"], row["link"]) == (way, link)
    ])  # fmt: skip


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Judge each claim of the appendix by itself."""
    return [
        _target(),
        _rounded(),
        _information(),
        _correlations(),
        _smoother(),
        _conditioning(),
        _derivatives(),
        *_easier(runs),
    ]


def _target() -> Verdict:
    exact = float(variance_of(point()))
    printed = _published()["Var[Y] there"]
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
    printed = _published()["Var[Y] there"]
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
    printed = _published()["off-diagonal Fisher information of mean and variance"]
    found, checked = [], 0.0
    for shape, rate in (point()[:2], point()[2:]):
        information = prior_information(WAYS[1], shape, rate)
        found.append(float(information[0, 1]))
        checked = max(checked, abs(_by_quadrature(shape, rate) / information[0, 1] - 1))
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


def _by_quadrature(shape: float, rate: float) -> float:
    """Return E[d log p / d mean  d log p / d variance] of Gamma(shape, rate) by integration."""
    mean, variance = shape / rate, shape / rate**2

    def integrand(t: float) -> float:
        # In t = log x the density has no pole at zero.
        x = math.exp(t)
        density = math.exp(shape * (math.log(rate) + t) - rate * x - special.gammaln(shape))
        by_shape = math.log(rate) + t - float(special.digamma(shape))
        by_rate = shape / rate - x
        by_mean = by_shape * 2 * mean / variance + by_rate / variance
        by_variance = -by_shape * (mean / variance) ** 2 - by_rate * mean / variance**2
        return by_mean * by_variance * density

    low, high = -60 / shape, math.log((shape + 60) / rate)
    edges = np.linspace(low, high, 41)
    return sum(
        float(integrate.quad(integrand, left, right, epsabs=0, epsrel=1e-10)[0])
        for left, right in pairwise(edges)
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
        "erratum 46: they are larger. What is better is how the moments of Y, not the densities of "
        "the priors, depend on the coordinates; see the next lines",
    )


def _smoother() -> Verdict:
    shares = {way: unlike_linear(way) for way in WAYS}
    return Verdict(
        "fig:surfaces: the surface is smoother in means and variances",
        "smoother",
        f"share of Var[Y] that is not linear within {BOX:.0%} of each coordinate: "
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


def _derivatives() -> Verdict:
    """Check the kernels' derivatives by differences, and the Hessian by SymPy."""
    worst = 0.0
    for way in WAYS:
        x = coordinates(way, point())
        _, slopes = statistics(way, x)
        for place in range(4):
            step = np.zeros(4)
            step[place] = 1e-5 * x[place]
            after, before = statistics(way, x + step)[0], statistics(way, x - step)[0]
            numeric = (after - before) / (2 * step[place])
            worst = max(worst, float(np.max(np.abs(numeric - slopes[:, place]))
                                     / np.max(np.abs(slopes))))  # fmt: skip
    symbolic = max(_hessian_apart(way) for way in WAYS)
    return Verdict(
        "derivatives behind the condition numbers (not in the paper)",
        "central differences; SymPy from the ledger",
        f"{worst:.0e} and {symbolic:.0e} apart, relatively",
        "1e-8: the square of the step; 1e-12: rounding",
        worst < 1e-8 and symbolic < 1e-12,
    )


@cache
def _ledger_variance() -> Any:
    from symppm.laws import derive  # noqa: PLC0415 - loads SymPy
    from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - as above

    return derive(catalogue_model("pmf_gamma"), "variance").result


def _hessian_apart(way: str) -> float:
    """Return how far SymPy's Hessian of (Var[Y] - its value)^2 at the point is from 2 g g'."""
    import sympy  # noqa: PLC0415 - loaded for this check alone

    formula = _ledger_variance()
    names = {symbol.name: symbol for symbol in formula.free_symbols}
    x = sympy.symbols("x0:4", positive=True)
    if way == WAYS[0]:
        values: Sequence[Any] = x
    else:
        power = 1 if way == WAYS[1] else 2
        values = [
            part
            for mean, second in (x[:2], x[2:])
            for part in (mean**2 / second**power, mean / second**power)
        ]
    inside = dict(zip((names[each] for each in "abcd"), values, strict=True))
    height = formula.subs({**inside, names["K"]: FACTORS})
    place = dict(zip(x, map(float, coordinates(way, point())), strict=True))
    discrepancy = (height - float(height.subs(place))) ** 2
    hessian = np.array(sympy.hessian(discrepancy, x).subs(place).evalf(), dtype=float)
    slope = statistics(way, coordinates(way, point()))[1][STATISTICS.index("variance")]
    expected = 2 * np.outer(slope, slope)
    return float(np.max(np.abs(hessian - expected)) / np.max(np.abs(expected)))


def _easier(runs: Sequence[Run]) -> list[Verdict]:
    """Compare the steps that Adam takes from the same starts, as a ratio."""
    found = []
    tasks = groups(runs, "targets")
    level = shared(0.95, len(tasks) * len(LINKS))
    for (task,), some in tasks.items():
        for link in LINKS:
            old, new = (_steps(some, way, link.name) for way in WAYS[:2])
            # Some starts meet the targets at once: one more in both keeps the ratio finite.
            both = np.isfinite(old) & np.isfinite(new)
            ratios = [float(each) for each in np.log((new[both] + 1) / (old[both] + 1))]
            low, high = of_median(ratios, level)
            said = "fewer" if high < 0 else "more" if low > 0 else "not resolved"
            lost = [int(np.isinf(each).sum()) for each in (old, new)]
            found.append(
                Verdict(
                    f"Appendix F: easier, steps of Adam in {link.name} to {task}",
                    "fewer in means and variances",
                    f"{said}: median ratio {math.exp(np.median(ratios)):.2f} "
                    f"({math.exp(low):.2f} to {math.exp(high):.2f}) of {len(ratios)} starts; did "
                    f"not arrive in {MOST_STEPS} steps: {lost[1]} in place of {lost[0]}",
                    "the interval, 95 % for all four together, is not above 1",
                    low <= 0,
                    ""
                    if low <= 0
                    else "one direction decides with one target, and Adam divides "
                    "by the size of each derivative, so that the scales of coordinates matter more "
                    "than their correlations",
                )
            )
    return found


def figure(_: Sequence[Run]) -> Figure:
    """Draw slices of the discrepancy through the point, in both ways."""
    drawn, axes = panels(2, 3, width=3.9, height=3.2)
    for line, way in enumerate(WAYS[:2]):
        x, names = coordinates(way, point()), LABELS[way]
        factors = np.linspace(0.5, 1.5, 101)
        for place, name in enumerate(names):
            moved = np.repeat(x[:, None], len(factors), axis=1)
            moved[place] *= factors
            axes[line][0].plot(factors, _discrepancy(way)(moved), label=name)
        axes[line][0].set(
            yscale="log", ylim=(1e-2, 1e6), xlabel="coordinate over that of the point"
        )
        axes[line][0].set_title(f"{way}: (Var[Y] - {VARIANCE:g})^2")
        axes[line][0].legend(ncols=2, fontsize=7)
        _contours(axes[line][1], way, (0, 1))
        _contours(axes[line][2], way, (0, 2))
    return drawn


def _discrepancy(way: str) -> Callable[[Vector], Vector]:
    return lambda x: np.asarray((variance_of(shapes_and_rates(way, x)) - VARIANCE) ** 2)


def _contours(axis: Axes, way: str, places: tuple[int, int]) -> None:
    x = coordinates(way, point())
    first, second = (x[place] * np.linspace(0.5, 1.5, 121) for place in places)
    grid = np.meshgrid(first, second)
    moved = np.broadcast_to(x[:, None, None], (4, *grid[0].shape)).copy()
    moved[places[0]], moved[places[1]] = grid
    heights = np.log10(np.maximum(_discrepancy(way)(moved), 1e-2))
    axis.contourf(first, second, heights, levels=np.arange(-2, 6.1, 0.5), cmap="viridis")
    axis.plot(*x[list(places)], "o", color="white", markersize=4)
    axis.set(xlabel=LABELS[way][places[0]], ylabel=LABELS[way][places[1]])
    axis.set_title("log10 of it, -2 to 6; white: the point")
    axis.grid(visible=False)


EXPERIMENT = Experiment(
    name=NAME,
    shows="fig:surfaces: the discrepancy of the variance in two sets of coordinates",
    cells=cells,
    one=one,
    runs=(30, 300),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
