"""Latent Dirichlet allocation as libraries and languages take it: K, alpha and eta."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import indent
from typing import Any, Final

from symppm.errors import ParameterError
from symppm.exports.fitting import Expression, call, rounded
from symppm.exports.types import LEAST_PRIOR, TOPIC_MODELS, Chosen, Export, equal

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
    notes.append("Its defaults are 1/K for both, however many words and documents there are.")
    code = _fitting("from sklearn.decomposition import LatentDirichletAllocation", body)
    return Export("sklearn", "scikit-learn", arguments, code, tuple(notes))


def to_gensim(chosen: Chosen) -> Export:
    """Return a match as ``gensim.models.LdaModel`` takes it."""
    alpha, eta, said = _priors(chosen, variational=True)
    arguments = {"num_topics": chosen.k, "alpha": alpha, "eta": eta}
    given = {"corpus": Expression("corpus"), "id2word": Expression("words")}
    run = {"passes": 20, "iterations": 100, "random_state": 1, "eval_every": None}
    body = f"""\
corpus = Sparse2Corpus(counts, documents_columns=False)
words = {{word: str(word) for word in range(counts.shape[1])}}
model = {call("LdaModel", {**given, **arguments, **run})}
theta = model.inference(corpus)[0]
return model, theta / theta.sum(1, keepdims=True), model.get_topics().T.astype(float)"""
    needed = "from gensim.matutils import Sparse2Corpus\nfrom gensim.models import LdaModel"
    notes = (
        f"gensim: alpha and eta have our names. {said}",
        'Its default is 1/K for both; alpha="auto" and eta="auto" learn them within the fit.',
    )
    return Export("gensim", "gensim", arguments, _fitting(needed, body), notes)


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
  array[N, M] int<lower=0> Y;
}}
parameters {{
  array[N] simplex[K] theta;
  array[K] simplex[M] beta;
}}
model {{
  matrix[M, K] words;
  for (k in 1:K) {{
    beta[k] ~ dirichlet(rep_vector(eta, M));
    words[, k] = beta[k];
  }}
  for (i in 1:N) {{
    theta[i] ~ dirichlet(rep_vector(alpha, K));
    target += multinomial_lupmf(Y[i] | words * theta[i]);
  }}
}}
"""

_STAN_PRIOR: Final = """\
data {
  int<lower=1> N;
  int<lower=1> M;
  int<lower=1> K;
  real<lower=0> alpha;
  real<lower=0> eta;
  array[N] int<lower=0> length;
}
generated quantities {
  array[N] vector[K] theta;
  array[K] vector[M] beta;
  array[N, M] int Y;
  {
    matrix[M, K] words;
    for (k in 1:K) {
      beta[k] = dirichlet_rng(rep_vector(eta, M));
      words[, k] = beta[k];
    }
    for (i in 1:N) {
      theta[i] = dirichlet_rng(rep_vector(alpha, K));
      Y[i] = multinomial_rng(words * theta[i], length[i]);
    }
  }
}
"""


def to_stan(chosen: Chosen) -> Export:
    """Return a match as a Stan program in which topics of words are summed out."""
    alpha, eta, said = _priors(chosen, variational=False)
    settings = {"K": chosen.k, "alpha": alpha, "eta": eta}
    notes = (
        f"Stan: {said}",
        "Data: N documents, M words, Y (integers), and what stands below. The program under "
        '"prior_predictive" in .arguments (--json on the command line) takes the lengths of '
        "documents in place of Y, and draws from the prior; run it with the fixed_param sampler.",
        ", ".join(f"{name} = {value}" for name, value in settings.items()),
        "Chains name topics in different orders: compare what does not depend on it.",
    )
    arguments = {"data": settings, "prior_predictive": _STAN_PRIOR}
    return Export("stan", "Stan", arguments, _STAN.format(data="Y"), notes, data="Y")


_NUMPYRO: Final = """\
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist

numpyro.enable_x64()  # small concentrations vanish in single precision

K = {K}
alpha = {alpha!r}
eta = {eta!r}


def model(lengths, M, Y=None):
    # lengths: words of each document; Y: counts, an array of documents x words
    with numpyro.plate("topic", K):
        beta = numpyro.sample("beta", dist.Dirichlet(jnp.full(M, eta)))
    with numpyro.plate("document", len(lengths)):
        theta = numpyro.sample("theta", dist.Dirichlet(jnp.full(K, alpha)))
        most = int(max(lengths))
        words = dist.Multinomial(probs=theta @ beta, total_count=lengths, total_count_max=most)
        numpyro.sample("Y", words, obs=Y)
"""


def to_numpyro(chosen: Chosen) -> Export:
    """Return a match as a NumPyro program in which topics of words are summed out."""
    alpha, eta, said = _priors(chosen, variational=False)
    settings: dict[str, Any] = {"K": chosen.k, "alpha": alpha, "eta": eta}
    notes = (
        f"NumPyro: {said}",
        "With lengths = Y.sum(1) and M = Y.shape[1], Predictive(model, num_samples=100)("
        "jax.random.key(0), lengths, M) draws from the prior, and MCMC(NUTS(model), ...).run("
        "jax.random.key(0), lengths, M, Y=Y) fits.",
        "Chains name topics in different orders: compare what does not depend on it.",
    )
    return Export("numpyro", "NumPyro", settings, _NUMPYRO.format(**settings), notes, data="Y")


def refused(chosen: Chosen, target: str, targets: tuple[str, ...]) -> ParameterError:
    """Return the error for a model and a target of which one is of topics and one is not."""
    topics = chosen.model in TOPIC_MODELS
    return ParameterError(
        f"an export of {chosen.model} to {target}",
        expected=f"of {chosen.model} one of {', '.join(targets)}",
        do="For Poisson factorization of the same counts, match them without a model."
        if topics
        else "Match the counts with model='lda' first.",
    )
