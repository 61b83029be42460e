"""Write generated/ and derivations/ anew from the declarations, or check that they are current.

python tools/regenerate.py [MODEL ...] [--check] [--force] [-j N]

    MODEL    only the files of these models; "estimators", "errata" and "cross_moments" are the
             files that belong to none
    --check  write nothing: print how files differ, and exit with 1 if any does
    --force  also what is as it was left when nothing of the generator was another
    -j N     processes; by default one a core
"""

from __future__ import annotations

import argparse
import difflib
import gc
import hashlib
import json
import multiprocessing
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import sympy

from symppm.codegen.files import PINNED_SYMPY, digest
from symppm.errors import did_you_mean
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.progress import progress_bar
from symppm.saving import save

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / ".regenerated.json"
"""What was written last, by hash, and from which sources; not in the repository."""
SOURCES = (
    *(f"symppm/{room}" for room in ("families", "model", "laws", "counting", "solve", "codegen")),
    "symppm/view", "symppm/expressions.py", "tools/documents.py", "tools/templates",
    "tools/paper/errata", "derivations/check.py",
)  # fmt: skip
FOLDERS = ("generated", "generated/cross_moments", "derivations")
CHECKER = "derivations/check.py"
"""What lies among generated files and is written by hand."""
UNITS = ("cross_moments", *sorted(CATALOGUE, key=lambda name: not name.startswith("hpf")),
         "estimators", "errata")  # fmt: skip
"""What is written together, what takes longest first."""


def contents(unit: str) -> dict[str, str]:
    """Return the text of the files of a unit by their paths in the checkout."""
    # What is as it was is told without these.
    from documents import cross_moments_markdown, errata_markdown  # noqa: PLC0415

    from symppm.codegen.estimators import estimators_source  # noqa: PLC0415

    if unit == "estimators":
        return {"generated/estimators.py": estimators_source()}
    if unit == "errata":
        return {"derivations/errata.md": errata_markdown()}
    if unit == "cross_moments":
        return {"derivations/cross_moments.md": cross_moments_markdown()}
    return model_contents(unit)


def model_contents(name: str) -> dict[str, str]:
    """Return the files of one model by their paths in the checkout."""
    from symppm.codegen.generate import generate, generate_cross_moments  # noqa: PLC0415
    from symppm.view.documents import document_markdown  # noqa: PLC0415

    entry = CATALOGUE[name]
    made = generate(catalogue_model(name), entry.title, entry.needs)
    files = {
        f"generated/{name}.py": made.source,
        f"derivations/{name}.json": made.record,
        f"derivations/{name}.md": document_markdown(made.derivations, entry.title, made.solutions),
    }
    for ending, stars in (("", False), ("_stars", True)):
        cross_moments = generate_cross_moments(made, stars=stars)
        if cross_moments is not None:
            files[f"generated/cross_moments/{name}{ending}.py"] = cross_moments.source
    return files


def sources_hash() -> str:
    """Return one hash of all that decides what is written."""
    state = hashlib.sha256(sympy.__version__.encode())
    paths = [ROOT / name for name in SOURCES]
    for path in sorted(file for each in paths for file in (each, *each.rglob("*"))):
        if path.is_file() and path.suffix != ".pyc":
            state.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return state.hexdigest()


def left_as_written(units: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the hashes of files of units that are as they were written, from the same sources."""
    try:
        state = json.loads(STATE.read_text("utf-8"))
        if state["sources"] != sources_hash():
            return {}
        return {
            unit: state["units"][unit]
            for unit in units
            if unit in state["units"]
            and all(
                digest(on_disk(path) or "") == due for path, due in state["units"][unit].items()
            )
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def on_disk(path: str) -> str | None:
    """Return the text of a file; None where there is none."""
    file = ROOT / path
    return file.read_text("utf-8") if file.is_file() else None


def made(units: Sequence[str], jobs: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the files of each unit as they are done, several at a time."""
    if jobs == 1 or len(units) < 2:
        for unit in units:
            yield unit, contents(unit)
        return
    # Not forked: what this process has loaded may hold threads.
    context = multiprocessing.get_context("spawn")
    workers = min(jobs, len(units))
    os.environ.setdefault("SYMPY_CACHE_SIZE", "10000")
    # A short life with much to keep: looking for garbage is a twentieth of the time.
    with ProcessPoolExecutor(workers, mp_context=context, initializer=gc.disable) as pool:
        waiting = {pool.submit(contents, unit): unit for unit in units}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def strays(files: Iterable[str]) -> list[str]:
    """Return the files in the folders that nothing writes."""
    written = {*files, CHECKER}
    there = (path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*")))
    names = (path.relative_to(ROOT).as_posix() for path in there if path.is_file())
    return [name for name in names if name not in written]


def difference(path: str, text: str) -> str:
    """Return how a file differs from what is written, as a unified diff."""
    old = on_disk(path) or ""
    return "".join(
        line if line.endswith("\n") else f"{line}\n"
        for line in difflib.unified_diff(
            old.splitlines(keepends=True),
            text.splitlines(keepends=True),
            path,
            f"{path} as written",
        )
    )


def run(units: Sequence[str], *, check: bool, force: bool, jobs: int) -> int:
    """Write or check; return the exit code."""
    # Of the beginning: what is changed meanwhile may not have been read.
    sources = sources_hash()
    kept = {} if force else left_as_written(units)
    hashes: dict[str, dict[str, str]] = dict(kept)
    wrong = False
    open_units = [unit for unit in units if unit not in kept]
    with progress_bar("Regenerating", len(open_units), show=bool(open_units)) as advance:
        for unit, files in made(open_units, jobs):
            advance(what=f"Regenerating: {unit}")
            hashes[unit] = {path: digest(text) for path, text in files.items()}
            for path, text in files.items():
                if on_disk(path) == text:
                    continue
                wrong = True
                if check:
                    print(difference(path, text), end="")
                    continue
                (ROOT / path).parent.mkdir(exist_ok=True)
                save(ROOT / path, text.encode("utf-8"))
                print(f"wrote {path}", flush=True)
    if set(units) == set(UNITS):
        for path in strays(path for files in hashes.values() for path in files):
            wrong = True
            print(f"{path} is written by nothing: remove it")
    if not (check and wrong):
        remember(hashes, sources)
    if check and wrong:
        print("these files are not what the generator writes; run python tools/regenerate.py")
    return int(check and wrong)


def remember(hashes: Mapping[str, Mapping[str, str]], sources: str) -> None:
    """Note what is on the disk, beside what was noted for other units."""
    before = left_as_written(UNITS)
    state = {"sources": sources, "units": {**before, **hashes}}
    save(STATE, json.dumps(state, indent=1).encode("utf-8"))


def main(arguments: Sequence[str]) -> int:
    """Read the arguments; return the exit code."""
    parser = argparse.ArgumentParser(
        usage=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.models if name not in UNITS]
    if unknown or asked.jobs < 1:
        told = f"-j {asked.jobs}; expected at least one process."
        if unknown:
            told = f"no model is named {unknown[0]!r}. {did_you_mean(unknown[0], UNITS)}"
        print(told, file=sys.stderr)
        return 2
    if sympy.__version__ != PINNED_SYMPY:
        print(
            f"SymPy {sympy.__version__} is installed; files are reproducible with {PINNED_SYMPY} "
            "only. Install that one: pip install -e '.[test]'",
            file=sys.stderr,
        )
        return 2
    units = tuple(dict.fromkeys(asked.models)) or UNITS
    return run(units, check=asked.check, force=asked.force, jobs=asked.jobs)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
