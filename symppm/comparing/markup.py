"""A comparison as HTML for a notebook."""

from __future__ import annotations

from symppm.comparing.comparison import Comparison
from symppm.comparing.text import about_factors, cells_of, excluded_of, explained, heads_of
from symppm.results.markup import block, listed, paragraph, table


def comparison_html(made: Comparison) -> str:
    """Return a comparison as HTML: the verdict, a row for each model, what could not be compared.

    Parameters
    ----------
    made : Comparison
        Any.
    """
    parts = [paragraph(made.verdict, "Verdict: "), paragraph(about_factors(made))]
    if made.compared:
        heads = ["", "", *heads_of(), ""]
        rows = [
            [row.model, row.status, *cells_of(made, row), row.reason or row.title]
            for row in made.compared
        ]
        parts += [table(heads, rows, texts=[1, len(heads) - 1]), paragraph(explained(made))]
    left = [(f"{', '.join(names)}: ", f"{why}.") for why, names in excluded_of(made).items()]
    return block(*parts, *([paragraph("", "Left out"), listed(left)] if left else []))
