"""Conversion of a mesh file: every volume element into one group, every group with one tag."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from curlew.errors import CurlewError, MeshError
from curlew.mesh import gmsh_file, reading
from curlew.mesh.contents import Contents, Group

_KINDS = {3: "volume", 2: "surface", 1: "curve"}


@dataclass(frozen=True)
class Conversion:
    """What a conversion wrote.

    Attributes:
        file: The Gmsh file.
        elements: Numbers of elements by kind, such as ``{"hexahedra": 1000}``, an element once.
        groups: For each dimension, 3 to 1: the names, or tags as text, of its groups, and their numbers
            of elements.
        notes: What was left out or made, in sentences.
    """

    file: Path
    elements: dict[str, int]
    groups: dict[int, dict[str, int]]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{self.file}: " + ", ".join(f"{n} {kind}" for kind, n in self.elements.items())]
        for dimension, groups in self.groups.items():
            if groups:
                named = ", ".join(f"{name} ({count})" for name, count in groups.items())
                lines.append(f"{_KINDS[dimension]} groups: {named}")
        return "\n".join([*lines, *self.notes])


def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    groups: str | Sequence[str] = (),
) -> Conversion:
    """Converts a mesh file of another program into a Gmsh file that cases take.

    Sets of elements (Abaqus, MED), blocks and side sets (Exodus) become physical groups with their
    names, and so do sets of nodes (Abaqus, Exodus), of the faces between them; numbers of parts
    (Nastran's properties, an array of integers on the cells of a VTK file) become groups with these
    tags. Coordinates stay as they are: the case says their unit in
    ``mesh.length_unit``. Elements of first and second order are kept, of surfaces and lines the
    corners. Of sets of volumes inside of each other the smallest takes an element.

    Args:
        source: The file; the end of its name tells its format.
        target: The Gmsh file (format 2.2), which ends in ``.msh``.
        groups: Names of the sets, or the name of the one array on cells, that make the groups.

    Raises:
        MissingExtraError: meshio is not installed.
        MeshError: The file cannot be read or has elements or sets that cannot be converted.
        OutputError: The Gmsh file cannot be written.
    """
    source, target = Path(source), Path(target)
    if target.suffix != ".msh":
        raise CurlewError(f'{target}: the Gmsh file must end in ".msh"', code=2)
    if target.exists() and source.exists() and target.samefile(source):
        raise CurlewError(f"{target}: source and target are the same file", code=2)
    mesh = reading.read(source, [groups] if isinstance(groups, str) else list(groups))
    _make_partition(source, mesh)
    _keep_lower_groups(mesh)
    _number(mesh)
    if not any(group.dimension >= 2 for group in mesh.groups):
        raise MeshError(f"{source}: there are no volumes and no surfaces in it")
    gmsh_file.write(target, mesh)
    return _report(target, mesh)


def _make_partition(source: Path, mesh: Contents) -> None:
    """Lets every volume element lie in one group: the smallest that has it, or "ungrouped"."""
    volumes = [g for g in mesh.groups if g.dimension == 3 and g.count() > 0]
    owner = {i: np.full(len(b.nodes), -1) for i, b in enumerate(mesh.blocks) if b.shape.dimension == 3}
    whole = [{i: members.copy() for i, members in volume.members.items()} for volume in volumes]
    order = sorted(range(len(volumes)), key=lambda g: volumes[g].count())
    for g in order:
        shared: set[int] = set()
        for index, members in whole[g].items():
            shared |= set(owner[index][members].tolist()) - {-1}
            owner[index][members[owner[index][members] < 0]] = g
        for other in shared:
            common = sum(len(np.intersect1d(m, whole[g].get(i, []))) for i, m in whole[other].items())
            if common < sum(map(len, whole[other].values())):
                raise MeshError(
                    f"{source}: the sets {volumes[other].label()} and {volumes[g].label()} have {common} "
                    "volume elements in common, but neither lies in the other: choose sets without "
                    "common elements by --groups"
                )
        if shared:
            inside = ", ".join(volumes[other].label() for other in sorted(shared))
            rest = sum(int((of_block == g).sum()) for of_block in owner.values())
            mesh.notes.append(
                f"{volumes[g].label()} contains {inside}: "
                + (f"its other {rest} elements are its group" if rest else "it makes no group of its own")
            )
    kept: list[Group] = []
    for g, volume in enumerate(volumes):
        volume.members = {i: np.flatnonzero(of == g) for i, of in owner.items() if (of == g).any()}
        if volume.members:
            kept.append(volume)
    alone = {i: np.flatnonzero(of < 0) for i, of in owner.items() if (of < 0).any()}
    if alone:
        name = "ungrouped" if kept else "volume"
        kept.append(Group(name, 3, 0, alone))
        mesh.notes.append(
            f'{kept[-1].count()} volume elements in no group of the file are the group "{name}"'
        )
    mesh.groups = kept + [g for g in mesh.groups if g.dimension < 3]


def _keep_lower_groups(mesh: Contents) -> None:
    """Makes a group of all surfaces where the file has none; counts what else lies in no group."""
    for dimension, name in ((2, "surface"), (1, "curve")):
        of_dimension = [i for i, b in enumerate(mesh.blocks) if b.shape.dimension == dimension]
        held = [g for g in mesh.groups if g.dimension == dimension]
        total = sum(len(mesh.blocks[i].nodes) for i in of_dimension)
        if dimension == 2 and total and not held:
            mesh.groups.append(
                Group(name, 2, 0, {i: np.arange(len(mesh.blocks[i].nodes)) for i in of_dimension})
            )
            mesh.notes.append(f'{total} elements of surfaces in no group of the file are the group "{name}"')
        else:
            inside = sum(
                len(np.unique(np.concatenate([g.members[i] for g in held if i in g.members])))
                for i in of_dimension
                if any(i in g.members for g in held)
            )
            if inside < total:
                mesh.notes.append(f"{total - inside} elements of {name}s in no group are left out")


def _number(mesh: Contents) -> None:
    """Gives each group a tag above 0, different in its dimension; keeps those of the file."""
    for dimension in (3, 2, 1):
        of_dimension = [g for g in mesh.groups if g.dimension == dimension]
        taken = {g.tag for g in of_dimension if g.tag}
        free = (tag for tag in range(1, len(of_dimension) + len(taken) + 1) if tag not in taken)
        for group in of_dimension:
            if not group.tag:
                group.tag = next(free)


def _report(target: Path, mesh: Contents) -> Conversion:
    elements: Counter[str] = Counter()
    for index, block in enumerate(mesh.blocks):
        members = [g.members[index] for g in mesh.groups if index in g.members]
        if members:
            elements[block.shape.plural] += len(np.unique(np.concatenate(members)))
    groups = {
        dimension: {g.name or str(g.tag): g.count() for g in mesh.groups if g.dimension == dimension}
        for dimension in (3, 2, 1)
    }
    return Conversion(target, dict(elements), groups, tuple(mesh.notes))
