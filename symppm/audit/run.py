"""All checks of one model or derivation file: the table, and who asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from symppm.audit.checks import Audit, Check, judged
from symppm.audit.derivations import INDEPENDENT, check_counting, check_independent, check_steps
from symppm.audit.families import check_families
from symppm.audit.generated import check_generated, first_difference, is_written_today
from symppm.audit.simulation import check_simulation
from symppm.codegen.generate import generate, record_contents
from symppm.codegen.load import derivations_folder, generated_folder
from symppm.codegen.torch_module import torch_source
from symppm.errors import NotBuiltError, SymPPMError
from symppm.laws.declared import FamilyNamed, built_in_family
from symppm.laws.derivation import Derivation
from symppm.laws.engine import derive
from symppm.laws.records import read_record, record_json
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.declaration import Declaration

RANDOM_SEED: Final = 1

Source = tuple[str | None, tuple[str, ...]]
"""Generated code of a model, and what is wrong with it or why there is none."""

Writer = Callable[[Declaration, str], tuple[object, Mapping[str, str]]]
"""Returns the files of a model under a title, by their suffix, beside what they are made of."""


@dataclass(frozen=True)
class Subject:
    """What is audited: derivations and their text; what was declared and has to be derived.

    ``code`` returns the code that was made of it; it raises NotBuiltError where there is none.
    """

    text: str
    derivations: tuple[Derivation, ...]
    declared: Declaration | None
    contents: Sequence[str]
    code: Callable[[], Source]
    random_seed: int


@dataclass(frozen=True)
class Row:
    """A check: what it says is so, by what evidence, and what it needs (else it is skipped)."""

    name: str
    checks: str
    evidence: str
    needs: str
    run: Callable[[Subject], Check]


TABLE: Final = (
    Row(
        "steps",
        "each step follows by its rule, chains are whole, names say what is derived",
        "the rules' checkers, and both sides in small explicit worlds",
        "a derivation",
        lambda subject: check_steps(subject.derivations, subject.declared, subject.contents),
    ),
    Row(
        "counting",
        "each result, and the conditions that it relies on",
        "coincidences of indices, counted in polynomial rings",
        "moments of entries",
        lambda subject: check_counting(subject.derivations),
    ),
    Row(
        "families",
        "each family has the moments that derivations take from it",
        "integrals and sums of its density, or its characteristic function",
        "families with a density",
        lambda subject: check_families(subject.derivations[0].declaration),
    ),
    Row(
        "generated",
        "code has the hashes of what it was made from, and computes the results",
        "exact arithmetic on the code as it is read",
        "a declaration, or a whole derivation file of the catalogue",
        lambda subject: _generated(subject),  # noqa: PLW0108 - defined below
    ),
    Row(
        "simulation",
        "each moment of observed entries",
        "draws from the declared model, within the error that follows from their number",
        "families that can be drawn from",
        lambda subject: check_simulation(subject.derivations, subject.random_seed),
    ),
    Row(
        INDEPENDENT,
        "each step, law, side condition, chain and result",
        "rational functions computed from the declaration by Python's standard library alone",
        "families of which derivations/check.py has the moments",
        lambda subject: check_independent(subject.text),
    ),
)
"""Everything that is checked, in the order of what a user sees."""

CHECKS: Final = tuple(row.name for row in TABLE)


def audit_model(name: str, *, simulate: bool = True, random_seed: int = RANDOM_SEED) -> Audit:
    """Audit the derivation and the generated code that ship for a model of the catalogue.

    Parameters
    ----------
    name : str
        Such as ``"pmf_gamma"``.
    simulate : bool
        Whether to draw from the model too.
    random_seed : int
        Of the draws.

    Raises
    ------
    ModelNameError
        If the catalogue has no such model.
    """
    declared = catalogue_model(name)
    path = derivations_folder() / f"{name}.json"
    text, failures = _text(path)
    if text is None:
        return _unread(name, *failures)
    return audit_text(text, name, declared=declared, simulate=simulate, random_seed=random_seed)


def audit_declaration(
    declaration: Declaration,
    *,
    code: Path | None = None,
    writer: Writer | None = None,
    simulate: bool = True,
    random_seed: int = RANDOM_SEED,
) -> Audit:
    """Derive a model afresh and audit the derivation, and the code that comes of it.

    Parameters
    ----------
    declaration : Declaration
        Any model.
    code : pathlib.Path, optional
        A folder that ``symppm generate`` has written for the model, to audit the code there. By
        default code is generated, numba's and torch's, and audited as it would be written.
    writer : callable, optional
        What writes the files of such a folder, to compare them word by word too.
    simulate : bool
        Whether to draw from the model too.
    random_seed : int
        Of the draws.

    Raises
    ------
    NotDerivableError
        If the model is outside the derivable class.
    """
    families = {variable.family.name: variable.family for variable in declaration.variables}
    try:
        generated = generate(declaration, declaration.title)
    except NotBuiltError as error:
        refused = error
        contents = record_contents(declaration)
        text = record_json(tuple(derive(declaration, name) for name in contents))

        def source() -> Source:
            raise refused
    else:
        text = generated.record

        def source() -> Source:
            if code is None:
                return generated.source, ()
            return _written(declaration, code, text, writer)

    return audit_text(
        text,
        declaration.name,
        declared=declaration,
        code=source,
        simulate=simulate,
        random_seed=random_seed,
        family_named=lambda name: families[name] if name in families else built_in_family(name),
    )


def audit_text(
    text: str,
    subject: str,
    *,
    declared: Declaration | None = None,
    code: Callable[[], Source] | None = None,
    simulate: bool = True,
    random_seed: int = RANDOM_SEED,
    family_named: FamilyNamed = built_in_family,
) -> Audit:
    """Audit the text of a derivation file in this process, with no bound on time and memory.

    What is declared has to be derived as a whole, of the catalogue's models or of one's own.
    """
    try:
        derivations = tuple(read_record(text, family_named))
    except SymPPMError as error:
        return _unread(subject, str(error))
    if not derivations:
        return _unread(subject, "the file holds no derivation")
    contents = () if declared is None else record_contents(declared)
    name = derivations[0].declaration.name
    if declared is None and name in CATALOGUE:
        declared = catalogue_model(name)
    source = code or partial(_shipped, derivations)
    audited = Subject(text, derivations, declared, contents, source, random_seed)
    return Audit(
        subject,
        tuple(
            _guarded(row, audited)
            if simulate or row.name != "simulation"
            else Check(row.name, "skipped", "not asked for")
            for row in TABLE
        ),
    )


def _guarded(row: Row, subject: Subject) -> Check:
    try:
        return row.run(subject)
    except SymPPMError as error:
        return Check(row.name, "failed", "stopped", (str(error),))
    except Exception as error:  # a check that breaks down has confirmed nothing
        message = f"it stopped with {type(error).__name__}: {error}"
        return Check(row.name, "failed", "stopped", (message,))


def _unread(subject: str, message: str) -> Audit:
    return broken_off(subject, "cannot be read", message, "the derivation cannot be read")


def broken_off(subject: str, summary: str, message: str, why: str) -> Audit:
    """Return the audit of what could not be audited: its first check failed, the others skipped."""
    first, *others = CHECKS
    skipped = (Check(name, "skipped", why) for name in others)
    return Audit(subject, (Check(first, "failed", summary, (message,)), *skipped))


def _generated(subject: Subject) -> Check:
    """Compare the code of a model, if there is any, with its derivation."""
    declaration = subject.derivations[0].declaration
    try:
        source, failures = subject.code()
    except NotBuiltError as error:
        return Check("generated", "skipped", error.given)
    if source is None:
        return Check("generated", "failed", "no code", failures)
    try:
        torch = torch_source(declaration, declaration.title)
    except NotBuiltError:  # drawing from it is not built
        torch = None
    label = f"{declaration.name}.py"
    check = check_generated(source, subject.text, subject.derivations, label, torch)
    return judged("generated", check.summary, (*check.failures, *failures))


def _shipped(derivations: tuple[Derivation, ...]) -> Source:
    """Return the code that ships with a whole derivation file of the catalogue."""
    declaration = derivations[0].declaration
    name = declaration.name
    expected = "the whole derivation file of a model of the catalogue"
    if name not in CATALOGUE or declaration != catalogue_model(name):
        raise NotBuiltError("not of the catalogue", expected=expected, do="Audit its declaration.")
    if not {derivation.name for derivation in derivations}.issuperset(record_contents(declaration)):
        given = "not the whole derivation file of the model"
        raise NotBuiltError(given, expected=expected, do="Audit the model by its name.")
    return _text(generated_folder() / f"{name}.py")


def _written(declaration: Declaration, folder: Path, record: str, writer: Writer | None) -> Source:
    """Return the code in a folder that ``symppm generate`` has written, beside its derivation.

    What nothing computes, such as docstrings and documents, is compared with what is written today.
    """
    name = declaration.name
    source, failures = _text(folder / f"{name}.py")
    text, missing = _text(folder / f"{name}.json")
    if text not in (None, record):
        missing = (f"{name}.json is not the derivation of what is declared",)
    document, _ = _text(folder / f"{name}.md")
    if source is None or writer is None or not is_written_today(source):
        return source, failures + missing
    title = source.partition("\n")[0].partition(": ")[2].removesuffix(".")
    _, texts = writer(declaration, title)
    for suffix, there in ((".py", source), (".md", document)):
        place = first_difference(there, texts[suffix]) if there is not None else None
        if place is not None:
            failures += (f"{name}{suffix}, line {place}: it is not what is written today",)
    return source, failures + missing


def _text(path: Path) -> Source:
    """Return the text of a file, or else why there is none."""
    try:
        return path.read_text("utf-8"), ()
    except (OSError, ValueError) as error:
        return None, (f"{path.name} cannot be read: {error}",)
