"""What an export says of the installed library, which it does not import."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from library_runs import pmf

from symppm.exports.installed import LIBRARIES, remarks

ARGUMENTS = {"k": 6, "a": 0.3, "a_prime": 2.0}


def package(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a package in front of what is installed."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))


def test_a_library_that_is_not_installed_is_named_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (said,) = remarks("hpfrec", ARGUMENTS)
    assert "hpfrec is not installed here (pip install hpfrec)" in said
    (said,) = remarks("schpf", ARGUMENTS)
    assert "commit 6a294aa" in said
    assert "install it from its repository" in said
    assert remarks("json", {}) == ()


def test_arguments_that_the_installed_version_lacks_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hpfrec", raising=False)
    text = "class HPF:\n    def __init__(self, k=30, a=0.3, *, seed=None):\n        pass\n"
    package(tmp_path, "hpfrec", text, monkeypatch)
    here, warning = remarks("hpfrec", ARGUMENTS)
    assert here.startswith("Tested with hpfrec 0.2.14")
    assert "does not take a_prime." in warning
    assert "Install a version that does, such as 0.2.14" in warning
    assert remarks("hpfrec", {"k": 6, "a": 0.3}) == (here,)
    assert "hpfrec" not in sys.modules
    notes = pmf().export("hpfrec").notes
    assert any("does not take a_prime, b_prime, c, c_prime, d_prime." in each for each in notes)


def test_a_library_that_cannot_be_read_is_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hpfrec", raising=False)
    package(tmp_path, "hpfrec", "from somewhere import HPF\n", monkeypatch)
    (said,) = remarks("hpfrec", ARGUMENTS)
    assert "could not be read there: compare its arguments" in said


@pytest.mark.parametrize("target", sorted(LIBRARIES))
def test_what_is_installed_takes_what_is_exported(target: str) -> None:
    pytest.importorskip(LIBRARIES[target].package, exc_type=ImportError)
    notes = pmf().export(target).notes
    assert "installed here: " in notes[-1]
    assert "WARNING" not in " ".join(notes)
    assert "could not be read" not in " ".join(notes)
