"""``--export``: code for another library in place of the page, and what goes to standard error."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from declared_models import SMALL
from scipy.sparse import csr_matrix

import symppm as ppm

BELIEFS = ("--mean", 25, "--variance", 550, "--rho-row", 0.045, "--rho-col", 0.454)


def plain(text: str) -> str:
    """Return code without the notes in front, which depend on what is installed."""
    return "".join(line for line in text.splitlines(keepends=True) if line[0:1] != "#")


def test_beliefs_become_code(symppm: Any) -> None:
    outcome = symppm("elicit", *BELIEFS, "--export", "hpfrec")
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    assert plain(outcome.stdout).startswith("import numpy as np\nfrom hpfrec import HPF\n")
    assert "\n        k=25,\n" in outcome.stdout
    compile(outcome.stdout, "export", "exec")


@pytest.mark.thorough
def test_what_is_wrong_with_a_match_goes_to_standard_error(symppm: Any) -> None:
    data = Path(ppm.data.__file__).parent / "mutational_signatures.tsv"
    outcome = symppm("match", data, "--export", "hpfrec")
    assert outcome.exit_code == 0
    assert "warning: The ten largest of 2,016 entries" in outcome.stderr
    compile(outcome.stdout, "export", "exec")
    assert "warning: " not in outcome.stdout
    assert outcome.stdout.startswith("# Shapes a = c = ")


def test_an_infeasible_match_exports_nothing(symppm: Any, tmp_path: Path) -> None:
    script = tmp_path / "fit.py"
    beliefs = ("--mean", 25, "--variance", 20, "--rho-row", 0.045, "--rho-col", 0.454)
    outcome = symppm("elicit", *beliefs, "--export", "hpfrec", "--output", script)
    assert outcome.exit_code == 3
    assert outcome.stdout == ""
    assert "failure: variance > mean fails" in outcome.stderr
    assert "Nothing is exported" in outcome.stderr
    assert not script.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--export", "hpfec"), "Did you mean 'hpfrec'?"),
        (("--shapes", "moments"), "--shapes without --export"),
        (("--export", "nmf", "--shapes", "mean-field"), "this one does not"),
        (("--export", "hpfrec", "--shapes", "moment"), "Did you mean 'moments'?"),
        (("--export", "poismf", "--output", "poismf.py"), "Write --output fit_poismf.py"),
    ],
)
def test_options_that_cannot_be_are_refused_first(
    symppm: Any, options: tuple[object, ...], said: str
) -> None:
    outcome = symppm("match", "no_such_file.csv", *options)
    assert outcome.exit_code == 2
    assert said in outcome.stderr


@pytest.mark.parametrize("name", ["symppm.py", "scipy.py"])
def test_a_script_named_like_what_it_imports_is_refused(
    symppm: Any, tmp_path: Path, name: str
) -> None:
    outcome = symppm("elicit", *BELIEFS, "--export", "hpfrec", "--output", tmp_path / name)
    assert outcome.exit_code == 2
    assert f"would import itself in place of {name[:-3]}" in outcome.stderr
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("way", ["--model", "--known"])
def test_no_file_that_an_option_names_is_written_over(
    symppm: Any, tmp_path: Path, way: str
) -> None:
    counts, named = tmp_path / "counts.csv", tmp_path / "named.py"
    counts.write_text(
        "\n".join(",".join("1203"[(i * j + i) % 4] for j in range(8)) for i in range(9))
    )
    exposures = "\n".join(["1.5"] * 8)
    named.write_text(SMALL if way == "--model" else exposures)
    options = {
        "--model": ("--model", named),
        "--known": ("--model", "pmf_gamma_exposure", "--known", f"gamma={named}"),
    }[way]
    before = named.read_text()
    outcome = symppm("match", counts, *options, "--estimator", "moments", "--output", named)
    assert outcome.exit_code == 2
    assert "inputs are never modified" in outcome.stderr
    assert named.read_text() == before


@pytest.mark.parametrize(
    ("target", "runs"),
    [("hpfrec", True), ("pymc", True), ("stan", False), ("jags", False), ("json", False)],
)
def test_what_is_python_is_to_be_run(
    symppm: Any, tmp_path: Path, target: str, *, runs: bool
) -> None:
    counts, script = tmp_path / "counts.csv", tmp_path / "a fit.py"
    priors = {"K": 3, "a": 1, "b": 1, "c": 1, "d": 1}
    drawn = ppm.sample("pmf_gamma", priors, shape=(20, 20), random_seed=1)
    np.savetxt(counts, drawn, fmt="%d", delimiter=",")
    way = ("--estimator", "moments", "--fix", "K=3", "--export", target)
    outcome = symppm("match", counts, *way, "--output", script)
    assert outcome.stdout.endswith(f"; run it: python '{script}'\n") == runs
    assert runs or outcome.stdout == f"K = 3; wrote {script}\n"
    without = symppm("elicit", *BELIEFS, "--export", target, "--output", script)
    assert without.stdout.endswith(f"wrote {script}\n")


EXPOSED = {"K": 3, "a": 1.0, "b": 1.0, "c": 2.0, "d": 0.5}


def read_by(script: Path, patch: pytest.MonkeyPatch, *arguments: str) -> dict[str, Any]:
    """Run the lines of a program that read its data, in the folder that it is in."""
    names: dict[str, Any] = {"__name__": "__main__"}
    patch.chdir(script.parent)
    patch.setattr(sys, "argv", [str(script), *arguments])
    exec(script.read_text().partition("import pymc")[0], names)  # noqa: S102 - ours
    return names


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["csv", "lines", "npy"])
def test_a_script_elsewhere_reads_data_and_known_arrays(
    symppm: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    gamma = np.linspace(0.5, 2.0, 30)
    counts = ppm.sample(
        "pmf_gamma_exposure", EXPOSED, shape=(60, 30), known={"gamma": gamma}, random_seed=4
    )
    np.savetxt(tmp_path / "counts.csv", counts, fmt="%d", delimiter=",")
    exposures = tmp_path / ("gamma.npy" if kind == "npy" else "gamma.txt")
    if kind == "npy":
        np.save(exposures, gamma)
    else:
        exposures.write_text(("," if kind == "csv" else "\n").join(map(repr, gamma.tolist())))
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.chdir(tmp_path)
    script = Path("elsewhere", "program.py")
    way = ("--model", "pmf_gamma_exposure", "--known", f"gamma={exposures.name}")
    outcome = symppm("match", "counts.csv", *way, "--export", "pymc", "--output", script)
    assert outcome.exit_code == 0, outcome.stderr
    assert outcome.stdout.endswith(f"; wrote {script}; run it: python {script}\n")
    found = read_by(other / "program.py", monkeypatch)
    assert np.array_equal(found["Y"], counts)
    assert found["gamma"] == pytest.approx(gamma)
    # Another file takes the place of the first.
    np.savetxt(other / "new.csv", counts + 1, fmt="%d", delimiter=",")
    found = read_by(other / "program.py", monkeypatch, "new.csv")
    assert np.array_equal(found["Y"], counts + 1)
    assert found["gamma"] == pytest.approx(gamma)


@pytest.mark.parametrize("zeros", ["observed", "missing"])
@pytest.mark.parametrize("target", ["hpfrec", "numpyro", "pymc"])
def test_a_script_leaves_out_what_is_blank(
    symppm: Any, tmp_path: Path, target: str, zeros: str
) -> None:
    rng = np.random.default_rng(2)
    counts = rng.poisson(rng.gamma(0.5, 2, (20, 2)) @ rng.gamma(0.5, 2, (2, 15))).astype(float)
    counts[rng.random(counts.shape) < 0.1] = np.nan
    np.savetxt(path := tmp_path / "wide.csv", counts, fmt="%g", delimiter=",")
    way = ["--blanks", "missing", "--zeros", zeros, "--estimator", "moments", "--fix", "K=2"]
    symppm("match", path, *way, "--export", target, "--output", script := tmp_path / "fit.py")
    reading = script.read_text().partition("import sys\n")[2]
    for end in ("    held_out(counts)\n", "import pymc as pm\n", "DRAWS = "):
        reading = reading.partition(end)[0]
    scope: dict[str, Any] = {"csr_matrix": csr_matrix, "np": np, "sys": SimpleNamespace(argv=[""])}
    exec(textwrap.dedent("    " * (target == "hpfrec") + reading), scope)  # noqa: S102 - ours
    blank = np.isnan(counts)
    if target == "hpfrec":
        places = scope["counts"].nonzero() if zeros == "missing" else scope["counts"].tocoo().coords
    else:
        places = scope["observed"] if target == "numpyro" else np.nonzero(scope["mask"])
        np.testing.assert_array_equal(scope["Y"], np.where(blank, 0, counts))
    seen = ~blank if zeros == "observed" or target == "pymc" else ~blank & (counts != 0)
    np.testing.assert_array_equal(places, np.nonzero(seen))
