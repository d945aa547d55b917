"""Reads case files: JSON with comments."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from curlew.errors import CaseError

_TEXT_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def read_object(path: Path) -> dict[str, Any]:
    """Returns the object that a file holds.

    Raises:
        CaseError: It cannot be read, or is no object, or has a key twice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path} cannot be read: {error}") from error
    text = _TEXT_OR_COMMENT.sub(_blank_comment, text)
    try:
        data = json.loads(text, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        raise CaseError(
            f"{path}:{error.lineno}:{error.colno}: {error.msg}; a case is JSON with comments"
        ) from error
    except CaseError as error:
        raise CaseError(f"{path}: {error}") from error
    if not isinstance(data, dict):
        raise CaseError(f"{path}: a case is an object, {{ ... }}")
    return data


def _blank_comment(match: re.Match[str]) -> str:
    text = match[0]
    return text if text.startswith('"') else re.sub(r"[^\n]", " ", text)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise CaseError(f'duplicate key "{key}"')
        values[key] = value
    return values
