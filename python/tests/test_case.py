"""Cases: values by path, the schema behind them, the program's check."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, cavity, slab

import curlew
from curlew import Case, CaseError, MeshError, UnknownKeyError, find_program


def test_values_by_path_and_attribute() -> None:
    case = Case.new("fem")
    case["materials.slab.eps_r"] = 4.2
    case["outputs.probes[0].name"] = "a"
    case["outputs.probes.1"] = {"name": "b", "point": np.array([0, 0.5, 1])}
    case["outputs.probes"].append({"name": "c", "point": (0, 0, "1 mm")})
    case.solver.tolerance = np.float64(1e-9)
    case["boundaries", "wall.1", "type"] = "pec"
    assert case.to_dict() == {
        "method": "fem",
        "materials": {"slab": {"eps_r": 4.2}},
        "outputs": {
            "probes": [
                {"name": "a"},
                {"name": "b", "point": [0.0, 0.5, 1.0]},
                {"name": "c", "point": [0, 0, "1 mm"]},
            ]
        },
        "solver": {"tolerance": 1e-9},
        "boundaries": {"wall.1": {"type": "pec"}},
    }
    assert case["outputs.probes.-1.name"] == "c"
    assert [case.boundaries[name].type for name in case.boundaries] == ["pec"]
    assert [probe.name for probe in case.outputs.probes] == ["a", "b", "c"]
    del case["outputs.probes.0"]
    assert len(case.outputs.probes) == 2
    assert "solver.tolerance" in case
    assert "solver.method" not in case


def test_groups_of_a_mesh_may_be_numbers() -> None:
    case = Case.new("fem")
    case["regions.3"] = "air"
    case["boundaries.12.type"] = "pec"
    assert case.regions == {"3": "air"}
    assert case["boundaries.12"] == {"type": "pec"}


def test_copies_and_equality() -> None:
    case = slab()
    other = case.copy()
    assert other == case
    other["frequency"] = 1e9
    assert other != case
    assert case.frequency == "10 GHz"


def test_defaults_help_and_completion_come_from_the_schema() -> None:
    case = Case.new("fem")
    properties = find_program().schema.root["definitions"]["sparse_solver"]["properties"]
    assert case["solver.tolerance"] == properties["tolerance"]["default"]
    assert case.describe("solver.tolerance").text == properties["tolerance"]["description"]
    assert set(properties) <= set(dir(case.solver))
    assert case.describe("frequency.start").unit == "frequency"
    assert "coaxial" in case.describe("boundaries.feed.kind").choices
    assert "default" in str(case.describe("solver.tolerance"))
    # What stands there narrows what may follow.
    case["boundaries.wall.type"] = "pec"
    assert "kind" not in dir(case.boundaries.wall)


@pytest.mark.parametrize("method", find_program().schema.methods)
def test_every_key_of_every_method_is_known(method: str) -> None:
    """Walks the whole schema: each key has a description in reach, and its default is taken."""
    schema = find_program().schema
    seen = 0

    def walk(path: tuple[str | int, ...], depth: int) -> None:
        nonlocal seen
        help_ = schema.describe(method, path)
        seen += 1
        assert help_.value, path
        if depth:
            for key in help_.keys:
                walk((*path, key), depth - 1)

    walk((), 4)
    assert seen > 60


def test_a_key_that_a_program_adds_is_there(pretender) -> None:
    schema = json.loads(find_program().ask("schema"))
    definition = schema["definitions"]["sparse_solver"]["properties"]
    definition["shininess"] = {
        "description": "How it shines.",
        "type": ["number", "string"],
        "x-unit": "length",
        "default": 7,
    }
    program = find_program(pretender(schema=json.dumps(schema)))
    case = Case.new("fem", program=program)
    assert case["solver.shininess"] == 7
    assert case.describe("solver.shininess").text == "How it shines."
    assert case.describe("solver.shininess").unit == "length"
    assert "shininess" in dir(case.solver)
    case.solver.shininess = "3 mm"
    assert case.to_dict()["solver"] == {"shininess": "3 mm"}
    # The twin: the real program has none.
    with pytest.raises(UnknownKeyError, match='unknown key "shininess"'):
        Case.new("fem")["solver.shininess"] = 3


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*/case.json")), ids=lambda f: f.parent.name)
def test_shipped_examples_load(file: Path) -> None:
    case = Case.load(file)
    for path in case.files().values():
        assert path.is_relative_to(file.parent)
    again = Case(json.loads(case.to_json()), folder=case.folder)
    assert again == case


def test_load_keeps_what_the_program_reads(tmp_path: Path) -> None:
    case = Case.load(ROOT / "examples/box-cavity/case.json")
    saved = case.save(tmp_path / "copy.json")
    first = case.resolved()
    second = Case.load(saved).resolved()
    for resolved in (first, second):
        resolved["outputs"].pop("directory")
    assert first == second


def test_paths_are_kept_from_the_new_folder(tmp_path: Path) -> None:
    mesh = tmp_path / "meshes" / "a.msh"
    mesh.parent.mkdir()
    mesh.write_text("")
    case = Case({"method": "mom", "mesh": {"file": "meshes/a.msh"}}, folder=tmp_path)
    assert Case.load(case.save(tmp_path / "case.json")).mesh.file == "meshes/a.msh"
    assert Case.load(case.save(mesh.parent / "case.json")).mesh.file == "a.msh"
    (tmp_path / "far").mkdir()
    assert Case.load(case.save(tmp_path / "far/case.json")).files() == {"mesh.file": mesh}


def test_every_path_of_the_schema_is_marked() -> None:
    """A string that is called file, and every mesh of an array, is one that the package knows as a path."""
    schema = find_program().schema
    found = []

    def walk(node: object, name: str) -> None:
        if isinstance(node, dict):
            if name in ("file", "table") and (node.get("type") == "string" or "$ref" in node):
                found.append(name)
                assert all(a.get("x-file") for a in schema._expanded(node)), node
            for key, child in node.items():
                walk(child, key)
        elif isinstance(node, list):
            for child in node:
                walk(child, name)

    walk(schema.root, "")
    assert len(found) >= 5


def test_check_names_keys_and_all_errors() -> None:
    case = cavity()
    case["time.duration"] = "2 GHz"
    case["materials.air.eps_r"] = "much"
    with pytest.raises(CaseError) as caught:
        case.check()
    assert {m.path for m in caught.value.messages} == {"time.duration", "materials.air.eps_r"}
    assert '"2 GHz" is a frequency; a time is expected' in str(caught.value)
    assert caught.value.code == 2


def test_check_returns_warnings_with_their_keys() -> None:
    case = cavity()
    case["excitations.0.waveform.f_max"] = "40 GHz"
    report = case.check()
    assert any("edges per wavelength" in w.text for w in report.warnings)
    assert "good to run" in str(report)
    assert not slab().check().warnings


def test_wrong_meshes_are_mesh_errors(tmp_path: Path) -> None:
    (tmp_path / "broken.msh").write_text("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\nx\n")
    case = cavity()
    case.mesh = {"file": "broken.msh"}
    with pytest.raises(MeshError, match=r"broken\.msh"):
        case.check()
    case.mesh.file = "absent.msh"
    with pytest.raises(CaseError, match=r"absent\.msh"):
        case.check()


def test_fingerprints_stand_for_results(tmp_path: Path) -> None:
    case = slab()
    print_ = case.fingerprint()
    same = slab(frequency=1e10)
    same["title"] = "Other"
    same["run.threads"] = 2
    same["solver.tolerance"] = same["solver.tolerance"]
    assert same.fingerprint() == print_
    same["frequency"] = 1.1e10
    assert same.fingerprint() != print_
    # Content counts, not the name.
    for name, text in (("a.msh", "1"), ("b.msh", "1"), ("c.msh", "2")):
        (tmp_path / name).write_text(text)
    surface = Case({"method": "mom", "frequency": 1e9, "mesh": {"file": "a.msh"}}, folder=tmp_path)
    surface.excitations = slab().excitations
    prints = []
    for name in ("a.msh", "b.msh", "c.msh"):
        surface["mesh.file"] = name
        prints.append(surface.fingerprint())
    assert prints[0] == prints[1] != prints[2]


def test_version_is_that_of_the_program_and_of_cmake() -> None:
    cmake = (ROOT / "CMakeLists.txt").read_text()
    assert f"VERSION {curlew.__version__}\n" in cmake
    assert find_program().version == curlew.__version__
