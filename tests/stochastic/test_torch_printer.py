"""Expressions printed for torch: the numbers that SymPy has, and which forms they take."""

from __future__ import annotations

import math
import random

import pytest
import scipy.special
import sympy
import torch

from symppm.codegen.printer import called
from symppm.codegen.torch_printer import torch_lines
from symppm.errors import NotBuiltError
from symppm.families.parts import incomplete_beta, lower_gamma, upper_gamma
from symppm.families.weibull import WeibullShape
from symppm.model.links import Logistic, Softplus
from symppm.stochastic import special

x, y = sympy.symbols("x y", positive=True)
z = sympy.Symbol("z", real=True)
AT = {x: 1.7, y: 0.6, z: -0.8}

EXPRESSIONS = [
    x**2 * y / (z - 3) + sympy.sqrt(x) / 3,
    x ** sympy.Rational(-3, 2) + y ** (x - 2) + 2**z + x ** sympy.sqrt(2),
    sympy.exp(sympy.sqrt(2) * z) * sympy.log(2 * sympy.pi * x) / sympy.pi,
    sympy.gamma(1 + 2 / x) / sympy.gamma(1 + 1 / x) ** 2 + sympy.loggamma(y),
    sympy.digamma(x) + sympy.polygamma(1, y) + sympy.zeta(3) * z + sympy.EulerGamma,
    sympy.Abs(z) + sympy.sign(z) * sympy.floor(3 * x) - sympy.ceiling(y),
    sympy.erf(z) + sympy.erfc(x) + sympy.atan(z) + sympy.cosh(z) * sympy.sinh(y),
    sympy.Piecewise((x, z > 0), (y**2, x < y), (sympy.log(x), True)),
    sympy.Piecewise((1, (z > 0) | (x > 1)), (sympy.Rational(1, 3), True)) * y,
    sympy.Piecewise((x, (z < 0) & ~(x < 1)), (0, True)) + sympy.Piecewise((1, z < 0), (0, True)),
    sympy.Max(x, y, 1) - sympy.Min(z, sympy.Rational(-1, 2)) * sympy.Max(z, x),
    Logistic(z) + Softplus(x * z) + Softplus(sympy.Integer(2)),
    sympy.factorial(x + y),
    -x / (y * z) - (x - y) ** -2,
    sympy.Piecewise((x, sympy.Eq(sympy.floor(y), 0)), (2, True)),
]


def evaluated(expression: sympy.Expr) -> torch.Tensor:
    named = {s: sympy.Symbol(f'p["{s.name}"]', **s.assumptions0) for s in AT}
    p = {s.name: torch.tensor(value, dtype=torch.float64) for s, value in AT.items()}
    lines, (value,) = torch_lines([expression.xreplace(named)])
    scope = {"p": p, "torch": torch, **{name: getattr(special, name) for name in SPECIAL}}
    exec("\n".join(lines), scope)  # noqa: S102 - what was just printed
    return torch.as_tensor(eval(value, scope))  # noqa: S307


def torch_source(expression: sympy.Expr) -> str:
    lines, (value,) = torch_lines([expression])
    assert not lines
    return value


SPECIAL = ("incomplete_beta", "lower_gamma", "upper_gamma", "weibull_shape")


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_the_number_is_the_one_that_sympy_has(expression: sympy.Expr) -> None:
    found = evaluated(expression)
    assert found.dtype == torch.float64
    rewritten = expression.replace(Softplus, lambda a: sympy.log(1 + sympy.exp(a)))
    rewritten = rewritten.replace(Logistic, lambda a: 1 / (1 + sympy.exp(-a)))
    expected = float(rewritten.subs({s: sympy.Rational(str(v)) for s, v in AT.items()}).evalf(30))
    # torch's trigamma function has ten digits.
    tolerance = 1e-9 if expression.has(sympy.polygamma) else 1e-13
    assert float(found) == pytest.approx(expected, rel=tolerance)


def test_numbers_are_python_floats() -> None:
    assert torch_source(sympy.exp(2) * x) == f"{math.exp(2)!r} * x"
    assert float(torch_source(sympy.gamma(sympy.S(1) / 3))) == pytest.approx(
        math.gamma(1 / 3), rel=1e-15
    )
    assert torch_source(sympy.Rational(1, 3) * x) == "1.0 / 3.0 * x"


def test_common_parts_are_computed_once() -> None:
    lines, values = torch_lines([sympy.exp(x * y), sympy.exp(x * y) + 1])
    assert lines == ["t0 = torch.exp(x * y)"]
    assert values == ["t0", "t0 + 1.0"]


def test_incomplete_gamma_functions_are_joined_with_their_gamma_function() -> None:
    for function, exact in (
        (lower_gamma, scipy.special.gammainc),
        (upper_gamma, scipy.special.gammaincc),
    ):
        printed = torch_source(3 * function(x, y) / y)
        assert "lgamma" not in printed
        assert called(SPECIAL, printed) == [f"{function.__name__}"]
        assert float(evaluated(function(x, y))) == pytest.approx(exact(1.7, 0.6), rel=1e-13)
        # Where the gamma function itself overflows.
        big = float(evaluated(function(200 + x, 180 * y + 100)))
        assert big == pytest.approx(exact(201.7, 208.0), rel=1e-9)


def test_an_incomplete_gamma_function_alone_is_printed_too() -> None:
    found = float(evaluated(sympy.lowergamma(x, y)))
    expected = scipy.special.gammainc(1.7, 0.6) * scipy.special.gamma(1.7)
    assert found == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("function", [special.lower_gamma, special.upper_gamma])
def test_incomplete_gamma_functions_have_both_derivatives(function: object) -> None:
    generator = random.Random(3)
    for _ in range(30):
        shape, value = generator.uniform(0.1, 30), generator.uniform(0.1, 30)
        a, v = (torch.tensor(n, dtype=torch.float64, requires_grad=True) for n in (shape, value))
        found = torch.autograd.grad(function(a, v), (a, v))  # type: ignore[operator]
        sign = 1 if function is special.lower_gamma else -1
        by_value = sign * math.exp((shape - 1) * math.log(value) - value - math.lgamma(shape))
        assert float(found[1]) == pytest.approx(by_value, rel=1e-11)
        # Five-point differences of SciPy's function.
        h = 2e-3 * shape
        rise = [scipy.special.gammainc(shape + n * h, value) for n in (-2, -1, 1, 2)]
        by_shape = sign * (rise[0] - 8 * rise[1] + 8 * rise[2] - rise[3]) / (12 * h)
        assert float(found[0]) == pytest.approx(by_shape, rel=1e-5, abs=1e-9)


def test_the_incomplete_beta_function_and_its_derivatives() -> None:
    printed = torch_source(incomplete_beta(x, 2, y / 3))
    assert called(SPECIAL, printed) == ["incomplete_beta"]
    assert float(evaluated(incomplete_beta(x, 2, y / 3))) == pytest.approx(
        scipy.special.betainc(1.7, 2, 0.2), rel=1e-13
    )
    generator = random.Random(4)
    for _ in range(30):
        first, second = generator.uniform(0.1, 30), generator.uniform(0.1, 30)
        at = generator.uniform(0.01, 0.99)
        leaves = [torch.tensor(n, dtype=torch.float64, requires_grad=True)
                  for n in (first, second, at)]  # fmt: skip
        found = torch.autograd.grad(special.incomplete_beta(*leaves), leaves)
        density = scipy.stats.beta(first, second).pdf(at)
        assert float(found[2]) == pytest.approx(density, rel=1e-9)
        for place in (0, 1):
            # Five-point differences of SciPy's function.
            h = 2e-3 * (first, second)[place]
            rise = [
                scipy.special.betainc(first + n * h * (1 - place), second + n * h * place, at)
                for n in (-2, -1, 1, 2)
            ]
            slope = (rise[0] - 8 * rise[1] + 8 * rise[2] - rise[3]) / (12 * h)
            assert float(found[place]) == pytest.approx(slope, rel=1e-5, abs=1e-9)


def test_derivatives_of_the_incomplete_beta_function_are_summed_over_what_was_broadcast() -> None:
    a, b = (torch.tensor(n, dtype=torch.float64, requires_grad=True) for n in (2.0, 3.0))
    v = torch.tensor([[0.2], [0.7]], dtype=torch.float64, requires_grad=True)
    special.incomplete_beta(a, b, v).sum().backward()
    assert [each.grad.shape for each in (a, b, v) if each.grad is not None] == [(), (), (2, 1)]
    parts = [torch.autograd.grad(special.incomplete_beta(a, b, each), a)[0] for each in v.detach()]
    assert float(a.grad) == pytest.approx(float(sum(parts)), rel=1e-9)  # type: ignore[arg-type]


def test_the_weibull_shape_and_its_derivative() -> None:
    excess = torch.tensor([0.2, 1.5], dtype=torch.float64, requires_grad=True)
    shape = special.weibull_shape(excess)
    exact = [scipy.special.gamma(1 + 2 / k) / scipy.special.gamma(1 + 1 / k) ** 2
             for k in shape.detach().tolist()]  # fmt: skip
    assert exact == pytest.approx([1.2, 2.5], rel=1e-12)
    # Nothing of a small excess is lost.
    assert float(special.weibull_shape(torch.tensor(1e-12, dtype=torch.float64))) == pytest.approx(
        math.pi / math.sqrt(6e-12), rel=1e-5
    )
    (slope,) = torch.autograd.grad(shape.sum(), excess)
    for value, found in zip((0.2, 1.5), slope.tolist(), strict=True):
        by_symbols = WeibullShape(x).diff(x).subs(x, sympy.Rational(str(1 + value))).evalf(20)
        assert found == pytest.approx(float(by_symbols), rel=1e-10)
    assert "weibull_shape(" in torch_source(WeibullShape(1 + x))


def test_undefined_functions_and_open_choices_are_not_built() -> None:
    with pytest.raises(NotBuiltError, match="the function psi"):
        torch_source(sympy.Function("psi")(x))
    with pytest.raises(NotBuiltError, match="a last case"):
        torch_source(sympy.Piecewise((x, x > y)))
