// A quarter of 3 x 3 monopoles of 1 m, 1 m apart, on a ground plane, each fed by a coaxial line of 0.1 and 0.23 m
// from below; hemispherical absorbing face. Curved tets. Cut along x = 0 and y = 0. In m.
//   gmsh -3 array.geo -format msh22 -bin -o array.msh
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.12, out = 0.6, R = 2 ]; // sizes at the monopoles and at the absorbing face
a = 0.1; b = 0.23; h = 1; p = 1; d = 0.5; e = 1e-4;
Box(1) = {0, 0, -d - 1, R + 1, R + 1, d + R + 2};
Sphere(2) = {0, 0, 0, R, 0, Pi/2, 2*Pi};
For i In {0 : 1}
  For j In {0 : 1}
    n = 10 + 2*i + j;
    Cylinder(n) = {i*p, j*p, -d, 0, 0, d, b};
    Cylinder(n + 10) = {i*p, j*p, -d, 0, 0, d + h, a};
  EndFor
EndFor
BooleanUnion(30) = { Volume{2}; Delete; }{ Volume{10 : 13}; Delete; };
BooleanDifference(31) = { Volume{30}; Delete; }{ Volume{20 : 23}; Delete; };
v() = BooleanIntersection{ Volume{31}; Delete; }{ Volume{1}; Delete; };
Physical Volume("air") = {v()};
For i In {0 : 1}
  For j In {0 : 1}
    f() = Surface In BoundingBox {i*p - b - e, j*p - b - e, -d - e, i*p + b + e, j*p + b + e, -d + e};
    Physical Surface(Sprintf("feed-%g%g", i, j)) = {f()};
    rods() += Surface In BoundingBox {i*p - b - e, j*p - b - e, -d - e, i*p + b + e, j*p + b + e, h + e};
  EndFor
EndFor
x() = Surface In BoundingBox {-e, -e, -d - e, e, R + e, R + e};
y() = Surface In BoundingBox {-e, -e, -d - e, R + e, e, R + e};
Physical Surface("plane-x") = {x()};
Physical Surface("plane-y") = {y()};
rods() -= x(); rods() -= y();
all() = CombinedBoundary{ Volume{v()}; };
For i In {0 : #all()-1}
  b6() = BoundingBox Surface{all(i)};
  If (b6(5) > h + 0.1)
    outer() += {Fabs(all(i))};
  EndIf
EndFor
outer() -= x(); outer() -= y();
Physical Surface("outer") = {outer()};
Field[1] = Distance; Field[1].SurfacesList = {rods()}; Field[1].Sampling = 30;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = size; Field[2].SizeMax = out;
Field[2].DistMin = 0.02; Field[2].DistMax = 1;
Background Field = 2;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.ElementOrder = 2; Mesh.HighOrderOptimize = 2;
