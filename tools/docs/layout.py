"""Which files of the checkout are pages of the site, and links between them.

A link to a file that is a page leads there; one to a file of the checkout that is none becomes its
text; one to a file that does not exist is an error.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
PAGES = PurePosixPath("tools/docs/pages")
SHOWN = {
    "derivations/cross_moments.md": "derivations/cross_moments.md",
    "derivations/errata.md": "derivations/errata.md",
    "derivations/pmf_gamma.md": "derivations/pmf_gamma.md",
    "derivations/hpf_gamma.md": "derivations/hpf_gamma.md",
    "tools/paper/README.md": "paper/index.md",
    "tools/bench/RESULTS.md": "measured.md",
}
_LINK = re.compile(
    r"(?P<image>!?)\[(?P<text>[^\]\[]*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)"
)
_FENCE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)


class LinkError(Exception):
    """A link to a file that the checkout does not have."""


def places(root: Path = ROOT) -> dict[str, str]:
    """Return where on the site each file of the checkout is shown, by its path."""
    own = sorted(path for path in (root / PAGES).rglob("*") if path.is_file())
    found = {
        path.relative_to(root).as_posix(): path.relative_to(root / PAGES).as_posix() for path in own
    }
    pictures = sorted((root / "tools/paper/results").glob("*.png"))
    found |= {path.relative_to(root).as_posix(): f"paper/results/{path.name}" for path in pictures}
    return found | SHOWN


def notebooks(root: Path = ROOT) -> dict[str, str]:
    """Return where the page of each notebook is, by the path of its script."""
    scripts = sorted((root / "tools/docs/notebooks").glob("*.py"))
    return {path.relative_to(root).as_posix(): f"notebooks/{path.stem}.md" for path in scripts}


def on_the_site(text: str, source: str, shown: dict[str, str], root: Path = ROOT) -> str:
    """Return a page's text with its links as they are on the site, and formulas as MyST has them.

    Parameters
    ----------
    text : str
        Markdown.
    source : str
        The page's path in the checkout.
    shown : dict of str to str
        From :func:`places`.
    root : Path
        The checkout.

    Raises
    ------
    LinkError
        If a link leads to nothing.
    """

    def changed(link: re.Match[str]) -> str:
        target = link["target"]
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        path = os.path.normpath(PurePosixPath(source).parent / target)
        if path in shown:
            here = PurePosixPath(shown[source]).parent
            new = PurePosixPath(os.path.relpath(shown[path], here)).as_posix()
            return f"{link['image']}[{link['text']}]({new}{link['anchor'] or ''})"
        if not (root / path).exists():
            raise LinkError(f"{source} links to {target}, which is neither a page nor a file")
        return link["text"]

    parts = _FENCE.split(text)
    prose = [part if index % 2 else _LINK.sub(changed, part) for index, part in enumerate(parts)]
    return re.sub(r"\$`(.*?)`\$", r"$\1$", "".join(prose), flags=re.DOTALL)


def lay_out(folder: Path, root: Path = ROOT) -> None:
    """Write the sources of the site, all but the notebooks, into a folder."""
    shown = places(root)
    for source, place in shown.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".md"):
            text = (root / source).read_text("utf-8")
            linked = shown | notebooks(root)
            target.write_text(on_the_site(text, source, linked, root), "utf-8")
        else:
            shutil.copyfile(root / source, target)
