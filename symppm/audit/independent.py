"""Derivations by the checker that ships beside them, which knows nothing of symppm and of SymPy."""

from __future__ import annotations

import functools
import importlib.util
import json
from types import ModuleType
from typing import Final

from symppm.audit.checks import Check, judged
from symppm.codegen.load import derivations_folder
from symppm.errors import GeneratedCodeError

NAME: Final = "independent"


def check_independent(text: str) -> Check:
    """Verify a derivation file with ``derivations/check.py``; skipped where that cannot decide."""
    checker = _checker()
    try:
        return judged(NAME, checker.check_document(json.loads(text)), ())
    except checker.NotShown as error:
        return Check(NAME, "skipped", f"not shown: {error}")
    except checker.Wrong as error:
        return judged(NAME, "stopped at what does not hold", (str(error),))


@functools.cache
def _checker() -> ModuleType:
    path = derivations_folder() / "check.py"
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
