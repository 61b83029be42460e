"""A derivation declares its model; results, assumptions, every step and the proof are in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sympy

import symppm as ppm
from symppm.laws import derive
from symppm.laws.declared import declaration_tree
from symppm.laws.notation import Notation
from symppm.model import catalogue_model
from symppm.model.catalogue import CATALOGUE
from symppm.model.declaration import Declaration
from symppm.solve import solve
from symppm.view.declaration import PythonFormula, declaration_code
from symppm.view.derivations import page
from symppm.view.document import latex_document, notebook_document, text_document
from symppm.view.documents import document_blocks

MOMENTS = (
    "mean", "variance", "covariance row", "covariance col", "correlation row", "correlation col",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
HELD = ("mean", "variance", "rho_row/rho_col")
PDFLATEX = shutil.which("pdflatex")
MOST_OVERFULL = 10


def document_text(*content) -> str:
    return text_document(document_blocks(*content))


def document_latex(*content) -> str:
    return latex_document(document_blocks(*content))


def contents(name: str):
    model = catalogue_model(name)
    solutions = (solve(model), solve(model, HELD, {"K": model.sizes[0]}))
    return tuple(derive(model, what) for what in MOMENTS), f"a title of {name}", solutions


@pytest.fixture(scope="module")
def gamma():
    return contents("pmf_gamma")


@pytest.fixture(scope="module")
def prior():
    return contents("pmf_prior")


def hierarchical() -> Declaration:
    with ppm.Model("deep") as model:
        a, a_prime, b_prime, c, d = ppm.hyperparameters("a a_prime b_prime c d")
        xi = ppm.Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return model.declaration


def awkward() -> Declaration:
    """Nested sums, numbers, powers, no dims, and a name too long for one line."""
    with ppm.Model("awkward") as model:
        shape, long_name = ppm.hyperparameters("shape long_name_of_a_hyperparameter_for_two_lines")
        shift = ppm.hyperparameters("shift", domain="real")
        level = ppm.Gamma("level", shape=2, rate=3 * long_name**2 / (4 * (shape + 1)))
        theta = ppm.Prior(
            "theta", mean=level * shape, variance=sympy.sqrt(shape), dims="row factor"
        )
        weight = ppm.Gamma("weight", shape=shift**2 + 1, rate=1 / shape, dims="factor slice")
        inner = ppm.sum(theta * weight + theta**2, over="slice")
        ppm.Poisson("Y", rate=ppm.sum(inner, over="factor"), dims="row", observed=True)
    return model.declaration


# The declaration


# That of the catalogue's models: tests/interfaces/test_document_round_trips.py
def test_the_python_declares_the_same_model() -> None:
    model = awkward()
    code = declaration_code(model)
    scope: dict[str, object] = {}
    exec(code, scope)  # noqa: S102 - what the derivation tells readers to run
    assert declaration_tree(scope["model"].declaration) == declaration_tree(model)
    assert all(len(line) < 100 for line in code.splitlines())


def test_long_formulas_and_many_names_are_broken_and_stay_what_they_are() -> None:
    names = [f"precision_of_{n}" for n in range(12)]
    with ppm.Model("long_names") as model:
        symbols = ppm.hyperparameters(" ".join(names))
        theta = ppm.Gamma("theta", shape=1, rate=sum(symbols) * sum(symbols[3:]), dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    code = declaration_code(model.declaration)
    scope: dict[str, object] = {}
    exec(code, scope)  # noqa: S102 - what the derivation tells readers to run
    assert declaration_tree(scope["model"].declaration) == declaration_tree(model.declaration)
    assert all(len(line) < 100 for line in code.splitlines())


@pytest.mark.parametrize(
    "text",
    ["x*(y - 1)**2/(3*z)", "-(x + y)/z", "sqrt(x*y)/(z + 1)", "x**2*y - z/(x + y)", "1/x", "-x*y"],
)
def test_printed_python_evaluates_to_the_expression(text: str) -> None:
    symbols = {name: sympy.Symbol(name, positive=True) for name in "xyz"}
    expression = sympy.sympify(text, locals=symbols)
    formula = PythonFormula(Notation(("x", "y", "z")), catalogue_model("pmf_gamma"))
    written = eval(formula.write(expression), {**symbols, "sympy": sympy})  # noqa: S307
    assert sympy.simplify(written - expression) == 0


# What ships is what the writer makes: tests/codegen/test_regenerated.py


@pytest.fixture(scope="module")
def shipped(checkout) -> str:
    return (checkout / "derivations" / "pmf_gamma.md").read_text("utf-8")


def test_sections_come_in_order(shipped) -> None:
    assert re.findall("^(#+ .*)$", shipped, re.M)[1:] == [
        "## Model and assumptions",
        "## Lemmas",
        "## Results",
        "## Solution",
        "### What is identified",
        "### With K given",
    ]
    assert "do not edit. To write it anew: `python tools/regenerate.py`" in shipped
    results = shipped[shipped.index("## Results") : shipped.index("## Solution")]
    for formula in (
        r"\mathbb{E}\!\left[Y_{ij}\right] &= \frac{K a c}{b d}",
        r"\mathbb{E}\!\left[Y_{ij}\right] \left(\frac{a + c + 1}{b d} + 1\right)",
        r"\frac{K a c \left(a + c + b d + 1\right)}{b^{2} d^{2}}",
        r"\frac{c}{a + c + b d + 1}",
        r"\frac{a}{a + c + b d + 1}",
    ):
        assert formula in results


def test_theorems_are_numbered_and_proved(shipped) -> None:
    named = re.findall(r"^\*\*(Lemma|Proposition) (\d+)\*\* \((.*?)\)\.", shipped, re.M)
    assert [number for kind, number, _ in named if kind == "Proposition"] == list("12345678")
    assert [title for kind, _, title in named if kind == "Lemma"] == [
        "conditional moments of the data", "moments of the priors", "moments of products",
    ]  # fmt: skip
    assert shipped.count("*Proof.*") == shipped.count("∎") == len(named)
    assert "From Proposition 3 by the symmetry $`\\sigma`$. ∎" in shipped
    for law in ("total variance", "independence", "Lemma 1", "exchangeable indices"):
        assert rf"&& \text{{{law}}}" in shipped


def test_every_page_is_well_formed_markdown(checkout) -> None:
    for name in CATALOGUE:
        text = (checkout / "derivations" / f"{name}.md").read_text("utf-8")
        fences = re.findall(r"^```(\w*)$", text, re.M)
        assert fences[1::2] == [""] * (len(fences) // 2)
        assert set(fences[::2]) == {"math", "python"}
        assert len(re.findall(r"\$`[^`]+`\$", text)) == text.count("$`") == text.count("`$")
        assert text.count("{") == text.count("}")
        # A list that runs into the text behind it is shown as one.
        assert not re.search(r"^\* .*\n(?!\* |\n|\Z)", text, re.M)
        assert "\n\n\n" not in text


def test_a_page_loads_nothing_and_folds_proofs(shipped) -> None:
    html = page(shipped)
    assert html.count("<summary>Proof</summary>") == shipped.count("*Proof.*") == 11
    assert html.count("<details") == html.count("</details>")
    assert 'class="latex"' not in html
    assert not re.search(r"<(script|link rel=.stylesheet|img)", html)


@pytest.mark.thorough
def test_assumptions_are_said(gamma) -> None:
    text = " ".join(document_text(*gamma).split())
    for said in (
        "Different letters are different indices.",
        "Every moment that is used exists for all hyperparameters.",
        "under the exchange σ of θ ↔ β, a ↔ c, b ↔ d, i ↔ j and t ↔ l.",
    ):
        assert said in text
    model = hierarchical()
    text = document_text((derive(model, "mean"), derive(model, "variance")), "title", ())
    assert "Throughout, a' > 2, without which" in text
    assert "Proposition 1 (mean). For a' > 1," in text
    assert "Solution" not in text


# The solution


@pytest.mark.thorough
def test_the_solution_is_the_papers(prior, gamma) -> None:
    text = document_text(*prior)
    part = text[text.index("What is identified") : text.index("With K given")]
    for line in (
        "K = E² (V (1 - ρ_row - ρ_col) - E)/(V² ρ_row ρ_col)",
        "σ_θ/μ_θ = √((V (1 - ρ_row - ρ_col) - E)/(V ρ_col))",
        "σ_β/μ_β = √((V (1 - ρ_row - ρ_col) - E)/(V ρ_row))",
        "if and only if E > 0, ρ_col > 0, ρ_row > 0, V > 0 and V (1 - ρ_row - ρ_col) > E.",
        "These conditions imply V > E and ρ_row + ρ_col < 1.",
    ):
        assert line in " ".join(part.split())
    assert text.count("ρ_1 and ρ_2 of da Silva") == 1
    # Coefficients of variation are given once: here they are sigma over mu, listed already.
    assert "√Var[θ_ik]" not in text
    line = "√Var[θ_ik]/E[θ_ik] = √((V (1 - ρ_row - ρ_col) - E)/(V ρ_col))"
    assert line in document_text(*gamma)


@pytest.mark.thorough
def test_a_free_scale_is_said_and_that_there_is_no_other(gamma) -> None:
    text = " ".join(document_text(*gamma).split())
    free = (
        "No target sees the scale s of b → s b and d → d/s: put in, it drops out of every moment."
    )
    alone = "Nothing else is free, since the Jacobian of the moments has rank"
    assert text.count(f"{free} {alone}") == 2


@pytest.mark.thorough
def test_what_holds_for_a_rounded_number_of_factors(gamma) -> None:
    text = document_text(*gamma)
    part = " ".join(text[text.index("With K given") :].split())
    assert "For given K, such as after rounding, these hold: E, V and ρ_row/ρ_col." in part
    assert (
        "a = E (E ρ_row + E ρ_col + √(4 K ρ_row ρ_col (V - E) + E² (ρ_row + ρ_col)²))"
        "/(2 K ρ_row (V - E))"
    ) in part


@pytest.mark.thorough
def test_a_scale_is_not_confused_with_a_hyperparameter() -> None:
    with ppm.Model("named_s") as model:
        a, s, c, d = ppm.hyperparameters("a s c d")
        theta = ppm.Gamma("theta", shape=a, rate=s, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    declaration = model.declaration
    text = document_text((derive(declaration, "mean"),), "title", (solve(declaration),))
    assert "the scale λ of s → λ s and d → d/λ" in " ".join(text.split())


# Formats


@pytest.mark.thorough
def test_latex_is_one_document(gamma) -> None:
    text = document_latex(*gamma)
    assert text.startswith("\\documentclass[10pt,a4paper]{article}\n")
    for name in ("document", "itemize", "align*", "verbatim", "lemma", "proposition", "proof"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") > 0
    assert r"pmf\_gamma" in text


@pytest.mark.thorough
def test_a_notebook_has_a_cell_for_each_part(gamma) -> None:
    notebook = json.loads(notebook_document(document_blocks(*gamma)))
    assert notebook["nbformat"] == 4
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    scope: dict[str, object] = {}
    exec("".join(code[0]["source"]), scope)  # noqa: S102 - what the notebook runs
    assert scope["model"].declaration.name == "pmf_gamma"
    text = "".join(line for cell in notebook["cells"] for line in cell["source"])
    assert "$`" not in text
    assert text.count("$$") % 2 == 0
    assert sum("Proof." in "".join(cell["source"]) for cell in notebook["cells"]) == 11


@pytest.mark.thorough
@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed")
def test_the_document_compiles(prior, tmp_path) -> None:
    (tmp_path / "record.tex").write_text(document_latex(*prior), "utf-8")
    result = subprocess.run(
        [str(PDFLATEX), "-interaction=nonstopmode", "-halt-on-error", "record.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-2000:]
    widths = re.findall(r"Overfull \\hbox \(([\d.]+)pt", result.stdout)
    assert all(float(each) <= MOST_OVERFULL for each in widths)


@pytest.mark.thorough
def test_what_is_named_in_a_solution_is_shown_as_the_product_that_it_is() -> None:
    with ppm.Model("effect") as effect:
        a, b, c, d, size = ppm.hyperparameters("a b c d size")
        m, s = ppm.hyperparameters("m", domain="real"), ppm.hyperparameters("s")
        u = ppm.LogNormal("u", mu=m, sigma=s, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        mean = u * ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=size, dims="row col", observed=True)
    declaration = effect.declaration
    moments = [derive(declaration, what) for what in ("mean", "variance")]
    solution = solve(declaration, fixed={"a": a, "size": size})
    text = document_text(tuple(moments), "title", (solution,))
    assert "_over_" not in text
    assert "mean_(u" not in text
    assert "over}, b" not in document_latex(tuple(moments), "title", (solution,))
    assert "mean_u/(b d) = " in text


def test_what_a_name_stands_for_is_a_formula() -> None:
    lines = [
        line
        for path in sorted((ROOT / "derivations").glob("*.md"))
        for line in path.read_text("utf-8").splitlines()
        if " stands for " in line
    ]
    assert len(lines) > 20
    assert [line for line in lines if not re.search(r" stands for \$`.+`\$\.$", line)] == []
