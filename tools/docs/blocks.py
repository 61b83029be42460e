"""Run what a page shows: its Python and its ``symppm`` commands, in order, in the present folder.

``python tools/docs/blocks.py PAGE`` prints what became of each block, as JSON;
``--accept`` writes what was printed into the page instead.

A page is one session. Blocks of Python share their names; commands see the files that came before.
In the line above a block a comment may say more about it:

* ``<!-- needs LIBRARY, ... -->``: passed over where a library is not installed;
* ``<!-- exit 3 -->``: the exit code of its commands, if it is not 0;
* ``<!-- NAME.py -->``: not run but written to that file.

A ``text`` block holds the output of the block before it. A line ``...`` in it stands for any lines.
Commands other than ``symppm``, such as those that install, are not run.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import os
import re
import shlex
import sys
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
RUN = ("python", "sh")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes
    ----------
    language : str
        What the fence says.
    code : str
        What it holds.
    mark : str
        The comment in the line above, or nothing.
    start, end : int
        Where the code is in the page's text.
    line : int
        Line of the page at which the code starts.
    """

    language: str
    code: str
    mark: str
    start: int
    end: int
    line: int

    @property
    def needs(self) -> tuple[str, ...]:
        """Libraries that have to be installed."""
        if not self.mark.startswith("needs "):
            return ()
        return tuple(name.strip() for name in self.mark.removeprefix("needs ").split(","))

    @property
    def exit_code(self) -> int:
        """What its commands end with."""
        return int(self.mark.removeprefix("exit ")) if self.mark.startswith("exit ") else 0

    @property
    def file(self) -> str:
        """The file that it is, or nothing."""
        return self.mark if self.mark.endswith(".py") else ""


@dataclass(frozen=True)
class Outcome:
    """What became of a block: ``ok``, ``skipped`` or ``failed``, why, and what it printed."""

    line: int
    status: str
    message: str
    printed: str


class _MissingError(Exception):
    """A library that is not installed."""


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page that name a language."""
    for found in _BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("code")) + 1
        yield Block(
            found["language"],
            found["code"],
            found["mark"] or "",
            found.start("code"),
            found.end("code"),
            line,
        )


def commands(code: str) -> Iterator[list[str]]:
    """Yield the words of each ``symppm`` command of a shell block, without the program's name."""
    for line in code.replace("\\\n", " ").splitlines():
        for part in line.split("&&"):
            words = shlex.split(part, comments=True)
            if words and Path(words[0]).name == "symppm":
                yield words[1:]


def agrees(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed; a line ``...`` stands for any lines."""
    parts = re.split(r"^\.\.\.$\n?", shown.rstrip() + "\n", flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, printed.rstrip() + "\n") is not None


def accepted(shown: str, printed: str) -> str:
    """Return what was printed, keeping each ``...`` whose neighbours still stand."""
    before, after = shown.splitlines(), printed.rstrip().splitlines()
    steps = SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes()
    lines: list[str] = []
    for _, start, end, first, last in steps:
        lines += ["..."] if before[start:end] == ["..."] else after[first:last]
    return "\n".join(lines) + "\n"


def _run_command(words: list[str], expected: int) -> str:
    from typer.testing import CliRunner  # noqa: PLC0415 - pages without commands need it not

    from symppm.cli import application  # noqa: PLC0415

    done = CliRunner().invoke(application(), words)
    if not isinstance(done.exception, SystemExit | None):
        raise done.exception
    if done.exit_code != expected:
        if "is not installed" in done.stderr:
            raise _MissingError(done.stderr.strip())
        raise AssertionError(
            f"symppm {shlex.join(words)} ended with {done.exit_code}, not {expected}:\n"
            f"{done.stdout}{done.stderr}"
        )
    return str(done.stdout)


def _run(block: Block, page: str, names: dict[str, Any]) -> str:
    if block.file:
        Path(block.file).write_text(block.code, "utf-8")
        return ""
    for library in block.needs:
        if importlib.util.find_spec(library) is None:
            raise _MissingError(f"{library} is not installed")
    if block.language == "sh":
        return "".join(_run_command(words, block.exit_code) for words in commands(block.code))
    printed = io.StringIO()
    # Line numbers of a traceback are those of the page.
    code = compile("\n" * (block.line - 1) + block.code, page, "exec")
    from symppm.errors import MissingExtraError  # noqa: PLC0415

    with contextlib.redirect_stdout(printed):
        try:
            exec(code, names)  # noqa: S102 - the pages of this checkout
        except MissingExtraError as error:
            raise _MissingError(str(error)) from error
    return printed.getvalue()


def run(page: Path) -> tuple[list[Outcome], str]:
    """Run a page; return what became of its blocks, and its text with what they printed."""
    text = page.read_text("utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    outcomes: list[Outcome] = []
    new, done = "", 0
    last: Outcome | None = None
    for block in blocks(text):
        if block.language in RUN:
            try:
                last = Outcome(block.line, "ok", "", _run(block, page.name, names))
            except _MissingError as missing:
                last = Outcome(block.line, "skipped", str(missing), "")
            except Exception:
                last = Outcome(block.line, "failed", traceback.format_exc(), "")
            outcomes.append(last)
        elif block.language == "text" and last is not None and last.status == "ok":
            right = agrees(block.code, last.printed)
            why = "" if right else f"shown:\n{block.code}\nprinted:\n{last.printed}"
            outcomes.append(Outcome(block.line, "ok" if right else "failed", why, ""))
            if not right:
                new += text[done : block.start] + accepted(block.code, last.printed)
                done = block.end
    return outcomes, new + text[done:]


def main() -> int:
    """Run one page and say what became of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("--accept", action="store_true", help="write what is printed to the page")
    asked = parser.parse_args()
    os.environ.pop("COLUMNS", None)
    os.environ.setdefault("MPLBACKEND", "Agg")
    # As in a session at the prompt: modules are found in the present folder.
    sys.path.insert(0, "")
    outcomes, text = run(asked.page)
    if asked.accept:
        asked.page.write_text(text, "utf-8")
    json.dump([asdict(each) for each in outcomes], sys.stdout, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
