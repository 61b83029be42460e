"""A declared model as a document, and back: read as data, with every check of the language.

What is written is the declaration as derivations hold it, expressions as trees of nodes from a
fixed list, so nothing in it is run or parsed as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symppm.errors import DataError, DerivationError, NotBuiltError
from symppm.families import family_named
from symppm.laws.declared import declaration_from_tree, declaration_tree
from symppm.model import Declaration
from symppm.results.documents import checked_head, headed

_KIND = "model"


def declaration_document(declaration: Declaration) -> dict[str, Any]:
    """Return a declaration as a document of plain values."""
    try:
        return headed(_KIND, declaration_tree(declaration))
    except DerivationError as error:
        raise NotBuiltError(
            f"the model {declaration.name!r} as a document ({error.given})",
            expected="parameters of arithmetic, powers, exp, log and the links of symppm",
            do="Keep the Python file that declares it.",
        ) from error


def read_declaration(document: Mapping[str, Any]) -> Declaration:
    """Read what :func:`declaration_document` wrote."""
    values = checked_head(document, _KIND)
    tree = {name: each for name, each in values.items() if name not in ("schema", "kind")}
    try:
        return declaration_from_tree(tree, family_named)
    except DerivationError as error:
        raise DataError(
            error.given.replace("the derivation contains", "the model contains"),
            expected=error.expected,
            do="The document is damaged, or was not written by symppm; write it again.",
        ) from error
