"""Verify derivation files, as in python derivations/check.py derivations/*.json.

Nothing is trusted but Python's standard library: no SymPy, no symppm. A file holds a declared
model, derivations of its moments and certificates of its solutions. What is verified, and where to
read how:

1. Arithmetic. A rational function of names is a number times powers of polynomials, all exact. A
   name is a text: a symbol (a), an entry (theta[i,k]), or what is not rational (exp(mu)).
2. Sums over an axis. Sums of products of entries are names too.
3. Families. The raw moments of each distribution: the only facts that are taken from a table.
4. The model. The moment of any random quantity: entries are integrated out one by one, the last
   declared first, all behind it given, and a sum is split by which other index its own coincides
   with. Nothing random is left, and two sides are equal if their difference is zero.
5. Laws. What each law says, as a formula in which each moment is read as a name, and exactly which
   side conditions it needs.
6. Derivations. Both sides of every step are computed by 4 and compared, so that it is true by
   itself, and its law is checked by 5; it rewrites what the step before it left; the last line is
   the result, and equals the target.
7. Solutions. Certificates: each sentence is an identity, a sign, a rank or a number of roots. For
   signs, names are positive (± begins the others), and a sum of positive terms is positive.

What cannot be decided here is "not shown"; that is printed, and is no failure. Exit status 1 if
anything does not hold; the first step that does not is printed, and why.
"""

from __future__ import annotations

import ast
import json
import operator
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations, count, pairwise, permutations, product, zip_longest
from math import comb, factorial, gcd, lcm, prod
from pathlib import Path
from typing import Any

Number = Fraction | int
Monomial = tuple[tuple[str, Number], ...]
"""A product of powers of names, sorted."""
Tree = Any
"""An expression as the files write it, tuples for lists: the kind first, then the parts."""


class Wrong(Exception):  # noqa: N818
    """Something that a file says does not hold."""


class NotShown(Exception):  # noqa: N818
    """Something cannot be decided here."""


def need(fact: object, otherwise: str) -> None:
    if not fact:
        raise Wrong(otherwise)


# 1. Arithmetic -----------------------------------------------------------------------------------
# A name that begins with ± may be negative; every other one is positive. What is not rational is a
# name as well: pi, exp(mu), gamma(1 + 1/a); a prime number is one under a root, as in 2^(1/2).


class Poly(frozenset[tuple[Monomial, Number]]):
    """A polynomial: products of powers of names, each with its number."""

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(n for monomial, _ in self for n, _ in monomial)


def name(text: str) -> Poly:
    return Poly({(((text, 1),), 1)})


def expanded(number: Number, factors: Mapping[Poly, Number]) -> dict[Monomial, Number]:
    """Multiply powers of polynomials out."""
    total: dict[Monomial, Number] = {(): number}
    for poly, power in factors.items():
        single = [Poly({(((n, power),), 1)}) for n in poly.names] if len(poly) == 1 else []
        if not single and (power != int(power) or power < 0):
            raise NotShown("a root of a sum, or a division by one, among what is added up")
        for terms in single or [poly] * int(power):
            before, total = total, {}
            for (one, x), (two, y) in product(before.items(), terms):
                powers, coefficient = dict(one), x * y
                for n, p in two:
                    powers[n] = powers.get(n, 0) + p
                    if n.isdigit() and powers[n] >= 1:  # the square of the root of a prime
                        coefficient, powers[n] = coefficient * int(n), powers[n] - 1
                monomial = tuple(sorted((n, p) for n, p in powers.items() if p))
                total[monomial] = total.get(monomial, 0) + coefficient
    return {monomial: x for monomial, x in total.items() if x}


Odd = Callable[["Rat"], tuple[set[Poly], int]]
"""What has a sign that is not known, and the sign of all else: see Signs."""


class Rat:
    """A rational function: a number times powers of primitive polynomials, expanded only to add."""

    def __init__(self, number: Number, factors: Mapping[Poly, Number] | None = None) -> None:
        self.number = Fraction(number)
        self.factors = {p: n for p, n in (factors or {}).items() if n and number}

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset[str]().union(*(poly.names for poly in self.factors))

    @staticmethod
    def of(terms: Mapping[Monomial, Number]) -> Rat:
        """Take out the content and powers of names; the leading coefficient becomes positive."""
        if not terms:
            return Rat(0)
        powers = [dict(monomial) for monomial in terms]
        common = {n: min(each.get(n, 0) for each in powers) for n in set().union(*powers)}
        left = (((n, each.get(n, 0) - p) for n, p in common.items()) for each in powers)
        rest = [tuple(sorted((n, p) for n, p in each if p)) for each in left]
        numbers = dict(zip(rest, map(Fraction, terms.values()), strict=True))
        above = gcd(*(x.numerator for x in numbers.values()))
        below = lcm(*(x.denominator for x in numbers.values()))
        content = Fraction(-above if numbers[max(rest)] < 0 else above, below)
        primitive = Poly((m, int(x / content)) for m, x in numbers.items())
        return powers_of(common.items()) * Rat(content, {primitive: int(len(rest) > 1)})

    def __mul__(self, other: Rat | Number) -> Rat:
        if not isinstance(other, Rat):
            return Rat(self.number * other, self.factors)
        number, factors = self.number * other.number, dict(self.factors)
        for poly, power in other.factors.items():
            factors[poly] = factors.get(poly, 0) + power
            if len(poly) == 1 and isinstance(power, Fraction) and min(poly.names).isdigit():
                number *= Fraction(min(poly.names)) ** int(factors[poly] // 1)
                factors[poly] %= 1
        return Rat(number, factors)

    def __pow__(self, power: Number, odd: Odd | None = None) -> Rat:
        """Return a power; a root only if each factor is positive, or its opposite is."""
        power = int(power) if power == int(power) else Fraction(power)
        need((self.number or power >= 0) and power**2 < 10**6, "a power without a value")
        if isinstance(power, int):
            return Rat(self.number**power) * Rat(1, {p: n * power for p, n in self.factors.items()})
        left, factors, prime = self.number, dict[Poly, Number](), 2
        for poly, n in self.factors.items():
            unknown, sign = (odd or Signs({}, ()).odd)(Rat(1, {poly: 1}))
            if unknown or (sign < 0 and n != int(n)):
                raise NotShown("the root of what may be negative")
            left *= sign if n % 2 else 1
            factors[poly if sign > 0 else Poly((m, -x) for m, x in poly)] = n * power
        if left < 0:
            raise NotShown("the root of what is negative")
        while left != 1 and left and prime < 1000:
            times_in = (left.numerator % prime == 0) - (left.denominator % prime == 0)
            if times_in:
                left *= Fraction(prime) ** -times_in
                factors[name(str(prime))] = factors.get(name(str(prime)), 0) + times_in * power
            prime += not times_in
        if left not in (0, 1):
            raise NotShown("the root of a large number")
        return Rat(left) * Rat(1, factors)

    def __add__(self, other: Rat | Number) -> Rat:
        if not isinstance(other, Rat):
            other = Rat(other)
        if not self.number or not other.number:
            return self if self.number else other
        every = {**self.factors, **other.factors}
        least = {p: min(self.factors.get(p, 0), other.factors.get(p, 0)) for p in every}
        total: dict[Monomial, Number] = {}
        common = lcm(self.number.denominator, other.number.denominator)
        for each in (self, other):
            apart = {p: each.factors.get(p, 0) - n for p, n in least.items()}
            for monomial, number in expanded(int(each.number * common), apart).items():
                total[monomial] = total.get(monomial, 0) + number
        total = {monomial: number for monomial, number in total.items() if number}
        return Rat.of(total) * Rat(Fraction(1, common), least)

    def __neg__(self) -> Rat:
        return self * -1

    def __sub__(self, other: Rat | Number) -> Rat:
        return self + other * -1

    def __truediv__(self, other: Rat) -> Rat:
        return self * other**-1

    def __bool__(self) -> bool:
        return bool(self.number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rat) and not self - other

    __hash__ = None  # type: ignore[assignment]

    @property
    def top(self) -> Rat:
        return Rat(self.number, {p: n for p, n in self.factors.items() if n > 0})

    @property
    def below(self) -> Rat:
        return Rat(1, {p: -n for p, n in self.factors.items() if n < 0})

    def put(self, values: Mapping[str, Rat]) -> Rat:
        """Put rational functions in for names."""
        out = Rat(self.number)
        for poly, power in self.factors.items():
            inner = Rat(1, {poly: 1})
            if values.keys() & poly.names:
                inner = total_of(
                    times((values.get(n, var(n)) ** p for n, p in m), x) for m, x in poly
                )
            out *= inner**power
        return out

    def split(self, inside: Callable[[str], bool]) -> dict[Monomial, Rat]:
        """Write it as products of powers of the names asked for, each with its coefficient."""
        inner = {p: n for p, n in self.factors.items() if any(map(inside, p.names))}
        outer = Rat(self.number, {p: n for p, n in self.factors.items() if p not in inner})
        found: dict[Monomial, dict[Monomial, Number]] = {}
        for monomial, number in expanded(1, inner).items() if self else ():
            own = tuple(pair for pair in monomial if inside(pair[0]))
            found.setdefault(own, {})[tuple(x for x in monomial if x not in own)] = number
        return {own: outer * Rat.of(rest) for own, rest in found.items()}

    def in_powers(self, n: str) -> list[Rat]:
        """Return the coefficients of a numerator by powers of a name, the constant first."""
        found = {dict(own).get(n, 0): x for own, x in self.top.split(lambda x: x == n).items()}
        need(all(power == int(power) for power in found), "a power that is no whole number")
        return [found.get(power, Rat(0)) for power in range(int(max(found, default=-1)) + 1)]

    def slope(self, n: str) -> Rat:
        """Return the derivative: (p/q)' is (p' - (p/q) q')/q."""
        sides = (enumerate(side.in_powers(n)) for side in (self.top, self.below))
        top, below = (total_of(x * var(n) ** (k - 1) * k for k, x in side if k) for side in sides)
        return (top - self * below) / self.below

    def __str__(self) -> str:
        """Return a text that is the same for equal polynomials, and for most equal quotients."""
        if self.below.factors:
            return f"({self.top})/({self.below})"
        terms = expanded(self.number, self.factors).items()
        return " + ".join(sorted(f"{Fraction(x)} {powers_text(dict(m))}" for m, x in terms)) or "0"


def var(text: str) -> Rat:
    return Rat(1, {name(text): 1})


def total_of(terms: Iterable[Rat]) -> Rat:
    return sum(terms, start=Rat(0))


def times(factors: Iterable[Rat], number: Number = 1) -> Rat:
    return prod(factors, start=Rat(number))


def powers_of(monomial: Iterable[tuple[str, Number]]) -> Rat:
    return Rat(1, {name(n): power for n, power in monomial})


def powers_text(powers: Mapping[str, Number]) -> str:
    return " ".join(f"{n}^{power}" for n, power in sorted(powers.items()) if power) or "1"


def function(kind: str, argument: Rat) -> Rat:
    """Return a function: a symbol, unless it is zeta or Gamma of a simple number."""
    number = Fraction(0) if argument.factors else argument.number
    if kind == "exp":  # exp(a + b) is exp(a) exp(b), and a number before a product is a power
        terms = argument.split(lambda _: True).items()
        return times(var(f"exp({powers_text(dict(own))})") ** x.number for own, x in terms)
    if kind == "zeta" and number in (2, 4, 6):
        return var("π") ** int(number) * Fraction(1, {2: 6, 4: 90, 6: 945}[int(number)])
    if kind == "gamma" and number > 0 and number.denominator < 3:  # Gamma(x + 1) = x Gamma(x)
        half = var("π") ** HALF if number.denominator == 2 else Rat(1)
        return half * prod(number - step for step in range(1, int(number + HALF)))
    return var(f"{'±' * (kind == 'log')}{kind}({argument})")


HALF = Fraction(1, 2)
NAMED = ("exp", "gamma", "log", "zeta", "Logistic", "Softplus")
FUNCTIONS = {kind: partial(function, kind) for kind in NAMED}
exp = FUNCTIONS["exp"]


# 2. Sums over an axis ----------------------------------------------------------------------------
# Letters that a file writes stand for different values. Other letters begin with _ and their axis.
# A sum of products of entries is a name: Σ{_factor:0}(beta[j,_factor:0]^1 theta[i,_factor:0]^1).

Entry = tuple[str, tuple[str, ...]]
"""A variable, and a letter for each of its axes. The entries of a known array begin with @."""
DOT = "·"


@cache
def entry_of(text: str) -> Entry:
    """Return the entry that a name is of; for another name, of no variable."""
    found = re.fullmatch(r"(@?\w+)\[([^\[\]]*)\]", text)
    return (found[1], tuple(found[2].split(",")) if found[2] else ()) if found else ("", ())


@cache
def sum_of(text: str) -> tuple[list[str], dict[str, int]]:
    """Return the letters that a sum runs over, and the powers of entries in it."""
    if text[0] != "Σ":
        return [], {text: 1}
    bound, _, inside = text[2:-1].partition("}(")
    pairs = (each.rpartition("^") for each in inside.split(" "))
    return bound.split(","), {entry: int(power) for entry, _, power in pairs}


@cache
def letters_in(text: str) -> frozenset[str]:
    """Return the letters of a name, those left out that a sum runs over."""
    bound, inside = sum_of(text)
    return frozenset(letter for each in inside for letter in entry_of(each)[1]) - {*bound}


def moved(text: str, letters: Mapping[str, str]) -> str:
    """Give the letters of a name other names."""
    if not letters.keys() & letters_in(text):
        return text
    bound, inside = sum_of(text)
    if bound:
        return sum_name(bound, {moved(each, letters): n for each, n in inside.items()})
    variable, old = entry_of(text)
    return f"{variable}[{','.join(letters.get(letter, letter) for letter in old)}]"


def sum_name(bound: Sequence[str], powers: Mapping[str, Number]) -> str:
    """Return the name of a sum, its letters numbered in the order that comes first."""
    texts = []
    for order in permutations(bound):
        axes = [letter.partition(":")[0] for letter in order]
        new = {x: f"{axes[n]}:{axes[:n].count(axes[n])}" for n, x in enumerate(order)}
        inside = powers_text({moved(each, new): power for each, power in powers.items()})
        texts.append(f"Σ{{{','.join(sorted(new.values()))}}}({inside})")
    return min(texts)


def summed(value: Rat, letter: str, size: Rat) -> Rat:
    """Sum over all values of a letter."""
    out = Rat(0)
    for own, coefficient in value.split(lambda n: letter in letters_in(n)).items():
        bound, powers = [letter], defaultdict[str, Number](int)
        for text, power in own:
            inner, inside = sum_of(text)
            need(not inner or power == int(power) > 0, "a division by a sum")
            for _ in range(int(power) if inner else 1):  # each factor has letters of its own
                new = {x: f"{x}~{len(bound)}" for x in inner}
                bound += new.values()
                for each, n in inside.items():
                    powers[moved(each, new)] += n if inner else power
        out += coefficient * (var(sum_name(bound, powers)) if own else size)
    return out


# 3. Families -------------------------------------------------------------------------------------
# E[X^n], or E[X_1^n_1 X_2^n_2 ...] for a vector, in the parameters that a declaration names.

Parameters = Mapping[str, Rat]


def rising(start: Rat, n: int) -> Rat:
    """Return start (start + 1) ...; for a negative n, 1/((start - 1) ... (start + n))."""
    if n < 0:
        return times(start - step for step in range(1, 1 - n)) ** -1
    return times(start + step for step in range(n))


def partitions(values: Sequence[Any]) -> Iterator[list[list[Any]]]:
    """Return all ways to put values into blocks."""
    for rest in partitions(values[1:]) if values else ():
        yield [[values[0]], *rest]
        for n, block in enumerate(rest):
            yield [*rest[:n], [values[0], *block], *rest[n + 1 :]]
    if not values:
        yield []


def half_normal(n: int, location: Rat, scale: Rat) -> Rat:
    """Return E[(location + scale |Z|)^n], by the binomial theorem."""
    root = (Rat(2) / var("π")) ** HALF
    powers = (scale**j * root ** (j % 2) * prod(range(j - 1, 0, -2)) for j in range(n + 1))
    return total_of(location ** (n - j) * comb(n, j) * x for j, x in enumerate(powers))


def uniform(n: int, low: Rat, high: Rat) -> Rat:
    """Return (high^(n + 1) - low^(n + 1))/((n + 1) (high - low)), divided out."""
    if n == -1:
        return (function("log", high) - function("log", low)) / (high - low)
    steps = range(n + 1) if n >= 0 else range(-1, n, -1)
    return total_of(low**j * high ** (n - j) for j in steps) * Fraction(1, abs(n + 1))


FAMILIES: Mapping[str, Callable[[int, Parameters], Rat]] = {
    "Bernoulli": lambda _, p: p["mean"],
    "Beta": lambda n, p: rising(p["alpha"], n) / rising(p["alpha"] + p["beta"], n),
    "Exponential": lambda n, p: p["rate"] ** -n * factorial(n),
    "Gamma": lambda n, p: rising(p["shape"], n) * p["rate"] ** -n,
    "HalfNormal": lambda n, p: half_normal(n, p["location"], p["scale"]),
    "InverseGamma": lambda n, p: rising(p["shape"], -n) * p["scale"] ** n,
    "LogNormal": lambda n, p: exp(p["mu"] * n + p["sigma"] ** 2 * Fraction(n * n, 2)),
    "Uniform": lambda n, p: uniform(n, p["low"], p["high"]),
    "Weibull": lambda n, p: p["scale"] ** n * function("gamma", p["shape"] ** -1 * n + 1),
    "ZeroInflatedPoisson": lambda n, p: p["keep"] * moment_of("Poisson", [n], [p]),
}
LIMITS = {
    "Beta": ("alpha", -1), "Dirichlet": ("concentration", -1), "Gamma": ("shape", -1),
    "InverseGamma": ("shape", 1), "Weibull": ("shape", -1),
}  # fmt: skip
"""A moment of an order of this sign exists if the parameter exceeds the order's size."""

T = var("t")
PSI: Mapping[str, tuple[Callable[[Rat], Rat], Rat]] = {
    "normal": (lambda w: w, Rat(1)),
    "gamma": (lambda w: -(w**-1), T**2),
    "inverse_gaussian": (lambda w: (w * -2) ** -HALF, T**3),
    "poisson": (exp, T),
    "binomial": (lambda w: exp(w) / (exp(w) + 1), T - T**2),
    "negative_binomial": (lambda w: exp(w) / (-exp(w) + 1), T + T**2),
}
"""The first derivative t in w of a log-partition, and the second, as a function of t."""
DISPERSIONS = {f"ExponentialDispersion[{kind}]": (kind, "kappa") for kind in PSI} | {
    "Binomial": ("binomial", "trials"), "NegativeBinomial": ("negative_binomial", "size"),
    "Normal": ("normal", "variance"), "Observation": ("normal", "variance"),
    "Poisson": ("poisson", "rate"), "Prior": ("normal", "variance"),
}  # fmt: skip
"""The log-partition, and what it is multiplied with; the mean is that times t."""
CUMULANTS: Mapping[str, Callable[[int, Parameters], Rat]] = {
    "Gumbel": lambda j, p: function("zeta", Rat(j)) * p["scale"] ** j * factorial(j - 1),
    "Laplace": lambda j, p: p["scale"] ** j * (2 * factorial(j - 1) * (1 - j % 2)),
}


def cumulant_of(family: str, j: int, p: Parameters) -> Rat:
    """Return the mean, if it is declared, or a multiple of a derivative of the log-partition."""
    if family in CUMULANTS or (j == 1 and "mean" in p):
        return p["mean"] if j == 1 else CUMULANTS[family](j, p)
    (kind, multiple), derivative = DISPERSIONS[family], T
    for _ in range(j - 1):
        derivative = derivative.slope("t") * PSI[kind][1]
    first = PSI[kind][0](p["w"]) if "w" in p else p.get("mean", p[multiple]) / p[multiple]
    return p[multiple] * derivative.put({"t": first})


def dirichlet(orders: Sequence[int], each: Sequence[Parameters]) -> Rat:
    """Return E[X_1^n_1 ...], of shapes a_1, ...: their rising powers over that of their total."""
    total = each[0]["size"] * each[0]["concentration"]
    shapes = (total * p["base"] if "base" in p else p["concentration"] for p in each)
    return times(map(rising, shapes, orders)) / rising(total, sum(orders))


def multinomial(orders: Sequence[int], each: Sequence[Parameters]) -> Rat:
    """Return E[X_1^n_1 ...]: factors that count one trial are a block, all of one entry."""
    out, entries = Rat(0), [n for n, order in enumerate(orders) for _ in range(order)]
    for way in partitions(entries):
        one = times(each[b[0]]["probabilities"] * (len({*b}) == 1) for b in way)
        out += one * times(each[0]["trials"] - step for step in range(len(way)))
    return out


VECTORS: Mapping[str, Callable[[Sequence[int], Sequence[Parameters]], Rat]] = {
    "Dirichlet": dirichlet, "Dirichlet[base]": dirichlet, "Multinomial": multinomial,
}  # fmt: skip


def moment_of(family: str, orders: Sequence[int], each: Sequence[Parameters]) -> Rat:
    """Return the moment of these orders; a vector's entries have parameters of their own."""
    n, p, unknown = orders[0], each[0], family in ("Prior", "Observation") and orders[0] > 2
    fits = min(orders) >= 0 or family in (*LIMITS, "LogNormal", "Uniform")
    need(fits, f"{family} has no such moment")
    if family in VECTORS:
        return VECTORS[family](orders, each)
    if family in (*CUMULANTS, *DISPERSIONS) and not unknown:  # the sum over all partitions
        k = [cumulant_of(family, j, p) for j in range(1, n + 1)]
        return total_of(times(k[len(each) - 1] for each in way) for way in partitions(range(n)))
    if family not in FAMILIES:
        raise NotShown(f"a moment of order {n} of {family}, which is not in the table")
    return FAMILIES[family](n, p)


def existence(family: str, orders: Sequence[int], each: Sequence[Parameters]) -> list[Rat]:
    """Return what must be positive for a moment to exist."""
    if family == "Uniform":
        return [each[0]["low"]] if orders[0] < 0 else []
    parameter, sign = LIMITS.get(family, ("", 0))
    return [each[0][parameter] - sign * n for n in set(orders) if n * sign > 0]


# 4. The model ------------------------------------------------------------------------------------

OPERATORS = {"E": 1, "Var": 1, "Cov": 2, "Corr": 2, "Cum": 3}
"""How many operands a moment has; Cum may have more."""
Given = frozenset[Entry]
Letters = Mapping[str, str]
Reading = Callable[[str, Sequence[Rat], Given], Rat]
"""What a moment is read as: what it comes to, or a name."""


class World:
    """A declared model, in which any moment can be computed."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self.axes = {axis["name"]: axis for axis in model["axes"]}
        self.axis_by_letter = {x: axis["name"] for axis in model["axes"] for x in axis["letters"]}
        self.variables = {each["name"]: each for each in model["variables"]}
        self.declared = self.variables | {f"@{x['name']}": x for x in model.get("known", ())}
        self.symbols = {each[1]: each for each in model["hyperparameters"]}
        self.symbols |= {axis["size"][1]: axis["size"] for axis in model["axes"]}
        self.signs = Signs({x["size"][1]: var(x["size"][1]) + 1 for x in model["axes"]}, ())
        self.evaluated, self.integral = cache(self.evaluate), cache(self.integrate)
        self.closure = cache(self.trace)
        self.size = {axis: self.value(each["size"]) for axis, each in self.axes.items()}
        for each in model["variables"]:
            if each.get("over") and not self.is_vector(**each):
                raise NotShown(f"vectors of {each['family']}, which are not in the table")

    def is_vector(self, family: str, parameters: Mapping[str, Tree], over: str, **_: Any) -> bool:
        """Tell whether entries have one total, or number of trials, and a base adds up to one."""
        size, letter = self.axes[over]["size"], self.axes[over]["letters"][0]
        own = ("base", "probabilities")
        alike = (letter not in self.letters(p) for key, p in parameters.items() if key not in own)
        fits = family in VECTORS and parameters.get("size", size) == size and all(alike)
        if fits and (base := parameters.get("base")):
            fits = base[0] in ("Entry", "Known")
            fits = fits and self.declared[self.entry(base, {})[0]].get("over") == over
        return fits

    def axis_of(self, letter: str) -> str:
        if letter[0] == "_":
            return letter[1:].partition(":")[0]
        need(letter.rstrip("'") in self.axis_by_letter, f"{letter} is no letter of an axis")
        return str(self.axis_by_letter[letter.rstrip("'")])

    # What expressions come to

    def value(self, tree: Tree, at: Letters | None = None, reading: Reading | None = None) -> Rat:
        """Return what an expression comes to, letters renamed and moments read so."""
        return self.evaluated(tree, frozenset((at or {}).items()), reading or self.moment)

    def formal(self, tree: Tree, at: Letters | None = None) -> Rat:
        return self.value(tree, at, self.named)

    def evaluate(self, tree: Tree, at: frozenset[tuple[str, str]], reading: Reading) -> Rat:
        letters = dict(at)
        inner = partial(self.value, at=letters, reading=reading)
        match tree:
            case ("Rational", above, below):
                return Rat(Fraction(int(above), int(below)))
            case ("Symbol", text, *domains):
                need(self.symbols.get(text) == tree, f"{text} is no symbol of the model")
                if "negative" in domains:
                    return -var(f"|{text}|")
                return var(text if "nonnegative" in domains else f"±{text}")
            case ("Number", "pi" | "E" | "EulerGamma" as text):
                return var({"E": "exp(1)", "pi": "π"}.get(text, text))
            case ("Entry" | "Known", *_):
                variable, own = self.entry(tree, letters)
                entry = var(f"{variable}[{','.join(own)}]")
                if variable[0] == "@" and self.declared[variable].get("over"):  # a share of one
                    self.signs.view |= dict.fromkeys(entry.names, entry / (entry + 1))
                return entry
            case ("Add", *parts):
                return total_of(map(inner, parts))
            case ("Mul", *parts):
                out = Rat(1)
                for part in parts:  # nothing is asked of what zero is multiplied with
                    out = out * inner(part) if out else out
                return out
            case ("Pow", base, ("Rational", above, below)):
                return pow(inner(base), Fraction(int(above), int(below)), self.signs.odd)
            case ("AxisSum", body, ("Symbol", letter, *_), size):
                axis = self.axis_of(letter)
                need(size == self.axes[axis]["size"], f"the axis {axis} has another size")
                if reading == self.named and moments_in(body):
                    new = f"_{axis}:s{sum(node[0] == 'AxisSum' for node in nodes(body))}"
                    inside = self.value(body, {**letters, letter: new}, reading)
                    return var(f"sum over {axis}<{inside}>")
                used = self.letters(body, letters)
                put = partial(self.value, body, reading=reading)
                return self.total(axis, used, lambda x: put({**letters, letter: x}))
            case (kind, argument) if kind in FUNCTIONS:
                if any(node[0] == "Entry" for node in nodes(argument)):
                    raise NotShown("a function of something random")
                return FUNCTIONS[kind](inner(argument))
            case (kind, *operands, ("Tuple", *_)) if kind in OPERATORS:
                fits = len(operands) == OPERATORS[kind] or (kind == "Cum" and len(operands) > 3)
                need(fits, f"{kind} of another number of operands")
                doubled = [*map(inner, operands)] * (2 if kind == "Var" else 1)
                return reading(kind, doubled, self.given(tree, letters))
        kind = tree[0] if tree else ""
        if kind in ("Derivative", "WeibullShape"):
            raise NotShown(f"an expression of the kind {kind}")
        raise Wrong(f"no expression is of the kind {kind}")

    def equal(self, one: Rat, two: Rat) -> bool:
        """Tell whether values are the same; with roots of sums, by their squares and signs."""
        try:
            return one == two
        except NotShown:
            unknown, sign = self.signs.odd(one / two)
            if unknown:
                raise
            return sign > 0 and (one / two) ** 2 == Rat(1)

    def entry(self, tree: Tree, at: Letters) -> Entry:
        text = ("@" if tree[0] == "Known" else "") + tree[1][1]
        letters = tuple(at.get(index[1], index[1]) for index in tree[2:])
        need(text in self.declared, f"{text} is not declared")
        dims = self.declared[text]["dims"]
        axes = [dims[n : n + 1] if x == DOT else (self.axis_of(x),) for n, x in enumerate(letters)]
        need(sum(axes, ()) == tuple(dims), f"{text} has other axes than {', '.join(letters)}")
        return text, letters

    def entries(self, tree: Tree, at: Letters | None = None, but: Iterable[str] = ()) -> Given:
        """Return all entries in an expression; a dot stands for every value of a letter."""
        match tree:
            case ("Entry" | "Known", *_):
                return frozenset({self.entry(tree, at or {})})
            case ("AxisSum", body, bound, _):
                return self.entries(body, {**(at or {}), bound[1]: DOT}, but)
            case (kind, *parts) if kind not in but:
                return Given().union(*(self.entries(part, at, but) for part in parts))
        return frozenset()

    def letters(self, tree: Tree, at: Letters | None = None) -> set[str]:
        return {x for _, letters in self.entries(tree, at) for x in letters} - {DOT}

    def given(self, tree: Tree, at: Letters | None = None) -> Given:
        """Return the entries on which a moment is conditional."""
        given = tree[-1][1:] if tree[0] in OPERATORS else ()
        return frozenset(self.entry(each, at or {}) for each in given)

    def total(self, axis: str, used: Iterable[str], term: Callable[[str], Rat]) -> Rat:
        """Sum a term over all values of a letter: those of the letters in use, and all others.

        The term is known for values that differ from each other. With t(x) for a new value x, the
        sum is that of t over all x, plus t(u) at each u in use, less t(x) with u put for x.
        """
        taken = sorted(x for x in used if x != DOT and self.axis_of(x) == axis)
        new = next(x for x in (f"_{axis}:n{n}" for n in count()) if x not in taken)
        generic = term(new)
        whole = summed(generic, new, self.size[axis])
        for u in taken:
            there = {n: var(moved(n, {new: u})) for n in generic.names if new in letters_in(n)}
            whole += term(u) - generic.put(there)
        return whole

    # Readings of a moment: E of one operand, Var and Cov of two, Cum of any number

    def moment(self, kind: str, values: Sequence[Rat], given: Given) -> Rat:
        if kind != "Corr":
            return cumulant(values, lambda x: self.mean(x, given))
        x, y = values
        joint, one, two = (self.moment("Cov", pair, given) for pair in ((x, y), (x, x), (y, y)))
        if one == two or not joint:
            return joint / one
        return joint * pow(one, -HALF, self.signs.odd) * pow(two, -HALF, self.signs.odd)

    def named(self, kind: str, values: Sequence[Rat], given: Given) -> Rat:
        """Read a moment as a name: it says what of, up to their order, and what is given."""
        if kind != "Corr" and not all(values):
            return Rat(0)
        operands = "; ".join(sorted(map(str, values)))
        return var(f"{'ρ' if kind == 'Corr' else 'κ'}<{operands} | {sorted(given)}>")

    def multilinear(self, kind: str, values: Sequence[Rat], given: Given) -> Rat:
        """Read a moment as the product of its operands, less constants, times a mark."""
        mark, constant = var(f"{kind == 'Corr'} {len(values)} | {sorted(given)}"), Rat(0)
        for value in values:
            constant = value.split(lambda text: self.is_free(text, given)).get((), Rat(0))
            mark *= value - constant
        return mark + constant if len(values) == 1 else mark

    # Moments

    def mean(self, value: Rat, given: Given) -> Rat:
        """Return a conditional expectation, term by term."""
        terms = value.split(lambda text: self.is_free(text, given)).items()
        return total_of(x * self.integral(own, given) for own, x in terms)

    def is_free(self, text: str, given: Given) -> bool:
        """Tell whether a name is random and not given."""
        entries = (entry_of(each) for each in sum_of(text)[1])
        return any(e[0][:1] not in ("", "@") and not within(e, given) for e in entries)

    def integrate(self, monomial: Monomial, given: Given) -> Rat:
        """Return the expectation of a product of powers, each of which is random and not given.

        The entry that was declared last is taken out, with all that are drawn together with it.
        """
        powers = dict(monomial)
        if not powers:
            return Rat(1)
        if whole := next((text for text in powers if text[0] == "Σ"), ""):
            return self.opened(whole, powers, given)
        entries = {entry_of(text): n for text, n in powers.items()}
        order = list(self.variables).index
        last = max(entries, key=lambda entry: (order(entry[0]), entry))
        vector = self.vector(last)
        below = any(same(vector, other) for each in given for other in self.closure(each))
        need(not below, f"a moment of {last[0]}, given what depends on it")
        own = {entry: n for entry, n in entries.items() if within(entry, [vector])}
        rest, family = {t: n for t, n in powers.items() if entry_of(t) not in own}, self.family(own)
        for each in existence(*family):
            for n in each.names:  # each is n - low, if it is as simple as that
                low = -each.put({n: Rat(0)}).number
                if each == var(n) - low:
                    known = (self.signs.view.get(n, var(n)) - var(n)).number
                    self.signs.view |= {n: var(n) + max(low, known)}
        return self.mean(powers_of(rest.items()) * moment_of(*family), given)

    def opened(self, text: str, powers: dict[str, Number], given: Given) -> Rat:
        """Write the first index of a sum that is a factor as each of its values."""
        need(powers[text] >= 1, "a division by a sum")
        (letter, *others), inside = sum_of(text)
        rest = powers_of({**powers, text: powers[text] - 1}.items())

        def term(x: str) -> Rat:
            body = times(var(moved(each, {letter: x})) ** n for each, n in inside.items())
            for other in others:
                body = summed(body, other, self.size[self.axis_of(other)])
            return self.mean(body * rest, given)

        used = {x for each in powers for x in letters_in(each)} | {x for e in given for x in e[1]}
        return self.total(self.axis_of(letter), used, term)

    def family(self, own: Mapping[Entry, Number]) -> tuple[str, list[int], list[Parameters]]:
        """Return the family of what is drawn together, the powers, and the parameters of each."""
        if any(n != int(n) for n in own.values()):
            raise NotShown("the moment of a root")
        declared, each = self.variables[next(iter(own))[0]], list[Parameters]()
        for at in (self.generic(*entry) for entry in own):
            each.append({key: self.value(p, at) for key, p in declared["parameters"].items()})
        return declared["family"], [int(n) for n in own.values()], each

    # What depends on what

    def generic(self, variable: str, letters: Sequence[str]) -> dict[str, str]:
        """Return the letters of an entry by those with which the variable is declared."""
        dims = self.variables[variable]["dims"]
        return {self.axes[axis]["letters"][0]: x for axis, x in zip(dims, letters, strict=True)}

    def vector(self, entry: Entry) -> Entry:
        """Return an entry with a dot for the letter along which its vector is drawn together."""
        declared = self.variables[entry[0]]
        pairs = zip(declared["dims"], entry[1], strict=True)
        return entry[0], tuple(DOT if axis == declared.get("over") else x for axis, x in pairs)

    def behind(self, entry: Entry) -> Given:
        parameters = self.variables[entry[0]]["parameters"].values()
        return Given().union(*(self.entries(tree, self.generic(*entry)) for tree in parameters))

    def trace(self, entry: Entry) -> Given:
        """Return an entry, what it is drawn together with, and all that is behind these."""
        if entry[0][0] == "@":
            return frozenset({entry})
        vector = self.vector(entry)
        parents = self.behind(entry) | self.behind(vector)
        return Given({entry, vector}).union(*map(self.closure, parents))

    def behind_all(self, tree: Tree) -> Given:
        """Return everything on which the law of an expression depends."""
        return Given().union(*map(self.closure, self.entries(tree)))

    def constants(self, tree: Tree) -> set[str]:
        """Return the letters of known constants on which the law of an expression depends."""
        return {x for e in self.behind_all(tree) if e[0][0] == "@" for x in e[1]}


def same(one: Entry, two: Entry) -> bool:
    """Tell whether two entries of variables can be the same."""
    pairs = zip(one[1], two[1], strict=False)
    return one[0] == two[0] and one[0][0] != "@" and all(x == y or DOT in (x, y) for x, y in pairs)


def within(entry: Entry, given: Iterable[Entry]) -> bool:
    """Tell whether an entry is among those given, of which a dot gives every value."""
    alike = (other[1] for other in given if other[0] == entry[0])
    return any(all(y in (x, DOT) for x, y in zip(entry[1], other, strict=True)) for other in alike)


def nodes(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, tuple):
        yield tree
        for part in tree[1:]:
            yield from nodes(part)


def moments_in(tree: Tree) -> list[Tree]:
    return [node for node in nodes(tree) if node[0] in OPERATORS]


def cumulant(values: Sequence[Rat], mean: Callable[[Rat], Rat]) -> Rat:
    """Return a joint cumulant: (-1)^(b - 1) (b - 1)! times the means of b blocks, summed."""
    signs = [(-1) ** b * factorial(b) for b in range(len(values))]
    return total_of(
        times((mean(times(block)) for block in each), signs[len(each) - 1])
        for each in partitions(values)
    )


# 5. Laws -----------------------------------------------------------------------------------------
# That both sides of a step are equal is computed. Here is seen that they are so by the law named:
# what comes after it is the formula of the law, each moment read as a name.


class Law:
    """A law held against a step: both sides are equal, by this law, with its side conditions."""

    def __init__(self, world: World, step: Mapping[str, Any]) -> None:
        self.world, self.rule, self.needed = world, step["rule"], set[str]()
        self.before, self.after = step["before"], step["after"]
        self.said = [(each["kind"], each["arguments"]) for each in step["conditions"]]
        sides = world.value(self.before), world.value(self.after)
        need(world.equal(*sides), "the two sides differ")
        need(self.rule in LAWS, f"no law is called {self.rule}")
        kinds, check = LAWS[self.rule]
        fits = self.before[0] in kinds.split() if kinds else not moments_in(self.before)
        need(fits, "this law is about others")
        self.given, self.operands = world.given(self.before), self.before[1:-1]
        operands = self.operands if self.before[0] in OPERATORS else ()
        self.values = [world.formal(each) for each in operands]
        self.values *= 2 if self.before[0] == "Var" else 1
        check(self)
        stated = sorted(self.condition(kind, *arguments) for kind, arguments in self.said)
        needed = sorted(self.needed)
        need(stated == needed, f"the law needs the side conditions {needed}")

    def says(self, value: Rat) -> None:
        need(self.world.formal(self.after) == value, "the terms are not those of this law")

    def moment(self, *values: Rat) -> Rat:
        return self.world.named("", values, self.given)

    def condition(self, kind: str, *arguments: Tree) -> str:
        """Return a side condition as text, up to the order of its arguments."""
        if kind not in ("exchangeable", "relabelled"):
            arguments = tuple(map(self.world.formal, arguments))
        return f"{kind}: {sorted(map(str, arguments))}"

    # Independence

    def sides(self) -> tuple[Tree, Tree]:
        """Return the two factors of what is before that are said to be independent."""
        said = [arguments for kind, arguments in self.said if kind == "independent"]
        need([len(each) for each in said] == [2], "this law needs one condition: independence")
        return said[0][0], said[0][1]

    def factors(self, *parts: Tree) -> list[Rat]:
        """Return factors, of which the product of all operands has to consist."""
        values = [self.world.formal(part) for part in parts]
        fits = len(parts) > 1 and times(values) == times(map(self.world.formal, self.operands))
        need(fits, "the factors do not multiply to what is before")
        return values

    def powers(self, tree: Tree) -> dict[Entry, Number]:
        """Return a product of powers of entries."""
        powers = {" ".join(p.names): n for p, n in self.world.value(tree).factors.items()}
        need(all(entry_of(text)[0] for text in powers), "not a product of powers of entries")
        return {entry_of(text): n for text, n in powers.items()}

    def vectors(self, tree: Tree) -> frozenset[Entry]:
        return frozenset(map(self.world.vector, self.powers(tree)))

    def own_noise(self, entries: Iterable[Entry]) -> None:
        """Note that entries have only their own noise left: all behind is given, nothing below."""
        below = Given().union(*map(self.world.closure, self.given))
        for entry in entries:
            vector = self.world.vector(entry)
            left = all(within(e, self.given) for e in self.world.behind(entry) if e[0][0] != "@")
            left = left and not any(same(vector, each) for each in below)
            need(left, f"what is given does not leave {entry[0]} with its own noise alone")
            if self.given:
                tree = ("Entry", ("", entry[0]), *(("", letter) for letter in entry[1]))
                self.needed.add(self.condition("own_noise", tree, *self.before[-1][1:]))

    def apart(self, *parts: Tree) -> None:
        """Note that parts are independent: nothing random is behind two, or all that is, given."""
        for one, two in combinations(parts, 2):
            if self.given:
                need(not self.vectors(one) & self.vectors(two), "two of them are drawn together")
            else:
                all_behind = product(self.world.behind_all(one), self.world.behind_all(two))
                need(not any(same(x, y) for x, y in all_behind), "they are not independent")
                self.needed.add(self.condition("independent", one, two))
        for part in parts if self.given else ():
            self.own_noise(self.powers(part))

    # What each law says

    def no_moment(self) -> None:
        need(not moments_in(self.after), "this law is about others")

    def linear(self) -> None:
        """Say that a moment is multilinear in what it is of; constants come out of E alone."""
        reading = partial(self.world.value, reading=self.world.multilinear)
        need(reading(self.before) == reading(self.after), "the terms are not those of this law")
        bare = {e for e in self.world.entries(self.after, but=OPERATORS) if e[0][0] != "@"}
        known = bool(bare) and all(within(e, self.given) for e in bare)
        need(known if self.rule == "known_factor" else not bare, "what comes out is not given")

    def in_moments(self) -> None:
        self.says(cumulant(self.values, self.moment))

    def total(self) -> None:
        """Say that the cumulant is that of the cumulants of blocks, given more, summed."""
        inner = {self.world.given(node) for node in moments_in(self.after)} - {self.given}
        need(len(inner) == 1, "another condition, or none")
        under = partial(self.world.named, "", given=inner.pop())
        self.says(total_of(self.moment(*map(under, each)) for each in partitions(self.values)))

    def independent_product(self) -> None:
        parts = [node[1] for node in moments_in(self.after)]
        self.says(times(map(self.moment, self.factors(*parts))))
        self.apart(*parts)

    def vanishing(self) -> None:
        """Say that a cumulant of independent groups is zero: given all behind, by own noise."""
        self.no_moment()
        groups = dict[frozenset[Entry], Tree]()
        for each in self.operands if self.given else ():
            groups[self.vectors(each)] = (*groups.get(self.vectors(each), ("Mul",)), each)
        pair = self.operands if len(self.operands) == 2 else ()
        parts = groups.values() if self.given else pair or self.sides()
        self.factors(*parts)
        self.apart(*parts)

    def variance_of_product(self) -> None:
        x, y = self.factors(*self.sides())
        one, two = self.moment(x, x), self.moment(y, y)
        self.says(self.moment(x) ** 2 * two + self.moment(y) ** 2 * one + one * two)
        self.apart(*self.sides())

    def sum_of_independents(self) -> None:
        """Say that a cumulant of sums over one index is the sum of cumulants."""
        need(self.after[0] == "AxisSum" and self.after[1][0] == "Cum", "this law has another form")
        (_, *parts, given), bound, size = self.after[1:]
        sums = [str(self.world.formal(("AxisSum", part, bound, size))) for part in parts]
        fits = sorted(sums) == sorted(map(str, self.values)) and not given[1:]
        need(fits and not self.given, "the terms are not those of this law")
        one, two = self.sides()
        new = [*self.world.letters(two) - self.world.letters(one)]
        fits = self.world.entries(one) == self.world.entries(("Mul", *parts)) and len(new) == 1
        fits = fits and self.world.formal(one, {bound[1]: new[0]}) == self.world.formal(two)
        need(fits, "the two sides are not terms of different indices")
        self.apart(one, two)

    def family_moment(self) -> None:
        self.no_moment()
        own = self.powers(self.operands[0])
        if self.before[0] != "E":
            single = {*self.operands} == {self.operands[0]} and {*own.values()} == {1}
            need(single, "not of one entry")
            own = dict.fromkeys(own, len(self.values))
        need((len(own) > 1) == (self.rule == "joint_moment"), "another number of entries")
        need(len({self.world.vector(entry) for entry in own}) == 1, "they are not drawn together")
        self.own_noise(own)
        self.needed |= {f"positive: {[str(x)]}" for x in existence(*self.world.family(own))}

    def correlation(self) -> None:
        """Say that it is Cov[X, Y]/sqrt(Var[X] Var[Y]), or Cov[X, Y]/Var[X] for one law."""
        (x, y), (one, two) = self.values, self.operands
        variances = self.moment(x, x), self.moment(x, x) if self.said else self.moment(y, y)
        self.says(self.moment(x, y) * times(each**-HALF for each in variances))
        if self.said:
            need(one[:2] == two[:2] and one[0] == "Entry", "not entries of one variable")
            differ = {i[1] for i, j in zip(one[2:], two[2:], strict=True) if i != j}
            need(not differ & self.world.constants(one), "known constants give them different laws")
            self.needed.add(self.condition("same_law", one, two))

    def exchangeable_sum(self) -> None:
        _, body, bound, size = self.before
        need(bound[1] not in self.world.constants(body), "known constants differ with the index")
        axis, used = self.world.axis_of(bound[1]), self.world.letters(body) - {bound[1]}
        used = {x for x in used if self.world.axis_of(x) == axis}
        terms = total_of(self.world.formal(body, {bound[1]: x}) for x in used)
        self.says(terms + (self.world.size[axis] - len(used)) * self.world.formal(body))
        self.needed.add(self.condition("exchangeable", bound, size))

    def relabelling(self) -> None:
        (kind, stated), *others = self.said or [("", ())]
        need(kind == "relabelled" and not others, "it must say which letters change")
        letters, used = [x[1] for x in stated], self.world.letters(self.before)
        change = dict(zip(letters[::2], letters[1::2], strict=True))
        along = all(self.world.axis_of(x) == self.world.axis_of(y) for x, y in change.items())
        new = (used - {*change}) | {*change.values()}
        need({*change} <= used and len(new) == len(used) and along, "letters become the same")
        told = self.world.constants(self.before) & {*change}
        need(not told, "known constants tell the letters apart")
        self.says(self.world.formal(self.before, change))
        self.needed.add(self.condition("relabelled", *stated))


LAWS: Mapping[str, tuple[str, Callable[[Law], None]]] = {
    "algebra": ("", Law.no_moment),  # both sides are the same function
    "bilinearity": ("Cov", Law.linear),
    "correlation": ("Corr", Law.correlation),
    "cumulant_in_moments": ("Cum", Law.in_moments),
    "definition": ("Var Cov", Law.in_moments),
    "exchangeable_sum": ("AxisSum", Law.exchangeable_sum),
    "family_moment": ("E Var Cum", Law.family_moment),
    "independent_covariance": ("Cov", Law.vanishing),
    "independent_cumulant": ("Cum", Law.vanishing),
    "independent_product": ("E", Law.independent_product),
    "joint_moment": ("E", Law.family_moment),
    "known_factor": ("E", Law.linear),
    "linearity": ("E", Law.linear),
    "multilinearity": ("Cum", Law.linear),
    "relabelling": ("E Var Cov Corr Cum", Law.relabelling),
    "sum_of_independents": ("Cum", Law.sum_of_independents),
    "total_covariance": ("Cov", Law.total),
    "total_cumulance": ("Cum", Law.total),
    "total_expectation": ("E", Law.total),
    "total_variance": ("Var", Law.total),
    "variance_of_product": ("Var", Law.variance_of_product),
    "variance_of_sum": ("Var", Law.linear),
}
"""What a law is about, and what it says."""


# 6. Derivations ----------------------------------------------------------------------------------


Derived = tuple[Tree, Tree, list[Rat]]
"""What a derivation is of, what it came to, and what must be positive for that."""


def check_derivation(world: World, tree: Tree, above: Mapping[str, Derived]) -> Derived:
    """Check every step, that each rewrites what the one before left, and the result."""
    label, state, target, result = tree["name"], tree["target"], tree["target"], tree["result"]
    need(set(tree["lemmas"]) <= set(above), f"{label}: it cites what is not above")
    need(label not in above, f"{label}: there are two of this name")
    lemmas, cited = [above[each] for each in tree["lemmas"]], []
    positive = [value for each in lemmas for value in each[2]]
    for number, step in enumerate(tree["steps"], start=1):
        rule, before, after = step["rule"], step["before"], step["after"]
        try:
            if rule == "lemma":
                found = [x for x in lemmas if x[:2] == (before, after)]
                need(found and not step["conditions"], "no derivation that is listed states this")
                cited += found
            else:
                Law(world, step)
            if rule == "algebra":
                fits = world.formal(state) == world.value(before)
                need(fits, "it is not what the steps before came to")
                state = after
            else:
                state, occurred = rewritten(world, state, step, set())
                need(occurred, "what is rewritten does not occur in what the steps before came to")
        except (Wrong, NotShown) as error:
            raise type(error)(f"{label}, step {number} ({rule}): {error}") from error
        said = (each["arguments"] for each in step["conditions"] if each["kind"] == "positive")
        positive += [world.value(arguments[0]) for arguments in said]
    need(all(x in cited for x in lemmas), f"{label}: no step cites a derivation that is listed")
    bare = not moments_in(result) and all(e[0][0] == "@" for e in world.entries(result))
    need(bare, f"{label}: the result still holds a moment or something random")
    need(world.formal(state) == world.formal(result), f"{label}: the steps end in another result")
    need(world.equal(*map(world.value, (target, result))), f"{label}: the result is not the target")
    check_name(world, label, target)
    return target, result, positive


def rewritten(world: World, state: Tree, step: Tree, bound: set[str]) -> tuple[Tree, int]:
    """Put what a step leads to wherever it applies; return how often that was."""
    before, after = step["before"], step["after"]
    if not isinstance(state, tuple) or state[0] in ("Symbol", "Rational", "Entry", "Known"):
        return state, 0
    alike = state[0] == before[0] in (*OPERATORS, "AxisSum")
    if alike and state[0] == "Cov":  # of which the name is that of Cov[Y, X], too
        alike = [world.formal(x) for x in state[1:3]] == [world.formal(x) for x in before[1:3]]
    if alike and world.formal(state) == world.formal(before):
        used = world.letters(before) | world.letters(after)
        axes = [world.axis_of(letter) for letter in used]
        alone = all(axes.count(world.axis_of(letter)) == 1 for letter in used & bound)
        need(alone, "it is in a sum over an index that may take another one's value")
        return after, 1
    inner = bound | {state[2][1]} if state[0] == "AxisSum" else bound
    parts = [rewritten(world, part, step, inner) for part in state[1:]]
    return (state[0], *(part for part, _ in parts)), sum(number for _, number in parts)


KINDS = {"mean": "E", "variance": "Var", "covariance": "Cov", "correlation": "Corr"}


def check_name(world: World, label: str, target: Tree) -> None:
    """Check that a target is what its name says: covariance row is of entries that share a row."""
    observed = next(each for each in world.variables.values() if each["observed"])
    kind, *words = label.removeprefix("other ").split(" ")
    if kind in KINDS and {*words} <= {*observed["dims"]}:
        head, one, *others, given = target
        two, variable = others[0] if others else one, ("Entry", observed["name"])
        axes = zip(observed["dims"], one[2:], two[2:], strict=True)
        shared = [axis for axis, x, y in axes if x == y]
        fits = all((each[0], each[1][1]) == variable for each in (one, two)) and not given[1:]
        pair = words == shared if others else label.startswith("other ") or not words
        fits = fits and pair and head == KINDS[kind]
        need(fits, f"{label}: the target is not what the name says")


# 7. Solutions ------------------------------------------------------------------------------------
# A certificate says that the equations target = moment hold at a point of a domain exactly where
# its values are. Products are what targets can identify; values are in targets, what is given and
# a root.

ARITHMETIC: Mapping[type[ast.operator], Callable[[Rat, Rat], Rat]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip
CALLS: Mapping[str, Callable[[Rat], Rat]] = {
    **FUNCTIONS,
    "sqrt": lambda value: pow(value, HALF, lambda _: (set(), 1)),  # the positive one, of whatever
    "Abs": lambda value: value * (1 if value.number > 0 else -1),  # see compare_with
}


def read(text: str, values: Mapping[str, Rat]) -> Rat:
    """Evaluate an expression of names, integers, + - * / ** and functions."""

    def walk(node: ast.AST) -> Rat:
        match node:
            case ast.BinOp(left, ast.Pow(), right):
                power = walk(right)
                need(not power.factors, f"a power in {text!r}")
                return walk(left) ** power.number
            case ast.BinOp(left, sign, right) if type(sign) in ARITHMETIC:
                return ARITHMETIC[type(sign)](walk(left), walk(right))
            case ast.UnaryOp(ast.USub(), operand):
                return -walk(operand)
            case ast.Constant(int(number)):
                return Rat(number)
            case ast.Name(n) if n in values:
                return values[n]
            case ast.Call(ast.Name(kind), [argument]) if kind in CALLS:
                return CALLS[kind](walk(argument))
            case ast.Call(ast.Name(kind)):
                raise NotShown(f"the function {kind}, which is not in the table")
        raise Wrong(f"{text!r} has a part that is not allowed here")

    try:
        return walk(ast.parse(text, mode="eval").body)
    except RecursionError:
        raise NotShown("a formula is too long to be read") from None


def vars_of(*groups: Iterable[str]) -> dict[str, Rat]:
    return {n: var(n) for group in groups for n in group}


def rank(rows: Sequence[Sequence[Rat]]) -> int:
    if not any(map(any, rows)):
        return 0
    row = next(row for row in rows if any(row))
    place = next(n for n, x in enumerate(row) if x)
    scaled = ((r, r[place] / row[place]) for r in rows if r is not row)
    left = [[x - y * scale for x, y in zip(r, row, strict=True)] for r, scale in scaled]
    return 1 + rank(left)


def remainder(value: Iterable[Any], divisor: Sequence[Any]) -> list[Any]:
    """Divide polynomials, by their coefficients, the constant first, and return what is left."""
    left = list(value)
    while True:
        while left and not left[-1]:
            left.pop()
        start = len(left) - len(divisor)
        if start < 0:
            return left
        ratio = left[-1] / divisor[-1]
        left[start:] = [x - y * ratio for x, y in zip(left[start:], divisor, strict=True)]


def modulo(value: Rat, n: str, divisor: Rat) -> Rat:
    """Return what is left of a numerator in a name that is a root of a polynomial."""
    left = remainder(value.in_powers(n), divisor.in_powers(n))
    return total_of(x * var(n) ** k for k, x in enumerate(left))


def admissible(equation: Rat, tests: Sequence[Rat], n: str) -> int:
    """Count the distinct real roots where all tests are positive.

    For a sign s, (s + s^2)/2 is 1 if it is positive. The signs of a function at the roots add up
    to the changes of sign of Euclid's remainders, from minus to plus infinity: Tarski's theorem.
    """
    if not all(test.number > 0 for test in tests if not test.names):
        return 0
    open_tests, doubled = [test.top * test.below for test in tests if test.names], 0
    need(all(p.names <= {n} for p in (equation, *open_tests)), "a sign that cannot be seen")
    divisor, *others = ([x.number for x in p.in_powers(n)] for p in (equation, *open_tests))

    def at_roots(one: Sequence[Any], two: Sequence[Any]) -> list[Any]:
        """Multiply; at a root, a polynomial has the value of what division by its own leaves."""
        terms = ([0] * k + [x * y for y in two] for k, x in enumerate(one))
        return remainder(map(sum, zip_longest(*terms, fillvalue=0)), divisor)

    products: list[list[Any]] = [[x * k for k, x in enumerate(divisor)][1:]]
    for other in others:
        once = [at_roots(each, other) for each in products]
        products = [*once, *(at_roots(each, other) for each in once)]
    for each in products:
        chain = [divisor, each]
        while chain[-1]:
            chain.append([-x for x in remainder(*chain[-2:])])
        for side in (-1, 1):
            signs = [p[-1] * side ** (len(p) - 1) > 0 for p in chain if p]
            doubled -= side * sum(one != two for one, two in pairwise(signs))
    return doubled >> len(open_tests)


class Signs:
    """What is known of signs: names are seen in another way, and some functions are positive."""

    def __init__(self, view: dict[str, Rat], nonzero: Iterable[str]) -> None:
        self.view, self.nonzero = view, {name(f"±{n}") for n in nonzero}
        self.facts: list[tuple[set[Poly], int]] = []

    def is_sum(self, poly: Poly) -> bool:
        """Tell whether it is a sum of terms of which none can be negative, and one is positive."""
        powers = [[power % 2 for n, power in monomial if n[0] == "±"] for monomial, _ in poly]
        seen = not any(map(any, powers)) and not all(powers)
        known = seen or (len(poly) > 1 and all(self.positive(var(n)) for n in poly.names))
        return known and min(x for _, x in poly) > 0

    def odd(self, value: Rat) -> tuple[set[Poly], int]:
        """Divide out what is positive; return what is left of odd powers, and a sign."""
        seen = value.put(self.view)
        odd = {p for p, n in seen.factors.items() if n % 2 and not self.is_sum(p)}
        sign = 1 if seen.number > 0 else -1
        for fact, other in self.facts:
            if min(fact, key=sorted) in odd:
                odd, sign = odd ^ fact, sign * other
        return odd, sign

    def definite(self, value: Rat) -> bool:
        """Tell whether a function is known not to vanish."""
        seen = value.put(self.view)
        return bool(seen) and all(p in self.nonzero or self.is_sum(p) for p in seen.factors)

    def positive(self, value: Rat) -> bool:
        return self.definite(value) and self.odd(value) == (set(), 1)

    def learn(self, value: Rat) -> None:
        """Take a function as positive."""
        odd, sign = self.odd(value)
        self.nonzero |= set(value.put(self.view).factors)
        self.facts += [(odd, sign)] if odd else []


PROPERTIES = ("soundness", "completeness", "conditions", "freedoms")


def label_of(target: str) -> str:
    """Return the name of the derivation of a target: correlation row, of rho_row."""
    kind, *axes = target.split("_")
    return " ".join([{"rho": "correlation", "cov": "covariance"}.get(kind, kind), *axes])


class Certificate:
    """A certificate of a solution, gone through part by part."""

    def __init__(self, world: World, derived: Mapping[str, Derived], c: Mapping[str, Any]) -> None:
        self.c, self.claims, self.values = c, dict[str, Rat](), dict[str, Rat]()
        form = (c["format"], c["version"])
        need(form == ("symppm-solution-certificate", 2), "not of this version")
        if "targets" not in c and not any(each["shown"] for each in c["properties"].values()):
            raise NotShown(c["reason"])
        own, meanings = [*c["targets"], *c["unknowns"], *c["given"]], c["products"].items()
        need(len(own) == len(set(own)), "a name is used twice")
        need(all(n not in own or n == x for n, x in meanings), "a name means two things")
        self.names = vars_of(own, c["products"])
        self.known = vars_of(c["targets"], c["given"], c["open"])
        inside, every = vars_of(c["unknowns"], c["given"]), vars_of(c["products"], c["given"])
        self.products = {n: read(text, vars_of(c["unknowns"])) for n, text in meanings}
        self.reduced = {t: read(c["reduced"][t], every) for t in c["targets"]}
        self.moments = {t: read(c["moments"][t], inside) for t in c["targets"]}
        for t in c["targets"]:
            need(self.moments[t] == self.reduced[t].put(self.products), f"{t} has two formulas")
        self.domain = {text: read(text, inside) for text in c["domain"]}
        moves, of_any_sign = self.positive_names(), {*c["real"], *c["nonzero"]}.union(*c["flips"])
        need(not {*moves} & of_any_sign & {*c["unknowns"]}, "what may have any sign has a bound")
        view = {n: var(f"±{n}") for n in inside} | moves
        view |= {n: x.put(view) for n, x in (self.products | self.moments).items()}
        self.inside = Signs(view, c["nonzero"])
        labels = {t: [label_of(part) for part in t.split("_over_")] for t in c["targets"]}
        need(c["ledger"] in (None, labels), "a target is not what its derivation is of")
        missing = {label for each in labels.values() for label in each} - {*derived}
        if c["ledger"]:
            if missing:
                raise NotShown(f"a solution without the derivation {min(missing)}")
            self.compare_with(world, derived)
        elif world:  # targets are others than moments where constants, or all entries, share
            others = missing or "covariance" in derived or world.declared != world.variables
            need(others, "it does not say which derivations its moments are of")

    def positive_names(self) -> dict[str, Rat]:
        """Write what is bounded by a positive name: x > 2 as x + 2, 0 < p < 1 as p/(1 + p)."""
        bounds, moves = dict[str, dict[int, Fraction]](), dict[str, Rat]()
        for text, value in self.domain.items():
            (n,) = value.names
            constant, factor = (x.number for x in value.in_powers(n))
            need(factor in (1, -1) and not value.below.factors, f"{text} is no bound")
            bounds.setdefault(n, {})[int(factor)] = -constant / factor
        for n, bound in bounds.items():
            (sign, end), *other = bound.items()
            part, whole = (var(n) / (var(n) + 1), other[0][1] - end) if other else (var(n), sign)
            moves[n] = part * whole + end
        return moves

    def compare_with(self, world: World, derived: Mapping[str, Derived]) -> None:
        """Check that the moments are those of the derivations, and exist in all of the domain."""
        symbols = {"pi": var("π"), "E": var("exp(1)")}
        symbols |= {n: world.value(tree) for n, tree in world.symbols.items()}
        for kind in ("coordinates", "names", "pinned"):
            symbols |= {n: read(text, symbols) for n, text in self.c[kind].items()}
        for n, text in self.c["coordinates"].items():
            even = all(x.put({n: -var(n)}) == x for x in self.moments.values())
            need("Abs" not in text or even, f"the sign of {n} is seen")
            need(symbols[n].number > 0 or not even, f"{n} is negative")
        own = {*self.c["unknowns"], *self.c["given"]}
        single = ((n, x) for n, x in symbols.items() if len(x.names) == 1 and n in own)
        back = {min(x.names): var(n) * x.number for n, x in single}
        for t, names in self.c["ledger"].items():
            whole, *below = (world.value(derived[n][1]) for n in names)
            same = read(self.c["moments"][t], symbols) == whole / times(below)
            need(same, f"the derivation has another {t}")
            for value in (x for n in names for x in derived[n][2] if not self.c["coordinates"]):
                need(self.inside.positive(value.put(back)), "a moment may not exist in the domain")

    def check(self) -> tuple[str, ...]:
        """Check all that is said to be shown, and return it."""
        said = self.c["properties"]
        need(set(said) == set(PROPERTIES), "the properties are not the four that there are")
        shown = tuple(n for n in PROPERTIES if said[n]["shown"])
        if "steps" in self.c:
            self.check_steps()
            self.check_values()
        need("steps" in self.c or set(shown) <= {"freedoms"}, "without steps nothing else is shown")
        for n in ("soundness", "conditions", "freedoms"):
            if n in shown:
                getattr(self, f"check_{n}")()
        if self.c.get("root"):
            self.check_roots(self.c["root"])
        return shown

    def check_steps(self) -> None:
        """Check that each step holds at every point of the domain and its moments."""
        for step in self.c["steps"]:
            label, claim = step["name"], read(step["claim"], self.names)
            fresh = label not in self.claims and claim and not claim.below.factors
            need(fresh, f"{label}: no claim")
            need(step["by"] in ("moments", "combination"), f"{label}: no way to follow")
            if step["by"] == "moments":
                need(not claim.put(self.reduced), f"{label}: it does not hold at the moments")
            else:
                number = read(step["times"], self.names)
                parts = {source: read(text, self.names) for source, text in step["from"].items()}
                need(set(parts) <= set(self.claims), f"{label}: it cites what is not above")
                whole = not any(x.below.factors for x in (number, *parts.values()))
                need(whole, f"{label}: no polynomial")
                unclear = f"an equation is divided by `{step['times']}`, not shown never to be zero"
                need(self.inside.definite(number), unclear)
                total = total_of(x * self.claims[source] for source, x in parts.items())
                need(total == number * claim, f"{label}: the combination is not the claim")
            self.claims[label] = claim
        tied = {each["target"] for each in self.c["constraints"]}
        free = {n: x for n, x in self.known.items() if n not in tied}
        self.bound = {x["target"]: read(x["value"], free) for x in self.c["constraints"]}
        for each in self.c["constraints"]:
            claim = self.claims[each["step"]]
            need(claim.names <= set(self.known) and each["target"] in claim.names, "no constraint")
            need(not claim.put(self.bound), f"{each['step']} does not bind {each['target']}")

    def check_values(self) -> None:
        """Check that each product is a root, or solves a step that is linear in it."""
        root, solved = self.c["root"], dict(self.known)
        if root:
            claim, n = self.claims[root["step"]], root["unknown"]
            need(n in self.products and claim.names <= {*self.known, n}, "the step of the root")
            self.modulus = claim.in_powers(n)
            need(len(self.modulus) == root["degree"] + 1 > 1, "the degree of the root")
            definite = any(map(self.inside.definite, self.modulus))
            need(definite, f"no coefficient of the equation for `{n}` is shown never to be zero")
            solved[n] = var(n)
        self.roots = dict(solved)
        for each in self.c["solve"]:
            n = each["name"]
            need(n in self.products and n not in solved, f"{n}: solved twice, or no product")
            need(each["is"] == self.c["products"][n], f"{n} is not what the solution says it is")
            leading, rest = read(each["leading"], solved), read(each["rest"], solved)
            linear = leading * var(n) - rest == self.claims[each["step"]]
            need(linear, f"{n}: the step is not linear in it as said")
            definite = self.inside.definite(leading) or self.inside.definite(rest)
            need(definite, f"the factor of `{n}` in its equation is not shown never to be zero")
            self.values[n] = read(each["value"], self.roots)
            value = rest.put(self.values) / leading.put(self.values)
            need(value == self.values[n], f"{n}: its value is not that of its step")
            solved[n] = var(n)
        need(set(self.products) <= set(solved), "a product is not solved for")
        moved_by_levels = set[str]().union(*self.c["shifts"])
        anchored = {
            u: powers_of((n, Fraction(power)) for n, power in powers.items())
            * int(bool(powers) or u not in moved_by_levels)  # the anchor of a level is zero
            for u, powers in self.c["anchored"].items()
        }
        back = all(x.put(anchored) == var(n) for n, x in self.products.items())
        whole = set(anchored) == {*self.c["unknowns"]}
        need(back and whole, "the unknowns do not give the products back")

    def check_soundness(self) -> None:
        """Put the values into the moments: the targets come out, identically."""
        for t, moment in self.reduced.items():
            left = (moment.put(self.values) - var(t)).put(self.bound)
            for n in self.roots.keys() - self.known:
                left = modulo(left, n, self.claims[self.c["root"]["step"]].put(self.bound))
            need(not left, f"with the values put in, {t} is not met")

    def check_conditions(self) -> None:
        """Check that each condition is necessary, and that together they suffice."""
        free = {*self.c["given"], *self.c["open"]}
        view = {n: var(f"±{n}") for n in self.roots}
        self.outside = Signs(view, (n for n in free if self.inside.definite(var(n))))
        for bound in self.domain.values():
            if bound.names <= free:
                self.outside.learn(bound)
        # A variance is positive, whether its formula shows it or not.
        powers = (0, 1, -1, 2, -2) if self.c["positive"] else (0,)
        for text in self.c["positive"]:
            fact = read(text, self.names) == self.reduced.get("variance")
            need(fact, f"{text} is no variance, which is positive")
        said = {"shown to be necessary": self.c["conditions"], "implied": self.c.get("implied", ())}
        for what, texts in said.items():
            for text in texts:
                value = read(text, self.roots)
                holds = any(self.inside.positive(value * var("variance") ** n) for n in powers)
                need(holds, f"{text} > 0 is not {what}")
                if what != "implied":
                    self.outside.learn(value)
        for each in self.c["derived"]:
            parts = [read(text, self.roots) for text in each["sum"]]
            known = all(map(self.outside.positive, parts))
            need(known, f"a part of {each['positive']} is not known")
            same = total_of(parts) == read(each["positive"], self.roots)
            need(same, f"{each['positive']} is not that sum")
            self.outside.learn(total_of(parts))
        for n in self.products:
            self.check_range(n, (self.roots | self.values)[n])

    def check_range(self, n: str, value: Rat) -> None:
        """Check that the value of a product exists and is in the domain, if the conditions hold."""
        need(self.outside.definite(value.below), f"{n} may be divided by zero")
        meaning = self.products[n]
        signed = any(meaning.put({u: -var(u)}) == -meaning for u in self.c["nonzero"])
        slopes = (meaning.slope(u) for u in meaning.names)
        level = meaning.names <= {*self.c["real"]} and not any(x.names for x in slopes)
        bounds = {} if signed or level else {n: var(n)}
        if meaning == var(n):
            bounds = {text: bound for text, bound in self.domain.items() if n in bound.names}
        for text, bound in bounds.items():
            margin = read(self.c["margins"].get(text, text), self.roots | self.values)
            need(margin == bound.put(self.values), f"another margin of {text}")
            need(self.outside.positive(margin), f"{text} > 0 does not follow from the conditions")
        need(self.outside.definite(value) or not signed, f"{n} may be zero")

    def check_freedoms(self) -> None:
        """Check changes of unknowns that no product sees, and by the rank that these are all."""
        unknowns, free, shifts = (self.c[key] for key in ("unknowns", "free", "shifts"))
        scale = var("any scale")
        changes = [{u: var(u) * scale**w for u, w in each.items()} for each in free]
        changes += [{u: -var(u) for u in each} for each in self.c["flips"]]
        changes += [{u: var(u) + scale * w for u, w in each.items()} for each in shifts]
        for change in changes:
            need(set(change) <= set(unknowns), "something else is changed")
            unseen = all(x.put(change) == x for x in self.products.values())
            need(unseen, f"a product sees that {', '.join(change)} are changed")
        point = {n: Rat(Fraction(text)) for n, text in self.c["rank"]["at"].items()}
        inside = all(bound.put(point).number > 0 for bound in self.domain.values())
        fits = set(point) == {*unknowns, *self.c["given"]} and inside
        need(fits, "the point is not in the domain")
        rational = all(x.names <= {*point} for x in self.moments.values())
        need(rational, "a moment that is no rational function of the unknowns")
        slopes = []
        for u in unknowns:
            others = {n: x for n, x in point.items() if n != u}
            slopes.append([x.put(others).slope(u).put(point) for x in self.moments.values()])
        found = rank(slopes)
        need(found == self.c["rank"]["value"], f"the rank is {found}")
        rows = [[Rat(Fraction(each.get(u, 0))) for u in unknowns] for each in (*free, *shifts)]
        left = len(unknowns) - found - len(self.c["open"])
        need(left == rank(rows) == len(rows), "something else is free")

    def check_roots(self, root: Mapping[str, Any]) -> None:
        """Check written roots by Vieta's formulas, and count admissible ones at witnesses."""
        if root["roots"]:
            parts = [read(text, self.known) for text in root["coefficients"].values()]
            need(parts == self.modulus, "the coefficients are others")
            inside = {**self.known, **dict(zip(root["coefficients"], parts, strict=True))}
            squares = {x: read(text, inside) for x, text in root["squares"].items()}
            squares["side"] = Rat(1)
            one, two = (read(text, inside | vars_of(squares)) for text in root["roots"])
            unknown = var(root["unknown"])
            left = (unknown - one) * (unknown - two) * parts[-1] - self.claims[root["step"]]
            for x, square in squares.items():
                left = modulo(left, x, var(x) ** 2 - square)
            need(not left, "the roots are not those of the equation")
        need(root["witnesses"], "no witness of how many roots are admissible")
        for witness in root["witnesses"]:
            at = {x: Rat(Fraction(text)) for x, text in witness["at"].items()}
            bounds = (bound.put(at) for bound in self.domain.values())
            need(all(x.names or x.number > 0 for x in bounds), "a witness outside of the domain")
            told = self.admissible(at)
            need(told == (witness["admissible"], witness["double"]), f"admissible roots: {told}")

    def admissible(self, point: Mapping[str, Rat]) -> tuple[int, bool]:
        """Count the roots that are admissible at a point, and tell whether one is double."""
        n, step = self.c["root"]["unknown"], self.c["root"]["step"]
        need(set(point) == set(self.known), "a witness lacks a value")
        tests = [read(text, {**point, n: var(n)}) for text in self.c["conditions"]]
        equation = self.claims[step].put(point)
        need(equation, "a witness at which the equation vanishes")
        every = admissible(equation, tests, n)
        return every, every > admissible(equation, [*tests, equation.slope(n) ** 2], n)


# 8. Files ----------------------------------------------------------------------------------------


def frozen(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: frozen(value) for key, value in tree.items()}
    return tuple(map(frozen, tree)) if isinstance(tree, list) else tree


def check_document(document: Mapping[str, Any]) -> str:
    form = (document["format"], document["version"])
    need(form == ("symppm-derivations", 1), "no derivations, or not of this version")
    model, trees = frozen(document["model"]), frozen(document["derivations"])
    world, derived = World(model), dict[str, Derived]()
    for tree in trees:
        derived[tree["name"]] = check_derivation(world, tree, derived)
    said = [f"{sum(len(tree['steps']) for tree in trees)} steps of {len(trees)} derivations"]
    observed = next(each["dims"] for each in model["variables"] if each["observed"])
    latent = {x["size"][1] for axis, x in world.axes.items() if axis not in observed}
    for key in ("solution", "solution_at_k"):
        if document.get(key):
            try:
                shown = Certificate(world, derived, document[key]).check()
                own = document[key].get("model", model["name"]) == model["name"]
                need(own, f"the {key} of another model")
                at_k = key == "solution" or latent & {*document[key]["given"]}
                need(at_k, "no size of a latent axis is given")
                others = {n: x for n, x in document[key]["properties"].items() if not x["shown"]}
                why = "".join(f" ({text})" for text in {x["reason"] for x in others.values()})
                missing = f"; not shown: {', '.join(others)}{why}" if others else ""
                said.append(f"{key}: {', '.join(shown) or 'nothing'}{missing}")
            except NotShown as error:
                said.append(f"{key} not shown: {error}")
    return "; ".join(said)


def main(paths: Sequence[str]) -> int:
    failed = 0
    for path in paths:
        start = time.process_time()
        try:
            said = check_document(json.loads(Path(path).read_text("utf-8")))
        except NotShown as error:
            said = f"not shown: {error}"
        except Wrong as error:
            said, failed = f"WRONG: {error}", 1
        except Exception as error:  # whatever is met in what is no derivation file
            said, failed = f"WRONG: it cannot be read ({type(error).__name__}: {error})", 1
        print(f"{Path(path).stem:32} {time.process_time() - start:6.2f} s  {said}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
