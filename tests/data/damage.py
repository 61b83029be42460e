"""Reads damaged copies of a file, in a process of its own so that a crash is seen.

Run with a folder to work in, a file, and the first and last seed; prints, for every seed, a line of
JSON: what the reader made of the copy.
"""

from __future__ import annotations

import json
import resource
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from formats import FORMATS

from symppm.data.door import read
from symppm.errors import DataError

TRIPLES: dict[str, Any] = {"columns": (1, 2, 3), "header": True, "duplicates": "sum"}
MEMORY = 16 << 30


def damage(data: bytes, seed: int) -> bytes:
    """Change some bytes, where there are more than zeros, and sometimes cut the end off."""
    chance = np.random.default_rng(seed)
    changed = bytearray(data)
    used = np.flatnonzero(np.frombuffer(data, np.uint8))
    for _ in range(chance.integers(1, 4)):
        # A third of the damage goes to the beginning and to the end each, where the indexes are.
        part = [used, used[:100], used[-300:]][chance.integers(3)]
        new = [int(chance.integers(256)), 0, 1, 255, *b'0919-,"\t\n#']
        changed[chance.choice(part)] = new[chance.integers(len(new))]
    if chance.random() < 0.1:
        del changed[chance.integers(1, len(changed)) :]
    return bytes(changed)


def main(folder: str, file: str, first: str, last: str) -> None:
    warnings.simplefilter("error")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    path, data = Path(folder, Path(file).name), Path(file).read_bytes()
    options = FORMATS[path.name][1] if path.name in FORMATS else TRIPLES
    for seed in range(int(first), int(last)):
        path.write_bytes(damage(data, seed))
        try:
            answer: dict[str, Any] = {"shape": read(path, **options).shape}
        except DataError as error:
            answer = {"refused": str(error)}
        print(json.dumps({"seed": seed, **answer}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
