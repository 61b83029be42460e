"""Where an answer goes: the terminal, a pipe or a file; as a page or as JSON."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import typer

from symppm.cli.output_files import check_files, not_written
from symppm.saving import replacing
from symppm.waiting import waited


def deliver(
    page: Callable[[], Any],
    document: Mapping[str, Any],
    *,
    as_json: bool,
    output: Path | None,
    inputs: Sequence[Path] = (),
) -> None:
    """Print an answer, or write it to a file."""
    if as_json:
        # ASCII only, so that no terminal or locale can garble it.
        from symppm.results.documents import written  # noqa: PLC0415 - loads NumPy

        write_text(written(document, ascii_only=True) + "\n", output, inputs)
        return
    # Rich is worth its loading time only where a page is shown.
    from symppm.view.layout import plain, terminal  # noqa: PLC0415

    if output is None and sys.stdout.isatty():
        made = page()
        waited()
        terminal().print(made, crop=False)
        return
    write_text(plain(page()), output, inputs)


def say(text: str, *, end: str = "\n", err: bool = False) -> None:
    """Print text, in place of the line that says what is waited for."""
    waited()
    typer.echo(text + end, nl=False, err=err)


def write_text(
    text: str, output: Path | None, inputs: Sequence[Path] = (), option: str = "--output"
) -> None:
    """Write text to standard output or to a file."""
    if output is None:
        say(text, end="")
        return
    with opened_for_writing(output, inputs, option) as stream:
        stream.write(text.encode("utf-8", errors="backslashreplace"))


def write_files(
    contents: Mapping[Path, bytes],
    inputs: Sequence[Path] = (),
    options: Mapping[Path, str] | None = None,
) -> None:
    """Write files that belong together: all of them, or none."""
    with ExitStack() as files:
        for path, content in contents.items():
            option = (options or {}).get(path, "--output")
            stream = files.enter_context(opened_for_writing(path, inputs, option))
            stream.write(content)
            # A full disk is to be found out before the first file takes its place.
            stream.flush()
            with suppress(io.UnsupportedOperation):
                os.fsync(stream.fileno())


@contextmanager
def opened_for_writing(
    output: Path, inputs: Sequence[Path] = (), option: str = "--output"
) -> Iterator[IO[bytes]]:
    """Open what replaces a file whole, or not at all, unless it was an input."""
    check_files({option: output}, inputs)
    try:
        with replacing(output) as stream:
            yield stream
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise not_written(output, option, error) from error
