"""`optimize` and `tolerances`: parameters that serve a goal best, and what their spread does."""

from __future__ import annotations

import csv
import math
import os
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.errors import CaseError, CurlewError
from curlew.points import Point, SweepResult
from curlew.progress import Progress, Show, bar_for
from curlew.results import Results
from curlew.sweep import Cache, Measure, Target, sweep

#: A number in SI units, or text with a unit.
Quantity = float | str

_QUANTITY = re.compile(r"\s*([-+0-9.eE]+)\s*(\D.*?)?\s*")


def _split(value: Quantity) -> tuple[float, str]:
    if not isinstance(value, str):
        return float(value), ""
    match = _QUANTITY.fullmatch(value)
    try:
        return float(match[1] if match else value), (match[2] or "") if match else ""
    except ValueError:
        raise CaseError(f'"{value}" is no number with a unit') from None


@dataclass(frozen=True)
class Variable:
    """A parameter between bounds: numbers, and the unit of text."""

    low: float
    high: float
    unit: str

    @classmethod
    def of(cls, name: str, bounds: Sequence[Quantity]) -> Variable:
        """Returns the variable of two bounds: numbers, or text with one unit.

        >>> Variable.of("width", ("28 mm", "34 mm")).value(0.5)
        '31.0 mm'
        """
        if isinstance(bounds, str) or len(bounds) != 2:
            raise CaseError(f'the bounds of "{name}" are {bounds!r}; a variable has two')
        (low, unit), (high, other) = (_split(bound) for bound in bounds)
        if unit != other:
            raise CaseError(f'the bounds of "{name}" have the units "{unit}" and "{other}"; take one')
        if not low < high:
            raise CaseError(f'the bounds of "{name}" are {bounds[0]} and {bounds[1]}: they must rise')
        return cls(low, high, unit)

    def value(self, share: float) -> Quantity:
        """Returns the value at a share of the way, 0 to 1."""
        number = self.low + (self.high - self.low) * share
        return f"{number!r} {self.unit}" if self.unit else number

    def share(self, value: Quantity) -> float:
        """Returns where a value lies, 0 to 1.

        >>> Variable.of("width", (2.0, 4.0)).share(3.5)
        0.75
        """
        return (_split(value)[0] - self.low) / (self.high - self.low)


@dataclass
class OptimizeResult:
    """What `optimize` found.

    Attributes:
        parameters: The best values.
        value: The goal there.
        point: Their run; ``point.results`` has its results.
        history: Every point that was tried, in order, with its goal as ``values["goal"]``.
        message: Why it ended, in scipy's words.
    """

    parameters: dict[str, Any]
    value: float
    point: Point
    history: list[Point] = field(repr=False)
    message: str = ""


class _EnoughError(Exception):
    """The runs are used up."""


def optimize(
    target: Target,
    variables: Mapping[str, Sequence[Quantity]],
    goal: Callable[[Results], float],
    *,
    start: Mapping[str, Quantity] | None = None,
    method: str = "Nelder-Mead",
    tolerance: float = 1e-3,
    max_runs: int = 100,
    folder: str | os.PathLike[str] = "optimize",
    progress: bool | Show = True,
    seed: int = 0,
    **options: Any,
) -> OptimizeResult:
    """Searches the parameters at which a goal is least.

    Runs are kept as those of `sweep`, in the same kind of folder, so a search that was interrupted
    soon is where it was. ``log.csv`` in the folder has a line for each run.

    Args:
        target: A case (or a file), whose paths are the variables, or a function of them that
            returns a case.
        variables: Lower and upper bound of each: numbers in SI units, or text with one unit.
        goal: A function of the results, which is to become least.
        start: Where to begin; default: the middle between the bounds.
        method: One of scipy.optimize.minimize that takes bounds (``"Nelder-Mead"``, ``"Powell"``,
            ``"L-BFGS-B"``, ...), or ``"differential_evolution"``.
        tolerance: Of the variables, as a share of the way between their bounds.
        max_runs: Runs at most, those that are there already included.
        folder: Where the runs are kept.
        progress: A bar, or a function of `Progress`.
        seed: Of the random numbers of ``"differential_evolution"``.
        options: `backend`, `threads`, `ranks`, `launcher` as of `start`.

    Raises:
        UnknownKeyError: A variable is no key of the case. Nothing is run.
        CaseError: Bounds, start or goal make no sense.
        CurlewError: A run failed.
        MissingExtraError: scipy is not installed.
    """
    scipy = load("scipy.optimize", "optimize", "optimize()")
    found = {name: Variable.of(name, bounds) for name, bounds in variables.items()}
    if not found:
        raise CaseError("optimize() takes at least one variable")
    first = [v.share((start or {}).get(name, v.value(0.5))) for name, v in found.items()]
    unknown = set(start or {}) - set(found)
    if unknown or not all(0 <= share <= 1 for share in first):
        raise CaseError(f"start is {start}: it names variables, each between its bounds")
    cache = Cache(target, folder, options)
    cache.require_known(
        {name: [v.value(share)] for (name, v), share in zip(found.items(), first, strict=True)}
    )
    history: list[Point] = []
    bar = bar_for(progress)

    def evaluate(shares: Sequence[float]) -> float:
        if len(history) == max_runs:
            raise _EnoughError
        clipped = [min(max(float(share), 0.0), 1.0) for share in shares]
        values = {name: v.value(s) for (name, v), s in zip(found.items(), clipped, strict=True)}
        point = Point(values)
        value = float(goal(cache.solve(point)))
        if not math.isfinite(value):
            raise CaseError(f"the goal is {value} at {values}; it must be a number")
        point.values = {"goal": value}
        history.append(point)
        _log(cache.folder / "log.csv", history)
        bar(Progress("optimize", len(history), max_runs, f"goal {min(p.values['goal'] for p in history):g}"))
        return value

    bounds = [(0.0, 1.0)] * len(found)
    try:
        if method == "differential_evolution":
            said = scipy.differential_evolution(
                evaluate, bounds, tol=tolerance, x0=first, rng=seed, polish=False
            )
        else:
            with warnings.catch_warnings():
                # scipy would go on without them.
                warnings.filterwarnings("error", message=".*cannot handle bounds")
                said = scipy.minimize(
                    evaluate, first, method=method, bounds=bounds, **_ends(method, first, tolerance)
                )
        message = str(said.message)
    except _EnoughError:
        message = f"{max_runs} runs were made"
    except RuntimeWarning as error:
        raise CaseError(f'method "{method}": {error}; take one that can: "Nelder-Mead", ...') from error
    except ValueError as error:
        if "method" in str(error).lower() or "solver" in str(error).lower():
            raise CaseError(f'method "{method}": {error}') from error
        raise
    finally:
        bar.close()
    best = min(history, key=lambda p: float(p.values["goal"]))
    return OptimizeResult(best.parameters, best.values["goal"], best, history, message)


def _ends(method: str, first: Sequence[float], tolerance: float) -> dict[str, Any]:
    """When and, where the method lets one say so, where from the search steps."""
    if method.lower() in ("l-bfgs-b", "slsqp", "tnc"):
        # Differences over less would be those of meshes and of rounding.
        return {"tol": tolerance, "options": {"eps": tolerance}}
    if method.lower() != "nelder-mead":
        return {"tol": tolerance}
    # A simplex of a fifth of the bounds: scipy's own, 5 % of the value, depends on where 0 is.
    corners = [list(first)]
    for i, share in enumerate(first):
        corners.append([*first[:i], share + 0.2 if share <= 0.8 else share - 0.2, *first[i + 1 :]])
    return {"options": {"initial_simplex": corners, "xatol": tolerance, "fatol": math.inf}}


def _log(file: Path, history: list[Point]) -> None:
    point = history[-1]
    try:
        with file.open("w" if len(history) == 1 else "a", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            if len(history) == 1:
                writer.writerow(["run", *point.parameters, "goal", "folder"])
            name = point.folder.name if point.folder else ""
            writer.writerow([len(history), *point.parameters.values(), point.values["goal"], name])
    except OSError as error:
        raise CurlewError(f"{file} cannot be written: {error.strerror}") from error


def tolerances(
    target: Target,
    parameters: Mapping[str, tuple[Quantity, Quantity]],
    *,
    measure: Measure,
    samples: int = 20,
    seed: int = 0,
    distribution: str = "normal",
    folder: str | os.PathLike[str] = "tolerances",
    **options: Any,
) -> SweepResult:
    """Solves a case at random values of its parameters: what the spread of production does.

    Args:
        target: As of `sweep`.
        parameters: Nominal value and spread of each: numbers in SI units, or text with one unit.
        measure: A function of `Results` that gives a number, or several by name.
        samples: Runs.
        seed: Of the random numbers; one seed gives the same samples, and the same runs are kept.
        distribution: ``"normal"``, the spread being the standard deviation, or ``"uniform"``, the
            spread being the largest deviation.
        folder: Where the runs are kept.
        options: Further arguments of `sweep`.

    Raises:
        CaseError: Values, spreads, samples or the distribution make no sense.
    """
    if samples < 1 or distribution not in ("normal", "uniform"):
        raise CaseError(
            f'samples is {samples} and distribution "{distribution}"; there must be at least one '
            'sample, of "normal" or "uniform"'
        )
    random = np.random.default_rng(seed)
    values: dict[str, list[Quantity]] = {}
    for name, (nominal, spread) in parameters.items():
        (centre, unit), (width, other) = _split(nominal), _split(spread)
        if unit != other or width < 0:
            raise CaseError(
                f'"{name}": {nominal} and {spread}; a spread is not negative and has the same unit'
            )
        deviations = (
            random.standard_normal(samples) if distribution == "normal" else random.uniform(-1, 1, samples)
        )
        numbers = [float(x) for x in centre + width * deviations]
        values[name] = [f"{x!r} {unit}" if unit else x for x in numbers]
    return sweep(target, values, measure=measure, folder=folder, zipped=True, **options)
