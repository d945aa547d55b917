// A horn in two dimensions, as a thin slice of one layer of cells along z: a guide of 0.55 m that opens to
// 1.6 m over a length of 1 m, walls without thickness, open space up to a circle. Its half y > 0. In m.
//   gmsh -3 horn.geo -format msh22 -bin -o horn.msh
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.085, edge = 0.05, R = 1.8 ]; // sizes in open space and at the horn's edge, radius
w = 0.275; A = 0.8; L = 1; G = 0.6; B = 0.2; d = 0.08; xc = 0.3; e = 1e-4;
// w, A: half widths of guide and mouth; L: length of the horn, G: of the guide, B: of the metal behind it.
Disk(1) = {xc, 0, 0, R, R};
Rectangle(2) = {xc - R, -R, 0, 2*R, R};
Rectangle(3) = {-G - B, 0, 0, B, w};
BooleanDifference(4) = { Surface{1}; Delete; }{ Surface{2,3}; Delete; };
Point(1001) = {-G, w, 0}; Point(1002) = {0, w, 0}; Point(1003) = {L, A, 0};
// From the horn's edge on to the circle: air on both sides, which makes the horn a side of two surfaces.
Point(1004) = {L, Sqrt(R*R - (L - xc)*(L - xc)), 0};
Line(1001) = {1001, 1002}; Line(1002) = {1002, 1003}; Line(1003) = {1003, 1004};
BooleanFragments{ Surface{4}; Delete; }{ Curve{1001, 1002, 1003}; Delete; }
Field[1] = Distance;
m() = Point In BoundingBox {L - e, A - e, -e, L + e, A + e, e};
Field[1].PointsList = {m()};
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = edge; Field[2].SizeMax = size;
Field[2].DistMin = 0; Field[2].DistMax = 0.4;
Background Field = 2;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0;
v[] = Extrude {0, 0, d} { Surface{:}; Layers{1}; };
Physical Volume("air") = Volume{:};
Physical Surface("feed") = Surface In BoundingBox {-G - e, -e, -e, -G + e, w + e, d + e};
guide() = Surface In BoundingBox {-G - e, w - e, -e, e, w + e, d + e};
flare() = Surface In BoundingBox {-e, w - e, -e, L + e, A + e, d + e};
Physical Surface("horn") = {guide(), flare()};
Physical Surface("middle") = Surface In BoundingBox {xc - R - e, -e, -e, xc + R + e, e, d + e};
low() = Surface In BoundingBox {xc - R - e, -e, -e, xc + R + e, R + e, e};
high() = Surface In BoundingBox {xc - R - e, -e, d - e, xc + R + e, R + e, d + e};
Physical Surface("slice") = {low(), high()};
all() = CombinedBoundary{ Volume{:}; };
For i In {0 : #all()-1}
  b() = BoundingBox Surface{all(i)};
  If (b(4) > w + e && b(5) - b(2) > d/2)
    outer() += {Fabs(all(i))};
  EndIf
EndFor
Physical Surface("outer") = {outer()};
