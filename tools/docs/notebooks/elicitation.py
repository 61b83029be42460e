"""Priors before there are data. A notebook in percent format."""

# %% [markdown]
# # Elicitation without data
#
# **The question.** A shop opens next month. We shall count purchases of customers and articles
# and want a Poisson factorization from the first day, so its priors have to come from what we
# expect. What do these expectations imply, and how sure would we have to be of them?

# %%
import matplotlib.pyplot as plt
import numpy as np

import symppm as ppm

beliefs = {"mean": 0.3, "variance": 1.5, "rho_row": 0.06, "rho_col": 0.12}
found = ppm.match(targets=beliefs)
print(found.k, found.feasible)
print({name: round(value, 3) for name, value in found.parameters.items()})

# %% [markdown]
# Where do such beliefs come from?
#
# * **mean**: purchases of one customer of one article in the period. 200 articles and 60
#   purchases a customer make 0.3.
# * **variance**: how unequal these are. If rates were all alike it would be the mean.
# * **rho_row**: how much customers differ in how much they buy altogether.
# * **rho_col**: how much articles differ in how well they sell.
#
# ## What does the model now expect?
#
# The beliefs are four numbers. The model turns them into whole matrices, and those can be looked
# at. Is that a shop?

# %%
customers, articles = 300, 200
shop = ppm.sample("pmf_gamma", found.parameters, shape=(customers, articles), random_seed=1)
print(f"zeros {np.mean(shop == 0):.2f}, largest {shop.max():.0f}")
print(f"customers who buy nothing: {np.mean(shop.sum(axis=1) == 0):.1%}")

figure, axes = plt.subplots(1, 2, figsize=(9, 3.2))
axes[0].hist(shop.sum(axis=1), bins=40)
axes[0].set(xlabel="purchases of a customer", ylabel="customers")
ordered = np.sort(shop.sum(axis=0))[::-1]
axes[1].plot(np.cumsum(ordered) / ordered.sum())
axes[1].set(xlabel="articles, best first", ylabel="share of all purchases")
figure.tight_layout()
figure.savefig("shop.png")

# %% [markdown]
# If something here is plainly wrong, then so was a belief, and better to hear of it now.
#
# ## How sure would we have to be?
#
# K over the plane of the two correlations, the other beliefs kept. Where there is no colour no
# hyperparameters have such statistics. Beyond the line K = 1 less than one factor would meet them
# all; a match has one there, and says what it then misses.

# %%
grid = np.linspace(0.02, 0.4, 39)
sizes = np.full((len(grid), len(grid)), np.nan)
for i, row in enumerate(grid):
    for j, column in enumerate(grid):
        match = ppm.match(targets={**beliefs, "rho_row": row, "rho_col": column})
        if match.feasible:
            sizes[i, j] = match.k_exact
figure, axes = plt.subplots(figsize=(6, 4.4))
levels = [1, 2, 5, 10, 20, 50]
drawn = axes.contour(grid, grid, sizes, levels=levels, colors="black", linewidths=0.8)
axes.clabel(drawn, fmt="K = %g")
axes.pcolormesh(grid, grid, np.log10(sizes), cmap="viridis", alpha=0.6)
axes.plot(beliefs["rho_col"], beliefs["rho_row"], "o", color="C3")
axes.annotate("our beliefs", (0.13, 0.065), color="C3")
axes.set(xlabel="rho_col: how much articles differ", ylabel="rho_row: how much customers differ")
figure.savefig("beliefs.png", bbox_inches="tight")
print(f"K before rounding: up to {np.nanmax(sizes):.0f} on this plane")
print(f"below one on {np.mean(sizes < 1):.0%} of it")

# %% [markdown]
# K is nearly inversely proportional to either correlation. To believe in K within a factor of two
# is to know the product of the correlations within a factor of two. If we do not, then K is
# better given, and three beliefs say the rest:

# %%
given = ppm.match(
    targets={name: beliefs[name] for name in ("mean", "variance", "rho_row")}, fixed={"K": 10}
)
print({name: round(value, 3) for name, value in given.parameters.items()})

# %% [markdown]
# ## Why not a default?
#
# A common default of hierarchical Poisson factorization has shape 0.3 at the upper level. A rate
# with a Gamma prior of shape below one has no mean of its inverse, so the model expects
# *infinitely* many purchases. The mean says it: it has a' - 1 in its denominator, and exists
# above one alone.

# %%
with ppm.Model("default") as default:
    a, a_prime, b_prime, c, d = ppm.hyperparameters("a a_prime b_prime c d")
    xi = ppm.Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
    theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
print(default.mean())

# %% [markdown]
# ## What to take along

# %%
print(found.export("pymc"))

# %% [markdown]
# **Be careful.** Beliefs have no intervals. When the first month's counts are there, match them,
# and see whether the beliefs were in the intervals of the data.
