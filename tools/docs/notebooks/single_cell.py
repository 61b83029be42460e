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
print("feasible:", found.feasible)
for finding in found.findings:
    print(f"{finding.severity}: {finding.message}")

# %% [markdown]
# No K, then. The finding names the condition that fails: entries of one cell should be
# correlated, because they share what the cell does. Here they are not, or so little that 100
# cells do not show it.
#
# ## Who carries the statistics?

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
cells = counts.sum(axis=0)
print(f"Totals of cells: standard deviation / mean = {cells.std() / cells.mean():.2f}")

# %% [markdown]
# A dozen genes hold a third of all transcripts, and a still larger share of the variance. Totals
# of cells hardly differ, as after a selection of cells or a normalization. Without the dozen:

# %%
rest = counts[order[12:]]
without = ppm.match(rest)
low, high = without.interval(0.95)["K"]
print(f"K = {without.k}, 95 % interval {low:.0f} to {high:.0f}")
for finding in without.findings:
    if finding.code in {"unresolved_size", "unresolved_rho_col"}:
        print(f"{finding.code}: {finding.message}")

# %% [markdown]
# Now there is an answer, and its interval says that it is none. From 3 to nearly as many as there
# are cells, all are about as likely. **These data do not tell K.** A program that prints one
# number here has made it up.
#
# ## What can still be said
#
# The mean, the variance and the correlation within a gene are well measured. So K may be chosen
# for other reasons, such as how many programs one can look at, and the priors then follow from
# what is known.

# %%
measured = ppm.statistics(rest, intervals=True)
known = {"mean": measured.mean, "variance": measured.variance, "rho_row": measured.rho_row}
for name, value in known.items():
    low, high = measured.interval(0.95)[name]
    print(f"{name:9} {value:.3f}  ({low:.3f} to {high:.3f})")
for k in (5, 10, 20):
    given = ppm.match(targets=known, fixed={"K": k})
    p = given.parameters
    print(f"K = {k:2}  genes ~ Gamma({p['a']:.3f}, rate {p['b']:.3f})", end="   ")
    print(f"cells ~ Gamma({p['c']:.3f}, rate {p['d']:.2f})")

# %% [markdown]
# The shape of cells hardly depends on K; that of genes is inversely proportional to it. So a
# statement such as "shape 0.3 for cells and genes" is a statement about K in disguise. For ten
# programs, as code:

# %%
ten = ppm.match(targets=known, fixed={"K": 10})
print(ten.export("numpyro"))

# %% [markdown]
# **Be careful.** Here rows are genes and columns are cells; scHPF has cells in rows. And the
# dozen genes that were left out need not be left out of the fit: a hierarchical model gives each
# gene its own scale, which is what they ask for.
