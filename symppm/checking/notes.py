"""What to know when reading a table of checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symppm.checking.parts import Part
from symppm.checking.result import LEVEL, Check
from symppm.checking.tails import smallest
from symppm.checking.whole import were_matched
from symppm.matching.diagnostics.estimates import estimate_in_words
from symppm.matching.result import Match


def notes_on(
    match: Match,
    part: Part,
    rows: Sequence[Check],
    left: Sequence[str],
    draws: int,
    *,
    with_data: bool,
) -> Iterator[str]:
    """Yield one sentence or two on whatever there is to know."""
    if part.shape != part.whole.shape:
        whole, some = (_size(each) for each in (part.whole.shape, part.shape))
        yield (
            f"Of {whole}, {some} were chosen at random, and draws are as large: rows and columns "
            "are exchangeable (entries=None compares all)."
        )
    if said := estimate_in_words(match):
        yield said
    if not match.feasible:
        yield "The targets are not met: these are draws from the nearest that was found."
    if left:
        yield f"Left out, since it does not exist for the data or any draw: {', '.join(left)}."
    few = [each.name for each in rows if each.draws < draws]
    if few:
        yield f"Some draws, such as matrices of zeros, do not have {', '.join(few)}."
    if not with_data:
        return
    if smallest(draws) * len(rows) >= LEVEL:
        yield (
            f"With {draws} draws no p-value is below {smallest(draws):.2g}, so that none of "
            f"{len(rows)} statistics can be surprising; {int(2 * len(rows) / LEVEL) + 1} draws or "
            "more are needed."
        )
    empty = [each.name for each in rows if each.name.startswith("empty ")
             and each.observed == 0 and (each.adjusted or 0.0) < LEVEL]  # fmt: skip
    if empty:
        yield (
            f"Data that list only what occurs have no {' and no '.join(empty)}, whatever the model."
        )
    if match.spec.observed_is_count and not part.whole.integral:
        yield (
            "Not all entries are whole numbers, which is all that the model generates: p-values "
            "say nothing of that."
        )
    if match.statistics is None:
        return
    if were_matched(part.whole, match):
        yield (
            "The model was matched to these data, which makes them more like its draws than fresh "
            "data would be: p-values tend to be too large, not too small."
        )
    else:
        matched = match.statistics
        yield (
            f"The model was matched to other data: {_size(matched.shape)}, {matched.observed:,} "
            f"entries with mean {matched.mean:.4g}, where these are {_size(part.whole.shape)}, "
            f"{part.whole.observed:,} entries with mean {part.whole.mean:.4g}."
        )


def _size(shape: Sequence[int]) -> str:
    return " x ".join(f"{n:,}" for n in shape)
