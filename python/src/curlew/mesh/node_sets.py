"""Sets of nodes as groups of surfaces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from curlew.mesh.contents import Contents
from curlew.mesh.elements import SHAPES, SIDES

Faces = NDArray[np.int64]


def add_node_set(path: Path, mesh: Contents, name: str, tag: int, nodes: NDArray[np.int64]) -> None:
    """Makes a set of nodes a group of the surface elements and outer faces of volume elements whose
    corners are all in it; of a set without outer faces the inner ones count.

    A set that a group has the name of already, and one that has no face, are left out with a note.

    Args:
        path: The file, for messages.
        mesh: Points and all other elements of the file.
        name: The name of the set, maybe empty.
        tag: Its number; 0 where it has a name.
        nodes: Indices of its points.
    """
    label = f'set of nodes "{name}"' if name else f"set of nodes {tag}"
    if any((group.name, group.tag) == (name, tag) for group in mesh.groups if group.dimension == 2):
        mesh.notes.append(f"{label} is left out: a group of surfaces has its name")
        return
    marked = np.zeros(len(mesh.points), dtype=bool)
    marked[nodes] = True
    members = {
        index: np.flatnonzero(marked[block.nodes].all(axis=1))
        for index, block in enumerate(mesh.blocks)
        if block.shape.dimension == 2
    }
    there = {tuple(sorted(row)) for i, rows in members.items() for row in mesh.blocks[i].nodes[rows].tolist()}
    found = {base: marked_faces(mesh, marked, corners) for base, corners in (("triangle", 3), ("quad", 4))}
    outer = any((counts == 1).any() for _, counts in found.values())
    for base, (faces, counts) in found.items():
        rows = [row for row in faces[counts == 1 if outer else counts > 0].tolist()
                if tuple(sorted(row)) not in there]  # fmt: skip
        if rows:
            index = mesh.add_block(path, base, np.array(rows), label)
            assert index is not None
            members[index] = np.arange(len(rows))
    count = sum(len(chosen) for chosen in members.values())
    if count == 0:
        mesh.notes.append(f"{label} is left out: no face has all of its corners in it")
        return
    mesh.add_members(name, tag, members)
    mesh.notes.append(
        f"{label} becomes a group of {count} {'outer ' if outer else ''}faces between its nodes"
    )


def marked_faces(mesh: Contents, marked: NDArray[np.bool_], corners: int) -> tuple[Faces, NDArray[np.int64]]:
    """Returns the faces (n, corners) of volume elements whose corners are all marked, each once, and how many
    elements have it."""
    parts = [np.empty((0, corners), dtype=np.int64)]
    for block in mesh.blocks:
        sides = next((SIDES[base] for base in SIDES if SHAPES[base] is block.shape), ())
        for side in sides:
            if len(side) == corners:
                face = block.nodes[:, list(side)]
                parts.append(face[marked[face].all(axis=1)])
    faces = np.concatenate(parts)
    _, first, counts = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
    return faces[first], counts
