"""What diagnostics say: each sentence has what it names, in the words of each kind of model."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from catalogue_truths import TRUTHS

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.matching.diagnostics import table
from symppm.matching.diagnostics.solutions import impossible_prior, refused
from symppm.matching.kernels import Kernels
from symppm.matching.targets import meaning_of

GOOD = {"mean": 5.0, "variance": 60.0, "rho_row": 0.2, "rho_col": 0.2}


def messages(model: str, targets: dict[str, float], **fixed: float) -> list[str]:
    given = {name: TRUTHS[model][name] for name in load_model(model).SPEC.needs}
    found = ppm.match(targets={**GOOD, **targets}, model=model, fixed={**given, **fixed})
    assert not found.feasible
    assert {diagnostic.severity for diagnostic in found.diagnostics} == {"failure"}
    return [diagnostic.message for diagnostic in found.diagnostics]


def test_noise_is_called_what_it_is() -> None:
    plain = messages("pmf_gamma", {"variance": 4.0})
    assert "the variance is the mean plus the variance of the rates" in plain[0]
    assert "the noise of the counts, are taken off" in plain[1]
    assert "or the counts are less dispersed than assumed" in plain[1]
    real = messages("gmf_gamma_normal", {}, sigma_Y=15.0)
    assert real[0].startswith("variance > sigma_Y**2 fails: variance is 60, sigma_Y is 15. ")
    assert "the noise of the observations, with sigma_Y as given," in real[0]
    assert "or the observations are less noisy than assumed, with sigma_Y as given" in real[1]
    assert not any("counts" in each for each in real)
    counts = messages("gmf_gamma_negativebinomial", {}, r=0.3)
    assert "the noise of the counts, with r as given," in counts[0]
    assert "r > rho_row + r*rho_row" in counts[1]
    assert "less than one by at least that noise" in counts[1]


def test_requirements_that_are_sentences() -> None:
    spec = load_model("hpf_gamma").SPEC
    sentence, comparison, *_ = spec.conditions
    assert refused(spec, sentence, 1).message.startswith(
        "Solution 1 of 2: the quadratic equation for K has real roots: this does not hold. No "
    )
    assert refused(spec, comparison, 2).message.startswith("Solution 2 of 2: K > 0 fails. No ")
    beta = load_model("pmf_beta").SPEC
    overflow = impossible_prior(beta, len(beta.requirements)).message
    assert overflow.startswith("The targets are so extreme that the hyperparameters")


@pytest.mark.parametrize(
    "name", ["pmf_gamma", "gmf_gamma_normal", "gmf_gamma_negativebinomial", "cpmf_prior_any"]
)
def test_the_share_of_the_variance_on_which_the_size_rests(name: str) -> None:
    """It is that of the product of factors: K times both variances times scale, over the total."""
    kernels = Kernels(load_model(name))
    truth = dict(TRUTHS[name])
    targets = kernels.at(truth)
    given = {each: truth[each] for each in kernels.spec.needs}
    share = kernels.left_for_factors(targets, given)
    rows, columns = targets["rho_row"], targets["rho_col"]
    if name == "cpmf_prior_any":
        squares = [
            (truth[f"sigma_{each}"] / truth[f"mu_{each}"]) ** 2 for each in ("theta", "beta")
        ]
    else:
        squares = [1 / truth["a"], 1 / truth["c"]]
    # cov_row = K m^2 / a and cov_col = K m^2 / c, so the product's part is either over the other.
    factors = rows * squares[1]
    assert factors == pytest.approx(columns * squares[0], rel=1e-9)
    # Negative Binomial noise grows with the square of the rate, by 1/r of its variance.
    noise = 1 / truth["r"] if "r" in truth else 0.0
    assert share == pytest.approx((1 + noise) * factors, rel=1e-9)


def calls(function: str) -> list[ast.Call]:
    """All calls of a function of the table in the room."""
    return [
        call
        for path in Path(table.__file__).parents[1].rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == function
    ]


def pattern(name: ast.expr) -> str:
    """Return which entries of a table an expression may name."""
    if isinstance(name, ast.IfExp):
        return f"{pattern(name.body)}|{pattern(name.orelse)}"
    if isinstance(name, ast.Constant):
        return re.escape(name.value)
    if isinstance(name, ast.JoinedStr):
        return "".join(map(pattern, name.values))
    inner = name.value if isinstance(name, ast.FormattedValue) else name
    return str(vars(table).get(ast.unparse(inner), "[^/]*"))


@pytest.mark.parametrize("function", ["said", "phrase"])
def test_every_sentence_is_said_somewhere_and_given_all_that_it_names(function: str) -> None:
    sentences = {name: text for part in table.TABLE.values() for name, text in part.items()}
    known = sentences if function == "said" else dict(table.PHRASES)
    said = set()
    for call in calls(function):
        given = {each.arg for each in call.keywords}
        found = {each for each in known if re.fullmatch(pattern(call.args[0]), each)}
        assert found, ast.unparse(call)
        for entry in found:
            names = {name for _, name, *_ in string.Formatter().parse(known[entry]) if name}
            assert names <= given, entry
            said.add(entry)
    assert said == set(known)


def test_a_ratio_of_targets_has_no_other_meaning_than_its_name() -> None:
    assert meaning_of("rho_row/rho_col") == ""
    assert meaning_of("rho_row") == "correlation of two entries in one row"


def test_what_a_rounded_size_leaves_exact_is_what_the_formula_at_a_size_holds() -> None:
    # Admixture has one correlation: there is no ratio to hold.
    kernels = Kernels(load_model("admixture"))
    targets = kernels.at({"K": 4.4, "alpha": 0.5, "a": 1.0, "b": 2.0})
    found = ppm.match(targets=targets, model="admixture", fixed={"alpha": 0.5})
    (note,) = (each.message for each in found.diagnostics if each.code == "rounding")
    assert note.startswith("With K = 4 in place of 4.4, mean and variance hold exactly; left over:")
