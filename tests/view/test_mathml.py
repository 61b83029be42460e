"""LaTeX becomes MathML that is well-formed, means the same, and loses no letter."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from symppm.view.derivations import chapters, mathml

FUNCTIONS = ("log", "cosh", "sinh", "det")


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        ("a", "<mi>a</mi>"),
        (r"\theta_{ik}", "<msub><mi>θ</mi><mrow><mi>i</mi><mi>k</mi></mrow></msub>"),
        ("b'", "<msup><mi>b</mi><mi>′</mi></msup>"),
        ("b^{2}_{1}", "<msubsup><mi>b</mi><mn>1</mn><mn>2</mn></msubsup>"),
        (r"\frac{a}{b d}", "<mfrac><mi>a</mi><mrow><mi>b</mi><mi>d</mi></mrow></mfrac>"),
        (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        (r"\mathbb{E}\!\left[Y\right]",
         '<mi>𝔼</mi><mrow><mo stretchy="false">[</mo><mi>Y</mi><mo stretchy="false">]</mo></mrow>'),
        (r"\mathrm{Cov} - x", "<mi>Cov</mi><mo>−</mo><mi>x</mi>"),
        (r"\mathrm{E}", '<mi mathvariant="normal">E</mi>'),
        ("a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
        (r"\theta_{i\cdot}", "<msub><mi>θ</mi><mrow><mi>i</mi><mi>·</mi></mrow></msub>"),
        (r"x \sim y", "<mi>x</mi><mo>∼</mo><mi>y</mi>"),
        (r"\sum_{k} a", "<munder><mo>∑</mo><mi>k</mi></munder><mi>a</mi>"),
    ],
)  # fmt: skip
def test_each_construction(latex: str, shown: str) -> None:
    assert mathml(latex) == f"<math>{shown}</math>"


def test_a_sign_binds_to_what_stands_behind_it_where_nothing_stands_before() -> None:
    prefix = '<mo form="prefix">−</mo>'
    assert prefix in mathml("b = -a")
    assert prefix in mathml(r"\left(-a\right)")
    assert prefix not in mathml("b - a") + mathml(r"\left(b\right) - a")


def test_brackets_grow_only_about_what_is_tall() -> None:
    assert mathml(r"\left(a\right)").count('stretchy="false"') == 2
    assert "stretchy" not in mathml(r"\left(\frac{a}{b}\right)") + mathml(r"\left(\sum_k a\right)")


def test_lines_of_an_equation_are_aligned() -> None:
    shown = mathml(r"\begin{aligned} a &= b \\ {} &+ c \end{aligned}", display=True)
    assert shown.startswith('<math display="block"><mtable class="aligned" displaystyle="true">')
    assert shown.count("<mtr>") == 2
    assert shown.count("<mtd>") == 4


@pytest.mark.parametrize("latex", [r"\unknown", r"\left(a", "a & b"])
def test_what_is_not_read_is_shown_as_its_source(latex: str) -> None:
    shown = chapters(f"## A <part>\n\nWith $`{latex}`$ <inside>.\n\n```math\n{latex}\n```\n")
    source = latex.replace("&", "&amp;")
    assert f'<p>With <code class="latex">{source}</code> &lt;inside&gt;.</p>' in shown
    assert f'<pre class="latex"><code>{source}</code></pre>' in shown
    assert "<h3>A &lt;part&gt;</h3>" in shown


def letters_of(latex: str) -> Counter[str]:
    """Count the letters and digits that a formula shows, from its source."""
    named = r"\\(?:text|mathrm|operatorname|mathbb|mathcal)\s*\{([^{}]*)\}"
    shown = re.sub(named, r" \1 ", re.sub(r"\\(?:begin|end)\{\w+\}", " ", latex))
    shown = re.sub(r"\\([A-Za-z]+)", lambda m: m[1] if m[1] in FUNCTIONS else " ", shown)
    return Counter(re.findall(r"[A-Za-z0-9]", shown))


def letters_in(text: str) -> Counter[str]:
    """Count those of MathML, letters of other alphabets as what they stand for."""
    whole = "".join(ElementTree.fromstring(text).itertext())  # noqa: S314 - our own
    return Counter(re.findall(r"[A-Za-z0-9]", unicodedata.normalize("NFKC", whole)))


@pytest.mark.thorough
def test_every_formula_that_ships_is_read_and_loses_nothing(checkout: Path) -> None:
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
    assert seen > 4_000


def test_a_derivation_is_shown_with_all_its_steps_folded_by_moment(checkout: Path) -> None:
    text = (checkout / "derivations" / "pmf_gamma.md").read_text("utf-8")
    shown = chapters(text)
    assert re.findall("<h3>(.*?)</h3>", shown) == re.findall("^## (.*)$", text, re.MULTILINE)
    folded = re.findall(r"^###+ (.*)$|^\*(Proof)\.", text, re.MULTILINE)
    assert re.findall("<summary>(.*?)</summary>", shown) == [one or two for one, two in folded]
    theorems = len(re.findall(r"^\*\*\w+ \d+\*\* ", text, re.MULTILINE))
    assert shown.count('<p class="step">') == theorems > 0
    assert shown.count('<div class="formula"') == text.count("```math")
    assert shown.count("<details") == shown.count("</details>")
    assert "latex" not in shown
    assert "$" not in shown
