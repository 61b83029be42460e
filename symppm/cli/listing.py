"""What there is: ``symppm models``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symppm.cli.options import JsonOption, OutputOption
from symppm.cli.output import deliver
from symppm.cli.output_files import check_files

if TYPE_CHECKING:
    from symppm.codegen.spec import ModelSpec
    from symppm.view.layout import Page


def models(as_json: JsonOption = False, output: OutputOption = None) -> None:
    """List the models: name, what each is, what has to be given, and how it is solved."""
    check_files({"--output": output})
    # Loads numba, which --help should not wait for.
    from symppm.codegen.load import load_model, model_names  # noqa: PLC0415
    from symppm.matching.measuring import asked  # noqa: PLC0415

    specs: list[ModelSpec] = [load_model(name).SPEC for name in model_names()]
    listed = [
        {
            "name": spec.name,
            "title": spec.title,
            "match": True,
            "needs": list(asked(spec)),
            "route": spec.route,
            "targets": list(spec.targets),
            "parameters": {each.name: each.meaning for each in spec.parameters},
        }
        for spec in specs
    ]
    deliver(lambda: _page(specs), {"models": listed}, as_json=as_json, output=output)


def _page(specs: list[ModelSpec]) -> Page:
    from symppm.view.text import models_page  # noqa: PLC0415 - not needed for JSON

    return models_page(specs)
