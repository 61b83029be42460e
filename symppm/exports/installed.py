"""What is installed of a library, read without importing it."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final


@dataclass(frozen=True)
class Library:
    """Where a library keeps what an export calls."""

    package: str
    distribution: str
    checked: str
    file: str = ""
    called: str = ""


LIBRARIES: Final[Mapping[str, Library]] = MappingProxyType(
    {
        "hpfrec": Library("hpfrec", "hpfrec", "0.2.14", "__init__.py", "HPF"),
        "schpf": Library(
            "schpf",
            "",
            "the source of simslab/scHPF, commit 6a294aa, for SciPy and scikit-learn of its time",
            "scHPF_.py",
            "scHPF",
        ),
        "poismf": Library("poismf", "poismf", "0.4.0", "__init__.py", "PoisMF"),
        "sklearn": Library("sklearn", "scikit-learn", "1.9", "decomposition/_nmf.py", "NMF"),
        "cmfrec": Library("cmfrec", "cmfrec", "3.5.1", "__init__.py", "CMF_implicit"),
        "implicit": Library("implicit", "implicit", "0.7.3", "als.py", "AlternatingLeastSquares"),
        "pymc": Library("pymc", "pymc", "5.28"),
        "numpyro": Library("numpyro", "numpyro", "0.22"),
        "pyro": Library("pyro", "pyro-ppl", "1.9"),
        "stan": Library("stan", "pystan", "3.10"),
    }
)
"""Libraries by export target; of those without a file, whole programs are tested."""


def remarks(target: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Say which version exported code was tested with, and what here is different."""
    library = LIBRARIES.get(target)
    if library is None:
        return ()
    name = library.distribution or library.package
    tested = f"Tested with {name} {library.checked}" if library.distribution else _source(library)
    found = importlib.util.find_spec(library.package)
    if found is None or not found.submodule_search_locations:
        how = f"pip install {name}" if library.distribution else "install it from its repository"
        return (f"{tested}; {library.package} is not installed here ({how}).",)
    version = _version(library)
    here = f"{tested}; installed here: {version}."
    if not library.file:
        return (here,)
    accepted = _accepted(Path(next(iter(found.submodule_search_locations))), library)
    if accepted is None:
        return (
            f"{here} What {library.called} takes could not be read there: compare its arguments.",
        )
    unknown = [each for each in arguments if each not in accepted]
    if unknown:
        return (
            here,
            f"WARNING: {library.called} of the installed {name} does not take "
            f"{', '.join(unknown)}. Install a version that does, such as {library.checked}, or "
            "translate by the convention above.",
        )
    return (here,)


def _source(library: Library) -> str:
    return f"Written from {library.checked}; that was not run"


def _version(library: Library) -> str:
    try:
        return metadata.version(library.distribution or library.package)
    except metadata.PackageNotFoundError:
        return "a copy of unknown version"


def _accepted(folder: Path, library: Library) -> set[str] | None:
    """Return the parameters of a function, or of the construction of a class."""
    try:
        tree = ast.parse((folder / library.file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None
    for function in _functions(tree, library.called):
        every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        return {each.arg for each in every}
    return None


def _functions(tree: ast.Module, name: str) -> Iterator[ast.FunctionDef]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield node
        if isinstance(node, ast.ClassDef) and node.name == name:
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
                    yield inner
