// Cylindrical cavity with metal walls, radius 1 m, height 0.5 m, standing on z = 0
// (Cicuttin, Codecasa, Specogna, Trevisan 2018, Sec. IV).
//
// resonator.msh beside this file was made with
//   gmsh -3 -bin -format msh41 resonator.geo -o resonator.msh
// Other edge lengths: -setnumber h 0.175 gives about 2,000 tets, 0.0725 20,000, 0.0367 150,000.
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.0725, Name "Edge length in m"} ];

Cylinder(1) = {0, 0, 0,  0, 0, 0.5,  1};

Physical Volume("cavity", 1) = {1};
Physical Surface("wall", 2) = Surface{:};

Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Mesh.Algorithm3D = 1; // Delaunay
Mesh.ElementOrder = 1;
