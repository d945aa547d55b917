"""`sweep`: one case at many values of its parameters, each solved once and kept."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np

from curlew.case import Case
from curlew.errors import CaseError, CurlewError, RunInterruptedError
from curlew.points import Point, SweepResult
from curlew.progress import Progress, Show, bar_for
from curlew.results import Results
from curlew.run import CaseLike, Run, case_of, start
from curlew.section import plain

#: A case whose paths are the parameters, or a function of the parameters that returns a case.
Target = CaseLike | Callable[..., Case]
#: A number, or several by name, of the results of a run.
Measure = Callable[[Results], Any]


class Cache:
    """A folder of runs, each in a folder named by the fingerprint of its case.

    Attributes:
        folder: The folder.
    """

    def __init__(self, target: Target, folder: str | os.PathLike[str], options: Mapping[str, Any]) -> None:
        self.folder = Path(folder).absolute()
        self._target: Case | Callable[..., Case]
        if isinstance(target, Case | str | os.PathLike):
            self._target = case_of(target)
        elif callable(target):
            self._target = target
        else:
            raise CaseError(f"a {type(target).__name__} is neither a case, nor a file, nor a function")
        self._options = dict(options)
        # Meshing libraries hold one model at a time.
        self._building = threading.Lock()
        self._stopping = threading.Event()
        self._runs: dict[Path, Run] = {}
        self._by_folder: dict[Path, threading.Lock] = {}

    def require_known(self, parameters: Mapping[str, Sequence[Any]]) -> None:
        """Raises `UnknownKeyError` where a parameter is no key of the case."""
        if isinstance(self._target, Case):
            for path, values in parameters.items():
                trial = self._target.copy()
                for value in values[:1]:
                    trial[path] = value

    def case(self, parameters: Mapping[str, Any]) -> Case:
        """Returns the case of a point."""
        if isinstance(self._target, Case):
            case = self._target.copy()
            for path, value in parameters.items():
                case[path] = value
            return case
        with self._building:
            made = self._target(**parameters)
            if not isinstance(made, Case):
                raise CaseError(f"the function of a sweep returns a {type(made).__name__}, not a Case")
            # The function may write its next mesh over this one.
            return made.with_files_in(self.folder / "files")

    def solve(self, point: Point) -> Results:
        """Returns the results of a point: those there are, or those of a run."""
        case = self.case(point.parameters)
        folder = point.folder = self.folder / case.fingerprint()
        # Two points may have one case.
        with self._by_folder.setdefault(folder, threading.Lock()):
            if folder.exists() and any(folder.iterdir()):
                found = Results(folder)
                if found.finished:
                    point.cached = True
                    return found
            if self._stopping.is_set():
                raise RunInterruptedError("the sweep was stopped before this point", folder=folder)
            with start(case, folder, **self._options) as run:
                self._runs[folder] = run
                if self._stopping.is_set():
                    run.interrupt()
                try:
                    return run.wait()
                finally:
                    del self._runs[folder]

    def stop(self) -> None:
        """Ends the runs that go on; no further one starts."""
        self._stopping.set()
        for run in list(self._runs.values()):
            if run.running:
                run.interrupt()


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def measured(results: Results, measure: Measure | None) -> dict[str, Any]:
    """Returns what a measure gives, by name; a single value is called ``value``."""
    if measure is None:
        return {}
    value = measure(results)
    return {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else {"value": value}


def combinations(parameters: Mapping[str, Sequence[Any]], zipped: bool) -> Iterator[dict[str, Any]]:
    """The points of a grid, or of lists of one length side by side.

    >>> list(combinations({"a": [1, 2], "b": [3, 4]}, zipped=True))
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 4}]

    Raises:
        CaseError: There is no parameter, or a parameter without values, or lists differ.
    """
    columns = {}
    for name, values in parameters.items():
        if isinstance(values, str) or not np.iterable(values):
            raise CaseError(f'the parameter "{name}" is {values!r}; a sweep takes a list of values')
        columns[name] = [plain(value) for value in values]
    if not columns or not all(columns.values()):
        raise CaseError("a sweep takes parameters, each with at least one value")
    lengths = {len(values) for values in columns.values()}
    if zipped and len(lengths) > 1:
        counts = ", ".join(f"{name}: {len(values)}" for name, values in columns.items())
        raise CaseError(f"zipped parameters have as many values each, not {counts}")
    rows = zip(*columns.values(), strict=True) if zipped else itertools.product(*columns.values())
    for row in rows:
        yield dict(zip(columns, row, strict=True))


def sweep(
    target: Target,
    parameters: Mapping[str, Sequence[Any]],
    *,
    measure: Measure | None = None,
    folder: str | os.PathLike[str] = "sweep",
    zipped: bool = False,
    parallel: int = 1,
    keep_going: bool = False,
    progress: bool | Show = True,
    **options: Any,
) -> SweepResult:
    """Solves a case at every combination of values.

    Each point has a folder in `folder`, named by the fingerprint of its resolved case, of its
    mesh's content and of the program. What is there is not solved again: an interrupted sweep goes
    on where it was, and a wider one solves the new points only.

    Args:
        target: A case (or a file), whose paths are the parameters, or a function that takes the
            parameters by name and returns a case; there geometry may change, too. Its files (meshes)
            are kept in ``files`` of `folder`, so that it may write each over the last.
        parameters: Values of each parameter; numbers in SI units, or text with units.
        measure: A function of `Results` that gives a number, or several by name.
        folder: Where the runs are kept.
        zipped: Take the first values together, then the second ones, in place of a grid.
        parallel: Runs at a time. With several, each has its share of the processors.
        keep_going: Go on where a point fails; its `error` says why.
        progress: A bar, or a function of `Progress`.
        options: `backend`, `threads`, `ranks`, `launcher` as of `start`.

    Raises:
        UnknownKeyError: A parameter is no key of the case. Nothing is run.
        CurlewError: A point failed; the points before it are kept.
    """
    if parallel < 1:
        raise CaseError(f"parallel is {parallel}; there must be at least one run at a time")
    if parallel > 1 and options.get("threads") is None:
        options["threads"] = max(1, _processors() // parallel)
    cache = Cache(target, folder, options)
    points = [Point(p) for p in combinations(parameters, zipped)]
    cache.require_known(parameters)
    bar = bar_for(progress)

    def solve(point: Point) -> None:
        try:
            point.values = measured(cache.solve(point), measure)
        except CurlewError as error:
            point.error = error

    with ThreadPoolExecutor(parallel) as pool:
        going_on: set[Future[None]] = {pool.submit(solve, point) for point in points}
        try:
            while going_on:
                done, going_on = wait(going_on, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
                bar(Progress("sweep", len(points) - len(going_on), len(points)))
                if not keep_going and any(p.error for p in points):
                    break
        finally:
            # Nothing is left to stop after an ordinary end.
            for future in going_on:
                future.cancel()
            cache.stop()
    bar.close()
    failures = [p for p in points if p.error is not None]
    own = [p for p in failures if not isinstance(p.error, RunInterruptedError)] or failures
    if own and not keep_going:
        error = own[0].error
        assert error is not None
        error.add_note(f"at the point {own[0].parameters} of the sweep in {cache.folder}")
        raise error
    return SweepResult(points)
