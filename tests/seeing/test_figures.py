"""Figures: what is drawn, of which matches, and into which files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm
from symppm.errors import ParameterError
from symppm.plots.priors import effective_share
from symppm.report.html.priors import priors_of

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


def test_beliefs_are_shown_without_intervals() -> None:
    shown = texts(ppm.match(targets=BELIEFS).plot())
    assert "pmf_gamma: K = 25" in shown
    assert "mean = 25" in shown
    assert "believed" in shown
    assert "theta ~ Gamma(1.01, 1.01): effective share 50 %" in shown
    assert "beta ~ Gamma(0.0997, 0.0997)" in shown
    assert "95 %" not in shown


def test_the_page_and_the_figure_say_the_same_of_a_prior() -> None:
    made = ppm.match(targets={"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454})
    page = priors_of(made, made, "", 1, "1")
    said = {
        outline.title: fact.value
        for outline in page.outlines
        for fact in outline.caption
        if fact.name == "effective share"
    }
    assert len(said) == 2
    legend = made.plot().subfigs[1].axes[0].get_legend()
    shown = [text.get_text().split("\n")[0].rstrip(",") for text in legend.get_texts()]
    for text, (law, share) in zip(shown, said.items(), strict=True):
        title, _, value = text.partition(": effective share ")
        assert title == law
        assert float(value.removesuffix(" %")) == pytest.approx(float(share.rstrip("%")), abs=0.5)


@pytest.mark.thorough
def test_data_are_shown_with_intervals_and_every_way_to_k() -> None:
    data = ppm.data.load("mutational_signatures").values
    shown = texts(ppm.match(data).plot())
    for words in ("95 % interval", "(34.14 to 243.7)", "variance: 11.67", "spectral: 3"):
        assert words in shown


def test_an_infeasible_match_shows_what_was_measured_and_why() -> None:
    match = ppm.match(targets={**BELIEFS, "variance": 20.0})
    shown = texts(match.plot())
    assert "no hyperparameters have these statistics" in shown
    assert "variance > mean" in shown
    assert "achieved" not in shown


def test_several_solutions_are_shown_beside_each_other() -> None:
    from symppm.codegen.load import load_model

    asked = load_model("hpf_gamma").moments.py_func(25, 0.1, 2.5, 1, 0.1, 2.5, 1)
    targets = dict(zip(BELIEFS, asked, strict=True))
    match = ppm.match(targets=targets, model="hpf_gamma", fixed={"a": 0.1, "c": 0.1})
    shown = texts(match.plot())
    assert "achieved 2" in shown
    assert "solution 1: 6.042" in shown
    assert "theta ~ Gamma(0.1, xi)" in shown
    assert len(panels(match.plot())) == 4


def test_signed_priors_and_priors_by_moments_alone_are_shown() -> None:
    targets = {"mean": -9.0, "variance": 28.8, "rho_row": 0.3, "rho_col": 0.38}
    match = ppm.match(targets=targets, model="gmf_normal_normal", fixed={"sigma_Y": 1.5})
    assert "root mean square" in texts(match.plot())
    moments = ppm.match(targets=BELIEFS, model="pmf_prior")
    assert "cannot be drawn from" in texts(moments.plot())


def test_surfaces_have_a_curve_for_every_target() -> None:
    figure = ppm.match(targets=BELIEFS).plot_surface(x="K", y="c")
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == [*(f"{name} holds" for name in BELIEFS), "all hold", "the answer"]
    assert "K (log scale)" in texts(figure)
    assert "three targets a curve" in texts(figure).replace("\n", " ")


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


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_figures_are_written(ending: str, tmp_path: Path) -> None:
    match = ppm.match(targets=BELIEFS)
    for n, plot in enumerate((match.plot, match.plot_surface)):
        path = tmp_path / f"{n}{ending}"
        plot(path)
        assert path.stat().st_size > 5000
    with pytest.raises(ParameterError, match="cannot be written"):
        match.plot(tmp_path / "none" / f"x{ending}")
    with pytest.raises(ParameterError, match="cannot be written"):
        match.plot(tmp_path / "x.unknown")


def test_nothing_global_is_touched() -> None:
    import sys

    if "matplotlib.pyplot" in sys.modules:
        before = sys.modules["matplotlib.pyplot"].get_fignums()
        ppm.match(targets=BELIEFS).plot()
        assert sys.modules["matplotlib.pyplot"].get_fignums() == before
    else:
        ppm.match(targets=BELIEFS).plot()
        assert "matplotlib.pyplot" not in sys.modules
