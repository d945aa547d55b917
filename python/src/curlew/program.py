"""The program `curlew`: where it is, which version it has, what it knows."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from curlew._codes import coded
from curlew._version import __version__
from curlew.errors import ProgramError
from curlew.schema import Schema

#: The environment variable that names the program.
VARIABLE = "CURLEW_PROGRAM"


class VersionWarning(UserWarning):
    """The program is of another version than the package, but of one that fits."""


class Program:
    """One executable, asked for its version and its schema once.

    Attributes:
        path: The executable.
        version: Its version, ``"0.1.0"``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        said = self.ask("--version").strip()
        match = re.fullmatch(r"curlew (\d+\.\d+\.\d+)\b.*", said)
        if match is None:
            raise ProgramError(f'{path} is not Curlew: to --version it says "{said[:80]}"')
        self.version = match[1]
        self._require_fitting_version()

    def _require_fitting_version(self) -> None:
        ours, theirs = (v.split(".") for v in (__version__, self.version))
        if ours[:2] != theirs[:2]:
            raise ProgramError(
                f"{self.path} is Curlew {self.version}, this package is for {__version__}: install the "
                f"package beside that program, or name another program in the environment variable {VARIABLE}"
            )
        if ours != theirs:
            text = coded(f"{self.path} is Curlew {self.version}, this package is for {__version__}")
            warnings.warn(text, VersionWarning, stacklevel=3)

    def ask(self, *arguments: str) -> str:
        """Runs the program and returns its standard output; raises `ProgramError`."""
        try:
            done = subprocess.run([str(self.path), *arguments], capture_output=True, text=True, check=False)
        except OSError as error:
            raise ProgramError(f"{self.path} cannot be started: {error.strerror}") from error
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()
            raise ProgramError(
                f"{self.path} {' '.join(arguments)} ended with status {done.returncode}: {said}"
            )
        return done.stdout

    @cached_property
    def build(self) -> str:
        """The SHA-256 of the executable: of two programs with the same one, results are the same."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    @cached_property
    def schema(self) -> Schema:
        """What it says of the keys of a case."""
        text = self.ask("schema")
        try:
            return Schema(json.loads(text))
        except ValueError as error:
            raise ProgramError(f"{self.path} schema does not print JSON: {error}") from error

    @cached_property
    def material_library(self) -> dict[str, dict[str, Any]]:
        """The materials that a case takes by name, each with its "about", "source", "band" and "material"."""
        text = self.ask("materials", "--json")
        try:
            return dict(json.loads(text))
        except ValueError as error:
            raise ProgramError(f"{self.path} materials does not print JSON: {error}") from error

    def __repr__(self) -> str:
        return f"Program({str(self.path)!r}, version {self.version})"


@lru_cache(maxsize=16)
def _program_at(path: Path, size: int, changed_ns: int) -> Program:
    return Program(path)


def _candidates() -> Iterator[Path]:
    # <prefix>/bin, wherever below the prefix the package lies.
    for parent in Path(__file__).resolve().parents:
        yield parent / "bin" / "curlew"
    found = shutil.which("curlew")
    if found is not None:
        yield Path(found)


def find_program(path: str | os.PathLike[str] | None = None) -> Program:
    """Returns the program: `path`, or that of ``CURLEW_PROGRAM``, or the one that is installed
    beside this package, or the first in ``PATH``.

    Raises:
        ProgramError: There is none, or it is of another version than this package.

    >>> find_program().version.count(".")
    2
    """
    source = "program" if path is not None else VARIABLE
    named = os.environ.get(VARIABLE) if path is None else os.fspath(path)
    if named:
        chosen = Path(named).expanduser().absolute()
        if not (chosen.is_file() and os.access(chosen, os.X_OK)):
            raise ProgramError(f"{source}: {chosen} is not a program that can be run")
    else:
        usable = (p for p in _candidates() if p.is_file() and os.access(p, os.X_OK))
        first = next(usable, None)
        if first is None:
            raise ProgramError(
                "the program curlew was not found: neither beside this package nor in PATH. "
                f"Build it (./bootstrap build), then name it in the environment variable {VARIABLE}"
            )
        chosen = first
    state = chosen.stat()
    return _program_at(chosen, state.st_size, state.st_mtime_ns)
