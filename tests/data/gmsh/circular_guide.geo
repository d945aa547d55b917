// Circular waveguide of radius 10 mm and length 30 mm along z, tets of 10 nodes. Made from this
// file by
//   gmsh -3 circular_guide.geo -format msh22 -o circular_guide.msh
SetFactory("OpenCASCADE");
Disk(1) = {0,0,0, 0.01, 0.01};
v[] = Extrude {0,0,0.03} { Surface{1}; Layers{5}; };
Physical Volume("air", 1) = {v[1]};
Physical Surface("in", 2) = {1};
Physical Surface("out", 3) = {v[0]};
Physical Surface("wall", 4) = {v[2]};
Mesh.MeshSizeMin = 0.0055; Mesh.MeshSizeMax = 0.0055; Mesh.ElementOrder = 2;
