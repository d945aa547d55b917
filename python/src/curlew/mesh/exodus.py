"""Reading Exodus II: blocks, side sets, node sets and their names, which meshio does not keep."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from curlew._extras import load
from curlew.errors import MeshError
from curlew.mesh.contents import Contents
from curlew.mesh.elements import SHAPES, SIDES
from curlew.mesh.node_sets import add_node_set

# Exodus' names of elements, the number of nodes cut off.
_NAMES = {
    "SPHERE": "vertex",
    "BEAM": "line",
    "BAR": "line",
    "TRUSS": "line",
    "EDGE": "line",
    "SHELL": "quad",
    "QUAD": "quad",
    "TRI": "triangle",
    "TRIANGLE": "triangle",
    "TRISHELL": "triangle",
    "HEX": "hexahedron",
    "HEXAHEDRON": "hexahedron",
    "TET": "tetra",
    "TETRA": "tetra",
    "PYRAMID": "pyramid",
    "WEDGE": "wedge",
}


def read(path: Path) -> Contents:
    """Returns the blocks of elements, the side sets and the node sets of an Exodus file as groups.

    Raises:
        MissingExtraError: netCDF4 is not installed.
        MeshError: The file is no Exodus file or has elements that are not converted.
    """
    netcdf = load("netCDF4", "mesh", "reading Exodus files")
    try:
        with netcdf.Dataset(str(path)) as data:
            data.set_auto_mask(False)
            return _Reader(path, data).read()
    except (OSError, KeyError, IndexError, RuntimeError, AttributeError) as error:
        raise MeshError(f"{path}: cannot be read as an Exodus file: {error}") from error


class _Reader:
    def __init__(self, path: Path, data: Any) -> None:
        self.path, self.data = path, data

    def read(self) -> Contents:
        variables = self.data.variables
        if "coord" in variables:
            rows = np.asarray(variables["coord"][:], dtype=float)
        else:
            rows = np.stack([np.asarray(variables[f"coord{x}"][:], dtype=float)
                             for x in "xyz" if f"coord{x}" in variables])  # fmt: skip
        points = np.zeros((rows.shape[1], 3))
        points[:, : len(rows)] = rows.T
        mesh = Contents(points)
        count = len(self.data.dimensions["num_el_blk"])
        starts, indices = [1], []  # by block: number of its first element, index in `mesh`
        for k, (name, number) in enumerate(self.names("eb", count), 1):
            nodes, index = np.empty((0, 0), dtype=np.int64), None
            if f"connect{k}" in variables:
                variable = variables[f"connect{k}"]
                nodes = np.asarray(variable[:], dtype=np.int64) - 1
                kind = str(variable.elem_type).strip("\0 ").upper().rstrip("0123456789")
                base = _NAMES.get(kind, kind)
                if base == "quad" and nodes.shape[1] in (3, 6):  # a triangle that is called SHELL
                    base = "triangle"
                index = mesh.add_block(self.path, base, nodes, f"the elements of block {number}")
            if index is not None:
                mesh.add_members(name, 0 if name else number, {index: np.arange(len(nodes))})
            starts.append(starts[-1] + len(nodes))
            indices.append(index)
        sets = self.data.dimensions.get("num_side_sets")
        for k, (name, number) in enumerate(self.names("ss", len(sets) if sets is not None else 0), 1):
            if f"elem_ss{k}" in variables:
                self.add_side_set(mesh, name, number, k, np.asarray(starts), indices)
        sets = self.data.dimensions.get("num_node_sets")
        for k, (name, number) in enumerate(self.names("ns", len(sets) if sets is not None else 0), 1):
            if f"node_ns{k}" in variables:
                nodes = np.asarray(variables[f"node_ns{k}"][:], dtype=np.int64) - 1
                if nodes.size and (nodes.min() < 0 or nodes.max() >= len(points)):
                    raise MeshError(
                        f"{self.path}: node set {number} names a node that the file does not have"
                    )
                add_node_set(self.path, mesh, name, 0 if name else number, nodes)
        return mesh

    def names(self, kind: str, count: int) -> list[tuple[str, int]]:
        """Returns the name, maybe empty, and the number of each block ("eb"), side set ("ss") or node set
        ("ns")."""
        numbers, names = list(range(1, count + 1)), [""] * count
        if f"{kind}_prop1" in self.data.variables:
            numbers = [int(n) for n in self.data.variables[f"{kind}_prop1"][:]]
        if f"{kind}_names" in self.data.variables:
            rows = np.asarray(self.data.variables[f"{kind}_names"][:])
            names = [b"".join(row.astype("S1").tolist()).split(b"\0")[0].decode().strip() for row in rows]
        return list(zip(names, numbers, strict=True))

    def add_side_set(
        self,
        mesh: Contents,
        name: str,
        number: int,
        k: int,
        starts: NDArray[np.int64],
        indices: list[int | None],
    ) -> None:
        elements = np.asarray(self.data.variables[f"elem_ss{k}"][:], dtype=np.int64)
        sides = np.asarray(self.data.variables[f"side_ss{k}"][:], dtype=np.int64)
        what = f"side set {number}{f' ({name})' if name else ''}"
        faces: dict[str, list[NDArray[np.int64]]] = {"triangle": [], "quad": []}
        left_out = 0
        for b, index in enumerate(indices):
            here = (elements >= starts[b]) & (elements < starts[b + 1])
            if not here.any():
                continue
            shape = None if index is None else mesh.blocks[index].shape
            of_shape = next((SIDES[base] for base in SIDES if SHAPES[base] is shape), None)
            if index is None or of_shape is None:
                left_out += int(here.sum())
                continue
            for side in np.unique(sides[here]):
                if not 1 <= side <= len(of_shape):
                    raise MeshError(
                        f"{self.path}: {what} has the side {side} of an element with {len(of_shape)}"
                    )
                corners = list(of_shape[side - 1])
                chosen = elements[here & (sides == side)] - starts[b]
                faces["quad" if len(corners) == 4 else "triangle"].append(
                    mesh.blocks[index].nodes[chosen][:, corners]
                )
        for base, parts in faces.items():
            if parts:
                nodes = np.concatenate(parts)
                index = mesh.add_block(self.path, base, nodes, what)
                assert index is not None
                mesh.add_members(name, 0 if name else number, {index: np.arange(len(nodes))})
        if left_out:
            mesh.notes.append(f"{what}: {left_out} sides of elements that are no volumes are left out")
