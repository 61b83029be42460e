"""A validation as a page."""

from __future__ import annotations

from rich.console import Group

from symppm.report.page import Page, Paragraph, Sheet
from symppm.validation.result import Validation


def validation_page(made: Validation) -> Page:
    """Show a validation: a line for each fit, how it was done, and what follows.

    Parameters
    ----------
    made : Validation
        Any.
    """
    style = "bold" if made.stands else "bold red"
    return Group(
        Sheet((*made.heads, ""), tuple((*row, "") for row in made.rows())),
        "",
        Paragraph(made.about, hang="  "),
        "",
        Paragraph(made.sentence, label="Verdict: ", style=style, hang="  "),
    )
