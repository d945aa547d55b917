// Monopole h=1 m on a PEC ground plane z=0, coax feed a=0.1 b=0.23 m, feed depth d below the plane; hemispherical ABC R=3 m.
// Lengths in metres; from problem 5 of chapter 3 of [meng2015].
SetFactory("OpenCASCADE");
DefineConstant[ hin = {0.12, Name "Parameters/hin"} ]; DefineConstant[ hout = {0.9, Name "Parameters/hout"} ];
a = 0.1; b = 0.23; h = 1; d = 0.5; R = 3; e = 1e-3;
Sphere(1) = {0,0,0, R, 0, Pi/2, 2*Pi};
Cylinder(2) = {0,0,-d, 0,0,d, b};
Cylinder(3) = {0,0,-d, 0,0,d+h, a};
v() = BooleanUnion{ Volume{1}; Delete; }{ Volume{2}; Delete; };
BooleanDifference(10) = { Volume{v()}; Delete; }{ Volume{3}; Delete; };
Physical Volume("domain", 1) = {10};
port() = Surface In BoundingBox{-b-e,-b-e,-d-e, b+e,b+e,-d+e};
gnd() = Surface In BoundingBox{-R-e,-R-e,-e, R+e,R+e,e};
pole() = Surface In BoundingBox{-a-e,-a-e,-d-e, a+e,a+e,h+e};
feed() = Surface In BoundingBox{-b-e,-b-e,-d-e, b+e,b+e,e};
feed() -= port(); feed() -= pole(); feed() -= gnd();
all() = Surface{:}; abc() = all(); abc() -= port(); abc() -= gnd(); abc() -= pole(); abc() -= feed();
Physical Surface("feed", 2) = {port()}; Physical Surface("metal", 3) = {gnd(), pole(), feed()}; Physical Surface("outer", 4) = {abc()};
MeshSize{ PointsOf{ Volume{10}; } } = hin; MeshSize{ PointsOf{ Surface{abc()}; } } = hout;
Mesh.MeshSizeExtendFromBoundary = 1; Mesh.Algorithm3D = 1;
