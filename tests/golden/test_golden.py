"""The answers of the whole public surface are those recorded.

Where one is meant to change, ``python tests/golden/record.py`` records it anew and prints the
difference; the commit says why the new one is better.
"""

from __future__ import annotations

import json
from pathlib import Path

import golden_data
import pytest
from cases import core
from golden_answers import EXACT, FOLDER, SEARCH, differences, path_of, recorded
from golden_calls import CALLS, THOROUGH


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds the made data."""
    made = tmp_path_factory.mktemp("golden")
    golden_data.write_all(made)
    return made


@pytest.mark.whole
@pytest.mark.parametrize("name", core(CALLS, CALLS.keys() - set(THOROUGH)))
def test_a_call_is_answered_as_recorded(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    old = json.loads(path_of(name).read_text(encoding="utf-8"))
    call = CALLS[name]
    changed = list(differences(old, recorded(call.answer()), call.tolerance))
    assert not changed, "\n".join([*changed, f"If meant: python tests/golden/record.py {name}"])


def test_every_record_is_of_a_call() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(CALLS)


@pytest.mark.parametrize(
    ("old", "new", "tolerance", "same"),
    [
        ({"k": 1.0}, {"k": 1 + 1e-8}, EXACT, False),
        ({"k": 1.0}, {"k": 1 + 1e-8}, SEARCH, True),
        ({"k": 1.0}, {}, SEARCH, False),
        ({"ok": True}, {"ok": 1}, SEARCH, False),
        ([1, 2], [1, 2, 3], SEARCH, False),
        ("K = 0.123456", "K = 0.123457", EXACT, False),
        ("K = 0.123456", "K = 0.123457", SEARCH, True),
        ("K = 0.123456", "K = 0.123459", SEARCH, False),
        ("K = 0.12345 here", "L = 0.12345 here", SEARCH, False),
        ("a 1,234  x", "a 1,235 x", SEARCH, True),
    ],
)
def test_records_differ_where_numbers_or_words_do(
    old: object, new: object, tolerance: float, same: bool
) -> None:
    assert bool(list(differences(old, new, tolerance))) is not same
