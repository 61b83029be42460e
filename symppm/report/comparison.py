"""A comparison of models as a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult

from symppm.comparing.comparison import ComparedModel, Comparison
from symppm.report.page import Page, Paragraph, Sheet

_HEADS: Final = ("Model", "J", "of", "p", "criterion", "free", "K", "95 % interval", "")
_LARGEST: Final = 1e6


def comparison_page(made: Comparison) -> Page:
    """Show a comparison: the verdict, a line for each model, and why others do not fit.

    Parameters
    ----------
    made : Comparison
        Of any models.
    """
    style = "bold" if made.best is not None else "bold red"
    parts: list[RenderableType] = [
        Paragraph(made.verdict, label="Verdict: ", style=style, hang="  "),
        "",
    ]
    groups = {
        status: [row for row in made.rows if row.status == status]
        for status in ("fits", "rejected", "excluded")
    }
    for status, title in (("fits", "Fits"), ("rejected", "Rejected")):
        if groups[status]:
            parts += [Ranking(title, tuple(groups[status])), ""]
    parts += [_why(row) for row in groups["rejected"]]
    if groups["rejected"]:
        parts.append("")
    reasons: dict[str, list[str]] = {}
    for row in groups["excluded"]:
        reasons.setdefault(row.reason, []).append(row.model)
    parts += [
        Paragraph(f"{', '.join(names)}: {reason}.", label="Left out: ", hang="  ")
        for reason, names in reasons.items()
    ]
    if reasons:
        parts.append("")
    if made.compared:
        parts.append(
            Paragraph(
                "J is the squared distance of the moments of the data from those of the model, in "
                "standard errors; if the model is right, it is about as large as the number after "
                "it, and p is how often it is as large as here. The least criterion is the best: J "
                f"less {made.cost:.1f} for each moment beyond the free hyperparameters, so that a "
                f"further hyperparameter costs {made.cost:.1f}. A model is rejected if p is below "
                f"{made.level / len(made.compared):.2g}.",
                label="note: ",
                style="cyan",
                hang="  ",
            )
        )
    return Group(*parts)


@dataclass(frozen=True)
class Ranking:
    """Models, best first: a table, or a paragraph each where there is no room for one.

    Attributes
    ----------
    title : str
        Above them.
    rows : tuple of ComparedModel
        That were compared.
    """

    title: str
    rows: tuple[ComparedModel, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        heads = (self.title, *_HEADS[1:])
        cells = [(row.model, *_cells(row), "") for row in self.rows]
        widths = [max(len(line[n]) for line in (heads, *cells)) for n in range(len(heads))]
        if sum(widths) + 2 * (len(widths) - 2) <= options.max_width:
            yield Sheet(heads, tuple(cells))
            return
        yield Paragraph("", label=f"{self.title}:", style="bold")
        for row in self.rows:
            j, degrees, p, criterion, free, k, ends = _cells(row)
            size = f", K = {k}" + (f" ({ends})" if ends else "") if k else ""
            yield Paragraph(
                f"J = {j} of {degrees}, p = {p}, criterion {criterion}, {free} free{size}",
                label=f"{row.model}: ",
                hang="  ",
            )


def _cells(row: ComparedModel) -> tuple[str, ...]:
    return (
        f"{row.j:.1f}",
        f"{row.degrees}",
        f"{row.p_value:.2g}",
        f"{row.criterion:.1f}",
        f"{row.free}",
        "" if row.k_exact is None else _size(row.k_exact),
        "" if row.k_interval is None else f"{_size(row.k_interval[0])} to {_end(row.k_interval)}",
    )


def _end(ends: tuple[float, float]) -> str:
    return _size(ends[1]) if ends[1] < _LARGEST else "any"


def _size(k: float) -> str:
    return f"{k:.3g}" if k < _LARGEST else "over 1e6"


def _why(row: ComparedModel) -> Paragraph:
    return Paragraph(f"{row.reason}.", label=f"{row.model}: ", hang="  ")
