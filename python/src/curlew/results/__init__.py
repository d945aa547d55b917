"""What a run wrote into its folder."""

from curlew.results.fields import Fields
from curlew.results.folder import Results, ResultsWarning
from curlew.results.named import Named
from curlew.results.network import Impedances, SParameters
from curlew.results.table import Array, Column, Table, read_table

__all__ = [
    "Array",
    "Column",
    "Fields",
    "Impedances",
    "Named",
    "Results",
    "ResultsWarning",
    "SParameters",
    "Table",
    "read_table",
]
