// A shielded box of 0.5 x 0.4 x 0.2 m with an array of square holes in its front wall, behind which a block
// of air absorbs. A square coaxial line comes through the floor; its inner conductor goes on as a post to a
// load of 47 ohm under the lid. In m.
//   gmsh -3 box.geo -format msh22 -bin -o box.msh
// "size" is that in the box, "feed" at the post, "hole" in the holes; NY = 0 leaves the box closed.
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.06, feed = 0.015, hole = 0.025, NY = 4, NZ = 2 ];
X = 0.5; Y = 0.4; Z = 0.2;
A = 0.05; P = 0.075;        // side of a hole, from one to the next
PX = 0.33; PY = 0.15;       // axis of the post
R = 0.003; S = 0.007;       // half sides of the inner and outer conductor: 50.8 ohm
LINE = 0.02; GAP = 0.01;    // length of the line under the floor, height of the load
OX = 0.12;                  // depth of the air outside
e = 1e-5;
Box(1) = {0, 0, 0, X, Y, Z};
Box(2) = {PX - S, PY - S, -LINE, 2*S, 2*S, LINE};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Box(4) = {PX - R, PY - R, -LINE, 2*R, 2*R, LINE + Z - GAP};
BooleanDifference(5) = { Volume{3}; Delete; }{ Volume{4}; Delete; };
Rectangle(1000) = {PX - R, PY, 0, 2*R, GAP};
Rotate {{1, 0, 0}, {PX - R, PY, 0}, Pi/2} { Surface{1000}; }
Translate {0, 0, Z - GAP} { Surface{1000}; }
y0 = (Y - (NY - 1)*P - A)/2; z0 = (Z - (NZ - 1)*P - A)/2;
If (NY)
  Box(6) = {-OX, 0, 0, OX, Y, Z};
  For i In {0 : NY - 1}
    For j In {0 : NZ - 1}
      s = 2000 + NZ*i + j;
      Rectangle(s) = {0, 0, 0, A, A};
      Rotate {{0, 1, 0}, {0, 0, 0}, -Pi/2} { Surface{s}; }
      Translate {0, y0 + i*P, z0 + j*P} { Surface{s}; }
    EndFor
  EndFor
  BooleanFragments{ Volume{5}; Delete; }{ Volume{6}; Surface{1000, 2000 : 2000 + NY*NZ - 1}; Delete; }
Else
  BooleanFragments{ Volume{5}; Delete; }{ Surface{1000}; Delete; }
EndIf
feeding() = Surface In BoundingBox {PX - S - e, PY - S - e, -LINE - e, PX + S + e, PY + S + e, -LINE + e};
load() = Surface In BoundingBox {PX - R - e, PY - e, Z - GAP - e, PX + R + e, PY + e, Z + e};
post() = Surface In BoundingBox {PX - S - e, PY - S - e, -LINE - e, PX + S + e, PY + S + e, Z - GAP + e};
Physical Volume("air") = Volume{:};
Physical Surface("feed") = {feeding()};
Physical Surface("load") = {load()};
Field[1] = Distance; Field[1].SurfacesList = {post(), load()}; Field[1].Sampling = 40;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = feed; Field[2].SizeMax = size;
Field[2].DistMin = 0.002; Field[2].DistMax = 0.12;
If (NY)
  holes() = {};
  For i In {0 : NY - 1}
    For j In {0 : NZ - 1}
      holes() += Surface In BoundingBox {-e, y0 + i*P - e, z0 + j*P - e, e, y0 + i*P + A + e, z0 + j*P + A + e};
    EndFor
  EndFor
  Field[3] = Distance; Field[3].SurfacesList = {holes()}; Field[3].Sampling = 20;
  Field[4] = Threshold; Field[4].InField = 3; Field[4].SizeMin = hole; Field[4].SizeMax = size;
  Field[4].DistMin = 0.005; Field[4].DistMax = 0.15;
  Field[5] = Min; Field[5].FieldsList = {2, 4};
  Background Field = 5;
  front() = Surface In BoundingBox {-e, -e, -e, e, Y + e, Z + e};
  front() -= holes();
  Physical Surface("front") = {front()};
  outside() = Surface In BoundingBox {-OX - e, -e, -e, e, Y + e, Z + e};
  outside() -= holes(); outside() -= front();
  Physical Surface("open") = {outside()};
Else
  Background Field = 2;
EndIf
Mesh.MeshSizeMax = size; Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0;
