"""Bodies of STEP, IGES and STL files."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.kernel import Array, DimTag, Kernel, import_gmsh, metres, session, triangulate
from curlew.model.shapes import Mask, Shape
from curlew.model.triangles import Triangles, check_closed, edges, inside, merge_points

LARGEST_STL = 4000
"""Triangles of an STL file that become faces of a body: each is a face of its own in OpenCASCADE."""


@dataclass(frozen=True)
class Body(Shape):
    """The solid number `number` of a STEP or IGES file, whose own unit counts."""

    file: str
    number: int
    colour: tuple[int, ...] = field(default=(), compare=False)

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ = import_gmsh().model.occ
        solids = load(self.file)
        kept = solids[self.number]
        occ.remove([tag for i, tag in enumerate(solids) if i != self.number], recursive=True)
        if kernel.unit != 1e-3:
            occ.dilate([kept], 0, 0, 0, *3 * (1e-3 / kernel.unit,))
        return [kept]

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        surface, triangles = facets(self)
        return inside(points, surface * (1e-3 / kernel.unit), triangles)


def load(file: str) -> list[DimTag]:
    """Imports a file into the current Gmsh model, in mm, and returns its solids."""
    gmsh = import_gmsh()
    gmsh.option.setString("Geometry.OCCTargetUnit", "MM")
    try:
        tags = gmsh.model.occ.importShapes(file, highestDimOnly=False)
    except Exception as error:
        raise ModelError(f"{file}: OpenCASCADE cannot read it ({error})") from error
    return [tag for tag in tags if tag[0] == 3]


def bodies(file: str | Path) -> dict[str, Body]:
    """Returns the solids of a STEP or IGES file by their names in it, with colours (R, G, B, A in 0 to 255).

    Solids without a name are called after the file, and of equal names the later ones get numbers. Files
    with open
    shells or solids without volume are refused.
    """
    if not Path(file).is_file():
        raise ModelError(f"{file}: there is no such file")
    with session("import") as gmsh:
        gmsh.option.setNumber("Geometry.OCCImportLabels", 1)
        solids = load(str(file))
        gmsh.model.occ.synchronize()
        loose = [
            tag for dim, tag in gmsh.model.getEntities(2) if not len(gmsh.model.getAdjacencies(2, tag)[0])
        ]
        if loose or not solids:
            raise ModelError(f"{file} has no closed solid: {open_shell(loose)}")
        result: dict[str, Body] = {}
        for number, (_, tag) in enumerate(solids):
            label = gmsh.model.getEntityName(3, tag).split("/")[-1] or Path(file).stem
            name, count = label, 2
            while name in result:
                name, count = f"{label} {count}", count + 1
            if not gmsh.model.occ.getMass(3, tag) > 0:
                raise ModelError(
                    f'{file}: body "{name}" has the volume {gmsh.model.occ.getMass(3, tag):g} mm^3'
                )
            colour = tuple(gmsh.model.getColor(3, tag))
            result[name] = Body(
                str(file), number, colour if colour[3] else ()
            )  # alpha is 0 where none is given
        return result


def open_shell(loose: list[int]) -> str:
    """Describes faces of the current model that bound no solid."""
    model = import_gmsh().model
    if not loose:
        return "it has no solid"
    at: dict[int, int] = {}
    for face in loose:
        for _, curve in model.getBoundary([(2, face)], oriented=False):
            at[curve] = at.get(curve, 0) + 1
    free = [curve for curve, count in at.items() if count == 1]
    if not free:
        return f"{len(loose)} faces bound no solid; save the part as a solid"
    box = model.getBoundingBox(1, free[0])
    place = ", ".join(f"{(box[i] + box[i + 3]) / 2:.4g}" for i in range(3))
    return (
        f"an open shell: {len(loose)} faces bound no solid, {len(free)} of their edges are free, the "
        "first near "
        f"({place}) mm; close the shell in the program that made it"
    )


@lru_cache(maxsize=32)
def facets(body: Body) -> tuple[Array, Triangles]:
    """Returns points (mm) and triangles of a body's surface."""
    with session("facets") as gmsh:
        body.build(Kernel(1e-3))
        return triangulate(gmsh, 32)


@dataclass(frozen=True)
class Stl(Shape):
    """The closed surface of an STL file as a body, or with `sheet` a surface; 1 in the file is one `unit`."""

    file: str
    unit: str = "mm"
    sheet: bool = False

    @property
    def dim(self) -> int:
        return 2 if self.sheet else 3

    def check(self, kernel: Kernel) -> None:
        points, triangles = read_stl(self.file)
        metres(self.unit)
        if len(triangles) > LARGEST_STL:
            raise ModelError(
                f"{self.file} has {len(triangles)} triangles; up to {LARGEST_STL} become faces: make it "
                "coarser, or "
                "bring the part as STEP"
            )
        if not self.sheet:
            try:
                check_closed(points, triangles)
            except ModelError as error:
                raise ModelError(f"{self.file}: {error}") from None

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ = import_gmsh().model.occ
        points, triangles = read_stl(self.file)
        nodes = [occ.addPoint(*point) for point in points * (metres(self.unit) / kernel.unit)]
        lines = {(a, b): occ.addLine(nodes[a], nodes[b]) for a, b in edges(triangles)[0].tolist()}
        faces = []
        for a, b, c in triangles.tolist():
            loop = [lines[tuple(sorted(pair))] for pair in ((a, b), (b, c), (c, a))]
            faces.append(occ.addPlaneSurface([occ.addCurveLoop(loop)]))
        if self.sheet:
            return [(2, face) for face in faces]
        return [(3, occ.addVolume([occ.addSurfaceLoop(faces, sewing=True)]))]

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        surface, triangles = read_stl(self.file)
        return inside(points, surface * (metres(self.unit) / kernel.unit), triangles)


@lru_cache(maxsize=32)
def read_stl(file: str) -> tuple[Array, Triangles]:
    """Returns points and triangles of an STL file, binary or text."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise ModelError(f"{file}: {error.strerror}; name an STL file that can be read") from error
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:
        rows = np.frombuffer(data, offset=84, dtype=np.dtype([("v", "<f4", 12), ("a", "<u2")]))
        return merge_points(rows["v"][:, 3:].reshape(-1, 3, 3).astype(float))
    words = data.decode("ascii", "replace").split()
    try:
        places = [i for i, word in enumerate(words) if word == "vertex"]
        corners = np.array([[float(x) for x in words[i + 1 : i + 4]] for i in places])
        return merge_points(corners.reshape(-1, 3, 3))
    except ValueError as error:
        raise ModelError(f"{file}: this is no STL file ({error})") from error
