"""What goes wrong for users, each with one message that says what to do. (More in the other files.)"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import cavity, quickly, slab

import curlew
from curlew import (
    Case,
    CaseError,
    CurlewError,
    MissingExtraError,
    ProgramError,
    Results,
    ResultsError,
    UnknownKeyError,
    find_program,
)
from curlew.program import VersionWarning


def test_no_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CURLEW_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(curlew.program, "__file__", str(tmp_path / "lib/curlew/program.py"))
    with pytest.raises(ProgramError, match=r"was not found: .*\./bootstrap build.* CURLEW_PROGRAM"):
        Case.new("fem")


def test_a_program_beside_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pretender: Any
) -> None:
    beside = tmp_path / "prefix/bin/curlew"
    beside.parent.mkdir(parents=True)
    beside.symlink_to(pretender())
    monkeypatch.setattr(
        curlew.program, "__file__", str(tmp_path / "prefix/lib/python3/site-packages/curlew/program.py")
    )
    monkeypatch.delenv("CURLEW_PROGRAM")
    assert find_program().path == beside


@pytest.mark.parametrize("what", ["absent", "folder", "text"])
def test_a_variable_that_names_no_program(what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / what
    if what == "folder":
        path.mkdir()
    if what == "text":
        path.write_text("no program")
    monkeypatch.setenv("CURLEW_PROGRAM", str(path))
    with pytest.raises(ProgramError, match=f"CURLEW_PROGRAM: {path} is not a program that can be run"):
        Case.new("fem")


def test_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProgramError, match=r"echo is not Curlew: to --version it says"):
        find_program(next(p for p in (Path("/bin/echo"), Path("/usr/bin/echo")) if p.exists()).resolve())


def test_a_program_that_does_not_start(tmp_path: Path) -> None:
    path = tmp_path / "curlew"
    path.write_bytes(b"\x7fELF broken")
    path.chmod(0o755)
    with pytest.raises(ProgramError, match=r"cannot be started|is not Curlew|ended with status"):
        find_program(path)


def test_another_version(pretender: Callable[..., Path]) -> None:
    with pytest.raises(ProgramError, match=r"is Curlew 9\.0\.0, this package is for 0\.1\.0: install"):
        find_program(pretender(**{"--version": "curlew 9.0.0 (abc)"}))


def test_a_close_version(pretender: Callable[..., Path]) -> None:
    with pytest.warns(VersionWarning, match=r"is Curlew 0\.1\.7, this package is for 0\.1\.0"):
        find_program(pretender(**{"--version": "curlew 0.1.7 (abc)"}))


def test_a_schema_that_is_none(pretender: Callable[..., Path]) -> None:
    with pytest.raises(ProgramError, match="schema does not print JSON"):
        Case.new("fem", program=find_program(pretender(schema="oops")))


@pytest.mark.parametrize(
    ("module", "extra", "use"),
    [
        ("pyvista", r"pip install 'curlew\[fields\]'", lambda r: r.fields.read()),
        ("pandas", r"pip install 'curlew\[pandas\]'", lambda r: r.energy.to_pandas()),
        (
            "scipy.optimize",
            r"pip install 'curlew\[optimize\]'",
            lambda r: curlew.optimize(slab(), {"frequency": (1, 2)}, len),
        ),
    ],
)
def test_missing_extras(
    module: str, extra: str, use: Any, cavity_run: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=extra) as caught:
        use(cavity_run)
    assert isinstance(caught.value, ImportError)


def test_missing_scikit_rf(line_run: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "skrf", None)
    with pytest.raises(MissingExtraError, match=r"network\(\) needs scikit-rf.*pip install 'curlew\[rf\]'"):
        line_run.s.network()


def test_numpy_is_the_only_library_at_import() -> None:
    script = (
        "import sys, curlew; extras = {'scipy', 'pandas', 'pyvista', 'skrf', 'gmsh', 'matplotlib', 'tqdm'}; "
        "print(sorted(extras & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
    importlib.import_module("curlew")


WRONG_KEYS = [
    ("materials.glass.eps", 'did you mean "eps_r"'),
    ("solver.tolerence", 'did you mean "tolerance"'),
    ("mesh.file", 'those on a mesh have "mesh"|belongs to methods on a mesh'),
    ("frequency.begin", 'unknown key "begin" in "frequency"|"frequency" is "10 GHz"'),
    ("excitations.first", "is a list, whose elements have numbers|is a list of 1"),
    ("excitations.5.name", 'is a list of 1: it has no "5"'),
    ("frequency.start", '"frequency" is "10 GHz": it has no "start"'),
]


@pytest.mark.parametrize(("key", "message"), WRONG_KEYS)
def test_wrong_keys(key: str, message: str) -> None:
    case = slab()
    before = case.copy()
    with pytest.raises(CaseError, match=message):
        case[key] = 1
    assert case == before


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), "nan is no number of a case file"),
        ({1, 2}, "is a set; a case file holds"),
        (object(), "is a object; a case file holds"),
        ({"eps_r": {"re": 1}}, 'unknown key "re"'),
    ],
)
def test_wrong_values(value: Any, message: str) -> None:
    with pytest.raises(CaseError, match=message):
        slab()["materials.glass"] = value


def test_values_that_are_not_there() -> None:
    case = Case.new("fem")
    with pytest.raises(UnknownKeyError, match='"mesh.file" is not given, and has no default'):
        _ = case["mesh.file"]
    with pytest.raises(UnknownKeyError, match="is not given"):
        del case["mesh.file"]
    assert case.get("mesh.file") is None
    assert not hasattr(case, "nonsense")
    with pytest.raises(CaseError, match="a key is text, a number or a tuple"):
        _ = case[1.5]


def test_unknown_methods() -> None:
    with pytest.raises(CaseError, match=r'"method" is "fdtd"; the program has dgatd, dgtd, fdfd, fem, mom'):
        Case.new("fdtd")
    with pytest.raises(CaseError, match='"method" is null'):
        Case({})
    case = slab()
    with pytest.raises(CaseError, match='"method" is "fdtd"'):
        case.method = "fdtd"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"case\.json:1:2: Expecting"),
        ('{ "method": "fem", "method": "mom" }', r'case\.json: duplicate key "method"'),
        ("[1, 2]", "a case is an object"),
        ('{ "method": "fem", /* open', r"case\.json:1:20"),
        ('{ "method": "fem", "solvr": {} }', r'case\.json: unknown key "solvr".*did you mean "solver"'),
    ],
)
def test_broken_case_files(text: str, message: str) -> None:
    Path("case.json").write_text(text)
    with pytest.raises(CaseError, match=message):
        Case.load("case.json")


def test_case_files_that_are_not_there() -> None:
    with pytest.raises(CaseError, match=r"none\.json cannot be read: .*No such file"):
        Case.load("none.json")
    with pytest.raises(CaseError, match="cannot be read"):
        curlew.run("none.json")
    Path("case.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(CaseError, match=r"case\.json cannot be read"):
        Case.load("case.json")


def test_no_permission_to_write() -> None:
    with pytest.raises(CaseError, match=r"/proc/case\.json cannot be written"):
        slab().save("/proc/case.json")
    with pytest.raises(CurlewError, match=r"/proc/t\.csv cannot be written"):
        curlew.SweepResult([]).to_csv("/proc/t.csv")
    with pytest.raises(CurlewError, match="proc"):
        curlew.sweep(slab(), {"frequency": [1e10]}, folder="/proc/sweep", progress=False)


def test_folders_that_are_no_results(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="there is no such folder"):
        Results("none")
    Path("file").write_text("")
    with pytest.raises(ResultsError, match="is a file; results are a folder"):
        Results("file")
    with pytest.raises(ResultsError, match=r"has no results of Curlew: neither summary\.json nor"):
        Results(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"program": "cur', r"summary\.json is broken"),
        ("[]", r"summary\.json is broken: it holds no object"),
        ('{"program": "other"}', r"summary\.json is not Curlew's"),
    ],
)
def test_broken_summaries(text: str, message: str) -> None:
    Path("out").mkdir()
    Path("out/summary.json").write_text(text)
    with pytest.raises(ResultsError, match=message):
        _ = Results("out").summary


def test_tables_that_were_not_asked_for(slab_run: Results) -> None:
    with pytest.raises(ResultsError, match=r'no table "rcs\.csv": the case asks for none.*there are: powers'):
        _ = slab_run.rcs
    with pytest.raises(ResultsError, match=r'no table "probe_p\.csv"; there are: none'):
        _ = slab_run.probes["p"]
    with pytest.raises(ResultsError, match="there is no such file"):
        _ = slab_run.fields


def test_broken_fields(tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    out = tmp_path / "out"
    out.mkdir()
    (out / "case.resolved.json").write_text("{}")
    (out / "fields.pvd").write_text("<VTKFile><Collection>")
    with pytest.raises(ResultsError, match=r"fields\.pvd is no list of fields"):
        _ = Results(out).fields
    entry = '<DataSet timestep="1" part="0" file="a.vtu"/>'
    (out / "fields.pvd").write_text(f"<VTKFile><Collection>{entry}</Collection></VTKFile>")
    with pytest.raises(ResultsError, match=r"a\.vtu is absent, though .*fields\.pvd lists it"):
        Results(out).fields.read()


@pytest.mark.parametrize(
    ("parameters", "more", "message"),
    [
        ({"frequency": "1 GHz"}, {}, "a sweep takes a list of values"),
        ({"frequency": 1e9}, {}, "a sweep takes a list of values"),
        ({"frequency": []}, {}, "each with at least one value"),
        ({}, {}, "a sweep takes parameters"),
        ({"frequency": [1e9]}, {"parallel": 0}, "at least one run at a time"),
    ],
)
def test_wrong_sweeps(parameters: Any, more: Any, message: str) -> None:
    with pytest.raises(CaseError, match=message):
        curlew.sweep(slab(), parameters, progress=False, **more)


def test_sweeps_of_no_case() -> None:
    with pytest.raises(CaseError, match="a int is neither a case, nor a file, nor a function"):
        curlew.sweep(3, {"a": [1]}, progress=False)  # type: ignore[arg-type]
    with pytest.raises(CaseError, match="returns a NoneType, not a Case"):
        curlew.sweep(lambda a: None, {"a": [1]}, progress=False)  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(
    ("variables", "more", "message"),
    [
        ({"frequency": ("1 GHz", "2 mm")}, {}, 'have the units "GHz" and "mm"'),
        ({"frequency": (2e9, 1e9)}, {}, "they must rise"),
        ({"frequency": (1e9,)}, {}, "a variable has two"),
        ({}, {}, "at least one variable"),
        ({"frequency": ("wide", "2 GHz")}, {}, "no number with a unit"),
        ({"frequency": (8e9, 9e9)}, {"start": {"frequency": 1e9}}, "each between its bounds"),
        ({"frequency": (8e9, 9e9)}, {"method": "magic"}, 'method "magic"'),
        ({"frequency": (8e9, 9e9)}, {"method": "BFGS"}, 'method "BFGS": .*cannot handle bounds'),
    ],
)
def test_wrong_optimisations(variables: Any, more: Any, message: str) -> None:
    pytest.importorskip("scipy")
    with pytest.raises(CaseError, match=message):
        curlew.optimize(slab(), variables, lambda r: 0.0, progress=False, threads=1, **more)


def test_goals_that_are_no_numbers() -> None:
    pytest.importorskip("scipy")
    with pytest.raises(CaseError, match="the goal is nan at"):
        curlew.optimize(slab(), {"frequency": (8e9, 9e9)}, lambda r: float("nan"), progress=False, threads=1)


def test_wrong_tolerances() -> None:
    with pytest.raises(CaseError, match="has the same unit"):
        curlew.tolerances(slab(), {"frequency": ("1 GHz", "1 MHz")}, measure=len)  # type: ignore[arg-type]
    with pytest.raises(CaseError, match='of "normal" or "uniform"'):
        curlew.tolerances(slab(), {"frequency": (1e9, 1e6)}, measure=len, distribution="cauchy")  # type: ignore[arg-type]


def test_wrong_ways_to_run() -> None:
    with pytest.raises(CaseError, match="ranks is 0"):
        curlew.start(slab(), "out", ranks=0)
    with pytest.raises(ProgramError, match=r"no-such-mpirun cannot be started: No such file"):
        curlew.start(slab(), "out", ranks=2, launcher=["no-such-mpirun", "-n"])
    with pytest.raises(CaseError, match="backend"):
        curlew.run(slab(), "out", backend="abacus", progress=False)
    curlew.run(cavity(), "out", restart=True, progress=False)  # starts from the beginning
    with pytest.raises(CaseError, match="there is no checkpoint"):
        curlew.run(cavity(), "out", restart=True, progress=False)


def test_a_second_run_into_one_folder(tmp_path: Path) -> None:
    from conftest import endless
    from test_run import wait_for_progress

    with curlew.start(endless(), "out", threads=1) as run:
        wait_for_progress(run)
        with pytest.raises(curlew.OutputError, match="writes into it since .* wait until it ends"):
            quickly(slab(), Path("out"))
