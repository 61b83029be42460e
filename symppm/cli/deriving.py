"""What is derived: ``symppm derive``, and written as code: ``symppm generate``."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from symppm.cli.grouping import option
from symppm.cli.options import Output, Subject, chosen_model, files_of, model_file
from symppm.cli.output import check_files, say, write_files, write_text
from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.codegen.generate import GeneratedModel
    from symppm.model.declaration import Declaration

_SIGNATURES: Final[Mapping[str, str]] = MappingProxyType(
    # The ending of each file, and words in every such file that symppm has written.
    {
        ".py": "GENERATED: DO NOT EDIT",
        ".json": '"derivations"',
        ".md": "Generated from the declaration",
    }
)
_HOW_TO_WRITE: Final = "python tools/regenerate.py"
_PLAIN_PATH: Final = re.compile(r"[\w./:-]+")
_MOMENTS: Final = re.compile(r'^def moments\((.*?)\):\n +"""([^\n"]*)', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Derived(Output, Subject):
    """What is derived, and how it is written."""

    to: Literal["text", "md", "tex", "html", "ipynb", "json"] = option(
        "text, md, tex, html, ipynb, or json: every step, for programs. [text]", "--to FORM", "text"
    )
    moment: list[str] | None = option(
        "Only this moment, such as variance, rho_row or 'cumulant ij il tj'. May be repeated.",
        "--moment MOMENT",
    )
    solution: bool = option("Only the solution; with --moment, that as well.", default=False)


@dataclass(frozen=True)
class Generated(Subject):
    """What is generated, and where."""

    output: Path = option(
        "Where to write; made if there is none. [.]", "--output -o FOLDER", Path()
    )
    language: str | None = option(
        "Write instead one file that needs nothing of symppm: numba, numpy, torch, jax, r, julia, "
        "c or stan.",
        "--to LANGUAGE",
    )


def derive(derived: Derived) -> None:
    """Derive the moments of a model step by step, each with the law it used, and solve them."""
    output, form = derived.output, derived.to
    check_files({"--output": output}, files_of(derived.model))
    declaration, title, needs = _declared(derived.model)
    from symppm.laws import derive as moment
    from symppm.laws.records import record_json
    from symppm.modeller.model import long_name
    from symppm.view import documents
    from symppm.view.derivations import written

    names = [*map(long_name, derived.moment or ())]
    if names and form != "json":  # documents write moments by the mean
        names = [*dict.fromkeys(["mean", *names])]
    derivations = tuple(moment(declaration, name) for name in names)
    result = documents.Derived(derivations, record_json(derivations) if names else "")
    if derived.solution or not names:
        full = documents.derived(declaration, title, needs)
        if full.unsolved:
            say(f"note: derived, but not solved: {full.unsolved}", err=True)
        result = replace(full, derivations=derivations, record=result.record) if names else full
    if form == "json":
        write_text(result.record, output)
        return
    blocks = documents.document_blocks(
        result.derivations, title, result.solutions,
        proved=bool(names) or not derived.solution,
    )  # fmt: skip
    text = written(blocks, form)
    if form == "text" and output is None and sys.stdout.isatty():
        from symppm.view.layout import narrowed

        text = narrowed(text, shutil.get_terminal_size().columns)
    write_text(text, output)


def generate(generated: Generated) -> None:
    """Derive and solve a model, and write it as code and as a derivation to read.

    Writes NAME.py (numba kernels of the moments and the solution), NAME.json (every step, for
    programs) and NAME.md (the same, for people), NAME being that of the model. MODEL may be a
    Python file, which is run.
    """
    model, folder = generated.model, generated.output
    if generated.language is not None:
        _generate_standalone(model, generated.language, folder)
        return
    declaration, title, needs = _declared(model)
    name, source = declaration.name, model_file(model)
    paths = {ending: folder / f"{name}{ending}" for ending in _SIGNATURES}
    for ending, path in paths.items():
        _check_replaceable(path, _SIGNATURES[ending], source)
    result, texts = written_texts(declaration, title, needs)
    # The command that writes the files anew, fit to stand in a docstring.
    command = f"symppm generate {model if _PLAIN_PATH.fullmatch(model) else 'FILE.py:NAME'}"
    _write(
        folder,
        {path: texts[end].replace(_HOW_TO_WRITE, command, 1) for end, path in paths.items()},
    )
    arguments, returned = (" ".join(text.split()) for text in _MOMENTS.findall(result.source)[0])
    fixes = "".join(f" --fix {parameter}=VALUE" for parameter in result.spec.needs)
    # Files of data hold matrices.
    matrix = len(declaration.observed.dims) == 2
    what = ("data", "match FILE") if matrix else ("beliefs", "elicit --target NAME=VALUE")
    say(
        f"\nIn Python, from {'this folder' if folder == Path() else folder}:\n"
        f"  import {name}\n"
        f"  {name}.moments({arguments.rstrip(',')})  # {returned}\n"
        f"To match {what[0]} with the model:\n"
        f"  symppm {what[1]} --model {shlex.quote(model)}{fixes}"
    )


def written_texts(
    declaration: Declaration, title: str, needs: Sequence[str] | None = None
) -> tuple[GeneratedModel, dict[str, str]]:
    """Return what is generated for a model, and its files by their suffix."""
    # SymPy, which --help should not wait for.
    from symppm.codegen.generate import generate as generate_model
    from symppm.view.documents import document_markdown

    result = generate_model(declaration, title, needs)
    page = document_markdown(result.derivations, title, result.solutions)
    return result, {".py": result.source, ".json": result.record, ".md": page}


def _generate_standalone(model: str, language: str, folder: Path) -> None:
    from symppm.codegen.standalone import checked, standalone, suffix
    from symppm.matching.models import generated_module

    checked(language)
    module = generated_module(chosen_model(model), ())
    _, title, _ = _declared(model)
    path = folder / f"{module.SPEC.name}{suffix(language)}"
    _check_replaceable(path, "Written by symppm from a derivation", model_file(model))
    _write(folder, {path: standalone(module, language, title)})


def _write(folder: Path, texts: Mapping[Path, str]) -> None:
    """Write files into a folder, which is made if there is none, and say so."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ParameterError(
            f"--output {folder} is no folder and cannot be made one ({error.strerror or error})",
            expected="a folder, or a path where one can be made",
            do="Check the path.",
        ) from error
    write_files([("--output", path, text.encode("utf-8")) for path, text in texts.items()])
    for path in texts:
        say(f"wrote {path}")


def _declared(model: str) -> tuple[Declaration, str, tuple[str, ...] | None]:
    """Return the declaration of a model, its title, and what has to be given, if that is known."""
    subject = chosen_model(model)
    # These commands need SymPy, which --help should not wait for.
    from symppm.model.catalogue import CATALOGUE, catalogue_model

    if isinstance(subject, str):
        return catalogue_model(subject), CATALOGUE[subject].title, CATALOGUE[subject].needs
    file = model_file(model)
    if file is None or not _PLAIN_PATH.fullmatch(file.name):
        return subject.declaration, subject.declaration.title, None
    return subject.declaration, f"declared in {file.name}", None


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
    if not path.is_file() or words not in path.read_text("utf-8", errors="replace"):
        raise ParameterError(
            f"{path} exists, and symppm did not write it",
            expected="a folder in which the model's name is free, or what was generated before",
            do="Choose a folder with -o, or move the file away.",
        )
