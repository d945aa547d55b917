// Half of a rectangular patch over an infinite ground plane, cut along its middle plane y = 0, on a
// finite substrate, fed through the ground by a coaxial line; spherical absorbing face. In mm.
//   gmsh -3 patch.geo -format msh22 -bin -o patch.msh
// "edge" is the size at the patch's edge, "out" that at the absorbing face.
SetFactory("OpenCASCADE");
DefineConstant[ edge = 4, out = 20, R = 80 ];
L = 38; W = 57; h = 3.175; S = 20;   // patch, substrate, which goes S beyond the patch
a = 0.635; b = 2.1; d = 5;           // probe, outer conductor, length of the line under the ground
F = -10;                             // the feed's place, from the middle of the patch
e = 1e-3;
Sphere(1) = {0,0,0, R, 0, Pi/2, Pi};
Box(2) = {-L/2 - S, 0, 0, L + 2*S, W/2 + S, h};
Cylinder(3) = {F,0,-d, 0,0,d, b, Pi};
Cylinder(4) = {F,0,-d, 0,0,d + h, a, Pi};
Rectangle(100) = {-L/2, 0, h, L, W/2};
BooleanFragments{ Volume{1,2,3,4}; Delete; }{ Surface{100}; Delete; }
// The probe is a conductor: its volume goes.
probe() = Volume In BoundingBox {F-a-e,-e,-d-e, F+a+e,a+e,h+e};
Recursive Delete { Volume{probe()}; }
line() = Volume In BoundingBox {F-b-e,-e,-d-e, F+b+e,b+e,e};
board() = Volume In BoundingBox {-L/2-S-e,-e,-e, L/2+S+e,W/2+S+e,h+e};
air() = Volume{:}; air() -= line(); air() -= board();
Physical Volume("air") = {air()};
Physical Volume("line") = {line()};
Physical Volume("substrate") = {board()};
feed() = Surface In BoundingBox {F-b-e,-e,-d-e, F+b+e,b+e,-d+e};
patch() = Surface In BoundingBox {-L/2-e,-e,h-e, L/2+e,W/2+e,h+e};
middle() = Surface In BoundingBox {-R-e,-e,-d-e, R+e,e,R+e};
ground() = Surface In BoundingBox {-R-e,-e,-e, R+e,R+e,e};
mouth() = Surface In BoundingBox {F-b-e,-e,-e, F+b+e,b+e,e};
ground() -= mouth();
// Facets of the sphere alone lie on the boundary and beyond the substrate's box.
all() = CombinedBoundary{ Volume{:}; };
For i In {0 : #all()-1}
  box() = BoundingBox Surface{all(i)};
  If (box(5) > h + 1)
    outer() += {Fabs(all(i))};
  EndIf
EndFor
outer() -= middle();
Physical Surface("feed") = {feed()};
Physical Surface("patch") = {patch()};
Physical Surface("middle") = {middle()};
Physical Surface("ground") = {ground()};
Physical Surface("outer") = {outer()};
// Small where the fields are: at the patch's edge and the feed.
rim() = Curve In BoundingBox {-L/2-e,-e,h-e, L/2+e,W/2+e,h+e};
pin() = Curve In BoundingBox {F-b-e,-e,-d-e, F+b+e,b+e,h+e};
Field[1] = Distance; Field[1].CurvesList = {rim()}; Field[1].Sampling = 60;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = edge; Field[2].SizeMax = out;
Field[2].DistMin = 0.5; Field[2].DistMax = 0.8*R;
Field[3] = Distance; Field[3].CurvesList = {pin()}; Field[3].Sampling = 20;
Field[4] = Threshold; Field[4].InField = 3; Field[4].SizeMin = 0.4*edge; Field[4].SizeMax = out;
Field[4].DistMin = 1; Field[4].DistMax = 0.8*R;
Field[5] = Min; Field[5].FieldsList = {2, 4};
Background Field = 5;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0;
