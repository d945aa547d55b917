"""From a results folder to charts, and to a folder of SVG files."""

from __future__ import annotations

import os
import re
from pathlib import Path

from curlew.charts import Chart
from curlew.errors import MeshError, MissingExtraError, OutputError
from curlew.plots.catalogue import charts_of
from curlew.plots.fields import field_charts
from curlew.plots.model import groups_of, model_chart
from curlew.plots.outline import outline_of
from curlew.plots.run import Run
from curlew.results import Results


def run_of(results: Results) -> Run:
    """Returns all that charts are made of, read.

    Raises:
        ResultsError: A file is missing, cut or broken; the message has its name.
    """
    return Run(results.all_tables(), results.summary, results.resolved)


def charts_of_results(results: Results, run: Run | None = None) -> tuple[list[Chart], list[str]]:
    """Returns the charts of the model, of tables and fields, and what is left out and why.

    Raises:
        ResultsError: A file is missing, cut or broken; the message has its name.
    """
    run = run_of(results) if run is None else run
    found, left_out = charts_of(run), []
    try:
        mesh = groups_of(run.resolved)
    except MeshError as error:
        mesh = None
        left_out.append(f"the model is not drawn: {error}")
    found = model_chart(run.resolved, mesh.surfaces if mesh is not None else {}) + found
    if (results.folder / "fields.pvd").is_file():
        try:
            found += field_charts(results.fields, outline_of(run.resolved, mesh))
        except MissingExtraError as error:
            left_out.append(f"fields are not drawn: {error}")
    return found, left_out


def write_plots(
    results: Results, folder: str | os.PathLike[str] | None = None
) -> tuple[list[Path], list[str]]:
    """Writes the charts of a run as SVG files; returns the files, and what is left out and why.

    Args:
        results: The run.
        folder: Where they go; default: ``plots`` beside the results folder's tables.

    Raises:
        ResultsError: A file is missing, cut or broken; the message has its name.
        OutputError: The folder or a file cannot be written.
    """
    charts, left_out = charts_of_results(results)
    where = results.folder / "plots" if folder is None else Path(folder)
    files = []
    try:
        where.mkdir(parents=True, exist_ok=True)
        for chart in charts:
            file = where / f"{file_name(chart.name)}.svg"
            file.write_text(chart.document(), encoding="utf-8")
            files.append(file)
    except OSError as error:
        raise OutputError(f"{error.filename or where} cannot be written: {error.strerror}") from error
    return files, left_out


def file_name(name: str) -> str:
    """Returns a name without what file systems refuse.

    >>> file_name("port-S-from-1:2")
    'port-S-from-1_2'
    """
    return re.sub(r'[\\/:*?"<>|\x00-\x1f]', "_", name)
