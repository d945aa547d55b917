// A cavity between two inductive irises in a WR-90 waveguide, in mm; symmetric about x = a/2, so
// half of its width.
//   gmsh -3 filter.geo -format msh22 -o filter.msh
SetFactory("OpenCASCADE");
DefineConstant[ size = 5, edge = 2.2 ];
a = 22.86; b = 10.16; thick = 2; gap = 10; cavity = 16; lead = 12;
z1 = lead; z2 = z1 + thick; z3 = z2 + cavity; z4 = z3 + thick; z5 = z4 + lead;
Box(1) = {0,0,0, a/2,b,z5};
Box(2) = {0,0,z1, (a-gap)/2,b,thick};
Box(3) = {0,0,z3, (a-gap)/2,b,thick};
BooleanDifference(4) = { Volume{1}; Delete; }{ Volume{2,3}; Delete; };
e = 1e-3;
Physical Volume("air") = {4};
Physical Surface("near") = Surface In BoundingBox {-e,-e,-e, a+e,b+e,e};
Physical Surface("far") = Surface In BoundingBox {-e,-e,z5-e, a+e,b+e,z5+e};
Physical Surface("middle") = Surface In BoundingBox {a/2-e,-e,-e, a/2+e,b+e,z5+e};
MeshSize{:} = size;
MeshSize{ PointsOf{ Volume{4}; } } = size;
MeshSize{ Point In BoundingBox {(a-gap)/2-e,-e,-e, (a-gap)/2+e,b+e,z5+e} } = edge;
Mesh.MeshSizeMax = size;
