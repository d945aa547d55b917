"""Pieces, media, walls, sources and outputs of a model, as the case file names them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from curlew.model.cases import periods
from curlew.model.errors import ModelError, suggestion
from curlew.model.fragments import Piece
from curlew.model.kernel import Kernel, Length, Vector, metres
from curlew.model.open_space import OpenSpace
from curlew.model.shapes import Shape

PEC = "pec"
AIR = "air"


class Physics:
    """Geometry with names and what it means; `Model` adds ports, meshes and cases.

    Lengths are numbers in `unit` or text with a unit; all other values are those of the case file: SI
    numbers or text
    with a unit.
    """

    def __init__(self, unit: str = "m", frequency: Any = None) -> None:
        self.kernel = Kernel(metres(unit))
        self.unit = unit
        self.frequency = frequency
        """A value, a list, or ``{"start":, "stop":, "count":}``, as the key `frequency` of the case file."""
        self.pieces: dict[str, Piece] = {}
        self.materials: dict[str, dict[str, Any]] = {AIR: {}}
        self.surfaces: dict[str, dict[str, Any]] = {PEC: {"type": "pec"}}
        self.marks: dict[str, dict[str, Any]] = {}
        self.planes: dict[str, str] = {}
        self.mirrors: dict[str, dict[str, bool]] = {}
        self.periods: dict[int, Length] = {}
        self.end_of_model: str | None = None
        self.space: OpenSpace | None = None
        self.excitations: list[dict[str, Any]] = []
        self.probes: list[dict[str, Any]] = []
        self.outputs: dict[str, Any] = {}

    def add(
        self, name: str, shape: Shape, of: str, *, priority: float | None = None, size: Length | None = None
    ) -> Piece:
        """Adds a piece: a solid of a material or conductor, or a sheet of a conductor.

        `of` is the name of a `material`, of an `impedance`, ``"pec"`` or ``"air"``. Where pieces overlap,
        the one of
        the higher `priority` (0 unless given) owns the place, of equal ones the later. `size` bounds the
        edges of the
        elements in and on the piece.
        """
        known = [*self.materials, *self.surfaces]
        if of not in known:
            raise ModelError(
                f'piece "{name}": "{of}" is no material or conductor of the model{suggestion(of, known)} '
                f"(defined: {', '.join(known)}); define it with material() or impedance()"
            )
        if shape.dim == 2 and of not in self.surfaces:
            raise ModelError(
                f'piece "{name}" is a sheet without volume and cannot be filled with "{of}"; use "pec"'
            )
        if shape.dim == 1:
            raise ModelError(f'piece "{name}" is a line without thickness; take a Wire with a radius')
        return self._add(name, shape, of, priority, size)

    def _add(self, name: str, shape: Shape, of: str, priority: float | None, size: Length | None) -> Piece:
        if name in self.pieces:
            raise ModelError(f'the model has a piece "{name}" already; names are unique')
        if not name or any(sign in name for sign in '/\\:*?"<>|') or name != name.strip() or name[0] == ".":
            raise ModelError(
                f'"{name}" is no name of a piece: none of / \\ : * ? " < > |, no dot or space at its ends'
            )
        if name in ("default", "unnamed", "open", "walls") or periods.is_group(name):
            raise ModelError(f'"{name}" has a meaning of its own; choose another name')
        try:
            shape.check(self.kernel)
            length = None if size is None else self.kernel.length(size)
        except ModelError as error:
            raise ModelError(f'piece "{name}": {error}') from None
        piece = Piece(name, shape, of, priority, len(self.pieces), length)
        self.pieces[name] = piece
        return piece

    def material(self, name: str, **keys: Any) -> str:
        """Defines a material by the keys of the case file: `eps_r`, `sigma`, `lorentz`, ... Returns its
        name. The file of a `table` starts from the working folder."""
        if name in self.surfaces or (name in self.materials and name != AIR):
            raise ModelError(f'"{name}" is defined already')
        if "table" in keys:
            keys["table"] = os.path.abspath(keys["table"])
        self.materials[name] = keys
        return name

    def impedance(self, name: str, **keys: Any) -> str:
        """Defines a conductor with an impedance: `sigma`, `mu_r`, `roughness`, or `surface_impedance`
        (ohm)."""
        if name in self.surfaces or name in self.materials:
            raise ModelError(f'"{name}" is defined already')
        self.surfaces[name] = {"type": "impedance", **keys}
        return name

    def symmetry(self, plane: str, wall: str = PEC, *, mirror: bool | None = None) -> None:
        """Makes a plane such as ``"z=0"`` a plane of symmetry: a conducting (`pec`) or magnetic (`pmc`) wall.

        What lies at smaller coordinates is cut off. With `mirror` the image is a part of the structure, and
        gains are those of the whole; without it the wall is an infinite ground. Unless given, a magnetic wall
        is a mirror and a conducting one a ground.
        """
        axis, _, place = plane.partition("=")
        try:
            self.kernel.length(float(place))
        except ValueError:
            axis = ""
        if axis not in ("x", "y", "z"):
            raise ModelError(f'"{plane}" is no plane such as "z=0"')
        if wall not in ("pec", "pmc"):
            raise ModelError(f'the wall of the plane {plane} is "pec" or "pmc", not "{wall}"')
        self.planes[plane] = wall
        self.mirrors[plane] = {} if mirror is None else {"mirror": mirror}

    def periodic(self, **periods: Length) -> None:
        """Repeats the model along axes, e.g. ``periodic(x="400 nm", y="400 nm")``; a cell is centred at 0.

        What reaches beyond the cell comes back at its other side.
        """
        for axis, period in periods.items():
            if axis not in ("x", "y", "z") or not self.kernel.length(period) > 0:
                raise ModelError(f'"{axis}={period}" is no period such as x=400')
            self.periods["xyz".index(axis)] = period

    def walls(self, type: str = PEC) -> None:
        """Says what ends the model where no open space begins: ``"pec"``, ``"pmc"`` or the name of an
        impedance."""
        if type != "pmc" and type not in self.surfaces:
            raise ModelError(f'walls of "{type}" are unknown (known: pmc, {", ".join(self.surfaces)})')
        self.end_of_model = type

    def open_space(
        self,
        margin: Length | Mapping[str, Length],
        ending: str | None = None,
        *,
        thickness: Length | None = None,
    ) -> None:
        """Puts the model into air that goes on without end.

        `margin` is the air around the pieces, one length for all sides or one for each of ``"x-"``,
        ``"x+"``, ...;
        sides that are not named have none and end with `walls`. `ending` is ``"pml"``, ``"abc"``, or None
        for what
        the method does best. `thickness` is that of the layers.
        """
        self.space = OpenSpace.of(margin, ending, thickness, self.kernel)

    def plane_wave(self, name: str = "wave", **keys: Any) -> None:
        """Adds a plane wave: `direction` and `polarization`, or `theta`, `phi`, `pol`; `amplitude` (V/m)."""
        if not keys:
            keys = {"direction": [0, 0, 1], "polarization": [1, 0, 0]}
        self._excite({"name": name, "type": "plane-wave", **plain(keys)})

    def current(self, name: str, point: Vector, direction: Sequence[float], **keys: Any) -> None:
        """Adds a point current; `amplitude` in A m."""
        place = self.metres(point)
        self._excite(
            {"name": name, "type": "current", "point": place, "direction": list(direction), **plain(keys)}
        )

    def _excite(self, excitation: dict[str, Any]) -> None:
        if any(excitation["name"] == other["name"] for other in self.excitations):
            raise ModelError(f'the model has an excitation "{excitation["name"]}" already')
        self.excitations.append(excitation)

    def probe(self, name: str, point: Vector, field: str = "E") -> None:
        """Adds a probe of E or H at a point."""
        self.probes.append({"name": name, "point": self.metres(point), "field": field})

    def output(self, **keys: Any) -> None:
        """Asks for outputs by the keys of the case file, e.g. ``output(s_parameters=True)``."""
        self.outputs.update(plain(keys))

    def metres(self, point: Vector) -> list[float]:
        """Returns a point in m."""
        return [tidy(float(x) * self.kernel.unit) for x in self.kernel.vector(point)]


def tidy(value: float) -> float:
    """Returns a number without the last digits of its rounding."""
    return float(f"{value:.12g}")


def plain(value: Any) -> Any:
    """Returns a value with lists for tuples, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.item() if hasattr(value, "item") else value
