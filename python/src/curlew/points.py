"""The points of a sweep, and its table."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.errors import CurlewError, ResultsError
from curlew.results import Array, Results


@dataclass
class Point:
    """One point of a sweep.

    Attributes:
        parameters: The value of each parameter.
        folder: Its results folder, named by the fingerprint of its case; None before it has one.
        cached: Whether its results were there already.
        error: Why it has no results, or None.
        values: What the sweep's `measure` gave, by name.
    """

    parameters: dict[str, Any]
    folder: Path | None = None
    cached: bool = False
    error: CurlewError | None = None
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def results(self) -> Results:
        """The results.

        Raises:
            CurlewError: The point failed: why it did.
        """
        if self.error is not None:
            raise self.error
        if self.folder is None:
            raise ResultsError("this point of the sweep was not run")
        return Results(self.folder)


class SweepResult(Sequence[Point]):
    """The points of a sweep, in the order of the parameters, the last one fastest.

    ``result["slab"]`` is a column of the table: a parameter, or a value of `measure`, with NaN
    where a point failed.
    """

    def __init__(self, points: list[Point]) -> None:
        self.points = points

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return self.points[key]
        if key not in self.columns:
            raise ResultsError(f'the sweep has no "{key}"; there are: {", ".join(self.columns)}')
        held = [p.parameters.get(key, p.values.get(key, np.nan)) for p in self.points]
        return np.array(held)

    def __len__(self) -> int:
        return len(self.points)

    @property
    def parameters(self) -> dict[str, Array]:
        """The values of each parameter, one to a point."""
        names = self.points[0].parameters if self.points else {}
        return {name: self[name] for name in names}

    @property
    def columns(self) -> list[str]:
        """The columns of the table: parameters, then values."""
        return list(dict.fromkeys(k for p in self.points for k in (*p.parameters, *p.values)))

    @property
    def failed(self) -> list[Point]:
        """The points without results."""
        return [p for p in self.points if p.error is not None]

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame, a row to a point."""
        pandas = load("pandas", "pandas", "to_pandas()")
        return pandas.DataFrame({name: list(self[name]) for name in self.columns})

    def to_csv(self, file: str | os.PathLike[str]) -> Path:
        """Writes the table with the folder and the error of each point; returns the path."""
        path = Path(file).absolute()
        try:
            with path.open("w", newline="", encoding="utf-8") as stream:
                writer = csv.writer(stream)
                writer.writerow([*self.columns, "folder", "error"])
                for p in self.points:
                    row = [p.parameters.get(k, p.values.get(k, "")) for k in self.columns]
                    writer.writerow([*row, p.folder.name if p.folder else "", p.error or ""])
        except OSError as error:
            raise CurlewError(f"{path} cannot be written: {error.strerror}") from error
        return path

    def __repr__(self) -> str:
        return f"SweepResult({len(self)} points, {len(self.failed)} failed: {', '.join(self.columns)})"
