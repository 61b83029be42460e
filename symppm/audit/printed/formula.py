"""What a printed formula is: an equation in the paper's symbols, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import sympy

Structure = Literal[
    "generic", "poisson", "gamma poisson", "compound", "exposure", "normal observations",
    "gumbel observations", "negative binomial observations", "table",
]  # fmt: skip

K, KAPPA, PSI1, PSI2 = sympy.symbols("K kappa psi_1 psi_2", positive=True)
MU_T, SIGMA_T, MU_B, SIGMA_B = sympy.symbols(
    "mu_theta sigma_theta mu_beta sigma_beta", positive=True
)
A, B, C, D = sympy.symbols("a b c d", positive=True)
GAMMA_J, GAMMA_L = sympy.symbols("gamma_j gamma_l", positive=True)

E, V, V_OTHER, COV_ROW, COV_COL, RHO1, RHO2 = sympy.symbols(
    "E V V_l C_1 C_2 rho_1 rho_2", positive=True
)
W: Final = sympy.Symbol("W", positive=True)
"""E[Var(Y | theta, beta)]."""
VAR_PRODUCT, MEAN_SUM, VAR_SUM, MEAN_COUNT, VAR_COUNT = sympy.symbols(
    "V_theta*beta E_eta V_eta E_N V_N", positive=True
)
"""Moments of theta_ik beta_jk, of its sum over k, and of a Poisson count with that sum as rate."""
ETA, COND_MEAN, COND_VAR, SIGMA_Y, SCALE_Y, SIZE = sympy.symbols(
    "eta E_Y|eta V_Y|eta sigma_Y scale_Y r", positive=True
)
"""The inner product, the observation's moments given it, and parameters of observations."""
TABLE_MEAN, TABLE_VAR, MU, SIGMA, P, Q = sympy.symbols("E_X V_X mu sigma p q", positive=True)
"""A variable of the table of families, its location and scale, its two parameters."""

BOTH = (SIGMA_T * SIGMA_B) ** 2
ROW = (MU_B * SIGMA_T) ** 2
COL = (MU_T * SIGMA_B) ** 2
MEAN = MU_T * MU_B


@dataclass(frozen=True)
class PrintedFormula:
    """One printed equation.

    Attributes
    ----------
    name : str
        What it is about.
    label : str
        Equation label, proposition or table of the paper.
    lines : tuple of int
        First and last line in the LaTeX source.
    applies : str
        The structure of the models that it is about; ``"table"`` for a row of the table of
        families.
    left, right : sympy.Expr
        Both sides as printed, in the paper's symbols.
    latex : str
        As printed.
    erratum : str
        Name of the erratum that this formula is, empty if it is right.
    off : sympy.Expr
        How much the printed right side is above the left side; zero unless it is an erratum.
    family : str
        For a row of the table of families: the family.
    """

    name: str
    label: str
    lines: tuple[int, int]
    applies: Structure
    left: sympy.Expr
    right: sympy.Expr
    latex: str
    erratum: str = ""
    off: sympy.Expr = sympy.S.Zero
    family: str = ""

    @property
    def place(self) -> str:
        """Label and lines."""
        return f"{self.label}, {lines_text(self.lines)}"


def lines_text(lines: tuple[int, int]) -> str:
    """Write a range of lines."""
    first, last = lines
    return f"line {first}" if first == last else f"lines {first}-{last}"
