// A dielectric sphere of 7.2 cm in air, absorbing faces at R. metres.
SetFactory("OpenCASCADE");
DefineConstant[ hin = {0.02, Name "Parameters/hin"} ]; DefineConstant[ hout = {0.045, Name "Parameters/hout"} ];
DefineConstant[ R = {0.2, Name "Parameters/R"} ];
Sphere(1) = {0,0,0, 0.072}; Sphere(2) = {0,0,0, R};
v() = BooleanFragments{ Volume{2}; Delete; }{ Volume{1}; Delete; };
Physical Volume("scatterer", 1) = {1}; Physical Volume("air", 2) = {2};
a() = Boundary{ Volume{1}; }; b() = CombinedBoundary{ Volume{1}; Volume{2}; };
Physical Surface("sphere_surface", 3) = {a()}; Physical Surface("abc", 4) = {b()};
MeshSize{ PointsOf{ Volume{2}; } } = hout; MeshSize{ PointsOf{ Volume{1}; } } = hin;
Mesh.Algorithm3D = 1;
Mesh.OptimizeNetgen = 1;
