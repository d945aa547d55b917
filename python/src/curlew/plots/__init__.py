"""Plots of a run: one table says which charts the tables of a run have, by the names of their columns."""

from curlew.plots.animation import write_animations
from curlew.plots.catalogue import KINDS, Kind, charts_of, kind_of
from curlew.plots.files import charts_of_results, run_of, write_plots
from curlew.plots.run import Run

__all__ = [
    "KINDS",
    "Kind",
    "Run",
    "charts_of",
    "charts_of_results",
    "kind_of",
    "run_of",
    "write_animations",
    "write_plots",
]
