"""The errata of the paper for readers: ``derivations/errata.md``."""

from __future__ import annotations

from collections import Counter

from symppm.audit.errata import ERRATA
from symppm.audit.printed import PRINTED
from symppm.view.templating import rendered


def errata_markdown() -> str:
    """Write every place where the paper's text disagrees with what is derived, with evidence."""
    return rendered(
        "errata.md.j2",
        errata=ERRATA,
        transcribed=len(PRINTED),
        holding=sum(not formula.erratum for formula in PRINTED),
        counts=Counter(erratum.kind for erratum in ERRATA),
    )
