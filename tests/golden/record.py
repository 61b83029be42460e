"""Record the answers anew, and print how they differ.

Run ``python tests/golden/record.py [CALL ...]``; without names, of all calls.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

import golden_answers  # noqa: E402
import golden_calls  # noqa: E402
import golden_data  # noqa: E402


def record(names: list[str]) -> None:
    """Run calls in a folder of made data, and replace the answers that differ."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        golden_data.write_all(Path())
        for name in names:
            call, path = golden_calls.CALLS[name], golden_answers.path_of(name)
            old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
            new = golden_answers.recorded(call.answer())
            lines = list(golden_answers.differences(old, new, call.tolerance))
            if lines:
                path.write_text(golden_answers.printed(new), encoding="utf-8")
                print(f"{name}: recorded", *(lines if old is not None else []), sep="\n")


if __name__ == "__main__":
    for path in golden_answers.FOLDER.glob("*.json"):
        if path.stem not in golden_calls.CALLS:
            print(f"{path.stem}: removed")
            path.unlink()
    record(sys.argv[1:] or list(golden_calls.CALLS))
