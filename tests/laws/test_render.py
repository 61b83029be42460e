"""How formulas read: order, spelling, grouping, and lines that are broken."""

import re

import pytest
import sympy

import symppm as ppm
from symppm.laws import derive
from symppm.laws.breaking import equation, rows, width
from symppm.laws.derivation import Derivation
from symppm.laws.forms import readable
from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation, spell
from symppm.laws.operators import Covariance, Expectation, Variance
from symppm.laws.plain import PlainFormula
from symppm.model import Context, catalogue_model
from symppm.model.distributions import Gamma, Poisson
from symppm.model.language import sum_over
from symppm.model.nodes import DOT, index
from symppm.view.prose import Prose

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.fixture(scope="module")
def deep() -> tuple[Derivation, ...]:
    model = catalogue_model("hpf_gamma")
    return tuple(derive(model, what) for what in ("mean", "variance", "correlation row"))


def from_plain(text: str, names: dict[str, sympy.Symbol]) -> sympy.Expr:
    """Read a one-line formula back: blanks multiply, raised digits are powers."""
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "**" + m[0].translate(SUPERSCRIPTS), text)
    text = text.replace("√", "sqrt").replace("'", "_prime")
    text = re.sub(r"(?<=[\w)])\s+(?=[\w(])", "*", text)
    return sympy.sympify(text, locals=names)


# --- what is shown equals what was derived ---------------------------------------------------


@pytest.mark.thorough
def test_every_state_of_pure_symbols_reads_back(deep: tuple[Derivation, ...]) -> None:
    notation = Notation.of(deep[0].declaration)
    checked = 0
    for derivation in deep:
        for step in derivation.steps:
            names = {symbol.name: symbol for symbol in step.after.free_symbols}
            if step.rule == "family_moment" and not {"i", "j", "l", "k", "m"} & set(names):
                text = PlainFormula(notation).write(step.after)
                assert sympy.cancel(from_plain(text, names) - step.after) == 0
                checked += 1
    assert checked >= 8


@pytest.mark.thorough
def test_regrouping_changes_no_value_and_shortens(deep: tuple[Derivation, ...]) -> None:
    result = deep[1].result
    shown = readable(result)
    assert sympy.cancel(shown - result) == 0
    assert shown.count_ops() < result.count_ops() / 2


def test_a_difference_is_turned_around_rather_than_subtracted() -> None:
    k, p, q, v, e = sympy.symbols("k p q v e", positive=True)
    shown = readable(e**2 * p**2 + 2 * e**2 * p * q + e**2 * q**2 + 4 * k * p * q * (v - e))
    text = PlainFormula(Notation(("e", "v", "k", "p", "q"))).write(shown)
    assert text == "4 k p q (v - e) + e² (p + q)²"


# --- printers -------------------------------------------------------------------------------


def test_roots_are_gathered_under_one_sign() -> None:
    x, y, z = sympy.symbols("x y z", positive=True)
    expression = sympy.sqrt(x - y) * sympy.sqrt(2) / (sympy.sqrt(z) * (x + 1))
    notation = Notation(("x", "y", "z"))
    assert PlainFormula(notation).write(expression) == "√(2 (x - y)/z)/(x + 1)"
    assert LatexFormula(notation).write(expression) == (
        r"\frac{\sqrt{\frac{2 \left(x - y\right)}{z}}}{x + 1}"
    )


def test_a_minus_sign_under_a_root_goes_into_a_difference() -> None:
    x, y = sympy.symbols("x y", positive=True)
    w = sympy.Symbol("w", negative=True)
    write = PlainFormula(Notation(("x", "y", "w"))).write
    assert write(sympy.sqrt(-x * (x - y) / (x * y - 1), evaluate=False)) == "√(x (y - x)/(x y - 1))"
    assert write(sympy.sqrt(-2 / w)) == "√(-2/w)"
    assert write(sympy.sqrt(sympy.Mul(-1, -x - y, 1 / (x * y - 1)))) == "√((x + y)/(x y - 1))"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("-(x + y)/z", "-(x + y)/z"),
        ("-(x + y)/2", "-x/2 - y/2"),
        ("(x + y)/z", "(x + y)/z"),
        ("1/(x*y)", "1/(x y)"),
        ("z*(x - 1)**2/3", "z (x - 1)²/3"),
        ("1 - x - y", "1 - x - y"),
        ("-x - y", "-x - y"),
        ("x**y", "x^(y)"),
        ("1/sqrt(x)", "1/√x"),
        ("1/sqrt(x - y)", "1/√(x - y)"),
        ("1/(x*sqrt(x - y))", "1/(x √(x - y))"),
        ("z/(x + y)", "z/(x + y)"),
        ("x - (y + z)*2", "x - 2 y - 2 z"),
        ("z - x*(-y - 2)/3", "z + x (y + 2)/3"),
        ("gamma(x + 1)**2", "Γ(x + 1)²"),
    ],
)
def test_signs_parentheses_and_order(text: str, plain: str) -> None:
    symbols = {name: sympy.Symbol(name, positive=True) for name in "xyz"}
    expression = sympy.sympify(text, locals=symbols)
    assert PlainFormula(Notation(("x", "y", "z"))).write(expression) == plain


def test_names_are_taken_apart() -> None:
    assert spell("a_prime", str.upper, str.title) == ("a", "'")
    assert spell("mu_theta", str.upper, str.title) == ("MU", "", "THETA")
    assert spell("N_slice", str.upper, str.title) == ("N", "", "Slice")
    assert spell("k''", str.upper, str.title) == ("k", "''")
    assert spell("w2", str.upper, str.title) == ("w", "", "2")
    formula = LatexFormula(Notation())
    assert formula.write(sympy.Symbol("a_prime") ** 2) == "a'^{2}"
    assert formula.write(sympy.Symbol("sigma_theta")) == r"\sigma_{\theta}"
    assert formula.write(sympy.Symbol("lambda")) == r"\lambda"
    assert PlainFormula(Notation()).write(sympy.Symbol("lambda_0")) == "λ_0"


def test_an_index_behind_a_whole_axis_does_not_join_the_command() -> None:
    with Context("cube") as model:
        theta = Gamma("theta", shape=1, rate=1, dims="factor row")
        Poisson("Y", rate=sum_over(theta, over="factor"), dims="row", observed=True)
    entry = model.declaration.by_name["theta"].at(DOT, index("i"))
    assert LatexFormula(Notation()).write(entry) == r"\theta_{\cdot i}"


def test_row_variables_come_before_column_variables() -> None:
    model = catalogue_model("pmf_gamma")
    theta, beta = (model.by_name[name].generic for name in ("theta", "beta"))
    notation = Notation.of(model)
    assert PlainFormula(notation).write(beta * theta) == "θ_ik β_jk"
    assert PlainFormula(notation).write(Variance(beta) * Expectation(theta)) == "E[θ_ik] Var[β_jk]"
    assert PlainFormula(notation).write(Covariance(beta * theta, beta)) == "Cov[θ_ik β_jk, β_jk]"


def test_inequalities_keep_both_sides_positive() -> None:
    a = sympy.Symbol("a_prime", positive=True)
    above_zero = Prose(Notation()).positive
    assert above_zero(a - 2).plain == "a' > 2"
    r, s = sympy.symbols("r s", real=True)
    assert above_zero(1 - r - s).plain == "r + s < 1"
    assert above_zero(r - s).latex == "r > s"
    assert above_zero(r).plain == "r > 0"


R, S = sympy.symbols("r s", positive=True)


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (-(sympy.pi - 4) * R, "r (4 - π)"),
        (-(R**2) * (sympy.pi - 8) / (sympy.pi * S), "r² (8 - π)/(π s)"),
        (R + S * (sympy.pi - 4), "r - s (4 - π)"),
        (S * (sympy.pi - 2), "s (π - 2)"),
        (-R * (S - 1), "r (1 - s)"),
        (R - S * (1 - R), "r - s (1 - r)"),
        (-R * (S - R) ** 2, "-r (s - r)²"),
        (sympy.sqrt(19 * R) / 19, "√(r/19)"),
        (sympy.sqrt(19 * R / S) / 38, "√(r/(19 s))/2"),
        (sympy.sqrt(6 * R) / 3, "√(6 r)/3"),
        (sympy.sqrt(2) / 2, "√2/2"),
    ],
)
def test_differences_stand_the_right_way_round_and_roots_are_over_their_numbers(
    formula: sympy.Expr, written: str
) -> None:
    assert PlainFormula(Notation(("r", "s"))).write(formula) == written


# --- structure ------------------------------------------------------------------------------


def test_a_broken_formula_keeps_every_term() -> None:
    symbols = sympy.symbols("alpha_0:40", positive=True)
    total = sympy.Add(*symbols)
    product = symbols[0] / (symbols[1] * total)
    formula = LatexFormula(Notation())
    for expression in (total, symbols[1] * total, product):
        lines = rows(expression, formula)
        assert len(lines) > 2
        for n, symbol in enumerate(symbols):
            assert f"_{{{n}}}" in "".join(lines), symbol
    assert rows(product, formula)[-1].endswith(r"\biggr)^{-1}")
    assert equation(symbols[0], total, Notation()).startswith("\\begin{aligned}\n\\alpha_{0} &= ")


def test_width_of_a_fraction_is_its_wider_half() -> None:
    assert width(r"\frac{a b c d}{b}") == width(r"\frac{b}{a b c d}") < width("a b c d b")
    assert width(r"a_{ik}") < width("a i k")


def test_indices_take_another_letter_where_a_quantity_has_theirs() -> None:
    with ppm.Model("clash") as model:
        t, k, j = ppm.hyperparameters("t k j")
        theta = ppm.Gamma("theta", shape=t, rate=k, dims="row factor")
        beta = ppm.Gamma("beta", shape=1, rate=1, dims="col factor")
        ppm.Poisson(
            "Y", rate=j * ppm.sum(theta * beta, over="factor"), dims="row col", observed=True
        )
    declaration = model.declaration
    formula = PlainFormula(Notation.of(declaration))
    rate = declaration.observed.parameters["rate"]
    assert formula.write(rate) == "j Σ_s θ_is β_us"
    (row,) = (axis for axis in declaration.axes if axis.name == "row")
    assert [formula.write(letter) for letter in row.pool(4)] == ["i", "r", "i'", "r'"]


def test_absolute_values_have_bars() -> None:
    low, high = (sympy.Symbol(name, positive=True) for name in ("low", "high"))
    write = PlainFormula(Notation(("high", "low"))).write
    assert write(sympy.Abs(high - low) / 3) == "|high - low|/3"
