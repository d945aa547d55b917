// WR-90 waveguide with a dielectric slab across it. mm.
SetFactory("OpenCASCADE");
DefineConstant[ h = {5.5, Name "Parameters/h"}, hslab = {3.5, Name "Parameters/hslab"} ];
a = 22.86; b = 10.16; l = 15; t = 8; e = 1e-3;
Box(1) = {0, 0, 0, a, b, l};
Box(2) = {0, 0, l, a, b, t};
Box(3) = {0, 0, l + t, a, b, l};
v() = BooleanFragments{ Volume{1, 2, 3}; Delete; }{};
Physical Volume("air", 1) = {1, 3};
Physical Volume("slab", 2) = {2};
near() = Surface In BoundingBox{-e, -e, -e, a + e, b + e, e};
far() = Surface In BoundingBox{-e, -e, 2 * l + t - e, a + e, b + e, 2 * l + t + e};
wall() = CombinedBoundary{ Volume{:}; };
wall() -= near(); wall() -= far();
Physical Surface("near", 3) = {near()};
Physical Surface("far", 4) = {far()};
Physical Surface("wall", 5) = {wall()};
MeshSize{ PointsOf{ Volume{:}; } } = h;
MeshSize{ PointsOf{ Volume{2}; } } = hslab;
