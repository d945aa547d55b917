"""Cases of methods on tetrahedra: air, the cut pieces, groups of volumes and faces, the mesh."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.model.cases import common, periods
from curlew.model.cases.abilities import Abilities
from curlew.model.errors import ModelError
from curlew.model.fragments import Piece, arrange, build_pieces
from curlew.model.kernel import Array, DimTag, session
from curlew.model.media import LIGHT, band, number
from curlew.model.mesh_size import (
    Sizes,
    curves_of,
    curves_on,
    extents,
    generate,
    refuse_thin_wires,
    sharp_curves,
    write,
)
from curlew.model.open_space import SIDES, bounds, point
from curlew.model.physics import AIR, tidy
from curlew.model.solids import Box
from curlew.model.wires import Wire

if TYPE_CHECKING:
    from curlew.model.model import Model

LAYER = 0.4
"""Thickness of absorbing layers, in wavelengths of the lowest frequency, unless given."""
TOTAL_FIELD = 0.5
"""Share of the margin that the region of a plane wave reaches into, where the method needs one."""
FLATTEST = 4.0
"""Largest size of elements in a body, in its smallest extents."""


class Tetrahedra:
    """Makes one case and its mesh; `curved` says whether the method takes 10-node tetrahedra, `slices` into
    how many
    layers of elements an absorbing layer is cut."""

    def __init__(self, model: Model, abilities: Abilities, curved: bool, slices: int) -> None:
        self.model, self.abilities = model, abilities
        self.curved, self.slices = curved, slices

    def make(self, mesh_file: Path, options: dict[str, Any]) -> dict[str, Any]:
        """Writes the mesh and returns the case."""
        model = self.model
        periods.refuse(model, self.abilities)
        common.ports_and_surfaces(model, self.abilities)
        case = common.start_case(model, self.abilities, options)
        self.top = common.top_frequency(model, case)
        self.edges = common.per_wavelength(self.abilities.method, case, model.rules)
        with session("case") as gmsh:
            self.gmsh = gmsh
            self.air = self.open_space(case)
            pieces = [*self.air, *model.pieces.values()]
            self.pieces = {piece.name: piece for piece in pieces}
            self.halved: dict[str, list[str]] = {}
            first = frozenset(p.name for p in pieces if p.of in model.surfaces)
            self.arrangement = arrange(gmsh, pieces, model.kernel, self.clip, first)
            self.remove_conductors()
            groups, case["boundaries"] = self.name_groups()
            case["boundaries"].update(periods.match(model, gmsh, groups, self.arrangement.faces))
            case["regions"] = self.regions(groups)
            if any(of == AIR for of in case["regions"].values()):
                case["materials"].setdefault(AIR, {})
            self.set_sizes(groups)
            generate(gmsh, 3, self.curved)
            write(gmsh, groups, str(mesh_file))
        case["mesh"] = {"file": mesh_file.name, "length_unit": model.unit}
        return case

    def open_space(self, case: dict[str, Any]) -> list[Piece]:
        """Returns the boxes of air around the model, from the outermost to the innermost."""
        model, space = self.model, self.model.space
        self.ending, self.box = None, None
        waves = [e for e in case["excitations"] if e["type"] == "plane-wave"]
        if space is None:
            if waves:
                raise ModelError(
                    f'excitation "{waves[0]["name"]}" comes from open space, which the model lacks'
                )
            return []
        endings = self.abilities.values("boundaries", "type")
        self.ending = space.ending or ("pml" if "pml" in endings else "abc")
        self.abilities.refuse_value("open_space", self.ending, "boundaries", "type")
        with session("extent") as gmsh:
            built = build_pieces(gmsh, list(model.pieces.values()), model.kernel)
            tags = [
                tag for name in built for tag in common.clip(model, gmsh, {name: built[name]}).get(name, [])
            ]
            low, high = bounds(gmsh, tags)
        for axis in model.periods:
            low[axis], high[axis] = -periods.half(model, axis), periods.half(model, axis)
        margins = {
            side: m
            for side, m in space.margins.items()
            if SIDES.index(side) // 2 not in model.periods and not self.symmetric(side, low, high)
        }
        space = type(space)(margins, space.ending, space.thickness)
        boxes = []
        self.thickness = 0.0
        if self.ending == "pml":
            wavelength = LIGHT / band(model.frequency)[0] / model.kernel.unit
            self.thickness = space.thickness or LAYER * wavelength
            boxes = [
                space.grown(low, high, self.thickness * (i + 1) / self.slices)
                for i in reversed(range(self.slices))
            ]
        boxes.append(space.grown(low, high))
        names = ["open space"] + [f"open space {i}" for i in range(2, len(boxes) + 1)]
        if waves and "region" in self.abilities.keys("excitations", type="plane-wave"):
            boxes.append(space.grown(low, high, share=TOTAL_FIELD))
            names.append("total field")
            for wave in waves:
                wave["region"] = "total field"
        self.box, self.margins = boxes[0], margins
        return [
            Piece(name, Box(point(a), point(b)), AIR, -np.inf, i)
            for i, (name, (a, b)) in enumerate(zip(names, boxes, strict=True))
        ]

    def symmetric(self, side: str, low: Array, high: Array) -> bool:
        """Returns whether a side of the box is a plane of symmetry; the box is moved there."""
        for plane in self.model.planes:
            if side == plane[0] + "-":
                low["xyz".index(plane[0])] = float(plane[2:])
                return True
        return False

    def clip(self, built: dict[str, list[DimTag]]) -> dict[str, list[DimTag]]:
        """Cuts at planes of symmetry, and notes which ports they halve."""
        for name, mark in self.model.marks.items():
            self.halved[name] = common.cut_planes(self.model, self.gmsh, built[name])
            if mark["type"] == "lumped" and self.halved[name]:
                raise ModelError(
                    f'element "{name}" is cut by the plane of symmetry {self.halved[name][0]}; move it off'
                )
        return periods.wrap(self.model, self.gmsh, common.clip(self.model, self.gmsh, built))

    def conducting(self, volume: int) -> bool:
        """Returns whether a volume is inside a conductor, which is not meshed."""
        return self.pieces[self.arrangement.volumes[volume]].of in self.model.surfaces

    def remove_conductors(self) -> None:
        """Takes conductors, and faces that lie in them or outside of all volumes, out of the model."""
        a, model = self.arrangement, self.gmsh.model
        solid = [v for v in a.volumes if self.conducting(v)]
        model.removeEntities([(3, v) for v in solid])
        self.solved = {f: [v for v in sides if not self.conducting(v)] for f, sides in a.sides.items()}
        loose = [f for f, sides in self.solved.items() if not sides]
        for face in loose:
            if not a.sides[face]:
                raise ModelError(
                    f'piece "{a.faces[face]}" lies outside of all solids: put it into one, or call open_space'
                )
        model.removeEntities([(2, f) for f in loose], recursive=True)
        for face in loose:
            del self.solved[face]
        if not any(v not in solid for v in a.volumes):
            raise ModelError(
                "the model has no volume that is not a conductor: add a solid, or call open_space"
            )

    def end_of(self, face: int) -> str:
        """Returns what ends the model at an outer face: a period, a plane of symmetry, "open" or "walls"."""
        box = np.array(self.gmsh.model.getBoundingBox(2, face))
        if end := periods.end_of(self.model, box):
            return end
        size = float(abs(box).max()) or 1.0
        for plane in self.model.planes:
            axis, place = "xyz".index(plane[0]), float(plane[2:])
            if abs(box[[axis, axis + 3]] - place).max() < 1e-5 * size:
                return plane
        for side in self.margins if self.box is not None else ():
            axis = SIDES.index(side) // 2
            place = self.box[SIDES.index(side) % 2][axis] if self.box is not None else 0.0
            if abs(box[[axis, axis + 3]] - place).max() < 1e-5 * size:
                return "open"
        return "walls"

    def name_groups(self) -> tuple[dict[tuple[int, str], list[int]], dict[str, Any]]:
        """Returns groups (dimension, name) with their entities, and the conditions on groups of faces."""
        model, a = self.model, self.arrangement
        groups: dict[tuple[int, str], list[int]] = {}
        for face in self.solved:
            name = a.faces[face]
            piece = self.pieces[name]
            if name in model.marks or (piece.of in model.surfaces and face not in a.inner):
                groups.setdefault((2, name), []).append(face)
            elif len(a.sides[face]) == 1:
                end = self.end_of(face)
                if end == "walls" and model.end_of_model is None:
                    raise ModelError(
                        f'"{name}" ends the model, and nothing says how: call open_space or walls("pec")'
                    )
                groups.setdefault((2, end), []).append(face)
        for name in model.marks:
            self.check_port(name, groups)
        boundaries = {
            name: self.condition(name) for _, name in groups if name != "walls" and not periods.is_group(name)
        }
        if groups.pop((2, "walls"), []):
            boundaries["default"] = self.wall()
        return groups, boundaries

    def wall(self) -> dict[str, Any]:
        """Returns the condition on walls."""
        end = self.model.end_of_model
        return {"type": "pmc"} if end == "pmc" or end is None else dict(self.model.surfaces[end])

    def condition(self, name: str) -> dict[str, Any]:
        """Returns the condition on a group of faces."""
        model = self.model
        if name in model.planes:
            image = "symmetry" in self.abilities.values("boundaries", "type")
            wall = model.planes[name]
            return {"type": "symmetry", "wall": wall, **model.mirrors[name]} if image else {"type": wall}
        if name == "open":
            layer = {"thickness": tidy(self.thickness * model.kernel.unit)} if self.ending == "pml" else {}
            return {"type": self.ending, **layer}
        if name not in model.marks:
            return dict(model.surfaces[self.pieces[name].of])
        mark = dict(model.marks[name])
        if mark.get("kind") == "coaxial" and self.halved[name]:
            mark["kind"] = "tem"  # half a ring has the same mode, by its potential
        if mark["type"] == "port" and (mark["kind"] == "lumped" or "impedance" in mark):
            for plane in self.halved[name]:
                factor = 2.0 if model.planes[plane] == "pmc" else 0.5
                mark["impedance"] = factor * number(mark.get("impedance", 50), "ohm")
        return mark

    def check_port(self, name: str, groups: dict[tuple[int, str], list[int]]) -> None:
        """Raises `ModelError` for a port in or on no conductor, or with fields on both sides."""
        what, faces = self.model.marks[name]["type"], groups.get((2, name), [])
        kind = self.model.marks[name].get("kind", "lumped")
        if not faces:
            raise ModelError(f'{what} "{name}" lies inside of a conductor or outside of the model')
        if kind != "lumped" and any(len(self.solved[face]) == 2 for face in faces):
            raise ModelError(
                f'port "{name}" of kind {kind} has fields on both sides: it lies on an end of the model, '
                "or give it a "
                "conductor behind it, backing=..."
            )
        metal = [f for (_, n), tags in groups.items() for f in tags if self.is_metal(n)]
        if kind != "modal" and not set(curves_of(self.gmsh, faces)) & curves_on(self.gmsh, metal):
            raise ModelError(f'{what} "{name}" is on no conductor: none of its edges lies on one')

    def is_metal(self, group: str) -> bool:
        """Returns whether a group of faces conducts."""
        model = self.model
        if group == "walls":
            return model.end_of_model not in (None, "pmc")
        if group in model.planes:
            return model.planes[group] == "pec"
        return group in self.pieces and self.pieces[group].of in model.surfaces

    def regions(self, groups: dict[tuple[int, str], list[int]]) -> dict[str, str]:
        """Adds the groups of volumes and returns the material of each."""
        result = {}
        for volume, name in self.arrangement.volumes.items():
            if not self.conducting(volume):
                group = "open space" if name.startswith("open space ") else name
                groups.setdefault((3, group), []).append(volume)
                result[group] = self.pieces[name].of
        return result

    def set_sizes(self, groups: dict[tuple[int, str], list[int]]) -> None:
        """Sets sizes in bodies, at edges of conductors and at ports."""
        gmsh, rules = self.gmsh, self.model.rules
        sizes = Sizes(gmsh, rules)
        in_air = common.body_size(self.model, None, self.edges, self.top)
        for (dim, name), tags in list(groups.items()):
            if dim == 3:
                piece = self.pieces.get(name)
                size = common.body_size(self.model, piece, self.edges, self.top)
                if piece not in self.air:
                    size = min(size, FLATTEST * extents(gmsh, [(3, tag) for tag in tags])[-1])
                sizes.inside(tags, size)
        for (dim, name), tags in groups.items():
            piece = self.pieces.get(name)
            if dim != 2 or piece is None:
                continue
            beside = [v for face in tags for v in self.solved[face]]
            bodies = [self.pieces[self.arrangement.volumes[v]] for v in beside]
            size = min(common.body_size(self.model, body, self.edges, self.top) for body in bodies)
            if isinstance(piece.shape, Wire):
                length = float(extents(gmsh, [(2, face) for face in tags])[0])
                refuse_thin_wires(name, self.model.kernel.length(piece.shape.radius), in_air, length)
            if piece.size is not None:
                sizes.on([(2, face) for face in tags], piece.size)
            elif name in self.model.marks or piece.shape.dim == 2:
                across = float(extents(gmsh, [(2, face) for face in tags])[1]) / rules.across
                sizes.on(
                    curves_of(gmsh, tags),
                    min(across, size / rules.edges if piece.of in self.model.surfaces else size),
                )
            else:
                sizes.on([(1, curve) for curve in sharp_curves(gmsh, tags)], size / rules.edges)
        sizes.apply()
