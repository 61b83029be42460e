"""Banners and hashes of generated files, and their templates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import jinja2
import sympy

PINNED_SYMPY = "1.14.0"
"""The version with which the files that ship are written."""

HASHES: Final = "SHA-256: "
"""How the line of a banner begins that has the hashes."""
SHOWN: Final = 16
"""Their first digits, which a banner has: enough to tell that a file is another one."""
_STATED: Final = re.compile(rf"(\w+) ([0-9a-f]{{{SHOWN}}})\b")
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
    shown = ", ".join(f"{name} {value[:SHOWN]}" for name, value in entries.items())
    return (
        f'"""{title}\n\n'
        "GENERATED: DO NOT EDIT. Change the declaration or the generator, then run "
        "python tools/regenerate.py\n"
        f'{HASHES}{shown}\n"""\n\n{body}'
    )


def stated_hashes(text: str) -> dict[str, str]:
    """Return the first digits of the hashes in the banner of a module, by what they are of."""
    line = next((row for row in text.splitlines() if row.startswith(HASHES)), "")
    return dict(_STATED.findall(line))


def is_whole(source: str) -> bool:
    """Tell whether the body of a generated module is the one that its banner names."""
    head, end, body = source.partition('"""\n\n')
    one_docstring = head.startswith('"""') and head.count('"""') == 1
    stated = head.endswith(f" body {digest(body)[:SHOWN]}\n")
    return bool(end) and one_docstring and stated


def template(name: str) -> jinja2.Template:
    """Return a template; nothing that it names may be missing."""
    folder = resources.files("symppm.codegen").joinpath("templates")
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda file: folder.joinpath(file).read_text("utf-8")),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - Python source, not HTML
    )
    return environment.get_template(name)
