"""Latent Dirichlet allocation as libraries and languages take it: K, alpha and eta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symppm.exports.code import Expression, rendered, rounded
from symppm.exports.types import LEAST_PRIOR, Chosen, Export, equal

_LARGEST: Final = 1.0
"""The largest prior that scikit-learn accepts."""

_HALF: Final = (
    "Variational inference weighs a topic that has n words of a document by exp(digamma(n + "
    "alpha)), about n + alpha - 1/2 and almost nothing where n = 0 and alpha is below 0.1 "
    "(Asuncion et al., UAI 2009)."
)
_CHAINS: Final = "Chains name topics in different orders: compare what does not depend on it."


def _priors(chosen: Chosen, *, variational: bool) -> tuple[float, float, str]:
    """Return alpha and eta as an inference takes them, and why."""
    names = ["alpha", "eta"]
    matched = {name: chosen.parameters[name] for name in names}
    changed: Mapping[str, float] = chosen.mean_field or matched
    values = changed if variational else matched
    said = f"{equal(names, values)}, "
    if variational and chosen.mean_field:
        found = chosen.match.shapes
        assumed = "" if found is None or found.resolved else ", which is assumed"
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
    notes += _one_for_all(chosen, "scikit-learn")
    notes.append("Its defaults are 1/K for both, however many words and documents there are.")
    code = rendered("topics_sklearn.py", arguments=arguments)
    return Export("sklearn", "scikit-learn", arguments, code, tuple(notes))


def to_gensim(chosen: Chosen) -> Export:
    """Return a match as ``gensim.models.LdaModel`` takes it."""
    alpha, eta, said = _priors(chosen, variational=True)
    arguments = {"num_topics": chosen.k, "alpha": alpha, "eta": eta}
    vector, notes = "", [f"gensim: alpha and eta have our names. {said}"]
    if _has_shares(chosen):
        vector = f"{rounded(chosen.parameters['eta'])!r} * len(totals) * totals / totals.sum()"
        if chosen.mean_field:
            vector = f"np.hypot({LEAST_PRIOR:g}, {vector})"
        notes.append(
            "eta is a vector: for each word its average times M and the share of the word, as "
            "variational inference takes it. .arguments has one for all words."
        )
    notes.append(
        'Its default is 1/K for both; alpha="auto" and eta="auto" learn them within the fit.'
    )
    taken = {"corpus": Expression("corpus"), "id2word": Expression("words"), **arguments}
    taken |= {"eta": Expression("eta")} if vector else {}
    code = rendered("topics_gensim.py", taken=taken, eta=vector)
    return Export("gensim", "gensim", arguments, code, tuple(notes))


def to_tomotopy(chosen: Chosen) -> Export:
    """Return a match as ``tomotopy.LDAModel`` takes it."""
    alpha, eta, said = _priors(chosen, variational=False)
    arguments = {"k": chosen.k, "alpha": alpha, "eta": eta}
    notes = (
        f"tomotopy samples topics of words, shares summed out (collapsed Gibbs). {said}",
        "Left to itself (optim_interval = 10) it changes alpha while it samples, as MALLET does.",
        *_one_for_all(chosen, "tomotopy"),
    )
    code = rendered("topics_tomotopy.py", arguments=arguments)
    return Export("tomotopy", "tomotopy", arguments, code, notes)


def _settings(chosen: Chosen) -> tuple[dict[str, float], str]:
    """Return what programs that sample are given, and why."""
    alpha, eta, said = _priors(chosen, variational=False)
    settings = {"K": chosen.k, "alpha": alpha, "eta": eta}
    if _has_shares(chosen):
        settings["gamma"] = rounded(chosen.parameters["gamma"])
    return settings, said


def to_stan(chosen: Chosen) -> Export:
    """Return a match as a Stan program in which topics of words are summed out."""
    settings, said = _settings(chosen)
    shares = _has_shares(chosen)
    more = " and shares of words" if shares else ""
    notes = (
        f"Stan: {said}",
        "Data: N documents, M words, Y (integers), and what stands below. The program under "
        '"prior_predictive" in .arguments (--json on the command line) takes the lengths of '
        f"documents{more} in place of Y, and draws from the prior; run it with the fixed_param "
        "sampler.",
        ", ".join(f"{name} = {value}" for name, value in settings.items()),
        _CHAINS,
    )
    code, prior = (rendered("topics.stan", shares=shares, fits=fits) for fits in (True, False))
    arguments = {"data": settings, "prior_predictive": prior}
    return Export("stan", "Stan", arguments, code, notes, data="Y", is_python=False, comment="//")


def to_numpyro(chosen: Chosen) -> Export:
    """Return a match as a NumPyro program in which topics of words are summed out."""
    settings, said = _settings(chosen)
    shares = _has_shares(chosen)
    more = ", share=share" if shares else ""
    notes = (
        f"NumPyro: {said}",
        "With lengths = Y.sum(1) and M = Y.shape[1], Predictive(model, num_samples=100)("
        f"jax.random.key(0), lengths, M{more}) draws from the prior; fit(counts) samples.",
        _CHAINS,
    )
    code = rendered("topics_numpyro.py", arguments=settings, shares=shares)
    return Export("numpyro", "NumPyro", settings, code, notes)
