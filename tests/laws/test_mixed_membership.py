"""Mixed-membership models against urns: every moment by listing all draws, in fractions.

A Dirichlet vector that is integrated out leaves an urn. Of what was drawn from it n times, k times
with an outcome, the next draw has that outcome with probability (a + k) / (total + n). So the
probability of all words of a few short documents is a sum over the topics of their tokens.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest
import sympy
from cases import core, refused

import symppm as ppm
from symppm.counting import identical, joint_cumulant
from symppm.errors import ParameterError
from symppm.families import BASE_DIRICHLET, DIRICHLET, MULTINOMIAL
from symppm.laws import derive
from symppm.laws.interaction import shown_terms
from symppm.laws.partitions import set_partitions
from symppm.laws.patterns import Pattern, pattern_of
from symppm.model import catalogue_model
from symppm.model.nodes import KnownEntry
from symppm.solve import solve
from symppm.solve.targets import moment
from symppm.statistics.cross_moments import CUMULANTS, THIRD_ORDER, TRIPLES

TOPICS, WORDS = 2, 3
LENGTHS = (2, 2, 1)
SHARES = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
HYPERPARAMETERS = {
    "alpha": Fraction(2, 3), "eta": Fraction(3, 5), "gamma": Fraction(5, 4),
}  # fmt: skip

State = tuple[frozenset[tuple[tuple[object, ...], int]], tuple[int, ...]]
"""What was drawn so far, and the array of counts."""
Table = dict[tuple[int, ...], Fraction]
"""The probability of every array of counts, rows after one another."""


class Counts(Counter[tuple[object, ...]]):
    """How often something was drawn, by what it was drawn from."""

    def drawn(self, *key: object) -> Counts:
        made = Counts(self)
        made[key] += 1
        return made


def topics_of(counts: Counts, row: int, asymmetric: bool) -> Iterator[tuple[int, Fraction, Counts]]:
    """Yield the topic of the next token of a document, its probability, and what it changes."""
    alpha, gamma = HYPERPARAMETERS["alpha"], HYPERPARAMETERS["gamma"]
    before = sum(counts["topic", row, k] for k in range(TOPICS))
    whole = TOPICS * alpha + before
    for k in range(TOPICS):
        after = counts.drawn("topic", row, k)
        if not asymmetric:
            yield k, (alpha + counts["topic", row, k]) / whole, after
            continue
        # As in a Chinese restaurant franchise: a copy of a token before, or a draw from the base.
        if counts["topic", row, k]:
            yield k, counts["topic", row, k] / whole, after
        drawn = sum(counts["base", n] for n in range(TOPICS))
        share = (gamma + counts["base", k]) / (TOPICS * gamma + drawn)
        yield k, TOPICS * alpha / whole * share, after.drawn("base", k)


def word_of(counts: Counts, k: int, asymmetric: bool) -> Iterator[tuple[int, Fraction, Counts]]:
    before = sum(counts["word", k, j] for j in range(WORDS))
    total = WORDS * HYPERPARAMETERS["eta"]
    for j in range(WORDS):
        base = SHARES[j] if asymmetric else Fraction(1, WORDS)
        chance = (total * base + counts["word", k, j]) / (total + before)
        yield j, chance, counts.drawn("word", k, j)


@functools.cache
def words(*, asymmetric: bool) -> Table:
    """Return the probability of every table of words, document by document."""
    empty = (0,) * (len(LENGTHS) * WORDS)
    states: dict[State, Fraction] = {(frozenset(), empty): Fraction(1)}
    for row, length in enumerate(LENGTHS):
        for _ in range(length):
            later: dict[State, Fraction] = {}
            for (kept, table), weight in states.items():
                for k, first, counts in topics_of(Counts(dict(kept)), row, asymmetric):
                    for j, second, after in word_of(counts, k, asymmetric):
                        place = row * WORDS + j
                        more = (*table[:place], table[place] + 1, *table[place + 1 :])
                        key = (frozenset(after.items()), more)
                        later[key] = later.get(key, Fraction(0)) + weight * first * second
            states = later
    return by_table(states)


def by_table(states: Mapping[State, Fraction]) -> Table:
    found: Table = {}
    for (_, table), weight in states.items():
        found[table] = found.get(table, Fraction(0)) + weight
    assert sum(found.values()) == 1
    return found


def listed(table: Table, places: Sequence[int]) -> Fraction:
    """Return a joint cumulant of entries by their places."""

    def mean(block: Sequence[int]) -> Fraction:
        return sum(
            (weight * np.prod([row[n] for n in block], dtype=object) for row, weight in
             table.items()), Fraction(0),
        )  # fmt: skip

    total = Fraction(0)
    for blocks in set_partitions(tuple(range(len(places)))):
        product = Fraction((-1) ** (len(blocks) - 1))
        for n in range(1, len(blocks)):
            product *= n
        for block in blocks:
            product *= mean([places[n] for n in block])
        total += product
    return total


def value_at(result: sympy.Expr, name: str, columns: int) -> Fraction:
    declaration = catalogue_model(name)
    known = {"n": LENGTHS, "share": SHARES}
    pools = {axis: axis.pool(8) for axis in declaration.observed.axes}
    at = {s: sympy.Rational(HYPERPARAMETERS[s.name]) for s in declaration.hyperparameters}
    at |= {declaration.axis("factor").size: TOPICS, declaration.axis("col").size: columns}
    for entry in result.atoms(KnownEntry):
        (letter,) = entry.indices
        values = known[entry.name]
        at[entry] = sympy.Rational(values[pools[declaration.axis_of(letter)].index(letter)])
    number = sympy.sympify(result).xreplace(at)
    assert number.is_Rational
    return Fraction(int(number.p), int(number.q))


ASKED = (
    "ij", "ij ij", "ij il", "ij tj", "ij tl", "ij ij ij", "ij ij il", "ij ij tj", "ij il in",
    "ij il tj", "ij tj sj", "ij tj sl", "ij tl sn", "ij ij ij ij", "ij ij tj tj", "ij il tj tl",
    "ij il tn sj",
)  # fmt: skip
DERIVED = ("ij", "ij ij", "ij il", "ij tj", "ij tl", "ij ij tj", "ij il in", "ij il tj", "ij tj sj",
           "ij tl sn")  # fmt: skip
"""Those that are derived here by the laws too; deriving them all takes minutes."""


@pytest.mark.parametrize("asked", core(ASKED, ("ij ij", "ij tj", "ij tl sn")))
@pytest.mark.parametrize("name", ["lda", "lda_asymmetric"])
def test_moments_of_words_are_those_of_all_draws(name: str, asked: str) -> None:
    declaration = catalogue_model(name)
    pattern = pattern_of(declaration, asked.split())
    entries = pattern.entries(declaration)
    due = listed(
        words(asymmetric=name != "lda"), [row * WORDS + col for row, col in pattern.places]
    )
    counted = joint_cumulant(declaration, entries).value
    assert value_at(counted, name, WORDS) == due
    if asked in DERIVED and (name == "lda" or len(entries) < 3):
        derived = derive(declaration, f"cumulant {asked}").result
        assert value_at(derived, name, WORDS) == due
        assert identical(derived, counted)


@pytest.mark.thorough
def test_steps_of_a_cumulant_of_words_verify_and_reveal_a_change() -> None:
    derivation = derive(catalogue_model("lda"), "cumulant ij il tj")
    assert derivation.verify().ok, derivation.verify().failures
    place = next(
        n
        for n, step in enumerate(derivation.steps)
        if step.rule == "joint_moment" and step.before.has(sympy.Symbol("Y", nonnegative=True))
    )
    step = derivation.steps[place]
    trials = step.after.atoms(KnownEntry).pop()
    # Pairs of different trials: n^2 in the place of n (n - 1) is what replacement would give.
    wrong = dataclasses.replace(step, after=step.after * trials / (trials - 1))
    steps = (*derivation.steps[:place], wrong, *derivation.steps[place + 1 :])
    assert not dataclasses.replace(derivation, steps=steps).verify().ok


def test_the_interaction_comes_out_of_second_moments() -> None:
    """Of two tokens of one document, over those of two: (K - 1)/((K alpha + 1)(K eta + 1)).

    E[Y (Y - 1)]/(n (n - 1)) is the chance that both tokens are one word, and E[Y Y']/(n n') that of
    two documents. With M words the excess of their ratio over one has K eta M/(M - 1) + K/(M - 1)
    in the place of K eta, which the division by the sum of M Gamma variables adds.
    """
    declaration = catalogue_model("lda")
    alpha, eta = declaration.hyperparameters
    (k,), (m,) = declaration.sizes, declaration.lengths
    mean, variance, covariance = (
        derive(declaration, what).result for what in ("mean", "variance", "covariance col")
    )
    n, other = sorted(covariance.atoms(KnownEntry), key=str)
    one = (variance + mean**2 - mean) / (n * (n - 1))
    two = (covariance + mean * mean.xreplace({n: other})) / (n * other)
    excess = sympy.factor(one / two - 1)
    exact = (k - 1) / ((k * alpha + 1) * (k * eta * m / (m - 1) + 1 + k / (m - 1)))
    assert sympy.cancel(excess - exact) == 0
    limit = sympy.limit(excess, m, sympy.oo)
    assert sympy.cancel(limit - (k - 1) / ((k * alpha + 1) * (k * eta + 1))) == 0


def test_word_totals_tell_topics_from_concentrations_through_one_product_only() -> None:
    """The cumulants of entries of one word in different documents see K eta as M grows."""
    declaration = catalogue_model("lda")
    _, eta = declaration.hyperparameters
    (k,), (m,) = declaration.sizes, declaration.lengths
    pair, three = (moment(declaration, name) for name in ("cov_col", "cumulant_ij_tj_sj"))
    assert sympy.cancel(pair - 1 / (k * m * (m * eta + 1))) == 0
    assert sympy.cancel(three - 2 / (k**2 * m * (m * eta + 1) * (m * eta + 2))) == 0
    assert sympy.limit(three / pair**2 / (2 * m), m, sympy.oo) == 1


@pytest.mark.parametrize("target", THIRD_ORDER)
def test_what_one_array_shows_is_what_the_estimators_combine(target: str) -> None:
    declaration = catalogue_model("lda")
    places = pattern_of(declaration, target.split("_")[1:]).places
    found: Counter[tuple[str, ...]] = Counter()
    for product, number in shown_terms(places).items():
        assert len(product) == 1
        found[tuple(sorted(Pattern(product[0]).words(declaration)))] += number
    row = CUMULANTS[THIRD_ORDER.index(target)]
    due: Counter[tuple[str, ...]] = Counter()
    for triple, number in zip(TRIPLES, row, strict=True):
        usual = Pattern(pattern_of(declaration, triple.split("_")).places).words(declaration)
        due[tuple(sorted(usual))] += int(number)
    assert +found == +due
    assert -found == -due


@pytest.mark.thorough
def test_the_solution_leads_back_and_at_a_size_it_needs_second_moments_only() -> None:
    declaration = catalogue_model("lda")
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    truth = {"K": 6, "alpha": Fraction(1, 4), "eta": Fraction(1, 10), "M": 40}
    at = {**truth, "mean_inverse_exposure": Fraction(1, 80)}

    def numbers(names: Sequence[str]) -> dict[str, str]:
        values = {s: sympy.Rational(str(at[s.name])) for n in names
                  for s in moment(declaration, n).free_symbols}  # fmt: skip
        return {name: str(moment(declaration, name).xreplace(values)) for name in names}

    given = {"M": "40", "mean_inverse_exposure": "1/80"}
    second = ("variance", "cov_col")
    at_size = solve(declaration, second, {"K": symbols["K"]})
    (found,) = at_size.evaluate({**numbers(second), **given, "K": "6"})
    assert found == pytest.approx({"alpha": 0.25, "eta": 0.1})
    match = ppm.match(
        targets={name: float(sympy.Rational(value)) for name, value in
                 numbers((*second, "cumulant_ij_tj_sj")).items()},
        model="lda", fixed={"M": 40, "mean_inverse_exposure": 1 / 80},
    )  # fmt: skip
    assert match.k == 6
    assert match.parameters["alpha"] == pytest.approx(0.25)
    assert match.parameters["eta"] == pytest.approx(0.1)
    with pytest.raises(ParameterError, match="without M, the number of values along col"):
        ppm.match(targets={"variance": 1.0, "cov_col": 0.1}, model="lda")


# The families


@pytest.mark.parametrize("powers", [(1,), (3,), (1, 1), (2, 1), (2, 2), (1, 1, 1), (4,)])
def test_multinomial_moments_are_those_of_all_sequences(powers: tuple[int, ...]) -> None:
    shares = (Fraction(1, 2), Fraction(1, 6), Fraction(1, 3))
    due = Fraction(0)
    for outcomes in itertools.product(range(3), repeat=4):
        weight = np.prod([shares[each] for each in outcomes], dtype=object)
        due += weight * np.prod([outcomes.count(n) ** p for n, p in enumerate(powers)])
    own = [{"trials": sympy.Integer(4), "probabilities": sympy.Rational(each)}
           for each in shares[: len(powers)]]  # fmt: skip
    assert MULTINOMIAL.joint_moment(powers, MULTINOMIAL.together(own)).value == sympy.Rational(due)
    if len(powers) == 1:
        assert MULTINOMIAL.raw_moment(powers[0], own[0]).value == sympy.Rational(due)


def test_base_measures_generalise_the_symmetric_distribution() -> None:
    a, size = sympy.Rational(3, 7), sympy.Integer(4)
    for powers in itertools.product((-1, 1, 2), repeat=2):
        own = [{"concentration": a + 2, "base": 1 / size, "size": size}] * 2
        found = BASE_DIRICHLET.joint_moment(powers, BASE_DIRICHLET.together(own)).value
        symmetric = {"concentration": a + 2, "size": size}
        assert found == DIRICHLET.joint_moment(powers, symmetric).value
    shares = [sympy.Rational(each) for each in SHARES]
    whole = sympy.S.Zero
    for powers in itertools.product(range(4), repeat=3):
        if sum(powers) == 3:
            some = [(share, n) for share, n in zip(shares, powers, strict=True) if n]
            own = [{"concentration": a, "base": share, "size": sympy.Integer(3)} for share, _ in
                   some]  # fmt: skip
            ways = sympy.multinomial_coefficients(3, 3)[powers]
            orders = [n for _, n in some]
            whole += ways * BASE_DIRICHLET.joint_moment(orders, BASE_DIRICHLET.together(own)).value
    assert whole == 1


@pytest.mark.parametrize("family", [MULTINOMIAL, BASE_DIRICHLET], ids=lambda family: family.name)
def test_draws_have_the_moments(family: type) -> None:
    generator = np.random.default_rng(20261126)
    shares = np.array([float(each) for each in SHARES])
    given = {"trials": np.asarray(7.0), "probabilities": shares, "base": shares,
             "concentration": np.asarray(0.4), "size": np.asarray(3.0)}  # fmt: skip
    own = {each.name: given[each.name] for each in family.parameters}
    drawn = family.sample(generator, own, (40_000, 3))
    parameters = [
        {key: sympy.Rational(str(float(np.ravel(value)[n % value.size]))) for key, value in
         own.items()} for n in range(3)
    ]  # fmt: skip
    for powers in ((1, 0, 0), (2, 0, 0), (1, 1, 0), (0, 1, 2)):
        some = [n for n in range(3) if powers[n]]
        due = family.joint_moment(
            [powers[n] for n in some], family.together([parameters[n] for n in some])
        )
        values = np.prod(drawn ** np.array(powers), axis=-1)
        error = values.std() / np.sqrt(len(values))
        assert abs(values.mean() - float(due.value)) < 5 * error


# The language


def test_documents_have_the_lengths_and_the_words_that_were_asked_for() -> None:
    shares = np.array([0.5, 0.25, 0.125, 0.125])
    known = {"n": np.arange(1, 301), "share": shares}
    point = {"K": 4, "alpha": 0.5, "eta": 0.8, "gamma": 2.0}
    drawn = ppm.sample("lda_asymmetric", point, shape=(300, 4), draws=60, random_seed=5,
                       known=known)  # fmt: skip
    assert (drawn.sum(axis=-1) == known["n"]).all()
    totals = (drawn / known["n"][:, None]).mean(axis=1)
    error = totals.std(axis=0) / np.sqrt(len(totals))
    assert (np.abs(totals.mean(axis=0) - shares) < 4.5 * error).all()
    with pytest.raises(ParameterError, match="sums to 2 along col"):
        ppm.sample("lda_asymmetric", point, shape=(300, 4), random_seed=5,
                   known={**known, "share": 2 * shares})  # fmt: skip
    with pytest.raises(ParameterError, match=r"its trials is 1\.5"):
        ppm.sample("lda", {"K": 2, "alpha": 1.0, "eta": 1.0}, shape=(1, 3), random_seed=5,
                   known={"n": [1.5]})  # fmt: skip


WRONG: Mapping[str, tuple[Callable[[], object], str]] = {
    "a sum that varies": (
        lambda: multinomial(ppm.Gamma("g", shape=1, rate=1, dims="row col")),
        "not known",
    ),
    "the sum of two": (
        lambda: multinomial(2 * ppm.Dirichlet("d", concentration=1, dims="row col", over="col")),
        "is 2",
    ),
    "sums along another axis": (
        lambda: multinomial(ppm.Dirichlet("d", concentration=1, dims="row col", over="row")),
        "not known",
    ),
    "known constants of any sum": (
        lambda: multinomial(ppm.Known("w", dims="col")),
        "not known",
    ),
    "trials that vary along the vector": (
        lambda: ppm.Multinomial(
            "Y", trials=ppm.Known("n", dims="col"),
            probabilities=ppm.Known("w", dims="col", over="col"), dims="row col", over="col",
        ),
        "trials of Y is n[j], which varies along the axis 'col'",
    ),
    "a known array over what it has not": (
        lambda: ppm.Known("w", dims="col", over="row"),
        "the known w over 'row', with the axes: col",
    ),
}  # fmt: skip


def multinomial(shares: object) -> object:
    return ppm.Multinomial("Y", trials=3, probabilities=shares, dims="row col", over="col")


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_sum_to_one_is_refused(wrong: str) -> None:
    body, text = WRONG[wrong]
    assert text in refused(body)
