// Cylinder of radius 1 m and height 0.5 m, 182 tets of 10 nodes. Made from this file by
//   gmsh -3 cylinder_curved.geo -format msh22 -o cylinder_curved.msh
SetFactory("OpenCASCADE");
Cylinder(1) = {0,0,0, 0,0,0.5, 1};
Physical Volume("cavity", 1) = {1};
Physical Surface("wall", 2) = Surface{:};
Mesh.MeshSizeMin = 0.45; Mesh.MeshSizeMax = 0.45; Mesh.Algorithm3D = 1; Mesh.ElementOrder = 2;
