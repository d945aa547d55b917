"""Ports and elements: faces that are given, or made and sized by rule.

The rules of microstrip and coplanar ports are those of usual practice for shielded modal faces: the fields
at the
rim of the face are then below a few per cent of those at the strip.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.fragments import Piece
from curlew.model.kernel import Length, Vector
from curlew.model.physics import PEC, Physics, plain
from curlew.model.shapes import Shape, unit_vector
from curlew.model.sheets import Disc, Polygon
from curlew.model.solids import Cylinder, Extrusion

PORT_PRIORITY = float("inf")
"""The face of a port owns its place, whatever else lies there."""

MICROSTRIP_WIDTH, MICROSTRIP_HEIGHT = 10, 6
"""A microstrip's port reaches 5 heights of the substrate to each side of the strip and 5 above it."""
CPW_SIDES, CPW_ABOVE = 3, 5
"""A coplanar port reaches 3 widths of slot-strip-slot across, and its height is 5 such widths or heights."""


class Ports(Physics):
    """A model's ports. Each `kind` and its keys are those of `boundaries` in the case file; indices count
    from 1."""

    def port(
        self,
        name: str,
        face: Shape,
        kind: str,
        *,
        backing: Length | None = None,
        size: Length | None = None,
        **keys: Any,
    ) -> Piece:
        """Makes a plane face a port of a kind such as ``"coaxial"``, ``"modal"``, ``"rectangular"``,
        ``"lumped"``.

        The first port is excited unless one is said to be. A wave port lies on an end of the model, or has a
        `backing`: a conductor of this thickness (negative: on the other side of the face's normal) behind it.
        """
        if face.dim != 2:
            raise ModelError(f'port "{name}" is a face: take a sheet such as Rectangle or Disc')
        piece = self._add(name, face, kind, PORT_PRIORITY, size)
        ports = [mark for mark in self.marks.values() if mark["type"] == "port"]
        self.marks[name] = {
            "type": "port",
            "kind": kind,
            "index": keys.pop("index", len(ports) + 1),
            **plain(keys),
        }
        if "excited" not in keys and not ports:
            self.marks[name]["excited"] = True
        if backing is not None:
            normal = face.normal(self.kernel) if isinstance(face, Polygon | Disc) else None
            if normal is None:
                raise ModelError(
                    f'port "{name}": a backing needs a face that is a Rectangle, Polygon or Disc'
                )
            along = normal * self.kernel.length(backing)
            self._add(f"{name} backing", Extrusion(face, (along[0], along[1], along[2])), PEC, None, None)
        return piece

    def lumped(self, name: str, face: Shape, direction: Sequence[float] | str, **keys: Any) -> Piece:
        """Makes a rectangle or ring an element of `R` (ohm), `L` (H), `C` (F), `topology`, along
        `direction`."""
        piece = self._add(name, face, "lumped", PORT_PRIORITY, None)
        self.marks[name] = {"type": "lumped", "direction": plain(direction), **plain(keys)}
        return piece

    def coaxial_port(
        self, name: str, center: Vector, inward: Sequence[float], inner: Length, outer: Length, **keys: Any
    ) -> Piece:
        """Makes the ring at the end of a coaxial line a port, with a conductor behind it.

        `center` is the middle of the end, `inward` leads from there into the line, `inner` and `outer` are
        the radii
        of its dielectric.
        """
        axis, outward = self._axes(inward)
        back = self.kernel.length(outer) * outward
        piece = self.port(name, Disc(center, outer, axis, inner), "coaxial", **keys)
        self._add(f"{name} backing", Cylinder(center, (back[0], back[1], back[2]), outer), PEC, None, None)
        return piece

    def microstrip_port(
        self,
        name: str,
        at: Vector,
        inward: Sequence[float],
        up: Sequence[float],
        width: Length,
        height: Length,
        **keys: Any,
    ) -> Piece:
        """Makes a modal port at the end of a microstrip.

        `at` is the middle of the strip's end, on the ground below it; `inward` leads along the line into
        the model,
        `up` from the ground to the strip; `width` is that of the strip, `height` that of the substrate. The
        face is
        `width` and ten heights wide and six heights high, with a conductor of one height behind it.
        """
        h, w = self.kernel.length(height), self.kernel.length(width)
        return self._line_port(
            name, at, inward, up, w + MICROSTRIP_WIDTH * h, 0.0, MICROSTRIP_HEIGHT * h, h, keys
        )

    def cpw_port(
        self,
        name: str,
        at: Vector,
        inward: Sequence[float],
        up: Sequence[float],
        width: Length,
        gap: Length,
        height: Length,
        **keys: Any,
    ) -> Piece:
        """Makes a modal port at the end of a coplanar waveguide without a ground below it.

        `at` is the middle of the strip's end on the substrate, `inward` leads into the model, `up` out of the
        substrate; `width` is that of the strip, `gap` that of a slot, `height` that of the substrate.
        """
        span = self.kernel.length(width) + 2 * self.kernel.length(gap)
        reach = CPW_ABOVE * max(span, self.kernel.length(height)) / 2
        keys.setdefault("definition", "pi")
        return self._line_port(name, at, inward, up, CPW_SIDES * span, reach, reach, span, keys)

    def _axes(self, inward: Sequence[float]) -> tuple[tuple[float, float, float], Any]:
        axis = unit_vector(tuple(inward), "the direction inward of a port")
        return (float(axis[0]), float(axis[1]), float(axis[2])), -axis

    def _line_port(
        self,
        name: str,
        at: Vector,
        inward: Sequence[float],
        up: Sequence[float],
        width: float,
        below: float,
        above: float,
        backing: float,
        keys: dict[str, Any],
    ) -> Piece:
        rise = unit_vector(tuple(up), f'"up" of port "{name}"')
        into = unit_vector(tuple(inward), f'"inward" of port "{name}"')
        if abs(rise @ into) > 1e-9:
            raise ModelError(f'port "{name}": "up" and "inward" are not at right angles')
        side = np.cross(rise, into) * width / 2
        middle = self.kernel.vector(at)
        corners = [
            middle + s * side + z * rise for s, z in ((-1, -below), (1, -below), (1, above), (-1, above))
        ]
        face = Polygon(tuple((float(p[0]), float(p[1]), float(p[2])) for p in corners))
        outward = -backing if face.normal(self.kernel) @ into > 0 else backing
        return self.port(name, face, keys.pop("kind", "modal"), backing=outward, **keys)
