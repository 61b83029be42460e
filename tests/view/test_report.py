"""A page holds every number of the answer, explains refusals, is alone, small, repeatable."""

from __future__ import annotations

import datetime
import hashlib
import platform
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse
from pages import Read

import symppm as ppm
from symppm.codegen.load import generated_folder, load_model
from symppm.errors import ParameterError
from symppm.view.refusal import refusal
from symppm.view.report import zeros_in

DATE = datetime.datetime(2026, 1, 31, 12, 0, tzinfo=datetime.UTC)
SIGNATURES = ppm.data.load("mutational_signatures")
SECTIONS = ["statistics", "priors", "checks", "exports", "derivation", "provenance"]


def page_of(result: object, data: object = None, **options: object) -> Read:
    html = ppm.html_report(result, data, date=DATE, **options).html
    assert len(html.encode("utf-8")) < 275_000
    return Read(html)


@pytest.fixture(scope="module")
def whole(signatures: ppm.Match) -> Read:
    """The page of a match to data, with all that can be said of these."""
    return page_of(signatures, SIGNATURES.values, source=SIGNATURES.path, notes=["read so"])


# What is on it


def test_a_match_to_data_begins_with_the_answer_and_has_every_section(
    signatures: ppm.Match, whole: Read
) -> None:
    page = whole
    sections = ["answer", "diagnostics", *SECTIONS]
    assert [name for name in page.ids if name in sections] == sections
    assert len(page.ids) == len(set(page.ids))
    links = [value for tag, name, value in page.attributes if (tag, name) == ("a", "href")]
    assert links == ["#main", *(f"#{each}" for each in SECTIONS)]
    answer = page.texts["answer"]
    assert "K = 3 By cross-validation; 2 to 3 by other blocks, 2 to 15 predict as well." in answer
    for name, value in {**signatures.parameters, **signatures.identified}.items():
        assert name == "K" or f"{value:.6g}" in answer
    for each in signatures.diagnostics:
        assert each.message in page.texts["diagnostics"]
    zeros = int((SIGNATURES.values == 0).sum())
    for said in ("mutational_signatures.tsv", "96 rows x 21 columns", f"{zeros:,} entries",
                 "18,171", "read so"):  # fmt: skip
        assert said in page.texts["statistics"]
    for name, value in signatures.targets.items():
        assert f"{name}\n{value:.6g}\n{signatures.achieved[name]:.6g}" in page.texts["statistics"]
    for each in signatures.estimates:
        assert f"{each.estimator}\n{each.k:.6g}" in page.texts["priors"]
    assert "Proposition 2" in page.texts["derivation"]


@pytest.mark.thorough
def test_the_most_severe_diagnostics_come_first_and_only_three_are_unfolded(
    signatures: ppm.Match,
) -> None:
    severities = sorted(each.severity for each in signatures.diagnostics)
    assert severities == ["note"] * 4 + ["warning"]
    text = page_of(signatures).texts["diagnostics"]
    assert text.split()[:2] == ["Diagnostics", "warning"]
    assert "2 more" in text


@pytest.mark.thorough
def test_two_solutions_are_both_shown_and_exported(two_solutions: ppm.Match) -> None:
    page = page_of(two_solutions, fixed={"a": 0.1, "c": 0.1})
    assert "K = 6 or 25" in page.texts["answer"]
    assert "6.04167" in page.texts["answer"]
    for n in (1, 2):
        assert f"prior-{n}-theta-title" in page.ids
        assert f"export-json-{n}" in page.ids


@pytest.mark.thorough
def test_checks_on_the_page_are_those_of_the_library(
    signatures: ppm.Match, checks: ppm.Checks
) -> None:
    pages = {
        "checks": page_of(signatures, SIGNATURES.values, draws=60, random_seed=4),
        "main": page_of(checks),
    }
    for section, page in pages.items():
        for each in checks.table:
            assert each.name in page.texts[section]
            assert each.meaning in page.texts[section]
            assert f"p {each.p:.3g}" in page.texts[section]
        drawn = [key for key in page.ids if re.fullmatch("check-.*-title", key)]
        assert len(drawn) == len(checks.table)


@pytest.mark.thorough
def test_a_comparison_and_a_validation_have_pages(
    comparison: ppm.Comparison, signatures: ppm.Match
) -> None:
    page = page_of(comparison)
    assert page.within["h1"] == "Models compared by their moments"
    assert comparison.verdict in page.texts["main"]
    for row in comparison.rows:
        assert row.model in page.texts["main"]
    made = signatures.validate(SIGNATURES.values, splits=2)
    page = page_of(made, title="Held out")
    assert page.within["h1"] == "Held out"
    for words in (made.sentence, made.about, *(each.name for each in made.trials)):
        assert words in page.texts["main"]


@pytest.mark.thorough
def test_models_of_the_user_and_arrays_have_pages() -> None:
    with ppm.Model("mine") as mine:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.LogNormal("beta", mu=b, sigma=a, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    values = {"K": 4, "a": 0.5, "b": 0.5, "c": 0.7, "d": 0.5}
    data = ppm.sample("pmf_gamma", values, shape=(60, 40), random_seed=1)
    page = page_of(ppm.match(data, mine), data, draws=20)
    assert "Poisson observations, Gamma and LogNormal priors" in page.within["header"]
    assert "LogNormal" in page.texts["derivation"]
    assert len(re.findall(r"[0-9a-f]{16}(?= Copy)", page.texts["provenance"])) == 3
    parameters = load_model("ptf_gamma").SPEC.parameters
    sizes = {each.name: 3 if each.is_size else 0.8 for each in parameters}
    cube = ppm.sample("ptf_gamma", sizes, shape=(15, 12, 10), random_seed=2)
    page = page_of(ppm.match(cube, "ptf_gamma"), cube, draws=20)
    assert "15 x 12 x 10" in page.texts["statistics"]


def test_blank_cells_are_missing_where_that_is_said() -> None:
    holes = SIGNATURES.values.astype(float)
    holes[3, 4] = np.nan
    found = ppm.match(holes, blanks="missing", estimator="moments")
    page = page_of(found, holes, blanks="missing", draws=20)
    assert "20 prior predictive draws" in page.texts["checks"]
    assert "Not checked" in page_of(found, holes, draws=20).texts["checks"]


def test_zeros_are_counted_where_that_is_cheap() -> None:
    values = np.array([[0, 1, 2], [0, 0, 5]])
    stored = scipy.sparse.csr_array(values)
    stored.data[0] = 0  # a zero that is stored
    assert zeros_in(values, (2, 3)) == 3
    assert zeros_in(values.tolist(), (2, 3)) == 3
    assert zeros_in(stored, (2, 3)) == 4
    assert zeros_in(None, (2, 3)) is None


# A refusal


def test_an_infeasible_match_has_a_page_about_what_fails(infeasible: ppm.Match) -> None:
    page = page_of(infeasible)
    answer, beside = page.texts["answer"], page.texts["diagnostics"]
    assert "Infeasible" in answer
    # K rests on what is left of the variance: 30 (1 - 0.1 - 0.2) = 21 is less than 25 by 4, and a
    # variance of 25/0.7 would do, as would a mean of 21 or a rho_row of 1 - 0.2 - 25/30, if
    # that were positive, which it is not.
    assert "variance*(1 - rho_row - rho_col) > mean\n-4\nfails" in answer
    assert f"more than {25 / 0.7:.6g}" in beside
    assert "less than 21" in beside
    row = beside.partition("rho_row\n0.1")[2].partition("rho_col")[0]
    assert "no value of it alone would do" in row
    (message,) = [each.message for each in infeasible.diagnostics if each.severity == "failure"]
    assert message in beside
    assert "priors" not in page.ids
    assert "Not asked for" in page.texts["checks"]
    assert "Proposition 2" in page.texts["derivation"]


@pytest.mark.thorough
def test_models_that_are_offered_can_have_the_statistics() -> None:
    targets = {"mean": 2.0, "variance": 9.0, "rho_row": 0.5, "rho_col": 0.3}
    said = refusal(ppm.match(targets=targets), {})
    assert said is not None
    assert said.others is not None
    for name, give, _ in said.others.rows:
        asked = re.fullmatch(r"(\w+) from (\S+) to (\S+)", give)
        fixed = {}
        if asked:
            middle = (float(asked[2]) * float(asked[3])) ** 0.5
            fixed = {asked[1]: round(middle) if asked[1] == "trials" else middle}
        assert ppm.match(targets=targets, model=name, fixed=fixed).feasible, (name, give)


@pytest.mark.thorough
def test_what_cannot_be_is_refused_in_a_sentence(
    beliefs: ppm.Match, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ParameterError, match="a page of a dict; expected a Match, Checks"):
        ppm.html_report({"k": 3})
    for wrong, said in (({"draws": -1}, "draws=-1"), ({"random_seed": 1.5}, r"random_seed=1\.5")):
        with pytest.raises(ParameterError, match=said):
            ppm.html_report(beliefs, **wrong)
    with pytest.raises(ParameterError, match="cannot be written"):
        ppm.html_report(beliefs).save(tmp_path / "none" / "page.html")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(ParameterError, match="SOURCE_DATE_EPOCH='yesterday'"):
        ppm.html_report(beliefs)


# Alone, small, and the same again


def test_a_page_loads_nothing(whole: Read) -> None:
    page = whole
    for tag, name, value in page.attributes:
        assert name not in ("src", "srcset", "action", "data", "poster", "xlink:href"), (tag, value)
        assert name != "href" or value.startswith("#") or value == "data:,", value
    assert not re.search(r"@import|url\(|https?:|//[a-z]", page.within["style"])
    assert not re.search(r"https?:|fetch|XMLHttp|import\(", page.within["script"])
    (policy,) = [value for *_, value in page.attributes if value.startswith("default-src 'none'; ")]
    assert "http" not in policy


def test_drawings_are_described(whole: Read) -> None:
    page = whole
    labelled = [value for tag, name, value in page.attributes if name == "aria-labelledby"
                and tag == "svg"]  # fmt: skip
    assert len(labelled) == 6  # statistics, K, and four priors
    for title, description in map(str.split, labelled):
        assert page.texts[title].strip()
        assert page.texts[description].strip()
    assert ("html", "lang", "en") in page.attributes


@pytest.mark.thorough
def test_provenance_is_what_it_takes_to_make_the_page_again(beliefs: ppm.Match) -> None:
    page = page_of(beliefs, source=SIGNATURES.path, random_seed=17, command="a <b> & c")
    digest = hashlib.sha256(SIGNATURES.path.read_bytes()).hexdigest()
    banner = (generated_folder() / "pmf_gamma.py").read_text("utf-8")
    hashes = re.findall(r"\b(?:model|record|generator) ([0-9a-f]{16})\b", banner)
    assert len(hashes) == 3
    for said in (digest, "a <b> & c", "17", "2026-01-31 12:00:00 UTC", ppm.__version__,
                 platform.python_version(), np.__version__, *hashes):  # fmt: skip
        assert said in page.texts["provenance"]
    frame = Read(ppm.html_report(beliefs, date=datetime.datetime(2026, 1, 31, 12))._repr_html_())
    assert frame.tags == ["iframe"]
    ((*_, held),) = [each for each in frame.attributes if each[1] == "srcdoc"]
    assert "2026-01-31 12:00:00 UTC" in held


@pytest.mark.thorough
def test_the_same_bytes_in_other_processes(run_python: Callable[..., object]) -> None:
    code = (
        "import hashlib, symppm as ppm\n"
        "data = ppm.data.load('mutational_signatures')\n"
        "found = ppm.match(data.values)\n"
        "page = ppm.html_report(found, data.values, source=data.path, draws=40, random_seed=3)\n"
        "print(hashlib.sha256(page.html.encode()).hexdigest())"
    )
    variables = {"SOURCE_DATE_EPOCH": "1769860800"}
    done = [run_python("-c", code, env={**variables, "PYTHONHASHSEED": seed}) for seed in "19"]
    assert {each.returncode for each in done} == {0}, done[0].stderr
    assert len({each.stdout for each in done}) == 1


# Markup in what is shown


NASTY = (
    "</title></script><script>alert('x')</script><img src=x onerror=\"y\"> & &amp; {{ 7 * 7 }} "
    "<!-- ]]> {% raw %} \u202e </style> javascript:"
)


def test_markup_is_text(beliefs: ppm.Match) -> None:
    first, *others = beliefs.diagnostics
    changed = replace(beliefs, diagnostics=(replace(first, message=f"\ud800\x00 {NASTY}"), *others))
    options = {"title": NASTY, "notes": [NASTY], "command": NASTY}
    page = page_of(changed, **options)
    plain = page_of(beliefs, title="title", notes=["note"], command="command")
    assert page.tags == plain.tags
    assert page.within["h1"] == NASTY
    assert page.within["title"].startswith(f"{NASTY} – symppm")
    assert page.texts["command"] == NASTY
    assert NASTY in page.texts["statistics"]
    assert f"\ufffd\ufffd {NASTY}" in page.texts["diagnostics"]


@pytest.mark.thorough
def test_names_in_the_data_are_text(tmp_path) -> None:
    rows = ['<b>user</b>,item&"x",<i>n</i>']
    generator = np.random.default_rng(3)
    counts = generator.poisson(generator.gamma(1.0, 1.0, (12, 1)) * generator.gamma(1, 1, 9))
    counts[4, 5] += 4000
    for i, line in enumerate(counts):
        rows += [f"<script>alert({i})</script>,<u>{j},{value}" for j, value in enumerate(line)]
    path = tmp_path / "<img src=x>.csv"
    path.write_text("\n".join(rows) + "\n", "utf-8")
    table = ppm.read(path, columns=[1, 2, 3])
    page = page_of(ppm.match(table.values), table)
    assert page.within["h1"] == path.name
    assert page.tags.count("script") == 1
    assert not {"img", "i", "u"} & set(page.tags)
