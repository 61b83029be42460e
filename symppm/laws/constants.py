"""Values of constants such as pi, exp(7/3) or the gamma function at a rational number, exactly."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import sympy

from symppm.errors import DerivationError
from symppm.laws.explicit import (
    Key,
    Polynomial,
    add,
    canonical,
    constant,
    constant_key,
    is_entry,
    multiply,
    power,
    rational,
    scale,
    variable,
)

_LARGEST_ARGUMENT = 1000


def named_number(number: sympy.Expr) -> Polynomial:
    """Return the value of a number with a name of its own, such as pi."""
    if number == sympy.E:
        return exponential(constant(1))
    return variable(constant_key(str(number)))


def function_value(name: str, arguments: Sequence[Polynomial]) -> Polynomial:
    """Return the value of a function of numbers."""
    for argument in arguments:
        if any(is_entry(key) for monomial in argument for key, _ in monomial):
            raise DerivationError(
                f"{name} of a random variable",
                expected="functions of hyperparameters only",
                do="Such an expression cannot be checked exactly.",
            )
    if name == "exp":
        return exponential(arguments[0])
    if name == "log":
        return _logarithm(arguments[0])
    number = rational(arguments[0])
    if name == "gamma" and number is not None:
        return _gamma(number)
    return variable(constant_key(name, *map(canonical, arguments)))


def arbitrary(name: str, order: int, argument: Polynomial) -> Fraction:
    """Return a value for a derivative of a function that is not specified."""
    return arbitrary_fraction(f"{name} {order} {canonical(argument)}")


def arbitrary_fraction(seed: str) -> Fraction:
    """Return a positive number, no integer, that looks random and depends on the seed only."""
    generator = random.Random(seed)  # noqa: S311 - no secret
    return generator.randint(1, 20) + Fraction(1, generator.choice((3, 5, 7, 11)))


def exponential(argument: Polynomial) -> Polynomial:
    """Return e to a power: a product of one variable for each term of the exponent."""
    product = constant(1)
    for monomial, factor in argument.items():
        key, order = monomial[0] if len(monomial) == 1 else (None, Fraction(0))
        if key is not None and key[1][0] == "log" and order == 1:
            product = multiply(product, power(dict(key[1][1]), factor))
        else:
            key = constant_key("exp", canonical({monomial: Fraction(1)}))
            product = multiply(product, variable(key, factor))
    return product


def _logarithm(argument: Polynomial) -> Polynomial:
    if len(argument) != 1:
        return variable(constant_key("log", canonical(argument)))
    ((monomial, number),) = argument.items()
    if number <= 0:
        raise _pole("log", number)
    parts = [scale(_log_of(key), order) for key, order in monomial]
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, order in sympy.factorint(part).items():
            parts.append(scale(_log_of(constant_key("prime", int(prime))), Fraction(order * sign)))
    return add(parts)


def _log_of(key: Key) -> Polynomial:
    if key[1][0] == "exp":
        return dict(key[1][1])
    inside = constant(key[1][1]) if key[1][0] == "prime" else variable(key)
    return variable(constant_key("log", canonical(inside)))


def _gamma(number: Fraction) -> Polynomial:
    """Bring the argument between zero and one by gamma(x + 1) = x gamma(x)."""
    if (number.denominator == 1 and number <= 0) or abs(number) > _LARGEST_ARGUMENT:
        raise _pole("gamma", number)
    factor = Fraction(1)
    while number > 1:
        number -= 1
        factor *= number
    while number <= 0:
        factor /= number
        number += 1
    if number == 1:
        return constant(factor)
    if number == Fraction(1, 2):
        return scale(variable(constant_key("pi"), Fraction(1, 2)), factor)
    return scale(variable(constant_key("gamma", canonical(constant(number)))), factor)


def _pole(name: str, number: Fraction) -> DerivationError:
    return DerivationError(
        f"{name}({number})",
        expected="an argument at which the function is finite",
        do="Such a moment has no value here.",
    )
