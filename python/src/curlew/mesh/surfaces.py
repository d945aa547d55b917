"""The groups of surfaces and tetrahedra of a Gmsh file, by NumPy: formats 2.2 and 4.1, text and binary."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from curlew.errors import MeshError

#: Nodes of elements by Gmsh's number of their type, and corners of those on surfaces and of tetrahedra.
_NODES = {1: 2, 2: 3, 3: 4, 4: 4, 5: 8, 6: 6, 7: 5, 8: 3, 9: 6, 10: 9, 11: 10, 12: 27, 13: 18, 14: 14, 15: 1,
          16: 8, 17: 20, 18: 15, 19: 13, 20: 9, 21: 10, 26: 4, 29: 20}  # fmt: skip
_CORNERS = {2: 3, 9: 3, 20: 3, 21: 3, 3: 4, 10: 4, 16: 4, 4: 4, 11: 4, 29: 4}
_TETRAHEDRA = {4, 11, 29}

Ints = NDArray[np.int64]
#: Dimension and tag of a group, and the nodes of its triangles (triangles, 3) or tetrahedra (tetrahedra, 4).
_Parts = list[tuple[int, int, Ints]]


@dataclass(frozen=True)
class MeshGroups:
    """What a file has of surfaces and volumes.

    Attributes:
        surfaces: Corners of the triangles of each surface group, (triangles, 3, 3), in the file's unit.
        places: Nodes, (nodes, 3), in the file's unit.
        tetrahedra: Nodes of tetrahedra, (tetrahedra, 4).
        regions: The number of the volume group of each.
    """

    surfaces: dict[str, NDArray[np.float64]]
    places: NDArray[np.float64]
    tetrahedra: Ints
    regions: Ints


class _Numbers:
    """The numbers of a section, one after the other."""

    def __init__(self, data: bytes, binary: bool) -> None:
        self._binary = binary
        self._data = data
        self._values = np.empty(0) if binary else np.array(data.split(), dtype=float)
        self._at = 0

    def take(self, count: int, kind: str) -> NDArray[np.float64]:
        """Returns the next numbers; their kind counts in binary files: "i4", "u8" or "f8"."""
        size = np.dtype(kind).itemsize if self._binary else 1
        end = self._at + count * size
        if self._binary:
            found = np.frombuffer(self._data[self._at : end], dtype="<" + kind).astype(float)
        else:
            found = self._values[self._at : end]
        if len(found) != count:
            raise ValueError("a section is cut")
        self._at = end
        return found

    def ints(self, count: int, kind: str = "i4") -> list[int]:
        return [int(v) for v in self.take(count, kind)]


def surface_groups(file: Path) -> dict[str, NDArray[np.float64]]:
    """Returns the corners of the triangles of each surface group, (triangles, 3, 3), in the file's unit.

    Raises:
        MeshError: As of `mesh_groups`.
    """
    return mesh_groups(file).surfaces


def mesh_groups(file: Path) -> MeshGroups:
    """Returns the groups of a file. Quadrangles are two triangles; surface groups without a name have their
    number; volumes of other elements than tetrahedra are left out.

    Raises:
        MeshError: The file cannot be read, is of another format, or is broken.
    """
    try:
        data = file.read_bytes()
        head = _section(data, "MeshFormat").split(None, 3)
        version, binary = head[0].decode("ascii"), head[1] == b"1"
        if version not in ("2.2", "4.1"):
            raise MeshError(f"{file} is of Gmsh's format {version}, which is not drawn")
        read = _read_2 if version == "2.2" else _read_4
        places, parts = read(data, binary)
        names = _names(data)
        groups: dict[str, list[Ints]] = {}
        solids: list[tuple[int, Ints]] = []
        for dimension, tag, nodes in parts:
            if dimension == 2:
                groups.setdefault(names.get(tag, str(tag)), []).append(nodes)
            else:
                solids.append((tag, nodes))
        surfaces = {name: places[np.concatenate(nodes)] for name, nodes in groups.items()}
        tetrahedra = np.concatenate([nodes for _, nodes in solids] or [np.empty((0, 4), dtype=np.int64)])
        regions = np.repeat([tag for tag, _ in solids], [len(nodes) for _, nodes in solids]).astype(np.int64)
        return MeshGroups(surfaces, places, tetrahedra, regions)
    except OSError as error:
        raise MeshError(f"{file} cannot be read: {error.strerror}") from error
    except (KeyError, IndexError, ValueError) as error:
        raise MeshError(f"{file} is broken, or no Gmsh file: {error!r}") from error


def _section(data: bytes, name: str) -> bytes:
    begin = data.index(f"${name}".encode())
    begin = data.index(b"\n", begin) + 1
    return data[begin : data.index(f"$End{name}".encode(), begin)]


def _names(data: bytes) -> dict[int, str]:
    if b"$PhysicalNames" not in data:
        return {}
    lines = _section(data, "PhysicalNames").decode("utf-8", errors="replace").splitlines()[1:]
    words = [line.split(maxsplit=2) for line in lines]
    return {int(tag): name.strip().strip('"') for dimension, tag, name in words if dimension == "2"}


def _dimension(kind: int) -> int:
    return 3 if kind in _TETRAHEDRA else 2


def _simplices(kind: int, nodes: Ints) -> Ints:
    """Returns the triangles of triangles or quadrangles; tetrahedra as they are."""
    if kind in _TETRAHEDRA or nodes.shape[1] == 3:
        return nodes
    return np.concatenate([nodes[:, :3], nodes[:, [0, 2, 3]]])


def _placed(tags: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    found = np.full((int(tags.max()) + 1, 3), np.nan)
    found[tags.astype(np.int64)] = places
    return found


def _read_2(data: bytes, binary: bool) -> tuple[NDArray[np.float64], _Parts]:
    count, _, rest = _section(data, "Nodes").partition(b"\n")
    if binary:
        row = np.dtype([("tag", "<i4"), ("place", "<f8", 3)])
        rows = np.frombuffer(rest, dtype=row, count=int(count))
        places = _placed(rows["tag"].astype(float), rows["place"])
    else:
        table = np.array(rest.split(), dtype=float).reshape(int(count), 4)
        places = _placed(table[:, 0], table[:, 1:])
    count, _, rest = _section(data, "Elements").partition(b"\n")
    numbers = _Numbers(rest, binary)
    parts: dict[tuple[int, int], list[Ints]] = {}
    read = 0
    while read < int(count):
        if binary:
            kind, follow, tags = numbers.ints(3)
        else:
            follow, (_, kind, tags) = 1, numbers.ints(3)
        before = 1 if binary else 0
        wide = before + tags + _NODES[kind]
        rows = numbers.take(follow * wide, "i4").reshape(follow, wide).astype(np.int64)
        read += follow
        if kind in _CORNERS and tags:
            first = before + tags
            corners = rows[:, first : first + _CORNERS[kind]]
            for tag in np.unique(rows[:, before]):
                parts.setdefault((int(tag), kind), []).append(corners[rows[:, before] == tag])
    return places, [
        (_dimension(kind), tag, _simplices(kind, np.concatenate(found)))
        for (tag, kind), found in parts.items()
        if tag
    ]


def _read_4(data: bytes, binary: bool) -> tuple[NDArray[np.float64], _Parts]:
    numbers = _Numbers(_section(data, "Entities"), binary)
    counts = numbers.ints(4, "u8")
    groups: dict[tuple[int, int], list[int]] = {}
    for dimension, count in enumerate(counts):
        for _ in range(count):
            (entity,) = numbers.ints(1)
            numbers.take(3 if dimension == 0 else 6, "f8")
            tags = numbers.ints(numbers.ints(1, "u8")[0])
            if dimension:
                numbers.ints(numbers.ints(1, "u8")[0])
            groups[dimension, entity] = [abs(tag) for tag in tags]
    numbers = _Numbers(_section(data, "Nodes"), binary)
    all_tags, all_places = [], []
    for _ in range(numbers.ints(4, "u8")[0]):
        dimension, _, parametric = numbers.ints(3)
        (count,) = numbers.ints(1, "u8")
        wide = 3 + (dimension if parametric else 0)
        all_tags.append(numbers.take(count, "u8"))
        all_places.append(numbers.take(count * wide, "f8").reshape(count, wide)[:, :3])
    places = _placed(np.concatenate(all_tags), np.concatenate(all_places))
    numbers = _Numbers(_section(data, "Elements"), binary)
    parts: _Parts = []
    for _ in range(numbers.ints(4, "u8")[0]):
        dimension, entity, kind = numbers.ints(3)
        (count,) = numbers.ints(1, "u8")
        wide = 1 + _NODES[kind]
        rows = numbers.take(count * wide, "u8").reshape(count, wide).astype(np.int64)
        if kind in _CORNERS:
            corners = _simplices(kind, rows[:, 1 : 1 + _CORNERS[kind]])
            parts += [(dimension, tag, corners) for tag in groups.get((dimension, entity), [])]
    return places, parts
