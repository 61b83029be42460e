"""The unbiased estimators of cumulants of distinct entries, as a page that can be checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import sympy

from symppm.laws.coincidences import (
    CYCLE,
    Pattern,
    centring,
    connected,
    cumulant,
    distinct,
    name,
    paired,
    patterns,
    uncentred,
)

_SUMS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "ij_ij_ij_ij": ("S_4", r"\sum_{ij} \hat Z_{ij}^4"),
        "ij_ij_il_il": ("S_R", r"\sum_i \bigl(\sum_j \hat Z_{ij}^2\bigr)^2"),
        "ij_ij_tj_tj": ("S_C", r"\sum_j \bigl(\sum_i \hat Z_{ij}^2\bigr)^2"),
        "ij_ij_tl_tl": ("S_S", r"\bigl(\sum_{ij} \hat Z_{ij}^2\bigr)^2"),
        "ij_il_tj_tl": ("S_G", r"\sum_{it} \bigl(\sum_j \hat Z_{ij} \hat Z_{tj}\bigr)^2"),
    }
)
_MOMENTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "ij_ij_ij_ij": ("m_4", "E[Z_{ij}^4]"),
        "ij_ij_il_il": ("m_R", "E[Z_{ij}^2 Z_{il}^2]"),
        "ij_ij_tj_tj": ("m_C", "E[Z_{ij}^2 Z_{tj}^2]"),
        "ij_ij_tl_tl": ("m_S", "E[Z_{ij}^2 Z_{tl}^2]"),
        "ij_il_tj_tl": ("c", "E[Z_{ij} Z_{il} Z_{tj} Z_{tl}]"),
    }
)

_CENTRED = r"""
## The cycle of a complete matrix

Let $Y_{ij} = \mu + A_i + B_j + Z_{ij}$, where the mean of $Z_{ij}$ given all latents of rows is
zero and so is that given all latents of columns, and entries are independent given the latents. A
product of entries of $Z$ in which some row, or some column, occurs once has expectation zero. Four
entries therefore have five moments that need not vanish:

{moments}

They have different indices $i \ne t$ and $j \ne l$; $c$ is the cycle. Observed is
$\hat Z = P_N Y P_M$, the matrix less its row and column means, with $P_N = I - \frac1N 1 1'$.
Since $P_N$ and $P_M$ remove $\mu$, $A$ and $B$, also $\hat Z = P_N Z P_M$. Of it these sums over
all indices, equal ones included, are computed:

{sums}

**Transfer.** In each of them rows occur in a pattern: a set partition $\pi$ of the four factors,
those of one block sharing the row. Writing every $P_N$ as itself less an average, the expected
number of times that the rows of $Z$ have the pattern $\sigma$ is

$$ T_N[\pi, \sigma] = \frac{N!}{(N - |\sigma|)!} \prod_{B \in \pi} \sum_{S \subseteq B}
\Bigl(-\frac1N\Bigr)^{|S|} w(B \setminus S), $$

where $S$ are the factors of the block that are taken by the average, and $w$ is $N$ for the empty
set, 1 for a set within one block of $\sigma$ and 0 otherwise. Partitions with a block of one drop
out, as above, so that $\pi$ and $\sigma$ are $1234$ or one of the three pairings. With $\pi$ and
$\sigma$ in the order {partitions},

$$ T_N = {transfer}. $$

Columns do the same on their own, so that the expectation of the sum with row pattern $\pi$ and
column pattern $\rho$ is $\sum_{\sigma \tau} T_N[\pi, \sigma] T_M[\rho, \tau]\, m(\sigma, \tau)$.
Since

$$ \det T_N = {determinant}, $$

both factors can be inverted for $N, M \ge 4$.

**Estimator.** Collecting the pairs of patterns that are the same but for the order of the factors,
the inverse of the product gives all five moments. For the cycle it is

{estimator}

This is unbiased for every $N, M \ge 4$, however entries vary about their means, as long as fourth
moments exist. Its expectation is therefore free of the variance of single entries, whatever that
is; so squares in the five sums cancel, and $\hat c$ is the average over all choices of different
rows and columns of products of four different entries (which the tests check in whole numbers).
Outliers make no cycle unless there are four of them where two rows and two columns cross; the sums
with a correction of the first order alone, which keep squares divided by $N$ and $M$, do answer to
single ones. For 0 to 3 rows or columns the coefficients have no limit, which they would have if
some combination of these sums were unbiased there: there is none.
"""

_THIRD = r"""
## Third cumulants, whatever is observed

Let $y_{ij}$ be the values about any constant, zero where nothing is observed, and $o_{ij}$ one
where an entry is observed and zero elsewhere. For a pattern of three entries, $s[\cdot]$ is the sum
of products over all triples in which *at least* the indices of the pattern coincide; there are ten:

{powers}

The sum $d[\cdot]$ over triples in which they coincide *and no others do* follows by Moebius
inversion, $d[\pi, \rho] = \sum_{\pi' \ge \pi} \sum_{\rho' \ge \rho} \mu(\pi, \pi')
\mu(\rho, \rho')\, s[\pi', \rho']$ with $\mu = \prod (-1)^{b - 1} (b - 1)!$ over the blocks of the
coarser partition, $b$ being how many blocks of the finer one it is made of:

{distincts}

The same of $o$ counts the triples. The ratio $m[\cdot]$ is unbiased for the moment of three entries
with that pattern, for any set of observed places that does not depend on the values. Where entries
share neither row nor column their moment is a product, so that cumulants are combinations of these
ratios and unbiased as well:

{cumulants}
"""


def estimator_markdown() -> str:
    """Return the derivation of the estimators, with the formulas that the generator prints.

    Returns
    -------
    str
        Markdown in GitHub's dialect, from a heading of the second level.
    """
    text = f"{_cycle_part()}\n{_third_part()}".strip("\n") + "\n"
    shown = re.sub(r"\$\$\s*(.*?)\s*\$\$", r"```math\n\1\n```", text, flags=re.DOTALL)
    return re.sub(r"\$([^$`]+)\$", r"$`\1`$", shown)


def _cycle_part() -> str:
    derived = uncentred(4)
    parts = {
        "moments": _listed(_MOMENTS[name(each)] for each in derived.patterns),
        "sums": _listed(_SUMS[name(each)] for each in derived.patterns),
        "partitions": ", ".join(f"${_blocks(each)}$" for each in paired(4)),
        "transfer": sympy.latex(centring(4)),
        "determinant": sympy.latex(sympy.factor(centring(4).det())),
        "estimator": _estimator(CYCLE),
    }
    return _filled(_CENTRED, parts)


def _third_part() -> str:
    every = patterns(3)
    joined = [each for each in every if connected(each)]
    parts = {
        "powers": "\n".join(f"* $s[{_short(each)}] = {_sum(each)}$" for each in every),
        "distincts": "\n".join(_combined("d", "s", each, distinct(each)) for each in every),
        "cumulants": "\n".join(_combined(r"\kappa", "m", each, cumulant(each)) for each in joined),
    }
    return _filled(_THIRD, parts)


def _filled(page: str, parts: Mapping[str, str]) -> str:
    for place, text in parts.items():
        page = page.replace(f"{{{place}}}", text)
    return page


def _listed(named: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"* ${symbol} = {formula}$" for symbol, formula in named)


def _blocks(partition: tuple[int, ...]) -> str:
    blocks = [
        "".join(str(e + 1) for e, other in enumerate(partition) if other == block)
        for block in range(max(partition) + 1)
    ]
    return r" \mid ".join(blocks)


def _estimator(wanted: Pattern) -> str:
    derived = uncentred(4)
    terms = [
        rf"\Bigl({sympy.latex(derived.estimators[wanted, summed])}\Bigr)\, {_SUMS[name(summed)][0]}"
        for summed in reversed(derived.patterns)
    ]
    joined = " \\\\\n&\\quad + ".join(terms)
    symbol = _MOMENTS[name(wanted)][0]
    return f"$$ \\begin{{aligned}} \\hat {{{symbol}}} &= {joined} \\end{{aligned}} $$"


def _short(pattern: Pattern) -> str:
    return ",".join(name(pattern).split("_"))


def _sum(pattern: Pattern) -> str:
    entries = name(pattern).split("_")
    indices = sorted({letter for entry in entries for letter in entry})
    return rf"\sum_{{{''.join(indices)}}} " + " ".join(f"y_{{{entry}}}" for entry in entries)


def _combined(result: str, of: str, pattern: Pattern, coefficients: Mapping[Pattern, int]) -> str:
    text = ""
    for each in sorted(coefficients, key=patterns(3).index):
        count = coefficients[each]
        size = "" if abs(count) == 1 else str(abs(count))
        sign = "-" if count < 0 else "+" if text else ""
        text += f" {sign} {size}{of}[{_short(each)}]"
    return f"* ${result}[{_short(pattern)}] = {' '.join(text.split())}$"
