"""What the proof about distinct entries says in words; <names> stand for what is computed."""

from __future__ import annotations

from typing import Final

OPENING: Final = r"""
# Distinct entries: K and the priors without the observation model

Generated; do not edit. To write it anew: `python tools/regenerate.py`. Every formula and table
below is computed by the program from the declarations; where two routes are named, both were run
and compared by exact algebra when this page was written.

## Setting

Rows $i, t, s$ are different, and so are columns $j, l, n$. Given all latent variables the entries
$Y_{ij}$ are independent with means $\eta_{ij}$. Rows are exchangeable, columns too, and no variable
is shared by the whole array. Let

$$
A_i = \mathrm{E}[Y_{ij} \mid \text{row } i] - \mu, \qquad
B_j = \mathrm{E}[Y_{ij} \mid \text{column } j] - \mu, \qquad
Z_{ij} = Y_{ij} - \mu - A_i - B_j ,
$$

with $\mu = \mathrm{E}[Y_{ij}]$, where "row $i$" is all that is random in row $i$ alone, and "column
$j$" likewise. Then $\mathrm{E}[Z_{ij} \mid \text{row } i] = \mathrm{E}[Z_{ij} \mid \text{column }
j] = 0$. Write

$$
E = \mathrm{E}[Y_{ij}], \quad V = \mathrm{Var}[Y_{ij}], \quad
R = \mathrm{Cov}[Y_{ij}, Y_{il}] = \mathrm{Var}[A_i], \quad
C = \mathrm{Cov}[Y_{ij}, Y_{tj}] = \mathrm{Var}[B_j], \quad
\mathrm{cyc} = \mathrm{E}[Z_{ij} Z_{il} Z_{tj} Z_{tl}] .
$$

**No noise of single entries is in a joint cumulant of different entries.** A joint cumulant is a
polynomial in expectations of products of different entries. Given the latent variables these
entries are independent, so the expectation of a product of $Y$ is that of the product of $\eta$.
Hence the joint cumulant of different entries of $Y$ is that of the same entries of $\eta$, whatever
the distribution of $Y_{ij}$ around $\eta_{ij}$. This holds for $E$, $R$, $C$ and $\mathrm{cyc}$. It
does not hold for $V = \mathrm{Var}[\eta_{ij}] + \mathrm{E}[\mathrm{Var}(Y_{ij} \mid \eta_{ij})]$.

## The cycle in cumulants of the data

The mean given a row is the expectation with the column drawn anew. So each of the four factors of
$Z_{ij} Z_{il} Z_{tj} Z_{tl}$ may be taken in four ways: the entry itself, its average over columns
or over rows (each with a minus), or over both (with a plus). The new indices of different factors
are different, for a product of conditional expectations is one expectation with independent copies.
That makes $4^4 = 256$ products. Subtract $\mu$ from the entries, which changes no $Z$. The
expectation of a product of four centred entries is the sum over set partitions of products of joint
cumulants; those of entries that do not hang together by a common row or column are zero, and so is
that of a single centred entry. What is left:

<averages>

The products of two covariances cancel. The sum is

$$
\mathrm{cyc} = <formula> .
$$

The two others are paths of four entries, one that begins and ends with a column, and one that
begins and ends with a row.
"""

RESULT: Final = r"""
## The bilinear model

Let $\eta_{ij} = \sum_k \theta_{ik} \beta_{jk}$ with independent $\theta_{ik} \sim F(\mu_\theta,
\sigma_\theta^2)$ and $\beta_{jk} \sim F(\mu_\beta, \sigma_\beta^2)$. The laws of the ledgers and
the counting of index coincidences give, in agreement:

<patterns>

Each latent variable occurs at most twice in each, so two moments of the priors are enough. From
the table, $\mathrm{cyc} = \kappa(ij, il, tj, tl) - 2 (R + C)\, R C / E^2$. The four equations are
linear in products of powers of the unknowns, and solved by

<solved>

The conditions are <conditions>. So $K = E^4\, \mathrm{cyc} / (R C)^2$,
$(\sigma_\theta/\mu_\theta)^2 = K R / E^2$ and $(\sigma_\beta/\mu_\beta)^2 = K C / E^2$.

**What tests the model, and says nothing of K.** In the same model $\kappa(ij, il, tj) = R C / E$:
three entries that form a path have a third cumulant that $E$, $R$ and $C$ determine. It is one
equation between measurable numbers without an unknown, hence a test of the specification.
"""

THINNING: Final = r"""
## Entries set to zero at random

Let each entry be kept with probability $p$ and be zero otherwise, independently. Its mean given the
latent variables becomes $p\, \eta_{ij}$. From the two declarations, without and with zeros:

<ratios>

So $K = E^4\, \mathrm{cyc} / (R C)^2$ has the factor $p^4 p^4 / p^8 = 1$, and $R/E^2$ and $C/E^2$
have the factor one too: $K$ and the coefficients of variation are what they were. Only the scale of
the priors moves.
"""

NOISE: Final = r"""
## The variance, last

With $K$ and the priors known, $\mathrm{Var}[\eta_{ij}] = R + C + \mathrm{E}[Z_\eta^2]$, where for
bilinear models $\mathrm{E}[Z_\eta^2] = E^2\, \mathrm{cyc} / (R C)$. So $V - \mathrm{Var}[\eta]$,
the expected variance of an entry around its mean, is measured, and determines one unknown of the
noise:

<noise>

A Negative Binomial with size $r$ and a Poisson that is kept with probability $p$, and zero
otherwise, have the same four first targets and the same variance where $1/r = (1 - p)/p$, that is
$r = p/(1 - p)$: the variance given the latent variables is $\eta + \eta^2/r$ in one, and
$p \lambda + p (1 - p) \lambda^2 = \eta + \eta^2 (1 - p)/p$ with $\eta = p \lambda$ in the other. No
moment up to order two, and no cumulant of different entries, tells them apart: a third cumulant of
a single entry does, or the share of zeros.
"""

HIERARCHICAL: Final = r"""
## Hierarchical models

With a rate above each row and each column there are more unknowns. The rank of the Jacobian of the
targets at a random rational point says how many combinations of the hyperparameters they determine:

<ranks>

The row star is $S_R = \kappa(ij, il, in)$, the column star $S_C = \kappa(ij, tj, sj)$. The path
$\kappa(ij, il, tj)$ determines nothing: also here it is $R C / E$, as in every model in which
$\eta_{ij} = \sum_k \theta_{ik} \beta_{jk}$, rows are independent of columns, and the factors $k$
are interchangeable. For then $\theta_{t\cdot}$ and $\beta_{l\cdot}$, which occur once, may be
replaced by their means, all entries of which are equal, and the rest is
$1' \Sigma_\theta \Sigma_\beta 1$ times these means, where $1$ is an eigenvector of both covariance
matrices.

In `hpf_gamma`, $\theta_{ik} \sim \mathrm{Gamma}(a, \xi_i)$ and $\beta_{jk} \sim \mathrm{Gamma}(c,
\zeta_j)$ with Gamma rates of shapes $a'$ and $c'$. The four first targets leave two unknowns open.
With $a$ and $c$ given, $K$ solves

$$
\frac{\mathrm{cyc}}{E^4} - \Bigl(\frac{R C}{E^4}\Bigr)^2
= (K - 1) \Bigl(\frac{(1 + R/E^2)(1 + C/E^2)}{(K a + 1)(K c + 1)}\Bigr)^2 ,
$$

an equation of degree four. Its left side is measured. The logarithm of its right side has, for
$K > 1$, a derivative of the sign of

$$
<slope> ,
$$

which is a quadratic in $K$ with a negative leading coefficient. It is positive at $K = 0$, so it
has one positive root, and $<at_one> > 0$ at $K = 1$, so that root is above one. Hence the right
side grows from zero at $K = 1$ to one maximum and then falls to zero: a measured left side that is
positive and below the maximum is met by two $K$ above one, the maximum by one, and nothing else by
any. A solution counts only if $a' > 2$ and $c' > 2$ exist for it. Since

$$
1 + \frac{R}{E^2} = \Bigl(1 + \frac{1}{K a}\Bigr) \frac{a' - 1}{a' - 2} ,
$$

that takes $K a > E^2 / R$, and likewise $K c > E^2 / C$, so that of two solutions one or both may
drop out. Where two are left, other evidence has to choose.

With the two stars everything but the scale is identified, in closed form, with one solution. First
the rows by themselves and the columns by themselves, since $R/E^2$ and $S_R/E^3$ depend on $K a$
and $a'$ alone:

<closed>

and $a'$, $K c$ from $R$ and $C$; then the equation above, which is linear in $K$ once $K a$ and
$K c$ are known.
"""
