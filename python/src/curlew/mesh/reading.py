"""Reading meshes of other programs through meshio."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from curlew._extras import load
from curlew.errors import CurlewError, MeshError, MissingExtraError
from curlew.mesh import exodus
from curlew.mesh.contents import Contents
from curlew.mesh.node_sets import add_node_set

#: Arrays on cells that number the parts of a mesh, by the programs that write them.
PART_ARRAYS = (
    "gmsh:physical",
    "nastran:ref",
    "medit:ref",
    "cell_tags",
    "CellEntityIds",
    "ElementBlockIds",
    "MaterialIDs",
    "MaterialIds",
    "material",
    "Material",
)
_INCLUDE = "*INCLUDE is not converted: put all *NODE and *ELEMENT into one file"


def read(path: Path, chosen: Sequence[str] = ()) -> Contents:
    """Returns the contents of a mesh file, its format told by the end of its name.

    Args:
        path: The file.
        chosen: Names of the sets or of the one array on cells that make the groups; none: all sets, or
            the array that is known to number parts.

    Raises:
        MissingExtraError: meshio, or the library that it needs for this format, is not installed.
        MeshError: The file cannot be read, or has elements that are not converted.
    """
    if not path.is_file():
        raise MeshError(f"{path}: there is no such file")
    if path.suffix.lower() in (".e", ".exo", ".ex2", ".exodus", ".g"):
        mesh = exodus.read(path)
        return _only(path, mesh, chosen) if chosen else mesh
    foreign, said = _read_by_meshio(path)
    points = np.zeros((len(foreign.points), 3))
    coordinates = np.asarray(foreign.points, dtype=float)
    points[:, : coordinates.shape[1]] = coordinates
    mesh = Contents(points, notes=[f"meshio: {line}" for line in said])
    places = [
        mesh.add_block(path, block.type, block.data, f"the elements of block {k}")
        for k, block in enumerate(foreign.cells, 1)
    ]
    sets = _sets(path, foreign)
    arrays = {name: data for name, data in foreign.cell_data.items() if _numbers_parts(data)}
    if len(chosen) == 1 and chosen[0] in arrays:
        _add_array(mesh, foreign, places, chosen[0])
    elif sets or chosen:
        for name, blocks in sets.items():
            mesh.add_members(name, 0, {i: m for i, m in zip(places, blocks, strict=True) if i is not None})
        _add_node_sets(path, mesh, foreign, chosen)
        if chosen:
            return _only(path, mesh, chosen, arrays)
    else:
        known = [name for name in PART_ARRAYS if name in arrays]
        if not known and len(arrays) > 1:
            raise MeshError(
                f"{path}: several arrays may number the parts of the mesh: {', '.join(arrays)}; "
                "name one of them by --groups"
            )
        for name in [*known, *arrays][:1]:
            _add_array(mesh, foreign, places, name)
        _add_node_sets(path, mesh, foreign, chosen)
    return mesh


def _add_node_sets(path: Path, mesh: Contents, foreign: Any, chosen: Sequence[str]) -> None:
    for name, nodes in foreign.point_sets.items():
        if not name.startswith("gmsh:") and (not chosen or name in chosen):
            add_node_set(path, mesh, name, 0, np.asarray(nodes, dtype=np.int64))


def _read_by_meshio(path: Path) -> tuple[Any, list[str]]:
    meshio = load("meshio", "mesh", "reading meshes of other programs")
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            mesh = meshio.read(path)
    except ImportError as error:
        raise MissingExtraError(
            f"{path}: meshio needs {error.name or 'another library'} for this format: "
            "pip install 'curlew[mesh]'"
        ) from error
    except (Exception, SystemExit) as error:  # whatever a reader of meshio meets
        lines = [" ".join(said.getvalue().split())] if said.getvalue().strip() else []
        reason = f"{type(error).__name__}: {error}" if not isinstance(error, SystemExit) else ""
        if path.suffix.lower() == ".inp" and re.search(rb"^\*include", path.read_bytes(), re.I | re.M):
            reason = f"{_INCLUDE} ({reason})" if reason else _INCLUDE
        raise MeshError(
            f"{path}: meshio cannot read it: {'; '.join([*filter(None, [reason]), *lines])}"
        ) from error
    lines = [line.strip() for line in said.getvalue().splitlines() if line.strip()]
    if "cannot handle" in said.getvalue():
        raise MeshError(f"{path}: meshio cannot read all of it: {' '.join(lines)}")
    return mesh, lines


def _numbers_parts(data: Sequence[Any]) -> bool:
    """True for one integer on each cell, also where it is written as a real number."""
    for part in data:
        array = np.asarray(part)
        if array.ndim == 2 and array.shape[1] == 1:
            array = array[:, 0]
        if array.ndim != 1 or array.dtype.kind not in "iuf":
            return False
        if array.dtype.kind == "f" and not np.array_equal(array, np.round(array)):
            return False
    return True


def _add_array(mesh: Contents, foreign: Any, places: list[int | None], name: str) -> None:
    names: dict[tuple[int, int], str] = {}
    for label, value in foreign.field_data.items():  # of Gmsh: tag and dimension
        if len(np.atleast_1d(value)) == 2:
            names[int(value[0]), int(value[1])] = label
    families = getattr(foreign, "cell_tags", {}) if name == "cell_tags" else {}  # of MED
    for index, part in zip(places, foreign.cell_data[name], strict=True):
        if index is None:
            continue
        numbers = np.asarray(part).reshape(-1).astype(np.int64)
        dimension = mesh.blocks[index].shape.dimension
        for number in np.unique(numbers):
            members = {index: np.flatnonzero(numbers == number)}
            if name == "cell_tags":
                for label in families.get(int(number), []):
                    mesh.add_members(label, 0, members)
            elif (int(number), dimension) in names:
                mesh.add_members(names[int(number), dimension], int(number), members)
            elif number > 0:
                mesh.add_members("", int(number), members)
            else:  # no number of a group in Gmsh
                mesh.add_members(str(number), 0, members)


def _sets(path: Path, foreign: Any) -> dict[str, list[NDArray[np.int64]]]:
    """Returns the named sets of cells: for each block the indices of its members."""
    none = np.empty(0, dtype=np.int64)
    sets: dict[str, list[NDArray[np.int64]]] = {}
    of_elements = _abaqus_elsets(path) if path.suffix.lower() == ".inp" else None
    for name, blocks in foreign.cell_sets.items():
        if name.startswith("gmsh:") or (of_elements is not None and name in of_elements):
            continue
        try:
            parts = [none if part is None else np.asarray(part, dtype=np.int64) for part in blocks]
        except (TypeError, ValueError) as error:
            raise MeshError(f'{path}: the set "{name}" consists of sets, which is not converted') from error
        sets[name] = parts + [none] * (len(foreign.cells) - len(parts))
    if of_elements is None:
        return sets
    if len(of_elements) != len(foreign.cells):
        raise MeshError(f"{path}: {_INCLUDE}")
    for k, elset in enumerate(of_elements):
        if elset is not None:
            parts = sets.setdefault(elset, [none] * len(foreign.cells))
            parts[k] = np.arange(len(foreign.cells[k].data))
    return sets


def _abaqus_elsets(path: Path) -> list[str | None]:
    """Returns the ELSET of each *ELEMENT line. (meshio loses those of several lines with one name.)"""
    elsets: list[str | None] = []
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if re.match(r"\*element\s*,", line, re.IGNORECASE):
                match = re.search(r",\s*elset\s*=\s*\"?([^,\"\s]+)", line, re.IGNORECASE)
                elsets.append(match[1] if match else None)
    return elsets


def _only(
    path: Path, mesh: Contents, chosen: Sequence[str], arrays: Sequence[str] | dict[str, Any] = ()
) -> Contents:
    there = {group.name or str(group.tag) for group in mesh.groups}
    for name in chosen:
        if name not in there:
            raise CurlewError(
                f'{path}: --groups: there is no set "{name}" of elements; there are '
                f"{', '.join(sorted(there)) or 'no sets'}"
                + (f", and the arrays {', '.join(arrays)}" if arrays else ""),
                code=2,
            )
    mesh.groups = [group for group in mesh.groups if (group.name or str(group.tag)) in chosen]
    return mesh
