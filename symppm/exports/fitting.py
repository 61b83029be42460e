"""Code that fits a library and scores it on held-out entries; and libraries that take K alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import indent
from typing import Any

from symppm.errors import ParameterError
from symppm.exports.factors import declaration_of
from symppm.exports.types import Chosen, Export

DIGITS = 10
RETURNS = '"""Return the fitted model, theta (rows x K) and beta (columns x K)."""'


def rounded(value: float) -> float:
    """Return a number as it is written: ten significant digits."""
    return float(f"{value:.{DIGITS}g}")


def call(name: str, arguments: Mapping[str, Any]) -> str:
    """Return a call with one keyword argument a line."""
    lines = [f"    {key}={literal(value)}," for key, value in arguments.items()]
    return "\n".join([f"{name}(", *lines, ")"])


def literal(value: Any) -> str:
    """Return a value as Python text, strings in double quotes."""
    if isinstance(value, str) and not isinstance(value, Expression):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


class Expression(str):
    """Text that is code, not a string of the code."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


_OF_ENTRIES = """\
def held_out(counts, seed=1):
    \"\"\"Print how well entries that are left out of the fit are predicted, by it and by totals.

    {library} cannot leave entries out: in their place it gets what is predicted for them, first by
    independence of rows and columns, then by its own fit. Left out is a tenth, at most a million.
    \"\"\"
    counts = csr_matrix(counts, dtype=float)
    {places}
    y = np.asarray(counts[i, j]).ravel()
    rest = counts - csr_matrix((y, (i, j)), counts.shape)
    rates = np.full(len(y), counts.mean())
    for _ in range(30):
        filled = rest + csr_matrix((rates, (i, j)), counts.shape)
        rows, cols = np.ravel(filled.sum(1)), np.ravel(filled.sum(0))
        rates = np.maximum(rows[i] * cols[j] / rows.sum(), 1e-10)
    independent = {score}
    for _ in range(2):
        _, theta, beta = fit(rest + csr_matrix((rates, (i, j)), counts.shape))
        rates = np.maximum((theta[i] * beta[j]).sum(1), 1e-10)
    fitted = {score}
    gain = fitted - independent
    print(f"{title} per held-out entry: {{fitted.mean():.5g}}")
    print(f"of independence of rows and columns: {{independent.mean():.5g}}")
    error = gain.std() / len(y) ** 0.5
    print(f"difference: {{gain.mean():+.3g}} +- {{error:.2g}}, {{len(y):,}} entries")
"""

_OF_RANKS = """\
def held_out(counts, seed=1):
    \"\"\"Print how well entries that are left out of the fit are ranked, by it and by totals.

    Left out is a tenth, at most a million. {library} predicts whether there is a count, not which.
    \"\"\"
    counts = csr_matrix(counts, dtype=float)
    {places}
    y = np.asarray(counts[i, j]).ravel()
    rest = counts - csr_matrix((y, (i, j)), counts.shape)
    _, theta, beta = fit(rest)
    totals = np.ravel(rest.sum(1))[i] * np.ravel(rest.sum(0))[j]
    fitted, independent = (spearmanr(y, x).statistic for x in ((theta[i] * beta[j]).sum(1), totals))
    print(f"rank correlation with {{len(y):,}} held-out entries: {{fitted:.4f}}")
    print(f"of totals of rows times totals of columns: {{independent:.4f}}")
"""

_ALL = """\
size = counts.shape[0] * counts.shape[1]
    places = np.random.default_rng(seed).choice(size, min(size // 10, 10**6), replace=False)
    i, j = np.divmod(places, counts.shape[1])"""

_STORED = """\
stored = counts.tocoo()  # of an array what is not zero; a zero that is stored was observed
    i, j = stored.row, stored.col
    size = len(i)
    places = np.random.default_rng(seed).choice(size, min(size // 10, 10**6), replace=False)
    i, j = i[places], j[places]"""

_SCORES = {
    "Poisson": (
        "log-likelihood",
        "xlogy(y, rates) - rates - gammaln(y + 1)",
        "from scipy.special import gammaln, xlogy",
    ),
    "Normal": ("minus the squared error", "-((y - rates) ** 2)", ""),
    "": ("", "", "from scipy.stats import spearmanr"),
}
"""By what an entry is given its mean: the score of a prediction; without that, ranks."""


def fitting(chosen: Chosen, library: str, needed: str, body: str, likelihood: str = "") -> str:
    """Return code that defines ``fit`` and ``held_out``, of a library with its own import."""
    title, score, scoring = _SCORES[likelihood]
    scored = (_OF_ENTRIES if likelihood else _OF_RANKS).format(
        library=library, title=title, score=score, places=_STORED if chosen.missing else _ALL
    )
    imports = ["import numpy as np", needed, "from scipy.sparse import csr_matrix", scoring]
    head = "\n".join(each for each in imports if each)
    return f"{head}\n\n\ndef fit(counts):\n    {RETURNS}\n{indent(body, '    ')}\n\n\n{scored}"


def to_cmfrec(chosen: Chosen) -> Export:
    """Return the K of a match as ``cmfrec.CMF_implicit`` takes it."""
    body = f"""\
model = {call("CMF_implicit", {"k": chosen.k, "random_state": 1})}
model.fit(csr_matrix(counts, dtype=float).tocoo())
return model, model.A_, model.B_"""
    return _of_k(chosen, "cmfrec", {"k": chosen.k}, "from cmfrec import CMF_implicit", body)


def to_implicit(chosen: Chosen) -> Export:
    """Return the K of a match as ``implicit``'s alternating least squares takes it."""
    body = f"""\
model = {call("AlternatingLeastSquares", {"factors": chosen.k, "random_state": 1})}
model.fit(csr_matrix(counts, dtype=float), show_progress=False)
return model, model.user_factors, model.item_factors"""
    needed = "from implicit.als import AlternatingLeastSquares"
    return _of_k(chosen, "implicit", {"factors": chosen.k}, needed, body)


def _of_k(
    chosen: Chosen, library: str, arguments: Mapping[str, Any], needed: str, body: str
) -> Export:
    axes = declaration_of(chosen).observed.axes
    if len(axes) != 2:
        raise ParameterError(
            f"an export of {chosen.model}, whose data have {len(axes)} axes",
            expected="a model of a matrix, which is what these libraries factorize",
            do="Export to pymc, numpyro, pyro, stan, jags or json.",
        )
    note = (
        f"{library} takes K and nothing else of the match: its factors have Gaussian priors by an "
        "L2 penalty, left at its default, and any sign, and what it fits is whether there is a "
        "count, weighed by how large it is, not the count. The matched mean, variance and "
        "correlations have no place in it."
    )
    return Export(library, library, arguments, fitting(chosen, library, needed, body), (note,))
