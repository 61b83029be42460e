"""Files are replaced whole or not at all, and by one writer only."""

from __future__ import annotations

import ast
import errno
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from symppm.errors import ParameterError
from symppm.saving import replacing, save

OLD = b"the old answer"
Run = Callable[..., subprocess.CompletedProcess[str]]

# What writes a file by its name, and how `open` is told to.
WRITERS = {
    "write_text", "write_bytes", "tofile", "to_csv", "to_parquet", "savetxt", "touch",
    "NamedTemporaryFile", "mkstemp", "copyfile", "copy2",
}  # fmt: skip
INTO_A_STREAM = {"savefig", "save", "savez", "savez_compressed", "save_npz", "mmwrite", "dump"}


def writes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = getattr(called, "attr", None) or getattr(called, "id", "")
        if name not in WRITERS | INTO_A_STREAM | {"open", "replace", "rename"}:
            continue
        text = ast.unparse(node)
        if name == "open":
            words = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
            modes = {word.strip("bt+") for word in words if isinstance(word, str)}
            found = text.startswith("os.") or bool(modes & {"w", "a", "x"})
        elif name in INTO_A_STREAM:
            into = any(isinstance(each, ast.Name) and each.id == "stream" for each in node.args)
            found = text.startswith(("np.", "scipy.", "figure.", "json.", "pickle.")) and not into
        elif name in {"replace", "rename"}:
            found = text.startswith("os.")
        else:
            found = isinstance(called, ast.Attribute)
        if found:
            yield node.lineno, text


@pytest.mark.thorough
def test_nothing_else_writes_files(checkout: Path) -> None:
    found = [
        (path.relative_to(checkout).as_posix(), text)
        for path in sorted((checkout / "symppm").rglob("*.py"))
        if path.name != "saving.py"
        for _, text in writes(ast.parse(path.read_text("utf-8")))
        if "devnull" not in text
    ]
    assert not found


@pytest.mark.parametrize(
    "code",
    [
        "path.write_text(x)", "open(p, 'w')", "p.open('wb')", "figure.savefig(path)",
        "np.save(path, x)", "p.open(mode='a')", "os.replace(a, b)", "frame.to_parquet(p)",
    ],
)  # fmt: skip
def test_the_scan_sees(code: str) -> None:
    assert list(writes(ast.parse(code)))


def only(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(errno.ENOSPC, "full")])
def test_what_goes_wrong_leaves_the_old_file_alone(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "answer"
    target.write_bytes(OLD)

    def write() -> None:
        with replacing(target) as stream:
            stream.write(b"half")
            stream.flush()
            raise error

    with pytest.raises(type(error)):
        write()
    assert (target.read_bytes(), only(tmp_path)) == (OLD, ["answer"])


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    target, link, dangling = tmp_path / "answer", tmp_path / "link", tmp_path / "dangling"
    target.write_bytes(OLD)
    target.chmod(0o640)
    link.symlink_to("answer")
    dangling.symlink_to("made")
    save(link, b"new")
    assert link.is_symlink()
    assert (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) == (b"new", 0o640)
    save(dangling, b"also new")
    before = os.umask(0)
    os.umask(before)
    made = tmp_path / "made"
    assert dangling.is_symlink()
    assert (made.read_bytes(), stat.S_IMODE(made.stat().st_mode)) == (b"also new", 0o666 & ~before)
    assert only(tmp_path) == ["answer", "dangling", "link", "made"]


def test_a_name_as_long_as_may_be(tmp_path: Path) -> None:
    assert save(tmp_path / ("n" * 255), b"new").read_bytes() == b"new"
    with pytest.raises(ParameterError, match="cannot be written \\(File name too long\\)"):
        save(tmp_path / ("n" * 256), b"new")
    with pytest.raises(ParameterError, match="expected the name of a file"):
        save(3, b"new")  # type: ignore[arg-type]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "answer"
    target.write_bytes(OLD)
    target.chmod(0o444)
    with pytest.raises(ParameterError, match="Permission denied"):
        save(target, b"new")
    assert target.read_bytes() == OLD


def test_a_pipe_gets_all_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    with replacing(pipe) as stream:
        stream.write(b"-----")
        stream.seek(0)
        stream.write(b"whole")
    reader.join(10)
    assert (got, only(tmp_path)) == ([b"whole"], ["pipe"])


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_goes_on_where_it_was(tmp_path: Path, name: str) -> None:
    code = (
        "import sys; from symppm.saving import save; print('before'); "
        f"save({name!r}, b'within\\n'); print('after')"
    )
    with (tmp_path / "out").open("ab") as stream:
        stream.write(b"earlier\n")
        stream.flush()
        subprocess.run([sys.executable, "-c", code], stdout=stream, check=True)
    assert (tmp_path / "out").read_text().split() == ["earlier", "before", "within", "after"]
    assert only(tmp_path) == ["out"]


def test_an_interrupt_while_it_is_written(tmp_path: Path, run_python: Run) -> None:
    target = tmp_path / "answer"
    target.write_bytes(OLD)
    code = f"""
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from symppm.saving import replacing
with replacing({str(target)!r}) as stream:
    print("now", flush=True)
    while True:
        stream.write(b"x")
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "now\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in said
    assert (target.read_bytes(), only(tmp_path)) == (OLD, ["answer"])
