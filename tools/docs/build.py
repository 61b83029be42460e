"""Build the site: ``python tools/docs/build.py FOLDER``.

Pages, and what the rest of the checkout has for them, are laid out in a temporary folder; the
notebooks are run, and what they print and draw is put into their pages; Sphinx makes HTML of it.
Any warning, such as a link to nothing or a page that no other lists, is an error. Nothing is
fetched, neither now nor by those who read the site.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from layout import ROOT, lay_out

HERE = Path(__file__).resolve().parent


def run_notebooks(folder: Path) -> None:
    """Run each notebook in a process and a folder of its own, two at a time, and write its page."""
    folder.mkdir(exist_ok=True)
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))

    def run(script: Path) -> None:
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(
                [sys.executable, str(HERE / "notebook.py"), str(script), str(folder)],
                cwd=place,
                env={**os.environ, "PYTHONPATH": path},
                check=True,
            )

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, sorted((HERE / "notebooks").glob("*.py"))))


def main() -> int:
    """Build the site; the exit code is 0 if nothing is to be said against it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the site goes")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        sources = Path(place) / "sources"
        lay_out(sources)
        run_notebooks(sources / "notebooks")
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
        command += ["-c", str(HERE), "-d", str(Path(place) / "trees")]
        done = subprocess.run([*command, str(sources), str(asked.folder)], check=False)
    if done.returncode == 0:
        print(f"The site is in {asked.folder}: open {asked.folder / 'index.html'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
