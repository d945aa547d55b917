// Coaxial line of radii 2 and 4.6 mm, 20 mm long along z, 8 curved sides around, tets of 10 nodes.
// Made from this file by
//   gmsh -3 coaxial_line.geo -format msh22 -o coaxial_line.msh
SetFactory("OpenCASCADE");
Disk(1) = {0,0,0, 0.0046, 0.0046};
Disk(2) = {0,0,0, 0.002, 0.002};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
v[] = Extrude {0,0,0.02} { Surface{3}; Layers{3}; };
Physical Volume("air", 1) = {v[1]};
Physical Surface("in", 2) = {3};
Physical Surface("out", 3) = {v[0]};
Physical Surface("wall", 4) = {v[2], v[3]};
Transfinite Curve{:} = 9;
Mesh.MeshSizeMin = 0.003; Mesh.MeshSizeMax = 0.003; Mesh.ElementOrder = 2;
