"""Threads that meet, forks in the middle of things, damaged caches: the same answer."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from symppm import locks, one_thread, saving
from symppm.codegen import machine
from symppm.locks import Lock

Run = Callable[..., subprocess.CompletedProcess[str]]

# A kernel on all cores, called by threads at the same moment, then by forks of all of this.
PROGRAM = """
import multiprocessing, os, sys, threading
import numpy as np
sys.path.insert(0, {folder!r})
import made

expected, out = np.arange(1000.0) ** 2, []
meet = threading.Barrier(6)

def go():
    meet.wait()
    for _ in range(20):
        found = np.zeros(1000)
        made.fill.compiled(found)
        out.append(bool((found == expected).all()))

threads = [threading.Thread(target=go) for _ in range(6)]
[each.start() for each in threads]
[each.join() for each in threads]
assert out == [True] * 120, out
import numba
assert numba.threading_layer() == {layer!r}, numba.threading_layer()

def child():
    found = np.zeros(1000)
    made.fill.compiled(found)
    os._exit(0 if (found == expected).all() else 9)

children = [multiprocessing.get_context("fork").Process(target=child) for _ in range(2)]
[each.start() for each in children]
[each.join(60) for each in children]
codes = [each.exitcode for each in children]
[each.kill() for each in children]
assert codes == [0, 0], codes
"""
KERNEL = """
from symppm.codegen.runtime import data_kernel, prange

@data_kernel(lambda found: None, parallel=True)
def fill(found):
    for i in prange(found.size):
        found[i] = float(i) * i
"""


@pytest.mark.thorough
@pytest.mark.parametrize("layer", ["workqueue", "omp"])
def test_threads_then_forks_on_all_cores(layer: str, tmp_path: Path, run_python: Run) -> None:
    (tmp_path / "made.py").write_text(KERNEL)
    variables = {"NUMBA_THREADING_LAYER": layer, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    done = run_python("-c", PROGRAM.format(folder=str(tmp_path), layer=layer), env=variables)
    assert done.returncode == 0, done.stderr


def in_a_fork(do: Callable[[], bool]) -> bool | None:
    """Tell what a function finds in a forked child; None if it does not end within seconds."""
    child = os.fork()
    if not child:
        os._exit(0 if do() else 1)
    for _ in range(500):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status == 0
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


@pytest.fixture
def lock(monkeypatch: pytest.MonkeyPatch) -> Lock:
    monkeypatch.setattr(locks._FORKS, "locks", [*locks._FORKS.locks])
    return Lock()


def held_elsewhere(lock: Lock, seconds: float) -> threading.Thread:
    begun = threading.Event()

    def hold() -> None:
        with lock:
            begun.set()
            time.sleep(seconds)

    thread = threading.Thread(target=hold)
    thread.start()
    assert begun.wait(5)
    return thread


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python warns of forks beside threads")
@pytest.mark.parametrize("within", [0.1, 5.0])
def test_a_lock_is_free_in_a_fork(
    within: float, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first fork does not wait until it is left; the second does."""
    monkeypatch.setattr(locks, "_WITHIN", within)
    thread = held_elsewhere(lock, 2.0)
    before = time.monotonic()
    assert in_a_fork(lambda: lock.acquire(timeout=1) and locks.forked()) is True
    assert (time.monotonic() - before > 1.5) == (within > 1)
    assert not locks.forked()
    thread.join()
    with lock:
        assert in_a_fork(lambda: lock.acquire(timeout=1)) is True
    assert lock.acquire(timeout=1)
    lock.release()


def test_a_fork_waits_for_an_import_elsewhere(tmp_path: Path, run_python: Run) -> None:
    (tmp_path / "slow.py").write_text("import time; time.sleep(0.5); value = 3")
    code = f"""
import os, sys, threading, time
from symppm import locks
sys.path.insert(0, {str(tmp_path)!r})
locks._LOADED_LATE = frozenset({{"slow"}})
thread = threading.Thread(target=__import__, args=("slow",))
thread.start()
time.sleep(0.2)
child = os.fork()
if not child:
    import signal; signal.alarm(5)
    import slow
    os._exit(slow.value)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
thread.join()
"""
    done = run_python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


class Libraries:
    """What limits threads, as threadpoolctl does: it restores what it found."""

    now = 8

    lib_controllers = ()

    def limit(self, **_: Any) -> Any:
        before, self.now = self.now, 1
        found = type("Limit", (), {})()
        found.restore_original_limits = lambda: setattr(self, "now", before)
        return found


def test_threads_that_overlap_leave_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = Libraries()
    monkeypatch.setattr(one_thread, "_libraries", lambda _: libraries)
    limit = one_thread._OneThread()
    limit.__enter__()
    monkeypatch.setitem(sys.modules, "scipy.of_this_test", sys)
    limit.__enter__()  # another thread comes in, and SciPy has come too, before the first leaves
    limit.__exit__()
    assert libraries.now == 1
    limit.__exit__()
    assert libraries.now == 8


def doubled(x: float) -> float:
    return 2.0 * x


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_found_and_damage_is_mended(folder: Path) -> None:
    assert machine.compiled(doubled, "key", {})(3.0) == 6.0
    (file,) = folder.rglob("*.nbc")
    whole = file.read_bytes()
    again = machine.compiled(doubled, "key", {})
    assert again(3.0) == 6.0
    assert sum(again.stats.cache_hits.values()) == 1
    middle = len(whole) // 2
    for damaged in (
        b"",
        whole[:10],
        whole[:middle],
        whole[:middle] + b"\0\1" + whole[middle + 2 :],
    ):
        file.write_bytes(damaged)
        made = machine.compiled(doubled, "key", {})
        assert made(3.0) == 6.0
        assert sum(made.stats.cache_hits.values()) == 0
        mended = machine.compiled(doubled, "key", {})
        assert mended(3.0) == 6.0
        assert sum(mended.stats.cache_hits.values()) == 1
    machine.compiled(doubled, "another", {})(3.0)
    assert len([*folder.rglob("*.nbc")]) == 2


@pytest.mark.parametrize("place", ["replacing", "cache"])
def test_a_folder_that_takes_nothing_is_said_once(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device") if place == "replacing" else RuntimeError("no")

    monkeypatch.setattr(machine, "replacing" if place == "replacing" else "_KernelCache", full)
    monkeypatch.setattr(saving, "_say_once", saving._Once())
    with pytest.warns(RuntimeWarning, match="cannot be kept in"):
        assert machine.compiled(doubled, "one", {})(3.0) == 6.0
    # A second warning would be an error.
    assert machine.compiled(doubled, "two", {})(3.0) == 6.0


SEED = "import numpy as np, symppm as ppm; y = np.random.default_rng(0).poisson(3, (9, 8)) * 7; "


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["auto", "compiled"])
def test_without_compilation_the_answers_stay(form: str, run_python: Run) -> None:
    code = SEED + "print(ppm.statistics(y), ppm.algorithm1(y, samples=2000, random_seed=1))"
    variables = {"SYMPPM_KERNELS": form}
    with_it = run_python("-c", code, env=variables)
    without = run_python("-W", "error", "-c", code, env={"NUMBA_DISABLE_JIT": "1", **variables})
    assert without.returncode == 0, without.stderr
    assert without.stdout == with_it.stdout
