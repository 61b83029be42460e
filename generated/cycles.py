"""Unbiased estimators of cumulants of distinct entries.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

generator: sha256 f16cde347aade3b8b610a802727ce45fa9e792ab6780ca1b5baaa65fb154d246
body:      sha256 53081da89ccf0e4ea0dd1fc0344903c4504bb24f10bd00ef764b0275b7cedacf
"""

from typing import Final

import numpy as np

from symppm.codegen.runtime import OK, batch_kernel, branching_kernel, kernel, prange
from symppm.codegen.special import if_ok, positive

CYCLE_SUMS: Final = (
    "ij_ij_ij_ij",
    "ij_ij_il_il",
    "ij_ij_tj_tj",
    "ij_ij_tl_tl",
    "ij_il_tj_tl",
)
THIRD_SUMS: Final = (
    "ij_ij_ij",
    "ij_ij_il",
    "ij_il_in",
    "ij_ij_tj",
    "ij_ij_tl",
    "ij_il_tj",
    "ij_il_tn",
    "ij_tj_sj",
    "ij_tj_sl",
    "ij_tl_sn",
)
THIRD_CUMULANTS: Final = (
    "ij_ij_ij",
    "ij_ij_il",
    "ij_ij_tj",
    "ij_il_in",
    "ij_tj_sj",
    "ij_il_tj",
)
_SMALLEST_SHARE: Final = 1e-12


@kernel
def cycle(
    n_rows, n_columns,
    sum_ij_ij_ij_ij, sum_ij_ij_il_il, sum_ij_ij_tj_tj, sum_ij_ij_tl_tl, sum_ij_il_tj_tl,
):
    """Unbiased cycle cumulant of a complete matrix, from sums over its double-centred entries.

    The sums are over all indices that the pattern names; they may coincide. Returns (cycle,
    status). Status: 1 fewer than four rows; 2 fewer than four columns. A failed guard returns zero.
    """
    status = positive(n_rows - 3.5, 1, OK)
    status = positive(n_columns - 3.5, 2, status)
    c0 = 1.0/((n_columns - 3.0)*(n_columns - 2.0)*(n_rows - 3.0)*(n_rows - 2.0))
    c1 = 3.0*n_columns
    c2 = (n_columns * n_columns)
    c3 = -c1 + c2 + 3.0
    c4 = c0/(n_columns*(n_columns - 1.0))
    c5 = (n_rows * n_rows)
    c6 = 3.0*n_rows
    c7 = c5 - c6
    c8 = 1.0/(n_rows*(n_rows - 1.0))
    c9 = c4*c8
    cycle_cumulant = -c0*c8*sum_ij_ij_tj_tj*(c7 + 3.0) + c0*sum_ij_ij_ij_ij - c3*c4*sum_ij_ij_il_il + c9*sum_ij_ij_tl_tl*(c3 + c7) + c9*sum_ij_il_tj_tl*(-c1*c5 + c2*c5 - c2*c6 + 2.0*c2 + 2.0*c5 + 9.0*n_columns*n_rows - 6.0*n_columns - 6.0*n_rows + 6.0)
    return if_ok(cycle_cumulant, status), status


@batch_kernel
def cycle_batch(n_rows, n_columns, sums, out, status):
    """Apply cycle to each row of sums, in the order of CYCLE_SUMS, into out and status."""
    for n in prange(sums.shape[0]):
        out[n], status[n] = cycle(
            n_rows, n_columns,
            sums[n, 0], sums[n, 1], sums[n, 2], sums[n, 3], sums[n, 4],
        )


def _mean_products(total, tuples, powers):
    """Do as _mean_product does, for arrays."""
    some = (tuples > 0.5) & (tuples > _SMALLEST_SHARE * powers)
    return np.where(some, total / np.where(some, tuples, 1.0), np.nan)


@branching_kernel(_mean_products)
def _mean_product(total, tuples, powers):
    """Return a mean over tuples, NaN where there are none but for rounding."""
    if tuples > 0.5 and tuples > _SMALLEST_SHARE * powers:
        return total / tuples
    return np.nan


@kernel
def third(
    sum_ij_ij_ij, sum_ij_ij_il, sum_ij_il_in, sum_ij_ij_tj, sum_ij_ij_tl, sum_ij_il_tj, sum_ij_il_tn, sum_ij_tj_sj, sum_ij_tj_sl, sum_ij_tl_sn,
    count_ij_ij_ij, count_ij_ij_il, count_ij_il_in, count_ij_ij_tj, count_ij_ij_tl, count_ij_il_tj, count_ij_il_tn, count_ij_tj_sj, count_ij_tj_sl, count_ij_tl_sn,
):
    """Third cumulants of entries that hang together, for any places observed.

    The sums are over all indices that the pattern names, of products of values about any constant;
    the counts are the same sums with every observed value replaced by one. Returns the cumulants in
    the order of THIRD_CUMULANTS; NaN where no such entries are observed.
    """
    c0 = count_ij_ij_ij - count_ij_ij_il
    c1 = 2.0*count_ij_ij_ij
    c2 = c1 - 3.0*count_ij_ij_il + count_ij_il_in
    c3 = -count_ij_ij_tj
    c4 = c0 + c3
    c5 = count_ij_ij_tl + 2.0*count_ij_il_tj
    c6 = c1 - 3.0*count_ij_ij_tj + count_ij_tj_sj
    tuples_ij_ij_ij = count_ij_ij_ij
    tuples_ij_ij_il = -c0
    tuples_ij_il_in = c2
    tuples_ij_ij_tj = -c3 - count_ij_ij_ij
    tuples_ij_ij_tl = c4 + count_ij_ij_tl
    tuples_ij_il_tj = c4 + count_ij_il_tj
    tuples_ij_il_tn = -c2 - c5 + 2.0*count_ij_ij_tj + count_ij_il_tn
    tuples_ij_tj_sj = c6
    tuples_ij_tj_sl = -c5 - c6 + 2.0*count_ij_ij_il + count_ij_tj_sl
    tuples_ij_tl_sn = 4.0*count_ij_ij_ij - 6.0*count_ij_ij_il - 6.0*count_ij_ij_tj + 3.0*count_ij_ij_tl + 2.0*count_ij_il_in + 6.0*count_ij_il_tj - 3.0*count_ij_il_tn + 2.0*count_ij_tj_sj - 3.0*count_ij_tj_sl + count_ij_tl_sn
    s0 = sum_ij_ij_ij - sum_ij_ij_il
    s1 = 2.0*sum_ij_ij_ij
    s2 = s1 - 3.0*sum_ij_ij_il + sum_ij_il_in
    s3 = -sum_ij_ij_tj
    s4 = s0 + s3
    s5 = sum_ij_ij_tl + 2.0*sum_ij_il_tj
    s6 = s1 - 3.0*sum_ij_ij_tj + sum_ij_tj_sj
    distinct_ij_ij_ij = sum_ij_ij_ij
    distinct_ij_ij_il = -s0
    distinct_ij_il_in = s2
    distinct_ij_ij_tj = -s3 - sum_ij_ij_ij
    distinct_ij_ij_tl = s4 + sum_ij_ij_tl
    distinct_ij_il_tj = s4 + sum_ij_il_tj
    distinct_ij_il_tn = -s2 - s5 + 2.0*sum_ij_ij_tj + sum_ij_il_tn
    distinct_ij_tj_sj = s6
    distinct_ij_tj_sl = -s5 - s6 + 2.0*sum_ij_ij_il + sum_ij_tj_sl
    distinct_ij_tl_sn = 4.0*sum_ij_ij_ij - 6.0*sum_ij_ij_il - 6.0*sum_ij_ij_tj + 3.0*sum_ij_ij_tl + 2.0*sum_ij_il_in + 6.0*sum_ij_il_tj - 3.0*sum_ij_il_tn + 2.0*sum_ij_tj_sj - 3.0*sum_ij_tj_sl + sum_ij_tl_sn
    moment_ij_ij_ij = _mean_product(distinct_ij_ij_ij, tuples_ij_ij_ij, count_ij_ij_ij)
    moment_ij_ij_il = _mean_product(distinct_ij_ij_il, tuples_ij_ij_il, count_ij_ij_il)
    moment_ij_il_in = _mean_product(distinct_ij_il_in, tuples_ij_il_in, count_ij_il_in)
    moment_ij_ij_tj = _mean_product(distinct_ij_ij_tj, tuples_ij_ij_tj, count_ij_ij_tj)
    moment_ij_ij_tl = _mean_product(distinct_ij_ij_tl, tuples_ij_ij_tl, count_ij_ij_tl)
    moment_ij_il_tj = _mean_product(distinct_ij_il_tj, tuples_ij_il_tj, count_ij_il_tj)
    moment_ij_il_tn = _mean_product(distinct_ij_il_tn, tuples_ij_il_tn, count_ij_il_tn)
    moment_ij_tj_sj = _mean_product(distinct_ij_tj_sj, tuples_ij_tj_sj, count_ij_tj_sj)
    moment_ij_tj_sl = _mean_product(distinct_ij_tj_sl, tuples_ij_tj_sl, count_ij_tj_sl)
    moment_ij_tl_sn = _mean_product(distinct_ij_tl_sn, tuples_ij_tl_sn, count_ij_tl_sn)
    k0 = 2.0*moment_ij_tl_sn
    k1 = k0 - moment_ij_ij_tl
    cumulant_ij_ij_ij = k0 + moment_ij_ij_ij - 3.0*moment_ij_ij_tl
    cumulant_ij_ij_il = k1 + moment_ij_ij_il - 2.0*moment_ij_il_tn
    cumulant_ij_ij_tj = k1 + moment_ij_ij_tj - 2.0*moment_ij_tj_sl
    cumulant_ij_il_in = k0 + moment_ij_il_in - 3.0*moment_ij_il_tn
    cumulant_ij_tj_sj = k0 + moment_ij_tj_sj - 3.0*moment_ij_tj_sl
    cumulant_ij_il_tj = moment_ij_il_tj - moment_ij_il_tn - moment_ij_tj_sl + moment_ij_tl_sn
    return cumulant_ij_ij_ij, cumulant_ij_ij_il, cumulant_ij_ij_tj, cumulant_ij_il_in, cumulant_ij_tj_sj, cumulant_ij_il_tj


@batch_kernel
def third_batch(sums, counts, out):
    """Apply third to each row of sums and of counts, in the order of THIRD_SUMS, into out."""
    for n in prange(sums.shape[0]):
        (
            out[n, 0], out[n, 1], out[n, 2], out[n, 3], out[n, 4], out[n, 5],
        ) = third(
            sums[n, 0], sums[n, 1], sums[n, 2], sums[n, 3], sums[n, 4], sums[n, 5], sums[n, 6], sums[n, 7], sums[n, 8], sums[n, 9],
            counts[n, 0], counts[n, 1], counts[n, 2], counts[n, 3], counts[n, 4], counts[n, 5], counts[n, 6], counts[n, 7], counts[n, 8], counts[n, 9],
        )
