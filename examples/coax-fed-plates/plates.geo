// Two plates over a board, fed from below by two coaxial lines whose inner conductors end at the
// upper plate. Lengths in mm. Made from this file by
//   gmsh -3 plates.geo -setnumber h 1.6 -format msh41 -o plates.msh
// 32,000 tets with h 0.56.
SetFactory("OpenCASCADE");
DefineConstant[ h = 1.6 ];          // edges in the board
length = 40; width = 12; height = 1.65;
feed = 3;                            // length of the coaxial lines
inner = 0.63; outer = 2.0;           // their radii
at = 10;                             // distance of the lines from the middle
Box(1) = {-length/2, -width/2, 0, length, width, height};
Cylinder(2) = {-at, 0, -feed, 0, 0, feed, outer};
Cylinder(3) = {at, 0, -feed, 0, 0, feed, outer};
Cylinder(4) = {-at, 0, -feed, 0, 0, feed + height, inner};
Cylinder(5) = {at, 0, -feed, 0, 0, feed + height, inner};
parts[] = BooleanDifference{ Volume{1, 2, 3}; Delete; }{ Volume{4, 5}; Delete; };
BooleanFragments{ Volume{parts[]}; Delete; }{}
e = 1e-3;
board[] = Volume In BoundingBox{-length/2-e, -width/2-e, -e, length/2+e, width/2+e, height+e};
left[] = Volume In BoundingBox{-at-outer-e, -outer-e, -feed-e, -at+outer+e, outer+e, e};
right[] = Volume In BoundingBox{at-outer-e, -outer-e, -feed-e, at+outer+e, outer+e, e};
Physical Volume("board") = {board[]};
Physical Volume("coax") = {left[], right[]};
port1[] = Surface In BoundingBox{-at-outer-e, -outer-e, -feed-e, -at+outer+e, outer+e, -feed+e};
port2[] = Surface In BoundingBox{at-outer-e, -outer-e, -feed-e, at+outer+e, outer+e, -feed+e};
Physical Surface("port 1") = {port1[]};
Physical Surface("port 2") = {port2[]};
west[] = Surface In BoundingBox{-length/2-e, -width/2-e, -e, -length/2+e, width/2+e, height+e};
east[] = Surface In BoundingBox{length/2-e, -width/2-e, -e, length/2+e, width/2+e, height+e};
south[] = Surface In BoundingBox{-length/2-e, -width/2-e, -e, length/2+e, -width/2+e, height+e};
north[] = Surface In BoundingBox{-length/2-e, width/2-e, -e, length/2+e, width/2+e, height+e};
Physical Surface("edges") = {west[], east[], south[], north[]};
Mesh.MeshSizeMax = h;
Mesh.MeshSizeMin = 0.3 * h;
Mesh.MeshSizeFromCurvature = 10;
Mesh.MeshSizeExtendFromBoundary = 1;
