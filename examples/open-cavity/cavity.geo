// A box of a x a, d deep, open at its upper end z = 0: sides and bottom, conducting sheets.
DefineConstant[ a = {1, Name "Parameters/width"}, d = {1.5, Name "Parameters/depth"},
                n = {10, Name "Parameters/edges per m"} ];
For i In {0:1}
  z = -d * (1 - i);
  Point(1 + 4*i) = {-a/2, -a/2, z}; Point(2 + 4*i) = {a/2, -a/2, z};
  Point(3 + 4*i) = {a/2, a/2, z};   Point(4 + 4*i) = {-a/2, a/2, z};
  For k In {1:4}
    Line(k + 4*i) = {k + 4*i, k % 4 + 1 + 4*i};
  EndFor
EndFor
For k In {1:4}
  Line(8 + k) = {k, k + 4};
EndFor
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
For k In {1:4}
  Curve Loop(1 + k) = {k, 8 + k % 4 + 1, -(k + 4), -(8 + k)}; Plane Surface(1 + k) = {1 + k};
EndFor
Mesh.MeshSizeMin = 1/n; Mesh.MeshSizeMax = 1/n;
Mesh.MshFileVersion = 4.1;
Physical Surface("walls", 1) = {1:5};
