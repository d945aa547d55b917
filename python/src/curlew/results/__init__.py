"""What a run wrote into its folder."""

from curlew.errors import ResultsWarning
from curlew.results.antennas import (
    Efficiency,
    axial_ratio,
    circular,
    efficiencies,
    front_to_back,
    great_circle,
    half_power_beam_width,
    ludwig3,
    side_lobe_level,
)
from curlew.results.circuits import group_delay, mixed_mode, vswr
from curlew.results.fields import Fields
from curlew.results.folder import Results
from curlew.results.named import Named
from curlew.results.network import Impedances, SParameters
from curlew.results.table import Array, Column, Table, read_table

__all__ = [
    "Array",
    "Column",
    "Efficiency",
    "Fields",
    "Impedances",
    "Named",
    "Results",
    "ResultsWarning",
    "SParameters",
    "Table",
    "axial_ratio",
    "circular",
    "efficiencies",
    "front_to_back",
    "great_circle",
    "group_delay",
    "half_power_beam_width",
    "ludwig3",
    "mixed_mode",
    "read_table",
    "side_lobe_level",
    "vswr",
]
