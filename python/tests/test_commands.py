"""`curlew plot` and `curlew report`: broken folders, and how the program starts the package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import checked
from written import SUMMARY, write

import curlew
from curlew import Results
from curlew.__main__ import main
from curlew.plots import charts_of, run_of
from curlew.report import report


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results(write(tmp_path_factory.mktemp("written") / "run"))


# Broken folders: one message with the file's name, exit status 2.


def broken(folder: Path, how: str) -> None:
    match how:
        case "no summary":
            (folder / "summary.json").unlink()
        case "summary cut":
            text = (folder / "summary.json").read_text()
            (folder / "summary.json").write_text(text[: len(text) // 2])
        case "summary of another program":
            (folder / "summary.json").write_text('{"program": "other"}')
        case "summary with other values":
            (folder / "summary.json").write_text(json.dumps({**SUMMARY, "wall_seconds": [1, 2]}))
        case "solves are numbers":
            (folder / "summary.json").write_text(json.dumps({**SUMMARY, "solves": [1, 2]}))
        case "case cut":
            (folder / "case.resolved.json").write_text("{")
        case "table cut":
            text = (folder / "energy.csv").read_text()
            (folder / "energy.csv").write_text(text[:-3])
        case "table gone":
            (folder / "energy.csv").unlink()
        case "table of bytes":
            (folder / "energy.csv").write_bytes(b"\xff\xfe\x00\x01")
        case "table of words":
            (folder / "energy.csv").write_text("t (s),W_e (J),W_m (J),W (J)\n0,one,2,3\n")
        case "fields cut":
            (folder / "fields.pvd").write_text("<VTKFile><Collec")


HOW = {
    "no summary": "summary.json", "summary cut": "summary.json", "summary of another program": "summary.json",
    "summary with other values": "summary.json", "solves are numbers": "summary.json",
    "case cut": "case.resolved.json", "table cut": "energy.csv", "table gone": "energy.csv",
    "table of bytes": "energy.csv", "table of words": "energy.csv", "fields cut": "fields.pvd",
}  # fmt: skip


@pytest.mark.parametrize("how", HOW)
def test_broken_folders(
    written: Results, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(written.folder, tmp_path / "broken"))
    broken(folder, how)
    before = {p.name for p in folder.iterdir()}
    assert main(["report", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert HOW[how] in said.err
    assert said.out == ""
    assert {p.name for p in folder.iterdir()} == before
    assert main(["report", str(written.folder), str(folder), "--out", str(tmp_path / "c.html")]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_foreign_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("text")
    for name, said in (
        ("absent", "there is no such folder"),
        ("empty", "has no results of Curlew"),
        ("file", "is a file; results are a folder"),
    ):
        for command in ("plot", "report"):
            assert main([command, str(tmp_path / name)]) == 2
            assert f"{tmp_path / name}" in (text := capsys.readouterr().err)
            assert said in text


def test_pages_that_cannot_be_written(
    written: Results, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(written.folder), "--out", str(tmp_path / "absent" / "page.html")]) == 5
    assert "page.html cannot be written: No such file or directory" in capsys.readouterr().err


def test_a_run_that_goes_on_has_a_report(written: Results, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(written.folder, tmp_path / "going"))
    summary = {k: v for k, v in SUMMARY.items() if k != "finished"}
    (folder / "summary.json").write_text(json.dumps(summary))
    (folder / "energy.csv").write_text((folder / "energy.csv").read_text()[:-3])
    assert "the run has not come to its end" in checked(report(Results(folder))).text.split("At a glance")[0]


# The program's commands.


def program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = str(curlew.find_program().path)
    return subprocess.run(
        [path, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_the_program_starts_the_package(written: Results, tmp_path: Path) -> None:
    done = program("plot", str(written.folder), "--out", "figures", CURLEW_PYTHON=sys.executable)
    assert (done.returncode, done.stderr) == (0, "")
    charts = charts_of(run_of(written))
    assert {f.stem for f in Path("figures").glob("*.svg")} == {c.name for c in charts}
    done = program("report", str(written.folder), str(written.folder), CURLEW_PYTHON=sys.executable)
    assert done.returncode == 0, done.stderr
    checked(Path("comparison.html").read_text(encoding="utf-8"))
    done = program("report", "absent", CURLEW_PYTHON=sys.executable)
    assert done.returncode == 2
    assert "absent: there is no such folder" in done.stderr


def test_the_program_without_python_or_package(written: Results, tmp_path: Path) -> None:
    done = program("plot", str(written.folder), CURLEW_PYTHON="/absent/python3")
    assert done.returncode == 2
    assert "error: curlew plot needs Python 3.11 or newer" in done.stderr
    assert "CURLEW_PYTHON" in done.stderr
    # An interpreter that finds no NumPy: -S leaves its libraries out.
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    bare.chmod(0o755)
    done = program("report", str(written.folder), CURLEW_PYTHON=str(bare))
    assert done.returncode == 2
    assert "error: curlew report needs the Python package of Curlew, Python 3.11 and NumPy" in done.stderr
    assert "apt install python3-numpy" in done.stderr
    assert "[C5830]" in done.stderr
    assert "Traceback" not in done.stderr
