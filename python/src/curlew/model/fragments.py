"""Names of volumes, faces and curves after all pieces are cut by one another.

Gmsh's `fragment` returns for each entity that goes in the list of those that it became. The names follow
from this
map alone: where pieces overlap, the one of the highest priority owns the fragment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from curlew.model.errors import ModelError
from curlew.model.kernel import DimTag, Kernel
from curlew.model.shapes import Shape


@dataclass
class Piece:
    """A shape with a name, what it is made of, and its priority where it overlaps others."""

    name: str
    shape: Shape
    of: str
    priority: float | None
    order: int
    size: float | None = None

    @property
    def rank(self) -> tuple[float, int]:
        """Orders pieces: of two that overlap the larger rank owns the place."""
        return (0.0 if self.priority is None else self.priority, self.order)


@dataclass
class Arrangement:
    """Entities of a Gmsh model and their names.

    `volumes`, `faces` and `curves` map tags to the name of the piece that owns them; `sides` maps a face to
    the
    volumes beside it: one at the end of the model, two between fragments, the same one twice inside a volume.
    Faces whose two sides belong to the piece that owns them are in `inner`: cuts by other pieces without a
    meaning.
    """

    volumes: dict[int, str] = field(default_factory=dict)
    faces: dict[int, str] = field(default_factory=dict)
    curves: dict[int, str] = field(default_factory=dict)
    sides: dict[int, tuple[int, ...]] = field(default_factory=dict)
    inner: set[int] = field(default_factory=set)

    def volumes_of(self, name: str) -> list[int]:
        """Returns the volumes of a piece."""
        return [tag for tag, owner in self.volumes.items() if owner == name]

    def faces_of(self, name: str) -> list[int]:
        """Returns the faces of a piece, without those that mean nothing."""
        return [tag for tag, owner in self.faces.items() if owner == name and tag not in self.inner]


def build_pieces(gmsh: Any, pieces: Sequence[Piece], kernel: Kernel) -> dict[str, list[DimTag]]:
    """Builds all pieces in the current model; raises `ModelError` for one that comes out empty."""
    built = {}
    for piece in pieces:
        try:
            tags = piece.shape.build(kernel)
        except ModelError as error:
            raise ModelError(f'piece "{piece.name}": {error}') from error
        except Exception as error:
            raise ModelError(f'piece "{piece.name}": OpenCASCADE cannot build it ({error})') from error
        size = sum(gmsh.model.occ.getMass(*tag) for tag in tags)
        if not tags or not size > 0:
            what = {1: "length", 2: "area", 3: "volume"}[piece.shape.dim]
            raise ModelError(
                f'piece "{piece.name}" has no {what}: its parts do not overlap, or one takes all of it'
            )
        built[piece.name] = tags
    return built


def arrange(
    gmsh: Any,
    pieces: Sequence[Piece],
    kernel: Kernel,
    clip: Callable[[dict[str, list[DimTag]]], dict[str, list[DimTag]]] | None = None,
    first: frozenset[str] = frozenset(),
) -> Arrangement:
    """Builds all pieces, cuts them by one another and names every fragment.

    `clip` may cut the built pieces before. Solids in `first` own their faces whatever the rank of what is
    beside.
    """
    built = build_pieces(gmsh, pieces, kernel)
    if clip:
        built = clip(built)
    rank = {piece.name: piece.rank for piece in pieces}
    entries = [(name, tag) for name, tags in built.items() for tag in tags]
    inputs = [tag for _, tag in entries]
    if len(inputs) > 1:
        try:
            _, became = gmsh.model.occ.fragment(inputs[:1], inputs[1:])
        except Exception as error:
            raise ModelError(f"OpenCASCADE cannot cut the pieces by one another: {error}") from error
    else:
        became = [inputs]
    gmsh.model.occ.synchronize()
    claims: dict[DimTag, list[str]] = {}
    for (name, _), tags in zip(entries, became, strict=True):
        for tag in tags:
            claims.setdefault(tuple(tag), []).append(name)
    check_contradictions(claims, {piece.name: piece for piece in pieces})
    result = Arrangement()
    owners: dict[int, dict[int, str]] = {3: result.volumes, 2: {}, 1: result.curves}
    for (dim, entity), names in claims.items():
        owners[dim][entity] = max(names, key=lambda name: rank[name])
    name_faces(gmsh, result, owners[2], {name: (name in first, *own) for name, own in rank.items()})
    return result


def check_contradictions(claims: dict[DimTag, list[str]], pieces: dict[str, Piece]) -> None:
    """Raises `ModelError` where two pieces of one given priority and different media overlap."""
    for (dim, _), names in claims.items():
        for i, first in enumerate(names):
            for second in names[i + 1 :]:
                a, b = pieces[first], pieces[second]
                if dim == 3 and a.of != b.of and a.priority is not None and a.priority == b.priority:
                    raise ModelError(
                        f'"{first}" ({a.of}) and "{second}" ({b.of}) overlap, and both have the priority '
                        f"{a.priority:g}; give the one that shall own the place a higher one"
                    )


def name_faces(
    gmsh: Any, result: Arrangement, sheets: dict[int, str], rank: Mapping[str, tuple[float, ...]]
) -> None:
    """Names faces: a sheet's own, else those of the piece of the highest rank beside it."""
    beside: dict[int, list[int]] = {}
    for volume in result.volumes:
        for _, face in gmsh.model.getBoundary([(3, volume)], oriented=False):
            beside.setdefault(face, []).append(volume)
        for dim, face in gmsh.model.mesh.getEmbedded(3, volume):
            if dim == 2:
                beside.setdefault(face, []).extend([volume, volume])
    for _, face in gmsh.model.getEntities(2):
        result.sides[face] = tuple(beside.get(face, ()))
        names = {result.volumes[volume] for volume in result.sides[face]}
        if face in sheets:
            result.faces[face] = sheets[face]
            continue
        result.faces[face] = max(names, key=lambda name: rank[name])
        if len(names) == 1 and len(result.sides[face]) == 2:
            result.inner.add(face)
