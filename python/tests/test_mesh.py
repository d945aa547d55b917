"""Meshes of other programs: groups, orders of nodes, and what cannot be converted.

Source of truth: the volume of the box and the numbers of elements that each file was made of, and
the resonance of a box, c/2 sqrt(1/a^2 + 1/b^2).
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import curlew
from curlew import CurlewError, MeshError, MissingExtraError, find_program
from curlew.mesh import convert
from curlew.mesh.__main__ import main

meshio = pytest.importorskip("meshio", reason="the extra mesh is not installed")
gmsh = pytest.importorskip("gmsh", reason="the extra model is not installed")

SIZE = (0.05, 0.02, 0.06)  # m
QUAD, HEXAHEDRON, TETRA = "quad", "hexahedron", "tetra"


@pytest.fixture
def kernel() -> Iterator[Any]:
    gmsh.initialize(interruptible=False)
    gmsh.option.setNumber("General.Terminal", 0)
    yield gmsh
    gmsh.finalize()


def hexahedra(
    kernel: Any, path: Path, cells: tuple[int, int, int], order: int = 1, whole: bool = True
) -> None:
    """Writes a box of hexahedra in the group "air" with the quadrangles of "wall"."""
    kernel.clear()
    box = kernel.model.occ.addBox(0, 0, 0, *SIZE)
    kernel.model.occ.synchronize()
    for _, curve in kernel.model.getEntities(1):
        low, high = np.array_split(kernel.model.getBoundingBox(1, curve), 2)
        kernel.model.mesh.setTransfiniteCurve(curve, cells[int(np.argmax(high - low))] + 1)
    faces = [tag for _, tag in kernel.model.getEntities(2)]
    for face in faces:
        kernel.model.mesh.setTransfiniteSurface(face)
        kernel.model.mesh.setRecombine(2, face)
    kernel.model.mesh.setTransfiniteVolume(box)
    kernel.model.addPhysicalGroup(3, [box], 5, "air")
    kernel.model.addPhysicalGroup(2, faces, 7, "wall")
    kernel.option.setNumber("Mesh.SecondOrderIncomplete", int(not whole))
    kernel.option.setNumber("Mesh.ElementOrder", order)
    kernel.option.setNumber("Mesh.MshFileVersion", 4.1)
    kernel.model.mesh.generate(3)
    kernel.write(str(path))


def simple(kernel: Any, tmp_path: Path, order: int = 1, whole: bool = True) -> Any:
    """Returns such a box of 2 x 2 x 2 as meshio has it, with its numbers of parts only."""
    hexahedra(kernel, tmp_path / "box.msh", (2, 2, 2), order, whole)
    mesh = meshio.read(tmp_path / "box.msh")
    kept = [i for i, block in enumerate(mesh.cells) if block.type.startswith((QUAD, HEXAHEDRON))]
    tags = [mesh.cell_data["gmsh:physical"][i] for i in kept]
    return meshio.Mesh(mesh.points, [mesh.cells[i] for i in kept], cell_data={"part": tags})


@pytest.mark.parametrize("ending", ["vtu", "vtk", "bdf"])
def test_numbers_of_parts_are_tags(kernel: Any, tmp_path: Path, ending: str) -> None:
    mesh = simple(kernel, tmp_path)
    if ending == "bdf":
        mesh.cell_data = {"nastran:ref": mesh.cell_data["part"]}
    meshio.write(tmp_path / f"box.{ending}", mesh)
    done = convert(tmp_path / f"box.{ending}", tmp_path / "out.msh")
    assert done.elements == {"hexahedra": 8, "quadrangles": 24}
    assert done.groups == {3: {"5": 8}, 2: {"7": 24}, 1: {}}
    report = find_program().ask("mesh", str(tmp_path / "out.msh"))
    assert "48" in report  # tets
    assert f"{math.prod(SIZE):.4g}" in report


@pytest.mark.parametrize("whole", [True, False], ids=["complete", "serendipity"])
@pytest.mark.parametrize("ending", ["vtu", "exo"])
def test_second_order(kernel: Any, tmp_path: Path, ending: str, whole: bool) -> None:
    # meshio writes nodes into Exodus files in the order of VTK, which is not that of Exodus: their
    # places tell.
    meshio.write(tmp_path / f"box.{ending}", simple(kernel, tmp_path, 2, whole))
    done = convert(tmp_path / f"box.{ending}", tmp_path / "out.msh")
    assert done.elements["hexahedra"] == 8
    written = meshio.read(tmp_path / "out.msh")
    assert {b.type for b in written.cells} == {QUAD, "hexahedron27" if whole else "hexahedron20"}
    assert "second order" in find_program().ask("mesh", str(tmp_path / "out.msh"))


def test_sets_of_abaqus(tmp_path: Path) -> None:
    # meshio loses one of two *ELEMENT lines with one ELSET.
    nodes = [(x, y, z) for z in range(4) for y in (0, 1) for x in (0, 1)]
    lines = ["*NODE", *(f"{i}, {x}, {y}, {z}" for i, (x, y, z) in enumerate(nodes, 1))]
    for k, name in enumerate(("low", "high", "low")):
        ring = [4 * k + i for i in (1, 2, 4, 3, 5, 6, 8, 7)]
        lines += [f"*ELEMENT, TYPE=C3D8, ELSET={name}", f"{k + 1}, " + ", ".join(map(str, ring))]
    lines += ["*ELEMENT, TYPE=S4, ELSET=floor", "9, 1, 2, 4, 3", "*ELSET, ELSET=all", "1, 2, 3"]
    (tmp_path / "a.inp").write_text("\n".join(lines) + "\n")
    done = convert(tmp_path / "a.inp", tmp_path / "a.msh")
    assert done.groups[3] == {"low": 2, "high": 1}
    assert done.groups[2] == {"floor": 1}
    assert any("makes no group of its own" in note for note in done.notes)
    assert convert(tmp_path / "a.inp", tmp_path / "a.msh", groups=["all", "floor"]).groups[3] == {"all": 3}
    # "all" without the last of "low": neither lies in the other
    (tmp_path / "b.inp").write_text("\n".join([*lines[:-1], "1, 2"]) + "\n")
    with pytest.raises(
        MeshError, match=r'the sets "(all|low)" and "(all|low)" have 1 volume elements in common'
    ):
        convert(tmp_path / "b.inp", tmp_path / "b.msh")
    assert convert(tmp_path / "b.inp", tmp_path / "b.msh", groups="low").groups[3] == {
        "low": 2,
        "ungrouped": 1,
    }


def test_groups_of_med(kernel: Any, tmp_path: Path) -> None:
    hexahedra(kernel, tmp_path / "box.msh", (2, 2, 2))
    kernel.write(str(tmp_path / "box.med"))
    done = convert(tmp_path / "box.med", tmp_path / "out.msh")
    assert done.groups[3] == {"air": 8}
    assert done.groups[2] == {"wall": 24}


def exodus(path: Path, side: int = 5) -> None:
    """Writes two hexahedra above each other in two blocks, and two sides of the first."""
    netcdf = pytest.importorskip("netCDF4")
    nodes = np.array([(x, y, z) for z in range(3) for y in (0, 1) for x in (0, 1)], dtype=float)
    with netcdf.Dataset(str(path), "w", format="NETCDF3_64BIT_OFFSET") as data:
        for name, size in [("num_nodes", 12), ("num_el_blk", 2), ("num_side_sets", 1), ("len_name", 33),
                           ("n1", 1), ("n8", 8), ("n2", 2)]:  # fmt: skip
            data.createDimension(name, size)
        for axis, name in enumerate("xyz"):
            data.createVariable(f"coord{name}", "f8", ("num_nodes",))[:] = nodes[:, axis]
        for k in (1, 2):
            block = data.createVariable(f"connect{k}", "i4", ("n1", "n8"))
            block.elem_type = "HEX8"
            block[:] = [[4 * (k - 1) + i for i in (1, 2, 4, 3, 5, 6, 8, 7)]]
        data.createVariable("eb_prop1", "i4", ("num_el_blk",))[:] = [10, 20]
        data.createVariable("eb_names", "S1", ("num_el_blk", "len_name"))[:] = [
            list(name.ljust(33, "\0")) for name in ("air", "")
        ]
        data.createVariable("ss_prop1", "i4", ("num_side_sets",))[:] = [3]
        data.createVariable("ss_names", "S1", ("num_side_sets", "len_name"))[:] = [
            list("floor".ljust(33, "\0"))
        ]
        data.createVariable("elem_ss1", "i4", ("n2",))[:] = [1, 2]
        data.createVariable("side_ss1", "i4", ("n2",))[:] = [side, 2]


def test_side_sets_of_exodus(tmp_path: Path) -> None:
    exodus(tmp_path / "a.exo")
    done = convert(tmp_path / "a.exo", tmp_path / "a.msh")
    assert done.groups == {3: {"air": 1, "20": 1}, 2: {"floor": 2}, 1: {}}
    written = meshio.read(tmp_path / "a.msh")
    faces = [written.points[ring] for block in written.cells if block.type == QUAD for ring in block.data]
    assert sorted(tuple(face.mean(axis=0)) for face in faces) == [(0.5, 0.5, 0.0), (1.0, 0.5, 1.5)]
    exodus(tmp_path / "b.exo", side=7)
    with pytest.raises(MeshError, match=r"side set 3 \(floor\) has the side 7 of an element with 6"):
        convert(tmp_path / "b.exo", tmp_path / "b.msh")


def test_node_sets_of_exodus(tmp_path: Path) -> None:
    """The nodes of the lower brick: its five outer faces, one of which is shared by no set; of the four nodes
    between the bricks the inner face."""
    exodus(tmp_path / "a.exo")
    netcdf = pytest.importorskip("netCDF4")
    sets = {"lower": range(1, 9), "between": range(5, 9), "edge": (1, 2), "floor": range(1, 5)}
    with netcdf.Dataset(str(tmp_path / "a.exo"), "a") as data:
        data.createDimension("num_node_sets", len(sets))
        data.createVariable("ns_prop1", "i4", ("num_node_sets",))[:] = range(1, len(sets) + 1)
        names = data.createVariable("ns_names", "S1", ("num_node_sets", "len_name"))
        for k, (name, nodes) in enumerate(sets.items(), 1):
            names[k - 1] = list(name.ljust(33, "\0"))
            data.createDimension(f"in{k}", len(nodes))
            data.createVariable(f"node_ns{k}", "i4", (f"in{k}",))[:] = list(nodes)
    done = convert(tmp_path / "a.exo", tmp_path / "a.msh", groups=["air", "20", "lower", "between"])
    assert done.groups[2] == {"lower": 5, "between": 1}
    done = convert(tmp_path / "a.exo", tmp_path / "a.msh")
    assert done.groups[2]["floor"] == 2  # the side set
    assert any('"floor" is left out: a group of surfaces has its name' in note for note in done.notes)
    assert any('"edge" is left out: no face' in note for note in done.notes)
    with netcdf.Dataset(str(tmp_path / "a.exo"), "a") as data:
        data["node_ns2"][:] = [5, 6, 7, 99]
    with pytest.raises(MeshError, match="node set 2 names a node that the file does not have"):
        convert(tmp_path / "a.exo", tmp_path / "a.msh")


def test_node_sets_and_includes_of_abaqus(tmp_path: Path) -> None:
    lines = ["*NODE", "1, 0, 0, 0", "2, 1, 0, 0", "3, 0, 1, 0", "4, 0, 0, 1"]
    element = ["*ELEMENT, TYPE=C3D4, ELSET=air", "1, 1, 2, 3, 4"]
    (tmp_path / "a.inp").write_text("\n".join([*lines, *element, "*NSET, NSET=floor", "1, 2, 3"]) + "\n")
    done = convert(tmp_path / "a.inp", tmp_path / "a.msh")
    assert done.groups == {3: {"air": 1}, 2: {"floor": 1}, 1: {}}
    (tmp_path / "part.inp").write_text("\n".join(element) + "\n")
    (tmp_path / "b.inp").write_text("\n".join([*lines, "*INCLUDE, INPUT=part.inp"]) + "\n")
    with pytest.raises(MeshError, match=r"\*INCLUDE is not converted"):
        convert(tmp_path / "b.inp", tmp_path / "b.msh")


def one_tet(**more: Any) -> Any:
    points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype=float)
    return meshio.Mesh(points, [(TETRA, np.array([[0, 1, 2, 3]]))], **more)


def test_arrays_that_may_be_parts(tmp_path: Path) -> None:
    mesh = one_tet(cell_data={"a": [np.array([0])], "b": [np.array([4])], "field": [np.array([0.5])]})
    mesh.write(tmp_path / "a.vtu")
    with pytest.raises(MeshError, match=r"several arrays may number the parts of the mesh: a, b; .*--groups"):
        convert(tmp_path / "a.vtu", tmp_path / "a.msh")
    assert convert(tmp_path / "a.vtu", tmp_path / "a.msh", groups="b").groups[3] == {"4": 1}
    # 0 is no tag of Gmsh: the group has it as its name
    assert convert(tmp_path / "a.vtu", tmp_path / "a.msh", groups="a").groups[3] == {"0": 1}
    with pytest.raises(CurlewError, match=r'no set "field" .* arrays a, b'):
        convert(tmp_path / "a.vtu", tmp_path / "a.msh", groups="field")


def test_a_mesh_without_parts(tmp_path: Path) -> None:
    one_tet().write(tmp_path / "a.vtu")
    done = convert(tmp_path / "a.vtu", tmp_path / "a.msh")
    assert done.groups == {3: {"volume": 1}, 2: {}, 1: {}}


def test_what_cannot_be_converted(tmp_path: Path) -> None:
    source, target = tmp_path / "a.vtu", tmp_path / "a.msh"
    with pytest.raises(MeshError, match="there is no such file"):
        convert(source, target)
    source.write_text("<VTKFile")
    with pytest.raises(MeshError, match=r"a\.vtu: meshio cannot read it: "):
        convert(source, target)
    with pytest.raises(CurlewError, match=r'must end in "\.msh"'):
        convert(source, tmp_path / "a.vtk")
    points = np.random.default_rng(1).random((12, 3))
    meshio.Mesh(points, [("line4", np.arange(4)[None])]).write(source)
    with pytest.raises(MeshError, match=r"the elements of block 1 are of the type line4 with 4 nodes"):
        convert(source, target)
    # a voxel, which meshio leaves out with a warning
    (tmp_path / "a.vtk").write_text(
        "# vtk DataFile Version 3.0\nvoxel\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 double\n"
        + "".join(f"{x} {y} {z}\n" for z in (0, 1) for y in (0, 1) for x in (0, 1))
        + "CELLS 1 9\n8 0 1 2 3 4 5 6 7\nCELL_TYPES 1\n11\n"
    )
    with pytest.raises(MeshError, match=r"a\.vtk: .*cannot handle"):
        convert(tmp_path / "a.vtk", target)
    meshio.Mesh(points, [("tetra10", np.arange(10)[None])]).write(source)
    with pytest.raises(MeshError, match=r"block 1: the nodes on the edges of tetra10 have no order"):
        convert(source, target)
    meshio.Mesh(points, [("line", np.array([[0, 1]]))]).write(source)
    with pytest.raises(MeshError, match="no volumes and no surfaces"):
        convert(source, target)
    (tmp_path / "a.exo").write_bytes(b"CDF\x01 cut")
    with pytest.raises(MeshError, match=r"a\.exo: cannot be read as an Exodus file"):
        convert(tmp_path / "a.exo", target)
    assert not target.exists()


def test_without_meshio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_tet().write(tmp_path / "a.vtu")
    monkeypatch.setitem(sys.modules, "meshio", None)
    with pytest.raises(MissingExtraError, match=r"needs meshio, .*pip install 'curlew\[mesh\]'"):
        convert(tmp_path / "a.vtu", tmp_path / "a.msh")
    assert main(["convert", str(tmp_path / "a.vtu"), str(tmp_path / "a.msh")]) == 2


def test_the_program_starts_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_tet().write(tmp_path / "a.vtu")
    command = [find_program().path, "mesh", "convert", tmp_path / "a.vtu", tmp_path / "a.msh"]
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "volume groups: volume (1)" in done.stdout
    done = subprocess.run([*command, "--groups", "x"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 'there is no set "x"' in done.stderr
    monkeypatch.setenv("PATH", str(tmp_path))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "python3 cannot be started" in done.stderr
    # an interpreter without the package
    (tmp_path / "python3").write_text("#!/bin/sh\necho 'error: no package' >&2\nexit 2\n")
    (tmp_path / "python3").chmod(0o755)
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2


@pytest.mark.parametrize("order", [1, 2])
def test_the_resonance_of_hexahedra(kernel: Any, tmp_path: Path, order: int) -> None:
    """The box of hexahedra and the program's box of tets ring at TE101: exact within 1e-3."""
    a, _, c = SIZE
    exact = 299792458 / 2 * math.hypot(1 / a, 1 / c)
    hexahedra(kernel, tmp_path / "box.msh", (6, 2, 6), order)
    case = curlew.Case.new("fem")
    case["mesh.file"] = str(tmp_path / "box.msh")
    case["materials.air"] = {}
    case["regions.air"] = "air"
    case["boundaries.wall.type"] = "pec"
    case["eigenmodes"] = {"count": 1, "near": exact}
    case["discretization.order"] = 2
    found = curlew.run(case, tmp_path / "hexahedra").modes["f"][0]
    assert found == pytest.approx(exact, rel=1e-3)
    box = {"size": list(SIZE), "cells": [6, 2, 6]}
    tets = case.copy()
    tets["mesh"], tets["regions"] = {"box": box}, {"volume": "air"}
    tets["boundaries"] = {"default": {"type": "pec"}}
    of_tets = curlew.run(tets, tmp_path / "tets").modes["f"][0]
    assert found == pytest.approx(of_tets, rel=1e-3)
