"""Derivations checked: ``symppm audit``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from symppm.cli.options import (
    Answer,
    JsonOption,
    OutputOption,
    chosen_model,
    files_of,
    model_completions,
    model_file,
)
from symppm.cli.output import check_files, deliver, say
from symppm.cli.program import WRONG
from symppm.cli.wording import in_options
from symppm.errors import DerivationError, SymPPMError

if TYPE_CHECKING:
    from symppm.audit import Audit
    from symppm.view.layout import Page

FAILED: Final = 1
_RECORD: Final = ".json"


@dataclass(frozen=True)
class Settings:
    """Options that hold for every audit."""

    simulate: bool
    random_seed: int
    time_limit: float


def audit(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MODEL|FILE.json",
            help="Names (`symppm models` lists them), derivations (FILE.json, which is only read), "
            "or FILE.py[:NAME], a Python file that declares a model, which is run. "
            "By default the whole catalogue.",
            show_default=False,
            autocompletion=model_completions,
        ),
    ] = None,
    simulation: Annotated[
        bool, typer.Option("--simulation/--no-simulation", help="Whether to draw from the models.")
    ] = True,
    random_seed: Annotated[
        int, typer.Option("--random-seed", metavar="N", min=0, help="Seed of the draws.")
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, help="Processes at a time; by default one a core."
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=1,
            help="After which a derivation file is given up.",
        ),
    ] = 120.0,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Check derivations without trusting the engine that made them.

    Replays every step by the checker of its rule (steps), computes every result again by counting
    index coincidences (counting), compares the generated code with the derivation (generated),
    and draws from the model (simulation).

    A derivation may come from a stranger: nothing in it is run, and its audit is bounded in time
    and memory. A model file is Python, and is run.

    The exit code is 0 if all checks passed, 1 if any failed, and 2 if nothing failed but some
    argument could not be used; the others are audited all the same.
    """
    inputs = [Path(each) for each in subjects or () if each.endswith(_RECORD)]
    inputs += [path for each in subjects or () for path in files_of(each)]
    check_files({"--output": output}, inputs)
    settings = Settings(simulation, random_seed, time_limit)
    found, complaints = _audited(subjects or _catalogue(), settings, jobs or os.cpu_count() or 1)
    document = {
        "ok": not complaints and all(each.ok for each in found),
        "audits": [_document(each) for each in found],
        "unusable": [{"subject": subject, "message": message} for subject, message in complaints],
    }
    if found or as_json:
        deliver(lambda: _page(found), document, Answer(False, as_json, output), inputs)
    sys.stdout.flush()
    for subject, message in complaints:
        say(f"error: {subject}: {message}", err=True)
    if any(not each.ok for each in found):
        raise typer.Exit(FAILED)
    if complaints:
        raise typer.Exit(WRONG)


def _catalogue() -> list[str]:
    from symppm.model.catalogue import CATALOGUE  # noqa: PLC0415 - SymPy, which --help can do without

    return list(CATALOGUE)


def _page(found: Sequence[Audit]) -> Page:
    from symppm.view.text import audit_page  # noqa: PLC0415 - not needed for JSON

    return audit_page(found)


def _document(each: Audit) -> dict[str, object]:
    return {
        "subject": each.subject,
        "ok": each.ok,
        "checks": [
            {
                "name": check.name,
                "status": check.status,
                "summary": check.summary,
                "failures": list(check.failures),
            }
            for check in each.checks
        ],
    }


def _audited(
    subjects: Sequence[str], settings: Settings, jobs: int
) -> tuple[list[Audit], list[tuple[str, str]]]:
    """Audit in several processes; return verdicts and complaints in the order of the arguments."""
    from symppm.progress import progress_bar  # noqa: PLC0415 - its package loads NumPy

    unlike = list(dict.fromkeys(subjects))
    # What a model file declares need not go into another process.
    here = [each for each in unlike if model_file(each) is not None]
    elsewhere = [each for each in unlike if each not in here]
    results: dict[str, Audit | str] = {}
    with progress_bar("Auditing", len(unlike), show=len(unlike) > 1) as advance:
        if len(elsewhere) > 1 and jobs > 1:
            # A fresh process each, since forking one that has threads is not safe.
            # Every command would wait for these.
            from concurrent.futures import ProcessPoolExecutor, as_completed  # noqa: PLC0415
            from multiprocessing import active_children, get_context  # noqa: PLC0415
            from signal import SIG_IGN, SIGINT, signal  # noqa: PLC0415

            context = get_context("spawn")
            # A terminal interrupts them all; only this one is to say so.
            with ProcessPoolExecutor(
                min(jobs, len(elsewhere)), context, signal, (SIGINT, SIG_IGN)
            ) as pool:
                waiting = {pool.submit(audit_one, each, settings): each for each in elsewhere}
                try:
                    for done in as_completed(waiting):
                        results[waiting[done]] = done.result()
                        advance()
                except KeyboardInterrupt:
                    for future in waiting:
                        future.cancel()
                    for process in active_children():
                        process.terminate()
                    raise
        else:
            here = unlike
        for each in here:
            results[each] = audit_one(each, settings)
            advance()
    pairs = [(each, results[each]) for each in unlike]
    return (
        [result for _, result in pairs if not isinstance(result, str)],
        [(subject, result) for subject, result in pairs if isinstance(result, str)],
    )


def audit_one(subject: str, settings: Settings) -> Audit | str:
    """Audit what one argument names."""
    from symppm.audit import (  # noqa: PLC0415 - loads SymPy
        audit_declaration,
        audit_model,
        audit_record,
    )
    from symppm.model.catalogue import CATALOGUE  # noqa: PLC0415 - as above

    simulate, seed = settings.simulate, settings.random_seed
    path = Path(subject)
    try:
        model = None if model_file(subject) is None else chosen_model(subject)
        if model is not None and not isinstance(model, str):
            return audit_declaration(model.declaration, simulate=simulate, random_seed=seed)
        if subject in CATALOGUE or not (path.suffix == _RECORD or path.exists()):
            return audit_model(subject, simulate=simulate, random_seed=seed)
        return audit_record(
            record_text(path),
            subject,
            simulate=simulate,
            random_seed=seed,
            seconds=settings.time_limit,
        )
    except SymPPMError as error:
        return in_options(str(error))


def record_text(path: Path) -> str:
    """Read the text of a derivation file, if it is no larger than one can be."""
    from symppm.laws.records import MOST_CHARACTERS  # noqa: PLC0415 - loads SymPy

    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise DerivationError(
            f"it cannot be read ({error.strerror or error})",
            expected="a derivation file: FILE.json",
            do="Check the path.",
        ) from error
    if len(data) > MOST_CHARACTERS:
        raise DerivationError(
            f"a file of more than {MOST_CHARACTERS:,} bytes",
            expected="a derivation file, which is far smaller",
            do="Name the .json file of a derivation.",
        )
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise DerivationError(
            "a file that is no UTF-8 text",
            expected="a derivation file: FILE.json",
            do="Name the .json file of a derivation.",
        ) from error
