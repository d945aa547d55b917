"""The codes of the package's own errors: ``curlew explain C1234`` prints what is known of one."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_CODE = re.compile(r"\[(C\d{4})\]")


@cache
def _table() -> list[tuple[re.Pattern[str], str]]:
    """Returns a pattern to each text of the package and its code, those with most letters first."""
    rows: list[tuple[int, re.Pattern[str], str]] = []
    for line in files("curlew").joinpath("message_codes.txt").read_text(encoding="utf-8").splitlines():
        code, _, text = line.partition(" ")
        pieces = text.split("{}")
        rows.append((sum(map(len, pieces)), re.compile(".*".join(map(re.escape, pieces))), code))
    rows.sort(key=lambda row: -row[0])
    return [(pattern, code) for _, pattern, code in rows]


def code_in(text: str) -> str:
    """Returns the first code that stands in a text; empty: there is none.

    >>> code_in("piece 'a': a radius is below 0 [C1234]; mend it")
    'C1234'
    """
    match = _CODE.search(text)
    return match[1] if match else ""


def code_of(text: str) -> str:
    """Returns the code of a message of the package, or that which stands in it; empty: there is none."""
    if code := code_in(text):
        return code
    lines = text.splitlines()
    found = (code for pattern, code in _table() for line in lines if pattern.search(line))
    return next(found, "")


def coded(text: str) -> str:
    """Returns a warning of the package with its code at its end."""
    return with_code(text, code_of(text))


def with_code(text: str, code: str) -> str:
    """Returns a text with its code at its end.

    >>> with_code("a radius is below 0", "C1234")
    'a radius is below 0 [C1234]'
    """
    return text if not code or code_in(text) else f"{text} [{code}]"
