"""symppm elicit with joint cumulants: what is typed, what is printed, at two widths."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

# Poisson factorization with K = 10, a = 2, b d = 2, c = 3.
ASKED = (
    *("--mean", 30, "--target", "cov_row=45", "--target", "cov_col=30"),
    *("--target", "cumulant tl ij il tj=247.5"),
)

ELICITED = """\
Model: pmf_gamma, Poisson factorization, Gamma priors (shape and rate)

Statistic             believed  achieved
mean                        30        30  average entry
"""


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave the cache of whoever runs the tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.mark.thorough
def test_the_cycle_gives_k_without_the_variance(symppm, strict_json):
    done = symppm("elicit", *ASKED, "--verbose")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(ELICITED)
    assert "cumulant_ij_il_tj_tl     247.5     247.5  joint cumulant of the entries" in done.stdout
    assert "\nK = 10 factors (10 before rounding)\n" in done.stdout
    assert "\nvariance" not in done.stdout
    answer = strict_json(symppm("elicit", *ASKED, "--json").stdout)
    assert answer["k"] == 10
    assert answer["parameters"] == pytest.approx({"K": 10, "a": 2, "b": 2, "c": 3, "d": 1})
    assert answer["targets"]["cumulant_ij_il_tj_tl"] == 247.5
    assert answer["achieved"]["cumulant_ij_il_tj_tl"] == pytest.approx(247.5)


@pytest.mark.thorough
@pytest.mark.parametrize("columns", [40, 80])
def test_long_names_fit_the_screen(columns, symppm):
    page = symppm("elicit", *ASKED, "--verbose", columns=columns).stdout
    assert max(map(len, page.splitlines())) <= columns
    assert "joint cumulant of the entries ij, il, tj, tl" in " ".join(page.split())


@pytest.mark.thorough
def test_underscores_may_be_typed(symppm):
    typed = [str(each).replace("cumulant tl ij il tj", "cumulant_ij_il_tj_tl") for each in ASKED]
    assert symppm("elicit", *typed).stdout == symppm("elicit", *ASKED).stdout


@pytest.mark.thorough
def test_infeasible_cumulants_are_an_answer(symppm):
    asked = [str(each).replace("247.5", "-1") for each in ASKED]
    done = symppm("elicit", *asked)
    assert (done.exit_code, done.stderr) == (3, "")
    assert "Infeasible: no hyperparameters" in done.stdout.replace("No", "no")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "cumulant ij=3"), "which is 'mean'"),
        (("--target", "cumulant ij tl=3"), "groups without a common index"),
        (("--target", "cumulant ij i=3"), "the entry 'i'"),
        (("--target", "cumulant ij ij il"), "--target NAME=VALUE"),
        (("--target", "cumulant_ij_il_tj_tl=1"), "which is 'cumulant_ij_il_tj_tl'"),
        (("--target", "cumulant ij ij ij=3", "--model", "pmf_prior"), "order 3 of Prior"),
    ],
)
def test_what_is_typed_wrong_is_named(options, said, symppm):
    done = symppm("elicit", *ASKED, *options)
    assert done.exit_code not in {0, 3}
    assert done.stdout == ""
    assert said in " ".join(done.stderr.split())
