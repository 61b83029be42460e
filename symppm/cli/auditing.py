"""Derivations checked: ``symppm audit``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from symppm.cli.deriving import written_texts
from symppm.cli.grouping import argument, option
from symppm.cli.options import Answer, chosen_model, files_of, model_completions, model_file
from symppm.cli.output import check_files, deliver, say
from symppm.cli.program import WRONG
from symppm.cli.wording import in_options
from symppm.errors import DerivationError, ParameterError, SymPPMError

if TYPE_CHECKING:
    from symppm.audit import Audit

FAILED: Final = 1
_RECORD: Final = ".json"


@dataclass(frozen=True)
class Auditing:
    """What is audited, and how."""

    subjects: list[str] | None = argument(
        "Names (`symppm models` lists them), derivations (FILE.json, which is only read), or "
        "FILE.py[:NAME], a Python file that declares a model, which is run. By default the whole "
        "catalogue.",
        "MODEL|FILE.json",
        None,
        show_default=False,
        autocompletion=model_completions,
    )
    code: Path | None = option(
        "Of FILE.py: the folder that `symppm generate` has written, to audit the code in it; by "
        "default code is generated anew.",
        "FOLDER",
    )
    simulation: bool = option(
        "Whether to draw from the models.", "--simulation/--no-simulation", True
    )
    random_seed: int = option("Seed of the draws. [1]", "N", 1, least=0)
    jobs: int | None = option("Processes at a time; by default one a core.", "N", least=1)
    time_limit: float = option("For a derivation file. [120]", "SECONDS", 120.0, least=1)


def audit(auditing: Auditing, answer: Answer) -> None:
    """Check derivations without trusting the engine that made them.

    Replays every step by the checker of its rule (steps), computes every result again by counting
    index coincidences (counting), integrates the densities of all families (families), runs the
    generated code in exact arithmetic (generated), draws from the model (simulation), and runs
    derivations/check.py, which needs neither SymPy nor symppm (independent).

    A derivation may come from a stranger: nothing in it is run, and its audit is bounded in time
    and memory. A model file is Python, and is run.

    The exit code is 0 if all checks passed, 1 if any failed, and 2 if nothing failed but some
    argument could not be used; the others are audited all the same.
    """
    subjects = list(dict.fromkeys(auditing.subjects or ()))
    if auditing.code is not None and (len(subjects) != 1 or model_file(subjects[0]) is None):
        raise ParameterError(
            f"--code {auditing.code} for {', '.join(subjects) or 'the whole catalogue'}",
            expected="one Python file that declares the model whose code lies there",
            do=f"Write symppm audit FILE.py:NAME --code {auditing.code}.",
        )
    inputs = [Path(subject) for subject in subjects if subject.endswith(_RECORD)]
    inputs += [path for subject in subjects for path in files_of(subject)]
    check_files({"--output": answer.output}, inputs)
    if not subjects:
        from symppm.model.catalogue import CATALOGUE

        subjects = [*CATALOGUE]
    results = dict(zip(subjects, _audited(subjects, auditing), strict=True))
    audits = [result for result in results.values() if not isinstance(result, str)]
    unusable = {name: result for name, result in results.items() if isinstance(result, str)}
    document = {
        "ok": not unusable and all(verdict.ok for verdict in audits),
        "audits": [
            {"subject": verdict.subject, "ok": verdict.ok, "checks": [*map(vars, verdict.checks)]}
            for verdict in audits
        ],
        "unusable": [{"subject": name, "message": message} for name, message in unusable.items()],
    }

    from symppm.view.text import audit_page

    if audits or answer.as_json:
        deliver(lambda: audit_page(audits), document, answer)
    sys.stdout.flush()
    for name, message in unusable.items():
        say(f"error: {name}: {message}", err=True)
    if any(not verdict.ok for verdict in audits):
        raise typer.Exit(FAILED)
    if unusable:
        raise typer.Exit(WRONG)


def _audited(subjects: Sequence[str], auditing: Auditing) -> Iterator[Audit | str]:
    """Audit in several processes; yield verdicts, or complaints, in the order of the arguments."""
    from symppm.progress import progress_bar

    audit_subject = partial(audit_one, auditing=auditing)
    jobs = min(auditing.jobs or os.cpu_count() or 1, len(subjects))
    with progress_bar("Auditing", len(subjects), show=len(subjects) > 1) as advance:
        if jobs == 1:
            for subject in subjects:
                yield audit_subject(subject)
                advance()
            return
        # Every command would wait for these.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children, get_context
        from signal import SIG_IGN, SIGINT, signal

        # A fresh process each, since forking one that has threads is not safe. A terminal
        # interrupts them all; only this one is to say so.
        context = get_context("spawn")
        with ProcessPoolExecutor(jobs, context, signal, (SIGINT, SIG_IGN)) as pool:
            try:
                for result in pool.map(audit_subject, subjects):
                    yield result
                    advance()
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in active_children():
                    process.terminate()
                raise


def audit_one(subject: str, auditing: Auditing) -> Audit | str:
    """Audit what one argument names."""
    from symppm import audit as audits
    from symppm.model.catalogue import CATALOGUE

    path = Path(subject)
    options: dict[str, Any] = {
        "simulate": auditing.simulation, "random_seed": auditing.random_seed,
    }  # fmt: skip
    try:
        if model_file(subject) is not None:
            declaration = chosen_model(subject).declaration
            return audits.audit_declaration(
                declaration, code=auditing.code, writer=written_texts, **options
            )
        if subject in CATALOGUE or not (path.suffix == _RECORD or path.exists()):
            return audits.audit_model(subject, **options)
        text = record_text(path)
        return audits.audit_record(text, subject, seconds=auditing.time_limit, **options)
    except SymPPMError as error:
        return in_options(str(error), subject)


def record_text(path: Path) -> str:
    """Read the text of a derivation file, if it is no larger than one can be."""
    from symppm.laws.records import MOST_CHARACTERS

    given = f"a file of more than {MOST_CHARACTERS:,} bytes"
    try:
        with path.open("rb") as stream:
            content = stream.read(MOST_CHARACTERS + 1)
        if len(content) <= MOST_CHARACTERS:
            return content.decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        given = f"it cannot be read ({error.strerror or error})"
    except UnicodeDecodeError:
        given = "a file that is no UTF-8 text"
    raise DerivationError(
        given,
        expected="a derivation file: FILE.json",
        do="Name the .json file of a derivation.",
    )
