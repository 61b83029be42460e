"""The formulas that the paper prints, as data; an audit inserts derived moments into them."""

from typing import Final

from symppm.audit.printed.compound import COMPOUND
from symppm.audit.printed.exposure import EXPOSURE
from symppm.audit.printed.formula import PrintedFormula
from symppm.audit.printed.generic import GENERIC, LIKELIHOODS
from symppm.audit.printed.poisson import MAIN, PRIORS, PROPOSITIONS
from symppm.audit.printed.table import TABLE

PRINTED: Final = tuple(
    sorted(
        (*MAIN, *PRIORS, *PROPOSITIONS, *COMPOUND, *GENERIC, *LIKELIHOODS, *EXPOSURE, *TABLE),
        key=lambda formula: formula.lines,
    )
)
"""Every transcribed formula, in the order of the paper."""

__all__ = ["PRINTED", "PrintedFormula"]
