"""Verdicts of audits as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType

from symppm.report.page import Page, Paragraph, Sheet

if TYPE_CHECKING:
    from symppm.audit import Audit

_SHOWN: Final[Mapping[str, str]] = MappingProxyType(
    {"passed": "passed", "failed": "FAILED", "skipped": "skipped"}
)
_FEW: Final = 3


def audit_page(audits: Sequence[Audit]) -> Page:
    """Show verdicts in a table, and below it every failure in full.

    Parameters
    ----------
    audits : sequence of Audit
        At least one.
    """
    names = [check.name for check in audits[0].checks]
    rows = tuple(
        (audit.subject, *(_SHOWN[check.status] for check in audit.checks), "") for audit in audits
    )
    parts: list[RenderableType] = [Sheet(("Model", *names, ""), rows), ""]
    parts += _summaries(audits) if len(audits) <= _FEW else _skipped(audits)
    failures = [
        Paragraph(failure, label=f"{audit.subject}, {check.name}: ", style="bold red", hang="  ")
        for audit in audits
        for check in audit.checks
        for failure in check.failures
    ]
    if failures:
        parts += [*failures, ""]
    return Group(*parts, _total(audits))


def _summaries(audits: Sequence[Audit]) -> list[RenderableType]:
    """Say how much each check covered."""
    several = len(audits) > 1
    return [
        *(
            Paragraph(
                check.summary,
                label=f"{f'{audit.subject}, ' if several else ''}{check.name}: ",
                hang="  ",
            )
            for audit in audits
            for check in audit.checks
        ),
        "",
    ]


def _skipped(audits: Sequence[Audit]) -> list[RenderableType]:
    """Say why checks were skipped, each reason once."""
    reasons = Counter(
        (check.name, check.summary)
        for audit in audits
        for check in audit.checks
        if check.status == "skipped"
    )
    if not reasons:
        return []
    return [
        *(
            Paragraph(f"{why} ({times} of {len(audits)})", label=f"{name} skipped: ", hang="  ")
            for (name, why), times in reasons.items()
        ),
        "",
    ]


def _total(audits: Sequence[Audit]) -> Paragraph:
    verdicts = Counter(check.status for audit in audits for check in audit.checks)
    failed = sum(not audit.ok for audit in audits)
    parts = [f"{verdicts['passed']} checks passed"]
    if verdicts["skipped"]:
        parts.append(f"{verdicts['skipped']} skipped")
    parts.append(f"{verdicts['failed']} failed")
    what = f"{len(audits)} audited, " + (f"{failed} with failures" if failed else "all well")
    return Paragraph(", ".join(parts) + ".", label=f"{what}: ", style="bold", hang="  ")
