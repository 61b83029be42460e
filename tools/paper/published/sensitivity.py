"""Medians of the authors' own runs behind fig:sensitivity, for the two tables beside this script.

python tools/paper/published/sensitivity.py FOLDER

FOLDER holds three files of github.com/zehsilva/prior-predictive-specification @ 8cafeb9, named
below: a line is a run; e_latent_dim is K-hat, e_mean, e_var, e_corr1 and e_corr2 are what it was
computed from, t_latent_dim is K, p_a is the shape of theta, and p_obs is the probability to keep an
entry or, in the last two, the size r of the Negative Binomial.

An estimate that is no positive number counts as infinite: between large K-hat and negative ones is
a correlation of 0. e_corr1 is the correlation in columns and e_corr2 that in rows, which their true
values t_corr1 and t_corr2 show in setting F.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from lab.running import Row  # noqa: E402 - found by the line above
from lab.tables import written  # noqa: E402
from lab.verdicts import error_of_median  # noqa: E402

FILES: Final = (
    ("sparsity", 1000, "final_exp_poisson_gamma_bin_v2_e762_20_30_cols_1000_rows_1000_c_.csv"),
    ("overdispersion", 500, "final_exp_poisson_gamma_negbin_e78_20_20_cols_500_rows_500_c.csv"),
    ("overdispersion", 1000, "final_exp_poisson_gamma_negbin_e933_20_30_cols_1000_rows_1000_c.csv"),
)

SETTINGS: Final = {"10": "A", "10.0": "A", "0.1": "D", "1": "F", "1.0": "F"}


def main(folder: Path) -> None:
    """Write both tables.

    Parameters
    ----------
    folder : pathlib.Path
        Of the authors' files.
    """
    tables: dict[str, list[Row]] = {}
    for table, rows, name in FILES:
        tables.setdefault(table, []).extend(cells(folder / name, rows))
    for table, lines in tables.items():
        written(HERE / f"{table}.csv", lines)


def cells(path: Path, rows: int) -> list[Row]:
    """Return what is said of each cell of a file.

    Parameters
    ----------
    path : pathlib.Path
        Of the file.
    rows : int
        Of the matrices, and columns.
    """
    text = path.read_text("utf-8")
    lines = csv.DictReader(text.splitlines(), delimiter="\t" if "\t" in text else ",")
    sorted_out: dict[tuple[str, int, float], list[dict[str, str]]] = {}
    for line in lines:
        key = (SETTINGS[line["p_a"]], int(line["t_latent_dim"]), float(line["p_obs"]))
        sorted_out.setdefault(key, []).append(line)
    source = f"authors: sensitivity/{path.name}"
    return [
        {
            "rows": rows,
            "setting": setting,
            "K": k,
            "level": level,
            **_said(some, k),
            "source": source,
        }
        for (setting, k, level), some in sorted_out.items()
    ]


def _said(lines: Sequence[dict[str, str]], k: int) -> Row:
    found = [float(line["e_latent_dim"]) for line in lines]
    errors = [each / k - 1 if 0 < each < math.inf else math.inf for each in found]
    low, high = np.percentile(errors, (2.5, 97.5), method="nearest")
    in_columns = np.array([float(line["e_corr1"]) for line in lines])
    in_rows = np.array([float(line["e_corr2"]) for line in lines])
    root = math.sqrt(len(lines))
    return {
        "runs": len(lines),
        "no answer": sum(map(math.isinf, errors)),
        "median": float(np.median(errors)),
        "error": error_of_median(errors),
        "2.5 %": float(low),
        "97.5 %": float(high),
        "rho_row": float(in_rows.mean()),
        "rho_row error": float(in_rows.std(ddof=1)) / root,
        "rho_col": float(in_columns.mean()),
        "rho_col error": float(in_columns.std(ddof=1)) / root,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="of the authors' three files")
    chosen = parser.parse_args().folder
    absent = [name for _, _, name in FILES if not (chosen / name).is_file()]
    if absent:
        parser.error(
            f"{chosen} has no {', '.join(absent)}; get them from the repository named above"
        )
    main(chosen)
