"""`curlew watch`: what a view says of runs that go on, have ended, or are broken."""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import endless
from written import SUMMARY, write

import curlew
from curlew import Results, ResultsError
from curlew.__main__ import main
from curlew.watch import view, watch
from curlew.watch.view import bar, spark


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_sparks_and_bars() -> None:
    assert spark(np.array([0.0, 7.0, np.nan, 0.0]), 3) == "▁█▁"
    assert spark(np.array([3.0, 3.0]), 10) == "▁▁"
    assert spark(np.array([np.nan]), 10) == ""
    # A peak that is one sample of a piece stays.
    values = np.zeros(1000)
    values[503] = 1
    assert spark(values, 10).count("█") == 1
    assert bar(1.5, "x", 80).startswith("[" + 30 * "#" + "]")


def test_finished_runs(cavity_run: Results, slab_run: Results) -> None:
    text = view(cavity_run)
    assert "Cavity (dgatd): finished" in text
    assert "100 %  t = 10" in text
    assert "probe_inside, E_" in text
    assert "energy, W: now" in text
    assert max(map(len, text.splitlines())) <= 80
    text = view(slab_run)
    assert "2 of 2 solves" in text
    assert "residual" in text


def test_solves_that_have_not_started_are_not_counted(slab_run: Results, tmp_path: Path) -> None:
    shutil.copytree(slab_run.folder, tmp_path / "stopped")
    file = tmp_path / "stopped/summary.json"
    summary = json.loads(file.read_text())
    summary["solves"][1]["status"] = "not_started"
    file.write_text(json.dumps(summary))
    assert "1 of 2 solves" in view(Results(tmp_path / "stopped"))


@pytest.mark.parametrize("interval", ["nan", "-1", "1e9", "soon"])
def test_intervals_that_are_none(interval: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "x", f"--interval={interval}"])
    assert "--interval" in capsys.readouterr().err


def running(folder: Path, **resolved: object) -> Results:
    """A run of this process that has come to 2.5 ns."""
    rows = [(f"{t:.3g}", np.sin(1e10 * t), 0.0, 0.0) for t in np.linspace(0, 2.5e-9, 50)]
    header = "t (s),E_x (V/m),E_y (V/m),E_z (V/m)"
    write(folder, {"probe_inside": (header, rows)})
    (folder / "summary.json").unlink()
    case = json.loads((folder / "case.resolved.json").read_text())
    (folder / "case.resolved.json").write_text(json.dumps({**case, **resolved}))
    since = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
    lock = f"host {socket.gethostname()}\nprocess {os.getpid()}\nsince {since}\n"
    (folder / ".curlew-lock").write_text(lock)
    return Results(folder)


def test_a_run_that_goes_on(tmp_path: Path) -> None:
    """A minute for a quarter: three minutes are left."""
    text = view(running(tmp_path / "run", time={"duration": 1e-8}))
    assert "running for 1:0" in text
    assert " 25 %  t = 2.5 ns of 10 ns, about 3:0" in text
    assert "probe_inside, E_x: now" in text


def test_a_run_that_has_written_nothing_yet(tmp_path: Path) -> None:
    results = running(tmp_path / "run")
    (results.folder / "probe_inside.csv").unlink()
    assert "nothing is written yet" in view(results)


def test_a_run_of_the_program(tmp_path: Path) -> None:
    case = endless()
    case.save(tmp_path / "case.json")
    command = [str(curlew.find_program().path), "run", "case.json", "--output", "results", "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + 60
            text = ""
            while "energy, W" not in text and time.monotonic() < end:
                assert process.poll() is None
                time.sleep(0.2)
                if (tmp_path / "results/case.resolved.json").exists():
                    text = view(Results(tmp_path / "results"))
        finally:
            process.terminate()
    assert "running for 0:" in text
    assert "of 100 ms" in text
    assert "energy, W" in text


def test_a_view_on_a_terminal_ends_with_the_run(cavity_run: Results, tmp_path: Path) -> None:
    terminal = Terminal()
    watch(cavity_run, terminal)
    assert terminal.getvalue().startswith("\x1b[H\x1b[J")
    assert terminal.getvalue().count("finished") == 1
    # A file that stays broken is an error after three views, not a loop without end.
    results = running(tmp_path / "run")
    (results.folder / "case.resolved.json").write_text("{")
    with pytest.raises(ResultsError, match=r"case\.resolved\.json"):
        watch(results, terminal, 0.01)


def test_broken_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path / "run")
    (folder / "summary.json").write_text(json.dumps({**SUMMARY, "solves": [1]}))
    for path, said in ((folder, "summary.json"), (tmp_path / "absent", "there is no such folder")):
        assert main(["watch", str(path)]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1


def test_the_program_starts_it(cavity_run: Results) -> None:
    command = [str(curlew.find_program().path), "watch", str(cavity_run.folder)]
    around = {**os.environ, "CURLEW_PYTHON": sys.executable}
    done = subprocess.run(command, capture_output=True, text=True, env=around)
    assert done.returncode == 0, done.stderr
    assert "Cavity (dgatd): finished" in done.stdout
    folder = Path(shutil.copytree(cavity_run.folder, "copy"))
    (folder / "energy.csv").write_text("t (s),W (J)\n1,x\n")
    assert subprocess.run([*command[:2], "copy"], capture_output=True, env=around).returncode == 2
