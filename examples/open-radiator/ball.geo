// Ball of radius 1 m around the origin.
//
// ball.msh beside this file was made with
//   gmsh -3 -bin -format msh41 ball.geo -o ball.msh
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.12, Name "Edge length in m"} ];

Sphere(1) = {0, 0, 0, 1};

Physical Volume("air", 1) = {1};
Physical Surface("outer", 2) = Boundary{ Volume{1}; };

Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Mesh.Algorithm3D = 1; // Delaunay
Mesh.ElementOrder = 1;
