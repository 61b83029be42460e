"""symppm elicit with joint cumulants: what is typed, what is printed, at two widths."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

# Poisson factorization with K = 10, a = 2, b d = 2, c = 3.
ASKED = (
    *("--mean", 30, "--target", "cov_row=45", "--target", "cov_col=30"),
    *("--target", "cumulant tl ij il tj=247.5"),
)


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave the cache of whoever runs the tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.mark.thorough
@pytest.mark.parametrize("columns", [40, 80])
def test_long_names_fit_the_screen(columns, symppm):
    page = symppm("elicit", *ASKED, "--verbose", columns=columns).stdout
    assert max(map(len, page.splitlines())) <= columns
    assert "joint cumulant of the entries ij, il, tj, tl" in " ".join(page.split())


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
