"""How far a run is, and a bar of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

# What the program prints every few seconds: "dgtd  42 %  4200/10000  1.2k/s  0:04 left".
_LINE = re.compile(r"(?P<label>\S.*?)  (?P<percent>\d+) %  (?P<done>\d+)/(?P<total>\d+)(?P<rest>  .*)?")


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        label: What is counted.
        done, total: Steps, solves or iterations of these.
        note: Rate and remaining time in words, as the program gives them.
    """

    label: str
    done: int
    total: int
    note: str = ""

    @property
    def fraction(self) -> float:
        """From 0 to 1."""
        return self.done / self.total if self.total else 1.0

    @classmethod
    def of_line(cls, line: str) -> Progress | None:
        """Returns what a line of the program says, or None where it is another message.

        >>> Progress.of_line("dgtd  42 %  4200/10000  1.2k/s  0:04 left").fraction
        0.42
        """
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        note = (match["rest"] or "").strip()
        return cls(match["label"], int(match["done"]), int(match["total"]), note)


Show = Callable[[Progress], None]


class TextBar:
    """A bar on one line of a terminal."""

    width = 30

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._length = 0

    def __call__(self, progress: Progress) -> None:
        full = round(self.width * progress.fraction)
        bar = "#" * full + "." * (self.width - full)
        line = f"{progress.label} [{bar}] {100 * progress.fraction:.0f} % {progress.note}"
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)

    def close(self) -> None:
        """Ends the line."""
        if self._length:
            self._stream.write("\n")
            self._stream.flush()


class TqdmBar:
    """A bar of tqdm, which notebooks draw."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = self._tqdm(desc=progress.label, total=progress.total)
        self._bar.n = progress.done
        self._bar.refresh()

    def close(self) -> None:
        """Leaves the bar as it is."""
        if self._bar is not None:
            self._bar.close()


class NoBar:
    """Shows nothing, or passes it on."""

    def __init__(self, show: Show | None = None) -> None:
        self._show = show

    def __call__(self, progress: Progress) -> None:
        if self._show is not None:
            self._show(progress)

    def close(self) -> None:
        """Nothing to do."""


Bar = TextBar | TqdmBar | NoBar


def bar_for(progress: bool | Show) -> Bar:
    """Returns tqdm's bar where tqdm is installed, else one of text; none where standard error is
    no terminal and no notebook. A function is called in its place."""
    if callable(progress):
        return NoBar(progress)
    shown = sys.stderr.isatty() or "ipykernel" in sys.modules
    if not progress or not shown:
        return NoBar()
    try:
        return TqdmBar()
    except ImportError:
        return TextBar(sys.stderr)
