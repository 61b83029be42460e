"""Joint cumulants: how they are asked for, written out and derived.

Their values are those of test_moments_by_enumeration.py, and of the counting room.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
import sympy
from cases import core

from symppm.counting import identical
from symppm.errors import DeclarationError, NotBuiltError
from symppm.laws import Derivation, derive
from symppm.laws.patterns import pattern_of
from symppm.model import Declaration, catalogue_model


def cumulant(declaration: Declaration, *entries: str) -> Derivation:
    return derive(declaration, " ".join(["cumulant", *entries]))


def symbols(declaration: Declaration, names: str) -> list[sympy.Symbol]:
    known = {each.name: each for each in (*declaration.hyperparameters, *declaration.sizes)}
    return [known[name] for name in names.split()]


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


# --- the language -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", core(["pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
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
