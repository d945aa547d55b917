"""`SphereChart`: a quantity over directions as a surface in space, nearer parts over those behind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curlew.charts import svg
from curlew.charts.chart import Chart
from curlew.charts.maps import colours
from curlew.charts.render import axes, fit, light
from curlew.charts.scale import Axis, Scale
from curlew.results.table import Array

#: Meshes of the surface are this wide at least, degrees.
_STEP = 5.0
#: Room for the surface, and length of the arms of the axes, pixels.
_SIDE, _ARM = 290.0, 26.0


@dataclass(frozen=True, kw_only=True)
class SphereChart(Chart):
    """A surface around the origin whose distance and colour is the value of its direction.

    Attributes:
        value: The axis of the value; the ends of its span are the origin and the farthest distance.
        theta, phi: Angles in degrees, rising; theta from 0 to 180, phi around.
        values: The quantity as [theta, phi].
    """

    value: Axis
    theta: Array
    phi: Array
    values: Array

    def content(self) -> tuple[str, float]:
        low, high = self.value.span or (float(np.nanmin(self.values)), float(np.nanmax(self.values)))
        places, shares = self._surface(low, high)
        right, up, to_viewer = axes()
        flat = np.stack([places @ right, -(places @ up)], axis=-1)
        room = np.array([_SIDE, svg.HEIGHT - 30])
        flat = fit(flat, room, room / 2 + [30.0, 15.0])
        corners = [flat[:-1, :-1], flat[1:, :-1], flat[1:, 1:], flat[:-1, 1:]]
        quads = np.stack(corners, axis=2).reshape(-1, 4, 2)
        solid = [places[:-1, :-1], places[1:, :-1], places[1:, 1:], places[:-1, 1:]]
        faces = np.stack(solid, axis=2).reshape(-1, 4, 3)
        normals = np.cross(faces[:, 2] - faces[:, 0], faces[:, 3] - faces[:, 1])
        sizes = np.linalg.norm(normals, axis=1)
        # The surface is closed: what looks away from the viewer is behind something.
        facing = (normals @ to_viewer > 0) & (sizes > 1e-12)
        shade = 0.55 + 0.45 * np.clip(normals @ (light() / 1.2) / np.maximum(sizes, 1e-300), 0, 1)
        mean = (shares[:-1, :-1] + shares[1:, :-1] + shares[1:, 1:] + shares[:-1, 1:]).ravel() / 4
        rgb = (colours(mean) * shade[:, None]).astype(int)
        order = np.argsort((faces.mean(axis=1) @ to_viewer)[facing], kind="stable")
        drawn = [
            f'<path color="#{r:02x}{g:02x}{b:02x}" d="M{q[0]:g} {q[1]:g}L{q[2]:g} {q[3]:g} {q[4]:g} {q[5]:g} '
            f'{q[6]:g} {q[7]:g}z"/>'
            for (r, g, b), q in zip(
                rgb[facing][order].tolist(),
                np.round(quads[facing][order].reshape(-1, 8), 1).tolist(),
                strict=True,
            )
        ]
        style = 'fill="currentColor" stroke="currentColor" stroke-width="0.5" stroke-linejoin="round"'
        parts = [f"<g {style}>{''.join(drawn)}</g>", _arms(), self._bar(low, high)]
        return "".join(parts), svg.HEIGHT

    def _surface(self, low: float, high: float) -> tuple[Array, Array]:
        """Returns the places of the corners, (theta, phi, 3), and their values from 0 to 1."""
        # Rows and columns between are left out, the last of theta is kept.
        rows = np.unique(np.append(np.arange(0, len(self.theta), _every(self.theta)), len(self.theta) - 1))
        columns = np.arange(0, len(self.phi), _every(self.phi))
        theta, phi = np.radians(self.theta[rows]), np.radians(self.phi[columns])
        values = self.values[np.ix_(rows, columns)]
        if phi[-1] - phi[0] < 2 * np.pi - 1e-6:
            phi, values = np.append(phi, phi[0] + 2 * np.pi), np.column_stack([values, values[:, 0]])
        shares = np.clip((np.nan_to_num(values, nan=low) - low) / ((high - low) or 1.0), 0, 1)
        t, p = np.meshgrid(theta, phi, indexing="ij")
        unit = np.stack([np.sin(t) * np.cos(p), np.sin(t) * np.sin(p), np.cos(t)], axis=-1)
        return shares[..., None] * unit, shares

    def _bar(self, low: float, high: float) -> str:
        x, top, bottom = svg.WIDTH - 78, 15.0, svg.HEIGHT - 15
        parts = [svg.picture(x, top, 12, bottom - top, svg.png(colours(np.linspace(1, 0, 128)[:, None])))]
        scale = Scale.over(
            Axis(self.value.quantity, self.value.unit, span=(low, high)), self.values, bottom, top
        )
        parts += [svg.text(x + 16, place + 4, said, "start", "soft") for place, said in scale.ticks]
        return "".join([*parts, svg.text(x + 68, (top + bottom) / 2, scale.label, turn=-90)])


def _every(angles: Array) -> int:
    """Returns which of equally spaced angles are corners: every n-th."""
    step = float(np.ptp(angles)) / (len(angles) - 1)
    return max(round(_STEP / step), 1)


def _arms() -> str:
    """Returns the directions of x, y and z in the corner."""
    right, up, _ = axes()
    x0, y0 = 34.0, svg.HEIGHT - 34
    parts = []
    for name, direction in zip("xyz", np.eye(3), strict=True):
        u, v = float(direction @ right), -float(direction @ up)
        parts.append(svg.line(x0, y0, x0 + _ARM * u, y0 + _ARM * v, "frame"))
        parts.append(svg.text(x0 + 1.35 * _ARM * u, y0 + 1.35 * _ARM * v + 4, name, kind="soft"))
    return "".join(parts)
