"""Bi-cross-validation: which rank, learnt from the rest of a matrix, predicts blocks held out.

With the matrix [A B; C D] and D of rank k replaced by D_k, A is predicted by B D_k^+ C (Owen and
Perry, Annals of Applied Statistics 3, 2009). Independence of rows and columns goes first: it is the
component that takes a rank from D exactly (Wedderburn), (D y)(x' D) / (x' D y), with x and y such
that the margins of D before scaling are met.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import threads
from symppm.data.matrix import WholeMatrix
from symppm.one_thread import one_thread
from symppm.progress import Advance, progress_bar
from symppm.statistics import Table, Vector
from symppm.statistics.lowrank import LowRank, Places, slices
from symppm.statistics.scaling import Scaled, scaled

Block = tuple[Places, Places, Places, Places]  # its rows, the others, its columns, the others
Curve = tuple[tuple[float, ...], tuple[float, ...]]  # gains, and their standard errors

LEAST_SIDE: Final = 12
GATE: Final = 2.0  # standard errors by which factors have to predict better than independence
_HELD: Final = 0.2  # part of the rows, and of the columns, whose common block is held out
_DISJOINT: Final = 25  # such blocks have no entry in common: as many count as independent
_BLOCKS, _MOST_BLOCKS = 12, 100
_WORTH: Final = 4_000_000  # entries of all blocks, up to which small tables have more
_FIRST_BLOCKS, _FIRST_RANKS, _MOST_RANKS = 3, 24, 200
_INSIDE: Final = 0.9  # part of the ranks tried that holds those as good as the best, or more are
_FAR: Final = 2.5  # times the best rank, as far as the first blocks are trusted
_NEAR: Final = 2.0  # standard errors within which a number cannot be told from the best
_PAYS, _ALMOST_ALL = 1 / 3, 0.95
_RESAMPLED: Final = 1000
_TAIL: Final = 0.005  # of the numbers that resampled blocks have, left out at either end
_EXACT: Final = 400
_START, _BEYOND = 16, 72  # of a Krylov space: a step, and beyond 3/2 of what is asked of it
_CHUNK: Final = 1 << 22
_MOST_THREADS: Final = 4  # each has its own copy of most of the matrix
_LITTLE, _ZERO = 1e-4, 1e-7


@dataclass(frozen=True)
class FactorCurve:
    """What :class:`symppm.NumberOfFactors`, which says what its fields are, has of a matrix."""

    k: int
    k_low: int
    k_high: int
    k_95: int
    low: int
    high: int
    gain: tuple[float, ...] = field(repr=False)
    error: tuple[float, ...] = field(repr=False)
    resolved: bool
    reason: str
    shape: tuple[int, int]


@one_thread()
def factor_curve(matrix: WholeMatrix, random_seed: int, *, progress: bool = False) -> FactorCurve:
    """Cross-validate the number of factors of a matrix of finite values."""
    ready = scaled(matrix, random_seed)
    lines = ready.whole.shape
    shape = lines[::-1] if ready.turned else lines
    if min(shape) < LEAST_SIDE:
        return _nothing(
            f"{shape[0]} rows and {shape[1]} columns have three entries other than zero, too few "
            f"to hold any out: at least {LEAST_SIDE} of each are needed.",
            shape,
        )
    blocks = drawn_blocks(lines, random_seed)
    title = "Cross-validating the number of factors"
    with progress_bar(title, len(blocks), show=progress) as advance:
        errors = _errors_by_rank(ready, blocks, random_seed, advance)
    if len(errors) < 2:
        return _nothing("Held-out blocks are empty: there are too few entries.", shape)
    signed = ready.margins is None
    base = "the leading component alone" if signed else "independence of rows and columns"
    return _curve_from(errors, shape, base, random_seed)


def drawn_blocks(shape: tuple[int, int], seed: int, number: int | None = None) -> list[Block]:
    """Draw blocks: their rows, the other rows, their columns, the other columns."""
    number = number or min(max(_BLOCKS, _WORTH // math.prod(shape)), _MOST_BLOCKS)
    generator = np.random.default_rng(seed)
    n, m = (max(int(side * _HELD), 2) for side in shape)
    blocks: list[Block] = []
    for _ in range(number):
        rows, columns = (generator.permutation(side) for side in shape)
        blocks.append((rows[:n], rows[n:], columns[:m], columns[m:]))
    return blocks


@dataclass(frozen=True)
class Prediction:
    """A block, and left right' that the rest predicts for it: independence, then the strongest."""

    block: LowRank
    left: Table
    right: Table

    def errors(self) -> Vector | None:
        """Return squared errors of the first 1, 2, …, k, over the sum of squares; None if empty."""
        products, gram, squares = self._sums()
        if not squares > 0:
            return None
        off = np.diag(gram.cumsum(0).cumsum(1)) - 2 * products.cumsum()
        return np.asarray(1 + off / squares)

    def energies(self) -> Vector:
        """Sum products of entries and predictions, which noise does not raise, beyond the first."""
        products, gram, _ = self._sums()
        return np.asarray(products - np.append(0.0, gram[0, 1:]))

    def _sums(self) -> tuple[Vector, Table, float]:
        """Sum, over what is observed, components times entries and one another, and squares."""
        left, right = self.left, self.right
        if self.block.complete:
            values = self.block.stored if self.block.dense else self.block.stored.data
            products = np.einsum("ij,ij->j", self.block @ right, left)
            return products, (left.T @ left) * (right.T @ right), float(np.vdot(values, values))
        rows, columns, values = self.block.observed()
        products, gram = np.zeros(left.shape[1]), np.zeros((left.shape[1], left.shape[1]))
        for span in slices(len(values), max(1, _CHUNK // max(1, left.shape[1]))):
            shares = left[rows[span]] * right[columns[span]]
            products += values[span] @ shares
            gram += shares.T @ shares
        return products, gram, float(np.vdot(values, values))


class Rest:
    """What the rest of a matrix, less independence, predicts of a block by any number of parts."""

    def __init__(self, scaled: Scaled, block: Block, seed: int) -> None:
        rows, rest_rows, columns, rest_columns = block
        matrix = scaled.whole
        self._block, b = matrix.at(rows, columns), matrix.at(rows, rest_columns)
        c, d = matrix.at(rest_rows, columns), matrix.at(rest_rows, rest_columns)
        self._first, self.empty = (np.empty((len(rows), 0)), np.empty((len(columns), 0))), False
        if scaled.margins is not None:
            x, y = scaled.margins[0][rest_rows], scaled.margins[1][rest_columns]
            beside, below = d @ y, d.back(x)
            total = float(x @ beside)
            self.empty = total <= 0
            if self.empty:
                return
            held_rows, held_columns = b @ y, c.back(x)
            b, d = b.less((held_rows / total, below)), d.less((beside / total, below))
            c = c.less((beside / total, held_columns))
            self._first = held_rows[:, None] / total, held_columns[:, None]
        self._parts, self._vectors = (b, c, d), RightVectors(d, seed)

    def prediction(self, most: int) -> Prediction | None:
        """Predict the block by at most so many components; None where the rest is empty."""
        if self.empty:
            return None
        b, c, d = self._parts
        v = self._vectors.leading(min(most - self._first[0].shape[1], min(d.shape) - 2))
        image = d @ v
        s = np.sqrt(np.einsum("ij,ij->j", image, image))
        above = s > _ZERO * s[:1]
        image, v, s = image[:, above], v[:, above], s[above]
        left, right = (b @ v) / s, c.back(image / s)
        sides = np.hstack([self._first[0], left]), np.hstack([self._first[1], right])
        return Prediction(self._block, *sides)


def each_block(
    work: Callable[[Any], Any], blocks: Iterable[Any], advance: Advance | None = None
) -> Iterator[Any]:
    """Do the same to every block, on several threads; answers come in the order of the blocks."""
    with ThreadPoolExecutor(min(threads(), _MOST_THREADS)) as pool:
        for answer in pool.map(work, blocks):
            if advance is not None:
                advance()
            yield answer


class RightVectors:
    """Right singular vectors of a matrix of n >= m, from a block Krylov space of its Gram matrix.

    It holds the leading ones to many digits, those in the noise roughly; asked for more, it grows.
    """

    def __init__(self, d: LowRank, seed: int) -> None:
        self._d, m = d, d.shape[1]
        self._basis, self._projected = np.zeros((m, 0)), np.zeros((0, 0))
        if m > _EXACT:
            self._new = np.linalg.qr(np.random.default_rng(seed).normal(size=(m, _START)))[0]

    def leading(self, most: int) -> Table:
        """Return so many, from the strongest."""
        m = self._d.shape[1]
        if m <= _EXACT:
            if not self._basis.size:
                blocks = np.array_split(np.eye(m), 8, axis=1)
                gram = np.hstack([self._d.back(self._d @ block) for block in blocks])
                self._basis = np.linalg.eigh(gram)[1]
            return self._basis[:, : -most - 1 : -1]
        size = min(3 * most // 2 + _BEYOND, m)
        self._grow(size)
        small = np.linalg.eigh(self._projected[:size, :size], UPLO="U")[1]
        return np.asarray(self._basis[:, :size] @ small[:, : -most - 1 : -1])

    def _grow(self, size: int) -> None:
        m, done = self._basis.shape
        if done >= size:
            return
        room = min(-(-size // _START) * _START, m)
        basis, projected = np.zeros((m, room)), np.zeros((room, room))
        basis[:, :done], projected[:done, :done] = self._basis, self._projected
        new = self._new
        while done < room:
            now = slice(done, min(done + _START, room))
            basis[:, now] = new[:, : now.stop - done]
            before, old = max(0, done - _START), basis[:, : now.stop]
            new = self._d.back(self._d @ basis[:, now])
            near = old[:, before:]
            projected[before : now.stop, now] = near.T @ new
            done = now.stop
            if done == m:
                break
            new -= near @ projected[before:done, now]
            new, inside = np.linalg.qr(new - old @ (old.T @ new))
            if np.abs(np.diag(inside)).min() < _LITTLE * projected[0, 0]:
                # What little is new is not yet orthogonal to all before.
                new = np.linalg.qr(new - old @ (old.T @ new))[0]
        self._basis, self._projected, self._new = basis, projected, new


def _errors_by_rank(ready: Scaled, blocks: list[Block], seed: int, advance: Advance) -> Table:
    """Return errors by block and rank; the first blocks tell how many are well beyond the best."""
    limit = min(len(blocks[0][1]), len(blocks[0][3])) - 2
    ranks, count = min(_FIRST_RANKS, limit), _FIRST_BLOCKS
    most = min(_MOST_RANKS, limit)
    predictors: dict[int, Rest] = {}
    curves: list[Vector | None] = []

    def curve(number: int) -> Vector | None:
        predictor = predictors.get(number) or Rest(ready, blocks[number], seed)
        if number < _FIRST_BLOCKS:
            predictors[number] = predictor
        guess = predictor.prediction(ranks)
        return None if guess is None else guess.errors()

    while True:
        curves += each_block(curve, range(len(curves), min(count, len(blocks))), advance)
        full = [row for row in curves if row is not None]
        size = min((len(row) for row in full), default=0)
        errors = np.array([row[:size] for row in full]).reshape(len(full), size)
        if len(full) > 1 and ranks < most and _at_the_end(errors):
            # What the shorter curves hold is in the longer ones too.
            advance(-len(curves))
            ranks, curves = min(ranks * 3 // 2, most), []
        elif count < len(blocks):
            count = len(blocks)
        else:
            return errors


def _at_the_end(errors: Table) -> bool:
    """Return whether more ranks may be as good as the best, by enough blocks or not too far off."""
    blocks, size = errors.shape
    best, _, _, near = _compared(errors)
    enough = blocks > _FIRST_BLOCKS or size < _FAR * (best + 1)
    return enough and bool(near[-1] + 1 >= _INSIDE * size)


def _compared(errors: Table) -> tuple[int, Vector, Vector, NDArray[np.intp]]:
    """Return the best rank, by how much others are worse, standard errors, and those as good."""
    best = int(errors.mean(0).argmin())
    worse = errors - errors[:, [best]]
    mean, spread = worse.mean(0), _standard_error(worse)
    return best, mean, spread, np.flatnonzero(mean <= _NEAR * spread)


def _standard_error(by_block: Table) -> Vector:
    return np.asarray(by_block.std(0, ddof=1) / min(len(by_block), _DISJOINT) ** 0.5)


def _curve_from(errors: Table, shape: tuple[int, int], base: str, random_seed: int) -> FactorCurve:
    best, worse, spread, near = _compared(errors)
    low, high = int(near[0]) + 1, int(near[-1]) + 1
    gains = errors[:, [0]] - errors
    gain, error = gains.mean(0), _standard_error(gains)
    curve = tuple(gain.tolist()), tuple(error.tolist())
    if best == 0 or worse[0] <= GATE * spread[0]:
        margin = "" if best == 0 else f" ({worse[0] / spread[0]:.1f} standard errors)"
        reason = f"No number of factors predicts held-out entries better than {base} does, by two "
        return _nothing(f"{reason}standard errors{margin}.", shape, curve, high)
    k = int(_pays(gain[None, :])[0])
    k_low, k_high = _by_other_blocks(gains, k, random_seed)
    k_95 = int((gain >= _ALMOST_ALL * gain[best]).argmax()) + 1
    gained = f"{_percent(gain[k - 1])} (+- {_percent(error[k - 1])})"
    most = f"the most, {_percent(gain[best])}, is had with {best + 1}"
    reason = f"{k} factors predict held-out entries {gained} better than {base} does; {most}."
    if high >= _INSIDE * len(gain):
        reason += f" More than {len(gain)} could not be tried."
    return FactorCurve(k, k_low, k_high, k_95, low, high, *curve, True, reason, shape)


def _pays(gains: Table) -> NDArray[np.intp]:
    """Return for each row of gains where another factor stops paying, up to the largest gain."""
    ranks = np.arange(1, gains.shape[1] + 1)
    up_to_best = ranks <= gains.argmax(1)[:, None] + 1
    paid = np.where(up_to_best, np.maximum(gains, 0), 0) / (ranks - 0.5) ** _PAYS
    return np.asarray(paid.argmax(1) + 1)


def _by_other_blocks(gains: Table, k: int, random_seed: int) -> tuple[int, int]:
    """Return between which numbers the answer would be, had other blocks been drawn: resampled."""
    blocks = len(gains)
    number = min(blocks, _DISJOINT)
    counts = np.random.default_rng(random_seed).multinomial(
        number, np.full(blocks, 1 / blocks), _RESAMPLED
    )
    answers = np.sort(_pays(counts @ gains / number))
    out = int(_TAIL * _RESAMPLED)
    return min(int(answers[out]), k), max(int(answers[-1 - out]), k)


def _nothing(
    reason: str, shape: tuple[int, int], curve: Curve = ((0.0,), (0.0,)), high: int = 1
) -> FactorCurve:
    return FactorCurve(1, 1, 1, 1, 1, high, *curve, False, reason, shape)


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %"
