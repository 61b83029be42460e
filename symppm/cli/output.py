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
    """Print an answer, or write it to a file.

    Parameters
    ----------
    page : callable
        Makes the page for readers, a Rich renderable.
    document : mapping
        The same for programs.
    as_json : bool
        Which of the two.
    output : pathlib.Path, optional
        A file in place of standard output; plain text, or JSON.
    inputs : sequence of pathlib.Path
        Files that were read, which ``output`` must not be.

    Raises
    ------
    ParameterError
        If the file cannot be written.
    """
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
    """Print text, in place of the line that says what is waited for.

    Parameters
    ----------
    text : str
        Of one line or several.
    end : str
        Printed after it.
    err : bool
        Whether it goes to standard error.
    """
    waited()
    typer.echo(text + end, nl=False, err=err)


def write_text(
    text: str, output: Path | None, inputs: Sequence[Path] = (), option: str = "--output"
) -> None:
    """Write text to standard output or to a file.

    Parameters
    ----------
    text : str
        Whole lines.
    output : pathlib.Path, optional
        The file.
    inputs : sequence of pathlib.Path
        Files that were read, which ``output`` must not be.
    option : str
        Which named the file, for messages.

    Raises
    ------
    ParameterError
        If the file cannot be written.
    """
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
    """Write files that belong together: all of them, or none.

    Parameters
    ----------
    contents : mapping of pathlib.Path to bytes
        All of each file.
    inputs : sequence of pathlib.Path
        Files that were read.
    options : mapping of pathlib.Path to str, optional
        Which named each file, for messages.

    Raises
    ------
    ParameterError
        If one of them is one of the inputs, or cannot be written.
    """
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
    """Open what replaces a file whole, or not at all, unless it was an input.

    Parameters
    ----------
    output : pathlib.Path
        The file.
    inputs : sequence of pathlib.Path
        Files that were read.
    option : str
        Which named the file, for messages.

    Raises
    ------
    ParameterError
        If ``output`` is one of the inputs, or cannot be written.
    """
    check_files({option: output}, inputs)
    try:
        with replacing(output) as stream:
            yield stream
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise not_written(output, option, error) from error
