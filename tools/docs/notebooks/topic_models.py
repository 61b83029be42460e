"""Topics of a corpus: K, alpha and eta before the fit. A notebook in percent format."""

# %% [markdown]
# # Topics
#
# **The question.** Latent Dirichlet allocation wants a number of topics, alpha (how many topics a
# document has) and eta (how many words a topic has). What should they be for this corpus?
#
# The corpus is one that everybody has: the docstrings of classes and modules of Python's standard
# library. What is printed here depends a little on the version of Python.

# %%
import ast
import sysconfig
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline

import symppm as ppm


def texts(path: Path) -> list[str]:
    """Return the docstrings of a module, and of each class of it with those of its methods."""
    tree = ast.parse(path.read_bytes())
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    documents: list[list[ast.Module | ast.ClassDef | ast.FunctionDef]] = [[tree]]
    for each in classes:
        documents.append([each, *(n for n in each.body if isinstance(n, ast.FunctionDef))])
    return [" ".join(ast.get_docstring(node) or "" for node in each) for each in documents]


paths = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
documents = [text for path in paths for text in texts(path) if len(text.split()) >= 40]
rules = {"min_df": 5, "stop_words": "english", "token_pattern": "[a-z]{3,}", "dtype": int}
counter = CountVectorizer(max_df=0.3, **rules)
counts = counter.fit_transform(documents)
print("{} documents, {} words".format(*counts.shape))

# %% [markdown]
# ## K, alpha and eta

# %%
found = ppm.match(counts, "lda")
print(found)

# %% [markdown]
# K is where another topic stops to predict words that were held out; a range of K predicts as well.
# Alpha and eta are from how much what a document is about changes its words. `summary()` has the
# reasons, among them what it says of bursts: words that come again because they came once.

# %%
for diagnostic in found.diagnostics:
    if diagnostic.code in {"shapes", "burstiness"}:
        print(diagnostic.message)

# %% [markdown]
# ## The fit
#
# In a pipeline the matcher stands where `LatentDirichletAllocation` would: it matches, and fits
# that with K, alpha and eta as variational inference takes them.

# %%
lda = LatentDirichletAllocation(max_iter=20, random_state=0)
pipeline = make_pipeline(counter, ppm.PriorMatcher("lda", transformer=lda))
shares = pipeline.fit_transform(documents)
fitted = pipeline[-1].transformer_
print(f"{fitted.n_components} topics, alpha {fitted.doc_topic_prior:.3f}")

# %%
words = counter.get_feature_names_out()
topics = fitted.components_ / fitted.components_.sum(1, keepdims=True)
largest = np.argsort(-shares.sum(0))[:6]
figure, panels = plt.subplots(2, 3, figsize=(9, 4.5), sharex=True, layout="constrained")
for axes, topic in zip(panels.flat, largest, strict=True):
    first = np.argsort(-topics[topic])[:8]
    axes.barh(words[first], topics[topic, first])
    axes.invert_yaxis()
    axes.set_title(f"{shares[:, topic].mean():.0%} of a document", fontsize="medium")
figure.savefig("topics.png")

# %% [markdown]
# ## Does it help here?
#
# A tenth of the words of each document is left out of short fits, and predicted from the others:
# with the answer, with half and double of its K, and with the priors 1/K that libraries fill in.

# %%
made = found.validate(counts)
print(made)
made.plot()

# %% [markdown]
# **Be careful.** More topics may predict a little better still: K is where the gain levels off, not
# where it ends. And which words are left (`min_df`, `max_df`, stop words) is a decision about the
# corpus; the answer is about what is left:

# %%
for most in (0.1, 0.3, 0.6):
    other = CountVectorizer(max_df=most, **rules)
    answer = ppm.match(other.fit_transform(documents), "lda", intervals=False)
    print(f"words in at most {most:.0%} of documents: K = {answer.k}")
