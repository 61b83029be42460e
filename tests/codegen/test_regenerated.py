"""Generated files are what the generator writes, byte for byte, under any hash seed.

The core suite compares hashes in their banners: of the generator, the record and the body.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from documents import cross_moments_markdown, errata_markdown
from regenerate import model_contents

from symppm.codegen.estimators import estimators_source
from symppm.codegen.files import digest, generator_hash, stated_hashes
from symppm.model.catalogue import CATALOGUE

Run = Callable[..., subprocess.CompletedProcess[str]]

NAMES = sorted(CATALOGUE)
UNDETERMINED = ("lda", "lda_asymmetric", "pmf_gamma_weights", "ptf_gamma")
"""Those without a module for cross-moments: shared variables, and three axes."""
FURTHER = ("hpf_gamma", "hpf_rows_gamma", "pmf_dirichlet")
"""Those with a second module; of pmf_dirichlet, which has no stars, the variance tells more."""

SEEDED = ("hpf_gamma",)
"""Two branches, and the stars: written anew once, under a fixed hash seed."""
SOURCES = {
    "generated/estimators.py": estimators_source,
    "derivations/errata.md": errata_markdown,
}
SOME = ("hpf_rows_gamma", "lda", "pmf_gamma", "pmf_gamma_weights", "pmf_weibull", "ptf_gamma")
OFTEN = sorted({*NAMES[::6], *SOME} - {*SEEDED})
"""Written anew at all. The others rest on the hashes of generator, record and body in banners."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", OFTEN)
def test_the_checked_in_files_are_what_the_generator_writes(name: str, checkout: Path) -> None:
    made = model_contents(name)
    for path, text in made.items():
        assert (checkout / path).read_text("utf-8") == text, path
    apart = checkout / "generated" / "cross_moments"
    there = {f"{name}{ending}.py" for ending in ("", "_stars")} & {p.name for p in apart.iterdir()}
    assert there == {Path(path).name for path in made if "cross_moments" in path}


@pytest.mark.thorough
@pytest.mark.parametrize("path", SOURCES)
def test_what_holds_for_any_model_is_what_the_generator_writes(path: str, checkout: Path) -> None:
    assert (checkout / path).read_text("utf-8") == SOURCES[path]()


@pytest.mark.thorough
def test_their_source_does_not_depend_on_the_hash_seed(run_python: Run) -> None:
    # The test above runs under the seed of this process: another one each time.
    code = (
        "import sys\n"
        "sys.path.insert(0, 'tools')\n"
        "from documents import errata_markdown\n"
        "from symppm.codegen.estimators import estimators_source\n"
        "from symppm.codegen.files import digest\n"
        "for made in (estimators_source, errata_markdown):\n"
        "    print(digest(made()))"
    )
    done = run_python("-c", code, env={"PYTHONHASHSEED": "20261122"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [digest(made()) for made in SOURCES.values()]


@pytest.mark.thorough
def test_the_checked_in_proof_is_what_is_written(checkout: Path) -> None:
    path = checkout / "derivations" / "cross_moments.md"
    assert path.read_text("utf-8") == cross_moments_markdown()


def test_nothing_else_lies_in_the_generated_folders(checkout: Path) -> None:
    def files(folder: str) -> set[str]:
        return {path.name for path in (checkout / folder).iterdir() if path.is_file()}

    assert files("generated") == {f"{name}.py" for name in (*NAMES, "estimators")}
    cross_moments = {f"{name}.py" for name in NAMES if name not in UNDETERMINED}
    assert files("generated/cross_moments") == cross_moments | {
        f"{name}_stars.py" for name in FURTHER
    }
    named = {f"{name}.{end}" for name in NAMES for end in ("json", "md")}
    assert files("derivations") == named | {"errata.md", "cross_moments.md", "check.py"}


PRINT_DIGESTS = """
import sys
sys.path.insert(0, "tools")
from symppm.codegen.files import digest
from regenerate import model_contents
for name in {names!r}:
    for path, text in model_contents(name).items():
        print(path, digest(text))
"""


@pytest.mark.thorough
def test_a_fixed_hash_seed_changes_nothing(checkout: Path, run_python: Run) -> None:
    # The tests above run under the seed of this process: another one each time.
    code = PRINT_DIGESTS.format(names=SEEDED)
    done = run_python("-c", code, env={"PYTHONHASHSEED": "20261120"})
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert len(lines) == 4 * len(SEEDED) + 1
    for path, found in lines:
        assert digest((checkout / path).read_text("utf-8")) == found, path


@pytest.mark.thorough
def test_generating_needs_no_torch(run_python: Run) -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from symppm.codegen.torch_module import torch_source\n"
        "from symppm.model.catalogue import catalogue_model\n"
        "print(torch_source(catalogue_model('pmf_weibull'), 'Weibull priors').count('def '))"
    )
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5


@cache
def of_the_generator() -> str:
    return generator_hash()


@pytest.mark.whole
@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        *(f"cross_moments/{name}" for name in NAMES if name not in UNDETERMINED),
        *(f"cross_moments/{name}_stars" for name in FURTHER),
    ],
)
def test_the_banner_carries_the_hash_of_the_body(name: str, checkout: Path) -> None:
    text = (checkout / "generated" / f"{name}.py").read_text("utf-8")
    banner, body = text.split('"""\n\n', 1)
    assert "DO NOT EDIT" in banner
    hashes = stated_hashes(banner)
    assert hashes["body"] == digest(body)[:16]
    assert hashes["generator"] == of_the_generator()[:16]
    if "/" not in name:
        record = (checkout / "derivations" / f"{name}.json").read_text("utf-8")
        assert hashes["record"] == digest(record)[:16]
