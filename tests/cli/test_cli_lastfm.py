"""The data of the paper, which may not ship: set SYMPPM_DATA to the folder that holds them."""

from __future__ import annotations

import hashlib

import pytest

import symppm as ppm


@pytest.fixture
def plays(real_data):
    return real_data / "hetrec2011-lastfm-2k" / "user_artists.dat"


def test_reference_values(symppm, strict_json, plays):
    done = symppm("match", plays, "--estimator", "moments", "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    answer = strict_json(done.stdout)
    measured = answer["statistics"]
    assert measured["shape"] == [1892, 17632]
    assert measured["mean"] == pytest.approx(2.0738760765, rel=1e-10)
    assert measured["variance"] == pytest.approx(40701.7777862, rel=1e-11)
    assert measured["rho_row"] == pytest.approx(1.3148935e-4, rel=1e-7)
    assert measured["rho_col"] == pytest.approx(7.4560842e-3, rel=1e-7)
    assert answer["k_exact"] == pytest.approx(106.9598, abs=5e-5)
    assert answer["k"] == 107
    page = symppm("match", plays, "--estimator", "moments").stdout
    # The reference interval, which is for normal quantiles; ours are those of Student's t.
    low, high = answer["intervals"]["parameters"]["K"]
    assert (low, high) == (pytest.approx(49, abs=1), pytest.approx(231, abs=1))
    assert f"K = 107 factors (106.96 before rounding; 95 % interval {low:.3g} to {high:.3g})" in (
        " ".join(page.split())
    )


@pytest.mark.thorough
def test_distinct_entries_tell_of_fewer_factors(symppm, strict_json, plays):
    done = symppm("match", plays, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    answer = strict_json(done.stdout)
    assert answer["estimator"] == "cross-validation"
    values = answer["cross_moments"]["values"]
    e, r, c, cycle = (values[name] for name in ("mean", "cov_row", "cov_col", "cycle"))
    by = {each["estimator"]: each for each in answer["estimates"]}
    # 7.8 by the first-order correction of centring, which the exact one replaces.
    assert by["cross-moments"]["k"] == pytest.approx(e**4 * cycle / (r * c) ** 2, rel=1e-9)
    assert by["cross-moments"]["k"] == pytest.approx(7.8, abs=0.2)
    assert by["moments"]["k"] == pytest.approx(106.9598, abs=5e-5)
    # Held-out plays want more factors than cross-moments, which unequal totals lower.
    validated = by["cross-validation"]
    assert answer["k"] == validated["k"]
    assert 10 <= validated["k"] <= 60
    assert "cross_validated" in {each["code"] for each in answer["diagnostics"]}


def test_the_file_is_read_as_it_is(plays):
    content = plays.read_bytes()
    assert hashlib.sha256(content).hexdigest().startswith("001400dc3c7d2667"), "a damaged copy"
    table = ppm.read(plays)
    assert table.shape == (1892, 17632)
    assert table.values.nnz == 92_834
    assert table.values.sum() == 69_183_975
    assert table.values.sum() == sum(int(x.split()[2]) for x in content.splitlines()[1:])
    assert table.values.max() == 352_698
    assert (table.row_labels[0], table.column_labels[0]) == ("2", "51")
    assert table.notes[0].startswith("read as triples (92,834 entries, 1,892 x 17,632)")
