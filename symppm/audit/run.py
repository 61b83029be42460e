"""All checks of one model or derivation file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from symppm.audit.check import Check, judged
from symppm.audit.generated import check_generated
from symppm.audit.second_route import check_counting
from symppm.audit.simulation import check_simulation
from symppm.audit.steps import check_steps
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

CHECKS: Final = ("steps", "counting", "generated", "simulation")
"""What is checked, in the order of the table."""

RANDOM_SEED: Final = 1


@dataclass(frozen=True)
class Audit:
    """What all checks say about one model or record.

    Attributes
    ----------
    subject : str
        Name of the model, or what the derivation was called.
    checks : tuple of Check
        One of each, in the order of ``CHECKS``.
    """

    subject: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(check.status == "failed" for check in self.checks)


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
    text = record_json(tuple(derive(declaration, what) for what in contents))
    own: dict[str, Family] = {each.family.name: each.family for each in declaration.variables}
    return audit_text(
        text,
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
        derivations = read_record(text, family_named)
    except SymPPMError as error:
        return _unread(subject, str(error))
    if not derivations:
        return _unread(subject, "the file holds no derivation")
    found = derivations[0].declaration
    if declared is None and found.name in CATALOGUE:
        declared = catalogue_model(found.name)
    contents = record_contents(declared) if whole and declared is not None else ()
    checks: dict[str, Callable[[], Check]] = {
        "steps": lambda: check_steps(derivations, declared, contents),
        "counting": lambda: check_counting(derivations),
        "generated": lambda: _generated(text, derivations),
        "simulation": lambda: check_simulation(derivations, random_seed=random_seed),
    }
    if not simulate:
        checks["simulation"] = lambda: Check("simulation", "skipped", "not asked for")
    return Audit(subject, tuple(_guarded(name, checks[name]) for name in CHECKS))


def _guarded(name: str, check: Callable[[], Check]) -> Check:
    try:
        return check()
    except SymPPMError as error:
        return Check(name, "failed", "stopped", (str(error),))
    except Exception as error:  # a check that breaks down has confirmed nothing
        return Check(
            name, "failed", "stopped", (f"it stopped with {type(error).__name__}: {error}",)
        )


def _unread(subject: str, message: str) -> Audit:
    first, *others = CHECKS
    return Audit(
        subject,
        (
            Check(first, "failed", "cannot be read", (message,)),
            *(Check(name, "skipped", "the derivation cannot be read") for name in others),
        ),
    )


def _generated(text: str, derivations: Sequence[Derivation]) -> Check:
    """Compare the code that ships with a derivation file of the catalogue; skip what is none."""
    declaration = derivations[0].declaration
    name = declaration.name
    if name not in CATALOGUE or declaration != catalogue_model(name):
        return Check("generated", "skipped", "not of the catalogue")
    held = {each.name for each in derivations}
    if not held.issuperset(record_contents(declaration)):
        return Check("generated", "skipped", "not the whole derivation file of the model")
    source, failures = _shipped(f"{name}.py")
    if source is None:
        return Check("generated", "failed", "no code", failures)
    torch = None
    # Drawing with known arrays is not built: such a model has no torch module.
    if not declaration.known or (generated_folder() / "torch" / f"{name}.py").exists():
        torch, failures = _shipped(f"torch/{name}.py")
    check = check_generated(source, text, tuple(derivations), f"{name}.py", torch)
    return judged("generated", check.summary, (*check.failures, *failures))


def _shipped(file: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the text of a generated file, or else why there is none."""
    try:
        return (generated_folder() / file).read_text("utf-8"), ()
    except (OSError, ValueError) as error:
        return None, (f"{file} cannot be read: {error}",)
