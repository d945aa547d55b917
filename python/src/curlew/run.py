"""`run` and `start`: simulations as processes of the program."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
import warnings
import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from curlew._messages import split_log
from curlew.case import Case
from curlew.errors import CaseError, CurlewError, Message, ProgramError
from curlew.progress import Bar, Progress, Show, bar_for
from curlew.results import Results

CaseLike = Case | str | os.PathLike[str]


class RunWarning(UserWarning):
    """A warning of the program about a run."""


class Run:
    """A simulation that goes on in a process of its own; `start` makes it.

    As a context it is ended cleanly on leaving, should it still go on; so it is when Python exits.

    Attributes:
        folder: The results folder.
        progress: How far it is; None before the program says so.
    """

    def __init__(
        self, case: Case, folder: Path, prefix: Sequence[str], options: Sequence[str], bar: Bar
    ) -> None:
        self.folder = folder
        self.progress: Progress | None = None
        self._lines: list[str] = []
        self._bar = bar
        self._files = ExitStack()
        self._file = self._files.enter_context(case.written())
        command = [*prefix, "run", str(self._file.file), "--output", str(folder), *options]
        try:
            # A session of its own: Ctrl-C of the terminal reaches the program through us, once.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            self._files.close()
            raise ProgramError(f"{command[0]} cannot be started: {error.strerror}") from error
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        _live.add(self)

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            progress = Progress.of_line(line.rstrip("\n"))
            if progress is None:
                self._lines.append(line.rstrip("\n"))
            else:
                self.progress = progress
                self._bar(progress)

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process, of the program or of what started its ranks."""
        return self._process.pid

    @property
    def log(self) -> tuple[str, ...]:
        """What the program has said so far, progress left out."""
        return tuple(self._lines)

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The program's warnings so far."""
        return tuple(self._file.message(text) for text in split_log(self._lines)[0])

    @property
    def results(self) -> Results:
        """What it has written so far; a table is read anew where it has grown.

        Raises:
            ResultsError: It has written nothing yet.
        """
        return Results(self.folder)

    def wait(self, timeout_s: float | None = None) -> Results:
        """Waits for the end and returns the results.

        Args:
            timeout_s: Seconds to wait.

        Raises:
            TimeoutError: It still goes on.
            CurlewError: It failed: the class says how, the text is the program's.
        """
        self._reader.join(timeout_s)
        if self._reader.is_alive():
            raise TimeoutError(f"the run in {self.folder} goes on after {timeout_s} s")
        status = self._process.wait()
        self._close()
        if status != 0:
            raise self._failure(status)
        return self.results

    def _failure(self, status: int) -> CurlewError:
        _, error = split_log(self._lines)
        # What starts ranks has a form of its own.
        return self._file.failure(status, error or "\n".join(self._lines[-10:]), self.folder)

    def _close(self) -> None:
        _live.discard(self)
        self._files.close()
        self._bar.close()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def interrupt(self) -> None:
        """Asks it to end as Ctrl-C does, and does not wait."""
        if self.running:
            self._process.send_signal(signal.SIGINT)

    def terminate(self) -> None:
        """Ends it as Ctrl-C does, and waits: the program writes a checkpoint where it can, and
        what it has computed stays. A second Ctrl-C meanwhile kills it."""
        self.interrupt()
        try:
            self._reader.join()
            self._process.wait()
        except KeyboardInterrupt:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            self._close()

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.running:
            self.terminate()

    def __repr__(self) -> str:
        state = "running" if self.running else f"ended with status {self._process.returncode}"
        return f"Run({str(self.folder)!r}, {state})"


_live: weakref.WeakSet[Run] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for going_on in list(_live):
        going_on.terminate()


def case_of(case: CaseLike) -> Case:
    """Returns the case; that of a file where it is a path."""
    return case if isinstance(case, Case) else Case.load(case)


def start(
    case: CaseLike,
    folder: str | os.PathLike[str] | None = None,
    *,
    backend: str | None = None,
    threads: int | None = None,
    ranks: int | None = None,
    launcher: Sequence[str] = ("mpirun", "-n"),
    overwrite: bool = False,
    restart: bool = False,
    progress: bool | Show = False,
) -> Run:
    """Starts a simulation and returns at once.

    Args:
        case: A case, or the path of a case file.
        folder: The results folder, from the working folder; default: ``outputs.directory`` of the
            case, from the case's folder. Results of an earlier run in it are replaced.
        backend: Where kernels run (``"openmp"``, ``"cuda"``, ...); default: the case's.
        threads: Threads; default: the case's, or the processors there are.
        ranks: MPI processes; default: one, without MPI.
        launcher: The command that starts ranks; their number and the program follow it.
        overwrite: Write into a folder that holds other files.
        restart: Continue what an earlier run in the folder left; start anew where it left nothing.
        progress: A bar on the terminal or in the notebook; or a function of `Progress`.

    Raises:
        ProgramError: The program or the launcher cannot be started.
    """
    case = case_of(case)
    output = Path(folder) if folder is not None else case.folder / case["outputs.directory"]
    if ranks is not None and ranks < 1:
        raise CaseError(f"ranks is {ranks}; there must be at least one")
    prefix = [str(case.program.path)] if ranks is None else [*launcher, str(ranks), str(case.program.path)]
    options = [] if backend is None else ["--backend", backend]
    options += [] if threads is None else ["--threads", str(threads)]
    options += ["--overwrite"] if overwrite else []
    options += ["--restart"] if restart else []
    return Run(case, output.absolute(), prefix, options, bar_for(progress))


def run(
    case: CaseLike,
    folder: str | os.PathLike[str] | None = None,
    *,
    backend: str | None = None,
    threads: int | None = None,
    ranks: int | None = None,
    launcher: Sequence[str] = ("mpirun", "-n"),
    overwrite: bool = False,
    restart: bool = False,
    progress: bool | Show = True,
) -> Results:
    """Runs a simulation and returns its results; arguments as of `start`.

    The program's warnings become `RunWarning`. Ctrl-C ends the program cleanly: what it has
    computed stays in the folder, and `KeyboardInterrupt` is raised.

    Raises:
        CaseError, MeshError, ConvergenceError, InstabilityError, OutputError, OutOfMemoryError,
        RunInterruptedError: It failed; the text is the program's.
        ProgramError: The program cannot be started.
    """
    simulation = start(
        case,
        folder,
        backend=backend,
        threads=threads,
        ranks=ranks,
        launcher=launcher,
        overwrite=overwrite,
        restart=restart,
        progress=progress,
    )
    try:
        results = simulation.wait()
    except KeyboardInterrupt:
        simulation.terminate()
        raise
    for warning in simulation.warnings:
        warnings.warn(str(warning), RunWarning, stacklevel=2)
    return results
