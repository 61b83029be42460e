"""Checking a certificate by ``derivations/check.py``, which shares nothing with what made it."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from symppm.errors import GeneratedCodeError
from symppm.solve.quotients import NotShownError, Point

FORMAT: Final = "symppm-solution-certificate"
VERSION: Final = 2
PROPERTIES: Final = ("soundness", "completeness", "conditions", "freedoms")
_PACKAGE: Final = Path(__file__).resolve().parent.parent


@functools.cache
def checker() -> ModuleType:
    """Return the checker that ships beside the derivations: it needs neither SymPy nor symppm."""
    folders = (_PACKAGE / "_derivations", _PACKAGE.parent / "derivations")
    path = next((folder / "check.py" for folder in folders if folder.is_dir()), folders[0])
    spec = importlib.util.spec_from_file_location("symppm_derivations_check", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise GeneratedCodeError(
            f"no checker of derivations at {path}",
            expected="the files that ship with symppm",
            do="Reinstall symppm.",
        )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Verify a certificate; what is believed is its formulas for the moments.

    Parameters
    ----------
    document : mapping
        As :meth:`~symppm.solve.certificate.Certificate.to_json` writes it, and JSON reads it.

    Returns
    -------
    tuple of str
        The properties that are shown, of :data:`PROPERTIES`.

    Raises
    ------
    NotShownError
        If anything does not follow; the sentence says what.
    """
    shown: tuple[str, ...] = _ask(lambda: _read(document).check())
    return shown


def roots_counter(document: Mapping[str, Any]) -> Callable[[Point], tuple[int, bool]]:
    """Return what counts admissible roots at values of targets, and tells of double ones."""
    certificate, number = _ask(lambda: _read(document)), checker().Rat
    _ask(certificate.check_steps)

    def count_roots(point: Point) -> tuple[int, bool]:
        at = {name: number(Fraction(str(value))) for name, value in point.items()}
        answer: tuple[int, bool] = _ask(lambda: certificate.admissible(at))
        return answer

    return count_roots


def _read(document: Mapping[str, Any]) -> Any:
    """Read a certificate by itself, without the derivations of its moments."""
    return checker().Certificate(None, {}, {**document, "ledger": None})


def _ask(question: Callable[[], Any]) -> Any:
    """Ask the checker; what it refuses, and what it cannot decide, is not shown."""
    try:
        return question()
    except (checker().Wrong, checker().NotShown) as error:
        raise NotShownError(str(error)) from error
    except (KeyError, TypeError, ValueError, SyntaxError, AttributeError) as error:
        raise NotShownError(f"the certificate is malformed: {error!r}") from error
