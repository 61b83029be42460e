"""What can 100 cells tell about the number of factors? A notebook in percent format."""

# %% [markdown]
# # Single-cell counts
#
# **The question.** Counts of 500 genes in 100 single cells ship with symppm (Levitin et al.
# 2019). How many expression programs should a Poisson factorization look for, and with which
# priors?

# %%
import matplotlib.pyplot as plt
import numpy as np

import symppm as ppm

counts = np.asarray(ppm.data.load("single_cell").values)
print(f"{counts.shape[0]} genes, {counts.shape[1]} cells, {np.mean(counts == 0):.0%} zeros")

found = ppm.match(counts)
low, high = found.interval(0.95)["K"]
print(f"K = {found.k}; {low:.0f} to {high:.0f} predict as well or better")
for diagnostic in found.diagnostics:
    print(f"{diagnostic.severity}: {diagnostic.message}")

# %% [markdown]
# K is the number of programs that predicts counts which were held out. The notes say where the
# priors are from: the shapes from what genes and cells have in common beyond their totals, the
# levels from the totals. Those of cells are so alike that their level hardly varies.
#
# ## What does each further program bring?

# %%
factors = ppm.number_of_factors(counts)
factors.plot("gains.png")
print(factors.reason)

# %% [markdown]
# ## Does it hang on a few genes?

# %%
totals = counts.sum(axis=1)
order = np.argsort(totals)[::-1]
share = np.cumsum(totals[order]) / totals.sum()
figure, axes = plt.subplots(1, 2, figsize=(9, 3.2))
axes[0].plot(np.arange(1, len(share) + 1), share)
axes[0].set(xscale="log", xlabel="genes, largest first", ylabel="share of all transcripts")
axes[1].hist(counts.sum(axis=0), bins=20)
axes[1].set(xlabel="transcripts in a cell", ylabel="cells")
figure.tight_layout()
figure.savefig("totals.png")
squares = ((counts - counts.mean()) ** 2).sum(axis=1)
held = squares[order[:12]].sum() / squares.sum()
print(f"The 12 largest genes hold {share[11]:.0%} of all transcripts, {held:.0%} of the variance.")

# %% [markdown]
# A dozen genes hold a third of all transcripts, and a still larger share of the variance. Without
# them:

# %%
without = ppm.match(counts[order[12:]])
low, high = without.interval(0.95)["K"]
print(f"K = {without.k}; {low:.0f} to {high:.0f} predict as well or better")
for match in (found, without):
    p = match.parameters
    print(f"shapes {p['a']:.2f}, level of genes {p['a_prime']:.1f}, of cells {p['c_prime']:.0f}")

# %% [markdown]
# K stays, though most of the variance is gone: each gene has a level of its own, and that takes up
# the large ones. Shapes are somewhat larger without them.
#
# ## What would moments say?
#
# The estimator of the paper matches mean, variance and correlations with a model without levels.

# %%
moments = ppm.match(counts, estimator="moments")
print("feasible:", moments.feasible)
print(moments.diagnostics[0].message)

# %% [markdown]
# Entries of one cell should be correlated, because they share what the cell does. But totals of
# cells hardly differ, as after a selection of cells, and moments know nothing else of what cells
# share.
#
# ## What to take along

# %%
print(found.export("numpyro"))

# %% [markdown]
# **Be careful.** A hundred cells are few: look at the range of K. And here rows are genes and
# columns are cells; scHPF has cells in rows.
