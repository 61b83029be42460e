"""Latent Dirichlet allocation as libraries and languages take it: K, alpha and eta."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import indent
from typing import Any, Final

from symppm.exports.fitting import Expression, call, rounded
from symppm.exports.types import LEAST_PRIOR, Chosen, Export, equal

_LARGEST: Final = 1.0
"""The largest prior that scikit-learn accepts."""

_HALF: Final = (
    "Variational inference weighs a topic that has n words of a document by exp(digamma(n + "
    "alpha)), about n + alpha - 1/2 and almost nothing where n = 0 and alpha is below 0.1 "
    "(Asuncion et al., UAI 2009)."
)

_FIT: Final = '''\
import numpy as np
{needed}
from scipy.sparse import csr_matrix


def fit(counts):
    """Return the fitted model, theta (documents x K) and beta (words x K): shares of topics."""
    counts = csr_matrix(counts, dtype=int)
    counts.eliminate_zeros()
{body}


def held_out(counts, seed=1):
    """Print how well a tenth of the words, left out of the fit, is predicted."""
    counts = csr_matrix(counts, dtype=int)
    out = counts.copy()
    out.data = np.random.default_rng(seed).binomial(out.data, 0.1)
    rest = counts - out
    _, theta, beta = fit(rest)
    out = out.tocoo()
    fitted = np.log((theta[out.row] * beta[out.col]).sum(1))
    frequencies = np.ravel(rest.sum(0)) + 1.0
    alone = np.log(frequencies / frequencies.sum())[out.col]
    gain = np.average(fitted - alone, weights=out.data)
    error = np.sqrt((out.data * (fitted - alone - gain) ** 2).sum()) / out.data.sum()
    print(f"log-likelihood per held-out word: {{np.average(fitted, weights=out.data):.5g}}")
    print(f"of words by their frequencies: {{np.average(alone, weights=out.data):.5g}}")
    print(f"difference: {{gain:+.3g}} +- {{error:.2g}}, {{out.data.sum():,}} words")
'''


def _priors(chosen: Chosen, *, variational: bool) -> tuple[float, float, str]:
    """Return alpha and eta as an inference takes them, and why."""
    names = ["alpha", "eta"]
    matched = {name: chosen.parameters[name] for name in names}
    changed: Mapping[str, float] = chosen.mean_field or matched
    values = changed if variational else matched
    said = f"{equal(names, values)}, "
    if variational and chosen.mean_field:
        assumed = "" if chosen.resolved else ", which is assumed"
        said += (
            f"for variational inference: hypot({LEAST_PRIOR:g}, {equal(names, matched)}), the "
            f"second as matched{assumed}. {_HALF}"
        )
    else:
        said += "as matched, which is what sampling takes."
    return rounded(values["alpha"]), rounded(values["eta"]), said


def _has_shares(chosen: Chosen) -> bool:
    """Tell whether eta is an average, and frequent words have more of it."""
    return "gamma" in chosen.parameters


def _one_for_all(chosen: Chosen, library: str) -> tuple[str, ...]:
    """Say what a library with one eta for all words takes in place of one for each."""
    if not _has_shares(chosen):
        return ()
    return (
        f"{library} takes one eta for all words: it gets the average over words. gensim, NumPyro "
        "and Stan take the vector M eta share.",
    )


def _fitting(needed: str, body: str) -> str:
    return _FIT.format(needed=needed, body=indent(body, "    "))


def to_sklearn(chosen: Chosen) -> Export:
    """Return a match as ``sklearn.decomposition.LatentDirichletAllocation`` takes it."""
    alpha, eta, said = _priors(chosen, variational=True)
    notes = [f"scikit-learn: doc_topic_prior is alpha, topic_word_prior is eta. {said}"]
    for name, value in (("doc_topic_prior", alpha), ("topic_word_prior", eta)):
        if value > _LARGEST:
            notes.append(f"scikit-learn takes no {name} above 1: 1 in place of {value:.4g}.")
    arguments = {
        "n_components": chosen.k,
        "doc_topic_prior": min(alpha, _LARGEST),
        "topic_word_prior": min(eta, _LARGEST),
    }
    run = {"learning_method": "batch", "max_iter": 50, "random_state": 1}
    body = f"""\
model = {call("LatentDirichletAllocation", {**arguments, **run})}
theta = model.fit_transform(counts)
return model, theta, (model.components_ / model.components_.sum(1, keepdims=True)).T"""
    notes += _one_for_all(chosen, "scikit-learn")
    notes.append("Its defaults are 1/K for both, however many words and documents there are.")
    code = _fitting("from sklearn.decomposition import LatentDirichletAllocation", body)
    return Export("sklearn", "scikit-learn", arguments, code, tuple(notes))


def to_gensim(chosen: Chosen) -> Export:
    """Return a match as ``gensim.models.LdaModel`` takes it."""
    alpha, eta, said = _priors(chosen, variational=True)
    arguments = {"num_topics": chosen.k, "alpha": alpha, "eta": eta}
    given = {"corpus": Expression("corpus"), "id2word": Expression("words")}
    run = {"passes": 20, "iterations": 100, "random_state": 1, "eval_every": None}
    lines, notes = "", [f"gensim: alpha and eta have our names. {said}"]
    taken: dict[str, Any] = arguments
    if _has_shares(chosen):
        exact = rounded(chosen.parameters["eta"])
        vector = f"{exact!r} * len(totals) * totals / totals.sum()"
        if chosen.mean_field:
            vector = f"np.hypot({LEAST_PRIOR:g}, {vector})"
        lines = "totals = np.maximum(np.ravel(counts.sum(0)), 0.5)\n"
        lines += f"eta = {vector}  # a number for each word\n"
        taken = {**arguments, "eta": Expression("eta")}
        notes.append(
            "eta is a vector: for each word its average times M and the share of the word, as "
            "variational inference takes it. .arguments has one for all words."
        )
    body = f"""\
{lines}corpus = Sparse2Corpus(counts, documents_columns=False)
words = {{word: str(word) for word in range(counts.shape[1])}}
model = {call("LdaModel", {**given, **taken, **run})}
theta = model.inference(corpus)[0]
return model, theta / theta.sum(1, keepdims=True), model.get_topics().T.astype(float)"""
    needed = "from gensim.matutils import Sparse2Corpus\nfrom gensim.models import LdaModel"
    notes.append(
        'Its default is 1/K for both; alpha="auto" and eta="auto" learn them within the fit.'
    )
    return Export("gensim", "gensim", arguments, _fitting(needed, body), tuple(notes))


def to_tomotopy(chosen: Chosen) -> Export:
    """Return a match as ``tomotopy.LDAModel`` takes it."""
    alpha, eta, said = _priors(chosen, variational=False)
    arguments = {"k": chosen.k, "alpha": alpha, "eta": eta}
    body = f"""\
model = {call("LDAModel", {**arguments, "seed": 1})}
model.optim_interval = 0  # alpha stays as it is
long = np.flatnonzero(counts.sum(1))
for row in counts[long]:
    model.add_doc([str(word) for word in np.repeat(row.indices, row.data)])
model.train(1000, workers=1)
theta = np.full((counts.shape[0], model.k), 1 / model.k)
theta[long] = [document.get_topic_dist() for document in model.docs]
beta = np.full((counts.shape[1], model.k), model.eta)
words = [int(word) for word in model.used_vocabs]
for topic in range(model.k):
    beta[words, topic] = model.get_topic_word_dist(topic, normalize=False)
return model, theta, beta / beta.sum(0)"""
    notes = (
        f"tomotopy samples topics of words, shares summed out (collapsed Gibbs). {said}",
        "Left to itself (optim_interval = 10) it changes alpha while it samples, as MALLET does.",
        *_one_for_all(chosen, "tomotopy"),
    )
    code = _fitting("from tomotopy import LDAModel", body)
    return Export("tomotopy", "tomotopy", arguments, code, notes)


_STAN: Final = """\
// {data}: counts, an array of documents x words; topics of words are summed out
data {{
  int<lower=1> N;
  int<lower=1> M;
  int<lower=1> K;
  real<lower=0> alpha;
  real<lower=0> eta;
{gamma}  array[N, M] int<lower=0> Y;
}}
{shares}parameters {{
{weight}  array[N] simplex[K] theta;
  array[K] simplex[M] beta;
}}
model {{
  matrix[M, K] words;
{sizes}  for (k in 1:K) {{
    beta[k] ~ dirichlet({of_words});
    words[, k] = beta[k];
  }}
  for (i in 1:N) {{
    theta[i] ~ dirichlet({of_topics});
    target += multinomial_lupmf(Y[i] | words * theta[i]);
  }}
}}
"""

_STAN_PRIOR: Final = """\
data {{
  int<lower=1> N;
  int<lower=1> M;
  int<lower=1> K;
  real<lower=0> alpha;
  real<lower=0> eta;
{gamma}{share}  array[N] int<lower=0> length;
}}
generated quantities {{
  array[N] vector[K] theta;
  array[K] vector[M] beta;
  array[N, M] int Y;
  {{
    matrix[M, K] words;
{drawn}    for (k in 1:K) {{
      beta[k] = dirichlet_rng({of_words});
      words[, k] = beta[k];
    }}
    for (i in 1:N) {{
      theta[i] = dirichlet_rng({of_topics});
      Y[i] = multinomial_rng(words * theta[i], length[i]);
    }}
  }}
}}
"""

_EQUAL: Final = {
    **dict.fromkeys(("gamma", "shares", "share", "weight", "sizes", "drawn"), ""),
    "of_words": "rep_vector(eta, M)", "of_topics": "rep_vector(alpha, K)",
}  # fmt: skip
"""What Stan's programs have where all words, and all topics, are alike."""
_UNLIKE: Final = {
    "gamma": "  real<lower=0> gamma;\n",
    "shares": """\
transformed data {
  vector[M] share;
  for (j in 1:M) {
    share[j] = fmax(sum(Y[, j]), 0.5);
  }
  share /= sum(share);
}
""",
    "share": "  simplex[M] share;\n",
    "weight": "  simplex[K] weight;\n",
    "sizes": "  weight ~ dirichlet(rep_vector(gamma, K));\n",
    "drawn": "    vector[K] weight = dirichlet_rng(rep_vector(gamma, K));\n",
    "of_words": "M * eta * share",
    "of_topics": "K * alpha * weight",
}


def to_stan(chosen: Chosen) -> Export:
    """Return a match as a Stan program in which topics of words are summed out."""
    alpha, eta, said = _priors(chosen, variational=False)
    settings, parts, more = {"K": chosen.k, "alpha": alpha, "eta": eta}, _EQUAL, ""
    if _has_shares(chosen):
        settings["gamma"], parts = rounded(chosen.parameters["gamma"]), _UNLIKE
        more = " and shares of words"
    notes = (
        f"Stan: {said}",
        "Data: N documents, M words, Y (integers), and what stands below. The program under "
        '"prior_predictive" in .arguments (--json on the command line) takes the lengths of '
        f"documents{more} in place of Y, and draws from the prior; run it with the fixed_param "
        "sampler.",
        ", ".join(f"{name} = {value}" for name, value in settings.items()),
        "Chains name topics in different orders: compare what does not depend on it.",
    )
    arguments = {"data": settings, "prior_predictive": _STAN_PRIOR.format(**parts)}
    code = _STAN.format(data="Y", **parts)
    return Export("stan", "Stan", arguments, code, notes, data="Y", is_python=False, comment="//")


_NUMPYRO: Final = """\
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS

numpyro.enable_x64()  # small concentrations vanish in single precision

K = {K}
alpha = {alpha!r}
eta = {eta!r}
{gamma}DRAWS = 500  # and as many before; fewer for a first look


def model(lengths, M, Y=None{share}):
    # lengths: words of each document; Y: counts, an array of documents x words
{weight}    with numpyro.plate("topic", K):
        beta = numpyro.sample("beta", dist.Dirichlet({of_words}))
    with numpyro.plate("document", len(lengths)):
        theta = numpyro.sample("theta", dist.Dirichlet({of_topics}))
        most = int(max(lengths))
        words = dist.Multinomial(probs=theta @ beta, total_count=lengths, total_count_max=most)
        numpyro.sample("Y", words, obs=Y)"""
_CHAIN: Final = """\
Y = counts.toarray()
chain = MCMC(NUTS(model), num_warmup=DRAWS, num_samples=DRAWS)
chain.run(jax.random.key(1), Y.sum(1), Y.shape[1], Y=Y)
# Means of one chain, in which topics keep their places unless it swaps them.
theta, beta = (np.asarray(chain.get_samples()[name]).mean(0) for name in ("theta", "beta"))
return chain, theta, beta.T"""

_ALIKE: Final = {
    "gamma": "", "share": "", "weight": "",
    "of_words": "jnp.full(M, eta)", "of_topics": "jnp.full(K, alpha)",
}  # fmt: skip
"""What NumPyro's program has where all words, and all topics, are alike."""
_SHARES: Final = """\
    # share: of all words that each is, by default from Y
    if share is None:
        share = jnp.maximum(Y.sum(0), 0.5) / jnp.maximum(Y.sum(0), 0.5).sum()
    weight = numpyro.sample("weight", dist.Dirichlet(jnp.full(K, gamma)))
"""


def to_numpyro(chosen: Chosen) -> Export:
    """Return a match as a NumPyro program in which topics of words are summed out."""
    alpha, eta, said = _priors(chosen, variational=False)
    settings: dict[str, Any] = {"K": chosen.k, "alpha": alpha, "eta": eta}
    parts, more = _ALIKE, ""
    if _has_shares(chosen):
        settings["gamma"] = rounded(chosen.parameters["gamma"])
        parts = {
            "gamma": f"gamma = {settings['gamma']!r}\n", "share": ", share=None",
            "weight": _SHARES, "of_words": "M * eta * share", "of_topics": "K * alpha * weight",
        }  # fmt: skip
        more = ", share=share"
    notes = (
        f"NumPyro: {said}",
        "With lengths = Y.sum(1) and M = Y.shape[1], Predictive(model, num_samples=100)("
        f"jax.random.key(0), lengths, M{more}) draws from the prior; fit(counts) samples.",
        "Chains name topics in different orders: compare what does not depend on it.",
    )
    code = _fitting(_NUMPYRO.format(**{**settings, **parts}), _CHAIN)
    return Export("numpyro", "NumPyro", settings, code, notes)
