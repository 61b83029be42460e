"""Messages of the library in the words of the command line."""

from __future__ import annotations

import pytest
from rich.console import Group

from symppm.cli.wording import in_options, reworded
from symppm.view.layout import Paragraph, Sheet


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ('Write estimator="moments".', "Write --estimator moments."),
        ("Use --zeros missing (zeros='missing').", "Use --zeros missing."),
        ("come with estimator='moments' (--estimator moments).", "come with --estimator moments."),
        (
            "Write --columns user,item,count (columns=('user', 'item', 'count')).",
            "Write --columns user,item,count.",
        ),
        ("use --layout or --header (layout=, header=)", "use --layout or --header"),
        ("Drop --no-header (header=False).", "Drop --no-header."),
        ("say header=False", "say --no-header"),
        ('Write fixed={"c": "a"} or bounds={"K": (1, 50)}.', "Write --fix c=a or --bound K=1,50."),
        ("Fix it: fixed={'a': ...}.", "Fix it: --fix a=VALUE."),
        ("from them: start={...}.", "from them: --start NAME=VALUE."),
        ("Widen bounds={...}.", "Widen --bound NAME=LOW,HIGH."),
        ('Pass known={"gamma": values}, or --known gamma=FILE.', "Pass --known gamma=FILE."),
        ('takes more: shapes="mean-field".', "takes more: --shapes mean-field."),
        ("level=3.csv does not exist", "level=3.csv does not exist"),
        ("zeros=0/seconds=5.csv: empty", "zeros=0/seconds=5.csv: empty"),
        ("/data/model=a/part.csv: empty", "/data/model=a/part.csv: empty"),
        ("level=0.5; write level=0.001.", "--level 0.5; write --level 0.001."),
        ("Write, for example, shape=(100, 80).", "Write, for example, --shape 100,80."),
        ("Allow more with seconds=..., or", "Allow more with --seconds VALUE, or"),
        ("Export one of .branches, or fix", "Export one of the solutions, or fix"),
        ("are exchangeable (entries=None compares all).", "are exchangeable."),
        ('targets={"mean": 2, "P(Y = 0)": 0.7}', '--target mean=2 --target "P(Y = 0)=0.7"'),
        # What is no keyword of the library stays: parameters, statistics, other libraries.
        ("K=0; expected a whole number", "K=0; expected a whole number"),
        ("shape=-1; expected a positive number", "shape=-1; expected a positive number"),
        ("variance=-2; expected a positive variance", "variance=-2; expected a positive variance"),
        ("files such as x.branches.csv", "files such as x.branches.csv"),
        ("r = p/(1 - p) where rho_row == 0", "r = p/(1 - p) where rho_row == 0"),
    ],
)
def test_keywords_become_options(message: str, shown: str) -> None:
    assert in_options(message) == shown
    assert in_options(shown) == shown


def test_a_search_is_advised_as_it_is_typed_with_the_model_file() -> None:
    message = 'drawing from it: ppm.match(..., method="stochastic").'
    typed = "drawing from it: symppm match FILE --model {} --method stochastic."
    assert in_options(message) == typed.format("MODEL")
    assert in_options(message, "a/mine.py") == typed.format("a/mine.py")


def test_sentences_of_a_page_are_worded_and_nothing_else_changes() -> None:
    sheet = Sheet(("", ""), (("a", 'zeros="missing"'),))
    said = Paragraph('Say zeros="missing".', "note: ", "note")
    page = reworded(Group(said, Group(sheet, "")))
    assert page.renderables[0] == Paragraph("Say --zeros missing.", "note: ", "note")
    assert page.renderables[1].renderables == [sheet, ""]
