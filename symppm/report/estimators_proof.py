"""The unbiased estimators of cumulants of distinct entries, as a page that can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import sympy

from symppm.errors import LedgerError
from symppm.laws.coincidences import (
    CYCLE,
    N,
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
from symppm.report.github import as_github

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

_LEAST_SIDE: Final = 4
_CENTRED: Final = r"""
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
those of one block sharing the row. Write every $\hat Z$ as its own row less an average of all
rows, multiply out, and take the expectation. A moment of $Z$ whose rows have the pattern $\sigma$
then has the coefficient, with its sign,

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
moments exist. So it cannot contain a square of an entry, whose expectation the variance of that
entry would change: squares in the five sums cancel, $\hat c$ is a combination of products of four
different entries, and it is linear in every single entry (which the tests check in whole numbers).
Noise of entries that is zero on average given the latent variables, and independent between
entries, therefore adds nothing to it in expectation, however large; it adds to its standard error.
An outlier counts in proportion to its size, times what the entries that cross it make of it. The
sums with a correction of the first order alone keep squares of single entries, divided by $N$ and
$M$, and one outlier is enough for those.

**Fewer rows or columns.** For $N = 1, 2, 3$ the rank of $T_N$ is {ranks}, in place of 4, so that
there is no inverse. More than that, $T_N (\,{null}\,)' = 0$ for all three. Let the row patterns
have these weights and the column patterns $(\,0, 1, 1, 1\,)$: along this direction of the five
moments $c$ changes and the expectation of none of the five sums does. So no combination of these
sums has the expectation $c$ for all moments if there are fewer than four rows, or, by the same
argument, columns. Nothing is said of other estimators.

## The cycle of a matrix with gaps

Where not everything is observed, centering does not act on rows and columns apart, and there is no
such product. What is estimated then ([cycle.py](../symppm/statistics/cycle.py)):

1. Row and column effects are fitted to the observed entries by least squares and taken off. Rows
   and columns with fewer than four observed entries are left out.
2. The products of the four residuals are added over all rectangles of observed entries. This is
   exact.
3. Fitted effects leave noise in the residuals that is correlated along rows and columns. In row
   $i$ with $n_i$ entries two residuals of noise have the covariance $a_i - b_{ij} - b_{il}$, where
   $b_{ij} = v_{ij}/n_i$, $a_i = \sum_j v_{ij}/n_i^2$ and $v_{ij}$ is the variance of the entry's
   noise. The products of these covariances for two rows, and for two columns, are estimated from
   the residuals and taken off.
4. Fitted effects also take part of the signal away: of rows $i$ and $t$ that share $o_{it}$
   columns, $1 - 2/n_i - 2/n_t + 2\,o_{it}/(n_i n_t)$ is left, with terms of the second order. The
   rectangles are counted with that weight, and the ratio of both sums is the estimate.

The corrections 3 and 4 are approximate: 3 takes the rows' share of the noise and the columns' as if
each were centred alone, and what it neglects is smaller by the square of the number of entries in a
row or column; 4 is of the second order, with $o_{it}/(n_i n_t)$ at its mean. So the estimate is
nearly unbiased where rows and columns hold many entries, and not exactly; squares of entries do not
cancel exactly either. It supposes, as everything about gaps here, that which entries are observed
does not depend on their values. Without a row or a column the effects are not fitted anew; what
that does to the change is put in on average.

## Random vectors

Of the five sums of a complete matrix only $S_G$ takes more than a pass over the entries. It is the
sum of squares of the symmetric matrix $G = \hat Z \hat Z'$. For a vector $z$ of random signs
$\mathrm{E}[(G z)_i^2] = \sum_t G_{it}^2$, and $G z$ takes two products with $\hat Z$
([probes.py](../symppm/statistics/probes.py)). The diagonal of $G$, and the directions in
which it is largest, are found first and their part is computed without a draw. So

* the four other sums are exact, $S_G$ is unbiased given the data, and so is $\hat c$, which is
  linear in $S_G$; the standard error that the draws add is estimated from how they differ;
* the estimates without each row and each column are spread by the draws too. The jackknife would
  take that for a spread of the data, so it is taken out of their variance, and that of the draws is
  added to the result once. This is approximate;
* where all pairs of lines that share an entry cost about as much as the draws, they are taken, and
  nothing is random; with gaps nothing ever is.
"""

_THIRD: Final = r"""
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
    return as_github(f"{_cycle_part()}\n\n{_third_part()}")


def _cycle_part() -> str:
    derived = uncentred(4)
    parts = {
        "moments": _listed(_MOMENTS[name(each)] for each in derived.patterns),
        "sums": _listed(_SUMS[name(each)] for each in derived.patterns),
        "partitions": ", ".join(f"${_blocks(each)}$" for each in paired(4)),
        "transfer": sympy.latex(centring(4)),
        "determinant": sympy.latex(sympy.factor(centring(4).det())),
        "estimator": _estimator(CYCLE),
        **_too_few(),
    }
    return _filled(_CENTRED, parts)


def _too_few() -> dict[str, str]:
    """Return the ranks of the transfer of one to three rows, and what all of them lose."""
    transfers = [centring(4).subs(N, rows) for rows in range(1, _LEAST_SIDE)]
    (lost,) = transfers[-1].nullspace()
    # With patterns of columns that differ, the direction changes the cycle if this is not zero.
    pairings = [lost[paired(4).index(each)] for each in CYCLE]
    if any(transfer * lost != sympy.zeros(4, 1) for transfer in transfers) or 0 in pairings:
        raise LedgerError(
            f"{list(lost)} as what {_LEAST_SIDE - 1} rows and fewer do not show",
            expected="a direction in which all sums stay and the cycle changes",
            do="Report this.",
        )
    return {
        "ranks": ", ".join(f"${transfer.rank()}$" for transfer in transfers),
        "null": ", ".join(map(str, lost)),
    }


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
