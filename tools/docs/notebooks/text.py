"""How many topics has a text? A notebook in percent format."""

# %% [markdown]
# # Text
#
# **The question.** Counts of words in documents, and a factorization whose factors are topics.
# How many?
#
# The text is one that everybody has: the docstrings of Python's standard library, one document a
# module. What is printed here depends a little on the version of Python.

# %%
import ast
import re
import sysconfig
from collections import Counter
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray

import symppm as ppm


def words_of(path: Path) -> Counter[str]:
    """Return the words of a module's docstrings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, kinds)]
    text = " ".join(ast.get_docstring(node) or "" for node in nodes)
    return Counter(re.findall(r"[a-z]{4,}", text.lower()))


modules = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
documents = [words for words in map(words_of, modules) if words.total() >= 100]
spread = Counter(word for words in documents for word in words)


def matrix(least: int, most: float) -> NDArray[np.int64]:
    """Return counts of the words that occur in so many documents, and in at most such a share."""
    kept = sorted(w for w, n in spread.items() if least <= n <= most * len(documents))
    return np.array([[words[word] for word in kept] for words in documents])


every = matrix(5, 1.0)
print(f"{every.shape[0]} documents, {every.shape[1]} words, {np.mean(every == 0):.0%} zeros")

# %% [markdown]
# ## All words


# %%
def show(found: ppm.Match) -> None:
    """Print the answer, what each estimator says of K, and where the shapes are from."""
    print(f"K = {found.k}")
    for each in found.estimates:
        interval = f"({each.low:.1f} to {each.high:.1f}) "
        print(f"  {each.estimator:16} {each.k:6.1f}  {interval}{each.remark}".rstrip())
    for diagnostic in found.diagnostics:
        if diagnostic.code == "shapes":
            print(diagnostic.message)


all_words = ppm.match(every)
show(all_words)

# %% [markdown]
# Cross-moments say one factor. That is right, and useless: the strongest thing
# about any corpus is that documents have lengths and words have frequencies, and the product of
# the two is a matrix of rank one. "this", "that" and "with" are in every document and outweigh all
# topics. Held-out entries are predicted beyond that product, so their K is that of topics.
#
# ## Words that are not everywhere

# %%
rare = matrix(5, 0.3)
found = ppm.match(rare)
show(found)
for diagnostic in found.diagnostics:
    if diagnostic.code in {"heavy_tails", "dispersion"}:
        print(diagnostic.message)

# %% [markdown]
# Now topics show in cross-moments too. The variance says a K that is many times larger, with an
# interval over orders of magnitude. The reason is known in text: words come in
# bursts. A Poisson model has no bursts and books them as factors. The largest entry:

# %%
row, column = np.unravel_index(rare.argmax(), rare.shape)
burst = next(word for word, n in documents[row].items() if n == rare[row, column])
print(f'"{burst}" is {rare[row, column]} of the {documents[row].total()} words of one document')

# %% [markdown]
# Counting each word at most ten times takes off the worst of it. That is a decision about the
# data, made in the open, and the answer should not hang on it:

# %%
limits = (3, 10, 30, 1000)
answers = {limit: ppm.match(np.minimum(rare, limit)) for limit in limits}
figure, axes = plt.subplots(figsize=(7, 3.2))
for name, marker in {"moments": "s", "cross-moments": "o", "cross-validation": "^"}.items():
    ways = [next(o for o in answers[limit].estimates if o.estimator == name) for limit in limits]
    axes.plot(limits, [way.k for way in ways], marker=marker, label=name)
    axes.fill_between(limits, [w.low for w in ways], [w.high for w in ways], alpha=0.15)
axes.set(xscale="log", yscale="log", xlabel="each word counted at most so often", ylabel="K")
axes.legend()
figure.savefig("limits.png", bbox_inches="tight")
print({limit: answer.k for limit, answer in answers.items()})

# %% [markdown]
# What cross-moments say hardly moves; what the variance says moves by an order of magnitude, and
# held-out entries lie between: a burst that is in several parts of a document does predict.
#
# ## What to take along

# %%
taken = answers[10]
p = taken.parameters
low, high = taken.interval(0.95)["a"]
print(f"shape of documents {p['a']:.2f} ({low:.2f} to {high:.2f}), of words {p['c']:.2f}")
print(taken.export("sklearn"))

# %% [markdown]
# **Be careful.** Fits of texts have done better with shapes above these: try larger ones. And do
# not cut documents to one length first. Then rows have the same total, and entries of a row are
# negatively correlated as in any composition. Held-out entries still tell K, for totals are taken
# out, but moments have no answer:

# %%
rng = np.random.default_rng(0)
keep = [row for row in every if row.sum() >= 200]
cut = np.array([rng.multivariate_hypergeometric(row, 200) for row in keep])
print(f"K = {ppm.match(cut).k}")
same_length = ppm.match(cut, estimator="moments")
print("feasible:", same_length.feasible)
print(same_length.diagnostics[0].message)
