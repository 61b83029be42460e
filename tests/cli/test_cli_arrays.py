"""Known arrays, and data with more than two axes, from files."""

from __future__ import annotations

import numpy as np
import pytest
from cases import core

import symppm as ppm

TRUE = {"K": 4, "a": 1.0, "b": 1.0, "c": 0.5, "d": 0.5}


@pytest.fixture
def exposed(here):
    gamma = np.linspace(1.0, 3.5, 60)
    draw = ppm.sample(
        "pmf_gamma_exposure", TRUE, shape=(120, 60), random_seed=4, known={"gamma": gamma}
    )
    np.savetxt("y.csv", draw, fmt="%d", delimiter=",")
    np.savetxt("gamma.txt", gamma)
    np.savetxt("gamma.csv", gamma[None, :], delimiter=",")
    np.save("gamma.npy", gamma)
    return draw, gamma


@pytest.mark.parametrize("file", core(["gamma.txt", "gamma.csv", "gamma.npy"], ["gamma.csv"]))
def test_exposures_come_from_a_file(file, exposed, symppm, strict_json):
    draw, gamma = exposed
    done = symppm("match", "y.csv", "--model", "pmf_gamma_exposure", "--known", f"gamma={file}",
                  "--json")  # fmt: skip
    assert (done.exit_code, done.stderr) == (0, "")
    found = strict_json(done.stdout)
    expected = ppm.match(draw, "pmf_gamma_exposure", known={"gamma": gamma})
    assert found["k_exact"] == pytest.approx(expected.k_exact, rel=1e-9)
    assert set(found["parameters"]) == set(TRUE)
    assert "exposure" in {each["code"] for each in found["diagnostics"]}


@pytest.mark.thorough
def test_the_page_of_an_exposed_matrix_can_be_read(exposed, symppm):
    done = symppm(
        "match", "y.csv", "--model", "pmf_gamma_exposure", "--known", "gamma=gamma.npy", "--verbose"
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert "divided by gamma" in done.stdout
    assert "mean_inverse_exposure" not in done.stdout


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ((), "no values for the known array gamma"),
        (("gamma=none.txt",), "none.txt does not exist"),
        (("gamma",), "--known 'gamma'"),
        (("gamma=gamma.txt", "gamma=gamma.txt"), "each name once"),
        (("delta=gamma.txt",), "known 'delta'"),
        (("gamma=y.csv",), "expected positive numbers of shape (60,)"),
        (("gamma=words.txt",), "words.txt cannot be read as numbers"),
        (("gamma=broken.npy",), "broken.npy is no array"),
    ],
)
def test_wrong_known_arrays(known, said, exposed, here, symppm):
    (here / "words.txt").write_text("many\nwords\n", "utf-8")
    (here / "broken.npy").write_bytes(b"\x93NUMPY nothing")
    options = [word for each in known for word in ("--known", each)]
    done = symppm("match", "y.csv", "--model", "pmf_gamma_exposure", *options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_an_array_with_three_axes(here, symppm, strict_json):
    true = {"K": 3, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0, "e": 1.0, "f": 1.0}
    draw = ppm.sample("ptf_gamma", true, shape=(14, 12, 10), random_seed=2)
    np.save("y.npy", draw)
    done = symppm("match", "y.npy", "--model", "ptf_gamma", "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found = strict_json(done.stdout)
    assert found["k_exact"] == pytest.approx(ppm.match(draw, "ptf_gamma").k_exact, rel=1e-9)
    assert found["statistics"]["shape"] == [14, 12, 10]
    assert "14 x 12 x 10" in symppm("match", "y.npy", "--model", "ptf_gamma").stdout
    refused = symppm("match", "y.npy")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "3 dimensions" in refused.stderr


@pytest.mark.thorough
def test_rows_and_columns_of_any_model_have_exposures(here, symppm, strict_json):
    rng = np.random.default_rng(6)
    sizes = np.exp(rng.uniform(-1, 1, 80))
    rates = rng.gamma(1.0, 1.0, (80, 3)) @ rng.gamma(1.0, 2.0, (3, 60))
    counts = rng.poisson(sizes[:, None] * rates)
    np.savetxt("y.csv", counts, fmt="%d", delimiter=",")
    np.savetxt("sizes.txt", sizes)
    given = ("match", "y.csv", "--known", "row=sizes.txt", "--known", "col=margins")
    done = symppm(*given, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found = strict_json(done.stdout)
    expected = ppm.match(counts, known={"row": sizes, "col": "margins"})
    assert found["parameters"] == pytest.approx(expected.parameters, rel=1e-6)
    assert found["given"]["estimated"] == ["col"]
    page = symppm(*given, "--export", "pymc", "-o", "fit.py")
    assert page.exit_code == 0, page.stderr
    assert "sizes.txt" in (here / "fit.py").read_text("utf-8")
    checked = symppm(*given, "--check", "--draws", "20", "--verbose")
    assert checked.exit_code == 0
    assert "from the margins" in checked.stdout
    wrong = symppm("match", "y.csv", "--known", "gamma=margins")
    assert wrong.exit_code == 2
    assert "exposures: row, col" in wrong.stderr
