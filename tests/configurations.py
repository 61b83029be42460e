"""Small models whose joint moments are known by listing every configuration, with fractions.

The model is an ordinary declaration whose variables are all of the family below: a draw from a few
points, times a scale, plus a location. What is evaluated here are the declared parameters
themselves, with sums over an axis written out label by label; nothing is known of coincidences.
There are named models, and random ones with levels, several axes, weights of factors and sums of
rows.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

import symppm as ppm
from symppm.families import Family, Moment, Parameter, Support
from symppm.model import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry, KnownEntry, index

F = Fraction
Key = tuple[str, tuple[int, ...]]
Values = Mapping[Key, Fraction]
Known = Callable[[str, tuple[int, ...]], Fraction]
Function = Callable[[Values], Fraction]
Places = Sequence[tuple[int, ...]]

LABELS = {"i": 0, "t": 1, "j": 0, "l": 1}
MOST_CONFIGURATIONS = 700


class Points(Family):
    """``location + scale * D`` with a D that has a few values."""

    parameters = (
        Parameter("scale", "positive", "scale"),
        Parameter("location", "nonnegative", "location"),
    )
    support = Support("positive")

    def __init__(self, name: str, values: Mapping[Fraction, Fraction]) -> None:
        assert sum(values.values()) == 1
        self.name = name  # type: ignore[misc]
        self.values = values

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        scale, location = parameters["scale"], parameters["location"]
        if order < 0:
            # Only declared without a location then.
            return Moment(_rational(self.base(order)) * scale**order)
        return Moment(
            sympy.Add(
                *(
                    sympy.binomial(order, n)
                    * location ** (order - n)
                    * scale**n
                    * _rational(self.base(n))
                    for n in range(order + 1)
                )
            )
        )

    def base(self, order: int) -> Fraction:
        return sum((p * d**order for d, p in self.values.items()), F(0))

    def sample(self, generator: Any, parameters: Any, size: Any) -> Any:
        values, chances = (
            list(map(float, each)) for each in zip(*self.values.items(), strict=True)
        )
        drawn = generator.choice(values, size, p=chances)
        return parameters["location"] + parameters["scale"] * drawn


COIN = Points("Coin", {F(1): F(1, 3), F(4): F(2, 3)})
SKEWED = Points("Skewed", {F(1, 2): F(3, 4), F(3): F(1, 4)})
THREE = Points("Three", {F(1): F(1, 2), F(2): F(1, 3), F(5): F(1, 6)})


class RealPoints(Points):
    """The same on the whole line, as factors of mean zero are."""

    parameters = (Points.parameters[0], Parameter("location", "real", "location"))
    support = Support("real")


SIGNS = RealPoints("Signs", {F(-1): F(1, 2), F(1): F(1, 2)})
CENTRED = RealPoints("Centred", {F(-1): F(2, 3), F(2): F(1, 3)})


def _rational(number: Fraction) -> sympy.Rational:
    return sympy.Rational(number.numerator, number.denominator)


@dataclass(frozen=True)
class Numbers:
    """Numbers for all symbols of a model: hyperparameters and sizes by name, known entries."""

    symbols: Mapping[str, Fraction]
    known: Known = lambda name, place: F(1)

    def put_into(self, expression: sympy.Expr) -> Fraction:
        """Return the value of a result, whose known entries have letters for indices."""
        values = {
            entry: _rational(self.known(entry.name, tuple(LABELS[i.name] for i in entry.indices)))
            for entry in expression.atoms(KnownEntry)
        }
        result = expression.xreplace(values)
        result = result.xreplace(
            {symbol: _rational(self.symbols[symbol.name]) for symbol in result.free_symbols}
        )
        return F(int(result.p), int(result.q))


@dataclass(frozen=True)
class Small:
    """A declaration with numbers for everything in it."""

    declaration: Declaration
    numbers: Numbers

    def moment(self, name: str, places: Places) -> Fraction:
        """Return the expectation of a product of entries of one variable."""
        exponents = Counter((name, place) for place in places)
        order = self._order(exponents)
        free = [key for key in order if key not in exponents]
        assert not any(self._parents(key) & set(exponents) for key in exponents)
        total = F(0)
        steps = {key: self._step(key) for key in order}
        for outcome in itertools.product(*(self._family(key).values.items() for key in free)):
            values: dict[Key, Fraction] = {}
            weight = F(1)
            for key, (draw, probability) in zip(free, outcome, strict=True):
                scale, location = steps[key]
                values[key] = location(values) + scale(values) * draw
                weight *= probability
            for key, exponent in exponents.items():
                # Given their parents these are independent: list each one's values alone.
                scale, location = steps[key]
                origin, unit = location(values), scale(values)
                weight *= sum(
                    (
                        p * (origin + unit * d) ** exponent
                        for d, p in self._family(key).values.items()
                    ),
                    F(0),
                )
            total += weight
        return total

    def configurations(self, name: str, places: Places) -> int:
        """Return how many configurations that takes."""
        keys = {(name, place) for place in places}
        return math.prod(
            len(self._family(key).values) for key in self._order(keys) if key not in keys
        )

    def cumulant(self, name: str, places: Places) -> Fraction:
        """Return a joint cumulant, from the moments of all subsets of the entries."""
        found: dict[tuple[int, ...], Fraction] = {}

        def moment(chosen: Sequence[int]) -> Fraction:
            return self.moment(name, [places[n] for n in chosen])

        def of(chosen: tuple[int, ...]) -> Fraction:
            # A moment is the sum over the blocks that can hold the first entry.
            if chosen not in found:
                first, rest = chosen[0], chosen[1:]
                found[chosen] = moment(chosen) - sum(
                    (
                        of((first, *block)) * moment([n for n in rest if n not in block])
                        for size in range(len(rest))
                        for block in itertools.combinations(rest, size)
                    ),
                    F(0),
                )
            return found[chosen]

        return of(tuple(range(len(places))))

    def _family(self, key: Key) -> Points:
        family = self.declaration.by_name[key[0]].family
        assert isinstance(family, Points)
        return family

    def _order(self, keys: Iterable[Key]) -> list[Key]:
        """Return entries and their ancestors, parents before children."""
        found: dict[Key, None] = {}

        def visit(key: Key) -> None:
            for parent in sorted(self._parents(key)):
                visit(parent)
            found.setdefault(key)

        for key in keys:
            visit(key)
        return list(found)

    def _place(self, key: Key) -> dict[sympy.Symbol, int]:
        axes = self.declaration.by_name[key[0]].axes
        return {axis.generic: label for axis, label in zip(axes, key[1], strict=True)}

    def _parents(self, key: Key) -> set[Key]:
        found: set[Key] = set()
        for value in self.declaration.by_name[key[0]].parameters.values():
            found |= set(self._entries(value, self._place(key)))
        return found

    def _entries(self, node: sympy.Expr, place: Mapping[sympy.Symbol, int]) -> Iterator[Key]:
        if isinstance(node, Entry):
            yield node.name, tuple(place[letter] for letter in node.indices)
        elif isinstance(node, AxisSum):
            for label in range(int(self.numbers.symbols[node.size.name])):
                yield from self._entries(node.summand, {**place, node.bound: label})
        else:
            for argument in node.args:
                yield from self._entries(argument, place)

    def _step(self, key: Key) -> tuple[Function, Function]:
        parameters = self.declaration.by_name[key[0]].parameters
        place = self._place(key)
        return (
            self._function(parameters["scale"], place),
            self._function(parameters["location"], place),
        )

    def _function(self, node: sympy.Expr, place: Mapping[sympy.Symbol, int]) -> Function:
        """Return an expression as a function of the values of entries."""
        if isinstance(node, Entry):
            key = (node.name, tuple(place[letter] for letter in node.indices))
            return lambda values: values[key]
        if isinstance(node, KnownEntry):
            constant = self.numbers.known(node.name, tuple(place[i] for i in node.indices))
            return lambda values: constant
        if isinstance(node, AxisSum):
            parts = [
                self._function(node.summand, {**place, node.bound: label})
                for label in range(int(self.numbers.symbols[node.size.name]))
            ]
            return lambda values: sum((part(values) for part in parts), F(0))
        if node.is_Rational or node.is_Symbol:
            number = (
                self.numbers.symbols[node.name] if node.is_Symbol else F(int(node.p), int(node.q))
            )
            return lambda values: number
        if node.is_Pow:
            base, exponent = self._function(node.base, place), int(node.exp)
            return lambda values: base(values) ** exponent
        parts = [self._function(argument, place) for argument in node.args]
        if node.is_Add:
            return lambda values: sum((part(values) for part in parts), F(0))
        assert node.is_Mul
        return lambda values: math.prod((part(values) for part in parts), start=F(1))


def known(name: str, place: tuple[int, ...]) -> Fraction:
    return F(2 + len(name) + 3 * sum((n + 1) * each for n, each in enumerate(place)), 7)


def entries(declaration: Declaration, pattern: Sequence[str]) -> list[Entry]:
    return [declaration.observed.at(*map(index, letters)) for letters in pattern]


def places(pattern: Sequence[str]) -> list[tuple[int, ...]]:
    return [tuple(LABELS[letter] for letter in letters) for letters in pattern]


def small(model: Callable[[], None], factors: int) -> Small:
    """Declare one of the named models."""
    with ppm.Model(model.__name__) as made:
        model()
    symbols = {"a": F(3, 2), "b": F(2, 5), "K": F(factors), "N_topic": F(2), "N": F(2), "M": F(2)}
    return Small(made.declaration, Numbers(symbols, known))


# The named models


def draw(name: str, dims: str, scale: Any, location: Any = 0, family: Points = COIN) -> Variable:
    return ppm.variable(name, family, dims=dims, scale=scale, location=location)


def observe(scale: Any, location: Any = 0) -> None:
    ppm.variable("Y", SKEWED, dims="row col", observed=True, scale=scale, location=location)


def bilinear() -> None:
    a, b = ppm.hyperparameters("a b")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b, family=SKEWED)
    observe(ppm.sum(theta * beta, over="factor"))


def hierarchical() -> None:
    a, b = ppm.hyperparameters("a b")
    xi, eta = draw("xi", "row", a, family=SKEWED), draw("eta", "col", b)
    theta, beta = draw("theta", "row factor", a / xi), draw("beta", "col factor", b * eta)
    observe(ppm.sum(theta * beta, over="factor"))


def two_latent_axes() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a)
    core = draw("core", "factor topic", b)
    beta = draw("beta", "col topic", 1, family=SKEWED)
    observe(ppm.sum(theta * ppm.sum(core * beta, over="topic"), over="factor"))


def two_sums_inside_a_sum() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    core = draw("core", "factor topic", 1, family=SKEWED)
    beta = draw("beta", "col topic", 1)
    inner = ppm.sum(core, over="topic") * ppm.sum(core * beta, over="topic")
    observe(ppm.sum(theta * inner, over="factor"))


def sums_inside_a_sum() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    core = draw("core", "factor topic", a)
    inner = ppm.sum(core, over="topic")
    observe(ppm.sum(theta * inner + a * theta**2, over="factor"))


def one_axis_twice() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    beta = draw("beta", "col factor", 1)
    observe(ppm.sum(theta * ppm.sum(theta * beta, over="factor"), over="factor"))


def sums_of_rows() -> None:
    a, b = ppm.hyperparameters("a b")
    alpha = draw("alpha", "row", a)
    beta = draw("beta", "row col", b)
    observe(alpha + ppm.sum(alpha * beta, over="row"), a)


def a_child_of_a_sum() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a)
    phi = draw("phi", "row", ppm.sum(theta, over="factor"), family=SKEWED)
    observe(phi * b, ppm.sum(theta * phi, over="factor") * phi)


def averages() -> None:
    a, b = ppm.hyperparameters("a b")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b)
    observe(ppm.sum(theta * beta, over="factor") / ppm.size("factor"), a)


def a_power_of_a_sum() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    effect = draw("effect", "col", 1, family=SKEWED)
    observe((ppm.sum(theta, over="factor") + effect) ** 2 / effect)


def exposures() -> None:
    a, b = ppm.hyperparameters("a b")
    gamma, delta = ppm.Known("gamma", dims="col"), ppm.Known("delta", dims="row col")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b / (1 + gamma))
    observe(gamma * ppm.sum(theta * beta, over="factor"), 1 / (a + delta))


def sums_of_rows_with_exposures() -> None:
    a, b = ppm.hyperparameters("a b")
    gamma = ppm.Known("gamma", dims="row")
    alpha = draw("alpha", "row", a)
    beta = draw("beta", "row col", b)
    observe(gamma * alpha + ppm.sum(alpha * beta, over="row"), a)


def observe_real(location: Any, scale: Any = 1) -> None:
    ppm.variable("Y", CENTRED, dims="row col", observed=True, scale=scale, location=location)


def centred() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a, family=SIGNS)
    beta = draw("beta", "col factor", 1, family=CENTRED)
    observe_real(ppm.sum(theta * beta, over="factor"), b)


def centred_levels() -> None:
    a, b = ppm.hyperparameters("a b")
    xi, mu = draw("xi", "row", a), draw("mu", "factor", b, family=CENTRED)
    theta = draw("theta", "row factor", xi, mu, family=SIGNS)
    beta = draw("beta", "col factor", 1, family=CENTRED)
    observe_real(ppm.sum(theta * beta, over="factor"), xi)


def a_square_of_a_centred_sum() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a, family=CENTRED)
    effect = draw("effect", "col", 1, -a, family=SIGNS)
    observe_real((ppm.sum(theta, over="factor") + effect) ** 2 - effect * a)


MODELS: Sequence[Callable[[], None]] = (
    bilinear,
    hierarchical,
    two_latent_axes,
    sums_inside_a_sum,
    two_sums_inside_a_sum,
    one_axis_twice,
    sums_of_rows,
    a_child_of_a_sum,
    averages,
    a_power_of_a_sum,
    exposures,
    sums_of_rows_with_exposures,
    centred,
    centred_levels,
    a_square_of_a_centred_sum,
)


# Random models

AXES = ("row", "col", "factor", "topic")
_MOST_FACTORS = 8


def summed_to(value: Any, used: set[str], kept: set[str]) -> Any:
    """Sum an expression over the axes that it may not vary along."""
    over = [axis for axis in AXES if axis in used - kept]
    return ppm.sum(value, over=" ".join(over)) if over else value


def random_model(seed: int, *, real: bool = False) -> tuple[Declaration, int]:
    """Declare one to four latent variables, each of which the observed one depends on.

    With `real`, some of them are of mean zero about a location, and so is the observed one. Also
    return the degree of the rate in the variables at the top, which decides how long counting
    and listing take.
    """
    choose = random.Random(seed)
    with ppm.Model(f"random_{seed}") as model:
        a, b = ppm.hyperparameters("a b")
        made: list[Variable] = []
        undivided: set[str] = set()
        signed: set[str] = set()
        degrees: dict[str, int] = {}
        for number in range(choose.randint(1, 4)):
            dims = choose.sample(AXES, choose.randint(0, 2))
            scale: Any = choose.choice([a, b, 1 / a, a * b, sympy.Integer(2)])
            location: Any = choose.choice([0, 0, b])
            degree = 1
            if made and choose.random() < 0.6:
                parent = choose.choice(made)
                exponent = choose.choice([1, 1, 2] if parent.name in undivided else [1, 2, -1])
                degree += degrees[parent.name] * abs(exponent)
                above = summed_to(parent**exponent, set(parent.dims), set(dims))
                if choose.random() < 0.7 and parent.name not in signed:
                    scale = scale * above
                else:
                    location = location + above
            family = choose.choice([COIN, SKEWED, THREE])
            above_it = {entry.name for entry in sympy.sympify(location).atoms(Entry)}
            if above_it & signed or (real and choose.random() < 0.6):
                family = choose.choice([SIGNS, CENTRED])
            variable = ppm.variable(
                f"x{number}", family, dims=" ".join(dims), scale=scale, location=location
            )
            parents = {each.name for each in made if scale.has(each.generic)}
            if family in (SIGNS, CENTRED):
                signed.add(variable.name)
                undivided.add(variable.name)
            if location != 0 or scale.has(AxisSum) or parents & undivided:
                # Its reciprocal would be one of a sum.
                undivided.add(variable.name)
            degrees[variable.name] = degree
            made.append(variable)
        largest = 0
        rate: Any = a
        for variable in made:
            other = choose.choice(made)
            divides = other.name not in undivided and other is not variable
            weight = choose.choice([1, 2, -1] if divides else [1, 1, 2])
            product = variable * other**weight
            largest = max(largest, degrees[variable.name] + degrees[other.name] * abs(weight))
            used = {*variable.dims, *other.dims}
            kept = {axis for axis in ("row", "col") if choose.random() < 0.8}
            rate = rate + choose.choice([1, b]) * summed_to(product, used, kept)
        location = choose.choice([0, b])
        if real:
            observe_real(rate - a, a / b)
        else:
            observe(rate + b, location)
    return model.declaration, largest


def numbers(seed: int) -> Numbers:
    choose = random.Random(-seed)
    sizes = {"K": F(choose.randint(1, 3)), "N_topic": F(choose.randint(1, 2))}
    return Numbers({"a": F(5, 3), "b": F(1, 2), "N": F(2), "M": F(2), **sizes})


def pattern_of(seed: int, order: int) -> list[str]:
    choose = random.Random(1000 + seed)
    return [choose.choice("it") + choose.choice("jl") for _ in range(order)]


def random_small(
    seed: int, orders: tuple[int, ...], *, real: bool = False
) -> tuple[Small, list[str]]:
    """Return a random model and entries that can be listed within a fraction of a second."""
    for attempt in itertools.count(seed, 1000):
        declaration, degree = random_model(attempt, real=real)
        by_hand = Small(declaration, numbers(attempt))
        for order in orders:
            pattern = pattern_of(attempt, order)
            few = by_hand.configurations("Y", places(pattern)) <= MOST_CONFIGURATIONS
            if few and order * degree <= _MOST_FACTORS:
                return by_hand, pattern
    raise AssertionError
