"""Generated torch modules with one token of one function changed."""

from __future__ import annotations

import functools
import io
import re
import tokenize
from collections.abc import Iterator

from symppm.codegen.torch_module import torch_source
from symppm.model.catalogue import CATALOGUE, catalogue_model

_SWAPPED = {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "**": "*",
    "exp": "cosh",
    "sqrt": "log",
    "lgamma": "digamma",
}


@functools.cache
def text_of(name: str) -> str:
    """Return the torch module of a model of the catalogue."""
    return torch_source(catalogue_model(name), CATALOGUE[name].title)


def mutants(source: str, function: str) -> Iterator[tuple[str, str]]:
    """Change each number, by one and by little, and each operator and name, and say which."""
    start = source.index(f"def {function}(")
    start = source.index('"""\n', source.index('"""', start) + 3) + 4
    end = re.compile(r"^(?=def |    raise )", re.M).search(source, start)
    assert end is not None
    body = source[start : end.start()]
    steps = re.findall(r"^    (t\d+) = ", body, re.M)
    known = [*steps, *sorted(set(re.findall(r"(?<=[pq]\[)'\w+'", body)))]
    offsets = [0]
    for line in body.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(body).readline):
        begin = offsets[token.start[0] - 1] + token.start[1]
        before, after = body[:begin], body[begin + len(token.string) :]
        for new in _changes(token, known):
            place = source[:start].count("\n") + token.start[0]
            changed = source[:start] + before + new + after + source[end.start() :]
            yield f"line {place}.{token.start[1]}: {token.string} -> {new}", changed


def _changes(token: tokenize.TokenInfo, known: list[str]) -> Iterator[str]:
    old = token.string
    if token.type == tokenize.NUMBER and "." in old:
        yield repr(float(old) + 1)
        yield repr(float(old) * (1 + 1e-6) + 1e-6)
    elif token.type == tokenize.NUMBER:
        yield str(int(old) + 1)
    elif old in _SWAPPED:
        yield _SWAPPED[old]
    elif old in known:
        kind = [name for name in known if name[0] == old[0] and name != old]
        yield kind[known.index(old) % len(kind)] if kind else f"{old[:-1]}x{old[-1]}"
    elif token.type == tokenize.STRING:
        yield f"{old[:-1]}x{old[-1]}"
