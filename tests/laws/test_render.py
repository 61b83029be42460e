"""How derivations read: golden lines, structure, equality of what is shown, determinism."""

import re

import pytest
import sympy
from models import hierarchical

from symppm.laws import derive
from symppm.laws.breaking import equation, rows, width
from symppm.laws.derivation import LEMMA, Derivation
from symppm.laws.document import latex_phrase, plain_phrase
from symppm.laws.latex import LatexFormula, readable
from symppm.laws.notation import Notation, spell
from symppm.laws.operators import Covariance, Expectation, Variance
from symppm.laws.plain import PlainFormula
from symppm.laws.render import (
    above_zero,
    conditions,
    step_law,
    to_latex,
    to_markdown,
    to_text,
)
from symppm.laws.rules import Condition
from symppm.model import Context, Gamma, Poisson, catalogue_model, sum_over
from symppm.model.nodes import DOT, index

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.fixture(scope="module")
def deep() -> tuple[Derivation, ...]:
    model = hierarchical()
    return tuple(derive(model, what) for what in ("mean", "variance", "correlation row"))


def from_plain(text: str, names: dict[str, sympy.Symbol]) -> sympy.Expr:
    """Read a one-line formula back: blanks multiply, raised digits are powers."""
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "**" + m[0].translate(SUPERSCRIPTS), text)
    text = text.replace("√", "sqrt").replace("'", "_prime")
    text = re.sub(r"(?<=[\w)])\s+(?=[\w(])", "*", text)
    return sympy.sympify(text, locals=names)


# --- golden lines ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "what", "line"),
    [
        (
            "pmf_gamma",
            "mean",
            "  3. E[Σ_k θ_ik β_jk] = Σ_k E[θ_ik β_jk]   linearity of the expectation",
        ),
        ("pmf_gamma", "mean", "  6. E[β_jk] = c/d   mean of Gamma"),
        ("pmf_gamma", "mean", "    E[Y_ij] = K a c/(b d)"),
        (
            "pmf_gamma",
            "variance",
            "  1. Var[Y_ij] = E[Var[Y_ij | θ_i·, β_j·]] + Var[E[Y_ij | θ_i·, β_j·]]"
            "   law of total variance",
        ),
        (
            "pmf_gamma",
            "variance",
            "  9. Var[θ_ik β_jk] = E[θ_ik]² Var[β_jk] + E[β_jk]² Var[θ_ik] + Var[θ_ik] Var[β_jk]",
        ),
        ("pmf_gamma", "variance", "    Var[Y_ij] = K a c (a + c + b d + 1)/(b² d²)"),
        (
            "pmf_gamma",
            "covariance row",
            "  9. Cov[θ_ik β_jk, θ_ik β_lk] = E[θ_ik² β_jk β_lk] - E[θ_ik β_jk] E[θ_ik β_lk]",
        ),
        (
            "pmf_prior",
            "variance",
            "    Var[Y_ij] = K (μ_θ μ_β + μ_θ² σ_β² + σ_θ² μ_β² + σ_θ² σ_β²)",
        ),
        (
            "pmf_prior",
            "correlation col",
            "       by the derivation of the covariance of entries that share the column",
        ),
        ("pmf_gamma", "correlation row", "    Corr[Y_ij, Y_il] = c/(a + c + b d + 1)"),
    ],
)
def test_lines_of_the_terminal_format(model: str, what: str, line: str) -> None:
    assert line in to_text(derive(catalogue_model(model), what)).splitlines()


@pytest.mark.parametrize(
    ("model", "what", "formula"),
    [
        (
            "pmf_gamma",
            "mean",
            r"\mathbb{E}\!\left[Y_{ij} \mid \theta_{i\cdot}, \beta_{j\cdot}\right] = "
            r"\sum_{k} \theta_{ik} \beta_{jk}",
        ),
        ("pmf_gamma", "mean", r"\mathbb{E}\!\left[Y_{ij}\right] = \frac{K a c}{b d}"),
        (
            "pmf_gamma",
            "covariance row",
            r"\mathrm{Cov}\!\left[Y_{ij}, Y_{il}\right] = \frac{K a c^{2}}{b^{2} d^{2}}",
        ),
        (
            "pmf_prior",
            "mean",
            r"\mathbb{E}\!\left[Y_{ij}\right] = K \mu_{\theta} \mu_{\beta}",
        ),
        (
            "pmf_prior",
            "covariance col",
            r"\mathbb{E}\!\left[\beta_{jk}^{2}\right] = \mu_{\beta}^{2} + \sigma_{\beta}^{2}",
        ),
        (
            "pmf_gamma",
            "correlation col",
            r"\rho\!\left[Y_{ij}, Y_{tj}\right] = \frac{a}{a + c + b d + 1}",
        ),
    ],
)
def test_formulas_in_markdown_and_latex(model: str, what: str, formula: str) -> None:
    derivation = derive(catalogue_model(model), what)
    assert f"```math\n{formula}\n```" in to_markdown(derivation)
    assert f"\\begin{{equation*}}\n{formula}\n\\end{{equation*}}" in to_latex(derivation)


def test_long_results_are_grouped(deep: tuple[Derivation, ...]) -> None:
    assert to_text(deep[0]).endswith("E[Y_ij] = K a a' c c'/(b' d' (a' - 1) (c' - 1))\n")
    assert (
        "K a a' c c' (a' c' (a + c + 1) (a' - 1) (c' - 1) + K a a' c c' (a' + c' - 3)"
        " + b' d' (a' - 1) (a' - 2) (c' - 1) (c' - 2))"
    ) in to_text(deep[1])


# --- what is shown equals what was derived ---------------------------------------------------


@pytest.mark.parametrize("what", ["mean", "variance", "covariance row", "correlation row"])
@pytest.mark.parametrize("model", [lambda: catalogue_model("pmf_gamma"), hierarchical])
def test_printed_result_read_back_is_the_result(model, what: str) -> None:
    derivation = derive(model(), what)
    text = to_text(derivation).splitlines()[-1].split(" = ")[1]
    names = {symbol.name: symbol for symbol in derivation.result.free_symbols}
    assert sympy.cancel(from_plain(text, names) - derivation.result) == 0


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
        ("x - (y + z)*2", "x - 2 y - 2 z"),
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
    assert above_zero(a - 2, Notation()).plain == "a' > 2"
    r, s = sympy.symbols("r s", real=True)
    assert above_zero(1 - r - s, Notation()).plain == "r + s < 1"
    assert above_zero(r - s, Notation()).latex == "r > s"
    assert above_zero(r, Notation()).plain == "r > 0"


# --- laws and conditions --------------------------------------------------------------------


def test_each_use_of_a_law_has_its_usual_name(deep: tuple[Derivation, ...]) -> None:
    named = {
        step_law(step, derivation.declaration) for derivation in deep for step in derivation.steps
    }
    named |= {step_law(step, lemma.declaration) for lemma in deep[2].lemmas for step in lemma.steps}
    noisy = derive(catalogue_model("gmf_gamma_normal"), "variance")
    named |= {step_law(step, noisy.declaration) for step in noisy.steps}
    assert named >= {
        "law of total expectation",
        "law of total variance",
        "law of total covariance",
        "linearity of the expectation",
        "expectation of a constant",
        "bilinearity of the covariance",
        "covariance of a quantity with itself",
        "variance of a sum",
        "variance of a multiple",
        "variance of a product of independents",
        "definition of the variance",
        "definition of the covariance",
        "definition of the correlation",
        "expectation of a product of independents",
        "expectation of a product of conditionally independent variables",
        "covariance of conditionally independent variables",
        "sum over an exchangeable axis",
        "conditional mean of Gamma",
        "conditional variance of Poisson",
        "raw moment of order -2 of Gamma",
        "same moment with other indices",
        "by the derivation of the variance",
        "by the derivation of the covariance of entries that share the row",
        "collecting terms",
    }
    assert not any("_" in name for name in named)


def test_conditions_in_words() -> None:
    model = catalogue_model("pmf_gamma")
    theta, beta, y = (model.by_name[name] for name in ("theta", "beta", "Y"))
    t, b = theta.generic, beta.generic
    given = (beta.at(index("j"), DOT), theta.at(index("i"), DOT))
    a, size = sympy.symbols("a K", positive=True)
    expected = {
        Condition("independent", (b, t)): "θ_ik and β_jk are independent",
        Condition("own_noise", (y.generic, *given)): (
            "given θ_i· and β_j·, all that is random in Y_ij is its own noise"
        ),
        Condition("exchangeable", (index("k"), size)): (
            "of the K values of k, those that no other index takes contribute alike"
        ),
        Condition("same_law", (y.generic, y.at(index("i"), index("l")))): (
            "Y_ij and Y_il have the same law"
        ),
        Condition("positive", (a - 1,)): "the moment exists for a > 1",
    }
    for condition, words in expected.items():
        (phrase,) = conditions([condition], Notation.of(model))
        assert plain_phrase(phrase) == words
    (phrase,) = conditions([Condition("independent", (b, t))], Notation.of(model))
    assert latex_phrase(phrase) == r"$\theta_{ik}$ and $\beta_{jk}$ are independent"


def test_three_independent_factors_are_named_once() -> None:
    text = to_text(derive(catalogue_model("pmf_gamma"), "covariance row"))
    assert "independents: θ_ik², β_jk and β_lk are independent" in text


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


def test_lemmas_come_first(deep: tuple[Derivation, ...]) -> None:
    text = to_text(deep[2])
    heads = ["Variance\n---", "Covariance of entries that share the row\n---",
             "Correlation of entries that share the row\n---"]  # fmt: skip
    places = [text.index(head) for head in heads]
    assert places == sorted(places)
    assert any(step.rule == LEMMA for step in deep[2].steps)


def test_methods_of_a_derivation_are_these_formats() -> None:
    derivation = derive(catalogue_model("pmf_prior"), "mean")
    assert derivation.to_text() == to_text(derivation)
    assert derivation.to_markdown() == to_markdown(derivation)
    assert derivation.to_latex() == to_latex(derivation)
