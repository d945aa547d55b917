#!/usr/bin/env python3
"""Writes bulk.msh: a quarter of a block of 1 x 1 x 3 mm with a cladding of 0.25 mm, and an aperture of 0.5 x 0.5 mm.

Needs Gmsh's Python module. An argument sets the size of the tets in mm (default 0.15; the published mesh of 664,039
tets of the whole block is about 0.05 mm)."""
import sys

import gmsh

size = float(sys.argv[1]) if len(sys.argv) > 1 else 0.15
half, clad, length, aperture = 0.5, 0.25, 3.0, 0.25

gmsh.initialize()
gmsh.option.setNumber("General.Verbosity", 2)
occ = gmsh.model.occ
bulk = occ.addBox(0, 0, 0, half, half, length)
whole = occ.addBox(0, 0, 0, half + clad, half + clad, length + clad)
opening = occ.addRectangle(0, 0, 0, aperture, aperture)
occ.fragment([(3, whole)], [(3, bulk), (2, opening)])
occ.synchronize()

small = 1e-6


def inside(box, dim):
    low, high = box[:3], box[3:]
    return [tag for _, tag in gmsh.model.getEntitiesInBoundingBox(
        *(x - small for x in low), *(x + small for x in high), dim)]


bulk = inside((0, 0, 0, half, half, length), 3)
cladding = [tag for _, tag in gmsh.model.getEntities(3) if tag not in bulk]
far = half + clad
opening = inside((0, 0, 0, aperture, aperture, 0), 2)
front = [tag for tag in inside((0, 0, 0, far, far, 0), 2) if tag not in opening]
conductor = front + inside((0, 0, 0, 0, far, length + clad), 2)
magnetic = inside((0, 0, 0, far, 0, length + clad), 2)
outer = (inside((far, 0, 0, far, far, length + clad), 2) + inside((0, far, 0, far, far, length + clad), 2)
         + inside((0, 0, length + clad, far, far, length + clad), 2))
for dim, tag, name, entities in ((3, 1, "bulk", bulk), (3, 2, "cladding", cladding), (2, 3, "aperture", opening),
                                 (2, 4, "conductor", conductor), (2, 5, "magnetic", magnetic), (2, 6, "outer", outer)):
    gmsh.model.addPhysicalGroup(dim, entities, tag)
    gmsh.model.setPhysicalName(dim, tag, name)
gmsh.option.setNumber("Mesh.MeshSizeMin", size)
gmsh.option.setNumber("Mesh.MeshSizeMax", size)
gmsh.model.mesh.generate(3)
gmsh.option.setNumber("Mesh.Binary", 1)
gmsh.write("bulk.msh")
gmsh.finalize()
