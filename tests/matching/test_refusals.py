"""What ``match`` refuses: the error says what was given, what was expected, and what to do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import sympy

import symppm as ppm
from symppm.errors import (
    DataError,
    DeclarationError,
    ModelNameError,
    NotBuiltError,
    NotDerivableError,
    ParameterError,
    SymPPMError,
    TargetError,
)

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}
COUNTS = np.random.default_rng(0).poisson(3, (6, 5))
CUBE = np.arange(120.0).reshape(6, 5, 4)
CYCLE = "cumulant ij il tj tl"
THIRD = {**BELIEFS, "cumulant ij ij ij": 1.0}
PMF = {"mean": 30.0, "cov_row": 45.0, "cov_col": 30.0, CYCLE: 100.0}

TARGETS: list[tuple[dict[Any, Any], str]] = [
    ({"mean": 1.0}, "targets (mean) that leave a family of dimension 3 open among K, a, b, c, d; "
     "expected as many targets as identifiable unknowns. Add targets (variance, rho_row, rho_col)"),
    ({"mean": 0.3, "variance": 1.5}, "Add targets (rho_row, rho_col)."),
    ({**BELIEFS, "rho_row": True, "cov_row": 3.0}, "the target cov_row beside the correlation"),
    ({"mean": 1.0, "variance": 2.0, "cov_row": 3.0}, "cov_row=3 beside variance=2; expected"),
    ({**BELIEFS, "rho_rows": 0.1}, "Did you mean 'rho_row'"),
    ({**BELIEFS, "mean": math.nan}, "mean=nan; expected a finite number"),
    ({**BELIEFS, "mean": math.inf}, "mean=inf; expected a finite number"),
    ({**BELIEFS, "mean": "many"}, "mean='many'; expected a finite number"),
    ({**BELIEFS, "variance": 0.0}, "variance=0; expected a positive variance"),
    ({**BELIEFS, "rho_row": 1.5}, "rho_row=1.5; expected a correlation"),
    ({"mean": 1e200, "variance": 1e300, "rho_row": 0.1, "rho_col": 0.1}, "overflows"),
    ({**PMF, "cumulant ij": 30.0}, "'cumulant ij', which is 'mean'"),
    ({**PMF, "cumulant_ij_tj_il_tl": 1.0}, "which is 'cumulant_ij_il_tj_tl'"),
    ({**PMF, "cumulant ij tl": 0.0}, "groups without a common index"),
    ({**PMF, "cumulant ij ij tl": 0.0}, "groups without a common index"),
    ({**PMF, "cumulant": 0.0}, "the target 'cumulant'"),
    ({**PMF, "cov_row/cov_rwo": 3.0}, "the target 'cov_row/cov_rwo'"),
    ({**PMF, CYCLE: math.nan}, "cumulant_ij_il_tj_tl=nan"),
    ({**PMF, CYCLE: "much"}, "cumulant_ij_il_tj_tl='much'"),
    ({**PMF, 5: 0.1}, "the target 5"),
]  # fmt: skip
FIXED: list[tuple[str, Any, str]] = [
    ("pmf_gamma", {"K": 2.5}, "K=2.5; expected a whole number of at least 1"),
    ("pmf_gamma", {"K": 0}, "K=0; expected a whole number of at least 1"),
    ("pmf_gamma", {"K": math.inf}, "K=inf; expected a whole number of at least 1"),
    ("pmf_gamma", {"a": -1.0}, "a=-1.0; expected a positive number"),
    ("pmf_gamma", {"z": 1.0}, "fixed 'z'; expected a parameter of pmf_gamma"),
    ("pmf_gamma", ["K"], "fixed=['K']; expected a mapping from names to numbers"),
    ("pmf_gamma", {"K": 3, "a": 1, "b": 1, "c": 1, "d": 1}, "every hyperparameter is fixed"),
    ("cpmf_gamma_gamma", {"w": 1.0, "kappa": 1.0}, "w=1.0; expected a negative number"),
    ("gmf_gamma_zeroinflatedpoisson", {"p": 1.5}, "p=1.5; expected a positive number, at most"),
    ("gmf_gamma_normal", {"sigma_Y": math.nan}, "sigma_Y=nan; expected a positive number"),
    ("gmf_gamma_normal", {"sigma_Y": "much"}, "sigma_Y=much; expected a number, or an"),
    ("pmf_lognormal", {"mu_theta": math.inf}, "mu_theta=inf; expected a finite number"),
    ("pmf_halfnormal", {"location_beta": -1}, "location_beta=-1; expected a nonnegative"),
    ("pmf_gamma", {"c": "2*q*a"}, "c=2*q*a"),
    ("pmf_gamma", {"c": "2*q"}, "Known: K, a, b, d"),
    ("pmf_gamma", {"c": "aa"}, "Did you mean 'a'"),
    ("pmf_gamma", {"c": "a", "a": "c"}, "c and a tied in a circle"),
    ("pmf_gamma", {"c": "a + c"}, "c=a + c"),
    ("pmf_gamma", {"c": "a if b else d"}, "c=a if b else d"),
    ("pmf_gamma", {"c": "a % 2"}, "c='a % 2'; expected a number, or an expression"),
    ("pmf_gamma", {"c": "a", "a": -1.0}, "a=-1"),
    ("pmf_gamma", {"K": "a", "a": 2.5}, "K=2.5; expected a whole number"),
    ("pmf_gamma", {"c": "a - 3", "a": 1.0}, "c=-2"),
    ("pmf_gamma", {"c": "a/0"}, "fixed c=a/0; expected values with which"),
    ("pmf_gamma", {"c": "a+1/0"}, "fixed c=a+1/0; expected values with which"),
    ("pmf_gamma", {"c": "a*(0-1)**0.5"}, "fixed c=a*(0-1)**0.5; expected values with which"),
    ("pmf_gamma", {"c": "(a-a-1)**0.5"}, "fixed c=(a-a-1)**0.5; expected values with which"),
    ("pmf_gamma", {"c": sympy.sqrt(sympy.Symbol("a"))}, "c=sqrt(a); expected a number, or an"),
    ("pmf_gamma", {"K": "10*a"}, "the other way round: a=K/10"),
]
SCALES: list[tuple[dict[str, Any], str]] = [
    ({"scale": "thta"}, "Did you mean 'theta'"),
    ({"scale": "a=1"}, "That value is identified by the data"),
    ({"scale": "b=0"}, "expected a positive number"),
    ({"scale": "b=1.2.3"}, "expected a positive number"),
    (
        {"scale": "mean(gamma)=1"},
        "'mean(gamma)=1'; expected a prior to have mean one (theta, beta)",
    ),
    ({"scale": ""}, "expected a prior to have mean one"),
    ({"scale": "theta", "fixed": {"d": 1.0}}, "either fixes the only free scale"),
]
KNOWN: list[tuple[str, Any, str]] = [
    ("pmf_gamma_exposure", None, "no values for the known array gamma of model"),
    ("pmf_gamma_exposure", {"gama": np.ones(5)}, "Did you mean 'gamma'?"),
    ("pmf_gamma_exposure", {"gamma": np.ones(4)}, "of shape (4,); expected positive numbers of "
     "shape (5,), for col"),
    ("pmf_gamma_exposure", {"gamma": -np.ones(5)}, "expected positive numbers"),
    ("pmf_gamma_exposure", {"gamma": np.full(5, np.nan)}, "expected positive numbers"),
    ("pmf_gamma_exposure", {"gamma": np.ones(5) * 1j}, "expected positive numbers"),
    ("pmf_gamma_exposure", {"gamma": ["much"] * 5}, "expected positive numbers"),
    ("pmf_gamma_exposure", np.ones(5), "known arrays of type ndarray; expected a mapping"),
    ("pmf_gamma", {"row": np.ones(8)}, "6 positive numbers, one for each row"),
    ("pmf_gamma", {"col": np.ones((5, 1))}, "of shape (5, 1); expected 5 positive numbers"),
    ("pmf_gamma", {"row": 2.0}, "of shape ()"),
    ("pmf_gamma", {"row": np.r_[np.ones(5), 0.0]}, "with 0 at index 5"),
    ("pmf_gamma", {"col": np.r_[-1.0, np.ones(4)]}, "with -1 at index 0"),
    ("pmf_gamma", {"col": np.full(5, np.nan)}, "with nan at index 0"),
    ("pmf_gamma", {"row": "margin"}, 'expected a file of numbers, or "margins" for row and col'),
    ("pmf_gamma", {"row": ["a"] * 6}, "of type <U1"),
    ("pmf_gamma", {"rows": np.ones(6)}, "exposures: row, col"),
    ("pmf_gamma", {"gamma": np.ones(5)}, "exposures: row, col"),
    ("pmf_gamma", {"slice": np.ones(5)}, "exposures: row, col"),
    ("hpf_gamma", {"gamma": np.ones(5)}, "known arrays of hpf_gamma: none"),
    ("ptf_gamma", {"row": np.ones(4)}, "known 'row'; expected the known arrays of ptf_gamma"),
]  # fmt: skip
EXPOSED = {"model": "pmf_gamma_exposure", "known": {"gamma": np.ones(5)}}
MOMENT_NAMES = {"estimator": "cross-moments"}
OTHERS: list[tuple[dict[str, Any], type[SymPPMError], str]] = [
    ({"data": np.eye(3), "targets": BELIEFS}, TargetError, "both data and targets"),
    ({}, TargetError, "neither data nor targets"),
    ({"data": BELIEFS}, TargetError, "a mapping in the place of the data"),
    ({"data": np.eye(3), "model": "pmf_gama"}, ModelNameError, "Did you mean 'pmf_gamma'"),
    ({"data": "pmf_gamma", "model": np.eye(3)}, ParameterError, "data come first, then the model"),
    ({"targets": BELIEFS, **EXPOSED}, ParameterError, "known arrays beside targets"),
    ({"data": COUNTS[0], **EXPOSED}, DataError, "data with 1 dimensions"),
    ({"data": COUNTS, **EXPOSED, "fixed": {"mean_inverse_exposure": 2.0}}, ParameterError,
     "it is computed from these"),
    ({"data": COUNTS, "estimator": "cycles"}, ParameterError, "cycles"),
    ({"data": COUNTS, **MOMENT_NAMES, "method": "stochastic"}, ParameterError, "stochastic"),
    ({"data": CUBE, **MOMENT_NAMES, "model": "ptf_gamma"}, ParameterError, "ptf_gamma"),
    ({"targets": BELIEFS, **MOMENT_NAMES}, ParameterError, "targets"),
    ({"data": COUNTS - 4.0, "model": "gmf_gamma_normal", "known": {"row": "margins"}}, DataError,
     "negative values, such as -"),
    ({"data": np.zeros((12, 8)), "known": {"row": "margins"}}, DataError, "zero throughout"),
    ({"targets": THIRD, "model": "pmf_gamma_exposure"}, NotBuiltError, "known array 'gamma'"),
    ({"targets": THIRD, "model": "pmf_prior"}, NotDerivableError, "order 3 of Prior"),
    ({"targets": THIRD, "model": "gmf_prior_observation"}, NotDerivableError,
     "order 3 of Observation"),
    ({"targets": THIRD, "model": "pmf_gama"}, ModelNameError, "Did you mean 'pmf_gamma'"),
    ({"targets": THIRD, "model": 5}, ParameterError, "a model of type int"),
    # With a = 1/K the product K a is known, and rho_row says nothing that the mean does not.
    ({"targets": {"mean": 4.0, "variance": 40.0, "rho_row": 0.4}, "fixed": {"a": "1/K"}},
     TargetError, "leave a family of dimension 1"),
    # As many as are left open: the other two may leave nothing that is feasible.
    ({"targets": {"mean": 0.3, "variance": 1.5}, "fixed": {"K": 10}},
     TargetError, "Add one of the targets (rho_row, rho_col)."),
    ({"targets": BELIEFS, "model": "hpf_gamma", "fixed": {"K": 3}},
     TargetError, "Fix one of a, c."),
    ({"targets": BELIEFS, "model": "hpf_gamma"}, TargetError, "Fix a and c."),
    ({"targets": BELIEFS, "model": "hpf_gamma"}, TargetError,
     "dimension 2 open among K, a, a_prime, b_prime, c, c_prime, d_prime"),
    ({"targets": BELIEFS, "model": "gmf_normal_normal"}, TargetError, "Fix sigma_Y."),
    ({"targets": BELIEFS, "model": "cpmf_gamma_gamma"}, TargetError, "Fix w and kappa."),
    ({"targets": BELIEFS, "model": "pmf_gamma_effects"}, TargetError,
     "Fix a_row, b_row, a_col and b_col."),
    ({"targets": BELIEFS, "model": "pmf_gamma_weights"}, TargetError, "Fix e."),
    ({"targets": {"mean": 0.3, "variance": 1.5}, "model": "hpf_gamma", "fixed": {"K": 3}},
     TargetError, "Add targets (rho_row, rho_col) and fix one of a, c."),
    ({"targets": {"mean": 0.3, "variance": 1.5}, "model": "gmf_gamma_negativebinomial",
      "fixed": {"K": 3}}, TargetError, "Add targets (rho_row, rho_col)."),
    ({"targets": {"mean": 0.3, "variance": 1.5, "rho_row": 0.1}, "fixed": {"K": 3},
      "model": "gmf_gamma_negativebinomial"}, TargetError, "Add targets (rho_col) or fix r."),
    ({"targets": BELIEFS, "fixed": {"c": sympy.Symbol("q")}}, ParameterError, "c=q"),
]  # fmt: skip


def cases() -> Iterator[tuple[dict[str, Any], type[SymPPMError], str]]:
    """Arguments, the kind of error, and a part of what it says."""
    yield from OTHERS
    for targets, message in TARGETS:
        yield {"targets": targets}, TargetError, message
    for model, fixed, message in FIXED:
        yield {"targets": BELIEFS, "model": model, "fixed": fixed}, ParameterError, message
    for given, message in SCALES:
        yield {"targets": BELIEFS, **given}, ParameterError, message
    for model, known, message in KNOWN:
        data = np.ones((4, 4, 4)) if model == "ptf_gamma" else COUNTS
        yield {"data": data, "model": model, "known": known}, ParameterError, message


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(("given", "kind", "message"), list(cases()))
def test_what_cannot_be_answered_is_refused_in_words(
    given: dict[str, Any], kind: type[SymPPMError], message: str
) -> None:
    with pytest.raises(kind) as caught:
        ppm.match(**given)
    assert message in str(caught.value)
    assert caught.value.expected
    assert caught.value.do


@pytest.mark.parametrize("name", ["mean", "variance", "rho_row", "cov_col"])
def test_a_hyperparameter_is_not_called_like_a_target(name: str) -> None:
    with (
        pytest.raises(DeclarationError, match="a name that is no statistic to be matched"),
        ppm.Model("clash"),
    ):
        ppm.hyperparameters(name)
