"""The audit of a stranger's derivation, in a process of its own that may take so much and no more.

Reading a derivation runs nothing in it, but algebra on what it says can take long: a sum of a few
terms to a high power is enough. So the time and, where the system can bound it, the memory are
limited.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from symppm.audit.checks import Audit
from symppm.audit.run import RANDOM_SEED, audit_text, broken_off
from symppm.laws.records import record_document

TIME_LIMIT: Final = 120.0
"""Seconds; derivation files of the catalogue take about one."""

MEMORY_LIMIT: Final = 4 * 2**30
"""Bytes of address space, where the system counts them."""

_MOST_FAILURES: Final = 1000
_LONGEST_FAILURE: Final = 20_000
_ROOT: Final = Path(__file__).resolve().parents[2]
_PROGRAM: Final = (
    "import sys; sys.path.insert(0, {root!r}); from symppm.audit.confined import main; main()"
)


def audit_record(
    text: str,
    label: str,
    *,
    simulate: bool = True,
    random_seed: int = RANDOM_SEED,
    seconds: float = TIME_LIMIT,
) -> Audit:
    """Audit a derivation file that may come from anyone. Nothing in it is run.

    Parameters
    ----------
    text : str
        JSON.
    label : str
        What to call it, such as the name of its file.
    simulate : bool
        Whether to draw from the model too.
    random_seed : int
        Of the draws.
    seconds : float
        The audit is stopped after this time, which counts as a failure.

    Raises
    ------
    DerivationError
        If it is no derivation file, or of another version of the format, or too large.
    """
    record_document(text)
    request = {"text": text, "subject": label, "simulate": simulate, "random_seed": random_seed}
    command = [sys.executable, "-P", "-c", _PROGRAM.format(root=str(_ROOT))]
    # Libraries that reserve memory for every core would meet the limit at once on a large machine.
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    try:
        process = subprocess.run(  # noqa: S603 - this Python, and a program without any input in it
            command,
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
            env={**os.environ, **threads},
        )
    except subprocess.TimeoutExpired:
        return _stopped(label, f"the audit was stopped after {seconds:g} s")
    if process.returncode != 0:
        return _stopped(label, f"the audit broke off (exit code {process.returncode})")
    return msgspec.json.decode(process.stdout, type=Audit)


def _stopped(label: str, reason: str) -> Audit:
    message = (
        f"{reason}: the derivation asks for more time or memory than derivations take. Raise "
        "the time limit if you trust it."
    )
    return broken_off(label, "stopped", message, "the audit was stopped")


def main() -> None:
    """Audit what standard input holds, and write the verdicts to standard output."""
    _limit_memory()
    request = json.loads(sys.stdin.buffer.read())
    answer, sys.stdout = sys.stdout, sys.stderr
    audit = audit_text(request.pop("text"), request.pop("subject"), **request)
    checks = (replace(check, failures=_shortened(check.failures)) for check in audit.checks)
    answer.write(msgspec.json.encode(replace(audit, checks=tuple(checks))).decode())


def _limit_memory() -> None:
    try:
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    except (ImportError, AttributeError, OSError, ValueError):
        return  # some systems have no such limit; the time is bounded all the same


def _shortened(failures: tuple[str, ...]) -> tuple[str, ...]:
    """Bound what a derivation file can make the audit say about it."""
    shown = [
        failure if len(failure) <= _LONGEST_FAILURE else f"{failure[:_LONGEST_FAILURE]} (and so on)"
        for failure in failures[:_MOST_FAILURES]
    ]
    remaining = len(failures) - len(shown)
    return (*shown, f"and {remaining} failures more") if remaining else tuple(shown)
