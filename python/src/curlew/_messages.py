"""The program's messages, as objects and as exceptions."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from curlew.errors import BY_EXIT_STATUS, CaseError, CurlewError, MeshError, Message, RunInterruptedError
from curlew.schema import Path as KeyPath
from curlew.schema import path_text

_PLACE = re.compile(r"(?P<file>/[^\n]*?):(?P<line>\d+)(?::(?P<column>\d+))?: (?P<text>.*)", re.DOTALL)


@dataclass
class CaseText:
    """A case as JSON, and which key stands where.

    Attributes:
        text: The JSON.
        places: Line and column, from 1, of each key and each value, to its path.
    """

    text: str = ""
    places: dict[tuple[int, int], KeyPath] = field(default_factory=dict)

    @classmethod
    def of(cls, value: Any) -> CaseText:
        """Returns the text of a value, indented by two."""
        writer = cls()
        writer._write(value, (), "\n")
        writer.text += "\n"
        return writer

    def _mark(self, path: KeyPath) -> None:
        line = self.text.count("\n") + 1
        column = len(self.text) - (self.text.rfind("\n") + 1) + 1
        self.places[line, column] = path

    def _write(self, value: Any, path: KeyPath, newline: str) -> None:
        self._mark(path)
        nested = isinstance(value, dict) or (
            isinstance(value, list) and any(isinstance(v, dict | list) for v in value)
        )
        if isinstance(value, list) and not nested:
            self.text += "["
            for i, item in enumerate(value):
                self.text += ", " if i else ""
                self._mark((*path, i))
                self.text += json.dumps(item)
            self.text += "]"
        elif nested and value:
            inner = newline + "  "
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            self.text += "{" if isinstance(value, dict) else "["
            for i, (key, item) in enumerate(pairs):
                self.text += ("," if i else "") + inner
                if isinstance(value, dict):
                    self._mark((*path, key))
                    self.text += json.dumps(key) + ": "
                self._write(item, (*path, key), inner)
            self.text += newline + ("}" if isinstance(value, dict) else "]")
        else:
            self.text += json.dumps(value)


@dataclass(frozen=True)
class CaseFile:
    """A case as the program reads it: its file, its text, and the meshes that it names."""

    file: Path
    places: Mapping[tuple[int, int], KeyPath]
    meshes: Collection[Path] = ()

    def message(self, text: str) -> Message:
        """Returns one message of the program; a place in the case becomes the key there."""
        match = _PLACE.fullmatch(text.strip())
        if match is None:
            return Message(text.strip())
        file, line = Path(match["file"]), int(match["line"])
        column = int(match["column"]) if match["column"] else None
        if file != self.file:
            return Message(match["text"], "", file, line, column)
        path = self.places.get((line, column or 0))
        if path is None:
            return Message(match["text"])
        key = path_text(path)
        # The program's text often begins with the key already.
        said = match["text"].removeprefix(f'"{key}": ')
        return Message(said, key)

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
        if kind is not CaseError:
            return kind(text, code=status, folder=folder)
        named = {m.file for m in messages} | {mesh for mesh in self.meshes if str(mesh) in error_text}
        error = MeshError if named & set(self.meshes) else CaseError
        return error(text, messages=messages, code=status, folder=folder)


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
