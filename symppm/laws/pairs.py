"""Sums over all pairs of entries with given shared axes, from power sums, and what they estimate.

The entries of an array lie on axes, such as ``row`` and ``col``. Two entries *coincide* on the
axes where their indices agree. The sum of ``y * y'`` over the ordered pairs that coincide on **at
least** the axes ``a`` is a power sum, ``sum over groups g of (sum of y in g)**2``, a group being
what agrees on ``a``: every row for ``{row}``, everything for no axis, every entry for all axes. The
sum over the pairs that coincide on **exactly** ``a`` follows by Moebius inversion on the lattice of
axis sets.

Everything here is exact algebra on symbols. With two axes the symbols are, y being taken about any
constant:

======================  ==========================================================================
``count``               number n of observed entries
``count_row``           sum of n_i**2, n_i the observed entries of row i; ``count_col`` likewise
``cross_row_col``       sum over observed entries of n_i * m_j; also ``cross_row_row`` (= sum of
                        n_i**3) and ``cross_col_col``
``total``               sum T of y
``weighted_row``        sum of n_i * R_i, R_i the sum of y in row i; ``weighted_col`` likewise
``power_row``           sum of R_i**2; ``power_col`` likewise
``power_row_col``       sum Q of y**2
======================  ==========================================================================
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy

Pattern = frozenset[str]
"""The axes that two entries share."""

ROW_COL = ("row", "col")


def patterns(axes: tuple[str, ...]) -> tuple[Pattern, ...]:
    """Return every set of shared axes, from none to all, singles in the order of the axes."""
    sizes = range(len(axes) + 1)
    return tuple(frozenset(some) for size in sizes for some in itertools.combinations(axes, size))


def label(pattern: Pattern, axes: tuple[str, ...]) -> str:
    """Return the name of a pattern, such as ``row_col``, or ``none`` when no axis is shared."""
    return "_".join(axis for axis in axes if axis in pattern) or "none"


def exactly(
    pattern: Pattern, at_least: Callable[[Pattern], sympy.Expr], axes: tuple[str, ...]
) -> sympy.Expr:
    """Invert sums over "at least these axes are shared" to "exactly these axes are shared".

    The Moebius function of the lattice of subsets is ``(-1)**(number of axes added)``. For more
    than two entries a pattern is one set partition an axis, and only this function changes.
    """
    wider = (finer for finer in patterns(axes) if finer >= pattern)
    return sympy.Add(*((-1) ** len(finer - pattern) * at_least(finer) for finer in wider))


@dataclass(frozen=True)
class PairSums:
    """Sums over ordered pairs of entries, by the axes that they share."""

    axes: tuple[str, ...] = ROW_COL

    def __post_init__(self) -> None:
        if len(set(self.axes)) != len(self.axes) or not self.axes:
            raise ValueError(f"axes must be one or more different names, not {self.axes}")

    @property
    def everything(self) -> Pattern:
        """The pattern of an entry with itself."""
        return frozenset(self.axes)

    @property
    def count(self) -> sympy.Symbol:
        """The number of observed entries."""
        return self._symbol("count", frozenset())

    @property
    def mean(self) -> sympy.Expr:
        """The mean of the observed entries."""
        return self._symbol("total", frozenset()) / self.count

    def _symbol(self, kind: str, *shared: Pattern) -> sympy.Symbol:
        named = [label(pattern, self.axes) for pattern in shared if pattern]
        return sympy.Symbol("_".join([kind, *named]), real=True)

    def counts(self, shared: Pattern) -> sympy.Expr:
        """Return the number of ordered pairs that share at least these axes."""
        if not shared:
            return self.count**2
        return self.count if shared == self.everything else self._symbol("count", shared)

    def weighted(self, shared: Pattern) -> sympy.Expr:
        """Return the sum over ordered pairs that share at least these axes of the first value."""
        if not shared:
            return self.count * self._symbol("total", shared)
        if shared == self.everything:
            return self._symbol("total", frozenset())
        return self._symbol("weighted", shared)

    def products(self, shared: Pattern) -> sympy.Expr:
        """Return the sum of products over ordered pairs that share at least these axes."""
        return self._symbol("power", shared) if shared else self._symbol("total", shared) ** 2

    def centred_products(self, shared: Pattern) -> sympy.Expr:
        """Return :meth:`products` of the values about their own mean."""
        return (
            self.products(shared)
            - 2 * self.mean * self.weighted(shared)
            + self.mean**2 * self.counts(shared)
        )

    def crossings(self, one: Pattern, other: Pattern) -> sympy.Expr:
        """Return the sum over entries of (partners by ``one``) times (partners by ``other``).

        A partner shares at least the given axes; an entry is its own partner.
        """
        for first, second in ((one, other), (other, one)):
            if not first:
                return self.count * self.counts(second)
            if first == self.everything:
                return self.counts(second)
        low, high = sorted((one, other), key=patterns(self.axes).index)
        return self._symbol("cross", low, high)

    def pair_count(self, pattern: Pattern) -> sympy.Expr:
        """Return the number of ordered pairs that share exactly these axes."""
        return exactly(pattern, self.counts, self.axes)

    def centred_mean_product(self, pattern: Pattern) -> sympy.Expr:
        """Return the mean product, about the mean, of pairs that share exactly these axes."""
        return exactly(pattern, self.centred_products, self.axes) / self.pair_count(pattern)

    def shared_partners(self, one: Pattern, other: Pattern) -> sympy.Expr:
        """Return :meth:`crossings` with partners that share exactly the given axes."""
        return exactly(
            one,
            lambda outer: exactly(other, lambda inner: self.crossings(outer, inner), self.axes),
            self.axes,
        )


@dataclass(frozen=True)
class Unbiased:
    """The unbiased estimators of the covariances, in the three steps in which they are computed.

    Write ``cov[p]`` for the covariance of two entries that share exactly the axes ``p``; the
    variance is ``cov[all axes]``, and ``cov[none] = 0`` by exchangeability of independent indices.
    The mean product about the *observed* mean is not quite unbiased, because the mean was estimated
    from the same entries. Subtracting the disjoint pairs leaves ``contrast[p]`` with

    ``E contrast[p] = cov[p] - sum over q of coupling[p, q] * cov[q]``,

    a linear system whose solution is unbiased whichever entries are observed (as long as that does
    not depend on their values) and does not change when a constant is added to the data. On a
    complete array every coupling is zero, and ``contrast`` is the difference of plain mean
    products: the estimator by all pairs.

    Attributes
    ----------
    contrasts : mapping of pattern to sympy.Expr
        In the sums.
    couplings : mapping of (pattern, pattern) to sympy.Expr
        In the counts; those that are zero for every array are left out (the variance couples to
        nothing, since every entry has exactly one partner that shares all axes: itself).
    determinant : sympy.Expr
        Of the linear system, in ``coupling_p_q``.
    numerators : mapping of pattern to sympy.Expr
        ``cov[p] * determinant``, in ``contrast_p`` and ``coupling_p_q``.
    """

    contrasts: Mapping[Pattern, sympy.Expr]
    couplings: Mapping[tuple[Pattern, Pattern], sympy.Expr]
    determinant: sympy.Expr
    numerators: Mapping[Pattern, sympy.Expr]


def contrast_symbol(pattern: Pattern, axes: tuple[str, ...]) -> sympy.Symbol:
    """Return the symbol that stands for ``contrast[pattern]``."""
    return sympy.Symbol(f"contrast_{label(pattern, axes)}", real=True)


def coupling_symbol(one: Pattern, other: Pattern, axes: tuple[str, ...]) -> sympy.Symbol:
    """Return the symbol that stands for ``coupling[one, other]``."""
    return sympy.Symbol(f"coupling_{label(one, axes)}_and_{label(other, axes)}", real=True)


def unbiased(axes: tuple[str, ...] = ROW_COL) -> Unbiased:
    """Derive the unbiased estimators of the variance and of the covariances."""
    sums = PairSums(axes)
    none, *sharing = patterns(axes)

    def partners(pattern: Pattern, other: Pattern) -> sympy.Expr:
        """Average, over pairs of one pattern, the partners of the other pattern."""
        return sums.shared_partners(pattern, other) / sums.pair_count(pattern)

    disjoint = sums.centred_mean_product(none)
    contrasts = {p: sums.centred_mean_product(p) - disjoint for p in sharing}
    couplings = {
        (p, q): 2 / sums.count * (partners(p, q) - partners(none, q))
        for p in sharing
        for q in sharing
    }
    couplings = {pair: value for pair, value in couplings.items() if value != 0}
    system = sympy.eye(len(sharing)) - sympy.Matrix(
        [
            [coupling_symbol(p, q, axes) if (p, q) in couplings else 0 for q in sharing]
            for p in sharing
        ]
    )
    right = sympy.Matrix([contrast_symbol(p, axes) for p in sharing])
    numerators = {}
    for position, p in enumerate(sharing):
        replaced = system.copy()
        replaced[:, position] = right
        numerators[p] = replaced.det(method="berkowitz")
    return Unbiased(contrasts, couplings, system.det(method="berkowitz"), numerators)


def pearson_limit(axes: tuple[str, ...] = ROW_COL) -> dict[Pattern, sympy.Expr]:
    """Derive the limit of Algorithm 1 of the paper as its samples grow, on a complete array.

    Algorithm 1 draws pairs that share one axis, all of them equally likely, and returns their
    Pearson correlation. Both members of a pair are then distributed as the entries of the array, so
    the limit is the mean product about the mean over the mean square about the mean.
    """
    sums = PairSums(axes)
    spread = sums.centred_mean_product(sums.everything)
    singles = (frozenset({axis}) for axis in axes)
    return {single: sums.centred_mean_product(single) / spread for single in singles}
