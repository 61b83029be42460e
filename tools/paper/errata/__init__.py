"""The formulas that the paper prints, and its errata with evidence that is run."""

from errata.formulas import FORMULAS, Formula
from errata.listed import ERRATA, Erratum, Evidence

__all__ = ["ERRATA", "FORMULAS", "Erratum", "Evidence", "Formula"]
