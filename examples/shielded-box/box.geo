// A closed box of 0.22 x 0.3 x 0.14 m, fed by a square coaxial line through its floor, whose inner
// conductor goes on as a post to a load of 47 ohm under the lid. A slot in the front wall, 0.12 m
// long and 4 mm high, leads to a cube of air that absorbs; SLOT = 0 leaves it closed.
// gmsh -3 box.geo -o box.msh
SetFactory("OpenCASCADE");
DefineConstant[ SIZE = 0.05, FEED = 0.006, SLOT = 1 ];
X = 0.22; Y = 0.3; Z = 0.14;
PX = 0.16; PY = 0.11;       // axis of the post
R = 0.003; S = 0.007;       // half sides of the inner and outer conductor: 50.8 ohm
LINE = 0.02;                // length of the line under the floor
GAP = 0.01;                 // height of the load
SL = 0.12; SH = 0.004;      // slot
Box(1) = {0, 0, 0, X, Y, Z};
Box(2) = {PX - S, PY - S, -LINE, 2*S, 2*S, LINE};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Box(4) = {PX - R, PY - R, -LINE, 2*R, 2*R, LINE + Z - GAP};
BooleanDifference(5) = { Volume{3}; Delete; }{ Volume{4}; Delete; };
// The load: a flat strip between the top of the post and the lid.
Rectangle(1000) = {PX - R, PY, 0, 2*R, GAP};
Rotate {{1, 0, 0}, {PX - R, PY, 0}, Pi/2} { Surface{1000}; }
Translate {0, 0, Z - GAP} { Surface{1000}; }
If (SLOT)
  Box(6) = {-0.1, (Y - 0.24)/2, Z/2 - 0.06, 0.1, 0.24, 0.12};
  Rectangle(2000) = {0, 0, 0, SH, SL};
  Rotate {{0, 1, 0}, {0, 0, 0}, -Pi/2} { Surface{2000}; }
  Translate {0, (Y - SL)/2, Z/2 - SH/2} { Surface{2000}; }
  BooleanFragments{ Volume{5}; Delete; }{ Volume{6}; Surface{1000, 2000}; Delete; }
Else
  BooleanFragments{ Volume{5}; Delete; }{ Surface{1000}; Delete; }
EndIf
e = 1e-5;
Mesh.MeshSizeMax = SIZE;
Mesh.Binary = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
feed() = Surface In BoundingBox {PX - S - e, PY - S - e, -LINE - e, PX + S + e, PY + S + e, -LINE + e};
load() = Surface In BoundingBox {PX - R - e, PY - e, Z - GAP - e, PX + R + e, PY + e, Z + e};
post() = Surface In BoundingBox {PX - S - e, PY - S - e, -LINE - e, PX + S + e, PY + S + e, Z - GAP + e};
Field[1] = Distance; Field[1].SurfacesList = {post(), load()}; Field[1].Sampling = 40;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = FEED; Field[2].SizeMax = SIZE;
Field[2].DistMin = 0.001; Field[2].DistMax = 0.12;
If (SLOT)
  hole() = Surface In BoundingBox {-e, (Y - SL)/2 - e, Z/2 - SH/2 - e, e, (Y + SL)/2 + e, Z/2 + SH/2 + e};
  Field[3] = Distance; Field[3].SurfacesList = {hole()}; Field[3].Sampling = 40;
  Field[4] = Threshold; Field[4].InField = 3; Field[4].SizeMin = 2*FEED; Field[4].SizeMax = SIZE;
  Field[4].DistMin = 0.001; Field[4].DistMax = 0.12;
  Field[5] = Min; Field[5].FieldsList = {2, 4};
  Background Field = 5;
  inside() = Volume In BoundingBox {-e, -e, -LINE - e, X + e, Y + e, Z + e};
  outside() = Volume In BoundingBox {-0.1 - e, -e, -e, e, Y + e, Z + e};
  Physical Volume("air") = {inside(), outside()};
  s1() = Surface In BoundingBox {-0.1 - e, -e, -e, -0.1 + e, Y + e, Z + e};
  b = (Y - 0.24)/2; t = Z/2 - 0.06;
  s2() = Surface In BoundingBox {-0.1 - e, b - e, t - e, e, b + e, t + 0.12 + e};
  s3() = Surface In BoundingBox {-0.1 - e, b + 0.24 - e, t - e, e, b + 0.24 + e, t + 0.12 + e};
  s4() = Surface In BoundingBox {-0.1 - e, b - e, t - e, e, b + 0.24 + e, t + e};
  s5() = Surface In BoundingBox {-0.1 - e, b - e, t + 0.12 - e, e, b + 0.24 + e, t + 0.12 + e};
  Physical Surface("open") = {s1(), s2(), s3(), s4(), s5()};
  wall() = Surface In BoundingBox {-e, -e, -e, e, Y + e, Z + e};
  wall() -= hole();
  Physical Surface("front") = {wall()};
Else
  Background Field = 2;
  Physical Volume("air") = Volume{:};
EndIf
Physical Surface("feed") = {feed()};
Physical Surface("load") = {load()};
