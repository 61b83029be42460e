"""The errata of the paper for readers: ``derivations/errata.md``."""

from __future__ import annotations

from collections import Counter

from symppm.audit.errata import ERRATA, Erratum, Kind
from symppm.audit.printed import PRINTED
from symppm.laws.document import (
    Block,
    Bullet,
    Code,
    Display,
    Heading,
    Inline,
    Paragraph,
    markdown_document,
)

_TITLE = "The printed formulas of the paper, checked"
_KINDS: tuple[tuple[Kind, str, str], ...] = (
    ("error", "errors", "what is printed is false"),
    ("typo", "typos", "a slip that the lines around it put right"),
    (
        "right under a reading",
        "right under a reading",
        "read literally it is false, and there is a reading under which it is right",
    ),
)
_K = r"K=\frac{\tau V-E}{\rho_1\rho_2}\left(\frac{E}{V}\right)^2"


def errata_markdown() -> str:
    """Write every place where the paper's text disagrees with what is derived, with evidence.

    Returns
    -------
    str
        Markdown that GitHub shows with formulas.
    """
    parts = (
        markdown_document(_opening()),
        _table(),
        markdown_document([Heading(2, "One by one")]),
        *(
            markdown_document(_erratum(number, erratum))
            for number, erratum in enumerate(ERRATA, start=1)
        ),
    )
    return "\n".join(parts)


def _opening() -> list[Block]:
    counts = Counter(erratum.kind for erratum in ERRATA)
    wrong = sum(bool(formula.erratum) for formula in PRINTED)
    blocks: list[Block] = [
        Heading(1, _TITLE),
        Paragraph(
            (
                "Generated; do not edit. To write it anew: ",
                Code("python tools/regenerate.py"),
                ".",
            )
        ),
        Paragraph(
            (
                "The paper is da Silva, Kuśmierczyk, Hartmann and Klami, Prior Specification for "
                "Bayesian Matrix Factorization via Prior Predictive Matching, JMLR 24(67), 2023. "
                "Lines are those of its LaTeX source; a label such as ",
                Code("eq:latent_k"),
                " is that of an equation or table in it. Appendices are counted A to H.",
            )
        ),
        Heading(2, "What is unaffected"),
        Paragraph(
            (
                f"Of {len(PRINTED)} formulas that were transcribed, {len(PRINTED) - wrong} hold "
                "exactly, as printed, in every model of the catalogue that they are about: derived "
                "moments were inserted, and both sides are the same function of the "
                "hyperparameters. Among them:",
            )
        ),
        Bullet(
            (
                "the solution for the number of factors, ",
                Inline(_K, "K = (tau V - E)/(rho_1 rho_2) (E/V)^2"),
                ", wherever it is printed, and its forms for compound and for generic "
                "observations;",
            )
        ),
        Bullet(("mean, variance, covariances and correlations of every proposition;",)),
        Bullet(("the solutions for the priors: a, c, bd and the coefficients of variation;",)),
        Bullet(("the adjusted estimators for columns that are multiplied by known numbers.",)),
        Paragraph(
            (
                "All numbers of the table of PMF settings are right, and so is what is said of the "
                "solution for K where the model does not fit: it is too large for extra zeros and "
                "for overdispersed counts, and too small where columns are multiplied by different "
                "numbers. Nothing below changes a proposition or the theorem, except that the "
                "solutions need means and standard deviations of the priors that are not zero.",
            )
        ),
        Heading(2, "Summary"),
    ]
    blocks += [Bullet((f"{counts[kind]} {title}: {meaning}.",)) for kind, title, meaning in _KINDS]
    return blocks


def _table() -> str:
    rows = [
        "| | Place | What | Kind | Touches a result? |",
        "|---:|---|---|---|---|",
        *(
            f"| {number} | {erratum.where} | {erratum.name} | {erratum.kind} "
            f"| {erratum.touches or 'no'} |"
            for number, erratum in enumerate(ERRATA, start=1)
        ),
    ]
    return "\n".join(rows) + "\n"


def _erratum(number: int, erratum: Erratum) -> list[Block]:
    blocks: list[Block] = [
        Heading(3, f"{number}. {erratum.name[0].upper()}{erratum.name[1:]}"),
        Paragraph((f"{erratum.where}. Kind: {erratum.kind}.",)),
        Paragraph(("Printed:",)),
        _shown(erratum.printed),
        Paragraph(("Right:" if _is_quotation(erratum.right) else "Derived:",)),
        _shown(erratum.right),
    ]
    if erratum.why:
        blocks.append(Paragraph((erratum.why,)))
    blocks.append(Paragraph((f"Evidence. {erratum.evidence().text}",)))
    touched = f"It touches {erratum.touches}." if erratum.touches else "It touches no result."
    blocks.append(Paragraph((touched,)))
    return blocks


def _shown(text: str) -> Block:
    """Set a quotation as a quotation, and anything else as a formula."""
    if _is_quotation(text):
        return Paragraph(("> ", text))
    return Display(text, text)


def _is_quotation(text: str) -> bool:
    return text.startswith('"')
