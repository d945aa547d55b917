"""Geometry once, for every method: shapes, pieces with names, ports, open space.

Example: a dielectric ball under a plane wave, for any method::

    from curlew.model import Model, Sphere

    model = Model(unit="mm", frequency="1 GHz")
    model.material("glass", eps_r=4)
    model.add("ball", Sphere((0, 0, 0), 72), "glass")
    model.plane_wave(direction=(0, 0, 1), polarization=(1, 0, 0))
    model.open_space(80)
    model.output(rcs={"bistatic": {"theta": {"start": 0, "stop": 180, "step": 1}, "phi": [0, 90]}})
    case = model.case("fem", "ball", discretization={"order": 2})
"""

from curlew.model.errors import ModelError
from curlew.model.fragments import Piece
from curlew.model.imports import Body, Stl, bodies
from curlew.model.mesh_size import MeshRules
from curlew.model.model import Model
from curlew.model.shapes import Shape
from curlew.model.sheets import Disc, Polygon, Rectangle
from curlew.model.solids import Box, Cone, Cylinder, Extrusion, Sphere, Torus
from curlew.model.wires import Wire

__all__ = [
    "Body",
    "Box",
    "Cone",
    "Cylinder",
    "Disc",
    "Extrusion",
    "MeshRules",
    "Model",
    "ModelError",
    "Piece",
    "Polygon",
    "Rectangle",
    "Shape",
    "Sphere",
    "Stl",
    "Torus",
    "Wire",
    "bodies",
]
