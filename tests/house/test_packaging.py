"""The wheel holds what users need, and runs from where nothing can be written."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def unpacked(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of a freshly built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, checkout],
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def run_installed(code: str, site: Path, tmp_path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(site), "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.thorough
def test_the_wheel_has_generated_modules_derivations_data_and_templates(
    unpacked: Path, checkout: Path
) -> None:
    names = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    wanted = {
        "symppm/py.typed",
        "symppm/_generated/pmf_gamma.py",
        "symppm/_generated/pmf_prior.py",
        "symppm/_generated/estimators.py",
        "symppm/_derivations/pmf_gamma.json",
        "symppm/_derivations/pmf_gamma.md",
        "symppm/data/mutational_signatures.tsv",
        "symppm/data/pbmc_facs.tsv.gz",
        "symppm/data/single_cell.tsv",
        "symppm/data/NOTICE.md",
        "symppm/codegen/templates/model.py.j2",
    }
    for room in ("view", "exports"):
        templates = (checkout / "symppm" / room / "templates").iterdir()
        wanted |= {path.relative_to(checkout).as_posix() for path in templates}
    assert {"symppm/view/templates/match.html.j2", "symppm/exports/templates/pymc.py.j2"} <= wanted
    assert wanted <= names
    assert not [name for name in names if name.endswith((".nbi", ".nbc"))]
    assert not [name for name in names if name.split("/")[0] in {"generated", "tests", "tools"}]


MATCH = (
    "import symppm as ppm\n"
    "print(ppm.__file__)\n"
    "print(ppm.match(ppm.data.load('mutational_signatures').values).k)"
)


@pytest.mark.thorough
def test_it_runs_from_any_folder(unpacked: Path, tmp_path: Path) -> None:
    where, k = run_installed(MATCH, unpacked, tmp_path).splitlines()
    assert Path(where).is_relative_to(unpacked)
    assert k == "3"


@pytest.mark.thorough
def test_it_runs_where_no_cache_folder_is_writable(unpacked: Path, tmp_path: Path) -> None:
    # numba looks for a folder it may write to through these; with none left it is as on a
    # read-only disk, which a test run by root could not otherwise have.
    without = "import numba.core.caching as c\nc.CacheImpl._locator_classes = []\n"
    assert run_installed(without + MATCH, unpacked, tmp_path).splitlines()[-1] == "3"


@pytest.mark.thorough
def test_the_licence_travels_with_the_wheel(unpacked: Path) -> None:
    (folder,) = unpacked.glob("symppm-*.dist-info")
    names = {path.name for path in folder.rglob("*")}
    assert {"LICENSE", "NOTICE.md"} <= names
