"""The site: every page is listed, every link leads somewhere, every public name is described."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import symppm

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "tools" / "docs"
PAGES = DOCS / "pages"
NEEDED = ("sphinx", "myst_parser", "furo", "matplotlib")


def described() -> list[str]:
    """Return what the API pages describe, in order."""
    text = "".join(
        path.read_text("utf-8") for path in sorted((PAGES / "reference").glob("api_*.md"))
    )
    return re.findall(r"^\.\. auto(?:function|class|module):: symppm\.(\w+)$", text, re.MULTILINE)


def test_every_public_name_is_described_once() -> None:
    found = described()
    assert sorted(found) == sorted(symppm.__all__)


def test_every_link_leads_somewhere(layout: ModuleType, tmp_path: Path) -> None:
    layout.lay_out(tmp_path)
    anywhere = re.compile(r"\[[^\]]*\]\(([^)#\s]+?)(?:#[^)]*)?\)")
    seen = 0
    for page in tmp_path.rglob("*.md"):
        prose = re.sub(
            r"^ *```.*?^ *```$|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S
        )
        for target in anywhere.findall(prose):
            seen += 1
            assert (
                "://" in target
                or (page.parent / target).is_file()
                or (target.startswith("notebooks/") or "/notebooks/" in target)
            ), (page.name, target)
    assert seen > 30


def test_a_link_to_nothing_is_an_error(layout: ModuleType) -> None:
    shown = layout.places()
    page = "tools/docs/pages/index.md"
    with pytest.raises(layout.LinkError, match=r"nowhere\.md"):
        layout.on_the_site("[text](nowhere.md)", page, shown)
    same = layout.on_the_site("[text](../../../pyproject.toml) $`a`$", page, shown)
    assert same == "text $a$"
    assert layout.on_the_site("```sh\n[x](y)\n```\n", page, shown) == "```sh\n[x](y)\n```\n"


def test_every_page_is_listed(layout: ModuleType, tmp_path: Path) -> None:
    layout.lay_out(tmp_path)
    listed: set[str] = {"index"}
    for page in tmp_path.rglob("*.md"):
        for entries in re.findall(
            r"^```\{toctree\}\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S
        ):
            folder = page.parent.relative_to(tmp_path)
            names = [line for line in entries.splitlines() if line and not line.startswith(":")]
            listed |= {(folder / re.sub(r"^.*<(.*)>$", r"\1", name)).as_posix() for name in names}
    pages = {
        path.relative_to(tmp_path).with_suffix("").as_posix() for path in tmp_path.rglob("*.md")
    }
    assert pages <= listed
    assert {name for name in listed - pages if "*" not in name} == set()


@pytest.mark.thorough
def test_it_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    absent = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if absent:
        reason = f"not installed: {', '.join(absent)}; pip install -e '.[docs]'"
        if os.environ.get("SYMPPM_REQUIRE_DOCS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    site = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, str(DOCS / "build.py"), str(site)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    loaded = re.compile(r"<(?:script|img|link|iframe)[^>]*?(?:src|href)=\"(?:https?:)?//[^\"]*\"")
    for page in site.rglob("*.html"):
        assert not loaded.search(page.read_text("utf-8")), page.name
    text = (site / "mathematics" / "moments.html").read_text("utf-8")
    assert text.count("<math") > 10
    assert "$\\" not in text
    for notebook in (DOCS / "notebooks").glob("*.py"):
        assert (site / "notebooks" / f"{notebook.stem}.html").is_file()
