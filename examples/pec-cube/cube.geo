// A quarter of a cube of 1 m around the origin, of which the walls alone are there, in air behind a spherical
// absorbing layer, cut along x = 0 and y = 0. Curved tets. In m.
//   gmsh -3 cube.geo -format msh22 -bin -o cube.msh
// "size" is that at the cube's edges, "out" at the end of the layer.
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.15, out = 0.4 ];
a = 0.5; R = 1.1; D = 0.8; e = 1e-4;   // half of a side, inner radius and thickness of the layer
Box(1) = {0, 0, -a, a, a, 2*a};
Sphere(2) = {0,0,0, R, -Pi/2, Pi/2, Pi/2};
Sphere(3) = {0,0,0, R + D, -Pi/2, Pi/2, Pi/2};
BooleanDifference(4) = { Volume{2}; }{ Volume{1}; };
BooleanDifference(5) = { Volume{3}; Delete; }{ Volume{2}; };
Recursive Delete { Volume{1,2}; }
BooleanFragments{ Volume{4}; Delete; }{ Volume{5}; Delete; }
Physical Volume("air") = Volume{:};
B = R + D;
cube() = Surface In BoundingBox {-e,-e,-a-e, a+e,a+e,a+e};
x() = Surface In BoundingBox {-e,-e,-B-e, e,B+e,B+e};
y() = Surface In BoundingBox {-e,-e,-B-e, B+e,e,B+e};
all() = CombinedBoundary{ Volume{:}; };
For i In {0 : #all()-1}
  outer() += {Fabs(all(i))};
EndFor
outer() -= cube(); outer() -= x(); outer() -= y();
Physical Surface("cube") = {cube()};
Physical Surface("plane-x") = {x()};
Physical Surface("plane-y") = {y()};
Physical Surface("outer") = {outer()};
edges() = Curve In BoundingBox {-e,-e,-a-e, a+e,a+e,a+e};
Field[1] = Distance; Field[1].CurvesList = {edges()}; Field[1].Sampling = 60;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = size; Field[2].SizeMax = out;
Field[2].DistMin = 0.02; Field[2].DistMax = 1.3;
Background Field = 2;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0; Mesh.MeshSizeFromCurvature = 0;
Mesh.ElementOrder = 2;
