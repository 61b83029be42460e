"""Writes the tables and plots of the full runs into the README beside the scripts.

python tools/paper/readme.py [--check]

What stands between the marks ``<!-- results -->`` and ``<!-- end of results -->`` is replaced by
what `results/` holds. `--check` changes nothing, and exits with 1 if something would change.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from all import NAMES, experiment
from lab.tables import read

HERE: Final = Path(__file__).resolve().parent
README: Final = HERE / "README.md"
RESULTS: Final = HERE / "results"
START: Final = "<!-- results -->\n"
END: Final = "<!-- end of results -->"


def sections() -> str:
    """Return a summary of all experiments, and a section of each."""
    lines = ["| experiment | verdicts | what differs |", "|---|---|---|"]
    for name in NAMES:
        said = [row["verdict"] for row in _verdicts(name)]
        agree = sum(each == "agrees" for each in said)
        vague = sum(each == "not resolved" for each in said)
        counted = f"{agree} of {len(said)} agree" + (f", {vague} not resolved" if vague else "")
        differs = "; ".join(
            row["what"] for row in _verdicts(name) if row["verdict"].startswith("differs")
        )
        lines.append(f"| [{name}](#{name}) | {counted} | {_cell(differs)} |")
    for name in NAMES:
        lines += ["", *_section(name)]
    return "\n".join(lines) + "\n"


def _section(name: str) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield f"{experiment(name).shows}."
    yield ""
    data = " --data DIR" if experiment(name).data else ""
    counted = (RESULTS / f"{name}.txt").read_text("utf-8").strip()
    yield f"`python tools/paper/{name}.py{data}`: {counted}; [table](results/{name}.csv)"
    yield ""
    yield "| what | published | ours | tolerance | verdict |"
    yield "|---|---|---|---|---|"
    for row in _verdicts(name):
        columns = ("what", "published", "ours", "tolerance", "verdict")
        yield "| " + " | ".join(_cell(row[column]) for column in columns) + " |"
    yield ""
    yield f"![{experiment(name).shows}](results/{name}.png)"


def _verdicts(name: str) -> list[dict[str, str]]:
    return read(RESULTS / f"{name}.verdicts.csv")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def written(text: str) -> str:
    """Return the README with its results replaced.

    Parameters
    ----------
    text : str
        The README as it is.
    """
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + sections() + END + after


def main() -> int:
    """Write the README anew, or say whether that would change it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    absent = [name for name in NAMES if not (RESULTS / f"{name}.verdicts.csv").is_file()]
    if absent:
        print(f"{RESULTS} has no results of {', '.join(absent)}; run their full versions first")
        return 2
    old = README.read_text("utf-8")
    new = written(old)
    if check:
        print("up to date" if new == old else "README.md is not what results/ holds")
        return int(new != old)
    README.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
