"""What an export says of the installed library, which it does not import."""

from __future__ import annotations

import pytest

from symppm.exports.registry import LIBRARIES, remarks


def test_a_library_is_named_with_how_to_install_it_or_with_what_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (said,) = remarks(LIBRARIES["hpfrec"])
    assert "hpfrec is not installed here (pip install hpfrec)" in said
    (said,) = remarks(LIBRARIES["schpf"])
    assert "commit 6a294aa" in said
    assert "install it from its repository" in said
    assert remarks(LIBRARIES["jags"]) == ()
    monkeypatch.undo()
    pytest.importorskip("hpfrec", exc_type=ImportError)
    (said,) = remarks(LIBRARIES["hpfrec"])
    assert said.startswith("Tested with hpfrec 0.2.14; installed here: ")
