"""How many factors do plays of artists ask for? A notebook in percent format."""

# %% [markdown]
# # Recommender counts
#
# **The question.** A table of plays, users by artists. We are about to fit Poisson factorization
# and have to say how many factors. The paper's formula answers in milliseconds. Should we believe
# it?
#
# If the environment variable `SYMPPM_DATA` names a folder with `hetrec2011-lastfm-2k`, which may
# not ship, those plays are used. Otherwise we simulate plays of the same kind, sparse and far
# more bursty than Poisson counts, and then we know the truth: eight factors.

# %%
import os
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse

import symppm as ppm

file = Path(os.environ.get("SYMPPM_DATA", "")) / "hetrec2011-lastfm-2k" / "user_artists.dat"
if os.environ.get("SYMPPM_DATA") and file.exists():
    source = "hetrec2011-lastfm-2k"
    user, artist, plays = np.loadtxt(file, skiprows=1, dtype=int, unpack=True)
    user, artist = (np.unique(ids, return_inverse=True)[1] for ids in (user, artist))
    counts = scipy.sparse.csr_array((plays, (user, artist)))
else:
    source = "simulated, K = 8"
    truth = {"K": 8, "a": 0.3, "b": 1, "c": 0.2, "d": 0.2, "r": 0.3}
    drawn = ppm.sample("gmf_gamma_negativebinomial", truth, shape=(900, 700), random_seed=1)
    counts = scipy.sparse.csr_array(drawn)
filled = counts.nnz / np.prod(counts.shape)
print(
    f"{source}: {counts.shape[0]:,} users, {counts.shape[1]:,} artists, {filled:.1%} are not zero"
)

# %% [markdown]
# ## The formula of the paper
#
# `estimator="moments"` matches the mean, the variance and the correlations, and nothing else.

# %%
naive = ppm.match(counts, estimator="moments")
low, high = naive.interval(0.95)["K"]
print(f"K = {naive.k}, 95 % interval {low:.0f} to {high:.0f}")
for diagnostic in naive.diagnostics:
    if diagnostic.severity == "warning":
        print("warning:", diagnostic.message)

# %% [markdown]
# ## Three estimates
#
# The variance of an entry holds the variation of the rates *and* the noise of the counts. Poisson
# noise is subtracted; all that is beyond Poisson is taken for factors. Products of *different*
# entries ("cross-moments") do not contain that noise, and they determine K too. Neither allows for
# totals of users and artists that differ more than by factors. The third ("cross-validation")
# supposes no model: it is the number of factors that predicts entries which were held out, and the
# answer.

# %%
found = ppm.match(counts)
for estimate in found.estimates:
    k = "no answer" if estimate.k is None else f"{estimate.k:.1f}"
    interval = f"({estimate.low:.1f} to {estimate.high:.1f})"
    print(f"{estimate.estimator:16} {k:>6}  {interval:16} {estimate.remark}".rstrip())
print(f"The answer: K = {found.k}")
for diagnostic in found.diagnostics:
    if diagnostic.code in {"cross_validated", "shapes", "dispersion"}:
        print(f"{diagnostic.code}: {diagnostic.message}")

# %%
estimates = [estimate for estimate in found.estimates if estimate.k is not None]
figure, axes = plt.subplots(figsize=(7, 2.4))
for place, estimate in enumerate(estimates):
    axes.plot([estimate.low, estimate.high], [place, place], lw=5, alpha=0.35, color="C0")
    axes.plot(estimate.k, place, "o", color="C0")
if source.startswith("simulated"):
    axes.axvline(truth["K"], color="C3", lw=1)
    axes.annotate("truth", (truth["K"], len(estimates) - 0.6), color="C3", ha="center")
axes.set_yticks(range(len(estimates)), [estimate.estimator for estimate in estimates])
axes.set_ylim(-0.6, len(estimates) - 0.2)
axes.set_xscale("log")
axes.set_xlabel("number of factors K, with their intervals")
figure.savefig("ways.png", bbox_inches="tight")

# %% [markdown]
# ## Does the model expect such plays?
#
# A draw from the model as matched, of the same shape, beside the data. With Poisson noise only,
# the share of zeros and the largest entry tell whether plays are burstier than the model.

# %%
again = ppm.sample(found.model, found.parameters, shape=counts.shape, random_seed=2)
print(f"zeros   data {1 - filled:.3f}   model {np.mean(again == 0):.3f}")
print(f"largest data {counts.max():,.0f}   model {again.max():,.0f}")

# %% [markdown]
# The data have more zeros and a much larger largest entry: plays come in bursts, which Poisson
# counts do not have. Nor do these priors imitate bursts, by more factors or by smaller shapes; a
# model that has them is `gmf_gamma_negativebinomial`.
#
# ## What to take along
#
# Code for the library that fits. Its comments say what becomes of the match there, and which shapes
# a mean-field fit gets: larger ones where counts are noisy.

# %%
print(found.export("hpfrec"))

# %% [markdown]
# **Be careful.** K is where another factor stops paying. A Poisson model spends factors on bursts,
# and on hetrec-lastfm more of them predicted held-out plays a little better. If prediction is all
# that you want, take the K with 95 % of the gain, which the remark shows where it differs.
