// A Vivaldi antenna: a slot in the metal on one side of a board, which opens along an exponential curve and begins
// at a round hole. A coaxial line along the metal feeds it: its outer conductor ends at one edge of the slot, its
// inner one at the other. Board in the plane y = 0, radiates along +z; a spherical absorbing face. In mm.
//   gmsh -3 vivaldi.geo -format msh22 -bin -o vivaldi.msh
// "fine" is the size at the line, "edge" at the slot, "out" at the absorbing face. The published mesh has 1,221,796
// unknowns of first order: -setnumber fine 0.25 -setnumber edge 1 -setnumber out 5 makes a third of that.
SetFactory("OpenCASCADE");
DefineConstant[ fine = 0.65, edge = 4, out = 18, R = 65 ];
h = 33.3; w = 34; d = 1.27;              // length of the taper, width and thickness of the board
hole = 2.5; half = 0.25; rate = 0.123;   // radius of the hole, the slot's half width and how it grows
slot = 3; below = 10;                    // length of the straight slot, the board below the taper
a = 0.375; b = 0.875;                    // radii of the line
port = 5; F = -1.5;                      // its length, its height
C = 12; e = 1e-3;                        // the middle of the sphere
Sphere(1) = {0, 0, C, R};
Box(2) = {-w/2, 0, -below, w, d, h + below};
Cylinder(3) = {-port, 0, F, port - half, 0, 0, b};
Cylinder(4) = {-w/2, 0, F, w/2 - port, 0, 0, b};                // the line behind the port: metal
Cylinder(5) = {-port, 0, F, port + half + 0.5, 0, 0, a};
// The metal: a sheet without the slot and what the line takes of it.
For i In {0 : 12}
  z = h * i / 12;
  Point(100 + i) = {half * Exp(rate * z), 0, z};
  Point(120 + i) = {-half * Exp(rate * z), 0, z};
EndFor
Point(140) = {half, 0, -slot - 0.2}; Point(141) = {-half, 0, -slot - 0.2};
Spline(100) = {100:112}; Line(101) = {112, 132}; Spline(102) = {132:120:-1};
Line(103) = {120, 141}; Line(104) = {141, 140}; Line(105) = {140, 100};
Curve Loop(100) = {100:105}; Plane Surface(100) = {100};
Disk(101) = {0, 0, -slot - hole, hole}; Rotate {{1, 0, 0}, {0, 0, -slot - hole}, Pi/2} { Surface{101}; }
Point(150) = {-w/2, 0, -below}; Point(151) = {w/2, 0, -below}; Point(152) = {w/2, 0, h}; Point(153) = {-w/2, 0, h};
Line(150) = {150, 151}; Line(151) = {151, 152}; Line(152) = {152, 153}; Line(153) = {153, 150};
Curve Loop(102) = {150:153}; Plane Surface(102) = {102};
fins() = BooleanDifference{ Surface{102}; Delete; }{ Surface{100, 101}; Delete; };
fins() = BooleanDifference{ Surface{fins()}; Delete; }{ Volume{3, 4, 5}; };
parts() = BooleanDifference{ Volume{1, 2, 3}; Delete; }{ Volume{4, 5}; Delete; };
BooleanFragments{ Volume{parts()}; Delete; }{ Surface{fins()}; Delete; }
line() = Volume In BoundingBox {-port-e, -b-e, F-b-e, -half+e, b+e, F+b+e};
board() = Volume In BoundingBox {-w/2-e, -e, -below-e, w/2+e, d+e, h+e};
board() -= line();
air() = Volume{:}; air() -= line(); air() -= board();
Physical Volume("line") = {line()};
Physical Volume("board") = {board()};
Physical Volume("air") = {air()};
feed() = Surface In BoundingBox {-port-e, -b-e, F-b-e, -port+e, b+e, F+b+e};
Physical Surface("feed") = {feed()};
tube() = Surface In BoundingBox {-port-e, -b-e, F-b-e, -half+e, b+e, F+b+e};
tube() -= Surface In BoundingBox {-port-e, -a-e, F-a-e, half+1, a+e, F+a+e};
tube() -= Surface In BoundingBox {-port-e, -e, F-b-e, -half+e, e, F+b+e};
tube() -= feed();
tube() -= Surface In BoundingBox {-half-e, -b-e, F-b-e, -half+e, b+e, F+b+e};
Physical Surface("tube") = {tube()};
metal() = Surface In BoundingBox {-w/2-e, -e, -below-e, w/2+e, e, h+e};
For i In {0 : #metal() - 1}
  // What reaches a side of the board: not the slot, nor the part within the line.
  box() = BoundingBox Surface{metal(i)};
  If (box(3) > w/2 - 2*e || box(0) < -w/2 + 2*e)
    fin() += metal(i);
  EndIf
EndFor
Physical Surface("metal") = {fin()};
all() = Abs(CombinedBoundary{ Volume{:}; });
For i In {0 : #all() - 1}
  box() = BoundingBox Surface{all(i)};
  If (box(5) - box(2) > R)
    outer() += all(i);
  EndIf
EndFor
Physical Surface("outer") = {outer()};
Field[1] = Distance; Field[1].CurvesList = {Boundary{ Surface{fin()}; }}; Field[1].Sampling = 40;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = edge; Field[2].SizeMax = out;
Field[2].DistMin = 1; Field[2].DistMax = 0.8*R;
Field[3] = Distance; Field[3].CurvesList = {Boundary{ Surface{tube(), feed()}; }}; Field[3].Sampling = 20;
Field[4] = Threshold; Field[4].InField = 3; Field[4].SizeMin = fine; Field[4].SizeMax = out;
Field[4].DistMin = 0.5; Field[4].DistMax = 0.8*R;
Field[5] = Min; Field[5].FieldsList = {2, 4};
Background Field = 5;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0; Mesh.MeshSizeFromCurvature = 0;
