"""A mesh as a file of any format has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from curlew.errors import MeshError
from curlew.mesh.elements import SHAPES, Shape, in_gmsh_order


@dataclass
class Block:
    """Elements of one shape.

    Attributes:
        shape: The shape.
        nodes: Indices of their nodes in Gmsh's order, shape (elements, nodes of one).
    """

    shape: Shape
    nodes: NDArray[np.int64]


@dataclass
class Group:
    """A named part.

    Attributes:
        name: Its name; empty where it has a number only.
        dimension: 3, 2 or 1.
        tag: Its number; 0 where it has a name only.
        members: For each block that it has elements of: their indices in the block.
    """

    name: str
    dimension: int
    tag: int = 0
    members: dict[int, NDArray[np.int64]] = field(default_factory=dict)

    def count(self) -> int:
        """Returns the number of its elements."""
        return sum(len(of_block) for of_block in self.members.values())

    def label(self) -> str:
        """Returns the name, or "tag 7"."""
        return f'"{self.name}"' if self.name else f"tag {self.tag}"


@dataclass
class Contents:
    """Points and elements with their groups.

    Attributes:
        points: Coordinates in the file's unit, shape (points, 3).
        blocks: The elements.
        groups: Parts of the blocks; may overlap.
        notes: What of the file is left out, in sentences.
    """

    points: NDArray[np.float64]
    blocks: list[Block] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add_block(self, path: Path, name: str, nodes: NDArray[np.int64], what: str) -> int | None:
        """Adds elements of the type that meshio calls `name`, such as "hexahedron20", and returns the
        index of their block; None for points, which no method needs. Surfaces and lines are reduced to
        their corners. `what` says which elements they are, for messages.

        Raises:
            MeshError: Elements of this type are not converted, or name absent nodes.
        """
        base = name.rstrip("0123456789")
        if base in ("vertex", "empty"):
            return None
        nodes = np.asarray(nodes, dtype=np.int64)
        if base == "pixel":
            base, nodes = "quad", nodes[:, [0, 1, 3, 2]]
        shape = SHAPES.get(base)
        known = {"triangle": (3, 6, 7), "quad": (4, 8, 9), "line": (2, 3)}.get(base)
        if shape is None or nodes.ndim != 2 or nodes.shape[1] not in (known or shape.types):
            raise MeshError(
                f"{path}: {what} are of the type {name}"
                + (f" with {nodes.shape[1]} nodes" if nodes.ndim == 2 else "")
                + ", which is not converted; convertible are tetrahedra, hexahedra, prisms, pyramids, "
                "triangles, quadrangles and lines of first and second order"
            )
        if nodes.size and (nodes.min() < 0 or nodes.max() >= len(self.points)):
            bad = int(np.argmax(((nodes < 0) | (nodes >= len(self.points))).any(axis=1)))
            raise MeshError(f"{path}: element {bad + 1} of {what} names a node that the file does not have")
        if shape.dimension == 3:
            try:
                nodes = in_gmsh_order(shape, name, nodes, self.points)
            except MeshError as error:
                raise MeshError(f"{path}: {what}: {error}") from error
        else:
            nodes = nodes[:, : shape.corners]
        self.blocks.append(Block(shape, nodes))
        return len(self.blocks) - 1

    def add_members(self, name: str, tag: int, members: dict[int, NDArray[np.int64]]) -> None:
        """Adds elements to the groups of this name or tag, one group for each dimension."""
        for index, chosen in members.items():
            if len(chosen) == 0:
                continue
            dimension = self.blocks[index].shape.dimension
            key = (name, tag, dimension)
            group = next((g for g in self.groups if (g.name, g.tag, g.dimension) == key), None)
            if group is None:
                group = Group(name, dimension, tag)
                self.groups.append(group)
            before = group.members.get(index, np.empty(0, dtype=np.int64))
            group.members[index] = np.union1d(before, np.asarray(chosen, dtype=np.int64))
