"""Write generated/ and derivations/ anew from the declarations, or check that they are current.

python tools/regenerate.py            write
python tools/regenerate.py --check    compare, exit code 1 and a list of files if any differ
"""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import sympy
from documents import cross_moments_markdown, errata_markdown

from symppm.codegen.cross_moments import generate_cross_moments
from symppm.codegen.estimators import estimators_source
from symppm.codegen.files import PINNED_SYMPY
from symppm.codegen.generate import generate
from symppm.codegen.torch_module import torch_source
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.view.documents import document_markdown

ROOT = Path(__file__).resolve().parent.parent


def contents() -> dict[str, str]:
    """Return the text of every generated file by its path in the checkout."""
    files = {
        "generated/estimators.py": estimators_source(),
        "derivations/errata.md": errata_markdown(),
    }
    # Not forked: what this process has loaded may hold threads.
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        proof = pool.submit(cross_moments_markdown)
        for made in pool.map(model_contents, CATALOGUE):
            files |= made
        files["derivations/cross_moments.md"] = proof.result()
    return files


def model_contents(name: str) -> dict[str, str]:
    """Return the files of one model by their paths in the checkout."""
    entry = CATALOGUE[name]
    declaration = catalogue_model(name)
    made = generate(declaration, entry.title, entry.needs)
    files = {
        f"generated/{name}.py": made.source,
        f"derivations/{name}.json": made.record,
        f"derivations/{name}.md": document_markdown(made.derivations, entry.title, made.solutions),
    }
    if not declaration.known:
        # Drawing with known arrays is not built: such a model has no torch module.
        files[f"generated/torch/{name}.py"] = torch_source(declaration, entry.title)
    for ending, stars in (("", False), ("_stars", True)):
        cross_moments = generate_cross_moments(name, stars=stars)
        if cross_moments is not None:
            files[f"generated/cross_moments/{name}{ending}.py"] = cross_moments.source
    return files


CHECKER = "derivations/check.py"
"""What lies among generated files and is written by hand."""


def stale(files: dict[str, str]) -> list[str]:
    """Return the paths whose content is not what would be written, and files nobody writes."""
    found = [
        path
        for path, text in files.items()
        if not (ROOT / path).is_file() or (ROOT / path).read_text("utf-8") != text
    ]
    for folder in ("generated", "generated/cross_moments", "generated/torch", "derivations"):
        for path in sorted((ROOT / folder).glob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and name not in files and name != CHECKER:
                found.append(name)
    return found


def main(arguments: list[str]) -> int:
    """Write or check; return the exit code."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    if sympy.__version__ != PINNED_SYMPY:
        print(
            f"SymPy {sympy.__version__} is installed; files are reproducible with {PINNED_SYMPY} "
            "only. Install that one: pip install -e '.[test]'",
            file=sys.stderr,
        )
        return 2
    files = contents()
    different = stale(files)
    if arguments == ["--check"]:
        for path in different:
            print(f"{path} is not what the generator writes; run python tools/regenerate.py")
        return 1 if different else 0
    for path in different:
        if path in files:
            (ROOT / path).parent.mkdir(exist_ok=True)
            (ROOT / path).write_text(files[path], "utf-8")
            print(f"wrote {path}")
        else:
            print(f"{path} is written by nothing: remove it")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
