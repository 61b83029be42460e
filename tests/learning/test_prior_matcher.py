"""The estimator of scikit-learn."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn")

import scipy.sparse
from cases import poisson_factors
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import estimator_checks_generator

import symppm as ppm
from symppm.errors import DataError, NoSolutionError, ParameterError

# Checks that do not apply, by name, with the reason; there are none.
NOT_APPLICABLE: dict[str, str] = {}


def counts() -> Any:
    return ppm.data.load("mutational_signatures").values


def _name(check: Any) -> str:
    return str(getattr(check, "func", check).__name__)


CHECKS = [
    (each, check)
    for estimator in (ppm.PriorMatcher(estimator="moments"), ppm.PriorMatcher("gmf_gamma_normal",
                      fixed={"sigma_Y": 0.1}))
    for each, check in estimator_checks_generator(estimator)
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:Can't check dok sparse matrix:UserWarning")
@pytest.mark.parametrize(
    ("estimator", "check"), CHECKS, ids=[f"{e.model}-{_name(c)}" for e, c in CHECKS]
)
def test_the_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    if _name(check) in NOT_APPLICABLE:
        pytest.skip(NOT_APPLICABLE[_name(check)])
    check(estimator)


def test_options_are_those_of_match() -> None:
    ours = inspect.signature(ppm.PriorMatcher.__init__).parameters
    theirs = inspect.signature(ppm.match).parameters
    own = {"self", "transformer"}
    assert set(ours) - own - {"blanks"} == set(theirs) - {"data", "targets", "mask", "reading"}
    for name, each in ours.items():
        if name not in own | {"blanks"}:
            assert each.default == theirs[name].default, name
    assert issubclass(ppm.PriorMatcher, BaseEstimator)


def test_nan_is_missing_where_that_is_said() -> None:
    holes = np.where(np.random.default_rng(0).random(counts().shape) < 0.1, np.nan, counts())
    found = ppm.match(holes, blanks="missing", estimator="moments")
    matcher = ppm.PriorMatcher(blanks="missing", estimator="moments")
    assert matcher.fit(holes).match_ == found
    assert matcher.fit(holes, mask=~np.isnan(holes)).statistics_ == found.statistics
    with pytest.raises(ValueError, match="infinity"):
        matcher.fit(np.where(np.isnan(holes), np.inf, holes))
    with pytest.raises(ValueError, match="contains NaN"):
        ppm.PriorMatcher().fit(holes)


def test_it_finds_what_match_finds() -> None:
    matcher = ppm.PriorMatcher(fixed={"a": 0.1}, estimator="moments")
    assert matcher.fit(counts()) is matcher
    found = ppm.match(counts(), fixed={"a": 0.1}, estimator="moments")
    assert matcher.match_ == found
    assert matcher.n_factors_ == found.k
    assert matcher.parameters_ == dict(found.parameters)
    assert matcher.statistics_ == found.statistics
    assert matcher.diagnostics_ == found.diagnostics
    assert matcher.feasible_ is True
    assert matcher.n_features_in_ == 21
    assert not hasattr(matcher, "feature_names_in_")


def test_data_frames_and_sparse_matrices() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(counts(), columns=[f"tumour {n}" for n in range(21)])
    matcher = ppm.PriorMatcher(estimator="moments").fit(frame)
    assert list(matcher.feature_names_in_) == list(frame.columns)
    assert matcher.n_factors_ == 12
    for form in (scipy.sparse.csr_array, scipy.sparse.coo_array, scipy.sparse.dok_array):
        assert ppm.PriorMatcher(estimator="moments").fit(form(counts())).n_factors_ == 12
        assert ppm.match(form(counts()), estimator="moments").k == 12


def test_an_infeasible_fit_says_why_only_when_its_answer_is_asked_for() -> None:
    matcher = ppm.PriorMatcher(estimator="moments").fit(ppm.data.load("single_cell").values)
    assert matcher.feasible_ is False
    assert matcher.match_.k is None
    assert any(each.severity == "failure" for each in matcher.diagnostics_)
    for name in ("n_factors_", "parameters_"):
        with pytest.raises(NoSolutionError, match=f"{name} of a match without a solution .rho_col"):
            getattr(matcher, name)
        assert not hasattr(matcher, name)


def test_several_solutions_are_not_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ppm.match(counts(), estimator="moments")
    from dataclasses import replace

    both = replace(found, k=None, branches=(found, found))
    monkeypatch.setattr("symppm.learning.matcher.match", lambda *_, **__: both)
    with pytest.raises(NoSolutionError, match="with 2 solutions"):
        ppm.PriorMatcher().fit(counts()).n_factors_  # noqa: B018 - raises


def test_before_fit_there_is_nothing() -> None:
    with pytest.raises(NotFittedError):
        ppm.PriorMatcher().n_factors_  # noqa: B018 - raises
    assert not hasattr(ppm.PriorMatcher(), "parameters_")


def test_clone_pipeline_and_grid() -> None:
    mine = poisson_factors()
    matcher = ppm.PriorMatcher(mine, fixed={"K": 10}, random_seed=3)
    twin = clone(matcher)
    assert twin.model is mine
    assert twin.get_params() == matcher.get_params()
    assert twin.set_params(fixed=None, scale="equal-means").scale == "equal-means"
    assert matcher.fixed == {"K": 10}
    with pytest.raises(ValueError, match="Invalid parameter 'factors'"):
        twin.set_params(factors=3)
    line = make_pipeline(FunctionTransformer(), ppm.PriorMatcher(estimator="moments"))
    assert line.fit(counts())[-1].n_factors_ == 12
    found = [
        clone(ppm.PriorMatcher(estimator="moments")).set_params(**each).fit(counts()).n_factors_
        for each in ParameterGrid({"fixed": [None, {"K": 5}], "scale": ["theta", "beta"]})
    ]
    assert sorted(found) == [5, 5, 12, 12]
    fitted = ppm.PriorMatcher(estimator="moments").fit(counts())
    assert pickle.loads(pickle.dumps(fitted)).match_ == fitted.match_  # noqa: S301 - our own


def test_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match="Negative values in data passed to PriorMatcher"):
        ppm.PriorMatcher().fit(-counts())
    with pytest.raises(DataError):
        ppm.PriorMatcher().fit(np.ones((5, 5)))
    with pytest.raises(ParameterError):
        ppm.PriorMatcher(estimator="nothing").fit(counts())
