"""A page holds everything, says it in the right place, loads nothing, and can be made again."""

from __future__ import annotations

import datetime
import hashlib
import platform
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_cases import DATE, GIVEN
from pages import Read

import symppm as ppm
from symppm.codegen.load import generated_folder
from symppm.errors import ParameterError
from symppm.exports.registry import TARGETS
from symppm.report.html.assembling import Wanted, assemble, zeros_in
from symppm.report.html.writing import written

SECTIONS = [
    "data", "statistics", "priors", "findings", "checks", "exports", "derivation", "provenance",
]  # fmt: skip
SIGNATURES = ppm.data.load("mutational_signatures")


def page_of(match: ppm.Match, data: object = None, **options: object) -> Read:
    return Read(ppm.html_report(match, data, date=DATE, **options).html)


def test_a_match_to_data_has_every_section(signatures: ppm.Match) -> None:
    page = page_of(signatures, SIGNATURES.values, source=SIGNATURES.path, notes=["read so"])
    assert [name for name in page.ids if name in (*SECTIONS, "infeasible")] == SECTIONS
    assert len(page.ids) == len(set(page.ids))
    links = [value for tag, name, value in page.attributes if (tag, name) == ("a", "href")]
    assert links == ["#main", *(f"#{each}" for each in SECTIONS)]
    assert "K = 3" in page.within["header"]
    assert "By cross-validation, 95 % interval 2 to 15" in page.within["header"]
    data = page.texts["data"]
    zeros = int((SIGNATURES.values == 0).sum())
    for said in ("mutational_signatures.tsv", "96 rows x 21 columns", f"{zeros:,} entries",
                 "18,171", "read so"):  # fmt: skip
        assert said in data
    for name, value in signatures.targets.items():
        assert name in page.texts["statistics"]
        assert f"{value:.6g}" in page.texts["statistics"]
    for name, value in signatures.parameters.items():
        if name != "K":
            assert f"{value:.6g}" in page.texts["priors"]
    for each in signatures.findings:
        assert each.message in page.texts["findings"]
    assert "Law of total variance" in page.texts["derivation"]
    assert "K = 12" in page.texts["ways-desc"] or "11.7" in page.texts["ways-desc"]


def test_code_on_the_page_is_that_of_the_export(beliefs: ppm.Match) -> None:
    page = page_of(beliefs)
    shown = {key for key in page.ids if key.startswith("export-")}
    refused = page.texts["exports"].partition("Not exported")[2]
    for target in TARGETS:
        if f"export-{target}-1" in shown:
            assert page.texts[f"export-{target}-1"] == beliefs.export(target).code
        else:
            assert target in refused
    assert "export-json-1" in shown


def test_provenance_is_what_it_takes_to_make_the_page_again(beliefs: ppm.Match) -> None:
    page = page_of(beliefs, source=SIGNATURES.path, random_seed=17, command="a <b> & c")
    text = page.texts["provenance"]
    digest = hashlib.sha256(SIGNATURES.path.read_bytes()).hexdigest()
    banner = (generated_folder() / "pmf_gamma.py").read_text("utf-8")
    hashes = re.findall("^(?:model|ledger|generator): +sha256 (.*)$", banner, re.MULTILINE)
    assert len(hashes) == 3
    for said in (digest, "a <b> & c", "17", "2026-01-31 12:00:00 UTC", ppm.__version__,
                 platform.python_version(), np.__version__, *hashes):  # fmt: skip
        assert said in text


def test_an_infeasible_match_has_a_page_about_what_fails(infeasible: ppm.Match) -> None:
    page = page_of(infeasible)
    assert "Infeasible" in page.within["header"]
    text = page.texts["infeasible"]
    # K rests on what is left of the variance: 30 (1 - 0.1 - 0.2) = 21 is less than 25 by 4, and a
    # variance of 25/0.7 would do, as would a mean of 21 or a rho_row of 1 - 0.2 - 25/30, if
    # that were positive, which it is not.
    assert "variance*(1 - rho_row - rho_col) > mean" in text
    assert "-4" in text
    assert f"more than {25 / 0.7:.6g}" in text
    assert "less than 21" in text
    row = text.partition("rho_row\n0.1")[2].partition("rho_col")[0]
    assert "no value of it alone would do" in row
    assert "priors" not in page.ids
    assert (
        "There are no data to check" in page.texts["checks"]
        or "Not asked for" in (page.texts["checks"])
    )
    assert "Law of total variance" in page.texts["derivation"]


def test_what_failed_is_the_same_as_in_the_findings(infeasible: ppm.Match) -> None:
    page = page_of(infeasible)
    failures = [each.message for each in infeasible.findings if each.severity == "failure"]
    assert failures
    for message in failures:
        assert message in page.texts["infeasible"]
        assert message in page.texts["findings"]


@pytest.mark.thorough
def test_two_solutions_are_both_shown_and_exported(two_solutions: ppm.Match) -> None:
    page = page_of(two_solutions, fixed=GIVEN)
    assert "K = 6 or 25" in page.within["header"]
    for n in (1, 2):
        assert f"prior-{n}-theta-title" in page.ids
        assert f"export-json-{n}" in page.ids
    assert "6.04167" in page.texts["priors"]


def test_without_data_there_are_no_intervals_and_no_drawing_of_them(beliefs: ppm.Match) -> None:
    page = page_of(beliefs)
    assert "statistics-title" not in page.ids
    assert "believed" in page.texts["statistics"]
    assert "none: the statistics below are what is believed" in page.texts["data"]


def test_a_page_loads_nothing(signatures: ppm.Match) -> None:
    html = ppm.html_report(signatures, SIGNATURES.values, date=DATE).html
    page = Read(html)
    assert "href" in {name for _, name, _ in page.attributes}
    for tag, name, value in page.attributes:
        if name in ("src", "srcset", "action", "data", "poster", "xlink:href"):
            raise AssertionError(f"{tag} {name}={value}")
        if name == "href":
            assert value.startswith("#") or value == "data:,", value
    assert not re.search(r"@import|url\(|https?:|//[a-z]", page.within["style"])
    assert not re.search(r"https?:|fetch|XMLHttp|import\(", page.within["script"])
    policy = next(
        value for tag, name, value in page.attributes
        if tag == "meta" and name == "content" and "default-src" in value
    )  # fmt: skip
    assert policy.startswith("default-src 'none'; ")
    assert "http" not in policy


def test_drawings_are_described_and_tables_have_heads(signatures: ppm.Match) -> None:
    page = page_of(signatures, SIGNATURES.values)
    labelled = [v for t, name, v in page.attributes if t == "svg" and name == "aria-labelledby"]
    assert len(labelled) == 6  # statistics, K, and four priors
    for each in labelled:
        title, description = each.split()
        assert page.texts[title].strip()
        assert page.texts[description].strip()
    assert ("html", "lang", "en") in page.attributes
    assert ("meta", "charset", "utf-8") in page.attributes


MARKUP = st.lists(
    st.sampled_from(
        ["<", ">", '"', "'", "&", "</title>", "</script>", "<script>", "<img src=x onerror=y>",
         "<!--", "-->", "]]>", "{{ 7 * 7 }}", "{% raw %}", "&amp;", "&#60;", "\x00", "\ud800", " x",
         "\u202e", "</style>", "javascript:"]
    ) | st.characters(),
    max_size=8,
).map("".join)  # fmt: skip


@pytest.fixture(scope="module")
def plain_page(beliefs: ppm.Match):
    wanted = Wanted(None, "title", None, (), {}, 0, 0, None, DATE)
    return assemble(beliefs, wanted), Read(written(assemble(beliefs, wanted))).tags


@pytest.mark.thorough
@given(title=MARKUP, note=MARKUP, message=MARKUP)
@settings(max_examples=40, deadline=None)
def test_any_markup_is_text(plain_page, title: str, note: str, message: str) -> None:
    check_text(plain_page, title, note, message)


def test_markup_is_text(plain_page) -> None:
    nasty = (
        "</title></script><script>alert('x')</script><img src=x onerror=\"y\"> & &amp; {{ 7 * 7 }}"
    )
    check_text(plain_page, nasty, f"<!-- {nasty}", f"\ud800\x00 {nasty} -->")


def check_text(plain_page, title: str, note: str, message: str) -> None:
    page, tags = plain_page
    first, *others = page.findings
    changed = replace(
        page, title=title, notes=(note,), findings=(replace(first, message=message), *others)
    )
    read = Read(written(changed))
    # One list for the one note, which the page before had not.
    extra = ["p", "ul", "li"]
    place = next(n for n, (a, b) in enumerate(zip(read.tags, tags, strict=False)) if a != b)
    assert read.tags[:place] + read.tags[place + 3 :] == tags
    assert sorted(read.tags[place : place + 3]) == sorted(extra)

    def told(text: str) -> str:
        kept = re.sub(
            "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text
        )
        return re.sub(r"\r\n?", "\n", kept)

    assert re.sub(r"\r\n?", "\n", read.within["h1"]) == told(title)
    assert told(message) in re.sub(r"\r\n?", "\n", read.texts["findings"])
    written(changed).encode("utf-8")


@pytest.mark.thorough
def test_names_in_the_data_are_text(tmp_path: Path) -> None:
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
    assert page.within["title"].startswith(f"{path.name} – symppm")
    assert page.tags.count("script") == 1
    assert not {"img", "i", "u"} & set(page.tags)
    assert "<i>n</i>" in page.texts["data"] or "columns" in page.texts["data"]


def test_the_same_seed_gives_the_same_bytes(beliefs: ppm.Match, fixed_date: None) -> None:
    pages = [ppm.html_report(beliefs, random_seed=5).html for _ in range(2)]
    assert pages[0] == pages[1]
    assert "2026-01-31 12:00:00 UTC" in pages[0]
    assert ppm.html_report(beliefs, random_seed=6).html != pages[0]


@pytest.mark.thorough
def test_the_same_bytes_in_other_processes(run_python: Callable[..., object]) -> None:
    code = (
        "import hashlib, symppm as ppm\n"
        "data = ppm.data.load('mutational_signatures')\n"
        "found = ppm.match(data.values)\n"
        "page = ppm.html_report(found, data.values, source=data.path, draws=40, random_seed=3)\n"
        "print(hashlib.sha256(page.html.encode()).hexdigest())"
    )
    seen = set()
    for seed in ("1", "22"):
        variables = {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": "1769860800"}
        done = run_python("-c", code, env=variables)
        assert done.returncode == 0, done.stderr
        seen.add(done.stdout)
    assert len(seen) == 1


def test_what_cannot_be_is_refused_in_a_sentence(
    beliefs: ppm.Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ParameterError, match="a page of a dict; expected a Match"):
        ppm.html_report({"k": 3})
    with pytest.raises(ParameterError, match="draws=-1"):
        ppm.html_report(beliefs, draws=-1)
    with pytest.raises(ParameterError, match=r"random_seed=1\.5"):
        ppm.html_report(beliefs, random_seed=1.5)
    with pytest.raises(ParameterError, match="cannot be written"):
        ppm.html_report(beliefs).save(tmp_path / "none" / "page.html")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(ParameterError, match="SOURCE_DATE_EPOCH='yesterday'"):
        ppm.html_report(beliefs)


def test_a_date_without_a_zone_is_in_utc(beliefs: ppm.Match) -> None:
    noon = datetime.datetime(2026, 1, 31, 12)
    assert "2026-01-31 12:00:00 UTC" in ppm.html_report(beliefs, date=noon).html


def test_a_notebook_shows_the_page_in_a_frame(beliefs: ppm.Match) -> None:
    page = ppm.html_report(beliefs, date=DATE, title='a "title" <b>')
    frame = Read(page._repr_html_())
    assert frame.tags == ["iframe"]
    held = next(value for _, name, value in frame.attributes if name == "srcdoc")
    assert held == page.html


def test_zeros_are_counted_where_that_is_cheap() -> None:
    import scipy.sparse

    values = np.array([[0, 1, 2], [0, 0, 5]])
    stored = scipy.sparse.csr_array(values)
    stored.data[0] = 0  # a zero that is stored
    assert zeros_in(values, (2, 3)) == 3
    assert zeros_in(values.tolist(), (2, 3)) == 3
    assert zeros_in(stored, (2, 3)) == 4
    assert zeros_in(None, (2, 3)) is None


@pytest.mark.thorough
def test_checks_are_those_of_the_library(signatures: ppm.Match) -> None:
    page = page_of(signatures, SIGNATURES.values, draws=60, random_seed=4)
    made = ppm.check(signatures, SIGNATURES.values, draws=60, random_seed=4)
    text = page.texts["checks"]
    for each in made.table:
        assert each.name in text
        assert each.meaning in text
        assert f"p {each.p:.3g}" in text
    assert sum(key.startswith("check-") and key.endswith("-title") for key in page.ids) == len(
        made.table
    )


@pytest.mark.thorough
def test_models_of_the_user_and_arrays_have_pages() -> None:
    with ppm.Model("mine") as mine:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.LogNormal("beta", mu=b, sigma=a, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    data = ppm.sample(
        "pmf_gamma", {"K": 4, "a": 0.5, "b": 0.5, "c": 0.7, "d": 0.5}, shape=(60, 40), random_seed=1
    )
    page = page_of(ppm.match(data, mine), data, draws=20)
    assert "declared by the user" in page.within["header"]
    assert "LogNormal" in page.texts["derivation"]
    assert len(re.findall("[0-9a-f]{64}", page.texts["provenance"])) == 3
    cube = ppm.sample(
        "ptf_gamma",
        {each.name: 3 if each.is_size else 0.8 for each in _spec("ptf_gamma").parameters},
        shape=(15, 12, 10),
        random_seed=2,
    )
    page = page_of(ppm.match(cube, "ptf_gamma"), cube, draws=20)
    assert "15 x 12 x 10" in page.texts["data"]


def _spec(name: str):
    from symppm.codegen.load import load_model

    return load_model(name).SPEC


@pytest.mark.thorough
def test_models_that_are_offered_can_have_the_statistics() -> None:
    targets = {"mean": 2.0, "variance": 9.0, "rho_row": 0.5, "rho_col": 0.3}
    found = ppm.match(targets=targets)
    assert not found.feasible
    from symppm.report.html.refusal import refusal

    said = refusal(found, {})
    assert said is not None
    rows = [] if said.others is None else list(said.others.rows)
    assert rows
    for name, give, _ in rows:
        asked = re.fullmatch(r"(\w+) from (\S+) to (\S+)", give)
        fixed = {}
        if asked:
            middle = (float(asked[2]) * float(asked[3])) ** 0.5
            fixed = {asked[1]: round(middle) if asked[1] == "trials" else middle}
        assert ppm.match(targets=targets, model=name, fixed=fixed).feasible, (name, give)
