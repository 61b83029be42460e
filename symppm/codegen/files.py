"""Banners and hashes of generated files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import sympy

PINNED_SYMPY = "1.14.0"
"""The version with which the files that ship are written."""

_GENERATOR_ROOMS = ("families", "model", "laws", "solve", "codegen")


def digest(text: str) -> str:
    """Return the SHA-256 of a text as hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def generator_hash(sympy_version: str = sympy.__version__) -> str:
    """Return one hash of everything that decides what is generated."""
    package = Path(__file__).resolve().parent.parent
    state = hashlib.sha256(f"sympy {sympy_version}\n".encode())
    for room in _GENERATOR_ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.suffix in {".py", ".j2"}:
                state.update(path.relative_to(package).as_posix().encode())
                state.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return state.hexdigest()


def module_text(
    title: str, body: str, hashes: Mapping[str, str], generator: str | None = None
) -> str:
    """Put the banner over a generated module."""
    body = body.strip("\n") + "\n"
    made_by = generator_hash() if generator is None else generator
    entries = {**hashes, "generator": made_by, "body": digest(body)}
    lines = "\n".join(f"{name + ':':<11}sha256 {value}" for name, value in entries.items())
    return (
        f'"""{title}\n\n'
        "GENERATED: DO NOT EDIT. Change the declaration or the generator, then run\n"
        "    python tools/regenerate.py\n\n"
        f'{lines}\n"""\n\n{body}'
    )


def is_whole(source: str) -> bool:
    """Tell whether the body of a generated module is the one that its banner names."""
    head, end, body = source.partition('"""\n\n')
    alone = head.startswith('"""') and head.count('"""') == 1
    return bool(end) and alone and f"body:      sha256 {digest(body)}\n" in head
