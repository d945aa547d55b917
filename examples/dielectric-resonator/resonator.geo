// An eighth of a cylindrical dielectric resonator in air, behind a spherical absorbing layer, cut along the
// planes x = 0, y = 0, z = 0. Curved tets. In mm.
//   gmsh -3 resonator.geo -format msh22 -bin -o resonator.msh
// "size" is that in the resonator, "out" in air.
SetFactory("OpenCASCADE");
DefineConstant[ size = 1.6, out = 7 ];
a = 5.25; h = 2.3;         // radius, half of the height
R = 14; D = 28; e = 1e-3;  // inner radius and thickness of the layer
Cylinder(1) = {0,0,0, 0,0,h, a, Pi/2};
Sphere(2) = {0,0,0, R, 0, Pi/2, Pi/2};
Sphere(3) = {0,0,0, R + D, 0, Pi/2, Pi/2};
BooleanFragments{ Volume{3}; Delete; }{ Volume{1,2}; Delete; }
inside() = Volume In BoundingBox {-e,-e,-e, a+e,a+e,h+e};
air() = Volume{:}; air() -= inside();
Physical Volume("resonator") = {inside()};
Physical Volume("air") = {air()};
B = R + D;
x() = Surface In BoundingBox {-e,-e,-e, e,B+e,B+e};
y() = Surface In BoundingBox {-e,-e,-e, B+e,e,B+e};
z() = Surface In BoundingBox {-e,-e,-e, B+e,B+e,e};
outer() = CombinedBoundary{ Volume{:}; };
Physical Surface("plane-x") = {x()};
Physical Surface("plane-y") = {y()};
Physical Surface("plane-z") = {z()};
For i In {0 : #outer()-1}
  o() += {Fabs(outer(i))};
EndFor
o() -= x(); o() -= y(); o() -= z();
Physical Surface("outer") = {o()};
MeshSize{ PointsOf{ Volume{air()}; } } = out;
MeshSize{ PointsOf{ Volume{inside()}; } } = size;
Mesh.ElementOrder = 2; Mesh.HighOrderOptimize = 1;
