"""Unbiased estimators over all pairs of entries, and Algorithm 1 of the paper.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: generator 17dcd894fe957c05, body 69a8872ff6f31fb7
"""

from typing import Final

import numpy as np

from symppm.codegen.runtime import OK, compiled_kernel, kernel
from symppm.codegen.special import if_ok, positive

_SMALLEST_DETERMINANT: Final = 1e-6
_SMALLEST_SHARE: Final = 1e-12


@kernel
def unbiased(
    count, count_row, count_col, total, weighted_row, weighted_col, power_row, power_col, power_row_col, cross_row_row, cross_row_col, cross_col_col,
):
    """Unbiased variance and covariances of the entries, from sums about any constant.

    Returns (mean about that constant, variance, cov_row, cov_col, rho_row, rho_col, status).
    Status: 1 no two entries share a row; 2 no two entries share a column; 3 no two entries share
    neither; 4 the observed places do not tell the covariances apart; 5 the estimated variance is
    not positive. A failed guard returns zeros.
    """
    p0 = -count_col
    p1 = count - count_row
    pairs_none = (count * count) + p0 + p1
    pairs_row = -p1
    pairs_col = -count - p0
    status = positive(pairs_row - 0.5, 1, OK)
    status = positive(pairs_col - 0.5, 2, status)
    status = positive(pairs_none - _SMALLEST_SHARE * count * count, 3, status)
    t0 = count - count_row
    t1 = -t0
    t2 = 1.0 / t1
    t3 = (total * total)/(count * count)
    t4 = 1.0 / count
    t5 = 2.0*t4*total
    t6 = (total * total)*t4
    t7 = -power_row_col + t6
    t8 = count_row*t3 + power_row + t7 - t5*weighted_row
    t9 = -count_col
    t10 = t0 + t9
    t11 = 1.0 / (t10 + (count * count))
    t12 = count_col*t3 + power_col - t5*weighted_col
    t13 = t11*(-t8 - t12)
    t14 = count + t9
    t15 = -t14
    t16 = 1.0 / t15
    t17 = -2.0*count_row + cross_row_row
    t18 = cross_row_col + (count * count)
    t19 = t11*(count*count_row - t14 - t17 - t18)
    t20 = cross_row_col + t10
    t21 = -2.0*count_col + cross_col_col
    t22 = t11*(count*count_col - t0 - t18 - t21)
    contrast_row = t8*t2 - t13
    contrast_col = -t13 + t16*(t7 + t12)
    contrast_row_col = -t13 + t4*(power_row_col - t6)
    coupling_row_and_row = 2.0*t4*(t2*(count + t17) - t19)
    coupling_row_and_col = 2.0*t4*(t2*t20 - t22)
    coupling_col_and_row = 2.0*t4*(t16*t20 - t19)
    coupling_col_and_col = 2.0*t4*(t16*(count + t21) - t22)
    coupling_row_col_and_row = 2.0*t4*(t1*t4 - t19)
    coupling_row_col_and_col = 2.0*t4*(t15*t4 - t22)
    determinant = coupling_col_and_col*coupling_row_and_row - coupling_col_and_col - coupling_col_and_row*coupling_row_and_col - coupling_row_and_row + 1.0
    status = positive(abs(determinant) - _SMALLEST_DETERMINANT, 4, status)
    u0 = 1.0 / count
    u1 = 1.0 / determinant
    mean = total*u0
    mean_square = u0*(power_row_col - (total * total)*u0)
    cov_row = u1*(contrast_row + contrast_col*coupling_row_and_col - contrast_row*coupling_col_and_col)
    cov_col = u1*(contrast_col + contrast_row*coupling_col_and_row - contrast_col*coupling_row_and_row)
    variance = u1*(contrast_col*coupling_row_col_and_col + contrast_row*coupling_row_col_and_row - contrast_row_col*coupling_col_and_row*coupling_row_and_col - contrast_row_col*coupling_row_and_row + contrast_row_col + coupling_row_and_row*(contrast_row_col*coupling_col_and_col) + coupling_row_col_and_col*(contrast_row*coupling_col_and_row) - coupling_row_col_and_col*(contrast_col*coupling_row_and_row) + coupling_row_col_and_row*(contrast_col*coupling_row_and_col) - coupling_row_col_and_row*(contrast_row*coupling_col_and_col) - contrast_row_col*coupling_col_and_col)
    status = positive(variance - _SMALLEST_SHARE * mean_square, 5, status)
    return (
        if_ok(mean, status),
        if_ok(variance, status),
        if_ok(cov_row, status),
        if_ok(cov_col, status),
        if_ok(cov_row / variance, status),
        if_ok(cov_col / variance, status),
        status,
    )


@kernel
def pearson_limit(
    count, count_row, count_col, total, weighted_row, weighted_col, power_row, power_col, power_row_col,
):
    """Limit of Algorithm 1 as its samples grow, on a complete matrix, from sums about any constant.

    Returns (rho_row, rho_col, status). Status: 1 no two entries share a row; 2 no two entries share
    a column; 3 all entries are equal. A failed guard returns zeros.
    """
    pairs_row = -count + count_row
    pairs_col = -count + count_col
    status = positive(pairs_row - 0.5, 1, OK)
    status = positive(pairs_col - 0.5, 2, status)
    s0 = 1.0 / count
    spread = s0*(power_row_col - s0*(total * total))
    status = positive(spread, 3, status)
    t0 = (total * total)/(count * count)
    t1 = 1.0 / count
    t2 = 2.0*t1*total
    t3 = (total * total)*t1
    t4 = -power_row_col + t3
    t5 = count/(power_row_col - t3)
    rho_row = t5*(count_row*t0 + power_row - t2*weighted_row + t4)/(-count + count_row)
    rho_col = t5*(count_col*t0 + power_col - t2*weighted_col + t4)/(-count + count_col)
    return if_ok(rho_row, status), if_ok(rho_col, status), status


@compiled_kernel
def _below(state, bound):
    """Draw an integer from 0 to bound - 1, all equally likely (SplitMix64 with rejection).

    Returns (new state, integer). The lowest 2**64 mod bound outputs are drawn again, so that what
    is left divides evenly.
    """
    size = np.uint64(bound)
    rejected = (np.uint64(0) - size) % size
    while True:
        state += np.uint64(0x9E3779B97F4A7C15)
        mixed = state
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
        if mixed >= rejected:
            return state, np.int64(mixed % size)


@compiled_kernel
def _stored(indptr, indices, data, row, column):
    """Look up one entry of a CSR matrix with sorted indices; an absent one is zero."""
    low = indptr[row]
    high = indptr[row + 1]
    while low < high:
        middle = low + (high - low) // 2
        if indices[middle] < column:
            low = middle + 1
        else:
            high = middle
    if low < indptr[row + 1] and indices[low] == column:
        return float(data[low])
    return 0.0


@compiled_kernel
def _correlation(square_x, square_y, product):
    """Return (Pearson correlation, whether it is defined)."""
    if square_x > 0.0 and square_y > 0.0:
        return product / (np.sqrt(square_x) * np.sqrt(square_y)), True
    return 0.0, False


@compiled_kernel
def algorithm1_dense(values, samples, seed):
    """Algorithm 1 of the paper on a dense matrix.

    Returns (rho_row, rho_col, status). The generator is carried along: no global state is read or
    left. A failed guard returns zeros. Status:
    1 the drawn pairs that share a row do not vary.
    2 the drawn pairs that share a column do not vary.
    """
    n_rows = values.shape[0]
    n_columns = values.shape[1]
    state = np.uint64(seed)
    mean_x_row = mean_y_row = 0.0
    square_x_row = square_y_row = product_row = 0.0
    mean_x_col = mean_y_col = 0.0
    square_x_col = square_y_col = product_col = 0.0
    for sample in range(1, samples + 1):
        state, common = _below(state, n_rows)
        state, first = _below(state, n_columns)
        state, second = _below(state, n_columns - 1)
        if second >= first:
            second += 1
        x = float(values[common, first])
        y = float(values[common, second])
        from_x = x - mean_x_row
        from_y = y - mean_y_row
        mean_x_row += from_x / sample
        mean_y_row += from_y / sample
        square_x_row += from_x * (x - mean_x_row)
        square_y_row += from_y * (y - mean_y_row)
        product_row += from_x * (y - mean_y_row)
        state, common = _below(state, n_columns)
        state, first = _below(state, n_rows)
        state, second = _below(state, n_rows - 1)
        if second >= first:
            second += 1
        x = float(values[first, common])
        y = float(values[second, common])
        from_x = x - mean_x_col
        from_y = y - mean_y_col
        mean_x_col += from_x / sample
        mean_y_col += from_y / sample
        square_x_col += from_x * (x - mean_x_col)
        square_y_col += from_y * (y - mean_y_col)
        product_col += from_x * (y - mean_y_col)
    rho_row, defined = _correlation(square_x_row, square_y_row, product_row)
    if not defined:
        return 0.0, 0.0, 1
    rho_col, defined = _correlation(square_x_col, square_y_col, product_col)
    if not defined:
        return 0.0, 0.0, 2
    return rho_row, rho_col, OK


@compiled_kernel
def algorithm1_sparse(indptr, indices, data, n_columns, samples, seed):
    """Algorithm 1 of the paper on a sparse matrix.

    Returns (rho_row, rho_col, status). The generator is carried along: no global state is read or
    left. A failed guard returns zeros. Status:
    1 the drawn pairs that share a row do not vary.
    2 the drawn pairs that share a column do not vary.
    """
    n_rows = indptr.size - 1
    state = np.uint64(seed)
    mean_x_row = mean_y_row = 0.0
    square_x_row = square_y_row = product_row = 0.0
    mean_x_col = mean_y_col = 0.0
    square_x_col = square_y_col = product_col = 0.0
    for sample in range(1, samples + 1):
        state, common = _below(state, n_rows)
        state, first = _below(state, n_columns)
        state, second = _below(state, n_columns - 1)
        if second >= first:
            second += 1
        x = _stored(indptr, indices, data, common, first)
        y = _stored(indptr, indices, data, common, second)
        from_x = x - mean_x_row
        from_y = y - mean_y_row
        mean_x_row += from_x / sample
        mean_y_row += from_y / sample
        square_x_row += from_x * (x - mean_x_row)
        square_y_row += from_y * (y - mean_y_row)
        product_row += from_x * (y - mean_y_row)
        state, common = _below(state, n_columns)
        state, first = _below(state, n_rows)
        state, second = _below(state, n_rows - 1)
        if second >= first:
            second += 1
        x = _stored(indptr, indices, data, first, common)
        y = _stored(indptr, indices, data, second, common)
        from_x = x - mean_x_col
        from_y = y - mean_y_col
        mean_x_col += from_x / sample
        mean_y_col += from_y / sample
        square_x_col += from_x * (x - mean_x_col)
        square_y_col += from_y * (y - mean_y_col)
        product_col += from_x * (y - mean_y_col)
    rho_row, defined = _correlation(square_x_row, square_y_row, product_row)
    if not defined:
        return 0.0, 0.0, 1
    rho_col, defined = _correlation(square_x_col, square_y_col, product_col)
    if not defined:
        return 0.0, 0.0, 2
    return rho_row, rho_col, OK
