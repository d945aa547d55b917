"""Takes HTML pages apart and checks what holds for all of them."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

_VOID = {"meta", "link", "br"}


class Page(HTMLParser):
    """A page taken apart: tags that are open at its end, ids, addresses, texts of headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.addresses: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in _VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids[str(value)] += 1
            if name in ("src", "href", "xlink:href", "action", "data", "srcset"):
                self.addresses.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(text: str) -> Page:
    """Takes a page apart and checks what holds for all."""
    page = Page(text)
    assert page.faults == []
    assert page.open == []
    assert [i for i, count in page.ids.items() if count > 1] == []
    outside = [a for a in page.addresses if not a.startswith(("data:", "#"))]
    assert outside == []
    assert not re.search(r"url\(|@import|https?://", text)
    assert {a[1:] for a in page.addresses if a.startswith("#")} <= set(page.ids)
    return page
