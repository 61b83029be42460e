"""Figures: what is drawn, of which matches, and into which files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
from cases import signatures, two_solutions

import symppm as ppm
from symppm.errors import ParameterError
from symppm.view.priors import effective_share

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}
pytestmark = pytest.mark.usefixtures("matplotlib")


def panels(figure: Any) -> list[Any]:
    return list(figure.axes)


def texts(figure: Any) -> str:
    found = [figure.get_suptitle(), figure.get_supxlabel()]
    for axes in panels(figure):
        found += [axes.get_title(), axes.get_xlabel(), axes.get_ylabel()]
        found += [label.get_text() for label in axes.get_yticklabels()]
        found += [text.get_text() for text in axes.texts]
        legend = axes.get_legend()
        if legend is not None:
            found += [text.get_text() for text in legend.get_texts()]
    return "\n".join(found)


def test_the_effective_share_is_that_of_equal_entries() -> None:
    assert effective_share(np.full(10, 1e300)) == 1.0
    assert effective_share(np.array([0.0, 0.0, 0.0, -4.0])) == 0.25
    assert effective_share(np.zeros(3)) == 1.0
    # Entries as weights: 3 and 1 of four make (3 + 1)^2 / (9 + 1) of them.
    assert effective_share(np.array([3.0, 1.0, 0.0, 0.0])) == pytest.approx(0.4)


def test_the_page_and_the_figure_say_the_same_of_a_prior() -> None:
    made = ppm.match(targets={"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454})
    page = ppm.html_report(made, random_seed=1).html
    captions = r"<strong>([^<]* ~ [^<]*)</strong>.*?effective share ([^<]*)<"
    said = dict(re.findall(captions, page, re.DOTALL))
    assert len(said) == 2
    legend = made.plot().subfigs[1].axes[0].get_legend()
    shown = [text.get_text().split("\n")[0].rstrip(",") for text in legend.get_texts()]
    for text, (law, share) in zip(shown, said.items(), strict=True):
        title, _, value = text.partition(": effective share ")
        assert title == law
        assert float(value.removesuffix(" %")) == pytest.approx(float(share.rstrip("%")), abs=0.5)


@pytest.mark.thorough
def test_data_are_shown_with_intervals_and_every_way_to_k() -> None:
    shown = texts(signatures().plot())
    for words in ("95 % interval", "(34.14 to 243.7)", "moments: 11.67", "cross-validation: 3"):
        assert words in shown


def test_an_infeasible_match_shows_what_was_measured_and_why() -> None:
    match = ppm.match(targets={**BELIEFS, "variance": 20.0})
    shown = texts(match.plot())
    assert "no hyperparameters have these statistics" in shown
    assert "variance > mean" in shown
    assert "achieved" not in shown


def test_several_solutions_are_shown_beside_each_other() -> None:
    match = two_solutions()
    shown = texts(match.plot())
    assert "achieved 2" in shown
    assert "solution 1: 6.042" in shown
    assert "theta ~ Gamma(0.1, xi)" in shown
    assert len(panels(match.plot())) == 4


def test_checks_are_histograms_with_the_data_as_a_line() -> None:
    match = ppm.match(targets=BELIEFS)
    data = ppm.sample("pmf_gamma", match.parameters, shape=(15, 12), random_seed=3)
    checks = ppm.check(match, data, draws=40, random_seed=1)
    figure = checks.plot()
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert len(shown) == len(checks.table)
    for axes, row in zip(shown, checks.table, strict=True):
        assert axes.get_title().startswith(row.name)
        assert row.observed in axes.lines[0].get_xdata()
        assert sum(bar.get_height() for bar in axes.patches) == row.draws
    assert "bars: draws" not in texts(ppm.check(match, shape=(5, 4), draws=3, random_seed=1).plot())


def at(axes: Any, place: int) -> list[float]:
    """Return where marks and ends of lines lie in one row of a panel."""
    rows = [line for line in axes.lines if set(line.get_ydata()) == {place}]
    return [float(x) for line in rows for x in line.get_xdata()]


def test_data_intervals_and_k_are_drawn_where_they_are() -> None:
    match = signatures()
    targets, sizes, _ = panels(match.plot())
    low, high = targets.get_xlim()
    for n, (name, target) in enumerate(match.targets.items()):
        ends = [end / target for end in match.target_intervals(0.95)[name]]
        wanted = [*np.clip([*ends, match.achieved[name] / target], low, high), 1.0]
        assert sorted(set(at(targets, n))) == pytest.approx(sorted(set(wanted)))
        assert targets.get_yticklabels()[n].get_text().startswith(f"{name} = ")
    assert len(match.estimates) == 3
    left, right = sizes.get_xlim()
    for n, each in enumerate(match.estimates):
        assert each.k is not None
        ends = [] if each.low == each.high else [max(each.low, left), min(each.high, right)]
        drawn = [x for x in at(sizes, n) if left < x < right]
        assert sorted(drawn) == pytest.approx([x for x in sorted([*ends, each.k])
                                               if left < x < right])  # fmt: skip
        assert sizes.get_yticklabels()[n].get_text().startswith(f"{each.estimator}: ")
    said = (
        "K by each estimator\n(95 % interval; of cross-validation, what predicts as well or better)"
    )
    assert sizes.get_xlabel() == said


def test_the_densities_are_those_of_the_priors() -> None:
    match = ppm.match(targets=BELIEFS)
    shown = panels(match.plot())[2]
    for line, (shape, rate) in zip(shown.lines, (("a", "b"), ("c", "d")), strict=True):
        a, b = match.parameters[shape], match.parameters[rate]
        assert f" ~ Gamma({a:.3g}, {b:.3g})" in line.get_label()
        # Of the logarithm of entries over their mean, the density is that of the entry times it.
        values = a / b * 10.0 ** line.get_xdata()
        wanted = scipy.stats.gamma(a, scale=1 / b).pdf(values) * values
        # The mean is that of about 400,000 draws, 0.5 % off at most, and the slopes are below 3.
        assert np.abs(line.get_ydata() - wanted / wanted.max()).max() < 0.02


def test_curves_of_a_surface_are_where_the_papers_equations_hold() -> None:
    match = ppm.match(targets=BELIEFS)
    figure = match.plot_surface(x="K", y="c")
    mean, variance, rho_row, rho_col = BELIEFS.values()
    one, more = ([each.get_paths()[0].vertices.T for each in axes.collections]
                 for axes in figure.axes)  # fmt: skip
    # With a and b d as they are, the mean is K c times a constant, and so on.
    interaction = variance * (1 - rho_row - rho_col) - mean
    a, c = rho_col * variance / interaction, rho_row * variance / interaction
    assert len(one) == 4
    k, along = one[0]
    assert k * along == pytest.approx(match.k_exact * c, rel=2e-3)
    assert one[2][1] == pytest.approx(c, rel=2e-3)
    assert one[3][1] == pytest.approx(c, rel=2e-3)
    # With mean and variance held, a and b d follow: variance / mean = (a + b d + c + 1) / (b d).
    assert len(more) == 3
    for (k, along), share in ((more[1], rho_row), (more[2], rho_col)):
        solved = (along + 1) / (k * along * (variance / mean - 1) / mean - 1)
        total = solved + k * solved * along / mean + along + 1
        assert (along if share == rho_row else solved) / total == pytest.approx(share, rel=5e-3)
    for axes in figure.axes:
        points = {line.get_marker(): (*line.get_xdata(), *line.get_ydata())
                  for line in axes.lines if len(line.get_xdata())}  # fmt: skip
        assert points["o"] == pytest.approx((match.k_exact, c))
        assert points["*"] == pytest.approx((match.k, match.parameters["c"]))
    assert a == pytest.approx(match.parameters["a"], rel=0.01)


def test_a_match_to_what_no_formula_gives_has_no_surface() -> None:
    rng = np.random.default_rng(8)
    shares = rng.dirichlet(np.full(4, 0.1), 100)
    counts = rng.multinomial(80, shares @ rng.dirichlet(np.full(60, 0.2), 4))
    match = ppm.match(counts, "lda")
    with pytest.raises(ParameterError, match="the surface of a match to interaction; expected"):
        match.plot_surface()


def seen(path: Path) -> str:
    """Return the words of a drawing, after a look at whether there is one."""
    if path.suffix == ".png":
        from matplotlib.image import imread

        pixels = imread(path)[:, :, :3]
        # Lines and letters are dark on white, and cover some of it.
        assert 0.01 < (pixels.min(axis=2) < 0.9).mean() < 0.9
        return ""
    if path.suffix == ".pdf":
        assert path.read_bytes().startswith(b"%PDF-")
        return ""
    return path.read_text("utf-8")


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_figures_are_written(ending: str, tmp_path: Path) -> None:
    match = ppm.match(targets=BELIEFS)
    words = {"plot": ("pmf_gamma: K = 25", "variance = 550"), "plot_surface": ("rho_row holds",)}
    for name, said in words.items():
        path = tmp_path / f"{name}{ending}"
        getattr(match, name)(path)
        text = seen(path)
        assert all(each in text for each in said) or ending != ".svg"
        # Made again, it is the same bytes.
        again = tmp_path / f"again{ending}"
        getattr(match, name)(again)
        assert again.read_bytes() == path.read_bytes()


def test_figures_that_cannot_be_written(tmp_path: Path) -> None:
    match = ppm.match(targets=BELIEFS)
    for name in ("none/x.svg", "x.unknown"):
        with pytest.raises(ParameterError, match="cannot be written"):
            match.plot(tmp_path / name)


def test_nothing_global_is_touched() -> None:
    import sys

    if "matplotlib.pyplot" in sys.modules:
        before = sys.modules["matplotlib.pyplot"].get_fignums()
        ppm.match(targets=BELIEFS).plot()
        assert sys.modules["matplotlib.pyplot"].get_fignums() == before
    else:
        ppm.match(targets=BELIEFS).plot()
        assert "matplotlib.pyplot" not in sys.modules
