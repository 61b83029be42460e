"""How derivations of joint cumulants read, and the form of all documents of derivations."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from symppm.laws import Derivation, derive
from symppm.model import catalogue_model

PDFLATEX = shutil.which("pdflatex")
MOST_OVERFULL = 10
SHOWN = (
    ("pmf_gamma", "ij ij il"),
    ("pmf_gamma", "ij il tj tl"),
    ("hpf_gamma", "ij il tj"),
    ("gmf_gamma_gumbel", "ij ij ij"),
    ("pmf_gamma_exposure", "ij il tj"),
)


MOMENTS = ("mean", "correlation row")


@pytest.fixture(scope="module")
def shown() -> tuple[Derivation, ...]:
    return tuple(derive(catalogue_model(name), f"cumulant {words}") for name, words in SHOWN)


@pytest.fixture(scope="module")
def documents(shown: tuple[Derivation, ...]) -> list[tuple[Derivation, str, str, str]]:
    """All that is shown, and moments with lemmas, as text, Markdown and LaTeX."""
    every = (*shown, *(derive(catalogue_model("hpf_gamma"), what) for what in MOMENTS))
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
        ("ij il tj", "    Cum[Y_ij, Y_il, Y_tj] = E[Y_ij]²/(K b d) = K a² c²/(b³ d³)"),
    ],
)
def test_lines_of_the_terminal_format(pattern: str, line: str) -> None:
    derivation = derive(catalogue_model("pmf_gamma"), f"cumulant {pattern}")
    text = derivation.to_text()
    assert line in text
    assert "total cumulance" in text


@pytest.mark.thorough
def test_documents_are_well_formed_and_in_standard_notation(
    documents: list[tuple[Derivation, str, str, str]],
) -> None:
    for derivation, text, markdown, latex in documents:
        for page in (markdown, latex):
            assert page.count("{") == page.count("}")
            assert len(re.findall(r"\\left\b", page)) == page.count(r"\right")
            assert page.count(r"\biggl(") == page.count(r"\biggr)")
            assert environments_match(page)
            assert r"\operatorname" not in page  # GitHub refuses it
        assert markdown.count("```") % 2 == 0
        # Names of classes and of rules, Python's powers and products, and signs that meet.
        for page in (text, markdown, latex):
            for wrong in (
                "AxisSum", "Sum_", "Cumulant", "**(", "_prime", "+ -", "- -", "--1", " 1 E[",
            ):  # fmt: skip
                assert wrong not in page, (wrong, derivation.name)
            assert not any(s.rule in page for s in derivation.steps if "_" in s.rule)


@pytest.mark.thorough
def test_conditions_of_existence_are_said(
    documents: list[tuple[Derivation, str, str, str]],
) -> None:
    texts = [" ".join(text.split()) for _, text, _, _ in documents]
    assert "Throughout, a' > 2 and c' > 2, without which" in texts[2]
    assert "conditional on γ_j, which are known" in texts[4]


@pytest.mark.thorough
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
    widths = re.findall(r"Overfull \\hbox \(([\d.]+)pt", result.stdout)
    assert all(float(each) <= MOST_OVERFULL for each in widths)
