"""What is recorded of an answer, and when two records are the same."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

LONGEST = 24  # numbers in a list that is recorded in full
NUMBER = re.compile(r"[-+]?\d[\d,]*\.?\d*(?:e[-+]?\d+)?")
FOLDER = Path(__file__).resolve().parent / "recorded"
EXACT, SEARCH = 1e-9, 1e-6  # relative tolerances of numbers
NEAR_ZERO = 1e-12


def path_of(name: str) -> Path:
    """Return where the answer to a call is recorded."""
    return FOLDER / f"{name}.json"


def recorded(value: Any) -> Any:
    """Return an answer as JSON holds it: texts as lines, long lists of numbers as sums."""
    if isinstance(value, Mapping):
        return {str(name): recorded(part) for name, part in value.items()}
    if isinstance(value, str):
        return value.splitlines() if "\n" in value else value
    if isinstance(value, np.ndarray | np.generic):
        return recorded(value.tolist())
    if isinstance(value, list | tuple):
        return sums(value) or [recorded(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def printed(record: Any) -> str:
    """Return the text of a record's file: lists of numbers in one line each."""
    text = json.dumps(record, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^][{}\"]+\]", lambda found: " ".join(found[0].split()), text) + "\n"


def sums(values: Any) -> dict[str, Any] | None:
    """Return shape and sums of an array of more than a few numbers, none of other lists."""
    try:
        array = np.array(values, dtype=float)
    except (TypeError, ValueError):
        return None
    if array.size <= LONGEST or not np.isfinite(array).all():
        return None
    flat = np.abs(array.ravel())
    order = np.arange(1, flat.size + 1) / flat.size
    return {
        "shape": list(array.shape),
        "negative": int((array < 0).sum()),
        "absolute": float(flat.sum()),
        "squares": float(flat @ flat),
        "by_place": float(flat @ order),
    }


def differences(old: Any, new: Any, tolerance: float, place: str = "") -> Iterator[str]:
    """Yield a line for each place where two records differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            pair = old.get(name, "absent"), new.get(name, "absent")
            yield from differences(*pair, tolerance, f"{place}.{name}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, tolerance, f"{place}[{index}]")
    elif not same(old, new, tolerance):
        yield f"{place}\n  recorded {json.dumps(old)}\n  now      {json.dumps(new)}"


def same(old: Any, new: Any, tolerance: float) -> bool:
    """Tell whether two numbers, words or lines are the same.

    Numbers within texts are compared as numbers. Those of a search may differ by one of their last
    digit too, and so may the blanks and rules around them.
    """
    if old == new and type(old) is type(new):
        return True
    if isinstance(old, str) and isinstance(new, str):
        numbers = [NUMBER.findall(text) for text in (old, new)]
        words = [NUMBER.sub("#", text) for text in (old, new)]
        if tolerance > EXACT:
            words = [re.sub(r"[ -]+", " ", text) for text in words]
        pairs = zip(*numbers, strict=False)
        return words[0] == words[1] and all(printed_alike(*pair, tolerance) for pair in pairs)
    if isinstance(old, bool) or isinstance(new, bool):
        return False
    if isinstance(old, int | float) and isinstance(new, int | float):
        return math.isclose(old, new, rel_tol=tolerance, abs_tol=NEAR_ZERO)
    return False


def printed_alike(old: str, new: str, tolerance: float) -> bool:
    """Tell whether printed numbers are the same; after a search the last digit may differ."""
    first, second = (Decimal(text.replace(",", "")) for text in (old, new))
    last_digit = Decimal(10) ** min(number.as_tuple().exponent for number in (first, second))
    may_round = tolerance > EXACT and (last_digit < 1 or abs(first) >= 1000)
    return math.isclose(
        first, second, rel_tol=tolerance, abs_tol=1.01 * float(last_digit) if may_round else 0
    )
