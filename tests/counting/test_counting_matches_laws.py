"""The two routes agree identically: on all that derivation files hold, and on higher cumulants."""

from __future__ import annotations

import pytest
import sympy
from cases import SPREAD, core

import symppm as ppm
from symppm.codegen.generate import record_contents
from symppm.counting import correlation, identical, joint_cumulant, joint_moment
from symppm.laws import derive
from symppm.laws.engine import entry_sharing
from symppm.laws.patterns import pattern_of
from symppm.model import CATALOGUE, Declaration, catalogue_model

CHOSEN = (
    "pmf_prior",
    "pmf_gamma_exposure",
    "gmf_gamma_gumbel",
    "cpmf_gamma_poisson",
)


def same(declaration: Declaration, derived: sympy.Expr, counted: sympy.Expr, what: str) -> None:
    """Compare the routes, and what is off by a factor or a term, which may not pass."""
    assert identical(derived, counted), what
    # Of factors that add up to one, entries do not covary: no factor changes zero.
    assert derived != 0 or any(each.over for each in declaration.variables), what
    off = derived * (1 + 1 / declaration.sizes[0])
    assert derived == 0 or not identical(off, counted), what
    assert not identical(derived + declaration.hyperparameters[0] / 10**9, counted), what


@pytest.mark.parametrize("name", core(CATALOGUE, CHOSEN))
def test_both_routes_give_the_same_functions(name: str) -> None:
    declaration = catalogue_model(name)
    for what in record_contents(declaration):
        kind, *shared = what.split()
        three = kind == "cumulant"
        first, second = entry_sharing(declaration, () if three else tuple(shared))
        if three:
            counted = joint_cumulant(
                declaration, pattern_of(declaration, shared).entries(declaration)
            )
        elif kind == "mean":
            counted = joint_moment(declaration, [first])
        elif kind == "variance":
            counted = joint_cumulant(declaration, [first, first])
        elif kind == "covariance":
            counted = joint_cumulant(declaration, [first, second])
        else:
            counted = correlation(declaration, first, second)
        same(declaration, derive(declaration, what).result, counted.value, what)


@pytest.mark.parametrize("name", core(["hpf_gamma", "hpf_rows_gamma", "pmf_gamma"], ["pmf_gamma"]))
def test_both_routes_need_the_same_moments_to_exist(name: str) -> None:
    declaration = catalogue_model(name)
    first, _ = entry_sharing(declaration, ())
    counted = joint_cumulant(declaration, [first, first]).conditions
    assert len(set(counted)) == len(counted)
    assert set(counted) == set(derive(declaration, "variance").conditions)


def test_a_variance_that_a_family_supplies_whole_needs_its_second_moment() -> None:
    declaration = catalogue_model("pmf_inversegamma")
    first, _ = entry_sharing(declaration, ())
    counted = joint_cumulant(declaration, [first, first]).conditions
    assert [str(each) for each in counted] == [
        "shape_beta - 2",
        "shape_beta - 1",
        "shape_theta - 2",
        "shape_theta - 1",
    ]
    assert set(derive(declaration, "variance").conditions) <= set(counted)


def test_an_unspecified_log_partition_is_carried_along() -> None:
    """Given N the cumulants are kappa N psi^(n)(w); those of Y follow from a Poisson N."""
    with ppm.Model("mine") as model:
        rate, kappa, w = ppm.hyperparameters("rate kappa w")
        count = ppm.Poisson("N", rate=rate, dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="general", w=2 * w, kappa=kappa * count, dims="row col", observed=True
        )
    declaration = model.declaration
    x = sympy.Symbol("x", real=True)
    psi = [sympy.Function("psi")(x).diff(x, n).subs(x, 2 * w) for n in range(4)]
    # Cumulants of a sum of Poisson(rate) parts are rate times the moments of a part.
    moments = [
        kappa * psi[1],
        kappa * psi[2] + (kappa * psi[1]) ** 2,
        kappa * psi[3] + 3 * kappa**2 * psi[1] * psi[2] + (kappa * psi[1]) ** 3,
    ]
    for order, moment in enumerate(moments, 1):
        counted = joint_cumulant(declaration, [declaration.observed.generic] * order).value
        assert identical(counted, rate * moment)
        assert not identical(counted, rate * moment * psi[1])


# Orders above two


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


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted({*SPREAD, *FOURTH}))
def test_both_routes_give_the_same_cumulants(name: str) -> None:
    declaration = catalogue_model(name)
    for pattern in patterns_of(declaration):
        same(declaration, *routes(declaration, pattern), pattern)


@pytest.mark.thorough
@pytest.mark.parametrize("name", TWO_MOMENTS)
def test_two_moments_suffice_where_no_index_is_used_three_times(name: str) -> None:
    declaration = catalogue_model(name)
    for pattern in ("ij il tj", "ij il tj tl", "ij il tl tn sn sj"):
        derived, counted = routes(declaration, pattern)
        assert derived != 0, pattern
        assert identical(derived, counted), pattern


@pytest.mark.thorough
@pytest.mark.parametrize("pattern", HIGHER)
def test_orders_five_and_six_of_poisson_factorization(pattern: str) -> None:
    derived, counted = routes(catalogue_model("pmf_gamma"), pattern)
    assert derived != 0
    assert identical(derived, counted)


@pytest.mark.thorough
def test_entries_without_a_row_or_column_in_common_have_no_joint_cumulant() -> None:
    declaration = catalogue_model("pmf_gamma")
    for pattern in ("ij ij tl", "ij il tn", "ij il tn sn"):
        derived, counted = routes(declaration, pattern)
        assert derived == counted == 0
