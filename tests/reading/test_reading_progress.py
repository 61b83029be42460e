"""The progress bar appears only when asked for, on a terminal, for a large file."""

from __future__ import annotations

import sys

import pytest

from symppm.data.reading import read


@pytest.mark.parametrize(
    ("asked", "terminal", "smallest", "shown"),
    [
        (True, True, 0, True),
        (False, True, 0, False),
        (True, False, 0, False),
        (True, True, 50_000_000, False),
    ],
)
def test_progress(*, tmp_path, monkeypatch, capsys, asked, terminal, smallest, shown):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("symppm.data.text.PROGRESS_FROM", smallest)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    (tmp_path / "a.csv").write_text("1,2\n3,4\n")
    assert read(tmp_path / "a.csv", progress=asked).values.sum() == 10
    captured = capsys.readouterr()
    assert ("Reading a.csv" in captured.err) is shown
    assert captured.out == ""
