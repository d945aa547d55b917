"""Errors of the package: one class for each kind, all derived from `CurlewError`.

The text of an error is the program's own message wherever the program gave one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from curlew._codes import code_of, with_code


@dataclass(frozen=True)
class Message:
    """One message of the program about a case or one of its files.

    Attributes:
        text: What is said, without the place.
        path: The key it is about (``"materials.air.eps_r"``), where that is known.
        file: The file it is about, where it is not the case itself.
        line, column: Place in `file`, counted from 1.
        code: Its code ("C1234"), which stays when the words change: ``curlew explain C1234``. Empty for
            messages that are not the program's.
    """

    text: str
    path: str = ""
    file: Path | None = None
    line: int | None = None
    column: int | None = None
    code: str = ""

    def __str__(self) -> str:
        return f"{self._placed()} [{self.code}]" if self.code else self._placed()

    def _placed(self) -> str:
        if self.file is not None:
            numbers = "".join(f":{n}" for n in (self.line, self.column) if n is not None)
            return f"{self.file}{numbers}: {self.text}"
        said = not self.path or f'"{self.path}"' in self.text
        return self.text if said else f"{self.path}: {self.text}"


class CurlewError(Exception):
    """Base of all errors of this package.

    Attributes:
        code: Exit status of the program, or None where it was not the program that failed.
        folder: Results folder of the run that failed, with what was written until then.
        message_code: Code of the message ("C1234"), of the first where there are several: ``curlew explain
            C1234``. Empty for what another library says.
    """

    def __init__(self, text: str, *, code: int | None = None, folder: Path | None = None) -> None:
        super().__init__(text)
        self.message_code = code_of(text)
        self.code = code
        self.folder = folder

    def __str__(self) -> str:
        return with_code(str(self.args[0]), self.message_code)


class ProgramError(CurlewError):
    """The program is missing, cannot be started, or is of another version."""


class InternalError(CurlewError):
    """The program has a bug (exit status 1)."""


class CaseError(CurlewError):
    """Something is wrong in a case or in a file that it names (exit status 2).

    Attributes:
        messages: All that is wrong, each with its key.
    """

    def __init__(
        self,
        text: str,
        *,
        messages: Sequence[Message] = (),
        code: int | None = None,
        folder: Path | None = None,
    ) -> None:
        super().__init__(text, code=code, folder=folder)
        self.messages = tuple(messages)


class MeshError(CaseError):
    """The mesh of a case is wrong (exit status 2)."""


class UnknownKeyError(CaseError, KeyError, AttributeError):
    """A case has no such key."""


class ConvergenceError(CurlewError):
    """A solver did not converge (exit status 3)."""


class InstabilityError(CurlewError):
    """The fields became non-finite or unstable (exit status 4)."""


class OutputError(CurlewError):
    """A result or a checkpoint cannot be written (exit status 5)."""


class OutOfMemoryError(CurlewError):
    """The memory is not enough (exit status 6)."""


class RunInterruptedError(CurlewError):
    """A run was ended by a signal before its end (exit status 130, or killed)."""


class ResultsError(CurlewError):
    """A results folder, or a file in it, is missing, foreign, cut or broken."""


class ResultsWarning(UserWarning):
    """Results are of another version of Curlew than this package, or less exact than they look."""


class MissingExtraError(CurlewError, ImportError):
    """A library is not installed that this part of the package needs."""


#: Classes of the program's exit statuses (docs/case-file.md, "Exit codes").
BY_EXIT_STATUS: dict[int, type[CurlewError]] = {
    1: InternalError,
    2: CaseError,
    3: ConvergenceError,
    4: InstabilityError,
    5: OutputError,
    6: OutOfMemoryError,
    130: RunInterruptedError,
}
