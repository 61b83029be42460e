"""Formulas and paragraphs are written as GitHub shows them."""

from __future__ import annotations

import re
from pathlib import Path

from symppm.report.github import as_github

PROOF = (Path(__file__).resolve().parents[2] / "derivations" / "distinct.md").read_text("utf-8")


def test_a_formula_over_two_lines_is_put_on_one() -> None:
    words = " ".join(["word"] * 18)
    assert (
        as_github("Let $x =\n  y + z$ hold,\nand so on.") == "Let $`x = y + z`$ hold, and so on.\n"
    )
    assert as_github(f"{words} $x =\ny + z$ hold") == f"{words}\n$`x = y + z`$ hold\n"


def test_formulas_in_lists_and_tables_are_put_on_one_line_too() -> None:
    assert as_github("1. one $a\nb$,\n   more\n2. two") == "1. one $`a b`$,\n   more\n2. two\n"
    assert as_github("| $a$ | b |\n|---|---|") == "| $`a`$ | b |\n|---|---|\n"
    assert as_github("* one\n* two $a$") == "* one\n* two $`a`$\n"


def test_displays_stand_alone_as_they_are() -> None:
    text = "so\n$$ a\n= b, $$\nwhere $c$"
    assert as_github(text) == "so\n\n```math\na\n= b,\n```\n\nwhere $`c`$\n"


def test_there_is_one_empty_line_between_blocks() -> None:
    assert as_github("\n\none\n\n\n\ntwo\n  \nthree\n\n") == "one\n\ntwo\n\nthree\n"


def test_a_paragraph_that_begins_in_bold_is_no_list() -> None:
    assert as_github("**Bold.** and\nmore") == "**Bold.** and more\n"


def test_the_proof_that_is_kept_is_written_so() -> None:
    assert "\n\n\n" not in PROOF
    assert PROOF.count("```math\n") * 2 == PROOF.count("```")
    inline = re.sub(r"```math\n.*?\n```", "", PROOF, flags=re.DOTALL)
    assert all(line.count("$`") == line.count("`$") for line in inline.splitlines())
    assert "$" not in re.sub(r"\$`[^`$\n]+`\$", "", inline)
