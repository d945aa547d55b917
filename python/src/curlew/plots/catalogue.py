"""The table of plots: which charts a table has, by the names of its columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from curlew.charts import Chart
from curlew.errors import ResultsError
from curlew.plots import circuits, far, in_time, powers, solves, spectra
from curlew.plots.run import Run
from curlew.results.table import Table


@dataclass(frozen=True)
class Kind:
    """A kind of table.

    Attributes:
        name: What it is.
        headers: Patterns, each of which a header of the table fits.
        charts: Makes its charts.
    """

    name: str
    headers: tuple[str, ...]
    charts: Callable[[Table, Run], list[Chart]]

    def fits(self, table: Table) -> bool:
        """Returns whether a table is of this kind."""
        return all(any(re.fullmatch(pattern, header) for header in table) for pattern in self.headers)


#: The first kind that a table fits makes its charts.
KINDS = (
    Kind("spectrum of a probe", (r"f \(Hz\)", r"\|[EH]\| \(.*\)"), spectra.spectrum),
    Kind("peaks of a spectrum", (r"f \(Hz\)", "amplitude", r"width \(Hz\)", "Q"), spectra.peaks),
    Kind("harmonics of a probe", ("m", r"f \(Hz\)", "amplitude", "ratio"), spectra.harmonics),
    Kind("energy in time", (r"t \(s\)", r"W_e \(J\)", r"W_m \(J\)", r"W \(J\)"), in_time.energy),
    Kind("port in time", (r"t \(s\)", r"V \(V\)", r"I \(A\)", r"a \(.*\)", r"b \(.*\)"), in_time.port),
    Kind("power through a surface in time", (r"t \(s\)", r"P \(W\)"), in_time.flux),
    Kind("probe in time, at places", (r"t \(s\)", r"x \(m\)", r"[EH]_x \(.*\)"), in_time.probe_places),
    Kind("probe in time", (r"t \(s\)", r"[EH]_x \(.*\)"), in_time.probe),
    Kind("probe at frequencies", (r"f \(Hz\)", r"x \(m\)", r"Re [EH]_x \(.*\)"), spectra.probe),
    Kind("convergence", ("iteration", "relative_residual"), solves.convergence),
    Kind("radar cross section", (r"theta_inc \(deg\)", r"theta \(deg\)", r"rcs \(dBsm\)"), far.rcs),
    Kind("far field", (r"theta \(deg\)", r"Re rE_theta \(V\)", r"directivity \(dBi\)"), far.far_field),
    Kind("S-parameters", (r"f \(Hz\)", r"\|S\[.*\]\| \(dB\)"), circuits.s_parameters),
    Kind("impedances", (r"f \(Hz\)", r"Re Z\[.*\] \(ohm\)"), circuits.impedances),
    Kind("powers", (r"f \(Hz\)", r"delivered \(W\)", r"absorbed \(W\)"), powers.powers),
    Kind("orders of diffraction", ("side", "m", "n", "efficiency"), powers.orders),
    Kind("power through a surface", (r"f \(Hz\)", "excitation", r"P \(W\)"), powers.flux),
    Kind("participation", ("group", "energy share", "loss share"), powers.participation),
    Kind("resonances", ("mode", r"f \(Hz\)", "Q"), powers.modes),
    Kind("refinement", ("pass", "unknowns", "error_estimate"), solves.refinement),
    Kind("a table of another kind", (), solves.anything),
)


def kind_of(table: Table) -> Kind:
    """Returns the kind of a table."""
    return next(kind for kind in KINDS if kind.fits(table))


def charts_of(run: Run) -> list[Chart]:
    """Returns the charts of all tables of a run.

    Raises:
        ResultsError: A table is broken; the message has its name.
    """
    found: list[Chart] = []
    for table in run.tables.values():
        if not table.rows:
            continue
        try:
            found += kind_of(table).charts(table, run)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise ResultsError(f"{table.file} cannot be drawn: {error!r}") from error
    return found
