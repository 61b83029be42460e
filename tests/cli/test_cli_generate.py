"""symppm generate: the code, the ledger and the derivation of a model, in a folder."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from declared_models import MINE, TWO

from symppm.codegen.load import load_model

FILES = ["mine.json", "mine.md", "mine.py"]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_three_files_are_written_and_said(here, symppm):
    Path("my_model.py").write_text(MINE)
    done = symppm("generate", "my_model.py", "-o", "new/folder")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:5] == [
        "wrote new/folder/mine.py",
        "wrote new/folder/mine.json",
        "wrote new/folder/mine.md",
        "",
        "In Python, from new/folder:",
    ]
    assert done.stdout.endswith("  symppm match FILE --model my_model.py\n")
    folder = here / "new" / "folder"
    assert names(folder) == FILES
    assert json.loads((folder / "mine.json").read_text("utf-8"))["derivations"]
    text = (folder / "mine.md").read_text("utf-8")
    assert text.startswith("# mine: declared in my_model.py\n")
    for name in ("mine.py", "mine.md"):
        written = (folder / name).read_text("utf-8")
        assert "symppm generate my_model.py" in written
        assert "tools/regenerate.py" not in written


def test_the_code_runs_as_it_was_said_to(here, symppm, process_environment):
    Path("my_model.py").write_text(MINE)
    said = symppm("generate", "my_model.py").stdout
    assert names(here) == sorted([*FILES, "my_model.py"])
    call = next(line for line in said.splitlines() if line.startswith("  mine.moments("))
    assert call.strip().startswith("mine.moments(K, a, b, c, d)  #")
    code = (
        f"import mine; K, a, b, c, d = 25, 1.0, 1.0, 0.1, 0.1;print(*{call.split('#')[0].strip()})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=here,
        env=process_environment,
    )  # fmt: skip
    # K a c / (b d); the mean times (1 + (a + c + 1) / (b d)); c and a over a + c + 1 + b d.
    expected = [25, 25 * (1 + 2.1 / 0.1), 0.1 / 2.2, 1 / 2.2]
    assert [float(word) for word in done.stdout.split()] == pytest.approx(expected, rel=1e-12)


def test_a_catalogue_model_is_what_ships(here, symppm, checkout):
    assert symppm("generate", "pmf_gamma").exit_code == 0
    assert Path("pmf_gamma.json").read_text("utf-8") == (
        checkout / "derivations" / "pmf_gamma.json"
    ).read_text("utf-8")
    assert load_model("pmf_gamma").SPEC.title in Path("pmf_gamma.md").read_text("utf-8")


@pytest.mark.thorough
def test_what_was_generated_before_is_replaced(here, symppm):
    Path("my_model.py").write_text(TWO)
    assert symppm("generate", "my_model.py:mine").exit_code == 0
    first = Path("mine.py").read_text("utf-8")
    Path("my_model.py").write_text(MINE.replace('"theta"', '"users"'))
    assert symppm("generate", "my_model.py").exit_code == 0
    assert Path("mine.py").read_text("utf-8") != first


def test_the_declaration_is_not_written_over(here, symppm):
    Path("mine.py").write_text(MINE)
    for model in ("mine.py", "./mine.py", here / "mine.py", "mine.py:my_model"):
        done = symppm("generate", model)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "is the file that declares the model" in done.stderr
        assert "-o mine_generated" in done.stderr
    assert names(here) == ["mine.py"]
    assert Path("mine.py").read_text() == MINE
    assert symppm("generate", "mine.py", "-o", "mine_generated").exit_code == 0
    assert names(here / "mine_generated") == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_user_s_own_is_not_replaced(name, here, symppm):
    Path("my_model.py").write_text(MINE)
    Path(name).write_text("my own work\n")
    done = symppm("generate", "my_model.py")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{name} exists, and symppm did not write it" in done.stderr
    assert names(here) == sorted(["my_model.py", name])


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


def test_a_path_that_no_docstring_can_hold_is_left_out_of_the_files(here, symppm):
    Path('odd"""name.py').write_text(MINE)
    assert symppm("generate", 'odd"""name.py').exit_code == 0
    text = Path("mine.py").read_text("utf-8")
    compile(text, "mine.py", "exec")
    assert text.startswith('"""mine: declared by the user.')


def test_derive_does_not_write_over_the_declaration(here, symppm):
    Path("mine.py").write_text(MINE)
    done = symppm("derive", "mine.py", "-o", "mine.py")
    assert done.exit_code == 2
    assert Path("mine.py").read_text() == MINE
