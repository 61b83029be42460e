"""Every public name, pinned: removing or adding one is a decision."""

from __future__ import annotations

import dataclasses
import importlib

import symppm

PUBLIC = {
    "symppm": [
        "Algorithm1", "Bernoulli", "Beta", "Binomial", "Categorical", "Check", "Checks",
        "ComparedModel", "Comparison", "Dirichlet", "CrossMoments",
        "Exponential", "ExponentialDispersion", "Diagnostic", "Gamma", "Gumbel", "HalfCauchy",
        "HalfNormal", "Holdout", "InverseGamma", "Known", "Laplace", "LogNormal", "Match", "Model",
        "Multinomial", "NegativeBinomial", "Normal", "NumberOfFactors", "Observation", "Poisson",
        "Prior", "PriorMatcher", "Sampling", "Statistics", "StudentT", "Table", "Target",
        "Triples", "Uniform", "Validation", "Weibull", "ZeroInflatedPoisson", "algorithm1",
        "check", "compare",
        "data", "cross_moments", "errors", "exp", "holdout", "html_report",
        "hyperparameters", "logistic", "match", "number_of_factors", "pearson_limit",
        "read", "sample", "size", "softplus", "statistics", "sum",
        "triples", "variable",
    ],
    "symppm.matching": ["Diagnostic", "Match", "match"],
    "symppm.laws": ["Derivation", "Step", "derive"],
    "symppm.solve": ["Branch", "FeasibilityCondition", "ScaleSymmetry", "Solution", "solve"],
    "symppm.families": [
        "BASE_DIRICHLET", "BERNOULLI", "BETA", "BINOMIAL", "BINOMIAL_DISPERSION", "BUILT_IN",
        "CATEGORICAL", "DIRICHLET", "EXPONENTIAL", "GAMMA", "GAMMA_DISPERSION",
        "GENERAL_DISPERSION", "GUMBEL", "HALF_CAUCHY", "HALF_NORMAL", "INVERSE_GAMMA",
        "INVERSE_GAUSSIAN_DISPERSION", "LAPLACE", "LOG_NORMAL", "MULTINOMIAL", "NEGATIVE_BINOMIAL",
        "NEGATIVE_BINOMIAL_DISPERSION", "NORMAL", "NORMAL_DISPERSION", "OBSERVATION", "POISSON",
        "POISSON_DISPERSION", "SIZE", "STUDENT_T", "TWO_MOMENTS", "UNIFORM", "WEIBULL",
        "ZERO_INFLATED_POISSON", "CategoricalFamily", "Family", "JointFamily", "Moment",
        "Parameter", "Requirement", "Support", "WeibullShape", "family_named",
    ],
}  # fmt: skip

MATCH_FIELDS = [
    "achieved", "achieved_errors", "branches", "cross_moments", "declared", "diagnostics",
    "discrepancy", "estimates", "estimator", "estimators", "feasible", "given", "identified", "k",
    "k_exact", "method", "model", "parameter_errors", "parameters", "sampled", "scale", "seconds",
    "shapes", "spec", "statistics", "targets", "trace", "uncertainty",
]  # fmt: skip


def test_exported_names_are_these_and_each_can_be_had() -> None:
    for module_name, names in PUBLIC.items():
        module = importlib.import_module(module_name)
        assert sorted(module.__all__) == sorted(names), module_name
        for name in names:
            assert getattr(module, name) is not None


def test_every_exported_callable_is_documented() -> None:
    for name in symppm.__all__:
        thing = getattr(symppm, name)
        assert (thing.__doc__ or "").strip(), name


def test_a_match_has_these_fields() -> None:
    assert sorted(each.name for each in dataclasses.fields(symppm.Match)) == sorted(MATCH_FIELDS)
    assert callable(symppm.Match.summary)
    assert callable(symppm.Match.to_json)
    assert callable(symppm.Match.plot_trace)
    for name in ("plot", "plot_surface", "sample", "validate"):
        assert callable(getattr(symppm.Match, name))
