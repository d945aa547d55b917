"""The program's messages, as objects and as exceptions."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curlew.errors import BY_EXIT_STATUS, CaseError, CurlewError, MeshError, Message, RunInterruptedError
from curlew.schema import Path as KeyPath
from curlew.schema import path_text

_CODE = re.compile(r" \[(C\d{4})\]$", re.MULTILINE)
_PLACE = re.compile(r"(?P<file>/[^\n]*?):(?P<line>\d+)(?::(?P<column>\d+))?: (?P<text>.*)", re.DOTALL)


class CaseText:
    """A case as JSON, and which key stands where.

    Attributes:
        text: The JSON, indented by two.
        places: Line and column, from 1, of each key and each value, to its path.
    """

    def __init__(self, value: Any) -> None:
        self.places: dict[tuple[int, int], KeyPath] = {}
        self._parts: list[str] = []
        self._line = self._column = 1
        self._write(value, (), 0)
        self.text = "".join(self._parts) + "\n"

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._column += len(text)

    def _new_line(self, depth: int) -> None:
        self._parts.append("\n" + "  " * depth)
        self._line, self._column = self._line + 1, 2 * depth + 1

    def _mark(self, path: KeyPath) -> None:
        self.places[self._line, self._column] = path

    def _write(self, value: Any, path: KeyPath, depth: int) -> None:
        self._mark(path)
        if not isinstance(value, dict | list):
            self._add(json.dumps(value))
            return
        keyed = isinstance(value, dict)
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        items: list[tuple[Any, Any]] = list(pairs)
        # Lists of numbers and words stand on one line.
        flat = not items or not (keyed or any(isinstance(item, dict | list) for _, item in items))
        self._add("{" if keyed else "[")
        for i, (key, item) in enumerate(items):
            self._add("" if i == 0 else ", " if flat else ",")
            if not flat:
                self._new_line(depth + 1)
            if keyed:
                self._mark((*path, key))
                self._add(json.dumps(key) + ": ")
            self._write(item, (*path, key), depth + 1)
        if not flat:
            self._new_line(depth)
        self._add("}" if keyed else "]")


@dataclass(frozen=True)
class CaseFile:
    """A case as the program reads it: its file, its text, and the meshes that it names."""

    file: Path
    places: Mapping[tuple[int, int], KeyPath]
    meshes: Collection[Path] = ()

    def message(self, text: str) -> Message:
        """Returns one message of the program; a place in the case becomes the key there."""
        codes = _CODE.findall(text.strip())
        text, code = _CODE.sub("", text.strip()), codes[0] if codes else ""
        match = _PLACE.fullmatch(text)
        if match is None:
            return Message(text, code=code)
        file, line = Path(match["file"]), int(match["line"])
        column = int(match["column"]) if match["column"] else None
        if file != self.file:
            return Message(match["text"], "", file, line, column, code)
        path = self.places.get((line, column or 0))
        if path is None:
            return Message(match["text"], code=code)
        key = path_text(path)
        # The program's text often begins with the key already.
        said = match["text"].removeprefix(f'"{key}": ')
        return Message(said, key, code=code)

    def messages(self, text: str) -> list[Message]:
        """Returns the messages of a text that has one to a line; lines without a place continue
        the one before."""
        parts: list[str] = []
        for line in text.strip().splitlines():
            if parts and not _PLACE.fullmatch(line):
                parts[-1] += "\n" + line
            else:
                parts.append(line)
        return [self.message(part) for part in parts]

    def failure(self, status: int, error_text: str, folder: Path | None = None) -> CurlewError:
        """Returns the exception for an exit status above 0, or below for a signal."""
        if status < 0:
            name = signal.Signals(-status).name
            return RunInterruptedError(
                f"the program was ended by {name}{_left_in(folder)}", code=status, folder=folder
            )
        kind = BY_EXIT_STATUS.get(status, CurlewError)
        messages = self.messages(error_text)
        text = "\n".join(str(m) for m in messages) or f"the program ended with status {status}"
        if kind is RunInterruptedError:
            text += _left_in(folder)
        named = {m.file for m in messages} | {mesh for mesh in self.meshes if str(mesh) in error_text}
        error: CurlewError
        if kind is not CaseError:
            error = kind(text, code=status, folder=folder)
        else:
            of_mesh = bool(named & set(self.meshes))
            error = (MeshError if of_mesh else CaseError)(text, messages=messages, code=status, folder=folder)
        error.message_code = next((m.code for m in messages if m.code), "")
        return error


def _left_in(folder: Path | None) -> str:
    return f"; what it had written is in {folder}" if folder is not None and folder.is_dir() else ""


def split_log(lines: list[str]) -> tuple[list[str], str]:
    """Returns the warnings in the program's messages, and the text of its error.

    >>> split_log(["12 tets", "warning: few edges", "error: first", "second"])
    (['few edges'], 'first\\nsecond')
    """
    warnings = [line.removeprefix("warning: ") for line in lines if line.startswith("warning: ")]
    starts = [i for i, line in enumerate(lines) if line.startswith("error: ")]
    error = "\n".join(lines[starts[0] :]).removeprefix("error: ") if starts else ""
    return warnings, error
