// A conducting sphere, 1 m across, in air that ends on absorbing faces at 1 m from its centre. In m.
//   gmsh -3 sphere.geo -format msh22 -bin -o sphere.msh
// "size" is that of all tets: 0.28 is the mesh beside this file, 0.0491 makes 177,585 edges, those on the sphere among them.
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.28 ];
Sphere(1) = {0,0,0, 0.5}; Sphere(2) = {0,0,0, 1};
BooleanDifference(3) = { Volume{2}; Delete; }{ Volume{1}; Delete; };
Physical Volume("air") = {3};
all() = Boundary{ Volume{3}; };
e = 0.1;
inner() = Surface In BoundingBox {-0.5-e,-0.5-e,-0.5-e, 0.5+e,0.5+e,0.5+e};
outer() = {Fabs(all(0)), Fabs(all(1))}; outer() -= inner();
Physical Surface("sphere") = {inner()};
Physical Surface("outer") = {outer()};
Mesh.MeshSizeMin = size; Mesh.MeshSizeMax = size;
