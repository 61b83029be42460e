"""Joint cumulants against formulas worked out otherwise, and against simulation."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
import sympy
from cases import core
from models import hierarchical
from observed_cumulants import stirling

import symppm as ppm
from symppm.counting import identical
from symppm.errors import DeclarationError, NotBuiltError
from symppm.laws import Derivation, derive
from symppm.laws.patterns import pattern_of
from symppm.laws.records import read_record
from symppm.model import Declaration, catalogue_model
from symppm.model.nodes import KnownEntry


def cumulant(declaration: Declaration, *entries: str) -> Derivation:
    return derive(declaration, " ".join(["cumulant", *entries]))


def symbols(declaration: Declaration, names: str) -> list[sympy.Symbol]:
    known = {each.name: each for each in (*declaration.hyperparameters, *declaration.sizes)}
    return [known[name] for name in names.split()]


# --- formulas -----------------------------------------------------------------------------------


def by_recursion(
    chosen: Sequence[str], moment: Callable[[Sequence[str]], sympy.Expr]
) -> sympy.Expr:
    """Return a joint cumulant: the moment less what the first shares with fewer others."""
    first, *others = chosen
    total = moment(chosen)
    for count in range(len(others)):
        for places in itertools.combinations(range(len(others)), count):
            inside = [first, *(others[n] for n in places)]
            outside = [others[n] for n in range(len(others)) if n not in places]
            total -= by_recursion(inside, moment) * moment(outside)
    return sympy.expand(total)


def of_rates(declaration: Declaration, entries: Sequence[str]) -> sympy.Expr:
    """Return K times the joint cumulant of theta_i beta_j, one factor, Gamma priors.

    Factors are independent, so the cumulants of their sum add up.
    """
    k, a, b, c, d = symbols(declaration, "K a b c d")

    def moment(chosen: Sequence[str]) -> sympy.Expr:
        rows, cols = Counter(each[0] for each in chosen), Counter(each[1] for each in chosen)
        return sympy.Mul(
            *(sympy.rf(a, n) / b**n for n in rows.values()),
            *(sympy.rf(c, n) / d**n for n in cols.values()),
        )

    return k * by_recursion(entries, moment)


def of_counts(declaration: Declaration, entries: Sequence[str]) -> sympy.Expr:
    """Return the cumulant of Poisson counts: Stirling numbers for each entry that is repeated."""
    repeated = Counter(entries)
    total = sympy.S.Zero
    for blocks in itertools.product(*(range(1, n + 1) for n in repeated.values())):
        chosen = [e for e, count in zip(repeated, blocks, strict=True) for _ in range(count)]
        ways = [stirling(n, k) for n, k in zip(repeated.values(), blocks, strict=True)]
        total += sympy.Mul(*ways) * of_rates(declaration, chosen)
    return total


@pytest.mark.parametrize(
    "pattern",
    ["ij", "ij ij", "ij tj", "ij ij ij", "ij ij il", "ij ij tj", "ij il in", "ij ij ij ij",
     "ij ij il il", "ij ij ij tj", "ij ij il tj", "ij il tj tl", "ij ij tl tl", "ij ij ij ij ij"],
)  # fmt: skip
def test_cumulants_of_poisson_factorization(pattern: str) -> None:
    declaration = catalogue_model("pmf_gamma")
    entries = pattern.split()
    wanted = of_counts(declaration, entries)
    assert identical(cumulant(declaration, *entries).result, wanted)
    assert (wanted == 0) == (pattern == "ij ij tl tl")


def test_cumulants_written_out() -> None:
    declaration = catalogue_model("pmf_gamma")
    k, a, b, c, d = symbols(declaration, "K a b c d")
    results = {
        ("ij", "il", "tj"): k * a**2 * c**2 / (b * d) ** 3,
        ("ij", "il", "in"): 2 * k * a * c**3 / (b * d) ** 3,
        ("ij", "ij", "tl"): sympy.S.Zero,
        ("ij", "il", "tj", "tl"): k * (a * c) ** 2 * (2 * a + 2 * c + 1) / (b * d) ** 4,
    }
    for entries, formula in results.items():
        assert identical(cumulant(declaration, *entries).result, formula), entries


def test_the_third_cumulant_of_the_hierarchical_model_adds_up_over_levels() -> None:
    """Given the levels above this is Poisson factorization: total cumulance, by hand."""
    declaration = hierarchical()
    k, a, s, m, c, t, n = symbols(declaration, "K a a_prime b_prime c c_prime d_prime")

    def reciprocal(order: int, shape: sympy.Symbol, mean: sympy.Symbol) -> sympy.Expr:
        return (shape / mean) ** order / sympy.Mul(*(shape - step for step in range(1, order + 1)))

    def moment(chosen: Sequence[str]) -> sympy.Expr:
        """Return E of a product of sums over factors, by which factors coincide."""
        total = sympy.S.Zero
        rows, cols = (Counter(each[axis] for each in chosen) for axis in (0, 1))
        for labels in itertools.product(range(len(chosen)), repeat=len(chosen)):
            if any(
                label > max(labels[:place], default=-1) + 1 for place, label in enumerate(labels)
            ):
                continue
            pairs = [list(zip(chosen, labels, strict=True))]
            of_row = Counter((entry[0], label) for entry, label in pairs[0])
            of_col = Counter((entry[1], label) for entry, label in pairs[0])
            total += sympy.ff(k, max(labels) + 1) * sympy.Mul(
                *(sympy.rf(a, count) for count in of_row.values()),
                *(sympy.rf(c, count) for count in of_col.values()),
            )
        return total * sympy.Mul(
            *(reciprocal(count, s, m) for count in rows.values()),
            *(reciprocal(count, t, n) for count in cols.values()),
        )

    wanted = by_recursion(("ij", "il", "tj"), moment)
    assert identical(cumulant(declaration, "ij", "il", "tj").result, wanted)


# --- simulation ---------------------------------------------------------------------------------

NUMBERS = {
    "K": 3,
    "a": 1.5,
    "a_prime": 14.0,
    "b_prime": 2.0,
    "c": 2.0,
    "c_prime": 16.0,
    "d_prime": 1.5,
}
BATCHES, DRAWS = 40, 5000


def third(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> float:
    return float(np.mean((x - x.mean()) * (y - y.mean()) * (z - z.mean())))


@pytest.mark.thorough
def test_third_cumulants_of_the_hierarchical_model_by_simulation() -> None:
    generator = np.random.default_rng(20230367)
    k, size = int(NUMBERS["K"]), (BATCHES, DRAWS)
    xi, eta = (
        generator.gamma(NUMBERS[shape], NUMBERS[mean] / NUMBERS[shape], (*size, 2, 1))
        for shape, mean in (("a_prime", "b_prime"), ("c_prime", "d_prime"))
    )
    theta = generator.gamma(NUMBERS["a"], 1 / xi, (*size, 2, k))
    beta = generator.gamma(NUMBERS["c"], 1 / eta, (*size, 2, k))
    counts = generator.poisson(theta @ np.swapaxes(beta, -1, -2))
    at = {"ij": counts[..., 0, 0], "il": counts[..., 0, 1], "tj": counts[..., 1, 0]}
    declaration = hierarchical()
    for pattern in ("ij ij ij", "ij ij il", "ij il tj"):
        result = cumulant(declaration, *pattern.split()).result
        exact = float(result.subs({s: NUMBERS[s.name] for s in result.free_symbols}))
        found = [
            third(*(at[entry][batch] for entry in pattern.split())) for batch in range(BATCHES)
        ]
        error = np.std(found, ddof=1) / np.sqrt(BATCHES)
        assert abs(np.mean(found) - exact) < 4.5 * error, pattern
        # The bound is tight enough to tell a formula that is off by half.
        assert 4.5 * error < 0.5 * exact, pattern


# --- the language -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pmf_gamma", "hpf_gamma"])
def test_neither_order_nor_letters_matter(name: str) -> None:
    declaration = catalogue_model(name)
    first = cumulant(declaration, "ij", "il", "tj")
    assert first.name == "cumulant ij il tj"
    for words in itertools.permutations(("ij", "il", "tj")):
        assert cumulant(declaration, *words) is first
    for words in (("tl", "tj", "il"), ("ab", "ac", "db"), ("ji", "jl", "ti"), ("XY", "xY", "Xy")):
        assert cumulant(declaration, *words) is first
    assert cumulant(declaration, "ij", "ij", "il") is cumulant(declaration, "tn", "tj", "tn")
    assert cumulant(declaration, "ij", "ij", "il") is not cumulant(declaration, "ij", "ij", "tj")


def test_up_to_two_entries_a_cumulant_is_the_moment_of_the_usual_name() -> None:
    declaration = catalogue_model("pmf_gamma")
    usual = {
        ("ij",): "mean",
        ("ij", "ij"): "variance",
        ("tl", "tj"): "covariance row",
        ("ij", "tj"): "covariance col",
        ("ij", "tl"): "covariance",
    }
    for entries, what in usual.items():
        assert cumulant(declaration, *entries) is derive(declaration, what)
    three = catalogue_model("ptf_gamma")
    assert cumulant(three, "ijh", "ilh") is derive(three, "covariance row slice")


def test_a_model_answers_as_the_engine_does() -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    assert identical(model.cumulant("ij", "il", "in"), 2 * a / b**3)
    assert identical(model.cumulant("ij", "ij", "ij"), 2 * a / b**3 + 3 * a / b**2 + a / b)
    assert model.derive("cumulant ij il in").result == model.cumulant("ij", "il", "in")
    assert model.cumulant("ij") == model.mean()
    with pytest.raises(DeclarationError, match="the entry '1'"):
        model.cumulant(1)  # type: ignore[arg-type]


WRONG: Mapping[tuple[object, ...], str] = {
    ("i",): "the entry 'i'; expected 2 letters",
    ("ij", "ijk"): "the entry 'ijk'; expected 2 letters",
    ("i1",): "the entry 'i1'; expected 2 letters",
    ("ij", ""): "the entry ''; expected 2 letters",
    ("ii",): "the letter 'i' along row and along col",
    ("ij", "jl"): "the letter 'j' along row and along col",
    (): "the entries ()",
    (3, "ij"): "the entries (3, 'ij')",
}


@pytest.mark.parametrize("words", WRONG)
def test_words_that_are_no_entries(words: tuple[object, ...]) -> None:
    with pytest.raises(DeclarationError) as caught:
        pattern_of(catalogue_model("pmf_gamma"), words)  # type: ignore[arg-type]
    assert str(caught.value).startswith(WRONG[words])
    if words and all(isinstance(word, str) and word for word in words):
        with pytest.raises(DeclarationError) as again:
            cumulant(catalogue_model("pmf_gamma"), *map(str, words))
        assert str(again.value) == str(caught.value)


def test_one_string_is_not_a_list_of_entries() -> None:
    with pytest.raises(DeclarationError, match="the entries 'ij il'"):
        pattern_of(catalogue_model("pmf_gamma"), "ij il")


def test_there_is_a_most_of_entries() -> None:
    declaration = catalogue_model("pmf_gamma")
    assert pattern_of(declaration, ["ij"] * 8).order == 8
    with pytest.raises(NotBuiltError, match="a joint cumulant of 9 entries; expected at most 8"):
        cumulant(declaration, *["ij"] * 9)


def test_known_arrays_tell_columns_apart() -> None:
    declaration = catalogue_model("pmf_gamma_exposure")
    plain = catalogue_model("pmf_gamma")
    (array,) = declaration.known
    same = {str(s): s for s in declaration.hyperparameters}
    letters = dict(zip("jln", declaration.axis("col").pool(3), strict=True))
    for pattern in ("ij il tj", "ij il tl", "ij il in"):
        derivation = cumulant(declaration, *pattern.split())
        bare = cumulant(plain, *pattern.split()).result
        bare = bare.subs({s: same.get(s.name, s) for s in bare.free_symbols})
        wanted = bare * sympy.Mul(
            *(KnownEntry(array.generic.label, letters[word[1]]) for word in pattern.split())
        )
        assert identical(derivation.result, wanted), pattern
        assert derivation.verify().failures == ()


# --- derivations ----------------------------------------------------------------------------------


VERIFIED = [
    ("pmf_gamma", "ij ij ij"),
    ("pmf_gamma", "ij ij ij ij"),
    ("pmf_gamma", "ij il tj tl"),
    ("pmf_prior", "ij il tj tl"),
    ("gmf_gamma_gumbel", "ij ij ij"),
    ("gmf_gamma_normal", "ij ij il il"),
    ("gmf_normal_normal", "ij ij ij"),
    ("gmf_gamma_zeroinflatedpoisson", "ij ij il"),
    ("cpmf_gamma_gamma", "ij ij ij"),
    ("pmf_gamma_effects", "ij ij il"),
    ("pmf_gamma_weights", "ij il tj"),
    ("hpf_gamma", "ij ij ij"),
    ("hpf_gamma", "ij ij il"),
    ("hpf_gamma", "ij il tj"),
    ("ptf_gamma", "ijh ijh ilg"),
]


@pytest.mark.parametrize(
    "case", core(VERIFIED, [VERIFIED[n] for n in (0, 4, 10, 13)]), ids="-".join
)
def test_derivations_verify(case: tuple[str, str]) -> None:
    name, pattern = case
    derivation = cumulant(catalogue_model(name), *pattern.split())
    verdict = derivation.verify()
    assert verdict.failures == ()
    assert verdict.checked == len(derivation.steps) > 10
    assert not derivation.lemmas


def test_a_record_of_cumulants_comes_back_as_it_went() -> None:
    for name, pattern in (("hpf_gamma", "ij il tj"), ("gmf_gamma_gumbel", "ij ij ij ij")):
        derivation = cumulant(catalogue_model(name), *pattern.split())
        assert read_record(derivation.to_json()) == (derivation,)


@pytest.mark.thorough
def test_existence_of_the_highest_moment_is_a_condition() -> None:
    declaration = catalogue_model("hpf_rows_gamma")
    (shape,) = symbols(declaration, "a_prime")
    needed = cumulant(declaration, "ij", "ij", "ij").conditions
    assert {shape - 1, shape - 2, shape - 3} <= set(needed)
    assert shape - 4 not in needed
    assert shape - 4 in cumulant(declaration, "ij", "ij", "ij", "ij").conditions
