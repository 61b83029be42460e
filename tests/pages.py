"""Pages read back without a browser: elements must be closed, and texts can be asked for."""

from __future__ import annotations

from collections import defaultdict
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr", "input", "circle", "path"}
"""Elements that have no end; those of SVG are closed where they begin."""


class Read(HTMLParser):
    """A page that has been read.

    Attributes
    ----------
    tags : list of str
        Every element, in order.
    attributes : list of (str, str, str)
        Element, name and value.
    texts : mapping of str to str
        All text within the element of an id.
    words : list of str
        All text, piece by piece.
    """

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, str] = defaultdict(str)
        self.within: dict[str, str] = defaultdict(str)
        self.words: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in {tag}: {attrs}"
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("id") or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID, tag
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1][0] == tag, f"</{tag}> closes {self._open[-1]}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for tag, name in self._open:
            if name:
                self.texts[name] += data
            self.within[tag] += data

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [value for _, name, value in self.attributes if name == "id"]
