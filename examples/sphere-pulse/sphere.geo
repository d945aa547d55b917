// A dielectric sphere of 7.2 cm in a box of air, metres: around it the region of the plane wave,
// up to half a side A of its cube; the outer faces are at B, behind absorbing layers of 0.1 m.
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.045, Name "Parameters/h"} ]; // in air; half of it in the sphere
A = 0.1; B = 0.23;
Sphere(1) = {0, 0, 0, 0.072};
Box(2) = {-A, -A, -A, 2 * A, 2 * A, 2 * A};
Box(3) = {-B, -B, -B, 2 * B, 2 * B, 2 * B};
v() = BooleanFragments{ Volume{3}; Delete; }{ Volume{1, 2}; Delete; };
e = 0.001;
s() = Volume In BoundingBox{-0.072 - e, -0.072 - e, -0.072 - e, 0.072 + e, 0.072 + e, 0.072 + e};
n() = Volume In BoundingBox{-A - e, -A - e, -A - e, A + e, A + e, A + e};
o() = Volume{:};
n() -= s(); o() -= s(); o() -= n();
Physical Volume("scatterer", 1) = {s()};
Physical Volume("near", 2) = {n()};
Physical Volume("air", 3) = {o()};
w() = CombinedBoundary{ Volume{:}; };
Physical Surface("walls", 4) = {w()};
MeshSize{ PointsOf{ Volume{:}; } } = h;
MeshSize{ PointsOf{ Volume{s()}; } } = h / 2;
Mesh.Algorithm3D = 1;
Mesh.OptimizeNetgen = 1;
Mesh.MshFileVersion = 4.1;
