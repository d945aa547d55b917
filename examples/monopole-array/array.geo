// The nine cells of a finite array of monopoles on a conducting plane: h = 10 cm, coaxial feed with
// radii of 1 and 2.3 cm and a length of d. The case file gives how many antennas there are.
// One model of 3 x 3 cells, whose sides repeat; each cell goes into a file of its own:
//   gmsh array.geo -             small, for a first run
//   gmsh array.geo -setnumber lc 0.022 -setnumber lf 0.014 -     3,380 tets of an antenna, about 1,000 of air
// Lengths in metres. The plane is z = 0.
SetFactory("OpenCASCADE");
DefineConstant[ lc = {0.04, Name "Parameters/lc"} ]; // longest edges
DefineConstant[ lf = {0.02, Name "Parameters/lf"} ]; // edges at the feed
h = 0.1; a = 0.01; b = 0.023; d = 0.03; p = 0.15; w = 0.075; H = 0.2; e = 1e-6;
Box(1) = {-w, -w, 0, w, w, H}; Box(2) = {0, -w, 0, p, w, H}; Box(3) = {p, -w, 0, w, w, H};
Box(4) = {-w, 0, 0, w, p, H}; Box(5) = {0, 0, 0, p, p, H}; Box(6) = {p, 0, 0, w, p, H};
Box(7) = {-w, p, 0, w, w, H}; Box(8) = {0, p, 0, p, w, H}; Box(9) = {p, p, 0, w, w, H};
Cylinder(10) = {p / 2, p / 2, -d, 0, 0, d, b};
Cylinder(11) = {p / 2, p / 2, -d, 0, 0, d + h, a};
BooleanUnion(12) = { Volume{5}; Delete; }{ Volume{10}; Delete; };
BooleanDifference(13) = { Volume{12}; Delete; }{ Volume{11}; Delete; };
BooleanFragments{ Volume{1, 2, 3, 4, 6, 7, 8, 9, 13}; Delete; }{}
// Sides across x and y that repeat, row by row and column by column.
For k In {-1:1}
  low = k < 0 ? -w : k * p; high = k < 0 ? 0 : k * p + (k > 0 ? w : p);
  one() = Surface In BoundingBox{-e, low - e, -e, e, high + e, H + e};
  two() = Surface In BoundingBox{p - e, low - e, -e, p + e, high + e, H + e};
  Periodic Surface{two()} = {one()} Translate{p, 0, 0};
  one() = Surface In BoundingBox{low - e, -e, -e, high + e, e, H + e};
  two() = Surface In BoundingBox{low - e, p - e, -e, high + e, p + e, H + e};
  Periodic Surface{two()} = {one()} Translate{0, p, 0};
EndFor
Mesh.MeshSizeExtendFromBoundary = 0; Mesh.MeshSizeFromPoints = 0;
Field[1] = Distance; Field[1].CurvesList = {Curve In BoundingBox{p / 2 - b - e, p / 2 - b - e, -d - e, p / 2 + b + e, p / 2 + b + e, h + e}};
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = lf; Field[2].SizeMax = lc; Field[2].DistMin = lf; Field[2].DistMax = 0.06;
Background Field = 2;
Mesh.Algorithm3D = 1; Mesh.MshFileVersion = 4.1; Mesh.Binary = 1;
Mesh 3;
// Each volume with its part of the plane, in the order of the file's name: row, column.
cells() = {1, 2, 3, 4, 13, 6, 7, 8, 9};
For k In {0:8}
  Delete Physicals;
  Physical Volume("air", 1) = {cells(k)};
  metal() = {};
  sides() = Boundary{ Volume{cells(k)}; };
  plane() = Surface In BoundingBox{-1, -1, -e, 1, 1, e};
  For s In {0:#plane() - 1}
    For t In {0:#sides() - 1}
      If(Fabs(sides(t)) == plane(s))
        metal() += plane(s);
      EndIf
    EndFor
  EndFor
  If(k == 4)
    pole() = Surface In BoundingBox{p / 2 - b - e, p / 2 - b - e, -d - e, p / 2 + b + e, p / 2 + b + e, h + e};
    feed() = Surface In BoundingBox{-1, -1, -d - e, 1, 1, -d + e};
    pole() -= feed();
    metal() += pole();
    Physical Surface("feed", 2) = {feed()};
  EndIf
  Physical Surface("metal", 3) = {metal()};
  Save StrCat("cell-", Sprintf("%g", k), ".msh");
EndFor
