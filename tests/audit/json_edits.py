"""Random damage to derivation files: to their bytes, and to their JSON trees."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]

HUGE: tuple[Any, ...] = (
    10**400,
    -(10**400),
    "9" * 5000,
    "1" * 400,
    "-1",
    "0",
    1e308,
    float("inf"),
    True,
    False,
    None,
    "",
    "a" * 10_000,
    "·",
    "i'''''''''''''''''''''",
    "\u202e",
    "\ud800",
    "__import__('os')",
    [],
    {},
    [[]] * 50,
    ["Rational", "1", "3"],
    ["Pow", ["Symbol", "K", "positive", "integer"], ["Rational", "100", "1"]],
    ["Symbol", "a", "positive", "nonnegative", "real"],
    ["Number", "pi"],
    "E",
    "Var",
    "Cum",
    "Tuple",
    "exp",
    "gamma",
)


def spots(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path to every part of a document, itself first."""
    yield path
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from spots(value, (*path, key))
    elif isinstance(tree, list):
        for place, value in enumerate(tree):
            yield from spots(value, (*path, place))


def part(tree: Any, path: Path) -> Any:
    """Return what stands at a path."""
    for key in path:
        tree = tree[key]
    return tree


def edited(document: Any, generator: random.Random) -> Any:
    """Return a copy with one to three random edits."""
    changed = copy.deepcopy(document)
    for _ in range(generator.choice((1, 1, 1, 2, 3))):
        every = list(spots(changed))[1:]
        path = generator.choice(every)
        above, key = part(changed, path[:-1]), path[-1]
        kind = generator.choice(("delete", "duplicate", "swap", "huge", "borrow", "wrap", "rename"))
        if kind == "delete":
            del above[key]
        elif kind == "duplicate" and isinstance(above, list):
            above.insert(key, copy.deepcopy(above[key]))
        elif kind == "swap" and isinstance(above, list):
            other = generator.randrange(len(above))
            above[key], above[other] = above[other], above[key]
        elif kind == "borrow":
            above[key] = copy.deepcopy(part(changed, generator.choice(every)))
        elif kind == "wrap":
            above[key] = [above[key]]
        elif kind == "rename" and isinstance(above, dict):
            above[f"{key}_"] = above.pop(key)
        else:
            above[key] = copy.deepcopy(generator.choice(HUGE))
    return changed


def damaged(text: str, generator: random.Random) -> str:
    """Return text with one to five bytes changed, dropped, or added, or cut off."""
    data = bytearray(text.encode("utf-8"))
    for _ in range(generator.randint(1, 5)):
        place = generator.randrange(len(data))
        kind = generator.choice(("change", "drop", "add", "cut", "digit", "letter"))
        if kind == "change":
            data[place] = generator.randrange(256)
        elif kind == "drop":
            del data[place : place + generator.randint(1, 3)]
        elif kind == "add":
            data[place:place] = bytes(generator.randrange(256) for _ in range(3))
        elif kind == "cut" and generator.random() < 0.2:
            del data[place:]
        elif kind == "digit":
            data[place] = generator.choice(b"0123456789")
        else:
            data[place] = generator.choice(b'abijklK"[]{},:')
        if not data:
            data = bytearray(b"{")
    return data.decode("utf-8", errors="replace")


def dumped(document: Any) -> str:
    """Return a document as JSON, in the way that Python writes what JSON does not have."""
    return json.dumps(document, ensure_ascii=False)
