"""symppm derive: the derivation in every format; symppm generate: code, record and derivation."""

from __future__ import annotations

import errno
import functools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from declared_models import MINE, SMALL

from symppm.codegen import generate
from symppm.codegen.load import load_model
from symppm.view import documents

FILES = ["mine.json", "mine.md", "mine.py"]


@pytest.fixture(scope="module", autouse=True)
def solved_once() -> Iterator[None]:
    """Solve a model once for all commands that derive it or generate its code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generate, "generate", functools.cache(generate.generate))
        patch.setattr(documents, "derived", functools.cache(documents.derived))
        yield


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.thorough
def test_json_is_the_checked_in_record(symppm, checkout):
    done = symppm("derive", "pmf_gamma", "--to", "json")
    assert done.exit_code == 0
    assert done.stdout == (checkout / "derivations" / "pmf_gamma.json").read_text("utf-8")


@pytest.mark.thorough
def test_one_moment_and_the_solution_alone(symppm):
    text = symppm("derive", "pmf_gamma", "--moment", "rho_row").stdout
    assert "Corr[Y_ij, Y_il] = c/(a + c + b d + 1)" in text
    assert "share the column" not in text
    assert "Solving" not in text
    text = symppm("derive", "pmf_gamma", "--solution").stdout
    assert text.count("Proof.") == 2  # of the solution, and with K given
    assert "K = E² (V (1 - ρ_row - ρ_col) - E)/(V² ρ_row ρ_col)" in text
    done = symppm("derive", "pmf_gamma", "--moment", "skewness")
    assert done.exit_code == 2
    assert "mean, variance, covariance AXES" in " ".join(done.stderr.split())


@pytest.mark.thorough
def test_latex_goes_to_a_file(here, symppm):
    done = symppm("derive", "pmf_gamma", "--to", "tex", "-o", "appendix.tex")
    assert (done.exit_code, done.stdout) == (0, "")
    text = (here / "appendix.tex").read_text("utf-8")
    assert text.count(r"\begin{document}") == text.count(r"\end{document}") == 1
    assert text.index(r"\begin{document}") < text.index("total variance")


@pytest.mark.thorough
def test_the_code_runs_as_it_was_said_to(here, symppm, process_environment):
    Path("mine.py").write_text(MINE + "print('hello')\n")
    done = symppm("generate", "mine.py", "-o", "new/folder")
    # What the file prints stays out of the answer.
    assert (done.exit_code, done.stderr) == (0, "hello\n")
    assert done.stdout.splitlines()[:5] == [
        "wrote new/folder/mine.py",
        "wrote new/folder/mine.json",
        "wrote new/folder/mine.md",
        "",
        "In Python, from new/folder:",
    ]
    assert done.stdout.endswith("  symppm match FILE --model mine.py\n")
    folder = here / "new" / "folder"
    assert names(folder) == FILES
    assert json.loads((folder / "mine.json").read_text("utf-8"))["derivations"]
    assert (folder / "mine.md").read_text("utf-8").startswith("# mine: declared in mine.py\n")
    for name in ("mine.py", "mine.md"):
        written = (folder / name).read_text("utf-8")
        assert "symppm generate mine.py" in written
        assert "tools/regenerate.py" not in written
    call = next(line for line in done.stdout.splitlines() if line.startswith("  mine.moments("))
    assert call.strip().startswith("mine.moments(K, a, b, c, d)  #")
    code = (
        f"import mine; K, a, b, c, d = 25, 1.0, 1.0, 0.1, 0.1;print(*{call.split('#')[0].strip()})"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=folder,
        env=process_environment,
    )  # fmt: skip
    # K a c / (b d); the mean times (1 + (a + c + 1) / (b d)); c and a over a + c + 1 + b d.
    expected = [25, 25 * (1 + 2.1 / 0.1), 0.1 / 2.2, 1 / 2.2]
    assert [float(word) for word in run.stdout.split()] == pytest.approx(expected, rel=1e-12)


def test_another_language_is_one_file_that_says_how_to_check_it(here, symppm):
    done = symppm("generate", "pmf_gamma", "--to", "numpy", "-o", "out")
    assert (done.exit_code, done.stdout) == (0, "wrote out/pmf_gamma_numpy.py\n")
    names: dict[str, object] = {}
    exec((here / "out" / "pmf_gamma_numpy.py").read_text("utf-8"), names)  # noqa: S102
    mean, *_ = names["moments"](3, 4, 5, 6, 7)
    assert f"moments(3, 4, 5, 6, 7) = mean {float(mean):.15g}" in names["__doc__"]
    assert symppm("generate", "pmf_gamma", "--to", "numpy", "-o", "out").exit_code == 0
    (here / "out" / "pmf_gamma.R").write_text("mine", "utf-8")
    kept = symppm("generate", "pmf_gamma", "--to", "r", "-o", "out")
    assert kept.exit_code == 2
    assert (here / "out" / "pmf_gamma.R").read_text("utf-8") == "mine"
    assert "expected numba, numpy" in symppm("generate", "pmf_gamma", "--to", "cobol").stderr


@pytest.mark.thorough
def test_a_catalogue_model_is_what_ships(here, symppm, checkout):
    assert symppm("generate", "pmf_gamma").exit_code == 0
    assert Path("pmf_gamma.json").read_text("utf-8") == (
        checkout / "derivations" / "pmf_gamma.json"
    ).read_text("utf-8")
    assert load_model("pmf_gamma").SPEC.title in Path("pmf_gamma.md").read_text("utf-8")


@pytest.mark.thorough
def test_what_was_generated_before_is_replaced(here, symppm):
    Path("my_model.py").write_text(SMALL)
    assert symppm("generate", "my_model.py:mine").exit_code == 0
    first = Path("mine.py").read_text("utf-8")
    Path("my_model.py").write_text(SMALL.replace('"theta"', '"users"'))
    assert symppm("generate", "my_model.py").exit_code == 0
    assert Path("mine.py").read_text("utf-8") != first


@pytest.mark.thorough
def test_the_declaration_is_not_written_over(here, symppm):
    Path("mine.py").write_text(SMALL)
    for model in ("mine.py", "./mine.py", here / "mine.py", "mine.py:my_model"):
        done = symppm("generate", model)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "is the file that declares the model" in done.stderr
        assert "-o mine_generated" in done.stderr
    assert names(here) == ["mine.py"]
    assert Path("mine.py").read_text() == SMALL
    assert symppm("generate", "mine.py", "-o", "mine_generated").exit_code == 0
    assert names(here / "mine_generated") == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_user_s_own_is_not_replaced(name, here, symppm):
    Path("my_model.py").write_text(SMALL)
    Path(name).write_text("my own work\n")
    done = symppm("generate", "my_model.py")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{name} exists, and symppm did not write it" in done.stderr
    assert names(here) == sorted(["my_model.py", name])


@pytest.mark.thorough
@pytest.mark.parametrize("folder", ["file.txt", "file.txt/inside", "/proc/folder"])
def test_a_folder_that_cannot_be(folder, here, symppm):
    Path("file.txt").write_text("text\n")
    done = symppm("generate", "pmf_gamma", "-o", folder)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"--output {folder} is no folder" in done.stderr


def test_an_unknown_name(symppm, here):
    done = symppm("generate", "pmf_gama")
    assert done.exit_code == 2
    assert "Did you mean 'pmf_gamma'?" in done.stderr
    assert names(here) == []


@pytest.mark.thorough
def test_a_path_that_no_docstring_can_hold_is_left_out_of_the_files(here, symppm):
    Path('odd"""name.py').write_text(SMALL)
    assert symppm("generate", 'odd"""name.py').exit_code == 0
    text = Path("mine.py").read_text("utf-8")
    compile(text, "mine.py", "exec")
    assert text.startswith('"""mine: Poisson observations, Gamma priors.')


@pytest.mark.thorough
def test_a_file_in_another_language_says_where_the_model_is_declared(here, symppm):
    Path("models.py").write_text(MINE)
    assert symppm("generate", "models.py", "--to", "c").exit_code == 0
    assert " * mine: declared in models.py.\n" in Path("mine.c").read_text("utf-8")


def test_derive_does_not_write_over_the_declaration(here, symppm):
    Path("mine.py").write_text(SMALL)
    done = symppm("derive", "mine.py", "-o", "mine.py")
    assert done.exit_code == 2
    assert Path("mine.py").read_text() == SMALL


@pytest.mark.thorough
def test_what_is_derived_of_the_catalogue_is_the_page_that_ships(here, symppm, checkout):
    # Without what the catalogue says has to be given, this one has another solution.
    done = symppm("derive", "pmf_dirichlet", "--to", "md")
    shipped = (checkout / "derivations" / "pmf_dirichlet.md").read_text("utf-8")
    banner = [line for line in shipped.splitlines() if line.startswith("Generated from")]
    assert done.stdout == shipped.replace(f"{banner[0]}\n\n", "")


TWO_LATENT_AXES = """import symppm as ppm

with ppm.Model("deep") as deep:
    a, b, e, f = ppm.hyperparameters("a b e f")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    core = ppm.Gamma("core", shape=e, rate=f, dims="factor group")
    inner = ppm.sum(ppm.sum(theta * core, over="factor"), over="group")
    ppm.Poisson("Y", rate=inner, dims="row col", observed=True)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["text", "md", "tex", "html", "ipynb", "json"])
def test_a_model_that_cannot_be_generated_is_derived_all_the_same(form, here, symppm):
    (here / "deep.py").write_text(TWO_LATENT_AXES)
    done = symppm("derive", "deep.py", "--to", form)
    assert done.exit_code == 0
    assert done.stderr.startswith("note: derived, but not solved: a model ")
    assert "latent axes" in done.stderr
    assert "Cov" in done.stdout
    assert "Solution" not in done.stdout
    if form == "text":
        done = symppm("generate", "deep.py", "-o", "out")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "2 latent axes" in done.stderr
        assert not (here / "out").exists()


@pytest.mark.thorough
def test_a_disk_that_fills_midway_leaves_every_file(
    symppm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(SMALL)
    out = tmp_path / "out"
    words = ("generate", f"{tmp_path / 'mine.py'}", "-o", f"{out}")
    assert symppm(*words).exit_code == 0
    for path in out.iterdir():
        path.write_text(path.read_text("utf-8") + "\n# before\n", "utf-8")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    synced: list[int] = []

    def fills(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fills)
    done = symppm(*words)
    assert done.exit_code == 2
    assert "mine.json cannot be written (No space left on device)" in done.stderr
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
