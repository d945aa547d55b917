// A branch-line coupler for 5 GHz: strips of 50 and 35.4 ohm, a quarter of a wavelength long, on a board of 0.508 mm.
// In mm.
//   gmsh -3 coupler.geo -format msh22 -bin -o coupler.msh
// "edge" is the size at the edges of the strips, "out" that at the walls. The published coupler has 447,742 tets:
// -setnumber edge 0.14 -setnumber out 1.2 makes 477,886.
SetFactory("OpenCASCADE");
DefineConstant[ edge = 0.9, out = 5 ];
h = 0.508; air = 6;                      // heights of the board and of the air above it
w = 1.62; v = 2.68;                      // widths of 50 and 35.4 ohm
a = 11; b = 11.2;                        // lengths of both, between the middles of the junctions
feed = 8; aside = 6;                     // lengths of the lines to the ports, and the board beside the strips
X = a/2 + feed; Y = b/2 + aside; e = 1e-3;
Box(1) = {-X, -Y, 0, 2*X, 2*Y, h};
Box(2) = {-X, -Y, h, 2*X, 2*Y, air};
For i In {0 : 1}
  side = 2*i - 1;
  Rectangle(101 + 10*i) = {-X, side*b/2 - w/2, h, feed - w/2, w};
  Rectangle(102 + 10*i) = {a/2 + w/2, side*b/2 - w/2, h, feed - w/2, w};
  Rectangle(103 + 10*i) = {-a/2 - w/2, side*b/2 - v/2, h, a + w, v};
  Rectangle(104 + 10*i) = {side*a/2 - w/2, -b/2, h, w, b};
EndFor
strips() = BooleanUnion{ Surface{101}; Delete; }{ Surface{102:104, 111:114}; Delete; };
For i In {0 : 3}
  sx = (i == 0 || i == 3) ? -1 : 1;
  sy = (i < 2) ? 1 : -1;
  p = newp;
  Point(p) = {sx*X, sy*b/2 - w/2, 0};     Point(p + 1) = {sx*X, sy*b/2 + w/2, 0};
  Point(p + 2) = {sx*X, sy*b/2 + w/2, h}; Point(p + 3) = {sx*X, sy*b/2 - w/2, h};
  l = newl;
  Line(l) = {p, p + 1}; Line(l + 1) = {p + 1, p + 2}; Line(l + 2) = {p + 2, p + 3}; Line(l + 3) = {p + 3, p};
  Curve Loop(200 + i) = {l : l + 3}; Plane Surface(200 + i) = {200 + i};
EndFor
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{strips(), 200 : 203}; Delete; }
Physical Volume("board") = Volume In BoundingBox {-X-e, -Y-e, -e, X+e, Y+e, h+e};
Physical Volume("air") = Volume In BoundingBox {-X-e, -Y-e, h-e, X+e, Y+e, h+air+e};
For i In {0 : 3}
  sx = (i == 0 || i == 3) ? -1 : 1;
  sy = (i < 2) ? 1 : -1;
  port() = Surface In BoundingBox {sx*X-e, sy*b/2-w/2-e, -e, sx*X+e, sy*b/2+w/2+e, h+e};
  Physical Surface(Sprintf("port %g", i + 1)) = {port()};
  ports() += port();
EndFor
ends() = Surface In BoundingBox {-X-e, -Y-e, -e, -X+e, Y+e, h+air+e};
ends() += Surface In BoundingBox {X-e, -Y-e, -e, X+e, Y+e, h+air+e};
ends() -= ports();
Physical Surface("ends") = {ends()};
Physical Surface("ground") = Surface In BoundingBox {-X-e, -Y-e, -e, X+e, Y+e, e};
Physical Surface("open") = {Surface In BoundingBox {-X-e, -Y-e, -e, X+e, -Y+e, h+air+e},
                            Surface In BoundingBox {-X-e, Y-e, -e, X+e, Y+e, h+air+e},
                            Surface In BoundingBox {-X-e, -Y-e, h+air-e, X+e, Y+e, h+air+e}};
// The strips: what lies at h between their outer edges, without the board between them.
strips() = Surface In BoundingBox {-X-e, -b/2-v/2-e, h-e, X+e, b/2+v/2+e, h+e};
strips() -= Surface In BoundingBox {-a/2-e, -b/2-e, h-e, a/2+e, b/2+e, h+e};
For i In {0 : 1}
  side = 2*i - 1;
  strips() -= Surface In BoundingBox {side*(X+a/2)/2-feed/2-e, -b/2-e, h-e, side*(X+a/2)/2+feed/2+e, b/2+e, h+e};
EndFor
Physical Surface("strips") = {strips()};
rim() = Boundary { Surface{strips()}; };
Field[1] = Distance; Field[1].CurvesList = {rim()}; Field[1].Sampling = 40;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = edge; Field[2].SizeMax = out;
Field[2].DistMin = 0.3; Field[2].DistMax = 8;
Background Field = 2;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0;
