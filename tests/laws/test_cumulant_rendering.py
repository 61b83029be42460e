"""How derivations of joint cumulants read, and the form of all documents of derivations."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from models import hierarchical

from symppm.laws import Derivation, derive
from symppm.laws.breaking import width
from symppm.laws.render import step_law
from symppm.model import catalogue_model

PDFLATEX = shutil.which("pdflatex")
SHOWN = (
    ("pmf_gamma", "ij ij il"),
    ("pmf_gamma", "ij il tj tl"),
    ("hpf_gamma", "ij il tj"),
    ("gmf_gamma_gumbel", "ij ij ij"),
    ("pmf_gamma_exposure", "ij il tj"),
)


MOMENTS = ("mean", "variance", "correlation row")


@pytest.fixture(scope="module")
def shown() -> tuple[Derivation, ...]:
    return tuple(derive(catalogue_model(name), f"cumulant {words}") for name, words in SHOWN)


@pytest.fixture(scope="module")
def documents(shown: tuple[Derivation, ...]) -> list[tuple[Derivation, str, str, str]]:
    """All that is shown, and moments with lemmas, as text, Markdown and LaTeX."""
    every = (*shown, *(derive(hierarchical(), what) for what in MOMENTS))
    return [(each, each.to_text(), each.to_markdown(), each.to_latex()) for each in every]


def environments_match(latex: str) -> bool:
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{([a-z*]+)\}", latex):
        if kind == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("ij ij il", "The joint cumulant of the entries ij, ij and il in the model pmf_gamma"),
        ("ij il tj", "    Cum[Y_ij, Y_il, Y_tj] = K a² c²/(b³ d³)"),
        ("ij il tj", "       joint cumulant in joint moments"),
        ("ij il tj", "       law of total cumulance"),
        (
            "ij ij il",
            "  7. Cum[Σ_k θ_ik β_jk, Σ_k θ_ik β_jk, Σ_k θ_ik β_lk]"
            " = Σ_k Cum[θ_ik β_jk, θ_ik β_jk, θ_ik β_lk]",
        ),
        ("ij il tj tl", "    Cum[Y_ij, Y_il, Y_tj, Y_tl] = K a² c² (2 a + 2 c + 1)/(b⁴ d⁴)"),
    ],
)
def test_lines_of_the_terminal_format(pattern: str, line: str) -> None:
    derivation = derive(catalogue_model("pmf_gamma"), f"cumulant {pattern}")
    assert line in derivation.to_text().splitlines()


def test_formulas_in_markdown_and_latex() -> None:
    derivation = derive(catalogue_model("pmf_gamma"), "cumulant ij il tj")
    formula = (
        r"\mathrm{Cum}\!\left[Y_{ij}, Y_{il}, Y_{tj}\right] = \frac{K a^{2} c^{2}}{b^{3} d^{3}}"
    )
    assert f"```math\n{formula}\n```" in derivation.to_markdown()
    assert f"\\begin{{equation*}}\n{formula}\n\\end{{equation*}}" in derivation.to_latex()


def test_each_use_of_a_law_has_its_usual_name(shown: tuple[Derivation, ...]) -> None:
    named = {step_law(step, each.declaration) for each in shown for step in each.steps}
    assert named >= {
        "law of total cumulance",
        "multilinearity of the joint cumulant",
        "joint cumulant of sums of independent terms",
        "joint cumulant of independents",
        "joint cumulant in joint moments",
        "same moment with other indices",
        "conditional cumulant of order 3 of Gumbel",
    }
    assert not any("_" in name for name in named)


def test_every_step_is_there_in_standard_notation(
    documents: list[tuple[Derivation, str, str, str]],
) -> None:
    for derivation, text, markdown, latex in documents:
        steps = [step for each in (derivation, *derivation.lemmas) for step in each.steps]
        total = len(steps)
        assert len(re.findall(r"^ *\d+\. ", text, re.M)) == total
        assert len(re.findall(r"^\*\*\d+\.\*\* ", markdown, re.M)) == total
        assert latex.count(r"\item ") == total
        for page in (markdown, latex):
            assert page.count("{") == page.count("}")
            assert page.count(r"\left") == page.count(r"\right")
            assert page.count(r"\biggl(") == page.count(r"\biggr)")
            assert all(step_law(step, derivation.declaration)[1:] in page for step in steps)
            assert environments_match(page)
            assert r"\operatorname" not in page  # GitHub refuses it
        assert markdown.count("```") % 2 == 0
        # Names of classes and of rules, Python's powers and products, and signs that meet.
        for page in (text, markdown, latex):
            for wrong in (
                "AxisSum",
                "Sum_",
                "Cumulant",
                "**(",
                "_prime",
                "+ -",
                "- -",
                "--1",
                " 1 E[",
            ):
                assert wrong not in page, (wrong, derivation.name)
        rules = {step.rule for step in derivation.steps if "_" in step.rule}
        for page in (text, markdown, latex):
            assert not any(rule in page for rule in rules)


def test_formulas_are_broken_before_the_margin(
    documents: list[tuple[Derivation, str, str, str]],
) -> None:
    for line in "".join(latex for *_, latex in documents).splitlines():
        if not line.startswith((r"\item", r"\setlength", r"\begin{center}")):
            assert width(line) < 75, line


def test_conditions_are_in_words(documents: list[tuple[Derivation, str, str, str]]) -> None:
    texts = [" ".join(text.split()) for _, text, _, _ in documents]
    assert (
        "given θ_i·, β_j· and β_l·, all that is random in Y_ij and Y_il is their own noises"
        in texts[0]
    )
    assert "j in place of l, which have the same part in the model" in texts[0]
    assert "the moment exists for a' > 3" not in texts[2]
    assert "the moment exists for a' > 2" in texts[2]
    assert "γ_j" in texts[4]


@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("place", range(len(SHOWN) + len(MOMENTS)))
def test_the_document_compiles(
    documents: list[tuple[Derivation, str, str, str]], place: int, tmp_path: Path
) -> None:
    (tmp_path / "derivation.tex").write_text(documents[place][-1], "utf-8")
    result = subprocess.run(
        [str(PDFLATEX), "-interaction=nonstopmode", "-halt-on-error", "derivation.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-2000:]
    assert "Overfull" not in result.stdout
