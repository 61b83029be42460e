"""Latent Dirichlet allocation as libraries and languages take it: K, alpha and eta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symppm.exports.code import Expression, rendered, rounded, template_notes
from symppm.exports.registry import LIBRARIES
from symppm.exports.types import LEAST_PRIOR, Export, ExportTask, equal


def _priors(task: ExportTask, *, variational: bool) -> tuple[float, float, str]:
    """Return alpha and eta as an inference takes them, and why."""
    names = ["alpha", "eta"]
    matched = {name: task.parameters[name] for name in names}
    values = {**matched, **task.mean_field} if variational else matched
    reason = f"{equal(names, values)}, as matched, which is what sampling takes."
    if variational and task.mean_field:
        shapes = task.match.shapes
        assumed = "" if shapes is None or shapes.resolved else ", which is assumed"
        reason = (
            f"{equal(names, values)}, for variational inference: hypot({LEAST_PRIOR:g}, "
            f"{equal(names, matched)}), the second as matched{assumed}. Variational inference "
            "weighs a topic that has n words of a document by exp(digamma(n + alpha)), about n + "
            "alpha - 1/2 and almost nothing where n = 0 and alpha is below 0.1 (Asuncion et al., "
            "UAI 2009)."
        )
    return rounded(values["alpha"]), rounded(values["eta"]), reason


def _has_shares(task: ExportTask) -> bool:
    """Tell whether eta is an average, and frequent words have more of it."""
    return "gamma" in task.parameters


def _export(
    task: ExportTask, target: str, arguments: Mapping[str, Any], reason: str, **more: Any
) -> Export:
    """Return code that fits a library, or samples, and scores that on held-out words."""
    library = LIBRARIES[target].title
    shares = _has_shares(task)
    values = {"library": library, "arguments": arguments, "shares": shares, "said": reason, **more}
    name = f"topics_{target}.py"
    return Export(
        target, library, arguments, rendered(name, **values), template_notes(name, **values)
    )


def to_sklearn(task: ExportTask) -> Export:
    """Return a match as ``sklearn.decomposition.LatentDirichletAllocation`` takes it."""
    alpha, eta, reason = _priors(task, variational=True)
    arguments = {
        "n_components": task.k,
        "doc_topic_prior": min(alpha, 1.0),  # the largest prior that it accepts
        "topic_word_prior": min(eta, 1.0),
    }
    return _export(task, "sklearn", arguments, reason, alpha=alpha, eta=eta)


def to_gensim(task: ExportTask) -> Export:
    """Return a match as ``gensim.models.LdaModel`` takes it."""
    alpha, eta, reason = _priors(task, variational=True)
    arguments = {"num_topics": task.k, "alpha": alpha, "eta": eta}
    keywords = {"corpus": Expression("corpus"), "id2word": Expression("words"), **arguments}
    if _has_shares(task):
        keywords["eta"] = Expression("eta")
    more = {
        "matched_eta": rounded(task.parameters["eta"]),
        "least": LEAST_PRIOR if task.mean_field else 0,
    }
    return _export(task, "gensim", arguments, reason, taken=keywords, **more)


def to_tomotopy(task: ExportTask) -> Export:
    """Return a match as ``tomotopy.LDAModel`` takes it."""
    alpha, eta, reason = _priors(task, variational=False)
    arguments = {"k": task.k, "alpha": alpha, "eta": eta}
    return _export(task, "tomotopy", arguments, reason)


def _settings(task: ExportTask) -> tuple[dict[str, float], str]:
    """Return what programs that sample are given, and why."""
    alpha, eta, reason = _priors(task, variational=False)
    settings = {"K": task.k, "alpha": alpha, "eta": eta}
    if _has_shares(task):
        settings["gamma"] = rounded(task.parameters["gamma"])
    return settings, reason


def to_numpyro(task: ExportTask) -> Export:
    """Return a match as a NumPyro program in which topics of words are summed out."""
    settings, reason = _settings(task)
    return _export(task, "numpyro", settings, reason)


def to_stan(task: ExportTask) -> Export:
    """Return a match as a Stan program in which topics of words are summed out."""
    settings, reason = _settings(task)
    shares = _has_shares(task)
    code, prior = (rendered("topics.stan", shares=shares, fits=fits) for fits in (True, False))
    notes = template_notes("topics_stan.notes", said=reason, shares=shares, arguments=settings)
    arguments = {"data": settings, "prior_predictive": prior}
    return Export("stan", "Stan", arguments, code, notes, data="Y", is_python=False, comment="//")
