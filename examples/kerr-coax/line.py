#!/usr/bin/env python3
"""Writes line.msh: a coaxial line with radii of 1 and 2 mm, 20 mm of a nonlinear and 5 mm of a linear medium.

Needs Gmsh's Python module. Arguments: sides around (default 16), rings (2), edges per mm of length (2)."""
import math
import sys

import gmsh

SIDES, RINGS, PER_MM = ([int(argument) for argument in sys.argv[1:]] + [16, 2, 2][len(sys.argv) - 1:])
A, B, NONLINEAR, LINEAR = 1.0, 2.0, 20.0, 5.0  # mm

gmsh.initialize()
gmsh.option.setNumber("General.Verbosity", 2)
geo = gmsh.model.geo
centre = geo.addPoint(0, 0, 0)


def circle(radius):
    return [geo.addPoint(radius * math.cos(k * math.pi / 2), radius * math.sin(k * math.pi / 2), 0) for k in range(4)]


inner, outer = circle(A), circle(B)
arcs = [[geo.addCircleArc(p[k], centre, p[(k + 1) % 4]) for k in range(4)] for p in (inner, outer)]
rays = [geo.addLine(inner[k], outer[k]) for k in range(4)]
faces = []
for k in range(4):
    for curve in (arcs[0][k], arcs[1][k]):
        geo.mesh.setTransfiniteCurve(curve, SIDES // 4 + 1)
    geo.mesh.setTransfiniteCurve(rays[k], RINGS + 1)
    loop = geo.addCurveLoop([rays[k], arcs[1][k], -rays[(k + 1) % 4], -arcs[0][k]])
    faces.append(geo.addPlaneSurface([loop]))
    geo.mesh.setTransfiniteSurface(faces[-1])
volumes, start = [], faces
for length in (NONLINEAR, LINEAR):
    parts = geo.extrude([(2, face) for face in start], 0, 0, length, [round(length * PER_MM)])
    volumes.append([tag for dim, tag in parts if dim == 3])
    start = [parts[k - 1][1] for k, part in enumerate(parts) if part[0] == 3]
geo.synchronize()

groups = {"near": [], "far": [], "conductor": []}
for _, tag in gmsh.model.getBoundary([(3, v) for part in volumes for v in part], oriented=False):
    z0, z1 = gmsh.model.getBoundingBox(2, tag)[2::3]
    groups["near" if z1 < 1e-3 else "far" if z0 > NONLINEAR + LINEAR - 1e-3 else "conductor"].append(tag)
for number, (name, tags) in enumerate(groups.items()):
    gmsh.model.addPhysicalGroup(2, tags, number + 1, name)
gmsh.model.addPhysicalGroup(3, volumes[0], 4, "kerr")
gmsh.model.addPhysicalGroup(3, volumes[1], 5, "end")
gmsh.model.mesh.generate(3)
gmsh.option.setNumber("Mesh.Binary", 1)
gmsh.write("line.msh")
gmsh.finalize()
