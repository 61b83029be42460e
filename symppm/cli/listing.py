"""What there is: ``symppm models``, and what is behind it: ``symppm derive``."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from symppm.cli.options import JsonOption, OutputOption
from symppm.cli.output import deliver, write_text

if TYPE_CHECKING:
    from symppm.codegen.spec import ModelSpec
    from symppm.report.page import Page


class Format(StrEnum):
    """How a derivation is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


def models(as_json: JsonOption = False, output: OutputOption = None) -> None:
    """List the models: name, whether it can be matched, and what it is."""
    # Loads numba, which --help should not wait for.
    from symppm.codegen.load import load_model, model_names  # noqa: PLC0415

    specs: list[ModelSpec] = [load_model(name).SPEC for name in model_names()]
    listed = [
        {
            "name": spec.name,
            "title": spec.title,
            "match": True,
            "targets": list(spec.targets),
            "parameters": {each.name: each.meaning for each in spec.parameters},
        }
        for spec in specs
    ]
    deliver(lambda: _page(specs), {"models": listed}, as_json=as_json, output=output)


def _page(specs: list[ModelSpec]) -> Page:
    from symppm.report.tables import models_page  # noqa: PLC0415 - not needed for JSON

    return models_page(specs)


def derive(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="`symppm models` lists them.")],
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.TEXT,
    output: OutputOption = None,
) -> None:
    """Derive the moments of a model step by step, each with the law it used, and solve them."""
    # This command alone needs SymPy, which takes longer to load than a match takes to run.
    from symppm.codegen.generate import generate  # noqa: PLC0415
    from symppm.model.catalogue import CATALOGUE, catalogue_model  # noqa: PLC0415

    declaration = catalogue_model(model)
    title = CATALOGUE[model].title
    made = generate(declaration, title)
    if form is Format.JSON:
        write_text(made.ledger, output)
        return
    from symppm.report import ledger  # noqa: PLC0415 - as above

    writers = {
        Format.TEXT: ledger.ledger_text,
        Format.MARKDOWN: ledger.ledger_markdown,
        Format.LATEX: ledger.ledger_latex,
    }
    write_text(writers[form](made.derivations, title, (made.solution, made.at_k)), output)
