"""Mesh of the coaxial line: `python3 line.py` writes line.msh. Needs Gmsh's Python module."""
import math

import gmsh

A, B, LENGTH = 1.0, 2.3, 10.0  # mm
SIDES, RINGS, LAYERS, ORDER = 12, 2, 6, 2

gmsh.initialize()
geo = gmsh.model.geo
centre = geo.addPoint(0, 0, 0)


def circle(radius):
    return [geo.addPoint(radius * math.cos(k * math.pi / 2), radius * math.sin(k * math.pi / 2), 0)
            for k in range(4)]


inner, outer = circle(A), circle(B)
arcs = [[geo.addCircleArc(p[k], centre, p[(k + 1) % 4]) for k in range(4)] for p in (inner, outer)]
rays = [geo.addLine(inner[k], outer[k]) for k in range(4)]
quarters = []
for k in range(4):
    for curve in (arcs[0][k], arcs[1][k]):
        geo.mesh.setTransfiniteCurve(curve, SIDES // 4 + 1)
    geo.mesh.setTransfiniteCurve(rays[k], RINGS + 1)
    loop = geo.addCurveLoop([rays[k], arcs[1][k], -rays[(k + 1) % 4], -arcs[0][k]])
    quarters.append(geo.addPlaneSurface([loop]))
    geo.mesh.setTransfiniteSurface(quarters[-1])
parts = geo.extrude([(2, s) for s in quarters], 0, 0, LENGTH, [LAYERS])
geo.synchronize()

volumes = [tag for dim, tag in parts if dim == 3]
groups = {"near": [], "far": [], "inner": [], "outer": []}
for _, tag in gmsh.model.getBoundary([(3, v) for v in volumes], oriented=False):
    x0, y0, z0, x1, y1, z1 = gmsh.model.getBoundingBox(2, tag)
    reach = max(abs(x0), abs(x1), abs(y0), abs(y1))
    side = "inner" if reach < (A + B) / 2 else "outer"
    groups["near" if z1 < 1e-3 else "far" if z0 > LENGTH - 1e-3 else side].append(tag)
for number, (name, tags) in enumerate(groups.items()):
    gmsh.model.addPhysicalGroup(2, tags, 10 + number, name)
gmsh.model.addPhysicalGroup(3, volumes, 1, "line")
gmsh.model.mesh.generate(3)
gmsh.model.mesh.setOrder(ORDER)
gmsh.option.setNumber("Mesh.Binary", 1)
gmsh.write("line.msh")
gmsh.finalize()
