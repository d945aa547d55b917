"""Jobs of Slurm, whose commands are scripts here: sbatch runs the job at once, srun one process."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import slab

import curlew
from curlew import CaseError, CurlewError, ProgramError

COMMANDS = {
    "sbatch": 'bash "$2" > job.log 2>&1; echo "$?" > status; echo "4711;cluster"',
    "squeue": 'echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1',
    "sacct": '[ "$(cat status)" = 0 ] && echo "     COMPLETED" || echo "     FAILED"',
    "scancel": 'echo "$@" > cancelled',
    "srun": 'echo "$@" > started; while [ "${1#-}" != "$1" ]; do shift; done; exec "$@"',
}


@pytest.fixture
def slurm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "slurm"
    folder.mkdir()
    for name, text in COMMANDS.items():
        (folder / name).write_text(f"#!/bin/bash\n{text}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


def test_a_job_is_written_sent_and_read(slurm: Path) -> None:
    job = curlew.submit(slab(), "slab run", time="1:00", options={"partition": "short"}, setup=["export A=1"])
    assert job.id == "4711"
    assert job.state == "COMPLETED"
    assert job.results.finished
    lines = job.script.read_text().splitlines()
    assert {"#SBATCH --ntasks=1", "#SBATCH --time=1:00", "#SBATCH --partition=short"} <= set(lines)
    assert "#SBATCH --signal=TERM@120" in lines
    assert lines.index("export A=1") < len(lines) - 1
    # Signals reach what srun starts, not the script: one process is started by it, too.
    assert Path("started").read_text().startswith("--ntasks=1 --cpus-per-task=1 --cpu-bind=cores /")
    job.cancel()
    assert Path("cancelled").read_text() == "--signal=TERM 4711\n"
    (slurm / "squeue").write_text("#!/bin/bash\necho RUNNING\n")
    assert job.state == "RUNNING"


def test_a_job_that_waits_is_cancelled_without_a_signal(slurm: Path) -> None:
    job = curlew.submit(slab(), "out", time="1:00", stop_before=None)
    assert "--signal" not in job.script.read_text()
    (slurm / "squeue").write_text("#!/bin/bash\necho PENDING\n")
    job.cancel()
    assert Path("cancelled").read_text() == "4711\n"


def test_several_tasks_have_mpi_and_their_processors(slurm: Path) -> None:
    job = curlew.submit(slab(), "out", tasks=2, cpus_per_task=1, options={"signal": "TERM@30"}, time="1:00")
    assert job.state == "COMPLETED"
    assert (
        Path("started").read_text().startswith("--ntasks=2 --cpus-per-task=1 --cpu-bind=cores --mpi=pmix /")
    )
    assert "#SBATCH --signal=TERM@30" in job.script.read_text()


def test_what_slurm_refuses(slurm: Path) -> None:
    (slurm / "sbatch").write_text('#!/bin/bash\necho "sbatch: error: invalid partition" >&2; exit 1\n')
    with pytest.raises(CurlewError, match="sbatch: sbatch: error: invalid partition"):
        curlew.submit(slab(), "out")
    (slurm / "sacct").write_text("#!/bin/bash\n")
    with pytest.raises(CurlewError, match="Slurm knows no job 12"):
        _ = curlew.Job("12", Path("out"), Path("script")).state


def test_wrong_cases_and_machines(slurm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = slab()
    case["grid.cell"] = "3 GHz"
    with pytest.raises(CaseError, match="a length is expected"):
        curlew.submit(case, "out")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ProgramError, match="sbatch was not found in PATH"):
        curlew.submit(slab(), "out")
