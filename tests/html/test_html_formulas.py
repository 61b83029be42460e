"""LaTeX becomes MathML: one line for each construction, and every formula that ships."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from symppm.errors import LedgerError
from symppm.report.html.derivations import chapters
from symppm.report.html.latex_symbols import FUNCTIONS
from symppm.report.html.mathml import mathml, width_of
from symppm.report.html.views import Chapter


def inside(latex: str, *, display: bool = False) -> str:
    text = mathml(latex, display=display)
    ElementTree.fromstring(text)  # noqa: S314 - our own
    return re.sub(r' (lspace|rspace|stretchy|form|mathvariant)="[^"]*"', "", text)


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        ("a", "<math><mi>a</mi></math>"),
        (r"\theta_{ik}", "<math><msub><mi>θ</mi><mrow><mi>i</mi><mi>k</mi></mrow></msub></math>"),
        ("b'", "<math><msup><mi>b</mi><mo>′</mo></msup></math>"),
        ("b^{2}_{1}", "<math><msubsup><mi>b</mi><mn>1</mn><mn>2</mn></msubsup></math>"),
        (r"\frac{a}{b d}",
         "<math><mfrac><mi>a</mi><mrow><mi>b</mi><mi>d</mi></mrow></mfrac></math>"),
        (r"\sqrt{2}", "<math><msqrt><mn>2</mn></msqrt></math>"),
        (r"\sqrt[3]{x}", "<math><mroot><mi>x</mi><mn>3</mn></mroot></math>"),
        (r"\mathbb{E}", "<math><mi>𝔼</mi></math>"),
        (r"\mathrm{Cov}", "<math><mi>Cov</mi></math>"),
        (r"\text{for } x", "<math><mrow><mtext>for </mtext><mi>x</mi></mrow></math>"),
        ("a < b", "<math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>"),
        ("10.5", "<math><mn>10.5</mn></math>"),
    ],
)  # fmt: skip
def test_each_construction(latex: str, shown: str) -> None:
    assert inside(latex) == shown


def test_a_minus_sign_binds_to_what_stands_behind_it_where_nothing_stands_before() -> None:
    assert '<mo form="prefix">−</mo>' in mathml("-a")
    assert '<mo form="infix">−</mo>' in mathml("b - a")
    assert '<mo form="prefix">−</mo>' in mathml("b = -a")
    assert '<mo form="prefix">−</mo>' in mathml(r"\left(-a\right)")
    assert '<mo form="infix">+</mo>' in mathml(r"\begin{aligned} {} + a \end{aligned}")


def test_brackets_grow_only_about_what_is_tall() -> None:
    assert 'stretchy="false"' in mathml(r"\left(a\right)")
    assert 'stretchy="true"' in mathml(r"\left(\frac{a}{b}\right)")


def test_limits_stand_below_a_sum_on_a_line_of_its_own() -> None:
    assert "<munder>" in mathml(r"\sum_{k} a", display=True)
    assert "<msub>" in mathml(r"\sum_{k} a")


@pytest.mark.parametrize(
    "latex", [r"\unknown", r"\begin{array} a \end{array}", "{a", r"\left(a", r"\frac{a}", "a}", "§"]
)
def test_anything_else_is_refused(latex: str) -> None:
    with pytest.raises(LedgerError, match="in a formula"):
        mathml(latex)


def test_longer_formulas_are_wider() -> None:
    assert width_of("a + b + c") > width_of("a + b") > width_of("a")
    assert width_of(r"\frac{a + b}{c}") < width_of("a + b") + width_of("c")


def letters_of(latex: str) -> Counter[str]:
    """Count the letters and digits that a formula shows, from its source."""
    named = r"\\(?:text|mathrm|operatorname|mathbb|mathcal)\s*\{([^{}]*)\}"
    shown = re.sub(r"\\(?:begin|end)\{\w+\}", " ", latex)
    shown = re.sub(named, r" \1 ", shown)
    shown = re.sub(r"\\([A-Za-z]+)", lambda m: m[1] if m[1] in FUNCTIONS else " ", shown)
    return Counter(re.findall(r"[A-Za-z0-9]", shown))


def letters_in(text: str) -> Counter[str]:
    """Count those of MathML, letters of other alphabets as what they stand for."""
    whole = "".join(ElementTree.fromstring(text).itertext())  # noqa: S314 - our own
    return Counter(re.findall(r"[A-Za-z0-9]", unicodedata.normalize("NFKC", whole)))


@pytest.mark.thorough
def test_every_formula_that_ships_is_read_and_loses_no_letter(checkout: Path) -> None:
    seen = 0
    for path in sorted((checkout / "derivations").glob("*.md")):
        text = path.read_text("utf-8")
        for pattern, display in (("```math\n(.*?)```", True), (r"\$`(.*?)`\$", False)):
            for latex in set(re.findall(pattern, text, re.DOTALL)):
                shown = mathml(latex, display=display)
                assert letters_in(shown) == letters_of(latex), latex
                assert shown.count("<mfrac>") == latex.count(r"\frac")
                assert shown.count("<msqrt>") == latex.count(r"\sqrt")
                seen += 1
    assert seen > 5_000


def whole(chapter: Chapter) -> str:
    return "".join((chapter.title, *chapter.body, *map(whole, chapter.parts)))


def test_a_ledger_is_read_with_all_its_steps(checkout: Path) -> None:
    text = (checkout / "derivations" / "pmf_gamma.md").read_text("utf-8")
    (model,) = chapters(text)
    assert [str(each.title) for each in model.parts] == [
        "The model", "Results", "Assumptions", "Derivations", "Solving for the hyperparameters",
    ]  # fmt: skip
    steps = len(re.findall(r"^\*\*\d+\.\*\* ", text, re.MULTILINE))
    shown = whole(model)
    assert shown.count('<p class="step">') == steps
    assert shown.count('<div class="formula"') == text.count("```math")
    assert 'class="latex"' not in shown
    assert "$`" not in shown


def test_a_formula_that_is_not_read_is_shown_as_its_source() -> None:
    (chapter,) = chapters("# A <title>\n\nWith $`\\odd{<x>}`$ inside.\n\n```math\n\\odder\n```\n")
    assert chapter.title == "A &lt;title&gt;"
    assert chapter.body == (
        '<p>With <code class="latex">\\odd{&lt;x&gt;}</code> inside.</p>',
        '<pre class="latex"><code>\\odder</code></pre>',
    )
