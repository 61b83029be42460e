"""Every place where the paper's printed text disagrees with what is derived, with evidence."""

from __future__ import annotations

from typing import Final

from symppm.audit.printed.errata_derivations import DERIVATIONS
from symppm.audit.printed.errata_estimators import ESTIMATORS
from symppm.audit.printed.errata_main import MAIN
from symppm.audit.printed.errata_setup import SETUP
from symppm.audit.printed.erratum import Erratum, Evidence, Kind

ERRATA: Final = tuple(
    sorted((*MAIN, *SETUP, *DERIVATIONS, *ESTIMATORS), key=lambda erratum: erratum.lines)
)
"""In the order of the paper."""

__all__ = ["ERRATA", "Erratum", "Evidence", "Kind"]
