"""`submit`: a simulation as a job of Slurm."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from curlew.errors import CurlewError, ProgramError
from curlew.results import Results
from curlew.run import CaseLike, case_of


class Job:
    """A job of Slurm.

    Attributes:
        id: Its number.
        folder: The results folder.
        script: The job script; beside it is the case file, and after the start the job's output.
    """

    def __init__(self, number: str, folder: Path, script: Path) -> None:
        self.id = number
        self.folder = folder
        self.script = script

    @property
    def state(self) -> str:
        """Slurm's word for its state: ``"PENDING"``, ``"RUNNING"``, ``"COMPLETED"``, ``"FAILED"``, ...

        Raises:
            CurlewError: Neither the queue nor the accounts know it.
        """
        # With --states=all, jobs that ended some minutes ago are listed, also where Slurm keeps no accounts.
        form = ["--states=all", "--noheader", "--jobs", self.id, "--format", "%T"]
        queued = _slurm("squeue", form, required=False)
        if queued:
            return queued.split()[0]
        form = ["--noheader", "--jobs", self.id, "--format", "State%30", "--allocations"]
        past = _slurm("sacct", form, required=False)
        if past:
            return past.split()[0]
        raise CurlewError(f"Slurm knows no job {self.id}: neither squeue nor sacct lists it")

    @property
    def results(self) -> Results:
        """What it has written so far.

        Raises:
            ResultsError: It has written nothing yet.
        """
        return Results(self.folder)

    def cancel(self) -> None:
        """Ends it: a program that runs gets SIGTERM, and writes a checkpoint where it can.

        A job that waits is taken out of the queue.
        """
        if self.state == "PENDING":
            _slurm("scancel", [self.id])
        else:
            _slurm("scancel", ["--signal=TERM", self.id])

    def __repr__(self) -> str:
        return f"Job({self.id}, {str(self.folder)!r})"


def submit(
    case: CaseLike,
    folder: str | os.PathLike[str],
    *,
    tasks: int = 1,
    cpus_per_task: int = 1,
    time: str | None = None,
    stop_before: int | None = 120,
    mpi: str = "pmix",
    backend: str | None = None,
    restart: bool = False,
    options: Mapping[str, str] | None = None,
    setup: Sequence[str] = (),
) -> Job:
    """Writes a job script beside the results folder and sends it to Slurm.

    The case is checked first. The files are ``<folder>.json`` and ``<folder>.sbatch``; ``<folder>.out``
    is what the job prints.

    Args:
        case: A case, or the path of a case file.
        folder: The results folder, which the nodes must see.
        tasks: MPI processes, started by srun.
        cpus_per_task: Processors, and threads, of each.
        time: Limit of the job, in Slurm's form (``"2:00:00"``).
        stop_before: Seconds before the limit at which the program is told to write a checkpoint and to end.
            Slurm tells it up to a minute earlier. None: it is killed at the limit.
        mpi: What several processes are connected by; ``srun --mpi=list`` names what there is.
        backend: Where kernels run.
        restart: Continue what an earlier run in the folder left; start anew where it left nothing.
        options: Further options of sbatch: ``{"partition": "gpu", "gpus": "1"}``.
        setup: Lines of shell before the run: ``["module load openmpi"]``.

    Raises:
        CaseError: The case is wrong.
        ProgramError: There is no sbatch here.
        CurlewError: Slurm refuses the job; the text is its own.
    """
    case = case_of(case)
    case.check()
    output = Path(folder).absolute()
    file, script, log = (output.with_name(f"{output.name}.{end}") for end in ("json", "sbatch", "out"))
    case.save(file)
    wanted = {
        "job-name": output.name,
        "ntasks": str(tasks),
        "cpus-per-task": str(cpus_per_task),
        "output": str(log),
        "open-mode": "append",  # a job that is queued again keeps its lines
        **({"time": time} if time else {}),
        **(options or {}),
    }
    if time and stop_before:
        wanted.setdefault("signal", f"TERM@{stop_before}")
    # Without --cpus-per-task, each process has one processor since Slurm 22.05.
    # Slurm's signals reach what srun starts.
    command = ["srun", f"--ntasks={tasks}", f"--cpus-per-task={cpus_per_task}", "--cpu-bind=cores"]
    command += [f"--mpi={mpi}"] if tasks > 1 else []
    command += [str(case.program.path), "run", str(file), "--output", str(output)]
    command += ["--threads", str(cpus_per_task)]
    command += ["--backend", backend] if backend else []
    command += ["--restart"] if restart else []
    lines = ["#!/bin/bash", *(f"#SBATCH --{key}={value}" for key, value in wanted.items()), *setup]
    try:
        script.write_text("\n".join([*lines, f"exec {shlex.join(command)}", ""]), encoding="utf-8")
    except OSError as error:
        raise CurlewError(f"{script} cannot be written: {error.strerror}") from error
    number = _slurm("sbatch", ["--parsable", str(script)]).strip().split(";")[0]
    return Job(number, output, script)


def _slurm(command: str, arguments: Sequence[str], *, required: bool = True) -> str:
    """The output of one of Slurm's commands; empty where it fails and need not succeed."""
    if shutil.which(command) is None:
        raise ProgramError(f"{command} was not found in PATH: this is no machine with Slurm")
    done = subprocess.run([command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0 and required:
        raise CurlewError(f"Slurm refuses the command {command}: {(done.stderr or done.stdout).strip()}")
    return done.stdout if done.returncode == 0 else ""
