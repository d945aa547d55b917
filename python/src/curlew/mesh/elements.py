"""Shapes of elements: their corners, edges and quadrilateral faces in Gmsh's order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from curlew.errors import MeshError

#: Elements of a block whose nodes are looked at to find the order of those on edges.
_SAMPLE = 1000
#: A node farther from the middle of its edge or face than this fraction of the edge is on none.
_FARTHEST = 0.4


@dataclass(frozen=True)
class Shape:
    """One shape of element.

    Attributes:
        dimension: 3, 2 or 1.
        corners: Their number.
        edges: Corners of each edge, in the order of Gmsh's nodes of second order.
        quads: Corners of each quadrilateral face, in the order of Gmsh's nodes on faces.
        types: Gmsh's number of the element type for each number of nodes.
        plural: Its name in reports.
    """

    dimension: int
    corners: int
    edges: tuple[tuple[int, int], ...]
    quads: tuple[tuple[int, int, int, int], ...]
    types: dict[int, int]
    plural: str


#: By the names of meshio, without the number of nodes.
SHAPES = {
    "tetra": Shape(
        3, 4, ((0, 1), (1, 2), (0, 2), (0, 3), (2, 3), (1, 3)), (), {4: 4, 10: 11}, "tetrahedra"
    ),
    "hexahedron": Shape(
        3,
        8,
        (
            (0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3),
            (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7),
        ),
        ((0, 3, 2, 1), (0, 1, 5, 4), (0, 4, 7, 3), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7)),
        {8: 5, 20: 17, 27: 12},
        "hexahedra",
    ),
    "wedge": Shape(
        3,
        6,
        ((0, 1), (0, 2), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (3, 5), (4, 5)),
        ((0, 1, 4, 3), (0, 3, 5, 2), (1, 2, 5, 4)),
        {6: 6, 15: 18, 18: 13},
        "prisms",
    ),
    "pyramid": Shape(
        3,
        5,
        ((0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4)),
        ((0, 3, 2, 1),),
        {5: 7, 13: 19, 14: 14},
        "pyramids",
    ),
    "triangle": Shape(2, 3, ((0, 1), (1, 2), (0, 2)), (), {3: 2}, "triangles"),
    "quad": Shape(2, 4, ((0, 1), (1, 2), (2, 3), (3, 0)), (), {4: 3}, "quadrangles"),
    "line": Shape(1, 2, ((0, 1),), (), {2: 1}, "lines"),
}  # fmt: skip

#: Faces by the corners, in the order of the sides of Exodus II.
SIDES = {
    "tetra": ((0, 1, 3), (1, 2, 3), (0, 3, 2), (0, 2, 1)),
    "hexahedron": ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (0, 3, 2, 1), (4, 5, 6, 7)),
    "wedge": ((0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)),
    "pyramid": ((0, 1, 4), (1, 2, 4), (2, 3, 4), (0, 4, 3), (0, 3, 2, 1)),
}


def in_gmsh_order(
    shape: Shape, name: str, nodes: NDArray[np.int64], points: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Returns the nodes of volume elements in Gmsh's order.

    Corners have one order in all formats. The order of the nodes on edges and faces is found from
    their places, since formats and their readers differ in it.

    Args:
        shape: Shape of all of them.
        name: Name of their type, for messages.
        nodes: Nodes of each, shape (elements, nodes of one).
        points: Coordinates of all nodes, shape (nodes, 3).

    Raises:
        MeshError: A node lies near no edge, face or middle of its element.
    """
    corners = shape.corners
    if nodes.shape[1] == corners or len(nodes) == 0:
        return nodes
    at = points[nodes[:: max(1, len(nodes) // _SAMPLE)]]
    middles = [at[:, list(edge)].mean(axis=1) for edge in shape.edges]
    if nodes.shape[1] > corners + len(shape.edges):
        middles += [at[:, list(quad)].mean(axis=1) for quad in shape.quads]
    if nodes.shape[1] > len(middles) + corners:
        middles.append(at[:, :corners].mean(axis=1))
    lengths = np.stack([np.linalg.norm(at[:, a] - at[:, b], axis=1) for a, b in shape.edges]).mean(axis=0)
    order = []
    for middle in middles:
        gaps = np.linalg.norm(at[:, corners:] - middle[:, None], axis=2) / lengths[:, None]
        order.append(int(np.argmin(gaps.mean(axis=0))))
        worst = int(np.argmax(gaps[:, order[-1]]))
        if not gaps[worst, order[-1]] < _FARTHEST:
            raise MeshError(
                f"the nodes on the edges of {name} have no order that fits their places: in one element "
                f"the nearest to the middle {np.array2string(middle[worst], precision=6)} is "
                f"{gaps[worst, order[-1]]:.2g} of an edge away"
            )
    if len(set(order)) != len(order):
        raise MeshError(f"the nodes on the edges of {name} have no order that fits their places")
    return nodes[:, [*range(corners), *(corners + k for k in order)]]
