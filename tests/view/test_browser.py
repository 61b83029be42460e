"""In a real browser formulas are laid out, nothing is clipped, buttons copy, and print is whole.

Where Chromium is missing these tests are skipped, unless SYMPPM_REQUIRE_BROWSER is set, as in CI:
then they fail.
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Browser

import symppm as ppm
from symppm.codegen.load import derivations_folder

REQUIRED = bool(os.environ.get("SYMPPM_REQUIRE_BROWSER"))
PROGRAM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
DATE = datetime.datetime(2026, 1, 31, 12, 0, tzinfo=datetime.UTC)
KINDS = ("data", "solutions", "infeasible", "checks", "comparison")

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(PROGRAM is None and not REQUIRED, reason="needs Chromium"),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert PROGRAM is not None, "SYMPPM_REQUIRE_BROWSER is set, and there is no Chromium"
    started = Browser(PROGRAM, tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture(scope="module")
def pages(
    tmp_path_factory: pytest.TempPathFactory,
    signatures: ppm.Match,
    two_solutions: ppm.Match,
    infeasible: ppm.Match,
    checks: ppm.Checks,
    comparison: ppm.Comparison,
) -> dict[str, Path]:
    """A page of each kind."""
    folder = tmp_path_factory.mktemp("pages")
    data = ppm.data.load("mutational_signatures").values
    made = {
        "data": ppm.html_report(
            signatures, data, draws=50, date=DATE, title='</title><b onclick="x">&amp;',
            command="symppm report 'a b.tsv'",
        ),
        "solutions": ppm.html_report(two_solutions, fixed={"a": 0.1, "c": 0.1}, date=DATE),
        "infeasible": ppm.html_report(infeasible, date=DATE),
        "checks": ppm.html_report(checks, date=DATE),
        "comparison": ppm.html_report(comparison, date=DATE),
    }  # fmt: skip
    return {name: each.save(folder / f"{name}.html") for name, each in made.items()}


def shown(browser: Browser, path: Path, width: int = 1200, scheme: str = "light") -> None:
    """Open a page with everything unfolded."""
    browser.prefer(scheme)
    browser.size(width, 900)
    browser.open(path)
    browser.value("document.querySelectorAll('details').forEach(each => { each.open = true; })")


def test_the_policy_of_the_page_keeps_it_from_loading(
    browser: Browser, pages: dict[str, Path]
) -> None:
    shown(browser, pages["data"])
    beside = pages["data"].parent / "picture.svg"
    beside.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    tried = """new Promise(done => {
        const image = new Image();
        image.onload = () => done('loaded');
        image.onerror = () => done('refused');
        image.src = 'picture.svg';
    })"""
    assert browser.value(tried) == "refused"
    assert any("Content Security Policy" in each for each in browser.complaints())
    # And what is text is text.
    assert browser.value("document.querySelector('h1').textContent").startswith("</title><b")
    assert browser.value("document.querySelectorAll('h1 *').length") == 0


def test_formulas_are_laid_out(browser: Browser, pages: dict[str, Path]) -> None:
    shown(browser, pages["solutions"])
    assert browser.value("document.querySelectorAll('.latex').length") == 0

    def wrong(selector: str, right: str) -> int:
        found = f"""[...document.querySelectorAll('{selector}')].filter(each => {{
            const box = part => part.getBoundingClientRect();
            const parts = [...each.children].map(box);
            return !({right});
        }}).length"""
        assert browser.value(f"document.querySelectorAll('{selector}').length") > 10
        return browser.value(found)

    assert wrong("math", "box(each).width > 2 && box(each).height > 5") == 0
    above = "parts[0].bottom <= parts[1].top + 1 && parts[0].left < parts[1].right"
    assert wrong("mfrac", f"{above} && parts[1].left < parts[0].right") == 0
    # An index is smaller than its letter and stands lower; a limit below its sum.
    lower = "parts[1].bottom > parts[0].bottom - 1 && parts[1].left >= parts[0].right - 3"
    assert wrong("msub", lower) == 0
    below = "parts[1].top >= parts[0].bottom - 1 && parts[1].left < parts[0].right"
    assert wrong(".formula munder", below) == 0
    # Left sides of the lines of an equation end at one place, where their signs stand.
    ragged = """[...document.querySelectorAll('mtable.aligned')].filter(each => {
        const ends = [...each.querySelectorAll(':scope > mtr > mtd:first-child')].filter(
            cell => cell.textContent).map(cell => {
                const range = document.createRange();
                range.selectNodeContents(cell);
                return Math.round(range.getBoundingClientRect().right);
            });
        return new Set(ends).size > 1;
    }).length"""
    assert browser.value(ragged) == 0


@pytest.mark.parametrize("name", KINDS)
def test_a_page_loads_nothing_is_never_wider_than_the_window_and_clips_nothing(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    browser.prefer()
    browser.size(1200, 900)
    browser.open(pages[name])
    if name in ("data", "solutions", "infeasible"):  # The answer is on the first screen.
        bottom = "Math.max(...[...document.querySelectorAll('#answer, #diagnostics')].map("
        assert browser.value(f"{bottom} each => each.getBoundingClientRect().bottom))") <= 900
    browser.value("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    for width in (1200, 400):
        browser.size(width, 900)
        check_width(browser, width)
    assert browser.complaints() == []
    assert browser.requested() == [pages[name].as_uri()]


def check_width(browser: Browser, width: int) -> None:
    assert browser.value("document.documentElement.scrollWidth") == width
    outside = """[...document.querySelectorAll('main *')].filter(each =>
        each.getBoundingClientRect().right > innerWidth + 1
        && !each.closest('.wide, .formula, pre, .hidden')).map(each => each.outerHTML.slice(0, 90))
    """
    assert browser.value(outside) == []
    # What is wider than its place scrolls within it, and can be reached by the keyboard.
    wider = "each => each.scrollWidth > each.clientWidth + 1"
    scrolls = f"[...document.querySelectorAll('.wide, .formula, .copied pre')].filter({wider})"
    browser.wait_for(f"{scrolls}.filter(each => each.tabIndex !== 0).length === 0")
    # Tables have room in a window of usual width.
    tables = f"[...document.querySelectorAll('.wide')].filter({wider}).length"
    assert width < 1200 or browser.value(tables) == 0


COPIES = """(() => {
    window.taken = [];
    document.addEventListener('copy', () => {
        const area = document.activeElement;
        window.taken.push(area && area.value !== undefined ? area.value : String(getSelection()));
    }, true);
})()"""
CLIPBOARDS = {
    "is there": "{ writeText: text => { window.taken.push(text); return Promise.resolve(); } }",
    "is not there": "undefined",
    "refuses": "{ writeText: () => Promise.reject(new Error('no')) }",
}


@pytest.mark.parametrize("clipboard", CLIPBOARDS)
def test_buttons_copy_what_is_shown_and_say_so(
    browser: Browser, pages: dict[str, Path], clipboard: str
) -> None:
    shown(browser, pages["data"])
    browser.value(COPIES)
    browser.value(
        "Object.defineProperty(navigator, 'clipboard', "
        f"{{ configurable: true, value: {CLIPBOARDS[clipboard]} }}); 0"
    )
    count = browser.value("document.querySelectorAll('button.copy').length")
    assert count > 10
    for n in range(count):
        button = f"document.querySelectorAll('button.copy')[{n}]"
        browser.value(f"window.taken = []; {button}.click()")
        browser.wait_for(f"{button}.textContent === 'Copied'")
        source = browser.value(f"document.getElementById({button}.dataset.copies).textContent")
        assert browser.value("window.taken") == [source]
        assert source.strip()
    assert browser.value("document.getElementById('said').textContent") == "Copied."
    # Where nothing may be copied the code is selected.
    browser.value("Object.defineProperty(navigator, 'clipboard', { value: undefined }); "
                  "document.execCommand = () => false; 0")  # fmt: skip
    button = "document.querySelector('.copied button.copy')"
    browser.value(f"{button}.click()")
    assert browser.value(f"{button}.textContent") == "Select and copy"
    source = browser.value(f"document.getElementById({button}.dataset.copies).textContent")
    assert browser.value("String(getSelection())").split() == source.split()


def test_the_keyboard_reaches_everything(browser: Browser, pages: dict[str, Path]) -> None:
    browser.prefer()
    browser.size(1200, 900)
    browser.open(pages["infeasible"])
    reached = []
    name = "(each => each.tagName + ' ' + (each.getAttribute('href') || ''))"
    for _ in range(200):
        browser.press("Tab", 9)
        reached.append(browser.value(f"{name}(document.activeElement)"))
        if reached[-1].startswith("BODY"):
            break
    assert reached[0] == "A #main"
    assert "A #provenance" in reached
    assert sum(each.startswith("SUMMARY") for each in reached) >= 5
    assert any(each.startswith("BUTTON") for each in reached)
    # A folded part is opened by Enter.
    browser.value("document.querySelector('summary').focus()")
    browser.press("Enter", 13, "\r")
    assert browser.value("document.querySelector('details').open")


CONTRAST = """(selector => {
    const light = colour => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(each => each / 255).map(
            each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    let below = document.querySelector(selector);
    const text = light(getComputedStyle(below).color);
    while (getComputedStyle(below).backgroundColor === 'rgba(0, 0, 0, 0)') {
        below = below.parentElement;
    }
    const ground = light(getComputedStyle(below).backgroundColor);
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_schemes(
    browser: Browser, pages: dict[str, Path], scheme: str
) -> None:
    shown(browser, pages["data"], scheme=scheme)
    ground = browser.value("getComputedStyle(document.documentElement).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    for selector in ("p", ".model", "td:last-child", "nav a", ".diagnostics .warning strong",
                     ".diagnostics .note strong", "pre", ".formula math", "figcaption", ".code",
                     ".verdict", "button.copy", "footer"):  # fmt: skip
        # As WCAG 2 defines it.
        assert browser.value(f"{CONTRAST}({selector!r})") >= 4.5, selector
    # Text of drawings has a fill in place of a colour.
    fill = "getComputedStyle(document.querySelector('svg text.name')).fill"
    assert browser.value(fill) == browser.value("getComputedStyle(document.body).color")


def test_the_print_is_whole(browser: Browser, pages: dict[str, Path], tmp_path: Path) -> None:
    browser.prefer()
    browser.size(1200, 900)
    browser.open(pages["solutions"])
    before = browser.value("document.querySelectorAll('details[open]').length")
    printed = browser.pdf()
    assert printed.startswith(b"%PDF")
    # Folded again afterwards.
    browser.wait_for(f"document.querySelectorAll('details[open]').length === {before}")
    # On paper no formula is wider than the page: 180 mm of A4 between the margins.
    browser.prefer(media="print")
    browser.size(680, 900)
    browser.value("document.querySelectorAll('.chapter').forEach(each => { each.open = true; })")
    cut = """[...document.querySelectorAll('.formula')].filter(each =>
        each.querySelector('math').getBoundingClientRect().width > each.clientWidth + 1
    ).map(each => each.textContent.slice(0, 60))"""
    assert browser.value("document.querySelectorAll('.formula').length") > 30
    assert browser.value(cut) == []
    if shutil.which("pdftotext") is None:
        assert not REQUIRED, "SYMPPM_REQUIRE_BROWSER is set, and there is no pdftotext"
        pytest.skip("reading the print needs pdftotext")
    (tmp_path / "page.pdf").write_bytes(printed)
    read = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "page.pdf", "-"], capture_output=True, check=True
    ).stdout.decode()
    for said in ("total variance", "Provenance", "K = 6 or 25", "Solution"):
        assert said in read
    # Every statement of the derivations is there, and so are the proofs: they were unfolded.
    written = (derivations_folder() / "hpf_gamma.md").read_text("utf-8")
    stated = set(re.findall(r"\*\*((?:Lemma|Proposition) \d+)", written))
    assert len(stated) > 8
    assert [each for each in stated if each not in read] == []
    assert len(re.findall(r"total (?:expectation|variance|covariance)", read)) > 4
