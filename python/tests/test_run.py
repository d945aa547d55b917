"""Runs: results, progress, interrupts, exit statuses."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import textwrap
import time
import types
from pathlib import Path

import pytest
from conftest import cavity, endless, quickly, slab

import curlew
from curlew import (
    Case,
    CaseError,
    ConvergenceError,
    InstabilityError,
    OutputError,
    Progress,
    Results,
    RunInterruptedError,
)
from curlew.progress import NoBar, TextBar, bar_for
from curlew.run import Run, RunWarning


def wait_for_progress(run: Run) -> None:
    """Until the first table has rows: the program says how far it is every five seconds only."""
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        file = run.folder / "energy.csv"
        if file.exists() and file.read_bytes().count(b"\n") > 2:
            return
        time.sleep(0.02)
    raise AssertionError(run.log)


def test_default_folder_is_the_cases(tmp_path: Path) -> None:
    case = slab()
    assert curlew.run(case, threads=1, progress=False).folder == tmp_path / "results"
    case["outputs.directory"] = "out"
    assert curlew.run(case.save("case.json"), threads=1, progress=False).folder == tmp_path / "out"


def test_threads_and_backend_reach_the_program() -> None:
    results = curlew.run(slab(), "out", threads=1, backend="serial", progress=False)
    assert results.summary["provenance"]["backend"] == "serial"
    assert results.summary["provenance"]["threads"] == 1
    assert results.finished


def test_two_ranks(tmp_path: Path) -> None:
    info = curlew.find_program().ask("info")
    if "Open MPI" not in info:
        pytest.skip("this program has no Open MPI, whose options are below")
    script = tmp_path / "launch"
    script.write_text(
        "#!/bin/sh\nexport OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n"
        'exec mpirun --oversubscribe --bind-to none -n "$@"\n'
    )
    script.chmod(0o755)
    case = cavity()
    case["time.duration"] = "0.2 ns"
    del case["outputs.spectra"]
    results = curlew.run(case, "out", ranks=2, launcher=[str(script)], threads=1, progress=False)
    assert results.summary["ranks"] == 2


def test_warnings_of_the_program_are_warnings() -> None:
    case = cavity()
    case["time.duration"] = "0.2 ns"
    del case["outputs.spectra"]
    with pytest.warns(RunWarning, match=r"^mesh: only 4.33 edges per wavelength"):
        quickly(case, Path("out"))


def test_live_results_and_a_clean_end() -> None:
    with curlew.start(endless(), "out", threads=1) as run:
        wait_for_progress(run)
        assert run.running
        assert run.results.running
        first = run.results.energy.rows
        time.sleep(0.2)
        results = run.results
        assert results.energy.rows >= first >= 1
        with pytest.raises(TimeoutError, match="goes on after"):
            run.wait(timeout_s=0.05)
    assert not run.running
    assert (run.folder / "checkpoint").is_dir()
    assert not results.running
    assert not results.finished
    with pytest.raises(RunInterruptedError, match=r"stopped at step .*what it had written is in"):
        run.wait()
    # What is there goes on.
    case = endless()
    rows = results.energy.rows
    case["time.duration"] = f"{float(results.energy.t[-1]) * 2} s"
    more = curlew.run(case, "out", threads=1, restart=True, progress=False)
    assert more.energy.rows > rows


def test_progress_of_lines() -> None:
    said: list[Progress] = []
    bar = bar_for(said.append)
    found = Progress.of_line("dgatd  42 %  4200/10000  1.2k/s  0:04 left")
    assert found == Progress("dgatd", 4200, 10000, "1.2k/s  0:04 left")
    assert Progress.of_line("108 tets, 12 unknowns") is None
    bar(found)
    assert said == [found]


def test_bars_of_text() -> None:
    stream = io.StringIO()
    bar = TextBar(stream)
    bar(Progress("dgatd", 1, 4, "10/s"))
    bar(Progress("dgatd", 4, 4))
    bar.close()
    first, second = stream.getvalue().split("\r")[1:]
    assert first == "dgatd [########......................] 25 % 10/s"
    assert second.rstrip(" \n") == "dgatd [##############################] 100 %"
    assert isinstance(bar_for(True), NoBar)  # no terminal here


def test_bars_of_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int, int]] = []

    class Tqdm:
        """What is used of tqdm."""

        def __init__(self, desc: str, total: int) -> None:
            self.desc, self.total, self.n = desc, total, 0

        def refresh(self) -> None:
            shown.append((self.desc, self.n, self.total))

        def close(self) -> None:
            shown.append(("closed", self.n, self.total))

    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Tqdm))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    bar = bar_for(True)
    bar(Progress("dgatd", 1, 4))
    bar.close()
    assert shown == [("dgatd", 1, 4), ("closed", 1, 4)]
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert isinstance(bar_for(True), TextBar)
    assert isinstance(bar_for(False), NoBar)


def test_progress_reaches_a_function() -> None:
    said: list[Progress] = []
    case = cavity()
    curlew.run(case, "out", threads=1, progress=said.append)
    assert said[-1].fraction == 1
    assert said[-1].done == Results("out").summary["steps"]


USES = {
    "run": 'curlew.run("case.json", "out/only", threads=1, progress=False)',
    "optimize": 'curlew.optimize("case.json", {"materials.air.eps_r": (1, 2)}, len, folder="out")',
}


@pytest.mark.parametrize("use", USES)
def test_ctrl_c_keeps_what_there_is(use: str, tmp_path: Path) -> None:
    """A script that is interrupted ends its run with a checkpoint and has KeyboardInterrupt."""
    endless().save("case.json")
    script = textwrap.dedent(
        f"""
        import curlew, glob
        try:
            {USES[use]}
        except KeyboardInterrupt:
            print("interrupted", curlew.Results(glob.glob("out/*")[0]).energy.rows > 1)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        if any(file.read_bytes().count(b"\n") > 3 for file in tmp_path.glob("out/*/energy.csv")):
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert said == "interrupted True\n"
    (folder,) = tmp_path.glob("out/*")
    assert (folder / "checkpoint").is_dir()
    assert not (folder / ".curlew-lock").exists()


def test_a_killed_run(tmp_path: Path) -> None:
    run = curlew.start(endless(), "out", threads=1)
    wait_for_progress(run)
    os.kill(run.pid, signal.SIGKILL)
    with pytest.raises(RunInterruptedError, match="ended by SIGKILL; what it had written is in"):
        run.wait()
    results = Results("out")
    assert not results.running
    assert not results.finished
    assert results.energy.rows >= 1


def test_a_case_that_is_wrong() -> None:
    case = slab()
    case["grid.cell"] = "3 GHz"
    with pytest.raises(CaseError, match=r'grid.cell: "3 GHz" is a frequency; a length'):
        quickly(case, Path("out"))
    assert not Path("out").exists()


def test_a_solver_that_does_not_converge() -> None:
    case = slab()
    case["solver"] = {"method": "bicgstab", "preconditioner": "none", "max_iterations": 2}
    with pytest.raises(ConvergenceError, match="iterations") as caught:
        quickly(case, Path("out"))
    assert caught.value.code == 3
    assert caught.value.folder == Path("out").absolute()


def test_fields_that_grow() -> None:
    case = cavity()
    case["time.courant"] = 1.1
    case["time.allow_unstable"] = True
    case["time.duration"] = "2000 ns"
    with pytest.raises(InstabilityError) as caught:
        quickly(case, Path("out"))
    assert caught.value.code == 4


def test_a_folder_that_cannot_be_written() -> None:
    with pytest.raises(OutputError):
        quickly(slab(), Path("/proc/curlew"))


def test_a_folder_with_other_files() -> None:
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("mine")
    with pytest.raises(OutputError, match="mine"):
        quickly(slab(), Path("mine"))
    curlew.run(slab(), "mine", overwrite=True, threads=1, progress=False)
    assert Path("mine/notes.txt").read_text() == "mine"


def test_a_run_of_a_file_needs_no_case_object() -> None:
    path = slab().save("case.json")
    assert curlew.run(str(path), "out", threads=1, progress=False).finished
    assert isinstance(Case.load(path), Case)
