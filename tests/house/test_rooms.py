"""``tools/house.py`` fails where rooms import one another in a circle, and counts the rest."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import house  # noqa: E402

BLOCK = "".join(f"value_{n} = {n}\n" for n in range(house.BLOCK))


def package(folder: Path, modules: Mapping[str, str]) -> Path:
    for name, text in modules.items():
        path = folder / "symppm" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "symppm"


def test_rooms_in_a_circle_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lazily = "def later():\n    from symppm.upper import shown\n    return shown\n"
    upper = "from symppm import lower\nshown = lower\n"
    made = package(tmp_path, {"lower.py": lazily, "upper/__init__.py": upper})
    assert house.main(made) == 1
    assert "broken: rooms in a circle: lower, upper" in capsys.readouterr().out


def test_blocks_that_stand_twice_and_docstrings_are_counted(tmp_path: Path) -> None:
    modules = {
        "a.py": f'"""One.\n\nTwo.\n"""\n{BLOCK}x = 1\n',
        "b.py": f"# Said.\n\n{BLOCK}y = 1\n",
    }
    first, second = house.read_modules(package(tmp_path, modules))
    assert (len(first.docstring), len(first.code), len(second.code)) == (4, 9, 9)
    assert house.repeated_blocks([first, second]) == ["symppm.b: value_0 = 0"]
    assert house.repeated_blocks([second]) == []
