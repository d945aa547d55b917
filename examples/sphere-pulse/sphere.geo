// A dielectric sphere of 7.2 cm in a box of air, or the quarter x > 0, y > 0 of it, metres: around it the region of
// the plane wave, up to half a side A of its cube; the outer faces are at B, behind absorbing layers of 0.1 m.
//   gmsh -3 sphere.geo -bin -o sphere.msh
SetFactory("OpenCASCADE");
DefineConstant[ h = 0.06, s = h / 2 ];  // edges in air and in the sphere
DefineConstant[ quarter = 1 ];          // 0: the whole
DefineConstant[ slices = 3 ];           // of the absorbing layers
// Flat facets between points of this radius enclose the volume of the sphere, to 0.3 %.
r = 0.072 * (1 + 0.104 * (s / 0.072)^2);
A = 0.1; B = 0.23; e = 0.001;
Sphere(1) = {0, 0, 0, r, -Pi/2, Pi/2, quarter ? Pi/2 : 2*Pi};
// Cubes around it; those within the layers part it into slices, in which its losses are constant.
For i In {0 : slices + 1}
  C = (i == 0) ? A : B - 0.1 * (1 - (i - 1) / slices);
  o = quarter ? 0 : -C;
  Box(2 + i) = {o, o, -C, C - o, C - o, 2 * C};
EndFor
last = 3 + slices;
v() = BooleanFragments{ Volume{last}; Delete; }{ Volume{1:last - 1}; Delete; };
ball() = Volume In BoundingBox{-r - e, -r - e, -r - e, r + e, r + e, r + e};
near() = Volume In BoundingBox{-A - e, -A - e, -A - e, A + e, A + e, A + e};
air() = Volume{:};
near() -= ball(); air() -= ball(); air() -= near();
Physical Volume("scatterer", 1) = {ball()};
Physical Volume("near", 2) = {near()};
Physical Volume("air", 3) = {air()};
w() = CombinedBoundary{ Volume{:}; };
If (quarter)
  x() = Surface In BoundingBox{-e, -1, -1, e, 1, 1};
  y() = Surface In BoundingBox{-1, -e, -1, 1, e, 1};
  w() -= x(); w() -= y();
  Physical Surface("x", 5) = {x()};
  Physical Surface("y", 6) = {y()};
EndIf
Physical Surface("walls", 4) = {w()};
MeshSize{ PointsOf{ Volume{:}; } } = h;
MeshSize{ PointsOf{ Volume{ball()}; } } = s;
Mesh.Algorithm3D = 1;
Mesh.OptimizeNetgen = 1;
Mesh.MshFileVersion = 4.1;
