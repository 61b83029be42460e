"""What is derived: ``symppm derive``, and written as code: ``symppm generate``."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Final

import typer

from symppm.cli.options import ModelArgument, OutputOption, chosen_model, files_of, model_file
from symppm.cli.output import check_files, say, write_files, write_text
from symppm.errors import NotBuiltError, ParameterError

if TYPE_CHECKING:
    from symppm.codegen.generate import GeneratedModel
    from symppm.laws import Derivation
    from symppm.model.declaration import Declaration
    from symppm.solve import Solution

_MADE: Final[Mapping[str, str]] = MappingProxyType(
    # The ending of each file, and words in every such file that symppm has written.
    {
        ".py": "GENERATED: DO NOT EDIT",
        ".json": '"derivations"',
        ".md": "Generated from the declaration",
    }
)
_HOW_TO_WRITE: Final = "python tools/regenerate.py"
_PLAIN_PATH: Final = re.compile(r"[\w./:-]+")


class Format(StrEnum):
    """How a derivation is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


def derive(
    model: ModelArgument,
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.TEXT,
    output: OutputOption = None,
) -> None:
    """Derive the moments of a model step by step, each with the law it used, and solve them."""
    inputs = files_of(model)
    check_files({"--output": output}, inputs)
    declaration, title = _declared(model)
    derivations, solutions = _derived(declaration, title)
    if form is Format.JSON:
        from symppm.laws.records import record_json  # noqa: PLC0415 - needs SymPy

        write_text(record_json(derivations), output, inputs)
        return
    from symppm.view import documents  # noqa: PLC0415 - needs SymPy
    from symppm.view.layout import narrowed  # noqa: PLC0415 - rarely needed

    writers = {
        Format.TEXT: documents.document_text,
        Format.MARKDOWN: documents.document_markdown,
        Format.LATEX: documents.document_latex,
    }
    text = writers[form](derivations, title, solutions)
    if form is Format.TEXT and output is None and sys.stdout.isatty():
        text = narrowed(text, shutil.get_terminal_size().columns)
    write_text(text, output, inputs)


def generate(
    model: ModelArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to write; made if there is none."
        ),
    ] = Path(),
    language: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="LANGUAGE",
            help="Write instead one file that needs nothing of symppm: numba, numpy, torch, jax, "
            "r, julia, c or stan.",
        ),
    ] = None,
) -> None:
    """Derive and solve a model, and write it as code and as a derivation to read.

    Writes NAME.py (numba kernels of the moments and the solution), NAME.json (every step, for
    programs) and NAME.md (the same, for people), NAME being that of the model. MODEL may be a
    Python file, which is run.
    """
    if language is not None:
        _generate_standalone(model, language, output)
        return
    declaration, title = _declared(model)
    name, source = declaration.name, model_file(model)
    paths = {ending: output / f"{name}{ending}" for ending in _MADE}
    for ending, path in paths.items():
        _check_replaceable(path, _MADE[ending], source)
    _check_folder(output)
    made = _generated(declaration, title)
    from symppm.view.documents import document_markdown  # noqa: PLC0415 - needs SymPy

    command = _command(model)
    texts = {
        ".py": made.source.replace(_HOW_TO_WRITE, command, 1),
        ".json": made.record,
        ".md": document_markdown(made.derivations, title, made.solutions).replace(
            _HOW_TO_WRITE, command, 1
        ),
    }
    _make_folder(output)
    write_files([("--output", at, texts[ending].encode("utf-8")) for ending, at in paths.items()])
    for path in paths.values():
        say(f"wrote {path}")
    for line in _usage(
        model, paths[".py"], texts[".py"], made.needs, len(declaration.observed.dims)
    ):
        say(line)


def _generate_standalone(model: str, language: str, output: Path) -> None:
    from symppm.codegen.standalone import checked, standalone, suffix  # noqa: PLC0415 - slow
    from symppm.matching.models import generated_module  # noqa: PLC0415 - as above

    checked(language)
    module = generated_module(chosen_model(model), ())
    path = output / f"{module.SPEC.name}{suffix(language)}"
    _check_replaceable(path, "Written by symppm from a derivation", model_file(model))
    _check_folder(output)
    _make_folder(output)
    write_files([("--output", path, standalone(module, language).encode("utf-8"))])
    say(f"wrote {path}")


def _declared(model: str) -> tuple[Declaration, str]:
    """Return the declaration of a model, and its title."""
    chosen = chosen_model(model)
    # These commands need SymPy, which --help should not wait for.
    from symppm.model.catalogue import CATALOGUE, catalogue_model  # noqa: PLC0415

    if isinstance(chosen, str):
        return catalogue_model(chosen), CATALOGUE[chosen].title
    file = model_file(model)
    if file is None or not _PLAIN_PATH.fullmatch(file.name):
        return chosen.declaration, "declared by the user"
    return chosen.declaration, f"declared in {file.name}"


def _command(model: str) -> str:
    """Return the command that writes the files anew, fit to stand in a docstring."""
    return f"symppm generate {model if _PLAIN_PATH.fullmatch(model) else 'FILE.py:NAME'}"


def _derived(
    declaration: Declaration, title: str
) -> tuple[tuple[Derivation, ...], tuple[Solution, ...]]:
    """Return all derivations of a model, and what closed forms there are."""
    try:
        made = _generated(declaration, title)
    except NotBuiltError as error:
        from symppm.codegen.generate import record_contents  # noqa: PLC0415 - needs SymPy
        from symppm.laws import derive as derivation_of  # noqa: PLC0415 - as above

        # What cannot be solved can still be derived; what cannot be derived complains again.
        found = tuple(derivation_of(declaration, what) for what in record_contents(declaration))
        say(f"note: derived, but not solved: {error}", err=True)
        return found, ()
    return made.derivations, made.solutions


def _generated(declaration: Declaration, title: str) -> GeneratedModel:
    from symppm.codegen.generate import generate as generate_model  # noqa: PLC0415 - as above

    return generate_model(declaration, title)


def _check_replaceable(path: Path, words: str, source: Path | None) -> None:
    """Refuse to write over the model's own file, or any file that symppm did not write."""
    if not path.exists():
        return
    if source is not None and path.samefile(source):
        raise ParameterError(
            f"{path} is the file that declares the model, and would be written over",
            expected="a folder in which the model's name is free",
            do=f"Write elsewhere, as in -o {path.stem}_generated, or rename the file.",
        )
    try:
        ours = words in path.read_text("utf-8", errors="replace")
    except OSError:
        ours = False
    if not ours:
        raise ParameterError(
            f"{path} exists, and symppm did not write it",
            expected="a folder in which the model's name is free, or what was generated before",
            do="Choose a folder with -o, or move the file away.",
        )


def _check_folder(folder: Path) -> None:
    """Refuse a path that leads through a file, before the time to derive is spent."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if there.exists() and not there.is_dir():
        raise _no_folder(folder, f"{there} is a file")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error.strerror or str(error)) from error


def _no_folder(folder: Path, why: str) -> ParameterError:
    return ParameterError(
        f"--output {folder} is no folder and cannot be made one ({why})",
        expected="a folder, or a path where one can be made",
        do="Check the path.",
    )


def _usage(model: str, path: Path, source: str, needs: Sequence[str], axes: int) -> list[str]:
    """Say how the module that was written is called, and how the model is matched."""
    name = path.stem
    tree = ast.parse(source)
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    moments = functions["moments"]
    call = f"{name}.moments({', '.join(each.arg for each in moments.args.args)})"
    given = "".join(f" --fix {each}=VALUE" for each in needs)
    # Files of data hold matrices.
    what = ("data", "match FILE") if axes == 2 else ("beliefs", "elicit --target NAME=VALUE")
    return [
        "",
        f"In Python, from {'this folder' if path.parent == Path() else path.parent}:",
        f"  import {name}",
        f"  {call}  # {(ast.get_docstring(moments) or '').partition(chr(10))[0]}".rstrip(" #"),
        f"To match {what[0]} with the model:",
        f"  symppm {what[1]} --model {shlex.quote(model)}{given}",
    ]
