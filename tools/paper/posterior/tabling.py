"""The table of contestants and searches."""

from __future__ import annotations

from collections.abc import Sequence

from lab.running import Row, Value

from posterior.comparing import Comparison, hyper_of, number, shown, trials_to_pass


def rows_of(some: Comparison) -> list[Row]:
    """Return the rows of the table for a data set, best first by the leading score.

    Parameters
    ----------
    some : Comparison
        Its fits.
    """
    rows: list[dict[str, Value]] = []
    for name, fits in some.named.items():
        own = number(fits[0], "choosing") + number(fits[0], "fitting")
        rows.append({**_described(some.data, name, fits[0], own), **_more(some, fits)})
    for search in some.searches:
        for row in search.again:
            tried = int(number(row, "again"))
            spent = sum(number(each, "seconds") for each in search.trials[:tried])
            name = f"{search.kind}, best of {tried} by LOO"
            rows.append(_described(some.data, name, row, spent))
    rows.sort(key=lambda row: -number(row, "all cells, a triple") or 0.0)
    missing: list[Row] = [
        {"data": some.data, "contestant": f"{name}: {reason}"}
        for name, reason in some.missing.items()
    ]
    return [*rows, *missing]


def _described(data: str, name: str, row: Row, seconds: float) -> dict[str, Value]:
    train, test = number(row, "train"), number(row, "test")
    return {
        "data": data,
        "contestant": name,
        "K": row["k"],
        "a": row["a"],
        "c": row["c"],
        "prior mean": hyper_of(row).prior_mean,
        "all cells, a triple": shown(number(row, "all_cells") / test),
        "sampling error": shown(0.1 * number(row, "zeros_error") / test),
        "held-out, a triple": shown(number(row, "held_out") / test),
        "error": shown(number(row, "held_out_error") / test),
        "leaning": row.get("leaning"),
        "LOO as in the paper, a triple": shown(number(row, "loo") / train),
        "k > 0.7": row["k_above_0.7"],
        "k > 1": row["k_above_1"],
        "iterations": row["iterations"],
        "converged": row["converged"],
        "seconds to the result": seconds,
    }


def _more(some: Comparison, fits: Sequence[Row]) -> dict[str, Value]:
    """Return the scores on splits that are not searched, and the trials that it takes to pass."""
    found: dict[str, Value] = {}
    for place, row in enumerate(fits[1:], 1):
        found[f"all cells, split {place}"] = shown(number(row, "all_cells") / number(row, "test"))
    level = number(fits[0], "loo")
    for kind in ("random", "TPE"):
        counts = [trials_to_pass(each.trials, level) for each in some.of(kind)]
        if counts:
            found[f"{kind} passes by LOO after"] = "; ".join(counts)
    return found
