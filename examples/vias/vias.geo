// Three vias through a board of three layers between four conducting planes: a quarter of it, since the planes x = 0
// and y = 0 are magnetic walls. The via in the middle is the signal's: it passes the two inner planes by holes, and
// goes on as the inner conductor of a coaxial line above and below. The two others join all planes. In mm.
//   gmsh -3 vias.geo -format msh22 -bin -o vias.msh
// The published board has 119,724 tets: -setnumber h 0.7 -setnumber sides 18 makes 28,153 of the quarter.
SetFactory("OpenCASCADE");
DefineConstant[ h = 3.5, sides = 8 ];   // edges in the board, sides of a via's circle
length = 36; width = 18; layer = 2;      // of the board, of each of its layers
a = 0.8; b = 2.682;                      // radii of the vias and of the holes
pitch = 7; line = 4;                     // between the vias, length of the lines
top = 3 * layer; all = top + 2*line;
For i In {0 : 2}
  Box(1 + i) = {0, 0, i * layer, length/2, width/2, layer};
EndFor
Cylinder(4) = {0, 0, -line, 0, 0, line, b, Pi/2};
Cylinder(5) = {0, 0, top, 0, 0, line, b, Pi/2};
Cylinder(6) = {0, 0, -line, 0, 0, all, a};
Cylinder(7) = {pitch, 0, 0, 0, 0, top, a};
parts() = BooleanDifference{ Volume{1:5}; Delete; }{ Volume{6, 7}; Delete; };
For i In {1 : 2}
  Disk(100 + i) = {0, 0, i * layer, b};
EndFor
holes() = BooleanIntersection{ Surface{101, 102}; Delete; }{ Volume{parts()}; };
BooleanFragments{ Volume{parts()}; Delete; }{ Surface{holes()}; Delete; }
e = 1e-3;
Physical Volume("board") = Volume In BoundingBox {-e, -e, -e, length/2+e, width/2+e, top+e};
Physical Volume("coax") = {Volume In BoundingBox {-e, -e, -line-e, b+e, b+e, e},
                           Volume In BoundingBox {-e, -e, top-e, b+e, b+e, top+line+e}};
Physical Surface("port 1") = Surface In BoundingBox {-e, -e, -line-e, b+e, b+e, -line+e};
Physical Surface("port 2") = Surface In BoundingBox {-e, -e, top+line-e, b+e, b+e, top+line+e};
Physical Surface("symmetry") = {Surface In BoundingBox {-e, -e, -line-e, e, width/2+e, top+line+e},
                                Surface In BoundingBox {-e, -e, -line-e, length/2+e, e, top+line+e}};
Physical Surface("edges") = {Surface In BoundingBox {length/2-e, -e, -e, length/2+e, width/2+e, top+e},
                             Surface In BoundingBox {-e, width/2-e, -e, length/2+e, width/2+e, top+e}};
For i In {1 : 2}
  planes() += Surface In BoundingBox {-e, -e, i*layer-e, length/2+e, width/2+e, i*layer+e};
  planes() -= Surface In BoundingBox {-e, -e, i*layer-e, b+e, b+e, i*layer+e};
EndFor
Physical Surface("planes") = {planes()};
Mesh.MeshSizeMax = h;
Mesh.MeshSizeFromCurvature = sides;
Mesh.MeshSizeExtendFromBoundary = 1;
