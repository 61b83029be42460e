"""All experiments of the paper, one after another.

python tools/paper/all.py [NAME ...] [--quick] [--jobs 2] [--results DIR] [--minutes M] [--fresh]
    [--data DIR]

Each is a process of its own, so that one that fails does not stop the rest. What is finished is
kept: started again, all go on where they stopped. `--data` is for those that read data which do
not ship; without it they do with the data that ship, and say so. The exit code is the worst.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Final

from lab.experiment import Experiment
from lab.running import Row
from lab.tables import printed, read

HERE: Final = Path(__file__).resolve().parent

NAMES: Final = (
    "factors_pmf",
    "factors_cpmf",
    "factors_priors",
    "observation_models",
    "relative_error",
    "sparsity",
    "overdispersion",
    "initialisations",
    "margins",
    "adjusted_margins",
    "convergence",
    "parametrisation",
    "estimator_bias",
    "posterior_surface",
    "bayesian_optimisation",
)
"""The scripts, in the order of the README's table."""


def experiment(name: str) -> Experiment:
    """Return the experiment of a script.

    Parameters
    ----------
    name : str
        Of the script.
    """
    found = import_module(name).EXPERIMENT
    if not isinstance(found, Experiment):
        raise TypeError(f"{name}.EXPERIMENT is a {type(found).__name__}, not an Experiment")
    return found


def main() -> int:
    """Run what is asked for, print how each ended, and return the worst exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="some of them (all)")
    parser.add_argument("--quick", action="store_true", help="smaller versions, two minutes each")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--results", type=Path, help="folder of results")
    parser.add_argument("--minutes", type=float, help="of each; full versions: 120")
    parser.add_argument("--fresh", action="store_true", help="forget the runs of an earlier start")
    parser.add_argument("--data", type=Path, help="folder of data sets that do not ship")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in NAMES]
    if unknown:
        print(
            f"no script is called {', '.join(unknown)}; there are {', '.join(NAMES)}",
            file=sys.stderr,
        )
        return 2
    folder = chosen.results or Path("paper-results", "quick" if chosen.quick else "full")
    ends: list[Row] = []
    codes = []
    for name in chosen.names or NAMES:
        start = time.monotonic()
        call = [sys.executable, str(HERE / f"{name}.py"), *_passed_on(name, chosen, folder)]
        code = subprocess.run(call, check=False).returncode
        print(flush=True)
        seconds = round(time.monotonic() - start)
        said = _said(folder, name, code)
        ends.append({"experiment": name, **said, "seconds": seconds, "exit code": code})
        codes.append(abs(code))
    print(printed(ends))
    return max(codes)


def _passed_on(name: str, chosen: argparse.Namespace, folder: Path) -> list[str]:
    passed = ["--jobs", str(chosen.jobs), "--results", str(folder)]
    passed += ["--quick"] if chosen.quick else []
    passed += ["--fresh"] if chosen.fresh else []
    passed += ["--minutes", str(chosen.minutes)] if chosen.minutes is not None else []
    if chosen.data is not None and experiment(name).data:
        passed += ["--data", str(chosen.data)]
    return passed


def _said(folder: Path, name: str, code: int) -> dict[str, int | None]:
    """Count what the verdicts say, where the script came that far."""
    path = folder / f"{name}.verdicts.csv"
    if code not in (0, 1) or not path.exists():
        return {"agrees": None, "not resolved": None, "differs, explained": None, "open": None}
    said = [row["verdict"] for row in read(path)]
    still_open = sum(each == "differs: open" for each in said)
    agrees, vague = (sum(each == word for each in said) for word in ("agrees", "not resolved"))
    return {
        "agrees": agrees,
        "not resolved": vague,
        "differs, explained": len(said) - agrees - vague - still_open,
        "open": still_open,
    }


if __name__ == "__main__":
    raise SystemExit(main())
