"""All checks of one model or derivation file: the table, and who asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from symppm.audit.checks import Audit, Check, judged
from symppm.audit.derivations import check_counting, check_steps
from symppm.audit.generated import check_generated
from symppm.audit.independent import NAME, check_independent
from symppm.audit.simulation import check_simulation
from symppm.codegen.generate import record_contents
from symppm.codegen.load import derivations_folder, generated_folder
from symppm.errors import SymPPMError
from symppm.families import Family
from symppm.laws.declared import FamilyNamed, built_in_family
from symppm.laws.derivation import Derivation
from symppm.laws.engine import derive
from symppm.laws.records import read_record, record_json
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.declaration import Declaration

RANDOM_SEED: Final = 1


@dataclass(frozen=True)
class Subject:
    """What is audited: derivations and their text; what was declared and has to be derived."""

    text: str
    derivations: tuple[Derivation, ...]
    declared: Declaration | None
    contents: Sequence[str]
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
        "generated",
        "shipped code has the hashes of what it was made from, and computes the results",
        "exact arithmetic on the code as it is read",
        "a whole derivation file of the catalogue",
        lambda subject: _generated(subject.text, subject.derivations),
    ),
    Row(
        "simulation",
        "each moment of observed entries",
        "draws from the declared model, within the error that follows from their number",
        "families that can be drawn from",
        lambda subject: check_simulation(subject.derivations, subject.random_seed),
    ),
    Row(
        NAME,
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
    try:
        text = path.read_text("utf-8")
    except (OSError, ValueError) as error:
        return _unread(name, f"{path.name} cannot be read: {error}")
    return audit_text(
        text, name, declared=declared, whole=True, simulate=simulate, random_seed=random_seed
    )


def audit_declaration(
    declaration: Declaration, *, simulate: bool = True, random_seed: int = RANDOM_SEED
) -> Audit:
    """Derive a model afresh and audit the derivation that comes of it.

    Parameters
    ----------
    declaration : Declaration
        Any model.
    simulate : bool
        Whether to draw from the model too.
    random_seed : int
        Of the draws.

    Raises
    ------
    NotDerivableError
        If the model is outside the derivable class.
    """
    contents = record_contents(declaration)
    own: dict[str, Family] = {each.family.name: each.family for each in declaration.variables}
    return audit_text(
        record_json(tuple(derive(declaration, what) for what in contents)),
        declaration.name,
        declared=declaration,
        whole=True,
        simulate=simulate,
        random_seed=random_seed,
        family_named=lambda name: own[name] if name in own else built_in_family(name),
    )


def audit_text(
    text: str,
    subject: str,
    *,
    declared: Declaration | None = None,
    whole: bool = False,
    simulate: bool = True,
    random_seed: int = RANDOM_SEED,
    family_named: FamilyNamed = built_in_family,
) -> Audit:
    """Audit the text of a derivation file in this process, with no bound on time and memory."""
    try:
        derivations = tuple(read_record(text, family_named))
    except SymPPMError as error:
        return _unread(subject, str(error))
    if not derivations:
        return _unread(subject, "the file holds no derivation")
    name = derivations[0].declaration.name
    if declared is None and name in CATALOGUE:
        declared = catalogue_model(name)
    contents = record_contents(declared) if whole and declared is not None else ()
    audited = Subject(text, derivations, declared, contents, random_seed)
    asked = (row for row in TABLE if simulate or row.name != "simulation")
    checks = {row.name: _guarded(row, audited) for row in asked}
    return Audit(
        subject,
        tuple(checks.get(name, Check(name, "skipped", "not asked for")) for name in CHECKS),
    )


def _guarded(row: Row, subject: Subject) -> Check:
    try:
        return row.run(subject)
    except SymPPMError as error:
        return Check(row.name, "failed", "stopped", (str(error),))
    except Exception as error:  # a check that breaks down has confirmed nothing
        what = f"it stopped with {type(error).__name__}: {error}"
        return Check(row.name, "failed", "stopped", (what,))


def _unread(subject: str, message: str) -> Audit:
    return broken_off(subject, "cannot be read", message, "the derivation cannot be read")


def broken_off(subject: str, summary: str, message: str, why: str) -> Audit:
    """Return the audit of what could not be audited: its first check failed, the others skipped."""
    first, *others = CHECKS
    skipped = (Check(name, "skipped", why) for name in others)
    return Audit(subject, (Check(first, "failed", summary, (message,)), *skipped))


def _generated(text: str, derivations: tuple[Derivation, ...]) -> Check:
    """Compare the code that ships with a derivation file of the catalogue; skip what is none."""
    declaration = derivations[0].declaration
    name = declaration.name
    if name not in CATALOGUE or declaration != catalogue_model(name):
        return Check("generated", "skipped", "not of the catalogue")
    if not {each.name for each in derivations}.issuperset(record_contents(declaration)):
        return Check("generated", "skipped", "not the whole derivation file of the model")
    source, failures = _shipped(f"{name}.py")
    if source is None:
        return Check("generated", "failed", "no code", failures)
    torch = None
    # Drawing with known arrays is not built: such a model has no torch module.
    if not declaration.known or (generated_folder() / "torch" / f"{name}.py").exists():
        torch, failures = _shipped(f"torch/{name}.py")
    check = check_generated(source, text, derivations, f"{name}.py", torch)
    return judged("generated", check.summary, (*check.failures, *failures))


def _shipped(file: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the text of a generated file, or else why there is none."""
    try:
        return (generated_folder() / file).read_text("utf-8"), ()
    except (OSError, ValueError) as error:
        return None, (f"{file} cannot be read: {error}",)
