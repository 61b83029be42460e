"""Verify derivation files, as in python derivations/check.py derivations/*.json.

Nothing is trusted but Python's standard library: no SymPy, no symppm. A file holds a declared
model, derivations of its moments and certificates of its solutions. What is verified, and where to
read how:

1. Arithmetic. A rational function is a number times powers of polynomials; all of it is exact.
2. Sums over an axis. Entries of variables are names such as theta[i,k], and so are sums of them.
3. Families. The raw moments of each distribution: the only facts that are taken from a table.
4. The model. The moment of any random quantity: entries are integrated out one by one, the last
   declared first, and a sum is split by which other index its own coincides with.
5. Laws. What each law says, and exactly which side conditions it needs.
6. Derivations. Both sides of every step are computed by 4 and compared, its law is checked by 5;
   it rewrites what the step before it left; the last line is the result, and equals the target.
7. Solutions. Certificates: each sentence is an identity, a sign, a rank or a number of roots.

How it works. Everything is of one kind, Rat: a rational function of names. A name is a text: a
symbol (a), an entry (theta[i,k]), a sum of products of entries, or a function that is not rational
(exp(mu)). A moment is computed by taking out the entry that was declared last, all behind it given:
its family says what power of parameters comes instead; so nothing random is left in the end, and
two expressions are equal if their difference is zero. That is done to both sides of each step, and
so a step is true by itself, whatever law it names; that the law is the one named is seen apart.
Only what has a sign needs more than equality: names are positive (± begins the others), and a sum
of positive terms is positive.

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import count, pairwise, permutations, product
from math import comb, factorial, gcd, lcm, prod
from pathlib import Path
from typing import Any, NamedTuple

Number = Fraction | int
Monomial = tuple[tuple[str, Number], ...]
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


class Poly:
    """A polynomial: sorted pairs of a name and its power, with a number for each such product."""

    def __init__(self, terms: Mapping[Monomial, Number]) -> None:
        self.terms = {monomial: number for monomial, number in terms.items() if number}
        self.names = frozenset(n for monomial in self.terms for n, _ in monomial)
        alone = len(self.terms) == 1 and min(self.names, default="").isdigit()
        self.prime = int(min(self.names)) if alone else 0
        self.hash = hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __add__(self, other: Poly) -> Poly:
        total = dict(self.terms)
        for monomial, number in other.terms.items():
            total[monomial] = total.get(monomial, 0) + number
        return Poly(total)

    def __mul__(self, other: Poly) -> Poly:
        total: dict[Monomial, Number] = {}
        for (one, x), (two, y) in product(self.terms.items(), other.terms.items()):
            powers, number = dict(one), x * y
            for n, power in two:
                powers[n] = powers.get(n, 0) + power
                if n.isdigit() and powers[n] >= 1:  # the square of the root of a prime
                    number, powers[n] = number * int(n), powers[n] - 1
            monomial = tuple(sorted((n, power) for n, power in powers.items() if power))
            total[monomial] = total.get(monomial, 0) + number
        return Poly(total)

    def __pow__(self, power: Number) -> Poly:
        if list(self.terms.values()) == [1]:
            (monomial,) = self.terms
            return Poly({tuple((n, p * power) for n, p in monomial): 1})
        if power != int(power):
            raise NotShown("a sum of roots of sums")
        return prod([self] * int(power), start=ONE)

    @cached_property
    def is_positive(self) -> bool:
        """Whether it is a sum of positive terms."""
        return all(
            number > 0 and all(n[0] != "±" or power % 2 == 0 for n, power in monomial)
            for monomial, number in self.terms.items()
        )

    def by(self, n: str) -> list[Poly]:
        """Return the coefficients of the powers of a name, the constant first."""
        found: dict[Number, dict[Monomial, Number]] = {}
        for monomial, number in self.terms.items():
            rest = tuple(pair for pair in monomial if pair[0] != n)
            power = dict(monomial).get(n, 0)
            need(power == int(power) >= 0, "a power that is no whole number")
            found.setdefault(power, {})[rest] = number
        return [Poly(found.get(power, {})) for power in range(int(max(found, default=-1)) + 1)]


def name(text: str) -> Poly:
    return Poly({((text, 1),): 1})


ONE = Poly({(): 1})
HALF = Fraction(1, 2)


class Rat:
    """A rational function: a number times powers of primitive polynomials, expanded only to add."""

    def __init__(self, number: Number, factors: Mapping[Poly, Number] | None = None) -> None:
        self.number = Fraction(number)
        self.factors = {p: n for p, n in (factors or {}).items() if n and number}
        self.names = frozenset[str]().union(*(poly.names for poly in self.factors))

    @staticmethod
    def of(value: Poly | Rat | Number) -> Rat:
        """Take out the content and powers of names; the leading coefficient becomes positive."""
        if not isinstance(value, Poly):
            return value if isinstance(value, Rat) else Rat(value)
        if not value.terms:
            return Rat(0)
        numbers = [Fraction(number) for number in value.terms.values()]
        above, below = [n.numerator for n in numbers], [n.denominator for n in numbers]
        sign = -1 if value.terms[max(value.terms)] < 0 else 1
        content = Fraction(sign * gcd(*above), lcm(*below))
        common = {n: min(dict(m).get(n, 0) for m in value.terms) for n in value.names}
        rest: dict[Monomial, Number] = {}
        for monomial, number in value.terms.items():
            left = ((n, dict(monomial).get(n, 0) - p) for n, p in common.items())
            rest[tuple(sorted((n, p) for n, p in left if p))] = int(number / content)
        outside: dict[Poly, Number] = {name(n): p for n, p in common.items()}
        return Rat(content, outside if len(rest) == 1 else {**outside, Poly(rest): 1})

    def __mul__(self, other: Rat | Number) -> Rat:
        other = Rat.of(other)
        number, factors = self.number * other.number, dict(self.factors)
        for poly, power in other.factors.items():
            factors[poly] = factors.get(poly, 0) + power
            if poly.prime and not 0 <= Fraction(factors[poly]) < 1:
                number *= Fraction(poly.prime) ** int(factors[poly] // 1)
                factors[poly] %= 1
        return Rat(number, factors)

    def __pow__(self, power: Number) -> Rat:
        return self.raised(power, self)

    def raised(self, power: Number, as_seen: Rat) -> Rat:
        """Return a power; a root only if what may be seen in place of this is positive at sight."""
        power = int(power) if power == int(power) else Fraction(power)
        need((self.number or power >= 0) and power**2 < 10**6, "a power without a value")
        factors = {p: n * power for p, n in self.factors.items()}
        if isinstance(power, int):
            return Rat(self.number**power) * Rat(1, factors)
        if as_seen.number < 0 or not all(p.is_positive for p in as_seen.factors):
            raise NotShown("the root of what may be negative")
        left, prime = self.number, 2
        while left != 1 and prime < 1000:
            times_in = (left.numerator % prime == 0) - (left.denominator % prime == 0)
            if times_in:
                left *= Fraction(prime) ** -times_in
                factors[name(str(prime))] = factors.get(name(str(prime)), 0) + times_in * power
            prime += not times_in
        if left != 1:
            raise NotShown("the root of a large number")
        return Rat(1) * Rat(1, factors)

    def __add__(self, other: Rat | Number) -> Rat:
        other = Rat.of(other)
        if not self or not other:
            return self if self else other
        if not self.factors and not other.factors:
            return Rat(self.number + other.number)
        every = {**self.factors, **other.factors}
        least = {p: min(self.factors.get(p, 0), other.factors.get(p, 0)) for p in every}
        common, total = lcm(self.number.denominator, other.number.denominator), Poly({})
        for each in (self, other):
            apart = (p ** (each.factors.get(p, 0) - n) for p, n in least.items())
            total += prod(apart, start=Poly({(): int(each.number * common)}))
        return Rat.of(total) * Rat(Fraction(1, common), least)

    def __neg__(self) -> Rat:
        return self * -1

    def __sub__(self, other: Rat | Number) -> Rat:
        return self + -Rat.of(other)

    def __truediv__(self, other: Rat | Number) -> Rat:
        return self * Rat.of(other) ** -1

    def __bool__(self) -> bool:
        return bool(self.number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rat) and not self - other

    __hash__ = None  # type: ignore[assignment]

    def top(self) -> Poly:
        """Return the numerator, expanded."""
        return prod((p**n for p, n in self.factors.items() if n > 0), start=Poly({(): self.number}))

    def below(self) -> Poly:
        """Return the denominator, expanded."""
        return Rat(1, {p: -n for p, n in self.factors.items() if n < 0}).top()

    def put(self, values: Mapping[str, Rat]) -> Rat:
        """Put rational functions in for names."""
        out = Rat(self.number)
        for poly, power in self.factors.items():
            inner = Rat(1, {poly: 1})
            if values.keys() & poly.names:
                terms = poly.terms.items()
                inner = total_of(
                    times((values.get(n, var(n)) ** p for n, p in m), x) for m, x in terms
                )
            out *= inner**power
        return out


def var(text: str) -> Rat:
    return Rat(1, {name(text): 1})


def total_of(terms: Iterable[Rat]) -> Rat:
    return sum(terms, start=Rat(0))


def times(factors: Iterable[Rat], number: Number = 1) -> Rat:
    return prod(factors, start=Rat(number))


def written(value: Rat) -> str:
    """Return a text that is the same for equal polynomials, and for most equal quotients."""
    sides = []
    for side in (value.top(), value.below()):
        terms = (f"{Fraction(number)} {powers_text(dict(m))}" for m, number in side.terms.items())
        sides.append(" + ".join(sorted(terms)) or "0")
    return sides[0] if sides[1] == "1 1" else f"({sides[0]})/({sides[1]})"


def powers_text(powers: Mapping[str, Number]) -> str:
    return " ".join(f"{n}^{power}" for n, power in sorted(powers.items()) if power) or "1"


def exp(argument: Rat) -> Rat:
    """Return the product of exp(monomial)^number: exp(a + b) is exp(a) exp(b)."""
    if len(argument.below().terms) != 1:
        raise NotShown("the exponential of a quotient")
    out, below = Rat(1), Rat.of(argument.below())
    for term, number in argument.top().terms.items():
        inside = Rat.of(Poly({term: number})) / below
        powers = {min(p.names): n for p, n in inside.factors.items()}
        out *= var(f"exp({powers_text(powers)})") ** inside.number
    return out


def function(kind: str, argument: Rat) -> Rat:
    """Return a function: a symbol, unless it is zeta or Gamma of a simple number."""
    number = Fraction(0) if argument.factors else argument.number
    if kind == "zeta" and number in (2, 4, 6):
        return var("π") ** int(number) / {2: 6, 4: 90, 6: 945}[int(number)]
    if kind == "gamma" and number > 0 and number.denominator < 3:  # Gamma(x + 1) = x Gamma(x)
        half = var("π") ** HALF if number.denominator == 2 else Rat(1)
        return half * prod(number - step for step in range(1, int(number + HALF)))
    return var(f"{'±' * (kind == 'log')}{kind}({written(argument)})")


FUNCTIONS: Mapping[str, Callable[[Rat], Rat]] = {"exp": exp} | {
    kind: partial(function, kind) for kind in ("gamma", "log", "zeta")
}


# 2. Sums over an axis ----------------------------------------------------------------------------
# Letters that a file writes stand for different values. Other letters begin with _ and their axis.
# A sum of products of entries is a name: Σ{_factor:0}(beta[j,_factor:0]^1 theta[i,_factor:0]^1).

Entry = tuple[str, tuple[str, ...]]
"""A variable, and a letter for each of its axes. The entries of a known array begin with @."""
DOT = "·"


@cache
def entry_of(text: str) -> Entry | None:
    found = re.fullmatch(r"(@?\w+)\[([^\[\]]*)\]", text)
    return (found[1], tuple(found[2].split(",")) if found[2] else ()) if found else None


@cache
def sum_of(text: str) -> tuple[list[str], dict[str, int]] | None:
    """Return the letters that a sum runs over, and the powers of entries in it."""
    if text[0] != "Σ":
        return None
    bound, _, inside = text[2:-1].partition("}(")
    pairs = (each.rpartition("^") for each in inside.split(" "))
    return bound.split(","), {entry: int(power) for entry, _, power in pairs}


@cache
def letters_in(text: str) -> frozenset[str]:
    """Return the letters of a name, those left out that a sum runs over."""
    if found := sum_of(text):
        return frozenset[str]().union(*map(letters_in, found[1])) - set(found[0])
    return frozenset((entry_of(text) or ("", ()))[1])


def moved(text: str, letters: Mapping[str, str]) -> str:
    """Give the letters of a name other names."""
    if not letters.keys() & letters_in(text):
        return text
    if found := sum_of(text):
        return sum_name(found[0], {moved(each, letters): n for each, n in found[1].items()})
    variable, old = entry_of(text) or ("", ())
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


def terms_of(value: Rat, inside: Callable[[str], bool]) -> Iterator[tuple[Rat, dict[str, Number]]]:
    """Write a value as a sum of coefficients times powers of the names that are asked for."""
    outer, inner = Rat(value.number), ONE
    for poly, power in value.factors.items():
        if not any(map(inside, poly.names)):
            outer *= Rat(1, {poly: power})
        elif len(poly.terms) == 1 or (power > 0 and power == int(power)):
            inner *= poly**power
        else:
            raise NotShown("a division by a sum of what is random")
    for monomial, number in inner.terms.items():
        own = {n: power for n, power in monomial if inside(n)}
        rest = tuple((n, power) for n, power in monomial if n not in own)
        yield outer * Rat.of(Poly({rest: number})), own


def renamed(value: Rat, letters: Mapping[str, str]) -> Rat:
    changed = (n for n in value.names if letters.keys() & letters_in(n))
    return value.put({n: var(moved(n, letters)) for n in changed})


def summed(value: Rat, letter: str, size: Rat) -> Rat:
    """Sum over all values of a letter."""
    out = Rat(0)
    for coefficient, own in terms_of(value, lambda n: letter in letters_in(n)):
        bound, powers = [letter], dict[str, Number]()
        for text, power in own.items():
            inner = sum_of(text) or ([], {text: 1})
            need(not inner[0] or power == int(power) > 0, "a division by a sum")
            for _ in range(int(power) if inner[0] else 1):  # each factor has letters of its own
                new = {x: f"{x}~{len(bound)}" for x in inner[0]}
                bound += new.values()
                for each, n in inner[1].items():
                    each = moved(each, new)  # noqa: PLW2901
                    powers[each] = powers.get(each, 0) + (n if inner[0] else power)
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


def about(n: int, origin: Rat, scale: Rat, standard: Callable[[int], Rat | int]) -> Rat:
    """Return E[(origin + scale Z)^n] from moments of Z, by the binomial theorem."""
    terms = (origin ** (n - j) * comb(n, j) * scale**j * standard(j) for j in range(n + 1))
    return total_of(terms)


def counted(n: int, mean: Rat, step: Rat) -> Rat:
    """Return E[X^n] where E[X (X - 1) ... (X - k)] is mean^(k + 1) (1 + step) ... (1 + k step)."""
    rises = (times(step * i + 1 for i in range(k)) for k in range(n + 1))
    return total_of(mean**k * rise * partitions(n, k) for k, rise in enumerate(rises))


def partitions(n: int, k: int) -> Fraction:
    """Return the number of ways to put n into k blocks: x^n is the sum of these falling x."""
    return Fraction(sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)), factorial(k))


def from_cumulants(n: int, cumulant: Callable[[int], Rat]) -> Rat:
    """Return E[X^n]: m_n is the sum of C(n - 1, j - 1) k_j m_(n - j)."""
    moments = [Rat(1)]
    for m in range(1, n + 1):
        terms = (cumulant(j) * moments[m - j] * comb(m - 1, j - 1) for j in range(1, m + 1))
        moments.append(total_of(terms))
    return moments[n]


def normal(j: int, odd: int) -> Rat:
    """Return E|Z|^j of a standard normal Z, with E Z^j in place of it for odd j."""
    return ((Rat(2) / var("π")) ** HALF * odd if j % 2 else Rat(1)) * prod(range(j - 1, 0, -2))


def standard_gumbel(j: int) -> Rat:
    """Return a central moment at scale one, from the cumulants (i - 1)! zeta(i)."""
    return from_cumulants(j, lambda i: function("zeta", Rat(i)) * factorial(i - 1) * (i > 1))


def uniform(n: int, low: Rat, high: Rat) -> Rat:
    """Return (high^(n + 1) - low^(n + 1))/((n + 1) (high - low)), divided out."""
    if n == -1:
        return (function("log", high) - function("log", low)) / (high - low)
    steps, last = (range(n + 1), n) if n >= 0 else (range(-1, n, -1), n - 1)
    return total_of(low**j * high ** (last - j) for j in steps) * Fraction(1, abs(n + 1))


def psi(kind: str, n: int, w: Rat) -> Rat:
    """Return the n-th derivative of the log-partition of an exponential dispersion family."""
    match kind:
        case "normal":
            return {1: w, 2: Rat(1)}.get(n, Rat(0))
        case "gamma":
            return (-w) ** -n * factorial(n - 1)
        case "inverse_gaussian":
            return (w * -2) ** (HALF - n) * prod(range(2 * n - 3, 0, -2))
        case "poisson":
            return exp(w)
        case "binomial" | "negative_binomial":  # x = e^w/(1 - s e^w), of which x' = x + s x^2
            s = -1 if kind == "binomial" else 1
            x, numbers = exp(w) / (exp(w) * -s + 1), [0, 1]
            for _ in range(n - 1):
                pairs = enumerate(zip([*numbers, 0], [0, *numbers], strict=True))
                numbers = [k * one + s * (k - 1) * two for k, (one, two) in pairs]
            return total_of(x**k * number for k, number in enumerate(numbers))
    raise NotShown(f"the log-partition {kind}, which is not in the table")


FAMILIES: Mapping[str, Callable[[int, Parameters], Rat]] = {
    "Bernoulli": lambda _, p: p["mean"],
    "Beta": lambda n, p: rising(p["alpha"], n) / rising(p["alpha"] + p["beta"], n),
    "Binomial": lambda n, p: counted(n, p["mean"], -(p["trials"] ** -1)),
    "Exponential": lambda n, p: p["rate"] ** -n * factorial(n),
    "Gamma": lambda n, p: rising(p["shape"], n) * p["rate"] ** -n,
    "Gumbel": lambda n, p: about(n, p["mean"], p["scale"], standard_gumbel),
    "HalfNormal": lambda n, p: about(n, p["location"], p["scale"], lambda j: normal(j, 1)),
    "InverseGamma": lambda n, p: rising(p["shape"], -n) * p["scale"] ** n,
    "Laplace": lambda n, p: about(n, p["mean"], p["scale"], lambda j: (1 - j % 2) * factorial(j)),
    "LogNormal": lambda n, p: exp(p["mu"] * n + p["sigma"] ** 2 * Fraction(n * n, 2)),
    "NegativeBinomial": lambda n, p: counted(n, p["mean"], p["size"] ** -1),
    "Normal": lambda n, p: about(n, p["mean"], p["variance"] ** HALF, lambda j: normal(j, 0)),
    "Poisson": lambda n, p: counted(n, p["rate"], Rat(0)),
    "Uniform": lambda n, p: uniform(n, p["low"], p["high"]),
    "Weibull": lambda n, p: p["scale"] ** n * function("gamma", p["shape"] ** -1 * n + 1),
    "ZeroInflatedPoisson": lambda n, p: p["keep"] * counted(n, p["rate"], Rat(0)),
}
LIMITS = {
    "Beta": ("alpha", -1), "Dirichlet": ("concentration", -1), "Gamma": ("shape", -1),
    "InverseGamma": ("shape", 1), "Weibull": ("shape", -1),
}  # fmt: skip
"""A moment of an order of this sign exists if the parameter exceeds the order's size."""


def dirichlet(orders: Sequence[int], each: Sequence[Parameters]) -> Rat:
    """Return E[X_1^n_1 ...], of shapes a_1, ...: their rising powers over that of their total."""
    total = each[0]["size"] * each[0]["concentration"]
    shapes = (total * p["base"] if "base" in p else p["concentration"] for p in each)
    return times(map(rising, shapes, orders)) / rising(total, sum(orders))


def multinomial(orders: Sequence[int], each: Sequence[Parameters]) -> Rat:
    """Return E[X_1^n_1 ...]: that of falling powers k is trials (trials - 1) ... p_1^k_1 ..."""
    out = Rat(0)
    for falling in product(*(range(n + 1) for n in orders)):
        parts = zip(orders, falling, each, strict=True)
        part = times(p["probabilities"] ** k * partitions(n, k) for n, k, p in parts)
        out += part * times(each[0]["trials"] - step for step in range(sum(falling)))
    return out


VECTORS: Mapping[str, Callable[[Sequence[int], Sequence[Parameters]], Rat]] = {
    "Dirichlet": dirichlet, "Dirichlet[base]": dirichlet, "Multinomial": multinomial,
}  # fmt: skip


def moment_of(family: str, orders: Sequence[int], each: Sequence[Parameters]) -> Rat:
    """Return the moment of these orders; a vector's entries have parameters of their own."""
    n, p, (kind, _, psi_name) = orders[0], each[0], family.partition("[")
    fits = min(orders) >= 0 or family in (*LIMITS, "LogNormal", "Uniform")
    need(fits, f"{family} has no such moment")
    if family in VECTORS:
        return VECTORS[family](orders, each)
    if family in ("Prior", "Observation") and n <= 2:
        return p["mean"] ** n + (p["variance"] if n == 2 else 0)
    if kind == "ExponentialDispersion":
        return from_cumulants(n, lambda j: p["kappa"] * psi(psi_name[:-1], j, p["w"]))
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

OPERATORS = ("E", "Var", "Cov", "Corr", "Cum")
Given = frozenset[Entry]
Letters = Mapping[str, str]


class World:
    """A declared model, in which any moment can be computed."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self.axes = {axis["name"]: axis for axis in model["axes"]}
        self.axis_by_letter = {x: axis["name"] for axis in model["axes"] for x in axis["letters"]}
        self.variables = {each["name"]: each for each in model["variables"]}
        self.declared = self.variables | {f"@{x['name']}": x for x in model.get("known", ())}
        self.order = list(self.variables)
        self.symbols = {each[1]: each for each in model["hyperparameters"]}
        self.symbols |= {axis["size"][1]: axis["size"] for axis in model["axes"]}
        self.lows = {axis["size"][1]: Fraction(1) for axis in model["axes"]}
        self.values: dict[Any, Rat] = {}
        self.integrals: dict[Any, Rat] = {}
        self.closures: dict[Any, Given] = {}
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

    def size(self, axis: str) -> Rat:
        return self.value(self.axes[axis]["size"])

    # What expressions come to

    def value(self, tree: Tree, at: Letters | None = None, *, formal: bool = False) -> Rat:
        """Return what an expression comes to, letters renamed; formal leaves moments as names."""
        key = (tree, frozenset((at or {}).items()), formal)
        if key not in self.values:
            self.values[key] = self.computed(tree, at or {}, formal)
        return self.values[key]

    def formal(self, tree: Tree, at: Letters | None = None) -> Rat:
        return self.value(tree, at, formal=True)

    def computed(self, tree: Tree, at: Letters, formal: bool) -> Rat:
        def inner(part: Tree, letters: Letters = at) -> Rat:
            return self.value(part, letters, formal=formal)

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
                variable, letters = self.entry(tree, at)
                return var(f"{variable}[{','.join(letters)}]")
            case ("Add", *parts):
                return total_of(map(inner, parts))
            case ("Mul", *parts):
                out = Rat(1)
                for part in parts:  # nothing is asked of what zero is multiplied with
                    out = out * inner(part) if out.number else out
                return out
            case ("Pow", base, ("Rational", above, below)):
                return self.raised(inner(base), Fraction(int(above), int(below)))
            case ("AxisSum", body, ("Symbol", letter, *_), size):
                axis = self.axis_of(letter)
                need(size == self.axes[axis]["size"], f"the axis {axis} has another size")
                if formal and moments_in(body):
                    new = f"_{axis}:s{sum(node[0] == 'AxisSum' for node in nodes(body))}"
                    return var(f"sum over {axis}<{written(inner(body, {**at, letter: new}))}>")
                used = self.letters(body, at)
                return self.total(axis, used, lambda x: inner(body, {**at, letter: x}))
            case (kind, argument) if kind in FUNCTIONS:
                return FUNCTIONS[kind](inner(argument))
            case (kind, *operands, ("Tuple", *_)) if kind in OPERATORS:
                moment = self.named if formal else self.moment
                return moment(kind, list(map(inner, operands)), self.given(tree, at))
        kind = tree[0] if tree else ""
        if kind in ("Derivative", "Logistic", "Softplus", "WeibullShape"):
            raise NotShown(f"an expression of the kind {kind}")
        raise Wrong(f"no expression is of the kind {kind}")

    def seen(self, value: Rat) -> Rat:
        """Put in what shows signs: sizes are above one, moments that were met exist, shares."""
        values = {n: var(n) + low for n, low in self.lows.items()}
        known = (n for n in value.names if n[0] == "@")
        shares = (n for n in known if self.declared[n.partition("[")[0]].get("over"))
        return value.put(values | {n: var(n) / (var(n) + 1) for n in shares})

    def raised(self, value: Rat, power: Fraction) -> Rat:
        """Return a power, or a root of what is positive where all moments that were met exist."""
        for poly, n in value.factors.items() if power.denominator > 1 else ():
            if self.seen(Rat(1, {poly: 1})).number < 0:  # the root is that of its opposite
                value *= Rat(-1 if n % 2 else 1, {poly: -n, poly * Poly({(): -1}): n})
        return value.raised(power, self.seen(value))

    def equal(self, one: Rat, two: Rat) -> bool:
        """Tell whether values are the same; with roots of sums, by their squares and signs."""
        try:
            return one == two
        except NotShown:
            seen = self.seen(one / two)
            if not all(p.is_positive for p, n in seen.factors.items() if n % 2):
                raise
            return seen.number > 0 and (one / two) ** 2 == Rat(1)

    def entry(self, tree: Tree, at: Letters) -> Entry:
        text = ("@" if tree[0] == "Known" else "") + tree[1][1]
        letters = tuple(at.get(index[1], index[1]) for index in tree[2:])
        need(text in self.declared, f"{text} is not declared")
        dims = self.declared[text]["dims"]
        axes = [dims[n : n + 1] if x == DOT else (self.axis_of(x),) for n, x in enumerate(letters)]
        need(sum(axes, ()) == tuple(dims), f"{text} has other axes than {', '.join(letters)}")
        return text, letters

    def entries(self, tree: Tree, at: Letters | None = None) -> Given:
        """Return all entries in an expression; a dot stands for every value of a letter."""
        match tree:
            case ("Entry" | "Known", *_):
                return frozenset({self.entry(tree, at or {})})
            case ("AxisSum", body, bound, _):
                return self.entries(body, {**(at or {}), bound[1]: DOT})
            case (_, *parts):
                return Given().union(*(self.entries(part, at) for part in parts))
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
        whole = summed(generic, new, self.size(axis))
        return whole + total_of(term(u) - renamed(generic, {new: u}) for u in taken)

    # Moments

    def named(self, kind: str, values: Sequence[Rat], given: Given) -> Rat:
        if kind != "Corr" and not all(value.number for value in values):
            return Rat(0)
        texts = [written(value) for value in values]
        inside = "; ".join(sorted(texts) if kind == "Cum" else texts)
        return var(f"{kind}<{inside} | {sorted(given)}>")

    def moment(self, kind: str, values: Sequence[Rat], given: Given) -> Rat:
        if kind != "Corr":
            return self.cumulant([*values] * (2 if kind == "Var" else 1), given)
        x, y = values
        joint, one, two = (self.cumulant(pair, given) for pair in ((x, y), (x, x), (y, y)))
        if one == two or not joint.number:
            return joint / one
        return joint * self.raised(one, -HALF) * self.raised(two, -HALF)

    def cumulant(self, values: Sequence[Rat], given: Given) -> Rat:
        """Return a joint cumulant: the product's mean, less what blocks with the first one give."""
        first, *others = values
        out = self.mean(times(values), given)
        for chosen in range(2 ** len(others) - 1):  # which others are in the block of the first
            block = [x for n, x in enumerate(others) if chosen >> n & 1]
            rest = [x for n, x in enumerate(others) if not chosen >> n & 1]
            out -= self.cumulant([first, *block], given) * self.mean(times(rest), given)
        return out

    def mean(self, value: Rat, given: Given) -> Rat:
        """Return a conditional expectation, term by term."""
        terms = terms_of(value, lambda text: self.is_free(text, given))
        return total_of(x * self.integral(tuple(sorted(own.items())), given) for x, own in terms)

    def is_free(self, text: str, given: Given) -> bool:
        """Tell whether a name is random and not given."""
        if found := sum_of(text):
            return any(self.is_free(each, given) for each in found[1])
        entry = entry_of(text)
        return entry is not None and entry[0][0] != "@" and not within(entry, given)

    def integral(self, powers: Monomial, given: Given) -> Rat:
        """Return the expectation of a product of powers, each of which is random and not given."""
        if (powers, given) not in self.integrals:
            own, text = dict(powers), next((text for text, _ in powers if text[0] == "Σ"), "")
            value = self.opened(text, own, given) if text else self.without_last(own, given)
            self.integrals[powers, given] = value
        return self.integrals[powers, given]

    def opened(self, text: str, powers: dict[str, Number], given: Given) -> Rat:
        """Write the first index of a sum that is a factor as each of its values."""
        need(powers[text] >= 1, "a division by a sum")
        (letter, *others), inside = sum_of(text) or ([], {})
        rest = times(var(each) ** (n - (each == text)) for each, n in powers.items())

        def term(x: str) -> Rat:
            body = times(var(moved(each, {letter: x})) ** n for each, n in inside.items())
            for other in others:
                body = summed(body, other, self.size(self.axis_of(other)))
            return self.mean(body * rest, given)

        used = {x for each in powers for x in letters_in(each)} | {x for e in given for x in e[1]}
        return self.total(self.axis_of(letter), used, term)

    def without_last(self, powers: dict[str, Number], given: Given) -> Rat:
        """Take out the entry that was declared last, with all that are drawn together with it."""
        if not powers:
            return Rat(1)
        entries = {entry_of(text) or ("", ()): n for text, n in powers.items()}
        last = max(entries, key=lambda entry: (self.order.index(entry[0]), entry))
        vector = self.vector(last)
        below = any(same(vector, other) for each in given for other in self.closure([each]))
        need(not below, f"a moment of {last[0]}, given what depends on it")
        own = {entry: n for entry, n in entries.items() if within(entry, [vector])}
        rest = times(var(t) ** n for t, n in powers.items() if entry_of(t) not in own)
        for each in existence(*self.family(own)):
            for n in each.names:  # each is n - low, if it is as simple as that
                low = -each.put({n: Rat(0)}).number
                if each == var(n) - low:
                    self.lows[n] = max(low, self.lows.get(n, low))
        return self.mean(rest * moment_of(*self.family(own)), given)

    def family(self, own: Mapping[Entry, Number]) -> tuple[str, list[int], list[Parameters]]:
        """Return the family of what is drawn together, the powers, and the parameters of each."""
        if any(n != int(n) for n in own.values()):
            raise NotShown("the moment of a root")
        declared, each = self.variables[next(iter(own))[0]], list[Parameters]()
        for at in (self.generic(*entry) for entry in own):
            pairs = declared["parameters"].items()
            each.append({key: self.value(tree, at) for key, tree in pairs})
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

    def closure(self, entries: Iterable[Entry]) -> Given:
        """Return entries, what they are drawn together with, and all that is behind these."""
        key = frozenset(entries)
        if key not in self.closures:
            found, new = set(key), [entry for entry in key if entry[0][0] != "@"]
            while new:
                entry = new.pop()
                more = ({self.vector(entry)} | self.behind(entry)) - found
                found |= more
                new += (each for each in more if each[0][0] != "@")
            self.closures[key] = frozenset(found)
        return self.closures[key]

    def random(self, tree: Tree) -> set[Entry]:
        return {entry for entry in self.entries(tree) if entry[0][0] != "@"}

    def constants(self, tree: Tree) -> set[Entry]:
        """Return the known constants on which the law of an expression depends."""
        return {entry for entry in self.closure(self.entries(tree)) if entry[0][0] == "@"}


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


def swapped(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """Change the outermost moments in an expression."""
    if not isinstance(tree, tuple) or tree[0] in OPERATORS:
        return change(tree) if isinstance(tree, tuple) else tree
    return (tree[0], *(swapped(part, change) for part in tree[1:]))


# 5. Laws -----------------------------------------------------------------------------------------
# That both sides of a step are equal is computed. Here is seen that they are so by the law named.

LAWS = {
    "algebra": ("", "", 0, 0),  # both sides are the same function
    "bilinearity": ("Cov", "Var Cov", 0, 1),
    "correlation": ("Corr", "Var Cov", 2, 4),  # Cov[X, Y]/sqrt(Var[X] Var[Y])
    "cumulant_in_moments": ("Cum", "E", 2, 9),
    "definition": ("Var Cov", "E", 2, 2),  # E[X Y] - E[X] E[Y]
    "exchangeable_sum": ("AxisSum", "E Var Cov Cum", 1, 1),
    "family_moment": ("E Var Cum", "", 0, 0),
    "independent_covariance": ("Cov", "", 0, 0),
    "independent_cumulant": ("Cum", "", 0, 0),
    "independent_product": ("E", "E", 2, 99),  # E[X Y] = E[X] E[Y]
    "joint_moment": ("E", "", 0, 0),
    "known_factor": ("E", "E", 0, 1),
    "linearity": ("E", "E", 0, 1),
    "multilinearity": ("Cum", "Cum", 0, 1),
    "relabelling": ("E Var Cov Corr Cum", "E Var Cov Corr Cum", 1, 1),
    "sum_of_independents": ("Cum", "E Var Cov Cum", 0, 1),
    "total_covariance": ("Cov", "E Cov", 1, 1),  # E[Cov[X, Y | Z]] + Cov[E[X | Z], E[Y | Z]]
    "total_cumulance": ("Cum", "E Var Cov Cum", 1, 1),
    "total_expectation": ("E", "E", 1, 1),  # E[E[X | Z]]
    "total_variance": ("Var", "E Var", 1, 1),  # E[Var[X | Z]] + Var[E[X | Z]]
    "variance_of_product": ("Var", "E Var", 3, 3),  # E[X]^2 Var[Y] + E[Y]^2 Var[X] + ...
    "variance_of_sum": ("Var", "Var Cov", 0, 1),
}
"""What is before, what moments are after, and how many are multiplied, at least and at most."""
PRODUCTS = {"definition": 0, "variance_of_product": 3} | dict.fromkeys(
    ("bilinearity", "known_factor", "linearity", "multilinearity", "variance_of_sum"), 1
)
"""How often the product of the operands comes out if each moment is read as one."""
NONE = ("Tuple",)


class Step(NamedTuple):
    """One line of a derivation."""

    rule: str
    before: Tree
    after: Tree
    conditions: Sequence[tuple[str, Sequence[Tree]]]


def degree(tree: Tree) -> int:
    """Return how many moments are multiplied in a term, at most."""
    match tree:
        case ("Add", *parts):
            return max(map(degree, parts))
        case ("Mul", *parts):
            return sum(map(degree, parts))
        case ("Pow", base, ("Rational", n, _)):
            return degree(base) * max(1, abs(int(n)))
        case ("AxisSum", body, *_):
            return degree(body)
    return int(tree[0] in OPERATORS)


class Law:
    """A law held against a step: finds the side conditions that it needs, or stops."""

    def __init__(self, world: World, step: Step) -> None:
        self.world, self.step, self.needed = world, step, set[str]()
        need(step.rule in LAWS, f"no law is called {step.rule}")
        before, after, least, most = LAWS[step.rule]
        moments, self.given = moments_in(step.after), world.given(step.before)
        fits = step.before[0] in before.split() if before else not moments_in(step.before)
        need(fits and {node[0] for node in moments} <= {*after.split()}, "this law is about others")
        need(least <= degree(step.after) <= most, "this law has another form")
        given = {world.given(node) for node in moments} | {self.given}
        if before not in ("", "AxisSum"):
            bring = step.rule.startswith("total_") and not self.given
            need(len(given) == 1 + bring, "another condition, or none")
        bare = world.random(swapped(step.after, lambda _: ("Tuple",)))
        if step.rule == "known_factor":
            need(bare and all(within(e, self.given) for e in bare), "what comes out is not given")
        need(not after or not bare or step.rule == "known_factor", "something random comes out")
        if step.rule in PRODUCTS:
            self.compare_products(PRODUCTS[step.rule])
        inner = (node for node in moments if step.rule.startswith("total_") and node[-1] != NONE)
        fits = all(x in step.before[1:-1] for node in inner for x in node[1:-1])
        need(fits, "another moment is taken under the condition")
        stated = [arguments for kind, arguments in step.conditions if kind == "independent"]
        self.sides = stated[0] if len(stated) == 1 else ()
        getattr(self, step.rule, lambda: None)()

    def compare_products(self, weight: int) -> None:
        """Compare what comes if each moment is the product of what it is of, less constants."""
        kind, *operands, _ = self.step.before
        whole = Rat(weight)
        for operand in operands * (2 if kind == "Var" else 1):
            terms = terms_of(self.world.value(operand), lambda n: self.world.is_free(n, Given()))
            kept = ((x, own) for x, own in terms if own or kind == "E")
            whole *= total_of(x * times(var(n) ** p for n, p in own.items()) for x, own in kept)
        after = swapped(self.step.after, lambda m: ("Mul", *m[1:-1], *m[1:-1][: m[0] == "Var"]))
        need(self.world.value(after) == whole, "the terms are not those of this law")

    def condition(self, kind: str, *arguments: Tree) -> None:
        self.needed.add(condition_text(self.world, kind, arguments))

    def independent(self, *sides: Tree) -> None:
        """Note that two expressions are independent, if nothing random is behind both."""
        need(len(sides) == 2, "this law needs one condition: independence")
        one, two = (self.world.closure(self.world.entries(each)) for each in sides)
        need(not any(same(x, y) for x in one for y in two), "they are not independent")
        self.condition("independent", *sides)

    def powers(self, tree: Tree) -> dict[Entry, Number]:
        """Return a product of powers of entries."""
        powers = {" ".join(p.names): n for p, n in self.world.value(tree).factors.items()}
        need(all(map(entry_of, powers)), "not a product of powers of entries")
        return {entry_of(text) or ("", ()): n for text, n in powers.items()}

    def own_noise(self, entries: Iterable[Entry]) -> None:
        """Note that entries have only their own noise left: all behind is given, nothing below."""
        for entry in entries:
            vector, below = self.world.vector(entry), self.world.closure(self.given)
            left = all(within(e, self.given) for e in self.world.behind(entry) if e[0][0] != "@")
            left = left and not any(same(vector, each) for each in below)
            need(left, f"what is given does not leave {entry[0]} with its own noise alone")
            if self.given:
                tree = ("Entry", ("", entry[0]), *(("", letter) for letter in entry[1]))
                self.condition("own_noise", tree, *self.step.before[-1][1:])

    def apart(self, *parts: Tree) -> None:
        """Note that parts are independent: nothing is behind two of them, or it is given."""
        for n, part in enumerate(parts):
            for other in parts[:n] if self.given else ():
                pairs = product(self.powers(part), self.powers(other))
                apart = not any(same(self.world.vector(x), self.world.vector(y)) for x, y in pairs)
                need(apart, "two of them are drawn together")
            for other in () if self.given else parts[:n]:
                self.independent(part, other)
            self.own_noise(self.powers(part) if self.given else ())

    def independent_product(self) -> None:
        parts = [node[1] for node in moments_in(self.step.after)]
        whole = times(map(self.world.formal, parts)) == self.world.formal(self.step.before[1])
        need(whole, "the factors do not multiply to what is before")
        self.apart(*parts)

    def independent_covariance(self) -> None:
        self.apart(*self.step.before[1:-1])

    def independent_cumulant(self) -> None:
        if self.given:
            own = {entry for each in self.step.before[1:-1] for entry in self.powers(each)}
            need(len({self.world.vector(e) for e in own}) > 1, "all are drawn together")
            self.own_noise(own)
        else:
            self.independent(*self.sides)

    def variance_of_product(self) -> None:
        self.independent(*self.sides)
        whole = times(map(self.world.value, self.sides)) == self.world.value(self.step.before[1])
        need(whole, "the factors do not multiply to what is before")

    def sum_of_independents(self) -> None:
        self.independent(*self.sides)

    def family_moment(self) -> None:
        kind, *operands, _ = self.step.before
        own = self.powers(operands[0])
        if kind != "E":
            need({*operands} == {operands[0]} and {*own.values()} == {1}, "not of one entry")
            own = dict.fromkeys(own, max(2, len(operands)))
        need((len(own) > 1) == (self.step.rule == "joint_moment"), "another number of entries")
        need(len({self.world.vector(entry) for entry in own}) == 1, "they are not drawn together")
        self.own_noise(own)
        self.needed |= {f"positive: {[written(x)]}" for x in existence(*self.world.family(own))}

    joint_moment = family_moment

    def correlation(self) -> None:
        x, y = self.step.before[1:-1]
        roots = sum(node[0] == "Pow" and node[2][2] == "2" for node in nodes(self.step.after))
        need(roots == (0 if self.step.conditions else 2), "another form, or a condition is missing")
        if self.step.conditions:
            need(x[:2] == y[:2] and x[0] == "Entry", "not entries of one variable")
            differ = {i for i, j in zip(x[2:], y[2:], strict=True) if i != j}
            told = any(i[1] in e[1] for e in self.world.constants(x) for i in differ)
            need(not told, "known constants give them different laws")
            self.condition("same_law", x, y)

    def exchangeable_sum(self) -> None:
        _, body, bound, size = self.step.before
        constants = self.world.constants(body)
        need(not any(bound[1] in e[1] for e in constants), "known constants differ with the index")
        axis, used = self.world.axis_of(bound[1]), self.world.letters(body) - {bound[1]}
        used = {x for x in used if self.world.axis_of(x) == axis}
        terms = total_of(self.world.formal(body, {bound[1]: x}) for x in used)
        terms += (self.world.size(axis) - len(used)) * self.world.formal(body)
        need(terms == self.world.formal(self.step.after), "the terms are not those of this law")
        self.condition("exchangeable", bound, size)

    def relabelling(self) -> None:
        (kind, stated), *others = self.step.conditions or [("", ())]
        need(kind == "relabelled" and not others, "it must say which letters change")
        letters, used = [x[1] for x in stated], self.world.letters(self.step.before)
        change = dict(zip(letters[::2], letters[1::2], strict=True))
        along = all(self.world.axis_of(x) == self.world.axis_of(y) for x, y in change.items())
        new = (used - {*change}) | {*change.values()}
        need({*change} <= used and len(new) == len(used) and along, "letters become the same")
        told = any({*e[1]} & {*change} for e in self.world.constants(self.step.before))
        need(not told, "known constants tell the letters apart")
        after = self.world.formal(self.step.before, change)
        need(after == self.world.formal(self.step.after), "other letters change")
        self.condition("relabelled", *stated)


def condition_text(world: World, kind: str, arguments: Iterable[Tree]) -> str:
    """Return a side condition as text, up to the order of its arguments."""
    if kind not in ("exchangeable", "relabelled"):
        arguments = (written(world.formal(each)) for each in arguments)
    return f"{kind}: {sorted(map(str, arguments))}"


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
    for number, each in enumerate(tree["steps"], start=1):
        conditions = [(c["kind"], c["arguments"]) for c in each["conditions"]]
        step = Step(each["rule"], each["before"], each["after"], conditions)
        try:
            if step.rule == "lemma":
                found = [x for x in lemmas if x[:2] == step[1:3]]
                need(found and not conditions, "no derivation that is listed states this")
                cited += found
            else:
                check_step(world, step)
            if step.rule == "algebra":
                before = world.formal(state) == world.value(step.before)
                need(before, "it is not what the steps before came to")
                state = step.after
            else:
                state, occurred = rewritten(world, state, step, set())
                need(occurred, "what is rewritten does not occur in what the steps before came to")
        except (Wrong, NotShown) as error:
            raise type(error)(f"{label}, step {number} ({step.rule}): {error}") from error
        positive += [world.value(about[0]) for kind, about in conditions if kind == "positive"]
    need(all(x in cited for x in lemmas), f"{label}: no step cites a derivation that is listed")
    bare = not moments_in(result) and not world.random(result)
    need(bare, f"{label}: the result still holds a moment or something random")
    need(world.formal(state) == world.formal(result), f"{label}: the steps end in another result")
    need(world.equal(*map(world.value, (target, result))), f"{label}: the result is not the target")
    says = target_of(world, label)
    fits = says is None or says == world.formal(target)
    need(fits, f"{label}: the target is not what the name says")
    return target, result, positive


def check_step(world: World, step: Step) -> None:
    """Check that both sides are equal, and by the law that is named."""
    need(world.equal(*map(world.value, step[1:3])), "the two sides differ")
    needed = Law(world, step).needed
    stated = sorted(condition_text(world, *each) for each in step.conditions)
    need(stated == sorted(needed), f"the law needs the side conditions {sorted(needed)}")


def rewritten(world: World, state: Tree, step: Step, bound: set[str]) -> tuple[Tree, int]:
    """Put what a step leads to wherever it applies; return how often that was."""
    if not isinstance(state, tuple) or state[0] in ("Symbol", "Rational", "Entry", "Known"):
        return state, 0
    alike = state[0] == step.before[0] in (*OPERATORS, "AxisSum")
    if alike and world.formal(state) == world.formal(step.before):
        used = world.letters(step.before) | world.letters(step.after)
        axes = [world.axis_of(letter) for letter in used]
        alone = all(axes.count(world.axis_of(letter)) == 1 for letter in used & bound)
        need(alone, "it is in a sum over an index that may take another one's value")
        return step.after, 1
    inner = bound | {state[2][1]} if state[0] == "AxisSum" else bound
    parts = [rewritten(world, part, step, inner) for part in state[1:]]
    return (state[0], *(part for part, _ in parts)), sum(number for _, number in parts)


KINDS = {"mean": "E", "variance": "Var", "covariance": "Cov", "correlation": "Corr"}


def target_of(world: World, label: str) -> Rat | None:
    """Return the moment of observed entries that the name of a derivation stands for."""
    observed = next(each for each in world.variables.values() if each["observed"])
    kind, *words = label.removeprefix("other ").split(" ")
    if kind not in KINDS or not {*words} <= {*observed["dims"]}:
        return None
    pairs = [(axis, world.axes[axis]["letters"]) for axis in observed["dims"]]
    letters = [x for _, (x, _) in pairs], [pair[axis not in words] for axis, pair in pairs]
    one, two = (var(f"{observed['name']}[{','.join(each)}]") for each in letters)
    entries = [two] if label.startswith("other ") else [one, two] if kind[0] == "c" else [one]
    return world.named(KINDS[kind], entries, Given())


# 7. Solutions ------------------------------------------------------------------------------------
# A certificate says that the equations target = moment hold at a point of a domain exactly where
# its values are. Products are what targets can identify; values are in targets, what is given and
# a root. A polynomial in one variable is its coefficients, the constant first.


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
            case ast.Call(ast.Name("sqrt"), [argument]):  # the positive one, whatever it is of
                return walk(argument).raised(HALF, Rat(1))
            case ast.Call(ast.Name("Abs"), [argument]):  # see compare_with
                return walk(argument)
            case ast.Call(ast.Name(kind), [argument]) if kind in FUNCTIONS:
                return FUNCTIONS[kind](walk(argument))
            case ast.Call(ast.Name(kind)):
                raise NotShown(f"the function {kind}, which is not in the table")
        raise Wrong(f"{text!r} has a part that is not allowed here")

    return walk(ast.parse(text, mode="eval").body)


ARITHMETIC: Mapping[type[ast.operator], Callable[[Rat, Rat], Rat]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip


def vars_of(*groups: Iterable[str]) -> dict[str, Rat]:
    return {n: var(n) for group in groups for n in group}


def rank(rows: Iterable[Sequence[Rat]]) -> int:
    left, found = [list(row) for row in rows], 0
    while left:
        row = left.pop()
        place = next((n for n, x in enumerate(row) if x), None)
        if place is not None:
            found += 1
            pairs = [(r, r[place] / row[place]) for r in left]
            left = [[x - y * scale for x, y in zip(r, row, strict=True)] for r, scale in pairs]
    return found


def in_powers(value: Rat, n: str) -> list[Rat]:
    """Return the coefficients of a numerator by powers of a name."""
    return [Rat.of(coefficient) for coefficient in value.top().by(n)]


def remainder(p: Sequence[Any], q: Sequence[Any]) -> list[Any]:
    rest = list(p)
    while rest and (len(rest) >= len(q) or not rest[-1]):
        scale, place = rest.pop() / q[-1], len(rest) - len(q) + 1
        for k, x in enumerate(q[:-1] if scale else ()):
            rest[place + k] -= scale * x
    return rest


def modulo(value: Rat, n: str, q: Sequence[Rat]) -> Rat:
    """Return what is left of a numerator in a name that is a root of a polynomial."""
    return total_of(x * var(n) ** k for k, x in enumerate(remainder(in_powers(value, n), q)))


def slope(value: Rat, n: str) -> Rat:
    """Return the derivative: that of each factor over the factor, times the whole."""
    out = Rat(0)
    for poly, power in value.factors.items():
        inner = (Rat.of(p) * var(n) ** (k - 1) * k for k, p in enumerate(poly.by(n)) if k)
        out += value * power * total_of(inner) / Rat(1, {poly: 1})
    return out


def signs_at_roots(equation: Rat, test: Rat, n: str) -> int:
    """Return the sum of the signs of a test at the distinct real roots: a theorem of Tarski's.

    It is the changes of sign, from minus to plus infinity, of the remainders by Euclid.
    """
    start = [in_powers(equation, n), in_powers(slope(equation, n) * test, n)]
    need(not any(x.names for p in start for x in p), "a sign that cannot be seen")
    chain = [[x.number for x in p] for p in start]
    while chain[-1]:
        chain.append([-x for x in remainder(chain[-2], chain[-1])])
    found = list[int]()
    for side in (-1, 1):
        signs = [p[-1] * side ** (len(p) - 1) > 0 for p in chain if p]
        found.append(sum(one != two for one, two in pairwise(signs)))
    return found[0] - found[1]


def admissible(equation: Rat, tests: Sequence[Rat], n: str) -> int:
    """Count the distinct roots where all tests are positive: of each sign s, (s + s^2)/2 is 1."""
    if not all(test.number > 0 for test in tests if not test.names):
        return 0
    open_tests = [Rat.of(test.top() * test.below()) for test in tests if test.names]
    powers = product((1, 2), repeat=len(open_tests))
    every = [times(test**p for test, p in zip(open_tests, each, strict=True)) for each in powers]
    return sum(signs_at_roots(equation, t, n) for t in every) // len(every)


PROPERTIES = ("soundness", "completeness", "conditions", "freedoms")


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
        self.move_into_domain(inside)
        if c["ledger"]:
            if missing := {n for names in c["ledger"].values() for n in names or ()} - {*derived}:
                raise NotShown(f"a solution without the derivation {min(missing)}")
            self.compare_with(world, derived)

    def move_into_domain(self, inside: Mapping[str, Rat]) -> None:
        """Write what is bounded by a positive name: x > 2 as x + 2, 0 < p < 1 as p/(1 + p)."""
        bounds = dict[str, dict[int, Fraction]]()
        for text in self.c["domain"]:
            value = read(text, inside)
            (n,) = value.names
            constant, factor = (x.terms.get((), 0) for x in value.top().by(n))
            need(factor in (1, -1) and value.below() == ONE, f"{text} is no bound")
            bounds.setdefault(n, {})[int(factor)] = Fraction(-constant / factor)
        self.moves = {n: var(f"±{n}") for n in inside}
        for n, bound in bounds.items():
            if len(bound) == 2:
                self.moves[n] = var(n) / (var(n) + 1) * (bound[-1] - bound[1]) + bound[1]
            else:
                self.moves[n] = var(n) + bound[1] if 1 in bound else -var(n) + bound[-1]

    def compare_with(self, world: World, derived: Mapping[str, Derived]) -> None:
        """Check that the moments are those of the derivations, and exist in all of the domain."""
        symbols = {"pi": var("π"), "E": var("exp(1)")}
        symbols |= {n: world.value(tree) for n, tree in world.symbols.items()}
        for kind in ("coordinates", "names", "pinned"):
            symbols |= {n: read(text, symbols) for n, text in self.c[kind].items()}
        for n, text in self.c["coordinates"].items():
            even = all(x.put({n: -var(n)}) == x for x in self.moments.values())
            need("Abs" not in text or even, f"the sign of {n} is seen")
        single = ((n, x) for n, x in symbols.items() if len(x.names) == 1 and n in self.moves)
        back = {min(x.names): var(n) * x.number for n, x in single}
        for t, names in self.c["ledger"].items():
            whole, *below = (world.value(derived[n][1]) for n in names)
            whole = times([whole, *(x**-1 for x in below)])
            need(read(self.c["moments"][t], symbols) == whole, f"the derivation has another {t}")
            for value in (x for n in names for x in derived[n][2] if not self.c["coordinates"]):
                need(self.is_positive(value.put(back)), "a moment may not exist in the domain")

    def moved(self, value: Rat) -> Rat:
        return value.put(self.reduced).put(self.products).put(self.moves)

    def is_definite(self, value: Rat) -> bool:
        """Tell whether a function is shown not to vanish at any point of the domain."""
        nonzero, moved = {name(f"±{n}") for n in self.c["nonzero"]}, self.moved(value)
        return bool(moved) and all(p.is_positive or p in nonzero for p in moved.factors)

    def is_positive(self, value: Rat) -> bool:
        """Tell whether a function is shown to be positive at all points of the domain."""
        moved = self.moved(value)
        odd = (p for p, n in moved.factors.items() if n % 2)
        return self.is_definite(value) and moved.number > 0 and all(p.is_positive for p in odd)

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
            fresh = label not in self.claims and claim and claim.below() == ONE
            need(fresh, f"{label}: no claim")
            if step["by"] == "moments":
                need(not claim.put(self.reduced), f"{label}: it does not hold at the moments")
            else:
                number = read(step["times"], self.names)
                parts = {source: read(text, self.names) for source, text in step["from"].items()}
                need(set(parts) <= set(self.claims), f"{label}: it cites what is not above")
                whole = all(x.below() == ONE for x in (number, *parts.values()))
                need(whole, f"{label}: no polynomial")
                need(self.is_definite(number), f"{label}: {step['times']} may vanish")
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
        root, self.root = self.c["root"], dict[str, Rat]()
        if root:
            claim, n = self.claims[root["step"]], root["unknown"]
            need(n in self.products and claim.names <= {*self.known, n}, "the step of the root")
            self.modulus, self.root = in_powers(claim, n), vars_of([n])
            need(len(self.modulus) == root["degree"] + 1 > 1, "the degree of the root")
            need(any(map(self.is_definite, self.modulus)), "the equation of the root may be empty")
        solved = self.known | self.root
        for each in self.c["solve"]:
            n = each["name"]
            need(n in self.products and n not in solved, f"{n}: solved twice, or no product")
            leading, rest = read(each["leading"], solved), read(each["rest"], solved)
            linear = leading * var(n) - rest == self.claims[each["step"]]
            need(linear, f"{n}: the step is not linear in it as said")
            definite = self.is_definite(leading) or self.is_definite(rest)
            need(definite, f"{n}: zero times it may be zero")
            self.values[n] = read(each["value"], self.known | self.root)
            value = rest.put(self.values) / leading.put(self.values)
            need(value == self.values[n], f"{n}: its value is not that of its step")
            solved[n] = var(n)
        need(set(self.products) <= set(solved), "a product is not solved for")

    def check_soundness(self) -> None:
        """Put the values into the moments: the targets come out, identically."""
        for t, moment in self.reduced.items():
            left = (moment.put(self.values) - var(t)).put(self.bound)
            for n in self.root:
                left = modulo(left, n, [x.put(self.bound) for x in self.modulus])
            need(not left, f"with the values put in, {t} is not met")

    def check_conditions(self) -> None:
        """Check that each condition is necessary, and that together they suffice."""
        known, free = self.known | self.root, {*self.c["given"], *self.c["open"]}
        self.facts: list[tuple[set[Poly], int]] = []
        self.nonzero = {name(n) for n in free.difference(self.c["real"])}
        for bound in (read(text, self.names) for text in self.c["domain"]):
            if bound.names <= free:
                self.learn(bound)
        # A variance is positive, whether its formula shows it or not.
        powers = (0, 1, -1, 2, -2) if self.c["positive"] else (0,)
        for text in self.c["positive"]:
            fact = read(text, self.names) == self.reduced.get("variance")
            need(fact, f"{text} is no variance, which is positive")
        said = {"shown to be necessary": self.c["conditions"], "implied": self.c.get("implied", ())}
        for what, texts in said.items():
            for text in texts:
                value = read(text, known)
                holds = any(self.is_positive(value * var("variance") ** n) for n in powers)
                need(holds, f"{text} > 0 is not {what}")
                if what != "implied":
                    self.learn(value)
        for each in self.c["derived"]:
            parts = [read(text, known) for text in each["sum"]]
            need(all(map(self.follows, parts)), f"a part of {each['positive']} is not known")
            same = total_of(parts) == read(each["positive"], known)
            need(same, f"{each['positive']} is not that sum")
            self.learn(total_of(parts))
        for n, value in (self.root | self.values).items():
            self.check_range(n, value)

    def check_range(self, n: str, value: Rat) -> None:
        """Check that the value of a product exists and is in the domain, if the conditions hold."""
        below = (p for p, power in value.factors.items() if power < 0)
        fine = all(p in self.nonzero or self.follows(Rat(1, {p: 1})) for p in below)
        need(fine, f"{n} may be divided by zero")
        meaning, known = self.products[n], self.known | self.root | self.values
        seen = meaning.names & {*self.c["nonzero"]}
        signed = any(len(meaning.top().by(u)) % 2 == 0 for u in seen)  # to an odd power
        slopes = (slope(meaning, u) for u in meaning.names)
        level = meaning.names <= {*self.c["real"]} and not any(x.names for x in slopes)
        texts = [] if signed or level else [n]
        if meaning == var(n):
            texts = [text for text in self.c["domain"] if n in read(text, self.names).names]
        for text in texts:
            margin = read(self.c["margins"].get(text, text), known)
            same = margin == read(text, self.names).put(self.values)
            need(same, f"another margin of {text}")
            need(self.follows(margin), f"{text} > 0 does not follow from the conditions")
        need(set(value.factors) <= self.nonzero or not signed, f"{n} may be zero")

    def learn(self, value: Rat) -> None:
        """Take a function as positive."""
        odd, sign = self.left_of(value)
        self.nonzero |= set(value.factors)
        self.facts += [(odd, sign)] if odd else []

    def left_of(self, value: Rat) -> tuple[set[Poly], int]:
        """Divide out what is known to be positive; return what is left of odd powers and a sign."""
        odd, sign = {p for p, n in value.factors.items() if n % 2}, 1 if value.number > 0 else -1
        for fact, other in self.facts:
            if min(fact, key=lambda p: sorted(p.terms.items())) in odd:
                odd, sign = odd ^ fact, sign * other
        return odd, sign

    def follows(self, value: Rat) -> bool:
        """Tell whether a function is positive by what is known."""
        sums = (p for p in value.factors if len(p.terms) > 1 and min(p.terms.values()) > 0)
        alone = {p for p in sums if all(self.follows(var(n)) for n in p.names)}
        rest = Rat(value.number, {p: n for p, n in value.factors.items() if p not in alone})
        return bool(rest) and set(rest.factors) <= self.nonzero and self.left_of(rest) == (set(), 1)

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
            need(unseen, f"a product sees {change}")
        point = {n: Rat(Fraction(text)) for n, text in self.c["rank"]["at"].items()}
        inside = all(read(text, point).number > 0 for text in self.c["domain"])
        need(set(point) == set(self.moves) and inside, "the point is not in the domain")
        numbers = all(not x.put(point).names for x in self.moments.values())
        need(numbers, "a moment that is no rational function of the unknowns")
        slopes = []
        for u in unknowns:
            others = {n: x for n, x in point.items() if n != u}
            slopes.append([slope(x.put(others), u).put(point) for x in self.moments.values()])
        need(not any(x.names for row in slopes for x in row), "a derivative is no number")
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
            low, middle, high = parts
            for left in ((one + two) * high + middle, one * two * high - low):
                for x, square in squares.items():
                    left = modulo(left, x, [-square, Rat(0), Rat(1)])  # noqa: PLW2901
                need(not left, "the roots are not those of the equation")
        need(root["witnesses"], "no witness of how many roots are admissible")
        for witness in root["witnesses"]:
            at = {x: Rat(Fraction(text)) for x, text in witness["at"].items()}
            bounds = (read(text, self.names).put(at) for text in self.c["domain"])
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
        common, rest = in_powers(equation, n), in_powers(slope(equation, n), n)
        while rest:
            common, rest = rest, remainder(common, rest)
        repeated = total_of(x * var(n) ** k for k, x in enumerate(common))
        double = len(common) > 1 and admissible(repeated, tests, n) > 0
        return admissible(equation, tests, n), double


# 8. Files ----------------------------------------------------------------------------------------


def frozen(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: frozen(value) for key, value in tree.items()}
    return tuple(map(frozen, tree)) if isinstance(tree, list) else tree


def check_document(document: Mapping[str, Any]) -> str:
    model, trees = frozen(document["model"]), frozen(document["derivations"])
    world, derived = World(model), dict[str, Derived]()
    for tree in trees:
        derived[tree["name"]] = check_derivation(world, tree, derived)
    said = [f"{sum(len(tree['steps']) for tree in trees)} steps of {len(trees)} derivations"]
    for key in ("solution", "solution_at_k"):
        if document.get(key):
            try:
                shown = Certificate(world, derived, document[key]).check()
                nothing = f"nothing ({document[key].get('reason', '')})"
                said.append(f"{key}: {', '.join(shown) or nothing}")
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
