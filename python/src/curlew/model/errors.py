"""The error of the geometry layer."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from curlew.errors import CurlewError


class ModelError(CurlewError):
    """A model that cannot be built or that a method does not take; the message names the piece and says
    what to do."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Returns ``; did you mean "x"?`` with the known name closest to `name`, or nothing."""
    close = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f'; did you mean "{close[0]}"?' if close else ""
