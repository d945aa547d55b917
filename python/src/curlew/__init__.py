"""Curlew from Python: cases, runs, results, sweeps.

The program `curlew` solves Maxwell's equations by five methods from one case file. This package
builds cases, runs them and reads what they write; what the program knows is asked of it.
"""

from __future__ import annotations

try:
    import numpy  # noqa: F401
except ImportError as error:
    raise ImportError(
        "the package curlew needs NumPy: pip install numpy, or apt install python3-numpy"
    ) from error

from curlew import materials
from curlew._version import __version__
from curlew.case import Case, CheckReport
from curlew.comparison import Comparison, compare
from curlew.errors import (
    CaseError,
    ConvergenceError,
    CurlewError,
    InstabilityError,
    InternalError,
    MeshError,
    Message,
    MissingExtraError,
    OutOfMemoryError,
    OutputError,
    ProgramError,
    ResultsError,
    RunInterruptedError,
    UnknownKeyError,
)
from curlew.model import Model
from curlew.optimize import OptimizeResult, optimize, tolerances
from curlew.points import SweepResult
from curlew.program import Program, find_program
from curlew.progress import Progress
from curlew.results import Results, SParameters, Table
from curlew.run import Run, run, start
from curlew.slurm import Job, submit
from curlew.sweep import sweep

__all__ = [
    "Case",
    "CaseError",
    "CheckReport",
    "Comparison",
    "ConvergenceError",
    "CurlewError",
    "InstabilityError",
    "InternalError",
    "Job",
    "MeshError",
    "Message",
    "MissingExtraError",
    "Model",
    "OptimizeResult",
    "OutOfMemoryError",
    "OutputError",
    "Program",
    "ProgramError",
    "Progress",
    "Results",
    "ResultsError",
    "Run",
    "RunInterruptedError",
    "SParameters",
    "SweepResult",
    "Table",
    "UnknownKeyError",
    "__version__",
    "compare",
    "find_program",
    "materials",
    "optimize",
    "run",
    "start",
    "submit",
    "sweep",
    "tolerances",
]
