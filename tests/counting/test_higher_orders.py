"""Both routes agree identically on joint cumulants above order two, for a model of each kind."""

from __future__ import annotations

import pytest
import sympy
from cases import SPREAD

from symppm.counting import identical, joint_cumulant
from symppm.laws import derive
from symppm.laws.patterns import pattern_of
from symppm.model import Declaration, catalogue_model

pytestmark = pytest.mark.thorough

PATTERNS = ("ij ij ij", "ij ij il", "ij il tj", "ij ij ij ij", "ij il tj tl")
THREE_LETTERS = ("ijh ijh ijh", "ijh ijh ilh", "ijh ilh tjg", "ijh ijh ijh ijh", "ijh ilh tjh tlg")
TWO_MOMENTS = ("pmf_prior", "gmf_prior_observation", "cpmf_prior_any")

HIGHER = (
    "ij ij ij ij ij",
    "ij ij il il tj",
    "ij il in tj tl",
    "ij ij ij ij ij ij",
    "ij ij il il tj tj",
    "ij il tl tn sn sj",
)
"""Orders five and six; the last is the cycle of three rows and three columns."""


FOURTH = ("pmf_gamma", "pmf_lognormal", "gmf_beta_normal", "cpmf_gamma_normal", "hpf_rows_gamma")
"""Models whose fourth cumulant of one entry is compared: it takes longest."""


def patterns_of(declaration: Declaration) -> tuple[str, ...]:
    every = THREE_LETTERS if len(declaration.observed.dims) == 3 else PATTERNS
    if declaration.name in FOURTH:
        return every
    return tuple(
        pattern for pattern in every if len(set(pattern.split())) > 1 or len(pattern.split()) < 4
    )


def routes(declaration: Declaration, pattern: str) -> tuple[sympy.Expr, sympy.Expr]:
    """Return the cumulant by the laws and by counting."""
    derivation = derive(declaration, f"cumulant {pattern}")
    entries = pattern_of(declaration, pattern.split()).entries(declaration)
    counted = joint_cumulant(declaration, entries)
    assert set(derivation.conditions) <= set(counted.conditions)
    return derivation.result, counted.value


@pytest.mark.parametrize("name", sorted({*SPREAD, *FOURTH}))
def test_both_routes_give_the_same_cumulants(name: str) -> None:
    declaration = catalogue_model(name)
    # Of factors that add up to one, entries of a row or column alone do not covary.
    vectors = any(each.over for each in declaration.variables)
    for pattern in patterns_of(declaration):
        derived, counted = routes(declaration, pattern)
        assert vectors or derived != 0, pattern
        assert identical(derived, counted), pattern
        # Neither a factor nor a term that is off may pass.
        off = derived * (1 + 1 / declaration.sizes[0])
        assert derived == 0 or not identical(off, counted), pattern
        assert not identical(derived + declaration.hyperparameters[0] / 10**9, counted), pattern


@pytest.mark.parametrize("name", TWO_MOMENTS)
def test_two_moments_suffice_where_no_index_is_used_three_times(name: str) -> None:
    declaration = catalogue_model(name)
    for pattern in ("ij il tj", "ij il tj tl", "ij il tl tn sn sj"):
        derived, counted = routes(declaration, pattern)
        assert derived != 0, pattern
        assert identical(derived, counted), pattern


@pytest.mark.parametrize("pattern", HIGHER)
def test_orders_five_and_six_of_poisson_factorization(pattern: str) -> None:
    derived, counted = routes(catalogue_model("pmf_gamma"), pattern)
    assert derived != 0
    assert identical(derived, counted)


def test_entries_without_a_row_or_column_in_common_have_no_joint_cumulant() -> None:
    declaration = catalogue_model("pmf_gamma")
    for pattern in ("ij ij tl", "ij il tn", "ij il tn sn"):
        derived, counted = routes(declaration, pattern)
        assert derived == counted == 0
