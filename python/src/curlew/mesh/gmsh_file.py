"""Writing Gmsh files of format 2.2."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from curlew.errors import MeshError, OutputError
from curlew.mesh.contents import Contents, Group


def write(path: Path, mesh: Contents) -> None:
    """Writes points and all elements that are in groups, an element once for each of its groups.

    Args:
        path: The file, which appears whole or not at all.
        mesh: Its groups have tags above 0, of one dimension all different.

    Raises:
        OutputError: The file cannot be written.
        MeshError: A name has a quote or a line break, which Gmsh cannot read, or there are more nodes
            or elements than the format can number.
    """
    for group in mesh.groups:
        if set(group.name) & set('"\n\r'):
            raise MeshError(f"the name {group.name!r} of a group has a quote or a line break")
    used = np.zeros(len(mesh.points), dtype=bool)
    for group in mesh.groups:
        for index, members in group.members.items():
            used[mesh.blocks[index].nodes[members]] = True
    numbers = np.cumsum(used)
    total = sum(group.count() for group in mesh.groups)
    if max(int(used.sum()), total) >= 2**31:
        raise MeshError(f"{path}: {total} elements are more than Gmsh's format 2.2 can number")
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            file.write(b"$MeshFormat\n2.2 1 8\n" + np.int32(1).tobytes() + b"\n$EndMeshFormat\n")
            named = [group for group in mesh.groups if group.name]
            if named:
                file.write(b"$PhysicalNames\n%d\n" % len(named))
                for group in named:
                    file.write(f'{group.dimension} {group.tag} "{group.name}"\n'.encode())
                file.write(b"$EndPhysicalNames\n")
            nodes = np.zeros(int(used.sum()), dtype=[("number", np.int32), ("place", np.float64, 3)])
            nodes["number"] = np.arange(1, len(nodes) + 1)
            nodes["place"] = mesh.points[used]
            file.write(b"$Nodes\n%d\n" % len(nodes) + nodes.tobytes() + b"\n$EndNodes\n")
            file.write(b"$Elements\n%d\n" % total)
            first = 1
            for group in mesh.groups:
                for index, members in group.members.items():
                    file.write(_elements(mesh, group, index, members, numbers, first))
                    first += len(members)
            file.write(b"\n$EndElements\n")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OutputError(f"{path} cannot be written: {error.strerror}", code=5) from error


def _elements(
    mesh: Contents,
    group: Group,
    index: int,
    members: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    first: int,
) -> bytes:
    block = mesh.blocks[index]
    nodes = numbers[block.nodes[members]]
    rows = np.empty((len(nodes), 3 + nodes.shape[1]), dtype=np.int32)
    rows[:, 0] = np.arange(first, first + len(nodes))
    rows[:, 1] = rows[:, 2] = group.tag
    rows[:, 3:] = nodes
    return np.array([block.shape.types[nodes.shape[1]], len(nodes), 2], np.int32).tobytes() + rows.tobytes()
