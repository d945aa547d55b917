// Four patches on a board over an infinite ground plane, each fed through the ground by a coaxial line; a
// hemisphere around them absorbs. In mm.
//   gmsh -3 array.geo -format msh22 -bin -o array.msh
// "pin" is the size at the lines, "edge" at the edges of the patches, "out" at the hemisphere. The published array
// has 136,863 tets: -setnumber pin 0.5 -setnumber edge 2.3 -setnumber out 9.
SetFactory("OpenCASCADE");
DefineConstant[ pin = 0.9, edge = 8, out = 24, R = 95 ];
L = 36; W = 36; h = 3; S = 15;       // patches, board, which goes S beyond them
pitch = 60;                          // between the middles of the patches
a = 0.48; b = 1.5; line = 4;         // radii and length of the lines
F = -8;                              // the feed's place along x, from the middle of a patch
e = 1e-3; B = pitch/2 + L/2 + S;
Sphere(1) = {0, 0, 0, R, 0, Pi/2};
Box(2) = {-B, -B, 0, 2*B, 2*B, h};
// The ports in the order (-, -), (+, -), (-, +), (+, +).
For i In {0 : 3}
  x(i) = ((i % 2) ? 1 : -1) * pitch/2; y(i) = ((i > 1) ? 1 : -1) * pitch/2;
  Cylinder(10 + i) = {x(i) + F, y(i), -line, 0, 0, line, b};
  Cylinder(20 + i) = {x(i) + F, y(i), -line, 0, 0, line + h, a};
  sheet(i) = news;
  Rectangle(sheet(i)) = {x(i) - L/2, y(i) - W/2, h, L, W};
EndFor
parts() = BooleanDifference{ Volume{1, 2, 10:13}; Delete; }{ Volume{20:23}; Delete; };
BooleanFragments{ Volume{parts()}; Delete; }{ Surface{sheet()}; Delete; }
board() = Volume In BoundingBox {-B-e, -B-e, -e, B+e, B+e, h+e};
lines() = Volume In BoundingBox {-B-e, -B-e, -line-e, B+e, B+e, e};
air() = Volume{:}; air() -= board(); air() -= lines();
Physical Volume("air") = {air()};
Physical Volume("board") = {board()};
Physical Volume("lines") = {lines()};
For i In {0 : 3}
  patches() += Surface In BoundingBox {x(i)-L/2-e, y(i)-W/2-e, h-e, x(i)+L/2+e, y(i)+W/2+e, h+e};
  port() = Surface In BoundingBox {x(i)+F-b-e, y(i)-b-e, -line-e, x(i)+F+b+e, y(i)+b+e, -line+e};
  Physical Surface(Sprintf("port %g", i + 1)) = {port()};
  pins() += Curve In BoundingBox {x(i)+F-b-e, y(i)-b-e, -line-e, x(i)+F+b+e, y(i)+b+e, h+e};
EndFor
Physical Surface("patches") = {patches()};
ground() = Surface In BoundingBox {-R-e, -R-e, -e, R+e, R+e, e};
For i In {0 : 3}
  ground() -= Surface In BoundingBox {x(i)+F-b-e, y(i)-b-e, -e, x(i)+F+b+e, y(i)+b+e, e};
EndFor
Physical Surface("ground") = {ground()};
all() = Abs(CombinedBoundary{ Volume{:}; });
For i In {0 : #all() - 1}
  box() = BoundingBox Surface{all(i)};
  If (box(5) > h + 1)
    outer() += all(i);
  EndIf
EndFor
Physical Surface("outer") = {outer()};
Field[1] = Distance; Field[1].CurvesList = {Boundary{ Surface{patches()}; }}; Field[1].Sampling = 40;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = edge; Field[2].SizeMax = out;
Field[2].DistMin = 1; Field[2].DistMax = 0.8*R;
Field[3] = Distance; Field[3].CurvesList = {pins()}; Field[3].Sampling = 20;
Field[4] = Threshold; Field[4].InField = 3; Field[4].SizeMin = pin; Field[4].SizeMax = out;
Field[4].DistMin = 0.3; Field[4].DistMax = 0.5*R;
Field[5] = Min; Field[5].FieldsList = {2, 4};
Background Field = 5;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0;
