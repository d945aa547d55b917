"""Reports: a run, or several side by side, as one HTML page that needs no other file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from curlew.errors import OutputError
from curlew.report.one import report
from curlew.report.side_by_side import comparison_report
from curlew.results import Results

__all__ = ["comparison_report", "report", "write_report"]


def write_report(paths: Sequence[str | os.PathLike[str]], file: str | os.PathLike[str] | None = None) -> Path:
    """Writes the report on a results folder, or the comparison of several, and returns its file.

    Args:
        paths: Results folders; beside them tables of measurements (``.csv`` with the columns of a
            table of the run, Touchstone).
        file: The page; default: ``report.html`` in the folder, of several ``comparison.html`` in the
            working folder.

    Raises:
        ResultsError: A folder or a file is missing, cut or broken; the message has its name.
        OutputError: The page cannot be written.
    """
    folders = [Path(path) for path in paths]
    if len(folders) == 1:
        text, default = report(Results(folders[0])), folders[0] / "report.html"
    else:
        text, default = comparison_report(folders), Path("comparison.html")
    where = default if file is None else Path(file)
    try:
        where.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{where} cannot be written: {error.strerror}") from error
    return where
