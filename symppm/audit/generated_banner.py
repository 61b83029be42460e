"""The banner of a generated module: every hash in it, and its wording."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from symppm.codegen.files import PINNED_SYMPY, digest, generator_hash, module_text

_HASH: Final = re.compile(r"^(\w+): +sha256 ([0-9a-f]{64})$", re.MULTILINE)


def banner_failures(
    source: str, banner: str, title: str, made_from: Mapping[str, str]
) -> list[tuple[int, str]]:
    """Compare a banner with what stands below it and with what the module was made from."""
    stated = dict(_HASH.findall(banner))
    below = source.partition('"""\n\n')[2]
    # What ships is written with one SymPy, and may be audited with another.
    generators = (generator_hash(), generator_hash(PINNED_SYMPY))
    generator = next(
        (each for each in generators if each == stated.get("generator")), generators[0]
    )
    due = {**made_from, "generator": generator, "body": digest(below)}
    lines = source.splitlines()
    failures = []
    for name, value in due.items():
        if stated.get(name) == value:
            continue
        line = next((n for n, each in enumerate(lines, 1) if each.startswith(f"{name}:")), 1)
        what = f"the banner has another hash of the {name} than what is there"
        if name == "generator":
            what = (
                "it was written by another version of the generator; run python tools/regenerate.py"
            )
        failures.append((line, what))
    if not failures and module_text(title, below, made_from, generator) != source:
        failures.append((1, "the banner is not what the generator writes"))
    return failures
