"""symppm match: files in, statistics and priors out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy.io
from scipy import sparse

import symppm as ppm

PAPER = {"K": 5, "a": 1.0, "b": 1.0, "c": 0.5, "d": 0.5}
COUNTS = ppm.sample("pmf_gamma", PAPER, shape=(60, 40), random_seed=5)
WANTED = ppm.match(COUNTS)
PAPERS = ppm.match(COUNTS, "pmf_gamma")


def write_text(path: Path, delimiter: str) -> None:
    lines = [delimiter.join(map(str, row)) for row in COUNTS.tolist()]
    path.write_text("\n".join(lines) + "\n")


WRITERS = {
    "counts.csv": lambda path: write_text(path, ","),
    "counts.tsv": lambda path: write_text(path, "\t"),
    "counts.npy": lambda path: np.save(path, COUNTS),
    "counts.npz": lambda path: sparse.save_npz(path, sparse.csr_array(COUNTS)),
    "counts.mtx": lambda path: scipy.io.mmwrite(path, sparse.coo_array(COUNTS)),
}


@pytest.fixture
def counts(here):
    """A text file of counts."""
    write_text(here / "counts.csv", ",")
    return Path("counts.csv")


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_answer(name, here, symppm, strict_json):
    WRITERS[name](here / name)
    before = (here / name).read_bytes()
    done = symppm("match", name, "--json")
    assert done.exit_code == 0
    answer = strict_json(done.stdout)
    assert answer["k"] == WANTED.k
    assert answer["k_exact"] == pytest.approx(WANTED.k_exact, rel=1e-12)
    assert answer["parameters"] == pytest.approx(dict(WANTED.parameters), rel=1e-12)
    assert (here / name).read_bytes() == before


def test_json_has_every_key_and_is_all_there_is(counts, symppm, strict_json):
    done = symppm("match", counts, "--json")
    assert done.stderr == ""
    answer = strict_json(done.stdout)
    assert set(answer) == {
        "schema", "kind", "model", "statistics", "feasible", "k", "k_exact", "parameters",
        "identified", "scale", "targets", "achieved", "diagnostics", "intervals", "method",
        "estimator", "estimates", "cross_moments", "uncertainty", "notes", "source", "shapes",
    }  # fmt: skip
    assert answer["model"] == "hpf_gamma"
    assert answer["statistics"]["shape"] == [60, 40]
    assert answer["source"] == {"file": "counts.csv"}
    assert answer["notes"][0].startswith("read as a matrix (60 x 40)")
    assert {each["severity"] for each in answer["diagnostics"]} <= {"note", "warning", "failure"}


def test_the_page_says_what_was_read_and_found(counts, symppm):
    done = symppm("match", counts, "--verbose")
    page = " ".join(done.stdout.split())
    assert done.exit_code == 0
    assert "Data: counts.csv 60 rows x 40 columns, 2,400 entries, from 0 to" in page
    assert "if that is wrong, use --layout triples" in page
    assert f"K = {WANTED.k} factors (by cross-validation" in page
    assert f"{WANTED.k} factors predict held-out entries" in page
    by = {each.estimator: each for each in WANTED.estimates}
    low, high = by["moments"].low, by["moments"].high
    assert f"moments {by['moments'].k:.6g} {low:.3g} to {high:.3g} from mean" in page
    for name, target in WANTED.targets.items():
        assert f"{name} {target:.6g} {WANTED.achieved[name]:.6g} " in page
    rates = "b_prime*d_prime"
    ends = "{:.3g} to {:.3g}".format(*WANTED.interval()[rates])
    assert f"{rates} {WANTED.identified[rates]:.6g} {ends} in the rate of xi times" in page
    before, after = page.split("Scale: mean of xi is 1. Under it: 95 % interval b_prime 1 ")
    assert f" a {WANTED.parameters['a']:.6g} " in before
    assert f" a {WANTED.parameters['a']:.6g} " not in after
    assert all(each.message in page for each in WANTED.diagnostics)


@pytest.mark.parametrize(
    ("scale", "said", "ratio"),
    [
        ("theta", "mean of theta is 1", None),
        ("mean(theta)=2", "mean of theta is 2", None),
        ("equal-means", "means of theta and beta are equal", None),
        ("b=0.25", "b is 0.25", 0.25),
    ],
)
def test_a_scale_moves_the_rates_and_nothing_else(scale, said, ratio, counts, symppm, strict_json):
    options = ("--model", "pmf_gamma", "--scale", scale)
    answer = strict_json(symppm("match", counts, "--json", *options).stdout)
    assert answer["scale"] == said
    assert answer["identified"] == pytest.approx(dict(PAPERS.identified))
    assert answer["achieved"] == pytest.approx(dict(PAPERS.achieved))
    found = answer["parameters"]
    assert found["b"] * found["d"] == pytest.approx(PAPERS.identified["b*d"])
    means = {"theta": found["a"] / found["b"], "beta": found["c"] / found["d"]}
    if scale == "equal-means":
        assert means["theta"] == pytest.approx(means["beta"])
    elif ratio:
        assert found["b"] == pytest.approx(ratio)
    else:
        assert means["theta"] == pytest.approx(2 if "2" in scale else 1)
    assert f"Scale: {said}" in symppm("match", counts, "--verbose", *options).stdout


def test_what_is_given_is_said_to_be_given(counts, symppm, strict_json):
    assert "K = 9 factors (given)" in symppm("match", counts, "--fix", "K=9", "--verbose").stdout
    given = ("--fix", "K=9", "--fix", "b_prime=2")
    answer = strict_json(symppm("match", counts, *given, "--json").stdout)
    assert (answer["k"], answer["k_exact"], answer["parameters"]["b_prime"]) == (9, 9.0, 2.0)
    page = symppm("match", counts, "--fix", "a=1", "--verbose").stdout
    assert "\nGiven:\na  1  shape of theta" in page
    assert "\nWhatever the scale" in page.partition("\nc ")[0]


def test_another_model(counts, symppm, strict_json):
    options = ("--model", "pmf_prior", "--estimator", "moments", "--json")
    answer = strict_json(symppm("match", counts, *options).stdout)
    assert answer["model"] == "pmf_prior"
    alone = ppm.match(COUNTS, estimator="moments")
    assert alone.model == "pmf_gamma"
    assert answer["k_exact"] == pytest.approx(alone.k_exact)
    spread = answer["identified"]["sigma_theta/mu_theta"]
    assert spread == pytest.approx(alone.parameters["a"] ** -0.5)


def write_triples(path: Path, extra: str = "") -> None:
    rows, columns = COUNTS.nonzero()
    lines = [f"i{j},{COUNTS[i, j]},u{i}" for i, j in zip(rows, columns, strict=True)]
    path.write_text("item,plays,who\n" + "\n".join(lines) + "\n" + extra)


def test_triples_by_name_and_by_position(here, symppm, strict_json):
    write_triples(here / "plays.csv")
    for columns in ("who,item,plays", "3,1,2", " who , item , plays "):
        done = symppm("match", "plays.csv", "--columns", columns, "--json")
        answer = strict_json(done.stdout)
        assert answer["statistics"]["shape"] == [60, 40]
        assert answer["k_exact"] == pytest.approx(WANTED.k_exact)


def test_absent_pairs_are_zeros_unless_said_to_be_missing(here, symppm, strict_json):
    write_triples(here / "plays.csv")
    arguments = ("match", "plays.csv", "--columns", "who,item,plays", "--json")
    zeros = strict_json(symppm(*arguments).stdout)
    missing = strict_json(symppm(*arguments, "--zeros", "missing").stdout)
    stored = int((COUNTS > 0).sum())
    assert zeros["statistics"]["observed"] == 2400
    assert missing["statistics"]["observed"] == stored
    assert f"the {2400 - stored:,} entries that the file leaves out count as zeros" in str(
        zeros["notes"]
    )
    assert "count as zeros" not in str(missing["notes"])
    page = symppm(*arguments[:-1], "--zeros", "missing").stdout
    assert f"{stored:,} entries observed of 2,400" in page


def test_duplicates_are_an_error_or_are_added_up(here, symppm, strict_json):
    rows, columns = COUNTS.nonzero()
    write_triples(here / "plays.csv", f"i{columns[0]},3,u{rows[0]}\n")
    arguments = ("match", "plays.csv", "--columns", "who,item,plays", "--json")
    refused = symppm(*arguments)
    assert refused.exit_code == 2
    assert f"'u{rows[0]}', 'i{columns[0]}'" in refused.stderr
    summed = COUNTS.copy()
    summed[rows[0], columns[0]] += 3
    answer = strict_json(symppm(*arguments, "--duplicates", "sum").stdout)
    assert answer["k_exact"] == pytest.approx(ppm.match(summed).k_exact)


def test_layout_labels_and_header_can_be_said(here, symppm, strict_json):
    lines = [",".join(map(str, row)) for row in COUNTS.tolist()]
    (here / "ids.csv").write_text("\n".join(f"{n},{line}" for n, line in enumerate(lines)) + "\n")
    options = ("--layout", "matrix", "--label-columns", "1", "--no-header", "--json")
    answer = strict_json(symppm("match", "ids.csv", *options).stdout)
    assert answer["statistics"]["shape"] == [60, 40]
    with_header = strict_json(
        symppm("match", "ids.csv", *options[:-2], "--header", "--json").stdout
    )
    assert with_header["statistics"]["shape"] == [59, 40]


def test_fractions_are_a_diagnostic_not_an_error(here, symppm, strict_json):
    np.save(here / "scaled.npy", COUNTS * 1.5)
    done = symppm("match", "scaled.npy", "--json")
    assert done.exit_code == 0
    diagnostics = {each["code"]: each for each in strict_json(done.stdout)["diagnostics"]}
    assert diagnostics["non_integer"]["severity"] == "warning"
    assert "warning: some entries are not whole numbers" in symppm("match", "scaled.npy").stdout
    whole = symppm("match", "scaled.npy", "--verbose").stdout
    assert "warning: Some entries are not whole numbers" in whole


def test_an_output_file_holds_what_would_be_printed(counts, here, symppm):
    for options in ((), ("--json",)):
        printed = symppm("match", counts, *options).stdout
        (here / "answer").write_text("something else that is replaced, " * 1000)
        done = symppm("match", counts, *options, "-o", "answer")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
        assert (here / "answer").read_text("utf-8") == printed
