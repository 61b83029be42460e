"""``python tools/paper/errata/check.py [MODEL|FILE.json ...]``: the printed formulas, the errata.

The moments of each derivation (those of the catalogue unless told) are inserted into every formula
that the paper prints for such a model; then the evidence of every erratum is run. The exit code is
1 if a formula fails that is no erratum, if an erratum is not off by what is on record, or if
evidence does not hold.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from errata import ERRATA
from errata.formulas import check_formulas
from symppm.codegen.load import derivations_folder
from symppm.laws.records import read_record
from symppm.model.catalogue import CATALOGUE


def main(names: list[str]) -> int:
    """Print a line for each model, and every failure."""
    failures = []
    for name in names or CATALOGUE:
        path = derivations_folder() / f"{name}.json" if name in CATALOGUE else Path(name)
        verdict = check_formulas(read_record(path.read_text("utf-8")))
        failures += [f"{name}: {each}" for each in verdict.failures]
        if verdict.formulas or verdict.errata:
            print(f"{name:32} {verdict.formulas:3} formulas, {verdict.errata} known errata")
    listed = [(erratum.name, erratum.evidence()) for erratum in ERRATA]
    failures += [f"{name}: {found.text}" for name, found in listed if not found.holds]
    print(f"{len(listed)} errata with evidence; {len(failures)} failures")
    print("\n".join(failures), end="\n" if failures else "")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
