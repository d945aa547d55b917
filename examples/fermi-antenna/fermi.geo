// An antipodal Fermi antenna: on either side of a board an arm whose inner edge follows the function of Fermi and
// Dirac in straight pieces. A strip over a ground that narrows to its width feeds them, and a coaxial line from below
// the strip. Board in the plane y = 0, radiates along +z; the faces of a box absorb. In mm.
//   gmsh -3 fermi.geo -format msh22 -bin -o fermi.msh
// "fine" is the size at the coaxial line, "strip" at the strip, "edge" at the edges of the arms, "out" at the box. The
// published mesh has 1,072,013 tets: -setnumber fine 0.1 -setnumber strip 0.35 -setnumber edge 1 -setnumber out 3.1
// makes 1,086,782.
SetFactory("OpenCASCADE");
DefineConstant[ fine = 0.4, strip = 1.5, edge = 8, out = 18, M = 30 ]; // M: from the board to the box
L = 140.2; W = 44.7; d = 0.86; w = 1.5;  // board, strip
a = 0.374; b = 0.86; port = 4; F = 5;    // radii of the line, its length, its place along z
z0 = 12; z1 = 32; z2 = 60;               // the ground narrows from z0 to z1; the arms meet the sides of the board at z2
A = 20; c = 80; s = 14; N = 10;          // height, middle, width of the curve; its pieces
e = 1e-3;
Box(1) = {-W/2 - M, -M, -M, W + 2*M, 2*M + d, L + 2*M};
Box(2) = {-W/2, 0, 0, W, d, L};
Cylinder(3) = {0, -port, F, 0, port, 0, b};
Cylinder(4) = {0, -port - 2, F, 0, 2, 0, b};         // the line behind the port: metal
Cylinder(5) = {0, -port, F, 0, port + d, 0, a};
// Strip and arm on top, ground and arm below: the same arm, turned by 180 degrees about the middle of the board.
For side In {0 : 1}
  x = 1 - 2*side; y = (1 - side) * d; p = 100 + 100*side;
  If (side == 0)
    Point(p) = {-w/2, y, z1}; Point(p+1) = {-w/2, y, F - w}; Point(p+2) = {w/2, y, F - w}; Point(p+3) = {w/2, y, z1};
    first = p; last = p + 3;
  Else
    Point(p) = {w/2, y, z1}; Point(p+1) = {W/2, y, z0}; Point(p+2) = {W/2, y, 0};
    Point(p+3) = {-W/2, y, 0}; Point(p+4) = {-W/2, y, z0}; Point(p+5) = {-w/2, y, z1};
    first = p; last = p + 5;
  EndIf
  Point(last + 1) = {x * W/2, y, z2}; Point(last + 2) = {x * W/2, y, L};
  For i In {N : 1 : -1}
    z = z1 + (L - z1) * i / N;
    Point(last + 3 + N - i) = {x * (-w/2 + A/(1 + Exp((c - z)/s)) - A/(1 + Exp((c - z1)/s))), y, z};
  EndFor
  end = last + 2 + N;
  For i In {first : end - 1}
    Line(i) = {i, i + 1};
  EndFor
  Line(end) = {end, first};
  Curve Loop(p) = {first:end}; Plane Surface(p) = {p};
EndFor
metal() = BooleanDifference{ Surface{100, 200}; Delete; }{ Volume{3, 5}; };
parts() = BooleanDifference{ Volume{1, 2, 3}; Delete; }{ Volume{4, 5}; Delete; };
BooleanFragments{ Volume{parts()}; Delete; }{ Surface{metal()}; Delete; }
line() = Volume In BoundingBox {-b-e, -port-e, F-b-e, b+e, e, F+b+e};
board() = Volume In BoundingBox {-W/2-e, -e, -e, W/2+e, d+e, L+e};
air() = Volume{:}; air() -= line(); air() -= board();
Physical Volume("line") = {line()};
Physical Volume("board") = {board()};
Physical Volume("air") = {air()};
feed() = Surface In BoundingBox {-b-e, -port-e, F-b-e, b+e, -port+e, F+b+e};
Physical Surface("feed") = {feed()};
tube() = Surface In BoundingBox {-b-e, -port-e, F-b-e, b+e, e, F+b+e};
tube() -= Surface In BoundingBox {-a-e, -port-e, F-a-e, a+e, e, F+a+e};
tube() -= Surface In BoundingBox {-b-e, -e, F-b-e, b+e, e, F+b+e};
tube() -= feed();
Physical Surface("tube") = {tube()};
// Where the board's faces begin at z = 0, on top without the metal and below with it.
For side In {0 : 1}
  y = (1 - side) * d;
  face() = Surface In BoundingBox {-W/2-e, y-e, -e, W/2+e, y+e, L+e};
  For i In {0 : #face() - 1}
    box() = BoundingBox Surface{face(i)};
    If (Fabs(box(2) - (1 - side)*(F - w)) < e)
      sheets() += face(i);
    EndIf
  EndFor
EndFor
Physical Surface("metal") = {sheets()};
all() = Abs(CombinedBoundary{ Volume{:}; });
For i In {0 : #all() - 1}
  box() = BoundingBox Surface{all(i)};
  If (box(3) - box(0) > M || box(5) - box(2) > M)
    outer() += all(i);
  EndIf
EndFor
Physical Surface("outer") = {outer()};
Field[1] = Distance; Field[1].CurvesList = {Boundary{ Surface{sheets()}; }}; Field[1].Sampling = 40;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = edge; Field[2].SizeMax = out;
Field[2].DistMin = 1; Field[2].DistMax = M;
Field[3] = Distance; Field[3].CurvesList = {Boundary{ Surface{tube(), feed()}; }, Boundary{ Surface{Surface In BoundingBox {-a-e, -e, F-a-e, a+e, d+e, F+a+e}}; }}; Field[3].Sampling = 20;
Field[4] = Threshold; Field[4].InField = 3; Field[4].SizeMin = fine; Field[4].SizeMax = out;
Field[4].DistMin = 0.3; Field[4].DistMax = 1.2*M;
Field[5] = Distance; Field[5].CurvesList = {Curve In BoundingBox {-w/2-e, d-e, F-w-e, w/2+e, d+e, z1+e}}; Field[5].Sampling = 40;
Field[6] = Threshold; Field[6].InField = 5; Field[6].SizeMin = strip; Field[6].SizeMax = out;
Field[6].DistMin = 0.5; Field[6].DistMax = M;
Field[7] = Min; Field[7].FieldsList = {2, 4, 6};
Background Field = 7;
Mesh.MeshSizeFromPoints = 0; Mesh.MeshSizeExtendFromBoundary = 0; Mesh.MeshSizeFromCurvature = 0;
