"""Meshes of other programs: Nastran, Exodus, VTK, Abaqus, MED and what else meshio reads, as the Gmsh
files that cases take."""

from curlew.mesh.conversion import Conversion, convert

__all__ = ["Conversion", "convert"]
